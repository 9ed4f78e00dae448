"""A figure made for its device: the visible range, ticks and grid, symbols that are not too large,
on paper no handles.

Decisions that depend on the size of a picture or on its theme are made here, so that scenes and
layers need neither.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import replace

import numpy as np

from solvers.arrays import locked

from ..markup.numbers import tick_values
from ..scene.marks import Axis, Dots, Figure, Grid, Mark, Path, mark_groups
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform
from .axes import Ticks
from .coincidence import inside_nests, tell_apart, widen_hidden

# The least distance of ticks of a canvas: in labels of the window, where lines are longer, and in
# tick labels of paper.
SPACING_WINDOW, SPACING_PAPER = 6.46, 4.2
CLOSER = (1.0, 0.7, 0.5)  # small canvases have them closer
CLOSER_WINDOW = (*CLOSER, 0.4)  # where words of the window's size are at the edges
OVER_POINTS = "wrong-"  # the roles of symbols that hide their points
# scales that differ by less are equal: rounding is below it, and every stretch of two digits above
EVEN = 0.004
CORNER = 4.0  # from the ends of an axis within which labels may be dropped, in tick labels
# Symbols are smaller where together they would cover more than a part of the picture.
SHARES, SMALLER = (0.022, 0.045), (1.0, 0.85, 0.74)


def figure_for_device(figure: Figure, transform: Transform, theme: Theme) -> Figure:
    """The figure as it is drawn with a transform and a theme."""
    x, y = _axes(figure.x, figure.y, figure.equal, transform, theme)
    marks = _marks(figure.marks, x.ticks or (), y.ticks or (), transform, theme)
    solid = None if figure.solid is None else _marks(figure.solid, (), (), transform, theme)
    if x == figure.x and y == figure.y and marks == figure.marks and solid == figure.solid:
        return figure  # as most plots are: marks are the same when they are the same objects
    return replace(figure, x=x, y=y, marks=marks, solid=solid)


@memo
def _axes(x: Axis, y: Axis, equal: bool, transform: Transform, theme: Theme) -> tuple[Axis, Axis]:
    """The axes with the visible range; the axes of a canvas also with their ticks."""
    t, ticks = transform, (x.ticks, y.ticks)
    if equal and ticks == (None, None):
        ticks = _ticks(transform, theme, (x.whole, y.whole))
    return x._replace(low=t.x0, high=t.x1, ticks=ticks[0]), y._replace(
        low=t.y0, high=t.y1, ticks=ticks[1]
    )


@memo
def _ticks(
    transform: Transform, theme: Theme, are_whole: tuple[bool, bool]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The ticks of both axes of a canvas, equally far apart where it has one scale; of axes that
    ``are_whole`` at whole numbers.
    """
    # A single tick would not show the length of the axis.
    if theme.unit == "px":
        choices = tuple(
            _apart(transform, share * SPACING_WINDOW * theme.line_label, are_whole)
            for share in CLOSER_WINDOW
        )
        return next(
            (ticks for ticks in choices if _say_the_scale(ticks, transform, theme)), choices[0]
        )
    *_, last = choices = tuple(
        _apart(transform, share * SPACING_PAPER * theme.caption, are_whole) for share in CLOSER
    )
    return next((ticks for ticks in choices if min(map(len, ticks)) >= 2), last)


def _say_the_scale(
    ticks: tuple[tuple[float, ...], tuple[float, ...]], t: Transform, theme: Theme
) -> bool:
    """Whether two labels of each axis have room, without those near its ends, which give way to the
    other axis and to the names.
    """
    xs, ys = ticks
    if min(len(xs), len(ys)) < 2:
        return False
    width = Ticks.of(Axis(t.x0, t.x1, ticks=xs), len(xs), theme).width
    high, wide = CORNER * theme.caption, CORNER * theme.caption + 0.5 * width
    across = [x for x in xs if t.left + wide < t.point(x, t.y0)[0] < t.right - wide]
    upwards = [y for y in ys if t.top + high < t.point(t.x0, y)[1] < t.bottom - high]
    return (
        min(len(across), len(upwards)) >= 2
        and (xs[1] - xs[0]) * t.scale_x > width + 0.5 * theme.caption
    )


def _apart(
    t: Transform, spacing: float, are_whole: tuple[bool, bool]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Round values at least ``spacing`` device units apart; one step for both axes where they have
    one scale.  Of whole numbers only these, as far as two of them are in sight.
    """
    sides = ((t.x1 - t.x0, t.width), (t.y1 - t.y0, t.height))
    steps = [
        _step(*(max(sides) if abs(t.scale_x / t.scale_y - 1.0) < EVEN else side), spacing)
        for side in sides
    ]
    ends = ((t.x0, t.x1), (t.y0, t.y1))
    for k, is_whole in enumerate(are_whole):
        low, high = ends[k]
        if is_whole and math.floor(high) > math.ceil(low):
            steps[k] = max(steps[k], 1.0)
    return _multiples(*ends[0], steps[0]), _multiples(*ends[1], steps[1])


def _step(extent: float, length: float, spacing: float) -> float:
    values = tick_values(0.0, extent, max(2, int(length / spacing)))
    return values[1] - values[0] if len(values) > 1 else extent


def _multiples(low: float, high: float, step: float) -> tuple[float, ...]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(k * step + 0.0 for k in range(first, last + 1))


def _marks(
    marks: tuple[Mark, ...],
    xs: tuple[float, ...],
    ys: tuple[float, ...],
    transform: Transform,
    theme: Theme,
) -> tuple[Mark, ...]:
    """The marks for a device; those that look the same everywhere are the
    same objects.
    """
    device_marks: list[Mark] = []
    nests: tuple[Dots, ...] = ()
    for mark, *further_marks in mark_groups(widen_hidden(marks, transform, theme)):
        results: tuple[Mark, ...] = (mark, *further_marks)
        if further_marks:
            points = tuple(
                _shrink_crowd(dot_mark, transform, theme) if dot_mark.crowd else dot_mark
                for dot_mark in results
                if isinstance(dot_mark, Dots)
            )
            results = tell_apart(points, transform, theme)
            if results != points:
                nests = tuple(dot_mark for dot_mark in results if isinstance(dot_mark, Dots))
        elif nests and isinstance(mark, Dots) and mark.role.startswith(OVER_POINTS):
            results = (inside_nests(mark, nests),)
        elif isinstance(mark, Dots) and (mark.crowd or mark.grip):
            results = (
                () if mark.grip and theme.unit == "pt" else (_shrink_crowd(mark, transform, theme),)
            )
        elif isinstance(mark, Grid):
            results = _grid(xs, ys, transform, mark.layer)
        device_marks += results
    return tuple(device_marks)


@memo
def _grid(
    xs: tuple[float, ...], ys: tuple[float, ...], t: Transform, layer: str
) -> tuple[Path, ...]:
    """Hairlines across the picture."""
    ends = [((x, t.y0), (x, t.y1)) for x in xs] + [((t.x0, y), (t.x1, y)) for y in ys]
    return (
        (
            Path(
                locked(np.array(ends, dtype=np.float64).reshape(-1, 2)),
                "grid",
                joined="pairs",
                layer=layer,
            ),
        )
        if ends
        else ()
    )


@memo
def _shrink_crowd(dots: Dots, transform: Transform, theme: Theme) -> Dots:
    """Symbols of a crowd, shrunk until there is room for all."""
    style = theme.style(dots.role)
    share = dots.crowd * style.size**2 / (transform.width * transform.height)
    largest = SMALLER[bisect_left(SHARES, share)]
    if largest == 1.0:
        return dots
    sizes = np.ones(len(dots.xy)) if dots.sizes is None else dots.sizes
    factor = (largest - dots.least) / (1.0 - dots.least)
    sizes = locked(dots.least + factor * (sizes - dots.least))
    return replace(dots, sizes=sizes)
