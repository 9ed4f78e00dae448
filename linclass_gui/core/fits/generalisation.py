"""The errors of a fit on points that its method has not seen: test points, or new points of the
populations.
"""

from __future__ import annotations

import numpy as np

from solvers import Dataset, Fit, ManyFit, Populations
from solvers.result import Iterate, wrong_side

from ..document import Document
from ..markup.ticks import number
from ..memo import memo
from .asking import points_seen
from .decision import plane_line


def errors_on(fit: Fit | ManyFit | None, test: Dataset | None) -> int | None:
    """The number of test points that a fit misclassifies; None without test points or without an
    answer.
    """
    if fit is None or not fit.predicts or test is None or not len(test):
        return None
    return _errors_on(fit, test)


@memo
def _errors_on(fit: Fit | ManyFit, test: Dataset) -> int:
    if isinstance(fit, ManyFit):
        return int(np.count_nonzero(fit.winners(points_seen(fit, test)) != test.labels))
    return int(np.count_nonzero(wrong_side(fit.decision_function(points_seen(fit, test)), test.y)))


def plane_model(fit: Fit | ManyFit | None) -> Iterate | None:
    """The score of a fit of two classes that is linear or quadratic in the plane; None for another
    one.
    """
    if not isinstance(fit, Fit) or not fit.has_model:
        return None
    line = plane_line(fit)
    if line is not None:
        return line.model
    return fit.last if fit.last.quadratic is not None and fit.problem.Phi.shape[1] == 2 else None


def true_error(fit: Fit | ManyFit | None, populations: Populations | None) -> float | None:
    """The probability that a fit errs on a new point of the populations, from 0 to 1; None where
    that is not known.
    """
    return (
        None if populations is None or plane_model(fit) is None else _true_error(fit, populations)
    )


@memo
def _true_error(fit: Fit | ManyFit | None, populations: Populations) -> float:
    model = plane_model(fit)
    assert model is not None
    return populations.error_of(model)


def new_errors(fit: Fit | ManyFit | None, document: Document) -> str:
    """``test 5`` where there are test points, else ``true 8.1 %`` where the populations are known;
    else nothing.
    """
    tested = errors_on(fit, document.test_shown)
    if tested is not None:
        return f"test {tested}"
    share = true_error(fit, document.populations)
    return "" if share is None else f"true {number(100.0 * share, 1)} %"
