"""Schemes: K classes by several two-class fits, each an ordinary fit with its own status and
proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import numpy as np

from ...arrays import Floats
from ...drive import solve
from ...method import Drag, Fit, Method
from ...methods.soft_margin import SoftMarginSVM
from ...parameters import Symbol
from ...point_drag import grab
from ...result import Iterate, Outcome, Status
from ...validation import checked_position
from ..iterate import ManyIterate
from ..many_certificate import ManyCertificate, confusion_of, margins_of
from ..method import ManyDrag, ManyFit, ManyMethod
from ..problem import Key, ManyProblem

DEFAULT = SoftMarginSVM()
ALL_ZERO = "{} at w = 0, and no score depends on the place. {}{}"
SOME_ZERO = "{} With w = 0: {}. {}"
# From harmless to fatal: the status of a scheme is the worst one of its members.
SEVERITY = (
    Status.CONVERGED,
    Status.SINGULAR,
    Status.STATIONARY,
    Status.UNBOUNDED,
    Status.BUDGET,
    Status.NOT_SEPARABLE,
    Status.CANCELLED,
    Status.NO_DATA,
    Status.NOT_APPLICABLE,
)


@dataclass(frozen=True)
class Scheme(ManyMethod):
    """Base of the schemes: which two-class problems are solved, and how the answers are put
    together.

    A scheme of which a member has no model has none: without the line between two classes a vote
    would name one of them by their order alone, and a class without a score would never be named.
    """

    method: Annotated[Method, Symbol("method")] = DEFAULT

    def solve_members(
        self,
        problem: ManyProblem,
        start: ManyFit | None,
        max_steps: int | None,
        cancelled: Callable[[], bool] | None,
        trace: bool,
    ) -> tuple[Fit, ...]:
        """Every member, solved by the driver of two-class fits; ``start`` gives each its own
        earlier fit.
        """
        earlier = dict(zip(start.member_keys, start.fits, strict=True)) if start is not None else {}
        return tuple(
            solve(
                self.method,
                problem.member(key),
                start=self._usable(earlier.get(key), problem, key),
                max_steps=max_steps,
                cancelled=cancelled,
                trace=trace,
            )
            for key in self.keys(problem)
        )

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

    def certify(self, fit: ManyFit) -> ManyCertificate:
        """A scheme is worth what its members are."""
        scores, labels = fit.training_scores, fit.problem.labels
        proofs = [member.certificate for member in fit.fits]
        return ManyCertificate.of_members(
            proofs, margins_of(scores, labels), confusion_of(scores, labels)
        )

    def grab(self, fit: ManyFit, row: int) -> ManyDrag | None:
        """The members that hold the point follow it, the others stand still."""
        return SchemeDrag(self, fit, row)

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


class SchemeDrag:
    """One grabbed point in every member that holds it."""

    def __init__(self, scheme: Scheme, fit: ManyFit, row: int) -> None:
        self._scheme, self._fit = scheme, fit
        self._drags = tuple(
            self._grip(key, member, row)
            for key, member in zip(fit.member_keys, fit.fits, strict=True)
        )
        self._iterates = tuple(member.last for member in fit.fits)

    def _grip(self, key: Key, member: Fit, row: int) -> Drag | None:
        rows = self._fit.problem.member_rows(key)
        place = int(np.searchsorted(rows, row))
        held = place < len(rows) and int(rows[place]) == row
        return grab(member, place) if held else None

    def move(self, position: Sequence[float]) -> ManyIterate:
        """The model with the grabbed point at ``position`` in data units."""
        position = checked_position(position, self._fit.problem.X.shape[1])
        self._iterates = tuple(
            one if drag is None else drag.move(position)
            for drag, one in zip(self._drags, self._iterates, strict=True)
        )
        return self._scheme.join(self._fit.problem, self._iterates)

    def fit(self, problem: ManyProblem) -> ManyFit:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        problem.share(self._fit.problem)
        keys = self._fit.member_keys
        fits = tuple(
            member if drag is None else drag.fit(problem.member(key))
            for key, drag, member in zip(keys, self._drags, self._fit.fits, strict=True)
        )
        last = self._scheme.join(problem, tuple(fit.last for fit in fits))
        seconds = sum(
            fit.seconds for fit, drag in zip(fits, self._drags, strict=True) if drag is not None
        )
        outcome = partial(self._scheme.outcome, problem, fits)
        return ManyFit(
            self._fit.method, self._scheme, problem, last, outcome, (last,), seconds, fits
        )


def member_scores(problem: ManyProblem, key: Key, iterate: Iterate, Z: Floats) -> Floats:
    """The score of one member at ``Z (k, 2)``."""
    return problem.member(key).scores(iterate, Z)
