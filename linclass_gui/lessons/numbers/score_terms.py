"""The score of one point by its terms: those of the dual, or those of the weights."""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats, Polynomial
from solvers.arrays import Ints

from ...answers.decision import training_scores
from ...markup.numbers import number, significant, without_rounding
from ...scene.scene import PairScene
from .block import LARGEST, Numbers, TableOfNumbers, exact_number, own_number

LOST = 1e-3  # of the largest score: a sum that is so far off is rounding
NEEDS_PLACE = "Point at a place of the canvas, or select a point there."
NEEDS_MULTIPLIERS = "Select a margin method that is switched on to see the terms of its dual."
NEEDS_WEIGHTS = "Select a method with weights to see the terms of its score."


def dual_terms(scene: PairScene) -> Numbers:
    """``alpha_i y_i k(x_i, x)`` of the points with a multiplier, the largest first, at the place
    that is pointed at; with b they add up to f(x).
    """
    fit = None if scene.selected is None else scene.selected[1]
    if fit is None or not fit.has_model or fit.alpha is None:
        return Numbers(needs=NEEDS_MULTIPLIERS)
    place = _place(scene)
    if place is None:
        return Numbers(needs=NEEDS_PLACE)
    rows = np.flatnonzero(fit.alpha)
    values, signed = _kernel_values(fit, place)[rows], (fit.alpha * fit.problem.y)[rows]
    terms = signed * values
    order = np.argsort(-np.abs(terms), kind="stable")
    top, rest = _top_and_rest(order)
    table = [
        (
            str(rows[k] + 1),
            own_number(float(fit.alpha[rows[k]])),
            "+" if signed[k] > 0.0 else "−",
            own_number(_beside(values, k)),
            own_number(float(terms[k])),
        )
        for k in top.tolist()
    ]
    head = ("$i$", "$α_i$", "$y_i$", "$k(x_i, x)$", "$α_i y_i k(x_i, x)$")
    if len(rest):
        table.append((f"{len(rest)} more", "", "", "", own_number(float(terms[rest].sum()))))
    return Numbers(
        lines=_sums(fit, place, float(terms.sum()), "$Σ α_i y_i k(x_i, x)$", len(rows)),
        table=TableOfNumbers(head, tuple(table)),
    )


def weight_terms(scene: PairScene) -> Numbers:
    """``w_j phi_j(x)`` at the place that is pointed at, the largest first; with b they add up to
    f(x).
    """
    fit = None if scene.selected is None else scene.selected[1]
    if fit is None or not fit.has_model or fit.w is None:
        return Numbers(needs=NEEDS_WEIGHTS)
    place = _place(scene)
    if place is None:
        return Numbers(needs=NEEDS_PLACE)
    names, features = fit.problem.features.terms, _features(fit, place)
    terms = fit.w * features
    order = np.argsort(-np.abs(terms), kind="stable")
    top, rest = _top_and_rest(order)
    table = [
        (
            f"${names[k]}$",
            own_number(_beside(fit.w, k)),
            own_number(float(features[k])),
            own_number(float(terms[k])),
        )
        for k in top.tolist()
    ]
    head = ("feature", "$w_j$", "$φ_j(x)$", "$w_j φ_j(x)$")
    if len(rest):
        table.append((f"{len(rest)} more", "", "", own_number(float(terms[rest].sum()))))
    return Numbers(
        lines=_sums(fit, place, float(terms.sum()), "$Σ w_j φ_j(x)$", len(terms)),
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
    offset = (("$b$", own_number(fit.b)),) if fit.method.has_offset else ()
    return (
        ("$x$", f"({coordinates})"),
        (
            f"{symbol}, {count} terms" if count != 1 else f"{symbol}, 1 term",
            own_number(total),
        ),
        *offset,
        ("$f(x)$", exact_number(score, size, unit=0.0)),
    )


def _top_and_rest(order: Ints) -> tuple[Ints, Ints]:
    """The terms that are written out, and the ones that are shown as their sum."""
    count = len(order) if len(order) <= LARGEST else LARGEST - 1
    return order[:count], order[count:]


def _beside(values: Floats, k: int) -> float:
    """One of several factors; 0 where it is rounding beside the largest."""
    return without_rounding(float(values[k]), float(np.abs(values).max()))


def _coordinate(value: float) -> str:
    """A coordinate: three decimals, more digits where these would show nothing of it."""
    return number(value, 3) if value == 0.0 or 0.01 <= abs(value) < 1e5 else significant(value, 4)


def _place(scene: PairScene) -> Floats | None:
    """The place that is pointed at, of a point its own; else that of the one selected point."""
    X, hover = scene.document.dataset.X, scene.hover
    if hover is not None:
        return np.array(hover.at) if hover.row is None else X[hover.row]
    rows = list(scene.selection)
    return X[rows[0]] if len(rows) == 1 else None


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
