"""Softmax regression by Newton's method, in blocks of classes.

Only differences of scores matter, so the last class has the score 0 and the others theta (K-1, r+1); the penalty of the gauge
``sum_k w_k = 0`` is ``sum |d_k|^2 - |sum d_k|^2 / K`` for the differences d.

Source: Armijo, Pacific J. Math. 16 (1966) 1 (the line search).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, Ints
from ...rounding import RANK
from ..logistic.gradient import ARMIJO
from ..logistic.newton import CHORD_FROM, CONVERGED, CONVERGED_CHORD, PURE_STEPS, STAGNANT, SUBSAMPLE_FROM, strides
from .coordinates import BLOCK, Coordinates

SMALL = 1e-3  # below this objective every point is seen from its own class


@dataclass(frozen=True, eq=False)
class Derivatives:
    """Loss (mean), gradient (K-1, r+1) and Hessian, of the mean log-loss with its penalty; ``H`` None when it was not asked for."""

    value: float
    gradient: Floats
    H: Floats | None


@dataclass(frozen=True, eq=False)
class SoftmaxStep:
    """theta after a step; the decrement ``g' H^-1 g``, the objective and the Hessian before it; whether it was the last one."""

    theta: Floats
    decrement: float
    length: float
    reached: bool
    value: float
    H: Floats


class SoftmaxProblem:
    """The mean log-loss of K classes with ``penalty sum_k ||w_k||^2`` in whitened coordinates."""

    def __init__(self, at: Coordinates, labels: Ints, K: int, penalty: float) -> None:
        self.at, self.labels, self.K, self.penalty = at, labels, K, penalty
        self.n = at.n
        # Of the points of each class.
        self.sums = np.array([np.bincount(labels, column, minlength=K) for column in at.columns]).T
        coupling = np.eye(K - 1) - 1.0 / K
        self.P = np.zeros((K - 1, at.size, K - 1, at.size))
        self.P[:, :-1, :, :-1] = 2.0 * penalty * coupling[:, None, :, None] * at.metric[None, :, None, :]
        self._rows, self._cols = np.triu_indices(K - 1)
        self._small = False

    def thin(self, stride: int) -> SoftmaxProblem:
        """The same model of every ``stride``-th point, with a little more penalty: a part of the points may be separable."""
        part = SoftmaxProblem(self.at.thin(stride), self.labels[::stride], self.K, self.penalty)
        part.P = part.P + 1e-6 * np.eye(part.P[:, :, 0, 0].size).reshape(part.P.shape)
        return part

    def derivatives(self, theta: Floats, hessian: bool = True) -> Derivatives:
        """Value, gradient and Hessian at ``theta (K-1, r+1)``, some thousand points at a time."""
        total, gradient = 0.0, np.zeros_like(theta)
        grams = np.zeros((len(self._rows), self.at.size, self.at.size))
        for first in range(0, self.n, BLOCK):
            part = self.at if self.n <= BLOCK else self._block(first)
            loss, p, pulls = self._parts(theta, part, first)
            total += loss
            gradient += pulls @ part.columns.T
            if hessian:
                weights = -p[self._rows] * p[self._cols]
                weights[self._rows == self._cols] += p
                grams += part.grams(weights)
        if not self._small:
            gradient -= self.sums[:-1]
        value = self._value(theta, total)
        if not self._small and value < SMALL:
            self._small = True
            return self.derivatives(theta, hessian)
        pull = self._penalised_weights(theta)
        return Derivatives(value, gradient / self.n + pull, self._join_blocks(grams) if hessian else None)

    def value(self, theta: Floats) -> float:
        """The objective alone."""
        total = 0.0
        for first in range(0, self.n, BLOCK):
            part = self.at if self.n <= BLOCK else self._block(first)
            total += self._parts(theta, part, first)[0]
        return self._value(theta, total)

    def _parts(self, theta: Floats, part: Coordinates, first: int) -> tuple[float, Floats, Floats]:
        """The sum of the losses, the probabilities (K-1, n), and what pulls at the scores; of a block of points.

        Usually ``ln sum exp f`` and p, from which the sums of the classes are taken at the end.  Where the losses are small those
        differences have no digits left, so every point is seen from its own class.
        """
        F = theta @ part.columns
        if not self._small:
            logarithms, p = probabilities(F)
            return float(logarithms.sum()), p, p
        labels, rows = self.labels[first : first + part.n], np.arange(part.n)
        behind = np.concatenate([F, np.zeros((1, part.n))])
        behind -= behind[labels, rows]
        behind[labels, rows] = -np.inf
        odds = np.exp(np.minimum(behind, 700.0))  # more would overflow
        rest = odds.sum(axis=0)
        loss, odds = float(np.log1p(rest).sum()), odds / (1.0 + rest)
        p = odds.copy()
        p[labels, rows] = 1.0 / (1.0 + rest)
        odds[labels, rows] = -rest / (1.0 + rest)
        return loss, p[:-1], odds[:-1]

    def _value(self, theta: Floats, total: float) -> float:
        if not self._small:
            total -= float((theta * self.sums[:-1]).sum())
        return total / self.n + 0.5 * float((theta * self._penalised_weights(theta)).sum())

    def _block(self, first: int) -> Coordinates:
        return Coordinates(self.at.centre, self.at.basis, self.at.columns[:, first : first + BLOCK])

    def _penalised_weights(self, theta: Floats) -> Floats:
        if self.P is None or not self.P.any():
            return np.zeros_like(theta)
        size = theta.size
        pull: Floats = (self.P.reshape(size, size) @ theta.ravel()).reshape(theta.shape)
        return pull

    def _join_blocks(self, grams: Floats) -> Floats:
        """The Hessian (K-1)(r+1) square from its blocks."""
        H = np.empty((self.K - 1, self.at.size, self.K - 1, self.at.size))
        for block, k, other in zip(grams, self._rows, self._cols, strict=True):
            H[k, :, other, :] = H[other, :, k, :] = block
        size = (self.K - 1) * self.at.size
        total: Floats = (H / self.n + self.P).reshape(size, size)
        return total


def probabilities(F: Floats) -> tuple[Floats, Floats]:
    """``ln sum_k exp(f_k)`` (n,) and the probabilities (K-1, n) for scores ``F (K-1, n)`` beside a class of score 0."""
    top = np.maximum(np.maximum.reduce(F, axis=0), 0.0)
    p = np.exp(F - top)
    total = np.add.reduce(p, axis=0) + np.exp(-top)
    p /= total
    return top + np.log(total), p


def minimise(problem: SoftmaxProblem, theta: Floats) -> Iterator[SoftmaxStep]:
    """Newton steps to the minimum, beginning with subsamples when there are many points and ``theta`` is zero.

    The minimum of a subsample is within the sampling error of the whole one, so all points are visited two or three times only.
    """
    for stride in () if theta.any() else strides(problem.n):
        for step in newton(problem.thin(stride), theta, 1e-8):
            theta = step.theta
    yield from newton(problem, theta)


def newton(problem: SoftmaxProblem, theta: Floats, tolerance: float = CONVERGED) -> Iterator[SoftmaxStep]:
    """Damped Newton steps from ``theta (K-1, r+1)``.

    1. The step -H^-1 g; its decrement g' H^-1 g.
    2. Halve the step until it gains (Armijo), while the decrement is more than a per cent of the objective or grows.
    3. Stop after the step whose decrement is small, or when rounding keeps it from falling.
    4. Many points and a small decrement: keep the old Hessian, it costs most of a pass.
    """
    at = problem.derivatives(theta)
    H = at.H
    previous, chord = np.inf, False
    for _ in range(200):
        assert H is not None  # the first derivatives always come with one
        step = _step(H, at.gradient)
        decrement = -float((at.gradient * step).sum())
        if not 0.0 <= decrement < np.inf:
            return
        length, ahead = 1.0, None
        if not chord and (decrement > PURE_STEPS * at.value or decrement > previous):
            length = _line_search(problem, theta, step, at.value, decrement)
        size = min(float(theta.ravel() @ H @ theta.ravel()), abs(at.value))
        small = decrement <= (CONVERGED_CHORD if chord else tolerance) * size or decrement == 0.0
        reached = small or STAGNANT * size >= decrement >= 0.25 * previous
        starts_chord = chord or (problem.n > SUBSAMPLE_FROM and decrement < CHORD_FROM * at.value)
        if not reached and length == 1.0:
            ahead = problem.derivatives(theta + step, hessian=not starts_chord)
            if not starts_chord and ahead.value > at.value + STAGNANT * abs(at.value):
                # A point far away: the quadratic model is good on a shorter way than the decrement tells.
                length, ahead = _line_search(problem, theta, step, at.value, decrement), None
        if length <= 1e-10:
            return
        theta = theta + length * step
        yield SoftmaxStep(theta, decrement, length, reached, at.value, H)
        if reached:
            return
        previous, chord = decrement, starts_chord
        at = ahead or problem.derivatives(theta, hessian=not chord)
        H = H if chord else at.H


def is_proved(problem: SoftmaxProblem, step: SoftmaxStep) -> bool:
    """Whether a last step proves the minimum by the bound of :func:`softmax_bound.self_concordant_gap`, taken coarsely.

    No range of scores is longer than ``sqrt(2 max ||u||^2 / smallest eigenvalue of H)``.
    """
    if not step.reached or not step.decrement <= 1e-10 * step.value:
        return False
    curvatures = np.linalg.eigvalsh(step.H)
    least = float(curvatures[0])
    if not least > RANK * float(curvatures[-1]):
        return False
    reach = float(np.einsum("ij,ij->j", problem.at.columns, problem.at.columns).max())
    return 2.0 * reach / least * step.decrement <= 1e-2  # up to there the quadratic model is good to a tenth


def _step(H: Floats, gradient: Floats) -> Floats:
    try:
        step: Floats = np.asarray(-np.linalg.solve(H, gradient.ravel())).reshape(gradient.shape)
    except np.linalg.LinAlgError:
        step = np.asarray(-np.linalg.lstsq(H, gradient.ravel(), rcond=None)[0]).reshape(gradient.shape)
    return step


def _line_search(problem: SoftmaxProblem, theta: Floats, step: Floats, here: float, decrement: float) -> float:
    length = 1.0
    while length > 1e-10 and not problem.value(theta + length * step) <= here - ARMIJO * length * decrement:
        length *= 0.5
    return length
