"""The test points: hollow, in the colour and shape of their class; a fit has never seen them."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Dataset

from ...scene.marks import Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ..shapes.crowds import class_dots


def draw(scene: Scene) -> Iterable[Mark]:
    """All test points."""
    test = scene.document.test_shown
    return () if test is None else _dots(test, scene.document.class_looks)


@memo
def _dots(test: Dataset, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    return class_dots(test, looks, "test", group="test points")
