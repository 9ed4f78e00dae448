// The problem that the methods see: points, signs, and the moments of the two classes about a centre near the data.

import { both, less, matrixOf, meanOf, sumOf, times, inner } from "./linear.mjs";
import { EPS } from "./numbers.mjs";
import { settledScore } from "./ties.mjs";

const UNFELT = 1e-6; // every objective changes by the square of a difference of means, as a part of the spread

const [TOO_SMALL, TOO_LARGE] = [1e-75, 1e75];

/** Whether points are so large, or so small without being 0, that squares of what is computed would overflow or vanish. */
export function isOutOfRange(points) {
  const norm = Math.sqrt(points.reduce((sum, p) => sum + p[0] ** 2 + p[1] ** 2, 0));
  return !(norm > TOO_SMALL && norm < TOO_LARGE) && points.some((p) => p[0] || p[1]);
}

/** The points [x1, x2, label] of one class. */
export const ofClass = (points, label) => points.filter((p) => p[2] === label);
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
 * to zero.  The means `coincide` where all of them are; the `spread` of an axis along which nothing varies is 1.
 */
export function momentsOfClasses(groups) {
  const centre = meanOf(groups.flat());
  const classes = groups.map((points) => classMoments(points.map((p) => less(p, centre))));
  const all = classes.flatMap((one) => one.points);
  const n = all.length;
  const noise = centre.map((value) => 4 * EPS * Math.abs(value));
  const reach = both((axis) => all.reduce((most, u) => Math.max(most, Math.abs(u[axis])), 0));
  const mean = both((axis) => sumOf(classes, (one) => one.n * one.mean[axis]) / n);
  const isRounding = meanRounding({ all, noise, reach });
  const isLevel = both((axis) => {
    const values = classes.map((one) => one.mean[axis]);
    return isRounding(Math.max(...values) - Math.min(...values), axis);
  });
  const isOneMean = (one, other) => [0, 1].every((axis) => isRounding(one.mean[axis] - other.mean[axis], axis));
  const firstOfMean = classes.map((one) => classes.findIndex((other) => isOneMean(one, other)));
  const offsetOf = (one) => both((axis) => (isLevel[axis] ? 0 : one.mean[axis] - mean[axis]));
  const offsets = firstOfMean.map((k) => offsetOf(classes[k]));
  const within = classes.map((one) => one.scatter).reduce(addedMatrices);
  const entry = (i, j) => sumOf(classes, (one, k) => one.n * offsets[k][i] * offsets[k][j]);
  const coincide = isLevel[0] && isLevel[1];
  const total = addedMatrices(within, matrixOf(entry));
  const isConstant = both((axis) => Math.sqrt(total[axis][axis] / n) <= noise[axis]);
  const spread = both((axis) => (isConstant[axis] ? 1 : Math.sqrt(total[axis][axis] / n)));
  return { K: classes.length, n, centre, classes, all, noise, reach, isRounding, isLevel, mean, offsets, coincide, within, total, isConstant, spread };
}

/** Those of two classes, with the difference of their means and the middle between them. */
export function momentsOf(problem) {
  const moments = momentsOfClasses([problem.plusPoints, problem.minusPoints]);
  const [plus, minus] = moments.classes;
  const difference = both((axis) => (moments.isLevel[axis] ? 0 : plus.mean[axis] - minus.mean[axis]));
  return { ...moments, plus, minus, difference, midpoint: meanOf([plus.mean, minus.mean]) };
}

/** Whether a difference of means along an axis is nothing but rounding: of the coordinates and the sums, and felt by no method. */
export function meanRounding({ all, noise, reach }) {
  const spread = noise.map((_, axis) => Math.sqrt(sumOf(all, (u) => u[axis] ** 2) / all.length));
  return (d, axis) =>
    Math.abs(d) <= noise[axis] + 16 * EPS * reach[axis] && (Math.abs(d) <= UNFELT * spread[axis] || spread[axis] <= noise[axis]);
}

export const addedMatrices = (A, B) => A.map((row, i) => row.map((value, j) => value + B[i][j]));

/** One class: count, mean and the unnormalised scatter about it, in two passes. */
export function classMoments(points) {
  const mean = meanOf(points);
  const deviations = points.map((p) => less(p, mean));
  return { n: points.length, points, mean, scatter: matrixOf((i, j) => sumOf(deviations, (d) => d[i] * d[j])) };
}

/** The points about the mean of their own class. */
export const residualsOf = ({ classes }) => classes.flatMap((one) => one.points.map((u) => less(u, one.mean)));

/** The class (by its place) of each of the points `all`. */
export const placesOf = ({ classes }) => classes.flatMap((one, k) => one.points.map(() => k));

export const traceOf = (A) => A[0][0] + A[1][1];

/** The affine score `f(x) = <w, x - centre> + atCentre` as the model of an answer. */
export const affine = (w, centre, atCentre) => ({ w, centre, atCentre, b: atCentre - inner(w, centre) });

/** The score `<slope, u> + <u, Q u> + atCentre` of u = x - centre as the model of an answer. */
export function quadraticModel(slope, quadratic, centre, atCentre) {
  const pull = times(quadratic, centre);
  const w = both((axis) => slope[axis] - 2 * pull[axis]);
  return { w, b: atCentre - inner(slope, centre) + inner(centre, pull), quadratic, slope, centre, atCentre };
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
  const u = less(point, model.centre);
  const linear = inner(model.slope ?? model.w, u) + model.atCentre;
  const Q = model.quadratic;
  return Q ? linear + Q[0][0] * u[0] * u[0] + 2 * Q[0][1] * u[0] * u[1] + Q[1][1] * u[1] * u[1] : linear;
}

/** The mean of `log(1 + e^-m)`, so written that nothing overflows. */
export const meanLoss = (margins) => sumOf(margins, (m) => Math.log1p(Math.exp(-Math.abs(m))) + Math.max(-m, 0)) / margins.length;

export const marginsOf = (problem, model) => problem.X.map((point, row) => problem.y[row] * score(model, point));
