// The scene of the page as frozen values: points, methods, layers.  An edit gives another scene; undo is a list of scenes.

import { both, sumOf } from "./linear.mjs";
import { fitMany } from "./many/index.mjs";
import { isMapped, nameInFile } from "./maps.mjs";
import { fit } from "./methods/index.mjs";
import { countWords } from "./numbers.mjs";
import { sampleOf } from "./populations.mjs";
import { isCurve, marginsOf, problemIn, score } from "./problem.mjs";

/** The scene that the page was written with.  Of a table whose plane is shown each point has the coordinates behind it, too. */
export function sceneOf(figure) {
  return {
    points: withBehind(figure.points, figure.file.table),
    parameters: Object.fromEntries(figure.methods.map((method) => [method.id, method.parameters])),
    enabled: Object.fromEntries(figure.methods.map((method) => [method.id, method.enabled])),
    selected: figure.selected,
    trial: figure.trial,
    at: null, // the step of the selected method that is shown; null: its answer
    layers: Object.fromEntries(figure.layers.map((layer) => [layer.name, layer.shown])),
    showsTest: figure.file.shows_test ?? true,
    units: null, // of standardised axes
    populations: figure.file.populations ?? null,
    spreads: { minus: 1, plus: 1 }, // of the populations, as parts of those at first
    samples: 0, // that were drawn
  };
}

/** The look of a method's lines: its own; of more than two classes ink, dashed unless it is selected. */
export function slotOf(figure, scene, method) {
  if (figure.inkFrom === null) return method.slot;
  if (method.id === scene.selected) return figure.inkFrom;
  return figure.inkFrom + 1 + figure.methods.filter((other) => other.id !== scene.selected).indexOf(method);
}

const withBehind = (points, table) => (table ? points.map((p, row) => [...p, table.behind[row]]) : points);

/** The coordinates behind a new point: the mean of those of all. */
function meanBehind(points) {
  if (!points.length || !points[0][3]) return [];
  return [points[0][3].map((_, k) => sumOf(points, (p) => p[3][k]) / points.length)];
}

/** The test points that are drawn and counted: none while a step is still to show them. */
export const testPoints = (figure, scene) => (scene.showsTest ? (figure.file.test ?? []) : []);

const withRow = (scene, row, changed) => ({ ...scene, points: scene.points.map((p, k) => (k === row ? changed(p) : p)) });
export const withPoint = (scene, row, x, y) => withRow(scene, row, (p) => [x, y, ...p.slice(2)]);
export const withAdded = (scene, x, y, label) => ({ ...scene, points: [...scene.points, [x, y, label, ...meanBehind(scene.points)]] });
export const withoutPoint = (scene, row) => ({ ...scene, points: scene.points.filter((_, k) => k !== row) });
export const withLabel = (scene, row, label) => withRow(scene, row, (p) => [p[0], p[1], label, ...p.slice(3)]);
/** The scene with a parameter of a method set; one of its map has a name such as `map.sigma`. */
export function withParameter(scene, id, name, value) {
  const own = scene.parameters[id];
  const [part, inner] = name.split(".");
  const changed = inner ? { ...own, [part]: { ...own[part], [inner]: value } } : { ...own, [name]: value };
  return { ...scene, parameters: { ...scene.parameters, [id]: changed } };
}

/** The scene with one population as wide as `spread` times what it was at first; its points follow, about its mean. */
export function withSpread(scene, side, spread) {
  const factor = spread / scene.spreads[side];
  const { [side]: population } = scene.populations;
  const covariance = population.covariance.map((row) => row.map((value) => value * factor * factor));
  const label = Number(side === "plus");
  const scaled = (p) => [...both((axis) => population.mean[axis] + factor * (p[axis] - population.mean[axis])), ...p.slice(2)];
  return {
    ...scene,
    points: scene.points.map((p) => (p[2] === label ? scaled(p) : p)),
    populations: { ...scene.populations, [side]: { ...population, covariance } },
    spreads: { ...scene.spreads, [side]: spread },
  };
}

/** The scene with so many new points of its populations. */
export const withSample = (scene, count) => ({ ...scene, points: sampleOf(scene.populations, count, scene.samples), samples: scene.samples + 1 });

/** The value of a parameter by its name. */
export const parameterOf = (parameters, name) => name.split(".").reduce((value, part) => value?.[part], parameters);
export const withSwitched = (scene, part, name, isOn) => ({ ...scene, [part]: { ...scene[part], [name]: isOn } });

/** The answers of the methods that are switched on, by id; null for those that the page does not compute.
 *
 * While something is dragged, methods in the space of a map begin with their last answer and go a few steps: one that is not there
 * yet is `isRough`.  At rest all begin anew.
 */
export function answersOf(figure, scene, known = new Map(), isDragged = false) {
  const isMany = figure.classes.length > 2;
  const { X, y } = problemIn(scene.points);
  const answerOf = (kind, parameters, last = null) =>
    isMany ? fitMany(kind, parameters, scene.points, figure.classes, figure.say) : fit(kind, parameters, X, y, figure.say, last);
  const answers = {};
  for (const method of figure.methods) {
    if (!method.kind || !scene.enabled[method.id]) continue;
    const parameters = scene.parameters[method.id];
    const before = known.get(method.id);
    const last = isDragged && before && hasSameClasses(before.points, scene.points) ? before.answer : null;
    const isKnown = before && before.points === scene.points && before.parameters === parameters && !(isDragged ? before.answer.isRough : before.hasLast);
    const answer = isKnown ? before.answer : answerOf(method.kind, parameters, last);
    known.set(method.id, { points: scene.points, parameters, answer, hasLast: isKnown ? before.hasLast : last !== null });
    const isAt = scene.at !== null && method.id === scene.selected && scene.at < answer.steps;
    answers[method.id] = isAt ? { ...answer, ...answerOf(method.kind, { ...parameters, stop: scene.at }) } : answer;
  }
  return answers;
}

const hasSameClasses = (before, points) => before.length === points.length && before.every((p, row) => p[2] === points[row][2]);

export const hasModel = (answer) => Boolean(answer) && Number.isFinite(answer.b);

/** An answer whose boundary is a straight line, else null. */
export const lineIn = (answer) => (hasModel(answer) && !isCurve(answer) && answer.w.some(Boolean) ? answer : null);

/** The class by which errors are counted; score 0 counts as class -. */
export const predictedBy = (answer, p) => (answer.values ? answer.predict(answer.values(p)) : Number(score(answer, p) > 0));

/** The rows of the points on the wrong side. */
export const wrongRows = (scene, answer) => scene.points.flatMap((p, row) => (predictedBy(answer, p) === p[2] ? [] : [row]));

/** The rows of the points that no class is named for: of two classes those on the line. */
export function tiedRows({ points }, answer) {
  return points.flatMap((p, row) => ((answer.values ? answer.decide(answer.values(p)) < 0 : score(answer, p) === 0) ? [row] : []));
}

/** "1 error, 1 on the line". */
export const errorWords = (scene, answer) => `${countWords(wrongRows(scene, answer).length, "error")}${tiedWords(scene, answer)}`;

/** What stands behind the errors of an answer: ", 1 on the line", of more classes than two ", 1 undecided". */
export function tiedWords(scene, answer) {
  const count = tiedRows(scene, answer).length;
  const isOnLine = !answer.values && (answer.at || answer.quadratic || answer.w.some(Boolean));
  const where = answer.at || answer.quadratic ? "on the boundary" : "on the line";
  return count ? `, ${count} ${isOnLine ? where : "undecided"}` : "";
}

/** The support vectors by their conditions: rows that are `free`, `bound` or `wrong`, and how much each free one weighs. */
export function supportOf(scene, answer) {
  const { alpha, bound } = answer;
  const margins = marginsOf(problemIn(scene.points), answer);
  const largest = Math.min(bound, Math.max(...alpha));
  const found = { free: [], bound: [], wrong: [], shares: [], margins };
  alpha.forEach((a, row) => {
    if (a <= 1e-9 * largest) return;
    if (a < bound * (1 - 1e-9)) {
      found.free.push(row);
      found.shares.push(Math.min(1, a / (bound < Infinity ? bound : largest)));
    } else found[margins[row] < 0 ? "wrong" : "bound"].push(row);
  });
  return found;
}

/** The scene as a file that the program opens. */
export function savedScene(figure, scene) {
  const file = { ...figure.file, data: { ...figure.file.data, points: scene.points.map((p) => p.slice(0, 3)) }, methods: structuredClone(figure.file.methods) };
  if (file.table) file.table = { ...file.table, behind: scene.points.map((p) => p[3]) };
  for (const method of file.methods) {
    const { map, scheme, ...parameters } = scene.parameters[method.id];
    method.parameters = { ...method.parameters, ...parameters };
    const space = method.kernel ?? method.features;
    if (map && nameInFile(map) !== space.name) method.features = { name: nameInFile(map), ...(isMapped({ map }) ? { origin: map.origin, units: map.units } : {}) };
    else if (map) for (const name of Object.keys(space)) if (name !== "name" && name in map) space[name] = map[name];
    if (scheme) for (const name of ["ties", "decision"]) if (name in scheme) method.scheme[name] = scheme[name];
    method.enabled = scene.enabled[method.id];
  }
  file.selected = scene.selected;
  if (scene.units) Object.assign(file, { units: scene.units, view: null, data: { ...file.data, axes: file.data.axes.map((name) => `${name}, standardised`) } });
  delete file.shows_test;
  if (!scene.showsTest) file.shows_test = false;
  file.trial = scene.trial;
  if (scene.populations) file.populations = scene.populations;
  const others = file.layers.filter((name) => !(name in scene.layers));
  file.layers = [...others, ...Object.keys(scene.layers).filter((name) => scene.layers[name])].sort();
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** The scene with the points of a scene file, and with the offered parameters of the methods that both have. */
export function openedScene(figure, scene, text) {
  const file = JSON.parse(text);
  const points = file?.data?.points;
  const isPoint = (p) => Array.isArray(p) && p.length === 3 && p.slice(0, 2).every(Number.isFinite) && Number.isInteger(p[2]) && p[2] in figure.classes;
  const methods = file?.methods ?? [];
  const isScene = file?.format === "linclass scene" && Array.isArray(points) && points.every(isPoint) && Array.isArray(methods);
  if (!isScene) throw new Error(figure.words.noScene);
  const { table } = figure.file;
  const isBehind = (values) => Array.isArray(values) && values.length === table.columns.length - 2 && values.every(Number.isFinite);
  if (table && !(file.table?.behind?.length === points.length && file.table.behind.every(isBehind))) throw new Error(figure.words.noScene);
  if (points.length > figure.most) throw new Error(figure.words.tooMany);
  let opened = { ...scene, points: withBehind(points, table && file.table), units: figure.canStandardise ? (file.units ?? null) : null };
  if (scene.populations && arePopulations(file.populations)) Object.assign(opened, { populations: file.populations, spreads: { minus: 1, plus: 1 } });
  for (const [k, method] of figure.methods.entries()) {
    const own = figure.file.methods[k];
    const other = methods.find((each) => each?.id === method.id && each.name === own.name);
    const given = other && { ...other.parameters, scheme: other.scheme, map: mapInFile(method, own, other) };
    for (const control of method.controls) {
      const value = parameterOf(given, control.name);
      if (value === undefined) continue;
      if (!isAllowed(control, value)) {
        throw new Error(`${method.title}: ${control.label} must be ${control.allowed}; the scene stays as it was.`);
      }
      opened = withParameter(opened, method.id, control.name, value);
    }
  }
  return opened;
}

/** Whether a file has two normal populations. */
function arePopulations(populations) {
  return ["minus", "plus"].every((side) => {
    const { mean, covariance, prior } = populations?.[side] ?? {};
    const [[a, b], [c, d]] = Array.isArray(covariance) && covariance.every(Array.isArray) && covariance.length === 2 ? covariance : [[], []];
    return Array.isArray(mean) && mean.length === 2 && mean.every(Number.isFinite) && prior > 0 && a > 0 && b === c && a * d > b * b;
  });
}

/** The map or kernel of a method of a file, where it is one that the page can choose or that it has. */
function mapInFile(method, own, other) {
  const map = other.kernel ?? other.features;
  const names = method.controls.find(({ name }) => name === "map.name")?.options.map(({ value }) => value) ?? [];
  const chosen = other.kernel ? undefined : names.find((name) => nameInFile({ name }) === map?.name);
  if (chosen) return { ...map, name: chosen };
  return map?.name === (own.kernel ?? own.features).name ? { ...map, name: undefined } : undefined;
}

function isAllowed({ options, range }, value) {
  if (options) return options.some((option) => option.value === value);
  const [low, high, openLow, openHigh] = range;
  const isAbove = low === null || (openLow ? value > low : value >= low);
  return Number.isFinite(value) && isAbove && (high === null || (openHigh ? value < high : value <= high));
}
