// Scene and answers as marks: what is drawn, by role and in data units.  The theme says how a role looks.

import { sumOf } from "./linear.mjs";
import { trialMarks } from "./angle.mjs";
import { ellipseOf, halfPlanes, levelSegments, segmentOf } from "./geometry.mjs";
import { hullOf, separabilityOf } from "./hulls.mjs";
import { manyMarks } from "./many/marks.mjs";
import { STATUS } from "./numbers.mjs";
import { isCurve, problemOf, score } from "./problem.mjs";
import { hasModel, supportOf, testPoints, tiedRows, wrongRows } from "./scene.mjs";

const SIDES = ["minus", "plus"];
const SMALLEST_RING = 0.68;

const area = (polygons, role) => ({ kind: "area", polygons, role });
const path = (lines, role, more = {}) => ({ kind: "path", lines, role, ...more });
const dots = (points, role, more = {}) => ({ kind: "dots", points, role, ...more });
const at = (scene, rows) => rows.map((row) => scene.points[row]);

/** Everything that is drawn in a view, in painting order. */
export function marksOf(figure, scene, answers, view) {
  if (figure.classes.length > 2) return manyMarks(figure, scene, shownOf(figure, scene, answers), view);
  const selected = figure.methods.find((method) => method.id === scene.selected);
  const answer = scene.enabled[scene.selected] ? answers[scene.selected] : null;
  const model = hasModel(answer) ? answer : null;
  const shows = (name) => scene.layers[name];
  const classes = SIDES.map((_, k) => scene.points.filter((p) => p[2] === k));
  const support = model?.alpha ? supportOf(scene, model) : null;
  const isSupportShown = support && shows("support-vectors");
  return [
    ...(model && shows("half-planes") ? SIDES.map((side, k) => area(halfPlanes(model, k ? 1 : -1, view), `half-plane-${side}`)) : []),
    ...(shows("hulls") ? SIDES.map((side, k) => area([hullOf(classes[k]).map((row) => classes[k][row])], `hull-${side}`)) : []),
    ...(shows("closest-pair") ? closestMarks(scene, classes, view) : []),
    ...(model && shows("margins") && selected.hasLevels ? marginMarks(model, view) : []),
    ...(shows("boundary") ? boundaryMarks(figure, scene, answers, view) : []),
    ...(support && shows("slack") ? slackMarks(scene, model, support) : []),
    ...(shows("covariances") ? SIDES.map((side, k) => covarianceMark(classes[k], side)) : []),
    ...(isSupportShown ? [dots(at(scene, support.bound), "sv-bound")] : []),
    { kind: "mixed", points: testPoints(figure, scene), family: "test", looks: SIDES },
    { kind: "mixed", points: scene.points, family: "class", looks: SIDES },
    ...(shows("means") && classes.every((points) => points.length) ? meanMarks(classes) : []),
    ...(model && shows("errors") ? errorMarks(scene, model) : []),
    ...(model && shows("boundary") ? [dots(at(scene, tiedRows(scene, model)), "on-line")] : []),
    ...(isSupportShown ? [dots(at(scene, support.free), "sv-free", { sizes: support.shares.map(ringSize) }), dots(at(scene, support.wrong), "sv-wrong")] : []),
    ...(answer?.next ? [dots(at(scene, answer.next), "touched")] : []),
    ...trialMarks(scene, view, figure.hasTrialArrow),
    ...commonMarks(scene, classes, answer, shows("common-point")),
  ];
}

const ringSize = (share) => SMALLEST_RING + ((1 - SMALLEST_RING) * Math.round(4 * share)) / 4;

/** The methods that are switched on with their models (null: none, or a fixed line), the selected one last. */
function shownOf(figure, scene, answers) {
  const shown = figure.methods.filter((method) => scene.enabled[method.id]);
  const isLast = (method) => method.id === scene.selected;
  const inOrder = [...shown.filter((method) => !isLast(method)), ...shown.filter(isLast)];
  return inOrder.map((method) => ({ method, answer: hasModel(answers[method.id]) ? answers[method.id] : null }));
}

function boundaryMarks(figure, scene, answers, view) {
  return shownOf(figure, scene, answers).flatMap(({ method, answer }) => {
    const lines = answer ? levelSegments(answer, 0, view) : method.lines.flatMap((line) => insideView(line, view));
    const name = method.kind ? method.label : `${method.label} (${figure.words.fixed})`;
    return lines.length ? [path(lines, "boundary", { slot: method.slot, isEmphasised: method.id === scene.selected, name })] : [];
  });
}

/** A fixed line, within the view; a curve unchanged. */
function insideView(line, view) {
  if (line.length !== 2) return [line];
  const [p, q] = line;
  const segment = segmentOf({ w: [q[1] - p[1], p[0] - q[0]], centre: p, atCentre: 0 }, 0, view);
  return segment ? [segment] : [];
}

const marginMarks = (model, view) => [-1, 1].map((level) => path(levelSegments(model, level, view), "margin"));

function closestMarks(scene, classes, view) {
  if (!classes.every((points) => points.length)) return [];
  const proof = proofOf(scene);
  if (!proof.separable) return [];
  const { closestPlus: p, closestMinus: q, w } = proof;
  const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const bisector = { w, centre: middle, atCentre: 0 };
  return [path(levelSegments(bisector, 0, view), "bisector"), path([[p, q]], "closest-pair"), dots([p, q], "closest")];
}

function proofOf(scene) {
  return separabilityOf(problemOf(scene.points.map((p) => [p[0], p[1]]), scene.points.map((p) => (p[2] ? 1 : -1))));
}

/** The way of each point inside its margin back to its margin line. */
function slackMarks(scene, model, { margins }) {
  if (isCurve(model)) return [];
  const square = model.w[0] ** 2 + model.w[1] ** 2;
  if (!(square > 0)) return [];
  return SIDES.flatMap((side, k) => {
    const ways = scene.points.flatMap((p, row) => {
      if (p[2] !== k || !(margins[row] < 1 - 1e-9)) return [];
      const t = ((k ? 1 : -1) - score(model, p)) / square;
      return [[p, [p[0] + t * model.w[0], p[1] + t * model.w[1]]]];
    });
    return [path(ways, `slack-${side}`), dots(ways.map((way) => way[1]), `slack-foot-${side}`)];
  });
}

function covarianceMark(points, side) {
  const ellipses = points.length > 1 ? [1, 2].map((k) => ellipseOf(points, k)) : [];
  return path(ellipses.map((ellipse) => [...ellipse, ellipse[0]]), `covariance-${side}`);
}

function meanMarks(classes) {
  const means = classes.map((points) => [0, 1].map((axis) => sumOf(points, (p) => p[axis]) / points.length));
  return [dots(means, "mean-rim"), ...SIDES.map((side, k) => dots([means[k]], `mean-${side}`))];
}

function errorMarks(scene, model) {
  const wrong = wrongRows(scene, model);
  return SIDES.map((side, k) => dots(at(scene, wrong.filter((row) => scene.points[row][2] === k)), `wrong-${side}-${SIDES[1 - k]}`));
}

/** The proof that no line separates: for a method that needs disjoint hulls it is the whole answer. */
function commonMarks(scene, classes, answer, isShown) {
  const isAnswer = answer?.status === STATUS.NOT_SEPARABLE;
  if (!(isShown || isAnswer) || !classes.every((points) => points.length)) return [];
  const proof = answer?.proof ?? proofOf(scene);
  return proof.separable ? [] : [dots([proof.commonPoint], "common")];
}
