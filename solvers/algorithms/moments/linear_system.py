"""The least-squares weights of centred points: fast when the features are independent, of smallest norm when they are not.

Source: Golub and Reinsch, Numer. Math. 14 (1970) 403 (least squares by singular values).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Floats
from ...moments import ClassMoments
from ...rounding import NOTHING, RANK, WELL_CONDITIONED


@dataclass(frozen=True, eq=False)
class Solution:
    """Weights (m,), whether the points determine them, and whether they do so well enough for the moments to say it."""

    w: Floats
    full_rank: bool
    is_certain: bool


def minimum_norm_weights(moments: ClassMoments, t: Floats, ridge: float) -> Solution:
    """The w (m,) minimising ``sum_i (t_i - <w, x_i - mean>)^2 + ridge ||w||^2``, of smallest norm where it is not unique.

    ``t (n,)`` has mean zero and the order of ``moments.columns``.

    1. Scale the features to unit length (the solution is scaled back, so this changes nothing but the rounding).
    2. Solve the normal equations, then once more for the residual computed from the points (Björck's corrected seminormal
       equations): the squared condition number enters only the correction.
    3. Nearly dependent features: singular value decomposition of the points instead.
    """
    inverse = well_conditioned_inverse(moments, ridge)
    if inverse is None:
        return _by_singular_values(moments, t, ridge)
    w = inverse @ (moments.columns @ t)
    residuals = t - w @ moments.columns + float(w @ moments.mean)
    w = w + inverse @ (moments.columns @ residuals - moments.mean * residuals.sum() - ridge * w)
    return Solution(w, True, True)


def well_conditioned_inverse(moments: ClassMoments, ridge: float) -> Floats | None:
    """``(scatter + ridge I)^-1`` where the features depend on each other so little that it keeps its digits, else None."""
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


def _by_singular_values(moments: ClassMoments, t: Floats, ridge: float) -> Solution:
    """The same weights from ``A = U S V'`` of the points (with ridge rows below), without forming A'A."""
    rows = (moments.columns - moments.mean[:, None]).T
    rows = np.where(np.sqrt(moments.total.diagonal()) <= np.sqrt(moments.n) * moments.noise, 0.0, rows)
    m = rows.shape[1]
    if ridge > 0.0:
        rows = np.concatenate([rows, np.sqrt(ridge) * np.eye(m)])
        t = np.concatenate([t, np.zeros(m)])
    sizes = np.linalg.norm(rows, axis=0)
    sizes[sizes == 0.0] = 1.0
    orthogonal, triangle = np.linalg.qr(rows / sizes)
    left, singular, right = np.linalg.svd(triangle)
    kept = int(np.count_nonzero(singular > RANK * singular[0])) if singular[0] > 0.0 else 0
    to_weights = (right[:kept].T / singular[:kept]) @ left[:, :kept].T / sizes[:, None]
    null = np.empty((m, 0)) if kept == m else np.linalg.qr(right[kept:].T / sizes[:, None])[0]
    w = np.zeros(m)
    for _ in range(2):
        # Removing the null part cancels digits when the features differ in size; the second round brings them back.
        w = w + to_weights @ (orthogonal.T @ (t - rows @ w))
        w -= null @ (null.T @ w)
    return Solution(w, kept == m, False)


def row_space(moments: ClassMoments) -> Floats | None:
    """An orthonormal basis (m, r) of the directions in which the points vary, or None when that is all directions."""
    sizes = np.sqrt(moments.total.diagonal())
    constant = sizes <= np.sqrt(moments.n) * moments.noise
    sizes = np.where(constant, 1.0, sizes)
    correlation = np.where(constant | constant[:, None], 0.0, moments.total / sizes / sizes[:, None])
    values, vectors = np.linalg.eigh(correlation)
    missing = values <= NOTHING * values[-1]
    if not missing.any():
        return None
    null, _ = np.linalg.qr(vectors[:, missing] / sizes[:, None])
    # The complement of the null space: the last columns of a full QR factorisation of its basis.
    return np.linalg.qr(null, mode="complete")[0][:, null.shape[1] :]
