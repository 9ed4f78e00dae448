"""Hulls and moments of the classes of a scene, cheap during a drag, and hatching as lines."""

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

FEW_MOVING = 64  # moving points up to this number update the moments one by one
SMALL = 256  # data sets up to this size have their moments computed anew
# 1 - r^2 below which Fisher's direction looks at the points themselves, so that updates are not
# enough
COLLINEAR = 1e-6


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


def class_moments(scene: Scene) -> ClassMoments | None:
    """Counts, means and scatters of the classes that have points, None where there are none."""
    dataset, base = scene.document.dataset, _base(scene)
    if base is None or len(scene.moving) > FEW_MOVING or len(dataset) <= SMALL:
        return class_moments_of(dataset)
    moved = _moved_moments(dataset, base, scene.moving)
    return moved if moved is None or _keeps_digits(moved) else class_moments_of(dataset)


def each_class(dataset: Dataset, moments: ClassMoments) -> list[tuple[int, Moments]]:
    """The classes that have points with their moments, in the order of the classes."""
    return sorted(
        zip(classes_with_points(dataset), moments.classes, strict=True), key=itemgetter(0)
    )


def moments(scene: Scene) -> ClassMoments | None:
    """The moments of two classes, None of more and while one has no point."""
    return _of_two(scene.document.dataset, class_moments(scene))


def moments_of(dataset: Dataset) -> ClassMoments | None:
    """The moments of the two classes of a data set."""
    return _of_two(dataset, class_moments_of(dataset))


def _of_two(dataset: Dataset, moments_found: ClassMoments | None) -> ClassMoments | None:
    return (
        moments_found
        if moments_found is not None and moments_found.K == len(dataset.class_names) == 2
        else None
    )


def _keeps_digits(updated: ClassMoments) -> bool:
    """Whether updated moments are accurate: no point came from far away, and the points do not lie
    nearly on a line.
    """
    (a, b), (_, c) = updated.within.tolist()
    return bool(a * c - b * b > COLLINEAR * a * c) and not any(
        one.has_drifted for one in updated.classes
    )


@memo
# far out scatters are infinite: the layer that draws them says so
@np.errstate(over="ignore", invalid="ignore")
def class_moments_of(dataset: Dataset) -> ClassMoments | None:
    """The moments of the classes of a data set that have points."""
    groups = [np.flatnonzero(dataset.labels == k) for k in classes_with_points(dataset)]
    return ClassMoments.of(dataset.X, groups) if groups else None


@memo
def _moved_moments(dataset: Dataset, base: Dataset, moving: tuple[int, ...]) -> ClassMoments | None:
    result, places = class_moments_of(base), classes_with_points(base)
    if result is None:
        return None
    for row in moving:
        old, new = base.X[row] - result.centre, dataset.X[row] - result.centre
        k = places.index(int(dataset.labels[row]))
        result = result.with_class(
            k, result.classes[k].moved(old, new), np.maximum(result.reach, np.abs(new))
        )
    return result


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
