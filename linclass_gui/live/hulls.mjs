// The distance of the hulls of two classes, exactly, or a point that both share: the proof whether a line separates them.

import { both, cross, inner, less, meanOf } from "./linear.mjs";
import { ratio, wholePoints } from "./exact.mjs";
import { holdsOriginInside, walk } from "./walk.mjs";

const FIRST = 8; // the first direction comes from this number of points of a class

/** The corners of the hull of points, counter-clockwise, as places among them (Andrew's monotone chain). */
export function hullOf(points) {
  const order = points.map((_, k) => k).sort((a, b) => points[a][0] - points[b][0] || points[a][1] - points[b][1]);
  const kept = order.filter((k, at) => !at || points[k].some((value, axis) => value !== points[order[at - 1]][axis]));
  if (kept.length < 3) return kept;
  const chain = (places) => {
    const result = [];
    for (const k of places) {
      while (result.length > 1 && turn(points[result.at(-2)], points[result.at(-1)], points[k]) <= 0) result.pop();
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
  return signOfWhole(areaOf(p, q, r));
}

const signOfWhole = (value) => Number(value > 0) - Number(value < 0);
const areaOf = (a, b, c) => cross(less(b, a), less(c, a));

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
  return both((axis) => {
    const first = X[rows[0]][axis];
    return rows.slice(1).reduce((sum, row, k) => sum + weights[k + 1] * (X[row][axis] - first), first);
  });
}

/** The closest pair of the hulls of two lists of points, or the places of a face that proves that they meet: exactly, on their corners. */
function closestPair(...classes) {
  const places = classes.map(hullOf);
  const { points, scale } = wholePoints(classes.flatMap((all, side) => places[side].map((k) => all[k])));
  const corners = places.map((own, side) => new Map(own.map((k, at) => [k, points[at + side * places[0].length]])));
  const farthest = (u) => {
    const at = [firstOfLowest(corners[0], u), firstOfLowest(corners[1], u.map((value) => -value))];
    return { at, d: less(corners[0].get(at[0]), corners[1].get(at[1])) };
  };
  const beyond = ([old], u) => {
    const reached = farthest(u);
    return inner(u, less(reached.d, old.d)) < 0n ? reached : null;
  };
  const [p, q] = classes.map((all) => meanOf(all.slice(0, FIRST)));
  const { face, u } = walk([farthest(wholePoints([less(p, q)]).points[0])], beyond);
  if (u) return measured(corners, u, scale);
  const [plus, minus] = both((side) => [...new Set(face.map(({ at }) => at[side]))]);
  return { separable: false, plus, minus, isInside: holdsOriginInside(face) };
}

/** The closest pair for the optimal direction: the middle of the stretch where the two faces are opposite. */
function measured(corners, /** @type {bigint[]} */ u, /** @type {bigint} */ scale) {
  const faces = [extremes(corners[0], u), extremes(corners[1], u.map((value) => -value))];
  const [first, last] = [0, -1].map((end) => faces.map((ends) => ends.at(end).at));
  const twiceMiddle = (first[0] > first[1] ? first[0] : first[1]) + (last[0] < last[1] ? last[0] : last[1]);
  const [[plus, weightsPlus], [minus, weightsMinus]] = faces.map((ends) => balanced(ends, twiceMiddle));
  const gap = inner(u, less(corners[0].get(plus[0]), corners[1].get(minus[0])));
  const w = u.map((value) => ratio(2n * value * scale, gap));
  return { separable: true, plus, minus, weightsPlus, weightsMinus, w, squared: ratio(gap * gap, inner(u, u) * scale ** 2n) };
}

function firstOfLowest(points, u) {
  let best = null;
  for (const [place, p] of points) {
    const score = inner(u, p);
    if (!best || score < best.score) best = { place, score };
  }
  return best.place;
}

/** The two ends of the face of lowest score <u, x>, with their positions along it; one where it is a point. */
function extremes(points, u) {
  const lowest = inner(u, points.get(firstOfLowest(points, u)));
  const sign = u[0] > 0n || (u[0] === 0n && u[1] >= 0n) ? 1n : -1n;
  const face = [...points].filter(([, p]) => inner(u, p) === lowest);
  const ends = face.map(([place, p]) => ({ place, at: sign * cross(u, p) })).sort((a, b) => signOfWhole(a.at - b.at) || a.place - b.place);
  return ends[0].at === ends.at(-1).at ? [ends[0]] : [ends[0], ends.at(-1)];
}

/** The places and weights of the point at half of `twiceMiddle` along the face; an end with weight 0 is left out. */
function balanced(/** @type {{ place: number, at: bigint }[]} */ ends, /** @type {bigint} */ twiceMiddle) {
  if (ends.length === 1) return [[ends[0].place], [1]];
  const [low, high] = ends;
  const length = 2n * (high.at - low.at);
  const weights = [ratio(2n * high.at - twiceMiddle, length), ratio(twiceMiddle - 2n * low.at, length)];
  const isHeld = (_, k) => weights[k] > 0;
  return [ends.map(({ place }) => place).filter(isHeld), weights.filter(isHeld)];
}

function meeting(problem, pair, rows) {
  const places = [...rows.rowsPlus, ...rows.rowsMinus].map((row) => problem.X[row]);
  const { points, scale } = wholePoints(places);
  const P = points.slice(0, rows.rowsPlus.length);
  const found = commonPoint(P, points.slice(rows.rowsPlus.length));
  const at = both((axis) => found.plus.reduce((sum, [k, weight]) => sum + weight * P[k][axis], 0n));
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

// The numbers of points of P and Q that may share a point, in the order in which the program looks for one.
const FEWEST = [[1, 1], [1, 2], [2, 1], [1, 3], [3, 1], [2, 2]];

/** A point in the hulls of two small sets of whole-number points, by as few points as can be (Kirchberger, 1903). */
function commonPoint(P, Q) {
  for (const [ofP, ofQ] of FEWEST) {
    for (const one of combinations(P.length, ofP)) {
      for (const other of combinations(Q.length, ofQ)) {
        const weights = commonWeights(one.map((k) => P[k]), other.map((k) => Q[k]));
        if (!weights) continue;
        const [plus, minus] = [one, other].map((places, side) => places.map((k, at) => [k, weights[side][at]]));
        return { plus, minus, denominator: total(weights[0]) };
      }
    }
  }
  throw new Error("the hulls of these points do not meet");
}

const total = (weights) => weights.reduce((sum, weight) => sum + weight, 0n);

/** Positive whole numbers for the points of both sets that give one point, or null. */
function commonWeights(P, Q) {
  if (P.length > 1 && Q.length > 1) return crossing(...P, ...Q);
  const weights = P.length > 1 ? convexWeights(Q[0], P) : convexWeights(P[0], Q);
  if (!weights) return null;
  const whole = [total(weights)];
  return P.length > 1 ? [weights, whole] : [whole, weights];
}

/** Positive whole numbers in the proportion of the convex weights of p on one, two or three corners, or null. */
function convexWeights(p, corners) {
  const [a, b, c] = corners;
  if (!b) return p[0] === a[0] && p[1] === a[1] ? [1n] : null;
  if (!c) {
    const weights = areaOf(a, b, p) ? [] : [inner(less(b, p), less(b, a)), inner(less(p, a), less(b, a))];
    return weights[0] > 0n && weights[1] > 0n ? weights : null;
  }
  const areas = [areaOf(p, b, c), areaOf(a, p, c), areaOf(a, b, p)];
  if (areas.every((area) => area > 0n)) return areas;
  return areas.every((area) => area < 0n) ? areas.map((area) => -area) : null;
}

/** The weights of two segments that cross inside both: a + s/n (b - a) = c + t/n (d - c), or null. */
function crossing(a, b, c, d) {
  const [along, other, between] = [less(b, a), less(d, c), less(c, a)];
  const n = cross(along, other);
  const sign = n < 0n ? -1n : 1n;
  const [s, t, whole] = [cross(between, other), cross(between, along), n].map((value) => sign * value);
  return s > 0n && s < whole && t > 0n && t < whole ? [[whole - s, s], [whole - t, t]] : null;
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
    .map((p, k) => both((axis) => (k < plus.length ? 1n : -1n) * (p[axis] * up - at[axis])))
    .filter((v) => v[0] !== 0n || v[1] !== 0n);
  return onBorder(rays);
}

/** Whether the origin, in the hull of whole-number vectors, is on the border of that hull. */
function onBorder(rays) {
  if (!rays.length) return false;
  const first = rays[0];
  let left = first;
  let right = first;
  for (const v of rays) {
    const side = cross(first, v);
    if (side > 0n && cross(left, v) > 0n) left = v;
    if (side < 0n && cross(right, v) < 0n) right = v;
  }
  if (!rays.some((v) => cross(first, v))) return rays.every((v) => inner(first, v) > 0n);
  const oneSided = (v) => rays.every((r) => cross(v, r) >= 0n) || rays.every((r) => cross(v, r) <= 0n);
  return [first, left, right].some(oneSided);
}
