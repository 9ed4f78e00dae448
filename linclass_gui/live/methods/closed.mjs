// The methods in closed form: mean difference, Fisher's discriminant, least squares, the Gaussian classifier.

import { fisherDirection, isOnePlace, leastSquaresWeights } from "../directions.mjs";
import { both, dot, less, matrixOf, norm, sumOf, times } from "../linear.mjs";
import { EPS, STATUS, filled } from "../numbers.mjs";
import { logPriorOdds, scoreAtCentre } from "../offsets.mjs";
import { NO_MODEL, affine, marginsOf, meanLoss, momentsOf, quadraticModel, residualsOf, traceOf } from "../problem.mjs";

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
  const logs = [logPriorOdds(priors, prior_plus, moments), 0];
  const scores = () =>
    covariance === "shared" ? sharedDensity(moments, logs, estimate) : ownDensities(moments, logs, estimate, covariance === "diagonal", ["class +", "class −"]);
  const fit = isOnePlace(moments)
    ? { ...affine([0, 0], moments.centre, logs[0]), status: STATUS.SINGULAR, sentence: say.gaussianNoSpread }
    : differenceOf(scores(), moments, say);
  return { ...fit, objective: meanLoss(marginsOf(problem, fit)) };
}

/** The score of the first class less that of the second. */
function differenceOf(scores, moments, say) {
  const { W, atCentre, quadratic } = scores;
  const outcome = densityOutcome(scores, moments, say);
  const slope = less(...W);
  const score = atCentre[0] - atCentre[1];
  if (!quadratic) return { ...affine(slope, moments.centre, score), ...outcome };
  return { ...quadraticModel(slope, matrixOf((i, j) => quadratic[0][i][j] - quadratic[1][i][j]), moments.centre, score), ...outcome };
}

/** The same of classes with one covariance. */
export function sharedDensity(moments, logs, estimate) {
  const { within, n, classes } = moments;
  const count = estimate === "maximum-likelihood" ? n : Math.max(n - classes.length, 1);
  const pooled = { scatter: within, mean: [0, 0], points: residualsOf(moments) };
  const { precision, isWidened } = densityOf(moments, pooled, count, false);
  return { ...straightScores(precision, moments, logs), widened: isWidened ? ["all classes together"] : [] };
}

/** Scores `f_k(x) = <W_k, u> + <u, Q_k u> + f_k(centre)` of classes with densities of their own, and the classes whose variances were widened; without Q where all are alike. */
export function ownDensities(moments, logs, estimate, isDiagonal, names) {
  const { classes } = moments;
  const count = (one) => (estimate === "maximum-likelihood" ? one.n : Math.max(one.n - 1, 1));
  const found = classes.map((one) => densityOf(moments, one, count(one), isDiagonal));
  const precisions = found.map(({ precision }) => precision);
  const widened = names.filter((_, k) => found[k].isWidened);
  if (areAlike(precisions, moments)) return { ...straightScores(meanPrecision(precisions), moments, logs), widened };
  const W = found.map(({ precision }, k) => times(precision, classes[k].mean));
  const quadratic = precisions.map((P) => P.map((row) => row.map((value) => -0.5 * value)));
  return { W, atCentre: found.map(({ atCentre }, k) => logs[k] + atCentre), quadratic, widened };
}

/** The scores of classes with one precision matrix. */
export function straightScores(precision, { offsets, mean }, logs) {
  const W = offsets.map((d) => times(precision, d));
  return { W, atCentre: W.map((w, k) => logs[k] - 0.5 * dot(w, offsets[k]) - dot(w, mean)) };
}

/** The sentence of densities; of those `widened` none has a density of its own. */
export function densityOutcome(/** @type {any} */ { quadratic, widened }, { coincide }, say) {
  if (widened.length) return { status: STATUS.SINGULAR, sentence: filled(say.gaussianWidened, `of ${widened.join(" and ")}`) };
  return { status: STATUS.CONVERGED, sentence: coincide && !quadratic ? say.gaussianOneDensity : say.gaussian };
}

/** Whether precision matrices differ by nothing but rounding, so that the boundaries between them are straight. */
function areAlike(precisions, { spread, noise, reach }) {
  const scaled = precisions.map((P) => matrixOf((i, j) => P[i][j] * spread[i] * spread[j]).flat());
  const rounding = Math.max(...both((k) => (2 * noise[k] + 16 * EPS * reach[k]) / spread[k]));
  const size = Math.max(...scaled.map(norm));
  const apart = Math.max(...scaled[0].map((_, k) => Math.max(...scaled.map((P) => P[k])) - Math.min(...scaled.map((P) => P[k]))));
  return apart <= Math.min(rounding * size, 1e-6) * size;
}

const meanPrecision = (precisions) => matrixOf((i, j) => sumOf(precisions, (P) => P[i][j]) / precisions.length);

/** The precision matrix of one class, `scatter / count` its covariance, and its log-density at the centre, without -ln(2 pi). */
export function densityOf(moments, one, count, isDiagonal) {
  const covariance = matrixOf((i, j) => (isDiagonal && i !== j ? 0 : one.scatter[i][j] / count));
  const spread = both((k) => moments.total[k][k] / moments.n);
  const widening = wideningOf(covariance, spread, moments.noise.map((value) => value * value));
  const sizes = both((k) => Math.sqrt(covariance[k][k] + (widening?.[k] ?? 0)));
  const rho = covariance[0][1] / sizes[0] / sizes[1];
  const determinant = 1 - rho * rho;
  const precision = matrixOf((i, j) => (i === j ? 1 : -rho) / determinant / sizes[i] / sizes[j]);
  const logarithm = Math.log(determinant) + 2 * (Math.log(sizes[0]) + Math.log(sizes[1]));
  const square = dot(one.mean, times(precision, one.mean));
  return { precision, atCentre: -0.5 * (square + logarithm), isWidened: widening !== null };
}

/** What is added to the variances of a class that has no density of its own, else null. */
function wideningOf(covariance, spread, noise) {
  const variances = [covariance[0][0], covariance[1][1]];
  const isFlat = variances.some((value, k) => value <= noise[k] + NOTHING * spread[k]);
  const rho = Math.abs(covariance[0][1]) / Math.sqrt(variances[0] * variances[1]);
  if (!isFlat && 1 - rho > NOTHING) return null;
  const varies = spread.map((value, k) => value > noise[k]);
  const isRegular = varies[0] !== varies[1] && varies.every((each, k) => !each || variances[k] > noise[k] + NOTHING * spread[k]);
  return spread.map((value, k) => 1e-6 * (varies[k] ? (isRegular ? 0 : value) : spread[0] + spread[1]));
}
