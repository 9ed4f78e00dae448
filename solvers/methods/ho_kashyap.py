"""The Ho-Kashyap procedure: least squares whose targets grow until they can be met, or a proof that
they never can.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.correcting.error_correction import ACTIVE
from ..algorithms.correcting.score_basis import ScoreBasis
from ..algorithms.correcting.watched_run import not_separable_words, separable_words
from ..algorithms.stepping import LongRun
from ..algorithms.visits import HELD_TOGETHER, STEP_VISITS, VISITS
from ..arrays import Floats
from ..certificate import count_words
from ..losses import SQUARED
from ..method import Fit, Method, Steps
from ..parameters import FitIntercept, Range
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status, shortfall
from ..studies.separability import separability_of

# An error this small beside the largest target counts as zero: the targets are met.
TARGET_TOLERANCE = 1e-6
# Positive errors this small beside the largest negative one count as zero: the certificate e <= 0,
# e != 0.
PROVED = 1e-9


@dataclass(frozen=True)
class HoKashyap(LongRun, Method):
    """The Ho-Kashyap procedure: minimise ``||Za - t||^2`` over the weights a AND the targets ``t >
    0``.

    The rows of Z are the samples ``z = y (1, phi(x))``, the targets start at 1, and with the
    pseudo-inverse ``Z+`` computed once ::

        a = Z+ t,    e = Za - t,    t <- t + rate (e + |e|)

    so a target grows where the score exceeds it and never shrinks.  Two endings:

    * ``e = 0``: every score meets a positive target, so the classes are separated;
    * ``e <= 0, e != 0``: since ``Z'e = 0``, the weights ``-e >= 0`` combine the samples to zero,
      and no a can make all products positive (Gordan's theorem): a proof that the classes are not
      separable.  The exact hull test confirms it.

    Where it fails: on classes that overlap only a little the proof may take more steps than the
    budget holds. A budget that ends with all scores positive counts as converged: with ``t = Za``
    the minimum 0 is reached.

    The scores ``Za`` depend only on the column space of Z, which units and origin do not change;
    the iteration runs on an orthonormal basis of it and its answer is as exact at an offset of 10^8
    as at the origin.

    Without ``fit_intercept`` the rows of Z are ``y phi(x)`` and a = w: the line passes through the
    origin.

    Source: Linear discriminants slides, "Approaches" and "Minimum Squared-error"; Duda, Hart,
        Stork, sec. 5.9; Ho and Kashyap,
    IEEE Trans. Electron. Comput. 14 (1965) 683.

    Example:
        >>> from solvers import HoKashyap, fit
        >>> fit(HoKashyap(), [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Ho-Kashyap"
    label: ClassVar[str] = "Ho-Kashyap"
    summary: ClassVar[str] = (
        "Least squares whose targets grow until they are met, or until it is proved that they "
        "cannot be."
    )
    objective: ClassVar[str] = "min ‖Z a − t‖^2, t > 0"
    iterative: ClassVar[bool] = True
    loss = SQUARED  # the squared distance from the target; the targets move, and start at 1

    rate: Annotated[float, Range(0.0, 1.0, open_low=True)] = 1.0
    max_iterations: Annotated[int, Range(1, 10**6, log=True, slider=(1, 10_000))] = 1000
    fit_intercept: FitIntercept = True

    def steps(
        self, problem: Problem, start: Fit | None, trace: bool, is_held: bool = False
    ) -> Steps:
        """Raise targets until they are met, or the certificate is found, or the budget is spent."""
        n = len(problem.y)
        # of a million points they take a few seconds
        budget = most = min(self.max_iterations, max(20, VISITS // n))
        if is_held:
            most = min(budget, max(1, HELD_TOGETHER // (STEP_VISITS // 8 + n)))
        basis = ScoreBasis.of(problem, self.fit_intercept)
        t = _initial_targets(problem, start)
        for k in range(1, most + 1):
            products = basis.project(t)
            e = products - t
            highest, lowest = float(e.max()), float(e.min())
            are_met = max(highest, -lowest) <= TARGET_TOLERANCE * float(t.max())
            proved = not are_met and highest <= -PROVED * lowest
            last = are_met or proved or k == most
            if trace or last or k == 1 or k % 64 == 0:
                step = _step(basis, t, e, k)
                yield _with_measured_objective(problem, step, t) if last else step
            else:
                yield None
            if last:
                break
            t = t + self.rate * (e + np.abs(e))
        if not (are_met or proved) and most < budget:
            return Outcome(
                Status.RUNNING, f"The targets still grow after {count_words(k, 'step')}."
            )
        facts = (("iterations", float(k)), ("largest error", highest), ("smallest error", lowest))
        separated = float(products.min()) > PROVED * float(t.max())
        return _verdict(self, problem, are_met, separated, proved, facts)

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The criterion at the best targets ``t >= 1`` for this line, ``sum max(0, 1 - margin)^2``;
        it has no dual bound.
        """
        short = np.maximum(1.0 - margins, 0.0)
        return Bounds(
            float(short @ short),
            None,
            max(0.0, -float(margins.min())),
            shortfall=shortfall(margins, 0.0),
        )


def _initial_targets(problem: Problem, start: Fit | None) -> Floats:
    """1 everywhere; from an earlier fit its scores where they are larger, so that met targets stay
    met.
    """
    t: Floats = np.ones(len(problem.y))
    if (
        start is None
        or not start.has_model
        or start.w is None
        or len(start.w) != problem.Phi.shape[1]
    ):
        return t
    return np.maximum(t, problem.y * problem.training_scores(start.last))


def _step(basis: ScoreBasis, t: Floats, e: Floats, k: int) -> Iterate:
    raised = np.flatnonzero(e > TARGET_TOLERANCE * t)
    if len(raised):
        note = f"{len(raised)} scores exceed their targets: these targets grow, the others stay."
    else:
        note = "No score exceeds its target any more."
    active = tuple(raised.tolist()) if len(raised) <= ACTIVE else ()
    return basis.iterate(
        t, objective=float(e @ e), active=active, note=f"Step {k}: {note}", number=k
    )


def _with_measured_objective(problem: Problem, step: Iterate, t: Floats) -> Iterate:
    """The same model with its criterion summed from its own scores: where all targets are met only
    their rounding is left.
    """
    off = problem.y * problem.training_scores(step) - t
    return replace(step, objective=float(off @ off))


def _verdict(
    method: HoKashyap,
    problem: Problem,
    are_met: bool,
    separated: bool,
    proved: bool,
    facts: tuple[tuple[str, float], ...],
) -> Outcome:
    count, _, lowest = (value for _, value in facts)
    steps = count_words(count, "step")
    if are_met and separated:
        return Outcome(
            Status.CONVERGED,
            f"Every score meets a positive target after {steps}: the classes are separated.",
            facts=facts,
        )
    if separated:
        words = (
            f"All scores are positive after {steps}, so the classes are separated; the last "
            f"targets are met to {-lowest:.2g}."
        )
        return Outcome(Status.CONVERGED, words, facts=facts)
    proof = separability_of(method.points_to_separate(problem))
    if proof.separable:
        words = f"{separable_words(proof, method.fit_intercept)}, but {steps} did not suffice."
        return Outcome(Status.BUDGET, words, facts=facts)
    certificate = (
        (
            f"After {steps} no score exceeds its target and some miss theirs (e ≤ 0, e ≠ 0): this "
            "proves it. "
        )
        if proved
        else ""
    )
    return Outcome(
        Status.NOT_SEPARABLE,
        f"{certificate}{not_separable_words(proof, method.fit_intercept)}",
        facts=facts,
    )
