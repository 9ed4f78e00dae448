"""The mean and the covariance of each class.

A rim in the colour of the canvas keeps each mean clear of the points below it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import locked
from solvers.moments import ClassMoments, Moments

from ..scene.looks import role
from ..scene.marks import Dots, Mark, Path
from ..scene.memo import memo
from ..scene.scene import Scene
from ..scene.shapes import class_moments, each_class
from . import swatches as sw
from .layer import Layer, both_classes, two_points

RADII = (1.0, 2.0)
CIRCLE = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]


def draw_means(scene: Scene) -> Iterable[Mark]:
    """One plus sign a class."""
    moments = None if both_classes(scene) else class_moments(scene)
    return (
        ()
        if moments is None
        else _means(moments, scene.document.dataset, scene.document.class_looks)
    )


MEANS = Layer(
    "means",
    "Class means",
    "The mean of each class",
    draw_means,
    needs=(both_classes,),
    in_the_way=True,
    swatch=(sw.dots("mean-plus", (12, 8)),),
    place=8,
    group="Points",
)


@memo
def _means(moments: ClassMoments, dataset: Dataset, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    centres = [
        (locked((moments.centre + one.mean)[None, :]), role("mean", looks[k]))
        for k, one in each_class(dataset, moments)
    ]
    rims = tuple(Dots(xy, "mean-rim") for xy, _ in centres)
    return (*rims, *(Dots(xy, role) for xy, role in centres))


def draw_covariances(scene: Scene) -> Iterable[Mark]:
    """Two ellipses a class."""
    moments = None if both_classes(scene) else class_moments(scene)
    return (
        ()
        if moments is None
        else _ellipses(moments, scene.document.dataset, scene.document.class_looks)
    )


COVARIANCES = Layer(
    "covariances",
    "Covariances",
    "Ellipses of one and two standard deviations of each class",
    draw_covariances,
    needs=(both_classes, two_points),
    swatch=(sw.ellipse("slack-plus"),),
    place=9,
    group="Regions",
)


@memo
def _ellipses(moments: ClassMoments, dataset: Dataset, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    return tuple(
        Path(
            locked(moments.centre + one.mean + radius * unit_ellipse(one)),
            role("covariance", looks[k]),
            closed=True,
        )
        for k, one in each_class(dataset, moments)
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
