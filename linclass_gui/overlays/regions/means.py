"""The class means, above the points: a rim in the colour of the canvas keeps each clear of the points below it."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.arrays import locked
from solvers.moments import ClassMoments

from ...core.classes.shapes import moments
from ...core.marks import Dots, Mark
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """One plus sign a class."""
    both = moments(scene)
    return () if both is None else _means(both)


@memo
def _means(both: ClassMoments) -> tuple[Mark, ...]:
    parts = ((both.minus, "mean-minus"), (both.plus, "mean-plus"))
    at = tuple((locked((both.centre + part.mean)[None, :]), role) for part, role in parts)
    rims = tuple(Dots(xy, "mean-rim") for xy, _ in at)
    return (*rims, *(Dots(xy, role) for xy, role in at))
