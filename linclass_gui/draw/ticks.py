"""The ticks of axes: the numbers that fit, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..markup.numbers import power_labels, tick_labels, tick_values
from ..scene.marks import Axis, Figure, Lane
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform
from .lettering import PLAIN, Layout, TextStyle, fit_markup, layout

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
