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

/** A relative gap in the words of a solver, as in 3.1e-05. */
export function powerOfTen(value) {
  const [mantissa, power] = value.toExponential(1).split("e");
  const exponent = Number(power);
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

const RAISED = { "-": "⁻", "+": "" };
const raised = (exponent) => String(exponent).replace(/\D|\d/g, (sign) => RAISED[sign] ?? "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign]);

/** A solver's sentence as it is shown: with true minus signs and powers of ten (`2e-07` is 2·10⁻⁷). */
export function typeset(sentence) {
  const power = (_, before, mantissa, exponent) => `${before}${mantissa}${Number(exponent) ? `·10${raised(Number(exponent))}` : ""}`;
  // The character before is matched, too: not all recent browsers have look-behind.
  return sentence.replace(/(^|[^\w.])(\d+(?:\.\d+)?)e([+-]\d+)\b/g, power).replace(/(^|[^\w.)])-(?=\.?\d)/g, "$1−");
}

/** A number as it is shown, with some significant digits: whole ones whole, large and small ones with a power of ten. */
export function shownNumber(value, digits) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return typeset(value.toFixed(0));
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  const isPlain = Number(power) >= -4 && Number(power) < Math.max(digits, 6);
  return typeset(isPlain ? trimmed(value.toFixed(Math.max(0, digits - 1 - Number(power)))) : `${trimmed(mantissa)}e${power}`);
}

/** A relative gap as it is shown: one digit and a power of ten, 0 within rounding. */
export function shownGap(gap) {
  return gap >= -1e-12 && gap <= 1e-14 ? "0" : typeset(gap.toExponential(0));
}

/** "1 pass" and "3 passes". */
export function countWords(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}
