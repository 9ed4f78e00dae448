"""The soft-margin support vector machine: the widest street that pays for every point standing in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms import soft_margin_exact
from ..algorithms.soft_margin_drag import SoftMarginDrag
from ..algorithms.soft_margin_dual import dual_value, feasible, kkt_violation, norm_squared
from ..arrays import Floats
from ..method import Bounds, Drag, Method, Steps
from ..parameters import Choice, Range
from ..problem import Problem
from ..result import Fit, Iterate


@dataclass(frozen=True)
class SoftMarginSVM(Method):
    """Minimise ``1/2 |w|^2 + (C/n) sum_i max(0, 1 - y_i f(x_i))``, f(x) = <w, phi(x)> + b.

    The dual is ``max sum alpha - 1/2 |sum alpha y phi|^2`` over ``0 <= alpha <= C/n``, ``sum alpha y = 0``.  scikit-learn's C is
    our C/n; a source that writes ``(1/N) sum xi + lambda/2 |w|^2`` means C = 1/lambda.  As C grows the hard margin appears.

    ``algorithm``: ``active-set`` is exact (:mod:`solvers.algorithms.active_set`).

    Source: Hein, Machine Learning notes, sec. 4.2 (4.13); SVM lecture, sec. 2.2.
    """

    name: ClassVar[str] = "Soft-margin SVM"
    label: ClassVar[str] = "soft margin"
    summary: ClassVar[str] = "The widest margin, where every point inside it costs C/n times its depth."
    objective: ClassVar[str] = "1/2 ‖w‖^2 + C/n Σ_i max(0, 1 − y_i f(x_i))"
    iterative: ClassVar[bool] = True

    C: Annotated[float, Range(0.0, open_low=True, log=True, slider=(1e-3, 1e4))] = 1.0
    algorithm: Annotated[str, Choice(("active-set",), ("exact active set",))] = "active-set"

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The chosen algorithm's steps."""
        return soft_margin_exact.steps(problem, self.C, start, trace)

    def multiplier_bound(self, problem: Problem) -> float:
        """C/n."""
        return self.C / max(1, len(problem.y))

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """Primal from the margins; dual from alpha alone, moved into its box first so that the bound holds; KKT violation."""
        bound = self.multiplier_bound(problem)
        primal = 0.5 * norm_squared(problem, iterate, iterate.alpha) + bound * float(np.maximum(0.0, 1.0 - margins).sum())
        if iterate.alpha is None:
            return Bounds(primal)
        alpha = feasible(iterate.alpha, problem.y, bound)
        return Bounds(primal, dual_value(problem, iterate, alpha), kkt_violation(problem, iterate, margins, iterate.alpha, bound))

    def grab(self, fit: Fit, row: int) -> Drag | None:
        """The exact drag for the exact algorithm; the others are refitted warm."""
        if self.algorithm != "active-set" or not SoftMarginDrag.applies_to(fit, self.C):
            return None
        return SoftMarginDrag(fit, row, self.C)
