// What counts as rounding, numbers in words, and how a number is written: the conventions of the package `solvers`.

export const EPS = 2 ** -52;
export const STATUS = {
  CONVERGED: "converged",
  NOT_SEPARABLE: "not separable",
  UNBOUNDED: "unbounded",
  SINGULAR: "singular",
  STATIONARY: "stationary point",
  BUDGET: "stopped short",
  NO_DATA: "no data",
  NOT_APPLICABLE: "not applicable",
};

/** A number with a number of significant digits, without trailing zeros; far from 1 with an exponent (`%.{digits}g`). */
export function general(value, digits = 6) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < digits) return trimmed(value.toFixed(Math.max(0, digits - 1 - exponent)));
  return `${trimmed(mantissa)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function trimmed(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A relative gap in words, as in 3.1e-05. */
export function powerOfTen(value) {
  const [mantissa, power] = value.toExponential(1).split("e");
  const exponent = Number(power);
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** "1 pass" and "3 passes". */
export function countWords(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}
