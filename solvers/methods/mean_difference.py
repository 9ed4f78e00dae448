"""The naive projection: along the line that joins the class means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..algorithms.moments.of_moments import ClosedForm, Projection
from ..algorithms.moments.threshold import score_at_centre
from ..arrays import Floats
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status

EQUAL_MEANS = "The class means coincide, so there is no direction from one to the other."


@dataclass(frozen=True)
class MeanDifference(Projection):
    """Projects on the difference of the class means, ``w = m+ - m-``: what Fisher's discriminant
    improves upon.

    w maximises ``<w, m+ - m->^2 / ||w||^2``, the distance of the projected means, and ignores how
    the classes spread; the certificate's ``primal`` and ``dual`` are this criterion at w and its
    maximum ``||m+ - m-||^2``.  ``offset`` as in
    :class:`Fisher`; for ``prior`` the Gaussian classifier with this direction has the round
    covariance ``s^2 I`` with ``s^2 = tr(C_W) / (m n)``, hence the offset ``midpoint + s^2
    ln(n+/n-)``.

    Where it fails: classes that spread far across the direction of their means overlap on it, even
    where a line separates them; equal means have no direction.

    Source: Hein, Machine Learning notes, sec. 4.2 (the projection that motivates Fisher's).

    Example:
        >>> from solvers import MeanDifference, fit
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]
        >>> fit(MeanDifference(), X, y).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Mean difference"
    label: ClassVar[str] = "means"
    summary: ClassVar[str] = (
        "The line through the class means is the projection axis; the scatter of the classes is "
        "ignored."
    )
    objective: ClassVar[str] = "w = m_+ − m_−"

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The squared distance of the projected means along w, and its maximum."""
        assert iterate.w is not None  # no kernel form
        d = problem.moments.difference
        along = float(iterate.w @ d) / float(np.linalg.norm(iterate.w))
        return Bounds(along * along, float(d @ d), maximised=True)

    def answer(self, problem: Problem) -> ClosedForm:
        """The closed form."""
        moments = problem.moments
        w = moments.difference
        if not w.any():
            return None, Outcome(Status.SINGULAR, EQUAL_MEANS)
        variance = float(np.trace(moments.within)) / (len(w) * moments.n)
        at_centre = score_at_centre(self.offset, w, moments, variance)
        iterate = Iterate.centred(w, moments.centre, at_centre, objective=float(w @ w))
        return iterate, Outcome(
            Status.CONVERGED, "The weights are the difference of the class means."
        )
