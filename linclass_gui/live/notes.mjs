// What a lecturer wrote into the picture, as SVG elements: it stays where it was put.

import { arrowHead } from "./angle.mjs";
import { less, meanOf, norm } from "./linear.mjs";
import { shownNumber } from "./numbers.mjs";
import { element, strokeOf, symbolPath } from "./paint.mjs";

const SPACING = 1.4; // from one line of words to the next, in heights of the letters
const TIP = 9; // pixels of the tip of an arrow, and of the strokes at the ends of a distance
const ENDLESS = 1e4; // pixels that a line reaches to both sides

/** The notes over everything else; `scoreAt` is f of the selected method, or null; ends on points follow these. */
export const paintedNotes = (notes, theme, scale, scoreAt, points) =>
  notes.flatMap((written) => {
    const note = onPoints(written, points);
    const [at, to] = [note.at, note.to ?? note.at].map((p) => [scale.x(p[0]), scale.y(p[1])]);
    return NOTES[note.kind](note, at, to, theme, scale, scoreAt);
  });

/** A note with its ends at the points that they are on. */
function onPoints(note, points) {
  const place = (row, otherwise) => points?.[row]?.slice(0, 2) ?? otherwise;
  return { ...note, at: place(note.at_row, note.at), to: place(note.to_row, note.to) };
}

const NOTES = {
  name: (note, at, _, theme) => wordsAt(theme, note.text, [at[0] + 9, at[1] - 9], "start"),
  text: (note, at, _, theme) => wordsAt(theme, note.text, at),
  arrow(note, at, to, theme) {
    const [u, v] = directionOf(at, to);
    const anchor = Math.abs(u) < Math.abs(v) ? "middle" : u > 0 ? "end" : "start";
    return [strokesOf(note, theme, [[at, to], arrowHead(to, [u, v], TIP)]), ...wordsAt(theme, note.text, [at[0] - 6 * u, at[1] - 12 * v], anchor)];
  },
  bracket(note, at, to, theme) {
    const [u, v] = directionOf(at, to);
    const bar = ([x, y]) => [[x - (TIP / 2) * v, y + (TIP / 2) * u], [x + (TIP / 2) * v, y - (TIP / 2) * u]];
    const length = norm(less(note.to, note.at));
    return [strokesOf(note, theme, [[at, to], bar(at), bar(to)]), ...wordsAt(theme, note.text || shownNumber(length, 3), besideMiddle(at, to))];
  },
  line(note, at, to, theme) {
    const [u, v] = directionOf(at, to);
    const ends = [-ENDLESS, ENDLESS].map((reach) => [at[0] + reach * u, at[1] + reach * v]);
    return [strokesOf(note, theme, [ends]), ...wordsAt(theme, note.text, besideMiddle(at, to))];
  },
  "test-point"(note, at, _, theme, __, scoreAt) {
    const { shape, size, corners, ...style } = theme.roles["test-point"];
    const place = { transform: `translate(${at[0]} ${at[1]})`, fill: style.fill, ...strokeOf(style) };
    const value = scoreAt ? `f = ${shownNumber(scoreAt(note.at), 3)}` : "";
    const words = [note.text, value].filter(Boolean).join(", ");
    return [element("path", { ...place, d: symbolPath(shape, size, corners) }), ...wordsAt(theme, words, [at[0] + 10, at[1]], "start")];
  },
  drawing(note, at, _, theme, scale) {
    const way = note.way.map(([dx, dy]) => [scale.x(note.at[0] + dx), scale.y(note.at[1] + dy)]);
    return [strokesOf(note, theme, [[at, ...way]]), ...wordsAt(theme, note.text, [at[0], at[1] - 10])];
  },
};

/** The unit vector from one place of the screen to another. */
function directionOf(from, to) {
  const way = less(to, from);
  return way.map((value) => value / (norm(way) || 1));
}

/** Where words stand beside the middle of a line. */
function besideMiddle(at, to) {
  const [[x, y], [u, v]] = [meanOf([at, to]), directionOf(at, to)];
  return [x + 12 * v, y - 12 * Math.abs(u)];
}

function strokesOf(note, theme, lines) {
  const d = lines.map((points) => `M${points.map((p) => p.join(" ")).join("L")}`).join("");
  const style = theme.roles[note.pen ? `pen-${note.pen}` : "annotation-line"];
  return element("path", { ...strokeOf(style), fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", d });
}

/** Words about a place, in ink that stands out from what is below. */
function wordsAt(theme, words, /** @type {number[]} */ [x, y], anchor = "middle") {
  if (!words) return [];
  const look = { fill: theme.ink, "font-size": theme.text, "font-family": theme.family, "text-anchor": anchor };
  const halo = { stroke: theme.canvas, "stroke-width": 4, "paint-order": "stroke", "stroke-linejoin": "round" };
  const lines = words.split("\n");
  return lines.map((line, row) => {
    const base = y + 0.36 * theme.text + SPACING * theme.text * (row - (lines.length - 1) / 2);
    return element("text", { ...look, ...halo, x, y: base, class: "note" }, line);
  });
}
