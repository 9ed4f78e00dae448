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
from .caption import caption_height, draw_caption
from .values import Key, Page

MOST, SCALES = 1.0 / 6.0, (1.0, 0.9, 0.82, 0.75)  # of the page for all of it; the sizes of its text, in tick labels
ROW = 1.6  # the height of a row, in heights of its text
ABOVE = 0.4  # the gap between the panels and the first row
KEY, GAP, APART = 2.0, 0.5, 1.3  # the piece of a line, from it to its name, from one entry to the next; in text heights
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


def legend_height(legend: tuple[Key, ...], page: tuple[float, float], theme: Theme, sans: str | None = None) -> float:
    """The height of a legend in drawing units, nothing for none; never more than a part of its page."""
    size, items = _fitting(legend, page, theme, sans)
    return _height(items, size)


def left_out(page: Page) -> tuple[str, ...]:
    """The names of the entries for which the legend of a page has no room."""
    return tuple(key.name for key in page.legend[len(_fitting(page.legend, page.extent, page.theme, page.sans)[1]) :])


def draw_below(surface: Surface, page: Page) -> None:
    """Draw what is below the panels of a page: the legend, and the caption under it."""
    theme = page.theme
    draw_caption(surface, page.caption, page.extent, theme, page.sans)
    size, items = _fitting(page.legend, page.extent, theme, page.sans)
    top = page.extent[1] - caption_height(page.caption, theme) - _height(items, size) + ABOVE * size
    for item in items:
        base = top + (item.row + 0.62) * ROW * size
        middle = base - 0.5 * item.name.cap_height
        _draw_key(surface, item, middle, theme)
        surface.text(item.name, item.x + item.room + GAP * size, base, theme.palette.ink)


def _height(items: list[_Item], size: float) -> float:
    return (ABOVE + ROW * (1 + items[-1].row)) * size if items else 0.0


def _fitting(legend: tuple[Key, ...], page: tuple[float, float], theme: Theme, sans: str | None) -> tuple[float, list[_Item]]:
    """The entries in rows with the size of their text: smaller, and at last the first ones alone, where all would take too much."""
    for count in range(len(legend), -1, -1):
        tries = [(scale * theme.caption, _place_entries(legend[:count], page[0], scale * theme.caption, sans)) for scale in SCALES]
        tries = [(size, items) for size, items in tries if _height(items, size) <= MOST * page[1]]
        if tries:  # in as few rows as there can be, and then as large as it can be
            return max(tries, key=lambda one: (-one[1][-1].row if one[1] else 0, one[0]))
    raise AssertionError("nothing has no height")


def _place_entries(legend: tuple[Key, ...], width: float, em: float, sans: str | None) -> list[_Item]:
    """The entries in rows, each row in the middle of the page."""
    items = [_item(key, em, sans) for key in legend]
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


def _item(key: Key, em: float, sans: str | None) -> _Item:
    return _Item(key, layout(key.name, em, TextStyle(sans=sans)), (KEY if key.kind == "line" else SYMBOL) * em)


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
