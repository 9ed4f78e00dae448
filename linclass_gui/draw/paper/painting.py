"""Drawing a page: frames, ticks inwards, tick labels and axis names outside, heads above the
panels, one legend below.
"""

from __future__ import annotations

from itertools import groupby
from typing import Protocol, runtime_checkable

import numpy as np

from ...scene.marks import Figure
from ..axes import draw_levels, draw_message, name_start
from ..lettering import Layout
from ..painter import draw_marks
from ..placing.placer import with_words
from ..rows import draw_legend, draw_margin, draw_values, draw_y_name, without_y_name
from ..surface import Surface
from .layout import ROWS_ABOVE, is_turned, rows_width
from .page import Page, Panel
from .page_words import HEAD_GAP, NOTE_ROW, draw_below, head_of

NEAR = 0.2  # the least distance of the name of the x axis and a tick label, in tick labels
NAME_ROOM = 1.25  # between the name of the y axis and the next tick label, in tick labels


@runtime_checkable
class Layered(Protocol):
    """A surface that separates the layers of a picture."""

    def open_layer(self, name: str) -> None:
        """Begin a layer: the marks that follow belong to it."""

    def close_layer(self) -> None:
        """End the layer."""


def draw_page(surface: Surface, page: Page) -> None:
    """Draw a page on a surface whose unit is the point."""
    layers = surface if isinstance(surface, Layered) else None
    if not page.transparent:
        surface.polygon(_rectangle(0.0, 0.0, page.width, page.height), page.theme.palette.canvas)
    for panel in page.panels:
        draw_panel(surface, page, panel, layers)
    draw_below(surface, page)


def draw_panel(surface: Surface, page: Page, panel: Panel, layers: Layered | None = None) -> None:
    """Draw one panel with everything about it."""
    draw_field(surface, page, panel, layers)
    if has_axes(panel):
        _draw_ticks(surface, page, panel)
        _draw_frame(surface, page, panel)
        draw_words_around(surface, page, panel)
    draw_head(surface, page, panel)


def has_axes(panel: Panel) -> bool:
    """Whether the figure has axes; a sentence needs none."""
    return bool(panel.figure.marks or not panel.figure.message)


def draw_field(surface: Surface, page: Page, panel: Panel, layers: Layered | None = None) -> None:
    """Draw the marks inside the axes."""
    t, figure = panel.transform, panel.figure
    theme = page.theme_of(panel)
    if figure.grid:
        inside = (h for h in panel.y_ticks.values if t.y0 < h < t.y1)  # the frame is no grid line
        draw_levels(surface, figure, t, page.theme, inside)
    _draw_layers(surface, with_words(figure, t, theme), page, panel, layers)
    if figure.message:
        draw_message(surface, figure, t, theme)


def _draw_layers(
    surface: Surface, figure: Figure, page: Page, panel: Panel, layers: Layered | None
) -> None:
    """The marks, layer by layer where the surface separates them."""
    theme = page.theme_of(panel)
    t, marks = panel.transform, figure.marks
    if layers is None:
        draw_marks(surface, marks, t, theme)
        return
    for name, marks_of_layer in groupby(marks, key=lambda mark: mark.layer):
        if name:
            layers.open_layer(name)
        draw_marks(surface, marks_of_layer, t, theme)
        if name:
            layers.close_layer()


def draw_words_around(surface: Surface, page: Page, panel: Panel) -> None:
    """The words at the sides of a plot area: names of the axes, and the rows of a plot."""
    theme, t, figure = page.theme, panel.transform, panel.figure
    _draw_names(surface, page, panel)
    draw_margin(surface, figure, t, theme)
    corner = (t.left, t.top - ROWS_ABOVE * theme.caption)
    width = rows_width(page.width, len(page.panels), t.left, t.width, theme)
    figure_above = without_y_name(figure) if panel.is_name_beside else figure
    if panel.has_y:
        draw_y_name(surface, figure_above, corner, width, theme)
    draw_values(surface, figure_above, corner, width, t.width, theme)
    draw_legend(surface, figure_above, corner, width, theme)


def _rectangle(
    left: float, top: float, width: float, height: float
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array(
        [(left, top), (left + width, top), (left + width, top + height), (left, top + height)],
        dtype=np.float64,
    )


def _draw_frame(surface: Surface, page: Page, panel: Panel) -> None:
    """All four sides around the plane; a plot has only its axes, because labels are at the ends of
    its curves.
    """
    t, figure, style = panel.transform, panel.figure, page.theme.style("frame")
    if figure.equal:
        surface.lines([_rectangle(t.left, t.top, t.width, t.height)], style, closed=True)
        return
    corner, top, right = (t.left, t.bottom), (t.left, t.top), (t.right, t.bottom)
    has_left = figure.y.visible or figure.lanes
    if not (has_left or figure.x.visible):
        return
    sides = (
        [corner, right]
        if not has_left
        else [top, corner]
        if not figure.x.visible
        else [top, corner, right]
    )
    surface.lines([np.array(sides)], style)


def _draw_ticks(surface: Surface, page: Page, panel: Panel) -> None:
    t, em, ink = panel.transform, page.theme.caption, page.theme.palette.ink_2
    length, runs = 0.36 * em, []
    name, upright = panel.axis_names(page.theme)
    is_canvas = panel.figure.equal
    is_among = is_canvas and bool(name.width) and not panel.has_name_below
    end = _name_x(page, panel, name) if is_among else np.inf
    height = (
        _name_y(page, panel)
        if panel.is_name_beside and panel.figure.y.label and not is_turned(upright, page.theme)
        else np.inf
    )
    for value, label in zip(panel.x_ticks.values, panel.x_ticks.labels, strict=True):
        x = t.point(value, 0.0)[0]
        if t.left + 1.0 < x < t.right - 1.0:  # a tick on the frame's own side would only thicken it
            runs.append(np.array([(x, t.bottom), (x, t.bottom - length)]))
        if panel.has_x and abs(x - end) >= 0.5 * (label.width + name.width) + NEAR * em:
            surface.text(label, x - 0.5 * label.width, t.bottom + 1.35 * em, ink)
    for value, label in zip(panel.y_ticks.values, panel.y_ticks.labels, strict=True):
        y = t.point(0.0, value)[1]
        if t.top + 1.0 < y < t.bottom - 1.0:
            runs.append(np.array([(t.left, y), (t.left + length, y)]))
        if panel.has_y and abs(y - height) >= NAME_ROOM * em:
            surface.text(label, t.left - 0.6 * em - label.width, y + 0.5 * label.cap_height, ink)
    if runs:
        surface.lines(runs, page.theme.style("frame"))


def _draw_names(surface: Surface, page: Page, panel: Panel) -> None:
    """The names of the axes: of a canvas short ones among the tick labels, in the gap nearest to
    the end that has room; of a plot behind the last tick label, and above the field.
    """
    if panel.has_x:
        _draw_name_x(surface, page, panel)
    if panel.has_y and panel.is_name_beside:
        _draw_name_y(surface, page, panel)


def _draw_name_x(surface: Surface, page: Page, panel: Panel) -> None:
    t, theme, em, ink = panel.transform, page.theme, page.theme.caption, page.theme.palette.ink
    name = panel.axis_names(theme)[0]
    row = t.bottom + 1.35 * em
    if not panel.figure.equal:
        is_below = panel.has_name_below
        start = t.right - name.width if is_below else name_start(t, panel.x_ticks, theme)
        surface.text(name, max(start, 0.0), row + 1.5 * em * is_below, theme.palette.ink_2)
        return
    if panel.has_name_below:
        surface.text(name, t.left + 0.5 * (t.width - name.width), row + 1.5 * em, ink)
        return
    surface.text(name, _name_x(page, panel, name) - 0.5 * name.width, row, ink)


def _name_x(page: Page, panel: Panel, name: Layout) -> float:
    """The middle of a short name of the x axis: in a gap between its labels, else at the end, where
    labels give way to it.
    """
    t, need = panel.transform, 0.5 * name.width + 0.5 * page.theme.caption
    places = [t.point(value, 0.0)[0] for value in panel.x_ticks.values]
    half = [0.5 * label.width for label in panel.x_ticks.labels]
    x = _gap(places, half, need, t.left, t.right)
    is_free = all(
        abs(x - label_place) >= need + reach - 1e-9
        for label_place, reach in zip(places, half, strict=True)
    )
    return x if is_free else t.right - 0.5 * name.width


def _draw_name_y(surface: Surface, page: Page, panel: Panel) -> None:
    t, theme, em, ink = panel.transform, page.theme, page.theme.caption, page.theme.palette.ink
    name = panel.axis_names(theme)[1]
    if is_turned(name, theme):
        x = t.left - 1.2 * em - panel.y_ticks.width
        surface.text(name, x, t.top + 0.5 * (t.height + name.width), ink, angle=-90.0)
        return
    column = max(panel.y_ticks.width, name.width)
    x = t.left - 0.6 * em - 0.5 * (column + name.width)
    surface.text(name, x, _name_y(page, panel) + 0.5 * name.cap_height, ink)


def _name_y(page: Page, panel: Panel) -> float:
    """The middle of a short name of the y axis: in a gap between its labels, else at the top, where
    labels give way to it.
    """
    t, em = panel.transform, page.theme.caption
    places = [t.point(0.0, value)[1] for value in panel.y_ticks.values]
    y = -_gap(
        [-label_place for label_place in places],
        [0.5 * em] * len(places),
        (NAME_ROOM - 0.5) * em,
        -t.bottom,
        -t.top,
    )
    return (
        y
        if all(abs(y - label_place) >= NAME_ROOM * em for label_place in places)
        else t.top + 0.5 * em
    )


def _gap(places: list[float], half: list[float], need: float, low: float, high: float) -> float:
    """The middle of the gap between labels that is nearest to the high end and wide enough; else
    the high end itself.
    """
    for k in range(len(places) - 1, 0, -1):
        if places[k] - half[k] - (places[k - 1] + half[k - 1]) > 2.0 * need:
            return 0.5 * (places[k] + places[k - 1])
    if places and high - (places[-1] + half[-1]) > 2.0 * need:
        return high - need
    return high - need if not places else low + need


def draw_head(surface: Surface, page: Page, panel: Panel) -> None:
    """The letter of a panel with its title, and its note; a single figure has its title in the
    caption, its room for the data.
    """
    t, em, heads = panel.transform, page.theme.caption, page.heads
    titles, note = head_of(panel.cell, heads, page.theme, panel.head_room)
    x, y = t.left, panel.head
    for box in titles:
        surface.text(box, x, y, page.theme.palette.ink)
        x += box.width + HEAD_GAP * heads.scale * em
    if note.width:
        place = (t.left, y + NOTE_ROW * em) if heads.is_below else (max(t.right - note.width, x), y)
        surface.text(note, *place, page.theme.palette.ink_2)
