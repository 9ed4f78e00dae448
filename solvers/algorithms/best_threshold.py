"""The threshold on a line with the fewest training errors: exact, ties included."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Ints

EPS, TINY = float(np.finfo(np.float64).eps), float(np.finfo(np.float64).tiny)
# Below this many points sorting all of them is cheaper than finding out which ones matter.
SORT_ALL = 1024
# How far beyond the outermost point, in parts of the whole range, the threshold stands when one class swallows the other.
BEYOND = 0.05


@dataclass(frozen=True)
class Threshold:
    """Predict + iff the projection is above ``value``: the errors made, and the interval ``(low, high)`` of equal thresholds."""

    value: float
    errors: int
    low: float
    high: float


def best_threshold(p: Floats, q: Floats, midpoint: float, rounding: float = 0.0) -> Threshold:
    """The threshold t that minimises ``#(p <= t) + #(q > t)``, for projections ``p (n+,)`` of class + and ``q (n-,)`` of class -.

    Among all intervals between neighbouring projections with the fewest errors the widest one is taken, t is its centre, and
    among equally wide ones the centre nearest to ``midpoint`` wins.  Projections closer than ``rounding`` count as equal (a
    threshold between them would be decided by the order of additions), and no threshold cuts between equal projections.  The
    unbounded intervals (everything is one class) have no centre; they are used only when they alone are best.

    1. The errors E at ``midpoint`` bound the best: a threshold with at most E errors lies above all but E of the q and below all
       but E of the p.  Two order statistics leave only the projections between; they are few unless E is large.
    2. One sort of these by value, the class carried in the last bit of the number: that changes a projection by half an ulp at
       the most, and a sort of plain numbers is several times faster than sorting row numbers.
    3. A running sum of the classes gives the errors of every cut at once.
    """
    low, high = float(p.min()), float(q.max())
    # At least what the label in the last bit changes.
    rounding = max(rounding, 4.0 * EPS * max(abs(low), abs(high)), TINY)
    if low - high > rounding:
        return Threshold(0.5 * (low + high), 0, high, low)
    count = len(p) + len(q)
    if count > SORT_ALL:
        bound = int(np.count_nonzero(p <= midpoint)) + int(np.count_nonzero(q > midpoint))
        found = _widest(*_sorted_window(p, q, bound, rounding), midpoint, rounding)
        # The midpoint itself may cut inside a tie; then no allowed threshold need be as good as it, and all must be looked at.
        if found is not None and found.errors <= bound:
            return found
    return _widest(*_sorted_window(p, q, count, rounding), midpoint, rounding) or _beyond(p, q)


def _sorted_window(p: Floats, q: Floats, bound: int, rounding: float) -> tuple[Floats, Ints]:
    """The projections between which a threshold can have at most ``bound`` errors, in rising order with a sentinel at each end,
    and the errors of the cuts between them.
    """
    if bound < len(q):
        keep = q >= np.partition(q, len(q) - 1 - bound)[len(q) - 1 - bound] - rounding
        q = q.take(np.flatnonzero(keep))
    if bound < len(p):
        keep = p <= np.partition(p, bound)[bound] + rounding
        p = p.take(np.flatnonzero(keep))
    edges = np.empty(len(p) + len(q) + 2)
    edges[0], edges[-1] = -np.inf, np.inf
    keys = edges[1:-1]
    keys[: len(q)], keys[len(q) :] = q, p
    keys += 0.0  # -0.0 and 0.0 are one number but two bit patterns
    bits = keys.view(np.int64)
    bits &= ~1
    bits[len(q) :] |= 1
    keys.sort()
    errors = np.empty(len(keys) + 1, dtype=np.int64)
    errors[0] = len(q)
    steps = errors[1:]  # passing a point of class + makes one more error, of class - one less
    np.bitwise_and(bits, 1, out=steps)
    steps *= 2
    steps -= 1
    return edges, np.cumsum(errors, out=errors)


def _widest(edges: Floats, errors: Ints, midpoint: float, rounding: float) -> Threshold | None:
    """The centre of the widest best interval between two neighbours, or None when only an unbounded interval is best."""
    fewest = int(errors.min())
    best = _bounded(edges, np.flatnonzero(errors == fewest), rounding)
    if len(best) == 0:
        # The fewest errors belong to cuts inside ties or to an unbounded interval: look at the allowed cuts only.
        allowed = edges[1:] - edges[:-1] > rounding
        fewest = int(errors[allowed].min())
        best = _bounded(edges, np.flatnonzero(allowed & (errors == fewest)), rounding)
    if len(best) == 0:
        return None
    widths = edges[best + 1] - edges[best]
    wide = best[widths >= widths.max() - 4.0 * rounding]
    centres = 0.5 * (edges[wide] + edges[wide + 1])
    k = int(np.argmin(np.abs(centres - midpoint)))
    i = int(wide[k])
    return Threshold(float(centres[k]), fewest, float(edges[i]), float(edges[i + 1]))


def _bounded(edges: Floats, cuts: Ints, rounding: float) -> Ints:
    """Those of the cuts that lie between two different finite projections."""
    widths = edges[cuts + 1] - edges[cuts]
    return cuts[(widths > rounding) & (widths < np.inf)]


def _beyond(p: Floats, q: Floats) -> Threshold:
    """A threshold that gives everything to the larger class, a little outside of all projections."""
    bottom, top = float(min(p.min(), q.min())), float(max(p.max(), q.max()))
    step = BEYOND * (top - bottom) or max(1.0, abs(top))
    if len(q) <= len(p):
        return Threshold(bottom - step, len(q), -np.inf, bottom)
    return Threshold(top + step, len(p), top, np.inf)
