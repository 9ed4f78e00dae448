// Cross-validation: the errors on folds that are held back in turn, over the values of one parameter.

import { clamped, largest, sumOf } from "./linear.mjs";
import { grain } from "./geometry.mjs";
import { fit } from "./methods/index.mjs";
import { shownNumber } from "./numbers.mjs";
import { placesIn, score, signOf } from "./problem.mjs";
import { hasModel, parameterOf, testPoints, withParameter } from "./scene.mjs";

const ROOM_ABOVE = 1.12; // of the axis of errors

/** The share of points on the wrong side. */
function wrongShare(answer, points) {
  return points.filter((p) => score(answer, p) > 0 !== (p[2] === 1)).length / points.length;
}

const answerFor = (figure, kind, parameters, points) => fit(kind, parameters, placesIn(points), points.map(signOf), figure.say);

/** The folds of the points, or null where a point came, went or changed its class: then they would be others. */
function foldsOf(figure, points) {
  const { folds = null, labels = [] } = figure.validation ?? {};
  const isSame = folds && points.length === labels.length && points.every((p, row) => p[2] === labels[row]);
  return isSame ? folds : null;
}

/** The mean errors of one method on the folds, with their standard error, and in training; null without folds or an answer. */
function foldErrors(figure, kind, parameters, points) {
  const steps = foldErrorsInSteps(figure, kind, parameters, points);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same, one fold a step. */
function* foldErrorsInSteps(figure, kind, parameters, points) {
  const folds = foldsOf(figure, points);
  if (!folds) return null;
  const [left, training] = [[], []];
  for (let fold = 0; fold <= Math.max(...folds); fold++) {
    const [kept, out] = [true, false].map((isKept) => points.filter((_, row) => (folds[row] !== fold) === isKept));
    const answer = answerFor(figure, kind, parameters, kept);
    if (!hasModel(answer)) return null;
    left.push(wrongShare(answer, out));
    training.push(wrongShare(answer, kept));
    yield;
  }
  const mean = sumOf(left) / left.length;
  const squares = sumOf(left, (share) => (share - mean) ** 2);
  const error = Math.sqrt(squares / (left.length - 1) / left.length);
  return { mean, error, training: sumOf(training) / training.length };
}

const rememberedErrors = new Map();

/** The error of cross-validation of a method of the scene; NaN where it is not defined. */
export function validationError(figure, scene, id) {
  const method = figure.methods.find((each) => each.id === id);
  if (!method?.kind) return NaN;
  const [parameters, before] = [scene.parameters[id], rememberedErrors.get(id)];
  if (before?.points === scene.points && before.parameters === parameters) return before.mean;
  const mean = foldErrors(figure, method.kind, parameters, scene.points)?.mean ?? NaN;
  rememberedErrors.set(id, { points: scene.points, parameters, mean });
  return mean;
}

/** The curve as far as it is computed: one fold of one value after the other, so that no finger waits for it. */
const validationCurve = { key: "", points: null, errors: /** @type {any[]} */ ([]), steps: null, isWaiting: false, hasFailed: false };

/** The parameters of the curve's method besides the one that it is drawn over. */
function keyOfCurve({ validation: { id, name } }, scene) {
  return JSON.stringify(withParameter(scene, id, name, 0).parameters[id]);
}

/** Whether the curve is one of these points and parameters; while they are dragged it is the last one. */
const isOfScene = (figure, scene) => validationCurve.key === keyOfCurve(figure, scene) && validationCurve.points === scene.points;

const isEnded = (figure) => validationCurve.hasFailed || validationCurve.errors.length === figure.validation.values.length;

/** Begin the curve anew where it is one of other points or parameters. */
function beginCurve(figure, scene) {
  if (isOfScene(figure, scene)) return;
  Object.assign(validationCurve, { key: keyOfCurve(figure, scene), points: scene.points, errors: [], steps: null, hasFailed: false });
}

/** Compute the rest of the curve at once: paper does not wait for it. */
export function finishCurve(figure, scene) {
  if (!foldsOf(figure, scene.points)) return;
  beginCurve(figure, scene);
  while (!isEnded(figure)) nextFold(figure, scene);
}

function askForCurve(figure, scene, redraw) {
  beginCurve(figure, scene);
  const { key } = validationCurve;
  if (validationCurve.isWaiting || isEnded(figure)) return;
  validationCurve.isWaiting = true;
  setTimeout(() => {
    validationCurve.isWaiting = false;
    const isNow = validationCurve.key === key && validationCurve.points === scene.points;
    if (!isNow || grain.isCoarse || isEnded(figure) || nextFold(figure, scene)) redraw();
    else askForCurve(figure, scene, redraw);
  });
}

/** Take the next step of the curve; whether it has one value more, or none. */
function nextFold(figure, scene) {
  const { id, name, values } = figure.validation;
  const { kind } = figure.methods.find((method) => method.id === id);
  const parameters = withParameter(scene, id, name, values[validationCurve.errors.length]).parameters[id];
  validationCurve.steps ??= foldErrorsInSteps(figure, kind, parameters, scene.points);
  const { done, value: errors } = validationCurve.steps.next();
  if (!done) return false;
  validationCurve.steps = null;
  const test = figure.file.test ?? [];
  const ofAll = errors && test.length ? answerFor(figure, kind, parameters, scene.points) : null;
  validationCurve.hasFailed = !errors;
  if (errors) validationCurve.errors.push({ ...errors, test: ofAll && hasModel(ofAll) ? wrongShare(ofAll, test) : null });
  return true;
}

const placeOnAxis = ({ isLog }, value) => (isLog ? Math.log10(value) : value);

/** The value with the smallest error, of equal ones the simplest, and the simplest within one standard error of it. */
function chosenValues({ simplerUp }, errors) {
  const simplest = (limit) => (simplerUp ? errors.findLastIndex(({ mean }) => mean <= limit) : errors.findIndex(({ mean }) => mean <= limit));
  const best = simplest(Math.min(...errors.map(({ mean }) => mean)));
  return { best, careful: simplest(errors[best].mean + errors[best].error) };
}

function validationWords(validation, errors, hasTest) {
  const { symbol, values } = validation;
  const share = (part) => `${shownNumber(100 * part, 3)} %`;
  const named = (k) => `${symbol} = ${shownNumber(values[k], 3)}`;
  const { best, careful } = chosenValues(validation, errors);
  const within = careful === best ? "" : ` The simplest value within one standard error: ${named(careful)}.`;
  const dashes = hasTest ? " Dashed: the test points." : "";
  return `Five folds err least, on ${share(errors[best].mean)}, at ${named(best)}.${within} Thin: training (mean of folds).${dashes} A tap sets the value.`;
}

function curveMarks(validation, errors, at, top, hasTest) {
  const x = errors.map((_, k) => placeOnAxis(validation, validation.values[k]));
  const line = (part) => errors.map((each, k) => [x[k], 100 * each[part]]);
  const bars = errors.map(({ mean, error }, k) => [[x[k], 100 * Math.max(mean - error, 0)], [x[k], 100 * (mean + error)]]);
  const { best, careful } = chosenValues(validation, errors);
  return [
    { kind: "path", lines: [line("training")], role: "curve-thin" },
    { kind: "path", lines: bars, role: "curve-thin" },
    { kind: "path", lines: [line("mean")], role: "curve" },
    ...(hasTest ? [{ kind: "path", lines: [line("test")], role: "curve-dashed" }] : []),
    { kind: "dots", points: [best, careful].map((k) => [x[k], 100 * errors[k].mean]), role: "sv-free" },
    { kind: "path", lines: [[[at, 0], [at, top]]], role: "threshold" },
    { kind: "dots", points: [[at, top / ROOM_ABOVE]], role: "trial-handle" },
  ];
}

const valueNow = (figure, scene) => Number(parameterOf(scene.parameters[figure.validation.id], figure.validation.name));

/** Which of the values is nearest to a place on the axis. */
const nearestValue = (validation, place) => largest(validation.values.map((value) => -Math.abs(placeOnAxis(validation, value) - place)));

function withValueAt(figure, scene, place) {
  const { id, name, values } = figure.validation;
  return withParameter(scene, id, name, values[nearestValue(figure.validation, place)]);
}

function axisRange(validation) {
  return { low: placeOnAxis(validation, validation.values[0]), high: placeOnAxis(validation, validation.values.at(-1)) };
}

export const validationPlot = {
  id: "validation",
  redraw: () => {},

  content(figure, scene) {
    const { validation } = figure;
    const { low, high } = axisRange(validation);
    const range = [low, high];
    if (!foldsOf(figure, scene.points)) return { words: figure.words.noFolds, range };
    if (!grain.isCoarse) askForCurve(figure, scene, validationPlot.redraw);
    const { errors } = validationCurve;
    if (validationCurve.hasFailed) return { words: figure.words.noLine, range };
    if (!errors.length) return { words: figure.words.counting, range };
    const hasTest = testPoints(figure, scene).length > 0 && errors.every(({ test }) => test !== null);
    const shares = errors.flatMap(({ mean, error, training, test }) => [mean + error, training, hasTest ? test : 0]);
    const top = ROOM_ABOVE * 100 * Math.max(...shares, 0.05);
    const at = clamped(placeOnAxis(validation, valueNow(figure, scene)), low, high);
    const marks = curveMarks(validation, errors, at, top, hasTest);
    const name = validation.isLog ? `log10 ${validation.symbol}` : validation.symbol;
    const names = [[name, ""], ["errors, %", ""]];
    const isWhole = errors.length === validation.values.length && isOfScene(figure, scene);
    const words = isWhole ? validationWords(validation, errors, hasTest) : figure.words.counting;
    const said = `${validation.symbol} = ${shownNumber(valueNow(figure, scene), 3)}`;
    return { view: { x0: low, x1: high, y0: 0, y1: top }, names, marks, words, value: at, range, said };
  },

  sceneAt(figure, scene, _, frame, x) {
    if (!foldsOf(figure, scene.points)) return null;
    const { low, high } = axisRange(figure.validation);
    return withValueAt(figure, scene, low + ((x - frame.left) / frame.width) * (high - low));
  },

  sceneStepped(figure, scene, _, by) {
    const { values } = figure.validation;
    const to = clamped(nearestValue(figure.validation, placeOnAxis(figure.validation, valueNow(figure, scene))) + by, 0, values.length - 1);
    return withValueAt(figure, scene, placeOnAxis(figure.validation, values[to]));
  },
};
