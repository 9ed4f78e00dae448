"""The two sides of the selected method's boundary, in the colours of the classes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked
from solvers.plane.geometry import clip_polygon, contour_segments, half_plane

from ...core.document import View
from ...core.fits.decision import chains, plane_line, score_grid
from ...core.marks import Area, Mark
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """The regions f > 0 and f < 0."""
    if scene.selected is None or not scene.selected[1].has_model:
        return ()
    method, fit = scene.selected
    return _regions(fit, scene.view, method.id in scene.stale)


@memo(4)
def _regions(fit: Fit, view: View, faded: bool) -> tuple[Mark, ...]:
    sides = ((1.0, "half-plane-plus"), (-1.0, "half-plane-minus"))
    areas = ((region(fit, view, sign), role) for sign, role in sides)
    return tuple(Area(area, role, faded=faded) for area, role in areas if len(area))


def region(fit: Fit, view: View, sign: float) -> Floats:
    """The part of the view where ``sign f(x) > 0``, as one polygon (k, 2)."""
    line = plane_line(fit)
    if line is not None:
        return locked(half_plane(sign * line.normal, sign * line.offset, view.box, line.centre))
    grid = score_grid(fit, view)
    return positive_region(sign * grid.values, grid.xs, grid.ys, view)


def positive_region(values: Floats, xs: Floats, ys: Floats, view: View) -> Floats:
    """The part of the view where a function on a grid is positive, as one polygon (k, 2)."""
    # One more row and column outside the view, all on the other side, closes every curve.
    F = np.pad(np.where(np.isfinite(values), values, -1.0), 1, mode="edge")
    low = -float(np.abs(F).max()) - 1.0
    F[[0, -1], :], F[:, [0, -1]] = low, low
    loops = [clip_polygon(loop, view.box) for loop in chains(contour_segments(F, _wider(xs), _wider(ys)))]
    return locked(bridged([loop for loop in loops if len(loop)]))


def _wider(values: Floats) -> Floats:
    # Far outside: what is interpolated on the way there lies outside the view, so that the corners are not cut off.
    span = float(values[-1] - values[0])
    return np.concatenate([values[:1] - span, values, values[-1:] + span])


def bridged(loops: list[Floats]) -> Floats:
    """Several closed curves as one: every bridge from the first point and back has no area, so that the fill ignores it."""
    if not loops:
        return np.empty((0, 2))
    anchor = loops[0][:1]
    return np.concatenate([part for loop in loops for part in (loop, loop[:1], anchor)])
