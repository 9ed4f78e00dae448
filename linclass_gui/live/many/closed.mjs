// The closed forms of K classes: nearest mean, Fisher's projections, one-hot least squares, the Gaussian classifier.

import { RANK, isOnePlace, leastSquaresWeights } from "../directions.mjs";
import { both, counted, dot, norm, singularOfTwo, sumOf, times } from "../linear.mjs";
import { densityOutcome, ownDensities, sharedDensity } from "../methods/closed.mjs";
import { STATUS } from "../numbers.mjs";
import { placesOf, residualsOf, traceOf } from "../problem.mjs";

// Scores are affine, `f_k(x) = <W_k, x - centre> + f_k(centre)`.

export function nearestMean(moments, { offset }, say) {
  const { offsets, mean, classes, within, n } = moments;
  if (!offsets.some((d) => d[0] || d[1])) return { status: STATUS.SINGULAR, sentence: say.manyMeansCoincide };
  const variance = traceOf(within) / (2 * n);
  const prior = (one) => (offset === "prior" ? variance * Math.log(one.n / n) : 0);
  const atCentre = offsets.map((d, k) => -0.5 * dot(d, d) - dot(d, mean) + prior(classes[k]));
  const isDistinct = new Set(offsets.map(String)).size === classes.length;
  const outcome = isDistinct ? { status: STATUS.CONVERGED, sentence: say.manyNearest } : { status: STATUS.SINGULAR, sentence: say.manySomeEqual };
  return { W: offsets, centre: moments.centre, atCentre, ...outcome, objective: traceOf(within) };
}

/** The solutions of C_B w = lambda C_W w, lambdas falling, at most K - 1; those of an infinite lambda have length 1. */
function projectionsOf(moments) {
  const { n, K, noise, total, offsets, classes, isConstant } = moments;
  const sizes = both((k) => (isConstant[k] ? 1 : Math.sqrt(total[k][k])));
  const scaled = (u, factor = 1) => both((k) => (isConstant[k] ? 0 : (factor * u[k]) / sizes[k]));
  const between = offsets.map((d, k) => scaled(d, Math.sqrt(classes[k].n)));
  const inside = residualsOf(moments).map((u) => scaled(u));
  const { values, basis } = singularOfTwo(...both((k) => inside.map((u) => u[k])));
  const rounding = Math.max(0, ...both((k) => (isConstant[k] ? 0 : (Math.sqrt(n) * noise[k]) / sizes[k])));
  const isNull = values.map((value) => value <= Math.max(RANK * Math.max(1, values[0]), rounding));
  const regular = basis.map((v, k) => v.map((value) => value / values[k])).filter((_, k) => !isNull[k]);
  const missing = basis.filter((_, k) => isNull[k]);
  const size = sumOf(between, (d) => dot(d, d));
  const ways = [
    ...principal(missing, between).filter(({ value }) => value > RANK * size).map(({ w }) => ({ w, value: Infinity })),
    ...principal(regular, between),
  ].slice(0, K - 1);
  const rows = ways.map(({ w, value }) => {
    const own = w.map((each, k) => each / sizes[k]);
    const [unfelt] = missing.map((v) => unit(both((k) => v[k] / sizes[k])));
    const shortest = unfelt && value < Infinity ? own.map((each, k) => each - dot(own, unfelt) * unfelt[k]) : own;
    return { w: value === Infinity ? unit(own) : shortest, value };
  });
  return { rows, isSingular: isNull.every(Boolean) || isNull.some((each) => each) && !isConstant.some(Boolean) };
}

const unit = (v) => v.map((each) => each / norm(v));

/** The directions in the span of `basis` along which the vectors vary most, with their sums of squares. */
function principal(basis, vectors) {
  if (!basis.length) return [];
  const columns = basis.map((v) => vectors.map((d) => dot(v, d)));
  const { values, basis: turned } = columns.length > 1 ? singularOfTwo(...columns) : { values: [norm(columns[0])], basis: [[1]] };
  const largest = values[0] ** 2;
  return turned
    .map((t, k) => ({ w: both((axis) => sumOf(t, (share, j) => share * basis[j][axis])), value: values[k] ** 2 }))
    .filter(({ value }) => value > RANK * largest);
}

export function manyFisher(moments, { offset }, say) {
  const { offsets, mean, classes, n } = moments;
  if (!offsets.some((d) => d[0] || d[1])) return { status: STATUS.SINGULAR, sentence: say.manyFisherEqual };
  const { rows, isSingular } = projectionsOf(moments);
  const infinite = rows.filter(({ value }) => value === Infinity);
  const A = (infinite.length ? infinite : rows).map(({ w }) => w); // beside an infinite lambda no other projection counts
  const projected = offsets.map((d) => times(A, d));
  const W = projected.map((p) => both((axis) => sumOf(p, (value, r) => value * A[r][axis])));
  const prior = (one) => (offset === "prior" ? Math.log(one.n / n) / n : 0);
  const atCentre = projected.map((p, k) => -0.5 * dot(p, p) - dot(W[k], mean) + prior(classes[k]));
  const J = Math.max(...rows.map(({ value }) => value));
  const found = { W, centre: moments.centre, atCentre, objective: J, J };
  if (infinite.length) return { ...found, status: STATUS.UNBOUNDED, sentence: say.manyFisherUnbounded };
  if (isSingular) return { ...found, status: STATUS.SINGULAR, sentence: say.manyFisherOnLine };
  return { ...found, status: STATUS.CONVERGED, sentence: say.manyFisher.replace("{}", () => A.length) };
}

export function oneHot(moments, { ridge = 0 }, say, names) {
  const { K, n, classes, mean, all } = moments;
  const places = placesOf(moments);
  const solutions = classes.map((one, k) => leastSquaresWeights(moments, places.map((place) => (place === k ? 1 : 0) - one.n / n), ridge));
  const W = solutions.map((one) => one.w);
  const atCentre = classes.map((one, k) => one.n / n - dot(W[k], mean));
  const scores = all.map((u) => W.map((w, k) => dot(w, u) + atCentre[k]));
  const squares = sumOf(scores, (f, i) => f.reduce((part, value, k) => part + ((places[i] === k ? 1 : 0) - value) ** 2, 0));
  const found = { W, centre: moments.centre, atCentre, objective: squares + ridge * sumOf(W, (w) => dot(w, w)) };
  const isFullRank = solutions.every((one) => one.isFullRank);
  if (!W.some((w) => w[0] || w[1])) return { ...found, status: isFullRank ? STATUS.CONVERGED : STATUS.SINGULAR, sentence: say.zeroOfMeans };
  if (!isFullRank) return { ...found, status: STATUS.SINGULAR, sentence: say.undetermined };
  const predicted = new Set(scores.map((f) => f.indexOf(Math.max(...f))));
  const masked = counted(K, (k) => k).filter((k) => !predicted.has(k));
  const words = masked.length ? say.manyMasked.replace("{}", () => masked.map((k) => names[k]).join(" or ")) : say.leastSquares;
  return { ...found, status: STATUS.CONVERGED, sentence: words };
}

export function manyGaussian(moments, { covariance = "shared", priors = "empirical", estimate = "maximum-likelihood" }, say, names) {
  const { K, n, classes } = moments;
  if (priors === "given") return { status: STATUS.NOT_APPLICABLE, sentence: say.manyGivenPriors.replace("{}", () => K) };
  const logs = classes.map((one) => (priors === "empirical" ? Math.log(one.n / n) : 0));
  const scores = () =>
    covariance === "shared" ? sharedDensity(moments, logs, estimate) : ownDensities(moments, logs, estimate, covariance === "diagonal", names);
  const isNowhere = isOnePlace(moments);
  const found = isNowhere ? { W: classes.map(() => [0, 0]), atCentre: logs } : scores();
  const outcome = isNowhere ? { status: STATUS.SINGULAR, sentence: say.gaussianNoSpread } : densityOutcome(found, moments, say);
  return { ...found, centre: moments.centre, ...outcome, objective: meanLogLoss(moments, found) };
}

/** The mean of -ln p_y, which the estimates do not minimise. */
function meanLogLoss(/** @type {any} */ { all, n, ...moments }, /** @type {any} */ { W, atCentre, quadratic }) {
  const places = placesOf(moments);
  const losses = all.map((u, i) => {
    const f = W.map((w, k) => dot(w, u) + atCentre[k] + (quadratic ? dot(u, times(quadratic[k], u)) : 0));
    return logLoss(f, places[i]);
  });
  return sumOf(losses) / n;
}

/** -ln p_y of scores, with all digits where it is small. */
export function logLoss(f, own) {
  const top = Math.max(...f);
  const ahead = top - f[own];
  const rest = f.reduce((sum, value, k) => sum + (k === own ? 0 : Math.exp(value - top)), ahead > 0 ? Math.exp(-ahead) - 1 : 0);
  return ahead + Math.log1p(rest);
}
