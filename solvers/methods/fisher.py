"""Fisher's linear discriminant: the direction along which the classes are best told apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..algorithms.domain import BEYOND
from ..algorithms.moments.fisher_direction import J_along, directions
from ..algorithms.moments.of_moments import ClosedForm, Projection
from ..algorithms.moments.threshold import score_at_centre
from ..arrays import Floats
from ..certificate import TOLERANCE
from ..criterion import Contrast, Peer
from ..method import Fit
from ..moments import criterion_at
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status

UNBOUNDED_J = (
    "J = infinity: within the classes nothing varies along this direction (C_W is singular) while "
    "the class means differ, "
    "so J is unbounded."
)
ONE_LOCATION = (
    "J = infinity: each class sits at a single place (C_W = 0), so J is unbounded along m+ − m−, "
    "the direction shown."
)
ON_A_LINE = (
    "C_W is singular, but the class means differ only where it is not: the pseudo-inverse gives "
    "the shortest w."
)
NEARLY_SINGULAR = (
    "C_W is so nearly singular that no doubles hold the best direction: the J of the w shown is "
    "below the maximum by its gap."
)
EQUAL_MEANS = (
    "The class means coincide: J = 0 in every direction, so Fisher's criterion names no direction."
)


@dataclass(frozen=True)
class Fisher(Projection):
    """Maximises the spread of the projected class means relative to the spread inside the classes.

    ``J(w) = <w, m+ - m->^2 / <w, C_W w>`` is maximal at ``w = C_W^-1 (m+ - m-)``, where C_W is the
    UNNORMALISED within-class scatter; the maximum is ``<m+ - m-, w>``.  J does not depend on the
    length of w nor on the offset, so w has this scale for every offset rule and ``offset`` is a
    choice of its own (:mod:`solvers.algorithms.moments.threshold`).  The rule ``prior`` adds
    the log odds ``ln(n+/n-)`` in the scale of w, so that the boundary is that of
    ``GaussianGenerative(covariance="shared")``.

    The certificate holds ``primal`` = J at w and ``dual`` = the maximum of J; ``gap`` is their
    relative difference, zero for the optimal direction and positive for any other.  J = infinity
    has no gap.

    Where it fails: J compares means and spreads, not errors, so one far point turns the line; equal
    means have no direction; where C_W has lost its rank J may be unbounded, and then the direction
    separates even labels without a meaning.

    Source: Hein, Machine Learning notes, sec. 4.2; Linear discriminants slides, "Fisher", whose
        example averages the two
    covariances where we add the scatters: the same direction in another scale; Fisher, Ann.
    Eugenics 7 (1936) 179.

    Example:
        >>> from solvers import Fisher, fit
        >>> fit(Fisher(), [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Fisher discriminant"
    label: ClassVar[str] = "Fisher"
    summary: ClassVar[str] = (
        "The direction with the largest distance of the class means relative to the scatter within."
    )
    objective: ClassVar[str] = "max J(w) = \\frac{<w, m_+ − m_−>^2}{<w, C_W w>}"
    contrast: ClassVar[Contrast] = Contrast(
        "Fisher’s $J$",
        "Fisher's J",
        "The squared distance of the projected means over the scatter of the projected points",
        "J",
        criterion_at,
    )

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """J at the iterate's direction, and its maximum (maximised: the gap is how much J could
        still grow).
        """
        # Fisher has no kernel form, so the driver never hands one over
        assert iterate.w is not None
        moments = problem.moments
        found = directions(moments)
        _, best = found.of_two(moments)
        J = J_along(iterate.w, moments)
        if np.isinf(max(J, best)):
            # Along a null direction the denominator is rounding only, so the quotient says nothing.
            return Bounds(np.inf, maximised=True, shortfall=np.inf)
        # Where rounding alone decides which directions count as singular, what is left need not
        # have the largest J.
        if found.is_singular and len(iterate.w) > 2:
            return Bounds(J, None, maximised=True, shortfall=np.inf)
        # A maximum below the J that is reached has lost as many digits as it is below.
        return Bounds(J, J + abs(best - J), maximised=True)

    def peer(self, fit: Fit) -> Peer:
        """LinearDiscriminantAnalysis has the direction; where to cut along it is a rule of its own
        here.
        """
        remark = (
            "the direction by scikit-learn; where to cut along it is a rule of its own, whose "
            "number was found here"
        )
        return Peer(
            "sklearn.discriminant_analysis",
            'LinearDiscriminantAnalysis(solver="lsqr")',
            remark=remark,
        )

    def answer(self, problem: Problem) -> ClosedForm:
        """The closed form."""
        moments = problem.moments
        found = directions(moments)
        w, best = found.of_two(moments)
        if not w.any():
            words = EQUAL_MEANS if moments.coincide else BEYOND
            return None, Outcome(Status.SINGULAR, words, facts=(("J", 0.0),))
        J = best if np.isinf(best) else J_along(w, moments)
        at_centre = score_at_centre(self.offset, w, moments, 1.0 / moments.n)
        iterate = Iterate.centred(w, moments.centre, at_centre, objective=J)
        status, words = Status.CONVERGED, "The closed form w = C_W⁻¹ (m+ − m−) gives the largest J."
        if np.isinf(J):
            # one place each, to the last digit: near 2^53 points a few units apart are data
            own = moments.columns_of_classes
            has_spread = any(np.ptp(columns, axis=1).any() for columns in own)
            status, words = Status.UNBOUNDED, UNBOUNDED_J if has_spread else ONE_LOCATION
        elif found.is_singular:
            status, words = Status.SINGULAR, ON_A_LINE
        elif abs(best - J) > TOLERANCE * J:
            status, words = Status.SINGULAR, NEARLY_SINGULAR
        return iterate, Outcome(status, words, facts=(("J", J),))
