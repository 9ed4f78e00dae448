"""The spread of each class: the ellipses of one and two standard deviations of its covariance."""

from __future__ import annotations

from collections.abc import Iterable

from solvers.arrays import locked
from solvers.moments import ClassMoments

from ...core.classes.shapes import moments
from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.scene import Scene
from ..shapes.ellipses import RADII, unit_ellipse


def draw(scene: Scene) -> Iterable[Mark]:
    """Two ellipses a class."""
    both = moments(scene)
    return () if both is None else _ellipses(both)


@memo
def _ellipses(both: ClassMoments) -> tuple[Mark, ...]:
    parts = ((both.minus, "covariance-minus"), (both.plus, "covariance-plus"))
    return tuple(
        Path(locked(both.centre + part.mean + radius * unit_ellipse(part)), role, closed=True)
        for part, role in parts
        if part.n > 1
        for radius in RADII
    )
