"""Axes: ticks are the numbers that fit; axes of the window stand inside the picture for the canvas,
outside to the left and below for the linked plots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from solvers import Floats

from ..markup.numbers import power_labels, tick_labels, tick_values
from ..scene.marks import Axis, End, Figure, Lane
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform
from .lettering import Layout, fit_markup, layout, style_in, wrap_markup
from .rows import (
    MARGIN_GAP,
    draw_legend,
    draw_margin,
    draw_values,
    draw_y_name,
    margin_width,
    rows_height,
    rows_needed,
)
from .surface import Rect, Surface

LANE_TICKS = 4  # at most in one lane
# The least distances of ticks across and up, in heights of their labels, and inside a canvas.
ROOMS, INNER_ROOM = {"px": (6.0, 3.2), "pt": (4.0, 4.0)}, 7.0
LABEL_ROOM = 1.3  # from one tick label of a lane to the next, in heights of their letters


@dataclass(frozen=True)
class Ticks:
    """The ticks of one axis: their values and their labels, ready to be drawn."""

    values: tuple[float, ...]
    labels: tuple[Layout, ...]

    @staticmethod
    @lru_cache(maxsize=64)
    def of(axis: Axis, most: int, theme: Theme) -> Ticks:
        """Round values in the range of an axis (or the ticks it names), at most ``most`` of them;
        called several times a frame.
        """
        if not axis.visible:
            return Ticks((), ())
        inside = (
            [v for v in axis.ticks if min(axis.low, axis.high) <= v <= max(axis.low, axis.high)]
            if axis.ticks
            else []
        )
        values = tuple(inside) if axis.ticks is not None else _values(axis, most)
        words = power_labels(values) if axis.powers else tick_labels(values, axis.suffix)
        style = style_in(theme)
        return Ticks(values, tuple([layout(word, theme.caption, style) for word in words]))

    def __iter__(self) -> Iterator[tuple[float, Layout]]:
        return zip(self.values, self.labels, strict=True)

    @property
    def width(self) -> float:
        """The width of the widest label."""
        widest = 0.0
        for box in self.labels:
            widest = max(widest, box.width)
        return widest


def _values(axis: Axis, most: int) -> tuple[float, ...]:
    """Round values, at most ``most`` of them where that leaves two; a single one would not show the
    length of the axis.
    """
    candidates = (
        tick_values(axis.low, axis.high, count, whole_numbers=axis.whole)
        for count in range(most, most + 3)
    )
    return next(
        (values for values in candidates if len(values) > 1),
        tick_values(axis.low, axis.high, most, whole_numbers=axis.whole),
    )


def y_ticks(figure: Figure, extent: float, theme: Theme, spread: float = 1.0) -> Ticks:
    """The ticks of the y axis; of a figure in lanes the ticks of every lane, at their places on the
    y axis, as far as there is room for them when the lanes are ``spread``.
    """
    if figure.lanes:
        return _lane_ticks(figure.lanes, figure.y, spread * extent, theme)
    return ticks_along(figure.y, extent, ROOMS[theme.unit][1], theme)


@lru_cache(maxsize=64)
def _lane_ticks(lanes: tuple[Lane, ...], y: Axis, extent: float, theme: Theme) -> Ticks:
    """For every lane its foot first, then the upper end, then the values between, as far as labels
    keep their distance.

    So the upper end of a lane never takes the place of the foot of the next one.
    """
    candidates: list[tuple[int, float, Layout]] = []
    for lane in lanes:
        ticks = Ticks.of(lane.axis, LANE_TICKS, theme)
        places = lane.place(np.array(ticks.values)).tolist()
        last = len(places) - 1
        candidates += [
            ((0 if k == 0 else 1 if k == last else 2), places[k], ticks.labels[k])
            for k in range(len(places))
        ]
    apart = LABEL_ROOM * theme.caption * (y.high - y.low) / extent
    ticks_kept: list[tuple[float, Layout]] = []
    for _, place, label in sorted(candidates, key=lambda tick: tick[0]):
        if all(abs(place - other) >= apart for other, _ in ticks_kept):
            ticks_kept.append((place, label))
    ticks_kept.sort(key=lambda tick: tick[0])
    return Ticks(tuple(place for place, _ in ticks_kept), tuple(label for _, label in ticks_kept))


def axis_name(axis: Axis, is_canvas: bool, theme: Theme, room: float = np.inf) -> Layout:
    """The label of an axis, of a plot as high as its tick labels, whole in its room where that is
    possible; ``is_short`` tells.
    """
    size = theme.text if is_canvas else theme.caption
    return fit_markup(axis.label, room, size, style_in(theme, "axis"))


def is_short(name: Layout, axis: Axis) -> bool:
    """Whether the name of an axis is written in part."""
    return name.markup != axis.label


def ticks_along(axis: Axis, extent: float, room: float, theme: Theme) -> Ticks:
    """As many ticks as fit, ``room`` apart in heights of their labels."""
    return Ticks.of(axis, max(2, int(extent / (room * theme.caption))), theme)


def x_ticks(axis: Axis, extent: float, theme: Theme) -> Ticks:
    """The ticks below a picture, as many as their labels leave room for."""
    ticks = ticks_along(axis, extent, ROOMS[theme.unit][0], theme)
    return thin_out(ticks, axis, extent, 0.35 * theme.caption)


def thin_out(ticks: Ticks, axis: Axis, extent: float, apart: float) -> Ticks:
    """The ticks, or every second one of them or fewer, so that their labels keep ``apart``; those
    that an axis names with both ends.
    """
    last = len(ticks.values) - 1
    if last < 2:
        return ticks
    unit = extent / abs(axis.high - axis.low)
    for step in range(1, last):
        if axis.ticks is not None and last % step:
            continue
        values, labels = ticks.values[::step], ticks.labels[::step]
        if all(
            abs(values[k + 1] - values[k]) * unit
            >= 0.5 * (labels[k].width + labels[k + 1].width) + apart
            for k in range(len(values) - 1)
        ):
            return Ticks(values, labels)
    return Ticks(ticks.values[::last], ticks.labels[::last])


# the widest name of an x axis that stands beside its last tick label, in tick labels: a longer one
# has a row of its own below; the gap before it
SHORT, NAME_GAP = 4.6, 0.5


def is_name_beside(name: Layout, theme: Theme, free: float = 0.0) -> bool:
    """Whether the name of the x axis stands to the right of its last tick label: a short one, and
    any with so much ``free`` room there.
    """
    return name.width <= max(SHORT * theme.caption, free - 2.0 * theme.caption)


def name_room(name: Layout, ticks: Ticks, theme: Theme) -> float:
    """The room that a name takes to the right of a field whose last tick is at its edge."""
    before = max(0.5 * ticks.width + NAME_GAP * theme.caption, MARGIN_GAP * theme.caption)
    return before + name.width + 0.3 * theme.caption


def name_start(transform: Transform, ticks: Ticks, theme: Theme) -> float:
    """Where the name of the x axis begins: behind the last tick label, and outside the field."""
    ends = [transform.point(value, 0.0)[0] + 0.5 * label.width for value, label in ticks]
    return max(
        max(ends, default=0.0) + NAME_GAP * theme.caption,
        transform.right + MARGIN_GAP * theme.caption,
    )


TICK = 5.0  # length of a tick, in px
EDGE = 12.0  # from the edge of the canvas to its tick labels and axis names


def plot_area(figure: Figure, rect: Rect, theme: Theme) -> Rect:
    """The area of the marks of a figure inside its rectangle: all of it for the canvas, less the
    labels for a plot.
    """
    left, top, width, height = rect
    if figure.equal:
        return rect
    west, east, north, south = _margins(
        figure.x, figure.y, figure.lanes, figure.ends, figure.square, width, height, theme
    )
    rows = width - west - ROWS_EDGE * theme.caption
    north += rows_height(figure, max(rows, 1.0), theme)
    across, up = max(width - west - east, 1.0), max(height - north - south, 1.0)
    area = (left + west, top + north, across, up)
    if not figure.square:
        return area
    needed = rows_needed(figure, max(rows, 1.0), theme)
    return square_in(area, left + 0.5 * width, left + west + rows - needed)


def square_in(area: Rect, middle: float, last: float) -> Rect:
    """The square field in an area: about the ``middle`` of the picture, further left where the
    words above it would have no room, which begin at its left edge and no later than ``last``.
    """
    left, top, width, height = area
    side = min(width, height)
    start = max(left, min(middle - 0.5 * side, left + width - side, last))
    return start, top + 0.5 * (height - side), side, side


ROWS_EDGE = 0.5  # from the rows above a field to the edge of the picture, in tick labels


@memo
def _margins(
    x: Axis,
    y: Axis,
    lanes: tuple[Lane, ...],
    ends: tuple[End, ...],
    square: bool,
    width: float,
    height: float,
    theme: Theme,
) -> tuple[float, float, float, float]:
    """The room that the labels of a plot take: to the left, to the right, above (without the rows
    of values), and below.
    """
    figure, caption = Figure(x, y, (), lanes=lanes, ends=ends, square=square), theme.caption
    # The height left for the ticks is not known yet, so the margin allows for all possible labels.
    labels = y_ticks(figure, height, theme, 100.0)
    ticks = ticks_along(x, width, ROOMS[theme.unit][0], theme)
    last = ticks.labels[-1].width if ticks.labels else 0.0
    west = labels.width + 0.9 * caption if labels.labels else 0.5 * caption
    west = max(west, 0.5 * ticks.labels[0].width + 2.0 if ticks.labels else 0.0)
    east = max(0.5 * caption, 0.5 * last + 2.0, margin_width(figure, theme))
    south = (1.9 * caption if ticks.labels or x.label else 0.3 * caption) + 2.0
    name = axis_name(figure.x, False, theme, width)
    if is_name_beside(name, theme, width - height if square else 0.0):
        east = max(east, name_room(name, ticks, theme) if x.label else 0.0)
    else:
        south += NAME_ROW * caption
    return west, east, 0.8 * caption, south


NAME_ROW = 1.3  # the height of the row of a long name of the x axis, in tick labels


def transform_of(figure: Figure, rect: Rect, theme: Theme) -> Transform:
    """The transform of a figure shown in a rectangle of the window.

    A figure with equal axes keeps its scale: the range grows in one direction until it has the
    proportions of the rectangle.
    """
    return fit_transform(figure, plot_area(figure, rect, theme))


def fit_transform(figure: Figure, area: Rect) -> Transform:
    """The transform that takes the range of a figure to an area; with equal axes the range grows to
    its proportions.
    """
    return _fit(
        figure.x.low, figure.x.high, figure.y.low, figure.y.high, figure.equal, figure.stretch, area
    )


@memo
def _fit(
    x0: float, x1: float, y0: float, y1: float, equal: bool, stretch: float, area: Rect
) -> Transform:
    """The same object for the same numbers, because drawings are cached by it."""
    transform = Transform.fit(x0, x1, y0, y1, *area)
    return (
        Transform.of(transform.view.with_aspect(area[2], area[3] / stretch), area)
        if equal
        else transform
    )


def draw_grid(surface: Surface, figure: Figure, transform: Transform, theme: Theme) -> None:
    """The quiet lines below the marks: horizontal ones and a base line for a plot; a canvas has its
    grid among its marks.
    """
    if figure.equal:
        return
    heights = (
        *y_ticks(figure, transform.height, theme).values,
        *[lane.low for lane in figure.lanes],
    )
    draw_levels(surface, figure, transform, theme, heights)
    if figure.x.visible:
        base = np.array([(transform.left, transform.bottom), (transform.right, transform.bottom)])
        surface.lines([base], theme.style("base-line"))


def draw_levels(
    surface: Surface, figure: Figure, transform: Transform, theme: Theme, heights: Iterable[float]
) -> None:
    """Lines across a plot at some heights, and the frames of several lanes."""
    style, levels = theme.style("plot-grid"), [transform.point(0.0, h)[1] for h in heights]
    surface.lines(np.array([((transform.left, y), (transform.right, y)) for y in levels]), style)
    if len(figure.lanes) > 1:
        frames = [_frame_of(lane, transform) for lane in figure.lanes]
        surface.lines(frames, style, closed=True)


def _frame_of(lane: Lane, transform: Transform) -> Floats:
    """The corners (4, 2) of the frame of a lane."""
    low, high = (transform.point(0.0, height)[1] for height in (lane.low, lane.high))
    left, right = transform.left, transform.right
    return np.array([(left, low), (right, low), (right, high), (left, high)])


def draw_axes(
    surface: Surface, figure: Figure, transform: Transform, theme: Theme, rect: Rect
) -> None:
    """Ticks, their labels and the names of the axes, of a figure in its rectangle."""
    if figure.equal:
        _draw_inside(surface, figure, transform, theme)
    else:
        _draw_outside(surface, figure, transform, theme, rect)


def draw_heading(
    surface: Surface, figure: Figure, transform: Transform, theme: Theme, rect: Rect
) -> None:
    """Draw the current values above the field, which change from frame to frame."""
    corner, width = _rows_place(transform, theme, rect)
    draw_values(surface, figure, corner, width, transform.width, theme)


def _rows_place(
    transform: Transform, theme: Theme, rect: Rect
) -> tuple[tuple[float, float], float]:
    """The lower left corner of the rows above the field and their width, to the edge of the
    picture.
    """
    width = rect[0] + rect[2] - transform.left - ROWS_EDGE * theme.caption
    return (transform.left, transform.top - 0.8 * theme.caption), max(width, 1.0)


@dataclass(frozen=True, eq=False)
class PlacedLabel:
    """A text at its place: the start of its base line, and its colour."""

    text: Layout
    x: float
    y: float
    colour: str

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of its extent."""
        return (
            self.x,
            self.y - self.text.ascent,
            self.x + self.text.width,
            self.y + self.text.descent,
        )


def inner_edges(
    figure: Figure, transform: Transform, theme: Theme
) -> tuple[tuple[float, float, float, float], ...]:
    """The rectangles of the labels inside the picture: the labels of a canvas in the window."""
    return _edges(figure.x, figure.y, transform, theme) if figure.equal else ()


@memo
def _edges(
    x: Axis, y: Axis, transform: Transform, theme: Theme
) -> tuple[tuple[float, float, float, float], ...]:
    return tuple(label.edges for label in _inner_labels(x, y, transform, theme) if label.text.width)


def _inner_labels(x: Axis, y: Axis, transform: Transform, theme: Theme) -> list[PlacedLabel]:
    """The tick labels at the left and lower edge of a canvas, inside the picture, and a name at the
    end of each axis.
    """
    edge, size = EDGE * theme.caption / 11.0, theme.text
    name_x, name_y = (axis_name(axis, True, theme, transform.width - 2.0 * edge) for axis in (x, y))
    bottom, right, ink, ink_2 = (
        transform.bottom,
        transform.right,
        theme.palette.ink,
        theme.palette.ink_2,
    )
    labels = []
    for value, label in ticks_along(x, transform.width, INNER_ROOM, theme):
        position = transform.point(value, 0.0)[0]
        # Labels stay off the corner, where those of the other axis are, and off the name at the
        # end.
        if (
            position - 0.5 * label.width > transform.left + 3.2 * edge
            and position + 0.5 * label.width < right - 2 * edge - name_x.width
        ):
            labels.append(PlacedLabel(label, position - 0.5 * label.width, bottom - edge, ink_2))
    for value, label in ticks_along(y, transform.height, INNER_ROOM, theme):
        position = transform.point(0.0, value)[1]
        if transform.top + 3.0 * size < position < bottom - 2.2 * edge:
            labels.append(
                PlacedLabel(label, transform.left + edge, position + 0.5 * label.cap_height, ink_2)
            )
    labels.append(PlacedLabel(name_x, right - edge - name_x.width, bottom - edge, ink))
    labels.append(PlacedLabel(name_y, transform.left + edge, transform.top + edge + size, ink))
    return labels


def _draw_inside(surface: Surface, figure: Figure, transform: Transform, theme: Theme) -> None:
    """Canvas: ticks at the left and lower edge, and the words inside the picture."""
    tick = TICK * theme.caption / 11.0
    marks = []
    for value, _ in ticks_along(figure.x, transform.width, INNER_ROOM, theme):
        x = transform.point(value, 0.0)[0]
        marks.append(np.array([(x, transform.bottom - tick), (x, transform.bottom)]))
    for value, _ in ticks_along(figure.y, transform.height, INNER_ROOM, theme):
        y = transform.point(0.0, value)[1]
        marks.append(np.array([(transform.left, y), (transform.left + tick, y)]))
    if marks:
        surface.lines(marks, theme.style("axis"))
    for label in _inner_labels(figure.x, figure.y, transform, theme):
        surface.text(label.text, label.x, label.y, label.colour)


def _draw_outside(
    surface: Surface, figure: Figure, transform: Transform, theme: Theme, rect: Rect
) -> None:
    """Plot: labels to the left of the grid lines and below the base line, the name of the x axis
    behind the last one, that of the y axis above the field.
    """
    caption, colour = theme.caption, theme.palette.ink_2
    baseline, marks = transform.bottom + 0.45 * caption + caption, []
    ticks = x_ticks(figure.x, transform.width, theme)
    for value, label in ticks:
        x = transform.point(value, 0.0)[0]
        marks.append(np.array([(x, transform.bottom), (x, transform.bottom + 0.35 * caption)]))
        surface.text(label, x - 0.5 * label.width, baseline, colour)
    if marks:
        surface.lines(marks, theme.style("axis"))
    for value, label in y_ticks(figure, transform.height, theme):
        y = transform.point(0.0, value)[1] + 0.5 * label.cap_height
        surface.text(label, transform.left - 0.6 * caption - label.width, y, colour)
    if figure.x.label:
        name = axis_name(figure.x, False, theme, rect[2])
        if is_name_beside(name, theme, rect[2] - rect[3] if figure.square else 0.0):
            surface.text(name, name_start(transform, ticks, theme), baseline, colour)
        else:
            start = max(transform.right - name.width, rect[0])
            surface.text(name, start, baseline + NAME_ROW * caption, colour)
    corner, width = _rows_place(transform, theme, rect)
    draw_y_name(surface, figure, corner, width, theme)
    draw_margin(surface, figure, transform, theme)
    draw_legend(surface, figure, corner, width, theme)


def draw_message(
    surface: Surface,
    figure: Figure,
    transform: Transform,
    theme: Theme,
    halo: str | None = None,
) -> None:
    """The sentence of a figure that has nothing to show, in the middle, broken into lines that fit;
    ``halo`` is a colour around the letters, over a grid.
    """
    style = theme.style("message")
    lines = [
        layout(line, style.size)
        for line in wrap_markup(figure.message, 0.9 * transform.width, style.size)
    ]
    y = transform.top + 0.5 * transform.height - 0.75 * style.size * (len(lines) - 1)
    for number, line in enumerate(lines):
        baseline = y + 1.5 * number * style.size + 0.5 * line.cap_height
        surface.text(
            line,
            transform.left + 0.5 * (transform.width - line.width),
            baseline,
            style.fill or theme.palette.ink,
            halo=halo,
        )
