"""The score of one point by its terms: those of the dual, or those of the weights."""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats, Polynomial

from ...answers.decision import training_scores
from ...markup.numbers import number, plain_number, significant, without_rounding
from ...scene.scene import PairScene
from .block import LARGEST, Numbers, TableOfNumbers
from .update import Writer, decimals_of

DIGITS = 5  # of a factor
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
    writer = _writer(fit)
    table = tuple(
        (
            str(rows[k] + 1),
            plain_number(float(fit.alpha[rows[k]]), DIGITS),
            "+" if signed[k] > 0.0 else "−",
            _factor(values, k),
            writer.write(float(terms[k])),
        )
        for k in order[:LARGEST].tolist()
    )
    head = ("$i$", "$α_i$", "$y_i$", "$k(x_i, x)$", "$α_i y_i k(x_i, x)$")
    more = max(0, len(rows) - LARGEST)
    return Numbers(
        lines=_sums(fit, place, float(terms.sum()), "$Σ α_i y_i k(x_i, x)$", len(rows)),
        table=TableOfNumbers(head, table, more),
    )


def weight_terms(scene: PairScene) -> Numbers:
    """``w_j phi_j(x)`` at the place that is pointed at, the largest first; with b they add up to
    f(x).
    """
    fit = None if scene.selected is None else scene.selected[1]
    if fit is None or not fit.has_model or fit.w is None or fit.last.quadratic is not None:
        return Numbers(needs=NEEDS_WEIGHTS)
    place = _place(scene)
    if place is None:
        return Numbers(needs=NEEDS_PLACE)
    names, features = fit.problem.features.terms, _features(fit, place)
    terms = fit.w * features
    order = np.argsort(-np.abs(terms), kind="stable")
    writer = _writer(fit)
    table = tuple(
        (
            f"${names[k]}$",
            _factor(fit.w, k),
            plain_number(float(features[k]), DIGITS),
            writer.write(float(terms[k])),
        )
        for k in order[:LARGEST].tolist()
    )
    head = ("feature", "$w_j$", "$φ_j(x)$", "$w_j φ_j(x)$")
    more = max(0, len(terms) - LARGEST)
    return Numbers(
        lines=_sums(fit, place, float(terms.sum()), "$Σ w_j φ_j(x)$", len(terms)),
        table=TableOfNumbers(head, table, more),
    )


def _sums(
    fit: Fit, place: Floats, total: float, symbol: str, count: int
) -> tuple[tuple[str, str], ...]:
    """The place, and how the terms add up to the score there."""
    coordinates = ", ".join(_coordinate(value) for value in place.tolist())
    writer = _writer(fit)
    score = float(fit.problem.scores(fit.last, place[None])[0])
    lost = abs(total + (fit.b if fit.method.has_offset else 0.0) - score)
    if lost > 10.0 ** (1 - writer.decimals):
        raise OverflowError("the sum of the terms is rounding")
    offset = (("$b$", writer.write(fit.b)),) if fit.method.has_offset else ()
    return (
        ("$x$", f"({coordinates})"),
        (
            f"{symbol}, {count} terms" if count != 1 else f"{symbol}, 1 term",
            writer.write(total),
        ),
        *offset,
        ("$f(x)$", writer.write(score)),
    )


def _writer(fit: Fit) -> Writer:
    """How terms are written: with the decimals that scores of the points need, so that what is
    printed adds up to f(x) however large the terms are; the same wherever one points.
    """
    return Writer(are_fractions=False, decimals=decimals_of(training_scores(fit)))


def _factor(values: Floats, k: int) -> str:
    """One of several factors; 0 where it is rounding beside the largest."""
    largest = float(np.abs(values).max())
    return plain_number(without_rounding(float(values[k]), largest), DIGITS)


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
