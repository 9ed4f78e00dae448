// The distance of the hulls of two classes, exactly, or a point that both share: the proof whether a line separates them.

import { dot, largest, sumOf } from "./linear.mjs";
import { ratio, wholePoints } from "./exact.mjs";
import { corner, facePlaces, holdsOriginInside, walk } from "./walk.mjs";

const FIRST = 8; // the first direction comes from this number of points of a class

/** The corners of the hull of points, counter-clockwise, as places among them (Andrew's monotone chain); with `edges` all on its border. */
export function hullOf(points, edges = false) {
  const order = points.map((_, k) => k).sort((a, b) => points[a][0] - points[b][0] || points[a][1] - points[b][1]);
  const kept = order.filter((k, at) => !at || points[k].some((value, axis) => value !== points[order[at - 1]][axis]));
  if (kept.length < 3) return kept;
  const isOver = edges ? (area) => area < 0 : (area) => area <= 0;
  const chain = (places) => {
    const result = [];
    for (const k of places) {
      while (result.length > 1 && isOver(turn(points[result.at(-2)], points[result.at(-1)], points[k]))) result.pop();
      result.push(k);
    }
    return result.slice(0, -1);
  };
  return [...chain(kept), ...chain(kept.slice().reverse())];
}

/** A number with the exact sign of the area of the triangle a, b, c. */
function turn(a, b, c) {
  const left = (b[0] - a[0]) * (c[1] - a[1]);
  const right = (b[1] - a[1]) * (c[0] - a[0]);
  const size = Math.abs(left) + Math.abs(right);
  if (Math.abs(left - right) > 3.4e-16 * size && size > 1e-290) return left - right;
  const [p, q, r] = wholePoints([a, b, c]).points;
  const area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return area > 0n ? 1 : area < 0n ? -1 : 0;
}

/** Whether a line separates the classes, with the proof in rows of the problem.
 *
 * Separable: `closestPlus` and `closestMinus` with the rows and weights that give them, `distance`, `w` of the widest margin.
 * Else `commonPoint` is in both hulls, by the rows and weights; `touching` hulls share border points alone.
 *
 * @returns {any}
 */
export function separabilityOf(problem) {
  const pair = closestPair(problem.plusPoints, problem.minusPoints);
  const rows = { rowsPlus: pair.plus.map((k) => problem.plus[k]), rowsMinus: pair.minus.map((k) => problem.minus[k]) };
  if (!pair.separable) return meeting(problem, pair, rows);
  const closestPlus = combination(rows.rowsPlus, pair.weightsPlus, problem.X);
  const closestMinus = combination(rows.rowsMinus, pair.weightsMinus, problem.X);
  const distance = 2 / Math.hypot(...pair.w);
  return { ...pair, ...rows, touching: false, distance, closestPlus, closestMinus, commonPoint: null };
}

/** A convex combination as a shift of the first point: far from the origin products with weights lose digits. */
function combination(rows, weights, X) {
  return [0, 1].map((axis) => {
    const first = X[rows[0]][axis];
    return rows.slice(1).reduce((sum, row, k) => sum + weights[k + 1] * (X[row][axis] - first), first);
  });
}

/** The closest pair of the hulls of two lists of points, or the places of a face that proves that they meet: exactly, on their corners. */
function closestPair(plus, minus) {
  const first = farthestPair(plus, minus);
  const corners = new Corners(plus, minus, first);
  const { face, u } = walk([corners.corner(...first)], corners);
  if (u) return corners.measured(u);
  const [rowsPlus, rowsMinus] = facePlaces(face);
  return { separable: false, plus: rowsPlus, minus: rowsMinus, isInside: holdsOriginInside(face) };
}

/** The pair that reaches farthest along the line between the means of the first points of each class. */
function farthestPair(plus, minus) {
  const mean = (points, axis) => sumOf(points.slice(0, FIRST), (p) => p[axis]) / Math.min(FIRST, points.length);
  const u = [0, 1].map((axis) => mean(minus, axis) - mean(plus, axis));
  return [largest(plus.map((p) => dot(u, p))), largest(minus.map((p) => -dot(u, p)))];
}

/** The corners of the hulls of both classes, and those that are `first`, in whole numbers, by their places. */
class Corners {
  constructor(plus, minus, first) {
    const places = [plus, minus].map((all, side) => [...new Set([first[side], ...hullOf(all, true)])].sort((a, b) => a - b));
    const { points, scale } = wholePoints([plus, minus].flatMap((all, side) => places[side].map((k) => all[k])));
    this.scale = /** @type {any} */ (scale);
    this.plus = new Map(places[0].map((k, at) => [k, points[at]]));
    this.minus = new Map(places[1].map((k, at) => [k, points[places[0].length + at]]));
  }

  corner(i, j) {
    return corner(i, j, this.plus.get(i), this.minus.get(j));
  }

  beyond(face, u) {
    const reached = this.corner(firstOfLowest(this.plus, u), firstOfLowest(this.minus, [-u[0], -u[1]]));
    const old = face[0];
    const dx = reached.px - old.px - (reached.qx - old.qx);
    const dy = reached.py - old.py - (reached.qy - old.qy);
    return u[0] * dx + u[1] * dy < 0n ? reached : null;
  }

  /** The closest pair for the optimal direction: the middle of the stretch where the two faces are opposite. */
  measured(/** @type {bigint[]} */ u) {
    const plus = extremes(this.plus, u);
    const minus = extremes(this.minus, [-u[0], -u[1]]);
    const most = (a, b) => (a > b ? a : b);
    const least = (a, b) => (a < b ? a : b);
    const twiceMiddle = most(plus[0].at, minus[0].at) + least(plus.at(-1).at, minus.at(-1).at);
    const [rowsPlus, weightsPlus] = balanced(plus, twiceMiddle);
    const [rowsMinus, weightsMinus] = balanced(minus, twiceMiddle);
    const c = this.corner(rowsPlus[0], rowsMinus[0]);
    const gap = /** @type {any} */ (u[0]) * (c.px - c.qx) + /** @type {any} */ (u[1]) * (c.py - c.qy);
    const w = u.map((value) => ratio(2n * value * this.scale, gap));
    const squared = ratio(gap * gap, (u[0] * u[0] + u[1] * u[1]) * this.scale ** 2n);
    return { separable: true, plus: rowsPlus, minus: rowsMinus, weightsPlus, weightsMinus, w, squared };
  }
}

function firstOfLowest(points, u) {
  let best = null;
  for (const [place, [x, y]] of points) {
    const score = u[0] * x + u[1] * y;
    if (!best || score < best.score) best = { place, score };
  }
  return best.place;
}

/** The two ends of the face of lowest score <u, x>, with their positions along it; one where it is a point. */
function extremes(points, /** @type {bigint[]} */ u) {
  const scored = [...points].map(([place, [x, y]]) => ({ place, score: u[0] * x + u[1] * y, along: u[0] * y - u[1] * x }));
  const lowest = scored.reduce((least, each) => (each.score < least ? each.score : least), scored[0].score);
  const sign = u[0] > 0n || (u[0] === 0n && u[1] >= 0n) ? 1n : -1n;
  const ends = scored
    .filter((each) => each.score === lowest)
    .map((each) => ({ place: each.place, at: sign * each.along }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.place - b.place));
  return ends[0].at === ends.at(-1).at ? [ends[0]] : [ends[0], ends.at(-1)];
}

/** The places and weights of the point at half of `twiceMiddle` along the face; an end with weight 0 is left out. */
function balanced(/** @type {{ place: number, at: bigint }[]} */ ends, /** @type {bigint} */ twiceMiddle) {
  if (ends.length === 1) return [[ends[0].place], [1]];
  const length = 2n * (ends[1].at - ends[0].at);
  const both = [
    [ends[0].place, ratio(2n * ends[1].at - twiceMiddle, length)],
    [ends[1].place, ratio(twiceMiddle - 2n * ends[0].at, length)],
  ].filter(([, weight]) => weight > 0);
  return [both.map(([place]) => place), both.map(([, weight]) => weight)];
}

function meeting(problem, pair, rows) {
  const places = [...rows.rowsPlus, ...rows.rowsMinus].map((row) => problem.X[row]);
  const { points, scale } = wholePoints(places);
  const P = points.slice(0, rows.rowsPlus.length);
  const found = commonPoint(P, points.slice(rows.rowsPlus.length));
  const at = [0, 1].map((axis) => found.plus.reduce((sum, [k, weight]) => sum + weight * P[k][axis], 0n));
  return {
    separable: false,
    touching: !pair.isInside && isTouching(problem, at, found.denominator, scale),
    distance: 0,
    commonPoint: at.map((value) => ratio(value, found.denominator * scale)),
    rowsPlus: found.plus.map(([k]) => rows.rowsPlus[k]),
    rowsMinus: found.minus.map(([k]) => rows.rowsMinus[k]),
    weightsPlus: found.plus.map(([, weight]) => ratio(weight, found.denominator)),
    weightsMinus: found.minus.map(([, weight]) => ratio(weight, found.denominator)),
  };
}

function combinations(n, size, first = 0) {
  if (!size) return [[]];
  const result = [];
  for (let k = first; k < n; k++) for (const rest of combinations(n, size - 1, k + 1)) result.push([k, ...rest]);
  return result;
}

/** A point in the hulls of two small sets of whole-number points, by as few points as can be (Kirchberger, 1903). */
function commonPoint(P, Q) {
  const sum = (weights) => weights.reduce((total, weight) => total + weight, 0n);
  // Points of P go first, then those of Q: the order in which the program finds a common point.
  const held = (points, others, pairs) => {
    for (const [k, corners] of pairs) {
      const weights = convexWeights(points[k], corners.map((c) => others[c]));
      if (weights) return { one: [[k, sum(weights)]], other: corners.map((c, at) => [c, weights[at]]), denominator: sum(weights) };
    }
    return null;
  };
  for (const size of [1, 2, 3]) {
    const ofQ = combinations(Q.length, size);
    const ofPlus = held(P, Q, P.flatMap((_, k) => ofQ.map((corners) => [k, corners])));
    if (ofPlus) return { plus: ofPlus.one, minus: ofPlus.other, denominator: ofPlus.denominator };
    const ofMinus = held(Q, P, combinations(P.length, size).flatMap((corners) => Q.map((_, k) => [k, corners])));
    if (ofMinus) return { plus: ofMinus.other, minus: ofMinus.one, denominator: ofMinus.denominator };
  }
  for (const [a, b] of combinations(P.length, 2)) {
    for (const [c, d] of combinations(Q.length, 2)) {
      const cross = crossing(P[a], P[b], Q[c], Q[d]);
      if (!cross) continue;
      const { s, t, n } = cross;
      return { plus: [[a, n - s], [b, s]], minus: [[c, n - t], [d, t]], denominator: n };
    }
  }
  throw new Error("the hulls of these points do not meet");
}

/** Positive whole numbers in the proportion of the convex weights of p on one, two or three corners, or null. */
function convexWeights(p, corners) {
  if (corners.length === 1) return p[0] === corners[0][0] && p[1] === corners[0][1] ? [1n] : null;
  if (corners.length === 2) {
    const [a, b] = corners;
    if (areaOf(a, b, p)) return null;
    const e = [b[0] - a[0], b[1] - a[1]];
    const atA = (b[0] - p[0]) * e[0] + (b[1] - p[1]) * e[1];
    const atB = (p[0] - a[0]) * e[0] + (p[1] - a[1]) * e[1];
    return atA > 0n && atB > 0n ? [atA, atB] : null;
  }
  const [a, b, c] = corners;
  const areas = [areaOf(p, b, c), areaOf(a, p, c), areaOf(a, b, p)];
  if (areas.every((area) => area > 0n)) return areas;
  return areas.every((area) => area < 0n) ? areas.map((area) => -area) : null;
}

const areaOf = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Where two segments cross inside both: a + s/n (b - a) = c + t/n (d - c), or null. */
function crossing(a, b, c, d) {
  let n = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  let s = (c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]);
  let t = (c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0]);
  if (n < 0n) [s, t, n] = [-s, -t, -n];
  return s > 0n && s < n && t > 0n && t < n ? { s, t, n } : null;
}

/** Whether hulls with the common point `point / (denominator scale)` share border points only.
 *
 * A line through it has the classes on its two sides iff all vectors p - c and c - q lie on one side, not all on the line.
 */
function isTouching(problem, point, denominator, scale) {
  const corners = (points) => hullOf(points).map((k) => points[k]);
  const plus = corners(problem.plusPoints);
  const minus = corners(problem.minusPoints);
  const { points, scale: finer } = wholePoints([...plus, ...minus]);
  const common = scale > finer ? scale : finer;
  const up = (common / finer) * denominator;
  const at = point.map((value) => value * (common / scale));
  const rays = points
    .map((p, k) => [0, 1].map((axis) => (k < plus.length ? 1n : -1n) * (p[axis] * up - at[axis])))
    .filter((v) => v[0] !== 0n || v[1] !== 0n);
  return onBorder(rays);
}

const crossOf = (u, v) => u[0] * v[1] - u[1] * v[0];

/** Whether the origin, in the hull of whole-number vectors, is on the border of that hull. */
function onBorder(rays) {
  if (!rays.length) return false;
  const first = rays[0];
  let left = first;
  let right = first;
  for (const v of rays) {
    const side = crossOf(first, v);
    if (side > 0n && crossOf(left, v) > 0n) left = v;
    if (side < 0n && crossOf(right, v) < 0n) right = v;
  }
  if (!rays.some((v) => crossOf(first, v))) return rays.every((v) => first[0] * v[0] + first[1] * v[1] > 0n);
  const oneSided = (v) => rays.every((r) => crossOf(v, r) >= 0n) || rays.every((r) => crossOf(v, r) <= 0n);
  return [first, left, right].some(oneSided);
}
