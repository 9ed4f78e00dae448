// The soft margin, exactly: a primal active set that walks from kink to kink of a piecewise quadratic.
//
// With samples z = y (x, 1), centred and of unit spread, theta = (w, b) minimises F = 1/2 |w|^2 + c sum max(0, e - <z, theta>).
// The state is a partition: `W` on the margin (multiplier c a, 0 <= a <= 1), `L` inside or beyond, all others outside.  Each round
// minimises the quadratic with W held on its kinks, and goes there, or to the first kink that is not downhill.

import { dot, sumOf } from "../linear.mjs";
import { EPS, certified, general } from "../numbers.mjs";
import { affine, meanOf, momentsOf } from "../problem.mjs";

const BOX = 1e-11; // a multiplier this little outside [0, 1] (in units of c) is rounding
const STEP = 1e-13; // a shorter step counts as zero
const PATIENCE = 6; // zero steps in a row before the smallest index decides (Bland)
const ZEROS = 60; // zero steps after which ties are broken by other targets
const CAP = 1e6; // beyond this c the partition of the cap is taken
const MULTIPLIER = 1e-9; // a multiplier this part of its bound is 0, or the bound

class Degenerate extends Error {}

export function fitSoftMargin(problem, { C = 1 }, say) {
  const standard = standardSamples(problem);
  const trueC = (C * standard.scale ** 2) / problem.n;
  const c = Math.min(trueC, CAP);
  const found = beyondCap(standard.Z, walkedOrPerturbed(standard.Z, c), c, trueC);
  return answerOf(problem, standard, found, C, trueC, say);
}

/** Points centred and divided by their root mean square, the `spread` (by medians where a few far points rule it), with their signs. */
function standardSamples({ X, y, n }) {
  let centre = meanOf(X);
  let about = X.map((p) => [p[0] - centre[0], p[1] - centre[1]]);
  const squares = (points) => points.reduce((sum, u) => sum + u[0] * u[0] + u[1] * u[1], 0);
  const square = squares(about);
  const fourth = about.reduce((sum, u) => sum + u[0] ** 4 + u[1] ** 4, 0);
  const spread = Math.sqrt(square / (2 * n));
  let scale = spread;
  if (n >= 10 && fourth > square * square * Math.min(0.25, 25 / n)) {
    const median = [0, 1].map((axis) => medianOf(about.map((u) => u[axis])));
    about = about.map((u) => [u[0] - median[0], u[1] - median[1]]);
    centre = [centre[0] + median[0], centre[1] + median[1]];
    scale = Math.hypot(...[0, 1].map((axis) => medianOf(about.map((u) => Math.abs(u[axis]))))) / Math.SQRT2;
    scale ||= Math.sqrt(squares(about) / (2 * n));
  }
  const isOnePlace = X.every((p) => p[0] === X[0][0] && p[1] === X[0][1]);
  if (isOnePlace || !(scale > 1e-140)) scale = 1;
  if (isOnePlace) [centre, about] = [X[0], X.map(() => [0, 0])];
  return { Z: about.map((u, i) => [(y[i] * u[0]) / scale, (y[i] * u[1]) / scale, y[i]]), centre, scale, spread: isOnePlace ? 1 : spread };
}

function medianOf(values) {
  const sorted = values.slice().sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

const reachOf = (Z) => Z.reduce((most, z) => Math.max(most, Math.abs(z[0]), Math.abs(z[1])), 1);
const roundingOf = (theta, reach) => 32 * EPS * ((Math.abs(theta[0]) + Math.abs(theta[1]) + Math.abs(theta[2])) * reach + 1);
const toleranceOf = (theta, reach) => Math.max(1e-12, roundingOf(theta, reach));
const marginOf = (z, theta) => z[0] * theta[0] + z[1] * theta[1] + z[2] * theta[2];

/** The optimum by the walk; where ties stop it, that of targets moved a little, whose partition is one of the optimum. */
function walkedOrPerturbed(Z, c) {
  const targets = Z.map(() => 1);
  const cold = () => ({ theta: [0, 0, 0], W: [], L: Z.map(() => false), S: [0, 0, 0], a: [] });
  let best = null;
  for (const size of [0, 1e-8, 1e-6, 1e-10, 1e-5]) {
    try {
      const moved = size ? targets.map((e, i) => e + size * fraction((i + 1) * 0.6180339887498949)) : targets;
      const state = walked({ Z, c, targets: moved, reach: reachOf(Z) }, cold());
      const answer = size ? withTargetsOne(Z, c, state) : state;
      answer.gap = relativeGap(Z, c, answer.theta, multipliersOf(Z, answer, c));
      if (!best || Math.abs(answer.gap) < Math.abs(best.gap)) best = answer;
      if (Math.abs(best.gap) <= 1e-12) break;
    } catch (error) {
      if (!(error instanceof Degenerate)) throw error;
    }
  }
  return best ?? { ...cold(), gap: Infinity };
}

const fraction = (value) => value - Math.floor(value);

/** The minimum for the partition of a state with moved targets, with all targets 1. */
function withTargetsOne(Z, c, state) {
  const { theta, a } = minimumOn(state.W.map((i) => Z[i]), insideSum(Z, state.L), c, state.W.map(() => 1));
  return { ...state, theta, a, S: insideSum(Z, state.L) };
}

function insideSum(Z, L) {
  const sum = [0, 0, 0];
  Z.forEach((z, i) => L[i] && z.forEach((value, k) => (sum[k] += value)));
  return sum;
}

/** Walk a state to the minimum. */
function walked(task, state) {
  const { Z, c, targets } = task;
  let [isFresh, zeros, zerosInAll] = [false, 0, 0];
  for (let round = 0; round < 200 + 4 * Math.ceil(Math.sqrt(Z.length)); round++) {
    if (!state.W.length) {
      enterBestOffset(task, state);
      isFresh = true;
    }
    const { W } = state;
    const minimum = minimumOn(W.map((i) => Z[i]), state.S, c, W.map((i) => targets[i]));
    state.a = minimum.a;
    const crossing = crossingOf(task, state, minimum.theta);
    if (crossing) {
      const length = stepTo(task, state, minimum.theta, crossing, zeros > PATIENCE);
      isFresh = false;
      zeros = length <= STEP ? zeros + 1 : 0;
      zerosInAll += length <= STEP ? 1 : 0;
      if (zerosInAll > ZEROS) throw new Degenerate("too many steps of length zero");
      continue;
    }
    state.theta = minimum.theta;
    const k = worstMultiplier(state, zeros > PATIENCE);
    if (k < 0) {
      if (isFresh || summedAnew(task, state)) return state;
      isFresh = true;
      continue;
    }
    const isInside = release(Z, state, k);
    isFresh = isFresh && !isInside;
  }
  throw new Degenerate("too many rounds");
}

/** Rid S of its drift and move to its minimum; whether that stayed within the rounding of margins. */
function summedAnew({ Z, c, targets, reach }, state) {
  const before = state.theta;
  state.S = insideSum(Z, state.L);
  Object.assign(state, minimumOn(state.W.map((i) => Z[i]), state.S, c, state.W.map((i) => targets[i])));
  const moved = Math.max(...state.theta.map((value, k) => Math.abs(value - before[k]))) * reach;
  return moved <= roundingOf(before, reach) && worstMultiplier(state, false) < 0;
}

/** Put the point into W at which b is optimal for the present w, an order statistic, and rebuild the partition around it. */
function enterBestOffset({ Z, targets }, state) {
  const { theta } = state;
  const beta = Z.map((z, i) => z[2] * (targets[i] - z[0] * theta[0] - z[1] * theta[1]));
  const order = Z.map((_, i) => i).sort((a, b) => beta[a] - beta[b] || a - b);
  const labels = sumOf(Z, (z) => z[2]);
  const rank = Math.min(Math.max(Math.ceil((labels + Z.length) / 2 - 1e-6) - 1, 0), Z.length - 1);
  const isBefore = Z.map(() => false);
  order.slice(0, rank).forEach((i) => (isBefore[i] = true));
  const j = order[rank];
  state.L = Z.map((z, i) => i !== j && isBefore[i] === z[2] < 0);
  state.theta = [theta[0], theta[1], beta[j]];
  state.S = insideSum(Z, state.L);
  state.W = [j];
}

/** The points that a full step to `target` carries across their kinks; ties keep their side. */
function crossingOf({ Z, targets, reach }, state, target) {
  const tolerance = toleranceOf(target, reach);
  const found = [];
  Z.forEach((z, i) => {
    if (state.W.includes(i)) return;
    const after = marginOf(z, target);
    if (after < targets[i] - tolerance === state.L[i]) return;
    const now = marginOf(z, state.theta);
    const movement = after - now;
    if (Math.abs(after - targets[i]) > tolerance && Math.abs(movement) > 0.25 * tolerance) {
      found.push({ i, at: Math.max(0, (targets[i] - now) / movement), movement });
    }
  });
  return found.length ? found : null;
}

/** Move to the minimum of F on the way to `target`: the first kink that is not downhill joins W; returns the length. */
function stepTo({ Z, c }, state, target, crossing, bySmallestIndex) {
  const step = target.map((value, k) => value - state.theta[k]);
  const whole = (step[0] * step[0] + step[1] * step[1]) / c;
  crossing.sort((a, b) => a.at - b.at);
  let [bend, passed] = [0, 0];
  for (; passed < crossing.length; passed++) {
    const next = bend + Math.abs(crossing[passed].movement);
    if (crossing[passed].at * whole + next >= whole) break;
    bend = next;
  }
  let entered = -1;
  let length;
  if (passed < crossing.length && bend < (1 - crossing[passed].at) * whole) {
    length = crossing[passed].at;
    const tied = bySmallestIndex ? crossing.filter((each) => Math.abs(each.at - length) <= STEP) : [crossing[passed]];
    entered = Math.min(...tied.map((each) => each.i));
  } else {
    length = whole > 0 ? 1 - bend / whole : 0;
  }
  for (const { i, movement } of crossing.slice(0, passed)) {
    state.L[i] = movement < 0;
    state.S = state.S.map((value, k) => value - Math.sign(movement) * Z[i][k]);
  }
  state.theta = state.theta.map((value, k) => value + length * step[k]);
  if (entered >= 0) {
    if (state.W.length >= 3) throw new Degenerate("more points on the margin than unknowns");
    if (state.L[entered]) {
      state.L[entered] = false;
      state.S = state.S.map((value, k) => value - Z[entered][k]);
    }
    state.W.push(entered);
  }
  return length;
}

/** The place in W whose multiplier is furthest outside [0, 1], or -1. */
function worstMultiplier(state, bySmallestIndex) {
  const largest = Math.max(...state.a.map(Math.abs));
  const tolerance = largest < 0.1 ? BOX * largest + 64 * EPS * Math.max(...state.S.map(Math.abs)) : BOX;
  let [worst, found] = [tolerance, -1];
  state.a.forEach((a, k) => {
    const excess = a < 0 ? -a : a - 1;
    if (bySmallestIndex && excess > tolerance) {
      if (found < 0 || state.W[k] < state.W[found]) found = k;
    } else if (excess > worst) {
      [worst, found] = [excess, k];
    }
  });
  return found;
}

/** Take a point out of W, inside the margin where its multiplier is too large; whether it is inside. */
function release(Z, state, k) {
  const [j] = state.W.splice(k, 1);
  if (!(state.a[k] > 0)) return false;
  state.L[j] = true;
  state.S = state.S.map((value, axis) => value + Z[j][axis]);
  return true;
}

/** The minimum of 1/2 |w|^2 - c <S, theta> with <z, theta> = e for the samples on the margin, and their multipliers over c. */
function minimumOn(samples, S, c, e) {
  if (samples.length === 1) {
    const [[z1, z2, y]] = samples;
    const a = -S[2] * y;
    const w = [c * (S[0] + a * z1), c * (S[1] + a * z2)];
    return { theta: [...w, y * (e[0] - z1 * w[0] - z2 * w[1])], a: [a] };
  }
  const x = samples.map((z) => [z[2] * z[0], z[2] * z[1]]);
  return samples.length === 2 ? minimumOnTwo(samples, x, S, c, e) : minimumOnThree(samples, x, S, c, e);
}

/** Two points fix w along their difference u; across it w is free.  Split so, no two terms of size c cancel. */
function minimumOnTwo([p, q], [x, v], S, c, e) {
  const u = [x[0] - v[0], x[1] - v[1]];
  const g = [c * (S[0] - S[2] * v[0]), c * (S[1] - S[2] * v[1])];
  const square = dot(u, u);
  if (square <= 1e-28 * (dot(x, x) + 1e-300)) throw new Degenerate("the two points on the margin coincide");
  const along = (p[2] * e[0] - q[2] * e[1]) / square;
  const across = (u[0] * g[1] - u[1] * g[0]) / square;
  const w = [along * u[0] - across * u[1], along * u[1] + across * u[0]];
  const first = along - dot(u, g) / square;
  const b = p[2] * e[0] - dot(w, x);
  return { theta: [...w, b], a: [(first * p[2]) / c, ((-c * S[2] - first) * q[2]) / c] };
}

/** Three points fix theta; stationarity gives their multipliers. */
function minimumOnThree([p, q, r], [x, v, t], S, c, e) {
  const u = [x[0] - t[0], x[1] - t[1]];
  const k = [v[0] - t[0], v[1] - t[1]];
  const [left, right] = [u[0] * k[1], u[1] * k[0]];
  const det = left - right;
  if (Math.abs(det) <= 1e-13 * (Math.abs(left) + Math.abs(right))) throw new Degenerate("the points on the margin are collinear");
  const d = [p[2] * e[0] - r[2] * e[2], q[2] * e[1] - r[2] * e[2]];
  const w = [(d[0] * k[1] - u[1] * d[1]) / det, (u[0] * d[1] - d[0] * k[0]) / det];
  const b = r[2] * e[2] - dot(w, t);
  const rest = [w[0] / c - S[0] + S[2] * t[0], w[1] / c - S[1] + S[2] * t[1]];
  const a = [(rest[0] * k[1] - rest[1] * k[0]) / det, (u[0] * rest[1] - u[1] * rest[0]) / det];
  return { theta: [...w, b], a: [a[0] * p[2], a[1] * q[2], (-S[2] - a[0] - a[1]) * r[2]] };
}

/** The multipliers: c inside the margin, 0 outside, between on it; what clipping took is given to the freest one. */
function multipliersOf(Z, state, c) {
  const alpha = Z.map((_, i) => (state.L[i] ? c : 0));
  const clipped = state.a.map((a) => Math.min(Math.max(a, 0), 1));
  if (clipped.length && clipped.some((a, k) => a !== state.a[k])) {
    const freest = clipped.reduce((best, a, k) => (Math.min(a, 1 - a) > Math.min(clipped[best], 1 - clipped[best]) ? k : best), 0);
    const y = state.W.map((i) => Z[i][2]);
    const rest = state.S[2] + dot(clipped, y);
    clipped[freest] = Math.min(Math.max(clipped[freest] - y[freest] * rest, 0), 1);
  }
  state.W.forEach((i, k) => (alpha[i] = c * clipped[k]));
  return alpha;
}

function relativeGap(Z, c, theta, alpha) {
  const w = [0, 1].map((axis) => sumOf(Z, (z, i) => alpha[i] * z[axis]));
  const hinges = sumOf(Z, (z) => Math.max(0, 1 - marginOf(z, theta)));
  const primal = 0.5 * (theta[0] ** 2 + theta[1] ** 2) + c * hinges;
  const dual = sumOf(alpha) - 0.5 * dot(w, w);
  return (primal - dual) / (Math.abs(primal) || 1);
}

/** The optimum at a C beyond the cap: the partition there solved for the true c, or the answer at the cap as it is. */
function beyondCap(Z, state, c, trueC) {
  if (trueC <= CAP) return { ...lifted(Z, state, c), c };
  const candidates = [];
  if (state.W.length) {
    const { theta, a } = minimumOn(state.W.map((i) => Z[i]), state.S, trueC, state.W.map(() => 1));
    candidates.push({ ...state, a, c: trueC }, { ...state, theta, a, c: trueC });
  }
  // On spreads of very different size the last breakpoint may lie beyond the cap: then the walk at the true c finds it.
  candidates.push({ ...walkedOrPerturbed(Z, trueC), c: trueC }, { ...state, c });
  const zero = [0, 0, state.theta[2]];
  candidates.push({ ...state, theta: zero, c: trueC }, { ...state, theta: zero, c });
  const gapOf = (each) => Math.abs(relativeGap(Z, trueC, each.theta, multipliersOf(Z, each, each.c)));
  const raised = candidates.map((each) => ({ ...lifted(Z, each, trueC), c: each.c })).map((each) => ({ ...each, gap: gapOf(each) }));
  return raised.find((each) => each.gap <= 1e-11) ?? raised.reduce((best, each) => (each.gap < best.gap ? each : best));
}

/** With no point inside the margin: longer by some units of rounding, so that no margin is computed as below 1. */
function lifted(Z, state, c) {
  if (c <= 1e2 || state.L.some(Boolean)) return state;
  const lowest = Math.min(...Z.map((z) => marginOf(z, state.theta)));
  const rounding = roundingOf(state.theta, reachOf(Z));
  if (lowest < 0.5 || lowest > 1 + 100 * rounding) return state;
  return { ...state, theta: state.theta.map((value) => (value * (1 + rounding)) / lowest) };
}

/** The interval of all best b, where no multiplier is free: whole numbers of labels decide. */
function bestOffsets(Z, theta) {
  const tolerance = toleranceOf(theta, reachOf(Z));
  const margins = Z.map((z) => marginOf(z, theta));
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
function withoutNoise(Z, state) {
  const size = Math.min(state.c, CAP) * (state.L.filter(Boolean).length + sumOf(state.a));
  const noise = Math.min(1e-9, 1e-13 * size);
  const [u, v] = state.theta;
  if (Math.max(Math.abs(u), Math.abs(v)) > noise || !(u || v)) return state.theta;
  const isScore = Z.some((z) => Math.abs(z[0] * u + z[1] * v) > 1e-9);
  return isScore ? state.theta : [0, 0, state.theta[2]];
}

function answerOf(problem, { Z, centre, scale, spread }, found, C, trueC, say) {
  const isFree = (a) => a > MULTIPLIER && a < 1 - MULTIPLIER;
  let theta = withoutNoise(Z, found);
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
  const alphas = multipliersOf(Z, found, found.c);
  const bound = C / problem.n;
  const alpha = alphas.map((a) => (a / trueC) * bound);
  const w = [theta[0] / scale, theta[1] / scale];
  const model = affine(w, centre, theta[2]);
  const hinges = sumOf(Z, (z) => Math.max(0, 1 - marginOf(z, theta)));
  const objective = 0.5 * dot(w, w) + bound * hinges;
  const gap = relativeGap(Z, trueC, theta, alphas);
  const shift = dot(w, centre);
  const dataInterval = interval && interval.map((value) => value - shift);
  const fit = { ...model, alpha, bound, objective, gap, interval: dataInterval };
  return certified(fit, () => softWords(problem, Z, theta, found, dataInterval, (C * spread ** 2) / problem.n, say), say);
}

function softWords(problem, Z, theta, found, interval, price, say) {
  const inside = found.L.filter(Boolean).length;
  const movable = interval !== null;
  const held = movable ? 0 : found.W.length;
  const within = inside + (movable ? found.a.filter((a) => a > 0.5).length : 0);
  const isZero = !theta[0] && !theta[1];
  const cancels = isZero && cancelling(Z, found);
  const optimum = `The optimum: ${held} point${held === 1 ? " holds" : "s hold"} the margin, ${within} lie${within === 1 ? "s" : ""} inside it.`;
  const parts = [isZero ? (cancels ? whyZero(problem, say) : say.softAtThisC) : optimum];
  if (price > CAP && !inside && found.a.every((a) => a < 1 - MULTIPLIER)) parts.push(say.softHardRegime);
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
  const sum = insideSum(Z, L);
  W.forEach((i, k) => [0, 1].forEach((axis) => (sum[axis] += a[k] * Z[i][axis])));
  const size = Z.reduce((most, z) => Math.max(most, Math.abs(z[0]), Math.abs(z[1])), 0);
  const weights = L.filter(Boolean).length + sumOf(a);
  return Math.max(Math.abs(sum[0]), Math.abs(sum[1])) <= MULTIPLIER * size * weights;
}
