"""Markers that must all be seen: those that would hide each other are stacked, each with a leader to its own place."""

from __future__ import annotations

import math

import numpy as np

from solvers.arrays import locked

from ..core.appearance.theme import Theme
from ..core.marks import Dots, Mark, Marker, Path
from ..core.memo import memo
from ..core.transform import Transform

MOST = 24  # markers that are stacked; of more than that nobody finds one
CLEAR = 0.98  # of a step: how near two markers may come
ASIDE = 1.5  # how much worse a place beside is than one above
STEP = 1.12  # from one marker of a stack to the next, in diameters


@memo(4)
def stacked(markers: tuple[Marker, ...], transform: Transform, theme: Theme) -> tuple[Mark, ...]:
    """The markers as marks: lines from their feet, then leaders, then the symbols."""
    size = 0.0
    for marker in markers:
        size = max(size, theme.style(marker.role).size)
    places = _places([transform.point(*marker.at) for marker in markers], STEP * size, transform)
    lines: list[Mark] = []
    leaders: list[Mark] = []
    symbols: list[Mark] = []
    for marker, place in zip(markers, places, strict=True):
        at, line = transform.data(*place), "trial" if marker.slot is None else "drop"
        if marker.foot is not None:
            ends = np.array([(marker.at[0], marker.foot), marker.at])
            lines.append(Path(locked(ends), line, slot=marker.slot, faded=marker.faded))
        if place != transform.point(*marker.at):
            leaders.append(Path(locked(np.array([marker.at, at])), "leader", slot=marker.slot, faded=marker.faded))
        symbols.append(Dots(locked(np.array([at])), marker.role, slot=marker.slot, emphasis=marker.emphasis, faded=marker.faded))
    return (*lines, *leaders, *symbols)


def _places(points: list[tuple[float, float]], apart: float, transform: Transform) -> list[tuple[float, float]]:
    """For each marker the place nearest to its own that is clear of those before it: above it, below it, or beside it."""
    if len(points) > MOST or _are_apart(points, CLEAR * apart):
        return points
    # Plain numbers, and nothing called: a few markers are placed in every frame of a drag.
    least, steps = (CLEAR * apart) ** 2, _steps(len(points))
    left, top, right, bottom = transform.left, transform.top, transform.right, transform.bottom
    taken: list[tuple[float, float]] = []
    for point in points:
        chosen = point
        for step in steps:
            x, y = point[0] + apart * step[0], point[1] + apart * step[1]
            if not (left <= x <= right and top <= y <= bottom):
                continue
            for other in taken:
                if (x - other[0]) ** 2 + (y - other[1]) ** 2 < least:
                    break
            else:
                chosen = (x, y)
                break
        taken.append(chosen)
    return taken


def _are_apart(points: list[tuple[float, float]], apart: float) -> bool:
    """Whether every marker can stay where it is."""
    for k, (x, y) in enumerate(points):
        for other in points[:k]:
            if (x - other[0]) ** 2 + (y - other[1]) ** 2 < apart * apart:
                return False
    return True


@memo(8)
def _steps(count: int) -> tuple[tuple[float, float], ...]:
    """From a marker to the places about it, in diameters: its own, then those above, below and beside it by their distance."""
    rows = range(-count, count + 1)
    steps = [(float(x), float(y)) for x in rows for y in rows]
    return tuple(sorted(steps, key=lambda s: (math.hypot(s[0] * ASIDE, s[1]), s[1], s[0])))
