// Lines, half-planes and curves of a score in a view `{x0, x1, y0, y1}`.

import { clamped, counted } from "./linear.mjs";
import { classMoments, isCurve, score } from "./problem.mjs";

/** The segment of the line f = level inside a view, or null. */
export function segmentOf(model, level, view) {
  const [a, b] = model.w;
  const size = Math.hypot(a, b);
  if (!(size > 0) || !Number.isFinite(model.atCentre)) return null;
  const middle = [(view.x0 + view.x1) / 2, (view.y0 + view.y1) / 2];
  const n = [a / size, b / size];
  const away = (score(model, middle) - level) / size;
  const foot = [middle[0] - away * n[0], middle[1] - away * n[1]];
  let [low, high] = [-Infinity, Infinity];
  const sides = [[foot[0], -n[1], view.x0, view.x1], [foot[1], n[0], view.y0, view.y1]];
  for (const [at, step, from, to] of sides) {
    if (Math.abs(step) < 1e-15) {
      if (at < from || at > to) return null;
      continue;
    }
    const ends = [(from - at) / step, (to - at) / step];
    low = Math.max(low, Math.min(...ends));
    high = Math.min(high, Math.max(...ends));
  }
  if (!(low < high)) return null;
  return [low, high].map((t) => [foot[0] - t * n[1], foot[1] + t * n[0]]);
}

export const cornersOf = (v) => [[v.x0, v.y0], [v.x1, v.y0], [v.x1, v.y1], [v.x0, v.y1]];

const FINE = 96; // cells of the grid on which a curve is found, along the longer side
const COARSE = { least: 16, most: 40 }; // the same while something is dragged
const BUDGET = 25; // milliseconds of a frame that has some left for the layout
export const grain = { isCoarse: false, cells: COARSE.most }; // while something is dragged

/** Draw the next frames of a drag coarser, or finer again, by what the last one took. */
export function adaptGrain(milliseconds) {
  const factor = milliseconds > BUDGET ? 0.8 : milliseconds < BUDGET / 2 ? 1.1 : 1;
  grain.cells = clamped(grain.cells * factor, COARSE.least, COARSE.most);
}

const ROUNDING_OF_SCORES = 1e-9; // of the largest one: a score that varies less is constant
const BEYOND = 1e-6; // how far past an edge its other side is asked, in parts of the way from the middle of the face
const ROUNDING = 1e-12;
const grids = new WeakMap(); // the last grid of each model: levels and sides of a view share it

/** A place with the values of a model there: its score, or those of its classes. */
const cornerAt = (model) => (p) => ({ p, v: model.values ? model.values(p) : [score(model, p)] });

/** The corners of a grid over a view, row by row. */
function gridOf(model, view) {
  const cells = grain.isCoarse ? Math.round(grain.cells) : FINE;
  const key = [view.x0, view.x1, view.y0, view.y1, cells].join(" ");
  const known = grids.get(model);
  if (known?.key === key) return known;
  const size = Math.max(view.x1 - view.x0, view.y1 - view.y0) / cells;
  const [columns, rows] = [Math.ceil((view.x1 - view.x0) / size), Math.ceil((view.y1 - view.y0) / size)];
  const at = cornerAt(model);
  const corners = counted(rows + 1, (j) => counted(columns + 1, (i) => at([view.x0 + i * size, view.y0 + j * size])));
  const [low, high] = [Math.min, Math.max].map((end) => end(...corners.map((row) => end(...row.map(({ v }) => v[0])))));
  const isConstant = high - low <= ROUNDING_OF_SCORES * Math.max(Math.abs(low), Math.abs(high));
  const grid = { key, corners, columns, rows, isConstant, parts: new Map() };
  grids.set(model, grid);
  return grid;
}

const towards = (a, b, t) => a.map((value, k) => (value === b[k] ? value : value + t * (b[k] - value)));
const between = (one, other, t) => ({ p: towards(one.p, other.p, t), v: towards(one.v, other.v, t) });

/** The middle of some corners. */
const middleOfPart = (corners) => corners.slice(1).reduce((sum, corner, k) => between(sum, corner, 1 / (k + 2)), corners[0]);

/** The part of a convex face, corners `{ p, v }`, where a linear function with the values `at` its corners is positive or negative. */
export function cutFace(face, at, side) {
  return face.flatMap((corner, k) => {
    const next = (k + 1) % face.length;
    const [here, there] = [side * at[k], side * at[next]];
    const own = here >= 0 ? [corner] : [];
    return here * there < 0 ? [...own, between(corner, face[next], here / (here - there))] : own;
  });
}

function splitFace(face, line) {
  const raw = face.map(({ v }) => line(v));
  const least = ROUNDING * Math.max(...raw.map(Math.abs));
  const at = raw.map((value) => (Math.abs(value) <= least ? 0 : value));
  if (!at.some((value) => value > 0) || !at.some((value) => value < 0)) return [face];
  return [1, -1].map((side) => cutFace(face, at, side)).filter((part) => part.length > 2);
}

/** A cell cut at every line, and the edges on which its parts meet. */
function inCell({ lines, decide }, cell) {
  const faces = lines.reduce((parts, line) => parts.flatMap((part) => splitFace(part, line)), [cell]);
  const [from, to] = [cell[0].p, cell[2].p];
  const isOnBorder = (p, q) => [0, 1].some((axis) => p[axis] === q[axis] && (p[axis] === from[axis] || p[axis] === to[axis]));
  return faces.map((corners) => {
    const centre = middleOfPart(corners);
    const own = decide(centre.v);
    const edges = corners.flatMap((corner, k) => {
      const next = corners[(k + 1) % corners.length];
      if (isOnBorder(corner.p, next.p)) return [];
      const beyond = between(centre, between(corner, next, 0.5), 1 + BEYOND);
      return decide(beyond.v) < own ? [[corner.p, next.p]] : [];
    });
    return { own, polygon: corners.map(({ p }) => p), edges };
  });
}

/** The parts of a grid: cells of a row that lie in one part whole are together. */
function partsOfGrid({ corners, columns, rows }, rule) {
  const owners = corners.map((row) => row.map(({ v }) => rule.decide(v)));
  const around = (grid, j, first, last) => [grid[j][first], grid[j][last], grid[j + 1][last], grid[j + 1][first]];
  const parts = [];
  for (let j = 0; j < rows; j++) {
    let first = 0; // of a run of cells that have one class
    for (let i = 0; i < columns; i++) {
      const own = owners[j][i];
      const isPure = around(owners, j, i, i + 1).every((each) => each === own);
      if (!isPure) parts.push(...inCell(rule, around(corners, j, i, i + 1)));
      const isEnd = i + 1 === columns || owners[j][i + 2] !== own || owners[j + 1][i + 2] !== own;
      if (isPure && isEnd) parts.push({ own, polygon: around(corners, j, first, i + 1).map(({ p }) => p), edges: [] });
      if (!isPure || isEnd) first = i + 1;
    }
  }
  return parts;
}

/** The parts of a view, exact polygons where scores are affine and fine cells where not, with the class of each (-1: undecided) and the edges between them: of two classes where f is above (1) or below (0) a level. */
export function partsOf(model, view, level = 0) {
  const ofLevel = { lines: [([f]) => f - level], decide: ([f]) => (f === level ? -1 : Number(f > level)) };
  const rule = model.values ? model : ofLevel;
  if (!(model.values ? model.isCurved : isCurve(model))) return inCell(rule, cornersOf(view).map(cornerAt(model)));
  const grid = gridOf(model, view);
  if (!grid.parts.has(level)) grid.parts.set(level, partsOfGrid(grid, rule));
  return grid.parts.get(level);
}

/** The curve f = level in a view as separate segments, or the one segment of a line. */
export function levelSegments(model, level, view) {
  if (isCurve(model)) return gridOf(model, view).isConstant ? [] : partsOf(model, view, level).flatMap(({ edges }) => edges); // else a curve of roundings
  const segment = segmentOf(model, level, view);
  return segment ? [segment] : [];
}

/** The ellipse of a number of standard deviations of a class. */
export function ellipseOf(points, deviations) {
  const { n, mean, scatter } = classMoments(points);
  const [a, b, c] = [scatter[0][0] / n, scatter[0][1] / n, scatter[1][1] / n];
  const [half, apart] = [(a + c) / 2, Math.hypot((a - c) / 2, b)];
  const radii = [half + apart, Math.max(0, half - apart)].map((value) => deviations * Math.sqrt(value));
  const angle = 0.5 * Math.atan2(2 * b, a - c);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return counted(64, (k) => {
    const [u, v] = [radii[0] * Math.cos((k * Math.PI) / 32), radii[1] * Math.sin((k * Math.PI) / 32)];
    return [mean[0] + u * cosine - v * sine, mean[1] + u * sine + v * cosine];
  });
}
