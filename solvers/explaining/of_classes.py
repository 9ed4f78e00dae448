"""The updates of methods that see all classes at once: the linear machine, and softmax."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..algorithms.logistic.descent import solve
from ..algorithms.multiclass.coordinates import Coordinates
from ..algorithms.multiclass.corrections import Correction, Machine
from ..algorithms.multiclass.iterate import ManyIterate
from ..algorithms.multiclass.softmax_problem import SoftmaxProblem, log_losses
from ..arrays import Floats, locked, locked_ints
from ..multiclass.linear_machine import LinearMachine
from ..multiclass.method import ManyFit
from ..multiclass.softmax import Softmax
from ..replay import iterate_before
from . import step_terms
from .step_terms import Explained, NoTerms, Quantity, StepTerms, TermTable

MACHINE_RULE = "a_{own} + η (1, x_i),$ $a_{rival} − η (1, x_i)"
SHIFT_WORDS = "in coordinates $(x − c)/s$"


@dataclass(frozen=True, eq=False)
class Corrected:
    """A correction, and the weights before it."""

    step: Correction
    before: Floats


def explain_machine(fit: ManyFit, step: int) -> Explained:
    """The terms of a correction of the linear machine."""
    if step_terms.ends_the_run(fit, step) or not step:
        return NoTerms.NO_UPDATE if step else NoTerms.BEGINNING
    corrected = _corrections(fit).get(fit.numbers[step])
    return NoTerms.NOT_FOLLOWED if corrected is None else _machine_terms(fit, step, corrected)


@lru_cache(maxsize=4)
def _corrections(fit: ManyFit) -> Mapping[int, Corrected]:
    """The correction before each step of a history, by the number of the step."""
    return step_terms.kept_moments(fit, _all_corrections(fit))


def _all_corrections(fit: ManyFit) -> Iterator[tuple[int, Corrected]]:
    method = fit.method
    assert isinstance(method, LinearMachine)
    columns, *_ = method.samples(fit.problem)
    K = fit.problem.K
    begin = np.zeros((K, len(columns)))
    machine = Machine(columns, fit.problem.labels, begin, method.most(columns, K, is_held=False))
    before = begin
    for correction in method.corrections(machine, True):
        if correction is not None:
            yield correction.step, Corrected(correction, before)
            before = correction.a


def _machine_terms(fit: ManyFit, step: int, corrected: Corrected) -> Explained:
    method, labels = fit.method, fit.problem.labels
    assert isinstance(method, LinearMachine)
    columns, centre, scale = method.samples(fit.problem)
    rows = np.array(corrected.step.rows, dtype=np.int64)
    scores = corrected.before @ columns[:, rows]
    places = np.arange(len(rows))
    own_scores = scores[labels[rows], places]
    scores[labels[rows], places] = -np.inf
    rivals = scores.argmax(axis=0).astype(np.int64)
    if method.update == "single":
        rivals = np.array(corrected.step.classes[1:], dtype=np.int64)
    rate = method.rate / (1 if method.schedule == "constant" else corrected.step.step)
    summands = np.zeros_like(corrected.before)
    np.add.at(summands, labels[rows], columns[:, rows].T)
    np.subtract.at(summands, rivals, columns[:, rows].T)
    after, iterate = corrected.step.a, fit.history[step]
    if iterate.W is None or not step_terms.agrees(after[:, 1:] / scale, iterate.W):
        return NoTerms.NOT_FOLLOWED
    if not step_terms.agrees(corrected.before + rate * summands, after, corrected.before):
        return NoTerms.NOT_FOUND
    table = TermTable(
        rows,
        locked_ints(labels[rows]),
        ("$f_{own}$", "$f_{rival}$", *step_terms.names_of_inputs(len(columns), has_offset=True)),
        locked(np.column_stack([own_scores, scores[rivals, places], columns[:, rows].T])),
        2,
        rivals=rivals,
        has_signs=False,
    )
    is_shifted = scale != 1.0 or bool(centre.any())
    units = (Quantity.of("c", centre), Quantity.of("s", [scale])) if is_shifted else ()
    total = Quantity.of("\\sum_i ± (1, x_i)", summands)
    return StepTerms(
        MACHINE_RULE,
        Quantity.of("A = (b, W)", corrected.before),
        Quantity.of("A_{new}", after),
        (total,),
        (Quantity.of("η", rate),),
        table,
        units,
        SHIFT_WORDS if is_shifted else "",
    )


SOFTMAX_RULE = (
    "θ_{new} = θ − η H^{−1} ∇,$ $θ_k = (b_k − b_K, w_k − w_K),$ $∇ = G + P θ,$ "
    "$G_k = \\frac{1}{n} \\sum_i (p_{ik} − t_{ik}) (1, x_i),$ "
    "$(P θ)_k = 2 λ (0, w_k − w_K − \\frac{1}{K} \\sum_l (w_l − w_K))"
)


def explain_softmax(fit: ManyFit, step: int) -> Explained:
    """The terms of a Newton step of softmax regression.

    Its unknowns are the differences of the weights from those of the last class; there the Hessian
    is regular.
    """
    method, problem, iterate = fit.method, fit.problem, fit.history[step]
    assert isinstance(method, Softmax)
    if problem.means_coincide or iterate.W is None:
        return NoTerms.NO_UPDATE
    earlier = iterate_before(fit, step) if step else None
    # solved and compared without origin and unit, as for two classes
    coordinates, rest = problem.coordinates, (problem.labels, problem.K, method.l2, problem.weights)
    before, after = (
        _differences(coordinates, earlier, problem.K),
        _differences(coordinates, iterate, problem.K),
    )
    slope = SoftmaxProblem(coordinates, *rest).derivatives(before.ravel())
    assert slope.H is not None  # asked for
    full_step = -solve(slope.H, slope.g).reshape(before.shape)
    length = step_terms.length_of_step(after - before, full_step, np.append(before, after))
    if length is None:
        return NoTerms.NOT_FOUND
    change = full_step[:, :-1] @ coordinates.basis.T
    change = np.column_stack([full_step[:, -1] - change @ coordinates.centre, change])
    m = problem.Phi.shape[1]
    data_units = Coordinates(
        np.zeros(m), np.eye(m), np.concatenate([problem.Phi.T, np.ones((1, len(problem.Phi)))])
    )
    return _softmax_terms(
        SoftmaxProblem(data_units, *rest),
        _differences(data_units, earlier, problem.K),
        _differences(data_units, iterate, problem.K),
        change,
        length,
    )


def _differences(coordinates: Coordinates, iterate: ManyIterate | None, K: int) -> Floats:
    """The differences (K - 1, r + 1) from the last class; of the beginning zeros."""
    if iterate is None:
        return np.zeros((K - 1, coordinates.size))
    return coordinates.theta(*iterate.about_centre)


def _softmax_terms(
    softmax: SoftmaxProblem, before: Floats, after: Floats, full_step: Floats, length: float
) -> StepTerms:
    """The terms in data units, b first."""
    slope, penalty = softmax.derivatives(before.ravel()), softmax.P @ before.ravel()
    assert slope.H is not None  # asked for
    places = np.roll(np.arange(before.size).reshape(before.shape), 1, axis=1)
    residuals = log_losses(softmax.at.scores(before), softmax.labels)[2].T
    return StepTerms(
        SOFTMAX_RULE,
        Quantity.of("θ", np.roll(before, 1, axis=1)),
        Quantity.of("θ_{new}", np.roll(after, 1, axis=1)),
        (
            Quantity.of("G", (slope.g - penalty)[places]),
            Quantity.of("P θ", penalty[places]),
            Quantity.of("∇", slope.g[places]),
            Quantity.of("H", slope.H[np.ix_(places.ravel(), places.ravel())]),
            Quantity.of("−H^{−1} ∇", full_step),
        ),
        (Quantity.of("η", length),),
        TermTable(
            np.arange(len(residuals)),
            softmax.labels,
            tuple(f"$p_{{i{k + 1}}} − t_{{i{k + 1}}}$" for k in range(softmax.K)),
            locked(residuals),
            0,
            has_signs=False,
        ),
    )


CHANGE_RULE = "(b, W)_{new} = (b, W) + D"
CHANGE_WORDS = "$D$ solves the conditions of all points at once"


def explain_change(fit: ManyFit, step: int) -> Explained:
    """The weights before and after a step of a multiclass SVM, and its length in each."""
    iterate = fit.history[step]
    if iterate.W is None or not step:
        return NoTerms.BEGINNING
    earlier = iterate_before(fit, step)
    before = np.column_stack([earlier.b, earlier.W])
    after = np.column_stack([iterate.b, iterate.W])
    return StepTerms(
        CHANGE_RULE,
        Quantity.of("(b, W)", before),
        Quantity.of("(b, W)_{new}", after),
        (Quantity.of("D", after - before),),
        coordinates=CHANGE_WORDS,
    )
