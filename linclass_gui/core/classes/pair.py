"""Two classes of an all-at-once fit: the difference of their scores, as an ordinary two-class
fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from solvers import Fit, Floats, Iterate, ManyFit, Method, Outcome, Problem, Status
from solvers.method import Steps
from solvers.result import Bounds

from ..memo import memo


@dataclass(frozen=True)
class PairOf(Method):
    """The decision between two classes of a K-class fit: ``f = f_k - f_l``.  Nothing is minimised
    here.
    """

    name: ClassVar[str] = "Two of the classes"
    label: ClassVar[str] = "pair"

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """Nothing to fit: leaving one of its points out would need another fit of all classes."""
        yield None
        return Outcome(
            Status.NOT_APPLICABLE,
            "Two of the classes are not fitted by themselves here: the method fits all at once.",
        )

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """No objective: the certificate is that of the whole fit."""
        return Bounds(np.nan)


@dataclass(frozen=True)
class PairWithMargin(PairOf):
    """The same where ``f_k - f_l = 1`` is the margin of the method."""

    def multiplier_bound(self, problem: Problem) -> float | None:
        """There is one, unknown here: the points on and inside the margin are the support
        vectors.
        """
        return np.inf


@memo
def pair_fit(many: ManyFit, plus: int, minus: int) -> Fit | None:
    """The fit of one pair, None where the scores are no functions of their own (or one of the
    classes has none).
    """
    last = many.last
    if not many.has_model or last.W is None or not np.isfinite(last.b[[plus, minus]]).all():
        return None
    method = PairWithMargin() if many.form.has_margin else PairOf()
    iterate = _difference(many, plus, minus)
    problem = many.problem.member((plus, minus))
    return Fit(
        method,
        problem,
        iterate,
        Outcome(Status.CONVERGED, many.explanation),
        (iterate,),
        many.seconds,
    )


def _difference(many: ManyFit, plus: int, minus: int) -> Iterate:
    last = many.last
    assert last.W is not None
    w = last.W[plus] - last.W[minus]
    if last.centre is None or last.f_centre is None:
        return Iterate(w, float(last.b[plus] - last.b[minus]))
    f_centre = float(last.f_centre[plus] - last.f_centre[minus])
    if last.quadratic is None or last.slope is None:
        return Iterate.centred(w, last.centre, f_centre)
    quadratic = last.quadratic[plus] - last.quadratic[minus]
    return Iterate.curved(quadratic, last.slope[plus] - last.slope[minus], last.centre, f_centre)
