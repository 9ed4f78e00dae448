// Fisher's criterion over the angle of the direction, with the methods' lines and the handle of the trial line.

import { clamped, counted, inner, less, meanOf, times } from "./linear.mjs";
import { fisherDirection } from "./directions.mjs";
import { segmentOf } from "./geometry.mjs";
import { shownNumber } from "./numbers.mjs";
import { scaleOf } from "./paint.mjs";
import { momentsOf, problemIn, traceOf } from "./problem.mjs";
import { lineIn } from "./scene.mjs";

const ANGLE_STEPS = 360;

/** The angle of a direction in degrees; J does not know its sign. */
export const angleOf = (v) => degreesOf(v) % 180;

/** The same with its sign. */
export const degreesOf = (/** @type {number[]} */ [x, y]) => ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;

/** The model of a trial line: through `pivot`, with the unit normal at `angle` degrees. */
export function trialModel({ angle, pivot }) {
  const radians = (angle * Math.PI) / 180;
  return { w: [Math.cos(radians), Math.sin(radians)], centre: pivot, atCentre: 0 };
}

/** J = <u, m+ - m->^2 / <u, C_W u> for the unit vector at an angle; infinite along a null direction. */
export function criterionAt(moments, degrees) {
  const { w } = trialModel({ angle: degrees, pivot: [0, 0] });
  const between = inner(w, moments.difference) ** 2;
  const within = Math.max(inner(w, times(moments.within, w)), 0);
  if (within <= 1e-14 * traceOf(moments.total)) return between > 0 ? Infinity : 0;
  return between / within;
}

const TRIAL_REACH = 0.32; // of the height of the view, between the two handles

/** Where the handles of the trial line are: one moves it, one turns it; null where the line is out of sight. */
export function trialHandles(trial, view) {
  const segment = trial && segmentOf(trialModel(trial), 0, view);
  if (!segment) return null;
  const [x, y] = trialModel(trial).w;
  const along = [y, -x];
  const at = segment.map((p) => inner(less(p, trial.pivot), along)).sort((a, b) => a - b);
  const reach = (TRIAL_REACH * (view.y1 - view.y0)) / Math.hypot(along[0] / (view.stretch ?? 1), along[1]);
  const move = at[0] <= 0 && at[1] >= 0 ? 0 : (at[0] + at[1]) / 2;
  // The turning handle keeps to one side of the pivot, or the line would flip when it is turned through the edge of the view.
  const turn = at[1] - move > 0.2 * reach ? Math.min(move + reach, move + 0.85 * (at[1] - move)) : move + 0.2 * reach;
  return [move, turn].map((t) => [trial.pivot[0] + t * along[0], trial.pivot[1] + t * along[1]]);
}

/** The trial line with one of its handles pulled to a place. */
export function pulledTrial(trial, handle, /** @type {number[]} */ [x, y]) {
  if (handle === 0) return { ...trial, pivot: [x, y] };
  const d = less([x, y], trial.pivot);
  return d.some(Boolean) ? { ...trial, angle: (degreesOf(d) + 90) % 360 } : trial;
}

/** The trial line in the picture, with its handles, and its arrow w where the scene shows it. */
export function trialMarks(scene, view, hasArrow = false) {
  const segment = scene.trial && segmentOf(trialModel(scene.trial), 0, view);
  if (!segment) return [];
  const handles = trialHandles(scene.trial, view);
  return [
    { kind: "path", lines: [segment], role: "trial", name: scene.trial.name },
    ...(hasArrow ? trialArrow(scene.trial, handles[0], view) : []),
    { kind: "dots", points: handles, role: "trial-handle" },
  ];
}

const SHORTEST_ARROW = 0.05; // of the smaller side of the view
const LONGEST_ARROW = 0.8;
const ARROW_HEAD = 0.025; // of the height of the view

/** The arrow w from the handle that moves the line, to scale or times a round number that its name says. */
function trialArrow({ angle, norm = 1 }, /** @type {number[]} */ [x, y], view) {
  const side = Math.min(view.x1 - view.x0, view.y1 - view.y0);
  const factor = roundFactor(norm, SHORTEST_ARROW * side, LONGEST_ARROW * side);
  const [u, v] = trialModel({ angle, pivot: [x, y] }).w;
  const tip = [x + factor * norm * u, y + factor * norm * v];
  return [
    { kind: "path", lines: [[[x, y], tip]], role: "trial-weight", name: factor === 1 ? "w" : `${shownNumber(factor, 1)} w` },
    { kind: "path", lines: [arrowHead(tip, [u, v], ARROW_HEAD * (view.y1 - view.y0))], role: "trial-weight" },
  ];
}

/** The two strokes of the tip of an arrow along a unit vector. */
export function arrowHead(tip, /** @type {number[]} */ [u, v], size) {
  const edge = (sign) => [tip[0] - size * (u - 0.5 * sign * v), tip[1] - size * (v + 0.5 * sign * u)];
  return [edge(1), tip, edge(-1)];
}

/** The round factor nearest to 1 that brings a length between two bounds; where none does, the largest below the upper one. */
function roundFactor(length, shortest, longest) {
  if (shortest <= length && length <= longest) return 1;
  const powers = counted(37, (k) => 10 ** (k - 18));
  const steps = powers.flatMap((power) => [1, 2, 5].map((step) => step * power)).filter((step) => step * length <= longest);
  const fitting = steps.filter((step) => shortest <= step * length).sort((a, b) => Math.abs(Math.log(a)) - Math.abs(Math.log(b)));
  return fitting[0] ?? Math.max(...steps, 0);
}

/** The next of few round numbers, so that an axis that ends there does not move while J changes a little. */
function roundedUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((each) => each * power >= value) * power;
}

/** What the plot shows, with the sentence of its numbers. */
function angleMarks(figure, scene, answers, frame) {
  const problem = problemIn(scene.points);
  if (!problem.plus.length || !problem.minus.length) return { words: figure.words.noCurve, range: [0, 180] };
  const moments = momentsOf(problem);
  const { J, w, kind } = fisherDirection(moments);
  const values = counted(ANGLE_STEPS + 1, (k) => [(180 * k) / ANGLE_STEPS, criterionAt(moments, (180 * k) / ANGLE_STEPS)]);
  const finite = values.map(([, value]) => value).filter(Number.isFinite);
  const top = roundedUp(1.12 * (Number.isFinite(J) && J > 0 ? J : Math.max(...finite, 1e-9)));
  const view = { x0: 0, x1: 180, y0: 0, y1: top };
  const across = scaleOf(view, frame);
  // Each axis has its own unit.
  const scale = { ...across, y: (value) => frame.top + frame.height * (1 - Math.min(value, 1.05 * top) / top) };
  /** @type {object[]} */
  const marks = [{ kind: "path", lines: [values], role: "curve" }];
  for (const method of figure.methods) {
    const answer = answers[method.id];
    if (!scene.enabled[method.id] || !lineIn(answer)) continue;
    const angle = angleOf(answer.w);
    marks.push({ kind: "dots", points: [[angle, criterionAt(moments, angle)]], role: "marker", slot: method.slot });
  }
  let words = kind === "undefined" ? "J = 0 at every angle" : `J = ${shownNumber(J, 3)} at ${angleOf(w).toFixed(1)}°`;
  const value = scene.trial ? ((scene.trial.angle % 180) + 180) % 180 : 0;
  if (scene.trial) {
    const height = criterionAt(moments, value);
    marks.push({ kind: "path", lines: [[[value, 0], [value, top]]], role: "trial" }, { kind: "dots", points: [[value, height]], role: "trial-handle" });
    words += `; the trial line at ${value.toFixed(1)}°: J = ${shownNumber(height, 3)}`;
  }
  const names = [["angle of w in degrees", ""], ["J", ""]];
  return { view, names, marks, scale, words: `${words}. ${figure.words.angles}`, value, range: [0, 180] };
}

/** The trial line turned to an angle, about its pivot, or the mean of the points. */
function turnedTo(scene, angle) {
  const { points, trial } = scene;
  return { ...scene, trial: { ...trial, angle, pivot: trial?.pivot ?? (points.length ? meanOf(points) : [0, 0]) } };
}

export const anglePlot = {
  id: "angles",
  content: angleMarks,

  sceneAt(_, scene, __, frame, x) {
    const angle = clamped(((x - frame.left) / frame.width) * 180, 0, 179.999);
    const isTurned = (scene.trial?.angle ?? 0) >= 180; // its normal stays on the side where it is
    return turnedTo(scene, angle + (isTurned ? 180 : 0));
  },

  sceneStepped: (_, scene, __, by) => turnedTo(scene, ((scene.trial?.angle ?? 0) + by + 360) % 360),
};
