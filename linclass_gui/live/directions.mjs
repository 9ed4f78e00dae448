// Fisher's direction and the least-squares weights from centred points, whatever their rank.

import { both, dot, less, norm, singularOfTwo, sumOf } from "./linear.mjs";
import { EPS } from "./numbers.mjs";
import { residualsOf, traceOf } from "./problem.mjs";

export const RANK = 1e-12; // singular values of scaled columns below this part of the largest are none
const NULL_PART = 1e-9; // a part of m+ - m- along a null direction below this counts as zero

/** The maximiser of J(w) = <w, m+ - m->^2 / <w, C_W w>, with the kind of answer it is.
 *
 * `regular`: w = C_W^-1 (m+ - m-).  `unbounded`: C_W is singular along w, and the means differ there.  `pseudo-inverse`: C_W is
 * singular, but the means differ where it is not.  `undefined`: equal means.
 */
export function fisherDirection(moments) {
  const d = moments.difference;
  if (!d[0] && !d[1]) return { kind: "undefined", w: [0, 0], J: 0, gap: 0 };
  const { n, noise, within, total, reach } = moments;
  const sizes = both((k) => Math.sqrt(within[k][k]));
  const constant = sizes.map((size, k) => size <= Math.sqrt(n) * noise[k] + 16 * EPS * Math.sqrt(total[k][k]));
  const scale = sizes.map((size, k) => (constant[k] ? 1 : size));
  const scaled = (v) => v.map((value, k) => value / scale[k]);
  const rows = residualsOf(moments).map((u) => both((k) => (constant[k] ? 0 : u[k])));
  const { kept, empty } = splitDirections(rows, scale, EPS * norm(scaled(reach)) * Math.sqrt(n));
  if (empty.length) {
    const across = norm(empty.map((v) => dot(v, d) / norm(v.map((value, k) => value * scale[k]))));
    const least = NULL_PART * norm(scaled(d)) + 2 * norm(scaled(noise));
    if (across > least) return { kind: "unbounded", w: onto(empty, d), J: Infinity, gap: 0 };
  }
  const coordinates = kept.map(({ v, value }) => dot(v, scaled(d)) / value);
  const w = both((axis) => sumOf(kept, ({ v, value }, k) => (v[axis] * coordinates[k]) / value) / scale[axis]);
  const J = dot(coordinates, coordinates);
  if (empty.length) return { kind: "pseudo-inverse", w: less(w, onto(empty, w)), J, gap: 0 };
  return { kind: "regular", w, J, gap: kept[1].value < 1e-2 * kept[0].value ? 1 - criterionAlong(w, moments) / J : 0 };
}

/** The directions along which rows vary, in units of `scale`, with their singular values; and unit vectors along which they do not. */
function splitDirections(rows, scale, rounding) {
  const { values, basis } = singularOfTwo(...both((k) => rows.map((u) => u[k] / scale[k])));
  const directions = basis.map((v, k) => ({ v, value: values[k] }));
  const isKept = ({ value }) => values[0] > 0 && value > Math.max(RANK * values[0], rounding);
  const missing = directions.filter((one) => !isKept(one)).map(({ v }) => v.map((value, k) => value / scale[k]));
  const empty = missing.length === 2 ? [[1, 0], [0, 1]] : missing.map((v) => v.map((value) => value / norm(v)));
  return { kept: directions.filter(isKept), empty };
}

/** J of a direction from the projected points themselves. */
export function criterionAlong(w, moments) {
  const parts = [moments.plus, moments.minus].map((one) => {
    const along = one.points.map((u) => dot(w, u));
    const mean = sumOf(along) / one.n;
    return { mean, spread: sumOf(along, (s) => (s - mean) ** 2) };
  });
  return (parts[0].mean - parts[1].mean) ** 2 / (parts[0].spread + parts[1].spread);
}

function onto(vectors, v) {
  return both((axis) => sumOf(vectors, (each) => each[axis] * dot(each, v)));
}

/** The w that minimises sum (t_i - <w, x_i - mean>)^2 + ridge |w|^2, of smallest norm where it is not unique; `t` sums to 0. */
export function leastSquaresWeights(moments, t, ridge) {
  const root = Math.sqrt(ridge);
  const { mean, isConstant } = moments;
  const rows = moments.all.map((u) => both((k) => (isConstant[k] ? 0 : u[k] - mean[k])));
  if (ridge > 0) rows.push([root, 0], [0, root]);
  const targets = ridge > 0 ? [...t, 0, 0] : t;
  const scale = both((k) => Math.sqrt(sumOf(rows, (u) => u[k] ** 2)) || 1);
  const { kept, empty } = splitDirections(rows, scale, 0);
  let w = [0, 0];
  const size = 0.5 * sumOf(t, Math.abs);
  const pull = (axis) => sumOf(moments.all, (u, i) => t[i] * u[axis]) / size;
  const isNothing = size === 0 || [0, 1].every((axis) => moments.isRounding(pull(axis), axis)); // the targets follow no axis
  for (let round = 0; round < 2 && !isNothing; round++) {
    const rest = rows.map((u, i) => targets[i] - dot(u, w));
    const pulled = both((k) => sumOf(rows, (u, i) => (u[k] / scale[k]) * rest[i]));
    const step = both((k) => sumOf(kept, ({ v, value }) => (v[k] * dot(v, pulled)) / (value * value)) / scale[k]);
    const moved = both((k) => w[k] + step[k]);
    w = less(moved, onto(empty, moved));
  }
  return { w, isFullRank: kept.length === 2 };
}

/** Whether the points vary along less than a plane, by their total scatter; then the singular values say along which line. */
export function lineOf(moments) {
  const { total, isConstant } = moments;
  if (isConstant.some(Boolean)) return true;
  const correlation = Math.abs(total[0][1]) / Math.sqrt(total[0][0] * total[1][1]);
  return 1 - correlation <= 1e-14 * (1 + correlation);
}

/** Whether nothing varies at all. */
export const isOnePlace = (moments) => Math.sqrt(traceOf(moments.total) / moments.n) <= norm(moments.noise);
