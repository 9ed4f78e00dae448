// Exact arithmetic where doubles cannot decide: coordinates as whole numbers, which do not round.

/** A double as a whole number times a power of two. */
function parts(value) {
  if (value === 0) return { whole: 0n, power: 0 };
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  let whole = biased ? fraction | 0x10000000000000n : fraction;
  let power = (biased || 1) - 1075;
  while (!(whole & 1n)) {
    whole >>= 1n;
    power += 1;
  }
  return { whole: value < 0 ? -whole : whole, power };
}

/** Points multiplied by the smallest power of two that makes all coordinates whole, and that power. */
export function wholePoints(points) {
  const split = points.map((point) => point.map(parts));
  const lowest = Math.min(0, ...split.flat().map((part) => part.power));
  const whole = split.map((point) => point.map((part) => part.whole << BigInt(part.power - lowest)));
  return { points: whole, scale: 1n << BigInt(-lowest) };
}

const bitLength = (value) => (value < 0n ? -value : value).toString(2).length;

/** The quotient of two whole numbers, rounded once. */
export function ratio(numerator, denominator) {
  if (numerator === 0n) return 0;
  const shift = Math.max(0, 70 - bitLength(numerator) + bitLength(denominator));
  const scaled = numerator << BigInt(shift);
  let quotient = scaled / denominator;
  if (quotient * denominator !== scaled) quotient = quotient * 2n + (quotient < 0n ? -1n : 1n); // there is a rest beyond these digits
  else quotient *= 2n;
  const half = Math.floor((shift + 1) / 2);
  return (Number(quotient) / 2 ** half) / 2 ** (shift + 1 - half);
}
