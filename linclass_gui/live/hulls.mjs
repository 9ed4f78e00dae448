// The distance of the hulls of two classes, exactly, or a point that both share: the proof whether a line separates them.

import { sumOf } from "./linear.mjs";
import { ratio, wholePoints } from "./exact.mjs";
import { corner, facePlaces, holdsOriginInside, surelyHoldsOrigin, walk } from "./walk.mjs";

const SCORE_ERROR = 16 * 2 ** -53; // twice the error of a score, in units of (|u1| + |u2|) times the radius
const ROUNDS = 100; // past these the walk in doubles moves in its own rounding, and whole numbers take over
const CANCELLATION = 0.05; // doubles measure a face while this part of the terms is left
const FIRST = 8; // the first direction comes from this number of points of a class
const NEAR = 8; // an offset of this many times the distance of two points is worth a shift

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

/** The closest pair of the hulls of two lists of points, or the places of a face that proves that they meet. */
function closestPair(plus, minus) {
  const clouds = new Clouds(plus, minus);
  const { face, u } = walk(clouds.firstFace(), clouds, ROUNDS);
  if (!u && surelyHoldsOrigin(face)) return meetingPair(face, true);
  const proven = u && clouds.proven(face);
  return proven || resolvedExactly(clouds, face, u);
}

function meetingPair(face, isInside) {
  const [plus, minus] = facePlaces(face);
  return { separable: false, plus, minus, isInside };
}

/** The exact answer: the points within rounding of the face decide among themselves in whole numbers. */
function resolvedExactly(clouds, face, u) {
  const [i, j] = facePlaces(face);
  const known = { plus: new Set(i), minus: new Set(j) };
  if (u) clouds.near(u, known);
  for (;;) {
    const whole = new WholeClouds(clouds, known);
    const exact = walk(face.slice(0, 2).map((c) => whole.corner(c.i, c.j)), whole);
    if (!exact.u) return meetingPair(exact.face, holdsOriginInside(exact.face));
    if (!clouds.near(asDoubles(exact.u), known)) return whole.measured(exact.u);
  }
}

function asDoubles([x, y]) {
  const size = [x, y].reduce((largest, v) => ((v < 0n ? -v : v) > largest ? (v < 0n ? -v : v) : largest), 0n);
  return [ratio(x, size), ratio(y, size)];
}

/** Two classes whose scores <u, x> come with a bound of their error. */
class Clouds {
  constructor(plus, minus) {
    const all = [...plus, ...minus];
    const length = Math.hypot(...all.flat());
    const between = Math.hypot(plus[0][0] - minus[0][0], plus[0][1] - minus[0][1]);
    // About a point of the data an offset costs no digits.
    this.origin = length <= NEAR * between * Math.sqrt(all.length) ? [0, 0] : plus[0];
    this.plus = plus;
    this.minus = minus;
    this.radius = Math.hypot(...all.flatMap((p) => [p[0] - this.origin[0], p[1] - this.origin[1]]));
  }

  scores(points, u) {
    return points.map((p) => u[0] * (p[0] - this.origin[0]) + u[1] * (p[1] - this.origin[1]));
  }

  error(u) {
    return SCORE_ERROR * (Math.abs(u[0]) + Math.abs(u[1])) * this.radius;
  }

  corner(i, j) {
    return corner(i, j, this.plus[i], this.minus[j]);
  }

  /** The pair that reaches farthest along the line between the means of the first points of each class. */
  firstFace() {
    const mean = (points, axis) => {
      const some = points.slice(0, FIRST);
      return sumOf(some, (p) => (p[axis] - this.origin[axis])) / some.length;
    };
    const u = [0, 1].map((axis) => mean(this.plus, axis) - mean(this.minus, axis));
    return [this.corner(placeOfLowest(this.scores(this.plus, u)), placeOfHighest(this.scores(this.minus, u)))];
  }

  /** Scores of the classes, and how far a face reaches: `lowest` of class + and `highest` of class -. */
  looked(face, u) {
    const plus = this.scores(this.plus, u);
    const minus = this.scores(this.minus, u);
    const lowest = Math.max(plus[face[0].i], plus[face.at(-1).i]);
    const highest = Math.min(minus[face[0].j], minus[face.at(-1).j]);
    return { plus, minus, lowest, highest, error: this.error(u) };
  }

  beyond(face, u) {
    const seen = (this.last = this.looked(face, u));
    const i = placeOfLowest(seen.plus);
    const j = placeOfHighest(seen.minus);
    if (seen.plus[i] >= seen.lowest - seen.error && seen.minus[j] <= seen.highest + seen.error) return null;
    return this.corner(i, j);
  }

  /** The answer for the face that ended the walk, or null when doubles do not prove it. */
  proven(face) {
    const [plus, minus] = facePlaces(face);
    if (plus.length + minus.length > 3) return null;
    const { lowest, highest, error, ...scores } = this.last;
    const clear =
      scores.plus.every((s, k) => plus.includes(k) || s > lowest + error) &&
      scores.minus.every((s, k) => minus.includes(k) || s < highest - error);
    if (!clear) return null;
    return face.length === 1 ? betweenCorners(face[0]) : fromEdge(face[0], face[1]);
  }

  /** Add to `known` the places whose score may be as extreme as the best of those there; whether any was new. */
  near(u, known) {
    const before = known.plus.size + known.minus.size;
    const plus = this.scores(this.plus, u);
    const minus = this.scores(this.minus, u);
    const lowest = Math.min(...[...known.plus].map((k) => plus[k])) + this.error(u);
    const highest = Math.max(...[...known.minus].map((k) => minus[k])) - this.error(u);
    plus.forEach((s, k) => s <= lowest && known.plus.add(k));
    minus.forEach((s, k) => s >= highest && known.minus.add(k));
    return known.plus.size + known.minus.size > before;
  }
}

function placeOfLowest(values) {
  return values.reduce((best, value, k) => (value < values[best] ? k : best), 0);
}

function placeOfHighest(values) {
  return values.reduce((best, value, k) => (value > values[best] ? k : best), 0);
}

function betweenCorners(c) {
  const x = c.px - c.qx;
  const y = c.py - c.qy;
  const squared = x * x + y * y;
  if (!(squared > 1e-290 && squared < 1e290)) return null;
  const w = [(2 * x) / squared, (2 * y) / squared];
  return { separable: true, plus: [c.i], minus: [c.j], weightsPlus: [1], weightsMinus: [1], w, squared };
}

/** Weights, normal and distance of a corner and an edge, or null when doubles lose too many digits. */
function fromEdge(a, b) {
  const isPlus = a.j === b.j;
  const [ex, ey, vx, vy] = isPlus
    ? [b.px - a.px, b.py - a.py, a.qx - a.px, a.qy - a.py]
    : [b.qx - a.qx, b.qy - a.qy, a.px - a.qx, a.py - a.qy];
  const length = ex * ex + ey * ey;
  const left = ex * vy;
  const right = ey * vx;
  const along = ex * vx + ey * vy;
  const cross = left - right;
  const rounding = 1e-15 * (Math.abs(ex * vx) + Math.abs(ey * vy) + length);
  if (Math.abs(cross) < CANCELLATION * (Math.abs(left) + Math.abs(right))) return null;
  if (!(rounding < along && along < length - rounding)) return null;
  const t = along / length;
  const factor = (isPlus ? -2 : 2) / cross;
  const w = [-ey * factor, ex * factor];
  const edge = [1 - t, t];
  const places = isPlus ? { plus: [a.i, b.i], minus: [a.j] } : { plus: [a.i], minus: [a.j, b.j] };
  const weights = isPlus ? { weightsPlus: edge, weightsMinus: [1] } : { weightsPlus: [1], weightsMinus: edge };
  return { separable: true, ...places, ...weights, w, squared: (cross * cross) / length };
}

/** Some points of both classes in whole numbers: the same questions, answered exactly. */
class WholeClouds {
  constructor(clouds, known) {
    const plus = [...known.plus].sort((a, b) => a - b);
    const minus = [...known.minus].sort((a, b) => a - b);
    const { points, scale } = wholePoints([...plus.map((k) => clouds.plus[k]), ...minus.map((k) => clouds.minus[k])]);
    this.scale = /** @type {any} */ (scale);
    this.plus = new Map(plus.map((k, at) => [k, points[at]]));
    this.minus = new Map(minus.map((k, at) => [k, points[plus.length + at]]));
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
    const largest = (a, b) => (a > b ? a : b);
    const least = (a, b) => (a < b ? a : b);
    const twiceMiddle = largest(plus[0].at, minus[0].at) + least(plus.at(-1).at, minus.at(-1).at);
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
