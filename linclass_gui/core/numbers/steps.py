"""The steps of an iterative method as a table: what was touched, and the weights after it."""

from __future__ import annotations

from solvers import Fit, Floats

from ..fits.playback import is_playable
from ..markup.numbers import without_rounding
from ..markup.ticks import significant
from ..scene import Scene
from .block import Numbers

WEIGHTS = 6  # written out; of more, the first ones
ROWS = 9  # steps shown about the one that is played
NEEDS = "Select an iterative method in the plane to see its steps."


def table(scene: Scene) -> Numbers:
    """The steps around the one that is played (at rest: the last ones): the step, and ``a = (b, w1,
    w2, ...)`` after it.
    """
    whole = (
        None if scene.selected is None else scene.whole.get(scene.selected[0].id, scene.selected[1])
    )
    if not isinstance(whole, Fit) or not is_playable(whole):
        return Numbers(needs=NEEDS)
    last = len(whole.history) - 1
    now = last if scene.playback is None else min(scene.playback.step, last)
    first = max(0, min(now - ROWS // 2, last + 1 - ROWS))
    lines = []
    for k in range(first, min(last, first + ROWS - 1) + 1):
        step = whole.history[k]
        a = (
            "kernel"
            if step.w is None
            else ", ".join(_weights(step.b, step.w, whole.method.has_offset))
        )
        lines.append((f"{'→ ' if k == now else ''}step {k}", f"({a})"))
    return Numbers((), (("", "$a = (b, w)$" if whole.method.has_offset else "$a = w$"), *lines))


def _weights(b: float, w: Floats, has_offset: bool) -> list[str]:
    """The numbers of one step; what is rounding beside the largest is 0, and what is left out is
    said.
    """
    values = [*([b] if has_offset else []), *w.tolist()]
    largest = max(map(abs, values), default=0.0)
    return [significant(without_rounding(v, largest), 3) for v in values[:WEIGHTS]] + ["…"] * (
        len(values) > WEIGHTS
    )
