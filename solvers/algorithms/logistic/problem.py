"""The objective of logistic regression in coordinates that suit the computer: value, gradient,
Hessian.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...arrays import Floats, weighed_sum
from ...cancellation import check_cancelled
from ...losses import logistic_function, logistic_loss
from ...method import Fit, Method
from ...moments import BLOCK, ClassMoments
from ...problem import Problem
from ...result import Iterate
from ...rounding import LEAST_PART, TINY, WELL_CONDITIONED

# A mean loss below this is compared with it: where features of great size separate, the loss is of
# the order of its rounding.
SMALL_LOSS = 1e-3


@dataclass(frozen=True, eq=False)
class Derivatives:
    """Gradient (r+1,), and where asked for the Hessian (r+1, r+1) and a lower bound of the
    objective at the same theta.
    """

    g: Floats
    H: Floats | None
    bound: float


class SmoothProblem:
    """A mean log-loss with its penalty ``theta' P theta / 2``, of two classes or of many, as a
    function of ``theta (d,)``.

    ``reach`` is at least the squared length of the longest sample, a vector whose product with
    theta is a difference of scores; ``condition`` is how many times its rounding the coordinates
    may have cost the samples; ``weights (n,)`` are how many times each loss counts, None: once.
    """

    l2: float
    P: Floats
    reach: float
    condition: float
    weights: Floats | None

    @property
    @abstractmethod
    def n(self) -> int:
        """The number of points."""

    @abstractmethod
    def scores(self, theta: Floats) -> Floats:
        """What the losses are functions of, at every point (n,), or of each class (K, n)."""

    @abstractmethod
    def losses(self, F: Floats) -> Floats:
        """The losses (n,) at such scores."""

    @abstractmethod
    def pulls(self, F: Floats) -> Floats:
        """The derivatives of the losses by the scores."""

    @abstractmethod
    def derivatives(self, theta: Floats) -> Derivatives:
        """Gradient, Hessian, and a lower bound of the objective."""

    @abstractmethod
    def longest(self, T: Floats) -> float:
        """The length of the longest sample in the metric ``T T'``."""

    def value(self, theta: Floats) -> float:
        """The objective alone."""
        losses = weighed_sum(self.losses(self.scores(theta)), self.weights)
        return losses / self.n + 0.5 * float(theta @ self.P @ theta)

    def slope_along(self, theta: Floats, step: Floats) -> Callable[[float], float]:
        """The slope of the objective at ``theta + t step`` along the step, as a function of t."""
        F, change = self.scores(theta), self.scores(step)
        pulled = change if self.weights is None else self.weights * change
        penalty_slope, penalty_curvature = float(theta @ self.P @ step), float(step @ self.P @ step)

        def slope(t: float) -> float:
            check_cancelled()
            pulls = self.pulls(F + t * change)
            return penalty_slope + t * penalty_curvature + float(np.vdot(pulls, pulled)) / self.n

        return slope


@dataclass(frozen=True, eq=False)
class LogisticProblem(SmoothProblem):
    """``F(theta) = (1/n) sum v_i log(1 + exp(-theta'z_i)) + theta' P theta / 2`` in coordinates
    that suit the computer.

    ``Z (r+1, n)`` holds ``z_i = y_i (u_i, 1)``, class + first, where u are centred and scaled
    coordinates of the points. ``basis (m, r+1)`` and ``inverse (r+1, m+1)`` translate: ``w = basis
    theta``, ``f(centre) = theta[r]``, and ``theta = inverse (w, f(centre))``.  ``P (r+1, r+1)`` is
    the penalty of these w and b, so F is exactly the objective in data units; the choice of
    coordinates changes only the rounding.  ``reach`` is at least the squared length of the longest
    sample, ``condition`` how many times its rounding the translation may have cost the samples
    (infinite where directions are left out). ``weights (n,)`` are the v_i, None where every sample
    counts once.
    """

    Z: Floats
    P: Floats
    centre: Floats
    basis: Floats
    inverse: Floats
    l2: float
    reach: float
    penalises_bias: bool = False
    condition: float = np.inf
    weights: Floats | None = None

    @staticmethod
    def of(
        moments: ClassMoments,
        l2: float,
        penalise_bias: bool = False,
        weights: Floats | None = None,
    ) -> LogisticProblem:
        """The problem for the penalty ``l2 ||w||^2`` (``l2 (||w||^2 + b^2)`` with
        ``penalise_bias``).

        The samples count ``weights (n,)`` times, class + first; None: once.

        Features are scaled to mean square 1 each.  Where they depend on each other, or points lie
        on a line without penalty, or near one, coordinates come from a singular value
        decomposition; directions in which nothing varies are left out, which leaves the w of
        smallest norm.
        """
        if weights is not None:
            return replace(LogisticProblem.of(moments, l2, penalise_bias), weights=weights)
        m = len(moments.centre)
        scale = np.sqrt(moments.total.diagonal() / moments.n)
        # A feature that varies by rounding alone is constant, unless the penalty leaves it a part
        # in the objective all the same.
        constant = (scale <= moments.noise) & (
            scale * scale <= (LEAST_PART * l2 if l2 > 0.0 else np.inf)
        )
        scale = np.where(constant, 1.0, scale)
        condition = 1.0
        Z = np.ones((m + 1, moments.n))
        np.divide(moments.columns, scale[:, None], out=Z[:m])
        Z[:m][constant] = 0.0
        # Weights across the points pay, too, where they make b small.
        needs_svd = not penalise_bias and (
            bool(constant.any()) or not _are_independent(moments, scale)
        )
        if m == 2 and l2 > 0.0:
            needs_svd = needs_svd and _is_nearly_a_line(Z[:m])
        if needs_svd:
            least = max(LEAST_PART, float(np.max(moments.noise / scale)))
            U, basis, inverse, condition = _orthonormal(Z[:m], scale, l2, least)
            Z = np.concatenate([U, Z[m:]])
            reach = 4.0 * moments.n + 1.0  # no row of orthonormal columns is longer than 1
        else:
            basis, inverse = np.diag(1.0 / scale), np.diag(scale)
            reach = float(np.square(Z).sum(axis=0).max())
        _turn_negative_class(Z, moments.plus.n)
        problem = _with_coordinates(Z, moments, basis, inverse, l2, reach, condition)
        if not penalise_bias:
            return problem
        bias = np.eye(m + 1)[m] - moments.centre @ problem.basis
        return replace(problem, P=problem.P + 2.0 * l2 * np.outer(bias, bias), penalises_bias=True)

    @staticmethod
    def of_method(
        method: Method, problem: Problem, l2: float, penalise_bias: bool = False
    ) -> LogisticProblem:
        """The problem with the weights that a method gives the points."""
        weights = method.loss_weights(problem)
        grouped = None if weights is None else weights[problem.order]
        return LogisticProblem.of(problem.moments, l2, penalise_bias, grouped)

    @property
    def n(self) -> int:
        """The number of points."""
        return int(self.Z.shape[1])

    @property
    def times(self) -> Floats | float:
        """How many times each sample counts, 1 where all count once."""
        return 1.0 if self.weights is None else self.weights

    def weights_within(self, first: int) -> Floats | None:
        """The weights of the block of samples that begins with number ``first``."""
        return None if self.weights is None else self.weights[first : first + BLOCK]

    def scores(self, theta: Floats) -> Floats:
        """The margins."""
        margins: Floats = theta @ self.Z
        return margins

    def losses(self, F: Floats) -> Floats:
        """``log(1 + e^-m)``."""
        losses: Floats = logistic_loss(F)
        return losses

    def pulls(self, F: Floats) -> Floats:
        """``-1/(1 + e^m)``."""
        return -logistic_function(-F)

    def derivatives(self, theta: Floats, hessian: bool = True) -> Derivatives:
        """With ``p_i = 1/(1 + exp(m_i))``: gradient ``g = P theta - Z p / n``, Hessian ``H = P + Z
        diag(p - p^2) Z' / n``.

        Of a sample that counts v times p and ``p - p^2`` do so, too.
        """
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
            bend = p - p * p if hessian else p
            times = self.weights_within(first)
            if times is not None:
                p, bend = p * times, bend * times
            slope += block @ p
            if hessian:
                total += float(np.add.reduce(p))
                curvature += (block * bend) @ block.T
        penalty = self.P @ theta
        # -log(1 - p) >= p bounds the loss from below without a logarithm.
        bound = total / n + 0.5 * float(theta @ penalty)
        return Derivatives(penalty - slope / n, self.P + curvature / n if hessian else None, bound)

    def theta(self, iterate: Iterate) -> Floats:
        """theta of a model in data units."""
        w, origin, at_origin = iterate.about_centre
        coordinates: Floats = self.inverse @ np.append(
            w, at_origin + float(w @ (self.centre - origin))
        )
        return coordinates

    def warm(self, start: Fit | None) -> Floats:
        """theta of an earlier fit, or zero where there is none, or where zero is the better
        start.
        """
        cold = np.zeros(len(self.Z))
        if start is None or not start.has_model:
            return cold
        if (
            start.last.w is None
            or len(start.last.w) != len(self.basis)
            or start.last.quadratic is not None
        ):
            return cold
        theta = self.theta(start.last)
        return theta if self.value(theta) < self.value(cold) else cold

    def iterate(
        self,
        theta: Floats,
        number: int | None = None,
        note: str = "",
        with_objective: bool = False,
    ) -> Iterate:
        """The model of theta in data units, after so many steps."""
        objective = self.value(theta) if with_objective else np.nan
        rest: dict[str, Any] = {"note": note, "objective": objective, "number": number}
        w, f_centre = self.basis @ theta, float(theta[-1])
        return Iterate.centred(w, self.centre, f_centre, **rest)

    def longest(self, T: Floats) -> float:
        """The length of the longest sample in the metric ``T T'`` of theta."""
        return math.sqrt(float(np.square(T.T @ self.Z).sum(axis=0).max()))


def _is_nearly_a_line(columns: Floats) -> bool:
    """Whether points of the plane (2, n) whose squares show a line still vary across it by more
    than rounding.
    """
    values = np.linalg.svd(columns, compute_uv=False)
    return bool(values[1] > 1e3 * LEAST_PART * values[0])


def _orthonormal(
    columns: Floats, scale: Floats, l2: float, least: float
) -> tuple[Floats, Floats, Floats, float]:
    """Coordinates (r, n) of scaled columns (m, n) in which the Hessian is near the identity, with
    basis (m, r) and inverse (r, m).

    At w = 0 the Hessian is ``A'A`` for the rows ``A = [x_i'/sqrt(4n); sqrt(2 l2) I]``.  With ``A
    D^-1 = U S V'`` (D: unit columns) the coordinates are the upper rows of U, ``basis = D^-1 V /
    S`` and ``inverse = S V' D``.  Features that the penalty rules and features that depend on each
    other are then both harmless.  Singular values below ``least`` of the largest are zero: the
    basis loses its part in the null space of the points, so that w is the shortest of those with
    the same scores.
    """
    n = columns.shape[1]
    rows = np.concatenate([columns.T * (0.5 / np.sqrt(n)), np.diag(np.sqrt(2.0 * l2) / scale)])
    unit = np.linalg.norm(rows, axis=0)
    unit = np.where(unit > 0.0, unit, 1.0)
    U, S, V = np.linalg.svd(rows / unit, full_matrices=False)
    is_used = least * max(float(S[0]), TINY) < S
    D = unit * scale
    null = V[~is_used].T / D[:, None]
    U, S, V = U[:, is_used], S[is_used], V[is_used]
    basis = V.T / S / D[:, None]
    if null.shape[1]:
        null, _ = np.linalg.qr(null)
        basis = basis - null @ (null.T @ basis)
    condition = float(S[0] / S[-1]) if is_used.all() else np.inf
    return np.ascontiguousarray(2.0 * np.sqrt(n) * U[:n].T), basis, S[:, None] * V * D, condition


def _with_coordinates(
    Z: Floats,
    moments: ClassMoments,
    basis: Floats,
    inverse: Floats,
    l2: float,
    reach: float,
    condition: float,
) -> LogisticProblem:
    m, r = len(moments.centre), len(Z) - 1
    to_weights, to_theta = np.zeros((m, r + 1)), np.eye(r + 1, m + 1, m - r)
    to_weights[:, :r], to_theta[:r, :m] = basis, inverse
    P = 2.0 * l2 * to_weights.T @ to_weights
    return LogisticProblem(
        Z, P, moments.centre, to_weights, to_theta, l2, reach, condition=condition
    )


def _are_independent(moments: ClassMoments, scale: Floats) -> bool:
    """Whether features depend on each other so little that Newton's steps keep their digits."""
    correlation = moments.total / (moments.n * scale * scale[:, None])
    return bool(np.linalg.eigvalsh(correlation)[0] >= WELL_CONDITIONED)


def _turn_negative_class(Z: Floats, count: int) -> None:
    """Multiply the samples of the negative class, from ``count`` on, by -1 in place."""
    # np.negative in place on one strided column is wrong in some versions of numpy
    Z[:, count:] *= -1.0
