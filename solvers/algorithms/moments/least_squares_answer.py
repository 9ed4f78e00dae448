"""Least squares where the moments of the points are not enough: how far a model is from the minimum, and the minimum itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...arrays import Floats
from ...problem import Problem
from ...result import Iterate
from ..logistic.bulk import BulkProblem, Numbers, Whitening

# Newton's step is exact for a sum of squares; the second and the third take away what rounding has left.
STEPS = 3


@dataclass(frozen=True, eq=False)
class SquaresProblem:
    """``sum_i (t_i - f(x_i))^2 + ridge ||w||^2`` about the median of the points; targets ``t (n,)`` in the order of the rows."""

    problem: Problem
    t: Floats
    ridge: float

    @cached_property
    def bulk(self) -> BulkProblem:
        """The points, with the penalty of a mean of squares."""
        return BulkProblem.of(self.problem, 0.5 * self.ridge / len(self.t))

    @cached_property
    def whitening(self) -> Whitening | None:
        """``T'(Z Z'/n + ridge I/n) T`` near the identity, or None where no doubles do that."""
        return Whitening.of(self.bulk, np.ones(self.bulk.n))

    @cached_property
    def samples(self) -> Numbers:
        """The points (m+1, n) about the median in long numbers, a row of ones below."""
        points = (self.problem.Phi.T.astype(np.longdouble) - self.bulk.centre[:, None]) / self.bulk.unit[:, None]
        return np.concatenate([points, np.ones((1, self.bulk.n), dtype=np.longdouble)])

    def primal(self, iterate: Iterate) -> float:
        """The objective of a model, its scores taken in long numbers."""
        residuals, w = self._residuals(iterate)
        return float(residuals @ residuals + self.ridge * (w @ w))

    def excess(self, iterate: Iterate) -> float:
        """How far the objective is above its minimum, ``g' H^-1 g`` for half its gradient g and ``H = X'X + ridge I``."""
        step = self._whitened_gradient(*self._residuals(iterate))
        return np.inf if step is None else self.bulk.n * float(step @ step)

    def minimum(self) -> Iterate | None:
        """The model of the minimum, or None where the points are too nearly dependent for any factorisation."""
        theta = np.zeros(len(self.bulk.unit) + 1)
        for _ in range(STEPS):
            step = self._whitened_gradient(*self._residuals(self.bulk.iterate(theta)))
            if step is None or self.whitening is None:
                return None
            theta = theta - self.whitening.T @ step
        return self.bulk.iterate(theta)

    def _residuals(self, iterate: Iterate) -> tuple[Numbers, Numbers]:
        assert iterate.w is not None  # no kernel form
        w = iterate.w.astype(np.longdouble)
        if iterate.centre is None:
            return self.t - (w @ self.problem.Phi.T.astype(np.longdouble) + iterate.b), w
        return self.t - (w @ (self.problem.Phi.T.astype(np.longdouble) - iterate.centre[:, None]) + iterate.f_centre), w

    def _whitened_gradient(self, residuals: Numbers, w: Numbers) -> Floats | None:
        if self.whitening is None:
            return None
        T = self.whitening.T.astype(np.longdouble)
        penalty = self.ridge * (w @ (T[:-1] / self.bulk.unit[:, None]))
        g: Any = (penalty - (T.T @ self.samples) @ residuals) / self.bulk.n
        return np.asarray(g, dtype=np.float64)
