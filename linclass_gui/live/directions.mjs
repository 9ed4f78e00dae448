// Fisher's direction and the least-squares weights from centred points, whatever their rank.

import { dot, norm, singularOfTwo, sumOf } from "./linear.mjs";
import { EPS } from "./numbers.mjs";
import { traceOf } from "./problem.mjs";

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
  const deviations = [moments.plus, moments.minus].flatMap((one) => one.points.map((u) => [u[0] - one.mean[0], u[1] - one.mean[1]]));
  const sizes = [0, 1].map((k) => Math.sqrt(within[k][k]));
  const constant = sizes.map((size, k) => size <= Math.sqrt(n) * noise[k] + 16 * EPS * Math.sqrt(total[k][k]));
  const scale = sizes.map((size, k) => (constant[k] ? 1 : size));
  const columns = [0, 1].map((k) => deviations.map((u) => (constant[k] ? 0 : u[k] / scale[k])));
  const { values, basis } = singularOfTwo(...columns);
  const rounding = EPS * norm(reach.map((r, k) => r / scale[k])) * Math.sqrt(n);
  const isKept = values.map((value) => values[0] > 0 && value > Math.max(RANK * values[0], rounding));
  const scaled = d.map((value, k) => value / scale[k]);
  const missing = basis.filter((_, k) => !isKept[k]);
  const empty = missing.length === 2 ? [[1, 0], [0, 1]] : missing.map((v) => unit(v.map((value, k) => value / scale[k])));
  if (missing.length) {
    const across = norm(missing.map((v) => dot(v, scaled)));
    const least = NULL_PART * norm(scaled) + 2 * norm(noise.map((value, k) => value / scale[k]));
    if (across > least) return { kind: "unbounded", w: onto(empty, d), J: Infinity, gap: 0 };
  }
  const kept = basis.map((v, k) => ({ v, value: values[k] })).filter((_, k) => isKept[k]);
  const coordinates = kept.map(({ v, value }) => dot(v, scaled) / value);
  let w = [0, 1].map((axis) => sumOf(kept, ({ v, value }, k) => (v[axis] * coordinates[k]) / value) / scale[axis]);
  const J = dot(coordinates, coordinates);
  if (missing.length) {
    const part = onto(empty, w);
    w = [w[0] - part[0], w[1] - part[1]];
    return { kind: "pseudo-inverse", w, J, gap: 0 };
  }
  return { kind: "regular", w, J, gap: values[1] < 1e-2 * values[0] ? 1 - criterionAlong(w, moments) / J : 0 };
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

const unit = (v) => v.map((value) => value / norm(v));

function onto(vectors, v) {
  return [0, 1].map((axis) => sumOf(vectors, (each) => each[axis] * dot(each, v)));
}

/** The w that minimises sum (t_i - <w, x_i - mean>)^2 + ridge |w|^2, of smallest norm where it is not unique; `t` sums to 0. */
export function leastSquaresWeights(moments, t, ridge) {
  const root = Math.sqrt(ridge);
  const { n, noise, mean, total } = moments;
  const constant = [0, 1].map((k) => Math.sqrt(total[k][k]) <= Math.sqrt(n) * noise[k]);
  const rows = moments.all.map((u) => [0, 1].map((k) => (constant[k] ? 0 : u[k] - mean[k])));
  if (ridge > 0) rows.push([root, 0], [0, root]);
  const targets = ridge > 0 ? [...t, 0, 0] : t;
  const scale = [0, 1].map((k) => norm2(rows.map((u) => u[k])) || 1);
  const columns = [0, 1].map((k) => rows.map((u) => u[k] / scale[k]));
  const { values, basis } = singularOfTwo(...columns);
  const isKept = values.map((value) => values[0] > 0 && value > RANK * values[0]);
  const kept = basis.map((v, k) => ({ v, value: values[k] })).filter((_, k) => isKept[k]);
  const missing = basis.filter((_, k) => !isKept[k]).map((v) => v.map((value, k) => value / scale[k]));
  const empty = missing.length === 2 ? [[1, 0], [0, 1]] : missing.map(unit);
  let w = [0, 0];
  const size = 0.5 * sumOf(t, Math.abs);
  const pull = (axis) => sumOf(moments.all, (u, i) => t[i] * u[axis]) / size;
  const isNothing = size === 0 || [0, 1].every((axis) => moments.isRounding(pull(axis), axis)); // the targets follow no axis
  for (let round = 0; round < 2 && !isNothing; round++) {
    const rest = rows.map((u, i) => targets[i] - dot(u, w));
    const pulled = columns.map((column) => dot(column, rest));
    const step = [0, 1].map((k) => sumOf(kept, ({ v, value }) => (v[k] * dot(v, pulled)) / (value * value)) / scale[k]);
    const moved = [w[0] + step[0], w[1] + step[1]];
    const part = onto(empty, moved);
    w = [moved[0] - part[0], moved[1] - part[1]];
  }
  return { w, isFullRank: kept.length === 2 };
}

const norm2 = (values) => Math.sqrt(dot(values, values));

/** Whether the points vary along less than a plane, by their total scatter; then the singular values say along which line. */
export function lineOf(moments, most = 1e-14) {
  const { n, noise, total } = moments;
  const constant = [0, 1].map((k) => Math.sqrt(total[k][k]) <= Math.sqrt(n) * noise[k]);
  if (constant[0] || constant[1]) return true;
  const correlation = Math.abs(total[0][1]) / Math.sqrt(total[0][0] * total[1][1]);
  return 1 - correlation <= most * (1 + correlation);
}

/** Whether nothing varies at all. */
export const isOnePlace = (moments) => Math.sqrt(traceOf(moments.total) / moments.n) <= norm(moments.noise);
