// Logistic regression by damped Newton steps (iteratively reweighted least squares), with a bound of what is left.

import { lineOf } from "../directions.mjs";
import { separabilityOf } from "../hulls.mjs";
import { both, dot, largestSize, meanOf, singularOfTwo, solve, solverOf, sumOf, times } from "../linear.mjs";
import { EPS, STATUS, certified, countWords } from "../numbers.mjs";
import { affine, marginsOf, meanLoss, momentsOf, traceOf } from "../problem.mjs";

const NEARLY_NO_PENALTY = 1e-8; // in units of the squared spread: its minimiser stands for the limit where the classes touch
const PURE_STEPS = 1e-2; // below this part of the objective a decrement needs no line search
const SLACK = 0.1;
const MOST_NEWTON_STEPS = 200;
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
  return { Z, n, basis, centre, P: [...spread.map((size) => (2 * l2) / size ** 2), 0], reach: longestOf(Z) };
}

export const longestOf = (Z) => Math.max(...Z[0].map((_, i) => sumOf(Z, (row) => row[i] ** 2)));

const marginAt = (Z, theta, i) => Z.reduce((sum, row, k) => sum + theta[k] * row[i], 0);
const wrongness = (m) => 1 / (1 + Math.exp(m)); // the probability of the other class

/** The slope of the objective at theta + t step along the step, for every t. */
function slopesAlong({ Z, P, n }, theta, step) {
  const margins = Z[0].map((_, i) => marginAt(Z, theta, i));
  const change = Z[0].map((_, i) => marginAt(Z, step, i));
  const [at, to] = [dot(penalised(P, theta), step), dot(penalised(P, step), step)];
  return (t) => at + t * to - sumOf(margins, (m, i) => wrongness(m + t * change[i]) * change[i]) / n;
}

const penalised = (P, theta) => P.map((value, k) => value * theta[k]);

/** Gradient, Hessian and a lower bound of the objective at theta. */
function derivatives({ Z, P, n }, theta) {
  const d = Z.length;
  const g = penalised(P, theta);
  const H = P.map((value, i) => P.map((_, j) => (i === j ? value : 0)));
  let total = 0;
  for (let i = 0; i < n; i++) {
    const p = wrongness(marginAt(Z, theta, i));
    total += p;
    const weight = p - p * p;
    const z = Float64Array.from(Z, (row) => row[i]);
    for (let j = 0; j < d; j++) {
      g[j] -= (p * z[j]) / n;
      const [row, share] = [H[j], weight * z[j]];
      for (let k = 0; k <= j; k++) row[k] += (share * z[k]) / n;
    }
  }
  for (let j = 0; j < d; j++) for (let k = j + 1; k < d; k++) H[j][k] = H[k][j];
  return { g, H, bound: total / n + 0.5 * dot(theta, penalised(P, theta)) };
}

/** Newton steps from zero, or from where an answer nearby is, searched along while the decrement says little, until it is rounding, or `most` of them are done. */
export function minimised(standard, begin = new Array(standard.Z.length).fill(0), most = MOST_NEWTON_STEPS) {
  const { Z, reach } = standard;
  let theta = begin;
  let at = derivatives(standard, theta);
  let [previous, isSmall, steps] = [Infinity, false, 0];
  for (let k = 0; k < most; k++) {
    const direction = solve(at.H, at.g);
    if (!direction) return { theta, steps, isFlat: true };
    const step = direction.map((value) => -value);
    const decrement = Math.max(0, -dot(at.g, step));
    const falls = decrement <= PURE_STEPS * at.bound && decrement <= previous;
    isSmall = falls && (isSmall || decrement * inverseTrace(at.H) * reach < 1);
    let length = 1;
    if (!isSmall) {
      const slope = slopesAlong(standard, theta, step);
      const end = slope(1);
      if (!(k < 5 ? end <= 0.5 * decrement : Math.abs(end) <= SLACK * decrement)) {
        length = searched(slope, decrement, end);
        if (length <= 1e-24) return { theta, steps, isFlat: false };
      }
    }
    theta = theta.map((value, j) => value + length * step[j]);
    steps += 1;
    const size = Math.min(dot(theta, times(at.H, theta)), at.bound);
    const isTiny = decrement <= 1e-17 * size || decrement <= 1e-32;
    if (isSmall && (isTiny || (1e-12 * size >= decrement && decrement >= 0.25 * previous))) return { theta, steps, isFlat: false };
    previous = decrement;
    at = derivatives(standard, theta);
  }
  return { theta, steps, isFlat: true, isShort: most < MOST_NEWTON_STEPS };
}

function inverseTrace(H) {
  const solved = solverOf(H);
  return sumOf(H, (_, k) => solved(H.map((__, j) => Number(j === k)))?.[k] ?? Infinity);
}

/** A length at which the objective along the step is near its minimum, by bisection of the slope, which never falls. */
function searched(slope, decrement, end) {
  let [low, high] = [0, 1];
  if (end < 0) {
    while (high < 1e24 && slope(high) < 0) [low, high] = [high, 4 * high];
  } else {
    while (high > 1e-24 && slope(0.125 * high) > 0) high *= 0.125;
    low = 0.125 * high;
  }
  for (let k = 0; k < 20; k++) {
    const middle = 0.5 * (low + high);
    const s = slope(middle);
    if (s <= 0) low = middle;
    else high = middle;
    if (-SLACK * decrement <= s && s <= 0) break;
  }
  return low;
}

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
