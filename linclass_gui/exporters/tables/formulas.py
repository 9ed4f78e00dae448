"""Scores as Python functions of numpy arrays: the fitted numbers, with all their digits."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from solvers import FeatureMap, Fit, Floats, GaussianKernel, Kernel, ManyFit, PolynomialKernel, TanhKernel
from solvers.arrays import Ints
from solvers.centring import ORIGIN, UNITS, Centred

from ...core.markup.mathtext import plain

INDENT = "\n    "


def coordinates_as_code(space: FeatureMap | Kernel, points: str) -> str:
    """The line that assigns the coordinates of ``points``: x1 and x2, or u1 and u2 about the origin of a map in its units."""
    if space.letter == "x":
        return f"x1, x2 = {points}[:, 0], {points}[:, 1]"
    return f"u1, u2 = ({placed_as_code(space, points)}).T"


def placed_as_code(space: FeatureMap | Kernel, points: str) -> str:
    """The points about the origin of a map or a kernel in its units."""
    if not isinstance(space, Centred) or space.is_plain:
        return points
    return f"({points} - np.array({list(space.origin or ORIGIN)})) / np.array({list(space.units or UNITS)})"


def features_as_code(features: FeatureMap) -> str | None:
    """The features as expressions of the coordinates, None where they cannot be written so (checked at some places)."""
    text = ", ".join(_expression(term) for term in features.terms)
    places = np.array([(0.3, -1.7), (1.1, 0.4), (-2.2, 0.9), (0.0, 0.5)])
    try:
        names: dict[str, Any] = {"np": np, "points": places}
        exec(f"{coordinates_as_code(features, 'points')}\nmade = np.column_stack([{text}])", names)
        made = names["made"]
    except (SyntaxError, NameError, TypeError, ValueError):
        return None
    expected = features.map(places)
    return text if made.shape == expected.shape and np.allclose(made, expected, rtol=1e-12) else None


def _expression(term: str) -> str:
    """``√2 x_1^2 x_2`` as ``np.sqrt(2) * x1**2 * x2``."""
    text = term.replace("\u2009", " ").replace("·", " ").strip()
    text = re.sub(r"√\{?(\d+)\}?", r"np.sqrt(\1)", text)
    text = re.sub(r"([xu])_(\d)", r"\1\2", text)
    text = re.sub(r"\^\{?(\d+)\}?", r"**\1", text)
    return re.sub(r"(?<=[\w)])\s+(?=[\w(])", " * ", text)


def scores_of_classes(name: str, many: ManyFit) -> str | None:
    """``name(points)``: the scores (k, K) of classes that have one function each, None where they have none or it cannot be
    written.
    """
    last, features = many.last, features_as_code(many.problem.features)
    if last.W is None or features is None or last.centre is None or last.f_centre is None:
        return None
    bent = "" if last.quadratic is None else f" + np.einsum('ni,kij,nj->nk', u, np.array({_numbers(last.quadratic)}), u)"
    slope = last.W if last.slope is None else last.slope
    body = f"return u @ np.array({_numbers(slope)}).T + np.array({_numbers(last.f_centre)}){bent}"
    return _function(name, many.problem.features, features, last.centre, body)


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
            *(() if problem.kernel.letter == "x" else (f"points = {placed_as_code(problem.kernel, 'points')}",)),
            f"Z = {placed_as_code(problem.kernel, f'np.array({_numbers(problem.X[rows])})')}",
            f"return {kernel} @ np.array({_numbers(weights)}) + {last.b!r}",
        )
        return f"def {name}(points):{INDENT}{INDENT.join(lines)}\n"
    features = features_as_code(problem.features)
    if last.w is None or features is None:
        return None
    centre = np.zeros(len(last.w)) if last.centre is None else last.centre
    offset = last.b if last.centre is None else last.f_centre
    bent = "" if last.quadratic is None else f" + ((u @ np.array({_numbers(last.quadratic)})) * u).sum(axis=1)"
    slope = last.w if last.slope is None else last.slope
    return _function(name, problem.features, features, centre, f"return u @ np.array({_numbers(slope)}) + {offset!r}{bent}")


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
