"""Hatching as lines: all formats draw lines alike, but hatch differently."""

from __future__ import annotations

import numpy as np

from solvers import Floats
from solvers.arrays import locked

MOST = 400  # lines: more than the eye could tell apart


def hatch_lines(outlines: tuple[Floats, ...], spacing: float, stretch: float = 1.0) -> Floats:
    """Parallel lines at 45 degrees inside some closed outlines (even-odd), as rows 0-1, 2-3 ... of
    segments.

    The lines lie at multiples of ``spacing`` from the origin of the plane, so that two fields of a
    picture are hatched as one, and the lines of a growing field stay still.  A unit of x2 is drawn
    ``stretch`` times as long as one of x1.
    """
    if stretch != 1.0:
        return locked(
            hatch_lines(tuple(outline * (1.0, stretch) for outline in outlines), spacing)
            / (1.0, stretch)
        )
    closed = [
        np.concatenate([line, line[:1]]) if (line[0] != line[-1]).any() else line
        for line in outlines
        if len(line) > 2
    ]
    if not closed or not spacing > 0.0:
        return locked(np.empty((0, 2)))
    edges = np.concatenate([np.stack([line[:-1], line[1:]], axis=1) for line in closed])
    # In coordinates along and across the lines: s = (x + y) / sqrt(2), t = (y - x) / sqrt(2).
    s, t = (
        (edges[..., 0] + edges[..., 1]) / np.sqrt(2.0),
        (edges[..., 1] - edges[..., 0]) / np.sqrt(2.0),
    )
    spacing = max(spacing, float(np.ptp(t)) / MOST)
    first, last = np.floor(t.min() / spacing), np.ceil(t.max() / spacing)
    segments = [_within(s, t, (k + 0.5) * spacing) for k in np.arange(first, last)]
    return locked(np.concatenate([np.empty((0, 2)), *segments]))


def _within(s: Floats, t: Floats, level: float) -> Floats:
    """The parts of the line t = level inside the edges, in data units."""
    above = t > level
    crossing = above[:, 0] != above[:, 1]
    (s0, s1), (t0, t1) = s[crossing].T, t[crossing].T
    along = np.sort(s0 + (level - t0) / (t1 - t0) * (s1 - s0))
    along = along[: len(along) // 2 * 2]
    result: Floats = np.column_stack([along - level, along + level]) / np.sqrt(2.0)
    return result
