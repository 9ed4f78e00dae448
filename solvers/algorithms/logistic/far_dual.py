"""A lower bound of the logistic objective in long numbers, for points so far away that the bound from the gradient is void.

Source: Keerthi, Duan, Shevade and Poo, Mach. Learn. 61 (2005) 151 (the dual).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...problem import Problem
from ...result import Iterate
from .bulk import BulkProblem, Numbers, Whitening
from .gap import SAFETY, Scored

KIND = np.longdouble
EPS = SAFETY * float(np.finfo(KIND).eps)
LEAST = float(np.finfo(np.float64).tiny)


def lower_bound_of_far(problem: Problem, iterate: Iterate, l2: float, penalise_bias: bool) -> float:
    """The better of two values of the Fenchel dual ``(1/n) sum h(a_i) - |v|^2 / (4 l2)``; 0 where they say less, or nothing.

    h is the entropy and ``v = (1/n) sum a_i y_i u_i`` with u the features about the median of the points (with ``penalise_bias``
    the features as they are, and a 1); without a penalty of b the multipliers must satisfy ``sum a_i y_i = 0``.  The gradient's own
    bound needs ``lambda R < 1``, which one point far away denies; this one asks only that v comes out near ``2 l2 w``.  At
    ``a = p = 1/(1 + e^m)`` the gap is ``|gradient|^2 / (4 l2)``; the second candidate moves p, in the metric of a Newton step, to
    where the gradient vanishes.  Sums are those of numbers with 64 bits; what they may be off by is taken from the value.
    """
    if l2 == 0.0:
        return 0.0
    bulk = BulkProblem.of(problem, l2, penalise_bias)
    scored = Scored.of(problem, iterate, KIND)
    samples = _samples(problem, bulk, penalise_bias)
    candidates = [scored.p]
    whitening = Whitening.of(bulk, np.maximum(scored.v.astype(np.float64), LEAST))
    if whitening is not None:
        whitened = whitening.T.astype(KIND).T @ scored.samples(bulk)
        theta = bulk.theta(iterate)
        g = ((bulk.L @ theta) @ (bulk.L @ whitening.T)).astype(KIND) - whitened @ scored.p / bulk.n
        candidates.append(np.clip(scored.p + scored.v * (g @ whitened), 0, 1))
    values = [_value(samples, problem.y, a if penalise_bias else _balanced(a, problem.y), l2, penalise_bias) for a in candidates]
    return max([0.0, *[float(value) for value in values if np.isfinite(value)]])


def _samples(problem: Problem, bulk: BulkProblem, penalise_bias: bool) -> Numbers:
    """The signed samples (k, n) whose sum is penalised."""
    columns = problem.Phi.T.astype(KIND)
    columns = np.concatenate([columns, np.ones((1, bulk.n), dtype=KIND)]) if penalise_bias else columns - bulk.centre[:, None]
    signed: Numbers = columns * problem.y
    return signed


def _balanced(a: Numbers, y: Numbers) -> Numbers:
    """The multipliers with those of the heavier class scaled down until both sum to the same."""
    plus, minus = a[y > 0].sum(), a[y < 0].sum()
    least = min(plus, minus)
    if not least > 0:
        return np.zeros_like(a)
    scaled: Numbers = a * np.where(y > 0, least / plus, least / minus)
    return scaled


def _value(samples: Numbers, y: Numbers, a: Numbers, l2: float, penalise_bias: bool) -> Any:
    """The dual value of multipliers, less what rounding may have added to it."""
    n = len(a)
    inside = np.maximum(a, LEAST)
    entropy = -a * np.log(inside) - (1 - a) * np.log1p(-np.minimum(a, KIND(1) - np.finfo(KIND).eps))
    v, off = samples @ a / n, EPS * (np.abs(samples) @ a) / n
    lost = EPS * entropy.mean()
    if not penalise_bias:
        # What rounding left of sum a y is made up for by the freest multiplier.
        k = int(np.minimum(a, 1 - a).argmax())
        rest = (abs((a * y).sum()) + EPS * a.sum()) / n
        room = min(a[k], 1 - a[k])
        if not 2 * n * rest <= room:
            return 0.0
        off = off + rest * np.abs(samples[:, k])
        lost = lost + rest * (abs(np.log(a[k]) - np.log1p(-a[k])) + 2)
    longest = np.abs(v) + off
    return entropy.mean() - lost - longest @ longest / (4 * l2)
