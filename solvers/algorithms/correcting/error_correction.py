"""Error-correcting rules: visit the samples, and add a multiple of every sample that lies on the wrong side.

The perceptron and the relaxation rule differ only in that multiple; the passes, the budget, the playback and the words at the end
are the same and stand here.

Source: Novikoff, Symp. Math. Theory of Automata 12 (1962) 615 (the bound); Gallant, IEEE Trans. Neural Netw. 1 (1990) 179 (the
pocket).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from ...arrays import Floats, Ints
from ...problem import Problem
from ...result import Iterate, Outcome, Separability, Status
from ...studies.separability import separability_steps
from ..hulls.rational_distance import Walking
from .normalised_samples import SCAN, NormalisedSamples, dot, step_along

# The budget of a run in visits of one sample of the plane (80 ns each, several times that once the samples outgrow the cache):
# whatever max_epochs says, a run ends after about a second, and after a few with a million points.
WORK = 10_000_000
UPDATE_WORK = 4  # a correction costs about as much as this many visits
BLOCK_WORK = 1 / 16  # and a visit inside a block as little as this
PASS_WORK = 100  # what a pass costs besides its visits: of four points it is nearly all
HEARTBEAT = 100_000  # work between two signs of life: about 10 ms
SHOWN = 2000  # corrections shown one by one; later ones are shown once in a pass
ORDER_WORK = 5  # bringing a sample into another place in a shuffled pass
STRETCH = 256  # samples visited one by one after a mistake before whole blocks are tried again
ACTIVE = 5000  # samples named in one iterate: a ring around more of them says nothing, and 512 such lists are kept

# The multiple of the sample to add: row, product a'z, number of the correction (from 1).
Factor = Callable[[int, float, int], float]
Rows = tuple[int, ...]
Facts = tuple[tuple[str, float], ...]
Bound = Callable[[Separability], tuple[str, Facts]]


@dataclass
class Run:
    """How far a rule has come; the one thing here that changes."""

    a: list[float]
    one_by_one: int = 0  # corrections reported singly
    updates: int = 0
    epochs: int = 0
    work: float = 0.0
    clean: bool = False  # the last pass found every product above the limit
    stalled: bool = False  # the step became too short to matter
    best: tuple[int, float, list[float]] | None = None  # the fewest errors on the way, the criterion there, and a

    looked: tuple[list[float], Floats] | None = None  # the last line whose products were asked for, and the products
    value: float | None = None  # the criterion there, once it was asked for

    def products(self, samples: NormalisedSamples) -> Floats:
        """``a'z_i`` for every sample (n,), computed once for each line: the pocket and the history both ask."""
        if self.looked is None or self.looked[0] != self.a:
            self.looked, self.value = (list(self.a), samples.products(self.a)), None
        return self.looked[1]

    def criterion(self, samples: NormalisedSamples, objective: Callable[[Floats], float]) -> float:
        """The criterion at ``a``, computed once for each line, too."""
        products = self.products(samples)
        if self.value is None:
            self.value = objective(products)
        return self.value

    def visited(self, samples: float) -> None:
        """Count the work of so many visits: the plane has a loop of its own, elsewhere each feature costs as much as all of it."""
        self.work += samples if len(self.a) == 3 else len(self.a) * samples


def correct_one_by_one(
    samples: NormalisedSamples, run: Run, limit: float, factor: Factor, passes: Iterator[Ints]
) -> Iterator[Rows]:
    """Correct sample after sample until a whole pass finds none with ``a'z <= limit``.

    Yields the row of each of the first ``run.one_by_one`` corrections, and an empty tuple after every pass and now and then.
    """
    for rows in passes:
        cyclic = bool((rows[1:] > rows[:-1]).all())
        shown = samples if cyclic else samples.in_order(rows)
        order: Sequence[int] = range(len(samples)) if cyclic else rows.tolist()
        run.work += PASS_WORK + (0 if cyclic else ORDER_WORK * len(samples))
        before, beat, position = run.updates, run.work, 0
        while (position := _next(shown, run, position, limit)) < len(samples):
            if run.updates < run.one_by_one:
                position = _correct(shown, order, run, position, position + 1, limit, factor)
                yield (order[position - 1],)
            else:
                position = _correct(shown, order, run, position, min(position + STRETCH, len(samples)), limit, factor)
            if run.work - beat > HEARTBEAT:
                beat = run.work
                yield ()
        run.epochs += 1
        if run.updates == before:
            # Nothing was wrong in this pass; whatever is right only up to rounding is corrected like a mistake.
            doubtful = samples.not_clearly_above(run.a, limit)
            run.clean = not len(doubtful)
            if run.clean:
                return
            first = int(doubtful[0])
            _correct(samples, range(len(samples)), run, first, first + 1, np.inf, factor)
        yield ()
        if run.work > WORK:
            return


def _next(samples: NormalisedSamples, run: Run, begin: int, limit: float) -> int:
    position = samples.next_mistake(run.a, begin, limit)
    looked = position - begin
    run.visited(1 + min(looked, SCAN) + max(0, looked - SCAN) * BLOCK_WORK)
    return position


def _correct(
    samples: NormalisedSamples, order: Sequence[int], run: Run, begin: int, stop: int, limit: float, factor: Factor
) -> int:
    """Visit the samples from ``begin`` to ``stop`` and correct every mistake among them; returns ``stop``."""
    correct = _correct_in_plane if len(run.a) == 3 else _correct_in_space
    updates = correct(run.a, samples.stretch(begin, stop), order[begin:stop], limit, factor, run.updates)
    run.visited(stop - begin + UPDATE_WORK * (updates - run.updates))
    run.updates = updates
    return stop


def _correct_in_plane(a: list[float], rows: list[list[float]], order: Sequence[int], limit: float, factor: Factor, k: int) -> int:
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


def _correct_in_space(a: list[float], rows: list[list[float]], order: Sequence[int], limit: float, factor: Factor, k: int) -> int:
    for row, z in zip(order, rows, strict=True):
        product = dot(a, z)
        if not product > limit:
            k += 1
            step_along(a, factor(row, product, k), z)
    return k


def correct_all_at_once(
    samples: NormalisedSamples,
    run: Run,
    limit: float,
    step: Callable[[Ints, Floats, int], Floats],
    threshold: float,
    max_epochs: int,
) -> Iterator[Rows]:
    """Move by ``step(rows, products, k)`` for all samples with ``a'z <= limit`` together, until there is none.

    The run is stalled when a step is not longer than ``threshold`` (the stopping rule of the book's pseudo-code) or no longer
    changes ``a``.
    """
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


def pocketed(
    corrections: Iterator[Rows], run: Run, samples: NormalisedSamples, objective: Callable[[Floats], float]
) -> Iterator[Rows]:
    """The same corrections; ``run.best`` remembers the best line on the way (Gallant's pocket algorithm).

    Fewest training errors first, then the lowest criterion; looked at after each of the first ``run.one_by_one`` corrections and
    after every pass.  The ends of passes alone would not do: a constant rate runs in a circle and ends them all alike.
    """
    epochs = 0
    for rows in corrections:
        if rows or run.epochs > epochs:
            epochs = run.epochs
            products = run.products(samples)
            errors = len(products) - int(np.count_nonzero(products > 0.0))
            if run.best is None or errors <= run.best[0]:
                value = run.criterion(samples, objective)
                if run.best is None or (errors, value) < run.best[:2]:
                    run.best = errors, value, list(run.a)
        yield rows


def kept(run: Run, samples: NormalisedSamples, objective: Callable[[Floats], float], outcome: Outcome) -> Iterator[Iterate]:
    """The best line on the way as the last iterate, where no line separates; elsewhere the rule is on its way to one."""
    if outcome.status is not Status.NOT_SEPARABLE or run.best is None:
        return
    errors, _, run.a = run.best
    words = f"The best line on the way: {errors} of {len(samples)} points on its wrong side."
    yield _iterate(run, samples, objective, (), words)


def reported(samples: NormalisedSamples, trace: bool) -> int:
    """The corrections to report one by one: each costs a look at every sample, so a large set shows fewer of them."""
    return min(SHOWN, max(50, WORK // max(1, len(samples)))) if trace else 0


def playback(
    corrections: Iterator[Rows],
    run: Run,
    samples: NormalisedSamples,
    trace: bool,
    objective: Callable[[Floats], float],
    note: Callable[[Rows], str],
) -> Iterator[Iterate]:
    """The iterates of a run: with ``trace`` every reported correction and one in each later pass, else a sign of life now and then.

    A traced run begins with what it starts from, so that the first correction is a step like the others.  The last iterate is
    always the last ``a``, with its objective.
    """
    updates, epoch, beat = -1, 0, 0.0
    if trace:
        yield _iterate(run, samples, objective, (), start_note(run.a))
    for rows in corrections:
        new_pass = run.epochs > epoch and run.updates > updates
        if trace and (rows or new_pass):
            updates, epoch = run.updates, run.epochs
            yield _iterate(run, samples, objective, rows, note(rows) if rows else _so_far(run))
        elif not trace and (updates < 0 or run.work - beat > HEARTBEAT):
            updates, beat = run.updates, run.work
            yield samples.iterate(run.a)
    if not trace or run.updates > updates:
        words = _so_far(run) if run.updates else "Every point is on its right side already."
        yield _iterate(run, samples, objective, (), words)


def start_note(a: list[float]) -> str:
    """The sentence of what a rule starts from."""
    return "Start: the line of an earlier fit." if any(a) else "Start: all weights are 0, there is no line yet."


def _so_far(run: Run) -> str:
    return f"{_spent(run)} so far."


def _spent(run: Run) -> str:
    corrections, passes = "correction" if run.updates == 1 else "corrections", "pass" if run.epochs == 1 else "passes"
    return f"{run.updates} {corrections} in {run.epochs} {passes}"


def _iterate(run: Run, samples: NormalisedSamples, objective: Callable[[Floats], float], rows: Rows, words: str) -> Iterate:
    return samples.iterate(run.a, objective=run.criterion(samples, objective), active=rows, note=words)


def turn_note(problem: Problem, rows: Rows, reason: str, change: str) -> str:
    """The sentence of one correction: which point, what is wrong with it, what happens."""
    if len(rows) > 1:
        return f"{len(rows)} points {reason.replace('lies', 'lie')}: {change}."
    sign = "+" if problem.y[rows[0]] > 0 else "−"
    return f"Point {rows[0] + 1} of class {sign} {reason}: {change}."


def verdict(problem: Problem, samples: NormalisedSamples, run: Run, done: str, bound: Bound | None = None) -> Walking[Outcome]:
    """How a run ended, in the words of a proof: separated, provably not separable, or merely out of budget.

    ``done`` says what was reached; ``bound`` adds what theory promises about the number of corrections for separable classes.
    """
    facts: Facts = (("updates", float(run.updates)), ("epochs", float(run.epochs)))
    spent = _spent(run)
    if run.clean and bound is None:
        return Outcome(Status.CONVERGED, f"{done} after {spent}.{samples.remark}", facts=facts)
    proof = yield from separability_steps(problem)
    more, numbers = bound(proof) if bound is not None and proof.separable else ("", ())
    more += samples.remark
    if run.clean:
        return Outcome(Status.CONVERGED, f"{done} after {spent}.{more}", facts=facts + numbers)
    if not proof.separable:
        words = f"{not_separable(proof)} The rule would go on for ever; it was stopped after {spent}.{samples.remark}"
        return Outcome(Status.NOT_SEPARABLE, words, facts=facts)
    apart = f"The classes are separable (their hulls are {proof.distance:.3g} apart)"
    if run.stalled:
        words = f"{apart}, but the step became too short to go on after {spent}.{samples.remark}"
        return Outcome(Status.STATIONARY, words, facts=facts)
    return Outcome(Status.BUDGET, f"{apart}, but {spent} did not suffice.{more}", facts=facts + numbers)


def not_separable(proof: Separability) -> str:
    """The sentence for classes whose hulls meet."""
    rows = len(proof.support_plus) + len(proof.support_minus)
    meet = "touch" if proof.touching else "overlap"
    return f"No line separates the classes: their hulls {meet}, as a point common to both shows (spanned by {rows} points)."


def twins_outcome(problem: Problem, twins: tuple[int, int], run: Run) -> Outcome:
    """The outcome for a point that carries both labels: the shortest of all proofs that no line separates."""
    place = ", ".join(f"{value:.6g}" for value in problem.X[twins[0]])
    pair = f"Points {twins[0] + 1} and {twins[1] + 1}"
    words = f"{pair} stand at the same place ({place}) with opposite labels: no line can separate them."
    words += f" The rule would go on for ever; it was stopped after {_spent(run)}."
    return Outcome(Status.NOT_SEPARABLE, words, facts=(("updates", float(run.updates)), ("epochs", float(run.epochs))))


def novikoff(samples: NormalisedSamples, proof: Separability) -> tuple[float, float]:
    """``R`` and ``γ`` of Novikoff's bound ``(R/γ)²`` on the corrections of the fixed-increment perceptron that starts at zero.

    ``R`` is the length of the longest sample and ``γ`` the smallest product of a sample with a unit vector ``u`` that separates,
    both for the samples that the rule ran on, standardised or not; here ``u`` belongs to the line half-way between the hulls, with
    ``w`` the vector between the closest points p and q, so that ``γ = (||w||²/2) / ||(b, w)||`` with (b, w) in the units of the
    samples.  Any separating ``u`` gives a bound; this one is exact even far from the origin.
    """
    w = proof.closest_plus - proof.closest_minus
    middle = (proof.closest_plus + proof.closest_minus) / 2.0
    centre = 0.0 if samples.centre is None else samples.centre
    scale = 1.0 if samples.scale is None else samples.scale
    R = float(np.sqrt(samples.squared_norms.max()))
    # Hulls that are closer than the spacing of doubles have a closest pair without a direction: gamma is 0 up to rounding.
    gamma = float(w @ w) / 2.0 / (hypot(float(w @ (middle - centre)), *(w * scale)) or 1.0)
    return R, gamma
