// The numbers of a lesson's page that follow an edit: the blocks of the program, computed and written as there.

import { trialModel } from "./angle.mjs";
import { both, counted, dot, largestSize, norm, solverOf, sumOf } from "./linear.mjs";
import { isMapped, mapOf } from "./maps.mjs";
import { fit } from "./methods/index.mjs";
import { exactNumber, isFraction, percentNumber, significant, typeset } from "./numbers.mjs";
import { STEPWISE, make, written } from "./panel.mjs";
import { bayesError, bestBoundary, expectedCost } from "./populations.mjs";
import { addedMatrices, classMoments, isCurve, ofClass, placesIn, score, signOf } from "./problem.mjs";
import { hasModel, supportOf, testPoints, wrongRows } from "./scene.mjs";

const ROWS_SHOWN = 12; // rows of a matrix or of a table; of more, the first ones
const [MOST_FOR_Q, MOST_FOR_TERMS] = [6, 5]; // points up to which Q is written out, and the dual with all its terms
const MARGIN_HERE = 1e-9; // a margin counts as 1 within this part
const FELT_SLACK = 1e-6;
const INVERSE = 1e-6; // a product with the inverse that is further from 1 or 0 than this has lost its digits
const STEPS_SHOWN = 9; // of a run about the one that is played
const MOST_DRAGGED = 2000; // steps of a run that is run again in every frame
const ROUNDING_BESIDE = 1e-12; // of the largest number beside it

const scaledMatrix = (A, factor) => A.map((row) => row.map((value) => value * factor));
const columnOf = (vector) => vector.map((value) => [value]);
const signsOf = ({ points }) => points.map(signOf);
const pointsOf = ({ points }, label) => placesIn(ofClass(points, label));

/** The entries of a matrix as they are written; one without a short fraction, and all are decimals. */
function entriesOf(values, hasFractions = false, unit = null) {
  const largest = largestSize(values.flat());
  const areFractions = hasFractions && values.slice(0, ROWS_SHOWN).flat().every((value) => isFraction(value, largest));
  return values.map((row, i) => row.map((value, j) => exactNumber(value, unit ? unit[i][j] : largest, areFractions, unit ? unit[i][j] : 1)));
}

// --- two classes ---

function inverseOf([[a, b], [c, d]]) {
  const determinant = a * d - b * c;
  const isSingular = !(determinant > 1e-13 * (a + d) ** 2);
  return scaledMatrix([[d, -b], [-c, a]], isSingular ? NaN : 1 / determinant);
}

/** How far the coordinates go from their means, 0 where that is rounding. */
function deviationsOf(points) {
  return both((axis) => {
    const mean = sumOf(points, (p) => p[axis]) / points.length;
    const deviation = largestSize(points.map((p) => p[axis] - mean));
    return deviation > ROUNDING_BESIDE * largestSize(points.map((p) => p[axis])) ? deviation : 0;
  });
}

const productsOfTwo = (u) => u.map((one) => u.map((other) => one * other));

/** The matrices of each block of means and scatters with the sizes of their entries, and its lines (null: as they were). */
const ofMoments = (matricesOf, linesOf = (_) => []) => ({ scene: { points } }) => {
  const [plus, minus] = [1, 0].map((label) => classMoments(pointsOf({ points }, label)));
  const [sizes, squares] = [both((axis) => [largestSize(points.map((p) => p[axis]))]), productsOfTwo(deviationsOf(points))];
  const scatter = addedMatrices(plus.scatter, minus.scatter);
  const average = scaledMatrix(scatter, points.length > 2 ? 1 / (points.length - 2) : NaN);
  const matrices = matricesOf({ plus, minus, sizes, squares, scatter, average });
  if (!matrices.every(([A]) => A.flat().every(Number.isFinite))) return null;
  return { matrices: matrices.map(([A, unit]) => entriesOf(A, false, unit)), values: linesOf(points.length) };
};

const meansBlock = ({ plus, minus, sizes }) => [plus, minus].map(({ mean }) => [columnOf(mean), sizes]);
const covarianceBlock = (of) => ofMoments((moments) => [[scaledMatrix(moments[of].scatter, moments[of].n > 1 ? 1 / (moments[of].n - 1) : NaN), moments.squares]], () => [null]);

function inverseMatrix({ average }) {
  const inverse = inverseOf(average);
  return [[inverse, productsOfTwo(both((k) => Math.sqrt(inverse[k][k])))]];
}

function fisherWeights({ plus, minus, average }) {
  const d = both((axis) => plus.mean[axis] - minus.mean[axis]);
  const inverse = inverseOf(average);
  return [[columnOf(inverse.map((row) => dot(row, d))), columnOf(inverse.map((row) => sumOf(row, (value, k) => Math.abs(value * d[k])) || 1))]];
}

/** How large the weights are beside which each one may be rounding. */
function weightUnits(w, { points }) {
  const deviations = deviationsOf(points);
  const largest = Math.max(...w.map((value, axis) => Math.abs(value) * deviations[axis]));
  return w.map((value, axis) => [deviations[axis] ? largest / deviations[axis] : Math.abs(value)]);
}

// --- least squares ---

const hasOffset = ({ scene }) => scene.parameters[scene.selected]?.fit_intercept ?? true;

/** Y: the rows (1, x1, x2), those of class - with their signs turned, class + first. */
function normalisedRows(context) {
  const rowsOf = (label) => pointsOf(context.scene, label).map((p) => (hasOffset(context) ? [1, ...p] : p).map((value) => (label ? value : -value)));
  return [...rowsOf(1), ...rowsOf(0)];
}

/** The pseudo-inverse of Y, (Y'Y)^-1 Y', where its columns are independent; else null. */
function pseudoInverse(Y) {
  const columns = Y[0]?.map((_, k) => Y.map((row) => row[k])) ?? [];
  const sizes = columns.map(norm);
  const units = columns.map((column, k) => column.map((value) => value / sizes[k]));
  const solved = solverOf(units.map((u) => units.map((v) => dot(u, v))));
  const rows = Y.map((row) => solved(row.map((value, k) => value / sizes[k])));
  if (!rows.every(Boolean)) return null;
  const P = sizes.map((size, k) => rows.map((row) => row[k] / size));
  const isInverse = P.every((p, j) => columns.every((column, k) => Math.abs(dot(p, column) * (sizes[j] / sizes[k]) - Number(j === k)) <= INVERSE));
  return isInverse ? P : null;
}

const ofInverse = (block) => (context) => {
  const P = pseudoInverse(normalisedRows(context));
  return P && block(P);
};

function inverseBlock(P) {
  if (P[0].length > ROWS_SHOWN) return null; // then it is written as its transpose
  return { matrices: [entriesOf(P, true, P.map((row) => row.map(() => largestSize(row))))] };
}

function lemmaTwo({ figure, answers, scene }) {
  const [fisher, squares] = ["Fisher", "LeastSquares"].map((kind) => answers[figure.methods.find((method) => method.kind === kind && hasModel(answers[method.id]))?.id]);
  if (!fisher || !squares) return null;
  const factor = dot(squares.w, fisher.w) / dot(fisher.w, fisher.w);
  const cross = largestSize(squares.w.map((value, k) => value - factor * fisher.w[k])) / largestSize(squares.w);
  const matrices = [fisher.w, squares.w].map((w) => entriesOf(columnOf(w), false, weightUnits(w, scene)));
  return { matrices, values: [significant(factor, 6), cross ? typeset(cross.toExponential(0)) : "0"] };
}

// --- margins ---

/** A block about the selected margin method with its multipliers; one that is not finished is none. */
const ofMultipliers = (block) => (context) => {
  const answer = context.answers[context.scene.selected];
  return hasModel(answer) && answer.alpha && !answer.isRough ? block(answer, context) : null;
};

function lemmaThree({ figure, answers, scene }) {
  const answer = answers[figure.methods.find(({ id, kind }) => kind === "HardMarginSVM" && hasModel(answers[id]))?.id];
  if (!answer) return null;
  const { rowsPlus, rowsMinus, weightsPlus, weightsMinus, squared } = answer.proof;
  const combined = (rows, weights) => both((axis) => [sumOf(rows, (row, k) => weights[k] * scene.points[row][axis])]);
  const distance = Math.sqrt(squared);
  const numbers = [distance, 0.5 * distance, 1 / norm(answer.w), sumOf(answer.alpha), 4 / squared];
  const matrices = [combined(rowsPlus, weightsPlus), combined(rowsMinus, weightsMinus)];
  return { matrices: matrices.map((A) => entriesOf(A)), values: numbers.map((value) => significant(value, 8)) };
}

/** k(x_i, x_j); a polynomial's with its constant feature 1. */
function gramOf({ scene }) {
  const { map } = scene.parameters[scene.selected];
  const { place, product } = isMapped({ map }) ? mapOf(map) : { place: (p) => p.slice(0, 2), product: dot };
  const places = scene.points.map(place);
  const constant = map?.name === "Polynomial" ? 1 : 0;
  return places.map((p) => places.map((q) => product(p, q) + constant));
}

const productsOf = (K) => K.map((row, i) => row.map((_, j) => Math.sqrt(Math.abs(K[i][i] * K[j][j]))));

function dualBlock(answer, context) {
  const { alpha } = answer;
  const y = signsOf(context.scene);
  const [total, balance, length] = [sumOf(alpha), dot(alpha, y), answer.norm ?? norm(answer.w)];
  const isBalanced = Math.abs(balance) <= 1e-9 * Math.max(total, 1e-300);
  const values = [significant(total, 6), isBalanced ? "0" : significant(balance, 2), significant(length, 6), significant(1 / length, 6)];
  if (y.length > MOST_FOR_Q) return { values: [...values, `${alpha.filter((a) => a > 0).length} of ${y.length}`] };
  const Q = gramOf(context).map((row, i) => row.map((value, j) => y[i] * y[j] * value));
  const formula = y.length <= MOST_FOR_TERMS ? dualInWords(Q) : null;
  return { matrices: [entriesOf(Q, false, productsOf(Q)), entriesOf(columnOf(alpha), true)], values, formula };
}

/** The dual with its coefficients, as HTML. */
function dualInWords(Q) {
  const factorOf = (k) => `<i>α</i><sub>${k + 1}</sub>`;
  const terms = [];
  for (let i = 0; i < Q.length; i++) {
    for (let j = i; j < Q.length; j++) {
      const value = i === j ? Q[i][i] : Q[i][j] + Q[j][i];
      if (!(Math.abs(value) > 1e-12 * largestSize(Q.flat()))) continue;
      const size = exactNumber(Math.abs(value), Math.abs(value));
      const sign = value < 0 ? "−" : terms.length ? "+" : "";
      terms.push(`${sign}${size === "1" ? "" : size}${i === j ? `${factorOf(i)}<sup>2</sup>` : factorOf(i) + factorOf(j)}`);
    }
  }
  return `<i>L</i>(<i>α</i>) = Σ<i>α</i><sub><i>i</i></sub> − 1/2 ( ${terms.join(" ")})`;
}

function conditionsBlock(answer, { scene, words }) {
  const y = signsOf(scene);
  const { margins, ...kinds } = supportOf(scene, answer);
  const most = largestSize(answer.alpha);
  const isOn = (row) => margins[row] <= 1 + MARGIN_HERE * (1 + largestSize(margins));
  // The KKT class of a point: 0 beyond its margin, 1 touching it, 2 free, 3 inside, 4 wrong.
  const conditionOf = (row) => {
    const place = ["free", "bound", "wrong"].findIndex((kind) => kinds[kind].includes(row));
    return place < 0 ? Number(isOn(row)) : place + 2;
  };
  const order = y.map((_, row) => row);
  if (y.length > ROWS_SHOWN) order.sort((one, other) => answer.alpha[other] - answer.alpha[one] || one - other);
  const rows = order.slice(0, ROWS_SHOWN).map((row) => {
    const condition = conditionOf(row);
    const slack = Math.max(0, 1 - margins[row]);
    return [
      String(row + 1),
      y[row] > 0 ? "+" : "−",
      exactNumber(condition < 2 ? 0 : answer.alpha[row], most),
      exactNumber(condition < 3 && slack <= FELT_SLACK ? 0 : slack, 1),
      exactNumber(y[row] * margins[row], 1),
      { html: words.holds[condition] },
    ];
  });
  return { rows, more: Math.max(0, y.length - ROWS_SHOWN) };
}

function canonicalBlock({ scene, words }) {
  if (!scene.trial || !scene.points.length) return null;
  const line = trialModel(scene.trial);
  const unit = line.w.map((value) => value / norm(line.w));
  const margins = scene.points.map((p) => (signOf(p) * score(line, p)) / norm(line.w));
  const nearest = Math.min(...margins.map(Math.abs));
  if (!(nearest > 0)) return null;
  const w = unit.map((value) => value / nearest);
  const isWrong = wrongRows(scene, line).length > 0;
  const b = -dot(unit, scene.trial.pivot) / nearest;
  const numbers = [b, 1 / nearest, nearest].map((value) => significant(value, 4));
  return { matrices: [entriesOf(columnOf(w), false, weightUnits(w, scene))], values: numbers, names: [null, null, { html: isWrong ? words.nearest : words.margin }] };
}

// --- errors, costs, words ---

/** The trial line and the boundaries of all methods that are lines or conics of the plane, with their names. */
function boundaries({ figure, scene, answers, words }) {
  const methods = figure.methods.filter(({ id }) => hasModel(answers[id]) && !answers[id].at && (norm(answers[id].w) || isCurve(answers[id])));
  return [...(scene.trial ? [[words.yourLine, trialModel(scene.trial)]] : []), ...methods.map(({ id }) => [words.methods[id], answers[id]])];
}

/** Lines of the populations: `first` their own, then one for each boundary. */
function linesOfBoundaries(context, first, valueOf) {
  const models = boundaries(context);
  return { values: [...first, ...models.map(([, model]) => valueOf(model))], names: [...first.map(() => null), ...models.map(([name]) => name)] };
}

function trueErrors(context) {
  const { populations } = context.scene;
  const errorOf = (model) => percentNumber(expectedCost(model, populations, 1, 1));
  return populations ? linesOfBoundaries(context, [percentNumber(bayesError(populations))], errorOf) : null;
}

function costsBlock(context) {
  const { costs, scene: { populations } } = context;
  if (!populations) return null;
  const costOf = (model) => significant(expectedCost(model, populations, ...costs), 4);
  return linesOfBoundaries(context, [null, costOf(bestBoundary(populations, ...costs))], costOf);
}

function testErrors({ figure, scene, answers, words }) {
  const test = testPoints(figure, scene);
  const shown = figure.methods.filter(({ id }) => hasModel(answers[id]));
  if (!test.length) return null;
  const counts = ({ id }) => [scene.points, test].map((points) => wrongRows({ points }, answers[id]).length).join(", ");
  return { values: [null, ...shown.map(counts)], names: [null, ...shown.map(({ id }) => words.methods[id])] };
}

function wordCounts({ figure, scene }) {
  const method = figure.methods.find(({ id, kind }) => kind === "MultinomialNaiveBayes" && scene.enabled[id]);
  if (!method || !scene.points.some((p) => p[2]) || !scene.points.some((p) => !p[2])) return null;
  const { smoothing = 1 } = scene.parameters[method.id];
  const matrices = [1, 0].flatMap((label) => {
    const counts = both((word) => sumOf(pointsOf(scene, label), (p) => p[word]));
    const all = sumOf(counts) + 2 * smoothing;
    const shares = counts.map((count) => (count + smoothing) / all);
    return shares.every(Number.isFinite) ? [entriesOf(columnOf(counts)), entriesOf(columnOf(shares), true)] : [];
  });
  return matrices.length ? { matrices } : null;
}

// --- the steps of a run ---

/** The rows of some points in words: their numbers, of many their count. */
function causeWords(rows) {
  if (!rows.length) return "";
  if (rows.length > 2) return `, ${rows.length} points`;
  return `, point${rows.length > 1 ? "s" : ""} ${rows.map((row) => row + 1).join(" and ")}`;
}

function stepsBlock(context) {
  const { figure, scene, answers } = context;
  const method = figure.methods.find(({ id }) => id === scene.selected);
  const last = answers[scene.selected]?.steps;
  if (last === undefined || !STEPWISE.includes(method.kind)) return null;
  if (context.isDragged && last > MOST_DRAGGED) return { values: [null, ""], names: [null, "…"] };
  const [X, y, parameters] = [placesIn(scene.points), signsOf(scene), scene.parameters[method.id]];
  const at = (stop) => fit(method.kind, { ...parameters, stop }, X, y, figure.say);
  const current = Math.min(scene.at ?? last, last);
  const first = Math.max(0, Math.min(current - (STEPS_SHOWN >> 1), last + 1 - STEPS_SHOWN));
  const shown = counted(Math.min(last - first + 1, STEPS_SHOWN), (k) => at(first + k));
  const causes = [first > 0 ? at(first - 1) : {}, ...shown];
  const lines = shown.map((model, k) => {
    const numbers = [...(hasOffset(context) ? [model.b] : []), ...model.w];
    const words = numbers.map((value) => significant(Math.abs(value) <= ROUNDING_BESIDE * largestSize(numbers) ? 0 : value, 3)).join(", ");
    return [`${first + k === current ? "→ " : ""}${first + k}${causeWords(causes[k].next ?? [])}`, `(${words})`];
  });
  return { values: [null, ...lines.map(([, words]) => words)], names: [null, ...lines.map(([name]) => name)] };
}

/** The content of each block: `matrices`, `values` of its lines with `names` (null: as they were), `rows` of its table, a `formula`; null where it needs more. */
const BLOCKS = {
  means: ofMoments(meansBlock),
  S_1: covarianceBlock("plus"),
  S_2: covarianceBlock("minus"),
  S_W: ofMoments(({ average, squares }) => [[average, squares]], (n) => [String(n - 2)]),
  "S_W^-1": ofMoments(inverseMatrix),
  w: ofMoments(fisherWeights),
  C_W: ofMoments(({ scatter, squares }) => [[scatter, squares]]),
  Y: (context) => ({ matrices: [entriesOf(normalisedRows(context), true)] }),
  "Y^+": ofInverse(inverseBlock),
  a: ofInverse((P) => ({ matrices: [entriesOf(columnOf(P.map((row) => sumOf(row))), true, P.map((row) => [sumOf(row, Math.abs)]))] })),
  "lemma-2": lemmaTwo,
  "lemma-3": lemmaThree,
  dual: ofMultipliers(dualBlock),
  kkt: ofMultipliers(conditionsBlock),
  canonical: canonicalBlock,
  "true-errors": trueErrors,
  costs: costsBlock,
  "test-errors": testErrors,
  "word-counts": wordCounts,
  steps: stepsBlock,
};

/** The numbers of a block in `{ figure, scene, answers, costs, words, isDragged }`. */
export const numbersOfBlock = (name, context) => BLOCKS[name](context);

const cellOf = (tag, content, more = {}) => make(tag, more, ...(typeof content === "string" ? [content] : [written(content.html)]));
const rowOf = (cells) => make("tr", {}, ...cells.map((cell) => cellOf("td", cell)));

/** Write numbers into a block of the page; whether they fit into its parts. */
function fill(block, { matrices = [], values = [], names = [], rows = null, more = 0, formula = null }) {
  const tables = [...block.querySelectorAll("table")];
  const [frames, [lines]] = [tables.filter((table) => table.className === "entries"), tables.filter((table) => table.className !== "entries" && !table.tHead)];
  const places = lines ? [...lines.rows] : [];
  const hasNames = values.every((_, k) => names[k] || places[k]);
  const words = block.querySelector("figcaption ~ p:last-child");
  if (frames.length !== matrices.length || !hasNames || Boolean(words) !== Boolean(formula)) return false;
  matrices.forEach((entries, k) => {
    const hidden = entries.length > ROWS_SHOWN ? [entries[0].map(() => "⋮")] : [];
    frames[k].replaceChildren(...[...entries.slice(0, ROWS_SHOWN), ...hidden].map(rowOf));
  });
  lines?.replaceChildren(
    ...values.map((value, k) => {
      const [name, cell] = places[k]?.cells ?? [];
      return make("tr", {}, names[k] ? cellOf("th", names[k], { scope: "row" }) : name, value === null ? cell : cellOf("td", value));
    }),
  );
  if (rows) block.querySelector("tbody").replaceChildren(...rows.map(rowOf), ...(more ? [rowOf(rows[0].map(() => "⋮"))] : []));
  if (formula) words.replaceChildren(written(formula));
  return true;
}

/** Let the numbers of a page follow its edits: a function of what `numbersOfBlock` takes, and whether all is as at first; then the words of the program stay. */
export function followingTables() {
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(".numbers");
  const blocks = [...found].filter(({ dataset }) => dataset.block in BLOCKS).map((block) => ({ block, first: block.innerHTML, said: "" }));
  let before = null;
  return (context, isFirst) => {
    const now = [context.scene, context.isDragged, ...Object.values(context.answers)];
    const isKnown = before?.length === now.length && now.every((value, k) => value === before[k]);
    before = now;
    for (const each of isKnown ? [] : blocks) {
      const { block, first } = each;
      const numbers = isFirst ? null : numbersOfBlock(block.dataset.block, context);
      const said = JSON.stringify(numbers);
      if (each.said === said) continue; // a page is laid out anew where its words change
      each.said = said;
      block.innerHTML = first;
      block.classList.toggle("following", Boolean(numbers) && fill(block, numbers));
      if (numbers && !block.classList.contains("following")) block.innerHTML = first;
    }
  };
}
