"""Scores as Python functions of numpy arrays: the fitted numbers, with all their digits."""

from __future__ import annotations

import math
import re
from math import sqrt

import numpy as np

from solvers import (
    FeatureMap,
    Fit,
    Floats,
    FormulaFeatures,
    GaussianKernel,
    Identity,
    Kernel,
    PolynomialKernel,
    Problem,
    TanhKernel,
)
from solvers.arrays import Ints
from solvers.centring import ORIGIN, UNITS, Centred
from solvers.expressions import (
    ATOM,
    CONSTANTS,
    ONE,
    POWER,
    PRODUCT,
    SIGNED,
    SIGNS,
    SUM,
    TWO,
    Expression,
)
from solvers.maps import PowerMap

from ..answers.comparison import method_titles
from ..markup.mathtext import plain
from ..scene.scene import Scene

INDENT = "\n    "
# as numpy calls them
FUNCTIONS = {name: function.__name__ for name, function in (ONE | TWO).items()}


def coordinates_as_code(space: FeatureMap | Kernel, points: str) -> str:
    """The line that assigns the coordinates of ``points``: x1 and x2, or u1 and u2 about the origin
    of a map in its units.
    """
    if space.letter == "x":
        return f"x1, x2 = {points}[:, 0], {points}[:, 1]"
    return f"u1, u2 = ({placed_as_code(space, points)}).T"


def placed_as_code(space: FeatureMap | Kernel, points: str) -> str:
    """The points about the origin of a map or a kernel in its units."""
    if not isinstance(space, Centred) or space.is_plain:
        return points
    return (
        f"({points} - np.array({list(space.origin or ORIGIN)})) / "
        f"np.array({list(space.units or UNITS)})"
    )


def features_as_code(problem: Problem) -> str | None:
    """The features as expressions of the coordinates of the plane, None where they cannot be
    written so.
    """
    features = problem.features
    match features:
        case PowerMap():
            return ", ".join(
                " + ".join(_summand(features.letter, *summand) for summand in sum)
                for sum in features.sums
            )
        case FormulaFeatures():
            return ", ".join(_column(summand) for summand in features.expressions)
        case Identity() if problem.X.shape[1] == 2:
            return "x1, x2"
    return None


def _summand(letter: str, a: float, i: int, j: int) -> str:
    """``a u1^i u2^j``, the root of a whole number as one."""
    square = round(a * a)
    factor = (
        f"np.sqrt({square})"
        if a == sqrt(square) and a != round(a)
        else f"{a:g}"
        if a == float(f"{a:g}")
        else repr(a)
    )
    powers = [f"{letter}{k}" + (f"**{p}" if p > 1 else "") for k, p in ((1, i), (2, j)) if p]
    return " * ".join(powers if a == 1.0 and powers else [factor, *powers])


def _column(expression: Expression) -> str:
    """A feature as a column for all points, also where it is the same number for all of them."""
    return (
        expression_as_code(expression)
        if expression.names
        else f"np.full_like(x1, {expression_as_code(expression)})"
    )


def expression_as_code(expression: Expression) -> str:
    """A function of names as Python over numpy arrays, written from its tree.

    A part without names is written as its value, with all digits: of plain numbers Python refuses
    1/0, and never ends 9^99999999.
    """
    return _text_of(expression)[0]


def _text_of(expression: Expression) -> tuple[str, int]:
    """The text, and how tightly it holds together."""
    operation, parts = expression.operation, expression.parts
    if not expression.names and operation not in CONSTANTS:
        text = _number(float(expression({})))
        return text, SIGNED if text.startswith("-") else ATOM
    if not parts:
        return (f"np.{operation}" if operation in CONSTANTS else operation), ATOM
    if operation not in SIGNS:
        return f"np.{FUNCTIONS[operation]}({', '.join(map(expression_as_code, parts))})", ATOM
    if len(parts) == 1:
        return f"-{_part_text(parts[0], POWER)}", SIGNED
    left, right = parts
    if operation == "^":
        return f"{_part_text(left, ATOM)}**{_exponent(right)}", POWER
    strength = SUM if operation in "+-" else PRODUCT
    return f"{_part_text(left, strength)} {operation} {_part_text(right, strength + 1)}", strength


def _part_text(part: Expression, strength: int) -> str:
    """A part as it stands in one that holds together at least as tightly."""
    text, tightness = _text_of(part)
    return text if tightness >= strength else f"({text})"


def _exponent(part: Expression) -> str:
    """An exponent; a small whole number as one."""
    value = float(part({})) if not part.names else math.nan
    return str(int(value)) if value in range(100) else _part_text(part, SIGNED)


def _number(value: float) -> str:
    """A number with the digits that restore it."""
    return repr(value) if math.isfinite(value) else f"{'-' if value < 0.0 else ''}np.{abs(value)!r}"


def score_of_pair(name: str, fit: Fit) -> str | None:
    """``name(points)``: the score (k,) of a fit of two classes, None where it cannot be written."""
    last, problem = fit.last, fit.problem
    if problem.kernel is not None:
        kernel = _kernel(problem.kernel)
        if kernel is None or last.alpha is None:
            return None
        rows: Ints = np.flatnonzero(last.alpha)
        weights = (last.alpha * problem.y)[rows]
        lines = (
            *(
                ()
                if problem.kernel.letter == "x"
                else (f"points = {placed_as_code(problem.kernel, 'points')}",)
            ),
            f"Z = {placed_as_code(problem.kernel, f'np.array({_numbers(problem.X[rows])})')}",
            f"return {kernel} @ np.array({_numbers(weights)}) + {last.b!r}",
        )
        return f"def {name}(points):{INDENT}{INDENT.join(lines)}\n"
    features = features_as_code(problem)
    if last.w is None or features is None:
        return None
    centre = np.zeros(len(last.w)) if last.centre is None else last.centre
    offset = last.b if last.centre is None else last.f_centre
    bent = (
        ""
        if last.quadratic is None
        else f" + ((u @ np.array({_numbers(last.quadratic)})) * u).sum(axis=1)"
    )
    slope = last.w if last.slope is None else last.slope
    return _function(
        name,
        problem.features,
        features,
        centre,
        f"return u @ np.array({_numbers(slope)}) + {offset!r}{bent}",
    )


def _function(name: str, space: FeatureMap, features: str, centre: Floats, body: str) -> str:
    lines = (
        coordinates_as_code(space, "points"),
        f"u = np.column_stack([{features}]) - np.array({_numbers(centre)})",
        body,
    )
    return f"def {name}(points):{INDENT}{INDENT.join(lines)}\n"


def _kernel(kernel: Kernel) -> str | None:
    """The kernel between ``points`` and ``Z``."""
    match kernel:
        case PolynomialKernel():
            return f"(points @ Z.T + 1.0) ** {kernel.degree}"
        case GaussianKernel():
            return f"np.exp(-((points[:, None] - Z) ** 2).sum(axis=-1) / {2.0 * kernel.sigma**2!r})"
        case TanhKernel():
            return f"np.tanh({kernel.beta!r} * points @ Z.T + {kernel.gamma!r})"
    return None


def _numbers(values: Floats) -> str:
    """An array as nested lists, every number with the digits that restore it."""
    return re.sub(r"\b(nan|inf)\b", r"np.\1", repr(values.tolist()))


def in_ascii(markup: str) -> str:
    """A label as the words of a script, with an ASCII minus."""
    return plain(markup).replace("\u2212", "-")


def remarks_as_code(scene: Scene) -> str:
    """A comment for every method that is on but has no model: why the script does not draw it."""
    names, lines = method_titles(scene.document), []
    for in_use in scene.document.enabled_methods:
        fit = scene.fits.get(in_use.id)
        if fit is not None and not fit.has_model:
            lines.append(
                f"\n# {in_ascii(names[in_use.id])} is not drawn: "
                f"{' '.join(in_ascii(fit.explanation).split())}\n"
            )
    return "".join(lines)
