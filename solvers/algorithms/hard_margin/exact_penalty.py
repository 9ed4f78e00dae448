"""The hard margin as a soft margin with a C that no multiplier reaches, by the algorithms of the
soft margin.

The multipliers of the hard margin add up to ``|w|^2``, half of it in each class.  So with a price
``C/n`` above that none is at its bound, and the soft margin has the same optimum: its penalty is
exact.  The hulls are asked first: they know whether there is a margin, and how long w is.

Source: Bertsekas, Math. Program. 9 (1975) 87 (when a penalty is exact).
"""

from __future__ import annotations

import numpy as np

from ...method import Fit, Steps
from ...problem import Problem
from ...result import MULTIPLIER_TOLERANCE, Outcome, Status
from ...studies.separability import closest_pair
from ..soft_margin import by_interior_point, by_smo
from ..stepping import with_last
from .hull import SMALLEST, TOO_CLOSE, explanation, not_separable

NEEDS_COORDINATES = (
    "Interior point works with coordinates: choose hull or smo for a kernel, or a feature map."
)
_TOLERANCE = 5e-10  # of SMO: the worst violated condition, in units of the margin (which is 1)
_STEPS = 50_000


def steps(problem: Problem, algorithm: str, start: Fit | None, trace: bool) -> Steps:
    """The steps of ``interior-point`` or ``smo``, after the hulls have shown that an optimum
    exists.
    """
    if problem.kernel is not None and algorithm == "interior-point":
        return Outcome(Status.NOT_APPLICABLE, NEEDS_COORDINATES)
    pair = closest_pair(problem)
    if not pair.separable:
        return not_separable(problem, pair)
    if not pair.squared_distance > SMALLEST:
        return Outcome(Status.BUDGET, TOO_CLOSE)
    # Four times |w|^2 = 4 / distance^2: where rounding hides the closest pair, w is longer than
    # that of the pair found.
    C = 16.0 / pair.squared_distance * len(problem.y)
    if algorithm == "smo":
        run = by_smo.steps(problem, C, _TOLERANCE, _STEPS, start, trace)
    else:
        run = by_interior_point.steps(problem, C, trace)
    last, outcome = yield from with_last(run)
    if last is None or last.alpha is None or outcome.status is not Status.CONVERGED:
        return outcome
    carries = last.alpha > MULTIPLIER_TOLERANCE * float(last.alpha.max())
    return Outcome(
        Status.CONVERGED, explanation(4.0 / float(last.alpha.sum()), int(np.count_nonzero(carries)))
    )
