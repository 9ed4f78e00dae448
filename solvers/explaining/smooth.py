"""The updates of logistic regression, by Newton's method and by gradient descent, and of the
Ho-Kashyap procedure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..algorithms.correcting.score_basis import ScoreBasis
from ..algorithms.logistic.descent import descend, solve
from ..algorithms.logistic.problem import LogisticProblem
from ..arrays import Floats, locked
from ..losses import logistic_function
from ..method import Fit
from ..methods.ho_kashyap import HoKashyap
from ..methods.logistic import LogisticRegression
from ..replay import iterate_before
from ..result import Iterate
from . import step_terms
from .step_terms import Explained, NoTerms, Quantity, StepTerms, TermTable

NEWTON_RULE = "a_{new} = a − η H^{−1} ∇,$ $∇ = \\frac{1}{n} \\sum_i (p_i − t_i) (1, x_i) + P a"
DESCENT_RULE = "a_{new} = a − η ∇,$ $∇ = \\frac{1}{n} \\sum_i (p_i − t_i) u_i + P a"
TARGETS_RULE = "a_{new} = a + η \\sum_i (e_i + |e_i|) Y^+_i,$ $e = Y a − t"
STANDARDISED = "with $u = ((x_j − c_j)/s_j, 1)$"
SCALED = "with $u = x_j/s_j$"
UNCORRELATED = "with $u = (B^T (x − c)) + (0, 1)$"


def explain_logistic(fit: Fit, step: int) -> Explained:
    """The terms of a step of logistic regression, by the algorithm chosen."""
    method = fit.method
    if isinstance(method, LogisticRegression) and method.algorithm == "gradient":
        return _descent_terms(fit, step)
    if step == 0:
        return NoTerms.BEGINNING
    return _newton_terms(fit, iterate_before(fit, step), fit.history[step])


def _weights(iterate: Iterate, has_offset: bool) -> Floats:
    """``(b, w)``, or w alone."""
    assert iterate.w is not None
    weights: Floats = np.append(iterate.b, iterate.w)[not has_offset :]
    return weights


@dataclass(frozen=True, eq=False)
class Slope:
    """The gradient at some weights by its terms: ``p - t`` (n,) of the points, what each adds, and
    the penalty's part.
    """

    residuals: Floats
    summands: Floats
    penalty: Floats
    p: Floats
    times: Floats

    @staticmethod
    def of(fit: Fit, inputs: Floats, weights: Floats, penalty: Floats) -> Slope:
        """That of the mean log-loss of scores ``<weights, inputs>`` (n, d)."""
        y, times = fit.problem.y, fit.method.loss_weights(fit.problem)
        repetitions = np.ones(len(y)) if times is None else times
        f = inputs @ weights
        p = logistic_function(f)
        residuals = -y * logistic_function(-y * f)  # with all digits of small ones
        summands = (repetitions * residuals / len(y))[:, None] * inputs
        return Slope(residuals, summands, penalty, p, repetitions)

    @property
    def total(self) -> Floats:
        """The gradient."""
        gradient: Floats = self.summands.sum(axis=0) + self.penalty
        return gradient

    def curvature(self, inputs: Floats) -> Floats:
        """The Hessian without the penalty."""
        bends = self.times * self.p * (1.0 - self.p) / len(inputs)
        H: Floats = (inputs * bends[:, None]).T @ inputs
        return H

    def table(self, fit: Fit, names: tuple[str, ...]) -> TermTable:
        """The points with what each adds to the gradient."""
        n = len(self.p)
        weighed = bool((self.times != 1.0).any())
        head = ("$p_i$", "$p_i − t_i$", *("$v_i$",) * weighed)
        columns = [self.p, self.residuals, *[self.times] * weighed]
        return TermTable(
            np.arange(n),
            fit.problem.y.astype(np.int64),
            (*head, *(f"in $∇_{{{name}}}$" for name in names)),
            locked(np.column_stack([*columns, self.summands])),
            len(columns),
        )


def _newton_terms(fit: Fit, earlier: Iterate, iterate: Iterate) -> Explained:
    # H is solved, and steps are compared, in coordinates without origin and unit: far from the
    # origin H has no digits for it, and b is as large as the whole of w is small.
    standard, has_offset = _standard(fit), fit.method.has_offset
    old, new = standard.theta(earlier), standard.theta(iterate)
    derivatives = standard.derivatives(old)
    assert derivatives.H is not None  # asked for
    full = -solve(derivatives.H, derivatives.g)
    length = step_terms.length_of_step(new - old, full, np.append(old, new))
    if length is None:
        return NoTerms.NOT_FOUND
    change = standard.basis @ full
    change = np.append(full[-1] - change @ standard.centre, change)[not has_offset :]
    before, criterion = _weights(earlier, has_offset), fit.method.criterion(fit.problem.mass)
    assert criterion is not None
    inputs, sizes = fit.problem.Phi, np.full(len(before), 2.0 * criterion.norm_weight)
    if has_offset:
        inputs = np.column_stack([np.ones(len(inputs)), inputs])
        sizes[0] = 2.0 * criterion.offset_weight
    slope = Slope.of(fit, inputs, before, sizes * before)
    return StepTerms(
        NEWTON_RULE if has_offset else NEWTON_RULE.replace("(1, x_i)", "x_i"),
        Quantity.of("a = (b, w)" if has_offset else "a = w", before),
        Quantity.of("a_{new}", _weights(iterate, has_offset)),
        (
            Quantity.of("P a", slope.penalty),
            Quantity.of("∇", slope.total),
            Quantity.of("H", slope.curvature(inputs) + np.diag(sizes)),
            Quantity.of("−H^{−1} ∇", change),
        ),
        (Quantity.of("η", length),),
        slope.table(fit, step_terms.names_of_weights(len(before), has_offset)),
    )


@dataclass(frozen=True, eq=False)
class Descent:
    """A step of gradient descent in the coordinates of its problem."""

    before: Floats
    after: Floats
    rate: float


def _standard(fit: Fit) -> LogisticProblem:
    """The coordinates of the steps; without an offset those of the points and their mirror
    images.
    """
    method, problem = fit.method, fit.problem
    criterion = method.criterion(problem.mass)
    assert criterion is not None
    if not method.has_offset:
        return LogisticProblem.of(problem.mirrored.moments, criterion.norm_weight)
    has_penalty = criterion.offset_weight > 0.0
    return LogisticProblem.of_method(method, problem, criterion.norm_weight, has_penalty)


@lru_cache(maxsize=4)
def _descents(fit: Fit) -> Mapping[int, Descent]:
    """The steps of a descent that its history keeps, by their numbers."""
    return step_terms.kept_moments(fit, enumerate(_all_descents(fit), 1))


def _all_descents(fit: Fit) -> Iterator[Descent]:
    method, standard = fit.method, _standard(fit)
    assert isinstance(method, LogisticRegression)
    theta = np.zeros(len(standard.P))
    for after, rate, _ in descend(standard, theta, method.rate, method.step == "line-search"):
        if not float(np.abs(after).max()) < 1e30:
            return
        yield Descent(theta, after, rate)
        theta = after


def _descent_terms(fit: Fit, step: int) -> Explained:
    if step_terms.ends_the_run(fit, step) or not step:
        return NoTerms.NO_UPDATE if step else NoTerms.BEGINNING
    descent, iterate = _descents(fit).get(fit.numbers[step]), fit.history[step]
    if descent is None:
        return NoTerms.NOT_FOLLOWED
    standard, has_offset = _standard(fit), fit.method.has_offset
    w = standard.iterate(descent.after).w
    if w is None or iterate.w is None or not step_terms.agrees(w, iterate.w):
        return NoTerms.NOT_FOLLOWED
    weight_columns = slice(None) if has_offset else slice(0, -1)
    before, after = descent.before[weight_columns], descent.after[weight_columns]
    inputs = (fit.problem.Phi - standard.centre) @ standard.basis
    inputs[:, -1] += 1.0
    slope = Slope.of(
        fit, inputs[:, weight_columns], before, (standard.P @ descent.before)[weight_columns]
    )
    if not step_terms.agrees(before - descent.rate * slope.total, after, before):
        return NoTerms.NOT_FOUND
    names = tuple(f"u_{{{k + 1}}}" for k in range(len(before)))
    data = "(b, w)_{data}" if has_offset else "w_{data}"
    units, words = _units(standard, weight_columns)
    return StepTerms(
        DESCENT_RULE,
        Quantity.of("a", before),
        Quantity.of("a_{new}", after),
        (
            Quantity.of("P a", slope.penalty),
            Quantity.of("∇", slope.total),
        ),
        (Quantity.of("η", descent.rate),),
        slope.table(fit, names),
        (*units, Quantity.of(data, _weights(iterate, has_offset))),
        words,
    )


def _units(standard: LogisticProblem, weight_columns: slice) -> tuple[tuple[Quantity, ...], str]:
    """The origin and the units of the coordinates of a descent, and a sentence about them."""
    basis = standard.basis[:, :-1]
    centre = Quantity.of("c", standard.centre)
    is_diagonal = basis.shape[0] == basis.shape[1] and not (basis - np.diag(basis.diagonal())).any()
    if is_diagonal:
        words = STANDARDISED if weight_columns.stop is None else SCALED
        return (centre, Quantity.of("s", 1.0 / basis.diagonal())), words
    return (centre, Quantity.of("B", standard.basis)), UNCORRELATED


def explain_targets(fit: Fit, step: int) -> Explained:
    """The terms of a step of Ho-Kashyap: the targets that grow, and how they move the weights."""
    method, problem = fit.method, fit.problem
    assert isinstance(method, HoKashyap)
    if step == 0:
        return NoTerms.BEGINNING
    basis = ScoreBasis.of(problem, method.fit_intercept)
    t = np.ones(len(problem.y))
    for _ in range(fit.numbers[step] - 2):
        e = basis.project(t) - t
        t = t + method.rate * (e + np.abs(e))
    return _targets_terms(fit, step, basis, t)


def _targets_terms(fit: Fit, step: int, basis: ScoreBasis, t: Floats) -> Explained:
    method, has_offset, iterate = fit.method, fit.method.has_offset, fit.history[step]
    assert isinstance(method, HoKashyap)
    inverse = _pseudo_inverse(basis)
    products = basis.project(t)
    e = products - t
    raised = e + np.abs(e)
    summands = inverse.T * raised[:, None]
    before, after = inverse @ t, _weights(iterate, has_offset)
    if not step_terms.agrees(before + method.rate * summands.sum(axis=0), after):
        return NoTerms.NOT_FOUND
    order = np.argsort(raised <= 0.0, kind="stable")
    values = np.column_stack([t, products, e, t + method.rate * raised, summands])[order]
    head = ("$t_i$", "$y f$ before", "$e_i$", "new $t_i$")
    names = (f"to ${name}$" for name in step_terms.names_of_weights(len(before), has_offset))
    return StepTerms(
        TARGETS_RULE,
        Quantity.of("a = (b, w)" if has_offset else "a = w", before),
        Quantity.of("a_{new}", after),
        (Quantity.of("\\sum_i (e_i + |e_i|) Y^+_i", summands.sum(axis=0)),),
        (Quantity.of("η", method.rate),),
        TermTable(
            order, fit.problem.y[order].astype(np.int64), (*head, *names), locked(values), len(head)
        ),
    )


def _pseudo_inverse(basis: ScoreBasis) -> Floats:
    """``Y^+`` (m + 1, n) in data units; without an offset (m, n)."""
    A = basis.back @ basis.Q.T
    if basis.centre is None:
        return np.asarray(A / basis.scale[:, None])
    W = A[1:] / basis.scale[:, None]
    return np.vstack([A[0] - basis.centre @ W, W])
