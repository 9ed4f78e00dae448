"""The soft margin by a primal-dual interior point method (Mehrotra's predictor and corrector).

In units of c = C/n the multipliers are ``a_i = alpha_i / c`` in [0, 1].  Optimality reads: ``m_i + xi_i - s_i = 1`` with
m = <z_i, theta>, ``(w, 0) = c (S + sum a_i z_i)`` with S the sum of samples inside for good, ``a_i s_i = 0`` and
``(1 - a_i) xi_i = 0`` with everything non-negative.  The products are held at a positive mu, mu is driven to 0, and each Newton
step needs only a system of d = m + 1 unknowns because each sample brings a rank-one term.  10 to 50 steps at any n, an answer from
the middle of the feasible set: multipliers come close to 0 and 1 but never reach them.

Source: Ferris and Munson, SIAM J. Optim. 13 (2002) 783 (small normal equations); Mehrotra, SIAM J. Optim. 2 (1992) 575.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from .active_set import SoftMargin

FRACTION = 0.995  # of the way to the boundary
REGULAR = 1e-15  # keeps the scaled normal matrix regular; b has no curvature of its own
NEAR, STALLED = 1e-7, 8  # once the gap is near, so many steps without a smaller one mean that rounding has won


@dataclass(frozen=True, eq=False)
class InteriorPoint:
    """One iterate in standardised coordinates: parameters, multipliers as parts of c, slacks, the relative duality gap."""

    theta: Floats
    a: Floats
    xi: Floats
    s: Floats
    gap: float = np.inf


def interior_points(problem: SoftMargin, tolerance: float = 1e-11, limit: int = 300) -> Iterator[InteriorPoint]:
    """Iterates of falling mu until the relative gap is below ``tolerance`` or stops falling.

    Raises:
        LinAlgError: the normal matrix has become singular: the numbers end here.
    """
    d, n = problem.Z.shape
    # Multipliers of the size they have at a moderate |w|: 1/2 would start a large c far from its optimum.  Slacks of the size of a
    # margin, though for a large c the path would have them next to 0: from there every step is short.
    point = InteriorPoint(np.zeros(d), np.full(n, min(0.5, 1.0 / problem.c)), np.ones(n), np.ones(n))
    best, since = np.inf, 0
    for _ in range(limit):
        with np.errstate(all="ignore"):
            point = _step(problem, point)
        if not np.isfinite(point.gap):
            return  # a product has vanished
        yield point
        since = 0 if point.gap < 0.5 * best else since + 1
        best = min(best, point.gap)
        if best <= tolerance or (best < NEAR and since > STALLED):
            return


def _step(problem: SoftMargin, at: InteriorPoint) -> InteriorPoint:
    """Predict the step to mu = 0, see how far it gets, correct it for curvature and for the mu that is within reach.

    ``p = da/a`` and ``q = da/(1 - a)`` say it all: in the prediction ``ds/s = -1 - p`` and ``dxi/xi = -1 + q``.
    """
    Z = problem.Z
    a, s, xi, beta = at.a, at.s, at.xi, 1.0 - at.a
    weights = 1.0 / (s / a + xi / beta)
    normal = _Normal(problem, at, weights)
    short = 1.0 - at.theta.dot(Z)
    dtheta = normal.solve(weights * short)
    da = weights * (short - dtheta.dot(Z))
    p, q = da / a, da / beta
    products, others = a * s, beta * xi
    mu = float(products.sum() + others.sum())
    t = min(1.0, _longest(min(float(p.min()), -1.0 - float(p.max()), -float(q.max()), float(q.min()) - 1.0)))
    reached = float(products @ ((1.0 + t * p) * (1.0 - t - t * p)) + others @ ((1.0 - t * q) * (1.0 - t + t * q)))
    aim = mu / (2 * len(a)) * (reached / mu) ** 3 if mu > 0.0 else 0.0
    # The corrector: what the products miss by, in units of the multiplier they belong to.
    low, high = aim / a + p * (1.0 + p) * s, aim / beta - q * (1.0 - q) * xi
    short += low - high
    dtheta = normal.solve(weights * short)
    da = weights * (short - dtheta.dot(Z))
    ds, dxi = low - s * (1.0 + da / a), high - xi * (1.0 - da / beta)
    pairs = ((a, da), (beta, -da), (xi, dxi), (s, ds))
    t = min(1.0, FRACTION * _longest(min(float((change / value).min()) for value, change in pairs)))
    theta, a = at.theta + t * dtheta, a + t * da
    return InteriorPoint(theta, a, xi + t * dxi, s + t * ds, _gap(problem, theta, a))


class _Normal:
    """The normal equations of one step, factors shared by predictor and corrector, in the scale of their own diagonal.

    Weights and coordinates of very different size (a far point, a tiny c) only show in that scale.
    """

    def __init__(self, problem: SoftMargin, at: InteriorPoint, weights: Floats) -> None:
        self.Z = problem.Z
        M = (self.Z * weights) @ self.Z.T
        M.flat[: -1 : len(M) + 1] += 1.0 / problem.c
        self.scale = 1.0 / np.sqrt(M.diagonal())
        M *= self.scale
        M *= self.scale[:, None]
        M.flat[:: len(M) + 1] += REGULAR
        self.M = M
        self.rest = problem.folded + self.Z @ at.a
        self.rest[:-1] -= at.theta[:-1] / problem.c

    def solve(self, weighted: Floats) -> Floats:
        """The change of theta for the weighted shortfalls of the margins."""
        right = self.scale * (self.rest + self.Z @ weighted)
        return self.scale * np.linalg.solve(self.M, right).astype(np.float64, copy=False)


def _longest(fastest: float) -> float:
    """How far the step may go until something that must be positive reaches 0."""
    return -1.0 / fastest if fastest < 0.0 else np.inf


def _gap(problem: SoftMargin, theta: Floats, a: Floats) -> float:
    """The relative duality gap, summed from its parts, which are all positive: nothing cancels.

    ``primal - dual = 1/2 |w - v|^2 + c sum [(1 - a) max(0, 1 - m) + a max(0, m - 1)]`` with v = c (S + sum a z); what the labels of
    the multipliers do not balance costs ``|b|`` each.
    """
    c = problem.c
    inside = 1.0 - theta.dot(problem.Z)
    beyond = np.maximum(0.0, -inside)
    np.maximum(0.0, inside, out=inside)
    rest = problem.folded + problem.Z @ a
    off = theta[:-1] - c * rest[:-1]
    excess = 0.5 * float(off @ off) + c * (float(inside @ (1.0 - a)) + float(beyond @ a) + abs(float(theta[-1] * rest[-1])))
    primal = 0.5 * float(theta[:-1] @ theta[:-1]) + c * float(inside.sum())
    return excess / primal if primal != 0.0 else 0.0


def relative_gap(Z: Floats, c: float, theta: Floats, alpha: Floats) -> float:
    """Objective at theta minus dual value at alpha (labels balanced first), as a part of the objective."""
    y = Z[-1]
    plus, minus = float(alpha[y > 0].sum()), float(alpha[y < 0].sum())
    if min(plus, minus) > 0.0:
        alpha = alpha * np.where(y > 0, min(1.0, minus / plus), min(1.0, plus / minus))
    w, v = theta[:-1], Z[:-1] @ alpha
    primal = 0.5 * float(w @ w) + c * float(np.maximum(0.0, 1.0 - theta @ Z).sum())
    # Not "primal > 0": the gap of numbers that have left the range (nan) must not be 0.
    return (primal - float(alpha.sum()) + 0.5 * float(v @ v)) / primal if primal != 0.0 else 0.0
