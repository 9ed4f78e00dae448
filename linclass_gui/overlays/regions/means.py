"""The class means, above the points: a rim in the colour of the canvas keeps each clear of the
points below it.
"""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Dataset
from solvers.arrays import locked
from solvers.moments import ClassMoments

from ...scene.looks import role
from ...scene.marks import Dots, Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.shapes import class_moments, each_class
from ..needs import both_classes


def draw(scene: Scene) -> Iterable[Mark]:
    """One plus sign a class."""
    shown = None if both_classes(scene) else class_moments(scene)
    return (
        () if shown is None else _means(shown, scene.document.dataset, scene.document.class_looks)
    )


@memo
def _means(shown: ClassMoments, dataset: Dataset, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    at = [
        (locked((shown.centre + one.mean)[None, :]), role("mean", looks[k]))
        for k, one in each_class(dataset, shown)
    ]
    rims = tuple(Dots(xy, "mean-rim") for xy, _ in at)
    return (*rims, *(Dots(xy, role) for xy, role in at))
