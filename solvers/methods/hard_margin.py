"""The hard-margin support vector machine: the widest street with no point in it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from ..algorithms.certified import certify_steps
from ..algorithms.dual import MarginProof
from ..algorithms.explicit_kernel import through_features
from ..algorithms.hard_margin import hull_steps, penalty_steps
from ..algorithms.stepping import only_outcome
from ..algorithms.through_origin import bounds_through_origin, steps_through_origin
from ..arrays import Floats
from ..criterion import Criterion, Peer, svc
from ..losses import HINGE
from ..method import Fit, Method, Steps
from ..parameters import Choice, FitIntercept
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status

STEPS_END = (
    "Steps towards the optimum end where rounding hides the margin: centre and scale the features."
)


@dataclass(frozen=True)
class HardMarginSVM(Method):
    """Minimise ``1/2 ||w||^2`` subject to ``y_i f(x_i) >= 1`` for all i, f(x) = <w, phi(x)> + b.

    The margin is ``1 / ||w||``, half the distance of the convex hulls of the classes; w and b are
    unique.  The dual is ``max sum alpha - 1/2 ||sum alpha y phi||^2`` over ``alpha >= 0``, ``sum
    alpha y = 0``; it is the soft margin's without the upper bound.

    Where it fails: when the hulls meet there is no solution and no boundary (b
    is nan), and the certificate holds a common point. One point alone may turn the line.

    ``algorithm``: ``hull`` is the closest pair of the hulls, exact in the plane
    (:mod:`solvers.algorithms.hulls.distance`); ``interior-point`` (coordinates only) agrees to
    about 1e-8, ``smo`` to 1e-5.  All three ask the hulls first whether there is a margin at all.
    CONVERGED means margins and a gap that are right to 1e-7 when they are recomputed from the data;
    a margin below the rounding of the scores is shown as BUDGET.  The multipliers of parallel edges
    are not unique; ``hull`` reports those of the middle of the stretch where the edges face each
    other.

    Source: Hein, Machine Learning notes, sec. 4.2; Linear discriminants slides, "Support vector
        machines"; Boser, Guyon, Vapnik,
    COLT (1992) 144; as the distance of hulls: Bennett and Bredensteiner, ICML (2000) 57.

    Example:
        >>> from solvers import HardMarginSVM, fit
        >>> fit(HardMarginSVM(), [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Hard-margin SVM"
    label: ClassVar[str] = "hard margin"
    summary: ClassVar[str] = (
        "The widest margin that keeps every point out: half the distance of the convex hulls."
    )
    objective: ClassVar[str] = "min \\frac{1}{2} ‖w‖^2, y_i f(x_i) ≥ 1"
    iterative: ClassVar[bool] = True
    needs_separable: ClassVar[bool] = True
    required_margin: ClassVar[float] = 1.0
    takes_kernel: ClassVar[bool] = True
    loss = HINGE  # the hinge, which has to be 0 at every point

    algorithm: Annotated[
        str,
        Choice(
            ("hull", "interior-point", "smo"),
            ("closest pair of the hulls", "interior point", "SMO"),
        ),
    ] = "hull"
    fit_intercept: FitIntercept = True

    def criterion(self, n: float) -> Criterion:
        """``1/2 |w|^2``; the loss is a constraint."""
        return Criterion(HINGE, 0.0, 0.5)

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The chosen algorithm's steps."""
        if not self.fit_intercept:
            return steps_through_origin(self, replace(self, fit_intercept=True), problem, trace)
        if problem.smallest_eigenvalue != 0.0:
            return only_outcome(_without_inner_product(problem))
        if self.algorithm == "interior-point":
            return self._certified_steps(problem, start, trace)
        return through_features(
            lambda flat_problem, earlier: self._certified_steps(flat_problem, earlier, trace),
            problem,
            start,
        )

    def _certified_steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The steps; where they end short of the closest pair, that pair, or what the interior
        point finds.
        """
        if self.algorithm == "hull":
            fallback = (
                penalty_steps(problem, "interior-point", None, False)
                if problem.kernel is None
                else None
            )
            return certify_steps(self, problem, hull_steps(problem, start, trace), fallback)
        steps = penalty_steps(problem, self.algorithm, start, trace)
        fallback = hull_steps(problem, None, False) if problem.kernel is None else None
        return certify_steps(self, problem, steps, fallback, STEPS_END)

    def peer(self, fit: Fit) -> Peer | None:
        """SVC with a C that bounds no multiplier."""
        if not self.fit_intercept or fit.alpha is None:
            return None
        cost = 100.0 * max(float(fit.alpha.max(initial=0.0)), 1.0)
        return svc(
            fit.problem.kernel, cost, "no point may err: C is far above the largest multiplier"
        )

    def multiplier_bound(self, problem: Problem) -> float:
        """Infinity: no multiplier is bounded above."""
        return math.inf

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """Primal ``1/2 |w|^2``; dual from alpha alone; the worst of ``1 - y f`` and of the other
        KKT conditions.

        Margins that fall short of 1 make ``|w|`` too small to bound anything: the primal is then
        that of w stretched until all of them, less their rounding, reach 1.  While a point is on
        the wrong side there is no bound and no gap.
        """
        if not self.fit_intercept:
            return bounds_through_origin(
                replace(self, fit_intercept=True), problem, iterate, margins
            )
        primal = 0.5 * problem.norm_squared(iterate)
        if iterate.alpha is None:
            return Bounds(primal, None, max(0.0, 1.0 - float(margins.min())), shortfall=math.inf)
        proof = MarginProof.of(problem, iterate, margins, iterate.alpha, math.inf)
        least_margin = max(0.0, min(1.0, proof.lowest))
        if not least_margin * least_margin > 0.0:
            return Bounds(primal, None, proof.violation, shortfall=math.inf)
        return Bounds(
            primal / (least_margin * least_margin),
            proof.dual,
            proof.violation,
            shortfall=proof.astray,
        )


def _without_inner_product(problem: Problem) -> Outcome:
    """No answer for a kernel that is not an inner product: its space has no distances, and the dual
    may be unbounded.
    """
    smallest = problem.smallest_eigenvalue
    text = (
        "This kernel is not known to be an inner product (Mercer's condition), so its space has "
        "no distances and no hard margin"
    )
    remark = "is not known on this many points" if smallest is None else f"here is {smallest:.3g}"
    return Outcome(
        Status.NOT_APPLICABLE,
        f"{text}; the smallest Gram eigenvalue {remark}. Use the soft margin.",
    )
