"""Logistic regression by Newton's method (iteratively reweighted least squares), to the last digit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from ..moments import ClassMoments
from ..result import Fit, Iterate

# Columns worked on at a time: the temporaries stay in the cache.
BLOCK = 16384
# From this many points on the iteration starts from subsamples of n/1000 and n/30 points.
SUBSAMPLE_FROM = 5000
SMALLEST_SAMPLE = 300
# Below this part of the objective the Newton decrement needs no line search: the quadratic model is good to a per cent.
PURE_STEPS = 1e-2
ARMIJO = 1e-4
# Newton's decrement squared, relative to theta' H theta, at which the step that follows it is the last: it leaves an error of
# the order of the square.  The chord step with an old Hessian only gains some digits and needs the smaller one.
CONVERGED, CONVERGED_CHORD = 1e-17, 1e-26
ROUNDING = 1e-32
# A decrement this small that stops falling is rounding.  A larger one may fall by no more than e each step: where the loss is an
# exponential tail (separable classes, little penalty), a Newton step adds about 1 to every margin.
STAGNANT = 1e-16
CHORD_FROM = 1e-6
LIMIT = 200


@dataclass(frozen=True, eq=False)
class LogisticProblem:
    """``F(theta) = (1/n) sum log(1 + exp(-theta'z_i)) + theta' P theta / 2`` in centred and scaled coordinates.

    ``Z (m+1, n)`` holds ``z_i = y_i ((x_i - centre)/scale, 1)``, class + first, ``P (m+1, m+1)`` the penalty, so that F is exactly
    the objective in data units with ``w = theta[:m] / scale`` and ``f(centre) = theta[m]``.  ``scale (m,)`` is the rms of each
    feature: the penalty is transformed along with the coordinates, so scaling them separately changes only the rounding.  With a
    ``basis (m, r)`` the weights are restricted to its span, ``w = basis theta[:r] / scale``.
    """

    Z: Floats
    P: Floats
    centre: Floats
    scale: Floats
    basis: Floats | None = None

    @staticmethod
    def of(moments: ClassMoments, l2: float, penalise_bias: bool) -> LogisticProblem:
        """The problem for the penalty ``l2 ||w||^2`` (``l2 (||w||^2 + b^2)`` with ``penalise_bias``)."""
        m, count = len(moments.centre), moments.count
        scale = np.sqrt(moments.total.diagonal() / moments.n)
        constant = scale <= moments.noise
        scale = np.where(constant, 1.0, scale)
        Z = np.empty((m + 1, moments.n))
        np.divide(moments.columns, scale[:, None], out=Z[:m])
        Z[:m][constant] = 0.0
        Z[m] = 1.0
        Z[:, count:] *= -1.0  # np.negative in place on one strided column is wrong in some versions of numpy
        P = np.diag(np.append(2.0 * l2 / scale**2, 0.0))
        if penalise_bias:
            # b = f(centre) - <w, centre>, so b^2 couples all coordinates.
            of_b = np.append(-moments.centre / scale, 1.0)
            P += 2.0 * l2 * np.outer(of_b, of_b)
        return LogisticProblem(Z, P, moments.centre, scale)

    @property
    def n(self) -> int:
        """The number of points."""
        return int(self.Z.shape[1])

    def objective(self, theta: Floats) -> float:
        """F(theta), with the loss written so that nothing overflows: ``log(1 + e^-m) = log1p(e^-|m|) + max(-m, 0)``."""
        margins = theta @ self.Z
        loss = np.log1p(np.exp(-np.abs(margins))) + np.maximum(-margins, 0.0)
        return float(np.add.reduce(loss)) / self.n + 0.5 * float(theta @ self.P @ theta)

    def derivatives(self, theta: Floats, hessian: bool = True) -> Derivatives:
        """With ``p_i = 1/(1 + exp(m_i))``: gradient ``g = P theta - Z p / n``, Hessian ``H = P + Z diag(p - p^2) Z' / n``."""
        Z, n = self.Z, self.n
        total, slope = 0.0, np.zeros(len(Z))
        curvature = np.zeros((len(Z), len(Z)))
        for first in range(0, n, BLOCK):
            block = Z[:, first : first + BLOCK]
            p = theta @ block
            with np.errstate(over="ignore"):  # exp gives inf, and then p = 0 is right
                np.exp(p, out=p)
            p += 1.0
            np.reciprocal(p, out=p)
            slope += block @ p
            if hessian:
                total += float(np.add.reduce(p))
                curvature += (block * (p - p * p)) @ block.T
        penalty = self.P @ theta
        # -log(1 - p) >= p bounds the loss from below without a logarithm.
        bound = total / n + 0.5 * float(theta @ penalty)
        return Derivatives(penalty - slope / n, self.P + curvature / n if hessian else None, bound)

    def theta(self, iterate: Iterate) -> Floats:
        """theta of a model in data units."""
        assert iterate.w is not None  # linear models only
        at_centre = iterate.b if iterate.centre is None else iterate.f_centre
        origin = 0.0 if iterate.centre is None else iterate.centre
        return np.append(iterate.w * self.scale, at_centre + float(iterate.w @ (self.centre - origin)))

    def warm(self, start: Fit | None) -> Floats:
        """theta of an earlier fit, or zero where there is none, or where zero is the better start."""
        cold = np.zeros(len(self.Z))
        if start is None or self.basis is not None or not start.has_model:
            return cold
        if start.last.w is None or len(start.last.w) != len(cold) - 1 or start.last.quadratic is not None:
            return cold
        theta = self.theta(start.last)
        return theta if self.objective(theta) < self.objective(cold) else cold

    def iterate(self, theta: Floats, note: str = "", with_objective: bool = False) -> Iterate:
        """The model of theta in data units."""
        w = theta[:-1] / self.scale
        if self.basis is not None:
            w = self.basis @ w
        objective = self.objective(theta) if with_objective else np.nan
        return Iterate.centred(w, self.centre, float(theta[-1]), note=note, objective=objective)

    def restricted(self, basis: Floats) -> LogisticProblem:
        """The same problem for weights ``w = basis v`` only, with orthonormal columns ``basis (m, r)``; without penalty."""
        m = len(self.scale)
        columns = basis.T @ (self.Z[:m] * self.scale[:, None])
        scale = np.sqrt(np.mean(columns * columns, axis=1))
        Z = np.concatenate([columns / scale[:, None], self.Z[m:]])
        return LogisticProblem(Z, np.zeros((len(Z), len(Z))), self.centre, scale, basis)

    def sample(self, stride: int) -> LogisticProblem:
        """Every ``stride``-th point."""
        return LogisticProblem(np.ascontiguousarray(self.Z[:, ::stride]), self.P, self.centre, self.scale)


@dataclass(frozen=True, eq=False)
class Derivatives:
    """Gradient (m+1,), and where asked for the Hessian (m+1, m+1) and a lower bound of the objective at the same theta."""

    g: Floats
    H: Floats | None
    bound: float


@dataclass(frozen=True, eq=False)
class NewtonStep:
    """theta after a step; ``decrement = g' H^-1 g`` before it (twice what the quadratic model expects to gain); its length."""

    theta: Floats
    decrement: float
    length: float


def minimise(problem: LogisticProblem, theta: Floats) -> Iterator[NewtonStep]:
    """Newton steps to the minimum, starting with subsamples when there are many points and ``theta`` is zero.

    The subsample minimum is within the sampling error of the full one, so that the full data need two or three passes.
    """
    if problem.n > SUBSAMPLE_FROM and not theta.any():
        for size in (problem.n // 1000, problem.n // 30):
            if size >= SMALLEST_SAMPLE:
                sample = problem.sample(problem.n // size)
                # A subsample may be separable; a little more penalty keeps its minimum finite.
                P = sample.P + 1e-6 * np.diag(np.append(np.ones(len(theta) - 1), 0.0))
                theta = _last(newton(LogisticProblem(sample.Z, P, sample.centre, sample.scale), theta, 1e-8), theta)
    yield from newton(problem, theta)


def newton(problem: LogisticProblem, theta: Floats, tolerance: float = CONVERGED) -> Iterator[NewtonStep]:
    """Damped Newton steps from ``theta (m+1,)`` until the decrement is below ``tolerance`` relative to ``theta' H theta``.

    1. The step -H^-1 g; its decrement g' H^-1 g.
    2. Halve the step until it gains (Armijo), while the decrement is more than a per cent of the objective; later every full
       step does.
    3. Stop after the step whose decrement is small, or when rounding keeps it from falling further.
    4. Many points and a small decrement: keep the old Hessian, it costs most of a pass.
    """
    at = problem.derivatives(theta)
    H = at.H
    value: float | None = None
    previous, chord = np.inf, False
    for _ in range(LIMIT):
        assert H is not None  # the first derivatives always come with one
        step = -solve(H, at.g)
        decrement = -float(at.g @ step)
        if not np.isfinite(decrement) or decrement < 0.0:
            return
        small = chord or decrement <= PURE_STEPS * at.bound
        length = 1.0
        if not small:
            here = problem.objective(theta) if value is None else value
            length, value = _line_search(problem, theta, step, here, decrement)
        theta = theta + length * step
        yield NewtonStep(theta, decrement, length)
        size = float(theta @ H @ theta)
        if decrement <= (CONVERGED_CHORD if chord else tolerance) * size or decrement <= ROUNDING:
            return
        if decrement <= STAGNANT * size and decrement >= 0.25 * previous:
            return
        previous = decrement
        chord = chord or (problem.n > SUBSAMPLE_FROM and decrement < CHORD_FROM * at.bound)
        at = problem.derivatives(theta, hessian=not chord)
        H = H if chord else at.H


def solve(H: Floats, g: Floats) -> Floats:
    """``H^-1 g``, of smallest norm where rounding has made H singular."""
    try:
        solution = np.linalg.solve(H, g)
    except np.linalg.LinAlgError:
        solution = np.linalg.lstsq(H, g, rcond=None)[0]
    return np.asarray(solution, dtype=np.float64)


def _line_search(problem: LogisticProblem, theta: Floats, step: Floats, here: float, decrement: float) -> tuple[float, float]:
    """The first of 1, 1/2, 1/4, ... times the step that gains enough (Armijo), and the objective there."""
    length = 1.0
    while True:
        there = problem.objective(theta + length * step)
        if there <= here - ARMIJO * length * decrement or length <= 1e-10:
            return length, there
        length *= 0.5


def _last(steps: Iterator[NewtonStep], theta: Floats) -> Floats:
    for step in steps:
        theta = step.theta
    return theta
