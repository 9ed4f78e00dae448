"""The least-squares weights of centred points: fast when the features are independent, of smallest
norm when they are not.

Source: Golub and Reinsch, Numer. Math. 14 (1970) 403 (least squares by singular values); Golub and
Van Loan, Matrix Computations, sec. 5.3.8 (refinement).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...arrays import Floats
from ...moments import ClassMoments
from ...rounding import LEAST_PART, RANK, WELL_CONDITIONED


@dataclass(frozen=True, eq=False)
class SystemSolution:
    """Weights (m,), whether the points determine them, and whether they do so well enough for the
    moments to say it.
    """

    w: Floats
    full_rank: bool
    is_certain: bool


def minimum_norm_weights(moments: ClassMoments, t: Floats, ridge: float) -> SystemSolution:
    """The w (m,) minimising ``sum_i (t_i - <w, x_i - mean>)^2 + ridge ||w||^2``, of smallest norm
    where it is not unique.

    ``t (n,)`` has mean zero and the order of ``moments.columns``.

    1. Scale the features to unit length (the solution is scaled back, so this changes nothing but
       the rounding).
    2. Where the targets follow no feature beyond rounding (:meth:`ClassMoments.is_rounding`), w =
       0.
    3. Solve the normal equations, then once more for the residual computed from the points
       (Björck's corrected seminormal equations): the squared condition number enters only the
       correction.
    4. Nearly dependent features: singular value decomposition of the points instead.
    """
    inverse = well_conditioned_inverse(moments, ridge)
    pull, size = moments.columns @ t, 0.5 * float(np.abs(t).sum())
    # Points with positive targets against the others: the difference of two weighed means.
    is_nothing = size == 0.0 or bool(moments.is_rounding(pull / size).all())
    if inverse is None:
        squares = SquaresProblem(moments.columns.T, t, ridge, moments.noise)
        w, _ = squares.minimum()
        return SystemSolution(
            np.zeros(len(w)) if is_nothing else w, not squares.is_rank_deficient, False
        )
    if is_nothing:
        return SystemSolution(np.zeros(len(pull)), True, True)
    w = inverse @ pull
    residuals = t - w @ moments.columns + float(w @ moments.mean)
    w = w + inverse @ (moments.columns @ residuals - moments.mean * residuals.sum() - ridge * w)
    return SystemSolution(w, True, True)


def well_conditioned_inverse(moments: ClassMoments, ridge: float) -> Floats | None:
    """``(scatter + ridge I)^-1`` where the features depend on each other so little that it keeps
    its digits, else None.
    """
    scatter = moments.total + ridge * np.eye(len(moments.centre))
    sizes = np.sqrt(scatter.diagonal())
    constant = sizes <= np.sqrt(moments.n) * moments.noise
    if constant.any():
        return None
    values, vectors = np.linalg.eigh(scatter / sizes / sizes[:, None])
    if not values[0] >= WELL_CONDITIONED:
        return None
    inverse: Floats = (vectors / values) @ vectors.T / sizes / sizes[:, None]
    return inverse


@dataclass(frozen=True, eq=False)
class SquaresProblem:
    """``sum_i v_i (t_i - f(x_i))^2 + ridge ||w||^2`` of points ``Phi (n, m)`` themselves, about
    their mean; ``weights (n,)`` v, None: each counts once.  With targets ``t (n,)`` w is (m,); with
    ``t (n, K)`` of K scores, whose sums are added, w is (m, K).

    ``columns (n + m, m + 1)`` are the centred features, a column of ones, and below them the roots
    of the penalty; a feature that varies by no more than its ``noise (m,)`` is constant, unless the
    penalty leaves it a part in the objective all the same.
    """

    Phi: Floats
    t: Floats
    ridge: float
    noise: Floats
    weights: Floats | None = None

    @cached_property
    def centre(self) -> Floats:
        """The mean of the points."""
        centre: Floats = self.Phi.mean(axis=0)
        centre += (self.Phi - centre).mean(axis=0)
        return centre

    @cached_property
    def columns(self) -> Floats:
        """The matrix of the problem."""
        n, m = self.Phi.shape
        rows = np.zeros((n + m, m + 1))
        np.subtract(self.Phi, self.centre, out=rows[:n, :m])
        squares = np.square(rows[:n, :m]).mean(axis=0)
        is_felt = (
            n * squares > LEAST_PART * self.ridge if self.ridge > 0.0 else np.zeros(m, dtype=bool)
        )
        rows[:n, :m][:, (np.sqrt(squares) <= self.noise) & ~is_felt] = 0.0
        rows[:n, m] = 1.0
        if self.weights is not None:
            rows[:n] *= np.sqrt(self.weights)[:, None]
        rows[n:, :m] = np.sqrt(self.ridge) * np.eye(m)
        return rows

    @cached_property
    def _basis(self) -> tuple[Floats, Floats, Floats]:
        """An orthonormal basis ``U`` of the columns that are not rounding, the map from its
        coordinates to (w, f(centre)), and an orthonormal basis of those (w, f(centre)) that change
        nothing.

        The map leads across the latter: taken off afterwards they would cancel the digits of the
        rest where features differ in size.
        """
        U, S, V, lengths = _scaled_svd(self.columns)
        is_used = RANK * S[0] < S
        if is_used.all():
            return U, V.T / S / lengths[:, None], np.zeros((len(lengths), 0))
        null = np.linalg.qr(V[~is_used].T / lengths[:, None])[0]
        across = np.linalg.qr(null, mode="complete")[0][:, null.shape[1] :]
        U, S, V, lengths = _scaled_svd(self.columns @ across)
        is_used = LEAST_PART * S.max(initial=0.0) < S
        return U[:, is_used], across @ (V[is_used].T / S[is_used] / lengths[:, None]), null

    @property
    def is_rank_deficient(self) -> bool:
        """Whether some weights change no score, and no penalty decides about them."""
        return bool(self._basis[2].shape[1])

    def primal_and_excess(self, scores: Floats, w: Floats) -> tuple[float, float]:
        """The objective of a model with these scores, and how far it is above its minimum: the part
        of the residuals that lies in the columns, squared.
        """
        residuals = self._residuals(scores, w)
        step = self._basis[0].T @ residuals
        return float((residuals * residuals).sum()), float((step * step).sum())

    def minimum(self) -> tuple[Floats, Floats]:
        """w and f(centre) of the minimum, of smallest norm where it is not unique."""
        U, to_weights, _ = self._basis
        theta = np.zeros((self.columns.shape[1], *self.t.shape[1:]))
        u = self.Phi - self.centre
        # the first step is exact for a sum of squares; the others take away what rounding has left
        for _ in range(3):
            residuals = self._residuals(u @ theta[:-1] + theta[-1], theta[:-1])
            theta = theta + to_weights @ (U.T @ residuals)
        return theta[:-1] + 0.0, theta[-1]

    def _residuals(self, scores: Floats, w: Floats) -> Floats:
        """The targets less the scores, and below them what the penalty asks for."""
        residuals: Floats = self.t - scores
        if self.weights is not None:
            residuals = (residuals.T * np.sqrt(self.weights)).T
        return np.concatenate([residuals, -np.sqrt(self.ridge) * w])


def _scaled_svd(A: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """The singular value decomposition of a matrix with its columns at unit length, and these
    lengths (1 for a column of zeros).
    """
    lengths = np.linalg.norm(A, axis=0)
    lengths[lengths == 0.0] = 1.0
    return (*np.linalg.svd(A / lengths, full_matrices=False), lengths)


def row_space(moments: ClassMoments) -> Floats | None:
    """An orthonormal basis (m, r) of the directions in which the points vary, or None when that is
    all directions.
    """
    sizes = np.sqrt(moments.total.diagonal())
    constant = sizes <= np.sqrt(moments.n) * moments.noise
    sizes = np.where(constant, 1.0, sizes)
    correlation = np.where(
        constant | constant[:, None], 0.0, moments.total / sizes / sizes[:, None]
    )
    values, vectors = np.linalg.eigh(correlation)
    missing = values <= LEAST_PART * values[-1]
    if not missing.any():
        return None
    null, _ = np.linalg.qr(vectors[:, missing] / sizes[:, None])
    # The complement of the null space: the last columns of a full QR factorisation of its basis.
    return np.linalg.qr(null, mode="complete")[0][:, null.shape[1] :]
