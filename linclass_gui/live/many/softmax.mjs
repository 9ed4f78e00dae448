// Softmax regression with a penalty: Newton's steps, searched along, and Fenchel's bound of what is left.

import { counted, dot, minimum, sumOf } from "../linear.mjs";
import { STATUS, certified } from "../numbers.mjs";
import { placesOf } from "../problem.mjs";
import { logLoss } from "./closed.mjs";

/** `theta` holds (w1, w2, b) of every class but the last, less those of the last; weights are in units of the spread. */
export function fitSoftmax(moments, { l2 = 1e-3 }, say) {
  const { K, n, all, centre, mean, spread } = moments;
  if (moments.coincide) return constantScores(moments, say);
  const Z = all.map((u) => [(u[0] - mean[0]) / spread[0], (u[1] - mean[1]) / spread[1], 1]);
  const problem = { K, n, Z, own: placesOf(moments), P: [l2 / spread[0] ** 2, l2 / spread[1] ** 2, 0] };
  const { theta } = minimum(problem, softmaxDerivatives, objectiveAt, new Array(3 * (K - 1)).fill(0));
  const { W: V, f } = gauged(problem, theta);
  const value = objectiveAt(problem, theta);
  const gap = (value - dualAt(problem, f)) / (value || 1);
  const W = V.map((v) => [v[0] / spread[0], v[1] / spread[1]]);
  const model = { W, centre, atCentre: V.map((v, k) => v[2] - dot(W[k], mean)), objective: value, gap };
  return certified(model, () => say.softmax, say);
}

/** Where the class means coincide no weights pay: the scores are the logarithms of the counts, less their mean. */
function constantScores(moments, say) {
  const { K, n, classes, centre } = moments;
  const logs = classes.map((one) => Math.log(one.n));
  const middle = sumOf(logs) / K;
  const objective = classes.reduce((sum, one) => sum - (one.n / n) * Math.log(one.n / n), 0);
  const atCentre = logs.map((value) => value - middle);
  return { W: classes.map(() => [0, 0]), centre, atCentre, objective, gap: 0, status: STATUS.CONVERGED, sentence: say.zeroOfMeans };
}

const scoresAt = ({ K, Z }, theta) =>
  Z.map((z) => counted(K, (k) => (k < K - 1 ? theta[3 * k] * z[0] + theta[3 * k + 1] * z[1] + theta[3 * k + 2] : 0)));

/** The weights of all classes, whose sums are zero, and the scores of the points. */
function gauged(/** @type {any} */ { K, ...problem }, theta) {
  const all = counted(K, (k) => [0, 1, 2].map((axis) => (k < K - 1 ? theta[3 * k + axis] : 0)));
  const middle = [0, 1, 2].map((axis) => sumOf(all, (v) => v[axis]) / K);
  return { W: all.map((v) => v.map((value, axis) => value - middle[axis])), f: scoresAt({ K, ...problem }, theta) };
}

function objectiveAt(problem, theta) {
  const { W, f } = gauged(problem, theta);
  const penalty = W.reduce((sum, v) => sum + problem.P[0] * v[0] ** 2 + problem.P[1] * v[1] ** 2, 0);
  return sumOf(f, (row, i) => logLoss(row, problem.own[i])) / problem.n + penalty;
}

/** The probabilities less the truth, every point seen from its own class, so that small ones keep their digits; and both products. */
function pullOf(f, own) {
  const odds = f.map((value, k) => (k === own ? 0 : Math.exp(Math.min(value - f[own], 700))));
  const rest = sumOf(odds);
  const p = odds.map((value, k) => (k === own ? 1 : value) / (1 + rest));
  return { p, pull: p.map((value, k) => (k === own ? -rest / (1 + rest) : value)) };
}

function softmaxDerivatives(problem, theta) {
  const { K, n, Z, own, P } = problem;
  const size = 3 * (K - 1);
  const g = new Array(size).fill(0);
  const H = Array.from({ length: size }, () => new Float64Array(size));
  scoresAt(problem, theta).forEach((f, i) => {
    const { p, pull } = pullOf(f, own[i]);
    const z = Z[i];
    for (let k = 0; k < K - 1; k++) {
      for (let a = 0; a < 3; a++) g[3 * k + a] += (pull[k] * z[a]) / n;
      for (let l = 0; l <= k; l++) {
        const weight = ((k === l ? p[k] : 0) - p[k] * p[l]) / n;
        for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) H[3 * k + a][3 * l + b] += weight * z[a] * z[b];
      }
    }
  });
  // The penalty of the weights about their mean: sum |v_k|^2 - |sum v_k|^2 / K.
  for (let k = 0; k < K - 1; k++) {
    for (let a = 0; a < 2; a++) {
      for (let l = 0; l < K - 1; l++) {
        const part = 2 * P[a] * ((k === l ? 1 : 0) - 1 / K);
        g[3 * k + a] += part * theta[3 * l + a];
        if (l <= k) H[3 * k + a][3 * l + a] += part;
      }
    }
  }
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) H[i][j] = H[j][i];
  return { g, H };
}

/** Fenchel's bound (1/n) sum H(P_i) - ||G||^2 / (4 l2), G = (1/n) sum (P_i - Y_i) x_i', of probabilities whose sums are the counts. */
function dualAt({ K, n, Z, own, P }, scores) {
  const rows = scores.map((f, i) => pullOf(f, own[i]).p);
  const surplus = counted(K, (k) => rows.reduce((sum, p, i) => sum + p[k] - (own[i] === k ? 1 : 0), 0));
  const totals = counted(K, (k) => sumOf(rows, (p) => p[k]));
  const lacking = sumOf(surplus, (value) => Math.max(-value, 0));
  const given = surplus.map((value, k) => Math.max(value, 0) / Math.max(totals[k], 1e-300));
  let entropy = 0;
  const G = Array.from({ length: K }, () => [0, 0]);
  rows.forEach((p, i) => {
    // Classes with too much hand a part of every probability to those with too little, so that the bound is rigorous.
    const handed = dot(p, given);
    const q = p.map((value, k) => value - given[k] * value + (lacking > 0 ? (Math.max(-surplus[k], 0) / lacking) * handed : 0));
    const others = sumOf(q, (value, k) => (k === own[i] ? 0 : value));
    q.forEach((value, k) => {
      if (value > 0) entropy -= k === own[i] ? (1 - others) * Math.log1p(-others) : value * Math.log(value);
      for (const a of [0, 1]) G[k][a] += ((k === own[i] ? -others : value) * Z[i][a]) / n;
    });
  });
  return entropy / n - sumOf(G, (v) => [0, 1].reduce((part, a) => part + (v[a] * v[a]) / (4 * P[a]), 0));
}
