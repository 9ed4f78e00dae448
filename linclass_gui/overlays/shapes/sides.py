"""The sides of a boundary: as parts of the view, and as room for words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Bools, locked
from solvers.plane.geometry import clip_polygon

from ...answers.contours import closed_contours, score_grid
from ...answers.decision import PlaneLine, plane_line
from ...scene.memo import memo
from ...scene.view import View
from ...scene.words import Inside

# The corners in order of preference.
PLUS_FIRST = ("top-right", "top-left", "bottom-right", "bottom-left")
MINUS_FIRST = ("bottom-left", "top-left", "bottom-right", "top-right")


def positive_region(values: Floats, xs: Floats, ys: Floats, view: View) -> Floats:
    """The part of the view where a function on a grid is positive, as one polygon (k, 2)."""
    finite = np.where(np.isfinite(values), values, -1.0)
    loops = [clip_polygon(loop, view.box) for loop in closed_contours(finite, xs, ys)]
    return locked(bridge_loops([loop for loop in loops if len(loop)]))


def bridge_loops(loops: Sequence[Floats]) -> Floats:
    """Several closed curves as one: every bridge from the first point and back has no area, so that
    the fill ignores it.
    """
    if len(loops) < 2:
        return loops[0] if loops else np.empty((0, 2))
    anchor = loops[0][:1]
    return np.concatenate([part for loop in loops for part in (loop, loop[:1], anchor)])


def side_of(fit: Fit, view: View, sign: float) -> Inside:
    """The side of a boundary where the score of a fit has a sign."""
    return _side(plane_line(fit) or fit, view, sign)


@memo
def _side(score: PlaneLine | Fit, view: View, sign: float) -> Inside:
    return Inside(partial(_holds, score, view, sign), PLUS_FIRST if sign > 0.0 else MINUS_FIRST)


def _holds(score: PlaneLine | Fit, view: View, sign: float, at: Floats) -> Bools:
    """Whether the score has the sign at positions (k, 2); of a curved boundary from the grid on
    which it is drawn.
    """
    if isinstance(score, PlaneLine):
        return sign * score.scores(at) > 0.0
    grid = score_grid(score, view)
    columns, rows = (
        np.clip(np.searchsorted(axis, at[:, k]), 0, len(axis) - 1)
        for k, axis in ((0, grid.xs), (1, grid.ys))
    )
    held: Bools = sign * grid.values[rows, columns] > 0.0
    return held
