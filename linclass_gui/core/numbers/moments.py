"""Means, covariances and scatters of the two classes, and Fisher's direction, as in a calculation by hand.

Covariances are taken with ``1/(n_i - 1)`` and averaged with ``p_i = n_i/n``, as the worked example of the Linear discriminants
slides does; ``C_W`` and ``C_B`` are the unnormalised scatters of this program.
"""

from __future__ import annotations

import re

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import locked

from ..memo import memo
from ..scene import Scene
from .block import Numbers, exact_number, matrix

NEEDS_CLASSES = "Both classes need at least one point."
NEEDS_TWO = "Each class needs at least two points."
SINGULAR = "The matrix is singular: the points of the classes lie on parallel lines."


def signs(dataset: Dataset) -> tuple[str, str]:
    """The indices of the first and the second class: the digits of their names ("class 1", "class 2"), else + and −."""
    ends = [re.search(r"(\d)$", name) for name in dataset.class_names]
    if len(ends) == 2 and all(ends):
        plus, minus = (end[1] for end in (ends[1], ends[0]) if end)
        return plus, minus
    return "+", "−"


@memo
def of_classes(dataset: Dataset) -> tuple[Floats, Floats]:
    """The points of class + and those of class −."""
    return locked(dataset.X[dataset.labels > 0]), locked(dataset.X[dataset.labels == 0])


def _mean(points: Floats) -> Floats:
    mean: Floats = points.mean(axis=0)
    return mean


def _covariance(points: Floats) -> Floats:
    away = points - points.mean(axis=0)
    covariance: Floats = away.T @ away / (len(points) - 1)
    return covariance


def means(scene: Scene) -> Numbers:
    """``m_1`` and ``m_2``."""
    plus, minus = of_classes(scene.document.dataset)
    if not len(plus) or not len(minus):
        return Numbers(needs=NEEDS_CLASSES)
    one, two = signs(scene.document.dataset)
    return Numbers((matrix(f"m_{{{one}}}", _mean(plus)), matrix(f"m_{{{two}}}", _mean(minus))))


def first_covariance(scene: Scene) -> Numbers:
    """``S_1``, with ``1/(n_1 - 1)``."""
    return _one_covariance(scene, 0)


def second_covariance(scene: Scene) -> Numbers:
    """``S_2``, with ``1/(n_2 - 1)``."""
    return _one_covariance(scene, 1)


def _one_covariance(scene: Scene, place: int) -> Numbers:
    points = of_classes(scene.document.dataset)[place]
    if len(points) < 2:
        return Numbers(needs=NEEDS_TWO)
    return Numbers((matrix(f"S_{{{signs(scene.document.dataset)[place]}}}", _covariance(points)),))


def average(dataset: Dataset) -> Floats | None:
    """``S_W = p_1 S_1 + p_2 S_2``, None while a class has fewer than two points."""
    plus, minus = of_classes(dataset)
    if len(plus) < 2 or len(minus) < 2:
        return None
    n = len(plus) + len(minus)
    covariance: Floats = len(plus) / n * _covariance(plus) + len(minus) / n * _covariance(minus)
    return covariance


def average_covariance(scene: Scene) -> Numbers:
    """``S_W = p_1 S_1 + p_2 S_2``."""
    S = average(scene.document.dataset)
    return Numbers(needs=NEEDS_TWO) if S is None else Numbers((matrix("S_W", S),))


def inverse_of(S: Floats) -> Floats | None:
    """The inverse of a 2 x 2 covariance, None where it is singular."""
    scale = float(np.trace(S))
    determinant = float(S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0])
    if scale <= 0.0 or determinant <= 1e-13 * scale * scale:
        return None
    inverse: Floats = np.array([[S[1, 1], -S[0, 1]], [-S[1, 0], S[0, 0]]]) / determinant
    return inverse


def inverse_covariance(scene: Scene) -> Numbers:
    """``S_W^-1``."""
    S = average(scene.document.dataset)
    inverse = None if S is None else inverse_of(S)
    if inverse is None:
        return Numbers(needs=NEEDS_TWO if S is None else SINGULAR)
    return Numbers((matrix("S_W^{-1}", inverse),))


def direction(scene: Scene) -> Numbers:
    """``w = S_W^-1 (m_1 - m_2)``, and the same for the unnormalised scatter."""
    dataset = scene.document.dataset
    S = average(dataset)
    inverse = None if S is None else inverse_of(S)
    if inverse is None:
        return Numbers(needs=NEEDS_TWO if S is None else SINGULAR)
    plus, minus = of_classes(dataset)
    one, two = signs(dataset)
    w = inverse @ (_mean(plus) - _mean(minus))
    return Numbers((matrix(f"w = S_W^{{-1}} (m_{{{one}}} − m_{{{two}}})", w),))


def within(scene: Scene) -> Numbers:
    """``C_W``, the unnormalised scatter within the classes."""
    plus, minus = of_classes(scene.document.dataset)
    if not len(plus) or not len(minus):
        return Numbers(needs=NEEDS_CLASSES)
    parts = [(points - points.mean(axis=0)) for points in (plus, minus)]
    return Numbers((matrix("C_W", sum(part.T @ part for part in parts)),))


def between(scene: Scene) -> Numbers:
    """``C_B = (m_+ - m_-)(m_+ - m_-)'``."""
    plus, minus = of_classes(scene.document.dataset)
    if not len(plus) or not len(minus):
        return Numbers(needs=NEEDS_CLASSES)
    d = _mean(plus) - _mean(minus)
    return Numbers((matrix("C_B", np.outer(d, d)),))


def total(scene: Scene) -> Numbers:
    """``C = C_W + (n_+ n_-/n) C_B``, the scatter of all points about their mean."""
    dataset = scene.document.dataset
    plus, minus = of_classes(dataset)
    if not len(plus) or not len(minus):
        return Numbers(needs=NEEDS_CLASSES)
    away = dataset.X - dataset.X.mean(axis=0)
    factor = len(plus) * len(minus) / len(dataset)
    return Numbers((matrix("C", away.T @ away),), (("$C = C_W + β C_B$ with $β = n_+ n_−/n$ =", exact_number(factor, 1.0)),))
