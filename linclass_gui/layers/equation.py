"""The scores of the selected method as formulas with their numbers: two forms, because two classes
have one score f and more have one each.

Where classes have no formulas of their own, that of the chosen pair is shown.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

import numpy as np

from solvers import FeatureMap, Fit, Floats, ManyFit

from ..answers.decision import plane_line
from ..answers.regions import regions
from ..answers.score_formula import linear_parts, sum_text
from ..markup.numbers import MINUS, coefficient
from ..scene.marks import Inside, Words
from ..scene.memo import memo
from ..scene.pairs import shown_keys
from ..scene.scene import Scene
from ..scene.view import View
from . import swatches as sw
from .areas import part_of, side_of
from .layer import Drawn, Layer, a_boundary
from .pairs import of_one_pair

TERMS = 6  # longer formulas do not fit


def draw_equation(scene: Scene) -> Drawn:
    """A formula next to the name of every class that has one, or that of a pair with its line."""
    if scene.drawn_answer is None:
        return ()
    fit, view, columns = scene.drawn_answer, scene.view, scene.curve_columns
    if fit.as_pair is not None:
        return _pair_equation(fit.as_pair, view, columns, 1.0, "math", is_needed=True)
    # Votes, and curved scores, whose differences may be short.
    if fit.weights is not None:
        return _class_equations(fit, view, columns)
    keys = shown_keys(fit, scene.document.member)
    pair = fit.pair(keys[0]) if keys else None
    if pair is None or not pair.has_model:
        return ()
    # In the colour of its positive class, because the picture has other formulas.
    words = _pair_equation(pair, view, columns, keys[0][0], "class-name-plus", is_needed=False)
    return of_one_pair(words, keys[0], scene)


def a_short_formula(scene: Scene) -> str:
    """A formula needs few terms: those of kernels and long maps are unreadable."""
    return a_boundary(scene) or (
        "" if any(True for _ in draw_equation(scene)) else "needs a short formula"
    )


EQUATION = Layer(
    "equation",
    "Equation",
    "The score f(x) of the selected method with its numbers",
    draw_equation,
    needs=(a_short_formula,),
    swatch=(sw.word("$f$"),),
    place=12,
)


@memo
def _class_equations(fit: ManyFit, view: View, columns: int) -> tuple[Words, ...]:
    parts, formulas = regions(fit, view, columns).outlines, equations(fit, view).items()
    formulas_of_parts = [(k, text) for k, text in formulas if k in parts]
    below = substitution(fit.problem.features)  # once, with the first formula
    return tuple(
        _equation_words(
            text,
            part_of(fit, k, parts[k], view),
            k,
            "math",
            ("equation", k),
            () if place else below,
            is_needed=False,
        )
        for place, (k, text) in enumerate(formulas_of_parts)
    )


@memo
def _pair_equation(
    fit: Fit, view: View, columns: int, part: Hashable, style: str, is_needed: bool
) -> tuple[Words, ...]:
    text = equation(fit, view)
    if text is None:
        return ()
    return (
        _equation_words(
            text,
            side_of(fit, view, 1.0, columns),
            part,
            style,
            "equation",
            substitution(fit.problem.features),
            is_needed=is_needed,
        ),
    )


def _equation_words(
    text: str,
    home: Inside,
    part: Hashable,
    style: str,
    id: Hashable,
    below: tuple[str, ...],
    *,
    is_needed: bool,
) -> Words:
    shorter = break_formula(text)
    lines = (*shorter, *below) if shorter else ()
    return Words(
        (f"${text}$", *below),
        home,
        style,
        None,
        id,
        is_needed,
        below=("class", part),
        shorter=lines,
    )


@memo
def equation(fit: Fit, view: View) -> str | None:
    """``f(x) = 0.745 x_1 + 0.480 x_2 − 0.172``, None for kernels and for maps with many features.

    The coefficients carry one digit more than a score read off the picture, so that the printed sum
    comes out right.
    """
    line, w = plane_line(fit), fit.w
    if line is not None:
        w = line.normal
    if w is None or len(w) > TERMS:
        return None
    terms = fit.problem.features.terms if line is None else ("x_1", "x_2")
    corners = view.corners
    reach = fit.problem.features.map(corners) if line is None else corners
    decimals = _decimals(fit.problem.scores(fit.last, corners), reach)
    return _formula_text("f", w, fit.b, terms, decimals)


@memo
def equations(fit: ManyFit, view: View) -> dict[int, str]:
    """``f_1(x) = ...`` of every class that has points, all to the same decimal; empty where the
    scores are no such formulas.
    """
    last, features = fit.last, fit.problem.features
    if fit.weights is None or fit.weights[0].shape[1] > TERMS:
        return {}
    W, _ = fit.weights
    classes = np.flatnonzero(np.isfinite(last.b)).tolist()
    corners = view.corners
    decimals = _decimals(fit.scores(last, corners)[:, classes], features.map(corners))
    return {
        k: _formula_text(f"f_{k + 1}", W[k], float(last.b[k]), features.terms, decimals)
        for k in classes
    }


def substitution(features: FeatureMap) -> tuple[str, ...]:
    """The line that defines u in a formula, where it has one."""
    return (f"${features.substitution}$",) if features.substitution else ()


def _decimals(scores: Floats, reach: Floats) -> int:
    """The decimals of the coefficients: one more than a score read off the picture has."""
    largest = float(np.abs(scores).max()) or 1.0
    longest = max(float(np.abs(reach).max()), 1.0)
    return max(0, 3 - math.floor(math.log10(largest / 3.0))) + max(
        0, math.ceil(math.log10(longest) - 1.0)
    )


def _formula_text(name: str, w: Floats, b: float, terms: Sequence[str], decimals: int) -> str:
    parts = linear_parts(w, terms, decimals)
    return f"{name}(x) = {sum_text([*parts, coefficient(b, decimals)])}"


def break_formula(formula: str) -> tuple[str, ...]:
    """A sum in two lines, broken before the term nearest to its middle; nothing where there is only
    one term.
    """
    signs = [
        k
        for sign in (" + ", f" {MINUS} ")
        for k in _sign_places(formula, sign)
        if "=" in formula[:k]
    ]
    if not signs:
        return ()
    middle = min(signs, key=lambda k: abs(k - len(formula) / 2))
    return f"${formula[:middle]}$", f"${formula[middle + 1 :]}$"


def _sign_places(formula: str, sign: str) -> list[int]:
    """The places of signs outside of brackets."""
    places = [k for k in range(len(formula)) if formula.startswith(sign, k)]
    return [k for k in places if formula[:k].count("(") == formula[:k].count(")")]
