"""The relaxation rule: move the line until the worst points keep their margin, by the distance that
is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.correcting.error_correction import (
    CorrectingRule,
    Rows,
    Run,
    correct_all_at_once,
    correct_one_by_one,
)
from ..algorithms.correcting.normalised_samples import NormalisedSamples
from ..algorithms.correcting.watched_run import looked_at, turn_note, watch_run
from ..algorithms.stepping import LongRun
from ..arrays import Floats, Ints
from ..losses import Loss, relaxation
from ..method import Fit, Method, Steps
from ..parameters import (
    Begin,
    Epochs,
    FitIntercept,
    Keep,
    Order,
    Range,
    Schedule,
    Seed,
    Standardise,
    Update,
)
from ..problem import Problem
from ..result import Bounds, Iterate, shortfall


@dataclass(frozen=True)
class Relaxation(LongRun, Method):
    """The relaxation rule: project ``a`` towards the half-space of every sample that misses the
    margin.

    It descends ``J_r(a) = 1/2 sum (a'z - margin)^2 / ||z||^2`` over all samples with
    ``a'z <= margin``, with ``a = (b, w)`` and ``z = y (1, phi(x))``, starting at ``a = 0``::

        a <- a + rate (margin - a'z)/||z||^2 z            for each sample with a'z <= margin
        a <- a + rate sum (margin - a'z)/||z||^2 z        over all such samples, in a batch

    ``rate = 1`` lands exactly on the margin of the sample, below 1 before it, above 1 beyond it.
    For any rate in (0, 2) a single correction never moves away from a solution.  The sum of a batch
    can: it keeps that promise only below 2/L, where L >= 1 is the largest eigenvalue of ``sum z
    z'/||z||^2`` over the samples of the sum.  A batch whose rate is larger than 1/L therefore uses
    ``max(1, rate)/L``; with one sample L = 1, and the rule is the single one.

    Converged means that every product has reached the margin to one part in ten million.  The
    answer depends on the origin and on the units of the points; far from the origin and in extreme
    units they are standardised first, as for :class:`Perceptron` (``standardise``: auto, always,
    never), and the criterion is that of the standardised samples.

    Where it fails: on classes that are not separable the rule wanders; after the budget the hull
    test proves why, and the best line on the way is shown (``keep``: best or last), which makes
    true what the slides say, that relaxation works better there than the perceptron. A rate that
    falls as ``rate/k`` with the number k of the pass (``schedule``) lets the wandering die down.

    Without ``fit_intercept`` the samples are ``z = y phi(x)``, ``a = w``, and the line passes
    through the origin.

    Source: Linear discriminants slides, "Relaxation procedures" (the step by ||z||^2 and the range
        of the rate as in Duda, Hart,
    Stork, sec. 5.6); Agmon, Canad. J. Math. 6 (1954) 382; Motzkin and Schoenberg, Canad. J. Math. 6
    (1954) 393.

    Example:
        >>> from solvers import Relaxation, fit
        >>> fit(Relaxation(), [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Relaxation"
    label: ClassVar[str] = "relaxation"
    summary: ClassVar[str] = "Moves the line by the distance that each point misses to its margin."
    objective: ClassVar[str] = (
        "min J_r(a) = \\frac{1}{2} \\sum_{a^T z ≤ m} \\frac{(a^T z − m)^2}{‖z‖^2}"
    )
    iterative: ClassVar[bool] = True
    beginning: ClassVar[str] = "begin"

    update: Update = "single"
    rate: Annotated[float, Range(0.0, 2.0, open_low=True, open_high=True)] = 1.0
    schedule: Schedule = "constant"
    margin: Annotated[float, Range(0.0, open_low=True, log=True, slider=(0.01, 10.0))] = 1.0
    order: Order = "cyclic"
    seed: Seed = 0
    max_epochs: Epochs = 1000
    keep: Keep = "best"
    standardise: Standardise = "auto"
    fit_intercept: FitIntercept = True
    begin: Begin = None

    @property
    def loss(self) -> Loss:
        """``J_r`` with its margin."""
        return relaxation(self.margin)

    def steps(
        self, problem: Problem, start: Fit | None, trace: bool, is_held: bool = False
    ) -> Steps:
        """Correct until every sample has its margin or the budget is spent."""
        samples = NormalisedSamples.of(problem, self.standardise, self.fit_intercept)

        def criterion(products: Floats) -> float:
            return self._criterion(products, samples.squared_norms)

        a = samples.initial(start, self.begin)
        is_batch = self.update == "batch"
        run = Run(samples, criterion, a, self.max_epochs, is_held, is_batch)
        run = looked_at(run, self.keep, trace)

        def note(rows: Rows) -> str:
            misses = "what is missing" if len(rows) != 1 else "the distance it misses"
            return turn_note(
                problem, rows, "is within the margin or beyond it", f"the line moves by {misses}"
            )

        corrections = self.corrections(run, trace)
        return watch_run(
            problem,
            run,
            corrections,
            note,
            trace=trace,
            success_words="Every point keeps its margin",
        )

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The criterion; it has no dual bound."""
        squared_norms = NormalisedSamples.of(
            problem, self.standardise, self.fit_intercept
        ).squared_norms
        missing = max(0.0, self.margin - float(margins.min()))
        return Bounds(
            self._criterion(margins, squared_norms),
            None,
            missing,
            shortfall=shortfall(margins, self.margin),
        )

    def _criterion(self, products: Floats, squared_norms: Floats) -> float:
        missing = np.maximum(self.margin - products, 0.0)
        return float(np.add.reduce(missing * missing / squared_norms)) / 2.0

    def _rate(self, run: Run) -> float:
        return self.rate if self.schedule == "constant" else self.rate / (run.epochs + 1)

    @property
    def least_product(self) -> float:
        """The product that a sample has to exceed.

        One so close below the margin has reached it: steps that shorten for ever must end in finite
        time.
        """
        return (1.0 - 1e-7) * self.margin

    def corrections(self, run: Run, trace: bool) -> Iterator[Rows]:
        """The corrections of a run, which change its weights."""
        least_product = self.least_product
        if self.update == "single":
            schedule = 0 if self.schedule == "constant" else 2
            squares = run.samples.squared_norms
            rule = CorrectingRule(least_product, self.margin, self.rate, schedule, squares)
            return correct_one_by_one(run, rule, self.order, self.seed, trace)

        def step(rows: Ints, products: Floats) -> tuple[float, Floats]:
            Z, squared = run.samples.columns[:, rows], run.samples.squared_norms[rows]
            rate = min(self._rate(run), max(1.0, self.rate) / _curvature(Z / np.sqrt(squared)))
            return rate, (self.margin - products[rows]) / squared

        return correct_all_at_once(run, least_product, step)


def _curvature(units: Floats) -> float:
    """The largest eigenvalue of ``sum u u'`` over unit vectors ``units (m+1, k)``: at least 1, at
    most k.
    """
    gram = units @ units.T
    if not np.isfinite(gram).all():
        return float(units.shape[1])
    return max(1.0, float(np.linalg.eigvalsh(gram)[-1]))
