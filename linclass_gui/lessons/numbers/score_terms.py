"""The score of one point by its terms: those of the dual, or those of the weights."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solvers import Fit, Floats, Polynomial

from ...answers.decision import training_scores
from ...markup.numbers import count_words, number, significant
from ...scene.scene import PairScene
from .block import LARGEST, NeedsError, Numbers, TableOfNumbers, exact_number

LOST = 1e-3  # of the largest score: a sum that is so far off is rounding
NEEDS_PLACE = "Point at a place of the canvas, or select a point there."
NEEDS_MULTIPLIERS = "Select a margin method that is switched on to see the terms of its dual."
NEEDS_WEIGHTS = "Select a method with weights to see the terms of its score."


def dual_terms(scene: PairScene) -> Numbers:
    """``alpha_i y_i k(x_i, x)`` of the points with a multiplier, the largest first, at the place
    that is pointed at; with b they add up to f(x).
    """
    fit = scene.drawn_fit
    if fit is None or fit.alpha is None:
        raise NeedsError(NEEDS_MULTIPLIERS)
    place = _place(scene)
    rows = np.flatnonzero(fit.alpha)
    alpha, y, values = fit.alpha[rows], fit.problem.y[rows], _kernel_values(fit, place)[rows]
    largest = float(np.abs(values).max(initial=0.0))

    def cells(k: int) -> tuple[str, ...]:
        sign = "+" if y[k] > 0 else "−"
        factors = exact_number(float(alpha[k])), sign, exact_number(float(values[k]), largest)
        return (str(rows[k] + 1), *factors)

    head = ("$i$", "$α_i$", "$y_i$", "$k(x_i, x)$", "$α_i y_i k(x_i, x)$")
    return _sum_at(fit, place, alpha * y * values, cells, head)


def weight_terms(scene: PairScene) -> Numbers:
    """``w_j phi_j(x)`` at the place that is pointed at, the largest first; with b they add up to
    f(x).
    """
    fit = scene.drawn_fit
    if fit is None or fit.w is None:
        raise NeedsError(NEEDS_WEIGHTS)
    place = _place(scene)
    names, w, features = fit.problem.features.terms, fit.w, _features(fit, place)
    largest = float(np.abs(w).max())

    def cells(k: int) -> tuple[str, ...]:
        weight = exact_number(float(w[k]), largest)
        return f"${names[k]}$", weight, exact_number(float(features[k]))

    return _sum_at(
        fit, place, w * features, cells, ("feature", "$w_j$", "$φ_j(x)$", "$w_j φ_j(x)$")
    )


def _sum_at(
    fit: Fit,
    place: Floats,
    terms: Floats,
    cells: Callable[[int], tuple[str, ...]],
    head: tuple[str, ...],
) -> Numbers:
    """The largest terms of a score, each after its ``cells``, and the sum of all others."""
    order = np.argsort(-np.abs(terms), kind="stable")
    count = len(order) if len(order) <= LARGEST else LARGEST - 1
    table = [(*cells(k), exact_number(float(terms[k]))) for k in order[:count].tolist()]
    if len(order) > count:
        rest = exact_number(float(terms[order[count:]].sum()))
        table.append((f"{len(order) - count} more", *[""] * (len(head) - 2), rest))
    symbol = f"$Σ {head[-1].strip('$')}$"
    return Numbers(
        lines=_sums(fit, place, float(terms.sum()), symbol, len(terms)),
        table=TableOfNumbers(head, tuple(table)),
    )


def _sums(
    fit: Fit, place: Floats, total: float, symbol: str, count: int
) -> tuple[tuple[str, str], ...]:
    """The place, and how the terms add up to the score there."""
    coordinates = ", ".join(_coordinate(value) for value in place.tolist())
    score = float(fit.problem.scores(fit.last, place[None])[0])
    lost = abs(total + (fit.b if fit.method.has_offset else 0.0) - score)
    size = float(np.abs(training_scores(fit)).max())
    if lost > LOST * size:
        raise OverflowError("the sum of the terms is rounding")
    offset = (("$b$", exact_number(fit.b)),) if fit.method.has_offset else ()
    return (
        ("$x$", f"({coordinates})"),
        (f"{symbol}, {count_words(count, 'term')}", exact_number(total)),
        *offset,
        ("$f(x)$", exact_number(score, size)),
    )


def _coordinate(value: float) -> str:
    """A coordinate: three decimals, more digits where these would show nothing of it."""
    return number(value, 3) if value == 0.0 or 0.01 <= abs(value) < 1e5 else significant(value, 4)


def _place(scene: PairScene) -> Floats:
    """The place that is pointed at, of a point its own; else that of the one selected point."""
    X, hover = scene.document.dataset.X, scene.hover
    if hover is not None:
        return np.array(hover.at) if hover.row is None else X[hover.row]
    if len(scene.selection) != 1:
        raise NeedsError(NEEDS_PLACE)
    return np.asarray(X[min(scene.selection)])


def _features(fit: Fit, place: Floats) -> Floats:
    """``phi(x)`` (m,) at a place of the plane."""
    features: Floats = fit.problem.features.map(place[None])[0]
    return features


def _kernel_values(fit: Fit, place: Floats) -> Floats:
    """``k(x_i, x)`` (n,); of monomials with the constant 1 of their kernel, where ``sum alpha_i y_i
    = 0`` cancels it.
    """
    problem = fit.problem
    if problem.kernel is not None:
        values: Floats = problem.kernel.gram(problem.X, place[None])[:, 0]
        return values
    has_constant = isinstance(problem.features, Polynomial) and fit.method.has_offset
    products: Floats = problem.Phi @ _features(fit, place)
    return products + 1.0 if has_constant else products
