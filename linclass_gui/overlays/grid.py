"""The grid of the canvas, at the same round values as the tick labels."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from solvers.arrays import locked

from ..core.document import View
from ..core.marks import Mark, Path
from ..core.markup.ticks import tick_values
from ..core.memo import memo
from ..core.scene import Scene

SPACING = 84.0  # px between ticks at the least (relative to labels 13 px high)


@memo(2)
def ticks(view: View, pixel: float, label_size: float = 13.0) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The ticks of both axes, equally far apart because the canvas has one scale."""
    spacing = SPACING * label_size / 13.0 * pixel
    longest = max(view.width, view.height)
    values = tick_values(0.0, longest, max(2, int(longest / spacing)))
    step = values[1] - values[0] if len(values) > 1 else longest
    return _inside(view.x0, view.x1, step), _inside(view.y0, view.y1, step)


def _inside(low: float, high: float, step: float) -> tuple[float, ...]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(k * step + 0.0 for k in range(first, last + 1))


def draw(scene: Scene) -> Iterable[Mark]:
    """Hairlines across the view."""
    return _lines(scene.view, scene.pixel, scene.label_size)


@memo(2)
def _lines(view: View, pixel: float, label_size: float) -> tuple[Mark, ...]:
    xs, ys = ticks(view, pixel, label_size)
    ends = [((x, view.y0), (x, view.y1)) for x in xs] + [((view.x0, y), (view.x1, y)) for y in ys]
    return (Path(locked(np.array(ends, dtype=np.float64).reshape(-1, 2)), "grid", joined="pairs"),) if ends else ()
