"""The Widrow-Hoff rule: descend the squared error sample by sample, with shorter and shorter
steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from .. import core
from ..algorithms.correcting.normalised_samples import NormalisedSamples
from ..algorithms.correcting.score_basis import ScoreBasis
from ..algorithms.correcting.watched_run import CORRECTIONS_SHOWN, not_separable_words, start_note
from ..algorithms.stepping import LongRun
from ..algorithms.visits import HEARTBEAT, HELD_VISITS, most_passes, passes
from ..arrays import Floats, Ints
from ..core.reference import Visit, moved_along, sum_of_products
from ..losses import SQUARED
from ..method import Fit, Method, Steps
from ..parameters import Begin, Choice, Epochs, FitIntercept, Range, Seed, Standardise
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status
from ..studies.separability import separability_of

# The rule has arrived when its scores differ from the scores of least squares by this much (root
# mean square; the targets are 1): the relative gap is its square, and CONVERGED means a gap of at
# most 1e-7.
ARRIVED = 3e-4
# The budget of a run in visits of one sample of the plane (8 ns each), whatever max_epochs says.
VISITS = 3_000_000


@dataclass(frozen=True)
class LMS(LongRun, Method):
    """The Widrow-Hoff rule (least mean squares): move the score of one sample after the other
    towards its target.

    It descends ``sum (1 - a'z)^2`` with ``a = (b, w)`` and ``z = y (1, phi(x))``, starting at ``a =
    0``::

        a <- a + min(rate/k, 1/||z||^2) (1 - a'z) z        for the k-th sample visited

    ``rate/k`` is the rule of the book: the steps fall slowly enough to reach least squares from
    anywhere and fast enough to settle there.  The cap is ours: a step beyond ``1/||z||^2``
    overshoots the target, and the first steps of a large rate would multiply into numbers no
    computer holds.  The note of a step says when it was capped, and the facts of the fit count it.
    ``begin`` says where the weights begin instead of at zero.  Without ``fit_intercept`` the
    samples are ``z = y phi(x)`` and ``a = w``.

    Where it fails: every sample counts, not only the wrong ones, so the answer is least squares
    (the same as :class:`LeastSquares`), which need not separate separable classes. Converged means
    within 0.0003 of its scores. How soon depends on the origin and the units: points far from the
    origin or in extreme units are standardised first (``standardise``: auto, always, never, as for
    :class:`Perceptron`); without that the rule needs more passes than the budget holds, which the
    certificate's gap shows.

    Source: Linear discriminants slides, "Approaches" (Widrow-Hoff or LMS) and "Minimum
        Squared-error"; the rate as in Duda, Hart,
    Stork, sec. 5.8.4; Widrow and Hoff, IRE WESCON Conv. Rec. 4 (1960) 96.

    Example:
        >>> from solvers import LMS, fit
        >>> fit(LMS(), [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "LMS"
    label: ClassVar[str] = "LMS"
    summary: ClassVar[str] = (
        "Moves the score of one point after the other towards ±1, with steps that fall as 1/k."
    )
    objective: ClassVar[str] = "min \\sum_{i=1}^{n} (1 − a^T z_i)^2"
    iterative: ClassVar[bool] = True
    beginning: ClassVar[str] = "begin"
    loss = SQUARED  # the squared distance from the target 1

    # 10 with shuffling comes within 0.0003 of least squares on ordinary drawings in a few hundred
    # passes; 1 takes far more when the points stand away from the origin.
    rate: Annotated[float, Range(0.0, open_low=True, log=True, slider=(1e-2, 1e3))] = 10.0
    order: Annotated[str, Choice(("cyclic", "shuffled"), ("as entered", "shuffled"))] = "shuffled"
    seed: Seed = 0
    max_epochs: Epochs = 2000
    standardise: Standardise = "auto"
    fit_intercept: FitIntercept = True
    begin: Begin = None

    def steps(
        self, problem: Problem, start: Fit | None, trace: bool, is_held: bool = False
    ) -> Steps:
        """Visit the samples until the scores are those of least squares or the budget is spent."""
        samples = NormalisedSamples.of(problem, self.standardise, self.fit_intercept)
        best = ScoreBasis.of(problem, self.fit_intercept).project(np.ones(len(samples)))
        run = VisitingRun(samples, best, samples.initial(start, self.begin), self.rate)
        most = most_passes(samples.rows.shape, VISITS, self.max_epochs)
        visits = HELD_VISITS if is_held else VISITS
        count = min(most, most_passes(samples.rows.shape, visits, self.max_epochs))
        chunk = 1 if trace else most_passes(samples.rows.shape, HEARTBEAT // 2, count)
        # Steps shown one by one: each costs a look at every sample, so a large set shows fewer of
        # them.
        one_by_one = min(CORRECTIONS_SHOWN, max(50, VISITS // len(samples))) if trace else 0
        if trace:
            yield run.iterate((), start_note(run.a))
        for end, rows in passes(len(samples), self.order, self.seed, count, chunk):
            while run.visits < min(one_by_one, end * len(samples)):
                capped, visit = run.capped, run.visit_next(rows)
                note = partial(_note, problem, visit, run.capped > capped)
                yield run.iterate((visit.row,), note)
            run.visit(rows, end)
            if trace and run.visits >= one_by_one:
                yield run.iterate((), f"Pass {end}: {_distance_words(run)}.")
            elif not trace:
                yield samples.iterate(run.a, number=run.visits)
            if run.is_near:
                break
        yield run.iterate((), f"After {run.epochs} passes {_distance_words(run)}.")
        if not run.is_near and count < most:
            words = f"The run goes on: after {run.epochs} passes so far {_distance_words(run)}."
            return Outcome(Status.RUNNING, words)
        return _verdict(problem, run)

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The squared error, its least-squares minimum, and the distance (root mean square) of the
        scores from that minimum's.
        """
        best = ScoreBasis.of(problem, self.fit_intercept).project(np.ones(len(margins)))
        distance = float(np.sqrt(np.mean((margins - best) ** 2)))
        error, least = float(((1.0 - margins) ** 2).sum()), float(((1.0 - best) ** 2).sum())
        # The targets alone are worth n: beside them, not beside a minimum of 0, the rest of the
        # error is judged.
        return Bounds(error, least, distance, scale=float(len(margins)))


@dataclass
class VisitingRun:
    """How far the rule has come; the one thing here that changes."""

    samples: NormalisedSamples
    best: Floats  # the products of least squares (n,)
    a: Floats
    rate: float

    def __post_init__(self) -> None:
        self.caps: Floats = 1.0 / self.samples.squared_norms
        # passes made, position in the pass at hand, visits made, of them capped
        self.progress: Ints = np.zeros(4, dtype=np.int64)
        self.is_near = False  # the products have arrived at those of least squares

    @property
    def epochs(self) -> int:
        """The passes that are made."""
        return int(self.progress[0])

    @property
    def visits(self) -> int:
        """The visits that are made."""
        return int(self.progress[2])

    @property
    def capped(self) -> int:
        """The visits whose step was capped."""
        return int(self.progress[3])

    @property
    def distance(self) -> float:
        """How far the products are from those of least squares (root mean square)."""
        off = self.samples.products(self.a) - self.best
        return math.sqrt(float(off @ off) / len(off))

    def visit_next(self, order: Ints | None) -> Visit:
        """Visit the next sample of the pass at hand, as the reference does it."""
        _, position, visits, capped = self.progress.tolist()
        row = position if order is None else int(order[position])
        z, a = self.samples.rows[row].tolist(), self.a.tolist()
        product, step, cap = sum_of_products(a, z), self.rate / (visits + 1), float(self.caps[row])
        self.a[:] = moved_along(a, min(step, cap) * (1.0 - product), z)
        self.progress[1:] = position + 1, visits + 1, capped + (step > cap)
        return Visit(row, product, min(step, cap), 1.0 - product)

    def visit(self, order: Ints | None, end: int) -> None:
        """Go on to so many passes, or until the products have arrived at least squares."""
        self.is_near = core.lms(
            *(self.samples.rows, order, self.caps, self.best, self.rate, ARRIVED**2),
            *(end, self.a, self.progress),
        )

    def iterate(self, active: tuple[int, ...], note: str | Callable[[], str]) -> Iterate:
        """The line with its sum of squared errors."""
        short = 1.0 - self.samples.products(self.a)
        error = float(np.add.reduce(short * short))
        return self.samples.iterate(
            self.a, objective=error, active=active, note=note, number=self.visits
        )


def _distance_words(run: VisitingRun) -> str:
    return f"the scores are {run.distance:.2g} away from those of least squares"


def _note(problem: Problem, visit: Visit, capped: bool) -> str:
    y = problem.y[visit.row]
    sign = "+" if y > 0 else "−"
    score = f"{y * visit.product + 0.0:.3g}".replace("-", "−")
    way_words = "to the target, as a full step would overshoot:" if capped else "towards the target"
    return (
        f"Point {visit.row + 1} of class {sign}: its score moves from {score} {way_words} {sign}1."
    )


def _verdict(problem: Problem, run: VisitingRun) -> Outcome:
    samples, distance = run.samples, run.distance
    facts = (
        ("epochs", float(run.epochs)),
        ("visits", float(run.visits)),
        ("capped steps", float(run.capped)),
        ("distance", distance),
    )
    distance_words = (
        f"After {run.epochs} passes the scores are within {distance:.2g} of those of least squares"
    )
    if run.is_near:
        return Outcome(Status.CONVERGED, f"{distance_words}.{samples.remark}", facts=facts)
    proof = separability_of(problem if samples.has_offset else problem.mirrored)
    if not proof.separable:
        return Outcome(
            Status.NOT_SEPARABLE,
            f"{distance_words}. {not_separable_words(proof, samples.has_offset)}{samples.remark}",
            facts=facts,
        )
    return Outcome(
        Status.BUDGET,
        f"{distance_words}; more passes or centred points bring them together.{samples.remark}",
        facts=facts,
    )
