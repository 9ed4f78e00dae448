"""A function over a rectangle as a picture: shades of one colour, contour lines at round values,
and the scale that names them.

The shades step evenly from contour to contour, so that the steep outer parts leave some for the
bottom.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.arrays import locked
from solvers.plane.geometry import contour_segments

from ...answers.contours import ScoreGrid, chains
from ...markup.numbers import number, significant
from ...scene.marks import End, Field, Mark, Path
from ...scene.view import View

MOST, DIGITS = 6, 2  # contours, and digits of their values
SHARES = (0.04, 0.8)  # of the view lie below the lowest and below the highest contour
BAR = (0.03, 0.07)  # the left and the right edge of the scale, in widths of the view
ROOM = 0.08  # what the scale takes, in widths of the view
STEPS = 64  # shades of the scale


@dataclass(frozen=True, eq=False)
class Relief:
    """Heights on a grid over a view, with the levels of the contours and their names: numbers in
    units of ``10**exponent``.
    """

    grid: ScoreGrid
    view: View
    levels: tuple[float, ...]
    names: tuple[str, ...]
    exponent: int = 0

    @property
    def unit(self) -> str:
        """The unit in words, empty where it is 1."""
        return f" in 10^{{{number(self.exponent, 0)}}}" if self.exponent else ""

    @property
    def knots(self) -> Floats:
        """The heights between which the shades step evenly: the lowest, the contours, the
        highest.
        """
        values = self.grid.values
        return np.array([float(values.min()), *self.levels, float(values.max())])


def relief_of(grid: ScoreGrid, view: View, counted: bool = False) -> Relief:
    """The relief of heights on a grid, with contours at round values; ``counted``: the heights are
    numbers of something.
    """
    levels = whole_levels(grid.values) if counted else round_levels(grid.values)
    exponent = _exponent(max(map(abs, levels), default=1.0))
    names = (level / 10.0**exponent for level in levels)
    return Relief(
        grid,
        view,
        levels,
        tuple(_name(value, counted and not exponent) for value in names),
        exponent,
    )


def _name(value: float, whole: bool) -> str:
    return number(value, 0) if whole else significant(value, DIGITS)


def _exponent(largest: float) -> int:
    """The power of ten, a multiple of 3, in which numbers up to ``largest`` are short."""
    return (
        0 if 0.1 <= largest < 1e4 or largest == 0.0 else 3 * math.floor(math.log10(largest) / 3.0)
    )


def round_levels(heights: Floats) -> tuple[float, ...]:
    """Round values with equal shares of the view between them, so that flat parts show contours,
    too.
    """
    lowest, highest = float(heights.min()), float(heights.max())
    shares = np.quantile(heights, np.linspace(*SHARES, MOST)).tolist()
    levels = sorted({float(f"{share:.{DIGITS}g}") for share in shares})
    # The level of a flat bottom runs wherever rounding leads it.
    floor = lowest + 1e-3 * (float(shares[-1]) - lowest)
    return tuple(level for level in levels if floor < level < highest)


def whole_levels(heights: Floats) -> tuple[float, ...]:
    """Counts with equal shares of the view between them, always with the one above the lowest,
    which separates the lowest.
    """
    first = math.floor(float(heights.min()) + 0.5) + 1.0
    shares = np.quantile(heights, np.linspace(*SHARES, MOST)).round().tolist()
    return tuple(
        level for level in sorted({first, *shares})[:MOST] if first <= level < float(heights.max())
    )


def shades(relief: Relief) -> Field:
    """The heights as a field with values from 0 to 1."""
    values = np.interp(
        relief.grid.values, relief.knots, np.linspace(0.0, 1.0, len(relief.levels) + 2)
    )
    # Cells lie between the crossings of the grid, so that they end at the edge of the view.
    cells = 0.25 * (values[:-1, :-1] + values[1:, :-1] + values[:-1, 1:] + values[1:, 1:])
    return Field(locked(cells), relief.view.box, "landscape")


def lines(relief: Relief) -> tuple[Path, ...]:
    """The contours."""
    grid = relief.grid
    return tuple(
        [
            Path(curve, "contour")
            for curve in chains(contour_segments(grid.values, grid.xs, grid.ys, relief.levels))
        ]
    )


def ends(relief: Relief) -> tuple[End, ...]:
    """The values of the contours, in the right margin at their places on the scale."""
    return tuple(
        End(name, float(y)) for name, y in zip(relief.names, _heights(relief), strict=True)
    )


def _heights(relief: Relief) -> Floats:
    """The places of the contours on the scale: evenly spaced, like the shades."""
    heights: Floats = relief.view.y0 + relief.view.height * np.arange(1, len(relief.levels) + 1) / (
        len(relief.levels) + 1
    )
    return heights


def scale(relief: Relief) -> tuple[Mark, ...]:
    """The scale to the right of the view: all shades from the lowest up, with a tick at the place
    of each contour.
    """
    view, heights = relief.view, _heights(relief)
    left, right = (view.x1 + share * view.width for share in BAR)
    steps = locked(np.linspace(0.0, 1.0, STEPS)[:, None])
    corners = np.array([(left, view.y0), (right, view.y0), (right, view.y1), (left, view.y1)])
    ticks = np.column_stack([np.tile([left, right], len(heights)), np.repeat(heights, 2)])
    marks = (Path(locked(ticks), "contour", joined="pairs"),) if len(heights) else ()
    return (
        Field(steps, (left, right, view.y0, view.y1), "landscape"),
        *marks,
        Path(locked(corners), "axis", closed=True),
    )
