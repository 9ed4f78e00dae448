"""Bayesian logistic regression: not one line, but how sure we are of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.logistic.descent import newton_steps, solve
from ..algorithms.logistic.gap import certified_bounds
from ..algorithms.logistic.problem import LogisticProblem
from ..algorithms.no_direction import MEANS_COINCIDE, constant, weighed_count
from ..algorithms.stepping import change_steps
from ..arrays import Floats, locked, weighed_sum
from ..criterion import Criterion
from ..losses import LOGISTIC, logistic_function, logistic_loss
from ..method import Fit, Method, Steps
from ..parameters import Range, Symbol
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status


@dataclass(frozen=True)
class BayesianLogistic(Method):
    """Logistic regression with a Gaussian prior on w, and the uncertainty that the data leave.

    The prior is ``w ~ N(0, prior_variance I)`` and flat for b, so that moving the origin changes
    nothing.  The boundary is the most probable (w, b), that is :class:`LogisticRegression` with
    ``l2 = 1 / (2 n prior_variance)``, whose objective, dual bound and gradient the certificate
    holds.  The Laplace approximation takes the posterior for a normal density with the covariance
    ``(n H)^-1``, H the Hessian of that objective; ``Iterate.covariance`` holds it for (w,
    f(centre)).

    The probability of class + averages the logistic function over the posterior of the score, N(f,
    s^2) with ``s^2 = u' covariance u`` for ``u = (phi - centre, 1)``, by the probit approximation
    ``1 / (1 + exp(-f / sqrt(1 + pi s^2 / 8)))``: the boundary is that of the most probable line,
    but the probabilities rise less steeply where the data leave the line uncertain.

    Where it fails: a posterior far from normal, as that of a few separated points, is another than
    its Laplace approximation, and so is the uncertainty shown.

    Source: Bishop, Pattern Recognition and Machine Learning, sec. 4.5 (whose prior covers the bias,
        too); Linear methods summary;
    Spiegelhalter and Lauritzen, Networks 20 (1990) 579, and MacKay, Neural Comput. 4 (1992) 720
    (Laplace and probit).

    Example:
        >>> from solvers import BayesianLogistic, fit
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]
        >>> fit(BayesianLogistic(), X, y).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Bayesian logistic regression"
    label: ClassVar[str] = "Bayesian logistic"
    summary: ClassVar[str] = (
        "Logistic regression that knows how uncertain it is: probabilities fade away from the data."
    )
    objective: ClassVar[str] = (
        "min \\frac{1}{n} \\sum_{i=1}^{n} log(1 + e^{−y_i f(x_i)}) + \\frac{‖w‖^2}{2 n σ^2}"
    )
    has_probability: ClassVar[bool] = True
    takes_weights = True
    iterative: ClassVar[bool] = True
    loss = LOGISTIC  # the negative log-likelihood of a point

    prior_variance: Annotated[
        float, Range(0.0, open_low=True, log=True, slider=(1e-2, 1e4)), Symbol("σ²")
    ] = 10.0

    def criterion(self, n: float) -> Criterion:
        """Mean log-loss and the prior of w."""
        return Criterion(LOGISTIC, 1.0, 0.5 / (n * self.prior_variance))

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """Newton steps, each with the covariance that its Hessian suggests."""
        standard = self._standard(problem)
        if problem.means_coincide:
            plus, minus = (weighed_count(rows, problem.weights) for rows in problem.groups)
            odds = log(plus / minus)
            losses = weighed_sum(logistic_loss(problem.y * odds), problem.weights)
            flat = constant(problem.moments, odds, losses / len(problem.y))
            yield _with_covariance(standard, flat, problem.mass)
            return Outcome(Status.CONVERGED, MEANS_COINCIDE)
        steps = newton_steps(self, problem, standard, standard.warm(start), trace)
        return (
            yield from change_steps(
                steps, lambda step: _with_covariance(standard, step, problem.mass)
            )
        )

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The objective, a lower bound of its minimum, and the gradient, as for logistic
        regression.
        """
        return certified_bounds(problem, self._standard(problem), iterate, margins)

    def probability(self, iterate: Iterate, Phi: Floats, scores: Floats) -> Floats | None:
        """The logistic function averaged over the posterior (probit approximation)."""
        if iterate.covariance is None or iterate.centre is None:
            return None
        u = np.column_stack([Phi - iterate.centre, np.ones(len(Phi))])
        # A quadratic form of a covariance is never negative; that of nearly dependent features may
        # be, by rounding.
        variances = np.maximum(((u @ iterate.covariance) * u).sum(axis=1), 0.0)
        return logistic_function(scores / np.sqrt(1.0 + np.pi / 8.0 * variances))

    def _standard(self, problem: Problem) -> LogisticProblem:
        l2 = 0.5 / (problem.mass * self.prior_variance)
        return LogisticProblem.of_method(self, problem, l2)


def _with_covariance(standard: LogisticProblem, iterate: Iterate, mass: float) -> Iterate:
    H = standard.derivatives(standard.theta(iterate)).H
    assert H is not None  # asked for
    to_data = np.vstack([standard.basis, np.eye(len(H))[-1]])
    covariance = to_data @ (solve(H, np.eye(len(H))) / mass) @ to_data.T
    return replace(iterate, covariance=locked(0.5 * (covariance + covariance.T)))
