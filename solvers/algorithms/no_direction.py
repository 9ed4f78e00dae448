"""Answers without a direction: where the class means coincide, the best w is 0, and not what
rounding leaves of it.

Of a loss of the score alone, whose offset is free, the gradient at w = 0 is a multiple of ``m+ -
m-`` (of K classes: of all ``m_k - m``).  So w = 0 is the optimum exactly where the means are one.
Whether they are, up to the rounding of the coordinates and of the sums, is asked in one place, for
all methods: :meth:`solvers.moments.ClassMoments.is_rounding`.
"""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Floats, Ints
from ..moments import UNFELT, ClassMoments
from ..problem import Problem
from ..result import Iterate

MEANS_COINCIDE = (
    "The class means coincide, so the best weight vector is zero: no direction tells the classes "
    "apart, and each point is "
    "predicted alike."
)

UNDETERMINED = (
    "The points do not determine the weights: they are too few, or a feature does not vary or "
    "follows from the others. The shortest weights are shown."
)
FOR_EVERY_C = (
    "The best weight vector is zero, whatever C: no direction tells the classes apart, so each is "
    "predicted alike."
)
ONE_CLASS = (
    "The best weight vector is zero, whatever C: the sum of hinges is smallest where every point "
    "is called class {}. With the "
    "weight v₊ = {:.3g} for class + both classes count alike, and a direction tells them apart."
)


# a sum of samples this small, beside what they weigh or beside margins of 1, is looked at
FAINT = UNFELT


def without_faint(problem: Problem, theta: Floats, weight: float) -> Floats:
    """The parameters of a soft margin, whose w is a sum of samples that weigh so much; with w = 0
    where the means coincide.

    Then w = 0 is the optimum whatever C is, and a large C only multiplies the rounding of the sum.
    """
    if (
        0.0 < max(map(abs, theta.tolist()[:-1])) <= FAINT * max(1.0, weight)
        and problem.means_coincide
    ):
        return np.append(np.zeros(len(theta) - 1), theta[-1])
    return theta


def why_zero(problem: Problem, weights: Floats | None) -> str:
    """Why w = 0 is the soft margin for every C; ``weights (n,)`` are how many times each hinge
    counts, None: once.

    Of classes that count alike every point pays, and w is a multiple of ``m+ - m-``: it is zero
    where the means coincide, and else only where one class counts more.
    """
    plus, minus = (weighed_count(rows, weights) for rows in problem.groups)
    if problem.means_coincide or math.isclose(plus, minus):
        return FOR_EVERY_C
    n_plus, n_minus = problem.n_plus, len(problem.y) - problem.n_plus
    ratio = n_minus / n_plus
    if problem.weights is not None:  # those of the classes without what the method adds to class +
        sums = [weighed_count(rows, problem.weights) for rows in problem.groups]
        ratio = sums[1] / sums[0]
    return ONE_CLASS.format("+" if plus > minus else "−", ratio)


def weighed_count(rows: Ints, weights: Floats | None) -> float:
    """How many times some points count together."""
    return float(len(rows)) if weights is None else float(weights[rows].sum())


def constant(moments: ClassMoments, score: float, objective: float = np.nan) -> Iterate:
    """The same score everywhere: there is no boundary."""
    return Iterate.centred(
        np.zeros(len(moments.centre)), moments.centre, score, objective=objective
    )
