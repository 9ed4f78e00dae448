// What counts as rounding, numbers in words, and how a number is written: the conventions of the package `solvers`.

export const EPS = 2 ** -52;
// From harmless to fatal.
export const STATUS = {
  CONVERGED: "converged",
  SINGULAR: "singular",
  STATIONARY: "stationary point",
  ENDED: "run ended",
  UNBOUNDED: "unbounded",
  BUDGET: "stopped short",
  NOT_SEPARABLE: "not separable",
  NO_DATA: "no data",
  NOT_APPLICABLE: "not applicable",
};

/** A fit with its ending: converged where its certificate closes, with the `sentence` of that; else how much of the gap is left. */
export function certified(fit, sentence, say) {
  const gap = Math.abs(fit.gap);
  if (gap <= 1e-7) return { ...fit, status: STATUS.CONVERGED, sentence: sentence() };
  const lack = Number.isFinite(gap) ? say.noProof.replace("{}", () => powerOfTen(gap)) : say.noBound;
  return { ...fit, status: STATUS.BUDGET, sentence: lack };
}

/** A sentence with words in its gaps. */
export const filled = (sentence, ...words) => words.reduce((text, word) => text.replace("{}", () => word), sentence);

/** A number with a number of significant digits, without trailing zeros; far from 1, or with `longest` digits before its point, with an exponent (`%.{digits}g`). */
export function general(value, digits = 6, longest = digits) {
  if (!Number.isFinite(value)) return fixedNumber(value, 0);
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < longest) return trimmed(value.toFixed(Math.max(0, digits - 1 - exponent)));
  return `${trimmed(mantissa)}e${padded(power)}`;
}

/** The power of an exponent with its sign and two digits, as in e-05. */
const padded = (power) => `${power[0]}${power.slice(1).padStart(2, "0")}`;

function trimmed(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A small number in the words of a solver, as in 3.1e-05. */
export function powerOfTen(value) {
  if (!Number.isFinite(value)) return fixedNumber(value, 0);
  const [mantissa, power] = value.toExponential(1).split("e");
  return `${mantissa}e${padded(power)}`;
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
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return fixedNumber(value, 0);
  return typeset(general(value, digits, Math.max(digits, 6)));
}

/** A relative gap as it is shown: one digit and a power of ten, 0 within rounding. */
export function shownGap(gap) {
  if (!Number.isFinite(gap)) return fixedNumber(gap, 0);
  return gap >= -1e-12 && gap <= 1e-14 ? "0" : typeset(gap.toExponential(0));
}

/** A number with the fewest decimals that leave it within `tolerance`, and no minus before zero. */
export function fewDigits(value, tolerance) {
  const decimals = Math.max(0, Math.ceil(-Math.log10(tolerance)));
  return decimals > 100 ? value : Number(value.toFixed(decimals)) + 0;
}

/** "1 pass" and "3 passes". */
export function countWords(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

// --- numbers as the blocks of the program write them ---

/** A number with so many decimals, and no minus before zero. */
export function fixedNumber(value, decimals) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) ? `−${text}` : text;
}

/** A number with so many significant digits, zeros at its end among them; far from 1 with a power of ten. */
export function significant(value, digits = 4) {
  if (!Number.isFinite(value) || value === 0) return fixedNumber(value, 0);
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -4 && exponent < Math.max(digits, 6)) return fixedNumber(value, Math.max(0, digits - 1 - exponent));
  return typeset(value.toExponential(digits - 1));
}

export const percentNumber = (share) => `${fixedNumber(100 * share, 2)} %`;

const LARGEST_DENOMINATOR = 60; // of a fraction that is written as one
const FRACTION = 1e-9; // a number this near to a fraction is one

/** The nearest fraction with a small denominator, as [numerator, denominator]. */
function nearestFraction(value) {
  let best = [Math.round(value), 1];
  for (let below = 2; below <= LARGEST_DENOMINATOR; below++) {
    const above = Math.round(value * below);
    if (Math.abs(above / below - value) < Math.abs(best[0] / best[1] - value)) best = [above, below];
  }
  return best;
}

/** Whether a number is 0 beside `scale`, whole, or a fraction that one writes. */
export function isFraction(value, scale) {
  if (!Number.isFinite(value) || Math.abs(value) <= 1e-13 * scale) return true;
  const [above, below] = nearestFraction(value);
  return Math.abs(above / below - value) <= FRACTION * (below === 1 ? Math.max(1, Math.abs(value)) : Math.abs(value));
}

/** A number as one writes it by hand: whole, a fraction, or four decimals; 0 where it is rounding beside `scale`, or beside a `unit` below 1. */
export function exactNumber(value, scale, hasFractions = false, unit = 1) {
  if (!Number.isFinite(value)) return fixedNumber(value, 0);
  const size = Math.abs(value);
  if (size <= 1e-13 * scale) return "0";
  const whole = Math.round(value);
  if (Math.abs(value - whole) <= FRACTION * Math.max(Math.min(1, unit), size) && size < (hasFractions ? 1e9 : 1e6)) return fixedNumber(whole, 0);
  const [above, below] = hasFractions ? nearestFraction(value) : [0, 1];
  if (below > 1 && Math.abs(above / below - value) <= FRACTION * size) return `${fixedNumber(above, 0)}/${below}`;
  if (!(size >= 1e-4 && size < 1e5)) return significant(value, 4);
  const decimals = 3 - Math.floor(Math.log10(size));
  const text = fixedNumber(value, size < 100 ? Math.max(decimals, 4) : 2);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
