"""Logistic regression: the probability of a class as a logistic function of an affine score."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import partial
from math import log
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.certified import certify_steps
from ..algorithms.logistic.descent import certain_minimum, descend, newton_steps, uncertified_steps
from ..algorithms.logistic.gap import certified_bounds
from ..algorithms.logistic.problem import LogisticProblem
from ..algorithms.moments.linear_system import row_space
from ..algorithms.moments.threshold import score_rounding
from ..algorithms.no_direction import MEANS_COINCIDE, UNDETERMINED, constant, weighed_count
from ..algorithms.stepping import change_steps
from ..algorithms.through_origin import bounds_through_origin, steps_through_origin
from ..arrays import Floats, weighed_sum
from ..certificate import count_words
from ..criterion import Criterion, Peer, Strength, class_weight
from ..losses import LOGISTIC, logistic_function, logistic_loss
from ..method import Fit, Method, Steps
from ..parameters import (
    WEIGHT_NEEDS_OFFSET,
    Choice,
    FitIntercept,
    Only,
    PositiveWeight,
    Range,
    Symbol,
)
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Separability, Status
from ..studies.separability import separability_of

SEPARABLE = (
    "The classes are separable and l2 = 0: the loss falls to zero as ||w|| grows, so there is no "
    "finite minimum. "
    "The hard-margin direction, the limit as l2 goes to 0, is shown."
)
TOUCHING = (
    "A line has the classes on its two closed sides and l2 = 0: the loss keeps falling as ||w|| "
    "grows, so there is no finite "
    "minimum. The answer for a very small l2 is shown."
)
ADD_PENALTY = (
    "Without a penalty nothing bounds the weights of nearly separable classes: choose l2 above 0."
)
OBJECTIVE_STILL_FALLS = (
    "Without penalty no minimum was found within the range of numbers: the classes are separable, "
    "or nearly so, in feature space, "
    "and the loss keeps falling ever more slowly. The last step is shown."
)
FLAT = "The loss is so flat here that its gradient vanishes before the minimum."
PEER_REMARK = (
    "mean loss + l2 |w|^2 with l2 = {:g}; scikit-learn has |w|^2 / 2 + C times the sum: C = 1/(2 "
    "n l2)"
)
# In units of the squared spread (l2 ||w||^2 has no unit): the penalty whose minimiser stands for
# the limit when the classes touch.
NEARLY_NO_PENALTY = 1e-8


@dataclass(frozen=True)
class LogisticRegression(Method):
    """Minimises ``(1/n) sum_i log(1 + exp(-y_i f(x_i))) + l2 ||w||^2``; ``P(+1 | x) = 1 / (1 +
    exp(-f(x)))``.

    b is not penalised unless ``penalise_bias`` adds ``l2 b^2`` (the extended-input form of the
    sources, whose answer depends on where the origin lies).  scikit-learn's C is ``1 / (2 l2 n)``.

    Without ``fit_intercept`` b = 0, and the line passes through the origin.

    ``positive_weight``: the loss of a point of class + counts this many times, ``(1/n) sum_i v_i
    log(1 + exp(-y_i f(x_i)))`` with v_i the weight there and 1 in class -; n still counts points.
    It is scikit-learn's ``class_weight={1: v}``, and a whole v is v copies of each point of class +
    where ``n l2`` is kept.  The probabilities are then those of classes in these proportions. An
    offset is needed; in a scheme class + is that of each two-class fit.

    ``newton`` (iteratively reweighted least squares) reaches the last digit in about six steps;
    ``gradient`` is plain descent, for watching.

    Where it fails: with ``l2 = 0`` a finite minimum exists only when
    no line has the classes on its two closed sides, which a minimum beyond doubt proves and the
    exact hull test decides; otherwise the status is UNBOUNDED and the limit direction is shown.

    The certificate's ``dual`` is a rigorous lower bound of the minimum.  Near the minimum it comes
    from the size of the gradient in the metric of the Hessian (the loss is self-concordant in the
    sense of Bach), elsewhere from a point of the Fenchel dual ``(1/n) sum h(a_i) - ||(1/n) sum a_i
    y_i x_i||^2 / (4 l2)`` with ``sum a_i y_i = 0`` and the entropy h.  ``worst_violation`` is the
    largest component of the gradient in centred and scaled coordinates.

    Source: Hein, Machine Learning notes, sec. 4.2 (logistic regression); Linear methods summary,
        discriminative classifiers;
    Cox, J. R. Stat. Soc. B 20 (1958) 215 (the model); Albert and Anderson, Biometrika 71 (1984) 1
    (when there is no minimum).

    Example:
        >>> from solvers import LogisticRegression, fit
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]
        >>> fit(LogisticRegression(), X, y).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Logistic regression"
    label: ClassVar[str] = "logistic"
    summary: ClassVar[str] = (
        "The most likely affine log-odds: every point pulls, those on the wrong side most."
    )
    objective: ClassVar[str] = "min \\frac{1}{n} \\sum_{i=1}^{n} log(1 + e^{−y_i f(x_i)}) + λ ‖w‖^2"
    has_probability: ClassVar[bool] = True
    takes_weights = True
    iterative: ClassVar[bool] = True
    strength: ClassVar[Strength] = Strength("l2", "$λ$", (-6.0, 2.0), more_is_softer=True)
    loss = LOGISTIC  # the log-loss of a point

    l2: Annotated[float, Range(0.0, log=True, slider=(1e-6, 10.0)), Symbol("λ")] = 1e-3
    algorithm: Annotated[
        str, Choice(("newton", "gradient"), ("Newton (IRLS)", "gradient descent"))
    ] = "newton"
    penalise_bias: Annotated[bool, Only("fit_intercept", (True,))] = False
    step: Annotated[str, Choice(("line-search", "constant")), Only("algorithm", ("gradient",))] = (
        "line-search"
    )
    rate: Annotated[
        float,
        Range(0.0, open_low=True, log=True, slider=(1e-2, 1e2)),
        Only("algorithm", ("gradient",)),
    ] = 1.0
    max_steps: Annotated[
        int, Range(1, 1_000_000, slider=(10, 10_000), log=True), Only("algorithm", ("gradient",))
    ] = 1000
    fit_intercept: FitIntercept = True
    positive_weight: PositiveWeight = 1.0

    def criterion(self, n: float) -> Criterion:
        """Mean log-loss and penalty."""
        return Criterion(
            LOGISTIC, 1.0, self.l2, self.l2 if self.penalise_bias else 0.0, self.positive_weight
        )

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The steps of the chosen algorithm; without a finite minimum the limit direction."""
        if not self.fit_intercept:
            if self.positive_weight != 1.0:
                return Outcome(Status.NOT_APPLICABLE, WEIGHT_NEEDS_OFFSET)
            return (yield from steps_through_origin(self, self._affine, problem, trace))
        odds = self._odds(problem)
        if problem.means_coincide and (odds == 0.0 or not self.penalise_bias):
            yield self._constant(problem, odds)
            is_determined = self.l2 > 0.0 or row_space(problem.moments) is None
            return Outcome(Status.CONVERGED if is_determined else Status.SINGULAR, MEANS_COINCIDE)
        l2, outcome = self.l2, Outcome(Status.CONVERGED)
        if l2 == 0.0 and self.algorithm == "newton" and not trace:
            # A minimum beyond doubt proves that there is one, before the hulls are asked.
            outcome_of_newton = yield from self._certain_minimum(problem, start)
            if outcome_of_newton is not None:
                return outcome_of_newton
        if l2 == 0.0 and not _overlap_on_line(problem):
            verdict = separability_of(problem)
            if verdict.separable:
                yield self._hard_margin(problem, verdict)
                return Outcome(Status.UNBOUNDED, SEPARABLE)
            if verdict.touching:
                spread = float(np.trace(problem.moments.total)) / len(problem.y)
                l2, outcome = NEARLY_NO_PENALTY * spread, Outcome(Status.UNBOUNDED, TOUCHING)
        # Without a penalty b has none either.
        penalises_bias = self.penalise_bias and l2 > 0.0
        standard = LogisticProblem.of_method(self, problem, l2, penalises_bias)
        theta = standard.warm(start)
        if self.algorithm == "gradient":
            descent = self._descent(standard, theta, trace, outcome)
            if outcome.status is Status.UNBOUNDED:
                descent = change_steps(descent, partial(self._without_penalty, problem))
            return (yield from certify_steps(self, problem, descent, caveat=FLAT))
        if outcome.status is Status.UNBOUNDED:
            steps = change_steps(
                uncertified_steps(standard, theta, trace), partial(self._without_penalty, problem)
            )
            end, _ = yield from steps
            return replace(outcome, facts=end.facts)
        end = yield from newton_steps(self, problem, standard, theta, trace)
        if end.status is Status.CONVERGED and l2 == 0.0 and len(standard.Z) <= problem.Phi.shape[1]:
            return replace(end, status=Status.SINGULAR, explanation=UNDETERMINED)
        if end.status is Status.BUDGET and l2 == 0.0:
            linear = problem.features.is_linear
            return replace(
                end,
                explanation=f"{end.explanation} {ADD_PENALTY}" if linear else OBJECTIVE_STILL_FALLS,
            )
        return end

    def _odds(self, problem: Problem) -> float:
        """The log-odds that are best where they are the same everywhere."""
        moments, weights = problem.moments, problem.weights
        if weights is None:
            return log(self.positive_weight * moments.plus.n / moments.minus.n)
        plus, minus = (weighed_count(rows, weights) for rows in problem.groups)
        return log(self.positive_weight * plus / minus)

    def _certain_minimum(
        self, problem: Problem, start: Fit | None
    ) -> Generator[Iterate | None, None, Outcome | None]:
        standard = LogisticProblem.of_method(self, problem, 0.0)
        if len(standard.Z) <= problem.Phi.shape[1]:
            return None
        minimum = yield from certain_minimum(standard, standard.warm(start))
        if minimum is None:
            return None
        theta, outcome = minimum
        yield standard.iterate(theta, round(dict(outcome.facts)["steps"]))
        return outcome

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The objective, a lower bound of its minimum, and the gradient."""
        if not self.fit_intercept:
            return bounds_through_origin(self._affine, problem, iterate, margins)
        penalises_bias = self.penalise_bias and self.l2 > 0.0
        standard = LogisticProblem.of_method(self, problem, self.l2, penalises_bias)
        return certified_bounds(problem, standard, iterate, margins)

    def probability(self, iterate: Iterate, Phi: Floats, scores: Floats) -> Floats | None:
        """``1 / (1 + exp(-f))``."""
        return logistic_function(scores)

    def peer(self, fit: Fit) -> Peer | None:
        """LogisticRegression, which never penalises b."""
        if self.penalise_bias or not self.fit_intercept or fit.problem.weights is not None:
            return None
        penalty = f"C={0.5 / (self.l2 * len(fit.problem.y))!r}" if self.l2 > 0.0 else "C=np.inf"
        penalty += class_weight(self.positive_weight)
        call = f'LogisticRegression({penalty}, solver="newton-cholesky", tol=1e-14, max_iter=1000)'
        return Peer("sklearn.linear_model", call, "decision_function", PEER_REMARK.format(self.l2))

    @property
    def _affine(self) -> LogisticRegression:
        """The same with an offset, for every point and its mirror image."""
        return replace(self, fit_intercept=True, penalise_bias=False)

    def _without_penalty(self, problem: Problem, step: Iterate) -> Iterate:
        """The step of a descent with a little penalty, with the objective that has none."""
        if np.isnan(step.objective):
            return step
        losses = logistic_loss(problem.y * problem.training_scores(step))
        return replace(
            step, objective=weighed_sum(losses, self.loss_weights(problem)) / len(losses)
        )

    def _constant(self, problem: Problem, score: float) -> Iterate:
        """The same log-odds everywhere."""
        losses = weighed_sum(logistic_loss(problem.y * score), self.loss_weights(problem))
        return constant(problem.moments, score, losses / len(problem.y))

    def _hard_margin(self, problem: Problem, verdict: Separability) -> Iterate:
        """The separating direction of largest margin, scaled so that the closest points have y f =
        1.
        """
        between = verdict.closest_plus - verdict.closest_minus
        middle = 0.5 * (verdict.closest_plus + verdict.closest_minus)
        w = 2.0 * between / float(between @ between)
        losses = logistic_loss(problem.y * Iterate.centred(w, middle, 0.0).scores(problem.Phi))
        return Iterate.centred(
            w, middle, 0.0, objective=weighed_sum(losses, self.loss_weights(problem)) / len(losses)
        )

    def _descent(
        self, standard: LogisticProblem, theta: Floats, trace: bool, outcome: Outcome
    ) -> Steps:
        if trace:
            yield standard.iterate(
                theta, 0, "Start: every point has the same log-odds.", with_objective=True
            )
        count = 0
        for after, rate, gradient in descend(
            standard, theta, self.rate, self.step == "line-search"
        ):
            if not float(np.max(np.abs(after))) < 1e30:  # in units of the spread of the data
                outcome = Outcome(
                    Status.UNBOUNDED,
                    "The constant rate is too large: the steps grow without bound.",
                )
                break
            count, theta = count + 1, after
            note = (
                f"Step {count}: {rate:.3g} times the negative gradient, whose largest component "
                f"is {gradient:.2g}."
            )
            yield standard.iterate(theta, count, note, with_objective=True) if trace else None
            # visits of a sample, some for each step: a few seconds
            if count * (standard.n + 5_000) > 200_000_000:
                outcome = Outcome(
                    Status.BUDGET,
                    (
                        f"The work allowed was spent after {count_words(count, 'step')}, before "
                        "the "
                        "gradient was zero."
                    ),
                )
                break
            if count == self.max_steps:
                outcome = Outcome(
                    Status.BUDGET,
                    f"The gradient was not yet zero after {count_words(count, 'step')}.",
                )
                break
        if not trace:
            yield standard.iterate(theta, count)
        if outcome.status is Status.CONVERGED:
            return Outcome(
                Status.CONVERGED, f"The gradient vanished after {count_words(count, 'step')}."
            )
        return outcome


def _overlap_on_line(problem: Problem) -> bool:
    """Whether the points vary along one line only, up to rounding, and are mixed on it, so that a
    finite minimum exists.

    The exact hull test would see the rounding of the coordinates and might separate the classes
    across the line.
    """
    if row_space(problem.moments) is None:  # far from any line
        return False
    moments, basis = problem.moments, LogisticProblem.of(problem.moments, 0.0).basis[:, :-1]
    if basis.shape[1] > 1:
        return False
    if basis.shape[1] == 0:
        return True
    along = basis[:, 0] / np.linalg.norm(basis[:, 0])
    p, q = along @ moments.columns_plus, along @ moments.columns_minus
    rounding = score_rounding(along, moments)
    return bool(p.min() < q.max() - rounding and q.min() < p.max() - rounding)
