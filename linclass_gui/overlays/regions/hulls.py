"""The convex hull of every class."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.classes.looks import role
from ...core.classes.shapes import hulls
from ...core.marks import Area, Mark
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """One filled polygon a class."""
    for corners, look in zip(hulls(scene), scene.document.class_looks, strict=True):
        yield from _hull(corners, look)


@memo
def _hull(corners: Floats, look: int) -> tuple[Mark, ...]:
    # Two corners (collinear points) still have an outline, one point has none.
    return (Area(corners, role("hull", look)),) if len(corners) > 1 else ()
