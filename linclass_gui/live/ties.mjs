// Which scores are equal, by the rule of `solvers/ties.py`: what is less than the rounding of the sum that it is, is nothing.

import { largestSize, meanOf, sumOf } from "./linear.mjs";
import { EPS } from "./numbers.mjs";

const OF_SUMS = 1024 * EPS; // sums over the samples are off by this part of the norm of their terms
const FEW_DIGITS = 1e-6; // coordinates whose rounding is a larger part of their spread are data nevertheless

/** How far scores `<slope, x - centre> + atCentre`, and what is quadratic in them, may be off at `points`. */
export function scoreRounding(points, { w, slope = w, centre, atCentre, quadratic }) {
  const n = points.length;
  const middle = meanOf(points);
  const sizes = middle.map((value, axis) => Math.sqrt(sumOf(points, (p) => (p[axis] - value) ** 2)));
  const noise = middle.map((value, axis) => Math.min(4 * EPS * Math.abs(value), (FEW_DIGITS * sizes[axis]) / Math.sqrt(n)));
  const linear = [0, 1].reduce((sum, axis) => {
    const off = noise[axis] + OF_SUMS * (sizes[axis] + Math.abs(middle[axis] - centre[axis]));
    return sum + off * Math.abs(slope[axis]);
  }, OF_SUMS * Math.abs(atCentre));
  if (!quadratic) return linear;
  const squares = sumOf(quadratic, (row, i) => sumOf(row, (value, j) => sizes[i] * Math.abs(value) * sizes[j]));
  return linear + (OF_SUMS * squares) / Math.sqrt(n);
}

/** The same for scores that are known by their values alone, in units of a margin. */
export const valueRounding = (values) => OF_SUMS * Math.max(largestSize(values), 1);

/** A score, or 0 where it is only rounding. */
export const settledScore = (value, rounding = 0) => (Math.abs(value) < rounding ? 0 : value);

/** Scores of classes: equal ones have the value of the first of them. */
export const levelled = (scores, rounding) =>
  scores.map((value) => scores.find((other) => other === value || Math.abs(other - value) < rounding));
