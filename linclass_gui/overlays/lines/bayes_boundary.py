"""The best possible boundary, when the points come from known populations: no classifier errs less often on new points."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.scene import Scene
from ..shapes.bayes import curves, populations_of


def draw(scene: Scene) -> Iterable[Mark]:
    """A dashed line, or the branches of a conic section where the covariances differ."""
    populations = populations_of(scene)
    return () if populations is None else _paths(curves(populations, scene.view))


@memo
def _paths(found: tuple[Floats, ...]) -> tuple[Mark, ...]:
    return tuple(Path(curve, "bayes") for curve in found)
