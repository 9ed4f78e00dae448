"""Proofs of a margin, soft or hard, by multipliers: a lower bound of the optimum, and the worst
violated KKT condition.

Source: Cortes and Vapnik, Mach. Learn. 20 (1995) 273 (the dual).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, blocks, centred_blocks
from ..point_classes import MULTIPLIER_TOLERANCE, largest_multiplier
from ..problem import Problem
from ..result import Iterate
from ..rounding import PRODUCTS


def feasible(alpha: Floats, y: Floats, bound: float | Floats) -> Floats:
    """The multipliers moved into ``0 <= alpha <= bound`` (one for all, or one (n,) for each) and
    ``sum alpha y = 0``.

    They are clipped to the box, then the class with the larger sum is scaled down.  For an optimum
    this undoes rounding; for any other vector it still gives a point the dual may be evaluated at,
    so the bound never depends on who computed alpha.
    """
    return _scale_into_box(alpha, y, bound, _class_shares(alpha, y, bound))


def _within(bound: float | Floats, block: slice) -> float | Floats:
    """The bounds of a block of points."""
    return bound if isinstance(bound, float) else bound[block]


def _class_shares(alpha: Floats, y: Floats, bound: float | Floats) -> tuple[float, float]:
    """By how much the clipped multipliers of class + and of class - are scaled down."""
    plus, minus = 0.0, 0.0
    for block in blocks(len(y)):
        clipped, is_plus = (
            np.clip(alpha[block], 0.0, _within(bound, block)),
            np.maximum(y[block], 0.0),
        )
        plus += float(clipped @ is_plus)
        minus += float(clipped @ (1.0 - is_plus))
    if plus == minus:
        return 1.0, 1.0
    share = min(plus, minus) / max(plus, minus)
    return (share, 1.0) if plus > minus else (1.0, share)


def _scale_into_box(
    alpha: Floats, y: Floats, bound: float | Floats, shares: tuple[float, float]
) -> Floats:
    is_plus = np.maximum(y, 0.0)
    fair: Floats = np.clip(alpha, 0.0, bound) * (is_plus * shares[0] + (1.0 - is_plus) * shares[1])
    return fair


@dataclass(frozen=True)
class MarginProof:
    """The bounds that multipliers prove for a model.

    ``dual`` is a lower bound of the optimum: ``sum alpha - 1/2 |sum alpha y phi|^2`` at feasible
    multipliers, less its rounding. With a kernel it holds for a positive semidefinite Gram matrix
    only.  ``violation`` is the worst violated KKT condition, ``losses`` the sum of all hinge
    losses, ``unsure`` what the rounding of scores may have taken from it, and ``lowest`` the
    smallest margin, less its rounding.  ``astray`` is what a weight beside its sum of multipliers
    would leave of a gap, were there no other feature: the square of that part of the violation.
    """

    dual: float
    violation: float
    losses: float
    unsure: float
    lowest: float
    astray: float = 0.0

    @staticmethod
    def of(
        problem: Problem, iterate: Iterate, margins: Floats, alpha: Floats, bound: float | Floats
    ) -> MarginProof:
        """The proof of an iterate with these margins (n,) and multipliers ``alpha (n,)``, which
        should be in [0, ``bound``].
        """
        return (_with_kernel if iterate.w is None else _with_weights)(
            problem, iterate, margins, alpha, bound
        )


def _with_weights(
    problem: Problem, iterate: Iterate, margins: Floats, alpha: Floats, bound: float | Floats
) -> MarginProof:
    """The proof in one pass over the features.

    Stationarity is that of each weight by itself, as a part of ``|w_k| + sum alpha |phi_k|``, the
    size of what is summed: among features of very unlike sizes a weight of the small ones may be
    wrong and neither the gap nor ``|w|`` feel it.  What the multipliers' own rounding does to the
    sum is no fault of a weight: a feature that is the same at all points with a multiplier has that
    for a weight.
    """
    w, centre, at_centre = iterate.about_centre
    y, m = problem.y, problem.Phi.shape[1]
    weights, offset, scale = np.abs(w), abs(at_centre), largest_multiplier(alpha, bound)
    shares = _class_shares(alpha, y, bound)
    normal, fair_normal, doubt, size, reach = (
        np.zeros(m),
        np.zeros(m),
        np.zeros(m),
        weights.copy(),
        np.zeros(m),
    )
    total, parts = 0.0, []
    for block, columns in centred_blocks(problem.Phi, centre):
        alpha_of_block, labels, most = alpha[block], y[block], _within(bound, block)
        fair = _scale_into_box(alpha_of_block, labels, most, shares)
        normal += columns @ (alpha_of_block * labels)
        fair_normal += columns @ (fair * labels)
        np.abs(columns, out=columns)
        doubt += columns @ fair
        size += columns @ alpha_of_block
        np.maximum(reach, np.maximum.reduce(columns, axis=1), out=reach)
        total += float(np.add.reduce(fair))
        parts.append(
            _of_margins(
                margins[block], PRODUCTS * (weights @ columns + offset), alpha_of_block, most, scale
            )
        )
    longest = np.abs(fair_normal) + PRODUCTS * doubt
    # Multipliers come from a few such sums, each as far off.
    rounding = 8.0 * PRODUCTS * (total * reach + weights.max())
    off = np.maximum(np.abs(w - normal) - rounding, 0.0)
    astray = float((off / np.where(size > 0.0, size, 1.0)).max())
    losses, unsure, violation, lowest = zip(*parts, strict=True)
    worst = max(*violation, astray)
    return MarginProof(
        total - 0.5 * float(longest @ longest),
        worst,
        sum(losses),
        sum(unsure),
        min(lowest),
        astray**2,
    )


def _with_kernel(
    problem: Problem, iterate: Iterate, margins: Floats, alpha: Floats, bound: float | Floats
) -> MarginProof:
    """The proof in one pass over the Gram matrix.

    With e = alpha - fair, which is rounding, ``|w(fair)|^2 = |w|^2 - 2 <w, w(e)> + |w(e)|^2``, and
    the last is at most the square of ``sum |e_i| |phi_i|``.
    """
    assert problem.kernel is not None
    fair, sums = feasible(alpha, problem.y, bound), problem.expansion(alpha)
    apart = alpha - fair
    square, doubt = sums.square, PRODUCTS * float(np.abs(alpha) @ sums.sizes)
    if apart.any():
        lengths = np.sqrt(np.maximum(problem.kernel.diagonal(problem.X), 0.0))
        square += float(np.abs(apart) @ lengths) ** 2 - 2.0 * float(
            (apart * problem.y) @ sums.scores
        )
    square += doubt
    rounding = PRODUCTS * (sums.sizes + abs(iterate.b))
    losses, unsure, violation, lowest = _of_margins(
        margins, rounding, alpha, bound, largest_multiplier(alpha, bound)
    )
    return MarginProof(float(fair.sum()) - 0.5 * square, violation, losses, unsure, lowest)


def _of_margins(
    margins: Floats, rounding: Floats, alpha: Floats, bound: float | Floats, scale: float
) -> tuple[float, float, float, float]:
    """Of some points: hinge losses, what rounding may have taken from them, worst violated
    complementarity, lowest margin.

    ``alpha = 0`` asks for a margin of at least 1, ``alpha = bound`` for one of at most 1, anything
    between for exactly 1 (in units of the margin).
    """
    beyond = margins - 1.0
    above, below = np.maximum(beyond, 0.0), np.maximum(-beyond, 0.0)
    unsure = np.maximum(rounding - above, 0.0)
    losses = float(np.add.reduce(below))
    above *= alpha > MULTIPLIER_TOLERANCE * scale
    below *= alpha < bound - MULTIPLIER_TOLERANCE * scale
    violation = max(float(np.maximum.reduce(above)), float(np.maximum.reduce(below)))
    return (
        losses,
        float(np.add.reduce(unsure)),
        violation,
        float(np.minimum.reduce(margins - rounding)),
    )


def squared_rounding(problem: Problem, iterate: Iterate) -> float:
    """The squares of how far the scores of a linear model may be wrong, summed."""
    w, centre, at_centre = iterate.about_centre
    weights, total = np.abs(w), 0.0
    for _, columns in centred_blocks(problem.Phi, centre):
        off = weights @ np.abs(columns) + abs(at_centre)
        total += float(off @ off)
    return PRODUCTS * PRODUCTS * total
