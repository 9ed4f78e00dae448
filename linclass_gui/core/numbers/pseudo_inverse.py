"""Least squares by hand: the rows ``y (1, x)`` of Y, its pseudo-inverse, and the weights ``a = (b,
w)`` for targets of 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import numpy as np

from solvers import Dataset, Floats, Method
from solvers.arrays import locked

from ..memo import memo
from ..scene import Scene
from .block import LARGEST, NEEDS_POINTS, Numbers, Table, exact_number, matrix

EPSILONS = (1.0, 0.1, 0.01, 0.001)
MANY = 2000  # points up to which the pseudo-inverse is computed


def _has_offset(scene: Scene) -> bool:
    """Whether the selected method fits b: else its samples are ``y x``, without a first entry of
    1.
    """
    method = scene.document.selected_method
    return method is None or not isinstance(method.method, Method) or method.method.has_offset


@memo
def normalised_rows(dataset: Dataset, has_offset: bool = True) -> Floats:
    """Y (n, 3): the rows (1, x1, x2) of class +, and those of class - with their signs turned;
    class + first, as one writes it.

    Without an offset the rows are (x1, x2).
    """
    order = np.argsort(dataset.labels == 0, kind="stable")
    rows = (np.column_stack([np.ones(len(dataset)), dataset.X]) if has_offset else dataset.X)[order]
    return locked(np.where(dataset.labels[order] > 0, 1.0, -1.0)[:, None] * rows)


def samples(scene: Scene) -> Numbers:
    """Y."""
    Y = normalised_rows(scene.document.dataset, _has_offset(scene))
    return Numbers((matrix("Y", Y, fractions=True),)) if len(Y) else Numbers(needs=NEEDS_POINTS)


def _of_inverse(block: Callable[[Floats, Floats], Numbers]) -> Callable[[Scene], Numbers]:
    """A block about Y and its pseudo-inverse, as one about a scene."""

    @wraps(block)
    def of_scene(scene: Scene) -> Numbers:
        n, rows = len(scene.document.dataset), (scene.document.dataset, _has_offset(scene))
        if not 0 < n <= MANY:
            return Numbers(needs=f"Shown for up to {MANY} points." if n else NEEDS_POINTS)
        return block(normalised_rows(*rows), _pseudo_inverse(*rows))

    return of_scene


@memo
def _pseudo_inverse(dataset: Dataset, has_offset: bool) -> Floats:
    return locked(np.linalg.pinv(normalised_rows(dataset, has_offset)))


@_of_inverse
def inverse(Y: Floats, P: Floats) -> Numbers:
    """``Y^+ = (Y'Y)^-1 Y'``."""
    if P.shape[1] > LARGEST:
        return Numbers((matrix("(Y^+)^T", P.T, fractions=True),))
    return Numbers((matrix("Y^+", P, fractions=True),))


@_of_inverse
def weights(Y: Floats, P: Floats) -> Numbers:
    """``a = Y^+ 1``."""
    return Numbers((matrix("a = Y^+ 1", P.sum(axis=1), fractions=True),))


@_of_inverse
def limit(Y: Floats, P: Floats) -> Numbers:
    """``a = (Y'Y + epsilon I)^-1 Y' 1`` for epsilon that falls to 0, and its limit ``Y^+ 1``;
    unlike a ridge it penalises b.
    """
    found = [
        (f"{e:g}", np.linalg.solve(Y.T @ Y + e * np.eye(Y.shape[1]), Y.sum(axis=0)))
        for e in EPSILONS
    ]
    rows = tuple(
        (name, *(exact_number(float(value), 1.0) for value in a))
        for name, a in [*found, ("→ 0", P.sum(axis=1))]
    )
    names = ("$b$", "$w_1$", "$w_2$")[-Y.shape[1] :]
    return Numbers(table=Table(("$ε$", *names), rows))
