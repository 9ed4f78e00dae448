"""The obstacles for words in a picture: painted lines, symbols and texts, and the words placed so
far.

Symbols are a raster over the picture, so that a million points cost no more per place than ten.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints
from solvers.plane.geometry import clip_segments

from ...scene.marks import Area, Dots, Mark, Path, Text
from ...scene.memo import memo
from ...scene.theme import Theme
from ...scene.view import Transform
from ..painter import anchor_baseline, text_layout
from .boxes import Boxes, crossings, grid_points, lie_inside, lie_on

CELL = 0.22  # the side of a cell, in heights of labels
CLEAR = 0.15  # between a symbol and words, in heights of labels
# Lines that words may lie on; the lines of a canonical form have no names and may be as near to
# their line as a point is.
FAINT = frozenset(
    {"grid", "pointer", "bisector", "projector", "sample-plus", "sample-minus", "sv-bound"}
)
APART = (0.45, 0.08)  # between words, across and up, in heights of labels
EDGE = 0.35  # between words and the edge of the picture
CHORD = 2.0  # the length of the pieces in which a fine curve is looked at, in pixels at the scale 1
LINE = 0.1  # between words and lines, over half the width of a usual line
# places that are judged in the first batch; each further batch is so many times as large
FIRST, LARGER = 8, 4
SHORT = 4.0  # a tick label is no longer than this
EMPTY = np.empty((0, 2, 2))
Edges = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Raster:
    """Square cells from the upper left corner of the picture, True where the middle of a cell is
    covered.
    """

    covered: Bools
    corner: tuple[float, float]
    cell: float

    def touches(self, places: Floats) -> Bools:
        """Whether something is at each of some places (..., 2); a place outside the picture counts
        as the nearest one inside.
        """
        touched: Bools = self.covered[
            self._cells(places[..., 1], 1), self._cells(places[..., 0], 0)
        ]
        return touched

    def _cells(self, places: Floats, axis: int) -> Ints:
        """The cells in which some places lie along an axis (0 across, 1 down)."""
        most = self.covered.shape[1 - axis] - 1.0
        # In range first: far outside, the cell number would overflow an integer.
        return np.clip((places - self.corner[axis]) / self.cell, 0.0, most).astype(np.int64)

    def under(self, boxes: Boxes) -> Ints:
        """The number of covered cells under each of some rectangles of one size."""
        count: Ints = self.touches(grid_points(boxes, self.cell)).sum(axis=1)
        return count


@memo
def raster_of(symbols: tuple[Dots, ...], transform: Transform, theme: Theme) -> Raster:
    """The raster of some symbols: every centre is a cell, spread by the radius of its symbol."""
    cell, clear = CELL * theme.line_label, CLEAR * theme.line_label
    corner = (transform.left, transform.top)
    rows, columns = int(transform.height / cell) + 1, int(transform.width / cell) + 1
    by_reach: dict[int, Bools] = {}
    for dots in symbols:
        reach = math.ceil((_radius(dots, theme) + clear) / cell)
        shape = rows + 2 * reach, columns + 2 * reach
        centres = by_reach.setdefault(reach, np.zeros(shape, dtype=bool))
        xy = (transform.map(dots.xy) - corner) / cell
        inside = ((xy >= 0.0) & (xy < (columns, rows))).all(axis=1)
        across, down = (xy[inside].astype(np.int64) + reach).T
        centres[down, across] = True
    covered = np.zeros((rows, columns), dtype=bool)
    for reach, marked in by_reach.items():
        steps, spread = range(-reach, reach + 1), marked
        for axis in (0, 1):
            spread = np.logical_or.reduce([np.roll(spread, k, axis) for k in steps])
        covered |= spread[reach : reach + rows, reach : reach + columns]
    return Raster(covered, corner, cell)


def _radius(dots: Dots, theme: Theme) -> float:
    size = theme.style(dots.role, dots.slot).size
    return 0.5 * size * (1.0 if dots.sizes is None else float(dots.sizes.max(initial=0.0)))


@dataclass(frozen=True, eq=False)
class Obstacles:
    """The ``segments (m, 2, 2)`` of all lines, the raster of the symbols, and the ``word_boxes`` of
    placed words.  ``lines`` are the numbers in ``owners (m,)`` of the lines that are cut for their
    names, by the id of these; -1 is any other.

    ``field`` is the picture without the bands of the tick labels at its edges, where those stand
    inside.
    """

    transform: Transform
    em: float
    segments: Floats
    owners: Ints
    lines: Mapping[Hashable, int]
    raster: Raster
    word_boxes: Boxes
    field: Edges

    def inside(self, boxes: Boxes) -> Bools:
        """Whether each rectangle lies in the picture."""
        t, edge = self.transform, EDGE * self.em
        return lie_inside(boxes, (t.left + edge, t.top + edge), (t.right - edge, t.bottom - edge))

    def free_of_words(self, boxes: Boxes) -> Bools:
        """Whether each lies on no other words."""
        return ~lie_on(boxes.grown(APART[0] * self.em, APART[1] * self.em), self.word_boxes)

    def free_of_lines(self, boxes: Boxes) -> Bools:
        """Whether each lies on no line."""
        return np.asarray(self.line_crossings(boxes) == 0)

    def line_crossings(self, boxes: Boxes) -> Ints:
        """The number of lines that each rectangle lies on."""
        return crossings(boxes.grown(LINE * self.em, LINE * self.em), self.segments)

    def lines_but(self, ids: Iterable[Hashable]) -> Floats:
        """The segments of all lines but those of some names."""
        is_other = np.ones(len(self.segments), dtype=bool)
        for id in ids:
            is_other &= self.owners != self.lines.get(id, -2)
        return self.segments[is_other]

    def free(self, boxes: Boxes) -> Bools:
        """Whether each lies in the picture and is clear; cheap tests come first."""
        free = self.inside(boxes)
        for question in (self.free_of_words, self.free_of_symbols, self.free_of_lines):
            rows = np.flatnonzero(free)
            if len(rows) == 0:
                break
            free[rows] = question(boxes.take(rows))
        return free

    def first_free(self, boxes: Boxes, test: Callable[[Boxes], Bools] | None = None) -> int | None:
        """The first that lies in the picture, is clear, and passes the last test; tested in
        batches.
        """
        start, count = 0, FIRST
        while start < len(boxes):
            some = boxes.take(slice(start, start + count))
            free = self.free(some)
            if test is not None and free.any():
                free &= test(some)
            if free.any():
                return start + int(np.argmax(free))
            start, count = start + count, LARGER * count
        return None

    def free_of_symbols(self, boxes: Boxes) -> Bools:
        """Whether each lies on no symbol."""
        return np.asarray(self.raster.under(boxes) == 0)

    def with_words(self, boxes: Boxes, lines: Floats = EMPTY) -> Obstacles:
        """With further words at their places, and the lines (k, 2, 2) that belong to them."""
        return replace(
            self,
            word_boxes=Boxes.union((self.word_boxes, boxes)),
            segments=np.concatenate([self.segments, lines]),
            owners=np.concatenate([self.owners, np.full(len(lines), -1)]),
        )


def obstacles_of(
    marks: tuple[Mark, ...],
    taken_rectangles: tuple[Edges, ...],
    transform: Transform,
    theme: Theme,
) -> Obstacles:
    """The obstacles of the marks of a picture; ``taken_rectangles`` (left, top, right, bottom)
    belong to others.
    """
    symbols = tuple(
        mark for mark in marks if isinstance(mark, Dots) and len(mark.xy) and mark.role not in FAINT
    )
    edges = [
        *taken_rectangles,
        *(text_edges(mark, transform, theme) for mark in marks if isinstance(mark, Text)),
    ]
    boxes = Boxes.of_edges(np.array(edges, dtype=np.float64)) if edges else Boxes.empty()
    pieces = [(mark, piece) for mark in marks if len(piece := _segments(mark, transform))]
    ids = [getattr(mark, "id", None) for mark, _ in pieces]
    lines = {id: k for k, id in enumerate(dict.fromkeys(filter(None, ids)))}
    return Obstacles(
        transform,
        theme.line_label,
        np.concatenate([EMPTY, *(piece for _, piece in pieces)]),
        np.repeat([lines.get(id, -1) for id in ids], [len(piece) for _, piece in pieces]),
        lines,
        raster_of(symbols, transform, theme),
        boxes,
        _field(taken_rectangles, transform, theme.line_label),
    )


def _field(taken_rectangles: tuple[Edges, ...], t: Transform, em: float) -> Edges:
    """The picture without the column and the row of labels along its left and lower edge; the long
    name of an axis is not a column.
    """
    short = [box for box in taken_rectangles if box[2] - box[0] < SHORT * em]
    left = max((box[2] for box in short if box[0] < t.left + SHORT * em), default=t.left)
    bottom = min((box[1] for box in short if box[3] > t.bottom - 2.0 * em), default=t.bottom)
    return left, t.top, t.right, bottom


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
    """The segments of a polyline, cut at the edge of the picture; as long as :data:`CHORD`, where
    it has more of them.
    """
    if closed and len(points):
        points = np.concatenate([points, points[:1]])
    points = points[_far_enough(points)]
    return _cut(np.stack([points[:-1], points[1:]], axis=1), transform)


def _far_enough(points: Floats) -> Bools:
    """Of the points of a polyline the ends, and inside one to each :data:`CHORD` on the way; those
    beside a gap.
    """
    with np.errstate(invalid="ignore", over="ignore"):
        lengths = np.hypot(*np.diff(points, axis=0).T)
    lengths[~np.isfinite(lengths)] = 2.0 * CHORD
    chords = np.floor(np.concatenate([[0.0], np.cumsum(lengths)])[: len(points)] / CHORD)
    is_kept = np.ones(len(points), dtype=bool)
    is_kept[1:-1] = chords[1:-1] > chords[:-2]
    return is_kept


def _cut(segments: Floats, transform: Transform) -> Floats:
    return clip_segments(segments[np.isfinite(segments).all(axis=(1, 2))], transform.box)


def text_edges(mark: Text, transform: Transform, theme: Theme) -> Edges:
    """The rectangle of a text that is not turned (one that is: the rectangle it would have)."""
    style = theme.style(mark.role)
    box = text_layout(mark.text, style)
    x, y = transform.point(*mark.at)
    start_x, start_y = anchor_baseline(box, mark.anchor, style.size)
    left, base = (
        x + start_x + mark.offset[0] + mark.gap[0] * style.size,
        y + start_y - mark.offset[1] - mark.gap[1] * style.size,
    )
    return left, base - box.ascent, left + box.width, base + box.descent
