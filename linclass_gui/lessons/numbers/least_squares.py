"""Least squares by hand: the pseudo-inverse, and two lemmas in numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps

import numpy as np

from solvers import Dataset, Floats, separability
from solvers.arrays import locked
from solvers.losses import SQUARED

from ...answers.decision import first_fit
from ...markup.numbers import magnitude, significant
from ...scene.memo import memo
from ...scene.scene import PairScene, Scene
from .block import LARGEST, NEEDS_POINTS, NeedsError, Numbers, TableOfNumbers, exact_number, matrix

EPSILONS = (1.0, 0.1, 0.01, 0.001)
MOST_POINTS = 2000  # points up to which the pseudo-inverse is computed


def _has_offset(scene: Scene) -> bool:
    """Whether the selected method fits b: else its samples are ``y x``, without a first entry of
    1.
    """
    method = scene.document.selected_method
    return method is None or method.method.has_offset


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
    if not len(scene.document.dataset):
        raise NeedsError(NEEDS_POINTS)
    Y = normalised_rows(scene.document.dataset, _has_offset(scene))
    return Numbers((matrix("Y", Y, fractions=True),))


def _of_inverse(block: Callable[[Floats, Floats], Numbers]) -> Callable[[Scene], Numbers]:
    """A block about Y and its pseudo-inverse, as one about a scene."""

    @wraps(block)
    def of_scene(scene: Scene) -> Numbers:
        n, rows = len(scene.document.dataset), (scene.document.dataset, _has_offset(scene))
        if not 0 < n <= MOST_POINTS:
            raise NeedsError(f"Shown for up to {MOST_POINTS} points." if n else NEEDS_POINTS)
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
    solutions = [
        (f"{e:g}", np.linalg.solve(Y.T @ Y + e * np.eye(Y.shape[1]), Y.sum(axis=0)))
        for e in EPSILONS
    ]
    rows = tuple(
        (name, *(exact_number(value, float(np.abs(a).max())) for value in a.tolist()))
        for name, a in [*solutions, ("→ 0", P.sum(axis=1))]
    )
    names = ("$b$", "$w_1$", "$w_2$")[-Y.shape[1] :]
    return Numbers(table=TableOfNumbers(("$ε$", *names), rows))


NEEDS_BOTH = "Switch on Fisher and least squares to see both directions."
NEEDS_HARD = "Switch on the hard margin to see its width."


def lemma_two(scene: PairScene) -> Numbers:
    """``w`` of Fisher, ``w'`` of least squares, and the angle between them."""
    fisher = first_fit(scene, lambda method: method.contrast is not None)
    squares = first_fit(
        scene, lambda method: method.loss is SQUARED and method.strength is not None
    )
    if (
        fisher is None
        or squares is None
        or fisher.w is None
        or squares.w is None
        or len(fisher.w) != len(squares.w)
    ):
        raise NeedsError(NEEDS_BOTH)
    factor = float(squares.w @ fisher.w) / float(fisher.w @ fisher.w)
    cross = float(np.abs(squares.w - factor * fisher.w).max()) / float(np.abs(squares.w).max())
    lines = (
        ("$w′ = β w$ with $β$ =", significant(factor, 6)),
        ("largest deviation from it", magnitude(cross)),
    )
    return Numbers((matrix("w", fisher.w), matrix("w′", squares.w)), lines)


def lemma_three(scene: PairScene) -> Numbers:
    """The distance of the hulls, and ``1/‖w‖``."""
    fit, dataset = first_fit(scene, lambda method: method.needs_separable), scene.document.dataset
    if fit is None or fit.margin is None:
        raise NeedsError(NEEDS_HARD)
    verdict = separability(dataset.X, dataset.y)
    distance = verdict.distance if verdict.separable else math.nan
    closest = (matrix("c_+", verdict.closest_plus), matrix("c_−", verdict.closest_minus))
    lines = (
        ("distance of the hulls", significant(distance, 8)),
        ("half of it", significant(0.5 * distance, 8)),
        ("margin $1/‖w‖$", significant(fit.margin, 8)),
        ("$Σ α_i$", significant(float(fit.alpha.sum()), 8) if fit.alpha is not None else "–"),
        (
            "$4/c$, $c$ the squared distance",
            significant(4.0 / distance**2, 8) if distance > 0.0 else "–",
        ),
    )
    return Numbers(closest, lines)
