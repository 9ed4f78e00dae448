"""Rectangles that may be turned, many at once: whether they lie in the picture, on lines, and on
each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints

TINY = 1e-12
ROUNDING = 1e-6  # far below a device unit, far above what is lost in a sum of them


@dataclass(frozen=True, eq=False)
class Boxes:
    """Rectangles in device units: centres (k, 2), the unit vectors along which they lie (k, 2),
    half widths and heights (k, 2).
    """

    centre: Floats
    along: Floats
    half: Floats

    @staticmethod
    def upright(centre: Floats, half: tuple[float, float]) -> Boxes:
        """Rectangles of one size that are not turned."""
        return Boxes.oriented(centre, np.array([1.0, 0.0]), half)

    @staticmethod
    def oriented(centre: Floats, along: Floats, half: tuple[float, float]) -> Boxes:
        """Rectangles of one size, all along one direction or each along its own."""
        return Boxes(
            centre, np.broadcast_to(along, centre.shape), np.broadcast_to(half, centre.shape)
        )

    @staticmethod
    def of_edges(edges: Floats) -> Boxes:
        """Rectangles given by left, top, right and bottom (k, 4)."""
        low, high = edges[:, :2], edges[:, 2:]
        return Boxes(0.5 * (low + high), np.broadcast_to([1.0, 0.0], low.shape), 0.5 * (high - low))

    @staticmethod
    def union(parts: Iterable[Boxes]) -> Boxes:
        """All rectangles of some groups."""
        groups = [Boxes.empty(), *parts]
        return Boxes(
            np.concatenate([group.centre for group in groups]),
            np.concatenate([group.along for group in groups]),
            np.concatenate([group.half for group in groups]),
        )

    @staticmethod
    def empty() -> Boxes:
        """No rectangle."""
        return Boxes(np.empty((0, 2)), np.empty((0, 2)), np.empty((0, 2)))

    def __len__(self) -> int:
        return len(self.centre)

    def middle(self, k: int) -> tuple[float, float]:
        """The centre of one of them."""
        x, y = self.centre[k].tolist()
        return x, y

    def take(self, rows: Ints | Bools | slice) -> Boxes:
        """Some of them."""
        return Boxes(self.centre[rows], self.along[rows], self.half[rows])

    def grown(self, across: float, up: float) -> Boxes:
        """All of them wider and higher on every side."""
        return Boxes(self.centre, self.along, self.half + np.array([across, up]))

    @cached_property
    def normal(self) -> Floats:
        """The unit vectors across them, downwards on the device for one that is not turned."""
        normal = self.along[:, ::-1].copy()
        normal[:, 0] *= -1.0
        return normal

    @cached_property
    def extents(self) -> Floats:
        """Half the width and height (k, 2) of the upright rectangle about each."""
        extents: Floats = (
            np.abs(self.along) * self.half[:, :1] + np.abs(self.normal) * self.half[:, 1:]
        )
        return extents


def thin(segments: Floats) -> Boxes:
    """Segments (k, 2, 2) as rectangles that are one unit high."""
    ways = segments[:, 1] - segments[:, 0]
    lengths = np.maximum(np.hypot(ways[:, 0], ways[:, 1]), TINY)[:, None]
    return Boxes(
        segments.mean(axis=1),
        ways / lengths,
        np.concatenate([0.5 * lengths, np.full_like(lengths, 0.5)], axis=1),
    )


def lie_inside(boxes: Boxes, low: tuple[float, float], high: tuple[float, float]) -> Bools:
    """Whether each lies in an upright rectangle given by two corners."""
    extents = boxes.extents
    inside: Bools = np.logical_and.reduce(
        (boxes.centre - extents >= low) & (boxes.centre + extents <= high), axis=1
    )
    return inside


def meetings(boxes: Boxes, segments: Floats) -> tuple[Ints, Ints]:
    """Which of k rectangles and of m segments (m, 2, 2) meet: the numbers of both."""
    rows, columns = pairs_near(boxes.centre, boxes.extents, *spans(segments))
    enter, leave = shares_within(boxes.take(rows), segments[columns])
    is_meeting = enter <= leave
    return rows[is_meeting], columns[is_meeting]


def crossings(boxes: Boxes, segments: Floats) -> Ints:
    """How many segments meet each of some rectangles."""
    count: Ints = np.bincount(meetings(boxes, segments)[0], minlength=len(boxes))
    return count


def shares_within(boxes: Boxes, segments: Floats) -> tuple[Floats, Floats]:
    """The shares of its own segment (m, 2, 2) at which it enters and leaves each rectangle, the
    second one smaller where they do not meet, by cutting at the edges (Liang, Barsky).
    """
    starts, ends = segments[:, 0] - boxes.centre, segments[:, 1] - boxes.centre
    enter, leave = np.zeros(len(segments)), np.ones(len(segments))
    for axis, half in ((boxes.along, boxes.half[:, 0]), (boxes.normal, boxes.half[:, 1])):
        start = starts[:, 0] * axis[:, 0] + starts[:, 1] * axis[:, 1]
        step = ends[:, 0] * axis[:, 0] + ends[:, 1] * axis[:, 1] - start
        step = np.where(np.abs(step) < TINY, TINY, step)
        near, far = (-half - start) / step, (half - start) / step
        np.maximum(enter, np.minimum(near, far), out=enter)
        np.minimum(leave, np.maximum(near, far), out=leave)
    return enter, leave


def spans(segments: Floats) -> tuple[Floats, Floats]:
    """The middles (m, 2) of segments (m, 2, 2), and half their extents to the right and
    downwards.
    """
    return 0.5 * (segments[:, 0] + segments[:, 1]), 0.5 * np.abs(segments[:, 1] - segments[:, 0])


def pairs_near(
    centres: Floats, reach: Floats, other_centres: Floats, other_reach: Floats
) -> tuple[Ints, Ints]:
    """Which of k upright rectangles and of m others touch, each given by its middle and half its
    size: the numbers of both.

    Most things in a picture are far apart: only these pairs need the slow tests.
    """
    # Column by column: both coordinates of every pair at once take three times as long.
    close = (
        np.abs(centres[:, None, 0] - other_centres[:, 0])
        <= (reach[:, 0] + ROUNDING)[:, None] + other_reach[:, 0]
    )
    close &= (
        np.abs(centres[:, None, 1] - other_centres[:, 1])
        <= (reach[:, 1] + ROUNDING)[:, None] + other_reach[:, 1]
    )
    rows, columns = np.nonzero(close)
    return rows, columns


def lie_on(boxes: Boxes, other_boxes: Boxes) -> Bools:
    """Whether each of some rectangles lies on any of others: none of their four directions
    separates them.
    """
    on = np.zeros(len(boxes), dtype=bool)
    rows, columns = pairs_near(boxes.centre, boxes.extents, other_boxes.centre, other_boxes.extents)
    if len(rows):
        on[rows[~_lie_apart(boxes.take(rows), other_boxes.take(columns))]] = True
    return on


def _lie_apart(boxes: Boxes, other_boxes: Boxes) -> Bools:
    """Whether each rectangle is separate from its partner."""
    ways, parted = other_boxes.centre - boxes.centre, np.zeros(len(boxes), dtype=bool)
    sides = [
        side
        for box_set in (boxes, other_boxes)
        for side in (box_set.along * box_set.half[:, :1], box_set.normal * box_set.half[:, 1:])
    ]
    for axis in (boxes.along, boxes.normal, other_boxes.along, other_boxes.normal):
        parted |= np.abs(_along(ways, axis)) > sum(np.abs(_along(side, axis)) for side in sides)
    return parted


def _along(vectors: Floats, axis: Floats) -> Floats:
    """The products of vectors and directions (..., 2)."""
    products: Floats = vectors[..., 0] * axis[..., 0] + vectors[..., 1] * axis[..., 1]
    return products


def grid_points(boxes: Boxes, step: float) -> Floats:
    """Points (k, m, 2) all over each of some rectangles of one size, not further apart than a
    step.
    """
    xs, ys = (
        np.linspace(-half, half, 2 + int(2.0 * half / step)) for half in boxes.half[0].tolist()
    )
    x, y = np.tile(xs, len(ys)), np.repeat(ys, len(xs))
    points: Floats = (
        boxes.centre[:, None]
        + x[:, None] * boxes.along[:, None]
        + y[:, None] * boxes.normal[:, None]
    )
    return points
