// The walk to the nearest point of the difference of two hulls, in whole numbers (Gilbert, Johnson and Keerthi, 1988).
//
// A corner is a difference p - q with its two places in the classes; a face has one or two corners, three where the origin is
// inside.

export const corner = (i, j, p, q) => ({ i, j, px: p[0], py: p[1], qx: q[0], qy: q[1] });

/** From one difference to another. */
const stepBetween = (a, b) => [b.px - a.px - (b.qx - a.qx), b.py - a.py - (b.qy - a.qy)];

/** The face nearest to the origin with its direction `u`; null where the face holds the origin. */
export function walk(start, points) {
  let { face, u } = nearest(start);
  for (let reached; u && (reached = points.beyond(face, u)); ) ({ face, u } = nearest([...face, reached]));
  return { face, u };
}

/** The part of a simplex nearest to the origin; of three corners the last one came nearer than the face of the others. */
function nearest(corners) {
  if (corners.length === 1) return atCorner(corners[0]);
  if (corners.length === 2) return onEdge(...corners, stepBetween(...corners));
  const [first, second, last] = corners;
  const x = last.px - last.qx;
  const y = last.py - last.qy;
  const along = stepBetween(first, second);
  let isOutside = false;
  for (const [end, ox, oy] of [[first, along[0], along[1]], [second, -along[0], -along[1]]]) {
    const [ex, ey] = stepBetween(end, last);
    const side = ex * oy - ey * ox;
    const originSide = ey * x - ex * y;
    if (side * originSide < 0) {
      isOutside = true;
      if (x * ex + y * ey > 0) return onEdge(end, last, [ex, ey]);
    }
  }
  return isOutside ? atCorner(last) : { face: corners, u: null };
}

function atCorner(c) {
  const u = [c.px - c.qx, c.py - c.qy];
  return { face: [c], u: u[0] || u[1] ? u : null };
}

function onEdge(a, b, [dx, dy]) {
  const ax = a.px - a.qx;
  const ay = a.py - a.qy;
  if (ax * dx + ay * dy >= 0) return atCorner(a);
  if ((b.px - b.qx) * dx + (b.py - b.qy) * dy <= 0) return atCorner(b);
  const side = ax * dy - ay * dx;
  if (!side) return { face: [a, b], u: null };
  return { face: [a, b], u: side > 0 ? [dy, -dx] : [-dy, dx] };
}

const distinct = (values) => [...new Set(values)];

/** The places of both classes on a face, in order of appearance. */
export const facePlaces = (face) => [distinct(face.map((c) => c.i)), distinct(face.map((c) => c.j))];

const pairsOfThree = (face) => [[face[0], face[1]], [face[1], face[2]], [face[2], face[0]]];

/** Whether the origin is strictly inside the triangle of three differences. */
export function holdsOriginInside(face) {
  if (face.length < 3) return false;
  const turns = pairsOfThree(face).map(([a, b]) => (a.px - a.qx) * (b.py - b.qy) - (a.py - a.qy) * (b.px - b.qx));
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}
