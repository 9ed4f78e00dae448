"""The Widrow-Hoff rule: descend the squared error sample by sample, with shorter and shorter
steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.correcting.error_correction import PASS_WORK, passes
from ..algorithms.correcting.normalised_samples import NormalisedSamples, dot, step_along
from ..algorithms.correcting.score_basis import ScoreBasis
from ..algorithms.correcting.watched_run import CORRECTIONS_SHOWN, not_separable, start_note
from ..arrays import Floats, Ints
from ..cancellation import check_cancelled
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
# The budget of a run in visits of one sample of the plane, whatever max_epochs says: about a
# second, a few with a million points.
WORK = 3_000_000
PLANE = 3  # weights of a line in it: b and two more
CHUNK = 20_000  # visits between two signs of life: about 10 ms


@dataclass(frozen=True)
class LMS(Method):
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

    Every sample counts, not only the wrong ones, so the answer is least squares (the same as
    :class:`LeastSquares`), which need not separate separable classes.  Converged means within
    0.0003 of its scores.  How soon depends on the origin and the units: points far from the origin
    or in extreme units are standardised first (``standardise``: auto, always, never, as for
    :class:`Perceptron`); without that the rule needs more passes than the budget holds, which the
    certificate's gap shows.

    Source: Linear discriminants slides, "Approaches" (Widrow-Hoff or LMS) and "Minimum
        Squared-error"; the rate as in Duda, Hart,
    Stork, sec. 5.8.4; Widrow and Hoff, IRE WESCON Conv. Rec. 4 (1960) 96.
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

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """Visit the samples until the scores are those of least squares or the budget is spent."""
        samples = NormalisedSamples.of(problem, self.standardise, self.fit_intercept)
        a = samples.initial(start, self.begin)
        caps = 1.0 / samples.squared_norms
        deck = _Deck(samples, caps)
        best = ScoreBasis.of(problem, self.fit_intercept).project(np.ones(len(samples)))
        # Steps shown one by one: each costs a look at every sample, so a large set shows fewer of
        # them.
        one_by_one = min(CORRECTIONS_SHOWN, max(50, WORK // len(samples))) if trace else 0
        visits = capped = epoch = work = next_report = 0
        visit_work = 1 if len(a) <= PLANE else len(a)  # the plane has a loop of its own
        distance = np.inf
        if trace:
            yield _iterate(samples, a, (), start_note(a))
        for epoch, rows in enumerate(
            passes(len(samples), self.order, self.seed, self.max_epochs), start=1
        ):
            single = max(0, min(one_by_one - visits, len(rows)))
            for row in rows[:single].tolist():
                visits += 1
                z = samples.sample(row)
                before = dot(a, z)
                short = _visit(a, z, float(caps[row]), self.rate / visits, before)
                capped += short
                note = partial(_note, problem, row, before, short)
                yield _iterate(samples, a, (row,), note)
            for begin in range(single, len(rows), CHUNK):
                chunk = rows[begin : begin + CHUNK]
                capped += _visit_all(a, deck.deal(chunk), self.rate, visits)
                visits += len(chunk)
                if visits >= next_report:
                    next_report = visits + CHUNK
                    yield None if trace else samples.iterate(a)
            check_cancelled()
            off = samples.products(a) - best
            distance = math.sqrt(float(off @ off) / len(off))
            if trace and visits >= one_by_one:
                yield _iterate(
                    samples,
                    a,
                    (),
                    (
                        f"Pass {epoch}: the scores are {distance:.2g} away from those of least "
                        "squares."
                    ),
                )
            work += PASS_WORK + visit_work * len(rows)
            if not distance > ARRIVED or work >= WORK:
                break
        yield _iterate(
            samples,
            a,
            (),
            f"After {epoch} passes the scores are {distance:.2g} away from those of least squares.",
        )
        return _verdict(problem, samples, distance, epoch, visits, capped)

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


def _iterate(
    samples: NormalisedSamples,
    a: list[float],
    active: tuple[int, ...],
    note: str | Callable[[], str],
) -> Iterate:
    return samples.iterate(a, objective=_error(samples, a), active=active, note=note)


def _error(samples: NormalisedSamples, a: Sequence[float]) -> float:
    """The sum of the squared errors."""
    short = 1.0 - samples.products(a)
    return float(np.add.reduce(short * short))


def _visit(a: list[float], z: list[float], cap: float, step: float, product: float) -> bool:
    """One step of the rule, in place, for a sample with the product ``a'z``; whether it was
    capped.
    """
    step_along(a, min(step, cap) * (1.0 - product), z)
    return step > cap


class _Deck:
    """The samples with the largest step that each allows, as rows of plain numbers in the order of
    a pass.
    """

    def __init__(self, samples: NormalisedSamples, caps: Floats) -> None:
        check_cancelled()
        # Without an offset the plane has two coordinates, a single feature has one: further ones of
        # zeros let them share its loop.
        missing = np.zeros((max(0, PLANE - len(samples.columns)), len(samples)))
        self._columns = np.concatenate([samples.columns, missing, caps[None]])
        self._rows: list[list[float]] | None = (
            self._columns.T.tolist() if len(samples) <= CHUNK else None
        )

    def deal(self, order: Ints) -> list[list[float]]:
        """Some rows; of very many a chunk is gathered at once, as a million lists visited at random
        are a million cache misses.
        """
        if self._rows is not None:
            rows = self._rows
            return [rows[k] for k in order.tolist()]
        gathered: list[list[float]] = self._columns[:, order].T.tolist()
        return gathered


def _visit_all(a: list[float], rows: list[list[float]], rate: float, visits: int) -> int:
    """:func:`_visit` for many samples (cap last); the number of capped steps.  The plane has its
    own loop, five times as fast.
    """
    if len(a) > PLANE:
        return sum(
            _visit(a, z := row[:-1], row[-1], rate / k, dot(a, z))
            for k, row in enumerate(rows, visits + 1)
        )
    a0, a1, a2 = (*a, 0.0, 0.0)[:PLANE]
    capped = 0
    for k, (z0, z1, z2, cap) in enumerate(rows, visits + 1):
        step = rate / k
        if step > cap:
            step = cap
            capped += 1
        step *= 1.0 - (a0 * z0 + a1 * z1 + a2 * z2)
        a0 += step * z0
        a1 += step * z1
        a2 += step * z2
    a[:] = (a0, a1, a2)[: len(a)]
    return capped


def _note(problem: Problem, row: int, product: float, capped: bool) -> str:
    y = problem.y[row]
    sign = "+" if y > 0 else "−"
    score = f"{y * product + 0.0:.3g}".replace("-", "−")
    way_words = "to the target, as a full step would overshoot:" if capped else "towards the target"
    return f"Point {row + 1} of class {sign}: its score moves from {score} {way_words} {sign}1."


def _verdict(
    problem: Problem,
    samples: NormalisedSamples,
    distance: float,
    epochs: int,
    visits: int,
    capped: int,
) -> Outcome:
    facts = (
        ("epochs", float(epochs)),
        ("visits", float(visits)),
        ("capped steps", float(capped)),
        ("distance", distance),
    )
    distance_words = (
        f"After {epochs} passes the scores are within {distance:.2g} of those of least squares"
    )
    if distance <= ARRIVED:
        return Outcome(Status.CONVERGED, f"{distance_words}.{samples.remark}", facts=facts)
    proof = separability_of(problem if samples.has_offset else problem.mirrored)
    if not proof.separable:
        return Outcome(
            Status.NOT_SEPARABLE,
            f"{distance_words}. {not_separable(proof, samples.has_offset)}{samples.remark}",
            facts=facts,
        )
    return Outcome(
        Status.BUDGET,
        f"{distance_words}; more passes or centred points bring them together.{samples.remark}",
        facts=facts,
    )
