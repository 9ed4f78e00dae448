// The soft margin in the space of a map or a kernel: pairs of multipliers are moved, and whole faces of their box.
//
// beta = alpha y maximises sum y beta - 1/2 beta' K beta with sum beta = 0 and each beta between 0 and y C/n.  The pair is the one that
// gains most (Fan, Chen and Lin, 2005); where pairs have found the face, its optimum is one system of equations.

import { solve, sumOf } from "../linear.mjs";
import { mapOf } from "../maps.mjs";
import { STATUS, certified, powerOfTen } from "../numbers.mjs";
import { roughly } from "../problem.mjs";

const PRECISE = 1e-11; // of the size of the scores: a smaller violation ends the steps
const MOST_PAIRS = 60000;
const PAIRS_OF_A_FRAME = 300;

export function fitMappedMargin({ X, y, n }, { C = 1, map }, say, last = null) {
  const { place, product } = mapOf(map);
  const places = X.map(place);
  const gram = gramFor(places, map, product, last?.gram);
  const { K } = gram;
  const state = { K, y, bound: C / n, beta: new Float64Array(n), g: Float64Array.from(y), pairs: 0 };
  if (last?.alpha) beginWith(state, last);
  const violation = climbed(state, last?.alpha ? PAIRS_OF_A_FRAME : MOST_PAIRS);
  const answer = { ...answerIn(state, violation, places, { place, product, map }, say), gram };
  return last && answer.status === STATUS.BUDGET ? roughly(answer, last) : answer;
}

/** k(x_i, x_j) of all places; the one of another fit with this map is brought up to date, where few of them have moved. */
function gramFor(places, map, product, known) {
  const isKnown = known?.map === map && known.places.length === places.length;
  const gram = isKnown ? known : { map, places: [], K: places.map(() => new Float64Array(places.length)) };
  places.forEach((p, i) => {
    const before = gram.places[i];
    if (before?.every((value, k) => value === p[k])) return;
    gram.places[i] = p;
    for (let j = 0; j < places.length; j++) gram.K[i][j] = gram.K[j][i] = product(p, places[j]);
  });
  return gram;
}

/** Begin with the multipliers of another answer, as parts of their bound: their sum stays zero. */
function beginWith(state, { alpha, bound }) {
  alpha.forEach((value, k) => (state.beta[k] = (state.y[k] * state.bound * Math.min(value, bound)) / bound));
  renew(state);
}

const isUp = ({ beta, y, bound }, i) => beta[i] < (y[i] > 0 ? bound : 0);
const isDown = ({ beta, y, bound }, i) => beta[i] > (y[i] > 0 ? 0 : -bound);

/** Move pairs and faces until the optimality conditions hold, or patience ends; returns by how much they are violated. */
function climbed(state, most) {
  const { K, g, beta } = state;
  const often = 2 * beta.length + 20;
  let violation = Infinity;
  while (state.pairs < most) {
    const [i, lowest] = pairEnds(state);
    violation = g[i] - lowest;
    const precise = PRECISE * (1 + Math.abs(g[i]));
    if (!(violation > precise)) break;
    if (state.pairs % often === often - 1 && toFace(state)) {
      state.pairs += 1;
      continue;
    }
    const j = partnerOf(state, i);
    if (j < 0) break;
    state.pairs += 1;
    const curvature = Math.max(K[i][i] + K[j][j] - 2 * K[i][j], 1e-12);
    const [top, floor] = [state.y[i] > 0 ? state.bound : 0, state.y[j] > 0 ? 0 : -state.bound];
    const t = Math.min((g[i] - g[j]) / curvature, top - beta[i], beta[j] - floor);
    beta[i] = t === top - beta[i] ? top : beta[i] + t;
    beta[j] = t === beta[j] - floor ? floor : beta[j] - t;
    const [up, down] = [K[i], K[j]];
    for (let k = 0; k < beta.length; k++) g[k] -= t * (up[k] - down[k]);
  }
  toFace(state);
  const [i, lowest] = pairEnds(state);
  return Math.max(0, g[i] - lowest);
}

/** The row whose multiplier gains most by growing, and the lowest g among those that can shrink. */
function pairEnds(state) {
  const { g } = state;
  let [best, lowest] = [-1, Infinity];
  for (let k = 0; k < g.length; k++) {
    if (isUp(state, k) && (best < 0 || g[k] > g[best])) best = k;
    if (g[k] < lowest && isDown(state, k)) lowest = g[k];
  }
  return [best, lowest];
}

function partnerOf(state, i) {
  const { K, g } = state;
  const row = K[i];
  let [best, gain] = [-1, 0];
  for (let k = 0; k < g.length; k++) {
    if (!(g[k] < g[i]) || !isDown(state, k)) continue;
    const gained = (g[i] - g[k]) ** 2 / Math.max(row[i] + K[k][k] - 2 * row[k], 1e-12);
    if (gained > gain) [best, gain] = [k, gained];
  }
  return best;
}

/** Go to the optimum of the face of the free multipliers, or to the first bound on the way; false where there is no way. */
function toFace(state) {
  const { K, y, g, beta, bound } = state;
  const free = [...beta.keys()].filter((k) => Math.abs(beta[k]) > 1e-12 * bound && Math.abs(beta[k]) < bound * (1 - 1e-12));
  if (free.length < 2) return false;
  // The step d keeps the sum and makes g the same on the face: K d + b = g there, sum d = 0.
  const rows = [...free.map((i) => [...free.map((j) => (i === j ? K[i][i] * (1 + 1e-13) : K[i][j])), 1]), [...free.map(() => 1), 0]];
  const step = solve(rows, [...free.map((i) => g[i]), 0])?.slice(0, -1);
  if (!step || !step.some(Boolean)) return false;
  let share = 1;
  free.forEach((row, k) => {
    const [low, high] = y[row] > 0 ? [0, bound] : [-bound, 0];
    const end = step[k] > 0 ? high : low;
    if (step[k]) share = Math.min(share, (end - beta[row]) / step[k]);
  });
  const before = [dualOf(state), Float64Array.from(beta)];
  free.forEach((row, k) => {
    const [low, high] = y[row] > 0 ? [0, bound] : [-bound, 0];
    beta[row] = Math.min(Math.max(beta[row] + share * step[k], low), high);
  });
  renew(state);
  if (dualOf(state) >= before[0] - 1e-13 * Math.abs(before[0])) return share > 1e-6;
  beta.set(before[1]);
  renew(state);
  return false;
}

/** g = y - K beta, from nothing: what steps have added to it by rounding goes. */
function renew({ K, y, g, beta }) {
  g.set(y);
  beta.forEach((value, j) => {
    if (value) for (let k = 0; k < g.length; k++) g[k] -= value * K[j][k];
  });
}

/** sum y beta - 1/2 beta' K beta, by K beta = y - g. */
const dualOf = ({ y, g, beta }) => beta.reduce((sum, value, k) => sum + value * y[k] - 0.5 * value * (y[k] - g[k]), 0);

function answerIn(state, violation, places, { place, product, map }, say) {
  const { y, g, beta, bound } = state;
  const alpha = Array.from(beta, Math.abs);
  const free = g.filter((_, k) => alpha[k] > 1e-9 * bound && alpha[k] < bound * (1 - 1e-9));
  const [high, low] = pairEnds(state);
  const b = free.length ? sumOf(free) / free.length : (g[high] + low) / 2;
  const squared = sumOf(beta, (value, k) => value * (y[k] - g[k]));
  const objective = 0.5 * squared + bound * sumOf(g, (value, k) => Math.max(0, 1 - y[k] * (y[k] - value + b)));
  const gap = (objective - dualOf(state)) / (Math.abs(objective) || 1);
  const held = [...beta.keys()].filter((k) => beta[k]);
  const at = (p) => {
    const u = place(p);
    let sum = b;
    for (const k of held) sum += beta[k] * product(places[k], u);
    return sum;
  };
  const fit = { w: [NaN, NaN], b, at, norm: Math.sqrt(Math.max(squared, 0)), alpha, bound, objective, gap };
  const inside = alpha.filter((a) => a >= bound * (1 - 1e-9)).length;
  const words = map.name === "GaussianKernel" ? say.smo : say.mapped;
  const told = { steps: state.pairs, violation: violation ? powerOfTen(violation) : "0", held: free.length, inside };
  return certified(fit, () => words.replace(/\{(\w+)\}/g, (_, name) => told[name]), say);
}
