// The points along the score of the selected method: their errors at every threshold, and the threshold as a handle.

import { both, clamped, counted, inner, meanOf, sumOf } from "./linear.mjs";
import { degreesOf, trialModel } from "./angle.mjs";
import { countWords, shownNumber } from "./numbers.mjs";
import { MANY } from "./order.mjs";
import { ofClass, score } from "./problem.mjs";
import { lineIn } from "./scene.mjs";

const PARALLEL = 1e-6; // degrees: a trial line is a threshold of the method when it is parallel to its boundary
const HILL_PLACES = 120; // at which the density of a class is drawn
const HILL_SHARE = 0.95; // of the most errors: as high as the highest hill
const ROWS = [1.08, 1.2]; // of the most errors: where the points of the two classes stand

let firstTrial = null; // the trial line with which the page began

/** The line along whose normal the points are shown: a trial line that was turned, else the selected straight boundary; null without one, or without points. */
export function selectedLine(scene, answers) {
  if (!scene.points.length) return null;
  const own = boundaryLine(scene, answers);
  const { trial } = scene;
  const isTurned = trial && trial !== firstTrial && (trial.angle !== firstTrial?.angle || !own) && !isParallel(trial, own);
  // Its scores are about the middle of the points, which stays while the line is moved.
  return isTurned ? { ...trialModel({ ...trial, pivot: meanOf(scene.points) }), isTrial: true } : own;
}

/** The straight boundary of the selected method, or null. */
function boundaryLine(scene, answers) {
  return scene.enabled[scene.selected] ? lineIn(answers[scene.selected]) : null;
}

function isParallel(trial, line) {
  if (!line) return false;
  const away = ((((trial.angle - degreesOf(line.w) + 180) % 360) + 360) % 360) - 180;
  return Math.abs(away) < PARALLEL;
}

/** The threshold that is shown: that of a trial line parallel to the boundary, else 0, the method's own. */
export const thresholdOf = (line, trial) => (trial && isParallel(trial, line) ? score(line, trial.pivot) : 0);

/** The density of some scores at equal places, by Silverman's rule (1986, eq. 3.31). */
function hillOf(scores, low, high) {
  const n = scores.length;
  if (!n) return null;
  const mean = sumOf(scores) / n;
  const spread = Math.sqrt(sumOf(scores, (value) => (value - mean) ** 2) / n);
  const order = [...scores].sort((a, b) => a - b);
  const middle = (order[Math.ceil(0.75 * n) - 1] - order[Math.ceil(0.25 * n) - 1]) / 1.34;
  const width = Math.max(0.9 * Math.min(spread, middle || spread) * n ** -0.2, (high - low) / HILL_PLACES);
  return counted(HILL_PLACES + 1, (k) => {
    const at = low + (k * (high - low)) / HILL_PLACES;
    return [at, sumOf(scores, (value) => Math.exp(-0.5 * ((at - value) / width) ** 2)) / (n * width)];
  });
}

/** The hills of both classes, the higher one as high as the plot of errors. */
function hillMarks(points, scores, { low, high }, height) {
  const hills = both((label) => hillOf(scores.filter((_, row) => points[row][2] === label), low, high));
  const largest = Math.max(...hills.flatMap((hill) => (hill ?? []).map((place) => place[1])));
  return ["minus", "plus"].flatMap((side, label) => {
    const outline = hills[label]?.map(([x, y]) => [x, (HILL_SHARE * height * y) / largest]);
    return outline ? [{ kind: "area", polygons: [[[low, 0], ...outline, [high, 0]]], role: `hull-${side}` }] : [];
  });
}

/** The scene with its trial line on f = threshold, the pivot nearest to the mean of the points. */
export function sceneAtThreshold(line, scene, threshold) {
  const mean = meanOf(scene.points);
  const t = (threshold - score(line, mean)) / inner(line.w, line.w);
  return { ...scene, trial: { angle: degreesOf(line.w), pivot: both((axis) => mean[axis] + t * line.w[axis]) } };
}

/** The stretch of scores that the plot shows. */
export function scoresOf(line, points) {
  const scores = points.map((p) => score(line, p));
  const [low, high] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const room = 0.06 * (high - low || 1);
  return { scores, low: low - room, high: high + room };
}

const errorsAt = (points, scores, threshold) => scores.filter((value, row) => value > threshold !== (points[row][2] === 1)).length;

/** The errors of every threshold as the corners of a staircase. */
function staircase(points, scores, low, high) {
  const order = scores.map((_, row) => row).sort((i, j) => scores[i] - scores[j]);
  let errors = ofClass(points, 0).length;
  const corners = [[low, errors]];
  for (const row of order) {
    corners.push([scores[row], errors]);
    errors += points[row][2] === 1 ? 1 : -1; // a score at the threshold is class -
    corners.push([scores[row], errors]);
  }
  return [...corners, [high, errors]];
}

export const projectionPlot = {
  id: "projection",

  content(figure, scene, answers) {
    const { points } = scene;
    firstTrial = figure.trial;
    const line = selectedLine(scene, answers);
    if (!line) return { words: figure.words.noLine, range: [0, 0] };
    const { scores, low, high } = scoresOf(line, points);
    const steps = staircase(points, scores, low, high);
    const most = Math.max(...steps.map((corner) => corner[1]), 1);
    const top = 1.28 * most;
    const view = { x0: low, x1: high, y0: 0, y1: top };
    const at = thresholdOf(line, scene.trial);
    const place = (label) => points.flatMap((p, row) => (p[2] === label ? [[scores[row], ROWS[label] * most]] : []));
    const isMany = points.length > MANY;
    const marks = [
      ...(isMany ? [] : hillMarks(points, scores, { low, high }, most)),
      { kind: "path", lines: [steps], role: "curve-thin" },
      ...["minus", "plus"].map((side, label) => ({ kind: "dots", points: place(label), role: `class-${side}` })),
      { kind: "path", lines: [[[at, 0], [at, top]]], role: at || line.isTrial ? "trial-threshold" : "threshold" },
      { kind: "dots", points: [[at, 0.5 * most]], role: "trial-handle" },
    ];
    const names = [[line.isTrial ? "along the normal of the violet line" : "f(x)", ""], ["errors", ""]];
    const name = line.isTrial ? "The violet line" : `Threshold ${shownNumber(at, 3)}`;
    const words = `${name}: ${countWords(errorsAt(points, scores, at), "error")}. ${figure.words.projection}`;
    return { view, names, marks, hasGrid: false, words, value: at, range: [low, high] };
  },

  sceneAt(_, scene, answers, frame, x) {
    const line = selectedLine(scene, answers);
    if (!line) return null;
    const { low, high } = scoresOf(line, scene.points);
    const share = clamped((x - frame.left) / frame.width, 0, 1);
    return sceneAtThreshold(line, scene, low + share * (high - low));
  },

  sceneStepped(_, scene, answers, by) {
    const line = selectedLine(scene, answers);
    if (!line) return null;
    const { low, high } = scoresOf(line, scene.points);
    const to = thresholdOf(line, scene.trial) + (by * (high - low)) / 100;
    return sceneAtThreshold(line, scene, clamped(to, low, high));
  },
};
