"""The judge: the one place that says whether an answer may be called the optimum.

A solver claims how it ended.  CONVERGED is only ever a claim until the certificate, recomputed from
the data, supports it; so no algorithm, cold or dragged, of two classes or of many, can say it by
itself (:attr:`solvers.answer.Answer.outcome`).
"""

from __future__ import annotations

import math
from dataclasses import replace

from .result import Bounds, Certificate, Outcome, Status

# The largest relative gap, and the largest shortfall of a margin or a weight, of an answer that is
# called the optimum.
NO_BOUND = "the certificate holds no bound of the optimum"
TOLERANCE = 1e-7
# The largest part of a score of a closed form that rounding may have taken: six digits are left.
LOST = 1e-6
ROUNDED = "the numbers have no more digits there"


def judge(claim: Outcome, proof: Bounds | Certificate) -> Outcome:
    """The outcome that ``proof`` supports: the claim, or BUDGET with the reason where it says
    CONVERGED without a proof.

    CONVERGED asks for a relative gap of at most :data:`TOLERANCE`, and for weights that belong to
    the multipliers it is computed with; of a method without a bound, for margins that reach what it
    promises, of a closed form for scores with digits (:data:`LOST`).
    """
    if claim.status is not Status.CONVERGED:
        return claim
    lack = missing(proof)
    if lack is None:
        return claim
    explanation = f"{claim.explanation} But {lack}: {claim.caveat or ROUNDED}.".lstrip()
    return replace(claim, status=Status.BUDGET, explanation=explanation)


def supports(proof: Bounds | Certificate) -> bool:
    """Whether an answer with this certificate may be called the optimum."""
    return missing(proof) is None


def missing(proof: Bounds | Certificate) -> str | None:
    """The first promise that a certificate breaks, in words, or None; nan is never a proof."""
    if proof.gap is not None and not abs(proof.gap) <= TOLERANCE:
        if not math.isfinite(proof.gap):
            return NO_BOUND
        return f"the certificate leaves a relative gap of {abs(proof.gap):.1e}"
    if not proof.shortfall <= TOLERANCE:
        if proof.shortfall == float("inf"):
            return NO_BOUND
        margin = f"a margin falls short by {proof.shortfall:.1e}"
        return margin if proof.gap is None else "a weight is not the sum of its multipliers"
    if not proof.rounding <= LOST:
        digits = (
            max(0, math.floor(-math.log10(proof.rounding))) if math.isfinite(proof.rounding) else 0
        )
        return f"the inverse of a covariance leaves a score {count_words(digits, 'digit')}"
    return None


def count_words(number: float, one: str, many: str = "") -> str:
    """A number of things, as in "1 pass" and "3 passes"; ``many`` is the plural where it is not
    ``one`` with an s.
    """
    return f"{number:.0f} {one if number == 1 else many or one + 's'}"
