"""Words at their place: their sizes, and the marks that show them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats
from solvers.arrays import locked

from ...scene.marks import Across, Along, Anchor, Area, Dots, Mark, Off, Path, Row, Text, Words
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
SMALLER = (1.0, 0.8)  # the sizes of words that are needed
SMALLEST_OFF = 0.6  # of those that have one place only: in the rows of a plot that is low


@dataclass(frozen=True, eq=False)
class WordSize:
    """The extent of some words in device units, at one of the ``SMALLER`` scales: half of it, and
    the room before them.
    """

    half: tuple[float, float]
    em: float
    scale: float = 1.0
    indent: float = 0.0


def scales_of(words: Words) -> tuple[float, ...]:
    """The scales at which words are tried."""
    has_one_place = words.needed and isinstance(words.home, Off)
    scales = (*SMALLER, SMALLEST_OFF) if has_one_place else SMALLER
    return tuple(scale for scale in scales if scale <= words.largest)


def size_of(
    words: Words, theme: Theme, scale: float = 1.0, lines: tuple[str, ...] = ()
) -> WordSize:
    """The size of words; a line is as high as its letters reach from its middle, up or down."""
    style = theme.style(words.role)
    layouts = [text_layout(line, style, scale) for line in lines or words.lines]
    em = style.size * scale
    has_arrow = isinstance(words.home, Row) and words.home.way is not None
    indent = em * (
        ARROW + ARROW_GAP
        if has_arrow
        else _sample_length(words) + SAMPLE_GAP
        if words.sample
        else 0.0
    )
    half = max(
        max(box.ascent - 0.5 * box.cap_height, box.descent + 0.5 * box.cap_height)
        for box in layouts
    )
    padding = PADDING * em if words.boxed else 0.0
    width = max(box.width for box in layouts) + indent
    return WordSize(
        (0.5 * width + padding, half + 0.5 * SPACING * em * (len(layouts) - 1) + padding),
        em,
        scale,
        indent,
    )


@dataclass(frozen=True, eq=False)
class PlacedWords:
    """Placed words: the middle and the direction of their rectangle, all in device units.

    ``side`` is the edge at which their lines begin: "left", "right" or "center".  ``leader`` is the
    way from their line or point to them.  ``choice`` is the number of the segment of an arrow
    across.  ``clear``: they cover nothing.
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
    if place.size.indent:
        marks.append(_before(place, transform))
    (x, y), half = place.middle, place.size.half
    padding = PADDING * em if words.boxed else 0.0
    if place.side == "left":
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
    top = y - 0.5 * SPACING * em * (len(place.lines) - 1)
    for row, line in enumerate(place.lines):
        position = t.data(x, top + row * SPACING * em)
        marks.append(
            Text(
                position,
                line,
                words.role,
                anchor,
                along=direction,
                backed=not place.clear,
                faded=is_faded,
                scale=place.size.scale,
            )
        )
    return [replace(mark, layer=words.layer) for mark in marks] if words.layer else marks


def _sample_length(words: Words) -> float:
    return SYMBOL if _has_symbol(words) else SAMPLE


def _has_symbol(words: Words) -> bool:
    """Whether a symbol stands before the words, not a piece of a line."""
    return words.sample == "marker" or words.sample.startswith("key-")


def _before(place: PlacedWords, transform: Transform) -> Path | Dots:
    """The arrow before the words of a row, or the symbol or the piece of the line before its
    name.
    """
    words, (ux, uy) = place.words, place.along
    has_arrow = isinstance(words.home, Row) and words.home.way is not None
    length = (ARROW if has_arrow else _sample_length(words)) * place.size.em
    shift = 0.5 * length - place.size.half[0]
    x, y = place.middle[0] + shift * ux, place.middle[1] + shift * uy
    if _has_symbol(words):
        at = locked(transform.inverse(np.array([(x, y)])))
        return Dots(at, words.sample, words.slot, locked(np.array([SMALL_SYMBOL])))
    if isinstance(words.home, Row) and words.home.way is not None:
        ux, uy = words.home.way[0], -words.home.way[1]
    dx, dy = 0.5 * length * ux, 0.5 * length * uy
    ends = locked(transform.inverse(np.array([(x - dx, y - dy), (x + dx, y + dy)])))
    if has_arrow:
        return Path(ends, "way", slot=words.slot, arrow="end")
    return Path(ends, words.sample, slot=words.slot, faded=words.faded)


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
