"""What a K-class method says: iterates that can be drawn, the answer, and its certificate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arrays import Bools, Floats, Ints, locked
from ..border import finite_points
from ..method import Fit
from ..result import HISTORY, Iterate, NoProbabilitiesError, Outcome, Status, brief
from .iterate import ManyIterate
from .problem import Key, ManyProblem

if TYPE_CHECKING:
    from .method import AnyMethod, ManyForm


@dataclass(frozen=True, eq=False)
class ManyCertificate:
    """What can be checked about an answer, recomputed from the data and the answer alone.

    ``margins (n,)`` are ``f_y(x) - max of the rivals' f(x)``.  ``primal`` is the objective at the answer, ``dual`` a lower bound of
    the optimum, ``gap`` their relative distance; of a scheme the sums over its members and the worst gap among them.
    ``confusion (K, K)`` counts the points, rows by their class, columns by the predicted one.
    """

    margins: Floats
    primal: float
    dual: float | None
    gap: float | None
    worst_violation: float
    confusion: Ints
    separability: Any = None

    @property
    def errors(self) -> int:
        """The number of training errors."""
        return int(self.confusion.sum() - self.confusion.trace())


@dataclass(frozen=True, eq=False)
class ManyFit:
    """The answer of one method on K classes: the last iterate, how it ended, the proof, and the two-class fits of a scheme."""

    method: AnyMethod
    problem: ManyProblem
    last: ManyIterate
    outcome: Outcome
    trail: tuple[ManyIterate | Callable[[], Sequence[ManyIterate]], ...]
    seconds: float
    fits: tuple[Fit, ...] = ()

    @cached_property
    def form(self) -> ManyForm:
        """The K-class form of the method: what scores, decides and certifies (one without answers where there is none)."""
        from .known import form_of  # the forms build fits, so they cannot be imported above
        from .method import ManyForm

        return form_of(self.method, self.problem) or ManyForm()

    @property
    def classes(self) -> tuple[Any, ...]:
        """The caller's label values, in the order of the columns."""
        return self.problem.classes

    @property
    def W(self) -> Floats | None:
        """The weights (K, m) in data units, None where the scores are not one linear function a class."""
        return self.last.W

    @property
    def b(self) -> Floats:
        """The offsets (K,) in data units; -inf for a class without points."""
        return self.last.b

    @property
    def alpha(self) -> Floats | None:
        """The multipliers (n, K), None for methods without."""
        return self.last.alpha

    @cached_property
    def member_keys(self) -> tuple[Key, ...]:
        """The members by class index, in the order of ``last.members``: (plus, minus), or (k, None) for one against the rest."""
        return self.form.keys(self.problem)

    @cached_property
    def members(self) -> Mapping[tuple[Any, Any], Fit]:
        """The two-class fits of a scheme by label values, (plus, minus or None); empty for all-at-once methods."""
        value = self.problem.classes
        keys = ((value[plus], None if minus is None else value[minus]) for plus, minus in self.member_keys)
        return MappingProxyType(dict(zip(keys, self.fits, strict=True)) if self.fits else {})

    @property
    def status(self) -> Status:
        """How the fit ended; of a scheme the worst of its members."""
        return self.outcome.status

    @property
    def explanation(self) -> str:
        """One sentence about how this fit ended on this data."""
        return self.outcome.explanation or self.status.sentence

    @property
    def facts(self) -> Mapping[str, Any]:
        """What else the method found out, by name."""
        return MappingProxyType(dict(self.outcome.facts))

    @cached_property
    def has_model(self) -> bool:
        """Whether there is anything to predict with."""
        return self.last.is_model

    @cached_property
    def history(self) -> tuple[ManyIterate, ...]:
        """The steps towards the answer, the answer last; of a scheme step t has every member at its step t, or at its last."""
        if not self.fits:
            stretches = [step() if callable(step) else (step,) for step in self.trail]
            steps = [step for stretch in stretches for step in stretch]
            while len(steps) > HISTORY + 1:
                steps = steps[:-1:2] + steps[-1:]
            return tuple(steps)
        stride = max(1, -(-max(len(fit.history) for fit in self.fits) // HISTORY))
        shown = range(0, max(len(fit.history) for fit in self.fits) - 1, stride)
        early = [self.form.joined(self.problem, tuple(_step(fit, t) for fit in self.fits)) for t in shown]
        return (*early, self.last)

    def at(self, t: int) -> ManyFit:
        """The fit as if it had stopped at step ``t`` of the history (negative counts from the end)."""
        steps = len(self.history)
        if not -steps <= t < steps:
            raise IndexError(f"the history holds {steps} steps; there is no step {t}")
        if t % steps == steps - 1:
            return self
        last = self.history[t]
        outcome = Outcome(Status.BUDGET, f"Stopped after step {t % steps} of {steps - 1}.")
        fits = tuple(replace(fit, last=one, trail=(one,)) for fit, one in zip(self.fits, last.members, strict=True))
        return replace(self, last=last, outcome=outcome, trail=self.history[: t % steps + 1], fits=fits)

    @cached_property
    def certificate(self) -> ManyCertificate:
        """The proof, recomputed from the data on first use."""
        from .certify import certify  # certify reads results, so it cannot be imported above

        return certify(self)

    def scores(self, iterate: ManyIterate, Z: Floats) -> Floats:
        """The scores (k, K) of a step of the history at points ``Z (k, 2)``; nan while there is no model."""
        if not iterate.is_model:
            return np.full((len(Z), self.problem.K), np.nan)
        with np.errstate(all="ignore"):
            return self.form.scores(self.problem, iterate, Z)

    def decision_function(self, Z: ArrayLike) -> Floats:
        """The scores, or votes, of all classes at the points ``Z (k, 2)`` as an array (k, K); nan while there is no model."""
        return self.scores(self.last, finite_points(Z, "Z"))

    def winners(self, Z: ArrayLike) -> Ints:
        """The index of the predicted class at the points ``Z (k, 2)``: the largest score, of equal ones the first."""
        return winners_of(self.decision_function(Z))

    def predict(self, Z: ArrayLike) -> NDArray[Any]:
        """The caller's labels at the points ``Z (k, 2)``."""
        labels: NDArray[Any] = np.array(self.problem.classes)[self.winners(Z)]
        return labels

    def undecided(self, Z: ArrayLike) -> Bools:
        """Where the scheme names no class (equal votes; none or several positive): those points are predicted by its tie rule."""
        scores = self.decision_function(Z)
        return self.form.undecided(scores) if self.has_model else np.ones(len(scores), dtype=bool)

    @cached_property
    def wrong(self) -> Bools:
        """Which training points (n,) are predicted as another class; none while there is no model."""
        if not self.has_model:
            return locked_bools(np.zeros(len(self.problem.labels), dtype=bool))
        return locked_bools(winners_of(self.training_scores) != self.problem.labels)

    @cached_property
    def training_scores(self) -> Floats:
        """The scores (n, K) of the training points."""
        return locked(self.scores(self.last, self.problem.X))

    @property
    def predict_proba(self) -> Callable[[ArrayLike], Floats]:
        """The probabilities (k, K) of the classes at ``Z (k, 2)``.

        Raises:
            NoProbabilitiesError: for a method that has none, so ``hasattr`` tells.
        """
        if not self.form.has_probability:
            raise NoProbabilitiesError(f"{self.method.name} has no probabilities; use decision_function")
        return self._probabilities

    def _probabilities(self, Z: ArrayLike) -> Floats:
        return self.form.probabilities(self.decision_function(Z))

    def __repr__(self) -> str:
        """One line: method, status, classes and the gap of the certificate."""
        parts = [brief(self.method), self.status.name, f"{self.problem.K} classes"]
        if self.has_model and self.certificate.gap is not None:
            parts.append(f"gap={self.certificate.gap:.1e}")
        return f"ManyFit({', '.join(parts)})"


def winners_of(scores: Floats) -> Ints:
    """The index of the largest score of each row, of equal ones the first; the one rule of K classes."""
    largest: Ints = np.where(np.isnan(scores), -np.inf, scores).argmax(axis=1)
    return largest


def locked_bools(values: Bools) -> Bools:
    """:func:`solvers.arrays.read_only` with its type kept."""
    values.setflags(write=False)
    return values


def _step(fit: Fit, t: int) -> Iterate:
    return fit.history[min(t, len(fit.history) - 1)]
