"""Lines of many points as the window draws them: smooth ones as a band, those that go level and
upright as crisp steps.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats

LONG = 64  # points from which on a line is a curve
SMOOTH = 0.7  # the cosine of the sharpest turn of a line that is filled as a band


def outline(run: Floats, width: float) -> Floats | None:
    """The outline of a smooth line of some width, None where it turns too sharply for its sides to
    follow.

    Filling it is faster than Qt's stroke, which computes every joint.
    """
    z = run.view(np.complex128)[:, 0]
    way = z[1:] - z[:-1]
    length = np.abs(way)
    if not np.minimum.reduce(length) > 0.0:
        return None
    way /= length
    if not np.minimum.reduce((way[1:] * way[:-1].conj()).real) > SMOOTH:
        return None
    across = np.empty(len(z), dtype=np.complex128)
    across[0], across[-1] = way[0], way[-1]
    # longer in a turn, so that the band keeps its width
    np.divide(2.0, (way[1:] + way[:-1]).conj(), out=across[1:-1])
    across *= 0.5j * width
    return np.concatenate([z + across, (z - across)[::-1]]).view(np.float64).reshape(-1, 2)


def is_stairs(run: Floats) -> bool:
    """Whether a line goes level and upright only."""
    (x0, y0), (x1, y1), (x2, y2) = run[:3].tolist()
    if (x0 != x1 and y0 != y1) or (x1 != x2 and y1 != y2):
        return False  # as in most lines: the rest need no check
    x, y = run[:, 0], run[:, 1]
    return not np.logical_or.reduce((x[1:] != x[:-1]) & (y[1:] != y[:-1]))
