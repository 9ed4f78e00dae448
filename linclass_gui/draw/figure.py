"""A figure on paper: frame, ticks inwards, tick labels and axis names outside, everything in points at final size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..core.marks import Axis, Figure
from ..core.theme import Theme
from ..core.transform import Transform
from .axes import Ticks, axis_name, draw_message, seen, y_ticks
from .lettering.text import Layout, TextStyle, layout
from .painter import draw_marks
from .rows import draw_legend, draw_margin, draw_values, margin_width, rows_height, shortened
from .surface import Rect, Surface
from .words import worded

# Either a figure, or how to make one for a plot area of so many points across and up (a canvas draws other marks there).
Source = Figure | Callable[[float, float], Figure]
MM = 72.0 / 25.4  # points


@dataclass(frozen=True, eq=False)
class Page:
    """A figure laid out on a page of ``width x height`` points."""

    width: float
    height: float
    figure: Figure
    transform: Transform
    theme: Theme
    x_ticks: Ticks
    y_ticks: Ticks
    letter: str = ""
    sans: str | None = None
    transparent: bool = False


def lay_out(
    source: Source,
    width: float,
    height: float,
    theme: Theme,
    letter: str = "",
    sans: str | None = None,
    transparent: bool = False,
) -> Page:
    """Lay a figure out on a page of ``width x height`` points.

    With equal axes the range grows in one direction until it has the proportions of the frame: nothing is distorted, nothing is
    left out.  The margins depend on the tick labels and these on the range, so the second pass uses the labels of the first.
    """
    figure = shortened(source, width, height, theme, sans) if isinstance(source, Figure) else source(width, height)
    area = (0.0, 0.0, width, height)
    x_ticks = up = Ticks((), ())
    for _ in range(2):
        transform = _transform(figure, area)
        figure = seen(figure, transform)
        x_ticks, up = _ticks(figure.x, area[2], theme, sans), _y_ticks(figure, area[3], theme, sans)
        area = _plot_area(figure, (width, height), theme, x_ticks, up, letter, sans)
        if not isinstance(source, Figure):
            figure = source(area[2], area[3])
    transform = _transform(figure, area)
    figure = seen(figure, transform)
    x_ticks, up = _ticks(figure.x, area[2], theme, sans), _y_ticks(figure, area[3], theme, sans)
    return Page(width, height, figure, transform, theme, x_ticks, up, letter, sans, transparent)


def _transform(figure: Figure, area: Rect) -> Transform:
    transform = Transform.fit(figure.x.low, figure.x.high, figure.y.low, figure.y.high, *area)
    return Transform.of(transform.view.with_aspect(area[2], area[3]), area) if figure.equal else transform


def _ticks(axis: Axis, extent: float, theme: Theme, sans: str | None) -> Ticks:
    return Ticks.of(axis, max(2, int(extent / (4.0 * theme.caption))), theme.caption, sans)


def _y_ticks(figure: Figure, extent: float, theme: Theme, sans: str | None) -> Ticks:
    return y_ticks(figure, max(2, int(extent / (4.0 * theme.caption))), extent, theme.caption, sans)


def _plot_area(
    figure: Figure, page: tuple[float, float], theme: Theme, x_ticks: Ticks, y_ticks: Ticks, letter: str, sans: str | None
) -> Rect:
    em = theme.caption
    name_x, name_y = axis_name(figure.x, theme, sans), axis_name(figure.y, theme, sans)
    column = max(y_ticks.width, 0.0 if _is_turned(name_y, theme) else name_y.width)
    left = 0.35 * em + column + 0.6 * em + (1.6 * em if _is_turned(name_y, theme) else 0.0)
    first, last = (0.5 * x_ticks.labels[k].width if x_ticks.labels else 0.0 for k in (0, -1))
    right = max(0.5 * em, last + 0.1 * em - _room(figure.x, x_ticks.values[-1:], page[0] - left))
    bottom = (2.0 * em if x_ticks.labels or figure.x.label else 0.5 * em) + (1.5 * em if _is_below(name_x, figure, theme) else 0.0)
    left, right = max(left, first + 0.1 * em), max(right, margin_width(figure, theme, sans))
    top = (1.9 * em if letter else 0.5 * em) + rows_height(figure, page[0] - left - 0.5 * em, theme, sans)
    return left, top, max(page[0] - left - right, 1.0), max(page[1] - top - bottom, 1.0)


def _room(axis: Axis, last: tuple[float, ...], extent: float) -> float:
    """How far the last tick stands from the end of its axis, in points."""
    return (axis.high - last[0]) / (axis.high - axis.low) * extent if last else 0.0


def _is_turned(name: Layout, theme: Theme) -> bool:
    """Whether the name of the y axis is too long for the column of its tick labels and runs upwards beside it."""
    return name.width > 2.6 * theme.caption


def _is_below(name: Layout, figure: Figure, theme: Theme) -> bool:
    """Whether the name of the x axis is too long for the gap between two tick labels and gets its own row."""
    return bool(figure.x.label) and name.width > 2.6 * theme.caption


def draw_page(surface: Surface, page: Page) -> None:
    """Draw a page on a surface whose unit is the point."""
    theme, t = page.theme, page.transform
    if not page.transparent:
        surface.polygon(_rectangle(0.0, 0.0, page.width, page.height), theme.palette.canvas)
    if page.figure.grid:
        _draw_grid(surface, page)
    draw_marks(surface, worded(page.figure, t, theme, page.sans).marks, t, theme, page.sans)
    if page.figure.message:
        draw_message(surface, page.figure, t, theme)
    if page.figure.marks or not page.figure.message:  # a sentence needs no axes
        _draw_ticks(surface, page)
        _draw_frame(surface, page)
        _draw_names(surface, page)
        draw_margin(surface, page.figure, t, theme, page.sans)
        corner, width = (t.left, t.top - 0.2 * theme.caption), page.width - t.left - 0.5 * theme.caption
        draw_values(surface, page.figure, corner, width, theme, page.sans)
        draw_legend(surface, page.figure, corner, width, theme, page.sans)
    _draw_title(surface, page)


def _rectangle(left: float, top: float, width: float, height: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)], dtype=np.float64)


def _draw_grid(surface: Surface, page: Page) -> None:
    t = page.transform
    levels = [t.point(0.0, value)[1] for value in page.y_ticks.values]
    inner = [y for y in levels if t.top + 0.5 < y < t.bottom - 0.5]
    surface.lines([np.array([(t.left, y), (t.right, y)]) for y in inner], page.theme.style("plot-grid"))


def _draw_frame(surface: Surface, page: Page) -> None:
    """All four sides round the plane; a plot has only its axes, because labels stand at the ends of its curves."""
    t, style = page.transform, page.theme.style("frame")
    if page.figure.equal:
        surface.lines([_rectangle(t.left, t.top, t.width, t.height)], style, closed=True)
        return
    corner, top, right = (t.left, t.bottom), (t.left, t.top), (t.right, t.bottom)
    has_left = page.figure.y.visible or page.figure.lanes
    sides = [corner, right] if not has_left else [top, corner] if not page.figure.x.visible else [top, corner, right]
    surface.lines([np.array(sides)], style)


def _draw_ticks(surface: Surface, page: Page) -> None:
    t, em, ink = page.transform, page.theme.caption, page.theme.palette.ink_2
    length, runs = 0.36 * em, []
    for value, label in zip(page.x_ticks.values, page.x_ticks.labels, strict=True):
        x = t.point(value, 0.0)[0]
        if t.left + 1.0 < x < t.right - 1.0:  # a tick on the frame's own side would only thicken it
            runs.append(np.array([(x, t.bottom), (x, t.bottom - length)]))
        surface.text(label, x - 0.5 * label.width, t.bottom + 1.35 * em, ink)
    for value, label in zip(page.y_ticks.values, page.y_ticks.labels, strict=True):
        y = t.point(0.0, value)[1]
        if t.top + 1.0 < y < t.bottom - 1.0:
            runs.append(np.array([(t.left, y), (t.left + length, y)]))
        surface.text(label, t.left - 0.6 * em - label.width, y + 0.5 * label.cap_height, ink)
    if runs:
        surface.lines(runs, page.theme.style("frame"))


def _draw_names(surface: Surface, page: Page) -> None:
    """The names of the axes: short ones among the tick labels, in the gap nearest to the end that has room."""
    t, theme, em, ink = page.transform, page.theme, page.theme.caption, page.theme.palette.ink
    name_x, name_y = axis_name(page.figure.x, theme, page.sans), axis_name(page.figure.y, theme, page.sans)
    row = t.bottom + 1.35 * em
    if _is_below(name_x, page.figure, theme):
        surface.text(name_x, t.left + 0.5 * (t.width - name_x.width), row + 1.5 * em, ink)
    else:
        at = [t.point(value, 0.0)[0] for value in page.x_ticks.values]
        half = [0.5 * label.width for label in page.x_ticks.labels]
        x = _gap(at, half, 0.5 * name_x.width + 0.3 * em, t.left, t.right)
        surface.text(name_x, x - 0.5 * name_x.width, row, ink)
    if _is_turned(name_y, theme):
        x = t.left - 1.2 * em - page.y_ticks.width
        surface.text(name_y, x, t.top + 0.5 * (t.height + name_y.width), ink, angle=-90.0)
    else:
        at = [-t.point(0.0, value)[1] for value in page.y_ticks.values]
        y = -_gap(at, [0.5 * em] * len(at), 0.6 * em, -t.bottom, -t.top)
        column = max(page.y_ticks.width, name_y.width)
        surface.text(name_y, t.left - 0.6 * em - 0.5 * (column + name_y.width), y + 0.5 * name_y.cap_height, ink)


def _gap(at: list[float], half: list[float], need: float, low: float, high: float) -> float:
    """The middle of the gap between labels that is nearest to the high end and wide enough; else the high end itself."""
    for k in range(len(at) - 1, 0, -1):
        if at[k] - half[k] - (at[k - 1] + half[k - 1]) > 2.0 * need:
            return 0.5 * (at[k] + at[k - 1])
    if at and high - (at[-1] + half[-1]) > 2.0 * need:
        return high - need
    return high - need if not at else low + need


def _draw_title(surface: Surface, page: Page) -> None:
    """The letter of a panel with its title; a figure that stands alone has its title in the caption, and its room for the data."""
    t, theme, em = page.transform, page.theme, page.theme.caption
    if not page.letter:
        return
    letter, y = layout(page.letter, theme.text, TextStyle(600, sans=page.sans)), t.top - 0.65 * em
    surface.text(letter, t.left, y, theme.palette.ink)
    if page.figure.title:
        title = layout(page.figure.title, theme.text, TextStyle(sans=page.sans))
        surface.text(title, t.left + letter.width + 0.8 * em, y, theme.palette.ink)
