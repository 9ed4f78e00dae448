// Multinomial naive Bayes: points are counts of two words, and each class has its own frequencies of them.

import { both, sumOf } from "../linear.mjs";
import { STATUS, filled, general } from "../numbers.mjs";
import { logPriorOdds } from "../offsets.mjs";
import { NO_MODEL, affine, marginsOf, meanLoss, momentsOf } from "../problem.mjs";

export function fitNaiveBayes(problem, { smoothing = 1, priors = "empirical", prior_plus = 0.5 }, say) {
  const wrong = problem.X.findIndex((p) => p.some((value) => value < 0 || Math.floor(value) !== value));
  if (wrong >= 0) {
    const numbers = problem.X[wrong].map((value) => general(value)).join(", ");
    return { ...NO_MODEL, status: STATUS.NOT_APPLICABLE, sentence: filled(say.notCounts, wrong + 1, numbers, "both") };
  }
  const counts = [problem.plusPoints, problem.minusPoints].map((points) => both((word) => sumOf(points, (p) => p[word])));
  const trouble = smoothing > 0 ? "" : ["+", "−"].map((name, k) => troubleOf(name, counts[k], say)).find(Boolean);
  if (trouble) return { ...NO_MODEL, status: STATUS.UNBOUNDED, sentence: trouble };
  const logs = counts.map((of) => of.map((count) => Math.log((count + smoothing) / (of[0] + of[1] + 2 * smoothing))));
  const w = both((word) => logs[0][word] - logs[1][word]);
  const model = affine(w, [0, 0], logPriorOdds(priors, prior_plus, momentsOf(problem)));
  return { ...model, objective: meanLoss(marginsOf(problem, model)), status: STATUS.CONVERGED, sentence: say.wordsCounted };
}

/** Why the frequencies of a class have no logarithms, or nothing. */
function troubleOf(name, counts, say) {
  if (counts[0] && counts[1]) return "";
  return counts[0] || counts[1] ? filled(say.wordNeverSeen, counts[0] ? 2 : 1, name) : filled(say.noWords, name);
}
