"""The slack: what each point inside its margin line pays, as the way back to that line."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints, locked

from ..core.decision import plane_line, training_scores
from ..core.marks import Dots, Mark, Path, Text
from ..core.memo import memo
from ..core.scene import Scene
from ..core.ticks import number
from .margins import has_margins
from .support_vectors import thinned

LABELLED = 12  # more numbers than that cannot be read


def draw(scene: Scene) -> Iterable[Mark]:
    """Segments from the points with y f < 1 to their own margin line; few ones with the value of the slack."""
    if scene.selected is None or not has_margins(scene.selected[1]):
        return ()
    method, fit = scene.selected
    return _segments(fit, 4.0 * scene.pixel, method.id in scene.stale)


@memo(4)
def _segments(fit: Fit, cell: float, faded: bool) -> tuple[Mark, ...]:
    line = plane_line(fit)
    if line is None:
        return ()
    slack = 1.0 - fit.problem.y * training_scores(fit)
    late = np.flatnonzero(slack > 1e-9 * (1.0 + float(np.abs(slack).max(initial=0.0))))
    rows = thinned(fit.problem.X, late, cell)
    marks: list[Mark] = []
    for sign, suffix in ((-1.0, "minus"), (1.0, "plus")):
        own = rows[fit.problem.y[rows] == sign]
        if len(own):
            ends = segments(fit, own, slack[own], line.normal)
            marks.append(Path(locked(ends.reshape(-1, 2)), f"slack-{suffix}", joined="pairs", faded=faded))
            marks.append(Dots(locked(ends[:, 1]), f"slack-foot-{suffix}", faded=faded))
    if len(rows) <= LABELLED:
        marks.extend(_number(fit, row, float(slack[row]), line.normal) for row in rows.tolist())
    return tuple(marks)


def segments(fit: Fit, rows: Ints, slack: Floats, w: Floats) -> Floats:
    """From x to the foot ``x + y slack w / ||w||^2`` on the line f = y, (k, 2, 2)."""
    start = fit.problem.X[rows]
    step = (fit.problem.y[rows] * slack)[:, None] * (w / (w @ w))
    return np.stack([start, start + step], axis=1)


def _number(fit: Fit, row: int, slack: float, w: Floats) -> Text:
    middle = fit.problem.X[row] + 0.5 * float(fit.problem.y[row]) * slack * (w / (w @ w))
    along = (float(w[0]), float(w[1]))
    return Text((float(middle[0]), float(middle[1])), number(slack, 2), "caption", "bottom", (0.0, 2.0), along)
