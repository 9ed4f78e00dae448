// Logistic regression in the space of a feature map: the same Newton steps, on features centred and of unit spread.

import { dot, largestSize, sumOf } from "../linear.mjs";
import { featuresOf } from "../maps.mjs";
import { EPS, STATUS, certified, countWords } from "../numbers.mjs";
import { NO_MODEL, affine, meanLoss, meanRounding, roughly } from "../problem.mjs";
import { excess, minimised } from "./logistic.mjs";

const STEPS_OF_A_FRAME = 2;
const SMALLEST_LOSS = 1e-3; // below it a gap is told as a part of this

/** Whether a feature has one mean in both classes, up to rounding. */
function isLevel(column, centre, y) {
  const all = column.map((value) => [value - centre]);
  const meanOf = (sign) => {
    const own = all.filter((_, i) => y[i] === sign);
    return sumOf(own, ([value]) => value) / own.length;
  };
  const reach = largestSize(all.flat());
  return meanRounding({ all, noise: [4 * EPS * Math.abs(centre)], reach: [reach] })(meanOf(1) - meanOf(-1), 0);
}

export function fitMappedLogistic({ X, y, n }, { l2 = 1e-3, map }, say, last = null) {
  if (!(l2 > 0)) return { ...NO_MODEL, status: STATUS.NOT_APPLICABLE, sentence: say.mappedPenalty };
  const place = featuresOf(map);
  const places = X.map(place);
  const columns = places[0].map((_, k) => places.map((u) => u[k]));
  const centre = columns.map((column) => sumOf(column) / n);
  if (columns.every((column, k) => isLevel(column, centre[k], y))) {
    const odds = Math.log(y.filter((sign) => sign > 0).length / y.filter((sign) => sign < 0).length);
    const objective = meanLoss(y.map((sign) => sign * odds));
    return { ...affine([0, 0], [0, 0], odds), objective, gap: 0, status: STATUS.CONVERGED, sentence: say.zeroOfMeans };
  }
  const unit = columns.map((column, k) => Math.sqrt(sumOf(column, (value) => (value - centre[k]) ** 2) / n) || 1);
  const Z = [...columns.map((column, k) => column.map((value, i) => (y[i] * (value - centre[k])) / unit[k])), y];
  const standard = { Z, n, P: [...unit.map((size) => (2 * l2) / size ** 2), 0] };
  const begin = last?.weights?.length === unit.length ? [...unit.map((size, k) => last.weights[k] * size), last.b + dot(last.weights, centre)] : undefined;
  const { theta, steps, isShort } = minimised(standard, begin, begin ? STEPS_OF_A_FRAME : undefined);
  const w = unit.map((size, k) => theta[k] / size);
  const b = theta.at(-1) - dot(w, centre);
  const scoreOf = (features) => features.reduce((sum, value, k) => sum + w[k] * (value - centre[k]), theta.at(-1));
  const at = (p) => scoreOf(place(p));
  const objective = meanLoss(places.map((features, i) => y[i] * scoreOf(features))) + l2 * dot(w, w);
  if (isShort) return roughly({ w: [NaN, NaN], b, at, norm: Math.hypot(...w), weights: w, objective, gap: NaN }, last);
  const gap = excess(standard, theta) / Math.max(objective, SMALLEST_LOSS);
  const fit = { w: [NaN, NaN], b, at, norm: Math.hypot(...w), weights: w, objective, gap };
  return certified(fit, () => say.logistic.replace("{}", () => countWords(steps, "step")), say);
}
