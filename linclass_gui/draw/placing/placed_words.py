"""Words at their place: their sizes, and the marks that show them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from solvers import Floats
from solvers.arrays import locked

from ...scene.marks import Across, Along, Anchor, Area, Dots, Listed, Mark, Path, Row, Text, Words
from ...scene.theme import Theme
from ...scene.view import Transform
from ..painter import text_layout
from .boxes import Boxes

NAMES = "names of lines"  # words that are placed together


SPACING = 1.4  # from one line to the next, in heights of the letters
PADDING = 0.4  # of a box, in heights of the letters
ARROW, ARROW_GAP = 1.6, 0.7  # the length of an arrow before a row, and the room after it
# the length of the piece of a line before its name, and the room after it
SAMPLE, SAMPLE_GAP = 1.5, 0.45
# the room of a symbol before its name, and its size: smaller than the marks themselves
SYMBOL, SMALL_SYMBOL = 0.8, 0.7
DASH, DASHED = 0.95, 0.8  # of each line before names that share a gap, and its inked share
VALUE_GAP = 1.2  # between the names of a list and their values
# of a gap in a line: beside its name, half its height, and beyond the outer ones of several lines
ROOM_ASIDE, HIGH, ROOM = 0.54, 0.69, 0.3


@dataclass(frozen=True, eq=False)
class WordSize:
    """The extent of some words in device units, at one of the ``SMALLER`` scales: half of it, and
    the room before them.
    """

    half: tuple[float, float]
    em: float
    scale: float = 1.0
    indent: float = 0.0


def size_of(
    words: Words,
    theme: Theme,
    scale: float = 1.0,
    lines: tuple[str, ...] = (),
    members: int = 1,
) -> WordSize:
    """The size of words; a line is as high as its letters reach from its middle, up or down."""
    style = theme.style(words.role)
    layouts = [text_layout(line, style, scale) for line in lines or words.lines]
    em = style.size * scale
    half = max(
        max(box.ascent - 0.5 * box.cap_height, box.descent + 0.5 * box.cap_height)
        for box in layouts
    )
    padding, indent = PADDING * em if words.boxed else 0.0, em * _indent(words, members)
    width = max(box.width for box in layouts) + indent
    if isinstance(words.home, Listed):
        values = (text_layout(value, style, scale).width for value in words.home.values)
        width += max((VALUE_GAP * em + value for value in values), default=0.0)
    return WordSize(
        (0.5 * width + padding, half + 0.5 * SPACING * em * (len(layouts) - 1) + padding),
        em,
        scale,
        indent,
    )


def _indent(words: Words, members: int) -> float:
    """The room before words for samples or an arrow, in heights of the letters."""
    match words.home:
        case Along():
            return members * DASH + SAMPLE_GAP if members > 1 else 0.0
        case Row(way=way) if way is not None:
            return ARROW + ARROW_GAP
        case Listed(samples=samples):
            return max(_sample_length(role) for role, _ in samples) + SAMPLE_GAP
    return _sample_length(words.sample) + SAMPLE_GAP if words.sample else 0.0


def gaps_around(boxes: Boxes, spread: Floats | float, em: float) -> Boxes:
    """The gaps in lines for words in them, where the lines reach ``spread`` to both sides."""
    up = np.maximum(HIGH * em, spread + ROOM * em * (np.asarray(spread) > 0.0))
    half = np.stack([boxes.half[:, 0] + ROOM_ASIDE * em, np.maximum(boxes.half[:, 1], up)], axis=1)
    return Boxes(boxes.centre, boxes.along, half)


@dataclass(frozen=True, eq=False)
class PlacedWords:
    """Placed words: the middle and the direction of their rectangle, all in device units.

    ``side`` is the edge at which their lines begin: "left", "right" or "center".  ``leader`` is the
    way from their point to them.  ``choice`` is the number of the segment of an arrow
    across.  ``clear``: they cover nothing.  ``members`` are the names that are shown by these
    words: of lines that share a gap in which they reach ``spread`` to both sides, or of a list.
    """

    words: Words
    lines: tuple[str, ...]
    size: WordSize
    middle: tuple[float, float]
    along: tuple[float, float] = (1.0, 0.0)
    side: str = "center"
    leader: tuple[tuple[float, float], tuple[float, float]] | None = None
    choice: int | None = None
    clear: bool = True
    members: tuple[Words, ...] = ()
    spread: float = 0.0

    @cached_property
    def gap(self) -> Boxes:
        """The gap in the lines of the members."""
        return gaps_around(self.box, self.spread, self.size.em)

    @property
    def is_in_line(self) -> bool:
        """Whether lines are cut for them."""
        return bool(self.members) and isinstance(self.words.home, Along)

    @property
    def words_shown(self) -> tuple[Words, ...]:
        """The words that a reader sees."""
        return (self.members or (self.words,)) if self.lines else ()

    @property
    def box(self) -> Boxes:
        """Its rectangle; an arrow may be without words."""
        return (
            Boxes.oriented(np.array([self.middle]), np.array(self.along), self.size.half)
            if self.lines
            else Boxes.empty()
        )

    def drawn_lines(self, transform: Transform) -> Floats:
        """The lines (k, 2, 2) that are drawn with the words, in device units."""
        home = self.words.home
        lines = np.array([] if self.leader is None else [self.leader]).reshape(-1, 2, 2)
        if isinstance(home, Across) and self.choice is not None:
            return np.concatenate([lines, transform.map(home.segments[self.choice])[None]])
        return lines


def marks_of(place: PlacedWords, transform: Transform) -> list[Mark]:
    """The words as marks."""
    words, em, t = place.words, place.size.em, transform
    marks: list[Mark] = []
    home, slot, is_faded = words.home, words.slot, words.faded
    if isinstance(home, Across) and place.choice is not None:
        marks.append(
            Path(
                locked(home.segments[place.choice].copy()),
                home.role,
                arrow="both",
                faded=home.faded,
            )
        )
    # it ends at its line or point without a dot, which would look like a point
    if place.leader is not None:
        marks.append(
            Path(locked(t.inverse(np.array(place.leader))), "leader", slot=slot, faded=is_faded)
        )
    if words.boxed:
        (x, y), (across, up) = place.middle, place.size.half
        corners = np.array(
            [(x - across, y - up), (x + across, y - up), (x + across, y + up), (x - across, y + up)]
        )
        marks.append(Area(locked(t.inverse(corners)), "words-ground"))
    marks += _before(place, transform)
    (x, y), half = place.middle, place.size.half
    padding = PADDING * em if words.boxed else 0.0
    if place.side == "left" or isinstance(home, Listed):
        x += place.size.indent + padding - half[0]
    elif place.side == "right":
        x += half[0] - padding
    else:
        x, y = (
            position + 0.5 * place.size.indent * way
            for position, way in zip((x, y), place.along, strict=True)
        )
    direction = None
    if place.along != (1.0, 0.0):
        direction = (place.along[0] / transform.scale_x, -place.along[1] / transform.scale_y)
    anchor: Anchor = (
        "left" if place.side == "left" else "right" if place.side == "right" else "center"
    )
    rows = [(row, x, anchor, line) for row, line in enumerate(place.lines)]
    if isinstance(home, Listed):
        right = place.middle[0] + half[0]
        rows = [(k, x, "left", line) for k, x, _, line in rows]
        rows += [(k, right, "right", value) for k, value in enumerate(home.values)]
    top = y - 0.5 * SPACING * em * (len(place.lines) - 1)
    for row, start, side, line in rows:
        marks.append(
            Text(
                t.data(start, top + row * SPACING * em),
                line,
                words.role,
                side,
                along=direction,
                backed=not place.clear,
                faded=is_faded,
                scale=place.size.scale,
            )
        )
    return [replace(mark, layer=words.layer) for mark in marks] if words.layer else marks


def _sample_length(role: str) -> float:
    return SYMBOL if _is_symbol(role) else SAMPLE


def _is_symbol(role: str) -> bool:
    """Whether a sample of a role is a symbol, not a piece of a line."""
    return role == "marker" or role.startswith("key-")


def _before(place: PlacedWords, t: Transform) -> Iterator[Path | Dots]:
    """What stands before words: the arrow of a row, the sample of what they name, dashes of the
    lines that share a gap, a sample in each row of a list.
    """
    words, em, along = place.words, place.size.em, np.array(place.along)
    x, y = np.array(place.middle) - place.size.half[0] * along
    if not place.size.indent:
        return
    if isinstance(words.home, Row) and words.home.way is not None:
        way = 0.5 * ARROW * em * np.array(words.home.way) * (1.0, -1.0)
        middle = x + 0.5 * ARROW * em, y
        ends = locked(t.inverse(np.array([middle - way, middle + way])))
        yield Path(ends, "way", slot=words.slot, arrow="end")
        return
    samples = [(words.sample, words.slot, 0.0, 0.0)]
    if place.is_in_line:
        samples = [(name.sample, name.slot, k * DASH, 0.0) for k, name in enumerate(place.members)]
    elif isinstance(words.home, Listed):
        first = 0.5 * (1 - len(place.lines))
        samples = [
            (role, slot, 0.0, (first + k) * SPACING)
            for k, (role, slot) in enumerate(words.home.samples)
        ]
    for role, slot, step, row in samples:
        start = np.array([x, y + row * em]) + step * em * along
        length = DASHED * DASH if place.is_in_line else _sample_length(role)
        ends = t.inverse(np.array([start, start + length * em * along]))
        if _is_symbol(role):
            yield Dots(
                locked(ends.mean(axis=0)[None]), role, slot, locked(np.array([SMALL_SYMBOL]))
            )
        else:
            yield Path(locked(ends), role, slot=slot, faded=words.faded)


def groups_of(words: tuple[Words, ...]) -> list[tuple[Words, ...]]:
    """The words one by one; together the names of lines that must be there, which may crowd at the
    same ends, and pairs.
    """
    groups: list[tuple[Words, ...]] = []
    last: Hashable = None
    for word in words:
        kind = NAMES if isinstance(word.home, Along) and word.needed else word.pair
        if kind is not None and kind == last:
            groups[-1] = (*groups[-1], word)
        else:
            groups.append((word,))
        last = kind
    return groups
