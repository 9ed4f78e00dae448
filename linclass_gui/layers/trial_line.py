"""The trial line with the two handles that turn and move it, and its canonical form.

That form has the lines f = +-1 at the distance of the nearest point.  Every line that passes
through no point has one (Hein, Machine Learning notes, definition 17), whether or not it separates.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Dataset

from ..answers.decision import trial_line, trial_segment
from ..answers.trial_line import handle_places, pull_handle, trial_numbers
from ..scene.document import Document, TrialLine
from ..scene.marks import Dots, Handle, Marks, Path, Point
from ..scene.memo import memo
from ..scene.scene import Scene
from ..scene.view import View
from . import swatches as sw
from .boundaries import name_along
from .layer import Drawn, Layer
from .pairs import of_pairs
from .weight_vector import pull_arrow, trial_arrow

TRIAL = "trial line"


REACH = 0.32  # of the view's height, between the two handles
NAMES = ("trial-move", "trial-turn")
TIP = "trial-weight"


def draw_trial_line(scene: Scene) -> Drawn:
    """The dashed line and two rings, which are left out on paper, where they cannot be dragged."""
    trial = scene.document.trial
    return () if trial is None else _trial_marks(trial, scene.view, scene.document.stretch)


TRIAL_LINE = Layer("trial", "Trial line", "", draw_trial_line, always=True, in_the_way=True)


@memo
def _trial_marks(trial: TrialLine, view: View, stretch: float) -> Marks:
    segment, places = (
        trial_segment(trial, view),
        handle_places(trial, view, REACH * view.height, stretch),
    )
    if segment is None or places is None:
        return ()
    return (Path(segment, "trial", id="trial"), Dots(np.array(places), "trial-handle", grip=True))


def handles(scene: Scene) -> tuple[Handle, ...]:
    """The handles: the pivot, a point of the line that turns it, and the tip of its w."""
    trial = scene.document.trial
    places = (
        None
        if trial is None
        else handle_places(trial, scene.view, REACH * scene.view.height, scene.document.stretch)
    )
    arrow = trial_arrow(scene)
    tip = () if arrow is None else (Handle(TIP, tuple(arrow[0][1].tolist()), "both"),)
    named_places = () if places is None else tuple(zip(NAMES, places, strict=True))
    return (*(Handle(name, place, "both") for name, place in named_places), *tip)


def drag(scene: Scene, handle: str, position: Point) -> Document:
    """The document with a handle of the trial line at ``position``."""
    trial = scene.document.trial
    if trial is None:
        return scene.document
    if handle == TIP:
        return replace(scene.document, trial=pull_arrow(scene, position))
    changed = (
        replace(trial, pivot=position, in_front=True)
        if handle == NAMES[0]
        else pull_handle(trial, position)
    )
    return replace(scene.document, trial=changed)


def draw_canonical(scene: Scene) -> Drawn:
    """Two thin lines beside a trial line; none beside one that has no canonical form."""
    trial = scene.document.trial
    return () if trial is None else _canonical_lines(trial, scene.document.dataset, scene.view)


def a_canonical_form(scene: Scene) -> str:
    """The need that is not met."""
    if scene.document.trial is None:
        return "needs a trial line"
    if not len(scene.document.dataset):
        return "needs points"
    nearest = trial_numbers(scene.document.dataset, scene.document.trial).nearest
    return "" if nearest > 0.0 else "needs a line through no point"


CANONICAL = of_pairs(
    Layer(
        "canonical",
        "Canonical form",
        "The lines f = ±1 of the trial line, scaled so that its nearest point has f = ±1",
        draw_canonical,
        needs=(a_canonical_form,),
        in_the_way=True,
        swatch=(
            sw.line("trial-margin", (3, 3), (21, 3)),
            sw.line("trial", (3, 8), (21, 8)),
            sw.line("trial-margin", (3, 13), (21, 13)),
        ),
    )
)


@memo
def _canonical_lines(trial: TrialLine, dataset: Dataset, view: View) -> Marks:
    nearest = trial_numbers(dataset, trial).nearest
    if not nearest > 0.0:
        return ()
    segments = (trial_line(trial).segment(view, level) for level in (-nearest, nearest))
    return tuple(Path(segment, "trial-margin") for segment in segments if segment is not None)


def draw_trial_label(scene: Scene) -> Drawn:
    """The name of the trial line."""
    trial = scene.document.trial if scene.document.names else None
    segment = None if trial is None else trial_segment(trial, scene.view)
    if trial is not None and segment is not None:
        yield name_along((segment,), trial.name or TRIAL, "trial", "trial-key")


TRIAL_LABEL = Layer(
    "trial-label",
    "Name of the trial line",
    "",
    draw_trial_label,
    always=True,
    part_of="trial",
    in_legend=True,
)
