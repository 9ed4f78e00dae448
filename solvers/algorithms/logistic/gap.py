"""How far above its minimum a logistic objective can be: a bound from the gradient, for models that are nearly there.

Source: Bach, Electron. J. Stat. 4 (2010) 384 (how far the quadratic model of a logistic loss holds).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...arrays import Floats
from ...cancellation import check_cancelled
from ...problem import Problem
from ...result import Iterate
from ..exact_sums import exact_products
from .bulk import BulkProblem, Numbers, Whitening

# The bound needs lambda R below 1; up to there it is at most 1/R^2.
NEAR = 0.999
# An objective that rounding may have moved by more than this part of it is computed again with longer numbers.
SHORT = 1e-10
# A sum is taken to be off by so many eps of the sum of the sizes of its terms.
SAFETY = 4.0
# So many points at the most are scored with twice the digits of doubles: those far away.
FAR = 64


@dataclass(frozen=True)
class Distance:
    """The objective of a model, how far above the minimum it can be, and how far its own computation may be off."""

    primal: float
    excess: float
    rounding: float


def distance_to_minimum(problem: Problem, iterate: Iterate, l2: float, penalise_bias: bool, scale: float) -> Distance | None:
    """The objective and a bound of ``F - min F``, or None for a model too far from the minimum.

    The logistic loss is self-concordant in the sense of Bach (Electronic Journal of Statistics 4, 2010): its third derivative is
    at most its second.  With the gradient g and the Hessian H at the model, ``lambda = sqrt(g' H^-1 g)`` and
    ``R = max_i sqrt(z_i' H^-1 z_i)``, integrating twice along any ray gives ``F(theta + d) >= F(theta) + g'd + (e^-s + s - 1)/R^2``
    for ``s = R sqrt(d'Hd)``, hence

        ``F - min F <= (u + (1 - u) ln(1 - u)) / R^2`` with ``u = lambda R < 1``,

    about ``lambda^2/2`` near the minimum.  No multiplier has to be feasible, so the bound holds without penalty just as with one,
    and what rounding does to g enters by its square.  Everything is measured about the median of the points.  An objective that
    loses too many digits is computed again as ``np.longdouble``; the rounding that is left is a part of lambda.
    """
    bulk = BulkProblem.of(problem, l2, penalise_bias)
    distance = _distance(bulk, Scored.of(problem, iterate, np.float64), iterate, l2, penalise_bias)
    if distance is None or distance.rounding > SHORT * max(distance.primal, scale):
        distance = _distance(bulk, Scored.of(problem, iterate, np.longdouble), iterate, l2, penalise_bias)
    return distance


@dataclass(frozen=True, eq=False)
class Scored:
    """The points as a model sees them, in numbers of one kind: the margins (n,), how far they may be ``off`` (n,), and

    ``p = 1/(1 + e^m)``, ``v = p (1 - p)`` and the losses ``log(1 + e^-m)``.
    """

    problem: Problem
    margins: Numbers
    off: Numbers
    p: Numbers
    v: Numbers
    losses: Numbers

    @staticmethod
    def of(problem: Problem, iterate: Iterate, kind: type[np.floating[Any]]) -> Scored:
        assert iterate.w is not None  # no kernel form
        w, origin, at_origin = _model(iterate, kind)
        deviations = problem.Phi.T.astype(kind) - origin[:, None]
        margins = problem.y * (w @ deviations + at_origin)
        check_cancelled()
        off = SAFETY * float(np.finfo(kind).eps) * (np.abs(w) @ np.abs(deviations) + abs(at_origin))
        return Scored.at(problem, margins, off)

    @staticmethod
    def at(problem: Problem, margins: Numbers, off: Numbers) -> Scored:
        """What follows from the margins."""
        check_cancelled()
        small = np.exp(-np.abs(margins))
        p = np.where(margins > 0, small, 1) / (1 + small)
        v = small / ((1 + small) * (1 + small))
        return Scored(problem, margins, off, p, v, np.log1p(small) + np.maximum(-margins, 0))

    @staticmethod
    def long(problem: Problem, iterate: Iterate) -> Scored:
        """In long numbers, and the few points whose rounding reaches the objective most with twice the digits of doubles."""
        scored = Scored.of(problem, iterate, np.longdouble)
        reaching = scored.p * scored.off
        rows = np.argsort(-reaching)[:FAR]
        rows = rows[reaching[rows] > 0]
        margins, off = scored.margins.copy(), scored.off.copy()
        margins[rows] = [_rounded(score, np.longdouble) for score in _exact_scores(iterate, problem.Phi[rows])]
        margins[rows] *= problem.y[rows]
        off[rows] = SAFETY * float(np.finfo(np.longdouble).eps) * np.abs(margins[rows])
        return Scored.at(problem, margins, off)

    @property
    def kind(self) -> Any:
        return self.margins.dtype.type

    def samples(self, bulk: BulkProblem) -> Numbers:
        """The signed samples (m+1, n) of the bulk, in numbers of this kind."""
        if self.kind is np.float64:
            return bulk.Z
        scaled = (self.problem.Phi.T.astype(self.kind) - bulk.centre[:, None]) / bulk.unit[:, None]
        return np.concatenate([scaled, np.ones((1, bulk.n), dtype=self.kind)]) * self.problem.y


def _model(iterate: Iterate, kind: Any) -> tuple[Numbers, Numbers, Any]:
    """w, the place its score is known at, and that score."""
    assert iterate.w is not None
    w = iterate.w.astype(kind)
    if iterate.centre is None:
        return w, np.zeros(len(w), dtype=kind), kind(iterate.b)
    return w, iterate.centre.astype(kind), kind(iterate.f_centre)


def _exact_scores(iterate: Iterate, Phi: Floats) -> list[Fraction]:
    """The scores at a few points (k, m) with twice the digits of doubles."""
    assert iterate.w is not None
    at_origin = Fraction(iterate.b)
    if iterate.centre is not None:
        at_origin = Fraction(iterate.f_centre) - exact_products(iterate.w, iterate.centre[:, None])[0]
    return [product + at_origin for product in exact_products(iterate.w, Phi.T)]


def _rounded(number: Fraction, kind: Any) -> Any:
    """A number of this kind, whatever it is: the double, and what that leaves."""
    high = float(number)
    return kind(high) + kind(float(number - Fraction(high)))


def _offset(iterate: Iterate, kind: Any) -> Any:
    """``b = f(centre) - <w, centre>`` rounded once: far from the origin the two cancel."""
    if iterate.centre is None:
        return kind(iterate.b)
    assert iterate.w is not None
    return _rounded(Fraction(iterate.f_centre) - exact_products(iterate.w, iterate.centre[:, None])[0], kind)


def objective_with_rounding(scored: Scored, iterate: Iterate, l2: float, penalise_bias: bool) -> tuple[float, float]:
    """The objective of a model, and how far its computation may be off."""
    return _objective(scored, _penalised(scored, iterate, penalise_bias), l2)


def _objective(scored: Scored, penalised: tuple[Numbers, Any, Any], l2: float) -> tuple[float, float]:
    w, b, b_off = penalised
    primal = float(scored.losses.mean() + l2 * (w @ w + b * b))
    return primal, float(scored.p @ scored.off / len(scored.p) + 2.0 * l2 * abs(b) * b_off)


def _penalised(scored: Scored, iterate: Iterate, penalise_bias: bool) -> tuple[Numbers, Any, Any]:
    """w, b where it is penalised, and how far that may be off."""
    w, _origin, _at_origin = _model(iterate, scored.kind)
    b = _offset(iterate, scored.kind) if penalise_bias else scored.kind(0)
    return w, b, SAFETY * float(np.finfo(scored.kind).eps) * abs(b)


def _distance(bulk: BulkProblem, scored: Scored, iterate: Iterate, l2: float, penalise_bias: bool) -> Distance | None:
    eps = SAFETY * float(np.finfo(scored.kind).eps)
    w, b, b_off = penalised = _penalised(scored, iterate, penalise_bias)
    primal, rounding = _objective(scored, penalised, l2)

    check_cancelled()
    whitening = Whitening.of(bulk, scored.v.astype(np.float64))
    if whitening is None:
        return None
    check_cancelled()
    T, samples = whitening.T.astype(scored.kind), scored.samples(bulk)
    whitened = T.T @ samples
    check_cancelled()
    to_w = T[:-1] / bulk.unit[:, None]
    to_b, to_b_lengths = T[-1] - bulk.centre @ to_w, np.abs(T[-1]) + np.abs(bulk.centre) @ np.abs(to_w)
    g = 2.0 * l2 * (w @ to_w + b * to_b) - whitened @ scored.p / bulk.n
    # Each product is rounded at the size of its terms; a margin that is off moves p by at most v times that.
    lost = eps * (np.abs(samples) @ scored.p) @ np.abs(T) / bulk.n
    check_cancelled()
    lost += np.abs(whitened) @ np.minimum(scored.v * scored.off, scored.p) / bulk.n
    lost += 2.0 * l2 * (eps * (np.abs(w) @ np.abs(to_w) + abs(b) * to_b_lengths) + b_off * np.abs(to_b))
    check_cancelled()
    least = math.sqrt(whitening.least)
    longest = math.sqrt(float(np.square(whitened).sum(axis=0).max())) / least
    return bounded(primal, (_length(g) + _length(lost)) / least, longest, rounding)


def _length(vector: Numbers) -> float:
    return float(np.linalg.norm(vector.astype(np.float64)))


def bounded(primal: float, decrement: float, longest: float, rounding: float) -> Distance | None:
    """The distance that a decrement and the longest sample, both in the metric of H^-1, leave; None where they say nothing."""
    u = decrement * longest
    if not u < NEAR:
        return None
    # u + (1 - u) ln(1 - u) = u^2/2 + u^3/6 + ...: for a small u the difference would cancel.
    part = 0.5 * decrement * decrement * (1.0 + u) if u < 1e-3 else (u + (1.0 - u) * math.log1p(-u)) / longest**2
    return Distance(primal, part, rounding)
