// The panel beside the picture: classes, methods with their parameters and numbers, layers.

import { clamped, norm } from "./linear.mjs";
import { shownGap, shownNumber, typeset } from "./numbers.mjs";
import { isCurve } from "./problem.mjs";
import { element, strokeOf, symbolPath } from "./paint.mjs";
import { hasModel, parameterOf, slotOf, supportOf, testPoints, tiedWords, wrongRows } from "./scene.mjs";

const STEPS = 240; // of a slider

/** An HTML element with attributes and children; words are text, never mark-up. */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** Hand a text out as a file. */
export function download(text, type, name) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Words with their mathematics, as the site has written them in HTML: all else in them is escaped there. */
export function written(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** A symbol of a class as a small picture. */
export function classSymbol(theme, side) {
  const style = theme.roles[`class-${side}`];
  const svg = element("svg", { viewBox: "-8 -8 16 16", width: 16, height: 16, "aria-hidden": "true" });
  svg.append(element("path", { d: symbolPath(style.shape, 11, style.corners), fill: style.fill }));
  return svg;
}

function lineSymbol(theme, slot) {
  const svg = element("svg", { viewBox: "0 0 26 10", width: 26, height: 10, "aria-hidden": "true" });
  const { colour, dash } = theme.lines[slot % theme.lines.length];
  const style = { stroke: colour, width: 2.5, dash };
  svg.append(element("path", { d: "M1 5H25", ...strokeOf(style) }));
  return svg;
}

/** The numbers of an answer, as pairs of name and value. */
function numbersOf(scene, answer, test) {
  const rows = [];
  if (!hasModel(answer)) return rows;
  if (!answer.values && !isCurve(answer)) rows.push(["w", `(${answer.w.map((value) => shownNumber(value, 5)).join(", ")})`], ["b", shownNumber(answer.b, 5)]);
  rows.push(["Errors", `${wrongRows(scene, answer).length} of ${scene.points.length}${tiedWords(scene, answer)}`]);
  if (test.length) rows.push(["Test errors", `${wrongRows({ points: test }, answer).length} of ${test.length}`]);
  if (answer.alpha) {
    const { free, bound, wrong } = supportOf(scene, answer);
    rows.push(["Margin 1/‖w‖", shownNumber(1 / (answer.norm ?? norm(answer.w)), 5)]);
    const kinds = answer.bound < Infinity ? `${free.length} free, ${bound.length} bound, ${wrong.length} wrong` : `${free.length}`;
    rows.push(["Support vectors", kinds]);
  }
  if (answer.J !== undefined) rows.push(["J", shownNumber(answer.J, 5)]);
  if (answer.gap !== undefined) rows.push(["Relative gap", shownGap(answer.gap)]);
  return rows;
}

/** A slider's value at a position, and back; zero is the left end where it is allowed. */
function valueAt(control, position) {
  if (control.zero && position === 0) return 0;
  const share = position / STEPS;
  const value = control.log
    ? 10 ** (Math.log10(control.low) + share * (Math.log10(control.high) - Math.log10(control.low)))
    : control.low + share * (control.high - control.low);
  return control.whole ? Math.round(value) : Number(value.toPrecision(3));
}

function positionOf(control, value) {
  if (control.zero && value === 0) return 0;
  const share = control.log
    ? (Math.log10(value) - Math.log10(control.low)) / (Math.log10(control.high) - Math.log10(control.low))
    : (value - control.low) / (control.high - control.low);
  return Math.round(STEPS * clamped(share, 0, 1));
}

function controlOf(method, control, value, change) {
  const id = `${method.id}-${control.name}`;
  const label = `${method.label}: ${control.label}`;
  if (control.options) {
    const select = make("select", { id, "aria-label": label, onchange: () => change(control.options[select.selectedIndex].value, true) });
    control.options.forEach((option) => select.append(make("option", { selected: option.value === value }, option.label)));
    return make("label", { class: "control" }, make("span", {}, control.label), select);
  }
  const slider = { id, max: STEPS, "aria-label": label };
  const textOf = (position) => shownNumber(valueAt(control, position), 4);
  const start = positionOf(control, value);
  const row = sliderRow(control.label, slider, start, textOf, (position, isDone) => change(valueAt(control, position), isDone));
  row.show(start, shownNumber(value, 4));
  return row;
}

/** A slider with the words before it and its value behind it: `changed(value, isDone)` while it moves, and when it stays. */
function sliderRow(words, attributes, value, textOf, changed) {
  const output = make("output", { "aria-live": "off" }); // the slider says its value itself
  const input = make("input", { type: "range", min: 0, ...attributes });
  const row = /** @type {any} */ (make("label", { class: "control" }, make("span", {}, words), input, output));
  row.show = (shown, text = textOf(Number(shown))) => {
    input.value = shown;
    output.textContent = text;
    input.setAttribute("aria-valuetext", text);
  };
  for (const [event, isDone] of /** @type {[string, boolean][]} */ ([["input", false], ["change", true]])) {
    input.addEventListener(event, () => {
      row.show(input.value);
      changed(Number(input.value), isDone);
    });
  }
  row.show(value);
  return row;
}

/** The rows of the methods; `act` says what a choice does.  Returns how their numbers are shown anew.  The sliders of the selected method go to `hand`, where there is one. */
export function methodRows(figure, theme, scene, act, hand = null) {
  const list = make("div", { class: "methods" });
  const details = new Map();
  for (const method of figure.methods) {
    const isOn = scene.enabled[method.id];
    const box = make("input", {
      id: `on-${method.id}`,
      type: "checkbox",
      checked: isOn,
      "aria-label": method.title,
      onchange: () => act.enable(method.id, box.checked),
    });
    const isSelected = method.id === scene.selected && isOn;
    const looks = { id: `name-${method.id}`, type: "button", class: "name", "aria-pressed": String(isSelected) };
    const name = make("button", { ...looks, onclick: () => act.select(method.id) }, method.title);
    const row = make("div", { class: isSelected ? "method selected" : "method" }, make("div", { class: "head" }, box, lineSymbol(theme, slotOf(figure, scene, method)), name));
    if (!method.kind) row.append(make("p", { class: "fixed" }, make("b", {}, figure.words.fixed), ` ${method.why}`));
    if (isOn && method.kind) {
      const inside = make("div", { class: "inside" });
      const sliders = hand ?? inside;
      if (isSelected) {
        for (const control of method.controls) {
          const parameters = scene.parameters[method.id];
          if (control.only && !control.only.values.includes(parameterOf(parameters, control.only.name))) continue;
          sliders.append(controlOf(method, control, parameterOf(parameters, control.name), (value, isDone) => act.set(method.id, control.name, value, isDone)));
        }
      }
      const steps = isSelected && stepper(method, act);
      if (steps) sliders.append(steps);
      const table = make("dl", {});
      const sentence = make("p", { class: "sentence" });
      inside.append(table, sentence);
      details.set(method.id, { table, sentence, isSelected, steps });
      row.append(inside);
    }
    list.append(row);
  }
  const show = (shown, answers, isFolded = false) => {
    for (const [id, { table, sentence, isSelected, steps }] of details) {
      const answer = answers[id];
      if (steps) steps.show(shown.at, answer.steps ?? 0);
      if (isFolded) continue;
      const rows = numbersOf(shown, answer, testPoints(figure, shown)).filter(([label]) => isSelected || label.endsWith("rrors"));
      const words = isSelected || !hasModel(answer) ? typeset(answer.sentence) : "";
      const said = JSON.stringify([rows, words]);
      if (table.dataset.said === said) continue; // a page is laid out anew where its words change
      table.dataset.said = said;
      table.replaceChildren(...rows.flatMap(([label, value]) => [make("dt", {}, label), make("dd", {}, value)]));
      sentence.textContent = words;
      sentence.hidden = !words;
    }
  };
  return { list, show };
}

export const STEPWISE = ["Perceptron", "Relaxation"];

/** The slider of the steps of a rule that corrects errors; its right end is the answer. */
function stepper(method, act) {
  if (method.parameters.scheme || !STEPWISE.includes(method.kind)) return null;
  let most = 0;
  const looks = { id: `${method.id}-at`, step: 1, "aria-label": `${method.label}: step` };
  const row = sliderRow("step", looks, 0, (at) => `${at} of ${most}`, (at, isDone) => act.step(at < most ? at : null, isDone));
  const showAt = row.show;
  row.show = (at, steps) => {
    if (typeof steps !== "number") return showAt(at);
    most = steps;
    row.querySelector("input").max = steps;
    row.hidden = !steps;
    return showAt(Math.min(at ?? steps, steps));
  };
  return row;
}

/** The sliders of the trial line, beside its rings: its angle, and its shift along its normal. */
export function trialRow(scene, view, act) {
  const far = (view.x1 - view.x0) / 2;
  let before = 0;
  const shifted = (trial, to) => {
    const [by, radians] = [to - before, (trial.angle * Math.PI) / 180];
    before = to;
    return { ...trial, pivot: [trial.pivot[0] + by * Math.cos(radians), trial.pivot[1] + by * Math.sin(radians)] };
  };
  const slider = (id, words, [min, max], value, trialAt, unit = "") =>
    sliderRow(words, { id, min, max, step: (max - min) / 360 }, value, (at) => `${shownNumber(Math.round(1e6 * at) / 1e6, 3)}${unit}`, (at, isDone) =>
      act.trial((trial) => trialAt(trial, at), isDone));
  return make(
    "fieldset",
    { class: "trial" },
    make("legend", {}, "Violet line: drag its rings, or"),
    slider("trial-angle", "turn it", [0, 360], scene.trial.angle, (trial, angle) => ({ ...trial, angle }), "°"),
    slider("trial-shift", "shift it", [-far, far], 0, shifted),
  );
}

const SIZES = [20, 50, 100, 200, 500]; // of samples
const [NARROWEST, WIDEST] = [0.2, 2]; // of spreads

/** The sliders of the spreads of two populations, and how many new points are drawn from them. */
export function populationRow(figure, scene, act) {
  const slider = (side, label) =>
    sliderRow(
      `spread of ${figure.classes[label]}`, { id: `spread-${side}`, min: NARROWEST, max: WIDEST, step: 0.05 }, scene.spreads[side],
      (spread) => `× ${shownNumber(Math.round(100 * spread) / 100, 3)}`, (spread, isDone) => act.spread(side, spread, isDone),
    );
  const options = SIZES.filter((count) => count <= figure.most).map((count) => make("option", { value: count, selected: count === 100 }, `${count} points`));
  const size = make("select", { id: "sample-size", "aria-label": "How many new points" }, ...options);
  const draw = make("button", { type: "button", id: "sample", onclick: () => act.sample(Number(size.value)) }, "Draw new points");
  return make("fieldset", { class: "populations" }, make("legend", {}, "Populations: their points follow"), slider("minus", 0), slider("plus", 1), make("div", { class: "buttons" }, size, draw));
}

/** The tick boxes of the layers. */
export function layerBoxes(figure, scene, act) {
  const boxes = figure.layers.map((layer) => {
    const box = make("input", { id: `layer-${layer.name}`, type: "checkbox", checked: scene.layers[layer.name], onchange: () => act.layer(layer.name, box.checked) });
    return make("label", { class: "layer" }, box, layer.title);
  });
  return make("fieldset", { class: "layers" }, make("legend", {}, "Layers"), ...boxes);
}
