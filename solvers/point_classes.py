"""The KKT classes of points in a margin method, told by multiplier and margin."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from .arrays import Bools, Floats, Ints, read_only
from .rounding import NO_SCORE

# A margin counts as 1 within this many times the rounding of its own computation.
MARGIN_TOLERANCE = NO_SCORE
# A multiplier counts as 0 (or as its bound) within this part of the bound, or of the largest
# multiplier when it has none.
MULTIPLIER_TOLERANCE = 1e-9
# Of an unfinished run a point counts as on the margin, and its multiplier as 0 or as its bound,
# within this much.
NEARLY = 1e-2


class PointClass(IntEnum):
    """The KKT class of a point in a margin method (docs/maths.md, "Soft margin"): alpha in [0,
    bound], margin y f.

    At the optimum both say the same; before it a class says where the point lies
    (:func:`point_classes`).
    """

    BEYOND = 0  # alpha = 0, y f > 1
    TOUCHING = 1  # alpha = 0, y f = 1
    FREE = 2  # 0 < alpha < bound, y f = 1
    BOUND = 3  # alpha = bound, 0 <= y f < 1
    WRONG = 4  # alpha = bound, y f < 0


def largest_multiplier(alpha: Floats, bound: float | Floats) -> float:
    """The size that multipliers are compared with: the largest of them.

    The bound alone would not do: far above the multipliers (a hard margin with C = 1e17) it would
    call all of them nothing.
    """
    most = bound if isinstance(bound, float) else float(bound.max(initial=0.0))
    return min(most, float(np.maximum.reduce(alpha, initial=0.0)))


def point_classes(
    margins: Floats, alpha: Floats, bound: float | Floats, is_hinge: bool = True
) -> NDArray[np.int8]:
    """The KKT class of every point (see :class:`PointClass`), with tolerances relative to the
    problem's own scale.

    ``bound`` is that of all multipliers, or one (n,) for each of them.  The multiplier tells the
    classes apart where the margin agrees with it.  Where it does not, as at the steps of an
    unfinished run, the margin tells: BEYOND above 1, BOUND from 0 to 1, WRONG below 0
    (:func:`conditions_hold` says where).  The multipliers of another loss than the hinge tell
    alone.
    """
    is_zero = alpha <= MULTIPLIER_TOLERANCE * largest_multiplier(alpha, bound)
    is_hard = isinstance(bound, float) and not np.isfinite(bound)
    full = (
        np.zeros(len(alpha), dtype=bool)
        if is_hard
        else alpha >= bound - MULTIPLIER_TOLERANCE * bound
    )
    tolerance = MARGIN_TOLERANCE * (1.0 + float(np.maximum.reduce(np.abs(margins), initial=0.0)))
    # The classes are numbered so that every condition that holds adds one: a tenth of the price of
    # choosing among five.
    classes = full.view(np.int8) + (full & (margins < 0.0)).view(np.int8) + np.int8(PointClass.FREE)
    if np.logical_or.reduce(is_zero):
        classes *= ~is_zero
        classes += is_zero & (margins <= 1.0 + tolerance)
    if is_hinge:
        _place_by_margin(classes, margins, alpha, bound, tolerance)
    locked: NDArray[np.int8] = read_only(classes)
    return locked


def _place_by_margin(
    classes: NDArray[np.int8],
    margins: Floats,
    alpha: Floats,
    bound: float | Floats,
    tolerance: float,
) -> None:
    """Put the points whose margin contradicts their multiplier where their margin is.

    One with a multiplier inside its range is on the margin where it is nearer to it than the
    multiplier to an end of the range.
    """
    # of two truths: the first without the second
    contradicts = (margins < 1.0 - NEARLY) > (classes >= PointClass.BOUND)
    contradicts |= (margins > 1.0 + NEARLY) > (classes == PointClass.BEYOND)
    free = (classes == PointClass.FREE).nonzero()[0]
    contradicts[free] |= np.abs(margins[free] - 1.0) > tolerance
    if not np.logical_or.reduce(contradicts):
        return
    rows = contradicts.nonzero()[0]
    margins_there, alpha_there = margins[rows], alpha[rows]
    to_end = np.minimum(
        alpha_there / (largest_multiplier(alpha, bound) or 1.0),
        _below_bound(alpha_there, bound, rows),
    )
    is_on = (classes[rows] == PointClass.FREE) & (
        np.abs(margins_there - 1.0) <= np.maximum(tolerance, np.minimum(to_end, NEARLY))
    )
    by_margin = np.where(
        margins_there > 1.0,
        PointClass.BEYOND,
        np.where(margins_there < 0.0, PointClass.WRONG, PointClass.BOUND),
    )
    classes[rows] = np.where(is_on, PointClass.FREE, by_margin)


def _below_bound(alpha: Floats, bound: float | Floats, rows: Ints) -> Floats:
    """How far multipliers (k,) of some rows lie below their bounds, as a part of these; 1 where
    there is no bound.
    """
    bounds = np.full(len(rows), bound) if isinstance(bound, float) else bound[rows]
    part: Floats = 1.0 - np.divide(
        alpha, bounds, out=np.zeros(len(rows)), where=np.isfinite(bounds) & (bounds > 0.0)
    )
    return part


def conditions_hold(classes: NDArray[np.int8], alpha: Floats, bound: float | Floats) -> Bools:
    """At which points (n,) the multiplier is the one that belongs to the class: 0 beyond the
    margin, its bound inside it.
    """
    is_zero = alpha <= NEARLY * largest_multiplier(alpha, bound)
    full = _below_bound(alpha, bound, np.arange(len(alpha))) <= NEARLY
    holds: Bools = np.where(
        classes <= PointClass.TOUCHING, is_zero, np.where(classes == PointClass.FREE, True, full)
    )
    return holds
