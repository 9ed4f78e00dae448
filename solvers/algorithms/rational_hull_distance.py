"""The distance of two convex hulls in a feature space, in rational numbers: where doubles cannot tell a small gap from none.

The same walk as :mod:`feature_hull_distance` (Wolfe 1976): keep rows whose differences are independent, with the weights that
bring their affine hulls nearest, let a row that reaches beyond join, drop rows whose weight would turn negative.  Every double is
a whole number times a power of two, so nothing is rounded: the distance falls strictly in every round, the walk ends, and at its
end either ``z = p - q`` is exactly zero (the weights prove a common point) or z separates the classes.

Doubles only choose whom to ask: a row is looked at in whole numbers when its score lies within rounding of reaching beyond.
"""

from __future__ import annotations

import math
from fractions import Fraction
from operator import mul

import numpy as np

from ..arrays import Ints
from ..exact import ratio
from ..problem import Problem
from .hull_pair import HullPair

Vector = list[int]
EPS = 2.0**-52


def rational_hull_distance(problem: Problem, start: Ints) -> HullPair:
    """The exact closest pair of the hulls of the mapped classes, or exact weights of a common point; rounded once, at the end.

    ``start`` are rows (of both classes) to begin from; those whose differences depend on the others are left out.
    """
    hulls = _Hulls(problem)
    rows, weights = hulls.settled(*hulls.independent(start.tolist()))
    # Without rounding every round is strictly nearer, so no set of rows comes back: this ends.
    while True:
        z, denominator = hulls.difference(rows, weights)
        joining = hulls.reaching(rows, z) if any(z) else None
        if joining is None:
            return hulls.pair(rows, weights, z, denominator)
        rows, weights = hulls.settled([*rows, joining], [*weights, Fraction(0)])


class _Hulls:
    """The mapped points as whole numbers: row i is ``point(i) / 2^shift``."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._Phi = problem, problem.Phi
        self._positive = problem.y > 0
        exponents = np.frexp(self._Phi)[1][self._Phi != 0.0]
        self._shift = max(0, 53 - int(exponents.min(initial=53)))
        self._points: dict[int, Vector] = {}

    def point(self, row: int) -> Vector:
        """The coordinates of a row times ``2^shift``."""
        if row not in self._points:
            ratios = [value.as_integer_ratio() for value in self._Phi[row].tolist()]
            self._points[row] = [n * ((1 << self._shift) // d) for n, d in ratios]
        return self._points[row]

    def independent(self, rows: list[int]) -> tuple[list[int], list[Fraction]]:
        """The rows without those whose differences depend on those before them, with equal weights in each class."""
        while True:  # one row fewer every time
            dependent = _first_dependent(self._steps(rows))
            if dependent is None:
                break
            rows = [row for row in rows if row != self._others(rows)[dependent]]
        counts = {sign: sum(bool(self._positive[row]) is sign for row in rows) for sign in (True, False)}
        return rows, [Fraction(1, counts[bool(self._positive[row])]) for row in rows]

    def settled(self, rows: list[int], weights: list[Fraction]) -> tuple[list[int], list[Fraction]]:
        """The nearest point of the hulls of some rows that is reached by dropping rows only (see feature_hull_distance)."""
        while True:  # one row fewer every time
            target = self._affine_weights(rows)
            if min(target) > 0:
                return rows, target
            share = min(w / (w - t) for w, t in zip(weights, target, strict=True) if t <= 0)
            weights = [w + share * (t - w) for w, t in zip(weights, target, strict=True)]
            kept = [k for k, (w, t) in enumerate(zip(weights, target, strict=True)) if w > 0 or t > 0]
            rows, weights = [rows[k] for k in kept], [weights[k] for k in kept]

    def difference(self, rows: list[int], weights: list[Fraction]) -> tuple[Vector, int]:
        """``z = p - q`` as whole numbers over a common denominator (besides ``2^shift``)."""
        denominator = math.lcm(*(weight.denominator for weight in weights))
        z = [0] * self._Phi.shape[1]
        for row, weight in zip(rows, weights, strict=True):
            factor = weight.numerator * (denominator // weight.denominator)
            factor = factor if self._positive[row] else -factor
            z = [c + factor * x for c, x in zip(z, self.point(row), strict=True)]
        return z, denominator

    def reaching(self, rows: list[int], z: Vector) -> int | None:
        """A row that lies strictly beyond the hyperplane through its class's nearest point, by doubles the farthest one."""
        largest = max(map(abs, z))
        direction = np.array([c / largest for c in z])
        base_plus, base_minus = self._bases(rows)
        bases = np.where(self._positive[:, None], self._Phi[base_plus], self._Phi[base_minus])
        beyond = (bases - self._Phi) * np.where(self._positive, 1.0, -1.0)[:, None]
        gains = beyond @ direction
        rounding = (len(z) + 4) * EPS * (np.abs(beyond) @ np.abs(direction)) + np.finfo(np.float64).tiny
        doubtful = np.flatnonzero((gains >= -rounding) & beyond.any(axis=1))
        for row in doubtful[np.argsort(-gains[doubtful], kind="stable")].tolist():
            base = self.point(base_plus if self._positive[row] else base_minus)
            gain = sum(c * (b - x) for c, b, x in zip(z, base, self.point(row), strict=True))
            if (gain if self._positive[row] else -gain) > 0:
                return int(row)
        return None

    def pair(self, rows: list[int], weights: list[Fraction], z: Vector, denominator: int) -> HullPair:
        """The answer in doubles; ``separable`` when z is not zero."""
        plus, minus = ([k for k, row in enumerate(rows) if bool(self._positive[row]) is sign] for sign in (True, False))
        square = sum(map(mul, z, z))
        unit = denominator << self._shift
        return HullPair(
            square > 0,
            tuple(np.searchsorted(self._problem.rows_plus, [rows[k] for k in plus]).tolist()),
            tuple(np.searchsorted(self._problem.rows_minus, [rows[k] for k in minus]).tolist()),
            tuple(float(weights[k]) for k in plus),
            tuple(float(weights[k]) for k in minus),
            tuple(ratio(2 * c * unit, square) for c in z) if square else tuple(0.0 for _ in z),
            ratio(square, unit * unit),
        )

    def _bases(self, rows: list[int]) -> tuple[int, int]:
        """The first row of each class."""
        return next(row for row in rows if self._positive[row]), next(row for row in rows if not self._positive[row])

    def _others(self, rows: list[int]) -> list[int]:
        bases = self._bases(rows)
        return [row for row in rows if row not in bases]

    def _steps(self, rows: list[int]) -> list[Vector]:
        """How z moves when weight goes from the base of a class to another row of it."""
        base_plus, base_minus = self._bases(rows)
        steps = []
        for row in self._others(rows):
            first, second = (row, base_plus) if self._positive[row] else (base_minus, row)
            steps.append([a - b for a, b in zip(self.point(first), self.point(second), strict=True)])
        return steps

    def _affine_weights(self, rows: list[int]) -> list[Fraction]:
        """The weights of any sign, of sum 1 in each class, for which |z| is smallest: the normal equations of the steps."""
        base_plus, base_minus = self._bases(rows)
        between = [a - b for a, b in zip(self.point(base_minus), self.point(base_plus), strict=True)]
        steps = self._steps(rows)
        shares = dict(
            zip(self._others(rows), _solved([[*_products(s, steps), sum(map(mul, s, between))] for s in steps]), strict=True)
        )
        for base in (base_plus, base_minus):
            alike = [share for row, share in shares.items() if self._positive[row] == self._positive[base] and row != base]
            shares[base] = 1 - sum(alike, Fraction(0))
        return [shares[row] for row in rows]


def _products(step: Vector, steps: list[Vector]) -> Vector:
    return [sum(map(mul, step, other)) for other in steps]


def _first_dependent(steps: list[Vector]) -> int | None:
    """The first step that is a combination of those before it, or None: elimination of the Gram matrix meets a zero pivot there."""
    return _eliminated([_products(step, steps) for step in steps])


def _eliminated(system: list[Vector]) -> int | None:
    """Eliminate below the diagonal, in place, without fractions (Bareiss 1968); stop at the first zero pivot and return its row."""
    previous = 1
    for k, pivot_row in enumerate(system):
        pivot = pivot_row[k]
        if pivot == 0:
            return k
        for row in system[k + 1 :]:
            factor = row[k]
            row[k:] = [(pivot * value - factor * top) // previous for value, top in zip(row[k:], pivot_row[k:], strict=True)]
        previous = pivot
    return None


def _solved(system: list[Vector]) -> list[Fraction]:
    """The solution of a positive definite system in whole numbers, right side in the last column."""
    _eliminated(system)
    solution: list[Fraction] = []
    for k in reversed(range(len(system))):
        row = system[k]
        rest = sum((value * x for value, x in zip(row[k + 1 : -1], solution[::-1], strict=True)), Fraction(0))
        solution.append((row[-1] - rest) / row[k])
    return solution[::-1]
