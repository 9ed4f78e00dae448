"""Means, scatters and Fisher's eigenvalue problem of K classes, as in a calculation by hand."""

from __future__ import annotations

import numpy as np

from solvers import Floats, ManyFit
from solvers.arrays import Ints, locked

from ..markup.mathtext import escape_label
from ..markup.ticks import significant
from ..memo import memo
from ..scene import Scene
from .block import Numbers, Table, exact_number, matrix
from .moments import SINGULAR, inverse_of

NEEDS_CLASSES = "Every class needs at least one point."
NEEDS_SOFTMAX = "Select a method that sees all classes at once."


@memo
def _scatters(X: Floats, labels: Ints, K: int) -> tuple[Floats, Floats] | None:
    """C_W and C_B, None while a class has no point."""
    groups = [X[labels == k] for k in range(K)]
    if not all(map(len, groups)):
        return None
    mean, within, between = X.mean(axis=0), np.zeros((2, 2)), np.zeros((2, 2))
    for points in groups:
        away, d = points - points.mean(axis=0), points.mean(axis=0) - mean
        within += away.T @ away
        between += len(points) * np.outer(d, d)
    return locked(within), locked(between)


def _of(scene: Scene) -> tuple[Floats, Floats] | None:
    dataset = scene.document.dataset
    return _scatters(dataset.X, dataset.labels, len(dataset.class_names))


def means(scene: Scene) -> Numbers:
    """``n_k`` and ``m_k`` of every class, and the mean of all points."""
    dataset = scene.document.dataset
    if _of(scene) is None:
        return Numbers(needs=NEEDS_CLASSES)
    groups = [(escape_label(name), dataset.X[dataset.labels == k]) for k, name in enumerate(dataset.class_names)]
    rows = [(name, str(len(points)), *_pair(points)) for name, points in [*groups, ("all", dataset.X)]]
    return Numbers(table=Table(("class", "$n_k$", "$m_{k1}$", "$m_{k2}$"), tuple(rows)))


def _pair(points: Floats) -> tuple[str, str]:
    one, two = points.mean(axis=0).tolist()
    return exact_number(one, 1.0), exact_number(two, 1.0)


def within(scene: Scene) -> Numbers:
    """``C_W``, the sum of the scatters of all classes."""
    found = _of(scene)
    return Numbers(needs=NEEDS_CLASSES) if found is None else Numbers((matrix("C_W", found[0]),))


def between(scene: Scene) -> Numbers:
    """``C_B = sum n_k (m_k - m)(m_k - m)'``."""
    found = _of(scene)
    return Numbers(needs=NEEDS_CLASSES) if found is None else Numbers((matrix("C_B", found[1]),))


def total(scene: Scene) -> Numbers:
    """``C = C_W + C_B``."""
    found = _of(scene)
    return Numbers(needs=NEEDS_CLASSES) if found is None else Numbers((matrix("C = C_W + C_B", found[0] + found[1]),))


def eigenvalues(scene: Scene) -> Numbers:
    """``C_W^-1 C_B w = lambda w``: the eigenvalues are J of the projections, at most K - 1 of them are not 0."""
    found = _of(scene)
    if found is None:
        return Numbers(needs=NEEDS_CLASSES)
    inverse = inverse_of(found[0])
    if inverse is None:
        return Numbers(needs=SINGULAR)
    values, vectors = np.linalg.eig(inverse @ found[1])
    order = np.argsort(-values.real)
    values, rows = values.real[order], vectors.real.T[order]
    lines = tuple((f"$λ_{k} = J(w_{k})$", exact_number(float(value), float(values[0]))) for k, value in enumerate(values, 1))
    unit = tuple(matrix(f"w_{k}", row / np.linalg.norm(row)) for k, row in enumerate(rows, 1))
    return Numbers((matrix("C_W^{-1} C_B", inverse @ found[1]), *unit), lines)


def nothing(scene: Scene) -> Numbers:
    """Of two classes there is one score."""
    return Numbers(needs=NEEDS_SOFTMAX)


def relative(scene: Scene) -> Numbers:
    """``w_k - w_K`` and ``b_k - b_K``: the scores beside those of the last class, the reference."""
    fit = None if scene.chosen is None else scene.chosen[1]
    W = None if not isinstance(fit, ManyFit) or not fit.has_model else fit.W
    if fit is None or W is None or W.shape[1] > 5 or fit.members:
        return Numbers(needs=NEEDS_SOFTMAX)
    names = [escape_label(name) for name in scene.document.dataset.class_names]
    rows = [
        (name, *(significant(float(value), 4) for value in (*(W[k] - W[-1]), fit.b[k] - fit.b[-1]))) for k, name in enumerate(names)
    ]
    head = ("class", *(f"$w_{{k{j + 1}}} − w_{{K{j + 1}}}$" for j in range(W.shape[1])), "$b_k − b_K$")
    return Numbers(table=Table(head, tuple(rows)))
