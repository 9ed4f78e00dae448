"""The updates of methods that see all classes at once: the linear machine, and softmax."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..algorithms.logistic.descent import solve
from ..algorithms.multiclass.corrections import Correction, Machine
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
    method, problem = fit.method, fit.problem
    assert isinstance(method, Softmax)
    iterate, size = fit.history[step], problem.Phi.shape[1] + 1
    if problem.means_coincide or iterate.W is None:
        return NoTerms.NO_UPDATE
    before = np.zeros((problem.K - 1, size))
    if step:
        earlier = iterate_before(fit, step)
        before = _differences(earlier.W, earlier.b)
    after = _differences(iterate.W, iterate.b)
    return _softmax_terms(fit, before, after)


def _differences(W: Floats | None, b: Floats) -> Floats:
    """``(b_k - b_K, w_k - w_K)`` (K - 1, m + 1)."""
    assert W is not None
    full = np.column_stack([b, W])
    differences: Floats = full[:-1] - full[-1]
    return differences


@dataclass(frozen=True, eq=False)
class NewtonSystem:
    """The gradient (K - 1, m + 1) at some weights, which the ``pulls`` of the points and the
    ``penalty`` add up to, and the Hessian, with ``p - t`` (n, K) of every point.
    """

    pulls: Floats
    penalty: Floats
    H: Floats
    residuals: Floats

    @staticmethod
    def of(fit: ManyFit, theta: Floats, back: Floats) -> NewtonSystem:
        """Those of the mean log-loss with its penalty, for inputs ``(1, phi) back``."""
        method, problem = fit.method, fit.problem
        assert isinstance(method, Softmax)
        inputs = _inputs(fit) @ back
        scores = np.column_stack([inputs @ theta.T, np.zeros(len(inputs))])
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        residuals = p - np.eye(problem.K)[problem.labels]
        times = np.ones(len(p)) if problem.weights is None else problem.weights
        basis = np.kron(np.eye(problem.K - 1), back)
        P = 2.0 * method.l2 * basis.T @ _penalty(problem.K, inputs.shape[1]) @ basis
        pulls = (residuals[:, :-1] * times[:, None]).T @ inputs / len(inputs)
        penalty = (P @ theta.ravel()).reshape(theta.shape)
        bends = np.einsum("ik,kl->ikl", p[:, :-1], np.eye(problem.K - 1))
        bends = (bends - p[:, :-1, None] * p[:, None, :-1]) * times[:, None, None]
        blocks = np.einsum("ikl,ia,ib->kalb", bends, inputs, inputs) / len(inputs)
        return NewtonSystem(pulls, penalty, blocks.reshape(P.shape) + P, residuals)

    @property
    def gradient(self) -> Floats:
        """The sum of both."""
        gradient: Floats = self.pulls + self.penalty
        return gradient

    @property
    def step(self) -> Floats:
        """The full step, ``-H^-1 g``."""
        return -solve(self.H, self.gradient.ravel()).reshape(self.gradient.shape)


def _penalty(K: int, size: int) -> Floats:
    """The matrix of ``sum_k ||w_k||^2`` for differences from the last class, where ``sum_k w_k =
    0``.
    """
    of_weights = np.diag(np.append(0.0, np.ones(size - 1)))
    return np.asarray(np.kron(np.eye(K - 1) - 1.0 / K, of_weights))


def _softmax_terms(fit: ManyFit, before: Floats, after: Floats) -> Explained:
    # solved and compared without origin and unit, as for two classes
    M = step_terms.standardising(_inputs(fit), True)
    back: Floats = np.asarray(np.linalg.inv(M), dtype=np.float64)
    old, new = before @ M.T, after @ M.T
    scaled_step = NewtonSystem.of(fit, old, back).step
    length = step_terms.length_of_step(new - old, scaled_step, np.append(old, new))
    if length is None:
        return NoTerms.NOT_FOUND
    system, step = NewtonSystem.of(fit, before, np.eye(len(M))), scaled_step @ back.T
    K = fit.problem.K
    return StepTerms(
        SOFTMAX_RULE,
        Quantity.of("θ", before),
        Quantity.of("θ_{new}", after),
        (
            Quantity.of("G", system.pulls),
            Quantity.of("P θ", system.penalty),
            Quantity.of("∇", system.gradient),
            Quantity.of("H", system.H),
            Quantity.of("−H^{−1} ∇", step),
        ),
        (Quantity.of("η", length),),
        TermTable(
            np.arange(len(system.residuals)),
            fit.problem.labels,
            tuple(f"$p_{{i{k + 1}}} − t_{{i{k + 1}}}$" for k in range(K)),
            locked(system.residuals),
            0,
            has_signs=False,
        ),
    )


def _inputs(fit: ManyFit) -> Floats:
    """``(1, phi_i)`` of every point (n, m + 1)."""
    return np.column_stack([np.ones(len(fit.problem.Phi)), fit.problem.Phi])


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
