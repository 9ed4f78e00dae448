"""Least squares on one-hot targets: every class asks for 1 at its points and 0 at the others.

Source: Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, sec. 4.2 (an indicator
matrix, and what it masks).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...algorithms.moments.linear_system import minimum_norm_weights, well_conditioned_inverse
from ...algorithms.no_direction import MEANS_COINCIDE
from ...arrays import Floats
from ...methods.least_squares import LeastSquares
from ...moments import ClassMoments
from ...result import Bounds, Outcome, Status
from ...rounding import EPS, RANK
from ..iterate import ManyIterate
from ..many_certificate import winners_of
from ..many_losses import TARGETS
from ..method import ManyDrag, ManyFit
from ..problem import ManyProblem
from .class_moments_drag import Answer, OfMoments

SOLVED = "The closed form solves the normal equations."
MASKED = (
    "The closed form solves the normal equations. No point is predicted as {}: other classes mask "
    "it."
)
RANK_DEFICIENT = "The points do not determine the weights: of all solutions the shortest is shown."
OWN_TARGETS = (
    "Targets of their own are for two classes; with {} every class has the target 1 at its points "
    "and 0 at the others."
)

NEEDS_OFFSETS = (
    "With more classes than two every score has its offset: let b be fitted, or choose one-vs-rest."
)


@dataclass(frozen=True)
class OneHot(OfMoments):
    """``argmin ||T - F||^2 + ridge sum_k ||w_k||^2`` with T_ik = 1 for the own class and 0
    elsewhere, b free; the scores sum to 1.

    The targets of two classes differ by y = +-1, so ``f_1 - f_0`` is the two-class answer for the
    same ridge.  Of three classes in a row the middle one is *masked*: its line is nearly level, and
    below one of the others everywhere.
    """

    objective: ClassVar[str] = (
        "min \\sum_{i=1}^{n} \\sum_k (t_{ik} − f_k(x_i))^2 + λ \\sum_k ‖w_k‖^2"
    )
    cost = TARGETS  # the squared distance from the targets

    method: LeastSquares

    def answer(self, moments: ClassMoments, problem: ManyProblem | None = None) -> Answer:
        """The scores for these moments; a cold fit has the ``problem``, in which a class may be
        masked.
        """
        if self.method.targets is not None:
            return None, Outcome(Status.NOT_APPLICABLE, OWN_TARGETS.format(moments.K))
        if not self.method.fit_intercept:
            return None, Outcome(Status.NOT_APPLICABLE, NEEDS_OFFSETS)
        shares = moments.counts / moments.n
        W, certain = np.empty((moments.K, len(moments.centre))), True
        for k in range(moments.K):
            t = np.full(moments.n, -shares[k])
            t[moments.starts[k] : moments.starts[k + 1]] += 1.0
            solution = minimum_norm_weights(moments, t, self.method.ridge)
            W[k] = solution.w
            certain = certain and (solution.full_rank or self.method.ridge > 0.0)
        W = W[moments.twins]
        iterate = ManyIterate.centred(W, moments.centre, shares - W @ moments.mean)
        if not W.any():
            return iterate, Outcome(
                Status.CONVERGED if certain else Status.SINGULAR, MEANS_COINCIDE
            )
        if not certain:
            return iterate, Outcome(Status.SINGULAR, RANK_DEFICIENT)
        masked: list[str] = []
        if problem is not None:
            predicted = np.unique(winners_of(iterate.scores(problem.Phi)))
            masked = [problem.name(k) for k in range(problem.K) if k not in predicted]
        return iterate, Outcome(
            Status.CONVERGED, MASKED.format(" or ".join(masked)) if masked else SOLVED
        )

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The objective, and the objective less its exact distance from the optimum, ``sum_k g_k'
        H^-1 g_k / 2``.
        """
        assert iterate.W is not None
        moments, ridge = problem.moments, self.method.ridge
        residuals = np.eye(problem.K)[problem.labels] - iterate.scores(problem.Phi)
        primal = float((residuals**2).sum()) + ridge * float((iterate.W**2).sum())
        centred = problem.Phi - (moments.centre + moments.mean)
        g = ridge * iterate.W - residuals.T @ centred  # half the gradient
        inverse = well_conditioned_inverse(moments, ridge)
        if inverse is None:
            # Of nearly dependent features the singular values decide, as in the solution itself.
            rows = (
                np.concatenate([centred, np.sqrt(ridge) * np.eye(len(moments.centre))])
                if ridge > 0.0
                else centred
            )
            pseudo: Floats = np.asarray(np.linalg.pinv(rows, rcond=RANK))
            inverse = pseudo @ pseudo.T
        excess = (
            float(((g @ inverse) * g).sum()) + float((residuals.sum(axis=0) ** 2).sum()) / moments.n
        )
        total = float(((np.eye(problem.K)[problem.labels] - moments.counts / moments.n) ** 2).sum())
        floor = (1e3 * EPS) ** 2 * total
        violation = float(
            np.max(
                np.abs(g) / np.sqrt(np.maximum(moments.total.diagonal() + ridge, floor + 1e-300)),
                initial=0.0,
            )
        )
        scale = total if primal <= 1e-12 * total else 0.0
        return Bounds(
            primal, primal if excess <= floor else primal - excess, violation, scale=scale
        )

    def grab(self, fit: ManyFit, row: int) -> ManyDrag | None:
        """The moments follow the point."""
        return super().grab(fit, row) if fit.status is Status.CONVERGED else None
