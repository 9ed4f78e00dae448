// Points in the order in which they are drawn, the same as in the program: mixed, a much rarer class last; and those in one place.

export const MANY = 500; // more points are painted in parts, and looked at anew only when they rest
const LATER = 2 ** 32; // above every mixed number
const RARER = 10; // times fewer points than the largest class: drawn later
const ONE_PLACE = 0.1; // of a symbol: points closer together are in one place
const AFTER = 0.1; // between the turns of symbols inside each other: less than between those of two points
const NESTS = { 2: [1.55, 0.85], 3: [1.9, 1.3, 0.75] }; // the sizes of symbols inside each other, from the outermost

/** A number for each row without any pattern: the last step of MurmurHash3. */
export function mixedNumber(row) {
  let h = row >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The rows of points (x, y, class) in the order in which they are drawn, each with its turn and how much rarer its class is. */
export function drawingOrder(points) {
  const counts = [];
  for (const [, , k] of points) counts[k] = (counts[k] ?? 0) + 1;
  const largest = counts.reduce((most, count) => Math.max(most, count), 1);
  const tiers = counts.map((count) => Math.floor(Math.log(largest / count) / Math.log(RARER) + 1e-12));
  const turns = points.map(([, , k], row) => ({ row, look: k, tier: tiers[k], turn: LATER * tiers[k] + mixedNumber(row) }));
  return turns.sort((one, other) => one.turn - other.turn);
}

const settled = new Map(); // by family: the points whose places were looked at, and their symbols

/** Look at all places anew with the next picture: the point that moved has come to rest. */
export const settleSymbols = () => settled.clear();

/** The symbols of a family, as :func:`symbolsOf`, for every frame: while one of many points moves, the others keep theirs. */
export function symbolsNow(family, points, size, scale) {
  const place = [size, scale.unit, scale.upward, scale.x(0), scale.y(0)].join(" ");
  const before = settled.get(family);
  if (before?.place === place && isSameButOne(points, before.points)) return before.symbols;
  const symbols = symbolsOf(points, size, scale);
  settled.set(family, { place, points, symbols });
  return symbols;
}

/** Whether these are the same points, of which of many one may be in another place. */
function isSameButOne(points, before) {
  if (points === before) return true;
  if (points.length <= MANY || points.length !== before.length) return false;
  let moved = 0;
  for (let row = 0; row < points.length && moved < 2; row += 1) {
    if (points[row] === before[row]) continue;
    moved += points[row][2] === before[row][2] ? 1 : 2;
  }
  return moved < 2;
}

/** The symbols of points in their order: `{row, look, factor}`; for places of more classes than three also `{at, count}`. */
export function symbolsOf(points, size, scale) {
  const symbols = [];
  const numbers = [];
  for (const here of pointsByPlace(drawingOrder(points), points, ONE_PLACE * size, scale)) {
    const outermost = [...here].sort((one, other) => other.tier - one.tier || one.turn - other.turn);
    const looks = [...new Set(outermost.map((each) => each.look))];
    const nest = NESTS[looks.length];
    for (const { row, look, turn } of here) {
      const rank = looks.indexOf(look);
      symbols.push({ row, look, factor: nest ? nest[rank] : 1, turn: looks.length > 1 ? here.at(-1).turn + AFTER * rank : turn });
    }
    if (looks.length > 3) numbers.push({ at: points[here[0].row], count: here.length });
  }
  symbols.sort((one, other) => one.turn - other.turn);
  return { symbols, numbers };
}

/** Points in their order by places: those that are near the first point of a place along both axes are in it. */
function pointsByPlace(order, points, near, scale) {
  const cells = new Map();
  const places = [];
  for (const each of order) {
    const [x, y] = [scale.x(points[each.row][0]) / near, scale.y(points[each.row][1]) / near];
    const [column, line] = [Math.floor(x), Math.floor(y)];
    let found = null;
    for (let i = -1; i <= 1 && !found; i += 1) {
      for (let j = -1; j <= 1 && !found; j += 1) {
        found = cells.get(`${column + i} ${line + j}`)?.find((place) => Math.abs(place.x - x) <= 1 && Math.abs(place.y - y) <= 1);
      }
    }
    if (found) {
      found.points.push(each);
      continue;
    }
    const place = { x, y, points: [each] };
    places.push(place);
    const key = `${column} ${line}`;
    cells.set(key, [...(cells.get(key) ?? []), place]);
  }
  return places.map((place) => place.points);
}
