"""The distance of two convex hulls in a feature space, in rational numbers: where doubles cannot tell a small gap from none.

The same walk as :mod:`feature_distance` (Wolfe 1976): keep rows whose differences are independent, with the weights that
bring their affine hulls nearest, let a row that reaches beyond join, drop rows whose weight would turn negative.  Every double is
a whole number times a power of two, so nothing is rounded: the distance falls strictly in every round, the walk ends, and at its
end either ``z = p - q`` is exactly zero (the weights prove a common point) or z separates the classes.

Doubles only choose whom to ask: a row is looked at in whole numbers when its score lies within rounding of reaching beyond.

Source: Wolfe, Math. Program. 11 (1976) 128.
"""

from __future__ import annotations

import math
from fractions import Fraction
from operator import mul

import numpy as np

from ...arrays import Floats, Ints
from ...plane.exact import ratio
from ...problem import Problem
from ..exact_sums import two_sum, with_product
from ..stepping import Walking, returned
from .pair import HullPair
from .whole_systems import Echelon, Vector, first_dependent, products, solved, whole_columns

EPS = 2.0**-52
SHARP = 64.0  # units in the last place of a sum in two doubles
CHUNK = 2048  # columns of a row that are worked on between two pauses
LOOKS = 16  # rows looked at in whole numbers between two pauses


def rational_hull_distance(problem: Problem, start: Ints) -> HullPair:
    """The exact closest pair of the hulls of the mapped classes, or exact weights of a common point; rounded once, at the end.

    ``start`` are rows (of both classes) to begin from; those whose differences depend on the others are left out.
    """
    return returned(WholeHulls(problem).walk(start))


class WholeHulls:
    """The mapped points as whole numbers: row i is ``point(i) / 2^shift``."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._Phi = problem, problem.Phi
        self._positive = problem.y > 0
        exponents = np.frexp(self._Phi)[1][self._Phi != 0.0]
        self._shift = max(0, 53 - int(exponents.min(initial=53)))
        self._points: dict[int, Vector] = {}

    def walk(self, start: Ints) -> Walking[HullPair]:
        """The walk of :func:`rational_hull_distance`, with a pause after every round."""
        rows, weights = yield from self.settled(*(yield from self.independent(start.tolist())))
        # Without rounding every round is strictly nearer, so no set of rows comes back: this ends.
        while True:
            yield
            z, denominator = self.difference(rows, weights)
            joining = (yield from self.reaching(rows, z)) if any(z) else None
            if joining is None:
                return self.pair(rows, weights, z, denominator)
            rows, weights = yield from self.settled([*rows, joining], [*weights, Fraction(0)])

    def common_point(self, near: HullPair) -> Walking[HullPair | None]:
        """Exact weights, all positive, that give one point in both classes, by rows of a pair found in doubles; or None.

        m equations say that the two combinations agree in every feature, two that the weights of each class sum to 1.  With m + 2
        rows in general position they have one solution; whether it is positive is all that has to be seen.  More rows leave some
        weights free: those keep the value they have in doubles, and then rows are dropped one by one (Caratheodory).
        """
        weights = {int(self._problem.rows_plus[k]): Fraction(w) for k, w in zip(near.rows_plus, near.weights_plus, strict=True)}
        weights |= {int(self._problem.rows_minus[k]): Fraction(w) for k, w in zip(near.rows_minus, near.weights_minus, strict=True)}
        while True:  # one row fewer every time
            rows = list(weights)
            equations = Echelon(self._meeting_equations(rows))
            yield from equations.eliminate()
            found = equations.solution(list(weights.values()))
            if found is None or min(found) < 0:
                return None
            if not equations.free:
                kept = [(row, weight) for row, weight in zip(rows, found, strict=True) if weight > 0]
                return self.pair([row for row, _ in kept], [weight for _, weight in kept], [0] * self._Phi.shape[1], 1)
            along = equations.kernel(equations.free[0])
            share, _ = min((w / v, k) for k, (w, v) in enumerate(zip(found, along, strict=True)) if v > 0)
            moved = [w - share * v for w, v in zip(found, along, strict=True)]
            weights = {row: weight for row, weight in zip(rows, moved, strict=True) if weight > 0}

    def _meeting_equations(self, rows: list[int]) -> list[Vector]:
        """The whole-number equations (right side last) for the weights of a common point."""
        signs = [1 if self._positive[row] else -1 for row in rows]
        agree = [[sign * x for sign, x in zip(signs, values, strict=True)] + [0] for values in whole_columns(self._Phi[rows].T)]
        return agree + [[int(sign == side) for sign in signs] + [1] for side in (1, -1)]

    def simplex_coordinates(self) -> Walking[Floats]:
        """Every point as a combination of some of the points (n, r), rounded once: well conditioned whatever the features are.

        Gauss-Jordan elimination without fractions (Bareiss 1968) of the matrix with the columns (1, phi).  For every feature in
        turn the point with the largest entry left in it becomes a corner of the simplex (a Leja point, for monomials).
        """
        system = [[1] * len(self._Phi)]
        for column in self._Phi.T:
            system += whole_columns(column[None])
            yield
        done: list[Vector] = []
        previous = 1
        while system:
            top = system.pop(0)
            corner = max(range(len(top)), key=lambda k: abs(top[k]))
            pivot = top[corner]
            if pivot == 0:  # this feature depends on those before
                continue
            for row in done + system:
                factor = row[corner]
                for begin in range(0, len(row), CHUNK):
                    part = slice(begin, begin + CHUNK)
                    row[part] = [(pivot * value - factor * t) // previous for value, t in zip(row[part], top[part], strict=True)]
                    yield
            done.append(top)
            previous = pivot
        coordinates = np.empty((len(done), len(self._Phi)))
        for values, row in zip(coordinates, done, strict=True):
            values[:] = [ratio(value, previous) for value in row]
            yield
        return coordinates.T

    def point(self, row: int) -> Vector:
        """The coordinates of a row times ``2^shift``."""
        if row not in self._points:
            ratios = [value.as_integer_ratio() for value in self._Phi[row].tolist()]
            self._points[row] = [n * ((1 << self._shift) // d) for n, d in ratios]
        return self._points[row]

    def independent(self, rows: list[int]) -> Walking[tuple[list[int], list[Fraction]]]:
        """The rows without those whose differences depend on those before them, with equal weights in each class."""
        while True:  # one row fewer every time
            dependent = yield from first_dependent(self._steps(rows))
            if dependent is None:
                break
            rows = [row for row in rows if row != self._others(rows)[dependent]]
        counts = {sign: sum(bool(self._positive[row]) is sign for row in rows) for sign in (True, False)}
        return rows, [Fraction(1, counts[bool(self._positive[row])]) for row in rows]

    def settled(self, rows: list[int], weights: list[Fraction]) -> Walking[tuple[list[int], list[Fraction]]]:
        """The nearest point of the hulls of some rows that is reached by dropping rows only (see feature_hull_distance)."""
        while True:  # one row fewer every time
            target = yield from self._affine_weights(rows)
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

    def reaching(self, rows: list[int], z: Vector) -> Walking[int | None]:
        """A row that lies strictly beyond the hyperplane through its class's nearest point, by doubles the farthest one."""
        base_plus, base_minus = self._bases(rows)
        bases = np.where(self._positive[:, None], self._Phi[base_plus], self._Phi[base_minus])
        gains, rounding = _twice_as_sharp(bases, self._Phi, z)
        gains = np.where(self._positive, gains, -gains)
        doubtful = np.flatnonzero((gains >= -rounding) & (bases != self._Phi).any(axis=1))
        for count, row in enumerate(doubtful[np.argsort(-gains[doubtful], kind="stable")].tolist()):
            if count % LOOKS == LOOKS - 1:
                yield
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

    def _affine_weights(self, rows: list[int]) -> Walking[list[Fraction]]:
        """The weights of any sign, of sum 1 in each class, for which |z| is smallest: the normal equations of the steps."""
        base_plus, base_minus = self._bases(rows)
        between = [a - b for a, b in zip(self.point(base_minus), self.point(base_plus), strict=True)]
        steps = self._steps(rows)
        solution = yield from solved([[*products(s, steps), sum(map(mul, s, between))] for s in steps])
        shares = dict(zip(self._others(rows), solution, strict=True))
        for base in (base_plus, base_minus):
            alike = [share for row, share in shares.items() if self._positive[row] == self._positive[base] and row != base]
            shares[base] = 1 - sum(alike, Fraction(0))
        return [shares[row] for row in rows]


def _twice_as_sharp(bases: Floats, Phi: Floats, z: Vector) -> tuple[Floats, Floats]:
    """``<z, base - phi>`` of every row (n,), as a part of the largest entry of z, and the rounding in it.

    In two doubles each: where features of a high degree nearly depend on each other, one would leave every row in doubt, and each
    of those costs products of thousands of digits.
    """
    largest = max(map(abs, z))
    high, low, size = np.zeros(len(Phi)), np.zeros(len(Phi)), np.zeros(len(Phi))
    for base, column, entry in zip(bases.T, Phi.T, z, strict=True):
        part = Fraction(entry, largest)
        weight = float(part)
        away, less = two_sum(base, -column)
        high, low, more = with_product(high, low, away, weight)
        low = low + (less * weight + away * float(part - Fraction(weight)))
        size += more
    total, rest = two_sum(high, low)
    return total + rest, (len(z) + 4) * EPS * EPS * SHARP * size + EPS * np.abs(total) + np.finfo(np.float64).tiny
