"""Fisher's criterion by hand: projections on w, the eigenvalue problem, and the principal component
beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from solvers import Dataset, Floats

from ..fits.decision import plane_line, trial_line
from ..markup.ticks import MINUS, number, significant
from ..scene import Scene
from .block import Numbers, Table, exact_number, matrix
from .moments import (
    SINGULAR,
    difference,
    inverse_average,
    inverse_of,
    of_classes,
    scatters_of,
    signs,
)

NEEDS_LINE = "Select a method with a line, or draw a trial line (T)."
FACTORS = (1.0, 2.0, -3.0)  # w, and multiples of it that leave J as it is


def projections(scene: Scene) -> Numbers:
    """Distance of the projected means, ``sigma_(w,+)^2`` and ``sigma_(w,-)^2`` (sums over the
    class) and J, for w and multiples.
    """
    dataset, trial = scene.document.dataset, scene.document.trial
    line = None if scene.with_model is None else plane_line(scene.with_model[1])
    line = trial_line(trial) if line is None and trial is not None else line
    if line is None:
        return Numbers(needs=NEEDS_LINE)
    rows = []
    for factor in FACTORS:
        name = "$w$" if factor == 1.0 else f"${number(factor, 0)} w$"
        rows.append(
            (
                name,
                *(significant(value, 4) for value in _projections(dataset, factor * line.normal)),
            )
        )
    one, two = signs(dataset)
    head = (
        "",
        f"$<w, m_{{{one}}} {MINUS} m_{{{two}}}>$",
        f"$σ_{{w,{one}}}^2$",
        f"$σ_{{w,{two}}}^2$",
        "$J$",
    )
    return Numbers((matrix("w", line.normal),), table=Table(head, tuple(rows)))


def _projections(dataset: Dataset, w: Floats) -> tuple[float, float, float, float]:
    """``<w, m_+ - m_->``, the squared deviations of each class from its mean along w, summed, and
    J.
    """
    apart = float(w @ difference(dataset))
    plus, minus = (
        float((((points - points.mean(axis=0)) @ w) ** 2).sum()) for points in of_classes(dataset)
    )
    return apart, plus, minus, apart**2 / (plus + minus) if plus + minus else math.inf


def eigenvalue(scene: Scene) -> Numbers:
    """``S_W^-1 S_B w = lambda w`` with ``S_B = d d'``: one eigenvalue is J, the other one 0; and J
    of the unnormalised scatter.
    """
    dataset = scene.document.dataset
    inverse = inverse_average(dataset)
    if isinstance(inverse, str):
        return Numbers(needs=inverse)
    d, scatter = difference(dataset), inverse_of(scatters_of(dataset)[0])
    largest = exact_number(float(d @ inverse @ d), 1.0)
    lines = [("eigenvalues", f"{largest} and 0"), ("$J$ with $S_W$", largest)]
    if scatter is not None:
        lines.append(("$J$ with the sums $C_W$", exact_number(float(d @ scatter @ d), 1.0)))
    return Numbers((matrix("S_W^{-1} S_B", inverse @ np.outer(d, d)),), tuple(lines))


def eigenvalues(scene: Scene) -> Numbers:
    """``C_W^-1 C_B w = lambda w``: the eigenvalues are J of the projections, at most K - 1 of them
    are not 0.
    """
    within, between = scatters_of(scene.document.dataset)
    inverse = inverse_of(within)
    if inverse is None:
        return Numbers(needs=SINGULAR)
    values, vectors = np.linalg.eig(inverse @ between)
    order = np.argsort(-values.real)
    values, rows = values.real[order], vectors.real.T[order]
    lines = tuple(
        (f"$λ_{k} = J(w_{k})$", exact_number(float(value), float(values[0])))
        for k, value in enumerate(values, 1)
    )
    unit = tuple(matrix(f"w_{k}", row / np.linalg.norm(row)) for k, row in enumerate(rows, 1))
    return Numbers((matrix("C_W^{-1} C_B", inverse @ between), *unit), lines)


def components(dataset: Dataset) -> tuple[Floats, Floats]:
    """The eigenvalues of ``C/n``, the largest first, and its eigenvectors as rows, the first entry
    that is not 0 positive.
    """
    away = dataset.X - dataset.X.mean(axis=0)
    values, vectors = np.linalg.eigh(away.T @ away / len(away))
    rows = vectors.T[::-1]
    return values[::-1], rows * np.where(rows[:, :1] < 0.0, -1.0, 1.0)


def principal(scene: Scene) -> Numbers:
    """The principal components, which do not know the classes, and J of the first one beside the
    largest J.
    """
    dataset = scene.document.dataset
    inverse, d = inverse_of(scatters_of(dataset)[0]), difference(dataset)
    best = None if inverse is None else (inverse @ d, float(d @ inverse @ d))
    return _components_beside(dataset, lambda v: _projections(dataset, v)[-1], best)


def principal_of_many(scene: Scene) -> Numbers:
    """The same beside the first of the discriminants of all classes, whose J is the largest
    eigenvalue.
    """
    dataset = scene.document.dataset
    within, between = scatters_of(dataset)
    inverse = inverse_of(within)
    best = None
    if inverse is not None:
        values, vectors = np.linalg.eig(inverse @ between)
        first = int(np.argmax(values.real))
        best = vectors.real[:, first], float(values.real[first])
    return _components_beside(dataset, lambda v: float(v @ between @ v / (v @ within @ v)), best)


def _components_beside(
    dataset: Dataset, J: Callable[[Floats], float], best: tuple[Floats, float] | None
) -> Numbers:
    values, rows = components(dataset)
    share = float(values[0] / values.sum()) if values.sum() > 0.0 else math.nan
    lines = [
        (
            "variance along $v_1$, of all",
            f"{significant(float(values[0]), 4)}, {number(100.0 * share, 1)} %",
        )
    ]
    if best is not None:
        w, largest = best
        turn = abs(float(rows[0] @ w)) / max(float(np.linalg.norm(w)), 1e-300)
        lines.append(("$J(v_1)$", significant(J(rows[0]), 4)))
        lines.append(("largest $J$", significant(largest, 4)))
        lines.append(
            ("from $v_1$ to Fisher’s $w$", f"{number(math.degrees(math.acos(min(1.0, turn))), 1)}°")
        )
    return Numbers((matrix("v_1", rows[0]), matrix("v_2", rows[1])), tuple(lines))
