"""A point that two hulls share, proved by one small system of equations in whole numbers.

Source: Caratheodory, Math. Ann. 64 (1907) 95 (how few points it takes).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ...problem import Problem
from .pair import HullPair
from .whole_systems import Echelon, Vector, whole_columns


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
        found = equations.solution(list(weights.values()))
        if found is None or min(found) < 0:
            return None
        if not equations.free:
            kept = [(row, weight) for row, weight in zip(rows, found, strict=True) if weight > 0]
            return _meeting(problem, kept)
        along = equations.kernel(equations.free[0])
        share, _ = min(
            (w / v, k) for k, (w, v) in enumerate(zip(found, along, strict=True)) if v > 0
        )
        moved = [w - share * v for w, v in zip(found, along, strict=True)]
        weights = {row: weight for row, weight in zip(rows, moved, strict=True) if weight > 0}


def _meeting_equations(problem: Problem, rows: list[int]) -> list[Vector]:
    """The whole-number equations (right side last) for the weights of a common point."""
    signs = [1 if problem.y[row] > 0 else -1 for row in rows]
    agree = [
        [sign * x for sign, x in zip(signs, values, strict=True)] + [0]
        for values in whole_columns(problem.Phi[rows].T)
    ]
    return agree + [[int(sign == side) for sign in signs] + [1] for side in (1, -1)]


def _meeting(problem: Problem, kept: list[tuple[int, Fraction]]) -> HullPair:
    """The verdict with the rows and weights of the common point, rounded once."""
    plus = [(row, weight) for row, weight in kept if problem.y[row] > 0]
    minus = [(row, weight) for row, weight in kept if not problem.y[row] > 0]
    return HullPair(
        False,
        tuple(np.searchsorted(problem.rows_plus, [row for row, _ in plus]).tolist()),
        tuple(np.searchsorted(problem.rows_minus, [row for row, _ in minus]).tolist()),
        tuple(float(weight) for _, weight in plus),
        tuple(float(weight) for _, weight in minus),
        (0.0,) * problem.Phi.shape[1],
        0.0,
    )
