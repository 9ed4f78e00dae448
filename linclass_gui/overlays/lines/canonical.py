"""The lines f = ±1 of the trial line in its canonical form: parallel to it, at the distance of its
nearest point.

Every line that passes through no point has that form (Hein, Machine Learning notes, definition 17),
whether or not it separates.
"""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Dataset
from solvers.arrays import locked

from ...answers.decision import trial_line
from ...answers.trial_line import trial_numbers
from ...scene.document import TrialLine
from ...scene.marks import Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.view import View


def draw(scene: Scene) -> Iterable[Mark]:
    """Two thin lines beside a trial line; none beside one that has no canonical form."""
    trial = scene.document.trial
    return () if trial is None else _lines(trial, scene.document.dataset, scene.view)


def needs_room(scene: Scene) -> str:
    """What is missing."""
    if scene.document.trial is None:
        return "needs a trial line"
    if not len(scene.document.dataset):
        return "needs points"
    nearest = trial_numbers(scene.document.dataset, scene.document.trial).nearest
    return "" if nearest > 0.0 else "needs a line through no point"


@memo
def _lines(trial: TrialLine, dataset: Dataset, view: View) -> tuple[Mark, ...]:
    nearest = trial_numbers(dataset, trial).nearest
    if not nearest > 0.0:
        return ()
    segments = (trial_line(trial).segment(view, level) for level in (-nearest, nearest))
    return tuple(
        Path(locked(segment), "trial-margin") for segment in segments if segment is not None
    )
