"""Shares of errors over a size or a parameter: their curves with the spread, their names and what
is read there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solvers import Floats

from ..scene.marks import Dots, End, Marks, Path, Reading
from .axes import columns, percent, reading_at, upper_end


@dataclass(frozen=True, eq=False)
class ErrorCurve:
    """Shares of errors (k,) under a name, drawn in percent, with their ``spread (k,)``, if any."""

    name: str
    role: str
    share: Floats
    spread: Floats | None = None

    def marks(self, x: Floats) -> Marks:
        """The bars of the spread, and the curve."""
        curve = Path(columns(x, 100.0 * self.share), self.role)
        if self.spread is None:
            return (curve,)
        ends = np.array([np.maximum(self.share - self.spread, 0.0), self.share + self.spread])
        bars = columns(np.repeat(x, 2), 100.0 * ends.T.ravel())
        return Path(bars, "curve-thin", joined="pairs"), curve

    def dots(self, x: Floats, role: str, places: Sequence[int] | slice = slice(None)) -> Dots:
        """Symbols at some places of the curve."""
        return Dots(columns(x, 100.0 * self.share)[places], role)

    def text(self, k: int) -> str:
        """``validation 12.5 % ± 2.0 %``."""
        spread = "" if self.spread is None else f" ± {percent(self.spread[k])}"
        return f"{self.name} {percent(self.share[k])}{spread}"


def top_of(curves: Sequence[ErrorCurve]) -> float:
    """The upper end of the axis of percents."""
    reach = (one.share if one.spread is None else one.share + one.spread for one in curves)
    return upper_end(100.0 * max(float(shares.max()) for shares in reach))[0]


def ends_of(curves: Sequence[ErrorCurve]) -> tuple[End, ...]:
    """The names of the curves where they end."""
    return tuple(End(one.name, float(100.0 * one.share[-1])) for one in curves)


def read_curves(
    curves: Sequence[ErrorCurve], x: Floats, k: int, head: str, room: float = 1.0
) -> Reading:
    """All curves at a place, below the words that name it."""
    dots = tuple(float(100.0 * one.share[k]) for one in curves)
    lines = (head, *(one.text(k) for one in curves))
    return reading_at(float(x[k]), (0.0, room * top_of(curves)), dots, lines)
