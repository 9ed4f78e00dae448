// Logistic regression by damped Newton steps (iteratively reweighted least squares), with a bound of what is left.

import { lineOf } from "../directions.mjs";
import { separabilityOf } from "../hulls.mjs";
import { both, dot, largestSize, meanOf, minimum, singularOfTwo, solverOf, sumOf } from "../linear.mjs";
import { EPS, STATUS, certified, countWords } from "../numbers.mjs";
import { affine, marginsOf, meanLoss, momentsOf, traceOf } from "../problem.mjs";

const NEARLY_NO_PENALTY = 1e-8; // in units of the squared spread: its minimiser stands for the limit where the classes touch
const SMALL_LOSS = 1e-3;
const UNFELT_PENALTY = 1e-13; // likewise: on a line it chooses the shortest w, and is not felt

export function fitLogistic(problem, { l2 = 1e-3 }, say) {
  const moments = momentsOf(problem);
  if (moments.coincide) {
    const model = affine([0, 0], moments.centre, Math.log(moments.plus.n / moments.minus.n));
    const status = l2 > 0 || !lineOf(moments) ? STATUS.CONVERGED : STATUS.SINGULAR;
    return { ...model, objective: meanLoss(marginsOf(problem, model)), gap: 0, status, sentence: say.zeroOfMeans };
  }
  const isOnLine = l2 === 0 && mixedOnLine(moments);
  let penalty = isOnLine ? (UNFELT_PENALTY * traceOf(moments.total)) / problem.n : l2;
  let unbounded = "";
  if (l2 === 0 && !isOnLine) {
    const proof = separabilityOf(problem);
    if (proof.separable) return hardMarginDirection(problem, proof, say);
    if (proof.touching) {
      penalty = (NEARLY_NO_PENALTY * traceOf(moments.total)) / problem.n;
      unbounded = say.logisticTouching;
    }
  }
  const standard = standardCoordinates(moments, penalty);
  const { theta, steps, isFlat } = minimised(standard);
  const model = affine(standard.basis.map((row) => dot(row, theta)), standard.centre, theta.at(-1));
  const objective = meanLoss(marginsOf(problem, model)) + l2 * dot(model.w, model.w);
  const fit = { ...model, objective };
  if (unbounded) return { ...fit, status: STATUS.UNBOUNDED, sentence: unbounded };
  if (isFlat) return { ...fit, status: STATUS.BUDGET, sentence: say.logisticFlat };
  // What rounding takes on the way to x1 and x2 is part of the gap.
  const inCoordinates = meanLoss(standard.Z[0].map((_, i) => marginAt(standard.Z, theta, i)));
  const sizes = moments.all.map((u) => Math.abs(model.w[0] * u[0]) + Math.abs(model.w[1] * u[1]));
  const lost = Math.abs(objective - l2 * dot(model.w, model.w) - inCoordinates) + (2 * EPS * sumOf(sizes)) / problem.n;
  const gap = (excess(standard, theta) + lost) / Math.max(objective, SMALL_LOSS);
  const ended = certified({ ...fit, gap }, () => say.logistic.replace("{}", () => countWords(steps, "step")), say);
  return isOnLine && ended.status === STATUS.CONVERGED ? { ...ended, status: STATUS.SINGULAR, sentence: say.undetermined } : ended;
}

/** The separating direction of largest margin, scaled so that the closest points have y f = 1. */
function hardMarginDirection(problem, proof, say) {
  const middle = meanOf([proof.closestPlus, proof.closestMinus]);
  const model = affine(proof.w, middle, 0);
  return { ...model, objective: meanLoss(marginsOf(problem, model)), status: STATUS.UNBOUNDED, sentence: say.logisticSeparable };
}

/** Whether the points vary along a line only, but for the rounding of their coordinates, and are mixed on it: then a finite minimum exists. */
function mixedOnLine({ all, plus, noise, isConstant, spread }) {
  const columns = both((k) => all.map((u) => (isConstant[k] ? 0 : u[k] / spread[k])));
  const { values, basis: [along] } = singularOfTwo(...columns);
  const rounding = Math.max(1e-14, ...both((k) => noise[k] / spread[k]));
  if (values[1] > rounding * values[0]) return false;
  const at = all.map((_, i) => along[0] * columns[0][i] + along[1] * columns[1][i]);
  const [p, q] = [at.slice(0, plus.n), at.slice(plus.n)];
  const apart = rounding * largestSize(at);
  return Math.min(...p) < Math.max(...q) - apart && Math.min(...q) < Math.max(...p) - apart;
}

/** The problem in coordinates of size 1: samples z = y (u, 1) as rows of `Z`, penalty `P`, and `basis` for w = basis theta. */
function standardCoordinates(moments, l2) {
  const { n, all, plus, centre, isConstant, spread } = moments;
  const signs = all.map((_, i) => (i < plus.n ? 1 : -1));
  const column = (k) => all.map((u, i) => (isConstant[k] ? 0 : (signs[i] * u[k]) / spread[k]));
  const Z = [column(0), column(1), signs];
  const basis = [[1 / spread[0], 0, 0], [0, 1 / spread[1], 0]];
  return { Z, n, basis, centre, P: [...spread.map((size) => (2 * l2) / size ** 2), 0] };
}

const marginAt = (Z, theta, i) => Z.reduce((sum, row, k) => sum + theta[k] * row[i], 0);
const wrongness = (m) => 1 / (1 + Math.exp(m)); // the probability of the other class

const penalised = (P, theta) => P.map((value, k) => value * theta[k]);

/** Gradient and Hessian of the objective at theta. */
function derivatives({ Z, P, n }, theta) {
  const d = Z.length;
  const g = penalised(P, theta);
  const H = P.map((value, i) => P.map((_, j) => (i === j ? value : 0)));
  for (let i = 0; i < n; i++) {
    const p = wrongness(marginAt(Z, theta, i));
    const weight = p - p * p;
    const z = Float64Array.from(Z, (row) => row[i]);
    for (let j = 0; j < d; j++) {
      g[j] -= (p * z[j]) / n;
      const [row, share] = [H[j], weight * z[j]];
      for (let k = 0; k <= j; k++) row[k] += (share * z[k]) / n;
    }
  }
  for (let j = 0; j < d; j++) for (let k = j + 1; k < d; k++) H[j][k] = H[k][j];
  return { g, H };
}

/** The mean loss of the samples at theta, and its penalty. */
const lossAt = ({ Z, P }, theta) => meanLoss(Z[0].map((_, i) => marginAt(Z, theta, i))) + 0.5 * dot(theta, penalised(P, theta));

/** The minimum for the samples of `standardCoordinates`, from zero or from where an answer nearby is. */
export const minimised = (standard, begin = standard.Z.map(() => 0), most = undefined) => minimum(standard, derivatives, lossAt, begin, most);

/** A bound of how far the objective is above its minimum: the loss is self-concordant (Bach, 2010). */
export function excess(standard, theta) {
  const { Z, n } = standard;
  const { g, H } = derivatives(standard, theta);
  const solved = solverOf(H);
  const direction = solved(g);
  if (!direction) return Infinity;
  const lost = g.map((_, j) => (4 * EPS * sumOf(Z[j], Math.abs)) / n);
  const rounding = solved(lost);
  // No positive curvature is left of H but rounding: it bounds nothing.
  if (!(dot(g, direction) >= 0)) return Infinity;
  const decrement = Math.sqrt(dot(g, direction)) + Math.sqrt(Math.max(0, rounding ? dot(lost, rounding) : 0));
  let longest = 0;
  for (let i = 0; i < n; i++) {
    const z = Z.map((row) => row[i]);
    const square = dot(z, solved(z));
    if (!(square >= 0)) return Infinity;
    longest = Math.max(longest, Math.sqrt(square));
  }
  const u = decrement * longest;
  if (!(u < 0.999)) return Infinity;
  return u < 1e-3 ? 0.5 * decrement * decrement * (1 + u) : (u + (1 - u) * Math.log1p(-u)) / longest ** 2;
}
