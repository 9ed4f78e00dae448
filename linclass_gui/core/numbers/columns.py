"""The scatters of a table in all its columns, and its discriminants."""

from __future__ import annotations

import numpy as np

from ..memo import memo
from ..planes import Plane, as_axis, discriminants, scatters
from ..scene import Scene
from ..user_error import UserError
from .block import Numbers, Table, exact_number, matrix
from .many_classes import NEEDS_CLASSES

NEEDS_TABLE = "Open a table of more than two columns of numbers."
WIDEST = 6  # columns of a matrix that is shown; of more, the traces


def scatter(scene: Scene) -> Numbers:
    """``C = C_B + C_W`` of all columns, as the plane has them: in their units, or standardised."""
    document = scene.document
    plane, dataset = document.plane, document.dataset
    if plane is None:
        return Numbers(needs=NEEDS_TABLE)
    return _scatter(plane, dataset.X, dataset.behind, dataset.labels) if min(dataset.counts) else Numbers(needs=NEEDS_CLASSES)


@memo
def _scatter(plane: Plane, X: np.ndarray, behind: np.ndarray, labels: np.ndarray) -> Numbers:
    Z = (plane.rows(X, behind) - plane.centre) / plane.scale
    within, between = scatters(Z, labels)
    away = Z - Z.mean(axis=0)
    total = away.T @ away
    named = (("C_B", between), ("C_W", within), ("C = C_B + C_W", total))
    formula = "$C_B = Σ_k n_k (m_k − m) (m_k − m)^T$"
    if len(plane.columns) > WIDEST:
        size = float(np.trace(total))
        lines = tuple((f"trace of ${symbol}$", exact_number(float(np.trace(C)), size)) for symbol, C in named)
        return Numbers(lines=lines, formula=formula)
    return Numbers(tuple(matrix(symbol, C) for symbol, C in named), formula=formula)


def solutions(scene: Scene) -> Numbers:
    """``C_B p = lambda C_W p`` in all columns: lambda, its share, and p of length 1."""
    document = scene.document
    plane, dataset = document.plane, document.dataset
    if plane is None:
        return Numbers(needs=NEEDS_TABLE)
    return _solutions(plane, dataset.X, dataset.behind, dataset.labels) if min(dataset.counts) else Numbers(needs=NEEDS_CLASSES)


@memo
def _solutions(plane: Plane, X: np.ndarray, behind: np.ndarray, labels: np.ndarray) -> Numbers:
    Z = (plane.rows(X, behind) - plane.centre) / plane.scale
    try:
        values, P = discriminants(*scatters(Z, labels))
    except UserError as error:
        return Numbers(needs=str(error))
    shown = min(len(np.unique(labels)) - 1, len(values))
    head = ("column", *(f"$p_{k}$" for k in range(1, shown + 1)))
    rows = [
        (as_axis(name), *(exact_number(float(p), 1.0) for p in row[:shown])) for name, row in zip(plane.columns, P, strict=True)
    ]
    total = float(values.sum()) or 1.0
    rows += [("$λ$", *(exact_number(float(value), float(values[0])) for value in values[:shown]))]
    rows += [("share of $Σλ$", *(exact_number(float(value) / total, 1.0) for value in values[:shown]))]
    return Numbers(table=Table(head, tuple(rows)), formula="$C_B p = λ C_W p$")
