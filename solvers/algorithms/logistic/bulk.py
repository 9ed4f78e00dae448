"""Logistic regression in coordinates of the bulk of the points: what is solved and certified when plain coordinates fail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats
from ...cancellation import check_cancelled
from ...moments import COORDINATE_ROUNDING
from ...problem import Problem
from ...result import Iterate
from ..moments.linear_system import row_space

# A double, or the longer number that most machines have (64 bits of mantissa), where a double is too short.
Numbers = NDArray[Any]
# So many of the longest rows are put first before they are factorised; the order of the others does not matter.
LONGEST = 256
BLOCK = 4096
# So many rows show where the bulk is.
ENOUGH = 2000
# Coordinates about a place so many units away from the bulk have lost its digits.
NEARBY = 1e6
# Above this smallest eigenvalue of the columns' correlations the squares of the rows keep enough digits: all but this part.
INDEPENDENT, SQUARED = 1e-5, 1e-9
# Singular values of samples of equal length below this part of the largest are rounding, which grows with the length of the sums
# (for a thousand points to 20 eps, for a million to 40).
RANK, RANK_OF_MANY, MANY = 16.0 * float(np.finfo(np.float64).eps), 128.0 * float(np.finfo(np.float64).eps), 500


@dataclass(frozen=True, eq=False)
class BulkProblem:
    """``F(theta) = (1/n) sum log(1 + exp(-theta'z_i)) + ||L theta||^2 / 2`` about the median of the points.

    One point far away carries the mean with it; measured from there, and in units of a spread that is all its own, the other
    points are one place.  The median stays with the bulk.  ``Z (m+1, n)`` holds the mapped points less ``centre (m,)``, divided by
    ``unit (m,)``, powers of two near the median absolute coordinate, with a 1 below, each multiplied by its y.
    ``theta = (w unit, f(centre))``; ``L (k, m+1)`` is the penalty of w (and of b).  ``span (m, r)`` spans the directions in which
    the points vary, if these are not all and no penalty decides about the others: there is none, or it is lost beside the points
    (coordinates of 1e30).  Elsewhere None: with a penalty even directions as short as the rounding of the points may pay.
    """

    Z: Floats
    L: Floats
    centre: Floats
    unit: Floats
    span: Floats | None

    @staticmethod
    def of(problem: Problem, l2: float, penalise_bias: bool = False) -> BulkProblem:
        """The problem for the penalty ``l2 ||w||^2`` (``l2 (||w||^2 + b^2)`` with ``penalise_bias``)."""
        Phi = problem.Phi
        n, m = Phi.shape
        check_cancelled()
        centre = _median(Phi)
        check_cancelled()
        Z = np.empty((m + 1, n))
        np.subtract(Phi.T, centre[:, None], out=Z[:m])
        unit = _units(Z[:m])
        check_cancelled()
        Z[:m] /= unit[:, None]
        Z[m] = 1.0
        Z *= problem.y
        L = np.diag(np.append(np.sqrt(2.0 * l2) / unit, 0.0))[:m]
        if penalise_bias:
            L = np.concatenate([L, np.sqrt(2.0 * l2) * np.append(-centre / unit, 1.0)[None]])
        noise = float(np.max(COORDINATE_ROUNDING * np.abs(centre) / unit))
        least = max(RANK if n <= MANY else RANK_OF_MANY, noise)
        is_lost = not penalise_bias and np.sqrt(2.0 * l2) <= RANK * unit.min()
        span = _span(Z.T, unit, least) if is_lost and _may_miss_a_direction(problem) else None
        return BulkProblem(Z, L, centre, unit, span)

    @property
    def n(self) -> int:
        """The number of points."""
        return int(self.Z.shape[1])

    @property
    def is_free(self) -> bool:
        """Whether nothing is penalised."""
        return not self.L.any()

    def holds(self, place: Floats) -> bool:
        """Whether coordinates about ``place (m,)`` keep most digits of the bulk."""
        return bool(np.all(np.abs(place - self.centre) <= NEARBY * self.unit))

    @cached_property
    def lift(self) -> Floats:
        """The map (m+1, r+1) to theta from coordinates along :attr:`span` and the score at the centre."""
        m = len(self.centre)
        if self.span is None:
            return np.eye(m + 1)
        lift = np.zeros((m + 1, self.span.shape[1] + 1))
        lift[:m, :-1], lift[m, -1] = self.span * self.unit[:, None], 1.0
        return lift

    def objective(self, theta: Floats) -> float:
        """F(theta)."""
        margins = theta @ self.Z
        loss = np.log1p(np.exp(-np.abs(margins))) + np.maximum(-margins, 0.0)
        return float(np.add.reduce(loss)) / self.n + 0.5 * float(np.sum((self.L @ theta) ** 2))

    def sample(self, stride: int) -> BulkProblem:
        """Every ``stride``-th point and those farthest away, which decide more than their number says."""
        far = np.argpartition(-np.abs(self.Z).max(axis=0), LONGEST)[:LONGEST]
        rows = np.unique(np.concatenate([np.arange(0, self.n, stride), far]))
        return replace(self, Z=np.ascontiguousarray(self.Z[:, rows]))

    def theta(self, iterate: Iterate) -> Floats:
        """theta of a model in data units."""
        assert iterate.w is not None  # linear models only
        origin = 0.0 if iterate.centre is None else iterate.centre
        at_origin = iterate.b if iterate.centre is None else iterate.f_centre
        return np.append(iterate.w * self.unit, at_origin + float(iterate.w @ (self.centre - origin)))

    def iterate(self, theta: Floats, **rest: Any) -> Iterate:
        """The model of theta in data units."""
        return Iterate.centred(theta[:-1] / self.unit + 0.0, self.centre, float(theta[-1]), **rest)


@dataclass(frozen=True, eq=False)
class Whitening:
    """``T (m+1, r+1)`` with ``T'HT`` near the identity for a Hessian H; ``least`` is the smallest eigenvalue of ``T'HT``."""

    T: Floats
    least: float

    @staticmethod
    def of(bulk: BulkProblem, curvatures: Floats) -> Whitening | None:
        """The whitening for ``H = L'L + (1/n) sum v_i z_i z_i'`` with ``curvatures (n,)`` v; None where H is singular.

        H is formed only where that costs few digits: its condition is the square of what the rows ``sqrt(v_i/n) z_i`` have, and
        one long row may leave nothing of the others.  Elsewhere a QR factorisation with the longest rows and columns first keeps
        every row's own digits (Cox and Higham, 1998); a second one, of the rows in the coordinates that the first has found, takes
        away what rounding has left of their dependence.
        """
        columns = np.concatenate([bulk.Z * np.sqrt(curvatures / bulk.n), bulk.L.T], axis=1)
        if bulk.span is not None:
            columns = bulk.lift.T @ columns
        plain = _from_squares(columns)
        if plain is not None:
            return Whitening(bulk.lift @ plain, 1.0 - SQUARED)
        rows = np.ascontiguousarray(columns.T)
        first = _triangle(rows)
        if first is None:
            return None
        again = rows @ first
        second = _triangle(again)
        if second is None:
            return None
        whitened = again @ second
        values = np.linalg.eigvalsh(whitened.T @ whitened)
        if not (np.isfinite(values).all() and values[0] > 0.5):
            return None
        return Whitening(bulk.lift @ first @ second, float(values[0]))


def _from_squares(columns: Floats) -> Floats | None:
    """``H^-1/2`` from the eigenvalues of ``H = columns columns'``, or None where they depend on each other too much for that."""
    H = columns @ columns.T
    sizes = np.sqrt(H.diagonal())
    if not (np.isfinite(H).all() and sizes.all()):
        return None
    values, vectors = np.linalg.eigh(H / sizes / sizes[:, None])
    if values[0] < INDEPENDENT:
        return None
    root: Floats = vectors / np.sqrt(values) / sizes[:, None]
    return root


def _triangle(rows: Floats) -> Floats | None:
    """``R^-1`` of a QR factorisation of rows (k, r), the longest rows and columns first; None where R is singular."""
    sizes = np.maximum.reduce(np.abs(rows.T, order="C"))  # row by row, of a few numbers each, it takes twenty times as long
    if not np.isfinite(sizes).all():
        return None
    if len(rows) > LONGEST:
        order = np.argpartition(-sizes, LONGEST)
        order[:LONGEST] = order[:LONGEST][np.argsort(-sizes[order[:LONGEST]])]
    else:
        order = np.argsort(-sizes)
    columns = np.argsort(-np.linalg.norm(rows, axis=0))
    R = _factor(rows.take(order, axis=0).take(columns, axis=1))
    if len(R) < len(columns) or not R.diagonal().all():
        return None
    inverse = np.empty_like(R)
    inverse[columns] = _inverse_of_triangle(R)
    return inverse if np.isfinite(inverse).all() else None


def _factor(rows: Floats) -> Floats:
    """R of a QR factorisation; of many rows block by block: each stays in the cache, and the first holds the longest rows."""
    while len(rows) > BLOCK:
        blocks = [np.asarray(np.linalg.qr(rows[k : k + BLOCK], mode="r")) for k in range(0, len(rows), BLOCK)]
        rows = np.concatenate(blocks)
    return np.asarray(np.linalg.qr(rows, mode="r"))


def _inverse_of_triangle(R: Floats) -> Floats:
    """``R^-1`` by back substitution, row by row: rows of very different size keep their own digits."""
    inverse = np.zeros_like(R)
    for k in range(len(R) - 1, -1, -1):
        row = -(R[k, k + 1 :] @ inverse[k + 1 :])
        row[k] += 1.0
        inverse[k] = row / R[k, k]
    return inverse


def _may_miss_a_direction(problem: Problem) -> bool:
    """Whether the points may lie on a line; in the plane the moments see that for nothing."""
    return problem.Phi.shape[1] > 2 or row_space(problem.moments) is not None


def _span(samples: Floats, unit: Floats, least: float) -> Floats | None:
    """An orthonormal basis (m, r) of the weights that change some score, or None when that is all of them.

    Every sample is divided by its length first, which changes no rank: a point far away would make the others look like one.
    """
    rows = samples / np.abs(samples).max(axis=1, keepdims=True)
    sizes = np.linalg.norm(rows, axis=0)
    sizes[sizes == 0.0] = 1.0
    _, singular, basis = np.linalg.svd(np.linalg.qr(rows / sizes, mode="r"))
    missing = np.ones(len(sizes), dtype=bool)
    missing[: len(singular)] = singular <= least * singular[0]
    if not missing.any():
        return None
    # What is left undetermined in w is cut out; the score at the centre is always determined then.
    null, _ = np.linalg.qr((basis[missing] / sizes)[:, :-1].T / unit[:, None])
    rest = np.linalg.qr(null, mode="complete")[0]
    return np.asarray(rest[:, null.shape[1] :], dtype=np.float64)


def _median(Phi: Floats) -> Floats:
    """The median of every coordinate: one of its values, so that subtracting it from its neighbours rounds nothing."""
    some = _some(Phi)
    values: Floats = np.partition(some, len(some) // 2, axis=0)[len(some) // 2].copy()
    return values


def _some(rows: Floats) -> Floats:
    """An evenly spaced sample of many rows: the median only has to lie among them."""
    return rows[:: max(1, len(rows) // ENOUGH)]


def _units(deviations: Floats) -> Floats:
    """Powers of two near the median absolute deviation (the largest one where the median is zero, 1 where all are)."""
    sizes = np.abs(_some(deviations.T))
    middle = np.partition(sizes, len(sizes) // 2, axis=0)[len(sizes) // 2]
    size = middle if middle.all() else np.where(middle > 0.0, middle, np.abs(deviations).max(axis=1))
    powers: Floats = np.exp2(np.floor(np.log2(np.where(size > 0.0, size, 1.0))))
    return powers
