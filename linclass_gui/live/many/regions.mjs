// The predicted class of each part of a view, and where the classes meet: exact polygons where scores are affine, fine cells where not.

import { cornersOf } from "../geometry.mjs";

const CELLS_OF_PARTS = 80; // of the grid on which curves are found, along the longer side
const BEYOND = 1e-6; // how far past an edge its other side is asked, in parts of the way from the middle of the face
const ROUNDING = 1e-12;

const towards = (a, b, t) => a.map((value, k) => (value === b[k] ? value : value + t * (b[k] - value)));
const between = (one, other, t) => ({ p: towards(one.p, other.p, t), v: towards(one.v, other.v, t) });

/** The middle of some corners. */
const middleOfPart = (corners) => corners.slice(1).reduce((sum, corner, k) => between(sum, corner, 1 / (k + 2)), corners[0]);

/** The part of a convex face, corners `{ p, v }`, where a linear function of the values v is positive or negative. */
function cutFace(face, at, side) {
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
function inCell(answer, cell) {
  const faces = answer.lines.reduce((parts, line) => parts.flatMap((part) => splitFace(part, line)), [cell]);
  const [from, to] = [cell[0].p, cell[2].p];
  const isOnBorder = (p, q) => [0, 1].some((axis) => p[axis] === q[axis] && (p[axis] === from[axis] || p[axis] === to[axis]));
  return faces.map((corners) => {
    const centre = middleOfPart(corners);
    const own = answer.decide(centre.v);
    const edges = corners.flatMap((corner, k) => {
      const next = corners[(k + 1) % corners.length];
      if (isOnBorder(corner.p, next.p)) return [];
      const beyond = between(centre, between(corner, next, 0.5), 1 + BEYOND);
      return answer.decide(beyond.v) < own ? [[corner.p, next.p]] : [];
    });
    return { own, polygon: corners.map(({ p }) => p), edges };
  });
}

/** The parts of a view: polygons by class (-1: undecided), and the edges between classes. */
function partsOf(answer, view) {
  const at = (p) => ({ p, v: answer.values(p) });
  if (!answer.isCurved) return inCell(answer, cornersOf(view).map(at));
  const size = Math.max(view.x1 - view.x0, view.y1 - view.y0) / CELLS_OF_PARTS;
  const [columns, rows] = [Math.ceil((view.x1 - view.x0) / size), Math.ceil((view.y1 - view.y0) / size)];
  const grid = Array.from({ length: rows + 1 }, (_, j) =>
    Array.from({ length: columns + 1 }, (__, i) => {
      const corner = at([view.x0 + i * size, view.y0 + j * size]);
      return { ...corner, own: answer.decide(corner.v) };
    }),
  );
  const parts = [];
  for (let j = 0; j < rows; j++) {
    let first = 0; // of a run of cells that have one class
    for (let i = 0; i < columns; i++) {
      const cell = [grid[j][i], grid[j][i + 1], grid[j + 1][i + 1], grid[j + 1][i]];
      const isPure = cell.every(({ own }) => own === cell[0].own);
      if (!isPure) parts.push(...inCell(answer, cell));
      const isEnd = i + 1 === columns || grid[j][i + 2].own !== cell[0].own || grid[j + 1][i + 2].own !== cell[0].own;
      if (isPure && isEnd) parts.push({ own: cell[0].own, polygon: [grid[j][first].p, cell[1].p, cell[2].p, grid[j + 1][first].p], edges: [] });
      if (!isPure || isEnd) first = i + 1;
    }
  }
  return parts;
}

const partsOfAnswers = new WeakMap(); // the last parts of each answer: areas and lines of a view share them

export function regionsOf(answer, view) {
  const before = partsOfAnswers.get(answer);
  if (before?.view === view) return before.parts;
  const parts = partsOf(answer, view);
  partsOfAnswers.set(answer, { view, parts });
  return parts;
}
