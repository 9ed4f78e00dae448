"""The soft margin by a primal-dual interior point method (Mehrotra's predictor and corrector).

Optimality reads: ``m_i + xi_i - s_i = 1`` with m = <z_i, theta>, ``(w, 0) = sum alpha_i z_i``, ``alpha_i s_i = 0`` and
``(c - alpha_i) xi_i = 0`` with everything non-negative.  The products are held at a positive mu, mu is driven to 0, and each
Newton step needs only a system of d = m + 1 unknowns because each sample brings a rank-one term.  10 to 25 steps at any n, an
answer from the middle of the feasible set: multipliers come close to 0 and c but never reach them.

Source: Ferris and Munson, SIAM J. Optim. 13 (2002) 783 (small normal equations); Mehrotra, SIAM J. Optim. 2 (1992) 575.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats

FRACTION = 0.995  # of the way to the boundary
REGULAR = 1e-15  # keeps the normal matrix regular; b has no curvature of its own
NEAR, STALLED = 1e-7, 8  # once the gap is near, so many steps without a smaller one mean that rounding has won


@dataclass(frozen=True, eq=False)
class InteriorPoint:
    """One iterate in standardised coordinates: parameters, multipliers, slacks, the relative duality gap."""

    theta: Floats
    alpha: Floats
    xi: Floats
    s: Floats
    gap: float = np.inf


def interior_points(Z: Floats, c: float, tolerance: float = 1e-11, limit: int = 300) -> Iterator[InteriorPoint]:
    """Iterates of falling mu for samples ``Z (d, n)`` until the relative gap is below ``tolerance`` or stops falling."""
    d, n = Z.shape
    # Multipliers of the size they have at a moderate |w|: c/2 would start a large c far from its optimum.  Slacks of the size of a
    # margin, though for a large c the path would have them next to 0: from there every step is short.
    point = InteriorPoint(np.zeros(d), np.full(n, min(0.5 * c, 1.0)), np.ones(n), np.ones(n))
    best, since = np.inf, 0
    for _ in range(limit):
        point = _step(Z, c, point)
        yield point
        since = 0 if abs(point.gap) < 0.5 * best else since + 1
        best = min(best, abs(point.gap))
        if best <= tolerance or (best < NEAR and since > STALLED) or not np.isfinite(point.gap):
            return


def _step(Z: Floats, c: float, at: InteriorPoint) -> InteriorPoint:
    """Predict the step to mu = 0, see how far it gets, correct it for curvature and for the mu that is within reach."""
    n = Z.shape[1]
    beta = c - at.alpha
    mu = float(at.alpha @ at.s + beta @ at.xi) / (2 * n)
    newton = _Newton(Z, at, beta)
    dtheta, dalpha, dxi, ds = newton.solve(-at.alpha * at.s, -beta * at.xi)
    t = min(1.0, _longest(at, beta, dalpha, dxi, ds))
    reached = float((at.alpha + t * dalpha) @ (at.s + t * ds) + (beta - t * dalpha) @ (at.xi + t * dxi)) / (2 * n)
    aim = mu * (reached / mu) ** 3
    dtheta, dalpha, dxi, ds = newton.solve(aim - at.alpha * at.s - dalpha * ds, aim - beta * at.xi + dalpha * dxi)
    t = min(1.0, FRACTION * _longest(at, beta, dalpha, dxi, ds))
    theta, alpha = at.theta + t * dtheta, at.alpha + t * dalpha
    return InteriorPoint(theta, alpha, at.xi + t * dxi, at.s + t * ds, relative_gap(Z, c, theta, alpha))


class _Newton:
    """The linearised conditions at one point: factors shared by predictor and corrector."""

    def __init__(self, Z: Floats, at: InteriorPoint, beta: Floats) -> None:
        self.Z, self.at, self.beta = Z, at, beta
        self.weights = 1.0 / (at.s / at.alpha + at.xi / beta)
        self.M = (Z * self.weights) @ Z.T
        self.M.flat[:: len(Z) + 1] += np.append(np.ones(len(Z) - 1), 0.0) + REGULAR * (1.0 + float(np.trace(self.M)))
        self.dual_rest = Z @ at.alpha - np.append(at.theta[:-1], 0.0)
        self.primal_rest = 1.0 - at.theta @ Z - at.xi + at.s

    def solve(self, alpha_s: Floats, beta_xi: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """The step with ``alpha ds + s dalpha = alpha_s`` and ``beta dxi - xi dalpha = beta_xi``."""
        at = self.at
        right = self.primal_rest - beta_xi / self.beta + alpha_s / at.alpha
        dtheta = np.linalg.solve(self.M, self.dual_rest + self.Z @ (self.weights * right)).astype(np.float64, copy=False)
        dalpha = self.weights * (right - dtheta @ self.Z)
        return dtheta, dalpha, (beta_xi + at.xi * dalpha) / self.beta, (alpha_s - at.s * dalpha) / at.alpha


def _longest(at: InteriorPoint, beta: Floats, dalpha: Floats, dxi: Floats, ds: Floats) -> float:
    """How far the step may go until something that must be positive reaches 0."""
    pairs = ((at.alpha, dalpha), (beta, -dalpha), (at.xi, dxi), (at.s, ds))
    fastest = min(float((change / value).min()) for value, change in pairs)
    return -1.0 / fastest if fastest < 0.0 else np.inf


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
