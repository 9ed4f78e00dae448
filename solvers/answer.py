"""The answer of a method: the class of every place, how the fit ended, and the steps towards it.

:class:`Answer` is the one interface of two-class fits and of fits of K classes; two classes are
K = 2.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from numbers import Integral
from types import MappingProxyType
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Bools, Floats, Ints, locked_ints, read_only
from .certificate import judge
from .plane.arrangement import UNDECIDED
from .result import Certificate, NoProbabilitiesError, Outcome, Status, brief
from .summaries import html_facts, share_text
from .validation import shown_value

# Classes by their indices: one, or several.
Group = int | tuple[int, ...]
# Two groups of classes, (plus, minus), or (k, None) for class k against all others.
Key = tuple[Group, Group | None]
CLASS_PLUS: Key = (1, 0)  # the only pair of two classes: class + against class -

# what a drag moves through, is asked about and ends with
Step_co = TypeVar("Step_co", covariant=True)
Problem_contra = TypeVar("Problem_contra", contravariant=True)
Fit_co = TypeVar("Fit_co", covariant=True)


STOPPED = "Stopped after step"  # of the history, by choice


def is_of(labels: NDArray[Any], group: Group) -> Bools:
    """Which labels (n,) are of a group."""
    return labels == group if isinstance(group, int) else np.isin(labels, group)


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


class Answer:
    """Base of the fits: all that can be asked of one, whatever the number of its classes.

    The scores of two classes are -f/2 and f/2: their difference is f, as the difference of any two
    scores is that of their pair.  Only :meth:`decision_function` is meant to be read.

    ``claim`` is how the solver says it ended, or the function that finds it out; :attr:`outcome` is
    what the certificate makes of it, on first use.  ``trail`` are the steps towards the answer, the
    answer last, thinned out evenly.
    """

    method: Any
    form: Any  # what scores, decides and certifies: of two classes the method
    problem: Any
    last: Any
    claim: Outcome | Callable[[], Outcome]
    trail: tuple[Any, ...]
    seconds: float

    @property
    @abstractmethod
    def certificate(self) -> Certificate:
        """The proof, recomputed from the data on first use."""

    @cached_property
    def outcome(self) -> Outcome:
        """How the fit ended; CONVERGED where its certificate supports it, and nowhere else."""
        claim = self.claimed_outcome
        return judge(claim, self.certificate) if claim.status is Status.CONVERGED else claim

    @cached_property
    def claimed_outcome(self) -> Outcome:
        """How the solver says it ended."""
        return self.claim() if callable(self.claim) else self.claim

    @property
    def K(self) -> int:
        """The number of classes, empty ones included."""
        return len(self.problem.classes)

    @property
    def classes(self) -> tuple[Any, ...]:
        """The caller's label values, in the order of the scores: of two the negative one first."""
        return tuple(self.problem.classes)

    @property
    @abstractmethod
    def has_model(self) -> bool:
        """Whether there is a boundary to draw."""

    @property
    def predicts(self) -> bool:
        """Whether there are scores, and with them predictions and errors; of two classes there may
        be no boundary (w = 0), of many scores that are all alike predict one of them.
        """
        return self.has_model

    @abstractmethod
    def decision_function(self, Z: ArrayLike) -> Floats:
        """The scores as they are written: f (k,) of two-class fits, else (k, K); nan without
        scores.
        """

    def class_scores(self, Z: ArrayLike) -> Floats:
        """The score of every class at the points ``Z (k, d)`` as an array (k, K)."""
        return self.decision_function(Z)

    @property
    def alpha(self) -> Floats | None:
        """The multipliers, (n,) of two classes, else (n, K); None for methods without."""
        alpha: Floats | None = self.last.alpha
        return alpha

    @property
    def has_margin(self) -> bool:
        """Whether a difference of two scores is ±1 at the margin between their classes."""
        return bool(self.form.has_margin)

    @property
    def has_probability(self) -> bool:
        """Whether there are probabilities (:attr:`predict_proba`)."""
        return bool(self.form.has_probability)

    def winners(self, Z: ArrayLike) -> Ints:
        """The index (k,) of the predicted class at the points ``Z``: the largest score, of equal
        ones the first.

        Raises:
            ValueError: there are no scores; the sentence says why.
        """
        self._refuse_without_model()
        return self._winners(self.decision_function(Z))

    def verdicts(self, Z: ArrayLike) -> Ints:
        """The winner (k,) at the points ``Z``, :data:`~solvers.plane.arrangement.UNDECIDED` where
        no class is named; both from one computation.
        """
        scores = self.decision_function(Z)
        return np.where(self._are_undecided(scores), UNDECIDED, self._winners(scores))

    def undecided(self, Z: ArrayLike) -> Bools:
        """Where (k,) no class is named, as on the line of two: those points are predicted by a tie
        rule.
        """
        return self._are_undecided(self.decision_function(Z))

    @cached_property
    def training_winners(self) -> Ints:
        """The index (n,) of the predicted class of every training point; class 0 while there are no
        scores.
        """
        return locked_ints(self._winners(self.training_scores))

    @cached_property
    def wrong(self) -> Bools:
        """Which training points (n,) are predicted as another class; none while there are no
        scores.
        """
        wrong: Bools = read_only(self.predicts & (self.training_winners != self.problem.labels))
        return wrong

    @cached_property
    def tied(self) -> Bools:
        """At which training points (n,) no class is named; none while there are no scores."""
        none: Bools = np.zeros(len(self.training_scores), dtype=bool)
        tied: Bools = self._are_undecided(self.training_scores) if self.predicts else none
        return tied

    @property
    @abstractmethod
    def training_scores(self) -> Floats:
        """:meth:`decision_function` of the training points, computed once for whatever asks."""

    @property
    @abstractmethod
    def training_margins(self) -> Floats:
        """The own score less the best rival's at every training point (n,): of two classes y f."""

    @cached_property
    def confusion(self) -> Ints:
        """How many training points of each class (rows) are predicted as each class (columns), (K,
        K); zeros while there are no scores.
        """
        K = self.K
        if not self.predicts:
            return locked_ints(np.zeros((K, K), dtype=np.int64))
        pairs = np.bincount(self.problem.labels * K + self.training_winners, minlength=K * K)
        return locked_ints(pairs.reshape(K, K))

    @property
    @abstractmethod
    def weights(self) -> tuple[Floats, Floats] | None:
        """``W (K, m)`` and ``b (K,)`` where the score of every class is one linear function of the
        features, else None.
        """

    @property
    @abstractmethod
    def rule(self) -> Rule:
        """How the scores decide."""

    @property
    @abstractmethod
    def paid(self) -> Floats:
        """The cost of every training point (n,); nan while there are no scores."""

    @property
    @abstractmethod
    def log_loss(self) -> float | None:
        """The mean of ``-log P(own class)`` over the training points; None without
        probabilities.
        """

    @abstractmethod
    def gap_at(self, t: int) -> float | None:
        """The gap between step ``t`` of the history and the bound that it proves, as the
        certificate counts it; None without such a bound.
        """

    @property
    @abstractmethod
    def pairs(self) -> tuple[tuple[Key, Answer], ...]:
        """The two-class fits that decide: of two classes the fit itself, of a scheme its members,
        none where all scores decide together.
        """

    @property
    @abstractmethod
    def pair_keys(self) -> tuple[Key, ...]:
        """The pairs that can be looked at: those that decide, or any two classes with points."""

    @abstractmethod
    def pair(self, key: Key) -> Answer | None:
        """The two-class fit of a pair, always the same object: one that decides, or the difference
        of two scores; None where it has none.
        """

    @property
    @abstractmethod
    def as_pair(self) -> Answer | None:
        """The whole answer as one boundary: of two classes their pair, of more None."""

    def predict(self, Z: ArrayLike) -> NDArray[Any]:
        """The caller's labels at the points ``Z (k, d)``: of the class with the largest score, of
        two classes the positive one where f > 0.

        Raises:
            ValueError: the fit has no model, such as one that is NOT_SEPARABLE (:attr:`predicts`),
                or a fault of ``Z``.
        """
        labels: NDArray[Any] = np.array(self.classes)[self.winners(Z)]
        return labels

    def _refuse_without_model(self) -> None:
        """Raise what the fit says where it has no scores to predict with.

        Raises:
            ValueError: the fit has no model; the sentence says why.
        """
        if not self.predicts:
            raise ValueError(f"{self.method.name} has no model to predict with: {self.explanation}")

    def score(self, X: ArrayLike, y: ArrayLike) -> float:
        """The share of the points ``X`` whose label is the one in ``y (k,)``: 1 minus the error
        rate.

        Raises:
            ValueError: another number of labels than points, or what :meth:`predict` refuses.
        """
        truth = np.asarray(y).reshape(-1)
        found = self.predict(X)
        if len(found) != len(truth):
            raise ValueError(
                f"y must hold a label for each of the {len(found)} points; got {len(truth)}"
            )
        return float(np.mean(found == truth)) if len(truth) else float("nan")

    @property
    def classes_(self) -> NDArray[Any]:
        """The labels in the order of the scores: of two classes the negative one first."""
        return np.array(self.classes)

    @property
    def status(self) -> Status:
        """How the fit ended; with a scheme over several fits the worst ending among them."""
        return self.outcome.status

    @property
    def explanation(self) -> str:
        """One sentence about how this fit ended on this data."""
        return self.outcome.explanation or self.status.sentence

    @property
    def facts(self) -> Mapping[str, Any]:
        """Further findings of the method by name, such as J of Fisher."""
        return MappingProxyType(dict(self.claimed_outcome.facts))

    @property
    def history(self) -> tuple[Any, ...]:
        """The steps towards the answer, the answer last, thinned out evenly."""
        return self.trail

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the steps in the history, as the method counts; of a long run some are
        missing.
        """
        return tuple(
            k if step.number is None else step.number for k, step in enumerate(self.history)
        )

    def place_of(self, number: int) -> int:
        """The place in the history of the last step that is not after step ``number``."""
        return max(0, bisect_right(self.numbers, number) - 1)

    def at(self, t: int) -> Self:
        """The fit as if the solver had stopped at place ``t`` of the history (negative counts from
        the end); :meth:`place_of` finds the place of a step.
        """
        if not isinstance(t, Integral):
            raise TypeError(f"a place in the history is a whole number; got {shown_value(t)}")
        count = len(self.history)
        if not -count <= t < count:
            raise IndexError(f"the history holds {count} steps; there is no step at place {t}")
        if t % count == count - 1:
            return self
        outcome = Outcome(Status.BUDGET, f"{STOPPED} {self.numbers[t]} of {self.numbers[-1]}.")
        return self._with_steps(self.history[: t % count + 1], outcome)

    @property
    def predict_proba(self) -> Callable[[ArrayLike], Floats]:
        """The probabilities of the classes at ``Z (k, d)``, of rising labels, as an array (k, K).

        Raises:
            NoProbabilitiesError: for a method that has none, so ``hasattr`` tells.
        """
        if not self.has_probability:
            raise NoProbabilitiesError(
                f"{self.method.name} has no probabilities; use decision_function"
            )
        return self._probabilities

    @abstractmethod
    def _model_facts(self) -> list[tuple[str, str]]:
        """The numbers of the model that fit into a small table."""

    def _repr_html_(self) -> str:
        """A small table for a notebook."""
        facts = [
            ("method", brief(self.method)),
            ("status", f"{self.status.value}: {self.explanation}"),
        ]
        if self.predicts:
            certificate, counts = self.certificate, self.problem.counts.tolist()
            names = (f"{name} ({n})" for name, n in zip(self.classes, counts, strict=True))
            facts += [
                ("classes", ", ".join(names)),
                *self._model_facts(),
                ("training errors", share_text(certificate.errors, sum(counts))),
                (self.method.measured, f"{certificate.primal:.6g}"),
            ]
            gap = certificate.gap
            facts += [] if gap is None else [("relative gap", f"{gap:.1e}")]
        return html_facts(facts)

    def between(self, step: int, share: float) -> Self:
        """The answer at ``step`` of the history, moved by a ``share`` of the way to the next one:
        for a moving picture only; the answer itself stands.
        """
        stopped = self.at(step)
        if not share or stopped is self:
            return stopped
        ahead = self.history[step % len(self.history) + 1]
        claim = Outcome(Status.BUDGET, stopped.explanation)
        return stopped._towards(ahead, share, claim)

    @abstractmethod
    def _towards(self, ahead: Any, share: float, claim: Outcome) -> Self: ...

    @abstractmethod
    def _winners(self, scores: Floats) -> Ints: ...

    @abstractmethod
    def _are_undecided(self, scores: Floats) -> Bools: ...

    @abstractmethod
    def _probabilities(self, Z: ArrayLike) -> Floats: ...

    @abstractmethod
    def _with_steps(self, steps: tuple[Any, ...], outcome: Outcome) -> Self:
        """The same fit with these steps alone, the last of them as its answer."""


class AnyDrag(Protocol[Step_co, Problem_contra, Fit_co]):
    """One grabbed point: exact refits while it moves and everything else rests.

    ``move`` is the hot path: it returns the new optimum without the multipliers (an array of n
    numbers costs more than the refit itself at n = 10^6).  ``fit`` wraps the last move up as a full
    fit, multipliers included.
    """

    def move(self, position: Sequence[float]) -> Step_co:
        """The exact optimum with the grabbed point at ``position`` (x1, x2) in data units.

        Raises:
            ValueError: ``position`` is not two finite numbers.
        """
        ...

    def fit(self, problem: Problem_contra) -> Fit_co:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        ...
