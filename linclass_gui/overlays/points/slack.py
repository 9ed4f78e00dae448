"""The slack: what each point inside its margin line pays, as the way back to that line."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints, locked

from ...core.fits.decision import plane_line, training_scores
from ...core.marks import Dots, Mark, Path
from ...core.memo import memo
from ...core.scene import Scene
from ..lines.margins import has_margins
from .support_vectors import thinned


def draw(scene: Scene) -> Iterable[Mark]:
    """Segments from the points with y f < 1 to their own margin line, with their feet."""
    if scene.selected is None or not has_margins(scene.selected[1]):
        return ()
    method, fit = scene.selected
    return _segments(fit, scene.pixel, method.id in scene.stale)


@memo(4)
def _segments(fit: Fit, pixel: float, faded: bool) -> tuple[Mark, ...]:
    line = plane_line(fit)
    if line is None:
        return ()
    rows, slack = late_rows(fit, pixel)
    marks: list[Mark] = []
    for sign, suffix in ((-1.0, "minus"), (1.0, "plus")):
        own = rows[fit.problem.y[rows] == sign]
        if len(own):
            ends = segments(fit, own, slack[own], line.normal)
            marks.append(Path(locked(ends.reshape(-1, 2)), f"slack-{suffix}", joined="pairs", faded=faded))
            marks.append(Dots(locked(ends[:, 1]), f"slack-foot-{suffix}", faded=faded))
    return tuple(marks)


def late_rows(fit: Fit, pixel: float) -> tuple[Ints, Floats]:
    """The rows inside their margin line (of a crowd one a place), and the slack of all rows."""
    slack: Floats = 1.0 - fit.problem.y * training_scores(fit)
    late = np.flatnonzero(slack > 1e-9 * (1.0 + float(np.abs(slack).max(initial=0.0))))
    return thinned(fit.problem.X, late, 4.0 * pixel), slack


def segments(fit: Fit, rows: Ints, slack: Floats, w: Floats) -> Floats:
    """From x to the foot ``x + y slack w / ||w||^2`` on the line f = y, (k, 2, 2)."""
    start = fit.problem.X[rows]
    step = (fit.problem.y[rows] * slack)[:, None] * (w / (w @ w))
    return np.stack([start, start + step], axis=1)
