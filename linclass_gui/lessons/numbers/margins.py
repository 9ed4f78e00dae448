"""Margins in numbers: the dual, the conditions of Karush, Kuhn and Tucker, and the unit vector."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import numpy as np

from solvers import (
    Fit,
    FormulaFeatures,
    HardMarginSVM,
    PointClass,
    Polynomial,
    Problem,
    Status,
    solve,
)
from solvers.arrays import Bools, Floats, Ints
from solvers.certificate import supports
from solvers.point_classes import conditions_hold

from ...answers.decision import training_scores
from ...markup.numbers import MINUS, count_words, magnitude, significant
from ...scene.scene import PairScene, Scene
from .block import LARGEST, NeedsError, Numbers, TableOfNumbers, exact_number, matrix

# points up to which K is written out, and Q beside alpha, and the dual with all its terms
MOST_FOR_KERNEL_MATRIX, MOST_FOR_Q, MOST_FOR_TERMS = 12, 6, 5
SHARES = (
    ("0", 0.0),
    ("$\\frac{1}{2} α$", 0.5),
    ("$α$ of the answer", 1.0),
    ("$\\frac{3}{2} α$", 1.5),
    ("$2 α$", 2.0),
)
MOST_IN_DUAL = 400  # points up to which its eigenvalues are computed
NEEDS_MULTIPLIERS = "Select a margin method that is switched on to see its dual."
OTHER_DUAL = "The loss of this method has another dual: select a hard or a soft margin."
TOO_MANY = f"Computed for up to {MOST_IN_DUAL} points."


def of_multipliers(block: Callable[[Fit, Floats], Numbers]) -> Callable[[PairScene], Numbers]:
    """A block about the selected margin method and its multipliers, as one about a scene."""

    @wraps(block)
    def of_scene(scene: PairScene) -> Numbers:
        fit = scene.selected_fit
        if fit is None or not fit.has_model or fit.alpha is None or not fit.method.has_margin:
            raise NeedsError(NEEDS_MULTIPLIERS)
        if not fit.method.has_hinge_dual:
            raise NeedsError(OTHER_DUAL)
        return block(fit, fit.alpha)

    return of_scene


def _gram(fit: Fit) -> Floats:
    """``k(x_i, x_j)``; of the monomials with the constant feature 1 that their kernel has, which
    the constraint cancels.
    """
    problem = fit.problem
    if problem.kernel is not None:
        return problem.kernel.gram(problem.X, problem.X)
    constant = 1.0 if isinstance(problem.features, Polynomial) else 0.0
    gram: Floats = problem.Phi @ problem.Phi.T + constant
    return gram


@of_multipliers
def gram(fit: Fit, alpha: Floats) -> Numbers:
    """``K``, and its smallest eigenvalue (Mercer's condition); of many points the eigenvalue
    alone.
    """
    if len(fit.problem.y) > MOST_IN_DUAL:
        raise NeedsError(TOO_MANY)
    K = _gram(fit)
    smallest, scale = float(np.linalg.eigvalsh(K)[0]), float(np.abs(K).max(initial=0.0))
    line = ("smallest eigenvalue of $K$", exact_number(smallest, scale))
    return Numbers((matrix("K", K),) if len(K) <= MOST_FOR_KERNEL_MATRIX else (), (line,))


@of_multipliers
def dual_problem(fit: Fit, alpha: Floats) -> Numbers:
    """``max sum alpha - 1/2 alpha' Q alpha`` with ``Q_ij = y_i y_j k(x_i, x_j)``, and the
    multipliers that solve it.
    """
    y, total = fit.problem.y, float(alpha.sum())
    balance = float(alpha @ y)
    lines = [
        ("$Σ α_i$", significant(total, 6)),
        (
            "$Σ α_i y_i$",
            "0" if abs(balance) <= 1e-9 * max(total, 1e-300) else significant(balance, 2),
        ),
        ("$‖w‖$", significant(fit.norm, 6)),
        ("margin $1/‖w‖$", significant(fit.margin, 6) if fit.margin is not None else "–"),
    ]
    if len(y) > MOST_FOR_Q:
        count = int(np.count_nonzero(alpha > 0.0))
        return Numbers((), (*lines, ("points with $α > 0$", f"{count} of {len(y)}")))
    Q = y[:, None] * y[None, :] * _gram(fit)
    formula = in_words(Q) if len(y) <= MOST_FOR_TERMS else ""
    return Numbers(
        (matrix("Q", Q), matrix("α", alpha, fractions=True)),
        tuple(lines),
        formula=formula,
    )


@of_multipliers
def dual_function(fit: Fit, alpha: Floats) -> Numbers:
    """``q(alpha) = min L over w, b, xi``: ``sum alpha - 1/2 alpha'Q alpha`` in the box where ``sum
    alpha y = 0``, else -infinity.

    It is taken at multiples of the multipliers of the answer, and where one is changed alone; no
    value exceeds the primal one.
    """
    total, square = float(alpha.sum()), fit.norm**2
    bound = fit.method.multiplier_bounds(fit.problem)
    rows = []
    for name, t in SHARES:
        is_inside, value = (
            bound is None or bool((t * alpha <= bound * (1.0 + 1e-9)).all()),
            t * total - 0.5 * t * t * square,
        )
        # at 2 alpha both parts are equal without a slack
        value = 0.0 if abs(value) <= 1e-9 * total else value
        rows.append((name, significant(value, 6) if is_inside else "−∞, outside the box"))
    if fit.method.has_offset:
        rows.append(("one $α_i$ more alone", "−∞, as $Σ α_i y_i ≠ 0$"))
    rows.append(("primal value", significant(fit.certificate.primal, 6)))
    return Numbers(table=TableOfNumbers(("at", "$q$"), tuple(rows), in_words=True))


def in_words(Q: Floats) -> str:
    """The dual with its coefficients, in pieces: ``L(alpha) = sum alpha_i - 1/2 (9 alpha_1^2 - 2
    alpha_1 alpha_2 ...)``.
    """
    pieces = ["$L(α) = Σ α_i − \\frac{1}{2} ($"]
    for i in range(len(Q)):
        for j in range(i, len(Q)):
            value = float(Q[i, j] if i == j else Q[i, j] + Q[j, i])
            if abs(value) > 1e-12 * float(np.abs(Q).max()):
                pieces.append(f"${_dual_term(value, i, j, is_first=len(pieces) == 1)}$")
    return " ".join([*pieces[:-1], pieces[-1][:-1] + ")$"])


def _dual_term(value: float, i: int, j: int, *, is_first: bool) -> str:
    """One product of two multipliers with its sign and coefficient."""
    product = f"α_{i + 1}^2" if i == j else f"α_{i + 1} α_{j + 1}"
    size = exact_number(abs(value), abs(value))
    sign = MINUS if value < 0.0 else "" if is_first else "+"
    return f"{sign} {'' if size == '1' else size} {product}".strip()


PROVED = 1e-6  # a product this part of the largest multiplier is 0
# Complementary slackness says that one of alpha_i = 0 and y_i f(x_i) = 1 - xi_i holds; a slack
# needs the full multiplier C/n, of a point of class + times its weight.
HOLDS = {
    PointClass.BEYOND: "$α = 0$, beyond",
    PointClass.TOUCHING: "$α = 0$, touching",
    PointClass.FREE: "$y f = 1$, free",
    PointClass.BOUND: "$α = C/n$, inside",
    PointClass.WRONG: "$α = C/n$, wrong",
}
NOT_YET = {
    PointClass.BEYOND: "not yet: $α > 0$, beyond",
    PointClass.TOUCHING: "not yet: $α > 0$, touching",
    PointClass.BOUND: "not yet: $α ≠ C/n$, inside",
    PointClass.WRONG: "not yet: $α ≠ C/n$, wrong",
}
ANY_OFFSET = "No point is free: an interval of offsets is optimal, and b is its middle."
NO_FREE = "Not optimal yet: no point lies on the margin with a multiplier between 0 and C/n."
UNFINISHED = "not optimal yet"


@of_multipliers
def conditions_table(fit: Fit, alpha: Floats) -> Numbers:
    """``alpha_i``, ``xi_i = max(0, 1 - y_i f(x_i))``, ``f(x_i)`` and what holds, of the points with
    a multiplier first.

    Before the optimum a line counts the conditions that do not hold yet.
    """
    rows, bound, classes = (
        _order(alpha),
        fit.method.multiplier_bounds(fit.problem),
        fit.certificate.point_class,
    )
    assert bound is not None
    assert classes is not None  # as there are multipliers
    holds = conditions_hold(classes, alpha, bound)
    lines = tuple(
        _conditions_row(fit, row, alpha, bool(holds[row])) for row in rows[:LARGEST].tolist()
    )
    head = ("$i$", "$y_i$", "$α_i$", "$ξ_i$", "$f(x_i)$", "holds")
    return Numbers(
        lines=_unfinished_line(fit, holds),
        table=TableOfNumbers(head, lines, max(0, len(rows) - LARGEST), in_words=True),
    )


def _unfinished_line(fit: Fit, holds: Bools) -> tuple[tuple[str, str], ...]:
    """A line for a fit that is not proved to be the optimum."""
    missed, gap = int(np.count_nonzero(~holds)), fit.certificate.gap
    if supports(fit.certificate) or (gap is None and not missed):
        return ()
    apart = "" if gap is None else f", relative gap {magnitude(gap)}"
    remark = (
        f"the conditions do not hold at {count_words(missed, 'point')}"
        if missed
        else "the conditions hold nearly"
    )
    return ((UNFINISHED, f"{remark}{apart}"),)


def _order(alpha: Floats) -> Ints:
    """All points as they were entered; of more than can be shown those with the largest
    multipliers.
    """
    n = len(alpha)
    order: Ints = np.arange(n) if n <= LARGEST else np.argsort(-alpha, kind="stable")
    return order


def _conditions_row(fit: Fit, row: int, multipliers: Floats, holds: bool) -> tuple[str, ...]:
    assert fit.certificate.point_class is not None  # as there are multipliers
    f, sign = float(training_scores(fit)[row]), float(fit.problem.y[row])
    state = PointClass(int(fit.certificate.point_class[row]))
    alpha, scale, slack = (
        float(multipliers[row]),
        float(np.abs(multipliers).max(initial=0.0)),
        max(0.0, 1.0 - sign * f),
    )
    # Zeros that follow from the state are shown without the rounding of the solver.
    if state in (PointClass.BEYOND, PointClass.TOUCHING) and alpha <= PROVED * scale:
        alpha = 0.0
    if state not in (PointClass.BOUND, PointClass.WRONG) and slack <= PROVED:
        slack = 0.0
    side = "+" if sign > 0.0 else "−"
    weight = fit.method.class_weight(sign)
    words = (HOLDS if holds else NOT_YET)[state]
    words = words if weight == 1.0 else words.replace("C/n", f"{weight:.3g} C/n")
    return (
        str(row + 1),
        side,
        exact_number(alpha, scale),
        exact_number(slack, 1.0),
        exact_number(f, 1.0),
        words,
    )


@of_multipliers
def slackness_products(fit: Fit, alpha: Floats) -> Numbers:
    """``beta_i = v_i C/n - alpha_i`` (hard margin: none), ``alpha_i (y_i f(x_i) - 1 + xi_i)`` and
    ``beta_i xi_i``, which are 0.
    """
    bound = fit.method.multiplier_bounds(fit.problem)
    margins = fit.problem.y * training_scores(fit)
    is_soft = bound is not None and bool(np.isfinite(bound).all())
    slack = np.maximum(0.0, 1.0 - margins) if is_soft else np.zeros(len(margins))
    beta = (
        (bound if is_soft and bound is not None else 0.0) - alpha
        if is_soft
        else np.zeros(len(margins))
    )
    first, second = alpha * (margins - 1.0 + slack), beta * slack
    rows, scale = _order(alpha), float(alpha.max(initial=0.0))
    size = max(PROVED * scale, 1e-300)
    beta = np.where(np.abs(beta) <= size, 0.0, beta)
    lines = tuple(
        (
            str(row + 1),
            exact_number(float(alpha[row]), scale),
            exact_number(float(beta[row]), scale) if is_soft else "–",
            _product(float(first[row]), size),
            _product(float(second[row]), size) if is_soft else "–",
        )
        for row in rows[:LARGEST].tolist()
    )
    head = ("$i$", "$α_i$", "$β_i$", "$α_i (y_i f − 1 + ξ_i)$", "$β_i ξ_i$")
    return Numbers(table=TableOfNumbers(head, lines, max(0, len(rows) - LARGEST)))


def _product(value: float, size: float) -> str:
    """A product that is 0 but for the last digits of the answer."""
    return "0" if abs(value) <= size else magnitude(value)


@of_multipliers
def average_offset(fit: Fit, alpha: Floats) -> Numbers:
    """``b_i = y_i - <w, phi(x_i)>`` of the free points, which are one number but for rounding,
    their average, and b.
    """
    if not fit.method.has_offset:
        raise NeedsError("The method has no offset.")
    free = np.flatnonzero(fit.certificate.point_class == PointClass.FREE)
    if not len(free):
        raise NeedsError(ANY_OFFSET if supports(fit.certificate) else NO_FREE)
    offsets = fit.problem.y[free] - (training_scores(fit)[free] - fit.b)
    rows = tuple(
        (str(row + 1), exact_number(float(value), 1.0))
        for row, value in zip(free.tolist(), offsets, strict=True)
    )
    lines = (
        ("average", exact_number(float(offsets.mean()), 1.0)),
        ("$b$ of the answer", exact_number(fit.b, 1.0)),
    )
    return Numbers(
        (),
        lines,
        table=TableOfNumbers(
            ("free $i$", "$y_i − <w, φ(x_i)>$"), rows[:LARGEST], max(0, len(rows) - LARGEST)
        ),
    )


MOST_SAMPLES = 2000  # points
NEEDS_BOTH_CLASSES = f"It needs points of both classes, up to {MOST_SAMPLES}."
NO_UNIT_VECTOR = "No line separates the classes, so every a has a sample on its wrong side."


def unit_vector(scene: Scene) -> Numbers:
    """``a`` with ``||a|| = 1`` and the largest ``min <a, z_i>``; over that it is the shortest with
    all ``<a, z_i> >= 1``.
    """
    dataset = scene.document.dataset
    if len(dataset) > MOST_SAMPLES or not 0 < int(np.count_nonzero(dataset.labels)) < len(dataset):
        raise NeedsError(NEEDS_BOTH_CLASSES)
    fit = solve(
        HardMarginSVM(fit_intercept=False),
        Problem(dataset.X, dataset.y, FormulaFeatures("1, x1, x2")),
        trace=False,
    )
    if not fit.has_model or fit.w is None or fit.status is not Status.CONVERGED:
        raise NeedsError(NO_UNIT_VECTOR)
    length = float(np.linalg.norm(fit.w))
    lines = (
        ("least distance $<a, z_i>$", significant(1.0 / length, 6)),
        ("shortest $a$ with $<a, z_i> ≥ 1$: $‖a‖$", significant(length, 6)),
    )
    return Numbers((matrix("a = (b, w)", fit.w / length),), lines)
