// Marks as SVG elements.  Styles come from the theme of the program; one drawing unit is one CSS pixel.

import { clamped, counted, less, norm } from "./linear.mjs";
import { typeset } from "./numbers.mjs";
import { MANY, symbolsNow } from "./order.mjs";

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes; text is only ever set as text. */
export function element(name, attributes = {}, text = null) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
}

/** Set those attributes of an element that change: a browser lays a picture out anew even where its box is set to what it was. */
export function changeAttributes(made, attributes) {
  for (const [key, value] of Object.entries(attributes)) if (made.getAttribute(key) !== String(value)) made.setAttribute(key, value);
}

const PART = 250; // of many symbols: so many are one element
const INSIDE = 0.15; // of the size of a symbol over points that stand inside each other

const round = (value) => Math.round(value * 100) / 100;

/** How data become pixels: `frame` is the field in pixels, `view` what it shows. */
export function scaleOf(view, frame) {
  const unit = (view.x1 - view.x0) / frame.width;
  const upward = (view.y1 - view.y0) / frame.height;
  return {
    unit,
    upward,
    x: (value) => frame.left + (value - view.x0) / unit,
    y: (value) => frame.top + (view.y1 - value) / upward,
    toData: (x, y) => [view.x0 + (x - frame.left) * unit, view.y1 - (y - frame.top) * upward],
  };
}

function styled(theme, mark) {
  const style = { ...theme.roles[mark.role] };
  if (mark.slot !== undefined) {
    const { colour, dash } = theme.lines[mark.slot % theme.lines.length];
    if (style.stroke) style.stroke = colour;
    if (style.fill) style.fill = colour;
    if (dash && !style.dash && mark.role === "boundary") style.dash = dash.map((length) => length * theme.line);
  }
  if (mark.isEmphasised) style.width *= 1.25;
  return style;
}

export function strokeOf(style) {
  if (!style.stroke) return { stroke: "none" };
  return {
    stroke: style.stroke,
    "stroke-width": style.width,
    "stroke-opacity": style.strokeOpacity < 1 ? style.strokeOpacity : null,
    "stroke-dasharray": style.dash ? style.dash.join(" ") : null,
  };
}

const fillOf = (style) => ({ fill: style.hatch ? "url(#hatch)" : style.fill ?? "none", "fill-opacity": style.fill && style.fillOpacity < 1 ? style.fillOpacity : null });

/** The outline of a symbol of this size around the origin, or a place, as path data. */
export function symbolPath(shape, size, corners = null, /** @type {number[]} */ [x, y] = [0, 0]) {
  const r = size / 2;
  if (corners) return `M${corners.map(([a, b]) => `${round(x + a * r)} ${round(y + b * r)}`).join("L")}z`;
  if (shape === "square") return `M${x - 0.9 * r} ${y - 0.9 * r}h${1.8 * r}v${1.8 * r}h${-1.8 * r}z`;
  if (shape === "diamond") return `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}z`;
  if (shape === "plus") return `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`;
  if (shape === "cross") {
    // Its middle is free for the point.
    const [far, near] = [r * 0.72, r * 0.36];
    return [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(([a, b]) => `M${x + a * near} ${y + b * near}L${x + a * far} ${y + b * far}`).join("");
  }
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Elements that are kept from frame to frame: what has not changed is not touched. */
export class Kept {
  constructor() {
    this.known = new Map();
    this.shown = "";
    /** @type {any} */
    this.drawn = null;
  }

  /** The axes that `made` draws, made again only where what they show has changed. */
  axes(shown, made) {
    const key = JSON.stringify(shown);
    if (key !== this.shown) [this.shown, this.drawn] = [key, made()];
    return this.drawn;
  }

  /** The element of a key, with these attributes. */
  element(key, name, attributes) {
    let held = this.known.get(key);
    if (!held) this.known.set(key, (held = { made: element(name), values: {} }));
    for (const [attribute, value] of Object.entries(attributes)) {
      if (held.values[attribute] === value) continue;
      held.values[attribute] = value;
      if (value === null || value === undefined) held.made.removeAttribute(attribute);
      else held.made.setAttribute(attribute, value);
    }
    return held.made;
  }
}

/** Make these the children of an element, in this order; those that are there stay. */
export function placeChildren(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  children.forEach((child, k) => parent.childNodes[k] !== child && parent.insertBefore(child, parent.childNodes[k] ?? null));
}

const looksOf = (style) => ({ ...fillOf(style), ...strokeOf(style), "stroke-linejoin": "round" });

/** The elements of symbols `{ p, style, factor, row }` in their order: of many those of a style that are near each other in it are one. */
function drawnSymbols(key, symbols, scale, kept) {
  const pixel = (p) => [round(scale.x(p[0])), round(scale.y(p[1]))];
  const outline = ({ style, factor }, at) => symbolPath(style.shape, factor * style.size, style.corners, at);
  if (symbols.length <= MANY) {
    return symbols.map((one) => kept.element(`${key} ${one.row}`, "path", { ...looksOf(one.style), d: outline(one), transform: `translate(${pixel(one.p).join(" ")})` }));
  }
  const styles = [...new Set(symbols.map(({ style }) => style))];
  const drawn = [];
  for (let first = 0; first < symbols.length; first += PART) {
    const part = symbols.slice(first, first + PART);
    styles.forEach((style, look) => {
      const d = part.map((one) => (one.style === style ? outline(one, pixel(one.p)) : "")).join("");
      drawn.push(kept.element(`${key} part ${first} ${look}`, "path", { ...looksOf(style), d }));
    });
  }
  return drawn;
}

/** The elements of the marks. */
export function painted(marks, theme, scale, kept) {
  const place = (p) => `${round(scale.x(p[0]))} ${round(scale.y(p[1]))}`;
  const polyline = (points) => `M${points.map(place).join("L")}`;
  const nested = nestedPlaces(marks, theme, scale);
  return marks.map((mark, k) => {
    if (mark.kind === "mixed") return mixedSymbols(mark, theme, scale, kept);
    const style = styled(theme, mark);
    const key = `${mark.kind} ${mark.role} ${mark.slot ?? k}`;
    const look = looksOf(style);
    if (mark.kind === "area") {
      const d = mark.polygons.filter((polygon) => polygon.length).map((polygon) => `${polyline(polygon)}z`).join("");
      return kept.element(key, "path", { ...look, d });
    }
    if (mark.kind === "path") return kept.element(key, "path", { ...look, d: mark.lines.map(polyline).join(""), fill: "none" });
    const factorOf = (p, row) => (mark.role.startsWith("wrong-") && nested.has(`${p[0]} ${p[1]}`) ? INSIDE : mark.sizes?.[row] ?? 1);
    const group = kept.element(key, "g", {});
    placeChildren(group, drawnSymbols(key, mark.points.map((p, row) => ({ p, style, factor: factorOf(p, row), row })), scale, kept));
    return group;
  });
}

/** The places where symbols of several classes stand inside each other: what lies over them is small and leaves all of them seen. */
function nestedPlaces(marks, theme, scale) {
  const places = new Set();
  for (const { kind, points, family, looks } of marks) {
    if (kind !== "mixed") continue;
    const { symbols } = symbolsNow(family, points, theme.roles[`${family}-${looks[0]}`].size, scale);
    for (const { row, factor } of symbols) if (factor !== 1) places.add(`${points[row][0]} ${points[row][1]}`);
  }
  return places;
}

/** Points of all classes as one group: in their order, those in one place inside each other. */
function mixedSymbols({ points, family, looks }, theme, scale, kept) {
  const place = (p) => `translate(${round(scale.x(p[0]))} ${round(scale.y(p[1]))})`;
  const styles = looks.map((look) => theme.roles[`${family}-${look}`]);
  const { symbols, numbers } = symbolsNow(family, points, styles[0].size, scale);
  const drawn = drawnSymbols(family, symbols.map(({ row, look, factor }) => ({ p: points[row], style: styles[look], factor, row })), scale, kept);
  const [ground, words] = [theme.roles["several-points"], { fill: theme.ink, "font-size": theme.caption, "font-family": theme.family, "text-anchor": "middle" }];
  const counts = numbers.flatMap(({ at, count }) => [
    element("path", { ...looksOf(ground), d: symbolPath(ground.shape, ground.size), transform: place(at) }),
    element("text", { ...words, y: round(0.36 * theme.caption), transform: place(at) }, count),
  ]);
  const group = kept.element(family, "g", {});
  placeChildren(group, [...drawn, ...counts]);
  return group;
}

/** Round values in a range, about a given number of them, at least one step apart, and how they are written. */
export function ticksOf(low, high, most, leastStep = 0) {
  const rough = Math.max((high - low) / Math.max(most, 1), leastStep);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((each) => each >= rough * (1 - 1e-9));
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const values = counted(Math.max(0, last - first + 1), (k) => (first + k) * step);
  const largest = Math.max(...values.map(Math.abs));
  const exponent = Math.floor(Math.log10(largest));
  const decimals = Math.max(0, exponent - Math.floor(Math.log10(step) + 1e-9));
  const isLong = largest >= 1e5 || (largest > 0 && largest < 1e-3);
  const labelOf = (value) => {
    if (Math.abs(value) < step / 2) return isLong ? "0" : (0).toFixed(Math.min(digits, 12));
    if (isLong && decimals <= 4) return typeset(`${(value / 10 ** exponent).toFixed(decimals)}e${exponent < 0 ? "" : "+"}${exponent}`);
    return typeset(value.toFixed(Math.min(digits, 12)));
  };
  return values.map((value) => ({ value, label: labelOf(value) }));
}

/** Frame, ticks, grid and names of the axes; the upright one has no ticks where its height says nothing, and counts none between whole numbers. */
export function paintedAxes(theme, view, frame, scale, names, hasGrid, { hasHeight = true, hasCounts = false } = {}) {
  const { left, top, width, height } = frame;
  const [right, bottom] = [left + width, top + height];
  const text = { fill: theme.ink2, "font-size": theme.caption, "font-family": theme.family };
  const made = [];
  const line = (role, x1, y1, x2, y2) => element("line", { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), ...strokeOf(theme.roles[role]) });
  for (const { value, label } of ticksOf(view.x0, view.x1, width / 56, Number(hasCounts))) {
    const x = scale.x(value);
    if (hasGrid) made.push(line("grid", x, top, x, bottom));
    made.push(line("frame", x, bottom, x, bottom + 4), element("text", { ...text, x: round(x), y: bottom + 7 + theme.caption, "text-anchor": "middle" }, label));
  }
  for (const { value, label } of hasHeight ? ticksOf(view.y0, view.y1, height / 48, Number(hasCounts)) : []) {
    const y = scale.y(value);
    if (hasGrid) made.push(line("grid", left, y, right, y));
    made.push(line("frame", left - 4, y, left, y), element("text", { ...text, x: left - 7, y: round(y + 0.36 * theme.caption), "text-anchor": "end" }, label));
  }
  const label = { ...text, fill: theme.ink, "font-size": theme.text, "text-anchor": "middle" };
  const places = [
    { x: round(left + width / 2), y: bottom + 20 + theme.caption + theme.text / 2 },
    { transform: `translate(${theme.text} ${round(top + height / 2)}) rotate(-90)` },
  ];
  made.push(...names.map((name, k) => axisName(theme, name, { ...label, ...places[k] })));
  return made;
}

/** The name of an axis; a letter with a subscript is written as in formulas. */
function axisName(theme, [name, subscript], attributes) {
  if (!subscript) return element("text", attributes, name);
  const text = element("text", { ...attributes, "font-family": theme.serif, "font-size": 1.25 * theme.text });
  text.append(element("tspan", { "font-style": "italic" }, name), element("tspan", { dy: 3, "font-size": theme.text * 0.9 }, subscript));
  return text;
}

/** The pattern of the parts that no class has. */
export function paintedHatch(theme) {
  const pattern = element("pattern", { id: "hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  pattern.append(element("path", { d: "M0 0V8", ...strokeOf(theme.roles.undecided), fill: "none" }));
  return pattern;
}

export const paintedFrame = (theme, { left, top, width, height }) =>
  element("rect", { x: left, y: top, width, height, fill: "none", ...strokeOf(theme.roles.frame) });

/** A plot beside the picture: axes with their names, marks, and a frame about them; without a content the frame alone. */
export function paintedPlot(theme, plotFrame, kept, { view, names, marks, hasGrid = true, frame = plotFrame, scale = view && scaleOf(view, frame) }) {
  if (!marks) return [paintedFrame(theme, frame)];
  const axes = kept.axes([view, frame, names, theme.ink], () => paintedAxes(theme, view, frame, scale, names, hasGrid));
  return [...axes, ...painted(marks, theme, scale, kept), paintedFrame(theme, frame)];
}

/** The name of each boundary along its line, where it is clear of the names before it. */
export function paintedNames(marks, theme, scale, frame) {
  const taken = [];
  const made = [];
  for (const mark of marks) {
    if (!mark.name || mark.lines.length !== 1 || mark.lines[0].length !== 2) continue;
    const width = 0.56 * theme.lineLabel * mark.name.length;
    let [p, q] = mark.lines[0].map((end) => [scale.x(end[0]), scale.y(end[1])]);
    if (p[0] > q[0]) [p, q] = [q, p];
    const length = norm(less(q, p));
    if (length < width + 40) continue;
    const along = less(q, p).map((value) => value / length);
    for (const share of [0.82, 0.18, 0.66, 0.34, 0.5]) {
      const t = clamped(share * length, width / 2 + 16, length - width / 2 - 16);
      const at = [p[0] + t * along[0] + 9 * along[1], p[1] + t * along[1] - 9 * along[0]];
      const isInside = at[0] > frame.left + 12 && at[0] < frame.left + frame.width - 12 && at[1] > frame.top + 12;
      if (!isInside || taken.some((other) => norm(less(other, at)) < 0.6 * width + 24)) continue;
      taken.push(at);
      const angle = (Math.atan2(along[1], along[0]) * 180) / Math.PI;
      const colour = mark.slot === undefined ? theme.ink : theme.lines[mark.slot % theme.lines.length].ink;
      const words = { fill: colour, "font-size": theme.lineLabel, "font-family": theme.family, "text-anchor": "middle", stroke: theme.canvas };
      const place = `translate(${round(at[0])} ${round(at[1])}) rotate(${round(angle)})`;
      made.push(element("text", { ...words, "stroke-width": 4, "paint-order": "stroke", "stroke-linejoin": "round", transform: place, class: "name" }, mark.name));
      break;
    }
  }
  return made;
}
