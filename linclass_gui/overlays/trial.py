"""The trial line with its two handles, which turn and move it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from solvers.arrays import locked

from ..answers.decision import trial_segment
from ..answers.trial_line import handle_places, pull_handle
from ..scene.document import Document, TrialLine
from ..scene.marks import Dots, Handle, Mark, Path
from ..scene.memo import memo
from ..scene.scene import Scene
from ..scene.view import View

REACH = 0.32  # of the view's height, between the two handles
NAMES = ("trial-move", "trial-turn")


def draw(scene: Scene) -> Iterable[Mark]:
    """The dashed line and two rings, which are left out on paper, where they cannot be dragged."""
    trial = scene.document.trial
    return () if trial is None else _line(trial, scene.view, scene.document.stretch)


@memo
def _line(trial: TrialLine, view: View, stretch: float) -> tuple[Mark, ...]:
    segment, places = (
        trial_segment(trial, view),
        handle_places(trial, view, REACH * view.height, stretch),
    )
    if segment is None or places is None:
        return ()
    return (Path(segment, "trial"), Dots(locked(np.array(places)), "trial-handle", grip=True))


def handles(scene: Scene) -> tuple[Handle, ...]:
    """What can be dragged: the pivot, and a point of the line that turns it."""
    trial = scene.document.trial
    places = (
        None
        if trial is None
        else handle_places(trial, scene.view, REACH * scene.view.height, scene.document.stretch)
    )
    return (
        ()
        if places is None
        else tuple(Handle(name, at, "both") for name, at in zip(NAMES, places, strict=True))
    )


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with a handle of the trial line at ``at``."""
    trial = scene.document.trial
    if trial is None:
        return scene.document
    changed = (
        replace(trial, pivot=at, in_front=True) if handle == NAMES[0] else pull_handle(trial, at)
    )
    return replace(scene.document, trial=changed)
