"""Homes of words in the parts of the plane that classes have."""

from __future__ import annotations

from functools import partial

import numpy as np

from solvers import Floats, ManyFit
from solvers.arrays import Bools
from solvers.plane.geometry import covers

from ...scene.pairs import verdicts_at
from ...scene.view import View
from ...scene.words import Inside

CORNERS = {
    "top-left": (0.0, 1.0),
    "top-right": (1.0, 1.0),
    "bottom-left": (0.0, 0.0),
    "bottom-right": (1.0, 0.0),
}


def part_of(many: ManyFit, k: int, outlines: tuple[Floats, ...], view: View) -> Inside:
    """The part of class k with these outlines, from the corner that is nearest to its middle."""
    return Inside(partial(_wins, many, k, outlines), _corners(outlines, view))


def _wins(many: ManyFit, k: int, outlines: tuple[Floats, ...], at: Floats) -> Bools:
    """Whether positions (n, 2) belong to class k; a single one, as every frame needs, is tested
    against its outlines.
    """
    if len(at) == 1:
        return np.array([covers(outlines, *at[0].tolist())])
    wins: Bools = verdicts_at(many, at) == k
    return wins


def _corners(loops: tuple[Floats, ...], view: View) -> tuple[str, ...]:
    """The corners of the view, that nearest to the middle of the part first."""
    middle = max(loops, key=len).mean(axis=0)
    x, y = (middle[0] - view.x0) / view.width, (middle[1] - view.y0) / view.height
    return tuple(
        sorted(
            CORNERS,
            key=lambda corner: float(np.hypot(CORNERS[corner][0] - x, CORNERS[corner][1] - y)),
        )
    )
