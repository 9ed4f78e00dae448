"""The score of a fit as a formula with its numbers, in the mark-up."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from solvers import FeatureMap, Fit, Floats, ManyFit

from ..answers.decision import plane_line
from ..answers.score_formula import factor, product, sum_text
from ..markup.numbers import MINUS, number
from ..scene.memo import memo
from ..scene.view import View

TERMS = 6  # longer formulas do not fit


@memo
def equation(fit: Fit, view: View) -> str | None:
    """``f(x) = 0.745 x_1 + 0.480 x_2 − 0.172``, None for kernels and for maps with many features.

    The coefficients carry one digit more than a score read off the picture, so that the printed sum
    comes out right.
    """
    line, w = plane_line(fit), fit.w
    if line is not None:
        w = line.normal
    if w is None or fit.last.quadratic is not None or len(w) > TERMS:
        return None
    terms = fit.problem.features.terms if line is None else ("x_1", "x_2")
    corners = _corners(view)
    reach = fit.problem.features.map(corners) if line is None else corners
    decimals = _decimals(fit.problem.scores(fit.last, corners), reach)
    return _formula_text("f", w, fit.b, terms, decimals)


@memo
def equations(many: ManyFit, view: View) -> dict[int, str]:
    """``f_1(x) = ...`` of every class that has points, all to the same decimal; empty where the
    scores are no such formulas.
    """
    last, features = many.last, many.problem.features
    if (
        not many.has_model
        or last.W is None
        or last.quadratic is not None
        or last.W.shape[1] > TERMS
    ):
        return {}
    there = np.flatnonzero(np.isfinite(last.b)).tolist()
    corners = _corners(view)
    decimals = _decimals(many.scores(last, corners)[:, there], features.map(corners))
    return {
        k: _formula_text(f"f_{k + 1}", last.W[k], float(last.b[k]), features.terms, decimals)
        for k in there
    }


def substitution(features: FeatureMap) -> tuple[str, ...]:
    """The line that defines u in a formula, where it has one."""
    return (f"${features.substitution}$",) if features.substitution else ()


def _corners(view: View) -> Floats:
    return np.array([(x, y) for x in (view.x0, view.x1) for y in (view.y0, view.y1)])


def _decimals(scores: Floats, reach: Floats) -> int:
    """The decimals of the coefficients: one more than a score read off the picture has."""
    largest = float(np.abs(scores).max()) or 1.0
    longest = max(float(np.abs(reach).max()), 1.0)
    return max(0, 3 - math.floor(math.log10(largest / 3.0))) + max(
        0, math.ceil(math.log10(longest) - 1.0)
    )


def _formula_text(name: str, w: Floats, b: float, terms: Sequence[str], decimals: int) -> str:
    parts = [
        product(number(v, decimals), factor(term))
        for v, term in zip(w.tolist(), terms, strict=True)
    ]
    return f"{name}(x) = {sum_text([*parts, number(b, decimals)])}"


def break_formula(formula: str) -> tuple[str, ...]:
    """A sum in two lines, broken before the term nearest to its middle; nothing where there is only
    one term.
    """
    signs = [
        k for sign in (" + ", f" {MINUS} ") for k in _places(formula, sign) if "=" in formula[:k]
    ]
    if not signs:
        return ()
    at = min(signs, key=lambda k: abs(k - len(formula) / 2))
    return f"${formula[:at]}$", f"${formula[at + 1 :]}$"


def _places(formula: str, sign: str) -> list[int]:
    """The places of signs outside of brackets."""
    found = [k for k in range(len(formula)) if formula.startswith(sign, k)]
    return [k for k in found if formula[:k].count("(") == formula[:k].count(")")]
