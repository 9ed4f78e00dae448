"""The objective of softmax regression in uncorrelated coordinates: value, gradient, Hessian, and
its Fenchel dual.

Only differences of scores matter, so the last class has the score 0 and the others theta (K-1,
r+1); the penalty of the gauge ``sum_k w_k = 0`` is ``sum |d_k|^2 - |sum d_k|^2 / K`` for the
differences d.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from ...arrays import Floats, Ints, weighed_sum
from ...cancellation import check_cancelled
from ..logistic.problem import Derivatives, SmoothProblem
from .coordinates import BLOCK, Coordinates, join_blocks


class SoftmaxProblem(SmoothProblem):
    """The mean log-loss of K classes with ``l2 sum_k ||w_k||^2`` in whitened coordinates, of theta
    as a vector of (K-1)(r+1).
    """

    def __init__(
        self,
        coordinates: Coordinates,
        labels: Ints,
        K: int,
        l2: float,
        weights: Floats | None = None,
    ) -> None:
        self.at, self.labels, self.K, self.l2, self.condition = (
            coordinates,
            labels,
            K,
            l2,
            coordinates.condition,
        )
        self.size = (K - 1) * coordinates.size
        self.P = 2.0 * l2 * coordinates.penalty(K)
        # the largest squared length of a sample (e_k - e_l) (x) u
        columns = coordinates.columns
        self.reach = 2.0 * float(np.einsum("ij,ij->j", columns, columns).max())
        self.weights = weights  # how many times each loss counts; None: once
        self._rows, self._cols = np.triu_indices(K - 1)

    def derivatives(self, theta: Floats) -> Derivatives:
        """Gradient, Hessian and value at theta, some thousand points at a time."""
        total, gradient = 0.0, np.zeros((self.K - 1, self.at.size))
        grams = np.zeros((len(self._rows), self.at.size, self.at.size))
        for first in range(0, self.n, BLOCK):
            check_cancelled()
            part = self.at if self.n <= BLOCK else self.at.take(slice(first, first + BLOCK))
            loss, p, pulls = log_losses(part.scores(theta), self.labels[first : first + BLOCK])
            times = None if self.weights is None else self.weights[first : first + BLOCK]
            total += weighed_sum(loss, times)
            bends = -p[self._rows] * p[self._cols]
            bends[self._rows == self._cols] += p[:-1]
            if times is not None:
                pulls *= times
                bends *= times
            gradient += pulls[:-1] @ part.columns.T
            grams += part.grams(bends)
        penalty = self.P @ theta
        H = join_blocks(grams / self.n, (self._rows, self._cols)) + self.P
        return Derivatives(
            gradient.ravel() / self.n + penalty, H, total / self.n + 0.5 * float(theta @ penalty)
        )

    @property
    def n(self) -> int:
        """The number of points."""
        return self.at.n

    def scores(self, theta: Floats) -> Floats:
        """Of all classes, the last one's 0."""
        return self.at.scores(theta)

    def losses(self, F: Floats) -> Floats:
        """``-ln p_y``."""
        return log_losses(F, self.labels)[0]

    def pulls(self, F: Floats) -> Floats:
        """The probabilities less the targets."""
        return log_losses(F, self.labels)[2]

    def longest(self, T: Floats) -> float:
        """The length of the longest sample in the metric ``T T'``: over points and pairs of
        classes.
        """
        blocks = np.concatenate(
            [T.reshape(self.K - 1, self.at.size, -1), np.zeros((1, self.at.size, T.shape[1]))]
        )
        pairs = (blocks[k] - blocks[other] for k in range(self.K) for other in range(k))
        return sqrt(
            max(
                float(np.square(difference.T @ self.at.columns).sum(axis=0).max())
                for difference in pairs
            )
        )


def log_losses(F: Floats, labels: Ints) -> tuple[Floats, Floats, Floats]:
    """``-ln p_y`` (n,) for scores ``F (K, n)``, the probabilities p (K, n), and p less the targets
    1 and 0, as pulls at the scores.

    Every point is seen from its own class, so that small losses and pulls keep all digits.
    """
    rows = np.arange(len(labels))
    behind = F - F[labels, rows]
    top = np.maximum.reduce(behind, axis=0)
    p = np.exp(behind - top)
    p[labels, rows] = 0.0
    rest, part_of_class = np.add.reduce(p, axis=0), np.exp(-top)
    total = rest + part_of_class
    p /= total
    pulls = p.copy()
    p[labels, rows], pulls[labels, rows] = part_of_class / total, -rest / total
    return top + np.log1p(rest + np.expm1(-top)), p, pulls


def fenchel_dual(
    F: Floats, labels: Ints, X: Floats, l2: float, weights: Floats | None = None
) -> float:
    """``(1/n) sum v_i H(P_i) - ||G||^2 / (4 l2)`` with ``G = (1/n) sum v_i (P_i - Y_i) x_i'``, for
    the probabilities P of scores F (K, n) and ``weights (n,)`` v, None: 1.

    The dual asks for ``sum_i v_i P_ik = sum of the v of class k``, which the
    probabilities meet up to the gradient; what is missing is moved between the columns, so that
    the bound is rigorous.  ``X (n, m)`` are the points, about any centre.
    """
    n, rows = len(labels), np.arange(len(labels))
    cost, P, difference = log_losses(F, labels)
    logarithms = F - F[labels, rows] - cost  # of the own class with all digits
    counted_parts = P if weights is None else P * weights
    moved = balance_rows(
        counted_parts, np.bincount(labels, weights, minlength=len(F)).astype(np.float64)
    )
    is_moved = moved is not counted_parts
    moved = P if not is_moved else moved if weights is None else moved / weights
    if is_moved:
        # Mixing rows by a stochastic matrix: the logarithms are taken anew where anything moved.
        with np.errstate(divide="ignore"):
            logarithms = np.where(
                np.abs(moved - P) <= 1e-9 * P,
                logarithms + (moved - P) / np.maximum(P, 1e-300),
                np.log(moved),
            )
        difference = moved.copy()
        difference[labels, rows] = 0.0
        difference[labels, rows] = -difference.sum(axis=0)
    terms = np.where(moved > 0.0, moved * logarithms, 0.0)
    if weights is not None:
        terms, difference = terms * weights, difference * weights
    entropy = -terms.sum()
    G = difference @ X / n
    return float(entropy) / n - float((G * G).sum()) / (4.0 * l2)


def balance_rows(P: Floats, sums: Floats) -> Floats:
    """``P (K, n)`` with the row sums ``wanted (K,)``: classes with too much hand a part of every
    entry to those with too little.
    """
    surplus = P.sum(axis=1) - sums
    too_little = np.maximum(-surplus, 0.0)
    if not too_little.any():
        return P
    shares = np.maximum(surplus, 0.0) / np.maximum(P.sum(axis=1), 1e-300)
    handed = (shares[:, None] * P).sum(axis=0)
    moved: Floats = P - shares[:, None] * P + (too_little / too_little.sum())[:, None] * handed
    return moved
