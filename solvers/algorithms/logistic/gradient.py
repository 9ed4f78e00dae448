"""Logistic regression by gradient descent: slow, simple, and worth watching.

Source: Armijo, Pacific J. Math. 16 (1966) 1 (the line search).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...arrays import Floats
from ...rounding import TINY
from .problem import LogisticProblem

ARMIJO = 1e-4  # the part of the promised gain that a step has to bring


def descend(
    problem: LogisticProblem, theta: Floats, rate: float, search: bool
) -> Iterator[tuple[Floats, float, float]]:
    """Steps ``theta -= rate * g`` from ``theta (m+1,)`` until the gradient is small; the caller
    bounds their number.

    Yields theta after a step, the step size taken and the largest component of the gradient before
    it.

    The gradient is taken in centred and scaled coordinates: in data units a cloud far from the
    origin, or with axes of very different spread, would need thousands of times more steps.
    ``search`` halves the rate until the objective falls enough (Armijo) and tries twice the last
    rate in the next step; without it the rate is constant and may diverge.
    """
    g, here = problem.derivatives(theta, hessian=False).g, None
    while float(np.max(np.abs(g))) > 1e-9:
        if search:
            rate, here = _search(problem, theta, g, 2.0 * rate, here)
        theta = theta - rate * g
        yield theta, rate, float(np.max(np.abs(g)))
        g = problem.derivatives(theta, hessian=False).g


def _search(
    problem: LogisticProblem, theta: Floats, g: Floats, rate: float, here: float | None
) -> tuple[float, float | None]:
    """The rate, and the objective that it leads to; ``here`` is that of theta, where the step
    before has left it.
    """
    here, squared = problem.objective(theta) if here is None else here, float(g @ g)
    while rate > TINY:
        there = problem.objective(theta - rate * g)
        if not there > here - ARMIJO * rate * squared:
            return rate, there
        rate *= 0.5
    return rate, None
