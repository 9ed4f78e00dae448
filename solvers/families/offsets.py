"""Where to cut along a direction: the offset rules, and the threshold with the fewest training
errors.
"""

from __future__ import annotations

from math import log

import numpy as np

from ..algorithms.moments.best_threshold import best_threshold
from ..arrays import Floats
from ..moments import ClassMoments
from ..parameters import Choice, Range
from ..rounding import EPS

OFFSETS = Choice(
    ("training-error", "midpoint", "prior", "least-squares"),
    ("fewest training errors", "midpoint of the means", "class priors", "least squares"),
)

PRIORS = Choice(("empirical", "equal", "given"), ("class frequencies", "equal", "given"))
PRIOR_RANGE = Range(0.0, 1.0, open_low=True, open_high=True, slider=(0.01, 0.99))


def log_prior_odds(priors: str, prior_plus: float, n_plus: int, n_minus: int) -> float:
    """``ln(p+/p-)`` for the class frequencies, for 1/2 each, or for a given prior of class +."""
    if priors == "empirical":
        return log(n_plus / n_minus)
    return log(prior_plus / (1.0 - prior_plus)) if priors == "given" else 0.0


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
        return _least_squares(w, moments)
    return -best_threshold(
        w @ moments.columns, moments.plus.n, float(w @ moments.midpoint), score_rounding(w, moments)
    ).value


def score_rounding(w: Floats, moments: ClassMoments) -> float:
    """How far apart scores must be to differ in any order of additions: ``8 eps sum |w_j| max |x_j
    - centre_j|``.
    """
    return 8.0 * EPS * float(np.abs(w) @ moments.reach)


def _least_squares(w: Floats, moments: ClassMoments) -> float:
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
