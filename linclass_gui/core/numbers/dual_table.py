"""The dual of a margin method with its numbers: the Gram matrix, the quadratic form, and the
multipliers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import numpy as np

from solvers import Fit, Polynomial
from solvers.arrays import Floats

from ..markup.ticks import MINUS, significant
from ..scene import Scene
from .block import Numbers, Table, exact_number, matrix

# points up to which K is written out, and Q beside alpha, and the dual with all its terms
FEW, SMALL, WRITTEN = 12, 6, 5
SHARES = (
    ("0", 0.0),
    ("$\\frac{1}{2} α$", 0.5),
    ("$α$ of the answer", 1.0),
    ("$\\frac{3}{2} α$", 1.5),
    ("$2 α$", 2.0),
)
MOST = 400  # up to which its eigenvalues are asked for
NEEDS = "Select a margin method that is switched on to see its dual."
OTHER_DUAL = "The loss of this method has another dual: select a hard or a soft margin."
TOO_MANY = f"Computed for up to {MOST} points."


def of_multipliers(block: Callable[[Fit, Floats], Numbers]) -> Callable[[Scene], Numbers]:
    """A block about the selected margin method and its multipliers, as one about a scene."""

    @wraps(block)
    def of_scene(scene: Scene) -> Numbers:
        fit = None if scene.selected is None else scene.selected[1]
        if fit is None or not fit.has_model or fit.alpha is None or not fit.method.has_margin:
            return Numbers(needs=NEEDS)
        if not fit.method.has_hinge_dual:
            return Numbers(needs=OTHER_DUAL)
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
    if len(fit.problem.y) > MOST:
        return Numbers(needs=TOO_MANY)
    K = _gram(fit)
    smallest, scale = float(np.linalg.eigvalsh(K)[0]), float(np.abs(K).max(initial=1.0))
    line = ("smallest eigenvalue of $K$", exact_number(smallest, 10.0 * scale))
    return Numbers((matrix("K", K),) if len(K) <= FEW else (), (line,))


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
    if len(y) > SMALL:
        held = int(np.count_nonzero(alpha > 0.0))
        return Numbers((), (*lines, ("points with $α > 0$", f"{held} of {len(y)}")))
    Q = y[:, None] * y[None, :] * _gram(fit)
    formula = in_words(Q) if len(y) <= WRITTEN else ""
    return Numbers(
        (matrix("Q", Q), matrix("α", alpha, fractions=True)), tuple(lines), formula=formula
    )


@of_multipliers
def function(fit: Fit, alpha: Floats) -> Numbers:
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
    return Numbers(table=Table(("at", "$q$"), tuple(rows), in_words=True))


def in_words(Q: Floats) -> str:
    """The dual with its coefficients, in pieces: ``L(alpha) = sum alpha_i - 1/2 (9 alpha_1^2 - 2
    alpha_1 alpha_2 ...)``.
    """
    pieces = ["$L(α) = Σ α_i − \\frac{1}{2} ($"]
    for i in range(len(Q)):
        for j in range(i, len(Q)):
            value = float(Q[i, j] if i == j else Q[i, j] + Q[j, i])
            if abs(value) > 1e-12 * float(np.abs(Q).max()):
                pieces.append(f"${_term(value, i, j, is_first=len(pieces) == 1)}$")
    return " ".join([*pieces[:-1], pieces[-1][:-1] + ")$"])


def _term(value: float, i: int, j: int, *, is_first: bool) -> str:
    """One product of two multipliers with its sign and coefficient."""
    both = f"α_{i + 1}^2" if i == j else f"α_{i + 1} α_{j + 1}"
    size = exact_number(abs(value), abs(value))
    sign = MINUS if value < 0.0 else "" if is_first else "+"
    return f"{sign} {'' if size == '1' else size} {both}".strip()
