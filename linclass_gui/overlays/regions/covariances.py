"""The spread of each class: the ellipses of one and two standard deviations of its covariance."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import locked
from solvers.moments import ClassMoments, Moments

from ...scene.looks import role
from ...scene.marks import Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.shapes import class_moments, each_class
from ..needs import both_classes

RADII = (1.0, 2.0)
CIRCLE = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]


def draw(scene: Scene) -> Iterable[Mark]:
    """Two ellipses a class."""
    shown = None if both_classes(scene) else class_moments(scene)
    return (
        ()
        if shown is None
        else _ellipses(shown, scene.document.dataset, scene.document.class_looks)
    )


@memo
def _ellipses(shown: ClassMoments, dataset: Dataset, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    return tuple(
        Path(
            locked(shown.centre + one.mean + radius * unit_ellipse(one)),
            role("covariance", looks[k]),
            closed=True,
        )
        for k, one in each_class(dataset, shown)
        if one.n > 1
        for radius in RADII
    )


def unit_ellipse(part: Moments) -> Floats:
    """The points ``S^(1/2) u`` over all unit vectors u, for the covariance ``S = scatter / (n -
    1)`` (k, 2).
    """
    values, vectors = np.linalg.eigh(part.scatter / (part.n - 1))
    root = vectors * np.sqrt(np.maximum(values, 0.0)) @ vectors.T
    ellipse: Floats = np.column_stack([np.cos(CIRCLE), np.sin(CIRCLE)]) @ root
    return ellipse
