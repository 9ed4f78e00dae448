"""Hulls of the classes of a scene, cheap during a drag, their moments, and hatching as lines."""

from __future__ import annotations

from operator import itemgetter

import numpy as np

from solvers import Dataset, Floats, Separability
from solvers.arrays import Bools, locked
from solvers.moments import ClassMoments, Moments
from solvers.plane.hulls import convex_hull
from solvers.studies.separability import separability

from .memo import memo
from .scene import Scene


def hulls(scene: Scene) -> tuple[Floats, ...]:
    """The corners of the hull of every class, counter-clockwise, in data units."""
    dataset, base = scene.document.dataset, _base(scene)
    classes = range(len(dataset.class_names))
    if base is None:
        return tuple([_hull(dataset, (), k) for k in classes])
    return tuple([_moved_hull(dataset, base, scene.moving, k) for k in classes])


def _base(scene: Scene) -> Dataset | None:
    """The data set before the gesture, when the gesture does nothing but move some of its rows."""
    if (
        scene.base is None
        or not scene.moving
        or scene.base.dataset.labels is not scene.document.dataset.labels
    ):
        return None
    return scene.base.dataset


@memo
def _hull(dataset: Dataset, without: tuple[int, ...], k: int) -> Floats:
    in_class: Bools = dataset.labels == k
    in_class[list(without)] = False
    points = dataset.X[in_class]
    return locked(points[convex_hull(points)])


@memo
def _moved_hull(dataset: Dataset, base: Dataset, moving: tuple[int, ...], k: int) -> Floats:
    # The corners of a union are among the corners of its parts.
    rest = _hull(base, moving, k)
    rows = np.array(moving)
    rows = rows[dataset.labels[rows] == k]
    if len(rows) == 0:
        return rest
    points = np.concatenate([rest, dataset.X[rows]])
    return locked(points[convex_hull(points)])


def separation(scene: Scene) -> Separability | None:
    """The exact verdict on the two classes, None while a class has no point; the support rows count
    the corners of the hulls.
    """
    minus, plus = hulls(scene)
    return _separation(minus, plus) if len(minus) and len(plus) else None


@memo
def _separation(minus: Floats, plus: Floats) -> Separability:
    # Whether and where two hulls meet depends on their corners only.
    return separability(np.concatenate([minus, plus]), np.repeat([-1, 1], [len(minus), len(plus)]))


@memo
def middle(X: Floats) -> Floats:
    """The mean of some points; about one of them, so that no digit is lost far from the origin."""
    return locked(X[0] + (X - X[0]).mean(axis=0))


def classes_with_points(dataset: Dataset) -> tuple[int, ...]:
    """The classes that have points, in the order of their moments: of two class + comes first."""
    classes = tuple(k for k, n in enumerate(dataset.counts) if n)
    return classes[::-1] if len(dataset.class_names) == 2 else classes


def each_class(dataset: Dataset, moments: ClassMoments) -> list[tuple[int, Moments]]:
    """The classes that have points with their moments, in the order of the classes."""
    return sorted(
        zip(classes_with_points(dataset), moments.classes, strict=True), key=itemgetter(0)
    )


def moments_of(dataset: Dataset) -> ClassMoments | None:
    """The moments of two classes, None of more and while one has no point."""
    found = class_moments_of(dataset)
    is_of_two = found is not None and found.K == len(dataset.class_names) == 2
    return found if is_of_two else None


@memo
# far out scatters are infinite: the layer that draws them says so
@np.errstate(over="ignore", invalid="ignore")
def class_moments_of(dataset: Dataset) -> ClassMoments | None:
    """The moments of the classes of a data set that have points."""
    groups = [np.flatnonzero(dataset.labels == k) for k in classes_with_points(dataset)]
    return ClassMoments.of(dataset.X, groups) if groups else None


MOST_LINES = 400  # lines: more than the eye could tell apart


def hatch_lines(outlines: tuple[Floats, ...], spacing: float, stretch: float = 1.0) -> Floats:
    """Parallel lines at 45 degrees inside some closed outlines (even-odd), as rows 0-1, 2-3 ... of
    segments.

    The lines lie at multiples of ``spacing`` from the origin of the plane, so that two fields of a
    picture are hatched as one, and the lines of a growing field stay still.  A unit of x2 is drawn
    ``stretch`` times as long as one of x1.
    """
    if stretch != 1.0:
        return locked(
            hatch_lines(tuple(outline * (1.0, stretch) for outline in outlines), spacing)
            / (1.0, stretch)
        )
    closed = [
        np.concatenate([line, line[:1]]) if (line[0] != line[-1]).any() else line
        for line in outlines
        if len(line) > 2
    ]
    if not closed or not spacing > 0.0:
        return locked(np.empty((0, 2)))
    edges = np.concatenate([np.stack([line[:-1], line[1:]], axis=1) for line in closed])
    # In coordinates along and across the lines: s = (x + y) / sqrt(2), t = (y - x) / sqrt(2).
    s, t = (
        (edges[..., 0] + edges[..., 1]) / np.sqrt(2.0),
        (edges[..., 1] - edges[..., 0]) / np.sqrt(2.0),
    )
    spacing = max(spacing, float(np.ptp(t)) / MOST_LINES)
    first, last = np.floor(t.min() / spacing), np.ceil(t.max() / spacing)
    segments = [_line_parts(s, t, (k + 0.5) * spacing) for k in np.arange(first, last)]
    return locked(np.concatenate([np.empty((0, 2)), *segments]))


def _line_parts(s: Floats, t: Floats, level: float) -> Floats:
    """The parts of the line t = level inside the edges, in data units."""
    above = t > level
    crossing = above[:, 0] != above[:, 1]
    (s0, s1), (t0, t1) = s[crossing].T, t[crossing].T
    along = np.sort(s0 + (level - t0) / (t1 - t0) * (s1 - s0))
    along = along[: len(along) // 2 * 2]
    result: Floats = np.column_stack([along - level, along + level]) / np.sqrt(2.0)
    return result
