// The hard margin: the perpendicular bisector of the closest pair of the hulls, or the point that both share.

import { separabilityOf } from "../hulls.mjs";
import { both, dot, less, sumOf } from "../linear.mjs";
import { EPS, STATUS, certified, filled, general } from "../numbers.mjs";
import { NO_MODEL, affine, marginsOf } from "../problem.mjs";

export function fitHardMargin(problem, _, say) {
  const proof = separabilityOf(problem);
  if (!proof.separable) return { ...NO_MODEL, status: STATUS.NOT_SEPARABLE, sentence: meetingWords(proof, say), proof };
  if (!(proof.squared > 1e-300)) return { ...NO_MODEL, status: STATUS.BUDGET, sentence: say.hardTooClose, proof };
  const scale = 2 / proof.squared;
  const alpha = new Array(problem.n).fill(0);
  proof.rowsPlus.forEach((row, k) => (alpha[row] = scale * proof.weightsPlus[k]));
  proof.rowsMinus.forEach((row, k) => (alpha[row] = scale * proof.weightsMinus[k]));
  const distance = Math.sqrt(proof.squared);
  const count = proof.rowsPlus.length + proof.rowsMinus.length;
  const sentence = filled(say.hard, general(distance), general(distance / 2), count);
  // The score of a supporting point is exactly 1, so that point is the centre of the numbers.
  const model = affine(proof.w, problem.X[proof.rowsPlus[0]], 1);
  const answer = { ...model, alpha, bound: Infinity, objective: scale, proof };
  const { gap } = hardMarginBounds(problem, model, alpha);
  const { status, sentence: ending } = certified({ gap }, () => sentence, say);
  const isDone = status === STATUS.CONVERGED;
  return { ...answer, status, sentence: isDone ? ending : `${ending} ${say.noDigits}` };
}

/** The objective of w in doubles, stretched until all margins less their rounding reach 1, and its gap to the dual of alpha. */
function hardMarginBounds(problem, model, alpha) {
  const { X, y } = problem;
  const rounding = 2 * EPS; // of a sum of products, as a part of the sum of their sizes
  const { w, centre, atCentre } = model;
  const offsets = X.map((point) => less(point, centre));
  const sizeAt = (u) => Math.abs(w[0] * u[0]) + Math.abs(w[1] * u[1]) + Math.abs(atCentre);
  const lowest = Math.min(...marginsOf(problem, model).map((margin, row) => margin - rounding * sizeAt(offsets[row])));
  const reached = Math.max(0, Math.min(1, lowest));
  const sumOfClass = (sign) => sumOf(alpha, (value, row) => (y[row] === sign ? value : 0));
  const sums = { 1: sumOfClass(1), [-1]: sumOfClass(-1) };
  const least = Math.min(sums[1], sums[-1]);
  const fair = alpha.map((value, row) => (value * least) / sums[y[row]]);
  const longest = both((axis) => {
    const sum = sumOf(fair, (value, row) => value * y[row] * offsets[row][axis]);
    return Math.abs(sum) + rounding * sumOf(fair, (value, row) => value * Math.abs(offsets[row][axis]));
  });
  const primal = (0.5 * dot(w, w)) / (reached * reached);
  const dual = 2 * least - 0.5 * dot(longest, longest);
  return { gap: Number.isFinite(primal) ? (primal - dual) / primal : Infinity };
}

function meetingWords(proof, say) {
  const point = `(${proof.commonPoint.map((value) => general(value)).join(", ")})`;
  const isOne = proof.rowsPlus.length === 1 && proof.rowsMinus.length === 1;
  return (isOne ? say.hardSamePoint : proof.touching ? say.hardTouching : say.hardOverlap).replace("{}", () => point);
}
