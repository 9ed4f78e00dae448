"""The region of the weights that classify every sample correctly, as a polygon in the plane of w at
a fixed b.
"""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked
from solvers.plane.geometry import cut_convex

from ...scene.marks import Area
from ...scene.view import View

MOST = 5000  # points up to which the region is computed


def region(fit: Fit, b: float, view: View, level: float) -> tuple[Area, ...]:
    """The region as a mark, in the units of w: nothing where it is empty or the points are too
    many.
    """
    if len(fit.problem.y) > MOST:
        return ()
    corners = solutions(fit.problem.Phi, fit.problem.y, b, view, level)
    return (Area(locked(corners), "solutions"),) if len(corners) > 2 else ()


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
