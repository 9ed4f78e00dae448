"""What can be checked about a K-class answer, recomputed from the data and the answer alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from ..arrays import Floats, Ints, locked, locked_ints
from ..result import Certificate, Separability
from .problem import ManyProblem


class Rule(Enum):
    """How scores become a class, and where they name none."""

    LARGEST = "the largest score"
    VOTES = "the most votes of the members, undecided where several classes have as many"
    VOTES_AND_SCORES = "the most votes of the members, of equal ones the largest sum of scores"
    ONE_POSITIVE = "the only positive score, undecided where there are none or several"

    @property
    def is_vote(self) -> bool:
        """Whether the scores count votes."""
        return self in (Rule.VOTES, Rule.VOTES_AND_SCORES)


@dataclass(frozen=True, eq=False)
class ManyCertificate:
    """The proof of an answer.

    ``margins (n,)`` are ``f_y(x) - max of the rivals' f(x)``.  ``primal`` is the objective at the
    answer, ``dual`` a lower bound of the optimum, ``gap`` their relative distance; of a scheme the
    sums over its members and the worst gap among them. ``confusion (K, K)`` counts the points, rows
    by their class, columns by the predicted one.
    """

    margins: Floats
    primal: float
    dual: float | None
    gap: float | None
    worst_violation: float
    confusion: Ints
    separability: Separability | None = None
    shortfall: float = 0.0
    rounding: float = 0.0

    @staticmethod
    def nothing(problem: ManyProblem) -> ManyCertificate:
        """That of a fit without a model."""
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

    @property
    def errors(self) -> int:
        """The number of training errors."""
        return int(self.confusion.sum() - self.confusion.trace())


def margins_of(scores: Floats, labels: Ints) -> Floats:
    """``f_y - max of the rivals' f`` (n,) of scores (n, K)."""
    rows = np.arange(len(labels))
    rivals = scores.copy()
    rivals[rows, labels] = -np.inf
    return locked(scores[rows, labels] - rivals.max(axis=1))


def confusion_of(scores: Floats, labels: Ints) -> Ints:
    """How many points of each class (rows) are predicted as each class (columns), (K, K)."""
    K = scores.shape[1]
    return locked_ints(np.bincount(labels * K + winners_of(scores), minlength=K**2).reshape(K, K))


def winners_of(scores: Floats) -> Ints:
    """The index of the largest score of each row, of equal ones the first; the one rule of K
    classes.
    """
    largest: Ints = np.where(np.isnan(scores), -np.inf, scores).argmax(axis=1)
    return largest
