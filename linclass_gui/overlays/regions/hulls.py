"""The convex hulls of both classes."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.classes.shapes import hulls
from ...core.marks import Area, Mark
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """One filled polygon a class."""
    minus, plus = hulls(scene)
    return (*_hull(minus, "hull-minus"), *_hull(plus, "hull-plus"))


@memo
def _hull(corners: Floats, role: str) -> tuple[Mark, ...]:
    # Two corners (collinear points) still have an outline, one point has not.
    return (Area(corners, role),) if len(corners) > 1 else ()
