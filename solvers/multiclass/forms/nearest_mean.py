"""The nearest class mean: the Voronoi cells of the means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arrays import Floats
from ...methods.mean_difference import MeanDifference
from ...moments import ClassMoments
from ...result import Bounds, Outcome, Status
from ..iterate import ManyIterate
from ..problem import ManyProblem
from .class_moments_drag import Answer, OfMoments

EQUAL_MEANS = "All class means coincide, so no point is nearer to one of them than to another."
SOME_EQUAL = "Some class means coincide: of those classes the first one is predicted."
NEAREST = "The means are averages; every point belongs to the nearest one."


@dataclass(frozen=True)
class NearestMean(OfMoments):
    """``f_k(x) = <m_k - m, x - m> - ||m_k - m||^2 / 2``: the largest score belongs to the nearest
    mean.

    The offset rule ``prior`` adds ``s^2 ln(n_k / n)`` with ``s^2 = tr(C_W) / (m n)``, the Gaussian
    classifier with covariance ``s^2 I``.  The other rules of two classes all stand for the plain
    cells here: the cut with the fewest training errors between K classes is no matter of one
    number.
    """

    objective: ClassVar[str] = "f_k(x) = <m_k, x> − \\frac{1}{2} ‖m_k‖^2"

    method: MeanDifference

    def answer(self, moments: ClassMoments, problem: ManyProblem | None = None) -> Answer:
        """The scores for these moments."""
        W = moments.offsets.copy()
        if not W.any():
            return None, Outcome(Status.SINGULAR, EQUAL_MEANS)
        f_centre = -0.5 * (W * W).sum(axis=1) - W @ moments.mean
        if self.method.offset == "prior":
            f_centre += (
                float(np.trace(moments.within))
                / (W.shape[1] * moments.n)
                * np.log(moments.counts / moments.n)
            )
        distinct = len(np.unique(moments.offsets, axis=0)) == moments.K
        outcome = (
            Outcome(Status.CONVERGED, NEAREST) if distinct else Outcome(Status.SINGULAR, SOME_EQUAL)
        )
        return ManyIterate.centred(W, moments.centre, f_centre), outcome

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The within-class scatter ``sum_i ||x_i - m_y||^2`` at these means, and its minimum, which
        the means attain.
        """
        moments = problem.moments
        assert iterate.W is not None
        means = iterate.W + moments.mean
        apart = float((moments.counts * ((means - moments.means) ** 2).sum(axis=1)).sum())
        least = float(np.trace(moments.within))
        return Bounds(least + apart, least, scale=float(np.trace(moments.total)))
