"""The updates of margin methods: subgradient descent, pairs of multipliers (SMO), and w as the sum
that the multipliers of a step make of the samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

import numpy as np

from ..algorithms import hard_margin
from ..algorithms.soft_margin import smo
from ..algorithms.soft_margin.pairs import PairSteps
from ..algorithms.soft_margin.subgradient import HingeDescent, Settings, descents
from ..arrays import Floats, locked
from ..method import Fit
from ..methods.hard_margin import HardMarginSVM
from ..methods.soft_margin import SoftMarginSVM
from ..problem import Problem
from ..replay import iterate_before
from ..result import Iterate
from ..studies.separability import closest_pair
from . import step_terms
from .step_terms import Explained, NoTerms, Quantity, StepTerms, TermTable

HINGE_RULE = "a_{new} = a − τ ∇,$ $∇ = λ (w, 0) − \\frac{1}{n} \\sum_{y_i f(x_i) < 1} z_i"
AVERAGED = "the average $m$ takes the part $ρ$ of $a_{new}$; with $z_i = y_i ((x_i − c)/s, 1)$"
NOT_AVERAGED = "with $z_i = y_i ((x_i − c)/s, 1)$"
PAIR_RULE = "α_i + y_i t,$ $α_j − y_j t,$ $t ≤ \\frac{E_j − E_i}{η}"
PAIR_WORDS = "$t$ is shorter where a multiplier meets its end"
FACE_RULE = "α_{new} = α + d"
FACE_WORDS = "all free multipliers move to the best point of their face"
SUM_RULE = "w = \\sum_i α_i y_i φ(x_i)"
SUM_WORDS = "the step solves a system for all of them at once; its answer has these terms"


def explain_margin(fit: Fit, step: int) -> Explained:
    """The terms of a step of a soft or a hard margin, by the algorithm chosen."""
    method = fit.method
    assert isinstance(method, SoftMarginSVM | HardMarginSVM)
    has_pairs = method.algorithm == "smo" or (
        method.algorithm == "active-set" and fit.problem.kernel is not None
    )
    if not method.fit_intercept:
        return _sum_of_samples(fit, step)
    if method.algorithm == "subgradient":
        return _hinge_terms(fit, step)
    if has_pairs and fit.problem.explicit is None:
        return _pair_terms(fit, step)
    flat = fit.problem.explicit
    if has_pairs and flat is not None and method.algorithm == "smo":
        trail = tuple(iterate.expanded or iterate for iterate in fit.trail)
        return _pair_terms(replace(fit, problem=flat, trail=trail), step)
    return _sum_of_samples(fit, step)


# --- subgradient descent --------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _looks(fit: Fit) -> Mapping[int, HingeDescent]:
    """The steps of a descent that its history keeps, by their numbers."""
    method, problem = fit.method, fit.problem.explicit or fit.problem
    assert isinstance(method, SoftMarginSVM)
    standard, weights = problem.standardised, method.loss_weights(problem)
    c = method.C * standard.scale**2 / len(problem.y)
    settings = Settings(
        *(method.batch, method.seed, method.step),
        *(method.max_iterations, method.schedule, method.keep),
    )
    steps = islice(descents(standard.Z, c, settings, weights), fit.numbers[-1])
    return step_terms.kept_moments(fit, enumerate(steps, 1))


def _hinge_terms(fit: Fit, step: int) -> Explained:
    if step == len(fit.history) - 1:
        return NoTerms.NO_UPDATE
    problem, iterate = fit.problem.explicit or fit.problem, fit.history[step]
    iterate, hinge_step = iterate.expanded or iterate, _looks(fit).get(fit.numbers[step])
    if hinge_step is None or not _shows(problem, hinge_step, iterate):
        return NoTerms.NOT_FOLLOWED
    return _terms_of_hinges(fit, problem, hinge_step, iterate)


def _shows(problem: Problem, hinge_step: HingeDescent, iterate: Iterate) -> bool:
    standard = problem.standardised
    w, old = standard.iterate(hinge_step.new_mean).w, standard.iterate(hinge_step.before).w
    return w is not None and iterate.w is not None and step_terms.agrees(w, iterate.w, old)


def _terms_of_hinges(
    fit: Fit, problem: Problem, hinge_step: HingeDescent, iterate: Iterate
) -> Explained:
    method, standard = fit.method, problem.standardised
    assert isinstance(method, SoftMarginSVM)
    before = hinge_step.before
    rows = np.arange(len(problem.y)) if hinge_step.rows is None else hinge_step.rows
    products, is_inside = before @ standard.Z[:, rows], hinge_step.inside > 0.0
    active, shares = rows[is_inside], hinge_step.inside[is_inside] / len(rows)
    summands = -shares[:, None] * standard.Z[:, active].T
    decay = 1.0 / (method.C * standard.scale**2)
    penalty = decay * np.append(before[:-1], 0.0)
    total = penalty + summands.sum(axis=0)
    is_averaged = method.keep == "average"
    means = Quantity.of("m", hinge_step.mean), Quantity.of("m_{new}", hinge_step.new_mean)
    w = np.zeros(0) if iterate.w is None else iterate.w
    data = Quantity.of("(b, w)_{data}", np.append(iterate.b, w))
    names = *step_terms.names_of_weights(len(before) - 1, has_offset=False), "b"
    return StepTerms(
        HINGE_RULE,
        Quantity.of("a = (w, b)", before),
        Quantity.of("a_{new}", hinge_step.after),
        (
            Quantity.of("λ (w, 0)", penalty),
            Quantity.of("∇", total),
        ),
        (
            Quantity.of("τ", hinge_step.rate),
            Quantity.of("λ", decay),
            Quantity.of("s", standard.scale),
            *([Quantity.of("ρ", hinge_step.part)] if is_averaged else []),
        ),
        TermTable(
            active,
            problem.y[active].astype(np.int64),
            ("$y f$ before", *(f"in $∇_{{{name}}}$" for name in names)),
            locked(np.column_stack([products[is_inside], summands])),
            1,
        ),
        (*means[: 2 * is_averaged], Quantity.of("c", standard.centre), data),
        AVERAGED if is_averaged else NOT_AVERAGED,
    )


# --- pairs of multipliers -------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PairMoment:
    """Signed multipliers after a step and before it; before it also ``E = f - y`` (n,) and b; and
    the pair, how far it moved and the curvature along it, if it was one of a pair.
    """

    s: Floats
    before: Floats
    E: Floats
    b: float
    pair: tuple[int, int, float, float] | None


@lru_cache(maxsize=4)
def _pair_moments(fit: Fit) -> Mapping[int, PairMoment]:
    """What the history keeps of a run of pairs, in data units, by the numbers of the steps."""
    return step_terms.kept_moments(fit, _run_of_pairs(fit))


def _run_of_pairs(fit: Fit) -> Iterator[tuple[int, PairMoment]]:
    method, problem = fit.method, fit.problem
    assert isinstance(method, SoftMarginSVM | HardMarginSVM)
    if isinstance(method, HardMarginSVM):
        squared_distance = closest_pair(problem).squared_distance
        settings = hard_margin.penalty_settings(squared_distance, len(problem.y))
    else:
        settings = method.pair_settings(problem)
    dual = smo.DualRun(problem, settings)
    pairs, unit = dual.pairs, dual.unit
    before, F, count = pairs.s.copy(), pairs.F.copy(), 0
    for is_pair in smo.improve_dual(dual, trace=True):
        pair = None
        if is_pair:
            i, j, t = pairs.last_step
            first, second = pairs.rows[np.array([i, j])]
            before, F = pairs.s.copy(), pairs.F - t * (first - second)
            before[[i, j]] -= t, -t
            pair = i, j, t / unit, unit * float(first[i] + second[j] - 2.0 * first[j])
        if dual.count > count:
            b = _offset_of(pairs, before, F)
            yield (
                dual.count,
                PairMoment(
                    *(locked(pairs.s / unit), locked(before / unit), locked(F + b)),
                    *(_offset_in_data(problem, before, b), pair),
                ),
            )
        before, F, count = pairs.s.copy(), pairs.F.copy(), dual.count


def _offset_of(pairs: PairSteps, s: Floats, F: Floats) -> float:
    """The middle of the offsets that signed multipliers allow, F being the scores without b, less
    y.
    """
    near = 1e-12 * np.minimum(pairs.high - pairs.low, np.abs(s).max(initial=1.0))
    least = np.where(s < pairs.high - near, F, np.inf).min()
    most = np.where(s > pairs.low + near, F, -np.inf).max()
    return -0.5 * float(least + most)


def _offset_in_data(problem: Problem, s: Floats, b: float) -> float:
    if problem.kernel is not None:
        return b
    standard = problem.standardised
    return standard.iterate(np.append(standard.Z[:-1] @ np.abs(s), b)).b


def _pair_terms(fit: Fit, step: int) -> Explained:
    moment, alpha = _pair_moments(fit).get(fit.numbers[step]), fit.history[step].alpha
    if (
        step_terms.ends_the_run(fit, step)
        or moment is None
        or not (moment.s != moment.before).any()
    ):
        return NoTerms.NO_UPDATE
    if alpha is None or not step_terms.agrees(np.abs(moment.s), alpha):
        return NoTerms.NOT_FOLLOWED
    if moment.pair is None:
        return _face_terms(fit, step, moment)
    return _terms_of_pair(fit, step, moment, moment.pair)


def _terms_of_pair(
    fit: Fit, step: int, moment: PairMoment, pair: tuple[int, int, float, float]
) -> Explained:
    i, j, t, curvature = pair
    problem, y = fit.problem, fit.problem.y
    rows = np.array([i, j])
    E = moment.E[rows]
    old, new = np.abs(moment.before[rows]), np.abs(moment.s[rows])
    bounds = fit.method.multiplier_bounds(problem)
    top = np.broadcast_to(np.inf if bounds is None else bounds, y.shape)[rows]
    signed = y[rows] * np.array([t, -t])
    iterate = fit.history[step]
    weights: tuple[Quantity, ...] = ()
    if iterate.w is not None:
        change = t * (problem.Phi[i] - problem.Phi[j])
        weights = (
            Quantity.of("w", iterate.w - change),
            Quantity.of("t (φ(x_i) − φ(x_j))", change),
            Quantity.of("w_{new}", iterate.w),
        )
    return StepTerms(
        PAIR_RULE,
        Quantity.of("(α_i, α_j)", old),
        Quantity.of("(α_i, α_j)_{new}", new),
        (),
        (
            Quantity.of("η = K_{ii} + K_{jj} − 2 K_{ij}", curvature),
            Quantity.of("(E_j − E_i)/η", (E[1] - E[0]) / curvature),
            Quantity.of("t", t),
            Quantity.of("b", moment.b),
            Quantity.of("b_{new}", iterate.b),
        ),
        TermTable(
            rows,
            y[rows].astype(np.int64),
            ("$E = f − y$", "old $α$", "end", "change"),
            locked(np.column_stack([E, old, top, signed])),
            0,
        ),
        weights,
        PAIR_WORDS,
    )


def _face_terms(fit: Fit, step: int, moment: PairMoment) -> Explained:
    moved = np.flatnonzero(moment.s != moment.before)
    y = fit.problem.y[moved]
    old, change = np.abs(moment.before[moved]), y * (moment.s - moment.before)[moved]
    return StepTerms(
        FACE_RULE,
        Quantity.of("α", old),
        Quantity.of("α_{new}", np.abs(moment.s[moved])),
        (),
        (
            Quantity.of("b", moment.b),
            Quantity.of("b_{new}", fit.history[step].b),
        ),
        TermTable(
            moved,
            y.astype(np.int64),
            ("$E = f − y$", "old $α$", "change $d$"),
            locked(np.column_stack([moment.E[moved], old, change])),
            0,
        ),
        coordinates=FACE_WORDS,
    )


# --- exact and interior algorithms ----------------------------------------------------------------


def _sum_of_samples(fit: Fit, step: int) -> Explained:
    """w of a step as the sum that its multipliers make of the samples, beside the w before it."""
    flat = fit.problem.explicit
    problem = fit.problem if flat is None else flat
    iterates = [iterate_before(fit, step) if step else fit.history[0], fit.history[step]]
    old, new = (iterate.expanded or iterate for iterate in iterates)
    if old.w is None or new.w is None:
        return NoTerms.NO_SUM
    alpha = new.alpha if new.alpha is not None else fit.history[step].alpha
    before = np.append(old.b, old.w) if step else np.zeros(len(new.w) + 1)
    after = np.append(new.b, new.w)
    parts = (Quantity.of("d", after - before),)
    needs_balance = fit.method.has_offset
    table = None if alpha is None else _support_table(problem, alpha, new.w, needs_balance)
    rule = SUM_RULE if table is not None else "(b, w)_{new} = (b, w) + d"
    return StepTerms(
        rule,
        Quantity.of("(b, w)", before),
        Quantity.of("(b, w)_{new}", after),
        parts,
        (),
        table,
        coordinates=SUM_WORDS if table is not None else "",
    )


def _support_table(
    problem: Problem, alpha: Floats, w: Floats, needs_balance: bool
) -> TermTable | None:
    """The samples with a multiplier; None where they do not add up to w (yet), or classes that
    should balance do not.
    """
    rows = np.flatnonzero(alpha)
    summands = (alpha * problem.y)[rows, None] * problem.Phi[rows]
    is_balanced = abs(float(alpha @ problem.y)) <= 1e-9 * float(alpha.sum() or 1.0)
    if (needs_balance and not is_balanced) or not step_terms.agrees(summands.sum(axis=0), w):
        return None
    names = step_terms.names_of_inputs(len(w), has_offset=False)
    return TermTable(
        rows,
        problem.y[rows].astype(np.int64),
        ("$α_i$", *names),
        locked(np.column_stack([alpha[rows], summands])),
        1,
    )
