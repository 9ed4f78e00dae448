// A scene of more classes than two as marks: the parts of the plane, where they meet, and each class in its look.

import { ellipseOf } from "../geometry.mjs";
import { hullOf } from "../hulls.mjs";
import { meanOf } from "../problem.mjs";
import { slotOf, testPoints, tiedRows } from "../scene.mjs";
import { regionsOf } from "./regions.mjs";

/** Everything that is drawn in a view, in painting order; `shown` are the methods with their answers, the selected one last. */
export function manyMarks(figure, scene, shown, view) {
  const { looks } = figure;
  const isShown = (name) => scene.layers[name];
  const classes = looks.map((_, k) => scene.points.filter((p) => p[2] === k));
  const selected = shown.find(({ method, answer }) => method.id === scene.selected && answer)?.answer;
  const parts = selected ? regionsOf(selected, view) : [];
  const polygons = (own) => parts.filter((part) => part.own === own).map((part) => part.polygon);
  const each = (kind, family, of) => looks.map((look, k) => ({ kind, role: `${family}-${look}`, ...of(classes[k], k) }));
  const named = classes.filter((points) => points.length);
  return [
    ...(isShown("half-planes") ? each("area", "half-plane", (_, k) => ({ polygons: polygons(k) })) : []),
    ...(isShown("half-planes") ? [{ kind: "area", role: "undecided", polygons: polygons(-1) }] : []),
    ...(isShown("hulls") ? each("area", "hull", (points) => ({ polygons: points.length ? [hullOf(points).map((row) => points[row])] : [] })) : []),
    ...(isShown("boundary") ? shown.map((one) => boundaryOf(one, figure, scene, view)) : []),
    ...(isShown("covariances") ? each("path", "covariance", (points) => ({ lines: points.length > 1 ? ellipsesOf(points) : [] })) : []),
    { kind: "mixed", points: testPoints(figure, scene), family: "test", looks },
    { kind: "mixed", points: scene.points, family: "class", looks },
    ...(isShown("means") ? [{ kind: "dots", role: "mean-rim", points: named.map(meanOf) }] : []),
    ...(isShown("means") ? each("dots", "mean", (points) => ({ points: points.length ? [meanOf(points)] : [] })) : []),
    ...(selected && isShown("errors") ? errorsOf(looks, scene, selected) : []),
    ...(isShown("boundary") ? [tiedMark(scene, selected, parts)] : []),
  ];
}

function boundaryOf({ method, answer }, figure, scene, view) {
  const lines = answer ? regionsOf(answer, view).flatMap((part) => part.edges) : method.lines;
  const name = method.kind ? method.label : `${method.label} (${figure.words.fixed})`;
  return { kind: "path", role: "boundary", lines, slot: slotOf(figure, scene, method), isEmphasised: method.id === scene.selected, name };
}

function ellipsesOf(points) {
  return [1, 2].map((k) => ellipseOf(points, k)).map((ellipse) => [...ellipse, ellipse[0]]);
}

/** The points where classes meet; a part of the plane that names no class is hatched. */
function tiedMark(scene, selected, parts) {
  const rows = selected && !parts.some((part) => part.own < 0) ? tiedRows(scene, selected) : [];
  return { kind: "dots", role: "on-line", points: rows.map((row) => scene.points[row]) };
}

/** Outline and symbol of a wrong point by its class, fill by the predicted class. */
function errorsOf(looks, scene, answer) {
  const said = scene.points.map((p) => answer.predict(answer.values(p)));
  return looks.flatMap((own, k) =>
    looks.map((other, l) => ({ kind: "dots", role: `wrong-${own}-${other}`, points: scene.points.filter((p, row) => p[2] === k && said[row] === l && k !== l) })),
  );
}
