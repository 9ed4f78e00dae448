// The walk to the nearest point of the difference of two hulls, in whole numbers (Gilbert, Johnson and Keerthi, 1988).
//
// A corner is a difference d = p - q with its two places in the classes; a face has one or two corners, three where the origin is
// inside.

import { cross, inner, less } from "./linear.mjs";

/** The face nearest to the origin with its direction `u`; null where the face holds the origin. */
export function walk(start, beyond) {
  let { face, u } = nearest(start);
  for (let reached; u && (reached = beyond(face, u)); ) ({ face, u } = nearest([...face, reached]));
  return { face, u };
}

/** The part of a simplex nearest to the origin; of three corners the last one came nearer than the face of the others. */
function nearest(corners) {
  if (corners.length === 1) return atCorner(corners[0]);
  if (corners.length === 2) return onEdge(...corners);
  const [first, second, last] = corners;
  let isOutside = false;
  for (const [end, other] of [[first, second], [second, first]]) {
    const edge = less(last.d, end.d);
    if (cross(edge, less(other.d, end.d)) * cross(edge, last.d) > 0) {
      isOutside = true;
      if (inner(last.d, edge) > 0) return onEdge(end, last);
    }
  }
  return isOutside ? atCorner(last) : { face: corners, u: null };
}

function atCorner(corner) {
  return { face: [corner], u: corner.d.some(Boolean) ? corner.d : null };
}

function onEdge(a, b) {
  const edge = less(b.d, a.d);
  if (inner(a.d, edge) >= 0) return atCorner(a);
  if (inner(b.d, edge) <= 0) return atCorner(b);
  const side = cross(a.d, edge);
  const [dx, dy] = edge;
  return { face: [a, b], u: side ? (side > 0 ? [dy, -dx] : [-dy, dx]) : null };
}

/** Whether the origin is strictly inside the triangle of three differences. */
export function holdsOriginInside(face) {
  const turns = face.map(({ d }, k) => cross(d, face[(k + 1) % face.length].d));
  return face.length === 3 && (turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0));
}
