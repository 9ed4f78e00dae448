"""The points inside their margin lines, and the segments back to them.

The perceptron and relaxation have such segments, too: from a point with ``y f <= margin`` to the
line ``y f = margin`` (the boundary for a margin of 0).  J_p is ``||w||`` times the sum of their
lengths.
"""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints

from ...answers.decision import training_scores
from ...scene.methods import MethodInUse
from ...scene.scene import Scene
from ...scene.section import is_trace, places
from .crowds import thin_rows

CORRECTED = ("perceptron", "relaxation")  # losses of the points that a rule corrects


def with_slack(scene: Scene) -> tuple[MethodInUse, Fit] | None:
    """The selected method with its fit where points pay for falling short of a margin."""
    chosen = scene.with_model
    if chosen is None or is_trace(chosen[1]):
        return None
    loss = chosen[1].method.loss
    return (
        chosen
        if chosen[1].method.has_margin or (loss is not None and loss.name in CORRECTED)
        else None
    )


def _margin_of(fit: Fit) -> float:
    """The score y f that a point must reach."""
    return 1.0 if fit.method.has_margin else float(getattr(fit.method, "margin", 0.0))


def late_rows(fit: Fit, pixels: tuple[float, float]) -> tuple[Ints, Floats]:
    """The rows inside their margin line (of a crowd one a place), and the slack of all rows."""
    slack: Floats = _margin_of(fit) - fit.problem.y * training_scores(fit)
    late = np.flatnonzero(slack > 1e-9 * (1.0 + float(np.abs(slack).max(initial=0.0))))
    return thin_rows(places(fit), late, (4.0 * pixels[0], 4.0 * pixels[1])), slack


def segments(fit: Fit, rows: Ints, slack: Floats, w: Floats) -> Floats:
    """From x to the foot ``x + y slack w / ||w||^2`` on the line y f = margin, (k, 2, 2)."""
    start = places(fit)[rows]
    step = (fit.problem.y[rows] * slack)[:, None] * (w / (w @ w))
    return np.stack([start, start + step], axis=1)
