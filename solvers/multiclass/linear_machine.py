"""The linear machine: the perceptron rule for K classes, by Kesler's construction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from ..algorithms.correcting.normalised_samples import FAR, WIDE
from ..algorithms.multiclass.corrections import Correction, Machine, exact_samples, kesler_problem
from ..algorithms.multiclass.iterate import ManyIterate
from ..algorithms.stepping import LongRun
from ..algorithms.visits import HELD_TOGETHER, HELD_VISITS, STEP_VISITS, VISITS, most_passes
from ..arrays import Floats
from ..certificate import count_words
from ..costs import CORRECTING
from ..parameters import Epochs, Margin, Order, Rate, Schedule, Seed, Standardise, Threshold, Update
from ..result import Bounds, Outcome, Separability, Status, shortfall
from ..studies.separability import separability_of
from .method import ManyMethod, ManySteps
from .problem import ManyProblem

Facts = tuple[tuple[str, float], ...]
SEPARATED = "Every point has its own class's score on top after {} in {}."
BOUND = (
    " The bound is {} = {:.4g} corrections: in Kesler's space the longest vector has length R = "
    "{:.4g}, and the best unit vector "
    "keeps the product γ = {:.4g} with every one."
)
NO_BOUND = " The classes are too close for a bound in numbers."
NOT_SEPARABLE = (
    "No K linear scores put every point on its own side: the vectors of Kesler's construction "
    "have the origin in their convex "
    "hull, as {} of them show. The rule would go on for ever; it was stopped after {} in {}."
)
RUNNING = "The run goes on: {} in {} so far, and no proof yet."
SPENT = "The classes are separable, but {} in {} did not get there."
STANDARDISED = (
    " The samples were shifted and scaled first: far from the origin or in extreme units the rule "
    "leads nowhere."
)
# So many vectors of Kesler's construction are proved separable or not in a third of a frame.
PROVED_AT_ONCE = 200
SHOWN = 256  # this many steps are shown one by one, then every second, every fourth ...


@dataclass(frozen=True)
class LinearMachine(LongRun, ManyMethod):
    """Rosenblatt's rule for K classes: for a wrong point of class k with the strongest rival l, in
    weights ``a_k = (b_k, w_k)``::

        a_k <- a_k + rate(t) (1, phi(x)),    a_l <- a_l - rate(t) (1, phi(x))

    A point is wrong where ``f_k - max over rivals f_l <= margin``.  ``single``: each in turn;
    ``batch``: the sum over all, until the step is at most ``threshold`` long.  It is the perceptron
    in Kesler's space (:mod:`solvers.algorithms.multiclass.corrections`), so with a constant rate it
    makes at most ``(R^2 + 2 margin / rate) / gamma^2`` single corrections on separable classes.
    Whether they are separable is proved there exactly, not guessed.  With two classes it is
    :class:`Perceptron`: the same corrections in the same order, and ``a_1 - a_0`` twice its
    weights.

    ``max_epochs`` bounds the passes; a run of 20 000 single corrections, or of very many visits,
    stops earlier.

    Where it fails: on classes that are not separable it never stops by itself, and ends on whatever
    borders it has.

    Points more than a hundred spreads away from the origin, or in extreme units, are shifted and
    scaled without rounding first.

    Source: Linear discriminants slides, "Linear machine" and "Kesler's construction".

    Example:
        >>> from solvers import LinearMachine, fit
        >>> X, y = [[0, 0], [1, 0], [4, 0], [5, 0], [0, 4], [1, 5]], [0, 0, 1, 1, 2, 2]
        >>> fit(LinearMachine(), X, y).predict([[6, 0], [0, 6]])
        array([1, 2])
    """

    name: ClassVar[str] = "Linear machine"
    label: ClassVar[str] = "machine"
    summary: ClassVar[str] = (
        "The perceptron for all classes: a wrong point pulls its own score up and its strongest "
        "rival's down."
    )
    objective: ClassVar[str] = "min \\sum_i max(0, m − f_{y_i}(x_i) + max_{l ≠ y_i} f_l(x_i))"
    iterative: ClassVar[bool] = True
    cost = CORRECTING  # by how much the strongest rival is ahead

    update: Update = "single"
    rate: Rate = 1.0
    schedule: Schedule = "constant"
    margin: Margin = 0.0
    threshold: Threshold = 0.0
    order: Order = "cyclic"
    seed: Seed = 0
    max_epochs: Epochs = 1000
    standardise: Standardise = "auto"

    def steps(
        self,
        problem: ManyProblem,
        start: ManyIterate | None,
        trace: bool,
        is_held: bool = False,
    ) -> ManySteps:
        """Correct until no point is wrong or the budget is spent; then the proof, which takes
        longer than a frame where a point of many is held.
        """
        columns, centre, scale = self.samples(problem)
        a = (
            _initial(start, centre, scale)
            if start is not None
            else np.zeros((problem.K, len(columns)))
        )
        machine = Machine(columns, problem.labels, a, self.most(columns, problem.K, is_held))
        stride = 1
        yield _data_weights(machine.a, centre, scale, number=0) if trace else None
        last: Correction | None = None
        for correction in self.corrections(machine, trace):
            last = correction or last
            while correction is not None and correction.step > SHOWN * stride:
                stride *= 2
            if correction is None and not trace:
                yield _data_weights(machine.a, centre, scale)  # a stopped run has it to show
            elif correction is not None and correction.step % stride == 0:
                yield self._iterate(problem, correction, centre, scale)
            else:
                yield None
        yield (
            self._iterate(problem, last, centre, scale)
            if last is not None
            else _data_weights(machine.a, centre, scale)
        )
        remark = STANDARDISED if scale != 1.0 or bool(centre.any()) else ""
        is_large = len(problem.labels) * (problem.K - 1) > PROVED_AT_ONCE
        if is_held and is_large and not machine.done:
            return Outcome(Status.RUNNING, RUNNING.format(*_count_words(machine)))
        is_enough = is_held and machine.done  # its scores say so; the release proves it
        return self._verdict(machine, problem, columns, is_enough, not a.any(), remark)

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The criterion, which has no dual bound (its infimum is 0 for any classes, at a = 0), and
        the proof in Kesler's space.
        """
        short = np.maximum(self.margin - margins, 0.0)
        columns, *_ = self.samples(problem)
        proof = separability_of(kesler_problem(columns, problem.labels, problem.K))
        missing = shortfall(margins, self.margin)
        return Bounds(
            float(short.sum()), None, float(short.max()), separability=proof, shortfall=missing
        )

    def samples(self, problem: ManyProblem) -> tuple[Floats, Floats, float]:
        """``(1, phi)`` as columns, the origin and the unit they are taken in."""
        plain = np.concatenate([np.ones((1, len(problem.Phi))), problem.Phi.T])
        mean = problem.Phi.mean(axis=0)
        spread = float(np.sqrt(((problem.Phi - mean) ** 2).sum(axis=1).mean()))
        ordinary = float(np.linalg.norm(mean)) <= FAR * spread and 1.0 / WIDE <= spread <= WIDE
        if self.standardise == "never" or (
            self.standardise == "auto" and (ordinary or spread == 0.0)
        ):
            return plain, np.zeros(len(mean)), 1.0
        return exact_samples(problem.Phi)

    def most(self, columns: Floats, K: int, is_held: bool) -> int:
        """The passes that the budget allows; a visit looks at the scores of K classes."""
        size, n = columns.shape
        together = HELD_TOGETHER // (5 + 2 * STEP_VISITS // n)
        held_visits = HELD_VISITS if self.update == "single" else together
        visits = held_visits if is_held else VISITS
        return most_passes((n, size * K // 2), visits, self.max_epochs)

    def corrections(self, machine: Machine, trace: bool) -> Iterator[Correction | None]:
        """The corrections of a run, which change its weights."""
        schedule = self.schedule == "1/k"
        if self.update == "batch":
            return machine.all_at_once(self.margin, self.rate, schedule, self.threshold)
        order = self.order, self.seed
        return machine.one_by_one(self.margin, self.rate, schedule, order, trace)

    def _iterate(
        self, problem: ManyProblem, step: Correction, centre: Floats, scale: float
    ) -> ManyIterate:
        if len(step.rows) == 1:
            k, rival = step.classes
            own, other = problem.name(k), problem.name(rival)
            note = (
                f"Point {step.rows[0] + 1} lies with {other}: {own} turns towards it, {other} away."
            )
        else:
            note = (
                f"{len(step.rows)} points lie on a wrong side: their classes turn towards them, "
                "the rivals away."
            )
        iterate = _data_weights(
            step.a, centre, scale, active=step.rows, moved=step.classes, note=note
        )
        return iterate.numbered(step.step)

    def _verdict(
        self,
        machine: Machine,
        problem: ManyProblem,
        columns: Floats,
        is_enough: bool,
        from_zero: bool,
        remark: str,
    ) -> Outcome:
        """How a run ended, with the proof unless the run itself is enough, and with the bound that
        follows from it.
        """
        counts = _count_words(machine)
        facts: Facts = (("updates", float(machine.count)), ("epochs", float(machine.epoch)))

        @cache
        def kesler_proof() -> Separability:
            return separability_of(kesler_problem(columns, problem.labels, problem.K))

        if not is_enough and not kesler_proof().separable:
            held = len(kesler_proof().support_plus)
            words = NOT_SEPARABLE.format(held, *counts)
            return Outcome(Status.NOT_SEPARABLE, words + remark, facts=facts)

        @cache
        def novikoff_bound() -> tuple[str, Facts]:
            has_bound = from_zero and self.update == "single" and self.schedule == "constant"
            return self._novikoff_bound(kesler_proof(), columns) if has_bound else ("", ())

        begin = (SEPARATED if machine.done else SPENT).format(*counts)
        return Outcome(
            Status.CONVERGED if machine.done else Status.BUDGET,
            lambda: begin + novikoff_bound()[0] + remark,
            facts=lambda: facts + novikoff_bound()[1],
        )

    def _novikoff_bound(self, proof: Separability, columns: Floats) -> tuple[str, Facts]:
        """Novikoff's bound in Kesler's space, where every vector is ``sqrt 2`` times as long as its
        sample.
        """
        R, gamma = float(np.sqrt(2.0 * (columns**2).sum(axis=0).max())), proof.distance
        if not gamma > 0.0:
            return NO_BOUND, ()
        bound = float(np.float64(R * R + 2.0 * self.margin / self.rate) / np.float64(gamma) ** 2)
        formula = "(R/γ)²" if self.margin == 0 else "(R² + 2 margin/rate)/γ²"
        return BOUND.format(formula, bound, R, gamma), (
            ("R", R),
            ("γ", gamma),
            ("Novikoff bound", bound),
        )


def _count_words(machine: Machine) -> tuple[str, str]:
    """The corrections and the passes in words."""
    return count_words(machine.count, "correction"), count_words(machine.epoch, "pass", "passes")


def _data_weights(a: Floats, centre: Floats, scale: float, **rest: object) -> ManyIterate:
    """The weights of samples ``(1, (phi - centre) / scale)`` as scores in data units."""
    return ManyIterate.centred(a[:, 1:] / scale, centre, a[:, 0].copy(), **rest)


def _initial(start: ManyIterate, centre: Floats, scale: float) -> Floats:
    """The weights of an earlier answer for the samples about another centre."""
    W, own, f_centre = start.about_centre
    return np.column_stack([f_centre + W @ (centre - own), scale * W])
