// The soft margin in the space of a map or a kernel: pairs of multipliers are moved, and whole faces of their box.
//
// beta = alpha y maximises sum y beta - 1/2 beta' K beta with sum beta = 0 and each beta between 0 and y C/n.  Pairs are moved by a
// loop of the core; where they have found the face, its optimum is one system of equations.  F = K beta - y.

import { core } from "../core.mjs";
import { clamped, largestSize, solve, sumOf } from "../linear.mjs";
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
  const [low, high] = [Math.min, Math.max].map((end) => Float64Array.from(y, (sign) => end(0, (sign * C) / n)));
  const state = { K: gram.K, y, low, high, bound: C / n, beta: new Float64Array(n), F: Float64Array.from(y, (sign) => -sign), pairs: 0 };
  if (last?.alpha) beginWith(state, last);
  const end = climbed(state, last?.alpha ? PAIRS_OF_A_FRAME : MOST_PAIRS);
  const answer = { ...answerIn(state, end, places, { place, product, map }, say), gram };
  return last && answer.status === STATUS.BUDGET ? roughly(answer, last) : answer;
}

/** k(x_i, x_j) of all places, row after row; that of another fit with this map is brought up to date, where few of them have moved. */
function gramFor(places, map, product, known) {
  const n = places.length;
  const gram = known?.map === map && known.places.length === n ? known : { map, places: [], K: new Float64Array(n * n) };
  places.forEach((p, i) => {
    const before = gram.places[i];
    if (before?.every((value, k) => value === p[k])) return;
    gram.places[i] = p;
    for (let j = 0; j < n; j++) gram.K[i * n + j] = gram.K[j * n + i] = product(p, places[j]);
  });
  return gram;
}

/** Begin with the multipliers of another answer, as parts of their bound: their sum stays zero. */
function beginWith(state, { alpha, bound }) {
  alpha.forEach((value, k) => (state.beta[k] = (state.y[k] * state.bound * Math.min(value, bound)) / bound));
  renew(state);
}

/** Move pairs and faces until the optimality conditions hold, or patience ends; by how much they are violated, and b. */
function climbed(state, most) {
  const often = 2 * state.beta.length + 20;
  for (let left = most; left > 0; left -= often) {
    if (paired(state, Math.min(often, left)).violation <= precisionOf(state)) break;
    toFace(state);
  }
  toFace(state);
  return paired(state, 0);
}

const precisionOf = ({ F }) => PRECISE * (1 + largestSize(F));

/** At most so many pairs: what is violated then, and b. */
function paired(state, most) {
  const { K, low, high, beta, F } = state;
  const n = beta.length;
  const [place, diagonal] = [BigInt64Array.from(beta, (_, i) => BigInt(i)), beta.map((_, i) => K[i * n + i])];
  const [ends, progress] = [Float64Array.of(Infinity, 0, Infinity, 0), new BigInt64Array(3)];
  core("smo", BigInt(n), K, place, diagonal, low, high, beta, F, ends, progress, new Float64Array(2 * n), precisionOf(state), BigInt(most));
  state.pairs += Number(progress[0]);
  return { violation: Math.max(0, ends[0]), offset: ends[1] };
}

/** Go to the optimum of the face of the free multipliers, or to the first bound on the way, where that pays. */
function toFace(state) {
  const { K, low, high, beta, bound, F } = state;
  const free = [...beta.keys()].filter((k) => Math.abs(beta[k]) > 1e-12 * bound && Math.abs(beta[k]) < bound * (1 - 1e-12));
  if (free.length < 2) return;
  // The step d keeps the sum and makes F the same on the face: K d + b = -F there, sum d = 0.
  const at = (i, j) => K[i * beta.length + j] * (i === j ? 1 + 1e-13 : 1);
  const rows = [...free.map((i) => [...free.map((j) => at(i, j)), 1]), [...free.map(() => 1), 0]];
  const step = solve(rows, [...free.map((i) => -F[i]), 0])?.slice(0, -1);
  if (!step) return;
  const share = free.reduce((least, row, k) => (step[k] ? Math.min(least, ((step[k] > 0 ? high : low)[row] - beta[row]) / step[k]) : least), 1);
  const before = [dualOf(state), beta.slice()];
  free.forEach((row, k) => (beta[row] = clamped(beta[row] + share * step[k], low[row], high[row])));
  renew(state);
  if (dualOf(state) >= before[0] - 1e-13 * Math.abs(before[0])) return;
  beta.set(before[1]);
  renew(state);
}

/** F = K beta - y, from nothing: what steps have added to it by rounding goes. */
function renew({ K, y, F, beta }) {
  F.set(y.map((sign) => -sign));
  beta.forEach((value, j) => {
    if (value) for (let k = 0; k < F.length; k++) F[k] += value * K[j * F.length + k];
  });
}

/** sum y beta - 1/2 beta' K beta, by K beta = F + y. */
const dualOf = ({ y, F, beta }) => sumOf(beta, (value, k) => value * y[k] - 0.5 * value * (F[k] + y[k]));

function answerIn(state, { violation, offset }, places, { place, product, map }, say) {
  const { y, F, beta, bound } = state;
  const alpha = Array.from(beta, Math.abs);
  const free = F.filter((_, k) => alpha[k] > 1e-9 * bound && alpha[k] < bound * (1 - 1e-9));
  const b = free.length ? -sumOf(free) / free.length : offset;
  const squared = sumOf(beta, (value, k) => value * (F[k] + y[k]));
  const objective = 0.5 * squared + bound * sumOf(F, (value, k) => Math.max(0, 1 - y[k] * (value + y[k] + b)));
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
