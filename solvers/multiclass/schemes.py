"""Schemes: K classes by several two-class fits, one against one or one against all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.multiclass.iterate import ManyIterate
from ..answer import Key, Rule
from ..arrays import Bools, Floats, locked
from ..drive import solve
from ..method import Fit, Method
from ..methods.soft_margin import SoftMarginSVM
from ..parameters import Choice, Symbol
from ..problem import Problem
from ..result import Iterate, Outcome, Status
from ..ties import levelled
from .method import ManyFit, ManyMethod
from .problem import ManyCertificate, ManyProblem

DEFAULT = SoftMarginSVM()
Ties = Annotated[
    str, Choice(("undecided", "scores"), ("undecided", "by the scores")), Symbol("Equal votes")
]
Decision = Annotated[
    str,
    Choice(
        ("argmax", "signed-distance", "strict"),
        ("largest score", "largest distance", "only one positive"),
    ),
    Symbol("Decision"),
]
ALL_ZERO = "{} at w = 0, and no score depends on the place. {}{}"
SOME_ZERO = "{} With w = 0: {}. {}"
# From harmless to fatal: the status of a scheme is the worst one of its members.
SEVERITY = (
    Status.CONVERGED,
    Status.SINGULAR,
    Status.STATIONARY,
    Status.ENDED,
    Status.UNBOUNDED,
    Status.BUDGET,
    Status.NOT_SEPARABLE,
    Status.RUNNING,
    Status.CANCELLED,
    Status.NO_DATA,
    Status.NOT_APPLICABLE,
)


@dataclass(frozen=True)
class Scheme(ManyMethod):
    """Base of the schemes: which two-class problems are solved (``keys_of``), and how the answers
    are put together (``join`` and ``scores``).

    A scheme of which a member has no model has none: without the line between two classes a vote
    would name one of them by their order alone, and a class without a score would never be named.
    """

    method: Annotated[Method, Symbol("method")] = DEFAULT

    def keys_of(self, present: tuple[int, ...]) -> tuple[Key, ...]:
        """The members for these classes, of which the larger index is class +."""
        return tuple((plus, minus) for minus, plus in combinations(present, 2))

    def keys(self, problem: ManyProblem) -> tuple[Key, ...]:
        """The members, of the classes that have points."""
        return self.keys_of(problem.present)

    def join(self, problem: ManyProblem, members: tuple[Iterate, ...]) -> ManyIterate:
        """The members alone, whose votes are not one linear function a class."""
        return ManyIterate(None, locked(np.full(problem.K, np.nan)), members=members)

    def solve_members(
        self,
        problem: ManyProblem,
        start: ManyFit | None,
        max_steps: int | None,
        cancelled: Callable[[], bool] | None,
        trace: bool,
        is_held: bool = False,
    ) -> tuple[Fit, ...]:
        """Every member, solved by the driver of two-class fits; ``start`` gives each its own
        earlier fit.

        While a point is held, a member without it keeps that fit.
        """
        earlier = dict(zip(start.member_keys, start.fits, strict=True)) if start is not None else {}

        def solve_member(key: Key) -> Fit:
            before = self._usable(earlier.get(key), problem, key)
            if is_held and before is not None and _is_answer_to(before, problem.member(key)):
                return before
            return solve(
                self.method.for_member(problem.member(key)),
                problem.member(key),
                start=before,
                max_steps=max_steps,
                cancelled=cancelled,
                trace=trace,
                is_held=is_held,
            )

        return tuple(solve_member(key) for key in self.keys(problem))

    @property
    def takes_weights(self) -> bool:
        """Whether the members do."""
        return self.method.takes_weights

    def outcome(self, problem: ManyProblem, fits: tuple[Fit, ...]) -> Outcome:
        """The worst member's status, in a sentence that names it."""
        worst = max(range(len(fits)), key=lambda k: SEVERITY.index(fits[k].status))
        fit, key = fits[worst], self.keys(problem)[worst]
        alike = sum(other.status is fit.status for other in fits)
        if fit.status is Status.CONVERGED:
            return Outcome(Status.CONVERGED, self._optimum_words(problem, fits))
        others = (
            ""
            if alike == 1
            else f" (so are {alike - 1} more)"
            if alike > 2
            else " (so is one more)"
        )
        words = f"{self.name_member(problem, key)}: {fit.status.value}{others}. {fit.explanation}"
        return Outcome(
            fit.status,
            words,
            fault=next((f.outcome.fault for f in fits if f.outcome.fault is not None), None),
        )

    def _optimum_words(self, problem: ManyProblem, fits: tuple[Fit, ...]) -> str:
        """That all members converged, and which of them have no direction."""
        words = (
            f"All {len(fits)} two-class fits converged."
            if len(fits) > 1
            else "The two-class fit converged."
        )
        flat = [k for k, fit in enumerate(fits) if fit.predicts and not fit.has_model]
        if not flat:
            return words
        names = [self.name_member(problem, key) for key in self.keys(problem)]
        if len(flat) == len(fits):
            return ALL_ZERO.format(
                words[:-1], f"{names[0]}: " if len(fits) > 1 else "", fits[0].explanation
            )
        return SOME_ZERO.format(words, ", ".join(names[k] for k in flat), fits[flat[0]].explanation)

    def name_member(self, problem: ManyProblem, key: Key) -> str:
        """The member in words, as in "versicolor against virginica"."""
        plus, minus = key
        if minus is None:
            return f"{problem.name(plus)} against the rest"
        return f"{problem.name(minus)} against {problem.name(plus)}"

    def rounding(self, problem: ManyProblem, iterate: ManyIterate) -> float:
        """How far a member's score, times its factor, may be off at the training points."""
        factors = self.factors(problem, iterate.members)
        return max(
            factor * float(np.max(problem.member(key).rounding(one)))
            for key, one, factor in zip(self.keys(problem), iterate.members, factors, strict=True)
        )

    def certify(self, fit: ManyFit) -> ManyCertificate:
        """A scheme is worth what its members are."""
        proofs = [member.certificate for member in fit.fits]
        return ManyCertificate.of_members(proofs, fit.training_margins, fit.confusion)

    @staticmethod
    def _usable(earlier: Fit | None, problem: ManyProblem, key: Key) -> Fit | None:
        """An earlier member fit as a warm start: of as many points, and of one that has an
        answer.
        """
        if (
            earlier is None
            or len(earlier.problem.y) != len(problem.member(key).y)
            or not earlier.has_model
        ):
            return None
        return earlier


def _is_answer_to(fit: Fit, problem: Problem) -> bool:
    """Whether a fit is over and belongs to the very same points."""
    is_over = fit.claimed_outcome.status not in (Status.RUNNING, Status.CANCELLED)
    return is_over and np.array_equal(fit.problem.X, problem.X)


def member_scores(problem: ManyProblem, key: Key, iterate: Iterate, Z: Floats) -> Floats:
    """The score of one member at ``Z (k, d)``."""
    return problem.member(key).scores(iterate, Z)


@dataclass(frozen=True)
class OneVsOne(Scheme):
    """K(K-1)/2 fits, one for every pair of classes, of any two-class method, feature map or kernel;
    each fit has one vote.

    The decision function of a class is its votes plus ``s / (3 (1 + |s|))``, with s the sum of its
    scores ``f_kl(x)``: the part below 1/3 never outweighs a vote, and orders the points within one
    (scikit-learn's ``decision_function`` is the same).  The largest is predicted, as ``SVC`` does
    with ``break_ties=True``.

    ``ties = "undecided"``: where several classes share the most votes the point is *undecided*
    nevertheless; ``ties = "scores"``: their sums decide it.

    With two classes there is one fit, the two-class answer.

    Source: Linear discriminants slides, "The Multi-Class Case" (one against one).

    Example:
        >>> from solvers import Fisher, OneVsOne, fit
        >>> X, y = [[0, 0], [1, 0], [4, 0], [5, 0], [0, 4], [1, 5]], [0, 0, 1, 1, 2, 2]
        >>> fit(OneVsOne(Fisher()), X, y).predict([[6, 0], [0, 6]])
        array([1, 2])
    """

    name: ClassVar[str] = "One against one"
    label: ClassVar[str] = "one vs one"
    summary: ClassVar[str] = "One two-class fit for every pair of classes; each has one vote."
    objective: ClassVar[str] = "argmax_k \\sum_{l ≠ k} [f_{kl}(x) > 0]"
    iterative: ClassVar[bool] = True
    takes_kernel: ClassVar[bool] = True

    ties: Ties = "undecided"

    def scores(self, problem: ManyProblem, iterate: ManyIterate, Z: Floats) -> Floats:
        """The votes with the part that breaks their ties; -inf for a class without points.

        A member whose score is 0 has no vote.
        """
        votes, sums = np.zeros((len(Z), problem.K)), np.zeros((len(Z), problem.K))
        for (plus, minus), one in zip(self.keys(problem), iterate.members, strict=True):
            assert minus is not None
            f = member_scores(problem, (plus, minus), one, Z)
            for k, sign in ((plus, 1.0), (minus, -1.0)):
                sums[:, k] += sign * f
            votes[:, plus] += f > 0.0
            votes[:, minus] += f < 0.0
        sums = np.clip(np.nan_to_num(sums), -1e300, 1e300)
        votes += sums / (1.0 + np.abs(sums)) / 3.0
        votes[:, [k for k in range(problem.K) if k not in problem.present]] = -np.inf
        return levelled(votes, problem.K * self.rounding(problem, iterate))

    @property
    def rule(self) -> Rule:
        """Votes, and what breaks a tie."""
        return Rule.VOTES if self.ties == "undecided" else Rule.VOTES_AND_SCORES

    def undecided(self, scores: Floats) -> Bools:
        """Where several classes share the most votes, whole numbers; under ``ties = "scores"`` also
        their sums.
        """
        return super().undecided(np.rint(scores) if self.ties == "undecided" else scores)


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

    Example:
        >>> from solvers import Fisher, OneVsRest, fit
        >>> X, y = [[0, 0], [1, 0], [4, 0], [5, 0], [0, 4], [1, 5]], [0, 0, 1, 1, 2, 2]
        >>> fit(OneVsRest(Fisher()), X, y).predict([[6, 0], [0, 6]])
        array([1, 2])
    """

    name: ClassVar[str] = "One against the rest"
    label: ClassVar[str] = "one vs rest"
    summary: ClassVar[str] = "One two-class fit for every class, against all the others together."
    objective: ClassVar[str] = "argmax_k f_k(x)"
    iterative: ClassVar[bool] = True
    takes_kernel: ClassVar[bool] = True

    decision: Decision = "argmax"

    def keys_of(self, present: tuple[int, ...]) -> tuple[Key, ...]:
        """Every class against the rest."""
        return tuple((k, None) for k in present)

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
        return levelled(scores, self.rounding(problem, iterate))

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
        """The factors of the scores: 1, or 1/||w_k|| (1 where w_k = 0: such a score is the same
        everywhere).
        """
        if self.decision != "signed-distance":
            return super().factors(problem, members)
        own = zip(map(problem.member, self.keys(problem)), members, strict=True)
        # no direction has no length: that of rounding may even be negative
        lengths = [p.has_direction(one) and max(0.0, p.norm_squared(one)) ** 0.5 for p, one in own]
        return [1.0 / length if length > 0.0 else 1.0 for length in lengths]


def _at(one: Iterate, centre: Floats) -> float:
    """The score of a linear model at ``centre``."""
    w, own, at_centre = one.about_centre
    return float(w @ (centre - own) + at_centre)
