// Counts, means and scatters of K classes: all that the closed forms need.

import { sumOf } from "../linear.mjs";
import { EPS } from "../numbers.mjs";
import { addedMatrices, classMoments, meanOf, meanRounding } from "../problem.mjs";

/** The moments of classes `groups`, each a list of points and none empty, relative to the mean of all points.
 *
 * `offsets` are m_k - m, with what is only rounding set to zero; the means `coincide` where all of them are.
 */
export function manyMoments(groups) {
  const centre = meanOf(groups.flat());
  const classes = groups.map((points) => classMoments(points.map((p) => [p[0] - centre[0], p[1] - centre[1]])));
  const all = classes.flatMap((one) => one.points);
  const n = all.length;
  const noise = centre.map((value) => 4 * EPS * Math.abs(value));
  const reach = [0, 1].map((axis) => all.reduce((most, u) => Math.max(most, Math.abs(u[axis])), 0));
  const mean = [0, 1].map((axis) => sumOf(classes, (one) => one.n * one.mean[axis]) / n);
  const isRounding = meanRounding({ all, noise, reach });
  const isLevel = [0, 1].map((axis) => {
    const values = classes.map((one) => one.mean[axis]);
    return isRounding(Math.max(...values) - Math.min(...values), axis);
  });
  const isOneMean = (one, other) => [0, 1].every((axis) => isRounding(one.mean[axis] - other.mean[axis], axis));
  const firstOfMean = classes.map((one) => classes.findIndex((other) => isOneMean(one, other)));
  const offsetOf = (one) => [0, 1].map((axis) => (isLevel[axis] ? 0 : one.mean[axis] - mean[axis]));
  const offsets = firstOfMean.map((k) => offsetOf(classes[k]));
  const within = classes.map((one) => one.scatter).reduce(addedMatrices);
  const entry = (i, j) => sumOf(classes, (one, k) => one.n * offsets[k][i] * offsets[k][j]);
  const between = [0, 1].map((i) => [0, 1].map((j) => entry(i, j)));
  const coincide = isLevel[0] && isLevel[1];
  const total = addedMatrices(within, between);
  return { K: classes.length, n, centre, classes, all, noise, reach, isRounding, mean, offsets, coincide, within, total };
}

/** The points about the mean of their own class. */
export const residualsOf = ({ classes }) => classes.flatMap((one) => one.points.map((u) => [u[0] - one.mean[0], u[1] - one.mean[1]]));

/** The class (by its place) of each of the points `all`. */
export const placesOf = ({ classes }) => classes.flatMap((one, k) => one.points.map(() => k));
