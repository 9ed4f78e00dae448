// The methods in closed form: mean difference, Fisher's discriminant, least squares, the Gaussian classifier.

import { fisherDirection, isOnePlace, leastSquaresWeights } from "../directions.mjs";
import { dot, sumOf, times } from "../linear.mjs";
import { EPS, STATUS, filled } from "../numbers.mjs";
import { logPriorOdds, scoreAtCentre } from "../offsets.mjs";
import { NO_MODEL, affine, marginsOf, meanLoss, momentsOf, traceOf } from "../problem.mjs";

const CERTAIN = 1e-7; // a relative distance from the maximum of J above this is said
const NOTHING = 1e-14;

export function fitMeanDifference(problem, { offset = "training-error" }, say) {
  const moments = momentsOf(problem);
  const w = moments.difference;
  if (!w[0] && !w[1]) return { ...NO_MODEL, status: STATUS.SINGULAR, sentence: say.meansCoincide };
  const variance = traceOf(moments.within) / (2 * moments.n);
  const model = affine(w, moments.centre, scoreAtCentre(offset, w, moments, variance));
  return { ...model, status: STATUS.CONVERGED, sentence: say.meanDifference, objective: dot(w, w) };
}

export function fitFisher(problem, { offset = "training-error" }, say) {
  const moments = momentsOf(problem);
  const direction = fisherDirection(moments);
  if (direction.kind === "undefined") return { ...NO_MODEL, status: STATUS.SINGULAR, sentence: say.fisherEqualMeans, J: 0 };
  const model = affine(direction.w, moments.centre, scoreAtCentre(offset, direction.w, moments, 1 / moments.n));
  return { ...model, ...fisherOutcome(direction, moments, say), objective: direction.J, J: direction.J };
}

function fisherOutcome(direction, moments, say) {
  if (direction.kind === "regular") {
    if (direction.gap > CERTAIN) return { status: STATUS.SINGULAR, sentence: say.fisherNearlySingular };
    return { status: STATUS.CONVERGED, sentence: say.fisher };
  }
  if (direction.kind === "pseudo-inverse") return { status: STATUS.SINGULAR, sentence: say.fisherOnLine };
  const spread = traceOf(moments.within) > moments.n * dot(moments.noise, moments.noise);
  return { status: STATUS.UNBOUNDED, sentence: spread ? say.fisherUnbounded : say.fisherOnePlace };
}

export function fitLeastSquares(problem, { ridge = 0 }, say) {
  const moments = momentsOf(problem);
  const t = [...moments.plus.points.map(() => 1), ...moments.minus.points.map(() => -1)];
  const mean = (moments.plus.n - moments.minus.n) / moments.n;
  const { w, isFullRank } = leastSquaresWeights(moments, t.map((value) => value - mean), ridge);
  const model = affine(w, moments.centre, mean - dot(w, moments.mean));
  const squares = sumOf(marginsOf(problem, model), (margin) => (1 - margin) ** 2);
  const sentence = !w[0] && !w[1] ? say.zeroOfMeans : isFullRank ? say.leastSquares : say.undetermined;
  const outcome = { status: isFullRank ? STATUS.CONVERGED : STATUS.SINGULAR, sentence };
  return { ...model, ...outcome, objective: squares + ridge * dot(w, w) };
}

export function fitGaussian(problem, parameters, say) {
  const { covariance = "shared", priors = "empirical", prior_plus = 0.5, estimate = "maximum-likelihood" } = parameters;
  const moments = momentsOf(problem);
  const prior = logPriorOdds(priors, prior_plus, moments);
  const constant = affine([0, 0], moments.centre, prior);
  const fit = isOnePlace(moments)
    ? { ...constant, status: STATUS.SINGULAR, sentence: say.gaussianNoSpread }
    : covariance === "shared"
      ? sharedCovariance(moments, prior, estimate, constant, say)
      : separateCovariances(moments, prior, estimate, covariance === "diagonal", say);
  return { ...fit, objective: meanLoss(marginsOf(problem, fit)) };
}

function sharedCovariance(moments, prior, estimate, constant, say) {
  const direction = fisherDirection(moments);
  if (direction.kind === "undefined") return { ...constant, status: STATUS.CONVERGED, sentence: say.gaussianEqualMeans };
  if (direction.kind === "unbounded") {
    const model = affine(direction.w, moments.centre, scoreAtCentre("midpoint", direction.w, moments, 0));
    return { ...model, status: STATUS.UNBOUNDED, sentence: say.gaussianAcross };
  }
  const count = Math.max(estimate === "maximum-likelihood" ? moments.n : moments.n - 2, 1);
  const w = direction.w.map((value) => count * value);
  const model = affine(w, moments.centre, prior - dot(w, moments.midpoint));
  if (direction.kind === "pseudo-inverse") return { ...model, status: STATUS.SINGULAR, sentence: say.gaussianOnLine };
  return { ...model, status: STATUS.CONVERGED, sentence: say.gaussian };
}

function separateCovariances(moments, prior, estimate, isDiagonal, say) {
  const count = (one) => (estimate === "maximum-likelihood" ? one.n : Math.max(one.n - 1, 1));
  const plus = densityOf(moments, moments.plus, count(moments.plus), isDiagonal);
  const minus = densityOf(moments, moments.minus, count(moments.minus), isDiagonal);
  const widened = [...(plus.isWidened ? ["class +"] : []), ...(minus.isWidened ? ["class −"] : [])];
  if (areAlike([plus.precision, minus.precision], moments)) {
    const w = times(meanPrecision([plus.precision, minus.precision]), moments.difference);
    const straight = affine(w, moments.centre, prior - dot(w, moments.midpoint));
    return { ...straight, ...densityOutcome(moments.coincide ? say.gaussianOneDensity : say.gaussian, widened, say) };
  }
  const quadratic = [0, 1].map((i) => [0, 1].map((j) => 0.5 * (minus.precision[i][j] - plus.precision[i][j])));
  const slope = [0, 1].map((i) => dot(plus.precision[i], moments.plus.mean) - dot(minus.precision[i], moments.minus.mean));
  const atCentre = prior + plus.atCentre - minus.atCentre;
  const { centre } = moments;
  const w = slope.map((value, i) => value - 2 * dot(quadratic[i], centre));
  const b = atCentre - dot(slope, centre) + dot(centre, quadratic.map((row) => dot(row, centre)));
  const model = { w, b, quadratic, slope, centre, atCentre };
  return { ...model, ...densityOutcome(say.gaussian, widened, say) };
}

/** The sentence of the estimates; `widened` are the classes without a density of their own. */
export const densityOutcome = (words, widened, say) =>
  widened.length
    ? { status: STATUS.SINGULAR, sentence: filled(say.gaussianWidened, `of ${widened.join(" and ")}`) }
    : { status: STATUS.CONVERGED, sentence: words };

/** Whether precision matrices differ by nothing but rounding, so that the boundaries between them are straight. */
export function areAlike(precisions, { n, total, noise, reach }) {
  const spread = [0, 1].map((k) => Math.sqrt(total[k][k] / n)).map((size, k) => (size > noise[k] ? size : 1));
  const scaled = precisions.map((P) => [P[0][0] * spread[0] * spread[0], P[0][1] * spread[0] * spread[1], P[1][1] * spread[1] * spread[1]]);
  const rounding = Math.max(...[0, 1].map((k) => (2 * noise[k] + 16 * EPS * reach[k]) / spread[k]));
  const size = Math.max(...scaled.map(([a, b, c]) => Math.hypot(a, b, b, c)));
  const apart = Math.max(...[0, 1, 2].map((k) => Math.max(...scaled.map((P) => P[k])) - Math.min(...scaled.map((P) => P[k]))));
  return apart <= Math.min(rounding * size, 1e-6) * size;
}

export const meanPrecision = (precisions) =>
  [0, 1].map((i) => [0, 1].map((j) => sumOf(precisions, (P) => P[i][j]) / precisions.length));

/** The precision matrix of one class, `scatter / count` its covariance, and its log-density at the centre, without -ln(2 pi). */
export function densityOf(moments, one, count, isDiagonal) {
  const covariance = one.scatter.map((row, i) => row.map((value, j) => (isDiagonal && i !== j ? 0 : value / count)));
  const spread = [0, 1].map((k) => moments.total[k][k] / moments.n);
  const widening = wideningOf(covariance, spread, moments.noise.map((value) => value * value));
  const widened = covariance.map((row, i) => row.map((value, j) => value + (widening && i === j ? widening[i] : 0)));
  const sizes = [0, 1].map((k) => Math.sqrt(widened[k][k]));
  const rho = widened[0][1] / sizes[0] / sizes[1];
  const determinant = 1 - rho * rho;
  const precision = [
    [1 / determinant / sizes[0] / sizes[0], -rho / determinant / sizes[0] / sizes[1]],
    [-rho / determinant / sizes[0] / sizes[1], 1 / determinant / sizes[1] / sizes[1]],
  ];
  const logarithm = Math.log(determinant) + 2 * (Math.log(sizes[0]) + Math.log(sizes[1]));
  const square = dot(one.mean, precision.map((row) => dot(row, one.mean)));
  return { precision, atCentre: -0.5 * (square + logarithm), isWidened: widening !== null };
}

/** What is added to the variances of a class that has no density of its own, else null. */
function wideningOf(covariance, spread, noise) {
  const variances = [covariance[0][0], covariance[1][1]];
  const isFlat = variances.some((value, k) => value <= noise[k] + NOTHING * spread[k]);
  const rho = Math.abs(covariance[0][1]) / Math.sqrt(variances[0] * variances[1]);
  if (!isFlat && 1 - rho > NOTHING) return null;
  return spread.map((value, k) => 1e-6 * (value > noise[k] ? value : spread[0] + spread[1]));
}
