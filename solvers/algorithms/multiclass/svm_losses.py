"""The two hinge losses of K classes as one: the largest of some alternatives, less the score of the
own class; and the multipliers of their SVM, moved to where the dual is a bound.

A loss is ``sum over groups of max_k (alternative_k)`` with the alternatives ``Delta_k + f_k - f_y``
of the scores F (K, n), Delta = 0 for the own class.  Crammer and Singer: one group a point, with
Delta = 1 for every rival.  Weston and Watkins: a group for every point and rival, with Delta = 1
for that rival and minus infinity for the others.  The multipliers of a group are convex weights of
its alternatives.

Several offsets may cost the same.  For optimal weights the optimal ones are those with which all
alternatives that carry multipliers stay the largest of their groups.  Every such condition bounds a
difference ``b_k - b_l`` from below, so they are the solutions of a system of difference
constraints.  Its longest paths are the ranges of all differences.  With the longest paths to, or
from, any one class as offsets all conditions hold, so they hold with the mean of these 2 K
solutions, too, which does not depend on the order of the classes.  For two classes it is the middle
of the interval.

Source: Crammer and Singer, JMLR 2 (2001) 265; Weston and Watkins, ESANN (1999) 219; Cormen,
Leiserson, Rivest, Stein, Introduction to Algorithms, "Difference constraints" and "All-pairs
shortest paths".
"""

from __future__ import annotations

import numpy as np

from ...arrays import Bools, Floats, Ints
from ...rounding import EPS, TINY

# convex weights below are rounding; so are those below the slack of their alternative
NO_WEIGHT = 1e-8
ROUNDING = 64.0 * EPS  # of sums of weights, relative to the largest
SHARED = 1e-6  # a weight of this size is surely no rounding


class Hinge:
    """The loss of points with ``labels (n,)``, each of which counts ``times (n,)`` (None: once), of
    the worst rival or of all.

    The weights ``A (K, g)`` of the alternatives of a group add up to what its point counts.
    """

    def __init__(self, labels: Ints, K: int, all_rivals: bool, times: Floats | None = None) -> None:
        self.K, self.all_rivals, self.is_weighed = K, all_rivals, times is not None
        self.repeats = K - 1 if all_rivals else 1
        self.labels = np.tile(labels, self.repeats)
        self.times: Floats = np.ones(1) if times is None else np.tile(times, self.repeats)
        self.columns = np.arange(len(self.labels))
        self.delta = np.full((K, len(self.labels)), -np.inf if all_rivals else 1.0)
        rivals = self.labels + 1 + self.columns // max(1, len(labels))
        self.delta[rivals % K, self.columns] = 1.0
        self.delta[self.labels, self.columns] = 0.0

    def total(self, losses: Floats) -> float:
        """The sum of the losses of all groups, as often as they count."""
        return float((losses * self.times).sum())

    def alternatives(self, F: Floats) -> Floats:
        """The alternatives ``Delta_k + f_k - f_y`` (K, g) of scores (K, n)."""
        F = np.tile(F, (1, self.repeats))
        V: Floats = F + self.delta
        V -= F[self.labels, self.columns]
        return V

    def unsure(self, V: Floats, rounding: Floats) -> float:
        """The part of all losses that rounding of the alternatives V, up to ``rounding (n,)``, may
        have taken.
        """
        doubt = np.tile(rounding, self.repeats)
        rivals = self.of_rivals(V, -np.inf).max(axis=0) + doubt
        return self.total(np.clip(rivals, 0.0, doubt))

    def of_rivals(self, A: Floats, other: float = 0.0) -> Floats:
        """The entries (K, g) of the rivals, and another one at the own class and at no rival."""
        return np.where(self.delta > 0.0, A, other)

    def weights(self, alpha: Floats, price: float) -> Floats:
        """The weights (K, g) for multipliers ``alpha (n, K)`` of the rivals: what they leave is the
        own class's.
        """
        A = np.clip(self.of_rivals(np.tile(alpha.T / price, self.repeats)), 0.0, self.times)
        A *= np.minimum(1.0, self.times / np.maximum(A.sum(axis=0), TINY))
        return self._completed(A)

    def _completed(self, A: Floats) -> Floats:
        """The weights of the rivals with what they leave to the own class."""
        A[self.labels, self.columns] = np.maximum(0.0, self.times - A.sum(axis=0))
        return A

    def convex_weights(self, A: Floats) -> Floats:
        """Weights A >= 0 that add up to what the point of each group counts."""
        A *= self.times / A.sum(axis=0)
        return A

    def multipliers(self, A: Floats, price: float) -> Floats:
        """The multipliers of the rivals (n, K) for weights; the column of the own class is 0."""
        parts = self.of_rivals(A).reshape(self.K, self.repeats, -1)
        alpha: Floats = price * parts.sum(axis=1).T
        return alpha

    def balanced(self, A: Floats) -> Floats:
        """Weights at which the dual may be evaluated: every class receives what it gives, as the
        offsets are free.

        Two classes exchange in every group in proportion to the product of their weights there, so
        that what is zero stays zero, times the difference of two potentials, one a class; these
        solve the equations of a network.  Where that takes more than there is, all multipliers are
        given up.
        """
        rivals, shares = self.of_rivals(A), A / self.times
        surplus = rivals.sum(axis=1) - np.bincount(self.labels, rivals.sum(axis=0), self.K)
        most = float(rivals.sum())
        if np.abs(surplus).max() <= ROUNDING * most:  # of these very sums
            return A
        products = shares @ A.T
        network = np.diag(products.sum(axis=1)) - products
        potentials = np.linalg.lstsq(network, surplus, rcond=1e-15)[0]
        left = float(np.abs(surplus - network @ potentials).max())
        if np.ptp(potentials) > 0.5 or left > 1e-12 * most:
            return self._completed(np.zeros_like(A))
        return self._completed(rivals * (1.0 - potentials[:, None] + potentials @ shares))

    def binds_offsets(self, A: Floats) -> bool:
        """Whether weights bind all offsets to each other: groups that share theirs between
        alternatives, which have to be equal then.
        """
        shares, part = A / self.times, list(range(self.K))
        for group in (shares.max(axis=0) < 1.0 - SHARED).nonzero()[0].tolist():
            own = enumerate(shares[:, group].tolist())
            bound = {part[k] for k, share in own if share > SHARED}
            part = [min(bound) if each in bound else each for each in part]
            if not any(part):
                return True
        return False

    def is_at_work(self, V: Floats, A: Floats) -> Bools:
        """Which weights (K, g) are more than rounding, and more than their alternatives V are
        below the largest.
        """
        at_work: Bools = np.maximum(NO_WEIGHT, V.max(axis=0) - V) < A / self.times
        return at_work

    def offset_bounds(self, V: Floats, A: Floats) -> Floats:
        """The least ``b_k - b_l`` (K, K), relative to the offsets of the alternatives V, with which
        those that carry weights A stay the largest of their groups: by how much the others are
        below.
        """
        lowest = np.full((self.K, self.K), -np.inf)
        at_work = self.is_at_work(V, A)
        for k in range(self.K):
            ahead = V.compress(at_work[k], axis=1)
            ahead -= ahead[k].copy()
            lowest[k] = ahead.max(axis=1, initial=-np.inf)
        return lowest


def longest_paths(lowest: Floats) -> Floats:
    """The lower bounds (K, K) of all differences ``b_k - b_l`` that follow from some of them:
    longest paths.
    """
    paths = lowest.copy()
    np.fill_diagonal(paths, 0.0)
    for k in range(len(paths)):
        paths = np.maximum(paths, paths[:, k, None] + paths[k])
    return paths


def middle_offsets(paths: Floats) -> Floats:
    """Offsets (K,) with sum 0 in the middle of the ranges ``paths[k, l] <= b_k - b_l <= -paths[l,
    k]``.
    """
    offsets: Floats = 0.5 * (paths - paths.T).mean(axis=1)
    offsets -= offsets.mean()
    return offsets


def pulls(alpha: Floats, labels: Ints) -> Floats:
    """``beta (n, K)``: what each point adds to the weights of each class, ``w_k = sum_i beta_ik
    phi_i``.
    """
    beta = -alpha
    beta[np.arange(len(labels)), labels] = alpha.sum(axis=1)
    return beta


def dual_value(alpha: Floats, labels: Ints, X: Floats) -> float:
    """``sum alpha - 1/2 sum_k ||w_k||^2`` for feasible multipliers and points ``X (n, m)`` about
    any centre.
    """
    W = pulls(alpha, labels).T @ X
    return float(alpha.sum()) - 0.5 * float((W * W).sum())
