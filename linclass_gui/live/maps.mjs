// Feature maps and kernels: scalar products of points in the space that a map leads to.
//
// A map is a plain value: `{ name, origin, units, ... }`, with `degree`, `sigma`, or the `sums` of monomials [factor, i, j] of its features.

import { counted, dot, inner, sumOf } from "./linear.mjs";

const KERNELS = {
  GaussianKernel: ({ sigma }) => (p, q) => Math.exp(-((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) / (2 * sigma * sigma)),
  PolynomialKernel: ({ degree }) => (p, q) => (inner(p, q) + 1) ** degree,
  Polynomial: ({ degree }) => (p, q) => (inner(p, q) + 1) ** degree - 1,
};

/** All monomials up to a degree, with the factors of the multinomial theorem. */
function polynomialSums(degree) {
  const factorial = (k) => (k < 2 ? 1 : k * factorial(k - 1));
  const powers = counted(degree + 1, (i) => counted(degree + 1 - i, (j) => [i, j])).flat().slice(1);
  const factor = (i, j) => Math.sqrt(factorial(degree) / (factorial(i) * factorial(j) * factorial(degree - i - j)));
  return powers.map(([i, j]) => [[factor(i, j), i, j]]);
}

const MONOMIALS = { first: [1, 1, 0], second: [1, 0, 1], first_square: [1, 2, 0], product: [1, 1, 1], second_square: [1, 0, 2] };

/** The monomials that are chosen; none chosen means x1 alone. */
function chosenSums(map) {
  const chosen = Object.keys(MONOMIALS).filter((name) => map[name]);
  return (chosen.length ? chosen : ["first"]).map((name) => [MONOMIALS[name]]);
}

const { first, second, first_square, product, second_square } = MONOMIALS;
// The maps without parameters.
const SUMS = {
  Identity: [[first], [second]],
  QuadraticDiagonal: [[first], [second], [first_square], [second_square]],
  Circle: [[first], [second], [first_square, second_square]],
  Product: [[first], [second], [product]],
  Parabola: [[first], [first_square, second_square]],
};

/** The features of a map as sums of monomials. */
export const sumsOf = (map) => map.sums ?? SUMS[map.name] ?? (map.name === "Monomials" ? chosenSums(map) : polynomialSums(map.degree));

/** The name of a map or a kernel in a scene file. */
export const nameInFile = (map) => map.name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();

/** Whether parameters lead the points to another space. */
export const isMapped = ({ map }) => Boolean(map) && map.name !== "Identity";

/** The features of a map at a point, one by one. */
export const featuresOf = (map) => mapOf({ ...map, sums: sumsOf(map) }).place;

function powersOf(value, highest) {
  const powers = [1];
  for (let k = 1; k <= highest; k++) powers.push(powers[k - 1] * value);
  return powers;
}

/** A map at work: `place` leads a point to where `product` takes it. */
export function mapOf(map) {
  const [[x, y], [a, b]] = [map.origin ?? [0, 0], map.units ?? [1, 1]];
  const moved = (p) => [(p[0] - x) / a, (p[1] - y) / b];
  if (!map.sums && KERNELS[map.name]) return { place: moved, product: KERNELS[map.name](map) };
  const sums = sumsOf(map);
  const highest = Math.max(...sums.flat().flatMap(([, i, j]) => [i, j]));
  const features = (u) => {
    const [first, second] = u.map((value) => powersOf(value, highest));
    return sums.map((terms) => sumOf(terms, ([factor, i, j]) => factor * first[i] * second[j]));
  };
  return { place: (p) => features(moved(p)), product: dot };
}
