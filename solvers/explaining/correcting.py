"""The updates of the rules that visit samples: perceptron, relaxation and LMS.

A run is repeated from its beginning, by its own loops, up to the update asked for; the
terms are then computed from the samples and the weights before it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np

from ..algorithms.correcting.error_correction import NO_ROWS, Run
from ..algorithms.correcting.normalised_samples import NormalisedSamples
from ..algorithms.correcting.watched_run import CORRECTIONS_SHOWN, looked_at
from ..algorithms.visits import passes
from ..arrays import Floats, locked
from ..core.reference import Visit
from ..method import Fit
from ..methods.lms import LMS, VISITS, VisitingRun
from ..methods.perceptron import Perceptron
from ..methods.relaxation import Relaxation
from ..result import Iterate
from . import step_terms
from .step_terms import Explained, NoTerms, Quantity, StepTerms, TermTable

# of the perceptron, which adds whole samples, and of relaxation
BATCH_RULES = (
    "a_{new} = a + η \\sum_i z_i",
    "a_{new} = a + η \\sum_i \\frac{m − a^T z_i}{‖z_i‖^2} z_i",
)
ONE_RULES = "a_{new} = a + η z", "a_{new} = a + η \\frac{m − a^T z}{‖z‖^2} z"
PASS_RULES = (
    "a_{new} = a + \\sum_i η_i z_i",
    "a_{new} = a + \\sum_i η_i \\frac{m − a^T z_i}{‖z_i‖^2} z_i",
)
WHOLE_SAMPLES = BATCH_RULES[0], ONE_RULES[0], PASS_RULES[0]
LMS_RULE = "a_{new} = a + η (1 − a^T z) z"
LMS_PASS_RULE = "a_{new} = a + \\sum_i η_i (1 − a^T z_i) z_i"
AVERAGE_RULE = "a_{average} = \\frac{1}{T} \\sum_k c_k a_k"
AVERAGED = (
    "$a_k$ is the line after correction $k$, $c_k$ the visits that it survived, $T = \\sum_k c_k$"
)
STANDARDISED = "in the standardised coordinates $(x_j − c_j)/s_j$"
SCALED = "in the scaled coordinates $x_j/s_j$"


@dataclass(frozen=True, eq=False)
class Move:
    """The weights before and after an update, and how far its run had come before and after."""

    before: Floats
    after: Floats
    begin: tuple[int, ...]
    end: tuple[int, ...]


def explain_correction(fit: Fit, step: int) -> Explained:
    """The terms of an update of the perceptron or the relaxation rule."""
    method = fit.method
    assert isinstance(method, Perceptron | Relaxation)
    if method.keep == "average" and step == len(fit.history) - 1:
        return _average_terms(fit)
    if step_terms.ends_the_run(fit, step):
        return NoTerms.NO_UPDATE
    if not step:
        return NoTerms.BEGINNING
    move = _moves(fit).get(fit.numbers[step])
    if move is None:
        return NoTerms.NOT_FOLLOWED
    visits = _visits_between(fit, move)
    is_relaxed, is_batch = isinstance(method, Relaxation), method.update == "batch"
    rules = BATCH_RULES if is_batch else ONE_RULES if len(visits) == 1 else PASS_RULES
    return _terms(fit, step, move, rules[is_relaxed], visits)


def _samples(fit: Fit) -> NormalisedSamples:
    method = fit.method
    assert isinstance(method, Perceptron | Relaxation | LMS)
    return NormalisedSamples.of(fit.problem, method.standardise, method.fit_intercept)


@lru_cache(maxsize=4)
def _moves(fit: Fit) -> Mapping[int, Move]:
    """What happened before each step of a history, by the number of the step."""
    return step_terms.kept_moments(fit, _all_moves(fit))


def _all_moves(fit: Fit) -> Iterator[tuple[int, Move]]:
    method, run = _run_again(fit, "last")
    before, start = run.a.copy(), _progress(run)
    for _ in chain(method.corrections(run, True), [()]):
        if run.progress[2] > start[2]:
            yield run.number, Move(before, run.a.copy(), start, _progress(run))
            before, start = run.a.copy(), _progress(run)


def _run_again(fit: Fit, keep: str) -> tuple[Perceptron | Relaxation, Run]:
    method, samples = fit.method, _samples(fit)
    assert isinstance(method, Perceptron | Relaxation)
    begin = samples.initial(None, method.begin)
    is_batch = method.update == "batch"
    run = Run(samples, lambda _: 0.0, begin, method.max_epochs, is_batch=is_batch)
    return method, looked_at(run, keep, True)


def _average_terms(fit: Fit) -> Explained:
    """The average of all lines: those whose corrections are followed one by one, and the sums of
    the lines of each later pass.
    """
    method, run = _run_again(fit, "average")
    assert run.votes is not None
    lines, sums, counted_votes = [], [], run.votes.copy()
    for _ in method.corrections(run, True):
        if run.votes[0] > counted_votes[0]:
            lines.append(run.number - 1)
            sums.append(run.votes - counted_votes)
            counted_votes = run.votes.copy()
    last_count = run.visits - counted_votes[0]
    lines.append(run.number)
    sums.append(np.append(last_count, last_count * run.a))
    average, values = run.average(), np.array(sums)
    assert average is not None
    w = run.samples.iterate(average).w
    if fit.last.w is None or w is None or not step_terms.agrees(w, fit.last.w):
        return NoTerms.NOT_FOLLOWED
    total, visits = values[:, 1:].sum(axis=0), float(run.visits)
    heads = step_terms.names_of_weights(len(average), run.samples.has_offset)
    table = TermTable(
        np.array(lines, dtype=np.int64) - 1,
        NO_ROWS,
        ("$c_k$", *(f"$c_k {name}$" for name in heads)),
        locked(values),
        1,
        count=lines[-1] + 1 - lines[0],
    )
    coordinates, context = _coordinates(run.samples, fit.last)
    return StepTerms(
        AVERAGE_RULE,
        Quantity.of("a_{last}", run.a),
        Quantity.of("a_{average}", average),
        (Quantity.of("\\sum_k c_k a_k", total),),
        (Quantity.of("T", visits),),
        table,
        context,
        "; ".join(filter(None, (AVERAGED, coordinates))),
    )


def _progress(run: Run) -> tuple[int, ...]:
    return tuple(run.progress.tolist())


def _visits_between(fit: Fit, move: Move) -> list[Visit]:
    """The corrections of a stretch of the run, which goes on from its beginning."""
    method, run = _run_again(fit, "last")
    run.a, run.progress = move.before.copy(), np.array(move.begin, dtype=np.int64)
    run.one_by_one, run.visited = 0, []
    for _ in method.corrections(run, True):
        if run.updates >= move.end[2]:
            break
    return run.visited[: move.end[2] - move.begin[2]]


def _terms(fit: Fit, step: int, move: Move, rule: str, visits: list[Visit]) -> Explained:
    """The terms of a sum, where they lead to the weights that the history has."""
    if not visits:
        return NoTerms.NOT_FOUND
    samples, iterate = _samples(fit), fit.history[step]
    old_w, w = samples.iterate(move.before).w, samples.iterate(move.after).w
    if iterate.w is None or w is None or not step_terms.agrees(w, iterate.w, old_w):
        return NoTerms.NOT_FOLLOWED
    rates = np.array([visit.rate for visit in visits])
    has_rates = "η_i" in rule
    table, total = _table(fit, samples, rule, visits, rates if has_rates else None)
    rate = 1.0 if has_rates else float(rates[0])
    if not step_terms.agrees(move.before + rate * total, move.after, move.before):
        return NoTerms.NOT_FOUND
    symbol = "a = (b, w)" if samples.has_offset else "a = w"
    coordinates, context = _coordinates(samples, iterate)
    return StepTerms(
        rule,
        Quantity.of(symbol, move.before),
        Quantity.of("a_{new}", move.after),
        (Quantity.of(rule.removeprefix("a_{new} = a + ").removeprefix("η "), total),),
        () if has_rates else (Quantity.of("η", rate),),
        table,
        context,
        coordinates,
    )


def _coordinates(samples: NormalisedSamples, iterate: Iterate) -> tuple[str, tuple[Quantity, ...]]:
    """The sentence and the numbers of standardised samples; none for samples in data units."""
    if not samples.is_standardised:
        return "", ()
    centre = [Quantity.of("c", samples.centre)] if samples.has_offset else []
    assert iterate.w is not None
    data = np.append(iterate.b, iterate.w)[not samples.has_offset :]
    name = "(b, w)_{data}" if samples.has_offset else "w_{data}"
    words = STANDARDISED if samples.has_offset else SCALED
    return words, (*centre, Quantity.of("s", samples.scale), Quantity.of(name, data))


def _table(
    fit: Fit, samples: NormalisedSamples, rule: str, visits: list[Visit], rates: Floats | None
) -> tuple[TermTable, Floats]:
    """The samples with their products, and what each adds, and the sum of that."""
    rows = np.array([visit.row for visit in visits], dtype=np.int64)
    shares = np.array([visit.share for visit in visits])
    factors = shares if rates is None else rates * shares
    summands = factors[:, None] * samples.rows[rows]
    columns, head = [np.array([visit.product for visit in visits])], ["$y f$ before"]
    if rates is not None:
        columns, head = [*columns, rates], [*head, "$η_i$"]
    if rule not in WHOLE_SAMPLES:
        columns, head = [*columns, shares], [*head, "share of $z_i$"]
    table = TermTable(
        rows,
        fit.problem.y[rows].astype(np.int64),
        (*head, *step_terms.names_of_inputs(summands.shape[1], samples.has_offset)),
        locked(np.column_stack([*columns, summands])),
        len(columns),
    )
    return table, summands.sum(axis=0)


def explain_visit(fit: Fit, step: int) -> Explained:
    """The terms of an update of LMS: of one visit, or of a whole pass of them."""
    method, samples = fit.method, _samples(fit)
    assert isinstance(method, LMS)
    n, facts = len(samples), dict(fit.claimed_outcome.facts)
    if "visits" not in facts:
        return NoTerms.NOT_FOLLOWED
    visits_made = int(facts["visits"])
    most_singly = min(CORRECTIONS_SHOWN, max(50, VISITS // n))
    singly = min(most_singly, visits_made)
    ends = [0, *range(1, singly + 1)]
    if visits_made >= most_singly:
        ends += range(max(1, -(-singly // n)) * n, visits_made + 1, n)
    if step_terms.ends_the_run(fit, step) or not step:
        return NoTerms.NO_UPDATE if step else NoTerms.BEGINNING
    end = fit.numbers[step]
    begin = ends[bisect_left(ends, end) - 1]
    before, after, visits = _visits_of_lms(method, samples, begin, end)
    move = Move(before, locked(after), (begin,), (end,))
    return _terms(fit, step, move, LMS_RULE if len(visits) == 1 else LMS_PASS_RULE, visits)


def _visits_of_lms(
    method: LMS, samples: NormalisedSamples, begin: int, end: int
) -> tuple[Floats, Floats, list[Visit]]:
    """The weights after so many visits and after so many, and the visits between them, which the
    run makes one by one.
    """
    n, far = len(samples), np.full(len(samples), np.inf)  # from where no run arrives
    run = VisitingRun(samples, far, samples.initial(None, method.begin), method.rate)
    before, visits = run.a.copy(), list[Visit]()
    for last, rows in passes(n, method.order, method.seed, -(-end // n)):
        while begin < last * n and run.visits < min(end, last * n):
            if run.visits == begin:
                before = run.a.copy()
            visits.append(run.visit_next(rows))
        if run.visits < end or run.progress[1] == n:
            run.visit(rows, last)
    return before, run.a, visits[begin - end :]
