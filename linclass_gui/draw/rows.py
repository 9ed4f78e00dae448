"""The words around the field of a plot: a header with the name of the y axis at the left and the
current values at the right, a row with the names of the lines, and names in the margin.

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
from .lettering import Layout, TextStyle, fit_markup, layout, style_in
from .painter import draw_marks
from .surface import Surface

ROW = 1.5  # from one row to the next, in text heights
# from the top of a row of its own to the base line of the name of the y axis, in text heights
NAME_BASE = 0.8 * ROW
GAP = 1.1  # between two parts of a row, in text heights
# the piece of a line before its name, and the room after it, in text heights
KEY, KEY_GAP = 1.4, 0.45
# between the field and the names in the margin, and from one of them to the next, in text heights
MARGIN_GAP, APART = 0.6, 1.15
BELOW = 0.3  # from the lowest of them to the foot of the field, likewise
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


def margin_width(figure: Figure, theme: Theme) -> float:
    """The width of the names at the right of the field."""
    return _margin_width(figure.lanes, figure.ends, theme) if figure.lanes or figure.ends else 0.0


@memo
def _margin_width(lanes: tuple[Lane, ...], ends: tuple[End, ...], theme: Theme) -> float:
    widest = 0.0
    for end in _ends(lanes, ends):
        widest = max(widest, layout(end.name, theme.caption, style_in(theme)).width)
    return widest + (MARGIN_GAP + 0.3) * theme.caption


@memo
def _ends(lanes: tuple[Lane, ...], ends: tuple[End, ...]) -> tuple[End, ...]:
    """The names in the right margin, of lanes and of lines."""
    return (*[End(lane.axis.label, lane.name_at) for lane in lanes if lane.axis.label], *ends)


def draw_margin(surface: Surface, figure: Figure, transform: Transform, theme: Theme) -> None:
    """The names in the right margin; those that would lie on each other are moved apart."""
    x, ends = (
        transform.right + MARGIN_GAP * theme.caption,
        sorted(_ends(figure.lanes, figure.ends), key=lambda end: -end.at),
    )
    heights = _apart(
        [transform.point(0.0, end.at)[1] for end in ends],
        APART * theme.caption,
        transform.top,
        # clear of the name of the x axis, which may be below
        transform.bottom - BELOW * theme.caption,
    )
    for end, y in zip(ends, heights, strict=True):
        name = layout(end.name, theme.caption, style_in(theme))
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


def rows_height(figure: Figure, width: float, theme: Theme) -> float:
    """The height of all rows above the field."""
    return (
        _height(figure.heading, y_name(figure), figure.legend, width, theme)
        if figure.heading or y_name(figure) or figure.legend
        else 0.0
    )


def y_name(figure: Figure) -> str:
    """The name of the y axis above the field of a plot; a canvas has it within."""
    return "" if figure.equal else figure.y.label


def without_y_name(figure: Figure) -> Figure:
    """The figure without a name of its y axis, where that is not above the field."""
    return replace(figure, y=figure.y._replace(label=""))


@memo
def _height(
    heading: tuple[str, ...],
    label: str,
    legend: tuple[Entry, ...],
    width: float,
    theme: Theme,
) -> float:
    header = _header(heading, label, width, theme)
    return header.height + ROW * theme.caption * _count(_names(legend, width, theme))


@dataclass(frozen=True, eq=False)
class Header:
    """The name of the y axis at the left, and the current values in rows at the right; the name is
    in the last row where it has room there, else in a row of its own.
    """

    name: Layout
    values: tuple[Part, ...]
    size: float
    is_shared: bool
    height: float
    name_room: float  # with the gap after it

    @property
    def name_base(self) -> float:
        """From the top down to the base line of the name."""
        rows = _count(self.values)
        if self.is_shared:
            return (rows - 0.2) * ROW * self.size
        return rows * ROW * self.size + NAME_BASE * self.name.size

    def row_end(self, row: int) -> float:
        """Where a row of values ends that begins behind the name, if that is in it."""
        widest = max(part.x + part.room for part in self.values if part.row == row)
        return widest + (
            self.name_room if self.is_shared and row == _count(self.values) - 1 else 0.0
        )


@memo
def _header(heading: tuple[str, ...], label: str, width: float, theme: Theme) -> Header:
    name = fit_markup(label, width, theme.caption, style_in(theme, "axis"))
    name_room = name.width + GAP * _size(theme) if label else 0.0
    values, size = _values(heading, width, width - name_room, theme)
    rows = _count(values)
    last = max((part.x + part.room for part in values if part.row == rows - 1), default=0.0)
    is_shared = bool(values) and (not label or name_room + last <= width)
    own_row = 0.0 if is_shared or not label else theme.caption
    return Header(name, values, size, is_shared, ROW * (size * rows + own_row), name_room)


def rows_needed(figure: Figure, width: float, theme: Theme) -> float:
    """The width that the rows above a field need, of that there is, to remain as many."""
    header = _header(figure.heading, y_name(figure), width, theme)
    ends = [header.row_end(row) for row in range(_count(header.values))]
    names = _names(figure.legend, width, theme)
    return min(max([header.name.width, *ends, *[part.x + part.room for part in names]]), width)


def draw_y_name(
    surface: Surface,
    figure: Figure,
    corner: tuple[float, float],
    width: float,
    theme: Theme,
) -> None:
    """The name of the y axis; the lower left corner of all rows is given."""
    if not y_name(figure):
        return
    header = _header(figure.heading, y_name(figure), width, theme)
    top = corner[1] - rows_height(figure, width, theme)
    surface.text(header.name, corner[0], top + header.name_base, theme.palette.ink_2)


def draw_values(
    surface: Surface,
    figure: Figure,
    corner: tuple[float, float],
    width: float,
    field: float,
    theme: Theme,
) -> None:
    """The current values, at the right edge of the field as far as they have room; the lower left
    corner of all rows is given.
    """
    header = _header(figure.heading, y_name(figure), width, theme)
    top = corner[1] - rows_height(figure, width, theme)
    for part in header.values:
        row = [other for other in header.values if other.row == part.row]
        end = corner[0] + min(max(field, header.row_end(part.row)), width)
        # Every value ends at its place, so that a longer number moves nothing.
        after = row[-1].x + row[-1].room - part.x - part.room
        surface.text(
            part.text,
            end - after - part.text.width,
            top + (part.row + 0.8) * ROW * header.size,
            theme.palette.ink,
        )


def draw_legend(
    surface: Surface,
    figure: Figure,
    corner: tuple[float, float],
    width: float,
    theme: Theme,
) -> None:
    """The row with the names of the lines, below the values; the lower left corner is given."""
    legend = _names(figure.legend, width, theme)
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


def _values(
    heading: tuple[str, ...], width: float, beside: float, theme: Theme
) -> tuple[tuple[Part, ...], float]:
    """The current values, as many side by side as there is room for, and their size: a single row
    has the room ``beside`` the name.
    """
    size, style = _size(theme), style_in(theme)
    values = [_value(text, size, style) for text in heading]
    if sum(item.room for item in values) + GAP * size * (len(values) - 1) > beside:
        size = min(size, theme.caption)
        values = [_value(text, size, style) for text in heading]
    widest = max((item.text.width for item in values), default=0.0)
    if widest > width:
        # Rows are broken only between values: one that is too wide for a row is written smaller,
        # and one that would not be read then, with a long name in it, is cut.
        if width < SMALLEST * widest:
            values = [
                Part(fit_markup(item.text.markup, width, size, style, 1.0), width)
                if item.text.width > width
                else item
                for item in values
            ]
        else:
            values = [_value(text, width / widest * size, style) for text in heading]
    return flow_rows(values, GAP * size, width), size


def _value(text: str, size: float, style: TextStyle) -> Part:
    """A current value, which takes the room of the longest of its kind."""
    usual = layout(NUMBER.sub(STAND_IN, text) + "s" * text.startswith("1 "), size, style)
    box = layout(text, size, style)
    return Part(box, max(box.width, usual.width))


def shorten_legend(figure: Figure, width: float, height: float, theme: Theme) -> Figure:
    """The figure with as many names in its legend as leave room for the field; the others are only
    counted.
    """
    rows = max(1, int(LEGEND * height / (ROW * theme.caption)))
    if len(figure.legend) <= rows:  # every row holds at least one
        return figure
    return replace(
        figure,
        legend=_names_that_fit(figure.legend, rows, width - SIDES * theme.caption, theme),
    )


@memo
def _names_that_fit(
    legend: tuple[Entry, ...], rows: int, width: float, theme: Theme
) -> tuple[Entry, ...]:
    """The first names that fit into ``rows`` rows, and how many more there are."""
    parts, entries = _names(legend, width, theme), legend
    first = sum(part.row < rows for part in parts)
    while _count(parts) > rows and first:
        first -= 1
        entries = (*legend[:first], Entry(f"and {len(legend) - first} more", ""))
        parts = _names(entries, width, theme)
    return entries


@memo
def _names(legend: tuple[Entry, ...], width: float, theme: Theme) -> tuple[Part, ...]:
    """The names of the lines, as many side by side as there is room for."""
    items = [_name(entry, theme.caption, style_in(theme)) for entry in legend]
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
