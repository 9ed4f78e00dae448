"""Lengths and places of arrows that keep them in the picture."""

from __future__ import annotations

import numpy as np

from solvers import Floats

from ...scene.view import View

ROUND = (1.0, 2.0, 5.0)
ROOM = 0.9  # of the view's sides: arrows keep a twentieth from each edge


def scale(length: float, shortest: float, longest: float) -> float:
    """The round factor nearest to 1 that brings a length between two bounds; where none does, the
    largest below the upper one.
    """
    if shortest <= length <= longest:
        return 1.0
    short_enough = [
        step for e in range(-18, 19) for r in ROUND if (step := r * 10.0**e) * length <= longest
    ]
    fitting = [step for step in short_enough if shortest <= step * length]
    return min(fitting, key=lambda step: abs(np.log(step)), default=max(short_enough, default=0.0))


def largest_factor(corners: Floats, view: View) -> float:
    """The largest factor by which arrows through some corners (k, 2) still fit into a view."""
    across, up = np.ptp(corners, axis=0).tolist()
    return ROOM * float(min(view.width / max(across, 1e-300), view.height / max(up, 1e-300)))


def into_view(corners: Floats, view: View) -> Floats:
    """The corners (k, 2), shifted just enough to lie in a view that is large enough."""
    low, high = np.array([view.x0, view.y0]), np.array([view.x1, view.y1])
    edge = 0.5 * (1.0 - ROOM) * (high - low)
    up = np.maximum(low + edge - corners.min(axis=0), 0.0)
    down = np.minimum(high - edge - corners.max(axis=0), 0.0)
    moved: Floats = corners + np.where(up > 0.0, up, down)
    return moved
