// Rules that correct errors, the perceptron and relaxation: add a multiple of every sample that lies on the wrong side, until there is none.

import { separabilityOf } from "../hulls.mjs";
import { dot, norm, solve, sumOf } from "../linear.mjs";
import { EPS, STATUS, countWords, general } from "../numbers.mjs";
import { NO_MODEL, affine, problemOf } from "../problem.mjs";

const SHOWN = 2000; // corrections after which the best line so far is looked at after a pass only

export function fitPerceptron(problem, parameters, say) {
  const { update = "single", rate = 1, schedule = "constant", margin = 0, threshold = 0, max_epochs = 1000, keep = "last" } = parameters;
  const samples = samplesOf(problem, parameters);
  const rateAt = (k) => (schedule === "constant" ? rate : rate / k);
  const rule = {
    factor: (run) => rateAt(run.updates),
    rate: rateAt,
    limit: margin,
    criterion: (a, rows) => sumOf(rows, (z) => Math.max(margin - product(a, z), 0)),
    margin,
    threshold,
    epochs: max_epochs,
    stop: parameters.stop ?? Infinity,
    keep,
    hasBound: !begins(parameters) && update === "single" && schedule === "constant",
    begin: parameters.begin,
    done: "Separated",
  };
  return corrected(problem, samples, rule, update === "single" ? runOneByOne : runBatches, say);
}

export function fitRelaxation(problem, parameters, say) {
  const { rate = 1, schedule = "constant", margin = 1, max_epochs = 1000, keep = "best" } = parameters;
  const samples = samplesOf(problem, parameters);
  const square = (z) => z[0] * z[0] + z[1] * z[1] + z[2] * z[2] || 1; // no step moves a sample of zeros
  const rateIn = (run) => (schedule === "constant" ? rate : rate / (run.epochs + 1));
  const rule = {
    factor: (run, z, value) => rateIn(run) * ((margin - value) / square(z)),
    limit: (1 - 1e-7) * margin, // a product so close below the margin has reached it
    criterion: (a, rows) => sumOf(rows, (z) => Math.max(margin - product(a, z), 0) ** 2 / square(z)) / 2,
    epochs: max_epochs,
    stop: parameters.stop ?? Infinity,
    keep,
    hasBound: false,
    begin: parameters.begin,
    done: "Every point keeps its margin",
  };
  return corrected(problem, samples, rule, runOneByOne, say);
}

/** The answer of a rule that runs over the samples; one that is to `stop` after a number of steps shows its line there. */
function corrected(problem, samples, rule, runOver, say) {
  const run = { a: firstWeights(samples, rule.begin), way: [], updates: 0, epochs: 0, steps: 0, next: null, isClean: false, isStalled: false, best: null };
  run.votes = { visits: 0, sum: [0, 0, 0] };
  runOver(samples, rule, run);
  const way = [...run.way, run.a].map((at) => modelOf(samples, at).w);
  if (run.next) {
    const spent = `After ${countWords(run.steps, "step")} of the rule`;
    const which = run.next.length === 1 ? `point ${run.next[0] + 1} is wrong, and turns the line next` : `${run.next.length} points turn the line next`;
    return { ...modelOf(samples, run.a), status: STATUS.BUDGET, sentence: `${spent}: ${which}.`, next: run.next };
  }
  let outcome = verdictOf(problem, samples, run, rule, say);
  let a = outcome.status === STATUS.NOT_SEPARABLE && run.best ? run.best.a : run.a;
  if (rule.keep === "average") {
    a = averageOf(samples.rows, run);
    outcome = ofAverage(outcome, samples.rows, a, rule, say);
  }
  return { ...modelOf(samples, a), ...outcome, way, updates: run.updates, passes: run.epochs, steps: run.steps, objective: rule.criterion(a, samples.rows) };
}

/** Whether a rule begins elsewhere than at 0. */
const begins = ({ begin }) => Boolean(begin?.some((value) => value !== 0));

/** The weights (b, w1, w2) at which a rule begins, as those of its samples. */
function firstWeights({ place, scale, hasOffset }, begin) {
  if (begin?.length !== 3) return [0, 0, 0];
  const [b, ...w] = begin;
  return [hasOffset ? b + w[0] * place[0] + w[1] * place[1] : 0, w[0] * scale[0], w[1] * scale[1]];
}

/** The samples z = y (1, x), without an offset y (0, x); points far from the origin or in extreme units are standardised first. */
function samplesOf({ X, y, n }, { standardise = "auto", fit_intercept: hasOffset = true }) {
  const centre = [0, 1].map((axis) => sumOf(X, (p) => p[axis]) / n);
  const deviation = [0, 1].map((axis) => {
    const size = Math.sqrt(sumOf(X, (p) => (p[axis] - centre[axis]) ** 2) / n);
    return size > 32 * EPS * Math.abs(centre[axis]) ? size : 0;
  });
  const isStandardised = standardise === "always" || (standardise === "auto" && !isOrdinary(centre, deviation));
  const place = isStandardised && hasOffset ? centre : [0, 0];
  const sizes = hasOffset ? deviation : [0, 1].map((axis) => Math.sqrt(sumOf(X, (p) => p[axis] ** 2) / n));
  const scale = isStandardised ? sizes.map((value) => value || 1) : [1, 1];
  const rows = X.map((p, i) => [hasOffset ? y[i] : 0, (y[i] * (p[0] - place[0])) / scale[0], (y[i] * (p[1] - place[1])) / scale[1]]);
  return { rows, place, scale, isStandardised, hasOffset };
}

function isOrdinary(centre, deviation) {
  const varying = deviation.filter((value) => value > 0);
  if (!varying.length) return true;
  const spread = Math.sqrt((deviation[0] ** 2 + deviation[1] ** 2) / 2);
  return Math.hypot(...centre) <= 100 * spread && spread >= 1e-3 && spread <= 1e3 && Math.min(...varying) >= 1e-4 * spread;
}

const product = (a, z) => a[0] * z[0] + a[1] * z[1] + a[2] * z[2];

/** Correct sample after sample until a whole pass finds none; what is right only up to rounding is corrected, too. */
function runOneByOne({ rows }, rule, run) {
  const correct = (z, value, position) => {
    countVotes(run, run.epochs * rows.length + position);
    if (run.steps < SHOWN) run.way.push(run.a);
    run.updates += 1;
    run.steps += 1;
    const step = rule.factor(run, z, value);
    run.a = [run.a[0] + step * z[0], run.a[1] + step * z[1], run.a[2] + step * z[2]];
  };
  for (let epoch = 0; epoch < rule.epochs; epoch++) {
    const before = run.updates;
    for (let row = 0; row < rows.length; row++) {
      const z = rows[row];
      const value = product(run.a, z);
      if (value > rule.limit) continue;
      if (run.steps >= rule.stop) {
        run.next = [row];
        return;
      }
      correct(z, value, row);
      if (rule.keep === "best" && run.updates <= SHOWN) keepBest(rows, rule, run);
    }
    run.epochs += 1;
    if (run.updates === before) {
      const doubtful = rows.find((z) => !isClearlyAbove(z, run.a, rule.limit));
      run.isClean = !doubtful;
      if (run.isClean) return;
      correct(doubtful, product(run.a, doubtful), 0);
    }
    if (rule.keep === "best") keepBest(rows, rule, run);
  }
}

/** Move by all wrong samples together, until there is none or the step is too short. */
function runBatches({ rows }, rule, run) {
  for (let k = 1; k <= rule.epochs; k++) {
    let wrong = rows.filter((z) => !(product(run.a, z) > rule.limit));
    if (!wrong.length) {
      wrong = rows.filter((z) => !isClearlyAbove(z, run.a, rule.limit));
      run.isClean = !wrong.length;
      if (run.isClean) return;
    }
    if (run.steps >= rule.stop) {
      run.next = wrong.map((z) => rows.indexOf(z));
      return;
    }
    if (run.steps < SHOWN) run.way.push(run.a);
    run.steps += 1;
    const step = [0, 1, 2].map((axis) => rule.rate(k) * sumOf(wrong, (z) => z[axis]));
    const after = run.a.map((value, axis) => value + step[axis]);
    run.isStalled = Math.hypot(...step) <= rule.threshold || after.every((value, axis) => value === run.a[axis]);
    countVotes(run, run.epochs * rows.length);
    run.a = after;
    run.epochs = k;
    run.updates += wrong.length;
    if (rule.keep === "best") keepBest(rows, rule, run);
    if (run.isStalled) return;
  }
}

function isClearlyAbove(z, a, margin) {
  const size = Math.abs(a[0] * z[0]) + Math.abs(a[1] * z[1]) + Math.abs(a[2] * z[2]);
  return product(a, z) > margin + 32 * EPS * size;
}

/** The pocket (Gallant, 1990): fewest errors first, then the lowest criterion. */
function keepBest(rows, rule, run) {
  const errors = rows.filter((z) => !(product(run.a, z) > 0)).length;
  if (run.best && errors > run.best.errors) return;
  const value = rule.criterion(run.a, rows);
  if (!run.best || errors < run.best.errors || value < run.best.value) run.best = { errors, value, a: run.a };
}

/** Count the weights that are about to change once for each visit that they survived (Freund and Schapire, 1999). */
function countVotes({ a, votes }, visits) {
  votes.sum = votes.sum.map((value, axis) => value + (visits - votes.visits) * a[axis]);
  votes.visits = visits;
}

/** The mean of the weights after each visit. */
function averageOf(rows, run) {
  const visits = run.epochs * rows.length;
  if (!visits) return run.a;
  countVotes(run, visits);
  return run.votes.sum.map((value) => value / visits);
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
  const spent = `${countWords(run.updates, "correction")} in ${countWords(run.epochs, "pass", "passes")}`;
  const { hasOffset } = samples;
  const remark = samples.isStandardised ? ` ${hasOffset ? say.standardised : say.scaled}` : "";
  const twins = oppositeTwins(problem);
  if (twins) {
    const place = problem.X[twins[0]].map((value) => general(value)).join(", ");
    const words = `Points ${twins[0] + 1} and ${twins[1] + 1} stand at the same place (${place}) with opposite labels: no line can separate them.`;
    return { status: STATUS.NOT_SEPARABLE, sentence: `${words} The rule would go on for ever; it was stopped after ${spent}.` };
  }
  if (run.isClean && !rule.hasBound) return { status: STATUS.CONVERGED, sentence: `${rule.done} after ${spent}.${remark}` };
  const proof = separabilityOf(hasOffset ? problem : mirrored(problem));
  if (!proof.separable) {
    const sentence = `${hasOffset ? noLineWords(proof) : say.noLineThroughOrigin} The rule would go on for ever; it was stopped after ${spent}.${remark}`;
    return { status: STATUS.NOT_SEPARABLE, sentence, ...(hasOffset ? { proof } : {}) };
  }
  const more = (rule.hasBound ? novikoffWords(samples, rule) : "") + remark;
  if (run.isClean) return { status: STATUS.CONVERGED, sentence: `${rule.done} after ${spent}.${more}` };
  const apart = hasOffset
    ? `The classes are separable (their hulls are ${general(proof.distance, 3)} apart)`
    : `A line through the origin separates the classes (all samples y x lie at least ${general(0.5 * proof.distance, 3)} beyond it)`;
  if (run.isStalled) {
    return { status: STATUS.STATIONARY, sentence: `${apart}, but the step became too short to go on after ${spent}.${remark}` };
  }
  return { status: STATUS.BUDGET, sentence: `${apart}, but ${spent} did not suffice.${more}${adviceOf(problem, samples, say)}` };
}

/** The sentence where the points are far from the origin for their distances from each other; empty elsewhere. */
function adviceOf({ X }, { isStandardised, hasOffset }, say) {
  if (isStandardised || !hasOffset) return "";
  const mean = [0, 1].map((axis) => sumOf(X, (p) => p[axis]) / X.length);
  const [fromOrigin, fromMean] = [[0, 0], mean].map((place) => Math.max(...X.map((p) => Math.hypot(p[0] - place[0], p[1] - place[1]))));
  return fromMean > 0 && fromOrigin >= 3 * fromMean ? say.farOff.replace("{}", () => general(fromOrigin / fromMean, 3)) : "";
}

/** The samples y x as one class, and -y x as the other: a line through the origin separates the points if one separates these. */
function mirrored({ X, y }) {
  const samples = X.map((p, row) => [y[row] * p[0], y[row] * p[1]]);
  return problemOf([...samples, ...samples.map((z) => [-z[0], -z[1]])], [...y.map(() => 1), ...y.map(() => -1)]);
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
  for (let row = 0; row < X.length; row++) {
    const key = `${X[row][0]},${X[row][1]}`;
    const at = seen.get(key) ?? seen.set(key, {}).get(key);
    at[y[row]] ??= row;
    if (at[1] !== undefined && at[-1] !== undefined) return [at[1], at[-1]];
  }
  return null;
}

/** The distance of the hull of some vectors from the origin, by Wolfe's algorithm (Math. Program. 11 (1976) 128). */
function hullDistance(vectors) {
  const least = (values) => values.reduce((best, value, k) => (value < values[best] ? k : best), 0);
  let held = [least(vectors.map((z) => dot(z, z)))];
  let shares = [1];
  const nearest = () => vectors[0].map((_, axis) => sumOf(held, (k, at) => shares[at] * vectors[k][axis]));
  for (let step = 0; step < 1000; step++) {
    const x = nearest();
    const products = vectors.map((z) => dot(z, x));
    const next = least(products);
    if (held.includes(next) || dot(x, x) - products[next] <= 1e-15 * dot(x, x)) break;
    held = [...held, next];
    shares = [...shares, 0];
    for (;;) {
      // The point nearest to the origin in the plane through those that are held.
      const rows = held.map((k) => [...held.map((l) => dot(vectors[k], vectors[l])), 1]);
      const found = solve([...rows, [...held.map(() => 1), 0]], [...held.map(() => 0), 1])?.slice(0, -1);
      if (!found) return norm(x);
      if (found.every((share) => share > 0)) {
        shares = found;
        break;
      }
      const ways = found.map((share, at) => (share > 0 ? Infinity : shares[at] / (shares[at] - share)));
      const out = least(ways);
      shares = shares.map((share, at) => share + ways[out] * (found[at] - share)).filter((_, at) => at !== out);
      held = held.filter((_, at) => at !== out);
    }
  }
  return norm(nearest());
}

/** Novikoff's bound on the corrections, by the unit vector with the largest least product. */
function novikoffWords({ rows, isStandardised, hasOffset }, rule) {
  const R = Math.sqrt(Math.max(...rows.map((z) => z[0] * z[0] + z[1] * z[1] + z[2] * z[2])));
  const gamma = hullDistance(rows);
  if (!(gamma > 0)) return " The hulls are too close for a bound in numbers.";
  const bound = (R * R + (2 * rule.margin) / rule.rate(1)) / gamma ** 2;
  const plain = hasOffset ? "(1, x)" : "y x";
  const sample = isStandardised ? `${plain}, x ${hasOffset ? "standardised" : "scaled"},` : plain;
  const line = hasOffset ? "the best unit vector a = (b, w)" : "the best line through the origin";
  const formula = rule.margin === 0 ? "(R/γ)²" : "(R² + 2 margin/rate)/γ²";
  return (
    ` Novikoff's bound is ${formula} = ${general(bound, 4)} corrections: the longest sample ${sample} has length R = ${general(R, 4)}, ` +
    `and ${line} keeps the product γ = ${general(gamma, 4)} with every sample.`
  );
}
