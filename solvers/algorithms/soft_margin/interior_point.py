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

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats
from .walk import SoftMargin, primal_of

CLOSED = 1e-11  # the relative gap at which the steps end
SMALL_GAP = 1e-8  # a relative gap that is the answer's
FRACTION = 0.995  # of the way to the boundary
REGULAR = 1e-15  # keeps the scaled normal matrix regular; b has no curvature of its own
PART = 8192  # samples worked on at a time: whole arrays of a million cost three times as much
# this many steps that do not halve the gap: near, only rounding is left; far, no way on
NEAR, STALLED, LOST = 1e-7, 8, 100


# of few numbers min and max take twice as long
_least, _most = np.minimum.reduce, np.maximum.reduce


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
    """
    n = len(point.a)
    parts = [_Part(problem, point, slice(begin, begin + PART)) for begin in range(0, n, PART)]
    normal = _Normal(problem, point, parts)
    dtheta = normal.solve(sum(part.pull() for part in parts))
    fastest = min(part.predict(dtheta) for part in parts)
    t, mu = min(1.0, _longest(fastest)), sum(part.products for part in parts)
    # The products after a step of length t are (1 - t) of what they are, less t^2 times their
    # curvature.
    products_left = (1.0 - t) * mu - t * t * sum(part.curvature for part in parts)
    aim = mu / (2 * n) * (products_left / mu) ** 3 if mu > 0.0 else 0.0
    for part in parts:
        part.correct(aim)
    dtheta = normal.solve(sum(part.pull() for part in parts))
    t = min(1.0, FRACTION * _longest(min(part.change(dtheta) for part in parts)))
    theta, a, xi, s = point.theta + t * dtheta, np.empty(n), np.empty(n), np.empty(n)
    for part in parts:
        part.move(t, a, xi, s)
    return InteriorPoint(theta, a, xi, s, _gap(problem, theta, a))


class _Part:
    """Some of the samples in one step: so few that all of it stays in the fast cache.

    ``p = da/a`` and ``q = da/(1 - a)`` say it all: in the prediction ``ds/s = -1 - p`` and ``dxi/xi
    = -1 + q``.
    """

    def __init__(self, problem: SoftMargin, point: InteriorPoint, rows: slice) -> None:
        self.rows, self.Z = rows, problem.Z[:, rows]
        self.a, self.s, self.xi = point.a[rows], point.s[rows], point.xi[rows]
        self.beta = 1.0 - self.a
        # divisions are what a step waits for
        self.per_a, self.per_beta = 1.0 / self.a, 1.0 / self.beta
        self.weights = 1.0 / (self.s * self.per_a + self.xi * self.per_beta)
        self.short = (1.0 if problem.targets is None else problem.targets[rows]) - point.theta.dot(
            self.Z
        )
        self.products = float(self.a @ self.s + self.beta @ self.xi)
        self.curvature = 0.0

    def pull(self) -> Floats:
        """The pull of the margins' shortfalls on theta."""
        pull: Floats = self.Z @ (self.weights * self.short)
        return pull

    def predict(self, dtheta: Floats) -> float:
        """Keep p and q of the prediction; the fastest relative fall of anything that must stay
        positive.
        """
        da = self.weights * (self.short - dtheta.dot(self.Z))
        p, q = da * self.per_a, da * self.per_beta
        self.low, self.high = p * (1.0 + p) * self.s, -q * (1.0 - q) * self.xi
        self.curvature = float(self.a @ self.low + self.beta @ self.high)
        return min(
            float(_least(p)), -1.0 - float(_most(p)), -float(_most(q)), float(_least(q)) - 1.0
        )

    def correct(self, aim: float) -> None:
        """Put the errors of the products, in units of the multiplier they belong to, into the
        shortfalls.
        """
        self.low += aim * self.per_a
        self.high += aim * self.per_beta
        self.short += self.low
        self.short -= self.high

    def change(self, dtheta: Floats) -> float:
        """Keep the changes of the corrected step; the fastest relative fall."""
        self.da = self.weights * (self.short - dtheta.dot(self.Z))
        p, q = self.da * self.per_a, self.da * self.per_beta
        self.ds, self.dxi = self.low - self.s * (1.0 + p), self.high - self.xi * (1.0 - q)
        falls = (_least(p), -_most(q), _least(self.ds / self.s), _least(self.dxi / self.xi))
        return min(float(fall) for fall in falls)

    def move(self, t: float, a: Floats, xi: Floats, s: Floats) -> None:
        """Write the values after a step of length ``t``."""
        a[self.rows] = self.a + t * self.da
        xi[self.rows] = self.xi + t * self.dxi
        s[self.rows] = self.s + t * self.ds


class _Normal:
    """The normal equations of one step, factors shared by predictor and corrector, in the scale of
    their own diagonal.

    Weights and coordinates of very different size (a far point, a tiny c) only show in that scale.
    """

    def __init__(self, problem: SoftMargin, point: InteriorPoint, parts: list[_Part]) -> None:
        M: Floats = sum((part.Z * part.weights) @ part.Z.T for part in parts)  # type: ignore[assignment]
        M.flat[: -1 : len(M) + 1] += 1.0 / problem.c
        self.scale = 1.0 / np.sqrt(M.diagonal())
        M *= self.scale
        M *= self.scale[:, None]
        M.flat[:: len(M) + 1] += REGULAR
        self.M = M
        self.rest = problem.folded_sum + problem.Z @ point.a
        self.rest[:-1] -= point.theta[:-1] / problem.c

    def solve(self, pull: Floats | int) -> Floats:
        """The change of theta under the pull of the samples."""
        return self.scale * np.linalg.solve(self.M, self.scale * (self.rest + pull)).astype(
            np.float64, copy=False
        )


def _longest(fastest: float) -> float:
    """How far the step may go until something that must be positive reaches 0."""
    return -1.0 / fastest if fastest < 0.0 else np.inf


def _gap(problem: SoftMargin, theta: Floats, a: Floats) -> float:
    """The relative duality gap, summed from its parts, which are all positive: nothing cancels.

    ``primal - dual = 1/2 |w - v|^2 + c sum [(1 - a) max(0, 1 - m) + a max(0, m - 1)]`` with v = c
    (S + sum a z); what the labels of the multipliers do not balance costs ``|b|`` each.
    """
    c, excess, hinges, rest = problem.c, 0.0, 0.0, problem.folded_sum.copy()
    for begin in range(0, len(a), PART):
        Z, part = problem.Z[:, begin : begin + PART], a[begin : begin + PART]
        inside = (
            1.0 if problem.targets is None else problem.targets[begin : begin + PART]
        ) - theta.dot(Z)
        beyond = np.maximum(0.0, -inside)
        np.maximum(0.0, inside, out=inside)
        rest += Z @ part
        hinges += float(inside.sum())
        excess += float(inside @ (1.0 - part)) + float(beyond @ part)
    off = theta[:-1] - c * rest[:-1]
    apart, square = (
        0.5 * float(off @ off) + c * abs(float(theta[-1] * rest[-1])),
        float(theta[:-1] @ theta[:-1]),
    )
    excess, primal = apart + c * excess, 0.5 * square + c * hinges
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
