// The Ho-Kashyap procedure: least squares whose targets grow until they are met, or a proof that they never can be.

import { separabilityOf } from "../hulls.mjs";
import { both, dot, less, meanOf, singularOfTwo, sumOf } from "../linear.mjs";
import { STATUS, countWords, general } from "../numbers.mjs";
import { affine, momentsOf } from "../problem.mjs";
import { noLineWords } from "./perceptron.mjs";

const MET = 1e-6; // an error this small beside the largest target counts as zero
const PROVED = 1e-9; // positive errors this small beside the largest negative one count as zero
const NO_AXIS = 1e-12; // smaller singular values, beside the largest, are rounding
const NO_WEIGHT = 1e-14; // weights so small, in scaled columns, change no score beyond rounding
const FAINT = 1e-6; // and where the means coincide, so small are nothing but the rounding of the coordinates

export function fitHoKashyap(problem, { rate = 1, max_iterations = 1000 }, say) {
  const basis = scoreBasis(problem);
  let t = new Float64Array(problem.n).fill(1);
  for (let k = 1; ; k++) {
    const products = projected(basis, t);
    const e = products.map((value, i) => value - t[i]);
    const [highest, lowest, largest] = [Math.max(...e), Math.min(...e), Math.max(...t)];
    const isMet = Math.max(highest, -lowest) <= MET * largest;
    const isProved = !isMet && highest <= -PROVED * lowest;
    if (isMet || isProved || k === max_iterations) {
      const isSeparated = Math.min(...products) > PROVED * largest;
      const objective = sumOf(products, (value) => Math.max(1 - value, 0) ** 2); // at the best targets of at least 1
      return { ...modelFor(basis, t), objective, ...verdictFor(problem, k, { isMet, isProved, isSeparated, lowest }, say) };
    }
    t = t.map((value, i) => value + rate * (e[i] + Math.abs(e[i])));
  }
}

/** An orthonormal basis of the scores y f over all lines: y itself, and the axes of the centred points times y. */
function scoreBasis(problem) {
  const { X, y, n } = problem;
  const first = meanOf(X); // which rounding leaves beside a constant coordinate, and that would be an axis
  const rest = meanOf(X.map((p) => less(p, first)));
  const centre = both((k) => first[k] + rest[k]);
  const about = X.map((p) => less(p, centre));
  const scale = both((k) => Math.max(...about.map((u) => Math.abs(u[k]))) || 1);
  const columns = both((k) => about.map((u) => u[k] / scale[k]));
  const { values, basis } = singularOfTwo(...columns);
  const axes = values.flatMap((size, k) => {
    if (!(size > NO_AXIS * Math.max(values[0], Math.sqrt(n)))) return [];
    const [a, b] = basis[k];
    return [{ scores: y.map((sign, i) => (sign * (a * columns[0][i] + b * columns[1][i])) / size), back: [a / size, b / size] }];
  });
  const flat = { scores: y.map((sign) => sign / Math.sqrt(n)), back: null };
  const noWeight = momentsOf(problem).coincide ? FAINT : NO_WEIGHT;
  return { axes: [flat, ...axes], centre, scale, n, noWeight };
}

function projected({ axes }, t) {
  const parts = axes.map(({ scores }) => dot(scores, t));
  return t.map((_, i) => sumOf(axes, ({ scores }, k) => parts[k] * scores[i]));
}

function modelFor(/** @type {any} */ { axes: [flat, ...axes], centre, scale, n, noWeight }, t) {
  const w = both((k) => sumOf(axes, ({ scores, back }) => dot(scores, t) * back[k]));
  const least = noWeight * Math.max(...t);
  return affine(w.map((value, k) => (Math.abs(value) <= least ? 0 : value / scale[k])), centre, dot(flat.scores, t) / Math.sqrt(n));
}

function verdictFor(problem, k, { isMet, isProved, isSeparated, lowest }, say) {
  const steps = countWords(k, "step");
  if (isSeparated) {
    const words = isMet ? say.targetsMet : say.targetsMissed.replace("{lowest}", () => general(-lowest, 2));
    return { status: STATUS.CONVERGED, sentence: words.replace("{steps}", () => steps) };
  }
  const proof = separabilityOf(problem);
  if (proof.separable) {
    const apart = `The classes are separable (their hulls are ${general(proof.distance, 3)} apart)`;
    return { status: STATUS.BUDGET, sentence: `${apart}, but ${steps} did not suffice.` };
  }
  const certificate = isProved ? say.targetsNever.replace("{steps}", () => steps) : "";
  return { status: STATUS.NOT_SEPARABLE, sentence: `${certificate}${noLineWords(proof)}`, proof };
}
