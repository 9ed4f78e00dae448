"""The words around the field of a plot: a row with the current values, a row with the names of the
lines, and names in the margin.

The rows wrap where they are too narrow; nothing of them lies in the field.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats
from solvers.arrays import locked

from ..markup.numbers import MINUS
from ..scene.marks import Area, Dots, End, Entry, Figure, Lane, Mark, Path
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform
from .lettering import PLAIN, Layout, TextStyle, layout
from .painter import draw_marks
from .surface import Surface

ROW = 1.5  # from one row to the next, in text heights
GAP = 1.1  # between two parts of a row, in text heights
# the piece of a line before its name, and the room after it, in text heights
KEY, KEY_GAP = 1.4, 0.45
# between the field and the names in the margin, and from one of them to the next, in text heights
MARGIN_GAP, APART = 0.6, 1.15
# of the height of a picture may be taken by the names of lines: with more of them there would be no
# field
LEGEND = 0.4
SIDES = 5.0  # the room for tick labels beside the rows, about, in text heights
# Stands for any number where rows are broken, so that a longer or negative number does not break a
# row anew.
NUMBER, STAND_IN = re.compile(f"[{MINUS}-]?[0-9][0-9.]*"), f"{MINUS}0.00"
SMALLEST = 0.6  # the least height of a value that is too wide, in parts of the usual one
LARGE = 1e5  # larger than any picture
# half the height of the sample of an area, in tick labels, and how many lines hatch one
PATCH, HATCHES = 0.42, 4
SYMBOL = 0.8  # the largest symbol in a row of names, in text heights


@dataclass(frozen=True)
class Part:
    """A part of a row: its text, its room with the sample, its mark, its start and its row."""

    text: Layout
    room: float
    entry: Entry | None = None
    x: float = 0.0
    row: int = 0


def margin_width(figure: Figure, theme: Theme, sans: str | None = None) -> float:
    """The width of the names at the right of the field."""
    return (
        _margin_width(figure.lanes, figure.ends, theme.caption, sans)
        if figure.lanes or figure.ends
        else 0.0
    )


@memo
def _margin_width(
    lanes: tuple[Lane, ...], ends: tuple[End, ...], size: float, sans: str | None
) -> float:
    widest = 0.0
    for end in _ends(lanes, ends):
        widest = max(widest, layout(end.name, size, _style(sans)).width)
    return widest + (MARGIN_GAP + 0.3) * size


@memo
def _ends(lanes: tuple[Lane, ...], ends: tuple[End, ...]) -> tuple[End, ...]:
    """The names in the right margin: of the lanes in the middle of their height, and of lines at
    their ends.
    """
    return (*[End(lane.axis.label, 0.5 * (lane.low + lane.high)) for lane in lanes], *ends)


def _style(sans: str | None) -> TextStyle:
    return PLAIN if sans is None else TextStyle(sans=sans)


def draw_margin(
    surface: Surface, figure: Figure, transform: Transform, theme: Theme, sans: str | None = None
) -> None:
    """The names in the right margin; those that would lie on each other are moved apart."""
    x, ends = (
        transform.right + MARGIN_GAP * theme.caption,
        sorted(_ends(figure.lanes, figure.ends), key=lambda end: -end.at),
    )
    heights = _apart(
        [transform.point(0.0, end.at)[1] for end in ends],
        APART * theme.caption,
        transform.top,
        transform.bottom,
    )
    for end, y in zip(ends, heights, strict=True):
        name = layout(end.name, theme.caption, _style(sans))
        surface.text(name, x, y + 0.5 * name.cap_height, theme.palette.ink)


def _apart(heights: list[float], apart: float, top: float, bottom: float) -> list[float]:
    """Heights in their order, none nearer than ``apart`` to the next: pushed down, and up again
    from the lower end.
    """
    spread: list[float] = []
    for y in heights:
        spread.append(max(y, spread[-1] + apart) if spread else max(y, top))
    limit = bottom
    for k in range(len(spread) - 1, -1, -1):
        spread[k] = min(spread[k], limit)
        limit = spread[k] - apart
    return spread


def rows_height(figure: Figure, width: float, theme: Theme, sans: str | None = None) -> float:
    """The height of all rows above the field."""
    return (
        _height(figure.heading, figure.legend, width, theme, sans)
        if figure.heading or figure.legend
        else 0.0
    )


@memo
def _height(
    heading: tuple[str, ...],
    legend: tuple[Entry, ...],
    width: float,
    theme: Theme,
    sans: str | None,
) -> float:
    values, names = _values(heading, width, theme, sans), _names(legend, width, theme, sans)
    return ROW * (_size(theme) * _count(values) + theme.caption * _count(names))


def draw_values(
    surface: Surface,
    figure: Figure,
    corner: tuple[float, float],
    width: float,
    theme: Theme,
    sans: str | None = None,
) -> None:
    """The row with the current values; the lower left corner of all rows is given."""
    left, top = corner[0], corner[1] - rows_height(figure, width, theme, sans)
    for part in _values(figure.heading, width, theme, sans):
        surface.text(
            part.text, left + part.x, top + (part.row + 0.8) * ROW * _size(theme), theme.palette.ink
        )


def draw_legend(
    surface: Surface,
    figure: Figure,
    corner: tuple[float, float],
    width: float,
    theme: Theme,
    sans: str | None = None,
) -> None:
    """The row with the names of the lines, below the values; the lower left corner is given."""
    legend = _names(figure.legend, width, theme, sans)
    left, top = corner[0], corner[1] - ROW * theme.caption * _count(legend)
    for part in legend:
        base, x, em = top + (part.row + 0.7) * ROW * theme.caption, left + part.x, theme.caption
        if part.entry is None:
            surface.text(part.text, x, base, theme.palette.ink)
            continue
        surface.text(part.text, x + (KEY + KEY_GAP) * em, base, theme.palette.ink)
        draw_sample(
            surface,
            part.entry,
            (x, base - 0.5 * part.text.cap_height),
            KEY * em,
            theme,
            SYMBOL * em,
        )


def draw_sample(
    surface: Surface,
    entry: Entry,
    start: tuple[float, float],
    room: float,
    theme: Theme,
    largest: float = math.inf,
) -> None:
    """A piece of the line, the symbol or a patch of the area that a name belongs to, in a room that
    begins at a position.
    """
    x, up, half, size = start[0], LARGE - start[1], 0.5 * room, theme.style(entry.role).size
    marks: list[Mark] = []
    if entry.kind == "line":
        marks.append(Path(locked(np.array([(x, up), (x + room, up)])), entry.role, slot=entry.slot))
    elif entry.kind == "area":
        side = PATCH * theme.caption
        corners = [
            (x + half + sx * 1.3 * side, up + sy * side)
            for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        marks.append(Area(locked(np.array(corners)), entry.role, slot=entry.slot))
        marks += (
            [Path(_hatching(*corners[0], *corners[2]), entry.under, joined="pairs")]
            if entry.under
            else []
        )
    else:
        middle = locked(np.array([(x + half, up)]))
        below = [Dots(middle, entry.under)] if entry.under else []
        symbol = Dots(
            middle,
            entry.role,
            slot=entry.slot,
            sizes=None if size <= largest else locked(np.array([largest / size])),
        )
        # The halo of a bound support vector lies under its point, that of a free one over it.
        marks += (
            [symbol, *below] if theme.style(entry.role).fill and entry.under else [*below, symbol]
        )
    draw_marks(surface, marks, Transform.fit(0.0, LARGE, 0.0, LARGE, 0.0, 0.0, LARGE, LARGE), theme)


def _hatching(x0: float, y0: float, x1: float, y1: float) -> Floats:
    """The ends (2m, 2) of lines under 45 degrees across a rectangle."""
    width, height = x1 - x0, y1 - y0
    ends = []
    for shift in np.linspace(-width, height, HATCHES + 2)[1:-1].tolist():
        low, high = max(0.0, -shift), min(width, height - shift)
        ends += [(x0 + low, y0 + low + shift), (x0 + high, y0 + high + shift)]
    return locked(np.array(ends))


def _size(theme: Theme) -> float:
    """The height of the current values: on paper no larger than the ticks."""
    return theme.text if theme.unit == "px" else theme.caption


def _count(parts: tuple[Part, ...]) -> int:
    return parts[-1].row + 1 if parts else 0


@memo
def _values(
    heading: tuple[str, ...], width: float, theme: Theme, sans: str | None
) -> tuple[Part, ...]:
    """The current values, as many side by side as there is room for."""
    size, style = _size(theme), _style(sans)
    values = [_value(text, size, style) for text in heading]
    if sum(item.room for item in values) + GAP * size * (len(values) - 1) > width:
        values = [_value(text, min(size, theme.caption), style) for text in heading]
    widest = max((item.text.width for item in values), default=0.0)
    if widest > width:
        # Rows are broken only between values: one that is too wide for a row is written smaller.
        values = [
            _value(text, max(SMALLEST, width / widest) * min(size, theme.caption), style)
            for text in heading
        ]
    return flow_rows(values, GAP * size, width)


def _value(text: str, size: float, style: TextStyle) -> Part:
    """A current value, which takes the room of the longest of its kind."""
    usual = layout(NUMBER.sub(STAND_IN, text) + "s" * text.startswith("1 "), size, style)
    box = layout(text, size, style)
    return Part(box, max(box.width, usual.width))


def shorten_legend(
    figure: Figure, width: float, height: float, theme: Theme, sans: str | None = None
) -> Figure:
    """The figure with as many names in its legend as leave room for the field; the others are only
    counted.
    """
    rows = max(1, int(LEGEND * height / (ROW * theme.caption)))
    if len(figure.legend) <= rows:  # every row holds at least one
        return figure
    return replace(
        figure,
        legend=_names_that_fit(figure.legend, rows, width - SIDES * theme.caption, theme, sans),
    )


@memo
def _names_that_fit(
    legend: tuple[Entry, ...], rows: int, width: float, theme: Theme, sans: str | None
) -> tuple[Entry, ...]:
    """The first names that fit into ``rows`` rows, and how many more there are."""
    parts, entries = _names(legend, width, theme, sans), legend
    first = sum(part.row < rows for part in parts)
    while _count(parts) > rows and first:
        first -= 1
        entries = (*legend[:first], Entry(f"and {len(legend) - first} more", ""))
        parts = _names(entries, width, theme, sans)
    return entries


@memo
def _names(
    legend: tuple[Entry, ...], width: float, theme: Theme, sans: str | None
) -> tuple[Part, ...]:
    """The names of the lines, as many side by side as there is room for."""
    items = [_name(entry, theme.caption, _style(sans)) for entry in legend]
    return flow_rows(items, GAP * theme.caption, width)


def _name(entry: Entry, size: float, style: TextStyle) -> Part:
    name = layout(entry.name, size, style)
    return (
        Part(name, name.width + (KEY + KEY_GAP) * size, entry)
        if entry.role
        else Part(name, name.width)
    )


def flow_rows(items: list[Part], gap: float, width: float) -> tuple[Part, ...]:
    """Texts one after the other, each with its room, in as many rows as they need."""
    parts: list[Part] = []
    x, row = 0.0, 0
    for item in items:
        if parts and x + item.room > width:
            x, row = 0.0, row + 1
        parts.append(replace(item, x=x, row=row))
        x += item.room + gap
    return tuple(parts)
