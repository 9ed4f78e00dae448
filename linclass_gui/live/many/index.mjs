// K classes: fitMany(method, parameters, points with labels, names, sentences) -> scores of the classes, decision, and outcome.
//
// An answer has `values(point)`: the scores of the classes, or those of the two-class fits of a scheme; `predict(values)` is the class
// that errors are counted by, and `decide(values)` the class that a place has, -1 where none.  `lines` are the linear functions of the
// values at whose zeros the decision changes.

import { largest, onlyLargest } from "../linear.mjs";
import { STATUS } from "../numbers.mjs";
import { isOutOfRange, momentsOfClasses, ofClass, placesIn, summedScore } from "../problem.mjs";
import { manyFisher, manyGaussian, nearestMean, oneHot } from "./closed.mjs";
import { levelled, scoreRounding } from "../ties.mjs";
import { pairsOf, scheme } from "./schemes.mjs";
import { fitSoftmax } from "./softmax.mjs";

const FORMS = { MeanDifference: nearestMean, Fisher: manyFisher, LeastSquares: oneHot, GaussianGenerative: manyGaussian, Softmax: fitSoftmax };

/** The answer of one method for `points` [x1, x2, label] of classes `names`; `parameters.scheme` says how two-class fits decide. */
export function fitMany(name, parameters, points, names, say) {
  const K = names.length;
  const groups = names.map((_, k) => placesIn(ofClass(points, k)));
  const present = names.map((_, k) => k).filter((k) => groups[k].length);
  if (present.length < 2) {
    const words = present.length ? say.manyOneClass.replace("{}", () => names[present[0]]) : say.manyNoPoints;
    return { b: NaN, status: STATUS.NO_DATA, sentence: words };
  }
  if (isOutOfRange(points)) return { b: NaN, status: STATUS.NOT_APPLICABLE, sentence: say.outOfRange };
  if (!(name in FORMS) || (present.length === 2 && name !== "Softmax")) return scheme(name, parameters, { points, K, present, names }, say);
  const found = FORMS[name](momentsOfClasses(present.map((k) => groups[k])), parameters, say, present.map((k) => names[k]));
  return found.W ? { ...found, b: 0, ...largestOf(found, present, K, points) } : { ...found, b: NaN };
}

/** The largest of affine or quadratic scores decides. */
function largestOf({ W, centre, atCentre, quadratic }, present, K, points) {
  const models = W.map((w, at) => ({ w, centre, atCentre: atCentre[at], quadratic: quadratic?.[at] }));
  const rounding = Math.max(...models.map((model) => scoreRounding(points, model)));
  const values = (p) => {
    const scores = new Array(K).fill(-Infinity);
    present.forEach((k, at) => (scores[k] = summedScore(models[at], p)));
    return levelled(scores, rounding);
  };
  const lines = pairsOf(present).map(([one, other]) => (scores) => scores[one] - scores[other]);
  return { values, predict: largest, decide: onlyLargest, lines, isCurved: Boolean(quadratic) };
}
