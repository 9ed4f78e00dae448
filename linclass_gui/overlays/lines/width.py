"""The width of the margin, ``2/||w||``, between the two margin lines."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Bools, locked

from ...core.crowd import Crowd, crowd_of
from ...core.document import View
from ...core.fits.decision import plane_line
from ...core.labels import text_width
from ...core.marks import Mark, Path, Text
from ...core.memo import memo
from ...core.scene import Scene
from ..regions import class_names
from ..room import apart, everything, reach, row, written
from .margins import has_margins

SHARES = np.array([0.85, 0.15, 0.78, 0.22, 0.7, 0.3, 0.6, 0.4, 0.5, 0.9, 0.1])  # places along the boundary, as they are liked
LABEL = "$2/‖w‖$"


def draw(scene: Scene) -> Iterable[Mark]:
    """A double arrow across the margin of the selected method, where it and its label lie in the view and on no point."""
    if scene.selected is None or not has_margins(scene.selected[1]):
        return ()
    method, fit = scene.selected
    names = tuple(class_names.draw(scene))
    taken, points = everything(scene), crowd_of(scene, reach(scene))
    return _arrow(fit, scene.view, scene.pixel, scene.label_size, points, taken, names, method.id in scene.stale)


@memo(4)
def _arrow(
    fit: Fit, view: View, pixel: float, size: float, points: Crowd, taken: Crowd, names: tuple[Mark, ...], faded: bool
) -> tuple[Mark, ...]:
    line = plane_line(fit)
    segment = None if line is None else line.segment(view)
    if line is None or segment is None:
        return ()
    origin = np.array([view.x0, view.y0])
    half, unit = line.normal / (line.norm**2 * pixel), line.normal / line.norm
    middles = (segment[0] + SHARES[:, None] * (segment[1] - segment[0]) - origin) / pixel
    arrows = np.stack([middles - half, middles + half], axis=1)
    inside = _inside(arrows, view, pixel, 0.0)
    if not inside.any():
        return ()
    along = arrows[:, :1] + np.linspace(0.0, 1.0, 16)[:, None] * (arrows[:, 1:] - arrows[:, :1])
    cost = np.where(inside, points.touches(along).sum(axis=1) + 0.01 * np.arange(len(SHARES)), np.inf)
    spots = _label_spots(arrows, unit, size)
    discs = row(spots.reshape(-1, 2), text_width(LABEL, size), size).reshape(*spots.shape[:2], -1, 2)
    away = taken.touches(discs).sum(axis=2) + 4.0 * ~apart(discs, written(names, size, view, pixel), 1.5 * size)
    away = np.where(_inside(discs, view, pixel, 0.7 * size), away + 0.1 * np.arange(spots.shape[1]), 99.0)
    best = int(np.argmin(cost + away.min(axis=1)))
    side = int(np.argmin(away[best]))
    marks: list[Mark] = [Path(locked(arrows[best] * pixel + origin), "width", arrow="both", faded=faded)]
    if away[best, side] < 99.0:
        x, y = (spots[best, side] * pixel + origin).tolist()
        marks.append(Text((x, y), LABEL, "math", backed=bool(away[best, side] >= 1.0)))
    return tuple(marks)


def _label_spots(arrows: Floats, unit: Floats, size: float) -> Floats:
    """Places of the label for each arrow (k, 6, 2): beside the tips, then beyond them."""
    half = 0.5 * text_width(LABEL, size)
    across = np.array([-unit[1], unit[0]])
    # As far from the line as the text reaches in that direction.
    beside, beyond = (abs(v[0]) * half + abs(v[1]) * 0.6 * size + 0.9 * size for v in (across, unit))
    tips = [(arrows[:, 1], 1.0), (arrows[:, 0], -1.0)]
    near = [tip + out * beyond * unit for tip, out in tips]
    sides = [tip + turn * beside * across + out * 0.6 * size * unit for tip, out in tips for turn in (1.0, -1.0)]
    return np.stack([*sides, *near], axis=1)


def _inside(places: Floats, view: View, pixel: float, margin: float) -> Bools:
    """Whether all places of each group (..., m, 2), in pixels, lie in the view."""
    high = np.array([view.width, view.height]) / pixel - margin
    inside: Bools = np.logical_and.reduce((places > margin) & (places < high), axis=(-2, -1))
    return inside
