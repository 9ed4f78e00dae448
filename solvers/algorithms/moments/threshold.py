"""Where to cut along a direction: the offset rules, and the fewest training errors, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from ...arrays import Floats, Ints
from ...moments import ClassMoments
from ...parameters import Choice, Range
from ...rounding import EPS, TINY


@dataclass(frozen=True)
class Threshold:
    """Predict + iff the projection is above ``value``: the errors made, and the interval ``(low,
    high)`` of equal thresholds.
    """

    value: float
    errors: int
    low: float
    high: float


def best_threshold(z: Floats, count: int, midpoint: float, rounding: float = 0.0) -> Threshold:
    """The threshold t that minimises ``#(p <= t) + #(q > t)`` for projections ``z (n,)``: ``count``
    of class +, p, then class -, q.

    Among all intervals between neighbouring projections with the fewest errors the widest one is
    taken, t is its centre, and among equally wide ones the centre nearest to ``midpoint`` wins, of
    two as near the lower one.  Projections closer than ``rounding`` count as equal (a threshold
    between them would be decided by the order of additions), and no threshold cuts between equal
    projections.  The unbounded
    intervals (everything is one class) have no centre; they are used only when they alone are best.

    1. One sort by value, the class carried in the last bit of the number: that changes a
       projection by half an ulp at the most, and a sort of plain numbers is several times faster
       than sorting row numbers.
    2. A running sum of the classes gives the errors of every cut at once.
    """
    p, q = z[:count], z[count:]
    low, high = float(p.min()), float(q.max())
    # At least what the label in the last bit changes.
    rounding = max(rounding, 4.0 * EPS * max(abs(low), abs(high)), TINY)
    if low - high > rounding:
        return Threshold(0.5 * (low + high), 0, high, low)
    return _widest(*_sorted_cuts(z, count), midpoint, rounding) or _beyond(p, q)


Cuts = tuple[Floats, Ints]


def _sorted_cuts(z: Floats, count: int) -> Cuts:
    """The projections in rising order with a sentinel at each end, and the errors of the cuts
    between.
    """
    edges = np.empty(len(z) + 2)
    edges[0], edges[-1] = -np.inf, np.inf
    keys = edges[1:-1]
    np.add(z, 0.0, out=keys)  # -0.0 and 0.0 are one number but two bit patterns
    bits = keys.view(np.int64)
    bits &= ~1
    bits[:count] |= 1
    keys.sort()
    errors = np.empty(len(z) + 1, dtype=np.int64)
    errors[0] = len(z) - count  # below all of them
    steps = errors[1:]  # passing a point of class + makes one more error, of class - one less
    np.bitwise_and(bits, 1, out=steps)
    steps *= 2
    steps -= 1
    return edges, errors.cumsum(out=errors)


def _widest(edges: Floats, errors: Ints, midpoint: float, rounding: float) -> Threshold | None:
    """The centre of the widest best interval between two neighbours, or None when only an unbounded
    interval is best.
    """
    fewest = int(errors.min())
    cuts = (errors == fewest).nonzero()[0]
    if len(cuts) == 1:
        # One best cut, the usual case of many points: nothing to choose from.
        low, high = edges.item(cuts.item()), edges.item(cuts.item() + 1)
        if rounding < high - low < np.inf:
            return Threshold(0.5 * (low + high), fewest, low, high)
    best, widths = _cuts_between(edges, cuts, rounding)
    if len(best) == 0:
        # The fewest errors belong to cuts inside ties or to an unbounded interval: look at the
        # allowed cuts only.
        allowed = edges[1:] - edges[:-1] > rounding
        if not allowed.any():  # scores beyond the range of numbers
            return None
        fewest = int(errors[allowed].min())
        best, widths = _cuts_between(edges, (allowed & (errors == fewest)).nonzero()[0], rounding)
    if len(best) == 0:
        return None
    wide = best[widths >= widths.max() - 4.0 * rounding]
    k = wide.item(0)
    if len(wide) > 1:
        away = np.abs(0.5 * (edges[wide] + edges[wide + 1]) - midpoint)
        k = wide.item((away <= away.min() + 4.0 * rounding).argmax())
    low, high = edges.item(k), edges.item(k + 1)
    return Threshold(0.5 * (low + high), fewest, low, high)


def _cuts_between(edges: Floats, cuts: Ints, rounding: float) -> tuple[Ints, Floats]:
    """The cuts that lie between two different finite projections, and how far these are apart."""
    widths = edges.take(cuts + 1) - edges.take(cuts)
    rows = ((widths > rounding) & (widths < np.inf)).nonzero()[0]
    return cuts.take(rows), widths.take(rows)


def _beyond(p: Floats, q: Floats) -> Threshold:
    """A threshold that gives everything to the larger class, a little outside of all
    projections.
    """
    bottom, top = float(min(p.min(), q.min())), float(max(p.max(), q.max()))
    step = 0.05 * (top - bottom) or max(1.0, abs(top))
    if len(q) <= len(p):
        return Threshold(bottom - step, len(q), -np.inf, bottom)
    return Threshold(top + step, len(p), top, np.inf)


OFFSETS = Choice(
    ("training-error", "midpoint", "prior", "least-squares"),
    ("fewest training errors", "midpoint of the means", "class priors", "least squares"),
)

PRIORS = Choice(("empirical", "equal", "given"), ("class frequencies", "equal", "given"))
PRIOR_RANGE = Range(0.0, 1.0, open_low=True, open_high=True, slider=(0.01, 0.99))


def log_priors(priors: str, prior_plus: float, counts: Floats) -> Floats:
    """``ln p_k`` (K,) for the class frequencies, or 0 for equal ones, or of two classes for a given
    prior of class +, which comes first.
    """
    if priors == "given":
        return np.log([prior_plus, 1.0 - prior_plus])
    return np.log(counts / counts.sum()) if priors == "empirical" else np.zeros(len(counts))


def score_at_centre(rule: str, w: Floats, moments: ClassMoments, variance: float) -> float:
    """The score at the centre, ``f(x) = <w, x - centre> + score_at_centre``, for a direction ``w
    (m,)`` and an offset rule.

    With M = (m+ + m-)/2:

    * ``training-error``: an exact minimiser of the number of training errors along w
      (:func:`best_threshold`);
    * ``midpoint``: ``-<w, M>``;
    * ``prior``: ``-<w, M> + variance ln(n+/n-)``; ``variance`` is the factor between w and the
      weights ``S^-1 (m+ - m-)`` of the Gaussian classifier with the same direction (1/n for ``w =
      C_W^-1 (m+ - m-)`` and the maximum-likelihood S = C_W/n);
    * ``least-squares``: the score whose multiple ``a f`` is the affine least-squares fit of y = ±1
      along w, with ``a = cov(y, w'x) / var(w'x)``: ``f = <w, x - mean> + (mean of y)/a``; where a =
      0 the mean lies on the line.
    """
    if rule == "midpoint":
        return -float(w @ moments.midpoint)
    if rule == "prior":
        return -float(w @ moments.midpoint) + variance * log(moments.plus.n / moments.minus.n)
    if rule == "least-squares":
        return _least_squares_score(w, moments)
    return -best_threshold(
        w @ moments.columns, moments.plus.n, float(w @ moments.midpoint), score_rounding(w, moments)
    ).value


def score_rounding(w: Floats, moments: ClassMoments) -> float:
    """How far apart scores must be to differ in any order of additions and at any place: ``8 eps
    sum |w_j| max |x_j - centre_j|``, and the rounding of the coordinates.
    """
    return float(np.abs(w) @ (8.0 * EPS * moments.reach + moments.noise))


def _least_squares_score(w: Floats, moments: ClassMoments) -> float:
    n_plus, n_minus, n = moments.plus.n, moments.minus.n, moments.n
    # cov and var are sums (not means) here; the factor n cancels in a.  Along w a point far away
    # may be one like the others: the scores themselves show that, while w' T w would be a small
    # difference of squares of its distance.
    cov = 2.0 * n_plus * n_minus / n * float(w @ moments.difference)
    scores = w @ moments.columns
    scores -= scores.mean()
    if not cov:  # the means have one score, and no multiple of f says anything of y
        return -float(w @ moments.mean)
    return -float(w @ moments.mean) + (n_plus - n_minus) / n * float(scores @ scores) / cov
