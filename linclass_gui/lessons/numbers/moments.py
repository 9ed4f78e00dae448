"""Means, covariances and scatters of the classes, Fisher's direction and his criterion, by hand.

Covariances are taken with ``1/(n_i - 1)``, as the worked example of the Linear discriminants slides
does; ``C_W`` and ``C_B`` are the unnormalised scatters of this program, and ``S_W`` is ``C_W/(n -
2)``, so that its w has the direction of the fit whatever the sizes of the classes.
"""

from __future__ import annotations

import math
import re

import numpy as np

from solvers import Dataset, Floats

from ...answers.decision import plane_line, trial_line
from ...markup.mathtext import escape_label
from ...markup.numbers import DUST, MINUS, number, significant
from ...scene.memo import memo
from ...scene.planes import scatters
from ...scene.scene import PairScene, Scene
from .block import NeedsError, Numbers, TableOfNumbers, exact_number, matrix, needed

DIVISOR = (("$S$ divides by", "$n_i − 1$ (Gaussian classifier: $n_i$)"),)
NEEDS_TWO = "Each class needs at least two points."
NEEDS_THREE = "It needs at least three points."
# a short whole number at the end of a name: no decimals, and no sign (-1 beside 1)
NUMBERED = re.compile(r"(?<![\d.,])(?<!^[-−])\d{1,2}$")
SINGULAR = "The matrix is singular: the points of the classes lie on parallel lines."


def signs(dataset: Dataset) -> tuple[str, str]:
    """The indices of class + and class −: the numbers at the end of their names ("class 1", "class
    2") where these tell them apart, else + and −.
    """
    ends = [match[0] for name in dataset.class_names if (match := NUMBERED.search(name))]
    if len(ends) == 2 and ends[0] != ends[1]:
        return ends[1], ends[0]
    return "+", "−"


def of_classes(dataset: Dataset) -> tuple[Floats, Floats]:
    """The points of class +, and the points of class −."""
    return dataset.X[dataset.labels > 0], dataset.X[dataset.labels == 0]


def difference(dataset: Dataset) -> Floats:
    """``m_+ - m_-``."""
    plus, minus = (points.mean(axis=0) for points in of_classes(dataset))
    vector: Floats = plus - minus
    return vector


def means_coincide(dataset: Dataset) -> bool:
    """Whether the means of the classes are one but for rounding, so that no direction is the
    best.
    """
    means = [dataset.X[dataset.labels == k].mean(axis=0) for k in np.unique(dataset.labels)]
    return bool((np.ptp(means, axis=0) <= DUST * sizes(dataset.X)).all())


def sizes(X: Floats) -> Floats:
    """The largest number of each column, without its sign."""
    largest: Floats = np.abs(X).max(axis=0, initial=0.0)
    return largest


def means(scene: Scene) -> Numbers:
    """``m_1`` and ``m_2``."""
    scale = sizes(scene.document.dataset.X)
    points_by_sign = zip(
        signs(scene.document.dataset), of_classes(scene.document.dataset), strict=True
    )
    return Numbers(
        tuple(
            matrix(f"m_{{{sign}}}", points.mean(axis=0), scale=scale)
            for sign, points in points_by_sign
        )
    )


def means_of_many(scene: Scene) -> Numbers:
    """``n_k`` and ``m_k`` of every class, and the mean of all points."""
    dataset = scene.document.dataset
    groups = [
        (escape_label(name), dataset.X[dataset.labels == k])
        for k, name in enumerate(dataset.class_names)
    ]
    units = sizes(dataset.X).tolist()
    rows = [
        (
            name,
            str(len(points)),
            *(
                exact_number(value, unit)
                for value, unit in zip(points.mean(axis=0).tolist(), units, strict=True)
            ),
        )
        for name, points in [*groups, ("all", dataset.X)]
    ]
    return Numbers(table=TableOfNumbers(("class", "$n_k$", "$m_{k1}$", "$m_{k2}$"), tuple(rows)))


def covariance(scene: Scene, place: int) -> Numbers:
    """``S_1`` or ``S_2``, with ``1/(n_i - 1)``, as a line explains: the Gaussian classifier beside
    it divides by n_i.
    """
    points = of_classes(scene.document.dataset)[place]
    if len(points) < 2:
        raise NeedsError(NEEDS_TWO)
    symbol = f"S_{{{signs(scene.document.dataset)[place]}}}"
    S = matrix(symbol, np.cov(points, rowvar=False))
    return Numbers((S,), DIVISOR)


def pooled(dataset: Dataset) -> Floats:
    """``S_W = C_W/(n - 2)``: the covariances of the classes averaged with weights ``n_i - 1``."""
    if len(dataset) < 3:
        raise NeedsError(NEEDS_THREE)
    return scatters_of(dataset)[0] / (len(dataset) - 2)


def average_covariance(scene: Scene) -> Numbers:
    """``S_W = C_W/(n - 2)``."""
    S = pooled(scene.document.dataset)
    divisor = ("$S_W = C_W/(n − 2)$ with $n − 2$ =", str(len(scene.document.dataset) - 2))
    return Numbers((matrix("S_W", S),), (divisor,))


def inverse_of(S: Floats) -> Floats | None:
    """The inverse of a 2 x 2 covariance, None where it is singular."""
    scale = float(np.trace(S))
    determinant = float(S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0])
    if scale <= 0.0 or determinant <= 1e-13 * scale * scale:
        return None
    inverse: Floats = np.array([[S[1, 1], -S[0, 1]], [-S[1, 0], S[0, 0]]]) / determinant
    return inverse


def inverse_pooled(dataset: Dataset) -> Floats:
    """``S_W^-1``."""
    return needed(inverse_of(pooled(dataset)), SINGULAR)


def inverse_covariance(scene: Scene) -> Numbers:
    """``S_W^-1``."""
    return Numbers((matrix("S_W^{-1}", inverse_pooled(scene.document.dataset)),))


def direction(scene: Scene) -> Numbers:
    """``w = S_W^-1 (m_1 - m_2)``, which is n - 2 times that of the unnormalised scatter."""
    dataset = scene.document.dataset
    inverse = inverse_pooled(dataset)
    one, two = signs(dataset)
    d = difference(dataset)
    return Numbers((matrix(f"w = S_W^{{-1}} (m_{{{one}}} − m_{{{two}}})", inverse @ d),))


@memo
def scatters_of(dataset: Dataset) -> tuple[Floats, Floats]:
    """``C_W``, and ``C_B = sum n_k (m_k - m)(m_k - m)'``, of any number of classes."""
    return scatters(dataset.X, dataset.labels)


def within(scene: Scene) -> Numbers:
    """``C_W``, the unnormalised scatter within the classes."""
    return Numbers((matrix("C_W", scatters_of(scene.document.dataset)[0]),))


def _between(scene: Scene) -> Floats:
    """``(m_+ - m_-)(m_+ - m_-)'`` of two classes, ``sum n_k (m_k - m)(m_k - m)'`` of more."""
    dataset = scene.document.dataset
    if scene.is_many:
        return scatters_of(dataset)[1]
    d = difference(dataset)
    return np.outer(d, d)


def between(scene: Scene) -> Numbers:
    """``C_B``, the scatter between the classes."""
    return Numbers((matrix("C_B", _between(scene)),))


def total(scene: Scene) -> Numbers:
    """``C = C_W + (n_+ n_-/n) C_B``, the scatter of all points about their mean."""
    dataset = scene.document.dataset
    deviations, (minus, plus) = dataset.X - dataset.X.mean(axis=0), dataset.counts
    factor = exact_number(plus * minus / (plus + minus), 1.0)
    line = "$C = C_W + β C_B$ with $β = n_+ n_−/n$ =", factor
    return Numbers((matrix("C", deviations.T @ deviations),), (line,))


def total_of_many(scene: Scene) -> Numbers:
    """``C = C_W + C_B``."""
    within, between = scatters_of(scene.document.dataset)
    return Numbers((matrix("C = C_W + C_B", within + between),))


NEEDS_LINE = "Select a method with a line, or draw a trial line (T)."
FACTORS = (1.0, 2.0, -3.0)  # w, and multiples of it that leave J as it is


def projections(scene: PairScene) -> Numbers:
    """Distance of the projected means, ``sigma_(w,+)^2`` and ``sigma_(w,-)^2`` (sums over the
    class) and J, for w, multiples of it and the unit vector.
    """
    dataset, trial = scene.document.dataset, scene.document.trial
    by_hand = None if trial is None else trial_line(trial)
    line = needed(plane_line(scene.drawn_fit) or by_hand, NEEDS_LINE)
    rows = []
    multiples = {
        "$w$" if factor == 1.0 else f"${number(factor, 0)} w$": factor * line.normal
        for factor in FACTORS
    }
    length = float(np.linalg.norm(line.normal))
    if length > 0.0:
        multiples["$w/‖w‖$"] = line.normal / length
    for name, w in multiples.items():
        rows.append((name, *(significant(value, 4) for value in _projections(dataset, w))))
    one, two = signs(dataset)
    head = (
        "",
        f"$<w, m_{{{one}}} {MINUS} m_{{{two}}}>$",
        f"$σ_{{w,{one}}}^2$",
        f"$σ_{{w,{two}}}^2$",
        "$J$",
    )
    return Numbers(
        (matrix("w", line.normal),),
        (("$‖w‖$", exact_number(length)),),
        formula="With $‖w‖ = 1$ the number $<w, x>$ is the projection itself.",
        table=TableOfNumbers(head, tuple(rows)),
    )


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
    inverse = inverse_pooled(dataset)
    d, scatter = difference(dataset), inverse_of(scatters_of(dataset)[0])
    largest = exact_number(float(d @ inverse @ d), 1.0)
    lines = [("eigenvalues", f"{largest} and 0"), ("$J$ with $S_W$", largest)]
    if scatter is not None:
        lines.append(("$J$ with the sums $C_W$", exact_number(float(d @ scatter @ d), 1.0)))
    return Numbers((matrix("S_W^{-1} S_B", inverse @ np.outer(d, d)),), tuple(lines))


def _discriminants(inverse: Floats, between: Floats) -> tuple[Floats, Floats]:
    """``C_W^-1 C_B w = lambda w``: the eigenvalues, the largest first, and a row of length 1 for
    each; from ``inverse``, that of C_W.
    """
    values, vectors = np.linalg.eig(inverse @ between)
    order = np.argsort(-values.real)
    return values.real[order], vectors.real.T[order]


def eigenvalues(scene: Scene) -> Numbers:
    """``C_W^-1 C_B w = lambda w``: the eigenvalues are J of the projections, at most K - 1 of them
    are not 0.
    """
    within, between = scatters_of(scene.document.dataset)
    inverse = needed(inverse_of(within), SINGULAR)
    values, rows = _discriminants(inverse, between)
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
    deviations = dataset.X - dataset.X.mean(axis=0)
    values, vectors = np.linalg.eigh(deviations.T @ deviations / len(deviations))
    rows = vectors.T[::-1]
    return values[::-1], rows * np.where(rows[:, :1] < 0.0, -1.0, 1.0)


def principal(scene: Scene) -> Numbers:
    """The principal components, which are computed without the classes, and J of the first one
    beside the largest J, that of the first discriminant.
    """
    dataset = scene.document.dataset
    within, between = scatters_of(dataset)[0], _between(scene)
    inverse = inverse_of(within)
    values, rows = components(dataset)
    share = float(values[0] / values.sum()) if values.sum() > 0.0 else math.nan
    lines = [
        (
            "variance along $v_1$, of all",
            f"{significant(float(values[0]), 4)}, {number(100.0 * share, 1)} %",
        )
    ]
    if means_coincide(dataset):
        lines.append(("largest $J$", "0: the class means are equal"))
    elif inverse is not None:
        (largest, *_), (w, *_) = _discriminants(inverse, between)
        v = rows[0]
        turn = math.degrees(math.acos(min(1.0, abs(float(v @ w)) / float(np.linalg.norm(w)))))
        J = float(v @ between @ v / (v @ within @ v))
        lines.append(("$J(v_1)$", significant(J, 4)))
        lines.append(("largest $J$", significant(float(largest), 4)))
        lines.append(("from $v_1$ to Fisher’s $w$", f"{number(turn, 1)}°"))
    return Numbers((matrix("v_1", rows[0]), matrix("v_2", rows[1])), tuple(lines))
