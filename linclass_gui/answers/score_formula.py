"""The score of a method as a formula with its numbers, in the mark-up of mathematics."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from solvers import Fit, Floats

from ..markup.latex import math_to_latex
from ..markup.numbers import MINUS, coefficient, coefficient_decimals, number, offset, significant
from ..scene.pairs import first_pair
from ..scene.scene import Scene
from .decision import plane_line

_LOOSE = re.compile(r"[+−]|(?<!^)-")  # a sum inside a feature needs brackets


def score_formula(fit: Fit) -> str | None:
    """The score with its numbers in the mark-up, None without a boundary.

    Coefficients carry one digit more than a score that is read off, and one more for every power of
    ten by which a feature of the training points exceeds ten: far from the origin the products are
    large and cancel.
    """
    if not fit.has_model:
        return None
    line, w, features = plane_line(fit), fit.last.w, fit.problem.X
    terms: tuple[str, ...] = ("x_1", "x_2")
    if w is not None:
        features, terms = fit.problem.Phi, fit.problem.features.terms
    elif line is not None:
        w = line.normal
    else:
        return _kernel_formula(fit)
    largest = float(np.abs(features).max(initial=1.0))
    if fit.last.quadratic is not None:
        largest *= largest
    decimals = coefficient_decimals(fit) + min(14, max(0, math.ceil(math.log10(largest) - 1.0)))
    linear = linear_parts(w, terms, decimals)
    b = [coefficient(offset(fit), decimals)] if fit.method.has_offset else []
    definition = fit.problem.features.substitution if fit.last.w is not None else ""
    return _with_definition(
        f"f(x) = {sum_text([*_squares(fit.last.quadratic, terms, decimals), *linear, *b])}",
        definition,
    )


def _with_definition(formula: str, definition: str) -> str:
    """A formula with the definition of its u, if it has one."""
    return f"{formula}, {definition}" if definition else formula


def fit_of_formula(scene: Scene, id: str) -> Fit | None:
    """The fit whose score is the formula of a method: of more classes than two the pair that is
    shown, of all pairs the first.
    """
    answer = scene.fits.get(id)
    return None if answer is None else first_pair(answer, scene.document.member)


def score_latex(fit: Fit) -> str | None:
    """The score with its numbers as LaTeX, ``f(x) = 0.745 x_1 + 0.480 x_2 - 0.172``; None without a
    boundary.
    """
    formula = score_formula(fit)
    return None if formula is None else math_to_latex(formula)


def _squares(quadratic: Floats | None, terms: tuple[str, ...], decimals: int) -> list[str]:
    """The products of two features, each pair once, for the few scores that are quadratic in
    them.
    """
    if quadratic is None:
        return []
    parts = []
    for i, j in zip(*np.triu_indices(len(terms)), strict=True):
        value = float(quadratic[i, j] if i == j else quadratic[i, j] + quadratic[j, i])
        square = (
            f"{factor(terms[i], power=True)}^2"
            if i == j
            else f"{factor(terms[i])} {factor(terms[j])}"
        )
        parts.append(product(coefficient(value, decimals), square))
    return parts


def linear_parts(w: Floats, terms: Sequence[str], decimals: int) -> list[str]:
    """The products of the weights and their features."""
    largest = float(np.abs(w).max(initial=0.0))
    pairs = zip(w.tolist(), terms, strict=True)
    return [product(coefficient(v, decimals, largest), factor(term)) for v, term in pairs]


def factor(term: str, *, power: bool = False) -> str:
    """A feature as a factor of a product; one with a power of its own is bracketed before it is
    squared.
    """
    return f"({term})" if _LOOSE.search(term) or (power and ("^" in term or " " in term)) else term


def product(value: str, term: str) -> str:
    """A number times a feature; a feature that begins with a number is set off by a dot, a factor
    of one is left out.
    """
    if term[:1].isdigit() and " " not in term:  # the feature 1
        return f"{value} · {term}"
    head, _, rest = term.partition(" ")
    if rest and re.fullmatch(r"[0-9.e+-]+", head):
        digits = significant(float(head), 6) if "e" in head else head
        return f"{value} {rest}" if float(head) == 1.0 else f"{value} · {digits} {rest}"
    return f"{value} {term}"


def sum_text(parts: list[str]) -> str:
    """Terms with their signs: a minus of a term is the minus between it and the one before."""
    text = parts[0]
    for part in parts[1:]:
        text += f" {MINUS} {part[1:]}" if part.startswith(MINUS) else f" + {part}"
    return text


def _kernel_formula(fit: Fit) -> str | None:
    kernel, alpha = fit.problem.kernel, fit.alpha
    if kernel is None or alpha is None:
        return None
    expansion = r"\sum_{i ∈ S} α_i y_i " + kernel.written
    return _with_definition(
        f"f(x) = {sum_text([expansion, number(fit.b, 3)])}, |S| = {np.count_nonzero(alpha)}",
        kernel.substitution,
    )
