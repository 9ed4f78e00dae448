"""Least squares where the moments of the points are not enough: how far a model is from the minimum, and the minimum itself.

Source: Golub and Van Loan, Matrix Computations, sec. 5.3 (QR) and 5.3.8 (refinement).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...arrays import Floats
from ...problem import Problem
from ...result import Iterate


@dataclass(frozen=True, eq=False)
class SquaresProblem:
    """``sum_i (t_i - f(x_i))^2 + ridge ||w||^2`` about the mean of the points; targets ``t (n,)`` in the order of the rows.

    ``columns (n + m, m + 1)`` are the centred features, a column of ones, and below them the roots of the penalty.
    """

    problem: Problem
    t: Floats
    ridge: float

    @cached_property
    def centre(self) -> Floats:
        """The mean of the mapped points."""
        centre: Floats = self.problem.Phi.mean(axis=0)
        centre += (self.problem.Phi - centre).mean(axis=0)
        return centre

    @cached_property
    def columns(self) -> Floats:
        """The matrix of the problem."""
        n, m = self.problem.Phi.shape
        rows = np.zeros((n + m, m + 1))
        rows[:n, :m], rows[:n, m] = self.problem.Phi - self.centre, 1.0
        rows[n:, :m] = np.sqrt(self.ridge) * np.eye(m)
        return rows

    @cached_property
    def _basis(self) -> tuple[Floats, Floats]:
        """An orthonormal basis ``U`` of the columns that are not rounding, and the map from its coordinates to (w, f(centre))."""
        lengths = np.linalg.norm(self.columns, axis=0)
        lengths[lengths == 0.0] = 1.0
        U, S, V = np.linalg.svd(self.columns / lengths, full_matrices=False)
        kept = 1e-13 * S[0] < S
        return U[:, kept], V[kept].T / S[kept] / lengths[:, None]

    @property
    def is_rank_deficient(self) -> bool:
        """Whether some weights change no score, and no penalty decides about them."""
        return bool(self._basis[0].shape[1] < self.columns.shape[1])

    def primal(self, iterate: Iterate) -> float:
        """The objective of a model."""
        residuals = self._residuals(iterate)
        return float(residuals @ residuals)

    def excess(self, iterate: Iterate) -> float:
        """How far the objective is above its minimum: the part of the residuals that lies in the columns, squared."""
        step = self._basis[0].T @ self._residuals(iterate)
        return float(step @ step)

    def minimum(self) -> Iterate:
        """The model of the minimum."""
        U, to_weights = self._basis
        theta = np.zeros(self.columns.shape[1])
        for _ in range(3):  # the first step is exact for a sum of squares; the others take away what rounding has left
            theta = theta + to_weights @ (U.T @ self._residuals(self._model(theta)))
        return self._model(theta)

    def _model(self, theta: Floats) -> Iterate:
        return Iterate.centred(theta[:-1] + 0.0, self.centre, float(theta[-1]))

    def _residuals(self, iterate: Iterate) -> Floats:
        """The targets less the scores, and below them what the penalty asks for."""
        assert iterate.w is not None  # no kernel form
        return np.concatenate([self.t - iterate.scores(self.problem.Phi), -np.sqrt(self.ridge) * iterate.w])
