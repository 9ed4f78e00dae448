"""Boundaries on top of each other: one that a later one would hide is drawn wider, and shows at
both sides of it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Floats

from ..scene.marks import Mark, Path
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform

# the role of lines that say which method they belong to by their colour alone
HIDING = frozenset({"boundary"})
NEAR = 0.6  # of the width of a line: one no further away is hidden by it


def widen_hidden(marks: tuple[Mark, ...], transform: Transform, theme: Theme) -> tuple[Mark, ...]:
    """The marks, the straight boundaries under others wider than these; the same objects where none
    is hidden.
    """
    lines = [
        mark
        for mark in marks
        if isinstance(mark, Path) and mark.role in HIDING and len(mark.xy) == 2
    ]
    if len(lines) < 2:
        return marks
    wider = _wider(tuple(lines), transform, theme)
    return (
        tuple([wider.get(mark, mark) if isinstance(mark, Path) else mark for mark in marks])
        if wider
        else marks
    )


@memo
def _wider(lines: tuple[Path, ...], transform: Transform, theme: Theme) -> dict[Path, Path]:
    """The lines that lie under others, each with its wider form."""
    near = NEAR * theme.style("boundary").width
    places = [transform.map(line.xy) for line in lines]
    found: dict[Path, Path] = {}
    for k, (line, ends) in enumerate(zip(lines, places, strict=True)):
        over = [
            other
            for other, its in zip(lines[k + 1 :], places[k + 1 :], strict=True)
            if _is_along(ends, its, near)
        ]
        over = [other for other in over if other.slot != line.slot]
        if over:
            found[line] = replace(line, under=len(over))
    return found


def _is_along(ends: Floats, other: Floats, near: float) -> bool:
    """Whether the ends (2, 2) of a segment lie near the line through another."""
    way = other[1] - other[0]
    length = float(np.hypot(*way))
    if not length > 0.0:
        return False
    away = ends - other[0]
    return bool(np.all(np.abs(away[:, 0] * way[1] - away[:, 1] * way[0]) <= near * length))
