"""The weight vector: an arrow from the boundary into the positive side."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked

from ...answers.decision import PlaneLine, plane_line
from ...markup.numbers import significant
from ...scene.marks import Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.view import View
from ...scene.words import Beside, Words
from ..shapes.arrows import into_view, scale

SHORTEST, LONGEST = 40.0, 0.4  # px, and part of the view's smaller side
# along the line, where an arrow from its middle would leave the picture
FEET = (0.5, 0.3, 0.7, 0.15, 0.85)
# of the longest arrow, where a line cuts off a corner into which it points
SHARES = (1.0, 0.5, 0.25)


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """w of the selected method, to the scale of the axes where that is visible, else times a round
    number that is stated.
    """
    if scene.selected is None or not scene.has_equal_scales:
        return ()
    method, fit = scene.selected
    return _arrow(fit, scene.view, scene.pixel, method.slot, method.id in scene.stale)


@memo
def _arrow(fit: Fit, view: View, pixel: float, slot: int, faded: bool) -> tuple[Mark | Words, ...]:
    line = plane_line(fit)
    segment = None if line is None else line.segment(view)
    if line is None or segment is None:
        return ()
    foot = line.foot(np.array(view.middle))
    inside = view.x0 < foot[0] < view.x1 and view.y0 < foot[1] < view.y1
    along = [segment[0] + part * (segment[1] - segment[0]) for part in FEET]
    ends, factor = _place(line, [foot, *along] if inside else along, view, SHORTEST * pixel)
    text = "$w$" if factor == 1.0 else f"${significant(factor, 1)} w$"
    arrow = Path(locked(ends), "weight", slot=slot, arrow="end", faded=faded)
    return arrow, Words((text,), Beside(locked(ends[1:])), "math", slot, "weight", faded=faded)


def _place(
    line: PlaneLine, feet: list[Floats], view: View, shortest: float
) -> tuple[Floats, float]:
    """The ends (2, 2) of the first arrow that lies in the view, and its multiple of w."""
    arrows = []
    for share in SHARES:
        factor = scale(line.norm, shortest, share * LONGEST * min(view.width, view.height))
        arrows += [(np.stack([foot, foot + factor * line.normal]), factor) for foot in feet]
    return next(
        ((ends, factor) for ends, factor in arrows if (into_view(ends, view) == ends).all()),
        arrows[0],
    )
