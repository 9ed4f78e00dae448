// Two normal populations: what a boundary costs on new points, and the boundary that costs least.

import { both, counted, inner, less, matrixOf, norm, sumOf, times } from "./linear.mjs";
import { affine, isCurve, quadraticModel, score } from "./problem.mjs";

const FAR = 9; // deviations beyond which a normal density is nothing
const SLICES = 240; // of a piece between two places at which a conic touches a slice

/** The probability that a standard normal variable is below x: a series in the middle, a continued fraction outside. */
export function normalBelow(x) {
  if (x === Infinity || x === -Infinity) return Number(x > 0);
  const density = densityAt(x);
  if (Math.abs(x) < 3) {
    let [term, sum] = [x, x];
    for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) sum += term *= (x * x) / k;
    return 0.5 + density * sum;
  }
  let rest = Math.abs(x);
  for (let k = 60; k > 0; k--) rest = Math.abs(x) + k / rest;
  return x < 0 ? density / rest : 1 - density / rest;
}

const densityAt = (x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** The expected cost of a line or a conic: a false alarm is a point of class - called +, a miss one of class + called -. */
export function expectedCost(model, { minus, plus }, falseAlarm, miss) {
  const total = minus.prior + plus.prior;
  const alarmed = shareAbove(model, minus);
  return (falseAlarm * minus.prior * alarmed + miss * plus.prior * (1 - shareAbove(model, plus))) / total;
}

/** The share of a population where a model is positive. */
function shareAbove(model, population) {
  const [[a, b], [, c]] = population.covariance;
  if (isCurve(model)) return shareInConic(model, population);
  const [x, y] = model.w;
  return normalBelow(score(model, population.mean) / Math.sqrt(a * x * x + 2 * b * x * y + c * y * y));
}

/** The same of a conic: in standard coordinates (u, v) of the population each slice of one u is known exactly; u is summed by Simpson's rule. */
function shareInConic(model, { mean, covariance: [[a, b], [, c]] }) {
  const sizes = [Math.sqrt(a), b / Math.sqrt(a), Math.sqrt(c - (b * b) / a)];
  const at = (u, v) => score(model, [mean[0] + sizes[0] * u, mean[1] + sizes[1] * u + sizes[2] * v]);
  // at(u, v) = A v^2 + B(u) v + C(u), with B linear and C quadratic in u.
  const coefficients = (u) => [(at(u, 1) + at(u, -1)) / 2 - at(u, 0), (at(u, 1) - at(u, -1)) / 2, at(u, 0)];
  const A = coefficients(0)[0];
  const discriminant = (u) => {
    const [, B, C] = coefficients(u);
    return B * B - 4 * A * C;
  };
  const bends = rootsOf((discriminant(1) + discriminant(-1)) / 2 - discriminant(0), (discriminant(1) - discriminant(-1)) / 2, discriminant(0));
  const ends = [-FAR, ...bends.filter((u) => Math.abs(u) < FAR), FAR];
  return sumOf(ends.slice(1), (end, k) => summed((u) => densityAt(u) * shareOfSlice(A, ...coefficients(u).slice(1)), ends[k], end));
}

/** The share of a slice where A v^2 + B v + C > 0. */
function shareOfSlice(A, B, C) {
  const roots = rootsOf(A, B, C);
  if (!roots.length) return Number(C > 0 || (C === 0 && A > 0));
  const below = roots.map(normalBelow);
  const between = below.length > 1 ? below[1] - below[0] : A ? 0 : 1 - below[0];
  const isBetween = A ? A < 0 : B > 0;
  return isBetween ? between : 1 - between;
}

/** The roots of a polynomial of degree two or less, the smaller one first. */
function rootsOf(A, B, C) {
  if (!A) return B ? [-C / B] : [];
  const square = B * B - 4 * A * C;
  if (!(square > 0)) return [];
  const q = -0.5 * (B + (B < 0 ? -1 : 1) * Math.sqrt(square));
  return [q / A, C / q].sort((one, other) => one - other);
}

/** An integral by Simpson's rule in the angle t of x = middle + half sin t, which smooths the square roots at its ends. */
function summed(f, low, high) {
  const [middle, half, step] = [(low + high) / 2, (high - low) / 2, Math.PI / SLICES];
  let sum = 0;
  for (let k = 1; k < SLICES; k++) {
    const angle = k * step - Math.PI / 2;
    sum += (k % 2 ? 4 : 2) * f(middle + half * Math.sin(angle)) * Math.cos(angle);
  }
  return (sum * half * step) / 3;
}

/** The smallest error that a boundary can have. */
export const bayesError = (populations) => expectedCost(bestBoundary(populations), populations, 1, 1);

/** How far the means of populations are from where they were. */
export const shiftOfMeans = (populations, before) =>
  Math.max(...["minus", "plus"].map((side) => Math.hypot(...both((axis) => populations[side].mean[axis] - before[side].mean[axis]))));

const [APART, ON] = [0x85ebca6b, 0x6d2b79f5]; // from seed to seed, and from number to number: no multiples of each other

/** Numbers between 0 and 1 as if by chance, the same for one seed (mulberry32). */
function numbersByChance(seed) {
  let state = Math.imul(seed + 1, APART);
  return () => {
    state = (state + ON) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many points of two populations, each class with its share; another `seed` gives another sample. */
export function sampleOf({ minus, plus }, count, seed) {
  const chance = numbersByChance(seed);
  const ofPlus = Math.round((count * plus.prior) / (minus.prior + plus.prior));
  return counted(count, (k) => {
    const label = Number(k >= count - ofPlus);
    const { mean, covariance: [[a, b], [, c]] } = label ? plus : minus;
    const [length, angle] = [Math.sqrt(-2 * Math.log(1 - chance())), 2 * Math.PI * chance()];
    const [u, v] = [length * Math.cos(angle), length * Math.sin(angle)];
    return [mean[0] + Math.sqrt(a) * u, mean[1] + (b / Math.sqrt(a)) * u + Math.sqrt(c - (b * b) / a) * v, label];
  });
}

/** The boundary of the smallest expected cost. */
export function bestBoundary({ minus, plus }, falseAlarm = 1, miss = 1) {
  const [one, other] = [plus, minus].map(({ mean, covariance: [[a, b], [, c]], prior }) => {
    const determinant = a * c - b * b;
    const precision = [[c / determinant, -b / determinant], [-b / determinant, a / determinant]];
    const slope = times(precision, mean);
    return { precision, slope, atCentre: Math.log(prior) - 0.5 * (Math.log(determinant) + inner(slope, mean)) };
  });
  const quadratic = matrixOf((i, j) => 0.5 * (other.precision[i][j] - one.precision[i][j]));
  const [slope, atCentre] = [less(one.slope, other.slope), one.atCentre - other.atCentre + Math.log(miss / falseAlarm)];
  const isStraight = norm(quadratic.flat()) <= 1e-12 * norm([...one.precision, ...other.precision].flat());
  return isStraight ? affine(slope, [0, 0], atCentre) : quadraticModel(slope, quadratic, [0, 0], atCentre);
}
