"""The best possible boundary, when the points come from known populations: no classifier errs less
often on new points.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...scene.marks import Mark
from ...scene.scene import Scene
from ..shapes.bayes import curves, populations_of
from ..shapes.curve_paths import curve_paths


def draw(scene: Scene) -> Iterable[Mark]:
    """A dashed line, or the branches of a conic section where the covariances differ."""
    populations = populations_of(scene)
    return () if populations is None else curve_paths(curves(populations, scene.view), "bayes")
