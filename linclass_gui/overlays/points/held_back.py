"""The test points: hollow, in the colour and shape of their class; a fit has never seen them."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Dataset
from solvers.arrays import locked

from ...core.marks import Dots, Mark
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """All test points."""
    test = scene.document.test
    return () if test is None else _dots(test)


@memo(2)
def _dots(test: Dataset) -> tuple[Mark, ...]:
    sides = (("test-minus", test.X[test.labels == 0]), ("test-plus", test.X[test.labels > 0]))
    return tuple(Dots(locked(points), role) for role, points in sides if len(points))
