"""Augmented, normalised samples: a line separates the classes iff some vector a has a positive product with every one of them.

With ``a = (b, w)`` and ``z_i = y_i (1, phi(x_i))`` the product ``a'z_i`` is ``y_i f(x_i)``, so "every point on its right side"
reads ``a'z_i > 0`` for all i, and every rule of this family adds multiples of samples to ``a``.  The samples are taken in data
units, never centred or scaled: the first steps can be checked by hand.

Source: Linear discriminants slides, "Linearly Separable Classes", "Normalization".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..arrays import Floats, Ints, locked
from ..problem import Problem
from ..result import Fit, Iterate

# Samples looked at one by one before whole blocks are tried: with many mistakes the blocks would be thrown away.
SCAN = 48
BLOCK = 16384
# A product of p terms computed in doubles is off by at most p eps times the sum of their magnitudes (p <= 28 here).
ROUNDING = 32 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class NormalisedSamples:
    """The samples ``z_i`` as ``columns (m+1, n)``; the first row holds ``y``."""

    columns: Floats

    @staticmethod
    def of(problem: Problem) -> NormalisedSamples:
        """The samples of a problem, in data units."""
        columns = np.empty((problem.Phi.shape[1] + 1, len(problem.y)))
        columns[0] = problem.y
        np.multiply(problem.Phi.T, problem.y, out=columns[1:])
        return NormalisedSamples(locked(columns))

    def in_order(self, rows: Ints) -> NormalisedSamples:
        """The same samples in another order."""
        return NormalisedSamples(locked(self.columns[:, rows]))

    def __len__(self) -> int:
        return int(self.columns.shape[1])

    @cached_property
    def rows(self) -> list[list[float]]:
        """The samples as lists of Python floats: three to ten times faster than an array when visited one by one."""
        rows: list[list[float]] = self.columns.T.tolist()
        return rows

    @cached_property
    def squared_norms(self) -> Floats:
        """``||z_i||^2`` (n,)."""
        return locked(np.einsum("ki,ki->i", self.columns, self.columns))

    def products(self, a: Sequence[float]) -> Floats:
        """``a'z_i`` for every sample (n,)."""
        products: Floats = np.asarray(a) @ self.columns
        return products

    def next_mistake(self, a: Sequence[float], begin: int, limit: float) -> int:
        """The first position from ``begin`` on whose product does not exceed ``limit``; n when there is none.

        The first samples are looked at one by one, the rest in growing blocks: many mistakes cost what the plain loop costs, rare
        ones a fraction of it.  Both ways add the same terms in the same order, so the sequence of mistakes is the same.
        """
        stop = min(begin + SCAN, len(self))
        position = _scan_plane(self.rows, a, begin, stop, limit) if len(a) == 3 else _scan(self.rows, a, begin, stop, limit)
        return position if position < stop else self._look_ahead(a, stop, limit)

    def _look_ahead(self, a: Sequence[float], begin: int, limit: float) -> int:
        size = 4 * SCAN
        while begin < len(self):
            block = self.columns[:, begin : begin + size]
            products = a[0] * block[0]
            for weight, row in zip(a[1:], block[1:], strict=True):
                products += weight * row
            # "not greater" instead of "at most": a product that overflowed to NaN is a mistake, too.
            wrong = ~(products > limit)
            first = int(wrong.argmax())
            if wrong[first]:
                return begin + first
            begin, size = begin + size, min(2 * size, BLOCK)
        return len(self)

    def not_clearly_above(self, a: Sequence[float], limit: float) -> Ints:
        """The samples whose product does not exceed ``limit`` by more than its own rounding error.

        Far from the origin ``a'z`` is a small difference of large numbers: a rule must not call points separated because of noise.
        """
        noise = ROUNDING * (np.abs(a) @ np.abs(self.columns))
        return np.flatnonzero(~(self.products(a) > limit + noise))


def _scan_plane(rows: list[list[float]], a: Sequence[float], begin: int, stop: int, limit: float) -> int:
    a0, a1, a2 = a
    for position in range(begin, stop):
        z0, z1, z2 = rows[position]
        if not a0 * z0 + a1 * z1 + a2 * z2 > limit:
            return position
    return stop


def _scan(rows: list[list[float]], a: Sequence[float], begin: int, stop: int, limit: float) -> int:
    for position in range(begin, stop):
        if not dot(a, rows[position]) > limit:
            return position
    return stop


def dot(a: Sequence[float], z: Sequence[float]) -> float:
    """``a'z`` in Python floats."""
    product = 0.0
    for p, q in zip(a, z, strict=True):
        product += p * q
    return product


def step_along(a: list[float], factor: float, z: Sequence[float]) -> None:
    """``a <- a + factor z``, in place."""
    for k, value in enumerate(z):
        a[k] += factor * value


def initial_weights(problem: Problem, start: Fit | None) -> list[float]:
    """``a`` at the start: that of the earlier fit when it fits the feature map, else zero as in the book."""
    size = problem.Phi.shape[1]
    if start is None or not start.has_model or start.w is None or len(start.w) != size:
        return [0.0] * (size + 1)
    return [start.b, *start.w.tolist()]


def weights_iterate(a: Sequence[float], **rest: Any) -> Iterate:
    """The iterate with ``(b, w) = a``.

    When ``w`` has overflowed, ``b`` is reported as NaN too, so that the driver keeps the last finite step and says so.
    """
    w = locked(np.array(a[1:], dtype=np.float64))
    b = float(a[0]) if np.isfinite(w).all() else float("nan")
    return Iterate(w, b, **rest)


def opposite_twins(problem: Problem) -> tuple[int, int] | None:
    """The rows (one of class +, one of class -) of a point that carries both labels, or None.

    A random combination of the coordinates is compared first: one sort instead of one per coordinate.
    """
    weights = np.random.default_rng(0).uniform(1.0, 2.0, size=problem.Phi.shape[1:])
    plus, minus = _combined(problem.columns_plus, weights), _combined(problem.columns_minus, weights)
    _, i, j = np.intersect1d(plus, minus, return_indices=True)
    same = np.flatnonzero((problem.columns_plus[:, i] == problem.columns_minus[:, j]).all(axis=0))
    if not len(same):
        return None
    first = same[np.argmin(np.maximum(problem.rows_plus[i[same]], problem.rows_minus[j[same]]))]
    return int(problem.rows_plus[i[first]]), int(problem.rows_minus[j[first]])


def _combined(columns: Floats, weights: Floats) -> Floats:
    # Term by term, not as a matrix product: equal points must give equal sums wherever they stand in the array.
    combined: Floats = np.zeros(columns.shape[1])
    for weight, row in zip(weights, columns, strict=True):
        combined += weight * row
    return combined
