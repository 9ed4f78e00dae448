// The problem that the methods see: points, signs, and the moments of the two classes about a centre near the data.

import { sumOf } from "./linear.mjs";
import { EPS } from "./numbers.mjs";
import { settledScore } from "./ties.mjs";

const UNFELT = 1e-6; // every objective changes by the square of a difference of means, as a part of the spread

const [TOO_SMALL, TOO_LARGE] = [1e-75, 1e75];

/** Whether points are so large, or so small without being 0, that squares of what is computed would overflow or vanish. */
export function isOutOfRange(points) {
  const norm = Math.sqrt(points.reduce((sum, p) => sum + p[0] ** 2 + p[1] ** 2, 0));
  return !(norm > TOO_SMALL && norm < TOO_LARGE) && points.some((p) => p[0] || p[1]);
}

export const signOf = (/** @type {any[]} */ p) => (p[2] ? 1 : -1);
export const placesIn = (/** @type {any[][]} */ points) => points.map((p) => [p[0], p[1]]);
/** The problem of points [x1, x2, label]. */
export const problemIn = (points) => problemOf(placesIn(points), points.map(signOf));

/** Points `X` ([x1, x2] each) with signs `y` (+1 or -1). */
export function problemOf(X, y) {
  const plus = [];
  const minus = [];
  y.forEach((sign, row) => (sign > 0 ? plus : minus).push(row));
  const points = (rows) => rows.map((row) => X[row]);
  return { X, y, n: y.length, plus, minus, plusPoints: points(plus), minusPoints: points(minus) };
}

/** The moments of classes `groups`, each a list of points and none empty, relative to the mean of all points.
 *
 * `noise` is the rounding that the coordinates carry, `reach` their largest size; `offsets` are m_k - m, with what is only rounding set
 * to zero.  The means `coincide` where all of them are.
 */
export function momentsOfClasses(groups) {
  const centre = meanOf(groups.flat());
  const classes = groups.map((points) => classMoments(points.map((p) => [p[0] - centre[0], p[1] - centre[1]])));
  const all = classes.flatMap((one) => one.points);
  const n = all.length;
  const noise = centre.map((value) => 4 * EPS * Math.abs(value));
  const reach = [0, 1].map((axis) => all.reduce((most, u) => Math.max(most, Math.abs(u[axis])), 0));
  const mean = [0, 1].map((axis) => sumOf(classes, (one) => one.n * one.mean[axis]) / n);
  const isRounding = meanRounding({ all, noise, reach });
  const isLevel = [0, 1].map((axis) => {
    const values = classes.map((one) => one.mean[axis]);
    return isRounding(Math.max(...values) - Math.min(...values), axis);
  });
  const isOneMean = (one, other) => [0, 1].every((axis) => isRounding(one.mean[axis] - other.mean[axis], axis));
  const firstOfMean = classes.map((one) => classes.findIndex((other) => isOneMean(one, other)));
  const offsetOf = (one) => [0, 1].map((axis) => (isLevel[axis] ? 0 : one.mean[axis] - mean[axis]));
  const offsets = firstOfMean.map((k) => offsetOf(classes[k]));
  const within = classes.map((one) => one.scatter).reduce(addedMatrices);
  const entry = (i, j) => sumOf(classes, (one, k) => one.n * offsets[k][i] * offsets[k][j]);
  const between = [0, 1].map((i) => [0, 1].map((j) => entry(i, j)));
  const coincide = isLevel[0] && isLevel[1];
  const total = addedMatrices(within, between);
  return { K: classes.length, n, centre, classes, all, noise, reach, isRounding, isLevel, mean, offsets, coincide, within, total };
}

/** Those of two classes, with the difference of their means and the middle between them. */
export function momentsOf(problem) {
  const moments = momentsOfClasses([problem.plusPoints, problem.minusPoints]);
  const [plus, minus] = moments.classes;
  const difference = [0, 1].map((axis) => (moments.isLevel[axis] ? 0 : plus.mean[axis] - minus.mean[axis]));
  const midpoint = [0, 1].map((axis) => 0.5 * (plus.mean[axis] + minus.mean[axis]));
  return { ...moments, plus, minus, difference, midpoint };
}

/** Whether a difference of means along an axis is nothing but rounding: of the coordinates and the sums, and felt by no method. */
export function meanRounding({ all, noise, reach }) {
  const spread = noise.map((_, axis) => Math.sqrt(sumOf(all, (u) => u[axis] ** 2) / all.length));
  return (d, axis) =>
    Math.abs(d) <= noise[axis] + 16 * EPS * reach[axis] && (Math.abs(d) <= UNFELT * spread[axis] || spread[axis] <= noise[axis]);
}

export function meanOf(points) {
  return [0, 1].map((axis) => sumOf(points, (p) => p[axis]) / points.length);
}

export const addedMatrices = (A, B) => A.map((row, i) => row.map((value, j) => value + B[i][j]));

/** One class: count, mean and the unnormalised scatter about it, in two passes. */
export function classMoments(points) {
  const mean = meanOf(points);
  const scatter = [[0, 0], [0, 0]];
  for (const p of points) {
    const d = [p[0] - mean[0], p[1] - mean[1]];
    for (const i of [0, 1]) for (const j of [0, 1]) scatter[i][j] += d[i] * d[j];
  }
  return { n: points.length, points, mean, scatter };
}

export const traceOf = (A) => A[0][0] + A[1][1];

/** The affine score `f(x) = <w, x - centre> + atCentre` as the model of an answer. */
export function affine(w, centre, atCentre) {
  return { w, centre, atCentre, b: atCentre - w[0] * centre[0] - w[1] * centre[1] };
}

/** No direction at all: nothing is drawn. */
export const NO_MODEL = { w: [0, 0], centre: [0, 0], atCentre: NaN, b: NaN };

/** An answer that a drag has no time to finish: it says what the `last` one said, and nothing of its gap. */
export const roughly = ({ gap, ...answer }, { status, sentence }) => ({ ...answer, status, sentence, isRough: true });

/** Whether the boundary of a model is no line: a conic, or `at(point)` is its score in the space of a map. */
export const isCurve = (model) => Boolean(model.quadratic || model.at);

/** The settled score of a model at a point; a quadratic one has its slope at the centre. */
export const score = (model, point) => settledScore(summedScore(model, point), model.rounding);

/** The score as its sum comes out. */
export function summedScore(model, point) {
  if (model.at) return model.at(point);
  const u = [point[0] - model.centre[0], point[1] - model.centre[1]];
  const slope = model.slope ?? model.w;
  const linear = slope[0] * u[0] + slope[1] * u[1] + model.atCentre;
  const Q = model.quadratic;
  return Q ? linear + Q[0][0] * u[0] * u[0] + 2 * Q[0][1] * u[0] * u[1] + Q[1][1] * u[1] * u[1] : linear;
}

/** The mean of `log(1 + e^-m)`, so written that nothing overflows. */
export const meanLoss = (margins) => sumOf(margins, (m) => Math.log1p(Math.exp(-Math.abs(m))) + Math.max(-m, 0)) / margins.length;

export const marginsOf = (problem, model) => problem.X.map((point, row) => problem.y[row] * score(model, point));
