// Rules that correct errors, the perceptron and relaxation: add a multiple of every sample that lies on the wrong side, until there is none.

import { core } from "../core.mjs";
import { separabilityOf } from "../hulls.mjs";
import { both, dot, meanOf, sumOf } from "../linear.mjs";
import { EPS, STATUS, countWords, general } from "../numbers.mjs";
import { NO_MODEL, affine, problemOf } from "../problem.mjs";

const SHOWN = 2000; // corrections after which the best line so far is looked at after a pass only
const EVERY_STEP = 2 ** 53;
const [EPOCHS, UPDATES, LAST_ROW] = [0, 2, 4];
const [PAUSED, CLEAN, STALLED] = [0, 1, 2];

export function fitPerceptron(problem, parameters, say) {
  const { update = "single", rate = 1, schedule = "constant", margin = 0, threshold = 0, max_epochs = 1000, keep = "last", begin } = parameters;
  const rule = {
    isBatch: update === "batch", rate, schedule: schedule === "constant" ? 0n : 1n, limit: margin, margin, threshold, max_epochs, keep, begin,
    loss: (missing) => missing,
    done: "Separated",
  };
  return corrected(problem, samplesOf(problem, parameters), rule, parameters.stop, say);
}

export function fitRelaxation(problem, parameters, say) {
  const { rate = 1, schedule = "constant", margin = 1, max_epochs = 1000, keep = "best", begin } = parameters;
  const samples = samplesOf(problem, parameters);
  const squares = Float64Array.from(samples.rows, (z) => dot(z, z) || 1); // no step moves a sample of zeros
  const rule = {
    rate, schedule: schedule === "constant" ? 0n : 2n, squares, margin, max_epochs, keep, begin,
    limit: (1 - 1e-7) * margin, // a product so close below the margin has reached it
    loss: (missing, row) => missing ** 2 / squares[row] / 2,
    done: "Every point keeps its margin",
  };
  return corrected(problem, samples, rule, parameters.stop, say);
}

const criterionOf = ({ margin, loss }, rows, a) => sumOf(rows, (z, row) => loss(Math.max(margin - dot(a, z), 0), row));

/** The answer of a rule that runs over the samples; one that is to `stop` after a number of steps shows its line there. */
function corrected(problem, samples, rule, stop, say) {
  const run = runTo(samples, rule, stop);
  const next = stop === undefined ? null : nextRows(samples, rule, run, stop);
  if (next) {
    const spent = `After ${countWords(stop, "step")} of the rule`;
    const which = next.length === 1 ? `point ${next[0] + 1} is wrong, and turns the line next` : `${next.length} points turn the line next`;
    return { ...modelOf(samples, run.a), status: STATUS.BUDGET, sentence: `${spent}: ${which}.`, next };
  }
  let outcome = verdictOf(problem, samples, run, rule, say);
  let a = run.a;
  if (outcome.status === STATUS.NOT_SEPARABLE && run.pocket?.[0] < Infinity) a = run.pocket.slice(2);
  if (rule.keep === "average") {
    a = averageOf(samples.rows, run);
    outcome = ofAverage(outcome, samples.rows, a, rule, say);
  }
  const [steps, updates, passes] = [stepsOf(rule, run), Number(run.progress[UPDATES]), Number(run.progress[EPOCHS])];
  const way = () => wayOf(samples, rule, Math.min(steps, SHOWN)).map((at) => modelOf(samples, at).w);
  return { ...modelOf(samples, a), ...outcome, way, updates, passes, steps, objective: criterionOf(rule, samples.rows, a) };
}

/** The steps that are made: corrections, or moves by all mistakes together. */
const stepsOf = ({ isBatch }, { progress }) => Number(progress[isBatch ? EPOCHS : UPDATES]);

/** A run of the rule up to its end, or to so many steps. */
function runTo(samples, rule, steps = EVERY_STEP) {
  const [best, average] = ["best", "average"].map((keep) => rule.keep === keep);
  const run = {
    a: Float64Array.from(firstWeights(samples, rule.begin)),
    progress: new BigInt64Array(5), // see core.c
    pocket: best ? new Float64Array(5).fill(Infinity) : null,
    votes: average ? new Float64Array(4) : null,
    ending: PAUSED,
  };
  advance(samples, rule, run, steps);
  return run;
}

/** Go on to so many steps; what is right only up to rounding is wrong, too. */
function advance(samples, rule, run, steps) {
  const { rows } = samples;
  for (;;) {
    run.ending = coreRun(rule, run, rows, { steps, epochs: rule.max_epochs, ...run });
    if (run.ending !== CLEAN) return;
    const doubtful = [...rows.keys()].filter((row) => !isClearlyAbove(rows[row], run.a, rule.limit));
    if (!doubtful.length) return;
    if (run.votes) countVotes(rows.length, run);
    const wrong = rule.isBatch ? doubtful : doubtful.slice(0, 1);
    const once = { limit: Infinity, steps: stepsOf(rule, run) + 1, epochs: Number(run.progress[EPOCHS]) + 1, squares: rule.squares && Float64Array.from(wrong, (row) => rule.squares[row]) };
    run.ending = coreRun({ ...rule, ...once }, run, wrong.map((row) => rows[row]), once);
    if (run.ending === STALLED) return;
    if (rule.isBatch) continue;
    run.progress[EPOCHS] -= 1n; // it was no pass
    run.progress[LAST_ROW] = BigInt(wrong[0]);
  }
}

function coreRun({ isBatch, limit, margin, rate, schedule, threshold, squares }, { a, progress }, rows, { steps, epochs, pocket = null, votes = null }) {
  const given = [BigInt(rows.length), 3n, Float64Array.from(rows.flat())];
  if (isBatch) return core("correct_together", ...given, limit, margin, rate, schedule, threshold, BigInt(Math.min(steps, epochs)), a, progress, pocket, votes, new Float64Array(3));
  return core("correct", ...given, null, squares, limit, margin, rate, schedule, BigInt(epochs), BigInt(steps), BigInt(SHOWN), a, progress, pocket, votes);
}

/** The rows of the next step, null where there is none. */
function nextRows(samples, rule, { a }, stop) {
  const ahead = runTo(samples, rule, stop + 1);
  if (stepsOf(rule, ahead) <= stop) return null;
  if (!rule.isBatch) return [Number(ahead.progress[LAST_ROW])];
  const rowsOf = (isRight) => [...samples.rows.keys()].filter((row) => !isRight(samples.rows[row]));
  const wrong = rowsOf((z) => dot(a, z) > rule.limit);
  return wrong.length ? wrong : rowsOf((z) => isClearlyAbove(z, a, rule.limit));
}

/** The weights at the beginning and after each of so many steps. */
function wayOf(samples, rule, steps) {
  const run = runTo(samples, rule, 0);
  const way = [[...run.a]];
  for (let k = 1; k <= steps; k++) {
    advance(samples, rule, run, k);
    way.push([...run.a]);
  }
  return way;
}

/** The weights (b, w1, w2) at which a rule begins, as those of its samples. */
function firstWeights({ place, scale, hasOffset }, begin) {
  if (begin?.length !== 3) return [0, 0, 0];
  const [b, ...w] = begin;
  return [hasOffset ? b + dot(w, place) : 0, ...both((axis) => w[axis] * scale[axis])];
}

/** The samples z = y (1, x), without an offset y (0, x); points far from the origin or in extreme units are standardised first. */
function samplesOf({ X, y, n }, { standardise = "auto", fit_intercept: hasOffset = true }) {
  const centre = meanOf(X);
  const deviation = both((axis) => {
    const size = Math.sqrt(sumOf(X, (p) => (p[axis] - centre[axis]) ** 2) / n);
    return size > 32 * EPS * Math.abs(centre[axis]) ? size : 0;
  });
  const isStandardised = standardise === "always" || (standardise === "auto" && !isOrdinary(centre, deviation));
  const place = isStandardised && hasOffset ? centre : [0, 0];
  const sizes = hasOffset ? deviation : both((axis) => Math.sqrt(sumOf(X, (p) => p[axis] ** 2) / n));
  const scale = isStandardised ? sizes.map((value) => value || 1) : [1, 1];
  const rows = X.map((p, i) => [hasOffset ? y[i] : 0, ...both((axis) => (y[i] * (p[axis] - place[axis])) / scale[axis])]);
  return { rows, place, scale, isStandardised, hasOffset };
}

function isOrdinary(centre, deviation) {
  const varying = deviation.filter((value) => value > 0);
  if (!varying.length) return true;
  const spread = Math.sqrt((deviation[0] ** 2 + deviation[1] ** 2) / 2);
  return Math.hypot(...centre) <= 100 * spread && spread >= 1e-3 && spread <= 1e3 && Math.min(...varying) >= 1e-4 * spread;
}

function isClearlyAbove(z, a, margin) {
  return dot(a, z) > margin + 32 * EPS * sumOf(z, (value, k) => Math.abs(a[k] * value));
}

/** Count the weights that are about to change once for each visit that they survived (Freund and Schapire, 1999). */
function countVotes(n, { a, votes, progress }) {
  const visits = Number(progress[EPOCHS]) * n;
  a.forEach((value, axis) => (votes[axis + 1] += (visits - votes[0]) * value));
  votes[0] = visits;
}

/** The mean of the weights after each visit. */
function averageOf(rows, run) {
  countVotes(rows.length, run);
  const [visits, ...sums] = run.votes;
  return visits ? sums.map((value) => value / visits) : run.a;
}

/** How a run ended by the average of its lines, which is the answer, where its last line ended otherwise. */
function ofAverage(outcome, rows, a, { limit }, say) {
  const wrong = rows.filter((z) => !isClearlyAbove(z, a, limit)).length;
  const isDone = outcome.status === STATUS.CONVERGED;
  if (isDone === !wrong) return outcome;
  if (!isDone) {
    const words = limit === 0 ? say.averageSuffices : say.averageSufficesWithin;
    return { ...outcome, status: STATUS.CONVERGED, sentence: `${outcome.sentence} ${words}` };
  }
  const words = limit === 0 ? say.averageWrong : say.averageWithin;
  return { ...outcome, status: STATUS.ENDED, sentence: `${outcome.sentence} ${words.replace("{}", countWords(wrong, "point"))}` };
}

function modelOf({ place, scale }, a) {
  if (!a.every(Number.isFinite)) return NO_MODEL;
  return affine([a[1] / scale[0], a[2] / scale[1]], place, a[0]);
}

/** How the run ended: separated, provably not separable, or out of budget. */
function verdictOf(problem, samples, run, rule, say) {
  const [updates, epochs] = [UPDATES, EPOCHS].map((field) => Number(run.progress[field]));
  const spent = `${countWords(updates, "correction")} in ${countWords(epochs, "pass", "passes")}`;
  const isClean = run.ending === CLEAN;
  const { hasOffset } = samples;
  const remark = samples.isStandardised ? ` ${hasOffset ? say.standardised : say.scaled}` : "";
  const twins = oppositeTwins(problem);
  if (twins) {
    const place = problem.X[twins[0]].map((value) => general(value)).join(", ");
    const words = `Points ${twins[0] + 1} and ${twins[1] + 1} stand at the same place (${place}) with opposite labels: no line can separate them.`;
    return { status: STATUS.NOT_SEPARABLE, sentence: `${words} The rule would go on for ever; it was stopped after ${spent}.` };
  }
  if (isClean) return { status: STATUS.CONVERGED, sentence: `${rule.done} after ${spent}.${remark}` };
  const proof = separabilityOf(hasOffset ? problem : mirrored(problem));
  if (!proof.separable) {
    const sentence = `${hasOffset ? noLineWords(proof) : say.noLineThroughOrigin} The rule would go on for ever; it was stopped after ${spent}.${remark}`;
    return { status: STATUS.NOT_SEPARABLE, sentence, ...(hasOffset ? { proof } : {}) };
  }
  const apart = hasOffset
    ? `The classes are separable (their hulls are ${general(proof.distance, 3)} apart)`
    : `A line through the origin separates the classes (all samples y x lie at least ${general(0.5 * proof.distance, 3)} beyond it)`;
  if (run.ending === STALLED) {
    return { status: STATUS.STATIONARY, sentence: `${apart}, but the step became too short to go on after ${spent}.${remark}` };
  }
  return { status: STATUS.BUDGET, sentence: `${apart}, but ${spent} did not suffice.${remark}` };
}

/** The samples y x as one class, and -y x as the other: a line through the origin separates the points if one separates these. */
function mirrored({ X, y }) {
  const samples = X.map((p, row) => p.map((value) => y[row] * value));
  return problemOf([...samples, ...samples.map((z) => z.map((value) => -value))], [...y.map(() => 1), ...y.map(() => -1)]);
}

/** The sentence for classes whose hulls meet. */
export function noLineWords({ rowsPlus, rowsMinus, touching }) {
  const count = rowsPlus.length + rowsMinus.length;
  const meet = touching ? "touch" : "overlap";
  return `No line separates the classes: their hulls ${meet}, as a point common to both shows (spanned by ${count} points).`;
}

/** The rows of a point that carries both labels, the first pair that is complete, or null. */
function oppositeTwins({ X, y }) {
  const seen = new Map();
  for (const [row, p] of X.entries()) {
    const key = String(p);
    const at = seen.get(key) ?? seen.set(key, {}).get(key);
    at[y[row]] ??= row;
    if (at[1] !== undefined && at[-1] !== undefined) return [at[1], at[-1]];
  }
  return null;
}
