"""The weights of the next step of Newton's method: a disc under every point with an area in
proportion to ``p_i (1 - p_i)``.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked

from ...answers.decision import training_scores
from ...lessons.numbers.logistic import irls_weights, regression
from ...scene.marks import Dots, Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ..shapes.crowds import positions

LARGEST = 0.25  # p (1 - p) on the line
MOST = 1500  # discs that can be told apart
SMALLEST, STEPS = 0.15, 20  # sizes in steps: a picture of each is painted once and then copied


def draw(scene: Scene) -> Iterable[Mark]:
    """The discs of the chosen logistic regression, at the step that is played."""
    fit = regression(scene)
    if fit is None:
        return ()
    return _discs(fit, positions(scene, fit)[0])


@memo
def _discs(fit: Fit, X: Floats) -> tuple[Mark, ...]:
    weights = irls_weights(training_scores(fit))
    rows = np.argsort(-weights, kind="stable")[:MOST]
    sizes = np.maximum(np.ceil(STEPS * np.sqrt(weights[rows] / LARGEST)) / STEPS, SMALLEST)
    return (Dots(locked(X[rows]), "newton-weight", sizes=locked(sizes)),) if len(rows) else ()
