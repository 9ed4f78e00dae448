"""The one legend of a composite: below its panels, in the middle, in as many rows as it needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.arrays import locked

from ...core.appearance.theme import Theme
from ...core.marks import Area, Dots, Mark, Path
from ...core.transform import Transform
from ..lettering.text import Layout, TextStyle, layout
from ..painter import draw_marks
from ..surface import Surface
from .values import Key

ROW = 1.75  # the height of a row, in heights of its text
ABOVE = 0.5  # the gap between the panels and the first row
KEY, GAP, APART = 2.3, 0.55, 1.5  # the piece of a line, from it to its name, from one entry to the next; in text heights
SYMBOL = 1.5  # the room of a symbol
LARGE = 1e5  # larger than any page


@dataclass(frozen=True)
class _Item:
    """An entry ready to be drawn: its name, the room of its key, and where it begins in which row."""

    key: Key
    name: Layout
    room: float
    x: float = 0.0
    row: int = 0


def legend_height(legend: tuple[Key, ...], width: float, theme: Theme, sans: str | None = None) -> float:
    """The height of a legend in drawing units, nothing for none."""
    if not legend:
        return 0.0
    return (ABOVE + ROW * (1 + _place_entries(legend, width, theme, sans)[-1].row)) * theme.caption


def draw_legend_of_page(
    surface: Surface, legend: tuple[Key, ...], page: tuple[float, float], theme: Theme, sans: str | None = None
) -> None:
    """Draw a legend at the lower edge of a page."""
    if not legend:
        return
    width, height = page
    top = height - legend_height(legend, width, theme, sans) + ABOVE * theme.caption
    for item in _place_entries(legend, width, theme, sans):
        base = top + (item.row + 0.62) * ROW * theme.caption
        middle = base - 0.5 * item.name.cap_height
        _draw_key(surface, item, middle, theme)
        surface.text(item.name, item.x + item.room + GAP * theme.caption, base, theme.palette.ink)


def _place_entries(legend: tuple[Key, ...], width: float, theme: Theme, sans: str | None) -> list[_Item]:
    """The entries in rows, each row in the middle of the page."""
    em = theme.caption
    items = [_item(key, theme, sans) for key in legend]
    rows: list[list[_Item]] = [[]]
    used = 0.0
    for item in items:
        need = item.room + GAP * em + item.name.width
        if rows[-1] and used + APART * em + need > width - em:
            rows.append([])
        used = need + (used + APART * em if rows[-1] else 0.0)
        rows[-1].append(item)
    result: list[_Item] = []
    for number, row in enumerate(rows):
        needs = [item.room + GAP * em + item.name.width for item in row]
        x = 0.5 * (width - sum(needs) - APART * em * (len(row) - 1))
        for item, need in zip(row, needs, strict=True):
            result.append(_Item(item.key, item.name, item.room, x, number))
            x += need + APART * em
    return result


def _item(key: Key, theme: Theme, sans: str | None) -> _Item:
    room = KEY if key.kind == "line" else SYMBOL
    return _Item(key, layout(key.name, theme.caption, TextStyle(sans=sans)), room * theme.caption)


def _draw_key(surface: Surface, item: _Item, middle: float, theme: Theme) -> None:
    """A piece of the line, the symbol or a patch of the area."""
    device = Transform.fit(0.0, LARGE, 0.0, LARGE, 0.0, 0.0, LARGE, LARGE)
    key, up, half = item.key, LARGE - middle, 0.5 * item.room
    marks: list[Mark] = []
    if key.kind == "line":
        marks.append(Path(locked(np.array([(item.x, up), (item.x + item.room, up)])), key.role, slot=key.slot))
    elif key.kind == "area":
        side = 0.42 * theme.caption
        corners = [(item.x + half + sx * 1.3 * side, up + sy * side) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        marks.append(Area(locked(np.array(corners)), key.role, slot=key.slot))
    else:
        at = locked(np.array([(item.x + half, up)]))
        below = [Dots(at, key.under)] if key.under else []
        mark = Dots(at, key.role, slot=key.slot)
        # The ring of a bound support vector lies under its point, that of a free one over it.
        marks += [mark, *below] if theme.style(key.role).fill and key.under else [*below, mark]
    draw_marks(surface, marks, device, theme)
