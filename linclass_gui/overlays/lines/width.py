"""The width of the margin, ``2/||w||``, between the two margin lines."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit
from solvers.arrays import locked

from ...answers.decision import plane_line
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.view import View
from ...scene.words import Across, Words

# places along the boundary, in order of preference
SHARES = np.array([0.85, 0.15, 0.78, 0.22, 0.7, 0.3, 0.6, 0.4, 0.5, 0.9, 0.1])
LABEL = "$2/‖w‖$"


def draw(scene: Scene) -> Iterable[Words]:
    """A double arrow across the margin of the selected method, with its words."""
    if scene.with_margin is None:
        return ()
    method, fit = scene.with_margin
    return _arrow(fit, scene.view, method.id in scene.stale)


@memo
def _arrow(fit: Fit, view: View, faded: bool) -> tuple[Words, ...]:
    line = plane_line(fit)
    segment = None if line is None else line.segment(view)
    if line is None or segment is None:
        return ()
    half = line.normal / line.norm**2
    middles = segment[0] + SHARES[:, None] * (segment[1] - segment[0])
    arrows = np.stack([middles - half, middles + half], axis=1)
    seen = ((arrows > (view.x0, view.y0)) & (arrows < (view.x1, view.y1))).all(axis=(1, 2))
    home = Across(locked(arrows), "width", faded)
    return (
        (Words((LABEL,), home, "math", id="width", needed=False, faded=faded),)
        if seen.any()
        else ()
    )
