"""The cost of a choice of weights over the plane of w, at a fixed b: its criteria, its relief, and
the region of the weights that classify every sample correctly.

With ``z = y (1, x)``, ``a = (b, w)`` and ``t = a'z`` the margin of a sample, the criteria are sums
over the samples:

* errors: how many have ``t <= 0``; the perceptron's ``J_p``: ``max(0, m - t)``; ``J_q``: ``t^2`` of
  the misclassified samples;
* the relaxation's ``J_r``: ``(m - t)^2 / (2 ||z||^2)`` of the samples below the margin m;
* a method's own: the objective it minimises, with its penalty, so that its answer is the lowest
  place.

The shades of the relief step evenly from contour to contour, so that the steep outer parts leave
some for the bottom.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solvers import Fit, Floats
from solvers.losses import PERCEPTRON, RELAXATION, ZERO_ONE, Loss, squared_hinge
from solvers.plane.geometry import contour_segments, cut_convex

from ..answers.contours import ScoreGrid, chains, grid_points
from ..markup.numbers import number, significant
from ..scene.document import Document
from ..scene.marks import Area, End, Field, Marks, Path
from ..scene.scene import Scene
from ..scene.view import View

Single = NDArray[np.float32]  # half the digits, twice the speed: contours need three
BY_CHOICE = {
    "J_p": PERCEPTRON,
    "J_q": replace(squared_hinge(0.0), symbol="$J_q$"),
    "J_r": RELAXATION,
    "errors": ZERO_ONE,
}
MOST_CONTOURS, DIGITS = 6, 2  # contours, and digits of their values
SHARES = (0.04, 0.8)  # of the view lie below the lowest and below the highest contour
BAR = (0.03, 0.07)  # the left and the right edge of the scale, in widths of the view
ROOM = 0.08  # what the scale takes, in widths of the view
STEPS = 64  # shades of the scale
MOST_SAMPLES = 5000  # points up to which the region is computed


@dataclass(frozen=True)
class Landscape:
    """``factor`` times the mean of ``loss``, plus ``penalty ||w||^2 + offset_penalty b^2``; without
    a loss these alone.

    A sample of class + counts ``positive_weight`` times. ``words`` name it in the mathematics
    mark-up.  ``constant`` is the first entry of a sample ``z = y (1, x)``: 0 without an offset.
    """

    words: str
    loss: Loss | None
    factor: float = 1.0
    penalty: float = 0.0
    offset_penalty: float = 0.0
    constant: float = 1.0
    positive_weight: float = 1.0

    def squared_lengths(self, Phi: Floats) -> Floats:
        """``||z||^2`` (n,), as the relaxation rule divides by it; 1 for a sample of zeros."""
        squares: Floats = self.constant + (Phi * Phi).sum(axis=1)
        return np.where(squares > 0.0, squares, 1.0)

    def shares(self, Phi: Floats, y: Floats) -> Floats:
        """The weight of every sample's loss (n,)."""
        shares = np.full(len(y), self.factor / max(1, len(y)))
        if self.positive_weight != 1.0:
            shares[y > 0.0] *= self.positive_weight
        return (
            shares / self.squared_lengths(Phi)
            if self.loss is not None and self.loss.per_length
            else shares
        )

    @property
    def effort(self) -> int:
        """The work of one value."""
        return 0 if self.loss is None else self.loss.effort

    @property
    def is_stepped(self) -> bool:
        """Whether the criterion jumps at the lines of the samples, which then are its contours."""
        return self.loss is ZERO_ONE


def landscape(fit: Fit, choice: str) -> Landscape:
    """The criterion of that name; ``own`` is the objective of the method, or the errors where that
    is not a function of w.

    A criterion of the same name has the method's own margin.
    """
    return replace(_landscape(fit, choice), constant=1.0 if fit.method.has_offset else 0.0)


def _landscape(fit: Fit, choice: str) -> Landscape:
    n = len(fit.problem.y)
    criterion = fit.method.criterion(n)
    if choice != "own":
        loss = BY_CHOICE[choice]
        method_loss = None if criterion is None else criterion.loss
        return _sum_of(
            method_loss if method_loss is not None and method_loss.name == loss.name else loss, n
        )
    if criterion is None:
        return _sum_of(ZERO_ONE, n)
    loss, penalties = criterion.loss, (criterion.norm_weight, criterion.offset_weight)
    if criterion.loss_weight == 0.0:
        return Landscape("$‖w‖^2 / 2$", None, 0.0, *penalties)
    title = loss.title if criterion.loss_weight == n else f"mean {loss.noun}"
    words = f"{loss.name} + penalty" if any(penalties) else title
    return Landscape(
        words, loss, criterion.loss_weight, *penalties, positive_weight=criterion.positive_weight
    )


def _sum_of(loss: Loss, n: int) -> Landscape:
    return Landscape("errors" if loss is ZERO_ONE else loss.title, loss, float(n))


def heights(
    criterion: Landscape, Phi: Floats, y: Floats, b: float, xs: Floats, ys: Floats
) -> Floats:
    """The cost at ``w = (xs[j], ys[i])`` as ``values[i, j]``; a subset of the samples stands in for
    all by its mean.
    """
    W = grid_points(xs, ys)
    values = criterion.penalty * (W * W).sum(axis=1) + criterion.offset_penalty * b * b
    loss = criterion.loss
    if loss is not None:
        z = np.column_stack([y[:, None] * Phi, y * b]).astype(np.float32)
        t: Single = np.column_stack([W, np.ones(len(W))]).astype(np.float32) @ z.T
        values = values + loss.value(t, t) @ criterion.shares(Phi, y).astype(np.float32)
    grid: Floats = values.reshape(len(ys), len(xs))
    return grid


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


def relief_of(grid: ScoreGrid, view: View, is_count: bool = False) -> Relief:
    """The relief of heights on a grid, with contours at round values; ``is_count``: the heights are
    numbers of something.
    """
    levels = whole_levels(grid.values) if is_count else round_levels(grid.values)
    exponent = _exponent(max(map(abs, levels), default=1.0))
    names = (level / 10.0**exponent for level in levels)
    return Relief(
        grid,
        view,
        levels,
        tuple(_level_name(value, is_count and not exponent) for value in names),
        exponent,
    )


def _level_name(value: float, is_whole: bool) -> str:
    return number(value, 0) if is_whole else significant(value, DIGITS)


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
    shares = np.quantile(heights, np.linspace(*SHARES, MOST_CONTOURS)).tolist()
    levels = sorted({float(f"{share:.{DIGITS}g}") for share in shares})
    # The level of a flat bottom runs wherever rounding leads it.
    floor = lowest + 1e-3 * (float(shares[-1]) - lowest)
    return tuple(level for level in levels if floor < level < highest)


def whole_levels(heights: Floats) -> tuple[float, ...]:
    """Counts with equal shares of the view between them, always with the one above the lowest,
    which separates the lowest.
    """
    first = math.floor(float(heights.min()) + 0.5) + 1.0
    shares = np.quantile(heights, np.linspace(*SHARES, MOST_CONTOURS)).round().tolist()
    return tuple(
        level
        for level in sorted({first, *shares})[:MOST_CONTOURS]
        if first <= level < float(heights.max())
    )


def shades(relief: Relief) -> Field:
    """The heights as a field with values from 0 to 1."""
    values = np.interp(
        relief.grid.values, relief.knots, np.linspace(0.0, 1.0, len(relief.levels) + 2)
    )
    # Cells lie between the crossings of the grid, so that they end at the edge of the view.
    cells = 0.25 * (values[:-1, :-1] + values[1:, :-1] + values[:-1, 1:] + values[1:, 1:])
    return Field(cells, relief.view.box, "landscape")


def contour_lines(relief: Relief) -> tuple[Path, ...]:
    """The contours."""
    grid = relief.grid
    return tuple(
        [
            Path(curve, "contour")
            for curve in chains(contour_segments(grid.values, grid.xs, grid.ys, relief.levels))
        ]
    )


def contour_ends(relief: Relief) -> tuple[End, ...]:
    """The values of the contours, in the right margin at their places on the scale."""
    return tuple(
        End(name, float(y)) for name, y in zip(relief.names, _scale_heights(relief), strict=True)
    )


def _scale_heights(relief: Relief) -> Floats:
    """The places of the contours on the scale: evenly spaced, like the shades."""
    heights: Floats = relief.view.y0 + relief.view.height * np.arange(1, len(relief.levels) + 1) / (
        len(relief.levels) + 1
    )
    return heights


def relief_scale(relief: Relief) -> Marks:
    """The scale to the right of the view: all shades from the lowest up, with a tick at the place
    of each contour.
    """
    view, heights = relief.view, _scale_heights(relief)
    left, right = (view.x1 + share * view.width for share in BAR)
    steps = np.linspace(0.0, 1.0, STEPS)[:, None]
    corners = np.array([(left, view.y0), (right, view.y0), (right, view.y1), (left, view.y1)])
    ticks = np.column_stack([np.tile([left, right], len(heights)), np.repeat(heights, 2)])
    marks = (Path(ticks, "contour", joined="pairs"),) if len(heights) else ()
    return (
        Field(steps, (left, right, view.y0, view.y1), "landscape"),
        *marks,
        Path(corners, "axis", closed=True),
    )


def solution_region(fit: Fit, b: float, view: View, level: float) -> tuple[Area, ...]:
    """The region as a mark, in the units of w: nothing where it is empty or the points are too
    many.
    """
    if len(fit.problem.y) > MOST_SAMPLES:
        return ()
    corners = solutions(fit.problem.Phi, fit.problem.y, b, view, level)
    return (Area(corners, "solutions"),) if len(corners) > 2 else ()


def solutions(X: Floats, y: Floats, b: float, view: View, level: float = 0.0) -> Floats:
    """The corners of the region ``y (<w, x> + b) >= level`` for all samples in the view, empty (0,
    2) when there is none.

    The view is cut by the sample that is violated most, until none is: only samples that bound the
    region cost a cut.
    """
    x0, x1, y0, y1 = view.box
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    Z, offsets = y[:, None] * X, y * b - level
    # A corner on the line of a sample counts as on its right side, despite rounding.
    rounding = 1e-12 * (np.abs(offsets) + np.abs(Z).sum(axis=1) * max(map(abs, view.box)))
    while len(corners) > 2:
        # a row a corner: the lowest of few rows is found five times as fast
        f = np.array(corners) @ Z.T + offsets
        lowest = f.min(axis=0) + rounding
        worst = int(np.argmin(lowest))
        if lowest[worst] >= 0.0:
            return np.array(corners)
        corners = [(u, v) for u, v, _ in cut_convex(corners, f[:, worst].tolist())]
    return np.empty((0, 2))


def beginning_of(scene: Scene) -> tuple[float, float, float] | None:
    """Where the selected rule begins, (b, w_1, w_2); None where it says nothing of that, or begins
    nowhere.
    """
    method = scene.document.selected_method
    begin = getattr(method.method, method.method.beginning, None) if method is not None else None
    if begin is None or len(begin) != 3:
        return None
    b, x, y = map(float, begin)
    return b, x, y


def begun_at(scene: Scene, begin: tuple[float, float, float]) -> Document:
    """The document with the selected rule begun at other weights."""
    method = scene.document.selected_method
    assert method is not None
    changed = replace(method.method, **{method.method.beginning: begin})
    return scene.document.with_method(replace(method, method=changed))
