"""The numbers that prove a K-class answer, recomputed from the data and the answer alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ..arrays import Floats, Ints, locked, locked_ints
from ..result import Certificate, Separability
from .problem import ManyProblem


@dataclass(frozen=True, eq=False, init=False, repr=False)
class ManyCertificate(Certificate):
    """The proof of an answer of K classes.

    ``margins (n,)`` are ``f_y(x) - max of the rivals' f(x)``.  ``primal`` is the objective at the
    answer, ``dual`` a lower bound of the optimum, ``gap`` their relative distance; of a scheme the
    sums over its members and the worst gap among them. ``confusion (K, K)`` counts the points, rows
    by their class, columns by the predicted one.
    """

    confusion: Ints = field(kw_only=True)

    def __init__(
        self,
        margins: Floats,
        primal: float,
        dual: float | None,
        gap: float | None,
        worst_violation: float,
        confusion: Ints,
        separability: Separability | None = None,
        shortfall: float = 0.0,
        rounding: float = 0.0,
    ) -> None:
        errors = int(confusion.sum() - confusion.trace())
        super().__init__(
            margins,
            None,
            primal,
            dual,
            gap,
            worst_violation,
            separability,
            shortfall,
            errors,
            rounding,
        )
        object.__setattr__(self, "confusion", confusion)

    @staticmethod
    def nothing(problem: ManyProblem) -> ManyCertificate:
        """The certificate of a fit without a model."""
        confusion = locked_ints(np.zeros((problem.K, problem.K), dtype=np.int64))
        return ManyCertificate(
            locked(np.full(len(problem.labels), np.nan)), np.nan, None, None, np.nan, confusion
        )

    @staticmethod
    def of_members(
        proofs: Sequence[Certificate], margins: Floats, confusion: Ints
    ) -> ManyCertificate:
        """The sums of the members' objectives, and the worst gap and violation among them."""
        gaps = [proof.gap for proof in proofs if proof.gap is not None]
        duals = [proof.dual for proof in proofs if proof.dual is not None]
        return ManyCertificate(
            margins,
            float(sum(proof.primal for proof in proofs)),
            float(sum(duals)) if len(duals) == len(proofs) else None,
            max(gaps) if len(gaps) == len(proofs) else None,
            max(proof.worst_violation for proof in proofs),
            confusion,
            shortfall=max(proof.shortfall for proof in proofs),
            rounding=max(proof.rounding for proof in proofs),
        )
