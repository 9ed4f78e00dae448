"""Names along lines."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.fits.decision import level_curves, trial_segment
from ...core.fits.margin_lines import with_levels
from ...core.markup.ticks import MINUS
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Along, Words

TRIAL = "trial line"


def margin_names(scene: Scene) -> Iterable[Words]:
    """The values of f on both margin lines."""
    shown = with_levels(scene)
    if shown is None or not scene.shows("margins"):
        return
    method, fit = shown
    for level, sign in ((1.0, "+"), (-1.0, MINUS)):
        found = level_curves(fit, scene.view, level)
        if found:
            yield name_of(longest(found), f"$f(x) = {sign}1$", "label", None, ("margin", level), False, method.id in scene.stale)


def trial_name(scene: Scene) -> Iterable[Words]:
    """That of the line that was drawn by hand."""
    segment = None if scene.document.trial is None else trial_segment(scene.document.trial, scene.view)
    if segment is not None:
        yield name_of(segment, TRIAL, "label-trial", None, "trial", False, False)


def longest(found: tuple[Floats, ...]) -> Floats:
    """The longest part of a curve carries its name."""
    return max(found, key=len)


@memo
def name_of(curve: Floats, text: str, role: str, slot: int | None, id: object, needed: bool, faded: bool) -> Words:
    """A name along a curve, which looks for its place there."""
    return Words((text,), Along(curve), role, slot, id, needed, faded=faded)
