// Where to cut along a direction: the offset rules, and the threshold with the fewest training errors.

import { dot, sumOf } from "./linear.mjs";
import { EPS } from "./numbers.mjs";

/** The score at the centre for a direction `w`; `variance` is the factor between w and the weights of the Gaussian classifier. */
export function scoreAtCentre(rule, w, moments, variance) {
  const middle = dot(w, moments.midpoint);
  if (rule === "midpoint") return -middle;
  if (rule === "prior") return -middle + variance * logPriorOdds("empirical", NaN, moments);
  if (rule === "least-squares") return leastSquaresScore(w, moments);
  const along = (points) => points.map((u) => dot(w, u));
  const rounding = sumOf(w, (value, k) => Math.abs(value) * (8 * EPS * moments.reach[k] + moments.noise[k]));
  return -bestThreshold(along(moments.plus.points), along(moments.minus.points), middle, rounding);
}

function leastSquaresScore(w, moments) {
  const { plus, minus, n } = moments;
  const covariance = ((2 * plus.n * minus.n) / n) * dot(w, moments.difference);
  if (!covariance) return -dot(w, moments.mean);
  const scores = moments.all.map((u) => dot(w, u));
  const mean = sumOf(scores) / n;
  const variance = sumOf(scores, (s) => (s - mean) ** 2);
  return -dot(w, moments.mean) + (((plus.n - minus.n) / n) * variance) / covariance;
}

/** The threshold t with the fewest errors #(p <= t) + #(q > t): the centre of the widest interval of best ones.
 *
 * Of equally wide intervals the one nearest to `midpoint` counts, of two as near the lower one; projections closer than `rounding` are equal.  Where only an
 * unbounded interval is best, everything is given to the larger class.
 */
export function bestThreshold(p, q, midpoint, rounding) {
  const low = Math.min(...p);
  const high = Math.max(...q);
  const least = Math.max(rounding, 4 * EPS * Math.max(Math.abs(low), Math.abs(high)), 2 ** -1022);
  if (low - high > least) return 0.5 * (low + high);
  const sorted = [...p.map((at) => ({ at, step: 1 })), ...q.map((at) => ({ at, step: -1 }))].sort((a, b) => a.at - b.at);
  const cuts = [];
  let errors = q.length;
  let fewest = errors; // at the left end, where everything is class +
  sorted.forEach(({ at, step }, k) => {
    errors += step;
    const width = k + 1 < sorted.length ? sorted[k + 1].at - at : Infinity;
    if (width > least) fewest = Math.min(fewest, errors);
    if (width > least && width < Infinity) cuts.push({ errors, width, middle: 0.5 * (at + sorted[k + 1].at) });
  });
  const best = cuts.filter((cut) => cut.errors === fewest);
  if (!best.length) return beyond(p, q, sorted[0].at, sorted.at(-1).at);
  const widest = Math.max(...best.map((cut) => cut.width));
  const wide = best.filter((cut) => cut.width >= widest - 4 * least);
  const away = wide.map((cut) => Math.abs(cut.middle - midpoint));
  return wide[away.findIndex((each) => each <= Math.min(...away) + 4 * least)].middle;
}

function beyond(p, q, bottom, top) {
  const step = 0.05 * (top - bottom) || Math.max(1, Math.abs(top));
  return q.length <= p.length ? bottom - step : top + step;
}

/** ln(p+/p-) for the class frequencies, for 1/2 each, or for a given prior of class +. */
export function logPriorOdds(priors, priorPlus, moments) {
  if (priors === "empirical") return Math.log(moments.plus.n / moments.minus.n);
  return priors === "given" ? Math.log(priorPlus / (1 - priorPlus)) : 0;
}
