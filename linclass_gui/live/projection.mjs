// The points along the score of the selected method: their errors at every threshold, and the threshold as a handle.

import { countWords, shownNumber } from "./numbers.mjs";
import { painted, paintedAxes, paintedFrame, scaleOf } from "./paint.mjs";
import { isCurve, meanOf, score } from "./problem.mjs";
import { hasModel } from "./scene.mjs";

const PARALLEL = 1e-6; // degrees: a trial line is a threshold of the method when it is parallel to its boundary
const ROWS = [1.08, 1.2]; // of the most errors: where the points of the two classes stand

/** The straight boundary that the threshold belongs to, or null. */
function selectedLine(scene, answers) {
  const answer = scene.enabled[scene.selected] ? answers[scene.selected] : null;
  return hasModel(answer) && !isCurve(answer) && (answer.w[0] || answer.w[1]) ? answer : null;
}

const degreesOf = ([x, y]) => ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;

/** The threshold that is shown: that of a trial line parallel to the boundary, else 0, the method's own. */
function thresholdOf(line, trial) {
  if (!trial) return 0;
  const away = ((((trial.angle - degreesOf(line.w) + 180) % 360) + 360) % 360) - 180;
  return Math.abs(away) < PARALLEL ? score(line, trial.pivot) : 0;
}

/** The trial line on f = threshold, its pivot nearest to the mean of the points. */
function trialAtThreshold(line, points, threshold) {
  const mean = meanOf(points);
  const t = (threshold - score(line, mean)) / (line.w[0] ** 2 + line.w[1] ** 2);
  return { angle: degreesOf(line.w), pivot: [mean[0] + t * line.w[0], mean[1] + t * line.w[1]] };
}

/** The stretch of scores that the plot shows. */
function scoresOf(line, points) {
  const scores = points.map((p) => score(line, p));
  const [low, high] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const room = 0.06 * (high - low || 1);
  return { scores, low: low - room, high: high + room };
}

const errorsAt = (points, scores, threshold) => scores.filter((value, row) => value > threshold !== (points[row][2] === 1)).length;

/** The errors of every threshold as the corners of a staircase. */
function staircase(points, scores, low, high) {
  const order = scores.map((_, row) => row).sort((i, j) => scores[i] - scores[j]);
  let errors = points.filter((p) => p[2] === 0).length;
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

  paint(figure, theme, scene, answers, frame, kept) {
    const { points } = scene;
    const line = selectedLine(scene, answers);
    if (!line || !points.length) return { elements: [paintedFrame(theme, frame)], words: figure.words.noLine, value: 0, range: [0, 0] };
    const { scores, low, high } = scoresOf(line, points);
    const steps = staircase(points, scores, low, high);
    const most = Math.max(...steps.map((corner) => corner[1]), 1);
    const top = 1.28 * most;
    const view = { x0: low, x1: high, y0: 0, y1: top };
    const scale = { ...scaleOf(view, frame), y: (value) => frame.top + frame.height * (1 - value / top) };
    const at = thresholdOf(line, scene.trial);
    const place = (label) => points.flatMap((p, row) => (p[2] === label ? [[scores[row], ROWS[label] * most]] : []));
    const marks = [
      { kind: "path", lines: [steps], role: "curve-thin" },
      ...["minus", "plus"].map((side, label) => ({ kind: "dots", points: place(label), role: `class-${side}` })),
      { kind: "path", lines: [[[at, 0], [at, top]]], role: at ? "trial-threshold" : "threshold" },
      { kind: "dots", points: [[at, 0.5 * most]], role: "trial-handle" },
    ];
    const axes = paintedAxes(theme, view, frame, scale, [["f(x)", ""], ["errors", ""]], false);
    const words = `Threshold ${shownNumber(at, 3)}: ${countWords(errorsAt(points, scores, at), "error")}. ${figure.words.projection}`;
    return { elements: [...axes, ...painted(marks, theme, scale, kept), paintedFrame(theme, frame)], words, value: at, range: [low, high] };
  },

  trialAt(scene, answers, frame, x) {
    const line = selectedLine(scene, answers);
    if (!line || !scene.points.length) return null;
    const { low, high } = scoresOf(line, scene.points);
    const share = Math.min(Math.max((x - frame.left) / frame.width, 0), 1);
    return trialAtThreshold(line, scene.points, low + share * (high - low));
  },

  stepped(scene, answers, by) {
    const line = selectedLine(scene, answers);
    if (!line || !scene.points.length) return null;
    const { low, high } = scoresOf(line, scene.points);
    const to = thresholdOf(line, scene.trial) + (by * (high - low)) / 100;
    return trialAtThreshold(line, scene.points, Math.min(Math.max(to, low), high));
  },
};
