"""The distance of two convex hulls in a feature space of any dimension, with coordinates or with a
kernel, and whether they only touch.

An active-set method for the nearest point of the difference of the hulls (Wolfe 1976, with one set
of weights per class instead of one for pairs): keep a few rows with the weights that bring their
affine hulls nearest, add the row that reaches farthest beyond, drop rows whose weight would turn
negative.  The distance falls in every round, so no set of rows comes twice and the method ends;
unlike SMO it ends at the optimum up to rounding, not near it.

In doubles, which prove a gap of more than about 1e-14 of the size of the mapped points; a smaller
one counts as none.

Source: Wolfe, Math. Program. 11 (1976) 128.

Two hulls that meet only touch where some hyperplane has the classes on its two closed sides, which
a linear program decides.
"""

from __future__ import annotations

import math

import numpy as np

from ...arrays import Bools, Floats, Ints
from ...cancellation import check_cancelled
from ...problem import Problem
from .pair import HullPair, Visited

# Scores that differ by less than this part of (largest norm x length of z) are equal: rounding of
# the products and sums.
_COORDINATE_ERROR = 32 * 2.0**-53
# With a kernel z is known by its inner products only, sums of n numbers of the size of the largest
# Gram entry.
_GRAM_ERROR = 1e-13
_ROUNDS_PER_ROW = 10
INDEPENDENT_ROWS = 1e-8  # singular values above this are no rounding
LEAST_GAIN = 1e-6  # a mean product of samples that no tolerance makes
INDEPENDENT = 1e-13  # singular values below this part of the largest are rounding


def feature_hull_distance(
    problem: Problem, start: Ints | None = None, visited: Visited | None = None
) -> HullPair:
    """The closest pair of the hulls of the mapped classes, or weights that bring both to one point
    (up to rounding).

    Rows count within each class, as in :func:`solvers.algorithms.hulls.distance.distance_of`.
    ``start`` are rows of the problem to begin from, ``visited`` collects the pairs on the way.

    1. Walk in doubles.  They may miss a small gap but never see one that is not there.
    2. Where they see none, the rows they end with are asked for a common point in whole numbers.
    3. Columns of unlike sizes (high powers of small numbers) or nearly dependent ones (high powers
       far from the origin) hide the rows that prove it.  The verdict does not change with the
       coordinates, so walk again in orthonormal ones.
    4. What is still open there is beyond doubles, and counts as a meeting.

    Raises:
        CancelledError: the computation is not wanted any more.
    """
    first = np.array([problem.rows_plus[0], problem.rows_minus[0]]) if start is None else start
    if problem.kernel is not None:
        pair, _ = _walk(_GramSpace(problem), problem, first, visited)
        return pair
    pair, rows = _walk(_Coordinates(problem.Phi), problem, first, visited)
    columns = None if pair.separable else orthonormal(problem.Phi)
    if columns is None:
        return pair
    second_pair, rows = _walk(_Coordinates(columns), problem, rows, None)
    return _in_data_units(problem, second_pair, rows) if second_pair.separable else second_pair


def _in_data_units(problem: Problem, pair: HullPair, rows: Ints) -> HullPair:
    """A separation found in other coordinates, with the normal and the distance of its rows in
    those of the problem.
    """
    space = _Coordinates(problem.Phi)
    weights = np.concatenate([pair.weights_plus, pair.weights_minus])
    support_rows = np.concatenate(
        [problem.rows_plus[list(pair.rows_plus)], problem.rows_minus[list(pair.rows_minus)]]
    )
    rows, weights = _nearest_by_dropping(space, problem, support_rows, weights)
    near = _Reach(space, problem, rows, weights).pair(rows, weights)
    return near._replace(separable=True)


def orthonormal(Phi: Floats) -> Floats | None:
    """Orthonormal coordinates (n, r) of points (n, m) about their mean; None where doubles do not
    have them.
    """
    centred = Phi - Phi.mean(axis=0)
    sizes = np.abs(centred).max(axis=0)
    sizes[sizes == 0.0] = 1.0
    if not np.isfinite(sizes).all():
        return None
    U, S, _ = np.linalg.svd(centred / sizes, full_matrices=False)
    coordinates: Floats = U[:, INDEPENDENT * S[0] < S] * math.sqrt(len(Phi))
    return coordinates if coordinates.shape[1] else None


def _walk(
    space: _Space, problem: Problem, start: Ints, visited: Visited | None
) -> tuple[HullPair, Ints]:
    """The end of the walk from some rows, and the rows it holds then."""
    rows, weights = _nearest_by_dropping(space, problem, *_equal_weights(problem, start))
    squared = math.inf
    for _ in range(_ROUNDS_PER_ROW * len(problem.y)):
        reach = _Reach(space, problem, rows, weights)
        if not reach.squared < squared or reach.is_optimal:
            break
        squared = reach.squared
        check_cancelled()
        if visited is not None:
            visited.append(reach.pair(rows, weights))
        joining = reach.joining(space.group(len(rows)))
        rows, weights = _nearest_by_dropping(
            space, problem, np.append(rows, joining), np.append(weights, np.zeros(len(joining)))
        )
    return _Reach(space, problem, rows, weights).pair(rows, weights), rows


def _equal_weights(problem: Problem, rows: Ints) -> tuple[Ints, Floats]:
    """Rows with equal weights in each class."""
    positive = problem.y[rows] > 0
    return rows, np.where(positive, 1.0 / positive.sum(), 1.0 / (~positive).sum())


def _nearest_by_dropping(
    space: _Space, problem: Problem, rows: Ints, weights: Floats
) -> tuple[Ints, Floats]:
    """The rows and weights of the nearest point of the hulls of some rows that is reached by
    dropping rows only.

    Walk from ``weights`` to the best weights of any sign; where a weight meets 0 on the way, drop
    that row and aim again.
    """
    while True:  # one row fewer every time
        target = space.affine_weights(rows, problem.y[rows] > 0)
        negative = target <= 0.0
        if not negative.any():
            return rows, target
        decreases = weights[negative] - target[negative]
        shares = np.divide(
            weights[negative], decreases, out=np.zeros_like(decreases), where=decreases > 0.0
        )
        first = float(shares.min())
        weights = weights + first * (target - weights)
        keep = np.ones(len(rows), dtype=bool)
        keep[np.flatnonzero(negative)[shares <= first]] = False
        if len(set(problem.y[rows[keep]].tolist())) < 2:
            # Only rounding can empty a class, whose weights sum to 1.
            return rows, _normalise(weights, problem.y[rows] > 0)
        rows, weights = rows[keep], weights[keep]


def _normalise(weights: Floats, positive: Bools) -> Floats:
    """The weights made positive, with the sum 1 in each class."""
    weights = np.maximum(weights, np.finfo(np.float64).eps)
    normalised: Floats = weights / np.where(
        positive, weights[positive].sum(), weights[~positive].sum()
    )
    return normalised


class _Reach:
    """How far the rows reach beyond the hyperplane through the nearest point so far."""

    def __init__(self, space: _Space, problem: Problem, rows: Ints, weights: Floats) -> None:
        self._space, self._problem = space, problem
        positive = problem.y[rows] > 0
        self._signed = np.where(positive, weights, -weights)
        f = space.scores(rows, self._signed)
        i, j = (
            problem.rows_plus[f[problem.rows_plus].argmin()],
            problem.rows_minus[f[problem.rows_minus].argmax()],
        )
        at_plus, at_minus = (
            float(f[rows[positive]] @ weights[positive]),
            float(f[rows[~positive]] @ weights[~positive]),
        )
        self.squared = max(0.0, at_plus - at_minus)
        self._gains: Floats = np.where(problem.y > 0, at_plus - f, f - at_minus)
        self._gains[rows] = 0.0
        resolution = space.resolution(self.squared)
        self.is_optimal = bool(self._gains.max() <= resolution)
        self._separates = bool(f[i] - f[j] > resolution)

    def joining(self, most: int) -> Ints:
        """The row that reaches farthest, and others that reach at least half as far, up to a
        number.
        """
        gains = self._gains
        if most == 1:
            return np.array([gains.argmax()])
        far = np.flatnonzero(gains >= 0.5 * gains.max())
        farthest: Ints = far[np.argsort(-gains[far], kind="stable")[:most]]
        return farthest

    def pair(self, rows: Ints, weights: Floats) -> HullPair:
        """The pair found so far; ``separable`` when the hyperplane normal to z has the classes on
        its two sides.
        """
        problem = self._problem
        positive = problem.y[rows] > 0
        plus, minus = (
            np.searchsorted(problem.rows_plus, rows[positive]),
            np.searchsorted(problem.rows_minus, rows[~positive]),
        )
        w, squared = self._space.canonical(rows, self._signed, self.squared)
        return HullPair(
            self._separates,
            tuple(plus.tolist()),
            tuple(minus.tolist()),
            tuple(weights[positive].tolist()),
            tuple(weights[~positive].tolist()),
            w,
            squared,
        )


class _Coordinates:
    """Mapped points about their mean, in units of their root mean square distance from it."""

    def __init__(self, Phi: Floats) -> None:
        centred = Phi - Phi.mean(axis=0)
        size = math.sqrt(float(np.vdot(centred, centred)) / len(centred))
        self._size = size if size > 0.0 else 1.0
        self._Phi: Floats = centred / self._size
        self._radius = math.sqrt(float((self._Phi * self._Phi).sum(axis=1).max()))

    def scores(self, rows: Ints, signed: Floats) -> Floats:
        """``<z, phi_i>`` of every row, for ``z`` the sum of ``signed_k phi_k`` over some rows."""
        scores: Floats = self._Phi @ (signed @ self._Phi[rows])
        return scores

    def affine_weights(self, rows: Ints, positive: Bools) -> Floats:
        """The weights of some rows (any sign, of sum 1 in each class) for which ``|z|`` is
        smallest.

        Least squares in the differences from one row of each class; the base rows take what is left
        of 1.
        """
        weights = np.zeros(len(rows))
        base_plus, base_minus = int(np.argmax(positive)), int(np.argmin(positive))
        is_other = np.ones(len(rows), dtype=bool)
        is_other[[base_plus, base_minus]] = False
        Phi = self._Phi[rows]
        if is_other.any():
            bases = np.where(positive[is_other], base_plus, base_minus)
            steps = (Phi[is_other] - Phi[bases]) * np.where(positive[is_other], 1.0, -1.0)[:, None]
            weights[is_other] = np.linalg.lstsq(
                steps.T, Phi[base_minus] - Phi[base_plus], rcond=None
            )[0]
        weights[base_plus] = 1.0 - weights[positive & is_other].sum()
        weights[base_minus] = 1.0 - weights[~positive & is_other].sum()
        return weights

    def group(self, count: int) -> int:
        """How many rows may join at once when this many are held."""
        return 1  # at most m + 2 rows are held in the end

    def resolution(self, squared: float) -> float:
        """How much two scores may differ by rounding when ``|z|^2`` is ``squared``."""
        return _COORDINATE_ERROR * self._radius * math.sqrt(squared * self._Phi.shape[1])

    def canonical(
        self, rows: Ints, signed: Floats, squared: float
    ) -> tuple[tuple[float, ...], float]:
        """The normal ``2 z / |z|^2`` (empty with a kernel) and ``|z|^2`` in data units."""
        z = signed @ self._Phi[rows]
        length = float(z @ z)
        w = z * (2.0 / (length * self._size)) if length > 0.0 else z
        return tuple(w.tolist()), length * self._size**2


class _GramSpace:
    """The same of a kernel's feature space, of which only inner products are known."""

    def __init__(self, problem: Problem) -> None:
        assert problem.kernel is not None
        self._problem, self._kernel = problem, problem.kernel
        self._largest = float(problem.kernel.diagonal(problem.X).max()) or 1.0

    def scores(self, rows: Ints, signed: Floats) -> Floats:
        all_signed = np.zeros(len(self._problem.y))
        all_signed[rows] = signed
        return self._problem.gram_times(all_signed)

    def affine_weights(self, rows: Ints, positive: Bools) -> Floats:
        """The stationary point of ``|z|^2 / 2`` with one multiplier for the sum of each class (a
        symmetric linear system).
        """
        k = len(rows)
        sign = np.where(positive, 1.0, -1.0)
        system = np.zeros((k + 2, k + 2))
        # In units of the largest entry: beside a large Gram matrix the sums of the weights would
        # count as rounding.
        system[:k, :k] = (
            self._kernel.gram(self._problem.X[rows], self._problem.X[rows])
            * np.outer(sign, sign)
            / self._largest
        )
        system[:k, k] = system[k, :k] = positive
        system[:k, k + 1] = system[k + 1, :k] = ~positive
        right = np.zeros(k + 2)
        right[k:] = 1.0
        # Rows that are nearly dependent in feature space make the system nearly singular: then
        # least squares, which costs more.
        solution: Floats
        try:
            solution = np.asarray(np.linalg.solve(system, right), dtype=np.float64)
        except np.linalg.LinAlgError:
            solution = np.full(k + 2, np.nan)
        if not np.abs(system @ solution - right).max() <= _GRAM_ERROR * k:
            solution = np.linalg.lstsq(system, right, rcond=None)[0].astype(np.float64)
        weights: Floats = solution[:k]
        return weights

    def group(self, count: int) -> int:
        # hundreds of rows may be held in the end: their number grows geometrically
        return 1 + count // 2

    def resolution(self, squared: float) -> float:
        return _GRAM_ERROR * self._largest

    def canonical(
        self, rows: Ints, signed: Floats, squared: float
    ) -> tuple[tuple[float, ...], float]:
        return (), squared


_Space = _Coordinates | _GramSpace


def is_touching(samples: Floats, rows: Ints | None = None) -> bool:
    """Whether some a has no negative product with any of the samples (n, d), and a positive one
    with some: a linear program, decided up to its tolerance.  Of samples that cancel, these
    ``rows``, every product is 0.
    """
    from scipy.optimize import linprog  # slow to import, and rarely needed

    sizes = np.abs(samples).max(axis=0)
    samples = samples / np.where(sizes > 0.0, sizes, 1.0)
    n, size = samples.shape
    if rows is not None and np.linalg.matrix_rank(samples[rows], INDEPENDENT_ROWS) == size:
        return False
    # Far away the simplex walk may circle without end.
    program = linprog(
        -samples.sum(axis=0),
        -samples,
        np.zeros(n),
        bounds=(-1.0, 1.0),
        options={"maxiter": 10 * (n + size)},
    )
    return bool(program.status == 0 and program.fun is not None and program.fun < -LEAST_GAIN * n)
