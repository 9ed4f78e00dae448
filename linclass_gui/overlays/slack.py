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

LABELLED = 30  # more numbers than that cannot be read
ROOM = 2.6  # a segment carries its number when it is so many label heights long


def draw(scene: Scene) -> Iterable[Mark]:
    """Segments from the points with y f < 1 to their own margin line; few ones with the value of the slack."""
    if scene.selected is None or not has_margins(scene.selected[1]):
        return ()
    method, fit = scene.selected
    return _segments(fit, scene.pixel, scene.label_size, method.id in scene.stale)


@memo(4)
def _segments(fit: Fit, pixel: float, size: float, faded: bool) -> tuple[Mark, ...]:
    line = plane_line(fit)
    if line is None:
        return ()
    slack = 1.0 - fit.problem.y * training_scores(fit)
    late = np.flatnonzero(slack > 1e-9 * (1.0 + float(np.abs(slack).max(initial=0.0))))
    rows = thinned(fit.problem.X, late, 4.0 * pixel)
    marks: list[Mark] = []
    for sign, suffix in ((-1.0, "minus"), (1.0, "plus")):
        own = rows[fit.problem.y[rows] == sign]
        if len(own):
            ends = segments(fit, own, slack[own], line.normal)
            marks.append(Path(locked(ends.reshape(-1, 2)), f"slack-{suffix}", joined="pairs", faded=faded))
            marks.append(Dots(locked(ends[:, 1]), f"slack-foot-{suffix}", faded=faded))
    if len(rows) <= LABELLED:
        marks.extend(_numbers(fit, rows, slack[rows], line.normal, pixel * size))
    return tuple(marks)


def segments(fit: Fit, rows: Ints, slack: Floats, w: Floats) -> Floats:
    """From x to the foot ``x + y slack w / ||w||^2`` on the line f = y, (k, 2, 2)."""
    start = fit.problem.X[rows]
    step = (fit.problem.y[rows] * slack)[:, None] * (w / (w @ w))
    return np.stack([start, start + step], axis=1)


def _numbers(fit: Fit, rows: Ints, slack: Floats, w: Floats, height: float) -> list[Mark]:
    """The values of the slack beside their segments, the large ones first, where there is room."""
    ends = segments(fit, rows, slack, w)
    middles = ends.mean(axis=1)
    along, length = (float(w[0]), float(w[1])), float(np.hypot(*w))
    written: list[int] = []
    for k in np.argsort(-slack, kind="stable").tolist():
        near = bool(written) and np.hypot(*(middles[written] - middles[k]).T).min() < 2.2 * height
        if slack[k] / length > ROOM * height and not near:
            written.append(k)
    spots = [(float(middles[k, 0]), float(middles[k, 1])) for k in written]
    return [
        Text(at, number(float(slack[k]), 2), "caption", "bottom", (0.0, 2.0), along) for k, at in zip(written, spots, strict=True)
    ]
