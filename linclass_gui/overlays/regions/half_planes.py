"""The two sides of the selected method's boundary, in the colours of the classes."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Fit, Floats
from solvers.arrays import locked
from solvers.plane.geometry import half_plane

from ...core.document import View
from ...core.fits.decision import PlaneLine, plane_line, score_grid
from ...core.marks import Area, Mark
from ...core.memo import memo
from ...core.scene import Scene
from ..shapes.sides import positive_region


def draw(scene: Scene) -> Iterable[Mark]:
    """The regions f > 0 and f < 0."""
    if scene.with_model is None:
        return ()
    method, fit = scene.with_model
    return _regions(plane_line(fit) or fit, scene.view, method.id in scene.stale)


@memo
def _regions(score: PlaneLine | Fit, view: View, faded: bool) -> tuple[Mark, ...]:
    sides = ((1.0, "half-plane-plus"), (-1.0, "half-plane-minus"))
    areas = [(region(score, view, sign), role) for sign, role in sides]
    return tuple([Area(area, role, faded=faded) for area, role in areas if len(area)])


def region(score: PlaneLine | Fit, view: View, sign: float) -> Floats:
    """The part of the view where ``sign f(x) > 0``, as one polygon (k, 2)."""
    if isinstance(score, PlaneLine):
        return locked(half_plane(sign * score.normal, sign * score.offset, view.box, score.centre))
    grid = score_grid(score, view)
    return positive_region(sign * grid.values, grid.xs, grid.ys, view)
