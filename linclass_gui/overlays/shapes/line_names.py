"""Names along lines."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...answers.contours import level_curves
from ...answers.decision import trial_segment, with_levels
from ...markup.numbers import MINUS
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.words import Along, Words

TRIAL = "trial line"


def margin_names(scene: Scene) -> Iterable[Words]:
    """The values of f on both margin lines; of more classes those of the chosen member.

    With all members at once, "f = 1" would be ambiguous.
    """
    if scene.is_many:
        yield from margin_names(scene.members[0][1]) if len(scene.members) == 1 else ()
        return
    shown = with_levels(scene)
    if shown is None or not scene.shows("margins"):
        return
    method, fit = shown
    for level, sign in ((1.0, "+"), (-1.0, MINUS)):
        found = level_curves(fit, scene.view, level)
        if found:
            yield _value_of(longest(found), f"$f(x) = {sign}1$", level, method.id in scene.stale)


def trial_name(scene: Scene) -> Iterable[Words]:
    """The name of the trial line."""
    trial = scene.document.trial if scene.document.names else None
    segment = None if trial is None else trial_segment(trial, scene.view)
    if segment is not None:
        yield name_of(segment, TRIAL, "trial-key", None, "trial", True, False)


def longest(found: tuple[Floats, ...]) -> Floats:
    """The longest part of a curve, which carries its name."""
    return max(found, key=lambda chain: float(abs(chain[1:] - chain[:-1]).sum()))


@memo
def _value_of(curve: Floats, text: str, level: float, faded: bool) -> Words:
    return Words(
        (text,), Along(curve), id=("margin", level), needed=False, faded=faded, pair="margins"
    )


@memo
def name_of(
    curve: Floats,
    text: str,
    sample: str,
    slot: int | None,
    id: object,
    needed: bool,
    faded: bool,
    shorter: str = "",
) -> Words:
    """A name along a curve, after a short piece of a line of the role ``sample``."""
    return Words(
        (text,),
        Along(curve),
        "label",
        slot,
        id,
        needed,
        (shorter,) if shorter else (),
        faded=faded,
        sample=sample,
    )
