"""The soft margin by a primal-dual interior point method (Mehrotra's predictor and corrector).

In units of c = C/n the multipliers are ``a_i = alpha_i / c`` in [0, 1].  Optimality reads: ``m_i +
xi_i - s_i = 1`` with m = <z_i, theta>, ``(w, 0) = c (S + sum a_i z_i)`` with S the sum of samples
inside for good, ``a_i s_i = 0`` and ``(1 - a_i) xi_i = 0`` with everything non-negative.  The
products are held at a positive mu, mu is driven to 0, and each Newton step needs only a system of d
= m + 1 unknowns because each sample brings a rank-one term.  10 to 50 steps at any n, an answer
from the middle of the feasible set: multipliers come close to 0 and 1 but never reach them.

Source: Ferris and Munson, SIAM J. Optim. 13 (2002) 783 (small normal equations); Mehrotra, SIAM J.
Optim. 2 (1992) 575.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats
from .walk import SoftMargin, primal_of

CLOSED = 1e-11  # the relative gap at which the steps end
SMALL_GAP = 1e-8  # a relative gap that is the answer's
FRACTION = 0.995  # of the way to the boundary
REGULAR = 1e-15  # keeps the scaled normal matrix regular; b has no curvature of its own
# this many steps that do not halve the gap: near, only rounding is left; far, no way on
NEAR, STALLED, LOST = 1e-7, 8, 100


@dataclass(frozen=True, eq=False)
class InteriorPoint:
    """One iterate in standardised coordinates: parameters, multipliers as parts of c, slacks, the
    relative duality gap.
    """

    theta: Floats
    a: Floats
    xi: Floats
    s: Floats
    gap: float = np.inf


def interior_points(problem: SoftMargin, limit: int = 300) -> Iterator[InteriorPoint]:
    """Iterates of falling mu until the relative gap is closed or stops falling, with the
    multipliers of ``problem.unweighed``.

    Raises:
        LinAlgError: the normal matrix has become singular: the numbers end here.
    """
    problem = problem.unweighed
    d, n = problem.Z.shape
    # Multipliers of the size they have at a moderate |w|: 1/2 would start a large c far from its
    # optimum.  Slacks of the size of a margin, though for a large c the path would have them next
    # to 0: from there every step is short.
    first = min(0.5, 1.0 / problem.c)
    point = InteriorPoint(np.zeros(d), np.full(n, first), np.ones(n), np.ones(n))
    best, halved, steps_since = np.inf, np.inf, 0
    for _ in range(limit):
        with np.errstate(all="ignore"):
            point = _step(problem, point)
        if not np.isfinite(point.gap):
            return  # a product has vanished
        yield point
        best, steps_since = min(best, point.gap), steps_since + 1
        if best < 0.5 * halved:
            halved, steps_since = best, 0
        if best <= CLOSED or steps_since > (STALLED if best < NEAR else LOST):
            return


def _step(problem: SoftMargin, point: InteriorPoint) -> InteriorPoint:
    """Predict the step to mu = 0, see how far it gets, correct it for curvature and for the mu that
    is within reach.

    ``p = da/a`` and ``q = da/(1 - a)`` say it all: in the prediction ``ds/s = -1 - p`` and ``dxi/xi
    = -1 + q``.
    """
    Z, theta, a, s, xi = problem.Z, point.theta, point.a, point.s, point.xi
    beta, per_a, per_beta = 1.0 - a, 1.0 / a, 1.0 / (1.0 - a)
    weights = 1.0 / (s * per_a + xi * per_beta)
    solve = _normal_equations(problem, point, weights)
    short = _shortfalls(problem, theta)
    da = weights * (short - solve(Z @ (weights * short)) @ Z)
    p, q = da * per_a, da * per_beta
    low, high = p * (1.0 + p) * s, -q * (1.0 - q) * xi
    t, mu = min(1.0, _longest(p, -1.0 - p, -q, q - 1.0)), float(a @ s + beta @ xi)
    # The products after a step of length t are (1 - t) of what they are, less t^2 times their
    # curvature.
    products_left = (1.0 - t) * mu - t * t * float(a @ low + beta @ high)
    aim = mu / (2 * len(a)) * (products_left / mu) ** 3 if mu > 0.0 else 0.0
    # The errors of the products, in units of the multiplier they belong to, are shortfalls.
    low += aim * per_a
    high += aim * per_beta
    short += low - high
    dtheta = solve(Z @ (weights * short))
    da = weights * (short - dtheta @ Z)
    p, q = da * per_a, da * per_beta
    ds, dxi = low - s * (1.0 + p), high - xi * (1.0 - q)
    t = min(1.0, FRACTION * _longest(p, -q, ds / s, dxi / xi))
    theta, a = theta + t * dtheta, a + t * da
    return InteriorPoint(theta, a, xi + t * dxi, s + t * ds, _gap(problem, theta, a))


def _shortfalls(problem: SoftMargin, theta: Floats) -> Floats:
    """How far the margins are below their targets (n,)."""
    short: Floats = (1.0 if problem.targets is None else problem.targets) - theta @ problem.Z
    return short


def _normal_equations(
    problem: SoftMargin, point: InteriorPoint, weights: Floats
) -> Callable[[Floats], Floats]:
    """The change of theta under the pull of the samples: a function for predictor and corrector,
    solved in the scale of the diagonal.

    Weights and coordinates of very different size (a far point, a tiny c) only show in that scale.
    """
    M = (problem.Z * weights) @ problem.Z.T
    M.flat[: -1 : len(M) + 1] += 1.0 / problem.c
    scale = 1.0 / np.sqrt(M.diagonal())
    M *= scale * scale[:, None]
    M.flat[:: len(M) + 1] += REGULAR
    rest = problem.folded_sum + problem.Z @ point.a
    rest[:-1] -= point.theta[:-1] / problem.c
    return lambda pull: np.asarray(scale * np.linalg.solve(M, scale * (rest + pull)))


def _longest(*changes: Floats) -> float:
    """How far the step may go until something that must be positive reaches 0, for its relative
    ``changes``.
    """
    fastest = min(float(np.minimum.reduce(change)) for change in changes)
    return -1.0 / fastest if fastest < 0.0 else np.inf


def _gap(problem: SoftMargin, theta: Floats, a: Floats) -> float:
    """The relative duality gap, summed from its parts, which are all positive: nothing cancels.

    ``primal - dual = 1/2 |w - v|^2 + c sum [(1 - a) max(0, 1 - m) + a max(0, m - 1)]`` with v = c
    (S + sum a z); what the labels of the multipliers do not balance costs ``|b|`` each.
    """
    c, rest = problem.c, problem.folded_sum + problem.Z @ a
    short = _shortfalls(problem, theta)
    hinges = np.maximum(0.0, short)
    excess = float(hinges @ (1.0 - a)) + float((hinges - short) @ a)
    off = theta[:-1] - c * rest[:-1]
    excess = 0.5 * float(off @ off) + c * (abs(float(theta[-1] * rest[-1])) + excess)
    primal = 0.5 * float(theta[:-1] @ theta[:-1]) + c * float(hinges.sum())
    return excess / primal if primal != 0.0 else 0.0


def relative_gap(
    Z: Floats, c: float, theta: Floats, alpha: Floats, weights: Floats | None = None
) -> float:
    """Objective at theta minus dual value at alpha (labels balanced first), as a part of the
    objective.
    """
    y = Z[-1]
    plus, minus = float(alpha[y > 0].sum()), float(alpha[y < 0].sum())
    if min(plus, minus) > 0.0:
        alpha = alpha * np.where(y > 0, min(1.0, minus / plus), min(1.0, plus / minus))
    primal, v = primal_of(Z, c, theta, weights), Z[:-1] @ alpha
    # Not "primal > 0": the gap of numbers that have left the range (nan) must not be 0.
    return (primal - float(alpha.sum()) + 0.5 * float(v @ v)) / primal if primal != 0.0 else 0.0
