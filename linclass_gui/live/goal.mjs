// The tests of a goal: trees that the site was written with, evaluated on the student's scene.  NaN: not defined (yet).

import { angleOf, criterionAt, trialModel } from "./angle.mjs";
import { separabilityOf } from "./hulls.mjs";
import { both, less, norm } from "./linear.mjs";
import { sumsOf } from "./maps.mjs";
import { countWords, shownNumber } from "./numbers.mjs";
import { bayesError, expectedCost, shiftOfMeans } from "./populations.mjs";
import { momentsOf, ofClass, problemIn, score, signOf } from "./problem.mjs";
import { hasModel, lineIn, supportOf, wrongRows } from "./scene.mjs";
import { asGiven } from "./units.mjs";
import { validationError } from "./validation.mjs";
import { wrongAt } from "./weights.mjs";

const [GRID, GRID_ROOM] = [80, 0.3]; // of places at which decisions are counted, and the room about the points
const ROUNDING_OF_PLACES = 1e-11; // of the largest coordinate: two ways of computing one place differ by less
const modelOfMethod = ({ answers }, id) => (hasModel(answers[id]) ? answers[id] : null);

/** The straight line of a subject, or null. */
function subjectLine(attempt, name) {
  if (name === "trial") return attempt.scene.trial ? trialModel(attempt.scene.trial) : null;
  return lineIn(attempt.answers[name]);
}

const ofAnswer = (measure) => (attempt, id, ...rest) => {
  const answer = modelOfMethod(attempt, id);
  return answer ? measure(attempt, answer, ...rest) : NaN;
};
const modelNamed = (attempt, name) => (name === "trial" ? subjectLine : modelOfMethod)(attempt, name);
const ofLine = (measure) => (attempt, name) => {
  const line = subjectLine(attempt, name);
  return line ? measure(attempt, line) : NaN;
};
const lengthOf = (answer) => answer.norm ?? norm(answer.w);
const countOf = (label) => ({ scene }) => ofClass(scene.points, label).length;
const differences = (attempt) => differencesOf(attempt.beginning.scene.points, asGiven(attempt.scene).points);

function support({ scene }, answer) {
  if (!answer.alpha) return null;
  const { free, bound, wrong } = supportOf(scene, answer);
  return [...free, ...bound, ...wrong];
}

/** The measures of the words, by name; a method is named by its id. */
const MEASURES = {
  angle: (attempt, one, other) => {
    const lines = [subjectLine(attempt, one), subjectLine(attempt, other)];
    if (!lines[0] || !lines[1]) return NaN;
    const away = Math.abs(angleOf(lines[0].w) - angleOf(lines[1].w)) % 180;
    return Math.min(away, 180 - away);
  },
  distance: (attempt, place, name) => ofLine((_, line) => Math.abs(score(line, place)) / norm(line.w))(attempt, name),
  room: ofLine(({ scene: { points } }, line) => (points.length ? Math.min(...points.map((p) => signOf(p) * score(line, p))) / norm(line.w) : NaN)),
  errors: (attempt, name) => {
    const model = modelNamed(attempt, name);
    return model ? wrongRows(attempt.scene, model).length : NaN;
  },
  J: ofLine(({ scene }, line) => {
    const problem = problemIn(scene.points);
    return problem.plus.length && problem.minus.length ? criterionAt(momentsOf(problem), angleOf(line.w)) : NaN;
  }),
  margin: ofAnswer((_, answer) => (answer.alpha ? 1 / lengthOf(answer) : NaN)),
  norm: ofAnswer((_, answer) => lengthOf(answer)),
  updates: ofAnswer((_, answer) => answer.updates ?? NaN),
  wrong_at_begin: ({ scene }, id) => (scene.parameters[id].begin?.length === 3 ? wrongAt(scene.parameters[id].begin, scene.points) : NaN),
  passes: ofAnswer((_, answer) => answer.passes ?? NaN),
  support_vectors: ofAnswer((attempt, answer) => support(attempt, answer)?.length ?? NaN),
  spread_of_alpha: ofAnswer((attempt, answer) => {
    const alpha = (support(attempt, answer) ?? []).map((row) => answer.alpha[row]);
    return alpha.length ? (Math.max(...alpha) - Math.min(...alpha)) / Math.max(...alpha) : NaN;
  }),
  slack_between: ofAnswer(({ scene }, answer, low, high) => {
    const products = scene.points.map((p) => signOf(p) * score(answer, p));
    const rounding = 1e-9 * (1 + Math.max(0, ...products.map(Math.abs)));
    return products.filter((value) => Math.max(0, 1 - value) > low + rounding && Math.max(0, 1 - value) < high - rounding).length;
  }),
  features: ({ scene }, id) => (scene.parameters[id].map ? sumsOf(scene.parameters[id].map).length : 2),
  score: ofAnswer((_, answer, place) => score(answer, place)),
  probability: ofAnswer((_, answer, place) => 1 / (1 + Math.exp(-score(answer, place)))),
  parameter: ({ scene }, id, which) => scene.parameters[id]?.[which] ?? scene.parameters[id]?.map?.[which] ?? NaN,
  separable: (attempt) => {
    const problem = problemIn(attempt.scene.points);
    return problem.plus.length && problem.minus.length ? Number(separabilityOf(problem).separable) : NaN;
  },
  bayes_error: ({ scene }) => (scene.populations ? bayesError(scene.populations) : NaN),
  shift_of_means: ({ scene, beginning }) => (scene.populations ? shiftOfMeans(scene.populations, beginning.scene.populations) : NaN),
  prior_plus: ({ scene: { populations } }) => (populations ? populations.plus.prior / (populations.minus.prior + populations.plus.prior) : NaN),
  true_error: (attempt, name) => costOf(attempt, name, 1, 1),
  cost: (attempt, name, falseAlarm, miss) => costOf(attempt, name, falseAlarm, miss),
  test_errors: ofAnswer(({ test }, answer) => (test ? wrongRows({ points: test }, answer).length : NaN)),
  undecided: (attempt, id) => {
    const answer = modelOfMethod(attempt, id);
    return answer ? undecidedShare(attempt.scene.points, answer) : NaN;
  },
  validation_error: ({ scene, figure }, id) => validationError(figure, scene, id),
  same_points: (attempt) => {
    const { moved, added, removed } = differences(attempt);
    return Number(!moved && !added && !removed);
  },
  same_methods: ({ scene, beginning }) => Number(JSON.stringify(scene.parameters) === JSON.stringify(beginning.scene.parameters)),
  moved_rows: (attempt) => differences(attempt).moved,
  added_rows: (attempt) => differences(attempt).added,
  removed_rows: (attempt) => differences(attempt).removed,
  moved_distance: (attempt) => differences(attempt).furthest,
  count_plus: countOf(1),
  count_minus: countOf(0),
};

/** The share of a grid about the points of which no class is named. */
function undecidedShare(points, answer) {
  if (!answer.decide || !points.length) return answer.decide ? NaN : 0; // of two classes one is always named
  const ends = both((axis) => points.map((p) => p[axis])).map((values) => [Math.min(...values), Math.max(...values)]);
  const size = Math.max(...ends.map(([low, high]) => high - low)) || Math.max(...ends.map(([low]) => Math.abs(low))) || 1;
  const roomOf = ([low, high]) => GRID_ROOM * Math.max(high - low, size / 5) + size / 50;
  const at = (end, k) => end[0] - roomOf(end) + ((end[1] - end[0] + 2 * roomOf(end)) * k) / (GRID - 1);
  let undecided = 0;
  for (let i = 0; i < GRID; i++) for (let j = 0; j < GRID; j++) undecided += Number(answer.decide(answer.values([at(ends[0], i), at(ends[1], j)])) < 0);
  return undecided / GRID ** 2;
}

/** The expected cost of a boundary on the populations of the scene. */
function costOf(attempt, name, falseAlarm, miss) {
  const model = modelNamed(attempt, name);
  const { populations } = attempt.scene;
  const isKnown = populations && model && !model.at && (model.w[0] || model.w[1] || model.quadratic);
  return isKnown ? expectedCost(model, populations, falseAlarm, miss) : NaN;
}

/** How two lists of points differ, whatever their order; one deleted and added elsewhere counts as moved. */
export function differencesOf(before, now) {
  const step = ROUNDING_OF_PLACES * Math.max(...before.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)))) || 1;
  const nameOf = ([x, y, ...more]) => String([Math.round(x / step), Math.round(y / step), ...more]);
  const rest = now.map(nameOf);
  const gone = before.filter((p) => {
    const at = rest.indexOf(nameOf(p));
    if (at >= 0) rest[at] = null;
    return at < 0;
  });
  const came = now.filter((_, row) => rest[row] !== null);
  let [moved, furthest] = [0, 0];
  for (const label of new Set([...gone, ...came].map((p) => p[2]))) {
    const [left, arrived] = [gone, came].map((points) => ofClass(points, label));
    moved += Math.min(left.length, arrived.length);
    if (!left.length) continue;
    for (const p of arrived) furthest = Math.max(furthest, Math.min(...left.map((q) => norm(less(p, q)))));
  }
  return { moved, added: came.length - moved, removed: gone.length - moved, furthest };
}

const FUNCTIONS = { abs: Math.abs, max: Math.max, min: Math.min };
const OPERATIONS = { "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => (b ? a / b : NaN) };
const RELATIONS = { "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b, "==": (a, b) => a === b };

/** The value of a tree: a number, `{ sign, left, right }`, or `{ word, with }`. */
export function valueOf(tree, attempt) {
  if (typeof tree === "number") return tree;
  if (tree.sign) return OPERATIONS[tree.sign](valueOf(tree.left, attempt), valueOf(tree.right, attempt));
  const { word, with: given } = tree;
  if (word === "was") return valueOf(given[0], attempt.beginning);
  if (word === "answer") return attempt.given[given[0]] ?? NaN;
  if (FUNCTIONS[word]) return FUNCTIONS[word](...given.map((each) => valueOf(each, attempt)));
  const values = given.map((each) => (typeof each === "object" && !Array.isArray(each) ? valueOf(each, attempt) : each));
  return MEASURES[word](attempt, ...values);
}

const SIDED = ["errors", "room"]; // measures that differ between a line and the same line turned round

/** Words for a line that separates well but fails, because each of its sides bears the wrong class. */
function reversalWords({ word, with: given }, attempt) {
  const isOfTrial = SIDED.includes(word) && given.length === 1 && given[0] === "trial";
  return isOfTrial && 2 * MEASURES.errors(attempt, "trial") > attempt.scene.points.length ? ", turned the wrong way round" : "";
}

/** The remark on a field without a number: it is empty, or holds something else. */
const complaint = (name, { given }) => (name in given ? "this is not a number; write one such as 2, −1/3 or 0.25" : "not answered yet");

/** Whether a test holds, and its state: its words, the value now, and what is wanted. */
export function stateOf(test, attempt) {
  const value = valueOf(test.left, attempt);
  if (!test.relation) {
    const holds = !Number.isNaN(value) && Boolean(value) !== test.negated;
    return { holds, words: holds !== test.negated ? test.words : test.opposite, now: "" };
  }
  const [right, tolerance] = [valueOf(test.right, attempt), test.tolerance === null ? 0 : valueOf(test.tolerance, attempt)];
  const holds = test.relation === "==" && tolerance ? Math.abs(value - right) <= tolerance : RELATIONS[test.relation](value, right);
  if (test.isAnswer) return { holds, words: test.words, now: Number.isNaN(value) ? complaint(test.left.with[0], attempt) : holds ? "right" : "not right yet" };
  const wanted = !holds && !Number.isNaN(right) ? `, wanted ${test.wanted}${saidValue(right, test.unit, holds ? NaN : value)}${test.spread}` : "";
  // The end of what is allowed on the side of the value: what is shown lies on the same side of it.
  const bound = tolerance ? right + (value < right ? -tolerance : tolerance) : right;
  return { holds, words: `${test.words}${reversalWords(test.left, attempt)}`, now: `${saidValue(value, test.unit, bound)}${wanted}` };
}

/** A line that was drawn first beside the answer, as names and values; nothing without both. */
export function comparedGuess(attempt, of) {
  if (!subjectLine(attempt, "trial") || !subjectLine(attempt, of)) return [];
  const eachOf = (word) => ["trial", of].map((name) => saidValue(MEASURES[word](attempt, name), "")).join(", ");
  return [
    ["angle between them", saidValue(MEASURES.angle(attempt, "trial", of), "°")],
    ["apart by", saidValue(MEASURES.distance(attempt, attempt.scene.trial.pivot, of), "")],
    ["nearest point: yours, the answer's", eachOf("room")],
    ["errors: yours, the answer's", eachOf("errors")],
  ];
}

/** The points that were chosen first beside the support vectors, as names and values. */
export function comparedPoints(attempt, of, chosen) {
  const rows = support(attempt, modelOfMethod(attempt, of) ?? {});
  if (!rows) return [];
  return [
    ["found", `${rows.filter((row) => chosen.includes(row)).length} of ${countWords(rows.length, "support vector")}`],
    ["chosen without need", countWords(chosen.filter((row) => !rows.includes(row)).length, "point")],
  ];
}

/** A number as the state of a goal shows it, with digits enough to differ from the one `beside` it. */
export function saidValue(value, unit, beside = NaN) {
  if (unit === "%") return Number.isNaN(value) ? "–" : `${apart(100 * value, 100 * beside)} %`;
  return `${apart(value, beside)}${unit === "°" && !Number.isNaN(value) ? "°" : ""}`;
}

function apart(value, beside) {
  const isTold = (digits) => Number.isNaN(beside) || value === beside || shownNumber(value, digits) !== shownNumber(beside, digits);
  return shownNumber(value, [3, 5, 8].find(isTold) ?? 12);
}

const DECIMAL = "(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?";
const TYPED = new RegExp(`^([-+]?${DECIMAL})(?:/(${DECIMAL}))?$`);

/** The number that a student typed, as `read_number` of the program reads it: decimals with a point or a comma, or a fraction of two; NaN where there is none. */
export function readNumber(text) {
  const [, top, bottom = "1"] = TYPED.exec(text.replace(/\s/g, "").replaceAll("−", "-").replaceAll(",", ".")) ?? [];
  const value = Number(top) / Number(bottom);
  return Number.isFinite(value) ? value : NaN;
}
