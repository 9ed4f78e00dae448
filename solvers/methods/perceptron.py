"""The perceptron: turn the line towards every point on the wrong side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from ..algorithms.correcting.error_correction import (
    CorrectingRule,
    Rows,
    Run,
    correct_one_by_one,
    correct_together,
)
from ..algorithms.correcting.normalised_samples import NormalisedSamples
from ..algorithms.correcting.watched_run import Facts, looked_at, novikoff, turn_note, watch_run
from ..algorithms.stepping import LongRun
from ..arrays import Floats
from ..certificate import count_words
from ..losses import Loss, perceptron
from ..method import Fit, Method, Steps
from ..parameters import (
    Begin,
    Epochs,
    FitIntercept,
    KeepOrAverage,
    Margin,
    Order,
    Rate,
    Schedule,
    Seed,
    Standardise,
    Threshold,
    Update,
)
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status, shortfall

AVERAGE_FAILS = "But the average of all lines leaves {} {}."
AVERAGE_SUFFICES = "Yet the average of all lines leaves no point {}."
WRONG, WITHIN = "on the wrong side", "on the wrong side or in the margin"


@dataclass(frozen=True)
class Perceptron(LongRun, Method):
    """Rosenblatt's rule: add every misclassified sample to the weights.

    It descends the perceptron criterion ``J_p(a) = sum (margin - a'z)`` over all samples with
    ``a'z <= margin``, with ``a = (b, w)`` and ``z = y (1, phi(x))``, starting at ``a = 0``::

        a <- a + rate(k) z              for each sample with a'z <= margin, in the given order
        a <- a + rate(k) sum z          over all such samples, in a batch

    A batch goes on until the step is at most ``threshold`` long.

    ``rate(k)`` is ``rate`` or ``rate/k`` with k the number of the correction.  From ``a = 0`` and
    with margin 0 a constant rate only scales ``a``: the line is the same for every rate.

    On separable classes the rule stops; by Novikoff's theorem after at most ``(R/gamma)^2 + 2
    margin / (rate gamma^2)`` single corrections, where R is the length of the longest sample and
    gamma the largest margin of a unit vector in augmented space. The bound depends on where the
    origin is and on the units, and so does the answer: on points that are not centred the rule
    takes longer, which is part of what there is to see.  Points more than a hundred spreads away
    from the origin, or in extreme units, are standardised first (``standardise``: auto, always,
    never; see :class:`NormalisedSamples`), and ``a``, ``rate``, ``margin`` and the bound are then
    those of the standardised samples; the line is shown in data units as ever.

    Where it fails: on classes that are not separable the rule never stops by itself; after the
    budget the hull test proves why. There it ends on whatever line it is on; a rate that falls as
    ``1/k`` calms it, and ``keep = "best"`` shows the best line on the way (the pocket algorithm),
    not the last one; where a line separates, it is on its way there.

    ``keep = "average"`` shows the mean of ``a`` over all visits up to the end of the run: a line
    that survived c visits counts c times, b included (the averaged perceptron, a linear relative of
    the voted one).  It hardly moves from one pass to the next where the lines themselves jump;
    where a line separates, the average of the lines on the way to it need not, and the status is
    then ENDED. One that separates is a solution even where the run stopped before its last line.

    Without ``fit_intercept`` the samples are ``z = y phi(x)``, ``a = w``, and the line passes
    through the origin: the picture of the slides, in which a whole plane of weights can be drawn.
    The hull test then asks whether the origin lies in their hull.

    ``max_epochs`` bounds the passes over the points; beyond 100 million visits a run stops earlier.

    Source: Linear discriminants slides, "The Perceptron Criterion", "Batch Perceptron", "Variants"
        (there margin = 0);
    Rosenblatt, Psychol. Rev. 65 (1958) 386; the bound: Novikoff, Symp. Math. Theory of Automata 12
    (1962) 615; the average: Freund and Schapire, Mach. Learn. 37 (1999) 277.

    Example:
        >>> from solvers import Perceptron, fit
        >>> fit(Perceptron(), [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Perceptron"
    label: ClassVar[str] = "perceptron"
    summary: ClassVar[str] = (
        "Turns the line towards every point on the wrong side until there is none."
    )
    objective: ClassVar[str] = "min J_p(a) = \\sum_{a^T z ≤ m} (m − a^T z)"
    iterative: ClassVar[bool] = True
    beginning: ClassVar[str] = "begin"

    update: Update = "single"
    rate: Rate = 1.0
    schedule: Schedule = "constant"
    margin: Margin = 0.0
    threshold: Threshold = 0.0
    order: Order = "cyclic"
    seed: Seed = 0
    max_epochs: Epochs = 1000
    keep: KeepOrAverage = "last"
    standardise: Standardise = "auto"
    fit_intercept: FitIntercept = True
    begin: Begin = None

    @property
    def loss(self) -> Loss:
        """``J_p``, with the margin that the rule asks for."""
        return perceptron(self.margin)

    def steps(
        self, problem: Problem, start: Fit | None, trace: bool, is_held: bool = False
    ) -> Steps:
        """Correct until no sample is wrong or the budget is spent."""
        samples = NormalisedSamples.of(problem, self.standardise, self.fit_intercept)
        a = samples.initial(start, self.begin)
        is_batch = self.update == "batch"
        run = Run(samples, self._criterion, a, self.max_epochs, is_held, is_batch)
        run = looked_at(run, self.keep, trace)
        from_zero = not a.any()
        reason = (
            "is not on the right side"
            if self.margin == 0
            else "is not beyond the margin on the right side"
        )

        def note(rows: Rows) -> str:
            towards = "it" if len(rows) == 1 else "them"
            return turn_note(problem, rows, reason, f"the line turns towards {towards}")

        has_bound = from_zero and self.update == "single" and self.schedule == "constant"
        bound = partial(self._novikoff_bound, samples) if has_bound else None
        corrections = self.corrections(run, trace)
        outcome = yield from watch_run(
            problem,
            run,
            corrections,
            note,
            trace=trace,
            success_words="Separated",
            bound=bound,
        )
        return self._of_average(run, outcome) if run.votes is not None else outcome

    def _of_average(self, run: Run, outcome: Outcome) -> Outcome:
        """How a run ended by the average of its lines, which is the answer, where its last line
        ended otherwise.
        """
        rows = run.samples.not_clearly_above(run.a, self.margin)
        is_done = outcome.status is Status.CONVERGED
        if outcome.status is Status.RUNNING or is_done == (not len(rows)):
            return outcome
        place = WRONG if self.margin == 0 else WITHIN
        but = AVERAGE_FAILS.format(count_words(len(rows), "point"), place)
        status = Status.ENDED
        if not is_done:
            status, but = Status.CONVERGED, AVERAGE_SUFFICES.format(place)
        words = partial("{0.explanation} {1}".format, outcome, but)
        return Outcome(status, words, facts=lambda: outcome.facts)

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The criterion; it has no dual bound (its infimum is 0 for any classes, at a = 0)."""
        missing = max(0.0, self.margin - float(margins.min()))
        return Bounds(
            self._criterion(margins), None, missing, shortfall=shortfall(margins, self.margin)
        )

    def _criterion(self, products: Floats) -> float:
        return float(np.add.reduce(np.maximum(self.margin - products, 0.0)))

    def corrections(self, run: Run, trace: bool) -> Iterator[Rows]:
        """The corrections of a run, which change its weights."""
        schedule = 0 if self.schedule == "constant" else 1
        rule = CorrectingRule(self.margin, self.margin, self.rate, schedule)
        if self.update == "single":
            return correct_one_by_one(run, rule, self.order, self.seed, trace)
        return correct_together(run, rule, self.threshold, trace)

    def _novikoff_bound(self, samples: NormalisedSamples) -> tuple[str, Facts]:
        """Novikoff's bound, to stand beside the number of corrections made."""
        R, gamma = novikoff(samples)
        if not gamma > 0.0:
            return " The hulls are too close for a bound in numbers.", ()
        # numpy's division and power give infinity where Python's would raise.
        bound = float(np.float64(R * R + 2.0 * self.margin / self.rate) / np.float64(gamma) ** 2)
        plain = "(1, x)" if samples.has_offset else "y x"
        sample = (
            plain
            if not samples.is_standardised
            else f"{plain}, x {'standardised' if samples.has_offset else 'scaled'},"
        )
        line = (
            "the best unit vector a = (b, w)"
            if samples.has_offset
            else "the best line through the origin"
        )
        formula = "(R/γ)²" if self.margin == 0 else "(R² + 2 margin/rate)/γ²"
        words = (
            f" Novikoff's bound is {formula} = {bound:.4g} corrections: the longest sample "
            f"{sample} has length R = {R:.4g}, "
            f"and {line} keeps the product γ = {gamma:.4g} with every sample."
        )
        return words, (("R", R), ("γ", gamma), ("Novikoff bound", bound))
