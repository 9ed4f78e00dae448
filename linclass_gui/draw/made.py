"""A figure made for its device: the range that is really seen, ticks and grid, symbols that are not too large, on paper no handles.

What depends on the size of a picture or on its theme is decided here, so that scenes and overlays need not know either.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from solvers.arrays import locked

from ..core.marks import Dots, Figure, Grid, Mark, Path
from ..core.markup.ticks import tick_values
from ..core.memo import memo
from ..core.theme import Theme
from ..core.transform import Transform
from ..core.words import Words
from .axes import seen

# Between ticks of a canvas at the least: in labels of the window, where lines are longer, and in tick labels of paper.
SPACING_WINDOW, SPACING_PAPER = 6.46, 4.2
CLOSER = (1.0, 0.7, 0.5)  # small panels of paper have them closer
# Symbols are smaller where together they would cover more than a part of the picture.
SHARES, SMALLER = (0.022, 0.045), (1.0, 0.85, 0.74)


def made_for(figure: Figure, transform: Transform, theme: Theme) -> Figure:
    """The figure as it is drawn with a transform and a theme."""
    figure = seen(figure, transform)
    x, y = figure.x, figure.y
    if figure.equal and x.ticks is None and y.ticks is None:
        across, up = _ticks(transform, theme)
        x, y = replace(x, ticks=across), replace(y, ticks=up)
    marks = _marks(figure.marks, x.ticks or (), y.ticks or (), transform, theme)
    if not figure.equal and len(marks) == len(figure.marks):
        return figure
    solid = None if figure.solid is None else tuple(mark for _, mark in _marks(figure.solid, (), (), transform, theme))
    layers: dict[Mark | Words, str] = {new: figure.layers[old] for old, new in marks} if figure.layers else {}
    layers |= {words: figure.layers[words] for words in figure.words if words in figure.layers}
    return replace(figure, x=x, y=y, marks=tuple(mark for _, mark in marks), solid=solid, layers=layers)


@memo(4)
def _ticks(transform: Transform, theme: Theme) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The ticks of both axes of a canvas, equally far apart because it has one scale."""
    if theme.unit == "px":
        return _apart(transform, SPACING_WINDOW * theme.line_label)
    choices = (_apart(transform, share * SPACING_PAPER * theme.caption) for share in CLOSER)
    # A single tick would not say how long the axis is.
    *_, last = found = tuple(choices)
    return next((ticks for ticks in found if min(map(len, ticks)) >= 2), last)


def _apart(t: Transform, spacing: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Round values at least so many device units apart."""
    longest = max(t.x1 - t.x0, t.y1 - t.y0)
    values = tick_values(0.0, longest, max(2, int(max(t.width, t.height) / spacing)))
    step = values[1] - values[0] if len(values) > 1 else longest
    return _multiples(t.x0, t.x1, step), _multiples(t.y0, t.y1, step)


def _multiples(low: float, high: float, step: float) -> tuple[float, ...]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(k * step + 0.0 for k in range(first, last + 1))


@memo(8)
def _marks(
    marks: tuple[Mark, ...], xs: tuple[float, ...], ys: tuple[float, ...], transform: Transform, theme: Theme
) -> tuple[tuple[Mark, Mark], ...]:
    """Each mark with what it is on a device; those that look the same everywhere are the same objects."""
    made: list[tuple[Mark, Mark]] = []
    for mark in marks:
        if isinstance(mark, Grid):
            made += [(mark, lines) for lines in _grid(xs, ys, transform)]
        elif not isinstance(mark, Dots):
            made.append((mark, mark))
        elif not mark.grip or theme.unit == "px":
            made.append((mark, _shrunk(mark, transform, theme) if mark.crowd else mark))
    return tuple(made)


@memo(2)
def _grid(xs: tuple[float, ...], ys: tuple[float, ...], t: Transform) -> tuple[Path, ...]:
    """Hairlines across the picture."""
    ends = [((x, t.y0), (x, t.y1)) for x in xs] + [((t.x0, y), (t.x1, y)) for y in ys]
    return (Path(locked(np.array(ends, dtype=np.float64).reshape(-1, 2)), "grid", joined="pairs"),) if ends else ()


@memo(16)
def _shrunk(dots: Dots, transform: Transform, theme: Theme) -> Dots:
    """Symbols of a crowd, as large as there is room for all of them."""
    share = dots.crowd * theme.style(dots.role).size ** 2 / (transform.width * transform.height)
    largest = SMALLER[sum(share > step for step in SHARES)]
    if largest == 1.0:
        return dots
    sizes = np.ones(len(dots.xy)) if dots.sizes is None else dots.sizes
    factor = (largest - dots.least) / (1.0 - dots.least)
    return replace(dots, sizes=locked(dots.least + factor * (sizes - dots.least)))
