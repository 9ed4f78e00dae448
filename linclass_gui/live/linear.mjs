// Small dense algebra: vectors are arrays of numbers, matrices arrays of rows.

/** The sum of some values, or of what `of` makes of each. */
export const sumOf = (values, of = (value) => value) => values.map(of).reduce((sum, value) => sum + value, 0);
/** What `of` makes of 0, 1, ... below a count. */
export const counted = (count, of) => Array.from({ length: count }, (_, k) => of(k));
/** What `of` makes of both axes, or of both classes. */
export const both = (of) => [0, 1].map(of);
/** The matrix of two rows with an `entry` at each place. */
export const matrixOf = (entry) => both((i) => both((j) => entry(i, j)));
/** u - v, of pairs of numbers. */
export const less = (u, v) => [u[0] - v[0], u[1] - v[1]];
/** <u, v> and the area between u and v, of pairs of numbers, which may be whole ones without end.
 * @type {(u: any, v: any) => any} */
export const inner = (u, v) => u[0] * v[0] + u[1] * v[1];
/** @type {(u: any, v: any) => any} */
export const cross = (u, v) => u[0] * v[1] - u[1] * v[0];
/** The mean of points by their first two coordinates. */
export const meanOf = (points) => both((axis) => sumOf(points, (p) => p[axis]) / points.length);
export const largestSize = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
export const clamped = (value, low, high) => Math.min(Math.max(value, low), high);
export const dot = (u, v) => u.reduce((sum, value, k) => sum + value * v[k], 0);
/** The place of the largest value, of equal ones the first. */
export const largest = (values) => values.reduce((best, value, k) => (value > values[best] ? k : best), 0);
/** The same, -1 where several share the largest value. */
export const onlyLargest = (values) => {
  const best = largest(values);
  return values.filter((each) => each === values[best]).length > 1 ? -1 : best;
};
export const norm = (v) => Math.hypot(...v);
export const times = (A, v) => A.map((row) => dot(row, v));

/** The solution of A x = b by elimination with pivoting, or null where A is singular. */
export const solve = (A, b) => solverOf(A)(b);

/** The function that solves A x = b for any b, null where A is singular: A is eliminated once. */
export function solverOf(A) {
  const n = A.length;
  const rows = A.map((row) => Float64Array.from(row)); // below the diagonal: by how much of a row another one was reduced
  const order = A.map((_, i) => i);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i;
    if (!(Math.abs(rows[pivot][k]) > 0)) return () => null;
    for (const each of [rows, order]) [each[k], each[pivot]] = [each[pivot], each[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = (rows[i][k] /= rows[k][k]);
      const [row, above] = [rows[i], rows[k]];
      if (factor) for (let j = k + 1; j < n; j++) row[j] -= factor * above[j];
    }
  }
  return (b) => {
    const x = order.map((i) => b[i]);
    rows.forEach((row, i) => {
      for (let j = 0; j < i; j++) if (row[j]) x[i] -= row[j] * x[j];
    });
    for (let k = n - 1; k >= 0; k--) {
      const row = rows[k];
      for (let j = k + 1; j < n; j++) x[k] -= row[j] * x[j];
      x[k] /= row[k];
    }
    return x.every(Number.isFinite) ? x : null;
  };
}

const MOST_STEPS = 200;

/** Newton's steps from theta to the minimum of a convex function, each shortened until it pays, until the decrement is rounding or `most` are done.
 *
 * `derivatives` and `objective` take a problem and theta.
 */
export function minimum(problem, derivatives, objective, theta, most = MOST_STEPS) {
  let value = objective(problem, theta);
  let previous = Infinity;
  for (let steps = 0; steps < most; steps++) {
    const { g, H } = derivatives(problem, theta);
    const step = solve(H, g);
    if (!step) return { theta, steps, isFlat: true };
    const decrement = dot(g, step);
    const isNear = decrement <= 1e-6 * value;
    let [length, next, reached] = [1, theta, value];
    for (; length > 1e-12; length /= 2) {
      next = theta.map((each, j) => each - length * step[j]);
      reached = objective(problem, next);
      if (isNear || reached <= value - 1e-4 * length * decrement) break;
    }
    const isTiny = decrement <= 1e-17 * value || (decrement <= 1e-12 * value && decrement >= 0.25 * previous);
    if (isTiny) return { theta: next, steps: steps + 1, isFlat: false };
    [theta, value, previous] = [next, reached, decrement];
  }
  return { theta, steps: most, isFlat: true, isShort: most < MOST_STEPS };
}

/** The singular values and right singular vectors of two columns, by one-sided Jacobi rotations (Hestenes, 1958).
 *
 * The larger value comes first; `basis[k]` belongs to `values[k]`.  No square is formed that the result would feel, so that small
 * values keep their digits.
 */
export function singularOfTwo(first, second) {
  let a = Float64Array.from(first);
  let b = Float64Array.from(second);
  let u = [1, 0];
  let v = [0, 1];
  for (let sweep = 0; sweep < 12; sweep++) {
    const aa = dot(a, a);
    const bb = dot(b, b);
    const ab = dot(a, b);
    if (Math.abs(ab) <= 1e-16 * Math.sqrt(aa * bb) || ab === 0) break;
    const zeta = (bb - aa) / (2 * ab);
    const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.hypot(1, zeta));
    const c = 1 / Math.hypot(1, t);
    const s = c * t;
    const rotated = a.map((value, k) => c * value - s * b[k]);
    b = b.map((value, k) => s * a[k] + c * value);
    a = rotated;
    [u, v] = [
      [c * u[0] - s * v[0], c * u[1] - s * v[1]],
      [s * u[0] + c * v[0], s * u[1] + c * v[1]],
    ];
  }
  const values = [a, b].map((column) => Math.sqrt(dot(column, column)));
  return values[0] >= values[1] ? { values, basis: [u, v] } : { values: values.reverse(), basis: [v, u] };
}
