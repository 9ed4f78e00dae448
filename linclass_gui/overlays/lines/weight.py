"""The weight vector: an arrow from the boundary into the positive side."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit
from solvers.arrays import locked

from ...core.document import View
from ...core.fits.decision import plane_line
from ...core.marks import Mark, Path
from ...core.markup.ticks import significant
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Beside, Words
from ..shapes.arrows import scale

SHORTEST, LONGEST = 40.0, 0.4  # px, and part of the view's smaller side


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """w of the selected method, to the scale of the axes where that can be seen, else times a round number that is written."""
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
    factor = scale(line.norm, SHORTEST * pixel, LONGEST * min(view.width, view.height))
    foot = line.foot(np.array(view.middle))
    if not (view.x0 < foot[0] < view.x1 and view.y0 < foot[1] < view.y1):
        foot = segment.mean(axis=0)
    tip = foot + factor * line.normal
    text = "$w$" if factor == 1.0 else f"${significant(factor, 1)} w$"
    arrow = Path(locked(np.stack([foot, tip])), "weight", slot=slot, arrow="end", faded=faded)
    return arrow, Words((text,), Beside(locked(tip[None])), "math", slot, "weight", faded=faded)
