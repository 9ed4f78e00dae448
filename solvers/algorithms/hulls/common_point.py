"""A point that two hulls share, proved by one small system of equations in whole numbers.

The equations are eliminated without fractions, so nothing is rounded.

Source: Bareiss, Math. Comp. 22 (1968) 565 (elimination in whole numbers); Caratheodory, Math. Ann.
64 (1907) 95 (how few points it takes).
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from ...arrays import Floats
from ...cancellation import check_cancelled
from ...problem import Problem
from .pair import HullPair

Vector = list[int]


def whole_columns(columns: Floats) -> list[Vector]:
    """Rows of doubles as whole numbers, each row multiplied by its own power of two."""
    integer_rows = []
    for values in columns:
        ratios = [value.as_integer_ratio() for value in values.tolist()]
        unit = max(d for _, d in ratios)
        integer_rows.append([n * (unit // d) for n, d in ratios])
    return integer_rows


def whole_vector(values: list[Fraction]) -> Vector:
    """The smallest multiple of a vector whose numbers are whole."""
    unit = math.lcm(*(value.denominator for value in values))
    return [int(value * unit) for value in values]


class Echelon:
    """Whole-number equations (right side last) brought to echelon form without fractions (Bareiss
    1968).
    """

    def __init__(self, system: list[Vector]) -> None:
        self._unknowns = len(system[0]) - 1
        self._system = system
        self._pivots: list[int] = []

    @property
    def free(self) -> list[int]:
        """The unknowns that the equations leave open."""
        return [k for k in range(self._unknowns) if k not in self._pivots]

    def eliminate(self) -> None:
        """Eliminate in place; the pivot columns, one for each of the first rows, are noted.

        Raises:
            CancelledError: the computation is not wanted any more.
        """
        system, previous, k = self._system, 1, 0
        for column in range(self._unknowns):
            pivot_row = next((r for r in range(k, len(system)) if system[r][column]), None)
            if pivot_row is None:
                continue
            system[k], system[pivot_row] = system[pivot_row], system[k]
            top = system[k]
            pivot = top[column]
            for row in system[k + 1 :]:
                factor = row[column]
                row[:] = [
                    (pivot * value - factor * t) // previous
                    for value, t in zip(row, top, strict=True)
                ]
                check_cancelled()
            previous, k = pivot, k + 1
            self._pivots.append(column)

    def solution(self, guess: list[Fraction]) -> list[Fraction] | None:
        """The solution in which the free unknowns keep their values, None when the equations
        contradict each other.
        """
        if any(row[-1] for row in self._system[len(self._pivots) :]):
            return None
        return self._substitute(guess, 1)

    def kernel(self, free: int) -> list[Fraction]:
        """The direction in which the solution moves when one free unknown rises by 1."""
        return self._substitute([Fraction(int(k == free)) for k in range(self._unknowns)], 0)

    def _substitute(self, values: list[Fraction], right: int) -> list[Fraction]:
        values = list(values)
        for row, column in zip(
            reversed(self._system[: len(self._pivots)]), reversed(self._pivots), strict=True
        ):
            rest = sum(
                (
                    a * x
                    for a, x in zip(row[column + 1 : -1], values[column + 1 :], strict=True)
                    if a
                ),
                Fraction(0),
            )
            values[column] = (right * row[-1] - rest) / row[column]
        return values


def common_point(problem: Problem, near: HullPair) -> HullPair | None:
    """Exact weights, all positive, that give one point in both classes, by rows of a pair found in
    doubles; or None.

    m equations say that the two combinations agree in every feature, two that the weights of each
    class sum to 1.  With m + 2 rows in general position they have one solution; whether it is
    positive is all that has to be seen.  More rows leave some weights free: those keep the value
    they have in doubles, and then rows are dropped one by one (Caratheodory).
    """
    weights = {
        int(problem.rows_plus[k]): Fraction(w)
        for k, w in zip(near.rows_plus, near.weights_plus, strict=True)
    }
    weights |= {
        int(problem.rows_minus[k]): Fraction(w)
        for k, w in zip(near.rows_minus, near.weights_minus, strict=True)
    }
    while True:  # one row fewer every time
        rows = list(weights)
        equations = Echelon(_meeting_equations(problem, rows))
        equations.eliminate()
        solution = equations.solution(list(weights.values()))
        if solution is None or min(solution) < 0:
            return None
        if not equations.free:
            weights_left = [
                (row, weight) for row, weight in zip(rows, solution, strict=True) if weight > 0
            ]
            return _meeting(problem, weights_left)
        along = equations.kernel(equations.free[0])
        share, _ = min(
            (w / v, k) for k, (w, v) in enumerate(zip(solution, along, strict=True)) if v > 0
        )
        moved = [w - share * v for w, v in zip(solution, along, strict=True)]
        weights = {row: weight for row, weight in zip(rows, moved, strict=True) if weight > 0}


def _meeting_equations(problem: Problem, rows: list[int]) -> list[Vector]:
    """The whole-number equations (right side last) for the weights of a common point."""
    signs = [1 if problem.y[row] > 0 else -1 for row in rows]
    agree = [
        [sign * x for sign, x in zip(signs, values, strict=True)] + [0]
        for values in whole_columns(problem.Phi[rows].T)
    ]
    return agree + [[int(sign == side) for sign in signs] + [1] for side in (1, -1)]


def _meeting(problem: Problem, weights_by_row: list[tuple[int, Fraction]]) -> HullPair:
    """The verdict with the rows and weights of the common point, rounded once."""
    plus = [(row, weight) for row, weight in weights_by_row if problem.y[row] > 0]
    minus = [(row, weight) for row, weight in weights_by_row if not problem.y[row] > 0]
    return HullPair(
        False,
        tuple(np.searchsorted(problem.rows_plus, [row for row, _ in plus]).tolist()),
        tuple(np.searchsorted(problem.rows_minus, [row for row, _ in minus]).tolist()),
        tuple(float(weight) for _, weight in plus),
        tuple(float(weight) for _, weight in minus),
        (0.0,) * problem.Phi.shape[1],
        0.0,
    )
