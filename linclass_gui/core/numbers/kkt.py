"""The conditions of Karush, Kuhn and Tucker point by point: multiplier, slack, score, and which
side of each condition holds.
"""

from __future__ import annotations

import numpy as np

from solvers import Fit, PointClass
from solvers.arrays import Bools, Floats, Ints
from solvers.certificate import supports
from solvers.result import conditions_hold

from ..fits.decision import training_scores
from ..markup.ticks import count_words, magnitude
from .block import LARGEST, Numbers, Table, exact_number
from .dual_table import of_multipliers

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
NO_FREE = "Not optimal yet: no point lies on the margin with a multiplier between 0 and C/n."
UNFINISHED = "not optimal yet"


@of_multipliers
def table(fit: Fit, alpha: Floats) -> Numbers:
    """``alpha_i``, ``xi_i = max(0, 1 - y_i f(x_i))``, ``f(x_i)`` and what holds, of the points with
    a multiplier first.

    Before the optimum a line says how many of the conditions do not hold yet.
    """
    rows, bound, classes = (
        _order(alpha),
        fit.method.multiplier_bounds(fit.problem),
        fit.certificate.point_class,
    )
    assert bound is not None
    assert classes is not None  # as there are multipliers
    holds = conditions_hold(classes, alpha, bound)
    lines = tuple(_line(fit, row, alpha, bool(holds[row])) for row in rows[:LARGEST].tolist())
    head = ("$i$", "$y_i$", "$α_i$", "$ξ_i$", "$f(x_i)$", "holds")
    return Numbers(
        lines=_unfinished(fit, holds),
        table=Table(head, lines, max(0, len(rows) - LARGEST), in_words=True),
    )


def _unfinished(fit: Fit, holds: Bools) -> tuple[tuple[str, str], ...]:
    """A line for a fit that is not proved to be the optimum."""
    missed, gap = int(np.count_nonzero(~holds)), fit.certificate.gap
    if supports(fit.certificate) or (gap is None and not missed):
        return ()
    apart = "" if gap is None else f", relative gap {magnitude(gap)}"
    said = (
        f"the conditions do not hold at {count_words(missed, 'point')}"
        if missed
        else "the conditions hold nearly"
    )
    return ((UNFINISHED, f"{said}{apart}"),)


def _order(alpha: Floats) -> Ints:
    """All points as they were entered; of more than can be shown those with the largest
    multipliers.
    """
    n = len(alpha)
    order: Ints = np.arange(n) if n <= LARGEST else np.argsort(-alpha, kind="stable")
    return order


def _line(fit: Fit, row: int, multipliers: Floats, holds: bool) -> tuple[str, ...]:
    assert fit.certificate.point_class is not None  # as there are multipliers
    f, sign = float(training_scores(fit)[row]), float(fit.problem.y[row])
    state = PointClass(int(fit.certificate.point_class[row]))
    alpha, scale, slack = (
        float(multipliers[row]),
        float(np.abs(multipliers).max(initial=0.0)),
        max(0.0, 1.0 - sign * f),
    )
    # What the state says is not written with the rounding of the solver.
    if state in (PointClass.BEYOND, PointClass.TOUCHING) and alpha <= PROVED * scale:
        alpha = 0.0
    if state not in (PointClass.BOUND, PointClass.WRONG) and slack <= PROVED:
        slack = 0.0
    side = "+" if sign > 0.0 else "−"
    weight = fit.method.class_weight(sign)
    said = (HOLDS if holds else NOT_YET)[state]
    said = said if weight == 1.0 else said.replace("C/n", f"{weight:.3g} C/n")
    return (
        str(row + 1),
        side,
        exact_number(alpha, scale),
        exact_number(slack, 1.0),
        exact_number(f, 1.0),
        said,
    )


@of_multipliers
def products(fit: Fit, alpha: Floats) -> Numbers:
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
    return Numbers(table=Table(head, lines, max(0, len(rows) - LARGEST)))


def _product(value: float, size: float) -> str:
    """A product that is 0 but for the last digits of the answer."""
    return "0" if abs(value) <= size else magnitude(value)


@of_multipliers
def offset(fit: Fit, alpha: Floats) -> Numbers:
    """``b_i = y_i - <w, phi(x_i)>`` of the free points, which are one number but for rounding,
    their average, and b.
    """
    if not fit.method.has_offset:
        return Numbers(needs="The method has no offset.")
    free = np.flatnonzero(fit.certificate.point_class == PointClass.FREE)
    if not len(free):
        is_proved = supports(fit.certificate)
        return Numbers(
            needs="No point is free: an interval of offsets is optimal, and b is its middle."
            if is_proved
            else NO_FREE
        )
    each = fit.problem.y[free] - (training_scores(fit)[free] - fit.b)
    rows = tuple(
        (str(row + 1), exact_number(float(value), 1.0))
        for row, value in zip(free.tolist(), each, strict=True)
    )
    lines = (
        ("average", exact_number(float(each.mean()), 1.0)),
        ("$b$ of the answer", exact_number(fit.b, 1.0)),
    )
    return Numbers(
        (),
        lines,
        table=Table(
            ("free $i$", "$y_i − <w, φ(x_i)>$"), rows[:LARGEST], max(0, len(rows) - LARGEST)
        ),
    )
