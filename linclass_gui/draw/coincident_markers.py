"""Markers that must all be visible, each in its place: one that another would hide is larger, and
shows as a ring about it.
"""

from __future__ import annotations

from math import dist

import numpy as np

from solvers.arrays import locked

from ..scene.marks import Dots, Mark, Marker, Path
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform

# how much larger than the marker that hides it a marker is, and the largest of all, in diameters
RING, LARGEST = 0.5, 2.5


@memo
def nest_markers(
    markers: tuple[Marker, ...], transform: Transform, theme: Theme
) -> tuple[Mark, ...]:
    """The markers as marks: lines from their feet, then the symbols, the first of them behind all
    others.
    """
    lines: list[Mark] = []
    symbols: list[Mark] = []
    radii = [0.5 * theme.style(marker.role).size for marker in markers]
    factors = _factors([transform.point(*marker.at) for marker in markers], radii)
    for marker, factor in zip(markers, factors, strict=True):
        at, line = locked(np.array([marker.at])), "trial" if marker.slot is None else "drop"
        if marker.foot is not None:
            ends = np.array([(marker.at[0], marker.foot), marker.at])
            lines.append(Path(locked(ends), line, slot=marker.slot, faded=marker.faded))
        sizes = None if factor == 1.0 else locked(np.array([factor]))
        symbols.append(Dots(at, marker.role, marker.slot, sizes, marker.emphasis, marker.faded))
    return (*lines, *symbols)


def _factors(places: list[tuple[float, float]], radii: list[float]) -> list[float]:
    """How much larger than usual each marker is: one whose centre is covered by a later one is
    larger than that.
    """
    factors = [1.0] * len(places)
    for k in reversed(range(len(places))):
        for other in range(k + 1, len(places)):
            reach = factors[other] * radii[other]
            if dist(places[k], places[other]) < reach:
                factors[k] = max(factors[k], reach / radii[k] + RING)
    most = max(factors, default=1.0)
    # With very many markers the rings are narrower.
    return (
        factors
        if most <= LARGEST
        else [1.0 + (f - 1.0) * (LARGEST - 1.0) / (most - 1.0) for f in factors]
    )
