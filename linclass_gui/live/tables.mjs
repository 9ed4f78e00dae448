// The matrices of a lesson's page that follow its points: means and scatters of two classes.

import { shownNumber } from "./numbers.mjs";
import { addedMatrices, classMoments } from "./problem.mjs";

const MATRIX_DIGITS = 5;
const scaledMatrix = (A, factor) => A.map((row) => row.map((value) => value * factor));
const columnOf = (vector) => vector.map((value) => [value]);

function inverseOf([[a, b], [c, d]]) {
  const determinant = a * d - b * c;
  const isSingular = !(determinant > 1e-13 * (a + d) ** 2);
  return scaledMatrix([[d, -b], [-c, a]], isSingular ? NaN : 1 / determinant);
}

/** The matrices of each block by its name, of the classes + and -, as rows. */
function matricesOf(points) {
  const [plus, minus] = [1, 0].map((label) => classMoments(points.filter((p) => p[2] === label).map((p) => [p[0], p[1]])));
  const covariance = ({ n, scatter }) => scaledMatrix(scatter, n > 1 ? 1 / (n - 1) : NaN);
  const average = addedMatrices(scaledMatrix(covariance(plus), plus.n / points.length), scaledMatrix(covariance(minus), minus.n / points.length));
  const inverse = inverseOf(average);
  const d = [0, 1].map((axis) => plus.mean[axis] - minus.mean[axis]);
  return {
    means: [columnOf(plus.mean), columnOf(minus.mean)],
    S_1: [covariance(plus)],
    S_2: [covariance(minus)],
    S_W: [average],
    "S_W^-1": [inverse],
    w: [columnOf(inverse.map(([a, b]) => a * d[0] + b * d[1]))],
    C_W: [addedMatrices(plus.scatter, minus.scatter)],
  };
}

/** Let the matrices of a page follow its points; while these are as at first the words of the program stay. */
export function followingTables(firstPoints) {
  const known = Object.keys(matricesOf(firstPoints));
  /** @type {NodeListOf<HTMLElement>} */
  const tables = document.querySelectorAll(".numbers");
  const blocks = [...tables].filter(({ dataset }) => known.includes(dataset.block));
  const cells = blocks.map((block) => [...block.querySelectorAll(".entries td")]);
  const words = cells.map((of) => of.map(({ textContent }) => textContent));
  return (points) => {
    const isFirst = JSON.stringify(points) === JSON.stringify(firstPoints);
    const matrices = isFirst ? null : matricesOf(points);
    blocks.forEach((block, k) => {
      const values = matrices?.[block.dataset.block].flat(2).map((value) => shownNumber(value, MATRIX_DIGITS));
      block.classList.toggle("following", Boolean(values));
      cells[k].forEach((cell, place) => (cell.textContent = values ? values[place] : words[k][place]));
    });
  };
}
