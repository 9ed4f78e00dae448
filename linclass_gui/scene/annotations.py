"""The notes of a lecturer in a picture: text, arrows, distances, lines, test points, drawings by
hand, as objects of the scene.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Kind = Literal["text", "arrow", "bracket", "line", "test-point", "drawing"]
Point = tuple[float, float]
# The title of each kind.
KINDS: dict[Kind, str] = {
    "text": "Text",
    "arrow": "Arrow",
    "bracket": "Distance",
    "line": "Line",
    "test-point": "Test point",
    "drawing": "Drawing",
}
# which the pen makes
OFFERED: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind != "drawing")
HAS_TWO_ENDS = frozenset({"arrow", "bracket", "line"})
# The pens of a presentation; what was drawn with one keeps its colour.  The last is the
# highlighter.
PENS = {"red": "#E8323C", "blue": "#2E7CF6", "green": "#17A653", "yellow": "#FFD400"}
HIGHLIGHTER = "yellow"
MOST_ANNOTATIONS = 200  # in one scene
LONGEST_WAY = 5000  # places of one drawing
LONGEST = 500  # characters of one text
PREFIX = "annotation"


@dataclass(frozen=True)
class Annotation:
    """One object: its kind, where it is, where it ends (arrow, distance, line), and its words in
    the mathematics mark-up.

    A distance without words shows its length; a test point also shows its score.  ``way`` is the
    course of a drawing relative to ``at``, so that it moves with ``at``.  ``pen`` names the pen
    that drew it; it is empty for ink.  ``further`` are entries of its file that this program does
    not know.
    """

    kind: Kind
    at: Point
    to: Point | None = None
    text: str = ""
    way: tuple[Point, ...] = ()
    pen: str = ""
    further: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def length(self) -> float:
        """From one end to the other."""
        return (
            0.0 if self.to is None else math.hypot(self.to[0] - self.at[0], self.to[1] - self.at[1])
        )

    def moved(self, dx: float, dy: float) -> Annotation:
        """The annotation, moved."""
        end = None if self.to is None else (self.to[0] + dx, self.to[1] + dy)
        return replace(self, at=(self.at[0] + dx, self.at[1] + dy), to=end)


def place_annotation(kind: Kind, box: tuple[float, float, float, float]) -> Annotation:
    """A new annotation in the middle of a view (x0, x1, y0, y1)."""
    x0, x1, y0, y1 = box
    x, y = 0.5 * (x0 + x1), 0.5 * (y0 + y1)
    if kind not in HAS_TWO_ENDS:
        return Annotation(kind, (x, y), text="text" if kind == "text" else "")
    reach = 0.12 * (x1 - x0)
    return Annotation(kind, (x - reach, y), (x + reach, y))


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


def handle_name(number: int, end: str) -> str:
    """The name of a handle: which annotation, and which end (``at``, ``to``)."""
    return f"{PREFIX}-{number}-{end}"


def handle_of(name: str) -> tuple[int, str] | None:
    """The annotation and the end that a handle moves, None for the handles of others."""
    parts = name.split("-")
    return (int(parts[1]), parts[2]) if len(parts) == 3 and parts[0] == PREFIX else None


def drag_annotation(
    annotations: tuple[Annotation, ...], name: str, place: Point
) -> tuple[Annotation, ...]:
    """All annotations, with the end of one moved to its handle."""
    handle = handle_of(name)
    if handle is None or not 0 <= handle[0] < len(annotations):
        return annotations
    number, end = handle
    one = annotations[number]
    changed = replace(one, at=place) if end == "at" else replace(one, to=place)
    return tuple(changed if k == number else annotation for k, annotation in enumerate(annotations))
