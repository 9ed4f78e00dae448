"""Least squares on the labels: the MSE procedure and the pseudo-inverse."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.dual import squared_rounding
from ..algorithms.moments.linear_system import (
    SquaresProblem,
    minimum_norm_weights,
    well_conditioned_inverse,
)
from ..algorithms.moments.of_moments import ClosedForm
from ..algorithms.no_direction import MEANS_COINCIDE, UNDETERMINED, constant
from ..algorithms.through_origin import bounds_through_origin, halve_bounds, steps_through_origin
from ..arrays import Floats, centred_blocks
from ..certificate import TOLERANCE
from ..criterion import Criterion, Peer, Strength
from ..losses import SQUARED, squared_distance
from ..method import Fit, Method, Steps
from ..parameters import FitIntercept, Range, Symbol
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status
from ..rounding import EPS

NO_DIRECTION = (
    "The targets follow no direction, so the best weight vector is zero and each point is "
    "predicted alike."
)
NEARLY_DEPENDENT = (
    "The features depend on each other so nearly that no doubles hold the best weights: the sum "
    "of squares of those shown is above "
    "the minimum by the gap of the certificate."
)
# A primal below this part of sum t^2 is rounding: residuals of 1e-8 come from scores of 1e8 times
# their rounding.
NO_RESIDUAL = 1e-16
WRONG_LENGTH = (
    "The method holds {} targets but there are {} points: give one target for each point, or none."
)


@dataclass(frozen=True)
class LeastSquares(Method):
    """Fits the score to the labels: minimises ``sum_i (t_i - f(x_i))^2 + ridge ||w||^2`` with ``t_i
    = y_i target_i``.

    The targets are 1 unless given (one for each point: the vector b of the MSE procedure).  The sum
    is not divided by n, b is not penalised.  In centred coordinates b separates: it is the mean of
    t, and w solves ``(T + ridge I) w = sum_i t_i (x_i - mean)`` with the total scatter T.  For
    targets 1 and ridge 0 the direction is Fisher's.  A rank-deficient T gives the w of smallest
    norm (the pseudo-inverse).  Without ``fit_intercept`` b = 0, and w solves ``(Phi'Phi + ridge I)
    w = Phi't``.

    Where it fails: points far on their right side pull the line, too, because a score beyond its
    target costs as much as one short of it; a line that separates may be missed.

    Source: Linear discriminants slides, "Minimum squared error" (pseudo-inverse and its worked
        example, reproduced exactly);
    Linear methods summary, least squares; Hoerl and Kennard, Technometrics 12 (1970) 55 (ridge).

    Example:
        >>> from solvers import LeastSquares, fit
        >>> fit(LeastSquares(), [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Least squares"
    label: ClassVar[str] = "least squares"
    summary: ClassVar[str] = (
        "The affine function closest to the labels ±1 in the sum of squares (MSE, pseudo-inverse)."
    )
    objective: ClassVar[str] = "min \\sum_{i=1}^{n} (t_i − f(x_i))^2 + λ ‖w‖^2"
    takes_weights = True
    # the squared distance from the target, which is 1 unless ``targets`` says otherwise
    loss = SQUARED

    strength: ClassVar[Strength] = Strength("ridge", "$λ$", (-4.0, 4.0), more_is_softer=True)

    ridge: Annotated[float, Range(0.0, slider=(1e-3, 1e4), log=True), Symbol("λ")] = 0.0
    targets: Annotated[tuple[float, ...] | None, Range()] = None
    fit_intercept: FitIntercept = True

    @property
    def has_levels(self) -> bool:
        """The targets, unless the points have targets of their own."""
        return self.targets is None

    def criterion(self, n: float) -> Criterion:
        """The sum of squares, every point with its own target, and the ridge."""
        return Criterion(
            SQUARED if self.targets is None else squared_distance(np.array(self.targets)),
            float(n),
            self.ridge,
        )

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The closed form, in one step."""
        if self.targets is not None and len(self.targets) != len(problem.y):
            return Outcome(
                Status.NOT_APPLICABLE, WRONG_LENGTH.format(len(self.targets), len(problem.y))
            )
        if not self.fit_intercept:
            return (yield from steps_through_origin(self, self._affine, problem, trace))
        if problem.weighing is not None:
            iterate, outcome = self._of_weighed_points(problem)
            yield iterate
            return outcome
        iterate, outcome = self._answer(problem)
        assert iterate is not None  # least squares always has a solution
        if outcome.status is not Status.CONVERGED and iterate.w is not None and iterate.w.any():
            iterate, outcome = self._of_points(problem)
        yield iterate
        return outcome

    def _of_points(self, problem: Problem) -> ClosedForm:
        """The answer for nearly dependent features, with what the points themselves say about
        it.
        """
        squares = self._squares(problem)
        w, at_centre = squares.minimum()
        iterate = Iterate.centred(w, squares.centre, float(at_centre))
        primal, excess = squares.primal_and_excess(iterate.scores(problem.Phi), w)
        iterate = replace(iterate, objective=primal)
        if squares.is_rank_deficient:
            return iterate, Outcome(Status.SINGULAR, UNDETERMINED)
        if excess <= TOLERANCE * max(primal, NO_RESIDUAL * len(squares.t)):
            return iterate, Outcome(
                Status.CONVERGED, "The closed form solves the normal equations."
            )
        return iterate, Outcome(Status.SINGULAR, NEARLY_DEPENDENT)

    def _of_weighed_points(self, problem: Problem) -> ClosedForm:
        iterate, outcome = self._of_points(problem)
        if self.targets is None and problem.means_coincide:
            copies = problem.copies
            assert copies is not None
            mean = float(copies @ problem.y) / float(copies.sum())
            objective = float(copies @ (problem.y - mean) ** 2)
            flat = constant(problem.moments, mean, objective)
            return flat, replace(outcome, explanation=MEANS_COINCIDE)
        return iterate, outcome

    def _squares(self, problem: Problem) -> SquaresProblem:
        return SquaresProblem(
            problem.Phi, self._targets(problem), self.ridge, problem.moments.noise, problem.copies
        )

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The objective, and the objective less its exact distance from the optimum, ``g' H^-1 g /
        2`` for a quadratic.

        Where every residual is rounding (as many weights as points) there is no objective to
        compare with: the gap is then relative to the total sum of squares ``sum t^2``.
        """
        assert iterate.w is not None  # no kernel form
        if not self.fit_intercept:
            return halve_bounds(bounds_through_origin(self._affine, problem, iterate, margins))
        moments = problem.moments
        t = self._targets(problem)
        residuals = t - problem.y * margins
        copies = problem.copies
        pulls = residuals if copies is None else copies * residuals
        primal = float(pulls @ residuals) + self.ridge * float(iterate.w @ iterate.w)
        g = self.ridge * iterate.w  # half the gradient
        for block, columns in centred_blocks(problem.Phi, moments.centre + moments.mean):
            g = g - columns @ pulls[block]
        inverse = well_conditioned_inverse(moments, self.ridge) if copies is None else None
        if inverse is not None:
            excess = float(g @ inverse @ g) + float(residuals.sum()) ** 2 / len(t)
        else:
            primal, excess = self._squares(problem).primal_and_excess(
                iterate.scores(problem.Phi), iterate.w
            )
        total = float(t @ t if copies is None else t @ (copies * t))
        # Residuals carry a rounding of eps t; their part of the excess is not a gap.
        floor = (1e3 * EPS) ** 2 * total
        length = total**0.5 or 1.0
        sizes = np.sqrt(moments.total.diagonal() + self.ridge)
        violation = float(
            np.max(
                np.abs(g) / np.where(sizes > 0, sizes, 1.0),
                initial=abs(float(pulls.sum())) / problem.mass**0.5,
            )
        )
        scale = (
            total
            if primal <= NO_RESIDUAL * total + 4.0 * squared_rounding(problem, iterate)
            else 0.0
        )
        return Bounds(
            primal,
            primal if excess <= floor else max(0.0, primal - excess),
            violation / length,
            scale=scale,
        )

    def peer(self, fit: Fit) -> Peer | None:
        """LinearRegression, for targets ±1 and no ridge."""
        if self.ridge != 0.0 or self.targets is not None or not self.fit_intercept:
            return None
        if fit.problem.weights is not None:
            return None
        return Peer("sklearn.linear_model", "LinearRegression()", "predict")

    @property
    def _affine(self) -> LeastSquares:
        """The same with an offset, for every point and its mirror image."""
        targets = None if self.targets is None else self.targets * 2
        return replace(self, fit_intercept=True, ridge=2.0 * self.ridge, targets=targets)

    def _targets(self, problem: Problem) -> Floats:
        """t (n,) in the order of the rows."""
        return problem.y if self.targets is None else problem.y * np.array(self.targets)

    def _grouped_targets(self, problem: Problem) -> Floats:
        """t (n,), class + first: the order of the columns of the moments."""
        if self.targets is None:
            return np.repeat([1.0, -1.0], [problem.moments.plus.n, problem.moments.minus.n])
        targets = np.array(self.targets)
        return np.concatenate([targets[problem.rows_plus], -targets[problem.rows_minus]])

    def _answer(self, problem: Problem) -> ClosedForm:
        moments, t = problem.moments, self._grouped_targets(problem)
        mean = float(t.sum()) / len(t)
        solution = minimum_norm_weights(moments, t - mean, self.ridge)
        w = solution.w
        residuals = t - mean - w @ moments.columns + float(w @ moments.mean)
        objective = float(residuals @ residuals) + self.ridge * float(w @ w)
        at_centre = mean - float(w @ moments.mean)
        iterate = Iterate.centred(w, moments.centre, at_centre, objective=objective)
        if not w.any():
            is_determined = solution.full_rank or self.ridge > 0.0
            words = MEANS_COINCIDE if self.targets is None else NO_DIRECTION
            return iterate, Outcome(Status.CONVERGED if is_determined else Status.SINGULAR, words)
        if solution.is_certain:
            return iterate, Outcome(
                Status.CONVERGED, "The closed form solves the normal equations."
            )
        return iterate, Outcome(Status.SINGULAR, UNDETERMINED)
