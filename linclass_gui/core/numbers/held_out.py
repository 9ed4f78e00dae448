"""Errors on the training points beside those on the test points."""

from __future__ import annotations

import numpy as np

from ..fits.comparison import method_titles
from ..fits.generalisation import errors_on
from ..markup.mathtext import escape_label
from ..scene import Scene
from .block import Numbers

NEEDS = "Hold points back (menu Data) to count errors on points that no method has seen."


def errors(scene: Scene) -> Numbers:
    """For every method: training errors and test errors."""
    test = scene.document.test_shown
    if test is None or not len(test):
        return Numbers(needs=NEEDS)
    titles = method_titles(scene.document)
    lines = [("errors in training, in the test", "")]
    for method in scene.document.enabled_methods:
        fit = scene.fits.get(method.id)
        if fit is not None and fit.has_model:
            lines.append(
                (
                    escape_label(titles[method.id]),
                    f"{np.count_nonzero(fit.wrong)}, {errors_on(fit, test)}",
                )
            )
    return Numbers((), tuple(lines))
