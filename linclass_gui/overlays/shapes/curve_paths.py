"""Curves as lines of one role."""

from __future__ import annotations

from solvers import Floats

from ...scene.marks import Mark, Path
from ...scene.memo import memo


@memo
def curve_paths(
    curves: tuple[Floats, ...],
    role: str,
    slot: int | None = None,
    faded: bool = False,
    emphasis: bool = False,
) -> tuple[Mark, ...]:
    """One line for each curve (k, 2)."""
    return tuple(Path(curve, role, slot=slot, faded=faded, emphasis=emphasis) for curve in curves)
