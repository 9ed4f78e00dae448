"""Families of data sets full of ties: what snapping, copying and lining up on a canvas produces."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solvers.arrays import Floats

Data = tuple[Floats, Floats]
Family = Callable[[np.random.Generator, int], Data]


def _labels(rng: np.random.Generator, n: int) -> Floats:
    """Random labels with both classes, some of them very unbalanced."""
    y = np.where(rng.random(n) < rng.choice([0.05, 0.3, 0.5, 0.9]), 1.0, -1.0)
    y[0], y[-1] = 1.0, -1.0
    return y


def integer_grid(rng: np.random.Generator, n: int) -> Data:
    """A few grid cells, many points on each."""
    return rng.integers(0, rng.integers(2, 8), (n, 2)).astype(float), _labels(rng, n)


def tenths(rng: np.random.Generator, n: int) -> Data:
    """Overlapping clouds snapped to multiples of 0.1, which are not binary fractions."""
    y = _labels(rng, n)
    return np.round(rng.normal(0, 1, (n, 2)) + 0.7 * y[:, None], 1), y


def duplicates(rng: np.random.Generator, n: int) -> Data:
    """Copies of a few points, labels alike or opposite."""
    base = rng.normal(0, 1, (max(2, n // 4), 2))
    return base[rng.integers(0, len(base), n)], _labels(rng, n)


def every_point_in_both_classes(rng: np.random.Generator, n: int) -> Data:
    """Each point twice, once in each class: the best w is zero."""
    base = rng.integers(-3, 4, (max(1, n // 2), 2)).astype(float)
    return np.concatenate([base, base]), np.repeat([1.0, -1.0], len(base))


def collinear(rng: np.random.Generator, n: int) -> Data:
    """All points on one line in a simple or random direction, positions snapped half the time."""
    direction = np.array([(1, 0), (0, 1), (1, 1), (1, -2), tuple(rng.normal(0, 1, 2))], dtype=float)[rng.integers(5)]
    t = rng.normal(0, 2, n)
    return (np.round(t) if rng.random() < 0.5 else t)[:, None] * direction + rng.integers(-2, 3, 2), _labels(rng, n)


def parallel_lines(rng: np.random.Generator, n: int) -> Data:
    """Each class on its own line, both lines parallel: a closest pair that is not unique."""
    y = _labels(rng, n)
    return np.column_stack([rng.integers(-5, 6, n), y * rng.integers(0, 3)]).astype(float), y


def on_the_margin(rng: np.random.Generator, n: int) -> Data:
    """Most points exactly on the margin of one integer line: many kinks through one parameter vector."""
    y, t = _labels(rng, n), rng.integers(-6, 7, n)
    X = np.column_stack([y + 2 * t, -t]).astype(float)  # x1 + 2 x2 = y
    stray = rng.random(n) < 0.3
    X[stray] = rng.integers(-4, 5, (int(stray.sum()), 2))
    return X, y


def polygon(rng: np.random.Generator, n: int) -> Data:
    """Corners of a regular polygon, repeated, with alternating or random labels."""
    k = int(rng.integers(3, 9))
    corner = np.arange(n) % k
    angle = 2 * np.pi * corner / k
    y = np.where(corner % 2 == 0, 1.0, -1.0) if rng.random() < 0.5 else _labels(rng, n)
    return np.column_stack([np.cos(angle), np.sin(angle)]), y


def xor_corners(rng: np.random.Generator, n: int) -> Data:
    """The corners of a square, repeated: no direction is better than another."""
    signs = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)], dtype=float)[np.arange(n) % 4]
    return signs * rng.integers(1, 3, (n, 1)), signs[:, 0] * signs[:, 1]


def one_place(rng: np.random.Generator, n: int) -> Data:
    """All points at one place."""
    return np.tile(rng.integers(-3, 4, 2).astype(float), (n, 1)), _labels(rng, n)


def one_point_each(rng: np.random.Generator, n: int) -> Data:
    """One point per class, or one against all others."""
    X = np.round(rng.normal(0, 2, (n if rng.random() < 0.5 else 2, 2)), int(rng.integers(0, 3)))
    y = -np.ones(len(X))
    y[0] = 1.0
    return X, y


def separable_grid(rng: np.random.Generator, n: int) -> Data:
    """Snapped clouds that are separable, or touch."""
    y = _labels(rng, n)
    return np.column_stack([rng.integers(-4, 5, n), y * rng.integers(1, 5, n) + rng.integers(0, 2)]).astype(float), y


FAMILIES: tuple[Family, ...] = (
    integer_grid,
    tenths,
    duplicates,
    every_point_in_both_classes,
    collinear,
    parallel_lines,
    on_the_margin,
    polygon,
    xor_corners,
    one_place,
    one_point_each,
    separable_grid,
)


def placed(rng: np.random.Generator, X: Floats) -> Floats:
    """The points as they are, or tiny, huge, stretched, or far from the origin."""
    change = rng.integers(8)
    if change == 0:
        return X * 1e-8
    if change == 1:
        return X * 1e8
    if change == 2:
        return X + 1e8
    if change == 3:
        return X * np.array([1e3, 1e-3])
    if change == 4:
        return X * 1e-3 + 1e4
    return X


def random_case(seed: int) -> tuple[str, Floats, Floats, float]:
    """One data set with ties and a trade-off C: a name for the report, X, y, C."""
    rng = np.random.default_rng(seed)
    family = FAMILIES[seed % len(FAMILIES)]
    n = int(rng.choice([2, 3, 4, 5, 8, 12, 20, 50, 120, 400]))
    X, y = family(rng, max(n, 2))
    return f"{family.__name__} n={len(y)} seed={seed}", placed(rng, X), y, float(10 ** rng.uniform(-3, 5))
