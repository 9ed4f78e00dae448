"""The points inside their margin lines, and their ways back to them."""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints

from ...core.fits.decision import training_scores
from .crowds import thin_rows


def late_rows(fit: Fit, pixels: tuple[float, float]) -> tuple[Ints, Floats]:
    """The rows inside their margin line (of a crowd one a place), and the slack of all rows."""
    slack: Floats = 1.0 - fit.problem.y * training_scores(fit)
    late = np.flatnonzero(slack > 1e-9 * (1.0 + float(np.abs(slack).max(initial=0.0))))
    return thin_rows(fit.problem.X, late, (4.0 * pixels[0], 4.0 * pixels[1])), slack


def segments(fit: Fit, rows: Ints, slack: Floats, w: Floats) -> Floats:
    """From x to the foot ``x + y slack w / ||w||^2`` on the line f = y, (k, 2, 2)."""
    start = fit.problem.X[rows]
    step = (fit.problem.y[rows] * slack)[:, None] * (w / (w @ w))
    return np.stack([start, start + step], axis=1)
