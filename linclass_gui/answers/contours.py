"""Scores on grids over the plane, and the curves of equal score on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import Fit, Floats, GaussianKernel
from solvers.arrays import locked
from solvers.plane.geometry import contour_segments

from ..scene.memo import memo
from ..scene.scene import GRID
from ..scene.view import View
from .decision import PlaneLine, drawn_line

# Canvases are between a quarter and four times as high as wide; in units of another ratio the rows
# are those of a usual one.
MOST_LONG, UNEVEN = 4.0, 0.7


GRID_WORK = 4_000_000  # kernel values computed for one grid at the most


HUGE = 1e300  # a value this large means infinity


@dataclass(frozen=True, eq=False)
class ScoreGrid:
    """The score at ``(xs[j], ys[i])`` as ``values[i, j]``."""

    xs: Floats
    ys: Floats
    values: Floats


@memo
def score_grid(fit: Fit, view: View, columns: int = GRID) -> ScoreGrid:
    """The score of a fit on a grid over the view with square cells (fewer where the kernel is
    expensive).
    """
    work = columns * columns * _terms(fit)
    if work > GRID_WORK:
        columns = max(48, int(columns * (GRID_WORK / work) ** 0.5))
    xs, ys = grid_axes(view, columns)
    return ScoreGrid(xs, ys, grid_scores(fit, xs, ys))


def grid_axes(view: View, columns: int) -> tuple[Floats, Floats]:
    """The places of a grid over a view with square cells, across and upwards."""
    ratio = view.height / view.width
    rows = max(8, round(columns * (ratio if 1.0 / MOST_LONG <= ratio <= MOST_LONG else UNEVEN)))
    return np.linspace(view.x0, view.x1, columns), np.linspace(view.y0, view.y1, rows)


def _terms(fit: Fit) -> int:
    """How many kernel values one grid point costs (1 where the grid is a product of matrices)."""
    last = fit.last
    if (
        last.w is not None
        or last.expanded is not None
        or last.alpha is None
        or isinstance(fit.problem.kernel, GaussianKernel)
    ):
        return 1
    return int(np.count_nonzero(last.alpha))


def grid_scores(fit: Fit, xs: Floats, ys: Floats) -> Floats:
    """The score at the crossings of a grid (len(ys), len(xs))."""
    kernel, last, problem = fit.problem.kernel, fit.last, fit.problem
    if last.w is None and last.alpha is not None and isinstance(kernel, GaussianKernel):
        # exp(-|x - z|^2 / 2s^2) is a product over the coordinates, so the whole grid is one product
        # of two matrices.
        rows = np.flatnonzero(last.alpha)
        weights, Z = (last.alpha * problem.y)[rows], problem.X[rows]
        with np.errstate(over="ignore", under="ignore"):  # far apart is 0
            across, up = (
                np.exp(-((Z[:, k, None] - s) ** 2) / (2.0 * kernel.sigma**2))
                for k, s in ((0, xs), (1, ys))
            )
            scores: Floats = up.T @ (weights[:, None] * across) + last.b
        return scores
    return problem.scores(last, grid_points(xs, ys)).reshape(len(ys), len(xs))


def grid_points(xs: Floats, ys: Floats) -> Floats:
    """All crossings of a grid, row by row (len(ys) len(xs), 2)."""
    return np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])


@memo
def level_curves(
    fit: Fit, view: View, level: float = 0.0, columns: int = GRID
) -> tuple[Floats, ...]:
    """The curves ``f = level`` in the view, each as a chain of points (k, 2): one segment for a
    line; others are found on a grid of so many columns.
    """
    line = drawn_line(fit)
    if line is not None:
        return _segments(line, view, level)
    grid = score_grid(fit, view, columns)
    return chains(contour_segments(grid.values, grid.xs, grid.ys, level))


@memo
def _segments(line: PlaneLine, view: View, level: float) -> tuple[Floats, ...]:
    segment = line.segment(view, level)
    return () if segment is None else (locked(segment),)


def closed_contours(values: Floats, xs: Floats, ys: Floats) -> tuple[Floats, ...]:
    """The curves around the places of a grid where a function is positive, as chains (k, 2)."""
    # One more row and column far outside the view, all on the other side, closes every curve; what
    # is interpolated on the way there lies outside, so that the corners of the view are not cut
    # off.
    F = np.pad(values, 1, mode="edge")
    low = -float(np.abs(values[np.abs(values) < HUGE]).max(initial=0.0)) - 1.0
    F[[0, -1], :], F[:, [0, -1]] = low, low
    wide_x, wide_y = (
        np.concatenate([axis[:1] - (axis[-1] - axis[0]), axis, axis[-1:] + (axis[-1] - axis[0])])
        for axis in (xs, ys)
    )
    return chains(contour_segments(F, wide_x, wide_y))


def chains(segments: Floats) -> tuple[Floats, ...]:
    """Directed segments (k, 2, 2) joined end to start into curves; closed ones return to their
    first point.
    """
    if len(segments) == 0:
        return ()
    starts, ends = (
        np.ascontiguousarray(segments[:, side]).view(np.complex128).ravel() for side in (0, 1)
    )
    order = np.argsort(starts)
    place = np.minimum(np.searchsorted(starts[order], ends), len(starts) - 1)
    # Cells that share an edge interpolate the crossing from the same numbers, so ends meet bit for
    # bit.
    next_segments = np.where(starts[order][place] == ends, order[place], -1)
    is_head = np.ones(len(starts), dtype=np.bool_)
    is_head[next_segments[next_segments >= 0]] = False
    heads = np.flatnonzero(is_head).tolist()
    # Lists from here on: walking along an array number by number is slow.
    steps, fresh, curves = next_segments.tolist(), [True] * len(starts), []
    for head in [*heads, *range(len(starts))]:
        path, segment = [], head
        while segment >= 0 and fresh[segment]:
            fresh[segment] = False
            path.append(segment)
            segment = steps[segment]
        if path:
            curves.append(locked(np.concatenate([segments[path, 0], segments[path[-1:], 1]])))
    return tuple(curves)
