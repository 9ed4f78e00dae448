"""The part of the plane that each class has, in its colour; parts that no class has are hatched in grey."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Floats, ManyFit
from solvers.arrays import locked
from solvers.plane.arrangement import UNDECIDED

from ...core.classes.hatching import hatch_lines
from ...core.classes.looks import role
from ...core.classes.regions import regions
from ...core.document import View
from ...core.marks import Area, Mark, Path
from ...core.memo import memo
from ...core.scene import Scene

SPACING = 8.0  # between the lines of the hatching, in pixels


def draw(scene: Scene) -> Iterable[Mark]:
    """The parts of the selected method."""
    if scene.chosen is None or not scene.chosen[1].has_model:
        return ()
    method, many = scene.chosen
    return _parts(many, scene.view, scene.document.class_looks, method.id in scene.stale)


@memo
def _parts(many: ManyFit, view: View, looks: tuple[int, ...], faded: bool) -> tuple[Mark, ...]:
    outlines = regions(many, view).outlines
    return tuple(
        Area(bridge_loops(loops), role("half-plane", looks[k]), faded=faded)
        for k, loops in sorted(outlines.items())
        if k != UNDECIDED
    )


def undecided_parts(scene: Scene) -> Iterable[Mark]:
    """The hatching of the parts that no class has, of the selected method."""
    if scene.chosen is None or not scene.chosen[1].has_model:
        return ()
    return _hatching(scene.chosen[1], scene.view, SPACING * scene.pixel)


@memo
def _hatching(many: ManyFit, view: View, spacing: float) -> tuple[Mark, ...]:
    loops = regions(many, view).outlines.get(UNDECIDED, ())
    lines = hatch_lines(loops, spacing)
    ground = (Area(bridge_loops(loops), "undecided-ground"),) if loops else ()
    return (*ground, Path(lines, "undecided", joined="pairs")) if len(lines) else ground


def bridge_loops(loops: tuple[Floats, ...]) -> Floats:
    """Several closed curves as one: every bridge from the first point and back has no area, so that the fill ignores it."""
    if len(loops) == 1:
        return loops[0]
    anchor = loops[0][:1]
    return locked(np.concatenate([part for loop in loops for part in (loop, loop[:1], anchor)]))
