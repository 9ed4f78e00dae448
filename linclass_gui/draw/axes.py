"""Axes: ticks are the numbers that fit; axes of the window stand inside the picture for the canvas,
outside to the left and below for the linked plots.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..markup.numbers import power_labels, tick_labels, tick_values
from ..scene.marks import Axis, End, Figure, Lane
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform
from .lettering import PLAIN, Layout, TextStyle, fit_markup, layout, wrap_markup
from .rows import draw_legend, draw_margin, draw_values, margin_width, rows_height
from .surface import Rect, Surface

LANE_TICKS = 4  # at most in one lane
LABEL_ROOM = 1.3  # from one tick label of a lane to the next, in heights of their letters
CLOSER = 6  # how many ticks more than usual are tried so that two of them find room


@dataclass(frozen=True)
class Ticks:
    """The ticks of one axis: their values and their labels, ready to be drawn."""

    values: tuple[float, ...]
    labels: tuple[Layout, ...]

    @staticmethod
    @lru_cache(maxsize=64)
    def of(axis: Axis, most: int, size: float, sans: str | None = None) -> Ticks:
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
        style = PLAIN if sans is None else TextStyle(sans=sans)
        return Ticks(values, tuple([layout(word, size, style) for word in words]))

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


def y_ticks(
    figure: Figure, most: int, extent: float, size: float, sans: str | None = None
) -> Ticks:
    """The ticks of the y axis; of a figure in lanes the ticks of every lane, at their places on the
    y axis.
    """
    if not figure.lanes:
        return Ticks.of(figure.y, most, size, sans)
    return _lane_ticks(figure.lanes, figure.y, extent, size, sans)


@lru_cache(maxsize=64)
def _lane_ticks(
    lanes: tuple[Lane, ...], y: Axis, extent: float, size: float, sans: str | None
) -> Ticks:
    """For every lane its foot first, then the upper end, then the values between, as far as labels
    keep their distance.

    So the upper end of a lane never takes the place of the foot of the next one.
    """
    candidates: list[tuple[int, float, Layout]] = []
    for lane in lanes:
        ticks = Ticks.of(lane.axis, LANE_TICKS, size, sans)
        places = lane.place(np.array(ticks.values)).tolist()
        last = len(places) - 1
        candidates += [
            ((0 if k == 0 else 1 if k == last else 2), places[k], ticks.labels[k])
            for k in range(len(places))
        ]
    apart = LABEL_ROOM * size * (y.high - y.low) / extent
    ticks_kept: list[tuple[float, Layout]] = []
    for _, place, label in sorted(candidates, key=lambda tick: tick[0]):
        if all(abs(place - other) >= apart for other, _ in ticks_kept):
            ticks_kept.append((place, label))
    ticks_kept.sort(key=lambda tick: tick[0])
    return Ticks(tuple(place for place, _ in ticks_kept), tuple(label for _, label in ticks_kept))


def axis_name(axis: Axis, theme: Theme, sans: str | None = None, room: float = np.inf) -> Layout:
    """The label of an axis, whole in its room where that is possible; ``is_short`` means that it is
    not.
    """
    return fit_markup(axis.label, room, theme.text, TextStyle(mode="axis", sans=sans))


def is_short(name: Layout, axis: Axis) -> bool:
    """Whether the name of an axis is written in part."""
    return name.markup != axis.label


def most_ticks(extent: float, spacing: float) -> int:
    """The number of ticks that fit."""
    return max(2, int(extent / spacing))


@memo
def x_ticks_beside(
    axis: Axis, transform: Transform, theme: Theme
) -> tuple[Ticks, tuple[float, ...]]:
    """The ticks of the x axis of a plot, and the ticks whose label has room beside the name at the
    axis' end.

    Where the name leaves only one label, closer ticks are tried: a single number would not show the
    length of the axis.
    """
    most, caption = most_ticks(transform.width, 6.0 * theme.caption), theme.caption
    usual = Ticks.of(axis, most, caption)
    labelled_values = _beside_name(usual, axis, transform, theme)
    if len(labelled_values) < 2 and axis.ticks is None:
        for more in range(most + 1, most + 1 + CLOSER):
            ticks = Ticks.of(axis, more, caption)
            labelled = _beside_name(ticks, axis, transform, theme)
            if (
                len(labelled) > 1
                and (labelled[1] - labelled[0]) * transform.scale_x > ticks.width + 0.5 * caption
            ):
                return ticks, labelled
    return usual, labelled_values


def _beside_name(ticks: Ticks, axis: Axis, transform: Transform, theme: Theme) -> tuple[float, ...]:
    """The ticks whose label ends before the name of the axis begins."""
    end = (
        transform.right - axis_name(axis, theme, room=transform.width).width - 0.6 * theme.caption
        if axis.label
        else np.inf
    )
    return tuple(
        value for value, label in ticks if transform.point(value, 0.0)[0] + 0.5 * label.width < end
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
        figure.x, figure.y, figure.lanes, figure.ends, width, height, theme
    )
    north += rows_height(figure, _rows_width(figure, max(width - west - east, 1.0), theme), theme)
    return left + west, top + north, max(width - west - east, 1.0), max(height - north - south, 1.0)


@memo
def _margins(
    x: Axis,
    y: Axis,
    lanes: tuple[Lane, ...],
    ends: tuple[End, ...],
    width: float,
    height: float,
    theme: Theme,
) -> tuple[float, float, float, float]:
    """The room that the labels of a plot take: to the left, to the right, above (without the rows
    of values), and below.
    """
    figure, caption = Figure(x, y, (), lanes=lanes, ends=ends), theme.caption
    # The height left for the ticks is not known yet, so the margin allows for all possible labels.
    labels = y_ticks(figure, most_ticks(height, 3.2 * caption), 100.0 * height, caption)
    x_ticks = Ticks.of(x, most_ticks(width, 6.0 * caption), caption)
    last = x_ticks.labels[-1].width if x_ticks.labels else 0.0
    west = labels.width + 0.9 * caption if labels.labels else 0.5 * caption
    west = max(west, 0.5 * x_ticks.labels[0].width + 2.0 if x_ticks.labels else 0.0)
    east = max(0.5 * caption, 0.5 * last + 2.0, margin_width(figure, theme))
    south = (1.9 * caption if x_ticks.labels or x.label else 0.3 * caption) + 2.0
    north = 1.8 * caption if y.label and y.visible else 0.8 * caption
    return west, east, north, south


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
    y_values = _y_ticks(figure, transform, theme).values
    t = transform
    levels = [
        t.top + (t.y1 - value) * t.scale_y
        for value in (*y_values, *[lane.low for lane in figure.lanes])
    ]
    surface.lines(
        np.array([((transform.left, y), (transform.right, y)) for y in levels]),
        theme.style("plot-grid"),
    )
    if figure.x.visible:
        base = np.array([(transform.left, transform.bottom), (transform.right, transform.bottom)])
        surface.lines([base], theme.style("base-line"))


def draw_axes(surface: Surface, figure: Figure, transform: Transform, theme: Theme) -> None:
    """Ticks, their labels and the names of the axes."""
    if figure.equal:
        _draw_inside(surface, figure, transform, theme)
    else:
        _draw_outside(surface, figure, transform, theme)


def draw_heading(surface: Surface, figure: Figure, transform: Transform, theme: Theme) -> None:
    """Draw the current values above the field, which change from frame to frame."""
    corner, width = _rows_place(figure, transform, theme)
    draw_values(surface, figure, corner, width, theme)


def _rows_place(
    figure: Figure, transform: Transform, theme: Theme
) -> tuple[tuple[float, float], float]:
    """The lower left corner and the width of the rows above the field."""
    label = (1.8 if figure.y.label and figure.y.visible else 0.8) * theme.caption
    return (transform.left, transform.top - label), _rows_width(figure, transform.width, theme)


def _rows_width(figure: Figure, field: float, theme: Theme) -> float:
    """The width of the rows above a field of that width: they run on above the names in the
    margin.
    """
    return field + max(margin_width(figure, theme) - 0.5 * theme.caption, 0.0)


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
    edge, caption, size = EDGE * theme.caption / 11.0, theme.caption, theme.text
    name_x, name_y = (axis_name(axis, theme, room=transform.width - 2.0 * edge) for axis in (x, y))
    bottom, right, ink, ink_2 = (
        transform.bottom,
        transform.right,
        theme.palette.ink,
        theme.palette.ink_2,
    )
    labels = []
    for value, label in Ticks.of(x, most_ticks(transform.width, 7.0 * caption), caption):
        position = transform.point(value, 0.0)[0]
        # Labels stay off the corner, where those of the other axis are, and off the name at the
        # end.
        if (
            position - 0.5 * label.width > transform.left + 3.2 * edge
            and position + 0.5 * label.width < right - 2 * edge - name_x.width
        ):
            labels.append(PlacedLabel(label, position - 0.5 * label.width, bottom - edge, ink_2))
    for value, label in Ticks.of(y, most_ticks(transform.height, 7.0 * caption), caption):
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
    tick, caption = TICK * theme.caption / 11.0, theme.caption
    marks = []
    for value, _ in Ticks.of(figure.x, most_ticks(transform.width, 7.0 * caption), caption):
        x = transform.point(value, 0.0)[0]
        marks.append(np.array([(x, transform.bottom - tick), (x, transform.bottom)]))
    for value, _ in Ticks.of(figure.y, most_ticks(transform.height, 7.0 * caption), caption):
        y = transform.point(0.0, value)[1]
        marks.append(np.array([(transform.left, y), (transform.left + tick, y)]))
    if marks:
        surface.lines(marks, theme.style("axis"))
    for label in _inner_labels(figure.x, figure.y, transform, theme):
        surface.text(label.text, label.x, label.y, label.colour)


def _draw_outside(surface: Surface, figure: Figure, transform: Transform, theme: Theme) -> None:
    """Plot: labels to the left of the grid lines and below the base line, names at the ends."""
    caption, colour = theme.caption, theme.palette.ink_2
    name_x = axis_name(figure.x, theme, room=transform.width)
    baseline, marks = transform.bottom + 0.45 * caption + caption, []
    ticks, labelled_values = x_ticks_beside(figure.x, transform, theme)
    for value, label in ticks:
        x = transform.point(value, 0.0)[0]
        marks.append(np.array([(x, transform.bottom), (x, transform.bottom + 0.35 * caption)]))
        if value in labelled_values:
            surface.text(label, x - 0.5 * label.width, baseline, colour)
    if marks:
        surface.lines(marks, theme.style("axis"))
    for value, label in _y_ticks(figure, transform, theme):
        y = transform.point(0.0, value)[1] + 0.5 * label.cap_height
        surface.text(label, transform.left - 0.6 * caption - label.width, y, colour)
    surface.text(name_x, transform.right - name_x.width, baseline, theme.palette.ink)
    if figure.y.visible:
        name_y = axis_name(figure.y, theme, room=transform.width)
        surface.text(name_y, transform.left, transform.top - 0.7 * caption, theme.palette.ink)
    draw_margin(surface, figure, transform, theme)
    corner, width = _rows_place(figure, transform, theme)
    draw_legend(surface, figure, corner, width, theme)


def _y_ticks(figure: Figure, transform: Transform, theme: Theme) -> Ticks:
    """The ticks of the y axis of a plot."""
    return y_ticks(
        figure, most_ticks(transform.height, 3.2 * theme.caption), transform.height, theme.caption
    )


def draw_message(surface: Surface, figure: Figure, transform: Transform, theme: Theme) -> None:
    """The sentence of a figure that has nothing to show, in the middle, broken into lines that
    fit.
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
        )
