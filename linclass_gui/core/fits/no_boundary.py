"""Why a fit has no boundary, in a few words for a picture; ``Fit.explanation`` says it in full."""

from __future__ import annotations

import numpy as np

from solvers import Fit, ManyFit, Status

from ..memo import memo

NO_DIRECTION = "no direction tells the classes apart"
ALL_CALLED = "every point is called {}"
NO_MEMBER = "no two-class fit has a direction"
ANSWERED = (Status.CONVERGED, Status.SINGULAR)
# What is no answer on these points: it is still being computed, or a class is missing.
NO_ANSWER = (Status.BUDGET, Status.CANCELLED, Status.NO_DATA)


def has_boundary(fit: Fit | ManyFit) -> bool:
    """Whether a fit has a boundary anywhere; scores that are the same everywhere have none."""
    if isinstance(fit, Fit) or not fit.has_model:
        return fit.has_model
    if fit.fits and not any(member.has_model for member in fit.fits):
        return False
    last = fit.last
    return last.W is None or last.quadratic is not None or bool(np.ptp(last.W, axis=0).any())


@memo
def why_no_boundary(fit: Fit | ManyFit, names: tuple[str, ...]) -> str:
    """Why there is none, for classes with these names; empty for a fit that has one, or that is no
    answer.
    """
    if has_boundary(fit) or fit.status in NO_ANSWER:
        return ""
    if fit.status not in ANSWERED or fit.problem.kernel is not None:
        return fit.status.value
    problem = fit.problem if isinstance(fit, Fit) else fit.problem.reduced
    if problem.moments.coincide:
        return NO_DIRECTION
    called = _called(fit)
    if called is None:
        return NO_MEMBER if isinstance(fit, ManyFit) and fit.fits else NO_DIRECTION
    return ALL_CALLED.format(names[called])


def _called(fit: Fit | ManyFit) -> int | None:
    """The class that every point belongs to; None where several classes share the largest score."""
    if isinstance(fit, Fit):
        return None if fit.b == 0.0 or not fit.predicts else int(fit.b > 0.0)
    largest = np.flatnonzero(fit.last.b == fit.last.b.max())
    return int(largest[0]) if len(largest) == 1 else None
