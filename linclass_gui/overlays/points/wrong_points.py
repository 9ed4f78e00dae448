"""The misclassified points of the selected method: the shape and the outline tell the truth, the fill the prediction."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked
from solvers.result import wrong_side

from ...core.fits.decision import training_scores
from ...core.marks import Dots, Mark
from ...core.memo import memo
from ...core.scene import Scene
from ..shapes.crowds import apart, positions, thin_rows


def draw(scene: Scene) -> Iterable[Mark]:
    """A symbol over each wrong point."""
    if scene.with_model is None:
        return ()
    method, fit = scene.with_model
    return _wrong(fit, positions(scene, fit), 4.0 * scene.pixel, method.id in scene.stale)


@memo
def _wrong(fit: Fit, at: tuple[Floats, Floats, tuple[int, ...]], cell: float, faded: bool) -> tuple[Mark, ...]:
    positive, (X, at_rest, moving) = fit.problem.y > 0, at
    # Score 0 counts as class -, as everywhere.
    rows = np.flatnonzero(wrong_side(training_scores(fit), fit.problem.y))
    parts = (("wrong-minus", rows[~positive[rows]]), ("wrong-plus", rows[positive[rows]]))
    shown = ((role, apart(thin_rows(at_rest, own, cell), moving, len(X))) for role, own in parts)
    return tuple(Dots(locked(X[rows]), role, faded=faded) for role, both in shown for rows in both if len(rows))
