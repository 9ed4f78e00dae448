"""Softmax regression: the probabilities of K classes from affine scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.domain import stopped_words
from ..algorithms.hulls.feature_distance import is_touching
from ..algorithms.logistic.descent import NewtonStep, is_certain, newton
from ..algorithms.logistic.gap import excess
from ..algorithms.multiclass.coordinates import Coordinates
from ..algorithms.multiclass.corrections import exact_samples, kesler_problem, kesler_vectors
from ..algorithms.multiclass.iterate import ManyIterate
from ..algorithms.multiclass.softmax_problem import SoftmaxProblem, fenchel_dual, log_losses
from ..algorithms.multiclass.svm_losses import Hinge
from ..algorithms.multiclass.svm_walk import walk_ends
from ..algorithms.no_direction import MEANS_COINCIDE, UNDETERMINED
from ..arrays import Floats, weighed_sum
from ..certificate import TOLERANCE
from ..costs import CROSS_ENTROPY
from ..criterion import Strength
from ..methods.logistic import NEARLY_NO_PENALTY
from ..parameters import Range, Symbol
from ..result import Bounds, Outcome, Status
from ..studies.separability import separability_of
from .method import ManyMethod, ManySteps
from .problem import ManyProblem

MINIMUM = "The minimum: the gradient vanishes."
SEPARABLE = (
    "The classes are separable and l2 = 0: the loss falls to zero as the weights grow, so there "
    "is no finite minimum. "
    "The hard-margin direction, the limit as l2 goes to 0, is shown."
)
TOUCHING = (
    "Some classes are separable from the others and l2 = 0: the loss keeps falling as their "
    "weights grow, so there is no finite "
    "minimum. The answer for a very small l2 is shown."
)
STEPS = "Newton's steps"
FINE = 0.01 * TOLERANCE  # a warm start that ends above this relative gap is taken back


@dataclass(frozen=True)
class Softmax(ManyMethod):
    """Minimises ``(1/n) sum_i -ln p_{y_i}(x_i) + l2 sum_k ||w_k||^2`` with ``p_k = exp f_k / sum_l
    exp f_l``.

    A constant added to all scores changes nothing, so ``sum_k w_k = 0`` and ``sum_k b_k = 0``.
    With two classes this is
    :class:`LogisticRegression` with half its l2 (the difference ``w_1 - w_0`` is twice either of
    them).  scikit-learn's C is ``1 / (2 l2 n)``.

    Newton's method in blocks of classes, to the last digit.  The certificate's ``dual`` is a
    rigorous bound by the gradient in the metric of the Hessian, which needs no penalty and proves
    that a minimum exists; where it proves less than nine digits, Fenchel's ``(1/n) sum H(P_i) -
    ||(1/n) sum (P_i - Y_i) x_i'||^2 / (4 l2)`` if that is better.

    Where it fails: separable classes and ``l2 = 0``: UNBOUNDED, with the hard-margin direction.

    Source: Linear methods summary, sec. 1.2.1 and A.4.

    Example:
        >>> from solvers import Softmax, fit
        >>> X, y = [[0, 0], [1, 0], [4, 0], [5, 0], [0, 4], [1, 5]], [0, 0, 1, 1, 2, 2]
        >>> fit(Softmax(), X, y).predict([[6, 0], [0, 6]])
        array([1, 2])
    """

    name: ClassVar[str] = "Softmax regression"
    label: ClassVar[str] = "softmax"
    summary: ClassVar[str] = (
        "The most likely probabilities of all classes at once, from one affine score for each."
    )
    objective: ClassVar[str] = (
        "min \\frac{1}{n} \\sum_{i=1}^{n} −log p_{y_i}(x_i) + λ \\sum_k ‖w_k‖^2"
    )
    has_probability: ClassVar[bool] = True
    takes_weights = True
    iterative: ClassVar[bool] = True
    strength: ClassVar[Strength] = Strength("l2", "$λ$", (-6.0, 2.0), more_is_softer=True)
    cost = CROSS_ENTROPY  # minus the log-probability of the own class

    l2: Annotated[float, Range(0.0, log=True, slider=(1e-6, 10.0)), Symbol("λ")] = 1e-3

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """Newton's steps; without a finite minimum the limit direction.

        1. From the earlier answer, or from zero.
        2. What ends away from the minimum is begun again from zero.
        3. Without a penalty, no minimum: the classes are separable, or some scores put no point on
           a wrong side.
        """
        if problem.means_coincide:
            yield ManyIterate.constant(problem.moments, np.log(problem.class_sums))
            return Outcome(
                Status.SINGULAR if self._is_flat(problem) else Status.CONVERGED, MEANS_COINCIDE
            )
        at = problem.coordinates
        softmax = SoftmaxProblem(at, problem.labels, problem.K, self.l2, problem.weights)
        last: ManyIterate | None = None
        gap = np.inf
        count = 0
        for theta in (self._initial(at, start), None) if start is not None else (None,):
            step: NewtonStep | None = None
            for step in newton(softmax, np.zeros(softmax.size) if theta is None else theta):
                count += 1
                yield self._iterate(softmax, step, count) if trace else None
            if step is None:
                continue
            last = self._iterate(softmax, step, count)
            yield last if not trace else None
            gap = 0.0 if is_certain(softmax, step) else self._relative_gap(problem, last)
            if gap <= FINE:
                break
        if last is not None and gap <= TOLERANCE:
            facts = (("steps", float(count)),)
            return (
                Outcome(Status.SINGULAR, UNDETERMINED, facts=facts)
                if self._is_flat(problem)
                else Outcome(Status.CONVERGED, MINIMUM, facts=facts)
            )
        if self.l2 > 0.0:
            return Outcome(Status.BUDGET, stopped_words(STEPS, gap))
        direction = limit_direction(problem)
        if direction is not None:
            yield direction
            return Outcome(Status.UNBOUNDED, SEPARABLE)
        return (yield from self._nearly_unpenalised(problem))

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The objective, a lower bound, and the largest component of the gradient in uncorrelated
        coordinates.
        """
        at = problem.coordinates
        assert iterate.W is not None
        F = iterate.scores(problem.Phi).T
        losses = weighed_sum(log_losses(F, problem.labels)[0], problem.weights)
        primal = losses / at.n + self.l2 * float((iterate.W**2).sum())
        softmax = SoftmaxProblem(at, problem.labels, problem.K, self.l2, problem.weights)
        look = softmax.derivatives(self._initial(at, iterate))
        assert look.H is not None  # asked for
        # Directions left out of the coordinates may pay under a penalty, however short they are.
        is_whole = self.l2 == 0.0 or at.size > problem.Phi.shape[1]
        above = excess(softmax, look.g, look.H, np.zeros(softmax.size)) if is_whole else None
        dual = -np.inf if above is None else primal - above
        if self.l2 > 0.0 and not primal - dual <= FINE * primal:
            X = problem.Phi - at.centre
            dual = max(dual, fenchel_dual(F, problem.labels, X, self.l2, problem.weights))
        violation = float(np.abs(look.g).max())
        # A bound above the objective is the rounding of both.
        if not np.isfinite(dual):
            return Bounds(primal, None, violation, shortfall=np.inf)
        return Bounds(primal, min(dual, primal), violation)

    def _initial(self, at: Coordinates, start: ManyIterate) -> Floats:
        """The theta of an answer, as differences from the last class."""
        return at.theta(*start.about_centre).ravel()

    def _iterate(self, softmax: SoftmaxProblem, step: NewtonStep, count: int) -> ManyIterate:
        note = (
            f"A Newton step of length {step.length:.3g}; half the squared decrement was "
            f"{0.5 * step.decrement:.2e}."
        )
        return ManyIterate.in_coordinates(
            *(softmax.at, step.theta),
            objective=softmax.value(step.theta),
            note=note,
            number=count,
        )

    def _relative_gap(self, problem: ManyProblem, iterate: ManyIterate) -> float:
        bounds = self.bounds(problem, iterate, np.empty(0))
        return (
            np.inf
            if bounds.dual is None
            else (bounds.primal - bounds.dual) / max(bounds.primal, 1e-300)
        )

    def _is_flat(self, problem: ManyProblem) -> bool:
        return self.l2 == 0.0 and problem.coordinates.size <= problem.Phi.shape[1]

    def _nearly_unpenalised(self, problem: ManyProblem) -> ManySteps:
        at = problem.coordinates
        spread = float(((problem.Phi - at.centre) ** 2).sum()) / at.n
        l2 = NEARLY_NO_PENALTY * max(spread, 1e-300)
        softmax = SoftmaxProblem(at, problem.labels, problem.K, l2, problem.weights)
        for count, step in enumerate(newton(softmax, np.zeros(softmax.size)), 1):
            yield self._iterate(softmax, step, count)
        z = kesler_vectors(at.columns, problem.labels, problem.K)
        if is_touching(z):
            return Outcome(Status.UNBOUNDED, TOUCHING)
        return Outcome(Status.BUDGET, stopped_words(STEPS, np.inf))


def limit_direction(problem: ManyProblem) -> ManyIterate | None:
    """The scores with the largest margin, to which a loss without penalty tends where the classes
    are separable, else None.

    Where doubles do not hold them, those with the largest margin in Kesler's space.
    """
    columns, centre, scale = exact_samples(problem.Phi)
    proof = separability_of(kesler_problem(columns, problem.labels, problem.K))
    if not proof.separable:
        return None
    a = (proof.closest_plus / (float(proof.closest_plus @ proof.closest_plus) or 1.0)).reshape(
        problem.K, -1
    )
    return hard_margin(problem) or ManyIterate.centred(a[:, 1:] / scale, centre, a[:, 0].copy())


def hard_margin(problem: ManyProblem) -> ManyIterate | None:
    """The scores of least ``sum ||w_k||^2`` with ``f_y - f_l >= 1``, for separable classes; None
    where doubles do not hold them.

    The SVM at a price at which no point lies inside the margin.
    """
    at, hinge = problem.coordinates, Hinge(problem.labels, problem.K, all_rivals=False)
    for price in (1.0, 1e4, 1e8, 1e12):
        for end in walk_ends(at, hinge, price):
            F = at.scores(end.theta)
            least = float((F[problem.labels, hinge.columns] - F)[hinge.delta > 0.0].min())
            # Rounding does not tell shorter margins from none.
            if least > 1e-9 * float(np.abs(F).max()) and least >= 1.0 - 1e-6:
                return ManyIterate.in_coordinates(at, end.theta / least)
    return None
