// Lines, half-planes and curves of a score in a view `{x0, x1, y0, y1}`.

import { sumOf } from "./linear.mjs";
import { isCurve, score } from "./problem.mjs";

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

/** A convex polygon where f is positive (`side` 1) or negative (-1). */
export function cutPolygon(polygon, values, side) {
  const kept = [];
  polygon.forEach((p, k) => {
    const next = (k + 1) % polygon.length;
    const [here, there] = [side * values[k], side * values[next]];
    if (here >= 0) kept.push(p);
    if (here * there < 0) {
      const t = here / (here - there);
      kept.push([p[0] + t * (polygon[next][0] - p[0]), p[1] + t * (polygon[next][1] - p[1])]);
    }
  });
  return kept;
}

const FINE = 96; // cells of the grid on which a curve is found, along the longer side
const COARSE = { least: 16, most: 40 }; // the same while something is dragged
const BUDGET = 25; // milliseconds of a frame that has some left for the layout
export const grain = { isCoarse: false, cells: COARSE.most }; // while something is dragged

/** Draw the next frames of a drag coarser, or finer again, by what the last one took. */
export function adaptGrain(milliseconds) {
  const factor = milliseconds > BUDGET ? 0.8 : milliseconds < BUDGET / 2 ? 1.1 : 1;
  grain.cells = Math.min(Math.max(grain.cells * factor, COARSE.least), COARSE.most);
}

const ROUNDING_OF_SCORES = 1e-9; // of the largest one: a score that varies less is constant
const grids = new WeakMap(); // the last grid of each model: levels and sides of a view share it

/** The places of a grid over a view, and the scores there, row by row. */
function gridOf(model, view) {
  const cells = grain.isCoarse ? Math.round(grain.cells) : FINE;
  const key = [view.x0, view.x1, view.y0, view.y1, cells].join(" ");
  const known = grids.get(model);
  if (known?.key === key) return known;
  const size = Math.max(view.x1 - view.x0, view.y1 - view.y0) / cells;
  const [columns, rows] = [Math.ceil((view.x1 - view.x0) / size), Math.ceil((view.y1 - view.y0) / size)];
  const at = (i, j) => [view.x0 + i * size, view.y0 + j * size];
  const scores = Array.from({ length: rows + 1 }, (_, j) => Array.from({ length: columns + 1 }, (_, i) => score(model, at(i, j))));
  const [low, high] = [Math.min, Math.max].map((end) => end(...scores.map((row) => end(...row))));
  const isConstant = high - low <= ROUNDING_OF_SCORES * Math.max(Math.abs(low), Math.abs(high));
  const grid = { key, at, scores, columns, rows, isConstant };
  grids.set(model, grid);
  return grid;
}

/** The scores at the corners of a cell, and how they lie to a level: 1 all above it, -1 none, 0 on both sides. */
function cellAt({ scores }, i, j, level) {
  const values = [scores[j][i], scores[j][i + 1], scores[j + 1][i + 1], scores[j + 1][i]];
  const above = values.filter((value) => value > level).length;
  return { values, side: above === 4 ? 1 : above ? 0 : -1 };
}

/** The corners of the cells of a row of the grid from one column to another. */
const cornersOfCells = ({ at }, j, from, to) => [at(from, j), at(to, j), at(to, j + 1), at(from, j + 1)];

/** The curve f = level in a view as separate segments (marching squares), or the one segment of a line. */
export function levelSegments(model, level, view) {
  if (!isCurve(model)) {
    const segment = segmentOf(model, level, view);
    return segment ? [segment] : [];
  }
  const grid = gridOf(model, view);
  if (grid.isConstant) return []; // its level would be a curve of roundings
  const segments = [];
  for (let j = 0; j < grid.rows; j++) {
    for (let i = 0; i < grid.columns; i++) {
      const { values, side } = cellAt(grid, i, j, level);
      if (!side) segments.push(...segmentsInCell(cornersOfCells(grid, j, i, i + 1), values, level));
    }
  }
  return segments;
}

function segmentsInCell(polygon, values, level) {
  const ends = [];
  for (let k = 0; k < 4; k++) {
    const [here, there] = [values[k] - level, values[(k + 1) % 4] - level];
    if (here > 0 === there > 0) continue;
    const [p, q] = [polygon[k], polygon[(k + 1) % 4]];
    const t = here / (here - there);
    ends.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
  }
  return ends.length < 4 ? [ends] : [ends.slice(0, 2), ends.slice(2)];
}

/** The part of a view where f is positive or negative, as polygons. */
export function halfPlanes(model, side, view) {
  if (!Number.isFinite(model.at ? model.b : model.atCentre)) return [];
  if (!isCurve(model)) {
    const corners = cornersOf(view);
    const scores = corners.map((p) => score(model, p));
    const polygon = scores.some(Boolean) ? cutPolygon(corners, scores, side) : []; // w = 0, b = 0
    return polygon.length > 2 ? [polygon] : [];
  }
  const grid = gridOf(model, view);
  return Array.from({ length: grid.rows }, (_, j) => partsOfRow(grid, j, side)).flat();
}

/** The parts of a row of cells on one side: cells that lie there whole are one part with their neighbours. */
function partsOfRow(grid, j, side) {
  const parts = [];
  let first = 0; // of the cells that lie there whole
  for (let i = 0; i <= grid.columns; i++) {
    const cell = i < grid.columns ? cellAt(grid, i, j, 0) : null;
    if (cell?.side === side) continue;
    if (first < i) parts.push(cornersOfCells(grid, j, first, i));
    first = i + 1;
    if (cell?.side !== 0) continue;
    const part = cutPolygon(cornersOfCells(grid, j, i, i + 1), cell.values, side);
    if (part.length > 2) parts.push(part);
  }
  return parts;
}

/** The ellipse of a number of standard deviations of a class. */
export function ellipseOf(points, deviations) {
  const n = points.length;
  const mean = [0, 1].map((axis) => sumOf(points, (p) => p[axis]) / n);
  const entry = (i, j) => sumOf(points, (p) => (p[i] - mean[i]) * (p[j] - mean[j])) / n;
  const [a, b, c] = [entry(0, 0), entry(0, 1), entry(1, 1)];
  const [half, apart] = [(a + c) / 2, Math.hypot((a - c) / 2, b)];
  const radii = [half + apart, Math.max(0, half - apart)].map((value) => deviations * Math.sqrt(value));
  const angle = 0.5 * Math.atan2(2 * b, a - c);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return Array.from({ length: 64 }, (_, k) => {
    const [u, v] = [radii[0] * Math.cos((k * Math.PI) / 32), radii[1] * Math.sin((k * Math.PI) / 32)];
    return [mean[0] + u * cosine - v * sine, mean[1] + u * sine + v * cosine];
  });
}
