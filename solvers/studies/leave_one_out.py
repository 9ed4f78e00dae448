"""The score of every point by a fit to all others, without fitting anew: least squares with ridge,
and Fisher.

Source: Allen, Technometrics 16 (1974) 125 (the residual over ``1 - h_ii``); Sherman and Morrison,
Annals of Mathematical Statistics 21 (1950) 124 (the inverse of a matrix less one product).
"""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Floats, locked
from ..method import Method
from ..methods.fisher import Fisher
from ..methods.least_squares import LeastSquares
from ..problem import Problem
from ..rounding import EPS


def leave_one_out_scores(method: Method, problem: Problem) -> Floats | None:
    """``f_(-i)(x_i)`` (n,): the score of each point by the fit to the n - 1 others, in closed form.

    For :class:`LeastSquares` ``t_i - (t_i - f(x_i)) / (1 - h_ii)`` with the hat matrix ``H``; for
    :class:`Fisher` with the offset rules ``midpoint`` and ``prior`` from ``C_W`` less one product.
    None for all else, and where the formulas lose their digits: a point that alone decides a
    direction, dependent features, a class of fewer than two points.
    """
    counts = np.count_nonzero(problem.y > 0.0), np.count_nonzero(problem.y < 0.0)
    if min(counts) < 2:
        return None
    if isinstance(method, LeastSquares):
        t = problem.y if method.targets is None else problem.y * np.array(method.targets)
        return _least_squares(problem.Phi, t, method.ridge, method.fit_intercept)
    if isinstance(method, Fisher) and method.offset in ("midpoint", "prior"):
        return _fisher(problem.Phi, problem.y > 0.0, method.offset == "prior")
    return None


def _least_squares(Phi: Floats, t: Floats, ridge: float, has_offset: bool) -> Floats | None:
    n = len(t)
    share, level = (1.0 / n, float(t.mean())) if has_offset else (0.0, 0.0)
    U, s, _ = np.linalg.svd(Phi - Phi.mean(axis=0) if has_offset else Phi, full_matrices=False)
    if not s[-1] ** 2 + ridge > np.sqrt(EPS) * s[0] ** 2:
        return None
    shrink = s**2 / (s**2 + ridge)
    rest = 1.0 - share - (U * U) @ shrink
    if not rest.min() > np.sqrt(EPS):
        return None
    return locked(t - (t - level - U @ (shrink * (U.T @ (t - level)))) / rest)


def _fisher(Phi: Floats, positive: Bools, with_prior: bool) -> Floats | None:
    Phi = Phi - Phi.mean(axis=0)
    means = np.array([Phi[~positive].mean(axis=0), Phi[positive].mean(axis=0)])
    counts = np.array([np.count_nonzero(~positive), np.count_nonzero(positive)], dtype=np.float64)
    d = Phi - means[positive.astype(int)]
    within = d.T @ d
    if not np.linalg.cond(within) * np.sqrt(EPS) < 1.0:
        return None
    P = np.linalg.inv(within)
    scores = np.empty(len(Phi))
    for own in (0, 1):
        rows, sign, n = positive == bool(own), 2.0 * own - 1.0, counts[own]
        D, k = d[rows], n / (n - 1.0)
        mean, other = means[own] - D / (n - 1.0), means[1 - own]
        gap, PD = sign * (mean - other), D @ P
        rest = 1.0 - k * (PD * D).sum(axis=1)
        if not rest.min() > np.sqrt(EPS):
            return None
        w = gap @ P + (k * (PD * gap).sum(axis=1) / rest)[:, None] * PD
        scores[rows] = (w * (Phi[rows] - 0.5 * (mean + other))).sum(axis=1)
        scores[rows] += (
            sign * np.log((n - 1.0) / counts[1 - own]) / (len(Phi) - 1.0) if with_prior else 0.0
        )
    return locked(scores)
