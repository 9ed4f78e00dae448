// Scene and answers as marks: what is drawn, by role and in data units.  The theme says how a role looks.

import { trialMarks } from "./angle.mjs";
import { ellipseOf, levelSegments, partsOf, segmentOf } from "./geometry.mjs";
import { hullOf, separabilityOf } from "./hulls.mjs";
import { STATUS } from "./numbers.mjs";
import { isCurve, ofClass, problemIn, score } from "./problem.mjs";
import { hasModel, predictedBy, slotOf, supportOf, testPoints, tiedRows } from "./scene.mjs";
import { meanOf } from "./linear.mjs";

const SIDES = ["minus", "plus"];
const SMALLEST_RING = 0.68;

const area = (polygons, role) => ({ kind: "area", polygons, role });
const path = (lines, role, more = {}) => ({ kind: "path", lines, role, ...more });
const dots = (points, role, more = {}) => ({ kind: "dots", points, role, ...more });
const at = (scene, rows) => rows.map((row) => scene.points[row]);

/** Everything that is drawn in a view, in painting order: of two classes margins and what belongs to them, too. */
export function marksOf(figure, scene, answers, view) {
  const isMany = figure.classes.length > 2;
  const looks = isMany ? figure.looks : SIDES;
  const classes = looks.map((_, k) => ofClass(scene.points, k));
  const named = classes.filter((points) => points.length);
  const shown = shownOf(figure, scene, answers);
  const selected = shown.find(({ method }) => method.id === scene.selected);
  const model = selected?.answer ?? null;
  const isShown = (name) => scene.layers[name];
  const parts = model && (isShown("half-planes") || isShown("boundary")) ? partsOf(model, view) : [];
  const polygonsOf = (k) => parts.filter(({ own }) => own === k).map(({ polygon }) => polygon);
  const each = (kind, family, of) => looks.map((look, k) => ({ kind, role: `${family}-${look}`, ...of(classes[k], k) }));
  const ofTwo = isMany ? null : marksOfTwo(figure, scene, classes, selected, scene.enabled[scene.selected] ? answers[scene.selected] : null, view);
  return [
    ...(model && isShown("half-planes") ? each("area", "half-plane", (_, k) => ({ polygons: polygonsOf(k) })) : []),
    ...(isMany && isShown("half-planes") ? [area(polygonsOf(-1), "undecided")] : []),
    ...(isShown("hulls") ? each("area", "hull", (points) => ({ polygons: [hullOf(points).map((row) => points[row])] })) : []),
    ...(ofTwo?.below ?? []),
    ...(isShown("boundary") ? shown.map((one) => boundaryMark(one, figure, scene, view)).filter(({ lines }) => lines.length) : []),
    ...(ofTwo?.slack ?? []),
    ...(isShown("covariances") ? each("path", "covariance", (points) => ({ lines: ellipsesOf(points) })) : []),
    ...(ofTwo?.support.under ?? []),
    { kind: "mixed", points: testPoints(figure, scene), family: "test", looks },
    { kind: "mixed", points: scene.points, family: "class", looks },
    ...(isShown("means") ? [dots(named.map(meanOf), "mean-rim")] : []),
    ...(isShown("means") ? each("dots", "mean", (points) => ({ points: points.length ? [meanOf(points)] : [] })) : []),
    ...(model && isShown("errors") ? errorMarks(looks, scene, model) : []),
    ...(model && isShown("boundary") && !(isMany && parts.some(({ own }) => own < 0)) ? [dots(at(scene, tiedRows(scene, model)), "on-line")] : []),
    ...(ofTwo?.support.over ?? []),
    ...(ofTwo?.above ?? []),
  ];
}

/** What only a scene of two classes has, by where it is painted. */
function marksOfTwo(figure, scene, classes, selected, answer, view) {
  const isShown = (name) => scene.layers[name];
  const model = selected?.answer;
  const support = model?.alpha ? supportOf(scene, model) : null;
  const rings = support && isShown("support-vectors");
  return {
    below: [
      ...(isShown("closest-pair") ? closestMarks(scene, classes, view) : []),
      ...(model && isShown("margins") && selected.method.hasLevels ? marginMarks(model, view) : []),
    ],
    slack: support && isShown("slack") ? slackMarks(scene, model, support) : [],
    support: {
      under: rings ? [dots(at(scene, support.bound), "sv-bound")] : [],
      over: rings ? [dots(at(scene, support.free), "sv-free", { sizes: support.shares.map(ringSize) }), dots(at(scene, support.wrong), "sv-wrong")] : [],
    },
    above: [
      ...(answer?.next ? [dots(at(scene, answer.next), "touched")] : []),
      ...trialMarks(scene, view, figure.hasTrialArrow),
      ...commonMarks(scene, classes, answer, isShown("common-point")),
    ],
  };
}

const ringSize = (share) => SMALLEST_RING + ((1 - SMALLEST_RING) * Math.round(4 * share)) / 4;

/** The methods that are switched on with their models (null: none, or a fixed line), the selected one last. */
function shownOf(figure, scene, answers) {
  const shown = figure.methods.filter((method) => scene.enabled[method.id]);
  const isLast = (method) => method.id === scene.selected;
  const inOrder = [...shown.filter((method) => !isLast(method)), ...shown.filter(isLast)];
  return inOrder.map((method) => ({ method, answer: hasModel(answers[method.id]) ? answers[method.id] : null }));
}

function boundaryMark({ method, answer }, figure, scene, view) {
  const computed = () => (answer.values ? partsOf(answer, view).flatMap(({ edges }) => edges) : levelSegments(answer, 0, view));
  const lines = answer ? computed() : method.lines.flatMap((line) => insideView(line, view));
  const name = method.kind ? method.label : `${method.label} (${figure.words.fixed})`;
  return path(lines, "boundary", { slot: slotOf(figure, scene, method), isEmphasised: method.id === scene.selected, name });
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
  const bisector = { w, centre: meanOf([p, q]), atCentre: 0 };
  return [path(levelSegments(bisector, 0, view), "bisector"), path([[p, q]], "closest-pair"), dots([p, q], "closest")];
}

const proofOf = (scene) => separabilityOf(problemIn(scene.points));

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

const ellipsesOf = (points) => (points.length > 1 ? [1, 2].map((k) => ellipseOf(points, k)).map((ellipse) => [...ellipse, ellipse[0]]) : []);

/** Outline and symbol of a wrong point by its class, fill by the predicted class. */
function errorMarks(looks, scene, model) {
  const said = scene.points.map((p) => predictedBy(model, p));
  return looks.flatMap((own, k) =>
    looks.map((other, l) => dots(scene.points.filter((p, row) => p[2] === k && said[row] === l && k !== l), `wrong-${own}-${other}`)),
  );
}

/** The proof that no line separates: for a method that needs disjoint hulls it is the whole answer. */
function commonMarks(scene, classes, answer, isShown) {
  const isAnswer = answer?.status === STATUS.NOT_SEPARABLE;
  if (!(isShown || isAnswer) || !classes.every((points) => points.length)) return [];
  const proof = answer?.proof ?? proofOf(scene);
  return proof.separable ? [] : [dots([proof.commonPoint], "common")];
}
