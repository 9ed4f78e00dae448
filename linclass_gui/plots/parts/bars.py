"""Bars of multipliers: which rows have one, where it stands on the axis, and the ring at the one under the pointer."""

from __future__ import annotations

import numpy as np

from solvers import Floats
from solvers.arrays import Ints, locked

from ...core.marks import Dots, Mark

ROWS = 160  # up to this many points every row has its own place; above, support vectors stand side by side
MOST = 400  # bars that can be told apart
TOP = 1.15  # of the axis, in units of the tallest bar
FAR = 4.0  # the box is shown where it is no further away than this many times the tallest bar
NO_MULTIPLIERS = "Only margin methods have multipliers: select an SVM."
NONE_YET = "This step has no multipliers yet."


def places_of(rows: Ints, n: int) -> tuple[Ints, Floats]:
    """The rows of ``n`` that have a bar, and where it stands: points are counted from 1, as everywhere a person reads."""
    if n <= ROWS:
        return rows, locked(1.0 + rows.astype(np.float64))
    if len(rows) > MOST:
        rows = rows[np.linspace(0, len(rows) - 1, MOST).astype(np.int64)]
    return rows, locked(np.arange(1.0, 1.0 + len(rows)))


def end_of(n: int, rows: Ints) -> float:
    """The right end of the axis."""
    return 1.0 + float(n if n <= ROWS else max(len(rows), 1))


def ring(places: tuple[Ints, Floats], row: int, height: float) -> tuple[Mark, ...]:
    """A ring at the bar of a point, if it has one."""
    rows, at = places
    found = np.flatnonzero(rows == row)
    return (Dots(locked(np.array([[float(at[found[0]]), height]])), "sv-free"),) if len(found) else ()
