"""Data for the benchmarks: two Gaussian clouds (overlapping, apart by a street, or with labels at
random), and a lattice.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats
from solvers.arrays import Ints


def clouds(n: int, kind: str = "overlapping", seed: int = 0) -> tuple[Floats, Floats]:
    """Points X (n, 2) and labels y (n,) in {-1, +1}, shuffled; ``kind`` is overlapping, separable,
    random labels, or lattice (6 x 6 places, many points on each)."""
    rng = np.random.default_rng(seed)
    if kind == "lattice":
        X = rng.integers(0, 6, (n, 2)).astype(float)
        return X, np.where(X.sum(axis=1) + rng.normal(0.0, 1.5, n) > 5.0, 1.0, -1.0)
    y = np.where(np.arange(n) < n // 2, 1.0, -1.0)
    u = np.array([np.cos(0.5), np.sin(0.5)])
    X = rng.standard_normal((n, 2)) @ np.array([[1.4, 0.5], [0.0, 1.0]]) + 1.2 * y[:, None] * u
    if kind == "separable":
        depth = y * (X @ u)
        # Reflect what stands in the street to its own side, at least half a unit away from the
        # middle.
        X += (y * np.where(depth < 0.5, 1.0 - 2.0 * depth, 0.0))[:, None] * u
    order = rng.permutation(n)
    if kind == "random labels":
        return np.ascontiguousarray(X[order]), y[rng.permutation(n)]
    return np.ascontiguousarray(X[order]), y[order]


def many_clouds(n: int, classes: int, seed: int = 0) -> tuple[Floats, Ints]:
    """Points X (n, 2) of K overlapping clouds around the origin and their labels (n,), shuffled."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(n) % classes)
    turn = 2.0 * np.pi * labels / classes + 0.5
    return rng.standard_normal((n, 2)) + 1.8 * np.column_stack(
        [np.cos(turn), np.sin(turn)]
    ), labels.astype(np.int64)
