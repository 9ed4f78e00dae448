"""The one legend of a composite: below its panels, in the middle, in as many rows as it needs; or
in one row beneath one panel.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from ...scene.marks import Entry
from ...scene.theme import Theme
from ..lettering.text import TextStyle, layout
from ..rows import LARGE, Part, draw_sample, flow_rows
from ..surface import Surface
from .caption import caption_height, draw_caption
from .values import Page

# of the page for all of it; the sizes of its text, in tick labels
MOST, SCALES = 1.0 / 6.0, (1.0, 0.9, 0.82, 0.75)
ROW = 1.6  # the height of a row, in heights of its text
ABOVE = 0.4  # the gap between the panels and the first row
# the piece of a line, from it to its name, from one entry to the next; in text heights
KEY, GAP, APART = 2.0, 0.5, 1.3
SYMBOL = 1.5  # the room of a symbol


def legend_height(
    legend: tuple[Entry, ...], page: tuple[float, float], theme: Theme, sans: str | None = None
) -> float:
    """The height of a legend in drawing units, 0 for none; never more than a part of its page."""
    size, items = _fitting(legend, page, theme, sans)
    return _height(items, size)


def legend_width(legend: tuple[Entry, ...], theme: Theme, sans: str | None = None) -> float:
    """The width of a legend in one row."""
    items = _place_entries(legend, LARGE, theme.caption, sans)
    return items[-1].x + items[-1].room - items[0].x if items else 0.0


def left_out(page: Page) -> tuple[str, ...]:
    """The names of the entries that do not fit into the legend of a page."""
    return tuple(key.name for key in page.legend[len(_on_page(page)[2]) :])


def draw_below(surface: Surface, page: Page) -> None:
    """Draw the legend below the panels of a page, and the caption under it."""
    theme = page.theme
    draw_caption(surface, page.caption, page.extent, theme, page.sans)
    left, size, items = _on_page(page)
    top = page.extent[1] - caption_height(page.caption, theme) - _height(items, size) + ABOVE * size
    for item in items:
        base = top + (item.row + 0.62) * ROW * size
        assert item.entry is not None
        room = _sample_room(item.entry, size)
        draw_sample(
            surface, item.entry, (left + item.x, base - 0.5 * item.text.cap_height), room, theme
        )
        surface.text(item.text, left + item.x + room + GAP * size, base, theme.palette.ink)


def _on_page(page: Page) -> tuple[float, float, list[Part]]:
    """The place of the legend of a page, the size of its text, and its entries."""
    left, width = 0.0, page.extent[0]
    if page.legend_under is not None:
        t = page.panels[page.legend_under].transform
        left, width = t.left, t.width
    return (left, *_fitting(page.legend, (width, page.extent[1]), page.theme, page.sans))


def _height(items: list[Part], size: float) -> float:
    return (ABOVE + ROW * (1 + items[-1].row)) * size if items else 0.0


def _fitting(
    legend: tuple[Entry, ...], page: tuple[float, float], theme: Theme, sans: str | None
) -> tuple[float, list[Part]]:
    """The entries in rows with the size of their text: smaller, and finally only the first ones,
    where all do not fit.
    """
    for count in range(len(legend), -1, -1):
        tries = [
            (
                scale * theme.caption,
                _place_entries(legend[:count], page[0], scale * theme.caption, sans),
            )
            for scale in SCALES
        ]
        tries = [(size, items) for size, items in tries if _height(items, size) <= MOST * page[1]]
        if tries:  # in as few rows as possible, then as large as possible
            return max(tries, key=lambda one: (-one[1][-1].row if one[1] else 0, one[0]))
    raise AssertionError("nothing has no height")


def _place_entries(
    legend: tuple[Entry, ...], width: float, em: float, sans: str | None
) -> list[Part]:
    """The entries in rows, each row in the middle of the page."""
    names = [layout(entry.name, em, TextStyle(sans=sans)) for entry in legend]
    items = [
        Part(n, _sample_room(e, em) + GAP * em + n.width, e)
        for n, e in zip(names, legend, strict=True)
    ]
    result: list[Part] = []
    for _, row in groupby(flow_rows(items, APART * em, width - em), lambda part: part.row):
        parts = list(row)
        start = 0.5 * (width - parts[-1].x - parts[-1].room)
        result += [replace(part, x=start + part.x) for part in parts]
    return result


def _sample_room(entry: Entry, em: float) -> float:
    return (KEY if entry.kind == "line" else SYMBOL) * em
