"""Hulls and moments of the classes of a scene, cheap during a drag: what does not move is computed once a gesture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers import Dataset, Floats, Separability
from solvers.arrays import Bools, locked
from solvers.moments import COORDINATE_ROUNDING, MEAN_ROUNDING, ClassMoments, Moments
from solvers.plane.hulls import convex_hull
from solvers.studies.separability import separability

from ..memo import memo
from ..scene import Scene

FEW = 64  # moving points up to this number update the moments one by one
SMALL = 256  # data sets up to this size have their moments computed anew
COLLINEAR = 1e-6  # 1 - r^2 below which Fisher's direction looks at the points themselves, so that updates are not enough


def hulls(scene: Scene) -> tuple[Floats, ...]:
    """The corners of the hull of every class, counter-clockwise, in data units."""
    dataset, base = scene.document.dataset, _base(scene)
    classes = range(len(dataset.class_names))
    if base is None:
        return tuple([_hull(dataset, (), k) for k in classes])
    return tuple([_moved_hull(dataset, base, scene.moving, k) for k in classes])


def _base(scene: Scene) -> Dataset | None:
    """The data set before the gesture, when the gesture does nothing but move some of its rows."""
    if scene.base is None or not scene.moving or scene.base.dataset.labels is not scene.document.dataset.labels:
        return None
    return scene.base.dataset


@memo
def _hull(dataset: Dataset, without: tuple[int, ...], k: int) -> Floats:
    chosen: Bools = dataset.labels == k
    chosen[list(without)] = False
    points = dataset.X[chosen]
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
    """The exact verdict on the two classes, None while a class has no point; the support rows count the corners of the hulls."""
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


def moments(scene: Scene) -> ClassMoments | None:
    """Counts, means and scatters of both classes, None while a class has no point."""
    dataset, base = scene.document.dataset, _base(scene)
    if base is None or len(scene.moving) > FEW or len(dataset) <= SMALL:
        return moments_of(dataset)
    moved = _moved_moments(dataset, base, scene.moving)
    return moved if moved is None or _keeps_digits((moved.plus, moved.minus), moved.within) else moments_of(dataset)


@dataclass(frozen=True, eq=False)
class GroupMoments:
    """The moments of the classes that have points, by index, relative to a ``centre`` near the data."""

    centre: Floats
    groups: Mapping[int, Moments]

    @cached_property
    def within(self) -> Floats:
        """C_W: the unnormalised scatter within the classes."""
        return sum((group.scatter for group in self.groups.values()), np.zeros((2, 2)))

    @cached_property
    def spread_of_means(self) -> Floats:
        """``sqrt(n_k) (m_k - m)`` (2, K): its singular values keep the digits that those of C_B, its square, have lost."""
        counts = np.array([group.n for group in self.groups.values()])
        means = np.array([group.mean for group in self.groups.values()])
        away: Floats = (means - counts @ means / counts.sum()).T * np.sqrt(counts)
        return away

    @cached_property
    def between(self) -> Floats:
        """C_B: ``sum n_k (m_k - m)(m_k - m)'``."""
        result: Floats = self.spread_of_means @ self.spread_of_means.T
        return result

    @cached_property
    def rounding(self) -> float:
        """How much of the length of :attr:`spread_of_means` may be nothing but the rounding of coordinates and sums."""
        n = sum(group.n for group in self.groups.values())
        reach = math.sqrt(float(np.trace(self.within + self.between)))  # no point lies further out
        return math.sqrt(n) * (COORDINATE_ROUNDING * float(np.hypot(*self.centre)) + MEAN_ROUNDING * reach)

    def moved(self, k: int, old: Floats, new: Floats) -> GroupMoments:
        """The moments after a point of class k went from ``old`` to ``new``."""
        group = self.groups[k].moved(old - self.centre, new - self.centre)
        return GroupMoments(self.centre, {**self.groups, k: group})


def group_moments(scene: Scene) -> GroupMoments:
    """The moments of any number of classes."""
    dataset, base = scene.document.dataset, _base(scene)
    if base is None or len(scene.moving) > FEW or len(dataset) <= SMALL:
        return group_moments_of(dataset)
    moved = _moved_groups(dataset, base, scene.moving)
    return moved if _keeps_digits(moved.groups.values(), moved.within) else group_moments_of(dataset)


@memo
def group_moments_of(dataset: Dataset) -> GroupMoments:
    """The moments of the classes of a data set."""
    centre = middle(dataset.X) if len(dataset) else np.zeros(2)
    rows = [(k, np.flatnonzero(dataset.labels == k)) for k in range(len(dataset.class_names))]
    return GroupMoments(centre, {k: Moments.of((dataset.X[own] - centre).T) for k, own in rows if len(own)})


@memo
def _moved_groups(dataset: Dataset, base: Dataset, moving: tuple[int, ...]) -> GroupMoments:
    result = group_moments_of(base)
    for row in moving:
        result = result.moved(int(dataset.labels[row]), base.X[row], dataset.X[row])
    return result


def _keeps_digits(updated: Iterable[Moments], within: Floats) -> bool:
    """Whether updated moments are good enough: no point came from far away, and along a line, where little counts, lie none."""
    (a, b), (_, c) = within.tolist()
    return bool(a * c - b * b > COLLINEAR * a * c) and not any(one.has_drifted for one in updated)


@memo
@np.errstate(over="ignore", invalid="ignore")  # far out scatters are infinite: the layer that draws them says so
def moments_of(dataset: Dataset) -> ClassMoments | None:
    """The moments of a data set, None while a class has no point."""
    if len(dataset.class_names) > 2:
        return None  # of more classes there are more than two moments
    positive = dataset.labels > 0
    if not 0 < np.count_nonzero(positive) < len(positive):
        return None
    return ClassMoments.of(dataset.X, (np.flatnonzero(positive), np.flatnonzero(~positive)))


@memo
def _moved_moments(dataset: Dataset, base: Dataset, moving: tuple[int, ...]) -> ClassMoments | None:
    result = moments_of(base)
    if result is None:
        return None
    for row in moving:
        old, new = base.X[row] - result.centre, dataset.X[row] - result.centre
        k = int(dataset.labels[row] <= 0)
        result = result.with_class(k, result.classes[k].moved(old, new), np.maximum(result.reach, np.abs(new)))
    return result
