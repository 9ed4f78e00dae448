"""The test points: hollow, in the colour and shape of their class; a fit has never seen them."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Dataset
from solvers.arrays import locked

from ...core.classes.looks import role
from ...core.marks import Dots, Mark
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """All test points."""
    test = scene.document.test
    return () if test is None else _dots(test, scene.document.class_looks)


@memo
def _dots(test: Dataset, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    parts = ((role("test", look), test.X[test.labels == k]) for k, look in enumerate(looks))
    return tuple(Dots(locked(points), name) for name, points in parts if len(points))
