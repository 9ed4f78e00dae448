// The page: pointer, touch, keys, files.  It holds the one state that changes, and draws at most once a frame.

import { both, clamped, less, meanOf, norm } from "./linear.mjs";
import { anglePlot, pulledTrial, trialHandles, trialModel } from "./angle.mjs";
import { hasCore } from "./core.mjs";
import { countWords, fewDigits, general, shownNumber, typeset } from "./numbers.mjs";
import { adaptGrain, grain } from "./geometry.mjs";
import { marksOf } from "./marks.mjs";
import { paintedNotes } from "./notes.mjs";
import { settleSymbols } from "./order.mjs";
import {
  Kept, changeAttributes, element, painted, paintedAxes, paintedFrame, paintedHatch, paintedNames, paintedPlot, placeChildren, scaleOf,
} from "./paint.mjs";
import { classSymbol, download, layerBoxes, make, methodRows, populationRow, trialRow } from "./panel.mjs";
import { ofClass, score } from "./problem.mjs";
import { projectionPlot } from "./projection.mjs";
import { rocPlot } from "./roc.mjs";
import { weightsPlot } from "./weights.mjs";
import { asGiven, namesIn, standardised } from "./units.mjs";
import { finishCurve, validationPlot } from "./validation.mjs";
import {
  answersOf, errorWords, hasModel, openedScene, savedScene, sceneOf, withAdded, withLabel, withParameter, withPoint, withSample, withSpread, withSwitched, withoutPoint,
} from "./scene.mjs";

const REACH = { mouse: 14, touch: 22, pen: 18 }; // pixels from which a point is taken
const LONG_PRESS = 650; // milliseconds
const STILL = 6; // pixels that a finger may move and still press

export const figure = JSON.parse(document.getElementById("figure").textContent);
const picture = document.getElementById("picture");
const canvas = document.getElementById("canvas");
const panel = document.getElementById("panel");
const hand = document.getElementById("hand"); // of a lesson, under its picture: the sliders that it needs
const spoken = document.getElementById("spoken");
const dark = window.matchMedia("(prefers-color-scheme: dark)");
export const reset = { scene: sceneOf(figure), view: figure.view };
export const known = new Map();
/** @type {any} */
export const state = { ...reset, undone: [], done: [], before: null, label: 1, row: -1, chosen: null, isFocused: false, isPrinted: false, frame: null, answers: {}, isAsked: false };
/** @type {any[]} */
const everyPlot = [anglePlot, projectionPlot, rocPlot, validationPlot, weightsPlot];
const plots = everyPlot
  .map((plot) => ({ ...plot, place: document.getElementById(plot.id), kept: new Kept() }))
  .filter((plot) => plot.place)
  .map((plot) => ({ ...plot, svg: plot.place.querySelector("svg") }));
const pointers = new Map();
const kept = new Kept();
const axes = element("g");
const inside = element("g", { "clip-path": "url(#field)" });
export const watchers = []; // called after every drawing
/** @type {any} */
let gesture = null;
let rows = null;

const isDark = () => dark.matches && !state.isPrinted; // paper is light
const theme = () => figure.themes[isDark() ? "dark" : "light"];

// --- scene and history ---

/** Show another scene: an edit that can be undone. */
export function change(scene) {
  settle();
  alter(scene);
  settle();
}

/** Show another scene, at once or of an edit that goes on until it `isDone`, and say what it led to; `isNew`: the panel has other parts. */
function edit(scene, isDone = null, isNew = false) {
  if (isDone === null) settle();
  alter(scene);
  if (isDone === false) return;
  settle();
  if (isNew) rebuild();
  say();
}

/** Show another scene while an edit is under way: a drag, a slider that moves. */
const alter = (scene) => showNow({ scene });
/** Show another part of the plane: an edit as well, so that it can be taken back. */
const showView = (view) => showNow({ view });

function showNow(changes) {
  state.before ??= shownNow();
  Object.assign(state, changes);
  closeMenu();
  ask();
}

/** Begin anew with a scene and a view. */
function beginAnew(scene, view) {
  settle();
  showNow({ scene, view, row: -1 });
  settle();
  rebuild();
  say();
}

const shownNow = () => ({ scene: state.scene, view: state.view });

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** End the edit that is under way: it can be undone, unless it changed nothing.  Views that follow each other are one step back. */
function settle() {
  const { before } = state;
  state.before = null;
  if (!before) return;
  ask();
  if (isSame(before.scene, state.scene)) state.scene = before.scene; // a slider that was pressed and not moved, a method that was selected already
  if (before.scene === state.scene && isSame(before.view, state.view)) return;
  if (before.scene !== state.scene || state.done.at(-1)?.scene !== state.scene) state.done.push(before);
  state.undone = [];
  settleSymbols();
}

/** Take the edit that is under way back. */
function abandon() {
  Object.assign(state, state.before);
  state.before = null;
  ask();
}

function undo(from, to) {
  settle();
  const other = from.pop();
  if (!other) return;
  to.push(shownNow());
  Object.assign(state, other);
  state.row = Math.min(state.row, other.scene.points.length - 1);
  rebuild();
  say();
}

const startAgain = () => beginAnew(reset.scene, reset.view);

/** Measure both axes in deviations from their means, or as given. */
function changeUnits() {
  const scene = state.scene.units ? asGiven(state.scene) : standardised(state.scene);
  beginAnew(scene, aroundPoints(scene.points));
}

const movable = () => !figure.locked;

const counts = figure.methods.some(({ kind }) => kind === "MultinomialNaiveBayes");

/** Where a hand puts a point: at a place with few digits within half a pixel; one that counts words has whole numbers. */
function standing(/** @type {number[]} */ [x, y]) {
  if (counts) return [x, y].map((value) => Math.max(0, Math.round(value)));
  const { unit, upward } = scaleNow();
  return [fewDigits(x, unit / 2), fewDigits(y, upward / 2)];
}

function add(x, y) {
  if (!movable() || state.scene.points.length >= figure.most) return;
  const [across, up] = standing([x, y]);
  state.row = state.scene.points.length;
  edit(withAdded(state.scene, across, up, state.label));
}

function remove(row) {
  if (!movable() || row < 0) return;
  state.row = -1;
  edit(withoutPoint(state.scene, row));
}

// --- drawing ---

function ask() {
  if (state.isAsked) return;
  state.isAsked = true;
  requestAnimationFrame(() => {
    state.isAsked = false;
    draw();
  });
}

/** The view that is shown: the one that is looked for, grown to the proportions of the field. */
function shownView() {
  const { x0, x1, y0, y1 } = state.view;
  const { width, height } = state.frame;
  const { stretch } = figure; // how many times longer a unit of x2 is drawn than one of x1
  const unit = Math.max((x1 - x0) / width, ((y1 - y0) * stretch) / height);
  const upward = unit / stretch;
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const [across, up] = [(unit * width) / 2, (upward * height) / 2];
  return { x0: x - across, x1: x + across, y0: y - up, y1: y + up, stretch };
}

/** The room left of the field: numbers with a power of ten are wider. */
function roomOfLabels() {
  const largest = Math.max(Math.abs(state.view.y0), Math.abs(state.view.y1));
  return largest >= 9e4 || largest < 1e-3 ? 66 : 50;
}

function draw() {
  const begun = performance.now();
  const size = picture.getBoundingClientRect();
  if (!(size.width > 0)) return;
  const sizes = plots.map((plot) => plot.svg.getBoundingClientRect()); // asked before anything is drawn: later they would be worked out anew
  const [width, height] = [Math.round(size.width), Math.round(size.height)];
  const look = theme();
  const left = roomOfLabels();
  state.frame = { left, top: 8, width: width - left - 10, height: height - 58 };
  const view = shownView();
  const scale = scaleOf(view, state.frame);
  grain.isCoarse = state.before !== null; // an edit is under way; its end draws once more
  state.answers = answersOf(figure, state.scene, known, grain.isCoarse);
  const marks = marksOf(figure, state.scene, state.answers, view);
  changeAttributes(canvas, { viewBox: `0 0 ${width} ${height}` });
  const names = paintedNames(marks, look, scale, state.frame);
  if (state.chosen?.some((row) => row >= state.scene.points.length)) state.chosen = [];
  const answer = state.answers[state.scene.selected];
  const scoreAt = hasModel(answer) && !answer.values ? (p) => score(answer, p) : null;
  // After a point came or went, rows are those of other points.
  const points = state.scene.points.length === figure.points.length ? state.scene.points : null;
  const notes = figure.annotations.filter((note) => points || note.kind !== "name");
  const written = paintedNotes(notes, look, scale, scoreAt, points);
  placeChildren(inside, [...painted(marks, look, scale, kept), ...names, ...written, ...rings(look, scale)]);
  const drawn = JSON.stringify([view, state.frame, state.scene.units, isDark(), state.scene.layers.grid, hasHeight()]);
  if (drawn !== state.drawn) drawAxes(look, view, scale);
  state.drawn = drawn;
  rows.show(state.scene, state.answers, grain.isCoarse && isFolded());
  plots.forEach((plot, k) => drawPlot(plot, look, sizes[k]));
  const turn = /** @type {HTMLInputElement} */ (document.getElementById("trial-angle"));
  if (turn && turn !== document.activeElement) turn.value = state.scene.trial.angle;
  showWaysBack();
  if (!grain.isCoarse) changeAttributes(canvas, { "aria-label": pictureWords() });
  for (const watch of watchers) watch();
  if (!grain.isCoarse) return;
  adaptGrain(performance.now() - begun);
  if (Object.values(state.answers).some((each) => each.isRough)) ask(); // a finger that rests sees the answer come
}

/** Undo and Redo look as what they can do; one that can do nothing keeps the focus of the keys. */
function showWaysBack() {
  for (const [id, scenes] of Object.entries({ undo: state.done, redo: state.undone })) {
    changeAttributes(document.getElementById(id), { "aria-disabled": scenes.length === 0 });
  }
}

/** Whether the panel is folded away: a drag need not write its numbers. */
const isFolded = () => Boolean(panel.closest("details:not([open])"));

/** A plot that the figure has beside the picture. */
function drawPlot(plot, look, { width, height }) {
  const { svg } = plot;
  plot.frame = { left: 50, top: 8, width: Math.max(width - 60, 60), height: height - 58 };
  const content = plot.content(figure, state.scene, state.answers, plot.frame);
  const { words, range, value = range[0], said = null } = content;
  const [low, high, now] = [...range, value].map((number) => general(number, 3));
  changeAttributes(svg, { viewBox: `0 0 ${width} ${height}`, "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": now, "aria-valuetext": said });
  placeChildren(svg, paintedPlot(look, plot.frame, plot.kept, content));
  const line = plot.place.querySelector("p");
  if (line.textContent !== words) line.textContent = words; // a page is laid out anew where its words change
}

/** Drag in a plot: the trial line follows. */
const dragged = (plot) => (event) => {
  if (event.type === "pointerdown") {
    event.currentTarget.setPointerCapture(event.pointerId);
    settle();
    gesture = { kind: "trial" };
  }
  if (gesture?.kind !== "trial") return;
  const [x, y] = placeOf(event, event.currentTarget);
  const isDone = event.type === "pointerup";
  showPlotted(plot.sceneAt(figure, state.scene, state.answers, plot.frame, x, y), isDone);
  if (isDone) gesture = null;
};

/** Show a scene whose trial line or parameter was set in a plot. */
const showPlotted = (scene, isDone) => scene && edit(scene, isDone, true);

/** Of the points of one column the height says nothing. */
function hasHeight() {
  const { points } = state.scene;
  return Boolean(figure.axes[1][0]) || points.length < 2 || points.some((point) => point[1] !== points[0][1]);
}

function drawAxes(look, view, scale) {
  const clip = element("clipPath", { id: "field" });
  const { left: x, top: y, width, height } = state.frame;
  clip.append(element("rect", { x, y, width, height }));
  axes.replaceChildren(...paintedAxes(look, view, state.frame, scale, namesIn(state.scene.units, figure.axes), state.scene.layers.grid, { hasHeight: hasHeight(), hasCounts: Boolean(figure.hasCounts) && !state.scene.units }));
  canvas.replaceChildren(clip, paintedHatch(look), axes, inside, paintedFrame(look, state.frame));
}

/** The rings around the point that keys move, and around those that were chosen. */
function rings(look, scale) {
  const ringAt = (point, r, dash) => element("circle", { cx: scale.x(point[0]), cy: scale.y(point[1]), r, fill: "none", stroke: look.accent, "stroke-width": 2, "stroke-dasharray": dash });
  const point = state.scene.points[state.row];
  const chosen = (state.chosen ?? []).map((row) => ringAt(state.scene.points[row], 9, null));
  return [...chosen, ...(point ? [ringAt(point, 13, state.isFocused ? null : "3 3")] : [])];
}

/** Let a press choose points for a prediction, or end that; the rows that were chosen. */
export function choosePoints(isOn) {
  const rows = state.chosen ?? [];
  state.chosen = isOn ? [] : null;
  ask();
  return rows;
}

function choosePoint(row) {
  state.chosen = state.chosen.includes(row) ? state.chosen.filter((other) => other !== row) : [...state.chosen, row];
  spoken.textContent = `${countWords(state.chosen.length, "point")} chosen.`;
  ask();
}

/** Draw in the colours of paper, or again in those of the screen, where they differ. */
function drawOnPaper(isPrinted) {
  state.isPrinted = isPrinted;
  if (dark.matches) draw();
}

/** The picture as a file of its own, in the colours of paper. */
export function pictureNow() {
  drawOnPaper(true);
  const svg = /** @type {SVGElement} */ (canvas.cloneNode(true));
  const { width, height } = canvas.getBoundingClientRect();
  for (const name of ["tabindex", "aria-describedby", "id"]) svg.removeAttribute(name);
  for (const [name, value] of Object.entries({ width, height, role: "img" })) svg.setAttribute(name, String(value));
  svg.prepend(element("rect", { width, height, fill: theme().canvas }));
  drawOnPaper(false);
  return new XMLSerializer().serializeToString(svg);
}

// --- the panel ---

const MOST_BESIDE = 4; // controls above the classes

/** Of many controls the lists, unless they choose the map: they come after the classes, which stay near the picture. */
function rarelyNeeded(/** @type {HTMLElement} */ place) {
  const controls = [...place.querySelectorAll(":scope > .control")];
  if (place.querySelectorAll(".control").length <= MOST_BESIDE) return [];
  return controls.filter((control) => control.querySelector("select:not([id*='-map.'])"));
}

/** Make the panel anew; what has the focus of the keys keeps it. */
export function rebuild() {
  const look = theme();
  const held = [panel, hand].some((part) => part?.contains(document.activeElement)) ? document.activeElement.id : "";
  closeMenu();
  const button = (words, act, more = {}) => make("button", { type: "button", onclick: act, ...more }, words);
  const classes = figure.classes.map((name, label) => {
    const radio = make("input", { type: "radio", name: "class", id: `class-${label}`, checked: state.label === label, onchange: () => (state.label = label) });
    return make("label", { class: "chip" }, radio, classSymbol(look, figure.looks[label]), make("bdi", {}, name));
  });
  const act = {
    enable: (id, isOn) => {
      const scene = withSwitched(state.scene, "enabled", id, isOn);
      change(isOn ? { ...scene, selected: id } : scene);
      rebuild();
    },
    select: (id) => {
      change({ ...withSwitched(state.scene, "enabled", id, true), selected: id });
      rebuild();
    },
    set: (id, name, value, isDone) => edit(withParameter(state.scene, id, name, value), isDone, typeof value === "string"),
    step: (at, isDone) => edit({ ...state.scene, at }, isDone),
    trial: (changed, isDone) => edit({ ...state.scene, trial: changed(state.scene.trial) }, isDone),
    spread: (side, spread, isDone) => edit(withSpread(state.scene, side, spread), isDone),
    sample: (count) => {
      state.row = -1;
      edit(withSample(state.scene, count));
    },
    layer: (name, isOn) => change(withSwitched(state.scene, "layers", name, isOn)),
  };
  const trial = state.scene.trial ? [trialRow(state.scene, reset.view, act)] : [];
  const adding = make("fieldset", { class: "classes" }, make("legend", {}, figure.locked ? figure.words.locked : "A tap adds a point of"), ...(figure.locked ? [] : classes));
  const back = [
    button("Undo", () => undo(state.done, state.undone), { id: "undo" }),
    button("Redo", () => undo(state.undone, state.done), { id: "redo" }),
  ];
  const files = [button("Reset", startAgain, { id: "reset" }), button("Save scene", save, { id: "save" })];
  const units = figure.canStandardise ? [button(state.scene.units ? "Axes as given" : "Standardise the axes", changeUnits, { id: "units" })] : [];
  // Undo is beside the picture, whatever sliders a lesson has: a finger errs there.
  hand?.replaceChildren(make("div", { class: "buttons" }, ...units, ...back), ...trial, ...(figure.hasPopulations ? [populationRow(figure, state.scene, act)] : []));
  rows = methodRows(figure, look, state.scene, act, hand);
  hand?.append(adding, ...rarelyNeeded(hand));
  panel.replaceChildren(
    ...(hand ? [] : [adding]),
    make("div", { class: "buttons" }, ...(hand ? [] : back), ...files),
    rows.list,
    ...(hand ? [] : trial),
    layerBoxes(figure, state.scene, act),
    make("p", { class: "note", id: "help" }, figure.locked ? figure.words.look : figure.words.help),
    ...figure.notes.map((note) => make("p", { class: "note" }, note)),
  );
  if (held) document.getElementById(held)?.focus({ preventScroll: true });
  ask();
}

const firstWords = canvas.getAttribute("aria-label");

/** The picture in words: those that the program wrote, and after an edit what is there now. */
function pictureWords() {
  if (state.scene === reset.scene) return firstWords;
  const { points } = state.scene;
  const counts = figure.classes.map((name, label) => `${ofClass(points, label).length} of ${name}`);
  const shown = figure.methods.filter(({ id }) => hasModel(state.answers[id]));
  const results = shown.map(({ id, title }) => `${title}: ${errorWords(state.scene, state.answers[id])}`);
  return `${[document.title, `${countWords(points.length, "point")}: ${counts.join(", ")}`, ...results].join(". ")}.`;
}

/** Say to who cannot see it what an edit has led to. */
function say() {
  const answers = answersOf(figure, state.scene, known);
  const answer = answers[state.scene.selected];
  const point = state.scene.points[state.row];
  const [x, y] = point ? [shownNumber(point[0], 3), shownNumber(point[1], 3)] : [];
  if (gesture?.kind === "handle" || document.activeElement?.id.startsWith("trial-")) {
    const wrong = state.scene.points.filter((p) => score(trialModel(state.scene.trial), p) > 0 !== (p[2] === 1));
    spoken.textContent = `The violet line at ${Math.round(state.scene.trial.angle)}°: ${countWords(wrong.length, "error")}.`;
    return;
  }
  const where = point ? `Point ${state.row + 1} of ${figure.classes[point[2]]} at (${x}, ${y}). ` : `${state.scene.points.length} points. `;
  if (answer?.next) spoken.textContent = typeset(answer.sentence);
  else spoken.textContent = hasModel(answer) ? `${where}${errorWords(state.scene, answer)}.` : where + typeset(answer?.sentence ?? "");
}

// --- files ---

const save = () => download(savedScene(figure, state.scene), "application/json", `${figure.filename}.json`);

async function open(file) {
  try {
    const scene = openedScene(figure, state.scene, await file.text());
    beginAnew(scene, aroundPoints(scene.points));
    notice("");
  } catch (error) {
    notice(error instanceof SyntaxError ? figure.words.noScene : error.message);
  }
}

function aroundPoints(points) {
  if (!points.length) return reset.view;
  const [xs, ys] = both((axis) => points.map((p) => p[axis]));
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = 0.12 * (Math.max(x1 - x0, y1 - y0) || 2);
  return { x0: x0 - margin, x1: x1 + margin, y0: y0 - margin, y1: y1 + margin };
}

function notice(words) {
  const line = document.getElementById("notice");
  line.textContent = words;
  line.hidden = !words;
}

// --- pointer and touch ---

/** Where a pointer is in a picture. */
function placeOf(/** @type {{ clientX: number, clientY: number }} */ { clientX, clientY }, /** @type {Element} */ drawing = canvas) {
  const { left, top } = drawing.getBoundingClientRect();
  return [clientX - left, clientY - top];
}

const scaleNow = () => scaleOf(shownView(), state.frame);

function rowAt(/** @type {number[]} */ [x, y], reach) {
  const scale = scaleNow();
  let [best, nearest] = [-1, reach];
  state.scene.points.forEach((p, row) => {
    const away = Math.hypot(scale.x(p[0]) - x, scale.y(p[1]) - y);
    if (away <= nearest) [best, nearest] = [row, away];
  });
  return best;
}

/** The handle of the trial line within reach of a place, or -1. */
function handleAt(/** @type {number[]} */ [x, y], reach) {
  const scale = scaleNow();
  const away = (trialHandles(state.scene.trial, shownView()) ?? []).map((p) => Math.hypot(scale.x(p[0]) - x, scale.y(p[1]) - y));
  return away.findLastIndex((distance) => distance <= reach);
}

/** The data under a place, or under the nearest place of the field. */
function inField(x, y) {
  const { left, top, width, height } = state.frame;
  return scaleNow().toData(clamped(x, left, left + width), clamped(y, top, top + height));
}

const isInField = ([x, y]) => {
  const { left, top, width, height } = state.frame;
  return x >= left && x <= left + width && y >= top && y <= top + height;
};

function pressed(event) {
  closeMenu();
  if (event.button > 0) return;
  const place = placeOf(event);
  pointers.set(event.pointerId, place);
  canvas.setPointerCapture(event.pointerId);
  if (pointers.size === 2) {
    clearTimeout(gesture?.timer);
    abandon(); // a second finger ends what the first one began
    gesture = { kind: "pinch", places: [...pointers.values()], view: state.view };
    return;
  }
  if (pointers.size > 2) return;
  settle();
  const handle = handleAt(place, REACH[event.pointerType] ?? REACH.mouse);
  if (handle >= 0) {
    gesture = { kind: "handle", handle, place, hasMoved: false };
    return;
  }
  const row = rowAt(place, REACH[event.pointerType] ?? REACH.mouse);
  gesture = { kind: row < 0 ? "field" : "point", row, place, view: state.view, hasMoved: false };
  if (row < 0) return;
  const point = state.scene.points[row];
  const scale = scaleNow();
  gesture.grip = [scale.x(point[0]) - place[0], scale.y(point[1]) - place[1]];
  state.row = row;
  // A mouse has a right button, and may rest before it drags.
  if (event.pointerType !== "mouse") gesture.timer = setTimeout(() => openMenu(row), LONG_PRESS);
  ask();
}

/** A finger on an empty place scrolls the page; on a point or a ring, or with a second finger, it works in the picture. */
function touched(event) {
  const place = placeOf(event.touches[0]);
  if (event.touches.length > 1 || handleAt(place, REACH.touch) >= 0 || rowAt(place, REACH.touch) >= 0) event.preventDefault();
}

function moved(event) {
  if (!pointers.has(event.pointerId)) return;
  const place = placeOf(event);
  pointers.set(event.pointerId, place);
  if (!gesture) return;
  if (gesture.kind === "pinch") {
    pinched();
    return;
  }
  const away = less(place, gesture.place);
  if (!gesture.hasMoved && Math.hypot(...away) < (event.pointerType === "mouse" ? 3 : STILL)) return;
  gesture.hasMoved = true;
  clearTimeout(gesture.timer);
  if (gesture.kind === "point" && movable()) {
    alter(withPoint(state.scene, gesture.row, ...standing(inField(place[0] + gesture.grip[0], place[1] + gesture.grip[1]))));
  } else if (gesture.kind === "handle") {
    alter({ ...state.scene, trial: pulledTrial(state.scene.trial, gesture.handle, inField(...place)) });
  } else if (gesture.kind === "field" && event.pointerType === "mouse") {
    const { unit, upward } = scaleNow();
    showView(shifted(gesture.view, -away[0] * unit, away[1] * upward));
  }
}

function released(event) {
  const place = pointers.get(event.pointerId);
  pointers.delete(event.pointerId);
  if (!gesture) return;
  const ended = gesture;
  clearTimeout(ended.timer);
  if (ended.kind === "pinch") {
    settle();
    gesture = pointers.size ? { kind: "none" } : null;
    return;
  }
  gesture = pointers.size ? gesture : null;
  if (event.type === "pointercancel") {
    abandon();
    return;
  }
  if (ended.hasMoved) {
    settle();
    if (ended.kind !== "field") say();
  } else if (ended.kind === "point" && state.chosen) {
    choosePoint(ended.row);
  } else if (ended.kind === "field" && place && isInField(place)) {
    add(...scaleNow().toData(...place));
  }
}

function pinched() {
  const [a, b] = [...pointers.values()];
  const [p, q] = gesture.places;
  const factor = norm(less(p, q)) / Math.max(norm(less(a, b)), 1);
  showView(gesture.view);
  const before = scaleNow().toData(...meanOf([p, q]));
  state.view = zoomed(gesture.view, before, factor);
  showView(shifted(state.view, ...less(before, scaleNow().toData(...meanOf([a, b])))));
}

const shifted = ({ x0, x1, y0, y1 }, dx, dy) => ({ x0: x0 + dx, x1: x1 + dx, y0: y0 + dy, y1: y1 + dy });

function zoomed({ x0, x1, y0, y1 }, /** @type {number[]} */ [x, y], factor) {
  const size = Math.max(x1 - x0, y1 - y0) * factor;
  const home = Math.max(reset.view.x1 - reset.view.x0, reset.view.y1 - reset.view.y0);
  if (size > 1e3 * home || size < 1e-4 * home) return { x0, x1, y0, y1 };
  return { x0: x + (x0 - x) * factor, x1: x + (x1 - x) * factor, y0: y + (y0 - y) * factor, y1: y + (y1 - y) * factor };
}

function wheeled(event) {
  event.preventDefault();
  const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
  showView(zoomed(state.view, scaleNow().toData(...placeOf(event)), Math.exp(clamped(pixels, -200, 200) * 0.0022)));
  if (!gesture) settle();
}

// --- the menu of a point ---

function openMenu(row) {
  if (!movable()) return;
  closeMenu();
  gesture = { kind: "none" };
  state.row = row;
  const [x, y, label] = state.scene.points[row];
  const item = (act, ...words) => {
    const chosen = () => {
      act();
      canvas.focus();
    };
    return make("button", { type: "button", role: "menuitem", tabindex: -1, onclick: chosen }, ...words);
  };
  const menu = make(
    "div",
    { id: "menu", role: "menu", "aria-label": `Point ${row + 1}`, onkeydown: typedInMenu },
    item(() => remove(row), "Remove the point"),
    ...figure.classes.flatMap((name, other) => (other === label ? [] : [item(() => edit(withLabel(state.scene, row, other)), "Make it ", make("bdi", {}, name))])),
  );
  const box = picture.getBoundingClientRect();
  const scale = scaleNow();
  menu.style.left = `${Math.max(0, Math.min(scale.x(x), box.width - 190))}px`;
  menu.style.top = `${Math.max(0, Math.min(scale.y(y) + 18, box.height - 16 - 40 * figure.classes.length))}px`;
  picture.append(menu);
  menu.firstChild.focus({ preventScroll: true });
  ask();
}

/** Arrows go round in the menu; Escape and Tab leave it. */
function typedInMenu(event) {
  const items = [...event.currentTarget.children];
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by) {
    event.preventDefault();
    items[(items.indexOf(document.activeElement) + by + items.length) % items.length].focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    canvas.focus();
    closeMenu();
  }
}

function closeMenu() {
  document.getElementById("menu")?.remove();
}

/** The right button opens the menu of the point under it, the key of menus that of the chosen point; a finger presses long. */
function asked(event) {
  event.preventDefault();
  const isKey = event.button !== 2 && !pointers.size;
  const row = isKey ? state.row : rowAt(placeOf(event), REACH.touch);
  if (row >= 0 && (isKey || event.button === 2 || event.ctrlKey)) openMenu(row);
}

// --- keys ---

function typed(event) {
  if (event.ctrlKey || event.metaKey) {
    const isRedo = event.key.toLowerCase() === "y" || (event.shiftKey && event.key.toLowerCase() === "z");
    if (!isRedo && event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    undo(...(isRedo ? [state.undone, state.done] : [state.done, state.undone]));
    return;
  }
  if (event.target !== canvas || event.altKey) return;
  const key = actions[event.key];
  if (!key) return;
  event.preventDefault();
  key(event);
}

function step(dx, dy) {
  return (event) => {
    const point = state.scene.points[state.row];
    if (!point || !movable()) return choose(1)();
    const { unit, upward } = scaleNow();
    const pixels = event.shiftKey ? 1 : 8;
    const [across, up] = counts ? [1, 1] : [pixels * unit, pixels * upward];
    return edit(withPoint(state.scene, state.row, ...standing([point[0] + dx * across, point[1] + dy * up])));
  };
}

const choose = (by) => () => {
  const n = state.scene.points.length;
  if (!n) return;
  state.row = state.row < 0 ? (by > 0 ? 0 : n - 1) : (state.row + by + n) % n;
  ask();
  say();
};

const middleOfView = () => {
  const view = shownView();
  return [(view.x0 + view.x1) / 2, (view.y0 + view.y1) / 2];
};

const zoomBy = (factor) => () => {
  showView(zoomed(state.view, middleOfView(), factor));
  settle();
};

const actions = {
  ArrowLeft: step(-1, 0),
  ArrowRight: step(1, 0),
  ArrowUp: step(0, 1),
  ArrowDown: step(0, -1),
  PageDown: choose(1),
  PageUp: choose(-1),
  Delete: () => remove(state.row),
  Backspace: () => remove(state.row),
  Enter: () => add(...middleOfView()),
  " ": () => state.chosen && state.row >= 0 && choosePoint(state.row),
  "+": zoomBy(0.8),
  "-": zoomBy(1.25),
};

// --- begin ---

validationPlot.redraw = ask;
for (const plot of plots) {
  const { svg } = plot;
  for (const name of ["pointerdown", "pointermove", "pointerup"]) svg.addEventListener(name, dragged(plot));
  svg.addEventListener("pointercancel", () => {
    gesture = null;
    abandon();
  });
  const isHeld = (touch) => plot.holds?.(figure, state.scene, plot.frame, ...placeOf(touch, svg));
  svg.addEventListener("touchstart", (event) => isHeld(event.touches[0]) && event.preventDefault(), { passive: false });
  svg.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    showPlotted(plot.sceneStepped(figure, state.scene, state.answers, by, /Up|Down/.test(event.key)), true);
  });
}
canvas.addEventListener("pointerdown", pressed);
canvas.addEventListener("touchstart", touched, { passive: false });
canvas.addEventListener("pointermove", moved);
canvas.addEventListener("pointerup", released);
canvas.addEventListener("pointercancel", released);
canvas.addEventListener("wheel", wheeled, { passive: false });
canvas.addEventListener("contextmenu", asked);
for (const name of ["focus", "blur"]) {
  canvas.addEventListener(name, () => {
    state.isFocused = canvas.matches(":focus-visible");
    ask();
  });
}
document.addEventListener("keydown", typed);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) open(file);
});
dark.addEventListener("change", rebuild);
for (const [name, isPrinted] of /** @type {[string, boolean][]} */ ([["beforeprint", true], ["afterprint", false]])) {
  window.addEventListener(name, () => {
    state.isPrinted = isPrinted;
    if (isPrinted && plots.some((plot) => plot.id === "validation")) finishCurve(figure, state.scene);
    draw();
  });
}
new ResizeObserver(ask).observe(picture);
if (!hasCore) {
  notice(figure.words.noCore);
  throw new Error(figure.words.noCore);
}
document.documentElement.classList.add("live");
rebuild();
