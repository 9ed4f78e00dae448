"""What describes the points of each class by itself: hull, mean, and the ellipses of its covariance."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import locked, locked_ints
from solvers.moments import Moments
from solvers.plane.hulls import convex_hull

from ...core.classes.looks import role
from ...core.marks import Area, Dots, Mark, Path
from ...core.memo import memo
from ...core.scene import Scene
from ..shapes.ellipses import RADII, unit_ellipse


def own_points(dataset: Dataset, k: int) -> Floats:
    """The points of a class; the same object as long as none of them has moved."""
    return _own(dataset.X, _rows(dataset.labels, k))


@memo
def _rows(labels: np.ndarray[tuple[int], np.dtype[np.int64]], k: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return locked_ints(np.flatnonzero(labels == k))


@memo
def _own(X: Floats, rows: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    return locked(X[rows])


def _all(scene: Scene) -> Iterable[tuple[Floats, int]]:
    """The points of every class with its look."""
    dataset = scene.document.dataset
    for k, look in enumerate(scene.document.class_looks):
        points = own_points(dataset, k)
        if len(points):
            yield points, look


def hulls(scene: Scene) -> Iterable[Mark]:
    """One filled polygon a class."""
    for points, look in _all(scene):
        yield from _hull(points, look)


@memo
def _hull(points: Floats, look: int) -> tuple[Mark, ...]:
    corners = locked(points[convex_hull(points)])
    return (Area(corners, role("hull", look)),) if len(corners) > 1 else ()


def means(scene: Scene) -> Iterable[Mark]:
    """One plus sign a class."""
    at = [(_mean(points), look) for points, look in _all(scene)]
    yield from (Dots(xy, "mean-rim") for xy, _ in at)
    yield from (Dots(xy, role("mean", look)) for xy, look in at)


@memo
def _mean(points: Floats) -> Floats:
    # About one of them, so that no digit is lost far from the origin.
    return locked((points[0] + (points - points[0]).mean(axis=0))[None, :])


def covariances(scene: Scene) -> Iterable[Mark]:
    """Two ellipses a class."""
    for points, look in _all(scene):
        if len(points) > 1:
            yield from _ellipses(points, look)


@memo
def _ellipses(points: Floats, look: int) -> tuple[Mark, ...]:
    mean = _mean(points)[0]
    away = points - mean
    unit = float(np.abs(away).max()) or 1.0  # squares of coordinates beyond 1e154 are no numbers any more
    shape = unit_ellipse(Moments(len(points), np.zeros(2), (away / unit).T @ (away / unit)))
    return tuple(Path(locked(mean + radius * unit * shape), role("covariance", look), closed=True) for radius in RADII)
