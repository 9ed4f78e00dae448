"""The soft-margin support vector machine: the widest street that pays for every point standing in
it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.certified import certify_steps
from ..algorithms.dual import MarginProof
from ..algorithms.explicit_kernel import through_features
from ..algorithms.soft_margin import by_active_set, by_interior_point, smo, subgradient
from ..algorithms.soft_margin.drag import SoftMarginDrag
from ..algorithms.soft_margin.kernel_drag import KernelDrag
from ..algorithms.soft_margin.path import soft_margin_path
from ..algorithms.soft_margin.smo import EXACT, FINE
from ..algorithms.stepping import only_outcome
from ..algorithms.through_origin import bounds_through_origin, steps_through_origin
from ..arrays import Floats, weighed_sum
from ..cancellation import check_cancelled
from ..criterion import Criterion, Peer, SoftMarginPath, Strength, svc
from ..losses import HINGE
from ..method import Drag, Fit, Method, Steps
from ..parameters import (
    WEIGHT_NEEDS_OFFSET,
    Choice,
    FitIntercept,
    Only,
    PositiveWeight,
    Range,
    Reciprocal,
)
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status

# Steps of SMO at the most.  With weights the interior point goes on where they end, and points far
# from all others make them creep.
MOST_STEPS = 1_000_000
TOO_EARLY = "Rounding ended the steps there."
NEEDS_OFFSET = "Subgradient descent fits b, too; without it choose another algorithm."
NEEDS_FEATURES = "The algorithm {} needs features; with a kernel choose smo or active-set."


@dataclass(frozen=True)
class SoftMarginSVM(Method):
    """Minimise ``1/2 ||w||^2 + (C/n) sum_i max(0, 1 - y_i f(x_i))``, f(x) = <w, phi(x)> + b.

    The dual is ``max sum alpha - 1/2 ||sum alpha y phi||^2`` over ``0 <= alpha <= C/n``, ``sum
    alpha y = 0``. scikit-learn's C is our C/n; a source that writes ``(1/N) sum xi + lambda/2
    ||w||^2`` means C = 1/lambda. As C grows the hard margin appears.

    Algorithms: ``active-set`` is exact (:mod:`solvers.algorithms.soft_margin.walk`),
        ``interior-point`` agrees to 1e-8 of the
    objective, ``smo`` to 1e-5, ``subgradient`` to 1e-3 where it gets so far; all report the gap
    they reached.  With a kernel ``active-set`` and ``smo`` both run on pairs of multipliers and on
    faces of the box, the former to a violation of 1e-9 of the margin. ``subgradient`` has a
    ``schedule`` of its steps, and may ``keep`` the last iterate, which jumps, in place of their
    average. ``smo`` with a coarser tolerance than its default ends there, short of a certified
    answer, and says so.

    ``positive_weight``: the slack of a point of class + counts this many times, ``(C/n) sum_i v_i
    max(0, 1 - y_i f(x_i))`` with v_i the weight there and 1 in class -; n still counts points.  The
    box is ``0 <= alpha_i <= v_i C/n``.  It is scikit-learn's ``class_weight={1: v}``, and a whole v
    is v copies of each point of class + where C/n is kept.  With v other than 1 there is no path of
    breakpoints, and an offset is needed.  In a scheme class + is that of each two-class fit: one
    against all, the class itself.

    Where it fails: C has to be chosen. With a small one w shrinks, and where one class outweighs
    the other it may be 0, without a boundary; with a large one single points decide.

    Source: Hein, Machine Learning notes, sec. 4.2 (4.13); SVM lecture, sec. 2.2; Cortes and Vapnik,
        Mach. Learn. 20 (1995) 273;
    the algorithms: Platt (1998), Keerthi et al. (2001), Ferris and Munson (2002), each named where
    it is written.

    Example:
        >>> from solvers import SoftMarginSVM, fit
        >>> fit(SoftMarginSVM(), [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Soft-margin SVM"
    label: ClassVar[str] = "soft margin"
    summary: ClassVar[str] = (
        "The widest margin, where every point inside it costs C/n times its depth."
    )
    objective: ClassVar[str] = (
        "min \\frac{1}{2} ‖w‖^2 + \\frac{C}{n} \\sum_{i=1}^{n} max(0, 1 − y_i f(x_i))"
    )
    iterative: ClassVar[bool] = True
    takes_kernel: ClassVar[bool] = True
    takes_weights = True
    strength: ClassVar[Strength] = Strength("C", "$C$", (-3.0, 4.0), more_is_softer=False)
    loss = HINGE  # the hinge: the slack of a point

    C: Annotated[
        float, Range(0.0, open_low=True, log=True, slider=(1e-2, 1e6)), Reciprocal("λ")
    ] = 1.0
    algorithm: Annotated[
        str,
        Choice(
            ("active-set", "interior-point", "smo", "subgradient"),
            ("exact active set", "interior point", "SMO", "subgradient descent"),
        ),
    ] = "active-set"
    tolerance: Annotated[float, Range(1e-12, 1.0, log=True), Only("algorithm", ("smo",))] = 1e-6
    batch: Annotated[int | None, Range(1), Only("algorithm", ("subgradient",))] = None
    seed: Annotated[int, Range(0), Only("algorithm", ("subgradient",))] = 0
    step: Annotated[
        float,
        Range(0.0, open_low=True, log=True, slider=(1e-2, 1e1)),
        Only("algorithm", ("subgradient",)),
    ] = 1.0
    schedule: Annotated[
        str, Choice(("decreasing", "constant")), Only("algorithm", ("subgradient",))
    ] = "decreasing"
    keep: Annotated[
        str,
        Choice(("average", "last"), ("average of all", "last")),
        Only("algorithm", ("subgradient",)),
    ] = "average"
    max_iterations: Annotated[
        int, Range(1, log=True, slider=(10, 1e5)), Only("algorithm", ("subgradient",))
    ] = 5000
    fit_intercept: FitIntercept = True
    positive_weight: PositiveWeight = 1.0

    def __post_init__(self) -> None:
        if math.inf == self.C:
            raise ValueError(
                "C must be finite; got inf. The limit, with no point inside the margin, is "
                "HardMarginSVM()"
            )
        super().__post_init__()

    def criterion(self, n: float) -> Criterion:
        """``1/2 |w|^2`` and C times the mean slack."""
        return Criterion(HINGE, self.C, 0.5, positive_weight=self.positive_weight)

    def path(self, problem: Problem, low: float, high: float) -> SoftMarginPath | None:
        """Every breakpoint of the solution in C."""
        if not self.fit_intercept or self.loss_weights(problem) is not None:
            return None
        return soft_margin_path(problem.X, problem.y, problem.features, low, high)

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The chosen algorithm's steps."""
        if not self.fit_intercept:
            if self.positive_weight != 1.0:
                return only_outcome(Outcome(Status.NOT_APPLICABLE, WEIGHT_NEEDS_OFFSET))
            if self.algorithm == "subgradient":
                # It draws points at random: of a point and its mirror image it may draw one alone.
                return only_outcome(Outcome(Status.NOT_APPLICABLE, NEEDS_OFFSET))
            return steps_through_origin(self, replace(self, fit_intercept=True), problem, trace)
        return through_features(
            lambda flat_problem, earlier: self._certified_steps(flat_problem, earlier, trace),
            problem,
            start,
        )

    def _certified_steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The steps, and those of another algorithm where they end short of the optimum."""
        steps = self._chosen_algorithm(problem, start, trace)
        if self.algorithm == "subgradient" or (self.algorithm == "smo" and self.tolerance > FINE):
            return steps  # they end where they were told to
        has_other = problem.kernel is None and self.algorithm != "interior-point"
        fallback = (
            by_interior_point.steps(problem, self.C, False, self.loss_weights(problem))
            if has_other
            else None
        )
        return certify_steps(
            self, problem, steps, fallback, "" if self.algorithm == "active-set" else TOO_EARLY
        )

    def pair_settings(self, problem: Problem) -> smo.PairSettings:
        """How far pairs of multipliers go."""
        is_exact, n = self.algorithm == "active-set", len(problem.y)
        most = MOST_STEPS if problem.kernel is not None else min(MOST_STEPS, 20_000 + 500 * n)
        tolerance = EXACT if is_exact else self.tolerance
        return smo.PairSettings(self.C, tolerance, most, is_exact, self.loss_weights(problem))

    def _chosen_algorithm(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        is_exact, has_kernel, weights = (
            self.algorithm == "active-set",
            problem.kernel is not None,
            self.loss_weights(problem),
        )
        if self.algorithm == "smo" or (is_exact and has_kernel):
            return smo.steps(problem, self.pair_settings(problem), start, trace)
        if has_kernel:
            return only_outcome(
                Outcome(Status.NOT_APPLICABLE, NEEDS_FEATURES.format(self.algorithm))
            )
        if is_exact:
            return by_active_set.steps(problem, self.C, start, trace, weights)
        if self.algorithm == "interior-point":
            return by_interior_point.steps(problem, self.C, trace, weights)
        settings = subgradient.Settings(
            self.batch, self.seed, self.step, self.max_iterations, self.schedule, self.keep
        )
        return subgradient.steps(problem, self.C, settings, trace, weights)

    def multiplier_bound(self, problem: Problem) -> float:
        """C/n, of a point of weight 1."""
        return self.C / max(1, len(problem.y))

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """Primal from the margins; dual from alpha alone, moved into its box first so that the
        bound holds; KKT violation.
        """
        if not self.fit_intercept:
            return bounds_through_origin(
                replace(self, fit_intercept=True), problem, iterate, margins
            )
        bound, bounds, weights = (
            self.multiplier_bound(problem),
            self.multiplier_bounds(problem),
            self.loss_weights(problem),
        )
        norm = 0.5 * problem.norm_squared(iterate)
        if iterate.alpha is None or bounds is None:
            return Bounds(
                norm + bound * weighed_sum(np.maximum(0.0, 1.0 - margins), weights),
                shortfall=np.inf,
            )
        check_cancelled()
        proof = MarginProof.of(problem, iterate, margins, iterate.alpha, bounds)
        losses = (
            proof.losses
            if weights is None
            else weighed_sum(np.maximum(0.0, 1.0 - margins), weights)
        )
        primal = norm + bound * losses
        if problem.smallest_eigenvalue != 0.0:
            # No inner product, no bound: the dual may lie anywhere.
            return Bounds(primal, None, proof.violation, shortfall=np.inf)
        # Losses that rounding may have hidden are taken from the dual, too, so that it stays
        # below. Averaged weights and averaged multipliers, cut to their box, are near each other
        # only.
        astray = 0.0 if self.algorithm == "subgradient" else proof.astray
        unsure = proof.unsure * (1.0 if weights is None else float(weights.max()))
        return Bounds(primal, proof.dual - bound * unsure, proof.violation, shortfall=astray)

    def peer(self, fit: Fit) -> Peer | None:
        """SVC, which always fits an offset."""
        n = len(fit.problem.y)
        remark = f"C = {self.C:g} is shared by the {n} points: SVC weighs each with C/n"
        return (
            svc(fit.problem.kernel, self.C / n, remark, self.positive_weight)
            if self.fit_intercept and fit.problem.weights is None
            else None
        )

    def grab(self, fit: Fit, row: int) -> Drag | None:
        """The exact drag for the exact algorithm; the others are refitted warm, and so is a kernel
        with few coordinates.
        """
        if self.algorithm != "active-set" or not self.fit_intercept:
            return None
        if SoftMarginDrag.applies_to(fit):
            return SoftMarginDrag(fit, row, self.C)
        return KernelDrag(fit, row) if KernelDrag.applies_to(fit) else None
