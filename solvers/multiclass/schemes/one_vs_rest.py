"""One against all: a two-class fit for every class, against all the others together."""

from __future__ import annotations

from dataclasses import dataclass
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
class OneVsRest(Scheme):
    """K fits, class k as +1 against all others as -1, of any two-class method, feature map or
    kernel.

    ``argmax``: the class with the largest score ``f_k``.  ``signed-distance``: with the largest
    ``f_k / ||w_k||``, so that a fit with long weights has no louder voice.  ``strict``: a point
    belongs to a class only where exactly one score is positive; where none or several are it is
    *undecided* (and predicted by the largest score): the classical figure of ambiguous regions.

    With two classes both fits are the same line with opposite signs, the two-class answer.

    Source: Linear discriminants slides, "The Multi-Class Case" (one against all).
    """

    name: ClassVar[str] = "One against all"
    label: ClassVar[str] = "one vs rest"
    summary: ClassVar[str] = "One two-class fit for every class, against all the others together."
    objective: ClassVar[str] = "argmax_k f_k(x)"
    iterative: ClassVar[bool] = True
    takes_kernel: ClassVar[bool] = True

    decision: Annotated[
        str,
        Choice(
            ("argmax", "signed-distance", "strict"),
            ("largest score", "largest signed distance", "exactly one positive"),
        ),
    ] = "argmax"

    def keys(self, problem: ManyProblem) -> tuple[Key, ...]:
        """Every class that has points, against the rest."""
        return tuple((k, None) for k in problem.present)

    def join(self, problem: ManyProblem, members: tuple[Iterate, ...]) -> ManyIterate:
        """The scores side by side; with ``signed-distance`` in units of distance."""
        linear = all(
            one.w is not None and one.quadratic is None and np.isfinite(one.b) for one in members
        )
        factors = self.factors(problem, members)
        if not linear or not all(np.isfinite(factors)):
            b = np.full(problem.K, -np.inf)
            b[list(problem.present)] = [one.b for one in members]
            return ManyIterate(None, locked(b), members=members)
        W = np.array(
            [
                factor * one.w
                for factor, one in zip(factors, members, strict=True)
                if one.w is not None
            ]
        )
        _, centre, _ = members[0].about_centre
        f_centre = np.array(
            [factor * _at(one, centre) for factor, one in zip(factors, members, strict=True)]
        )
        iterate = ManyIterate.centred(W, centre, f_centre, members=members)
        return (
            iterate
            if len(members) == problem.K
            else iterate.for_all_classes(problem.present, problem.K)
        )

    def scores(self, problem: ManyProblem, iterate: ManyIterate, Z: Floats) -> Floats:
        """The members' scores; -inf for a class without points."""
        scores = np.full((len(Z), problem.K), -np.inf)
        factors = self.factors(problem, iterate.members)
        for key, one, factor in zip(self.keys(problem), iterate.members, factors, strict=True):
            f = member_scores(problem, key, one, Z)
            scores[:, key[0]] = factor * f if np.isfinite(factor) else np.sign(f) * np.inf
        return scores

    @property
    def rule(self) -> Rule:
        """The only positive score under ``strict``, else the largest."""
        return Rule.ONE_POSITIVE if self.decision == "strict" else Rule.LARGEST

    def undecided(self, scores: Floats) -> Bools:
        """Under ``strict``, where none or several scores are positive."""
        if self.decision != "strict":
            return super().undecided(scores)
        unclear: Bools = np.count_nonzero(scores > 0.0, axis=1) != 1
        return unclear

    def factors(self, problem: ManyProblem, members: tuple[Iterate, ...]) -> list[float]:
        """What the scores are multiplied by: 1, or 1/||w_k|| (1 where w_k = 0: such a score is the
        same everywhere).
        """
        if self.decision != "signed-distance":
            return super().factors(problem, members)
        lengths = [
            problem.member(key).norm_squared(one) ** 0.5
            for key, one in zip(self.keys(problem), members, strict=True)
        ]
        return [1.0 / length if length > 0.0 else 1.0 for length in lengths]


def _at(one: Iterate, centre: Floats) -> float:
    """The score of a linear model at ``centre``."""
    w, own, at_centre = one.about_centre
    return float(w @ (centre - own)) + at_centre
