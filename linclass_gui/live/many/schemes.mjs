// Schemes: K classes by several two-class fits, one against one or one against the rest.

import { largest, norm, onlyLargest } from "../linear.mjs";
import { fit } from "../methods/index.mjs";
import { STATUS, filled } from "../numbers.mjs";
import { isCurve, placesIn, score } from "../problem.mjs";
import { levelled } from "../ties.mjs";

// The status of a scheme is the worst one of its members.
const SEVERITY = Object.values(STATUS);

/** The answer of a two-class method by its scheme; with two classes left, of a method that knows K, their one fit. */
export function scheme(name, parameters, problem, say) {
  const { kind, ties, decision } = parameters.scheme ?? { kind: "pair" };
  const { points, present } = problem;
  const keys = kind === "one-vs-rest" ? present.map((k) => [k, null]) : pairsOf(present).map(([minus, plus]) => [plus, minus]);
  const members = keys.map(([plus, minus]) => {
    const own = minus === null ? points : points.filter((p) => p[2] === plus || p[2] === minus);
    return fit(name, parameters, placesIn(own), own.map((p) => (p[2] === plus ? 1 : -1)), say);
  });
  const hasModel = members.every((one) => Number.isFinite(one.b)); // each has a say
  const isCurved = hasModel && members.some(isCurve);
  const values = (p) => members.map((one) => score(one, p));
  const rule = kind === "one-vs-rest" ? ruleOfRest(decision) : votes(ties === "scores");
  const outcome = outcomeOf(keys, members, problem, say);
  return { ...outcome, b: hasModel ? 0 : NaN, members, values, isCurved, ...rule({ keys, members, ...problem }) };
}

export const pairsOf = (items) => items.flatMap((one, k) => items.slice(k + 1).map((other) => [one, other]));

function outcomeOf(keys, members, { names }, say) {
  const severity = members.map(({ status }) => SEVERITY.indexOf(status));
  const worst = severity.indexOf(Math.max(...severity));
  const { status, sentence } = members[worst];
  const count = members.length;
  const nameOf = ([plus, minus]) => (minus === null ? `${names[plus]} against the rest` : `${names[minus]} against ${names[plus]}`);
  if (status === STATUS.CONVERGED) {
    const words = count > 1 ? say.schemeConverged.replace("{}", () => count) : say.pairConverged;
    const flat = keys.filter((_, m) => Number.isFinite(members[m].b) && !isCurve(members[m]) && !members[m].w[0] && !members[m].w[1]);
    if (!flat.length) return { status, sentence: words };
    const said = members[keys.indexOf(flat[0])].sentence;
    if (flat.length < count) return { status, sentence: filled(say.schemeSomeZero, words, flat.map(nameOf).join(", "), said) };
    return { status, sentence: filled(say.schemeAllZero, words.slice(0, -1), count > 1 ? `${nameOf(keys[0])}: ` : "", said) };
  }
  const alike = members.filter((one) => one.status === status).length;
  const others = alike === 1 ? "" : alike > 2 ? ` (so are ${alike - 1} more)` : " (so is one more)";
  return { status, sentence: `${nameOf(keys[worst])}: ${status}${others}. ${sentence}` };
}

/** The votes of the classes, and the sums of their scores, from the values of the fits. */
function tallied({ keys, K, present }, values) {
  const votes = new Array(K).fill(-Infinity);
  const sums = new Array(K).fill(0);
  for (const k of present) votes[k] = 0;
  keys.forEach(([plus, minus], m) => {
    if (values[m]) votes[values[m] > 0 ? plus : minus] += 1;
    sums[plus] += values[m];
    sums[minus] -= values[m];
  });
  return { votes, sums };
}

/** The votes, and within a vote the sum of scores, below 1/3: the largest is predicted; equal votes may leave a place undecided. */
function votes(isDecidedByScores) {
  return (scheme) => {
    const rounding = scheme.K * Math.max(...scheme.members.map((one) => one.rounding));
    const of = (values) => {
      const { votes: found, sums } = tallied(scheme, values);
      return levelled(found.map((each, k) => each + sums[k] / (1 + Math.abs(sums[k])) / 3), rounding);
    };
    const between = ([one, other]) => (values) => {
      const { sums } = tallied(scheme, values);
      return sums[one] - sums[other];
    };
    const ofMembers = scheme.members.map((_, m) => (values) => values[m]);
    const predict = (values) => largest(of(values));
    if (!isDecidedByScores) return { predict, decide: (values) => onlyLargest(tallied(scheme, values).votes), lines: ofMembers };
    return { predict, decide: (values) => onlyLargest(of(values)), lines: [...ofMembers, ...pairsOf(scheme.present).map(between)] };
  };
}

/** One against the rest: the largest score, the largest distance, or the only positive one. */
function ruleOfRest(decision) {
  return ({ keys, members, K }) => {
    const lengths = members.map((one) => (decision === "signed-distance" ? one.norm ?? norm(one.w) : 1));
    const rounding = Math.max(...members.map((one, m) => one.rounding / (lengths[m] || 1)));
    const scores = (values) => {
      const found = new Array(K).fill(-Infinity);
      keys.forEach(([k], m) => {
        found[k] = values[m] / (lengths[m] || 1);
      });
      return levelled(found, rounding);
    };
    const predict = (values) => largest(scores(values));
    const present = keys.map(([k]) => k);
    if (decision !== "strict") {
      const at = new Map(keys.map(([k], m) => [k, m]));
      const between = ([one, other]) => (values) => values[at.get(one)] / (lengths[at.get(one)] || 1) - values[at.get(other)] / (lengths[at.get(other)] || 1);
      return { predict, decide: (values) => onlyLargest(scores(values)), lines: pairsOf(present).map(between) };
    }
    const decide = (values) => {
      const positive = keys.filter((_, m) => values[m] > 0);
      return positive.length === 1 ? positive[0][0] : -1;
    };
    return { predict, decide, lines: members.map((_, m) => (values) => values[m]) };
  };
}
