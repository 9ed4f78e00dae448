"""Means, covariances and scatters of the classes, and Fisher's direction, as in a calculation by
hand.

Covariances are taken with ``1/(n_i - 1)`` and averaged with ``p_i = n_i/n``, as the worked example
of the Linear discriminants slides does; ``C_W`` and ``C_B`` are the unnormalised scatters of this
program.
"""

from __future__ import annotations

import re

import numpy as np

from solvers import Dataset, Floats

from ..markup.mathtext import escape_label
from ..memo import memo
from ..planes import scatters
from ..scene import Scene
from .block import Numbers, Table, exact_number, matrix

DIVISOR = (("$S$ divides by", "$n_i − 1$ (Gaussian classifier: $n_i$)"),)
NEEDS_TWO = "Each class needs at least two points."
SINGULAR = "The matrix is singular: the points of the classes lie on parallel lines."


def signs(dataset: Dataset) -> tuple[str, str]:
    """The indices of the first and the second class: the digits of their names ("class 1", "class
    2"), else + and −.
    """
    ends = [re.search(r"(\d)$", name) for name in dataset.class_names]
    if len(ends) == 2 and all(ends):
        plus, minus = (end[1] for end in (ends[1], ends[0]) if end)
        return plus, minus
    return "+", "−"


def of_classes(dataset: Dataset) -> tuple[Floats, Floats]:
    """The points of class + and those of class −."""
    return dataset.X[dataset.labels > 0], dataset.X[dataset.labels == 0]


def difference(dataset: Dataset) -> Floats:
    """``m_+ - m_-``."""
    plus, minus = (points.mean(axis=0) for points in of_classes(dataset))
    away: Floats = plus - minus
    return away


def means(scene: Scene) -> Numbers:
    """``m_1`` and ``m_2``."""
    both = zip(signs(scene.document.dataset), of_classes(scene.document.dataset), strict=True)
    return Numbers(tuple(matrix(f"m_{{{sign}}}", points.mean(axis=0)) for sign, points in both))


def means_of_many(scene: Scene) -> Numbers:
    """``n_k`` and ``m_k`` of every class, and the mean of all points."""
    dataset = scene.document.dataset
    groups = [
        (escape_label(name), dataset.X[dataset.labels == k])
        for k, name in enumerate(dataset.class_names)
    ]
    rows = [
        (
            name,
            str(len(points)),
            *(exact_number(value, 1.0) for value in points.mean(axis=0).tolist()),
        )
        for name, points in [*groups, ("all", dataset.X)]
    ]
    return Numbers(table=Table(("class", "$n_k$", "$m_{k1}$", "$m_{k2}$"), tuple(rows)))


def covariance(scene: Scene, place: int) -> Numbers:
    """``S_1`` or ``S_2``, with ``1/(n_i - 1)``, which a line says: the Gaussian classifier beside
    it divides by n_i.
    """
    points = of_classes(scene.document.dataset)[place]
    if len(points) < 2:
        return Numbers(needs=NEEDS_TWO)
    return Numbers(
        (matrix(f"S_{{{signs(scene.document.dataset)[place]}}}", np.cov(points, rowvar=False)),),
        DIVISOR,
    )


def average(dataset: Dataset) -> Floats | None:
    """``S_W = p_1 S_1 + p_2 S_2``, None while a class has fewer than two points."""
    plus, minus = of_classes(dataset)
    if len(plus) < 2 or len(minus) < 2:
        return None
    n = len(plus) + len(minus)
    covariance: Floats = len(plus) / n * np.cov(plus, rowvar=False) + len(minus) / n * np.cov(
        minus, rowvar=False
    )
    return covariance


def average_covariance(scene: Scene) -> Numbers:
    """``S_W = p_1 S_1 + p_2 S_2``."""
    S = average(scene.document.dataset)
    return Numbers(needs=NEEDS_TWO) if S is None else Numbers((matrix("S_W", S),), DIVISOR)


def inverse_of(S: Floats) -> Floats | None:
    """The inverse of a 2 x 2 covariance, None where it is singular."""
    scale = float(np.trace(S))
    determinant = float(S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0])
    if scale <= 0.0 or determinant <= 1e-13 * scale * scale:
        return None
    inverse: Floats = np.array([[S[1, 1], -S[0, 1]], [-S[1, 0], S[0, 0]]]) / determinant
    return inverse


def inverse_average(dataset: Dataset) -> Floats | str:
    """``S_W^-1``, or the sentence that says why there is none."""
    S = average(dataset)
    inverse = None if S is None else inverse_of(S)
    return (NEEDS_TWO if S is None else SINGULAR) if inverse is None else inverse


def inverse_covariance(scene: Scene) -> Numbers:
    """``S_W^-1``."""
    inverse = inverse_average(scene.document.dataset)
    return (
        Numbers(needs=inverse)
        if isinstance(inverse, str)
        else Numbers((matrix("S_W^{-1}", inverse),))
    )


def direction(scene: Scene) -> Numbers:
    """``w = S_W^-1 (m_1 - m_2)``, and the same for the unnormalised scatter."""
    dataset = scene.document.dataset
    inverse = inverse_average(dataset)
    if isinstance(inverse, str):
        return Numbers(needs=inverse)
    one, two = signs(dataset)
    return Numbers(
        (matrix(f"w = S_W^{{-1}} (m_{{{one}}} − m_{{{two}}})", inverse @ difference(dataset)),)
    )


@memo
def scatters_of(dataset: Dataset) -> tuple[Floats, Floats]:
    """``C_W``, and ``C_B = sum n_k (m_k - m)(m_k - m)'``, of any number of classes."""
    return scatters(dataset.X, dataset.labels)


def within(scene: Scene) -> Numbers:
    """``C_W``, the unnormalised scatter within the classes."""
    return Numbers((matrix("C_W", scatters_of(scene.document.dataset)[0]),))


def between(scene: Scene) -> Numbers:
    """``C_B = (m_+ - m_-)(m_+ - m_-)'``."""
    d = difference(scene.document.dataset)
    return Numbers((matrix("C_B", np.outer(d, d)),))


def between_many(scene: Scene) -> Numbers:
    """``C_B = sum n_k (m_k - m)(m_k - m)'``."""
    return Numbers((matrix("C_B", scatters_of(scene.document.dataset)[1]),))


def total(scene: Scene) -> Numbers:
    """``C = C_W + (n_+ n_-/n) C_B``, the scatter of all points about their mean."""
    dataset = scene.document.dataset
    away, (minus, plus) = dataset.X - dataset.X.mean(axis=0), dataset.counts
    factor = exact_number(plus * minus / (plus + minus), 1.0)
    return Numbers(
        (matrix("C", away.T @ away),), (("$C = C_W + β C_B$ with $β = n_+ n_−/n$ =", factor),)
    )


def total_of_many(scene: Scene) -> Numbers:
    """``C = C_W + C_B``."""
    within, between = scatters_of(scene.document.dataset)
    return Numbers((matrix("C = C_W + C_B", within + between),))
