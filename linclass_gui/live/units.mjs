// The units of the axes: as given, or standardised, where both coordinates have mean 0 and deviation 1.

import { both } from "./linear.mjs";
import { classMoments } from "./problem.mjs";

const mappedPoints = (points, place) => points.map((p) => [...place(p), ...p.slice(2)]);

/** The scene with standardised axes; the same one where a coordinate has no deviation. */
export function standardised(scene) {
  const { n, mean: centre, scatter } = classMoments(scene.points);
  const scale = both((axis) => Math.sqrt(scatter[axis][axis] / n));
  if (scene.units || !scale.every((size) => size > 0)) return scene;
  const points = mappedPoints(scene.points, (p) => both((axis) => (p[axis] - centre[axis]) / scale[axis]));
  return { ...scene, points, units: { centre, scale } };
}

/** The scene with the axes that it had before. */
export function asGiven(scene) {
  if (!scene.units) return scene;
  const { centre, scale } = scene.units;
  const points = mappedPoints(scene.points, (p) => both((axis) => centre[axis] + scale[axis] * p[axis]));
  return { ...scene, points, units: null };
}

/** The names of the axes in these units. */
export const namesIn = (units, axes) => (units ? axes.map(([name, below]) => [`${name}${below ? `_${below}` : ""}, standardised`, ""]) : axes);
