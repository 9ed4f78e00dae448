"""The names of the lines, each along its own line."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.fits.decision import level_curves, trial_segment
from ...core.markup.ticks import MINUS
from ...core.memo import memo
from ...core.scene import Scene
from ...core.telling import label_of
from ...core.words import Along, Words
from .bayes_boundary import curves, label
from .margins import has_margins

TRIAL = "trial line"
MOST = 24  # names of methods: more would cover the picture, and nobody could tell the lines apart by them


def draw(scene: Scene) -> Iterable[Words]:
    """A name for every boundary, both margin lines and the trial line, which give way where there is no room."""
    return (*_boundaries(scene), *_bayes(scene), *_margins(scene), *_trial(scene))


def _boundaries(scene: Scene) -> Iterable[Words]:
    """The names of the methods, the selected one first."""
    for method, fit in scene.drawn[: -MOST - 1 : -1] if scene.shows("boundary") else ():
        found, name = level_curves(fit, scene.view), label_of(method, scene.document.methods)
        if found and name:
            yield _name(_longest(found), name, "label", method.slot, ("boundary", method.id), True, method.id in scene.stale)


def _bayes(scene: Scene) -> Iterable[Words]:
    populations = scene.document.populations
    if populations is not None and scene.shows("bayes-boundary"):
        found = curves(populations, scene.view)
        if found:
            yield _name(_longest(found), label(populations), "label-bayes", None, "bayes", True, False)


def _margins(scene: Scene) -> Iterable[Words]:
    if scene.selected is None or not scene.shows("margins") or not has_margins(scene.selected[1]):
        return
    for level, sign in ((1.0, "+"), (-1.0, MINUS)):
        found = level_curves(scene.selected[1], scene.view, level)
        if found:
            is_stale = scene.selected[0].id in scene.stale
            yield _name(_longest(found), f"$f(x) = {sign}1$", "label", None, ("margin", level), False, is_stale)


def _trial(scene: Scene) -> Iterable[Words]:
    segment = None if scene.document.trial is None else trial_segment(scene.document.trial, scene.view)
    if segment is not None:
        yield _name(segment, TRIAL, "label-trial", None, "trial", False, False)


def _longest(found: tuple[Floats, ...]) -> Floats:
    """The longest part of a curve carries its name."""
    return max(found, key=len)


@memo(16)
def _name(curve: Floats, text: str, role: str, slot: int | None, id: object, needed: bool, faded: bool) -> Words:
    return Words((text,), Along(curve), role, slot, id, needed, faded=faded)
