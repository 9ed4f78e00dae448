"""The two hinge losses of K classes as one: the largest of some alternatives, less the score of the
own class; and the dual of their SVM, from multipliers that are moved to where it is a bound.

A loss is ``sum over groups of max_j (alternative_j)`` with alternatives that are affine in the
scores F (K, n).  Crammer and Singer: one group a point, with the alternatives ``Delta_k + f_k -
f_y`` (Delta = 1 for rivals, 0 for the own class).  Weston and Watkins: a group for every point and
rival, with the alternatives 0 and ``1 + f_l - f_y``.  The multipliers of a group are convex weights
of its alternatives.

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

from functools import cached_property

import numpy as np

from ...arrays import Floats, Ints
from ...rounding import EPS
from .softmax_problem import balance_rows

# convex weights below are rounding; so are those below the slack of their alternative
NO_WEIGHT = 1e-8
SHARED = 1e-6  # a weight of this size is surely no rounding


class _Hinge:
    """The points of a loss: ``labels (n,)`` are their classes; each counts ``times (n,)``, so that
    the weights of a group add up to that.
    """

    def __init__(self, labels: Ints, K: int, times: Floats | None = None) -> None:
        self.labels, self.K = labels, K
        self.is_weighed = times is not None
        self.times: Floats = np.ones(1) if times is None else times
        self.columns = np.arange(len(labels))

    def total(self, losses: Floats) -> float:
        """The sum of the losses of all groups (..., n), as often as they count."""
        return float((losses * self.times if self.is_weighed else losses).sum())

    def convex_weights(self, A: Floats) -> Floats:
        """Weights A >= 0 of the alternatives that add up to what the point of each group counts."""
        A /= A.sum(axis=0)
        if self.is_weighed:
            A *= self.times
        return A

    def shares(self, A: Floats) -> Floats:
        """Weights of the alternatives as parts of what the point counts."""
        return A / self.times if self.is_weighed else A

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """The pairs k <= l of the first K - 1 classes."""
        first, second = np.triu_indices(self.K - 1)
        return first, second


class CrammerSinger(_Hinge):
    """One group a point: all K classes."""

    def __init__(self, labels: Ints, K: int, times: Floats | None = None) -> None:
        super().__init__(labels, K, times)
        self.delta = np.ones((K, len(labels)))
        self.delta[labels, self.columns] = 0.0

    def alternatives(self, F: Floats) -> Floats:
        """The alternatives ``Delta_k + f_k - f_y`` (K, n) of scores (K, n)."""
        A: Floats = F + self.delta
        A -= F[self.labels, self.columns]
        return A

    def unsure(self, V: Floats, rounding: Floats) -> float:
        """The part of all losses that rounding of the alternatives V, up to ``rounding (n,)``, may
        have taken: of the worst rival.
        """
        rivals = V.copy()
        rivals[self.labels, self.columns] = -np.inf
        return self.total(np.maximum(0.0, rounding + np.minimum(0.0, rivals.max(axis=0))))

    def changes(self, dF: Floats) -> Floats:
        """How the alternatives change with the scores: ``df_k - df_y``."""
        dA: Floats = dF - dF[self.labels, self.columns]
        return dA

    def adjoint(self, A: Floats) -> Floats:
        """The adjoint of :meth:`changes`, (K, n): the weights A themselves, less their sum at the
        own class.
        """
        pulled = A.copy()
        pulled[self.labels, self.columns] -= A.sum(axis=0)
        return pulled

    def curvature(self, D: Floats) -> Floats:
        """``D_k [k = l] - D_k D_l / sum D`` for every point and the pairs k <= l of the first K - 1
        classes.
        """
        k, other = self.pairs
        weights: Floats = -D[k] * (D[other] / D.sum(axis=0))
        weights[k == other] += D[:-1]
        return weights

    def constants(self, A: Floats) -> float:
        """``sum A_j Delta_j``, the linear part of the dual: the multipliers of the rivals."""
        return float((A * self.delta).sum())

    def weights(self, alpha: Floats) -> Floats:
        """The convex weights for multipliers ``alpha (K, n)`` in units of C/n: what the rivals
        leave is the own class's.
        """
        A = np.clip(alpha, 0.0, self.times)
        A[self.labels, self.columns] = 0.0
        A[self.labels, self.columns] = np.maximum(0.0, self.times - A.sum(axis=0))
        return A

    def binds_offsets(self, alpha: Floats) -> bool:
        """Whether multipliers ``alpha (n, K)`` of the rivals, in units of C/n, bind all offsets to
        each other: points that share theirs between alternatives, which have to be equal then.
        """
        alpha = self.shares(alpha.T).T
        rest = 1.0 - alpha.sum(axis=1)
        largest = np.maximum(alpha.max(axis=1), rest)
        part = list(range(self.K))
        for row in (largest < 1.0 - SHARED).nonzero()[0].tolist():
            shares = alpha[row].tolist()
            shares[self.labels.item(row)] = rest.item(row)
            bound = {part[k] for k, share in enumerate(shares) if share > SHARED}
            part = [min(bound) if each in bound else each for each in part]
            if not any(part):
                return True
        return False

    def ends(self, alternatives: Ints, groups: Ints) -> tuple[Ints, Ints]:
        """The classes with + and - of some alternatives of some groups: the alternative's own, and
        that of the point.
        """
        return alternatives, self.labels[groups]

    def offset_bounds(self, V: Floats, A: Floats) -> Floats:
        """The least ``b_k - b_l`` (K, K), relative to the offsets of the alternatives V, with which
        those that carry weights A stay the largest of their groups: by how much the others are
        below.
        """
        lowest = np.full((self.K, self.K), -np.inf)
        is_at_work = np.maximum(NO_WEIGHT, np.maximum.reduce(V) - V) < self.shares(A)
        for k in range(self.K):
            ahead = V.compress(is_at_work[k], axis=1)
            ahead -= ahead[k].copy()
            lowest[k] = np.maximum.reduce(ahead, axis=1, initial=-np.inf)
        return lowest


class WestonWatkins(_Hinge):
    """A group for every point and rival: the rival or none."""

    def __init__(self, labels: Ints, K: int, times: Floats | None = None) -> None:
        super().__init__(labels, K, times)
        self.rivals = (labels + np.arange(1, K)[:, None]) % K

    def alternatives(self, F: Floats) -> Floats:
        """0 and ``1 + f_l - f_y`` as (2, K-1, n)."""
        A = self.changes(F)
        A[1] += 1.0
        return A

    def unsure(self, V: Floats, rounding: Floats) -> float:
        """Of every rival."""
        return self.total(np.maximum(0.0, rounding + np.minimum(0.0, V[1])))

    def changes(self, dF: Floats) -> Floats:
        """0 and ``df_l - df_y``."""
        dA = np.zeros((2, self.K - 1, len(self.labels)))
        np.subtract(dF[self.rivals, self.columns], dF[self.labels, self.columns], out=dA[1])
        return dA

    def adjoint(self, A: Floats) -> Floats:
        """The weights at the rivals, their negative sum at the own class."""
        pulled = np.empty((self.K, len(self.labels)))
        pulled[self.rivals, self.columns] = A[1]
        pulled[self.labels, self.columns] = -A[1].sum(axis=0)
        return pulled

    def curvature(self, D: Floats) -> Floats:
        """``d (e_l - e_y)(e_l - e_y)'`` for every rival l, with d = D_0 D_1 / (D_0 + D_1)."""
        d = D[0] * D[1] / (D[0] + D[1])
        spread = np.zeros((self.K, len(self.labels)))
        spread[self.rivals, self.columns] = d
        is_class = np.zeros_like(spread)
        is_class[self.labels, self.columns] = 1.0
        total = d.sum(axis=0)
        k, other = self.pairs
        weights = -(is_class[k] * spread[other] + is_class[other] * spread[k])
        weights[k == other] = spread[:-1] + is_class[:-1] * total
        return weights

    def constants(self, A: Floats) -> float:
        """The multipliers of the rivals."""
        return float(A[1].sum())

    def weights(self, alpha: Floats) -> Floats:
        """The weights of the two alternatives of a rival, which add up to 1."""
        A = np.clip(alpha[self.rivals, self.columns], 0.0, self.times)
        return np.stack([self.times - A, A])

    def ends(self, alternatives: Ints, groups: Ints) -> tuple[Ints, Ints]:
        """The rival and the class of the point; none (the same class twice) for the alternative
        0.
        """
        classes = self.labels[groups % len(self.labels)]
        return np.where(alternatives == 1, self.rivals.ravel()[groups], classes), classes

    def offset_bounds(self, V: Floats, A: Floats) -> Floats:
        """A rival at work stays above none, none at work stays above the rival."""
        lowest = np.full((self.K, self.K), -np.inf)
        A, classes = self.shares(A), np.broadcast_to(self.labels, self.rivals.shape)
        for one, other, shift, weights in (
            (self.rivals, classes, V[0] - V[1], A[1]),
            (classes, self.rivals, V[1] - V[0], A[0]),
        ):
            at_work = weights > np.maximum(NO_WEIGHT, shift)
            np.maximum.at(lowest, (one[at_work], other[at_work]), shift[at_work])
        return lowest


ManyHinge = CrammerSinger | WestonWatkins


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


HINGES: dict[str, type[CrammerSinger] | type[WestonWatkins]] = {
    "crammer-singer": CrammerSinger,
    "weston-watkins": WestonWatkins,
}


ROUNDING = 64.0 * EPS  # of sums of multipliers, relative to the largest


def make_feasible(
    alpha: Floats, labels: Ints, price: float, one_by_one: bool, times: Floats | None = None
) -> Floats:
    """Multipliers of the rivals (n, K) at which the dual may be evaluated; the column of the own
    class is 0.

    They lie in [0, price] (``times (n,)`` as much), one by one (``one_by_one``: Weston and
    Watkins) or in the sum over the rivals (Crammer and Singer), and every class receives what it
    gives: ``sum over its points of all multipliers = sum over the others of those towards it``, as
    the offsets are free.
    """
    rows = np.arange(len(labels))
    most: Floats = np.broadcast_to(price if times is None else price * times, len(labels))
    alpha = np.clip(np.nan_to_num(alpha), 0.0, most[:, None])
    alpha[rows, labels] = 0.0
    if one_by_one:
        return _circulating(alpha, labels, most)
    alpha *= np.minimum(1.0, most / np.maximum(alpha.sum(axis=1), 1e-300))[:, None]
    return _exchange(alpha, labels, price, times)


def _exchange(alpha: Floats, labels: Ints, price: float, times: Floats | None) -> Floats:
    """The same with every class giving what it receives; the sums over the rivals stay in [0,
    price].

    With what is left of the price at the own class the multipliers of a point are convex weights.
    Two classes exchange at every point in proportion to the product of their weights there, so that
    what is zero stays zero, times the difference of two potentials.  Where there is nothing to
    exchange every weight hands over its part.
    """
    rows, counts = np.arange(len(labels)), np.bincount(labels, times, minlength=alpha.shape[1])
    inflow, outflow = (
        alpha.sum(axis=0),
        np.bincount(labels, alpha.sum(axis=1), minlength=alpha.shape[1]),
    )
    surplus = inflow - outflow
    weights = alpha / price if times is None else alpha / (price * times)[:, None]
    weights[rows, labels] = 1.0 - weights.sum(axis=1)
    counted_weights = weights if times is None else weights * times[:, None]
    products = weights.T @ counted_weights * price
    network = np.diag(products.sum(axis=1)) - products
    potentials = np.linalg.lstsq(network, surplus, rcond=1e-15)[0]
    left = float(np.abs(surplus - network @ potentials).max())
    if np.ptp(potentials) <= 0.5 and left <= 1e-12 * float(outflow.sum()):
        moved: Floats = alpha * (1.0 - potentials + (weights @ potentials)[:, None])
        return moved
    moved = price * balance_rows(np.maximum(counted_weights, 0.0).T, counts.astype(np.float64)).T
    moved[rows, labels] = 0.0
    return moved


def _circulating(alpha: Floats, labels: Ints, most: Floats) -> Floats:
    """Multipliers one by one in [0, ``most (n,)``], with flows between the classes that balance.

    Every multiplier gives or takes in proportion to its room, times the difference of two
    potentials, one a class; these solve the equations of a network.  Where that takes more than
    there is room for, all multipliers are given up.
    """
    n, K = alpha.shape
    room = np.minimum(alpha, most[:, None] - alpha)
    room[np.arange(n), labels] = 0.0
    flows, rooms = np.zeros((K, K)), np.zeros((K, K))
    for k in range(K):
        flows[k], rooms[k] = alpha[labels == k].sum(axis=0), room[labels == k].sum(axis=0)
    excess = flows.sum(axis=1) - flows.sum(axis=0)
    if np.abs(excess).max() <= ROUNDING * float(flows.max(initial=0.0)):
        # the rounding of these very sums, for which multipliers at their bounds have no room
        return alpha
    rooms_of_pairs = rooms + rooms.T
    network = np.diag(rooms_of_pairs.sum(axis=1)) - rooms_of_pairs
    potentials = np.linalg.lstsq(network, -excess, rcond=1e-15)[0]
    steps = potentials[labels][:, None] - potentials
    left = excess + network @ potentials
    if np.abs(steps[room > 0.0]).max(initial=0.0) > 1.0 or np.abs(left).max() > 1e-12 * max(
        1.0, float(np.abs(flows).max())
    ):
        return np.zeros_like(alpha)
    balanced_flows: Floats = alpha + room * steps
    return balanced_flows


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
