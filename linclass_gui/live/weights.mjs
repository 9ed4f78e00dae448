// The plane of the weights of a rule that corrects errors, at the b at which it begins: each sample is a line, the solutions are a cone.

import { cornersOf, cutFace, grain, segmentOf } from "./geometry.mjs";
import { countWords, shownNumber } from "./numbers.mjs";
import { scaleOf } from "./paint.mjs";
import { STEPWISE } from "./panel.mjs";
import { ofClass, signOf } from "./problem.mjs";
import { withParameter } from "./scene.mjs";

const WEIGHT_STEPS = 40; // of a key, along each axis
const RING_REACH = 26; // pixels from which a finger takes the ring

/** The selected rule, with the weights (b, w1, w2) at which it begins; null where there is none. */
function ruleOf(figure, scene) {
  const method = figure.methods.find(({ id }) => id === scene.selected);
  if (!method || !STEPWISE.includes(method.kind)) return null;
  const parameters = scene.parameters[method.id];
  return { id: method.id, margin: parameters.margin ?? 0, begin: parameters.begin ?? [0, 0, 0] };
}

/** How many samples are wrong, or on the line, at weights (b, w1, w2). */
export const wrongAt = ([b, ...w], points) => points.filter((p) => signOf(p) * (b + w[0] * p[0] + w[1] * p[1]) <= 0).length;

/** The part of the plane with the beginning, 0, the path, and some room about the answer. */
function planeAbout({ begin }, way) {
  const places = [[0, 0], begin.slice(1), ...way, ...way.slice(-1).map((w) => w.map((value) => 1.6 * value))].filter((p) => p.every(Number.isFinite));
  const [x0, x1, y0, y1] = [0, 1].flatMap((axis) => [Math.min, Math.max].map((end) => end(...places.map((p) => p[axis]))));
  const size = Math.max(x1 - x0, y1 - y0) || 2;
  const [across, up] = [[x0, x1], [y0, y1]].map(([low, high]) => 0.25 * Math.max(high - low, 0.4 * size));
  return { x0: x0 - across, x1: x1 + across, y0: y0 - up, y1: y1 + up };
}

/** The view that is shown; it stays while the ring is dragged. */
const weightsView = { shown: null };

function weightMarks(rule, scene, whole, view) {
  const b = rule.begin[0];
  const lineOf = (p) => segmentOf({ w: [p[0], p[1]], centre: [0, 0], atCentre: b }, 0, view);
  const linesOf = (label) => ofClass(scene.points, label).map(lineOf).filter(Boolean);
  const corners = cornersOf(view).map((p) => ({ p, v: [] }));
  const cone = scene.points.reduce((face, p) => {
    return cutFace(face, face.map(({ p: w }) => signOf(p) * (w[0] * p[0] + w[1] * p[1] + b) - rule.margin), 1);
  }, corners);
  const way = scene.at === null ? whole : whole.slice(0, scene.at + 1);
  return [
    { kind: "area", polygons: cone.length > 2 ? [cone.map(({ p }) => p)] : [], role: "half-plane-plus" },
    { kind: "path", lines: linesOf(0), role: "slack-minus" },
    { kind: "path", lines: linesOf(1), role: "slack-plus" },
    { kind: "path", lines: way.length > 1 ? [way] : [], role: "curve" },
    { kind: "dots", points: way.slice(-1), role: "marker" },
    { kind: "dots", points: [rule.begin.slice(1)], role: "trial-handle" },
  ];
}

const withBegin = (scene, { id, begin }, w1, w2) => withParameter(scene, id, "begin", [begin[0], w1, w2].map((value) => Number(value.toPrecision(4))));

export const weightsPlot = {
  id: "weights",

  content(figure, scene, answers) {
    const rule = ruleOf(figure, scene);
    if (!rule) return { words: figure.words.noLine, range: [0, 1] };
    const way = answers[rule.id]?.way?.() ?? [];
    if (!grain.isCoarse || !weightsView.shown) weightsView.shown = planeAbout(rule, way);
    const view = weightsView.shown;
    const names = [["w", "1"], ["w", "2"]];
    const wrong = wrongAt(rule.begin, scene.points);
    const [b, w1, w2] = rule.begin.map((value) => shownNumber(value, 3));
    const at = `At the ring, b = ${b}, w = (${w1}, ${w2})`;
    const words = `${at}: ${countWords(wrong, "wrong sample")}. ${figure.words.weights}`;
    const marks = weightMarks(rule, scene, way, view);
    return { view, names, marks, hasGrid: false, words, value: rule.begin[1], range: [view.x0, view.x1] };
  },

  /** The scene whose rule begins at a place of the plot. */
  sceneAt(figure, scene, _, frame, x, y) {
    const rule = ruleOf(figure, scene);
    return rule && withBegin(scene, rule, ...scaleOf(weightsView.shown, frame).toData(x, y));
  },

  sceneStepped(figure, scene, _, by, isUpward) {
    const rule = ruleOf(figure, scene);
    if (!rule) return null;
    const { x0, x1, y0, y1 } = weightsView.shown;
    const [, w1, w2] = rule.begin;
    return isUpward ? withBegin(scene, rule, w1, w2 + (by * (y1 - y0)) / WEIGHT_STEPS) : withBegin(scene, rule, w1 + (by * (x1 - x0)) / WEIGHT_STEPS, w2);
  },

  /** Whether a finger at a place has the ring, which does not scroll the page. */
  holds(figure, scene, frame, x, y) {
    const rule = ruleOf(figure, scene);
    if (!rule || !weightsView.shown) return false;
    const scale = scaleOf(weightsView.shown, frame);
    return Math.hypot(scale.x(rule.begin[1]) - x, scale.y(rule.begin[2]) - y) <= RING_REACH;
  },
};
