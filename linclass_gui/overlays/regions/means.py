"""The class means, above the points: a rim in the colour of the canvas keeps each clear of the points below it."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.arrays import locked

from ...core.classes.looks import role
from ...core.classes.shapes import GroupMoments, group_moments
from ...core.marks import Dots, Mark
from ...core.memo import memo
from ...core.scene import Scene
from ..needs import both_classes


def draw(scene: Scene) -> Iterable[Mark]:
    """One plus sign a class."""
    return () if both_classes(scene) else _means(group_moments(scene), scene.document.class_looks)


@memo
def _means(shown: GroupMoments, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    at = tuple((locked((shown.centre + group.mean)[None, :]), role("mean", looks[k])) for k, group in shown.groups.items())
    rims = tuple(Dots(xy, "mean-rim") for xy, _ in at)
    return (*rims, *(Dots(xy, role) for xy, role in at))
