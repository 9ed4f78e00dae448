"""The methods of K classes and their fits.

A form scores, decides and certifies, and yields the steps towards its answer; a :class:`ManyFit` is
that answer.  As with two classes (:mod:`solvers.method`) they know each other, so they are in one
file.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.multiclass.iterate import ManyIterate
from ..answer import CLASS_PLUS, Answer, AnyDrag, Key, Rule
from ..arrays import Bools, Floats, Ints, locked
from ..costs import CROSS_ENTROPY, ERRORS, Cost, margins_of
from ..method import Fit, Method, MethodBase
from ..problem import Problem, places_of
from ..result import HISTORY, Bounds, Iterate, Outcome, Status, brief
from ..summaries import vector_text
from ..ties import levelled, shared, winners_of
from .pair import PairOf, PairWithMargin, PairWithProbability
from .problem import ManyCertificate, ManyProblem

# A solver yields its steps (None: "still working, nothing new to draw") and returns how it ended.
ManySteps = Generator[ManyIterate | None, None, Outcome]


class ManyDrag(AnyDrag[ManyIterate, ManyProblem, "ManyFit"], Protocol):
    """One grabbed point of many classes."""


class ManyForm:
    """How one method treats K classes.

    The methods that exist for two classes, too, hand out such a form
    (:mod:`solvers.multiclass.forms`); the others are one. Forms never see an empty class: the
    driver leaves it out and widens the answer.  Schemes do, as their members skip it.
    """

    objective: ClassVar[str] = ""  # the formula, in the mathematics mark-up
    has_probability: ClassVar[bool] = False
    # whether a difference of scores is ±1 at the margin between two classes
    has_margin: ClassVar[bool] = False

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """Yield steps until the answer is reached; ``start`` is an earlier answer of the same
        method on a similar problem.
        """
        raise NotImplementedError

    def held_steps(self, problem: ManyProblem, start: ManyIterate | None) -> ManySteps:
        """The steps while a point is held, without a history: a run that may take many frames is
        left after about one, RUNNING.
        """
        return self.steps(problem, start, trace=False)

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """Objective, dual bound and worst violation of an iterate, recomputed from the data
        (``margins`` = f_y - rival).
        """
        raise NotImplementedError

    def certify(self, fit: ManyFit) -> ManyCertificate:
        """Recompute margins, confusion, primal, dual, gap and the worst violation of an answer that
        is a model.
        """
        problem, margins = fit.problem, fit.training_margins
        reduced = problem.reduced
        iterate = fit.last if reduced is problem else fit.last.for_classes(problem.present)
        with np.errstate(all="ignore"):
            bounds = self.bounds(reduced, iterate, margins)
        return ManyCertificate(
            margins,
            bounds.primal,
            bounds.dual,
            bounds.gap,
            bounds.worst_violation,
            fit.confusion,
            bounds.separability,
            bounds.shortfall,
            bounds.rounding,
        )

    def scores(self, problem: ManyProblem, iterate: ManyIterate, Z: Floats) -> Floats:
        """The levelled scores (k, K) of an iterate at points ``Z (k, d)``."""
        Phi = problem.features.map(Z)
        return levelled(iterate.scores(Phi), problem.rounding(iterate, Phi))

    @property
    def cost(self) -> Cost:
        """The cost of a point: an error, where nothing is minimised."""
        return ERRORS

    def multiplier_bound(self, problem: ManyProblem) -> float:
        """The upper bound of the sum of a point's multipliers, infinite where there is none."""
        return np.inf

    @property
    def rule(self) -> Rule:
        """How the scores decide."""
        return Rule.LARGEST

    def factors(self, problem: ManyProblem, members: tuple[Iterate, ...]) -> list[float]:
        """The factors of the members' scores, by which they are compared."""
        return [1.0] * len(members)

    def undecided(self, scores: Floats) -> Bools:
        """Where the scores (k, K) name no class: several share the largest one, as the scores of
        W = 0 may do everywhere.
        """
        return shared(scores)

    def probabilities(self, scores: Floats) -> Floats:
        """The probabilities (k, K) for scores that are logarithms of them, up to a constant of the
        point.
        """
        f = scores - scores.max(axis=1, keepdims=True)
        p: Floats = np.exp(f)
        p /= p.sum(axis=1, keepdims=True)
        return p

    def keys(self, problem: ManyProblem) -> tuple[Key, ...]:
        """The members of a scheme by class index; none for all-at-once methods."""
        return ()

    def join(self, problem: ManyProblem, members: tuple[Iterate, ...]) -> ManyIterate:
        """The model that the members of a scheme make together."""
        raise NotImplementedError


@dataclass(frozen=True)
class ManyMethod(ManyForm, MethodBase):
    """Base of the methods that need no two-class sibling."""


AnyMethod = Method | ManyMethod


@dataclass(frozen=True, eq=False)
class ManyFit(Answer):
    """The answer of one method on K classes: the last iterate, how it ended, the proof, and the
    two-class fits of a scheme.

    ``form`` is what the method is with these classes: it scores, decides and certifies; ``whole``
    is the fit that this one is a step of, if it is one.
    """

    method: AnyMethod
    form: ManyForm
    problem: ManyProblem
    last: ManyIterate
    claim: Outcome | Callable[[], Outcome]
    trail: tuple[ManyIterate, ...]
    seconds: float
    fits: tuple[Fit, ...] = ()
    whole: ManyFit | None = None

    @staticmethod
    def nothing(
        method: AnyMethod,
        form: ManyForm,
        problem: ManyProblem,
        outcome: Outcome,
        seconds: float = 0.0,
    ) -> ManyFit:
        """An answer without a model, which says why."""
        nothing = ManyIterate.nothing(problem.K)
        return ManyFit(method, form, problem, nothing, outcome, (nothing,), seconds)

    @property
    def W(self) -> Floats | None:
        """The weights (K, m) in data units, None where the scores are not one linear function a
        class.
        """
        return None if self.last.quadratic is not None else self.last.W

    @property
    def quadratic(self) -> tuple[Floats, Floats, Floats] | None:
        """``W (K, m, m)``, ``w (K, m)`` and ``w_0 (K,)`` of quadratic scores, as
        :attr:`~solvers.Fit.quadratic`; None for all others.
        """
        squares, W = self.last.quadratic, self.last.W
        return None if squares is None or W is None else (squares, W, self.last.b)

    @property
    def b(self) -> Floats | None:
        """The offsets (K,) in data units, -inf for a class without points; None where no score has
        one, as of votes.
        """
        return None if self.W is None and not np.isfinite(self.last.b).any() else self.last.b

    @cached_property
    def member_keys(self) -> tuple[Key, ...]:
        """The members by class index, in the order of ``last.members``: (plus, minus), or (k, None)
        for one against the rest.
        """
        return self.form.keys(self.problem)

    @cached_property
    def members(self) -> Mapping[tuple[Any, Any], Fit]:
        """The two-class fits of a scheme by label values, (plus, minus or None); empty for
        all-at-once methods.
        """
        value = self.problem.value
        keys = (
            (value(plus), None if minus is None else value(minus))
            for plus, minus in self.member_keys
        )
        return MappingProxyType(dict(zip(keys, self.fits, strict=True)) if self.fits else {})

    @cached_property
    def has_model(self) -> bool:
        """Whether there is anything to predict with."""
        return self.last.is_model

    @property
    def rule(self) -> Rule:
        """How the scores decide."""
        return self.form.rule

    @property
    def weights(self) -> tuple[Floats, Floats] | None:
        """W and b where every class has a linear score: votes and conics have none."""
        return (self.W, self.last.b) if self.has_model and self.W is not None else None

    @property
    def cost(self) -> Cost:
        """The cost of a point: an error, where nothing is minimised."""
        return self.form.cost

    @cached_property
    def paid(self) -> Floats:
        """The cost of every training point (n,), by all rivals; nan while there are no scores."""
        if not self.predicts:
            return locked(np.full(len(self.problem.labels), np.nan))
        values, weights = (
            self.cost.values(self.training_scores, self.problem.labels),
            self.problem.weights,
        )
        return locked(values if weights is None else values * weights)

    @cached_property
    def log_loss(self) -> float | None:
        """The mean of ``-log P(own class)``, from the scores, which keep its digits."""
        if not self.has_probability or not self.has_model or not len(self.problem.labels):
            return None
        return float(CROSS_ENTROPY.values(self.training_scores, self.problem.labels).mean())

    def gap_at(self, t: int) -> float | None:
        """The gap of the certificate that the step would have."""
        step = self.history[t]
        return replace(self, last=step).certificate.gap if step.is_model else None

    @cached_property
    def pairs(self) -> tuple[tuple[Key, Fit], ...]:
        """The members of a scheme, none of an all-at-once method."""
        return tuple(zip(self.member_keys, self.fits, strict=True)) if self.fits else ()

    @cached_property
    def pair_keys(self) -> tuple[Key, ...]:
        """The members of a scheme, or every two classes that have points."""
        present = self.problem.present
        every_two = ((plus, minus) for minus in present for plus in present if plus > minus)
        return self.member_keys or tuple(every_two)

    @cached_property
    def _known_pairs(self) -> dict[Key, Fit | None]:
        return dict(self.pairs)

    def pair(self, key: Key) -> Fit | None:
        """A member of the scheme, or the difference of two scores; None where there is none."""
        if key not in self._known_pairs:
            self._known_pairs[key] = self._difference(key)
        return self._known_pairs[key]

    def _difference(self, key: Key) -> Fit | None:
        plus, minus = key
        if self.fits or not isinstance(plus, int) or not isinstance(minus, int):
            return None
        if plus == minus or not self.has_model:
            return None
        iterate = self.last.difference(plus, minus, self.problem.weights_off(self.last))
        if iterate is None:
            return None
        kind = PairWithMargin if self.has_margin else PairOf
        method = PairWithProbability() if self.has_probability else kind()
        outcome = Outcome(Status.CONVERGED, self.explanation)
        problem = self.problem.member(key)
        return Fit(method, problem, iterate, outcome, (iterate,), self.seconds)

    @property
    def as_pair(self) -> Fit | None:
        """The one pair of two classes: of one against the rest the fit of the second class."""
        return (self.pair(CLASS_PLUS) or self.pair((1, None))) if self.K == 2 else None

    @cached_property
    def history(self) -> tuple[ManyIterate, ...]:
        """The steps towards the answer, the answer last; of a scheme step t has every member at its
        step t, or at its last.
        """
        if not self.fits or len(self.trail) > 1:
            return self.trail
        numbers = sorted({number for fit in self.fits for number in fit.numbers})
        stride = max(1, -(-len(numbers) // HISTORY))
        at = [
            (tuple(fit.history[fit.place_of(number)] for fit in self.fits), number)
            for number in numbers[:-1:stride]
        ]
        joined = (self.form.join(self.problem, members).numbered(k) for members, k in at)
        return (*joined, self.last)

    def _with_steps(self, steps: tuple[ManyIterate, ...], outcome: Outcome) -> ManyFit:
        fits = tuple(
            replace(fit, last=one, trail=(one,))
            for fit, one in zip(self.fits, steps[-1].members, strict=True)
        )
        whole = self.whole or self
        return replace(self, last=steps[-1], claim=outcome, trail=steps, fits=fits, whole=whole)

    @cached_property
    def certificate(self) -> ManyCertificate:
        """The proof, recomputed from the data on first use."""
        return self.form.certify(self) if self.has_model else ManyCertificate.nothing(self.problem)

    @property
    def coef_(self) -> Floats:
        """W (K, m), as scikit-learn has it.

        Raises:
            AttributeError: votes, kernels and conic sections, which have no weights.
        """
        if self.weights is None:
            raise AttributeError(f"{self.method.name} has no weights here: ask decision_function")
        return self.weights[0]

    @property
    def intercept_(self) -> Floats:
        """b (K,), as scikit-learn has it; an AttributeError like that of :attr:`coef_`."""
        if self.weights is None:
            raise AttributeError(f"{self.method.name} has no offsets here: ask decision_function")
        return self.weights[1]

    def scores(self, iterate: ManyIterate, Z: Floats) -> Floats:
        """The scores (k, K) of a step of the history at points ``Z (k, d)``; nan while there is no
        model.
        """
        if not iterate.is_model:
            return np.full((len(Z), self.problem.K), np.nan)
        with np.errstate(all="ignore"):
            return self.form.scores(self.problem, iterate, Z)

    def decision_function(self, Z: ArrayLike) -> Floats:
        """The scores, or votes, of all classes at the points ``Z (k, d)`` as an array (k, K); nan
        while there is no model.
        """
        return self.scores(self.last, places_of(self.problem, Z))

    def _winners(self, scores: Floats) -> Ints:
        return winners_of(scores)

    def _towards(self, ahead: ManyIterate, share: float, claim: Outcome) -> ManyFit:
        if not self.fits:
            return replace(self, last=self.last.towards(ahead, share), claim=claim)
        pairs = zip(self.fits, ahead.members, strict=True)
        fits = tuple(fit._towards(one, share, fit.claim) for fit, one in pairs)
        last = self.form.join(self.problem, tuple(fit.last for fit in fits))
        return replace(self, last=last, fits=fits, claim=claim)

    def _are_undecided(self, scores: Floats) -> Bools:
        return self.form.undecided(scores) if self.has_model else np.ones(len(scores), dtype=bool)

    @cached_property
    def training_margins(self) -> Floats:
        """``f_y - max of the rivals' f`` (n,)."""
        return margins_of(self.training_scores, self.problem.labels)

    @cached_property
    def training_scores(self) -> Floats:
        """The scores (n, K) of the training points."""
        return locked(self.scores(self.last, self.problem.X))

    def _probabilities(self, Z: ArrayLike) -> Floats:
        return self.form.probabilities(self.decision_function(Z))

    def _model_facts(self) -> list[tuple[str, str]]:
        b = [] if self.b is None else [("b", vector_text(self.b))]
        return [("members", f"{len(self.fits)} fits of two classes")] if self.fits else b

    def __repr__(self) -> str:
        """One line: method, status, classes and the gap of the certificate."""
        parts = [brief(self.method), self.status.name, f"{self.problem.K} classes"]
        if self.has_model and self.certificate.gap is not None:
            parts.append(f"gap={self.certificate.gap:.1e}")
        return f"ManyFit({', '.join(parts)})"


AnyFit = Fit | ManyFit
AnyProblem = Problem | ManyProblem
