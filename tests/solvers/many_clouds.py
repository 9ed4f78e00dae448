"""Small data sets of K classes that the tests share."""

from __future__ import annotations

import numpy as np

from solvers import Floats
from solvers.arrays import Ints


def ring(n: int, K: int = 3, spread: float = 0.6, seed: int = 0) -> tuple[Floats, Ints]:
    """K normal clouds around a circle, every class with a point."""
    rng = np.random.default_rng(seed)
    labels = np.concatenate([np.arange(K), rng.integers(0, K, n - K)])
    angles = 2.0 * np.pi * np.arange(K) / K
    means = 2.0 * np.column_stack([np.cos(angles), np.sin(angles)])
    return means[labels] + spread * rng.standard_normal((n, 2)), labels
