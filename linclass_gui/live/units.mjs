// The units of the axes: as given, or standardised, where both coordinates have mean 0 and deviation 1.

import { sumOf } from "./linear.mjs";

const sized = (values) => {
  const mean = sumOf(values) / values.length;
  return [mean, Math.sqrt(sumOf(values, (value) => (value - mean) ** 2) / values.length)];
};

const mappedPoints = (points, place) => points.map((p) => [...place(p), ...p.slice(2)]);

/** The scene with standardised axes; the same one where a coordinate has no deviation. */
export function standardised(scene) {
  const axes = [0, 1].map((axis) => sized(scene.points.map((p) => p[axis])));
  const [centre, scale] = [0, 1].map((part) => axes.map((axis) => axis[part]));
  if (scene.units || !scale.every((size) => size > 0)) return scene;
  const points = mappedPoints(scene.points, (p) => [0, 1].map((axis) => (p[axis] - centre[axis]) / scale[axis]));
  return { ...scene, points, units: { centre, scale } };
}

/** The scene with the axes that it had before. */
export function asGiven(scene) {
  if (!scene.units) return scene;
  const { centre, scale } = scene.units;
  const points = mappedPoints(scene.points, (p) => [0, 1].map((axis) => centre[axis] + scale[axis] * p[axis]));
  return { ...scene, points, units: null };
}

/** The names of the axes in these units. */
export const namesIn = (units, axes) => (units ? axes.map(([name, below]) => [`${name}${below ? `_${below}` : ""}, standardised`, ""]) : axes);
