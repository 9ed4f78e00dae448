// The hard margin: the perpendicular bisector of the closest pair of the hulls, or the point that both share.

import { separabilityOf } from "../hulls.mjs";
import { STATUS, general } from "../numbers.mjs";
import { NO_MODEL, affine } from "../problem.mjs";

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
  const words = [general(distance), general(distance / 2), String(count)];
  const sentence = say.hard.replace(/\{\}/g, () => words.shift());
  // The score of a supporting point is exactly 1, so that point is the centre of the numbers.
  const model = affine(proof.w, problem.X[proof.rowsPlus[0]], 1);
  return { ...model, alpha, bound: Infinity, objective: scale, status: STATUS.CONVERGED, sentence, proof };
}

function meetingWords(proof, say) {
  const point = `(${proof.commonPoint.map((value) => general(value)).join(", ")})`;
  const isOne = proof.rowsPlus.length === 1 && proof.rowsMinus.length === 1;
  return (isOne ? say.hardSamePoint : proof.touching ? say.hardTouching : say.hardOverlap).replace("{}", () => point);
}
