"""Error-correcting rules: visit the samples, and add a multiple of every sample that lies on the
wrong side.

The perceptron and the relaxation rule differ only in that multiple; the passes and the budget are
the same and stand here, what is shown and said of a run in :mod:`.watched_run`.

Source: Gallant, IEEE Trans. Neural Netw. 1 (1990) 179 (the pocket).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, Ints, locked_ints
from ...cancellation import check_cancelled
from .normalised_samples import SCAN, NormalisedSamples, dot, step_along

# The budget of a run in visits of one sample of the plane (80 ns each, several times that once the
# samples outgrow the cache): whatever max_epochs says, a run ends after about a second, and after a
# few with a million points.
WORK = 10_000_000
UPDATE_WORK = 4  # a correction costs about as much as this many visits
BLOCK_WORK = 1 / 16  # and a visit inside a block as little as this
PASS_WORK = 100  # what a pass costs besides its visits: of four points it is nearly all
HEARTBEAT = 100_000  # work between two signs of life: about 10 ms
ORDER_WORK = 5  # bringing a sample into another place in a shuffled pass
STRETCH = 256  # samples visited one by one after a mistake before whole blocks are tried again
# samples named in one iterate: a ring around more of them says nothing, and 512 such lists are kept
ACTIVE = 5000

# The multiple of the sample to add: row, product a'z, number of the correction (from 1).
Factor = Callable[[int, float, int], float]
Rows = tuple[int, ...]


@dataclass
class Run:
    """How far a rule has come; the one thing here that changes.  ``objective`` is the criterion of
    the products ``a'z_i (n,)``.
    """

    samples: NormalisedSamples
    objective: Callable[[Floats], float]
    a: list[float]
    one_by_one: int = 0  # corrections reported singly
    updates: int = 0
    epochs: int = 0
    work: float = 0.0
    clean: bool = False  # the last pass found every product above the limit
    stalled: bool = False  # the step became too short to matter
    # the fewest errors on the way, the criterion there, and a
    best: tuple[int, float, list[float]] | None = None

    def criterion(self, a: Sequence[float]) -> float:
        """The criterion at a line ``a``."""
        return self.objective(self.samples.products(a))

    def count_visits(self, samples: float) -> None:
        """Count the work of visits to samples: the plane has its own loop, elsewhere each feature
        costs as much as all of it.
        """
        self.work += samples if len(self.a) == 3 else len(self.a) * samples


def correct_one_by_one(
    run: Run, limit: float, factor: Factor, passes: Iterator[Ints]
) -> Iterator[Rows]:
    """Correct sample after sample until a whole pass finds none with ``a'z <= limit``.

    Yields the row of each of the first ``run.one_by_one`` corrections, and an empty tuple after
    every pass and now and then.
    """
    samples, n = run.samples, len(run.samples)
    for rows in passes:
        cyclic = bool((rows[1:] > rows[:-1]).all())
        samples_in_order = samples if cyclic else samples.in_order(rows)
        order: Sequence[int] = range(n) if cyclic else rows.tolist()
        run.work += PASS_WORK + (0 if cyclic else ORDER_WORK * n)
        before, beat, position = run.updates, run.work, 0
        while (position := _next(samples_in_order, run, position, limit)) < n:
            if run.updates < run.one_by_one:
                position = _correct(
                    samples_in_order, order, run, position, position + 1, np.inf, factor
                )
                yield (order[position - 1],)
            else:
                position = _correct(
                    samples_in_order,
                    order,
                    run,
                    position,
                    min(position + STRETCH, n),
                    limit,
                    factor,
                )
            if run.work - beat > HEARTBEAT:
                beat = run.work
                yield ()
        run.epochs += 1
        if run.updates == before:
            # Nothing was wrong in this pass; whatever is right only up to rounding is corrected
            # like a mistake.
            doubtful = samples.not_clearly_above(run.a, limit)
            run.clean = not len(doubtful)
            if run.clean:
                return
            first = int(doubtful[0])
            _correct(samples, range(n), run, first, first + 1, np.inf, factor)
        yield ()
        if run.work > WORK:
            return


def passes(n: int, order: str, seed: int, count: int) -> Iterator[Ints]:
    """``count`` passes over ``n`` samples, each as the rows in the order of the visit.

    ``cyclic`` yields 0, 1, ..., n-1 again and again (the same array, so that a caller can recognise
    it), ``shuffled`` a new permutation every time.  The permutations depend on ``seed`` alone: the
    same seed gives the same run.
    """
    rows = locked_ints(np.arange(n, dtype=np.int64))
    random = np.random.default_rng(seed)
    for _ in range(count):
        check_cancelled()
        yield rows if order == "cyclic" else locked_ints(random.permutation(rows))


def _next(samples: NormalisedSamples, run: Run, begin: int, limit: float) -> int:
    position = samples.next_mistake(run.a, begin, limit)
    looked = position - begin
    run.count_visits(1 + looked if looked <= SCAN else 1 + SCAN + (looked - SCAN) * BLOCK_WORK)
    return position


def _correct(
    samples: NormalisedSamples,
    order: Sequence[int],
    run: Run,
    begin: int,
    stop: int,
    limit: float,
    factor: Factor,
) -> int:
    """Visit the samples from ``begin`` to ``stop`` and correct every mistake among them; returns
    ``stop``.
    """
    correct = _correct_in_plane if len(run.a) == 3 else _correct_in_space
    updates = correct(
        run.a, samples.stretch(begin, stop), order[begin:stop], limit, factor, run.updates
    )
    run.count_visits(stop - begin + UPDATE_WORK * (updates - run.updates))
    run.updates = updates
    return stop


def _correct_in_plane(
    a: list[float],
    rows: list[list[float]],
    order: Sequence[int],
    limit: float,
    factor: Factor,
    k: int,
) -> int:
    a0, a1, a2 = a
    for row, (z0, z1, z2) in zip(order, rows, strict=True):
        product = a0 * z0 + a1 * z1 + a2 * z2
        if not product > limit:
            k += 1
            step = factor(row, product, k)
            a0 += step * z0
            a1 += step * z1
            a2 += step * z2
    a[:] = a0, a1, a2
    return k


def _correct_in_space(
    a: list[float],
    rows: list[list[float]],
    order: Sequence[int],
    limit: float,
    factor: Factor,
    k: int,
) -> int:
    for row, z in zip(order, rows, strict=True):
        product = dot(a, z)
        if not product > limit:
            k += 1
            step_along(a, factor(row, product, k), z)
    return k


def correct_all_at_once(
    run: Run,
    limit: float,
    step: Callable[[Ints, Floats, int], Floats],
    threshold: float,
    max_epochs: int,
) -> Iterator[Rows]:
    """Move by ``step(rows, products, k)`` for all samples with ``a'z <= limit`` together, until
    there is none.

    The run is stalled when a step is not longer than ``threshold`` (the stopping rule of the book's
    pseudo-code) or no longer changes ``a``.
    """
    samples = run.samples
    for k in range(1, max_epochs + 1):
        products = samples.products(run.a)
        rows = np.flatnonzero(~(products > limit))
        run.work += PASS_WORK + len(samples) / 4
        if not len(rows):
            rows = samples.not_clearly_above(run.a, limit)
            run.clean = not len(rows)
            if run.clean:
                return
        change = step(rows, products, k)
        after = (np.asarray(run.a) + change).tolist()
        run.stalled = bool(np.linalg.norm(change) <= threshold) or after == run.a
        run.a, run.epochs, run.updates = after, k, run.updates + len(rows)
        yield tuple(rows.tolist()) if len(rows) <= ACTIVE else ()
        if run.stalled or run.work > WORK:
            return


def keep_best(corrections: Iterator[Rows], run: Run) -> Iterator[Rows]:
    """The same corrections; ``run.best`` remembers the best line on the way (Gallant's pocket
    algorithm).

    Fewest training errors first, then the lowest criterion; looked at after each of the first
    ``run.one_by_one`` corrections and after every pass.  The ends of passes alone would not do: a
    constant rate runs in a circle and ends them all alike.
    """
    epochs = 0
    for rows in corrections:
        if rows or run.epochs > epochs:
            epochs = run.epochs
            products = run.samples.products(run.a)
            errors = len(products) - int(np.count_nonzero(products > 0.0))
            if run.best is None or errors <= run.best[0]:
                value = run.objective(products)
                if run.best is None or (errors, value) < run.best[:2]:
                    run.best = errors, value, list(run.a)
        yield rows
