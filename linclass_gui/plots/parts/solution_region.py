"""The region of the weights that classify every sample correctly, as a polygon in the plane of w at a fixed b."""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked
from solvers.plane.geometry import half_plane

from ...core.document import View
from ...core.marks import Area

MOST = 5000  # points up to which the region is computed


def region(fit: Fit, b: float, view: View, level: float) -> tuple[Area, ...]:
    """The region as a mark, in the units of w: nothing where it is empty or the points are too many."""
    if len(fit.problem.y) > MOST:
        return ()
    corners = solutions(fit.problem.Phi, fit.problem.y, b, view, level)
    return (Area(locked(corners), "solutions"),) if len(corners) > 2 else ()


def solutions(X: Floats, y: Floats, b: float, view: View, level: float = 0.0) -> Floats:
    """The corners of the region ``y (<w, x> + b) >= level`` for all samples in the view, empty (0, 2) when there is none.

    The view is cut by the sample that is violated most, until none is: only samples that bound the region cost a cut.
    """
    polygon = half_plane((0.0, 0.0), 1.0, view.box)
    Z, offsets = y[:, None] * X, y * b - level
    # A corner on the line of a sample counts as on its right side, despite rounding.
    rounding = 1e-12 * (np.abs(offsets) + np.abs(Z).sum(axis=1) * float(np.abs(polygon).max()))
    while len(polygon):
        f = polygon @ Z.T + offsets  # a row a corner: the lowest of few rows is found five times as fast as that of few columns
        lowest = f.min(axis=0) + rounding
        worst = int(np.argmin(lowest))
        if lowest[worst] >= 0.0:
            break
        polygon = _cut_polygon(polygon, f[:, worst])
    return polygon


def _cut_polygon(polygon: Floats, f: Floats) -> Floats:
    """The part of a convex polygon where the linear function with the values f at its corners is not negative."""
    following, f_next = np.roll(polygon, -1, axis=0), np.roll(f, -1)
    crosses = f * f_next < 0.0
    share = np.divide(f, f - f_next, out=np.zeros_like(f), where=crosses)
    cuts = polygon + share[:, None] * (following - polygon)
    keep = np.column_stack([f >= 0.0, crosses]).ravel()
    kept: Floats = np.stack([polygon, cuts], axis=1).reshape(-1, 2)[keep]
    return kept if len(kept) > 2 else np.empty((0, 2))
