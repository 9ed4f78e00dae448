"""What words keep clear of: painted lines, symbols and texts, and the words placed so far."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints
from solvers.plane.geometry import clip_segments

from ...scene.marks import Area, Dots, Mark, Path, Text
from ...scene.memo import memo
from ...scene.theme import Theme
from ...scene.view import Transform
from ..painter import anchor_baseline, reading_angle, text_layout
from .boxes import Boxes, crossings, lie_inside, lie_on
from .raster import Raster, raster_of

# Lines that words may lie on; those of a canonical form have no names and may be as near to their
# line as a point is.
FAINT = frozenset(
    {"grid", "pointer", "bisector", "projector", "sample-plus", "sample-minus", "sv-bound"}
)
APART = (0.45, 0.08)  # between words, across and up, in heights of labels
EDGE = 0.35  # between words and the edge of the picture
LINE = 0.1  # between words and lines, over half the width of a usual line
FIRST = 8  # places that are judged in the first batch; each further batch is twice as large
SHORT = 4.0  # a tick label is no longer than this
EMPTY = np.empty((0, 2, 2))
Edges = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Obstacles:
    """The ``segments (m, 2, 2)`` of all lines, the raster of the symbols, and the rectangles that
    are ``taken`` by words.

    ``field`` is the picture without the bands of the tick labels at its edges, where those stand
    inside.
    """

    transform: Transform
    em: float
    segments: Floats
    raster: Raster
    taken: Boxes
    field: Edges

    def inside(self, boxes: Boxes) -> Bools:
        """Whether each rectangle lies in the picture."""
        t, edge = self.transform, EDGE * self.em
        return lie_inside(boxes, (t.left + edge, t.top + edge), (t.right - edge, t.bottom - edge))

    def free_of_words(self, boxes: Boxes) -> Bools:
        """Whether each lies on no other words."""
        return ~lie_on(boxes.grown(APART[0] * self.em, APART[1] * self.em), self.taken)

    def free_of_lines(self, boxes: Boxes) -> Bools:
        """Whether each lies on no line."""
        return np.asarray(self.line_crossings(boxes) == 0)

    def line_crossings(self, boxes: Boxes) -> Ints:
        """The number of lines that each rectangle lies on."""
        return crossings(boxes.grown(LINE * self.em, LINE * self.em), self.segments)

    def free(self, boxes: Boxes) -> Bools:
        """Whether each lies in the picture and is clear; cheap tests come first."""
        free = self.inside(boxes)
        for question in (self.free_of_words, self.free_of_symbols, self.free_of_lines):
            rows = np.flatnonzero(free)
            if len(rows) == 0:
                break
            free[rows] = question(boxes.take(rows))
        return free

    def first_free(self, boxes: Boxes, also: Callable[[Boxes], Bools] | None = None) -> int | None:
        """The first that lies in the picture, is clear, and passes the last test; tested in
        batches.
        """
        start, count = 0, FIRST
        while start < len(boxes):
            some = boxes.take(slice(start, start + count))
            free = self.free(some)
            if also is not None and free.any():
                free &= also(some)
            if free.any():
                return start + int(np.argmax(free))
            start, count = start + count, 2 * count
        return None

    def free_of_symbols(self, boxes: Boxes) -> Bools:
        """Whether each lies on no symbol."""
        return self.raster.is_clear(boxes)

    def symbols(self, boxes: Boxes) -> Ints:
        """The share of each that symbols cover."""
        return self.raster.under(boxes)

    def with_words(self, boxes: Boxes, lines: Floats = EMPTY) -> Obstacles:
        """With further words at their places, and the lines (k, 2, 2) that belong to them."""
        return replace(
            self, taken=self.taken.joined(boxes), segments=np.concatenate([self.segments, lines])
        )


def obstacles_of(
    marks: tuple[Mark, ...],
    reserved: tuple[Edges, ...],
    transform: Transform,
    theme: Theme,
    sans: str | None,
) -> Obstacles:
    """The obstacles of the marks of a picture; ``reserved`` are rectangles (left, top, right,
    bottom) taken by others.
    """
    symbols = tuple(
        mark for mark in marks if isinstance(mark, Dots) and len(mark.xy) and mark.role not in FAINT
    )
    edges = [
        *reserved,
        *(edges_around(mark, transform, theme, sans) for mark in marks if isinstance(mark, Text)),
    ]
    taken = Boxes.of_edges(np.array(edges, dtype=np.float64)) if edges else Boxes.none()
    segments, raster = segments_of(marks, transform), raster_of(symbols, transform, theme)
    return Obstacles(
        transform,
        theme.line_label,
        segments,
        raster,
        taken,
        _field(reserved, transform, theme.line_label),
    )


def _field(reserved: tuple[Edges, ...], t: Transform, em: float) -> Edges:
    """The picture without the column and the row of labels along its left and lower edge; the long
    name of an axis is no column.
    """
    short = [box for box in reserved if box[2] - box[0] < SHORT * em]
    left = max((box[2] for box in short if box[0] < t.left + SHORT * em), default=t.left)
    bottom = min((box[1] for box in short if box[3] > t.bottom - 2.0 * em), default=t.bottom)
    return left, t.top, t.right, bottom


def segments_of(marks: Iterable[Mark], transform: Transform) -> Floats:
    """The lines of some marks as segments (m, 2, 2) in device units, cut at the edge of the
    picture.
    """
    pieces = [piece for mark in marks if len(piece := _segments(mark, transform))]
    return np.concatenate(pieces) if pieces else EMPTY


@memo
def _segments(mark: Mark, transform: Transform) -> Floats:
    if isinstance(mark, Area):
        return outline(transform.map(mark.xy), transform, closed=True)
    if not isinstance(mark, Path) or mark.role in FAINT:
        return EMPTY
    points = transform.map(mark.xy)
    if mark.joined == "pairs":
        return _cut(points[: len(points) // 2 * 2].reshape(-1, 2, 2), transform)
    return outline(points, transform, mark.closed)


def outline(points: Floats, transform: Transform, closed: bool = False) -> Floats:
    """The segments of a polyline, cut at the edge of the picture."""
    if closed and len(points):
        points = np.concatenate([points, points[:1]])
    return _cut(np.stack([points[:-1], points[1:]], axis=1), transform)


def _cut(segments: Floats, transform: Transform) -> Floats:
    return clip_segments(segments[np.isfinite(segments).all(axis=(1, 2))], transform.box)


def text_edges(mark: Text, transform: Transform, theme: Theme, sans: str | None) -> Edges:
    """The rectangle of a text that is not turned (one that is: the rectangle it would have)."""
    style = theme.style(mark.role)
    box = text_layout(mark.text, style, sans)
    x, y = transform.point(*mark.at)
    start_x, start_y = anchor_baseline(box, mark.anchor, style.size)
    left, base = (
        x + start_x + mark.offset[0] + mark.gap[0] * style.size,
        y + start_y - mark.offset[1] - mark.gap[1] * style.size,
    )
    return left, base - box.ascent, left + box.width, base + box.descent


def edges_around(mark: Text, transform: Transform, theme: Theme, sans: str | None) -> Edges:
    """The rectangle of a text; of one that is turned the upright rectangle about it."""
    edges = text_edges(mark, transform, theme, sans)
    if mark.along is None:
        return edges
    angle = math.radians(
        reading_angle(mark.along[0] * transform.scale_x, -mark.along[1] * transform.scale_y)
    )
    (x, y), cos, sin = transform.point(*mark.at), math.cos(angle), math.sin(angle)
    corners = [
        (cos * (a - x) - sin * (b - y), sin * (a - x) + cos * (b - y))
        for a in edges[::2]
        for b in edges[1::2]
    ]
    xs, ys = zip(*corners, strict=True)
    return x + min(xs), y + min(ys), x + max(xs), y + max(ys)
