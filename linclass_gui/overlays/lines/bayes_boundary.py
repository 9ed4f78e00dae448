"""The best possible boundary, when the points come from known populations: no classifier errs less often on new points."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Populations

from ...core.document import View
from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.scene import Scene
from ..shapes.bayes import curves


def draw(scene: Scene) -> Iterable[Mark]:
    """A dashed line, or the branches of a conic section where the covariances differ."""
    return () if scene.document.populations is None else _paths(scene.document.populations, scene.view)


@memo
def _paths(populations: Populations, view: View) -> tuple[Mark, ...]:
    return tuple(Path(curve, "bayes") for curve in curves(populations, view))
