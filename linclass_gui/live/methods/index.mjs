// The methods of the page by the names of their classes in `solvers`: fit(problem, parameters, sentences) -> model and outcome.

import { isMapped } from "../maps.mjs";
import { STATUS } from "../numbers.mjs";
import { NO_MODEL, isOutOfRange, problemOf } from "../problem.mjs";
import { scoreRounding, valueRounding } from "../ties.mjs";
import { fitFisher, fitGaussian, fitLeastSquares, fitMeanDifference } from "./closed.mjs";
import { fitLogistic } from "./logistic.mjs";
import { fitMappedLogistic } from "./mapped_logistic.mjs";
import { fitHoKashyap } from "./ho_kashyap.mjs";
import { fitHardMargin } from "./margins.mjs";
import { fitNaiveBayes } from "./naive_bayes.mjs";
import { fitPerceptron, fitRelaxation } from "./perceptron.mjs";
import { fitMappedMargin } from "./smo.mjs";
import { fitSoftMargin } from "./soft.mjs";

export const METHODS = {
  MeanDifference: fitMeanDifference,
  Fisher: fitFisher,
  LeastSquares: fitLeastSquares,
  GaussianGenerative: fitGaussian,
  LogisticRegression: fitLogistic,
  HardMarginSVM: fitHardMargin,
  SoftMarginSVM: fitSoftMargin,
  HoKashyap: fitHoKashyap,
  MultinomialNaiveBayes: fitNaiveBayes,
  Perceptron: fitPerceptron,
  Relaxation: fitRelaxation,
};

// The methods in the space of a map or a kernel.
export const MAPPED = { SoftMarginSVM: fitMappedMargin, LogisticRegression: fitMappedLogistic };

/** The answer of one method for points `X` with signs `y`; in the space of a map it may begin with the `last` answer for nearly these. */
export function fit(name, parameters, X, y, say, last = null) {
  const problem = problemOf(X, y);
  if (!problem.n) return { ...NO_MODEL, status: STATUS.NO_DATA, sentence: say.noPoints };
  if (!problem.plus.length || !problem.minus.length) {
    const missing = problem.plus.length ? "−" : "+";
    return { ...NO_MODEL, status: STATUS.NO_DATA, sentence: say.noClass.replace("{}", () => missing) };
  }
  if (isOutOfRange(X)) return { ...NO_MODEL, status: STATUS.NOT_APPLICABLE, sentence: say.outOfRange };
  const answer = isMapped(parameters) ? MAPPED[name](problem, parameters, say, last) : METHODS[name](problem, parameters, say);
  const rounding = answer.at ? valueRounding(X.map(answer.at)) : scoreRounding(X, answer);
  return { ...answer, rounding: name === "HardMarginSVM" ? Math.min(rounding, 0.5) : rounding }; // half a margin that is proved is none
}
