"""The part of the plane that the selected method gives each class, in its colour; undecided parts
are hatched in grey.
"""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Fit, Floats, ManyFit
from solvers.arrays import locked
from solvers.plane.arrangement import UNDECIDED
from solvers.plane.geometry import half_plane

from ...answers.contours import score_grid
from ...answers.decision import PlaneLine, plane_line
from ...answers.regions import regions
from ...scene.looks import role
from ...scene.marks import Area, Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.section import is_trace
from ...scene.shapes import hatch_lines
from ...scene.view import View
from ..shapes.sides import bridge_loops, positive_region

SPACING = 8.0  # between the lines of the hatching, in pixels


def draw(scene: Scene) -> Iterable[Mark]:
    """The regions f > 0 and f < 0, or the parts of more classes."""
    if scene.with_answer is None or is_trace(scene.with_answer[1]):
        return ()
    (method, fit), looks = scene.with_answer, scene.document.class_looks
    if isinstance(fit, Fit):
        return _sides(plane_line(fit) or fit, scene.view, looks, method.id in scene.stale)
    return _parts(fit, scene.view, looks, method.id in scene.stale)


@memo
def _sides(
    score: PlaneLine | Fit, view: View, looks: tuple[int, ...], faded: bool
) -> tuple[Mark, ...]:
    areas = [
        (region(score, view, sign), role("half-plane", look))
        for sign, look in ((1.0, looks[1]), (-1.0, looks[0]))
    ]
    return tuple([Area(area, name, faded=faded) for area, name in areas if len(area)])


@memo
def _parts(many: ManyFit, view: View, looks: tuple[int, ...], faded: bool) -> tuple[Mark, ...]:
    return tuple(
        Area(locked(bridge_loops(loops)), role("half-plane", looks[k]), faded=faded)
        for k, loops in sorted(regions(many, view).outlines.items())
        if k != UNDECIDED
    )


def undecided_parts(scene: Scene) -> Iterable[Mark]:
    """The hatching of the undecided parts."""
    if (
        scene.with_answer is None
        or isinstance(scene.with_answer[1], Fit)
        or is_trace(scene.with_answer[1])
    ):
        return ()
    return _hatching(
        scene.with_answer[1], scene.view, SPACING * scene.pixel, scene.document.stretch
    )


@memo
def _hatching(many: ManyFit, view: View, spacing: float, stretch: float) -> tuple[Mark, ...]:
    loops = regions(many, view).outlines.get(UNDECIDED, ())
    lines = hatch_lines(loops, spacing, stretch)
    ground = (Area(locked(bridge_loops(loops)), "undecided-ground"),) if loops else ()
    return (*ground, Path(lines, "undecided", joined="pairs")) if len(lines) else ground


def region(score: PlaneLine | Fit, view: View, sign: float) -> Floats:
    """The part of the view where ``sign f(x) > 0``, as one polygon (k, 2)."""
    if isinstance(score, PlaneLine):
        return locked(half_plane(sign * score.normal, sign * score.offset, view.box, score.centre))
    grid = score_grid(score, view)
    return positive_region(sign * grid.values, grid.xs, grid.ys, view)
