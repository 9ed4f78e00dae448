// The soft margin, exactly: a primal active set that walks from kink to kink of a piecewise quadratic.
//
// With samples z = y (x, 1), centred and of unit spread, theta = (w, b) minimises F = 1/2 |w|^2 + c sum max(0, 1 - <z, theta>).
// The walk is a loop of the core.  Its state is a partition: `W` on the margin (multiplier c a, 0 <= a <= 1), `L` inside or beyond,
// all others outside.

import { core } from "../core.mjs";
import { both, clamped, counted, dot, inner, largestSize, less, meanOf, sumOf } from "../linear.mjs";
import { EPS, certified, countWords, general } from "../numbers.mjs";
import { affine, momentsOf } from "../problem.mjs";

const PRICE = 1e6; // beyond this c no point may lie inside the margin where that can be
const NOISES = [0, 1e-7, 1e-9]; // of the targets, where ties have ended a walk
const MOST_ROUNDS = 560n;
const [FIELDS, STAGE, TIES] = [9, 0, 2];
const RESTARTS = 2n;
const MULTIPLIER = 1e-9; // a multiplier this part of its bound is 0, or the bound

export function fitSoftMargin(problem, { C = 1 }, say) {
  const standard = standardSamples(problem);
  const c = (C * standard.scale ** 2) / problem.n;
  return answerOf(problem, standard, optimumOf(standard.Z, c), C, c, say);
}

/** Points centred and divided by their root mean square, with their signs. */
function standardSamples({ X, y, n }) {
  const isOnePlace = X.every((p) => p[0] === X[0][0] && p[1] === X[0][1]);
  const centre = isOnePlace ? X[0] : meanOf(X);
  const about = X.map((p) => less(p, centre));
  const spread = Math.sqrt(sumOf(about, (u) => inner(u, u)) / (2 * n));
  const scale = spread > 1e-140 ? spread : 1;
  return { Z: about.map((u, i) => [(y[i] * u[0]) / scale, (y[i] * u[1]) / scale, y[i]]), centre, scale };
}

const reachOf = (Z) => Math.max(largestSize(Z.flat()), 1);
const roundingOf = (theta, Z) => 32 * EPS * (sumOf(theta, Math.abs) * reachOf(Z) + 1);
const hingesOf = (Z, theta) => sumOf(Z, (z) => Math.max(0, 1 - dot(z, theta)));

/** The optimum by the walk; where ties stop it, that of the partition to which targets moved a little lead. */
function optimumOf(Z, c) {
  const begin = betweenMeans(Z, c);
  let best = { theta: [0, 0, 0], W: [], L: Z.map(() => false), S: [0, 0, 0], a: [], gap: Infinity };
  for (const noise of NOISES) {
    const state = noise ? walked(Z, c, begin, { partition: walked(Z, c, begin, { noise }) }) : walked(Z, c, begin);
    if (!state.theta.every(Number.isFinite)) continue;
    const found = lifted(Z, state, c);
    const gap = Math.abs(relativeGap(Z, c, found.theta, multipliersOf(Z, found, c)));
    if (gap < best.gap) best = { ...found, gap };
    if (gap <= 1e-12) break;
  }
  return best;
}

/** The walk from theta, with targets that differ by some noise; or to the minimum of a partition, and on. */
function walked(Z, c, theta, { noise = 0, partition = null } = {}) {
  const n = Z.length;
  const rows = Float64Array.from([0, 1, 2].flatMap((axis) => Z.map((z) => z[axis])));
  const targets = Z.map((_, i) => 1 + noise * fraction((i + 1) * 0.6180339887498949));
  const [found, S, a, folded] = [Float64Array.from(theta), new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const [counts, ties, info] = [new Uint8Array(n), new BigInt64Array(6), new BigInt64Array(FIELDS)];
  if (partition) {
    const { W, L } = partition;
    L.forEach((isInside, i) => (counts[i] = isInside && !W.includes(i) ? 1 : 0));
    W.forEach((i, q) => ties.set([BigInt(i), 1n], 2 * q));
    [info[STAGE], info[TIES]] = [RESTARTS, BigInt(W.length)];
  }
  const penalty = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0);
  const work = new Float64Array(6 * n + (n >> 3) + 1 + 36 + 6);
  core(
    "walk", BigInt(n), 3n, 2n, rows, new Uint8Array(n), null, Float64Array.of(...Z.map(() => 0), ...targets), penalty, folded,
    found, S, new Float64Array(2 * n), counts, ties, a, info, work, c, reachOf(Z), MOST_ROUNDS,
  );
  const W = counted(Number(info[TIES]), (q) => Number(ties[2 * q]));
  return { theta: [...found], W, L: Array.from(counts, Boolean), S: [...S], a: [...a.subarray(0, W.length)] };
}

const fraction = (value) => value - Math.floor(value);

/** Where a walk begins: w along the difference of the means, until their margins are 1, or as long as c lets it be. */
function betweenMeans(Z, c) {
  const plus = Z.filter((z) => z[2] > 0).length;
  const minus = Z.length - plus;
  if (plus === minus) return [0, 0, 0];
  const difference = both((axis) => sumOf(Z, (z) => z[axis] / (z[2] > 0 ? plus : minus)));
  const square = dot(difference, difference);
  const length = square > 0 ? Math.min(c * Math.min(plus, minus), 2 / square) : 0;
  return [...difference.map((value) => value * length), 0];
}

/** The multipliers: c inside the margin, 0 outside, between on it; what clipping took is given to the freest one. */
function multipliersOf(Z, state, c) {
  const alpha = Z.map((_, i) => (state.L[i] ? c : 0));
  const clipped = state.a.map((a) => clamped(a, 0, 1));
  if (clipped.length && clipped.some((a, k) => a !== state.a[k])) {
    const freest = clipped.reduce((best, a, k) => (Math.min(a, 1 - a) > Math.min(clipped[best], 1 - clipped[best]) ? k : best), 0);
    const y = state.W.map((i) => Z[i][2]);
    clipped[freest] = clamped(clipped[freest] - y[freest] * (state.S[2] + dot(clipped, y)), 0, 1);
  }
  state.W.forEach((i, k) => (alpha[i] = c * clipped[k]));
  return alpha;
}

function relativeGap(Z, c, theta, alpha) {
  const w = both((axis) => sumOf(Z, (z, i) => alpha[i] * z[axis]));
  const primal = 0.5 * inner(theta, theta) + c * hingesOf(Z, theta);
  const dual = sumOf(alpha) - 0.5 * dot(w, w);
  return (primal - dual) / (Math.abs(primal) || 1);
}

/** With no point inside the margin: longer by some units of rounding, so that no margin is computed as below 1. */
function lifted(Z, state, c) {
  if (c <= 1e2 || state.L.some(Boolean)) return state;
  const lowest = Math.min(...Z.map((z) => dot(z, state.theta)));
  const rounding = roundingOf(state.theta, Z);
  if (lowest < 0.5 || lowest > 1 + 100 * rounding) return state;
  return { ...state, theta: state.theta.map((value) => (value * (1 + rounding)) / lowest) };
}

/** The interval of all best b, where no multiplier is free: whole numbers of labels decide. */
function bestOffsets(Z, theta) {
  const tolerance = Math.max(1e-12, roundingOf(theta, Z));
  const margins = Z.map((z) => dot(z, theta));
  let inside = 0;
  const tied = { above: 0, below: 0 };
  Z.forEach((z, i) => {
    if (margins[i] < 1 - tolerance) inside -= z[2];
    else if (Math.abs(margins[i] - 1) <= tolerance) tied[z[2] < 0 ? "above" : "below"] += 1;
  });
  const kink = (side) => {
    const ways = Z.map((z, i) => (Math.abs(margins[i] - 1) > tolerance ? side * z[2] * (1 - margins[i]) : 0));
    return Math.min(Infinity, ...ways.filter((way) => way > 0));
  };
  const low = inside - tied.below === 0 ? theta[2] - kink(-1) : theta[2];
  const high = inside + tied.above === 0 ? theta[2] + kink(1) : theta[2];
  return [low, high];
}

/** w without what is only the rounding of sums over this number of samples. */
function withoutNoise(Z, state, c) {
  const size = Math.min(c, PRICE) * (state.L.filter(Boolean).length + sumOf(state.a));
  const noise = Math.min(1e-9, 1e-13 * size);
  const [u, v] = state.theta;
  if (Math.max(Math.abs(u), Math.abs(v)) > noise || !(u || v)) return state.theta;
  const isScore = Z.some((z) => Math.abs(z[0] * u + z[1] * v) > 1e-9);
  return isScore ? state.theta : [0, 0, state.theta[2]];
}

function answerOf(problem, { Z, centre, scale }, found, C, c, say) {
  const isFree = (a) => a > MULTIPLIER && a < 1 - MULTIPLIER;
  let theta = withoutNoise(Z, found, c);
  let interval = null;
  if (!theta[0] && !theta[1]) {
    const surplus = problem.plus.length - problem.minus.length;
    theta = [0, 0, Math.sign(surplus)];
    interval = surplus ? null : [-1, 1];
  } else if (!found.a.some(isFree)) {
    const [low, high] = bestOffsets(Z, theta);
    if (high > low) {
      theta = [theta[0], theta[1], 0.5 * (low + high)];
      interval = [low, high];
    }
  }
  const alphas = multipliersOf(Z, found, c);
  const bound = C / problem.n;
  const alpha = alphas.map((a) => (a / c) * bound);
  const w = both((axis) => theta[axis] / scale);
  const model = affine(w, centre, theta[2]);
  const objective = 0.5 * dot(w, w) + bound * hingesOf(Z, theta);
  const gap = relativeGap(Z, c, theta, alphas);
  const shift = dot(w, centre);
  const dataInterval = interval && interval.map((value) => value - shift);
  const fit = { ...model, alpha, bound, objective, gap, interval: dataInterval };
  return certified(fit, () => softWords(problem, Z, theta, found, dataInterval, c, say), say);
}

function softWords(problem, Z, theta, found, interval, price, say) {
  const inside = found.L.filter(Boolean).length;
  const movable = interval !== null;
  const held = movable ? 0 : found.W.length;
  const within = inside + (movable ? found.a.filter((a) => a > 0.5).length : 0);
  const isZero = !theta[0] && !theta[1];
  const cancels = isZero && cancelling(Z, found);
  const optimum = `The optimum: ${countWords(held, "point holds", "points hold")} the margin, ${within} lie${within === 1 ? "s" : ""} inside it.`;
  const parts = [isZero ? (cancels ? whyZero(problem, say) : say.softAtThisC) : optimum];
  if (price > PRICE && !inside && found.a.every((a) => a < 1 - MULTIPLIER)) parts.push(say.softHardRegime);
  if (movable) parts.push(say.softInterval.replace("{low}", () => general(interval[0])).replace("{high}", () => general(interval[1])));
  return parts.join(" ");
}

/** Why w = 0 for every C: the means coincide, or one class outweighs the other. */
function whyZero(problem, say) {
  if (momentsOf(problem).coincide) return say.softForEveryC;
  const [plus, minus] = [problem.plus.length, problem.minus.length];
  return say.softOneClass.replace("{}", plus > minus ? "+" : "−").replace("{:.3g}", general(minus / plus, 3));
}

/** Whether the samples that pay add up to nothing: then w = 0 for every C. */
function cancelling(Z, { W, L, a }) {
  const sums = both((axis) => sumOf(Z, (z, i) => (L[i] ? z[axis] : 0)) + sumOf(W, (i, k) => a[k] * Z[i][axis]));
  const size = largestSize(Z.flatMap(([u, v]) => [u, v]));
  return largestSize(sums) <= MULTIPLIER * size * (L.filter(Boolean).length + sumOf(a));
}
