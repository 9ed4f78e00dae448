"""The convex hull of every class."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...scene.looks import role
from ...scene.marks import Area, Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.shapes import hulls


def draw(scene: Scene) -> Iterable[Mark]:
    """One filled polygon a class."""
    for corners, look in zip(hulls(scene), scene.document.class_looks, strict=True):
        yield from _hull(corners, look)


@memo
def _hull(corners: Floats, look: int) -> tuple[Mark, ...]:
    # Two corners (collinear points) still have an outline, one point has none.
    return (Area(corners, role("hull", look)),) if len(corners) > 1 else ()
