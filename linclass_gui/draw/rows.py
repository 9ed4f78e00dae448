"""What stands round the field of a plot: a row with the values of now, a row with the names of the lines, and names in the margin.

The rows wrap where they are too narrow; nothing of them lies in the field.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.arrays import locked

from ..core.marks import Dots, Entry, Figure, Path
from ..core.memo import memo
from ..core.theme import Theme
from ..core.transform import Transform
from .painter import draw_marks
from .surface import Surface
from .text import Layout, TextStyle, layout

ROW = 1.5  # from one row to the next, in text heights
GAP = 1.1  # between two parts of a row, in text heights
KEY, KEY_GAP = 1.4, 0.45  # the piece of a line before its name, and the room after it, in text heights
MARGIN_GAP = 0.6  # between the field and the names in the margin, in text heights
Item = tuple[Layout, float, tuple[str, int | None] | None]  # a text, the room before it, and its key
LARGE = 1e5  # larger than any picture
SYMBOLS = frozenset({"marker", "trial-handle"})


@dataclass(frozen=True)
class Part:
    """A part of a row: what is written, where it begins, which row, and the line that it names."""

    text: Layout
    x: float
    row: int
    key: tuple[str, int | None] | None = None


def margin_width(figure: Figure, theme: Theme, sans: str | None = None) -> float:
    """The room that the names of the lanes take at the right of the field."""
    names = [_lane_name(lane.axis.label, theme, sans) for lane in figure.lanes]
    return max((name.width for name in names), default=0.0) + (MARGIN_GAP + 0.3) * theme.caption if names else 0.0


def _lane_name(label: str, theme: Theme, sans: str | None) -> Layout:
    return layout(label, theme.caption, TextStyle(sans=sans))


def draw_lane_names(surface: Surface, figure: Figure, transform: Transform, theme: Theme, sans: str | None = None) -> None:
    """The name of each lane in the right margin, in the middle of its height."""
    x = transform.right + MARGIN_GAP * theme.caption
    for lane in figure.lanes:
        name = _lane_name(lane.axis.label, theme, sans)
        y = transform.point(0.0, 0.5 * (lane.low + lane.high))[1]
        surface.text(name, x, y + 0.5 * name.cap_height, theme.palette.ink)


def rows_height(figure: Figure, width: float, theme: Theme, sans: str | None = None) -> float:
    """The height of all rows above the field."""
    heading, legend = _rows(figure.heading, figure.legend, width, theme, sans)
    return ROW * (_size(theme) * _count(heading) + theme.caption * _count(legend))


def draw_values(
    surface: Surface, figure: Figure, corner: tuple[float, float], width: float, theme: Theme, sans: str | None = None
) -> None:
    """The row with the values of now; the lower left corner of all rows is given."""
    heading, _ = _rows(figure.heading, figure.legend, width, theme, sans)
    left, top = corner[0], corner[1] - rows_height(figure, width, theme, sans)
    for part in heading:
        surface.text(part.text, left + part.x, top + (part.row + 0.8) * ROW * _size(theme), theme.palette.ink)


def draw_legend(
    surface: Surface, figure: Figure, corner: tuple[float, float], width: float, theme: Theme, sans: str | None = None
) -> None:
    """The row with the names of the lines, below the values; the lower left corner is given."""
    _, legend = _rows(figure.heading, figure.legend, width, theme, sans)
    left, top = corner[0], corner[1] - ROW * theme.caption * _count(legend)
    for part in legend:
        base = top + (part.row + 0.7) * ROW * theme.caption
        surface.text(part.text, left + part.x + (KEY + KEY_GAP) * theme.caption, base, theme.palette.ink)
        _draw_key(surface, part, left + part.x, base - 0.5 * part.text.cap_height, theme)


def _draw_key(surface: Surface, part: Part, x: float, y: float, theme: Theme) -> None:
    """A piece of the line, or the symbol, that a name belongs to."""
    if part.key is None:
        return
    role, slot = part.key
    device = Transform.fit(0.0, LARGE, 0.0, LARGE, 0.0, 0.0, LARGE, LARGE)
    width, up = KEY * theme.caption, LARGE - y
    mark: Dots | Path = Path(locked(np.array([(x, up), (x + width, up)])), role, slot=slot)
    if role in SYMBOLS:
        small = np.array([0.8 * theme.caption / theme.style(role).size])
        mark = Dots(locked(np.array([[x + 0.5 * width, up]])), role, slot=slot, sizes=locked(np.minimum(small, 1.0)))
    draw_marks(surface, (mark,), device, theme)


def _size(theme: Theme) -> float:
    """The height of the values of now: on paper no larger than the ticks."""
    return theme.text if theme.unit == "px" else theme.caption


def _count(parts: tuple[Part, ...]) -> int:
    return parts[-1].row + 1 if parts else 0


@memo(16)
def _rows(
    heading: tuple[str, ...], legend: tuple[Entry, ...], width: float, theme: Theme, sans: str | None
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """The parts of the heading and of the legend, as many side by side as there is room for."""
    size, style = _size(theme), TextStyle(sans=sans)
    values: list[Item] = [(layout(text, size, style), 0.0, None) for text in heading]
    if sum(text.width for text, _, _ in values) + GAP * size * (len(values) - 1) > width:
        values = [(layout(text, min(size, theme.caption), style), 0.0, None) for text in heading]
    room = (KEY + KEY_GAP) * theme.caption
    names: list[Item] = [(layout(e.name, theme.caption, style), room, (e.role, e.slot)) for e in legend]
    return _flowed(values, GAP * size, width), _flowed(names, GAP * theme.caption, width)


def _flowed(items: list[Item], gap: float, width: float) -> tuple[Part, ...]:
    """Texts with the room before each, one after the other, in as many rows as they need."""
    parts: list[Part] = []
    x, row = 0.0, 0
    for text, before, key in items:
        if parts and x + before + text.width > width:
            x, row = 0.0, row + 1
        parts.append(Part(text, x, row, key))
        x += before + text.width + gap
    return tuple(parts)
