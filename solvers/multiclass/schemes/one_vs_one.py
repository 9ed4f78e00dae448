"""One against one: a two-class fit for every pair of classes, and a vote."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, ClassVar

import numpy as np

from ...arrays import Bools, Floats, locked
from ...parameters import Choice
from ...result import Iterate
from ..iterate import ManyIterate
from ..many_certificate import Rule
from ..problem import Key, ManyProblem
from .scheme import Scheme, member_scores


@dataclass(frozen=True)
class OneVsOne(Scheme):
    """K(K-1)/2 fits, one for every pair of classes, of any two-class method, feature map or kernel;
    each fit has one vote.

    ``ties = "undecided"``: where several classes share the most votes the point is *undecided* (and
    predicted as the first of them, as libsvm does).  ``ties = "scores"``: the sum of the scores
    ``f_kl(x)`` for a class breaks the tie; the decision function is then the votes plus ``s / (3 (1
    + |s|))`` with that sum s.

    With two classes there is one fit, the two-class answer.

    Source: Linear discriminants slides, "The Multi-Class Case" (one against one).
    """

    name: ClassVar[str] = "One against one"
    label: ClassVar[str] = "one vs one"
    summary: ClassVar[str] = "One two-class fit for every pair of classes; each has one vote."
    objective: ClassVar[str] = "argmax_k \\sum_{l ≠ k} [f_{kl}(x) > 0]"
    iterative: ClassVar[bool] = True
    takes_kernel: ClassVar[bool] = True

    ties: Annotated[str, Choice(("undecided", "scores"), ("stay undecided", "sum of scores"))] = (
        "undecided"
    )

    def keys(self, problem: ManyProblem) -> tuple[Key, ...]:
        """Every pair of classes that have points, the larger index as class +."""
        return tuple((plus, minus) for minus, plus in combinations(problem.present, 2))

    def join(self, problem: ManyProblem, members: tuple[Iterate, ...]) -> ManyIterate:
        """The members alone: votes are no linear function."""
        return ManyIterate(None, locked(np.full(problem.K, np.nan)), members=members)

    def scores(self, problem: ManyProblem, iterate: ManyIterate, Z: Floats) -> Floats:
        """The votes, with the tie-breaking part under ``ties = "scores"``; -inf for a class without
        points.
        """
        votes, sums = np.zeros((len(Z), problem.K)), np.zeros((len(Z), problem.K))
        for (plus, minus), one in zip(self.keys(problem), iterate.members, strict=True):
            assert minus is not None
            f = member_scores(problem, (plus, minus), one, Z)
            for k, sign in ((plus, 1.0), (minus, -1.0)):
                sums[:, k] += sign * f
            votes[:, plus] += f > 0.0
            votes[:, minus] += f <= 0.0
        if self.ties == "scores":
            sums = np.clip(np.nan_to_num(sums), -1e300, 1e300)
            votes += sums / (1.0 + np.abs(sums)) / 3.0  # below 1/3 it never outweighs a vote
        votes[:, [k for k in range(problem.K) if k not in problem.present]] = -np.inf
        return votes

    @property
    def rule(self) -> Rule:
        """Votes, and what breaks a tie."""
        return Rule.VOTES if self.ties == "undecided" else Rule.VOTES_AND_SCORES

    def undecided(self, scores: Floats) -> Bools:
        """Where several classes share the most votes."""
        return super().undecided(scores)
