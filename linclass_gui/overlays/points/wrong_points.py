"""The misclassified points of the selected method: the shape and the outline tell the truth, the
fill the prediction.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats, ManyFit
from solvers.arrays import Ints, locked
from solvers.result import wrong_side

from ...answers.decision import training_scores
from ...scene.looks import ENDS
from ...scene.marks import Dots, Mark
from ...scene.memo import memo
from ...scene.pairs import training_winners
from ...scene.scene import Scene
from ..shapes.crowds import apart, cells, positions, thin_rows


def draw(scene: Scene) -> Iterable[Mark]:
    """A symbol over each wrong point."""
    if scene.with_answer is None:
        return ()
    (method, fit), looks = scene.with_answer, scene.document.class_looks
    return _wrong(fit, positions(scene, fit), looks, cells(scene), method.id in scene.stale)


@memo
def _wrong(
    fit: Fit | ManyFit,
    at: tuple[Floats, Floats, tuple[int, ...]],
    looks: tuple[int, ...],
    cell: tuple[float, float],
    faded: bool,
) -> tuple[Mark, ...]:
    (truth, said, wrong), (X, at_rest, moving) = _verdicts(fit), at
    marks = []
    for code in np.unique((truth * len(looks) + said)[wrong]).tolist():
        one, other = divmod(code, len(looks))
        role, own = (
            f"wrong-{ENDS[looks[one]]}-{ENDS[looks[other]]}",
            wrong[(truth[wrong] == one) & (said[wrong] == other)],
        )
        parts = apart(thin_rows(at_rest, own, cell), moving, len(X))
        marks += [Dots(locked(X[rows]), role, faded=faded) for rows in parts if len(rows)]
    return tuple(marks)


def _verdicts(fit: Fit | ManyFit) -> tuple[Ints, Ints, Ints]:
    """The true and the predicted class of every point, and the rows of those that are wrong."""
    if isinstance(fit, ManyFit):
        truth, said = fit.problem.labels, training_winners(fit)
        return truth, said, np.flatnonzero(said != truth)
    # Score 0 counts as class -, as everywhere.
    positive = fit.problem.y > 0
    truth = positive.astype(np.int64)
    return truth, 1 - truth, np.flatnonzero(wrong_side(training_scores(fit), fit.problem.y))
