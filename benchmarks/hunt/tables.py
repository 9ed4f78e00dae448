"""Real tables, raw and in all columns: two classes of iris, wine, breast cancer or digits, which
scikit-learn brings along.

``python -m benchmarks.hunt --tables``: the columns have units that differ, whole numbers, pixels
that are always 0, and ties.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from solvers import METHODS, Floats, MultinomialNaiveBayes
from solvers.arrays import Ints

from .cases import MOST as MOST_POINTS
from .cases import WEIGHTS, Case, largest_n, parameters
from .checks import Check, certificate, directions, drags, finiteness, rivals, scores, verdict
from .families import Data, Random
from .sentences import sentences

MOST = 300  # points
STREAM = 6  # beside those of the other hunts
NAMES = ("iris", "wine", "breast_cancer", "digits")
CHECKS: tuple[Check, ...] = (
    finiteness, scores, certificate, verdict, rivals, drags, directions, sentences,
)  # fmt: skip


@cache
def table(name: str) -> tuple[Floats, Ints]:
    """All rows and columns of a bundled table, and the classes."""
    from sklearn import datasets

    X, labels = getattr(datasets, f"load_{name}")(return_X_y=True)
    return X.astype(np.float64), labels


def _family(name: str) -> Callable[[Random, int], Data]:
    def rows(rng: Random, n: int) -> Data:
        X, labels = table(name)
        plus, minus = rng.choice(np.unique(labels), 2, replace=False)
        others = labels != plus if rng.random() < 0.3 else labels == minus
        found = np.concatenate(
            [
                rng.permutation(np.flatnonzero(labels == plus))[: -(-n // 2)],
                rng.permutation(np.flatnonzero(others))[: n // 2],
            ]
        )
        y = np.where(labels[found] == plus, 1.0, -1.0)
        if rng.random() < 0.3:
            spread = X[found].std(axis=0)
            X = (X - X[found].mean(axis=0)) / np.where(spread > 0.0, spread, 1.0)
        return X[found], y

    rows.__name__ = name
    return rows


FAMILIES = tuple(map(_family, NAMES))


def draw(seed: int, number: int, most: int = MOST_POINTS) -> Case:
    """The fit with this number."""
    rng = np.random.default_rng((seed, number, STREAM))
    kinds = [kind for kind in METHODS if kind is not MultinomialNaiveBayes]
    weights = np.array([WEIGHTS.get(kind, 1.0) for kind in kinds])
    kind = kinds[rng.choice(len(kinds), p=weights / weights.sum())]
    family = FAMILIES[rng.integers(len(FAMILIES))]
    method = kind(**parameters(rng, kind))
    n = int(rng.integers(4, min(most, MOST, largest_n(method, None)) + 1))
    return Case(seed, number, family, method, None, None, n)
