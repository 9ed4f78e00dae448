"""Logistic regression in orthogonal coordinates of features that nearly depend on each other: answer and proof.

Powers far from the origin differ by a part of 1e-10 and less of their size, and the weights of the answer cancel as many digits of
every score.  In the coordinates of :mod:`long_frame` nothing cancels: scores ``Q u + b`` with ``u = R w``, and the penalty of the
cheapest w for each u.  The objective of a model there is that of its w, or less by what of w changes no score, and its minimum is
the same; so a bound of how far u is above it (:mod:`gap`) holds for w.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ...arrays import Bools, Floats, locked
from ...problem import Problem
from ...result import Bounds, Iterate
from ..exact_sums import model_scores
from ..long_frame import LongFrame
from .bulk import BulkProblem, Whitening
from .gap import Distance, Scored, bounded
from .rescue import descend_surely

WORK = 1.5e7  # points times squared features: about a second
# A point counts with its curvature from this part of the largest one on, one after the other; below the last number none does.
PARTS, LEAST = (0.0, 1e-12, 1e-6, 1e-3), 1e-300
CLOSE = 1e-12  # a part of the objective that needs no better bound
EPS = 8.0 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class FramedProblem:
    """The problem in a frame: ``bulk`` holds its samples and its penalty for ``theta = (u, b)``."""

    frame: LongFrame
    bulk: BulkProblem
    l2: float
    null: Floats

    @staticmethod
    def of(problem: Problem, l2: float, penalise_bias: bool) -> FramedProblem | None:
        """The problem in the frame of its features; None in the plane, for too many points, and beyond the range of numbers."""
        n, m = problem.Phi.shape
        if m <= 2 or n * m * m > WORK:
            return None
        try:
            frame = LongFrame.of(problem.Phi, problem.standardised.centre)
            back = frame.way_back
        except np.linalg.LinAlgError:
            return None
        r = len(frame.pivots)
        L, null = np.zeros((m + penalise_bias, r + 1)), np.zeros(m)
        L[:m, :r] = back
        if penalise_bias:
            middle = frame.centre + (frame.away.high + frame.away.low)
            span = np.linalg.qr(back)[0]
            # What of w changes no score can take over a part of b: t^2 = min |v|^2 + (b - <v, null>)^2.
            null = middle - span @ (span.T @ middle) if r < m else null
            L[m] = np.append(-frame.shift - middle @ back, 1.0) / np.sqrt(1.0 + null @ null)
        Z = np.concatenate([frame.Q, np.ones((1, n))]) * problem.y
        numbers = (L, Z, frame.R.high, frame.R.low, frame.away.high, frame.away.low, frame.shift)
        if not all(np.isfinite(each).all() for each in numbers):
            return None
        bulk = BulkProblem(Z, np.sqrt(2.0 * l2) * L, np.zeros(r), np.ones(r), None)
        return FramedProblem(frame, bulk, l2, null)

    def theta(self, iterate: Iterate) -> Floats:
        """(u, b) of a model in data units, cancelled without rounding."""
        assert iterate.w is not None  # no kernel form
        w = [Fraction(v) for v in iterate.w.tolist()]
        u = self.frame.coordinates_of(w)
        b = _score_at(iterate, w, self.frame.middle()) + self.frame.from_middle(u)
        return np.array([float(v) for v in (*u, b)])

    def iterate(self, theta: Floats) -> Iterate:
        """The model of theta in data units, its weights rounded one after the other, each making up for the one before."""
        u = [Fraction(v) for v in theta[:-1].tolist()]
        w = self.frame.way_back @ theta[:-1]
        if self.null.any():
            t = float(self.bulk.L[-1] @ theta) / np.sqrt(2.0 * self.l2)
            w = w + self.null * (t / np.sqrt(1.0 + self.null @ self.null))
        w = self.frame.weights(u, w)
        return Iterate.centred(w, self.frame.centre, self.frame.score_at_centre(w, Fraction(float(theta[-1]))))

    def covariance(self, theta: Floats) -> Floats | None:
        """``(n H)^-1`` for (w, f(centre)); weights that change no score have what the penalty says of them alone."""
        margins = theta @ self.bulk.Z
        small = np.exp(-np.abs(margins))
        whitening = Whitening.of(self.bulk, np.maximum(small / (1.0 + small) ** 2, np.finfo(np.float64).tiny))
        if whitening is None:
            return None
        back, away = self.frame.way_back, self.frame.away
        m, r = back.shape
        to_data = np.zeros((m + 1, r + 1))
        to_data[:m, :r], to_data[m, :r], to_data[m, r] = back, -self.frame.shift - (away.high + away.low) @ back, 1.0
        spread = to_data @ whitening.T
        span = np.linalg.qr(back)[0]
        covariance = spread @ spread.T / self.bulk.n
        covariance[:m, :m] += (np.eye(m) - span @ span.T) / (2.0 * self.l2 * self.bulk.n)
        return locked(covariance)


def minimum_in_frame(
    problem: Problem, l2: float, penalise_bias: bool, with_covariance: bool = False
) -> Generator[None, None, Iterate | None]:
    """The model of the minimum, found in a frame; None where there is no frame."""
    framed = FramedProblem.of(problem, l2, penalise_bias)
    if framed is None:
        return None
    theta = np.zeros(len(framed.bulk.unit) + 1)
    for lower in descend_surely(framed.bulk, theta):
        theta = theta if lower is None else lower
        yield None
    if not np.isfinite(theta).all():
        return None
    try:
        model = framed.iterate(theta)
    except (ValueError, ArithmeticError):  # weights beyond the range of numbers
        return None
    return replace(model, covariance=framed.covariance(theta)) if with_covariance else model


@np.errstate(all="ignore")
def proven_in_frame(problem: Problem, iterate: Iterate, l2: float, penalise_bias: bool, known: Bounds) -> Bounds:
    """The objective of a model and a lower bound of its minimum; those that are ``known`` where a frame says no more.

    The objective is that of the numbers of the model as they are.  Rounding enters the gradient at the size of orthogonal samples.
    """
    framed = FramedProblem.of(problem, l2, penalise_bias)
    if framed is None or iterate.w is None or not np.isfinite([*iterate.w, iterate.b]).all():
        return known
    high, low = model_scores(iterate, problem.Phi)
    margins = problem.y * (high + low)
    scored = Scored.at(problem, margins, EPS * np.abs(margins))
    try:
        theta = framed.theta(iterate)
    except ArithmeticError:  # coordinates beyond the range of numbers
        return known
    distance = _distance(framed.bulk, theta, scored)
    if distance is None:
        return known
    w = [Fraction(v) for v in iterate.w.tolist()]
    b = float(_score_at(iterate, w, [Fraction(0)] * len(w))) if penalise_bias else 0.0
    primal = float(scored.losses.mean()) + l2 * (float(iterate.w @ iterate.w) + b * b)
    dual = max(0.0, min(primal, distance.primal) - distance.excess - distance.rounding)
    return replace(known, primal=primal, dual=dual)


def _distance(bulk: BulkProblem, theta: Floats, scored: Scored) -> Distance | None:
    """How far above the minimum theta is: the best bound of those that some of the points give.

    No loss lies below its tangent.  So points that hardly bend the objective, which may be far away and then the longest samples by
    far, can be counted by their tangents: the others alone give the curvature, and the longest of them the bound.
    """
    best: Distance | None = None
    for part in PARTS:
        found = _distance_by(bulk, theta, scored, scored.v >= max(part * scored.v.max(), LEAST))
        if found is not None and (best is None or found.excess < best.excess):
            best = found
        if best is not None and best.excess <= CLOSE * best.primal:
            break
    return best


def _distance_by(bulk: BulkProblem, theta: Floats, scored: Scored, bent: Bools) -> Distance | None:
    whitening = Whitening.of(bulk, np.where(bent, scored.v, 0.0)) if bent.any() else None
    if whitening is None:
        return None
    T, weights = whitening.T, bulk.L @ theta
    to_weights, samples = bulk.L @ T, T.T @ bulk.Z
    g = weights @ to_weights - samples @ scored.p / bulk.n
    lost = EPS * ((np.abs(bulk.Z) @ scored.p) @ np.abs(T) / bulk.n + (np.abs(bulk.L) @ np.abs(theta)) @ np.abs(to_weights))
    lost += np.abs(samples) @ (scored.v * scored.off) / bulk.n
    least = float(np.sqrt(whitening.least))
    decrement = float(np.linalg.norm(g) + np.linalg.norm(lost)) / least
    longest = float(np.sqrt(np.square(samples[:, bent]).sum(axis=0).max())) / least
    objective = float(scored.losses.mean()) + 0.5 * float(weights @ weights)
    return bounded(objective, decrement, longest, float(scored.p @ scored.off / bulk.n))


def _score_at(iterate: Iterate, w: list[Fraction], place: list[Fraction]) -> Fraction:
    """The score of a model at a place, without rounding."""
    if iterate.centre is None:
        return Fraction(iterate.b) + sum((v * p for v, p in zip(w, place, strict=True)), Fraction(0))
    centre = [Fraction(v) for v in iterate.centre.tolist()]
    return Fraction(iterate.f_centre) + sum((v * (p - q) for v, p, q in zip(w, place, centre, strict=True)), Fraction(0))
