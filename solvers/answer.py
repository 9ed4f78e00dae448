"""What every answer tells, of two classes or of many: how it ended, and the steps that led to
it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from numbers import Integral
from types import MappingProxyType
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Floats
from .certificate import Proof, judge
from .result import NoProbabilitiesError, Outcome, Status
from .validation import shown_value

I = TypeVar("I")  # noqa: E741 - an iterate: of two classes or of many


class Answer(Generic[I]):
    """Base of the fits.

    ``claim`` is how the solver says it ended, or the function that finds it out; :attr:`outcome` is
    what the certificate makes of it, on first use.  ``trail`` are the steps towards the answer, the
    answer last, thinned out evenly.
    """

    method: Any
    problem: Any
    last: I
    claim: Outcome | Callable[[], Outcome]
    trail: tuple[I, ...]

    @property
    @abstractmethod
    def certificate(self) -> Proof:
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
    @abstractmethod
    def predicts(self) -> bool:
        """Whether there are scores, and with them predictions and errors."""

    @abstractmethod
    def predict(self, Z: ArrayLike) -> NDArray[Any]:
        """The caller's labels at the points ``Z``."""

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
        return np.array(self.problem.classes)

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
        """What else the method found out, by name: J of Fisher, the corrections of a perceptron
        ...
        """
        return MappingProxyType(dict(self.claimed_outcome.facts))

    @property
    def history(self) -> tuple[I, ...]:
        """The steps towards the answer, the answer last, thinned out evenly."""
        return self.trail

    def at(self, t: int) -> Self:
        """The fit as if the solver had stopped at step ``t`` of the history (negative counts from
        the end).
        """
        if not isinstance(t, Integral):
            raise TypeError(f"a step of the history is a whole number; got {shown_value(t)}")
        steps = len(self.history)
        if not -steps <= t < steps:
            raise IndexError(f"the history holds {steps} steps; there is no step {t}")
        if t % steps == steps - 1:
            return self
        outcome = Outcome(Status.BUDGET, f"Stopped after step {t % steps} of {steps - 1}.")
        return self._with_steps(self.history[: t % steps + 1], outcome)

    @property
    def predict_proba(self) -> Callable[[ArrayLike], Floats]:
        """The probabilities of the classes at ``Z (k, 2)``, of rising labels, as an array (k, K).

        Raises:
            NoProbabilitiesError: for a method that has none, so ``hasattr`` tells.
        """
        if not self._has_probability:
            raise NoProbabilitiesError(
                f"{self.method.name} has no probabilities; use decision_function"
            )
        return self._probabilities

    @property
    @abstractmethod
    def _has_probability(self) -> bool: ...

    @abstractmethod
    def _probabilities(self, Z: ArrayLike) -> Floats: ...

    @abstractmethod
    def _with_steps(self, steps: tuple[I, ...], outcome: Outcome) -> Self:
        """The same fit with these steps alone, the last of them as its answer."""
