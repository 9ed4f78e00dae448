"""Lower bounds of the softmax objective from an answer: Fenchel's dual, and the gradient in the metric of the Hessian.

Source: Bach, Electron. J. Stat. 4 (2010) 384 (how far the quadratic model of a logistic loss holds).
"""

from __future__ import annotations

from math import log1p, sqrt

import numpy as np

from ...arrays import Floats, Ints
from .coordinates import Coordinates
from .softmax_newton import Derivatives


def losses(F: Floats, labels: Ints) -> Floats:
    """``-ln p_y`` (n,) for scores ``F (K, n)``, with all digits where they are small."""
    rows = np.arange(len(labels))
    behind = F - F[labels, rows]
    top = np.maximum.reduce(behind, axis=0)
    behind[labels, rows] = -np.inf
    # Where the own class leads, top = 0 and the rest of the sum is small beside 1.
    rest = np.where(top > 0.0, np.exp(-top) - 1.0, 0.0) + np.exp(behind - top).sum(axis=0)
    total: Floats = top + np.log1p(rest)
    return total


def fenchel_dual(F: Floats, labels: Ints, X: Floats, l2: float) -> float:
    """``(1/n) sum H(P_i) - ||G||^2 / (4 l2)`` with ``G = (1/n) sum (P_i - Y_i) x_i'``, for the probabilities P of scores F (K, n).

    The dual asks for ``sum_i P_ik = n_k``, which the probabilities meet up to the gradient; what is missing is moved between the
    columns, so that the bound is rigorous.  ``X (n, m)`` are the points, about any centre.
    """
    n = len(labels)
    cost = losses(F, labels)
    P, logarithms = _probabilities(F, labels, cost)
    moved = balance_rows(P, np.bincount(labels, minlength=len(F)).astype(np.float64))
    if moved is not P:
        # Mixing rows by a stochastic matrix: the logarithms are taken anew where anything moved.
        with np.errstate(divide="ignore"):
            logarithms = np.where(np.abs(moved - P) <= 1e-9 * P, logarithms + (moved - P) / np.maximum(P, 1e-300), np.log(moved))
    entropy = -np.where(moved > 0.0, moved * logarithms, 0.0).sum()
    difference = moved.copy()
    rows = np.arange(n)
    difference[labels, rows] = 0.0
    difference[labels, rows] = -difference.sum(axis=0)
    G = difference @ X / n
    return float(entropy) / n - float((G * G).sum()) / (4.0 * l2)


def _probabilities(F: Floats, labels: Ints, cost: Floats) -> tuple[Floats, Floats]:
    """P (K, n) and its logarithms, those of the own class with all digits."""
    rows = np.arange(len(labels))
    logarithms = F - F[labels, rows] - cost
    logarithms[labels, rows] = -cost
    return np.exp(logarithms), logarithms


def balance_rows(P: Floats, wanted: Floats) -> Floats:
    """``P (K, n)`` with the row sums ``wanted (K,)``: classes with too much hand a part of every entry to those with too little."""
    surplus = P.sum(axis=1) - wanted
    too_little = np.maximum(-surplus, 0.0)
    if not too_little.any():
        return P
    given = np.maximum(surplus, 0.0) / np.maximum(P.sum(axis=1), 1e-300)
    handed = (given[:, None] * P).sum(axis=0)
    moved: Floats = P - given[:, None] * P + (too_little / too_little.sum())[:, None] * handed
    return moved


def self_concordant_gap(at: Coordinates, derivatives: Derivatives) -> float:
    """How far the objective may be above its minimum where it has these derivatives; infinite where the bound says nothing.

    Along a direction v the third derivative is at most ``max_i (range over k of v_k'u_i)`` times the second (Bach 2010: the third
    central moment of a variable against its variance).  With r the largest such range over directions of unit length in the
    metric of H, and ``nu^2 = g' H^-1 g``, the minimum is at most ``(nu + (1 - r nu) ln(1 - r nu)/r)/r`` below where r nu < 1.  It
    then exists, even without a penalty.
    """
    assert derivatives.H is not None
    try:
        inverse: Floats = np.asarray(np.linalg.inv(derivatives.H))
    except np.linalg.LinAlgError:
        return np.inf
    g = derivatives.gradient.ravel()
    squared = float(g @ inverse @ g)
    if not 0.0 <= squared < np.inf or not np.isfinite(inverse).all() or np.any(inverse.diagonal() <= 0.0):
        return np.inf
    pairs = len(derivatives.gradient)
    r, nu = sqrt(_widest(at, inverse.reshape(pairs, at.size, pairs, at.size))), sqrt(squared)
    if not r * nu < 1.0:
        return np.inf
    x = r * nu
    # (nu + (1-x) ln(1-x)/r)/r = nu^2 (x + (1-x) ln(1-x))/x^2, about 1/2 for small x.
    return squared * (0.5 + x / 6.0 if x < 1e-4 else (x + (1.0 - x) * log1p(-x)) / (x * x))


def _widest(at: Coordinates, inverse: Floats) -> float:
    """The largest ``z' H^-1 z`` over points and pairs of classes, z = (e_k - e_l) (x) u."""
    K, largest = len(inverse) + 1, 0.0
    for k in range(K):
        for other in range(k):
            M = inverse[other, :, other]
            if k < K - 1:
                M = M + inverse[k, :, k] - inverse[k, :, other] - inverse[other, :, k]
            largest = max(largest, float(((M @ at.columns) * at.columns).sum(axis=0).max()))
    return largest


def differences(F: Floats) -> Floats:
    """Scores (K, ...) as the differences (K-1, ...) from the last class."""
    result: Floats = F[:-1] - F[-1]
    return result
