"""The run of an error-correcting rule as it is watched: its steps with their sentences, and how it
ended, with the proof.

Source: Novikoff, Symp. Math. Theory of Automata 12 (1962) 615 (the bound).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from math import isnan, nan

import numpy as np

from ...arrays import Floats, locked
from ...certificate import count_words
from ...method import Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Separability, Status
from ...studies.separability import separability_of
from ..visits import HEARTBEAT, most_passes
from .error_correction import Rows, Run
from .normalised_samples import NormalisedSamples, opposite_twins

CORRECTIONS_SHOWN = 2000  # corrections shown one by one; later ones are shown once in a pass
LOOKS = 10_000_000  # samples looked at for them: each correction shown costs a look at every one

NO_LINE_THROUGH_ORIGIN = (
    "No line through the origin separates the classes: the origin lies in the hull of the samples "
    "y x."
)

Facts = tuple[tuple[str, float], ...]
Bound = Callable[[], tuple[str, Facts]]


def watch_run(
    problem: Problem,
    run: Run,
    corrections: Iterator[Rows],
    note: Callable[[Rows], str],
    *,
    trace: bool,
    success_words: str,
    bound: Bound | None = None,
) -> Steps:
    """The steps of a rule and how they end: where no line separates, the best line on the way is
    the last, if it was kept; the average of all lines is the last wherever it was.

    ``success_words`` say what was reached; ``bound`` adds what theory promises about the number of
    corrections for separable classes.
    """
    yield from playback(corrections, run, trace, note)
    outcome = (
        Outcome(Status.RUNNING, f"The run goes on: {_budget_outcome(run)} so far.")
        if run.goes_on
        else verdict(problem, run, success_words, bound)
    )
    average = run.average()
    if average is not None:
        run.a = average
        visits = count_words(run.visits, "visit")
        words = f"The average of all lines, each as often as it survived a visit: {visits} in all."
        yield _iterate(run, (), words)
    elif outcome.status in (Status.NOT_SEPARABLE, Status.RUNNING) and run.best is not None:
        errors, run.a = run.best
        yield _iterate(
            run,
            (),
            f"The best line on the way: {errors} of {len(run.samples)} points on its wrong side.",
        )
    return outcome


def looked_at(run: Run, keep: str, trace: bool) -> Run:
    """The run with the number of corrections to look at one by one, with a pocket where the best
    line is kept, and with votes where the average is.

    A look costs a visit to every sample, so a large set has fewer of them.
    """
    if trace or keep == "best":
        run.one_by_one = min(CORRECTIONS_SHOWN, max(50, LOOKS // max(1, len(run.samples))))
    if keep == "best":
        run.pocket = np.full(2 + len(run.a), np.inf)
    if keep == "average":
        run.votes = np.zeros(1 + len(run.a))
    return run


def playback(
    corrections: Iterator[Rows], run: Run, trace: bool, note: Callable[[Rows], str]
) -> Iterator[Iterate]:
    """The iterates of a run: with ``trace`` every reported correction and one in each later pass,
    else a sign of life now and then.

    A traced run begins with what it starts from, so that the first correction is a step like the
    others.  The last iterate is always the last ``a``, with its objective.
    """
    updates, epoch = -1, 0
    beat = most_passes(run.samples.rows.shape, HEARTBEAT, run.max_epochs)
    if trace:
        yield _iterate(run, (), start_note(run.a))
    for rows in corrections:
        new_pass = run.epochs > epoch and run.updates > updates
        if trace and (rows or new_pass):
            updates, epoch = run.updates, run.epochs
            words = partial(note, rows) if rows else _so_far(run)
            yield _iterate(run, rows, words)
        elif not trace and run.epochs >= epoch + beat:
            updates, epoch = run.updates, run.epochs
            yield run.samples.iterate(run.a, number=run.number)
    if not trace or run.updates > updates:
        words = _so_far(run) if run.updates else "Every point is on its right side already."
        yield _iterate(run, (), words)


def start_note(a: Floats) -> str:
    """The sentence of what a rule starts from."""
    return (
        "Start: the line of an earlier fit."
        if a.any()
        else "Start: all weights are 0, there is no line yet."
    )


def _so_far(run: Run) -> str:
    return f"{_budget_outcome(run)} so far."


def _budget_outcome(run: Run) -> str:
    return (
        f"{count_words(run.updates, 'correction')} in {count_words(run.epochs, 'pass', 'passes')}"
    )


def _iterate(run: Run, rows: Rows, words: str | Callable[[], str]) -> Iterate:
    return run.samples.iterate(
        run.a, objective=run.criterion(), active=rows, note=words, number=run.number
    )


def turn_note(problem: Problem, rows: Rows, reason: str, change: str) -> str:
    """The sentence of one correction: which point, what is wrong with it, what happens."""
    if len(rows) > 1:
        return f"{len(rows)} points {reason.replace('is', 'are', 1)}: {change}."
    sign = "+" if problem.y[rows[0]] > 0 else "−"
    return f"Point {rows[0] + 1} of class {sign} {reason}: {change}."


def verdict(problem: Problem, run: Run, success_words: str, bound: Bound | None = None) -> Outcome:
    """How a run ended, in the words of a proof: separated, provably not separable, or merely out of
    budget.  What takes longer than the run, the bound and the look for twins, waits until the words
    or the facts are read.
    """
    samples = run.samples
    facts: Facts = (("updates", float(run.updates)), ("epochs", float(run.epochs)))
    budget_words = _budget_outcome(run)
    proof = (
        None if run.clean else separability_of(problem if samples.has_offset else problem.mirrored)
    )
    if proof is not None and not proof.separable:
        words = partial(_endless_words, problem, samples, proof, budget_words)
        return Outcome(Status.NOT_SEPARABLE, words, facts=facts)
    if run.stalled:
        assert proof is not None  # a run that is clean is not stalled
        apart = separable_words(proof, samples.has_offset)
        short = f"but the step became too short to go on after {budget_words}.{samples.remark}"
        return Outcome(Status.STATIONARY, f"{apart}, {short}", facts=facts)
    begin = (
        f"{success_words} after {budget_words}."
        if proof is None
        else f"{separable_words(proof, samples.has_offset)}, but {budget_words} did not suffice."
    )
    novikoff_bound = cache(bound or _no_bound)
    advice = "" if proof is None else samples.advice
    return Outcome(
        Status.CONVERGED if proof is None else Status.BUDGET,
        lambda: f"{begin}{novikoff_bound()[0]}{samples.remark}{advice}",
        facts=lambda: facts + novikoff_bound()[1],
    )


def _no_bound() -> tuple[str, Facts]:
    return "", ()


def _endless_words(
    problem: Problem, samples: NormalisedSamples, proof: Separability, budget_words: str
) -> str:
    """Why the rule would never end: a point that carries both labels is the shortest of all proofs,
    and it is named in place of the hulls.
    """
    endless = f"The rule would go on for ever; it was stopped after {budget_words}."
    twins = opposite_twins(problem)
    if twins is None:
        return f"{not_separable_words(proof, samples.has_offset)} {endless}{samples.remark}"
    place = ", ".join(f"{value:.6g}" for value in problem.X[twins[0]])
    return (
        f"Points {twins[0] + 1} and {twins[1] + 1} stand at the same place ({place}) with opposite "
        f"labels: no line can separate them. {endless}"
    )


def separable_words(proof: Separability, has_offset: bool) -> str:
    """That a line separates the classes, as the beginning of a sentence."""
    is_known = not isnan(proof.distance)  # no bound confirms it otherwise
    if has_offset:
        return "The classes are separable" + (
            f" (their hulls are {proof.distance:.3g} apart)" if is_known else ""
        )
    beyond = (
        f" (all samples y x lie at least {0.5 * proof.distance:.3g} beyond it)" if is_known else ""
    )
    return f"A line through the origin separates the classes{beyond}"


def not_separable_words(proof: Separability, has_offset: bool = True) -> str:
    """The sentence for classes whose hulls meet."""
    if not has_offset:
        return NO_LINE_THROUGH_ORIGIN
    rows = len(proof.support_plus) + len(proof.support_minus)
    meet = "touch" if proof.touching else "overlap"
    return (
        f"No line separates the classes: their hulls {meet}, as a point common to both shows "
        f"(spanned by {rows} points)."
    )


def novikoff(samples: NormalisedSamples) -> tuple[float, float]:
    """``R`` and ``γ`` of Novikoff's bound ``(R/γ)²`` on the corrections of the fixed-increment
    perceptron that starts at zero.

    ``R`` is the length of the longest sample and ``γ`` the largest least product of a unit vector
    ``a`` with all samples: the distance of their hull from the origin, both for the samples that
    the rule ran on, standardised or not.  ``γ`` is nan where doubles do not hold it.
    """
    vectors = np.concatenate([samples.columns.T, np.zeros((1, len(samples.columns)))])
    against_origin = Problem(locked(vectors), locked(np.append(np.ones(len(samples)), -1.0)))
    proof = separability_of(against_origin)
    return float(np.sqrt(samples.squared_norms.max())), proof.distance if proof.separable else nan
