"""The band between the margin lines, where points pay slack."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked

from ...answers.contours import score_grid
from ...answers.decision import PlaneLine, plane_line
from ...scene.marks import Area, Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.view import View
from ..shapes.sides import bridge_loops, positive_region


def draw(scene: Scene) -> Iterable[Mark]:
    """The band |f| < 1 of the selected method, straight or curved."""
    if scene.with_margin is None:
        return ()
    method, fit = scene.with_margin
    return _area(fit, scene.view, method.id in scene.stale)


@memo
def _area(fit: Fit, view: View, faded: bool) -> tuple[Mark, ...]:
    line = plane_line(fit)
    if line is None:
        grid = score_grid(fit, view)
        wide, beyond = (
            positive_region(grid.values + level, grid.xs, grid.ys, view) for level in (1.0, -1.0)
        )
        # The outline of f > 1, reversed, is cut out of f > -1, so that the band ends on the margin
        # lines.
        corners = bridge_loops([part for part in (wide, beyond[::-1]) if len(part)])
    else:
        corners = band(line, view)
    return (Area(locked(corners), "band", faded=faded),) if len(corners) > 2 else ()


def band(line: PlaneLine, view: View) -> Floats:
    """The convex polygon where |f| <= 1 in the view: the ends of both margin lines and the corners
    between them, in order.
    """
    box = np.array([(x, y) for x in (view.x0, view.x1) for y in (view.y0, view.y1)])
    inside = box[np.abs(line.scores(box)) < 1.0]
    ends = [end for end in (line.segment(view, -1.0), line.segment(view, 1.0)) if end is not None]
    corners = np.concatenate([inside, *ends])
    if len(corners) == 0:
        return corners
    around = corners - corners.mean(axis=0)
    ordered: Floats = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    return ordered
