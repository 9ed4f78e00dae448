// The ROC: the share of class + that is found over the share of false alarms, a place for every threshold on the score.

import { both, clamped, largest } from "./linear.mjs";
import { shownNumber } from "./numbers.mjs";
import { scoresOf, selectedLine, sceneAtThreshold, thresholdOf } from "./projection.mjs";

const ROC_END = 1.04; // of the axes, so that the corners are inside

/** The shares of both classes above a threshold: of false alarms, and found. */
function sharesAbove(points, scores, threshold) {
  return both((label) => {
    const own = scores.filter((_, row) => points[row][2] === label);
    return own.filter((value) => value > threshold).length / own.length;
  });
}

/** The thresholds between neighbouring scores, the highest first, with their places. */
function thresholdPlaces(points, scores, low, high) {
  const order = [...new Set(scores)].sort((a, b) => b - a);
  const ends = [high, ...order, low];
  return ends.slice(1).map((value, k) => {
    const threshold = (ends[k] + value) / 2;
    return { threshold, place: sharesAbove(points, scores, threshold) };
  });
}

/** The area under the curve by trapezoids: a tie counts one half. */
function areaUnder(places) {
  return places.slice(1).reduce((sum, { place: [x, y] }, k) => {
    const [before, height] = places[k].place;
    return sum + ((x - before) * (y + height)) / 2;
  }, 0);
}

function judgedScores(scene, answers) {
  const line = selectedLine(scene, answers);
  const hasBoth = [0, 1].every((label) => scene.points.some((p) => p[2] === label));
  if (!line || !hasBoth) return null;
  const found = scoresOf(line, scene.points);
  return { line, ...found, places: thresholdPlaces(scene.points, found.scores, found.low, found.high) };
}

export const rocPlot = {
  id: "roc",

  content(figure, scene, answers, frame) {
    const judgement = judgedScores(scene, answers);
    if (!judgement) return { words: figure.words.noLine, range: [0, 1] };
    const { line, scores, places } = judgement;
    const side = Math.min(frame.width, frame.height);
    const view = { x0: 1 - ROC_END, x1: ROC_END, y0: 1 - ROC_END, y1: ROC_END };
    const at = thresholdOf(line, scene.trial);
    const [alarms, hits] = sharesAbove(scene.points, scores, at);
    const marks = [
      { kind: "path", lines: [[[0, 0], [1, 1]]], role: "bisector" },
      { kind: "path", lines: [places.map(({ place }) => place)], role: "curve" },
      { kind: "dots", points: [[alarms, hits]], role: "trial-handle" },
    ];
    const names = [[figure.words.alarms, ""], [figure.words.found, ""]];
    const share = (part) => `${shownNumber(100 * part, 3)} %`;
    const words = `${figure.words.shareFound.replace("{}", share(hits))}, ${figure.words.shareOfAlarms.replace("{}", share(alarms))}; area ${shownNumber(areaUnder(places), 3)}. ${figure.words.roc}`;
    return { view, frame: { ...frame, width: side, height: side }, names, marks, words, value: alarms, range: [0, 1] };
  },

  sceneAt(_, scene, answers, frame, x) {
    const judgement = judgedScores(scene, answers);
    if (!judgement) return null;
    const share = 1 - ROC_END + ((2 * ROC_END - 1) * (x - frame.left)) / Math.min(frame.width, frame.height);
    const near = judgement.places.map(({ place }) => 1e-6 * place[1] - Math.abs(place[0] - share));
    return sceneAtThreshold(judgement.line, scene, judgement.places[largest(near)].threshold);
  },

  sceneStepped(_, scene, answers, by) {
    const judgement = judgedScores(scene, answers);
    if (!judgement) return null;
    const { line, places } = judgement;
    const now = places.findLastIndex(({ threshold }) => threshold >= thresholdOf(line, scene.trial));
    const to = clamped(now + by, 0, places.length - 1);
    return sceneAtThreshold(line, scene, places[to].threshold);
  },
};
