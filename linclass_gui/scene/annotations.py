"""The notes of a lecturer in a picture: text, arrows, distances, lines, test points, drawings by
hand, as objects of the scene.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from solvers import Dataset

from .marks import Point

Kind = Literal["text", "arrow", "bracket", "line", "test-point", "name", "drawing"]
Box = tuple[float, float, float, float]  # x0, x1, y0, y1 of a view
# The title of each kind.
KINDS: dict[Kind, str] = {
    "text": "Text",
    "arrow": "Arrow",
    "bracket": "Distance",
    "line": "Line",
    "test-point": "Test point",
    "name": "Name of a point",
    "drawing": "Drawing",
}
# without the drawings of the pen and the names, which the menu of a point gives
OFFERED: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind not in ("drawing", "name"))
WORDS_ALONE = frozenset({"text", "name"})  # without words nothing would be seen of them
HAS_TWO_ENDS = frozenset({"arrow", "bracket", "line"})
# The pens of a presentation; what was drawn with one keeps its colour.  The last is the
# highlighter.
PENS = {"red": "#E8323C", "blue": "#2E7CF6", "green": "#17A653", "yellow": "#FFD400"}
HIGHLIGHTER = "yellow"
MOST_ANNOTATIONS = 200  # in one scene
LONGEST_WAY = 5000  # places of one drawing
LONGEST = 500  # characters of one text
PREFIX = "annotation"
NEW_LINE = "\u23ce"  # in the field, where it can be seen and deleted


@dataclass(frozen=True)
class Annotation:
    """One object: its kind, where it is, where it ends (arrow, distance, line), and its words in
    the mathematics mark-up.

    A distance without words shows its length; a test point also shows its score.  ``way`` is the
    course of a drawing relative to ``at``, so that it moves with ``at``.  ``pen`` names the pen
    that drew it; it is empty for ink.  ``further`` are entries of its file that this program does
    not know.  ``at_row`` and ``to_row`` are the rows of the points that its ends are on, which they
    follow (:func:`on_points`); the name of a point is on one.
    """

    kind: Kind
    at: Point
    to: Point | None = None
    text: str = ""
    way: tuple[Point, ...] = ()
    pen: str = ""
    further: Mapping[str, Any] = field(default_factory=dict, compare=False)
    at_row: int | None = None
    to_row: int | None = None

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the points that it is on."""
        return tuple(row for row in (self.at_row, self.to_row) if row is not None)

    @property
    def places(self) -> tuple[Point, ...]:
        """The places of its ends and along its way."""
        x, y = self.at
        ends = (self.at,) if self.to is None else (self.at, self.to)
        return (*ends, *((x + dx, y + dy) for dx, dy in self.way))

    @property
    def length(self) -> float:
        """From one end to the other."""
        return (
            0.0 if self.to is None else math.hypot(self.to[0] - self.at[0], self.to[1] - self.at[1])
        )

    def moved(self, dx: float, dy: float) -> Annotation:
        """The annotation, moved off the points that it was on."""
        end = None if self.to is None else (self.to[0] + dx, self.to[1] + dy)
        begin = (self.at[0] + dx, self.at[1] + dy)
        return replace(self, at=begin, to=end, at_row=None, to_row=None)


def words_typed(words: str) -> str:
    """The words of an annotation as they stand in a field of one line."""
    return words.replace("\n", NEW_LINE)


def words_kept(typed: str) -> str:
    """The words of an annotation that are typed so."""
    return "\n".join(line.strip() for line in typed.strip(f" {NEW_LINE}").split(NEW_LINE))


def place_annotation(kind: Kind, box: Box, place: Point) -> Annotation:
    """A new annotation at a place in a view: an arrow ends there, others are centred."""
    if kind not in HAS_TWO_ENDS:
        return Annotation(kind, place)
    x, y = place
    reach = 0.12 * (box[1] - box[0])
    if kind != "arrow":
        return Annotation(kind, (x - reach, y), (x + reach, y))
    is_at_left_edge = x - 2.0 * reach < box[0]
    return Annotation(kind, (x + reach if is_at_left_edge else x - reach, y), place)


def drawing(places: Sequence[Point], is_arrow: bool = False, pen: str = "") -> Annotation:
    """A drawing by hand along some places; an arrow from the first to the last."""
    (x, y), end = places[0], places[-1]
    if is_arrow:
        return Annotation("arrow", places[0], end, pen=pen)
    step = -(-len(places) // LONGEST_WAY)
    return Annotation(
        "drawing",
        (x, y),
        way=tuple((to_x - x, to_y - y) for to_x, to_y in (*places[1:-1:step], end)),
        pen=pen,
    )


def name_of_row(annotations: Sequence[Annotation], row: int) -> int | None:
    """The number of the annotation that names the point of a row, None where it has no name."""
    names = (k for k, note in enumerate(annotations) if note.kind == "name" and note.at_row == row)
    return next(names, None)


def handle_name(number: int, end: str) -> str:
    """The name of a handle: which annotation, and which end (``at``, ``to``)."""
    return f"{PREFIX}-{number}-{end}"


def handle_of(name: str) -> tuple[int, str] | None:
    """The annotation and the end that a handle moves, None for the handles of others."""
    parts = name.split("-")
    return (int(parts[1]), parts[2]) if len(parts) == 3 and parts[0] == PREFIX else None


def drag_annotation(
    annotations: tuple[Annotation, ...], name: str, place: Point, row: int | None = None
) -> tuple[Annotation, ...]:
    """All annotations, with the end of one moved to its handle, onto the point of a row if one is
    given.
    """
    handle = handle_of(name)
    if handle is None or not 0 <= handle[0] < len(annotations):
        return annotations
    number, end = handle
    one = annotations[number]
    row = row if one.kind in HAS_TWO_ENDS else None
    changed = (
        replace(one, at=place, at_row=row) if end == "at" else replace(one, to=place, to_row=row)
    )
    return tuple(changed if k == number else annotation for k, annotation in enumerate(annotations))


def on_points(annotations: tuple[Annotation, ...], dataset: Dataset) -> tuple[Annotation, ...]:
    """The annotations with their ends at the points that they are on."""
    if not any(note.rows for note in annotations):
        return annotations

    def moved(note: Annotation) -> Annotation:
        begin, end = _place(note.at_row, dataset), _place(note.to_row, dataset)
        return replace(note, at=begin or note.at, to=end or note.to) if note.rows else note

    return tuple(map(moved, annotations))


def _place(row: int | None, dataset: Dataset) -> Point | None:
    if row is None or row >= len(dataset):
        return None
    x, y = dataset.X[row].tolist()
    return x, y


def follow_rows(
    annotations: tuple[Annotation, ...], before: Dataset, after: Dataset
) -> tuple[Annotation, ...]:
    """The annotations after an edit of the points: an end whose point is gone stays at its place,
    and a name goes with its point.
    """
    if len(before) == len(after) or not any(note.rows for note in annotations):
        return annotations
    rows = {row for note in annotations for row in note.rows}
    new_rows = {row: _row_after(row, before, after) for row in rows}
    return tuple(
        replace(
            note,
            at_row=None if note.at_row is None else new_rows[note.at_row],
            to_row=None if note.to_row is None else new_rows[note.to_row],
        )
        for note in on_points(annotations, before)
        if note.kind != "name" or note.at_row is None or new_rows[note.at_row] is not None
    )


def _row_after(row: int, before: Dataset, after: Dataset) -> int | None:
    """The row of a point after points were added or removed, None where it is gone."""
    if row >= len(before) or before.all_columns.shape[1] != after.all_columns.shape[1]:
        return None
    equal_rows = np.flatnonzero((after.all_columns == before.all_columns[row]).all(axis=1))
    if len(equal_rows) == 0:
        return None
    return int(equal_rows[np.abs(equal_rows - row).argmin()])
