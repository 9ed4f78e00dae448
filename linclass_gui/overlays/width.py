"""The width of the margin, ``2/||w||``, between the two margin lines."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked

from ..core.decision import plane_line
from ..core.document import View
from ..core.labels import Crowd, crowd_of
from ..core.marks import Mark, Path, Text
from ..core.memo import memo
from ..core.scene import Scene
from .margins import has_margins

SHARES = (0.85, 0.15, 0.72, 0.28, 0.6, 0.4)  # places along the boundary, the first one free of points is taken


def draw(scene: Scene) -> Iterable[Mark]:
    """A double arrow across the margin of the selected method."""
    if scene.selected is None or not has_margins(scene.selected[1]):
        return ()
    method, fit = scene.selected
    return _arrow(fit, scene.view, scene.pixel, scene.label_size, crowd_of(scene, 6.0), method.id in scene.stale)


@memo(4)
def _arrow(fit: Fit, view: View, pixel: float, size: float, points: Crowd, faded: bool) -> tuple[Mark, ...]:
    line = plane_line(fit)
    segment = None if line is None else line.segment(view)
    if line is None or segment is None:
        return ()
    half = line.normal / line.norm**2
    middles = [segment[0] + share * (segment[1] - segment[0]) for share in SHARES]
    arrows = [np.stack([middle - half, middle + half]) for middle in middles]
    visible = [arrow for arrow in arrows if _in_view(arrow, view)]
    if not visible:
        return ()
    arrow = min(visible, key=lambda arrow: int(points.touches(_between(arrow, view, pixel)).sum()))
    beyond = arrow[1] + 2.2 * size * pixel * line.normal / line.norm
    label = Text((float(beyond[0]), float(beyond[1])), "$2/‖w‖$", "math", backed=True)
    return Path(locked(arrow), "width", arrow="both", faded=faded), label


def _in_view(arrow: Floats, view: View) -> bool:
    low, high = (view.x0, view.y0), (view.x1, view.y1)
    return bool(((arrow > low) & (arrow < high)).all())


def _between(arrow: Floats, view: View, pixel: float) -> Floats:
    steps = np.linspace(0.0, 1.0, 16)[:, None]
    along: Floats = (arrow[0] + steps * (arrow[1] - arrow[0]) - (view.x0, view.y0)) / pixel
    return along
