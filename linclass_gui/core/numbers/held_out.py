"""Errors on the training points beside those on the test points."""

from __future__ import annotations

import numpy as np

from solvers import Fit, ManyFit
from solvers.result import wrong_side

from ..document import Document
from ..fits.comparison import method_titles
from ..markup.mathtext import escape_label
from ..scene import Scene
from .block import Numbers

NEEDS = "Hold points back (menu Data) to count errors on points that no method has seen."


def errors(scene: Scene) -> Numbers:
    """For every method: training errors and test errors."""
    test = scene.document.test
    if test is None or not len(test):
        return Numbers(needs=NEEDS)
    titles = method_titles(scene.document)
    lines = [("errors in training, in the test", "")]
    for method in scene.document.enabled:
        fit = scene.fit(method.id)
        if fit is not None and fit.has_model:
            lines.append(
                (escape_label(titles[method.id]), f"{int(np.count_nonzero(fit.wrong))}, {test_errors(fit, scene.document)}")
            )
    return Numbers((), tuple(lines))


def test_errors(fit: Fit | ManyFit, document: Document) -> int:
    """The test points that a fit takes for another class."""
    test = document.test
    if test is None:
        return 0
    if isinstance(fit, ManyFit):
        return int(np.count_nonzero(fit.winners(test.X) != test.labels))
    return int(np.count_nonzero(wrong_side(fit.decision_function(test.X), test.y)))
