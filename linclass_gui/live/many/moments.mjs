// The points of K classes by their moments.

/** The points about the mean of their own class. */
export const residualsOf = ({ classes }) => classes.flatMap((one) => one.points.map((u) => [u[0] - one.mean[0], u[1] - one.mean[1]]));

/** The class (by its place) of each of the points `all`. */
export const placesOf = ({ classes }) => classes.flatMap((one, k) => one.points.map(() => k));
