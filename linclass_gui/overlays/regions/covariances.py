"""The spread of each class: the ellipses of one and two standard deviations of its covariance."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Floats
from solvers.arrays import locked
from solvers.moments import ClassMoments, Moments

from ...core.appearance.class_shapes import moments
from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.scene import Scene

RADII = (1.0, 2.0)
CIRCLE = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]


def draw(scene: Scene) -> Iterable[Mark]:
    """Two ellipses a class."""
    both = moments(scene)
    return () if both is None else _ellipses(both)


@memo(2)
def _ellipses(both: ClassMoments) -> tuple[Mark, ...]:
    parts = ((both.minus, "covariance-minus"), (both.plus, "covariance-plus"))
    return tuple(
        Path(locked(both.centre + part.mean + radius * unit_ellipse(part)), role, closed=True)
        for part, role in parts
        if part.n > 1
        for radius in RADII
    )


def unit_ellipse(part: Moments) -> Floats:
    """The points ``S^(1/2) u`` over all unit vectors u, for the covariance ``S = scatter / (n - 1)`` (k, 2)."""
    values, vectors = np.linalg.eigh(part.scatter / (part.n - 1))
    root = vectors * np.sqrt(np.maximum(values, 0.0)) @ vectors.T
    ellipse: Floats = np.column_stack([np.cos(CIRCLE), np.sin(CIRCLE)]) @ root
    return ellipse
