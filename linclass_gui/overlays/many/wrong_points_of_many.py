"""Wrong points of more than two classes: the shape and the outline tell the truth, the fill the prediction."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Floats, ManyFit
from solvers.arrays import locked

from ...core.classes.looks import ENDS
from ...core.classes.verdicts import training_winners
from ...core.marks import Dots, Mark
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """A symbol over each wrong point of the selected method."""
    if scene.chosen is None or not scene.chosen[1].has_model:
        return ()
    method, many = scene.chosen
    return _wrong(many, scene.document.dataset.X, scene.document.class_looks, method.id in scene.stale)


@memo
def _wrong(many: ManyFit, X: Floats, looks: tuple[int, ...], faded: bool) -> tuple[Mark, ...]:
    winners, labels = training_winners(many), many.problem.labels
    if len(X) != len(labels):
        return ()
    marks = []
    for code in np.unique((labels * len(looks) + winners)[winners != labels]).tolist():
        truth, said = divmod(code, len(looks))
        rows = np.flatnonzero((labels == truth) & (winners == said))
        marks.append(Dots(locked(X[rows]), f"wrong-{ENDS[looks[truth]]}-{ENDS[looks[said]]}", faded=faded))
    return tuple(marks)
