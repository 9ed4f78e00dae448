"""Error-correcting rules: visit the samples, and add a multiple of every sample that lies on the
wrong side.

The perceptron and the relaxation rule differ only in that multiple; the passes and the budget are
the same and stand here, what is shown and said of a run in :mod:`.watched_run`.  The visits
themselves are :func:`solvers.core.correct`.

Source: Gallant, IEEE Trans. Neural Netw. 1 (1990) 179 (the pocket); Freund and Schapire, Mach.
Learn. 37 (1999) 277 (the average).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from ... import core
from ...arrays import Floats, Ints, locked, locked_ints
from ...core.reference import Visit
from ..visits import (
    ENDLESS,
    HEARTBEAT,
    HELD_TOGETHER,
    HELD_VISITS,
    STEP_VISITS,
    VISITS,
    most_passes,
    passes,
)
from .normalised_samples import NormalisedSamples

# samples named in one iterate: a ring around more of them says nothing, and 512 such lists are kept
ACTIVE = 5000

Rows = tuple[int, ...]
NO_ROWS: Ints = locked_ints(np.empty(0, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class CorrectingRule:
    """Condition and multiple of a correction: the arguments of :func:`solvers.core.correct`."""

    limit: float  # a sample with not a'z > limit is corrected
    target: float  # where the criterion of a product ends, and a relaxed product moves to
    rate: float
    schedule: int = 0
    squares: Floats | None = None  # ||z||^2 (n,) for relaxation


@dataclass
class Run:
    """How far a rule has come; the one thing here that changes.  ``objective`` is the criterion of
    the products ``a'z_i (n,)``, ``is_held`` whether a point is held meanwhile.
    """

    samples: NormalisedSamples
    objective: Callable[[Floats], float]
    a: Floats
    max_epochs: int
    is_held: bool = False
    is_batch: bool = False  # a step is one of all mistakes together
    one_by_one: int = 0  # corrections reported singly
    clean: bool = False  # the last pass found every product above the limit
    stalled: bool = False  # the step became too short to matter
    # passes made, position in the pass at hand, corrections made, those before this pass, last row
    progress: Ints = field(default_factory=lambda: np.zeros(5, dtype=np.int64))
    # the fewest errors on the way, the criterion there, and a
    pocket: Floats | None = None
    # the visits up to the last correction, and the sum of the a after each of them
    votes: Floats | None = None
    visited: list[Visit] | None = None  # the terms of the corrections, where one asks for them

    @property
    def epochs(self) -> int:
        """The passes that are made."""
        return int(self.progress[0])

    @property
    def updates(self) -> int:
        """The corrections that are made."""
        return int(self.progress[2])

    @property
    def number(self) -> int:
        """The steps that are made, and so the lines: a batch makes one in a pass."""
        return self.epochs if self.is_batch else self.updates

    @property
    def best(self) -> tuple[int, Floats] | None:
        """The fewest errors on the way, and the weights that make them."""
        if self.pocket is None or not np.isfinite(self.pocket[0]):
            return None
        return int(self.pocket[0]), self.pocket[2:].copy()

    @property
    def visits(self) -> int:
        """The visits that are made."""
        return self.epochs * len(self.samples) + int(self.progress[1])

    def average(self) -> Floats | None:
        """The mean of the weights after each visit, where they are added up."""
        if self.votes is None:
            return None
        total: Floats = self.votes[1:] + (self.visits - self.votes[0]) * self.a
        return total / self.visits if self.visits else self.a

    def most(self, held_visits: int) -> int:
        """The passes that the budget allows, with so many visits while a point is held."""
        visits = held_visits if self.is_held else VISITS
        return most_passes(self.samples.rows.shape, visits, self.max_epochs)

    @property
    def goes_on(self) -> bool:
        """Whether a held run was left before its end."""
        is_over = self.clean or self.stalled or self.epochs >= self.max_epochs
        return self.is_held and not is_over

    def criterion(self) -> float:
        """The criterion at the line."""
        return self.objective(self.samples.products(self.a))


def correct_one_by_one(
    run: Run, rule: CorrectingRule, order: str, seed: int, trace: bool
) -> Iterator[Rows]:
    """Correct sample after sample until a whole pass finds none with ``a'z <= limit``.

    With ``trace`` it yields the row of each of the first ``run.one_by_one`` corrections and an
    empty tuple after every pass, without it an empty tuple now and then.
    """
    n = len(run.samples)
    singly = run.one_by_one if trace else 0
    chunk = 1 if trace else most_passes(run.samples.rows.shape, HEARTBEAT, run.max_epochs)
    # drawing an order costs as much again
    most = run.most(HELD_VISITS if order == "cyclic" else HELD_VISITS // 2)
    for end, rows in passes(n, order, seed, most, chunk):
        begin = run.epochs
        while run.epochs < end:
            updates = run.updates
            ahead = None if rows is None else rows[(run.epochs - begin) * n :]
            corrections = updates + 1 if updates < singly else ENDLESS
            if _correct(run, rule, ahead, end, corrections):
                # Nothing was wrong in this pass; whatever is right only up to rounding is corrected
                # like a mistake.
                doubtful = run.samples.not_clearly_above(run.a, rule.limit)
                run.clean = not len(doubtful)
                if run.clean:
                    return
                _correct_row(run, rule, int(doubtful[0]))
            elif updates < singly and run.updates > updates:
                yield (int(run.progress[4]),)
        yield ()


def _correct(
    run: Run, rule: CorrectingRule, order: Ints | None, end: int, corrections: int
) -> bool:
    """Go on to so many passes or corrections; whether a pass corrected nothing."""
    return core.correct(
        run.samples.rows,
        order,
        rule.squares,
        rule.limit,
        rule.target,
        rule.rate,
        rule.schedule,
        end,
        corrections,
        run.a,
        run.progress,
        run.one_by_one,
        run.pocket,
        run.votes,
        run.visited,
    )


def _correct_row(run: Run, rule: CorrectingRule, row: int) -> None:
    """Correct one sample, whatever its product is."""
    one = slice(row, row + 1)
    squares = None if rule.squares is None else rule.squares[one]
    sample = replace(run.samples, columns=locked(np.ascontiguousarray(run.samples.columns[:, one])))
    _count_votes(run)
    visit = replace(run, samples=sample, progress=run.progress.copy(), pocket=None, votes=None)
    must = replace(rule, limit=np.inf, squares=squares)
    _correct(visit, must, None, run.epochs + 1, run.updates + 1)
    run.progress[2:4] = visit.updates
    if run.visited is not None:
        run.visited[-1] = run.visited[-1]._replace(row=row)


def correct_together(
    run: Run, rule: CorrectingRule, threshold: float, trace: bool
) -> Iterator[Rows]:
    """Move by the sum of all samples with ``a'z <= limit`` together, until there is none.

    The run is stalled when a step is not longer than ``threshold`` (the stopping rule of the book's
    pseudo-code) or no longer changes ``a``.
    """
    samples, most = run.samples, run.most(HELD_VISITS)
    chunk = 1 if trace else most_passes(samples.rows.shape, HEARTBEAT, run.max_epochs)
    while run.epochs < most:
        rows = np.flatnonzero(~(samples.products(run.a) > rule.limit)) if trace else NO_ROWS
        ending = core.correct_together(
            samples.rows,
            rule.limit,
            rule.target,
            rule.rate,
            rule.schedule != 0,
            threshold,
            min(run.epochs + chunk, most),
            run.a,
            run.progress,
            run.pocket,
            run.votes,
            run.visited,
        )
        run.stalled = ending == 2
        if ending == 1:
            rows = samples.not_clearly_above(run.a, rule.limit)
            run.clean = not len(rows)
            if run.clean:
                return
            rate = rule.rate / (run.epochs + 1) if rule.schedule else rule.rate
            _move(run, rows, rate, np.ones(len(rows)), threshold)
        yield tuple(rows.tolist()) if len(rows) <= ACTIVE else ()
        if run.stalled:
            return


def correct_all_at_once(
    run: Run, limit: float, step: Callable[[Ints, Floats], tuple[float, Floats]]
) -> Iterator[Rows]:
    """Move by the rate and the shares ``step(rows, products)`` of all samples with ``a'z <= limit``
    together, until there is none or ``a`` no longer changes.
    """
    samples = run.samples
    most = run.most(HELD_TOGETHER // (2 + STEP_VISITS // len(samples)))
    while run.epochs < most:
        products = samples.products(run.a)
        rows = np.flatnonzero(~(products > limit))
        if not len(rows):
            rows = samples.not_clearly_above(run.a, limit)
            run.clean = not len(rows)
            if run.clean:
                return
        _move(run, rows, *step(rows, products), 0.0)
        yield tuple(rows.tolist()) if len(rows) <= ACTIVE else ()
        if run.stalled:
            return


def _move(run: Run, rows: Ints, rate: float, shares: Floats, threshold: float) -> None:
    """Make a pass of one step for these rows."""
    if run.visited is not None:
        products = run.samples.products(run.a)[rows]
        terms = zip(rows.tolist(), products.tolist(), shares.tolist(), strict=True)
        run.visited += [Visit(row, product, rate, share) for row, product, share in terms]
    change = rate * (run.samples.columns[:, rows] @ shares)
    after = run.a + change
    run.stalled = bool(np.linalg.norm(change) <= threshold) or bool((after == run.a).all())
    _count_votes(run)
    run.a = after
    run.progress[[0, 2]] += (1, len(rows))
    _judge(run)


def _count_votes(run: Run) -> None:
    """Count the weights that are about to change once for each visit that they survived."""
    if run.votes is not None:
        run.votes[1:] += (run.visits - run.votes[0]) * run.a
        run.votes[0] = run.visits


def _judge(run: Run) -> None:
    """Keep the weights in the pocket where they are the best on the way."""
    if run.pocket is None:
        return
    products = run.samples.products(run.a)
    errors = len(products) - int(np.count_nonzero(products > 0.0))
    if errors <= run.pocket[0]:
        value = run.objective(products)
        if (errors, value) < tuple(run.pocket[:2].tolist()):
            run.pocket[:] = errors, value, *run.a
