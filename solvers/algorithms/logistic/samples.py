"""The samples of many points, made of their centred columns a block at a time: in one more matrix
of that size the machine would spend longer on fetching memory than on all Newton steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Floats

BLOCK = 16384  # columns worked on at a time: the temporaries stay in the cache


@dataclass(frozen=True, eq=False)
class ScaledSamples:
    """``z_i = y_i (columns_i / scale, 1)`` as columns (m+1, n); the first ``n_plus`` have y = 1."""

    columns: Floats
    scale: Floats
    n_plus: int

    @property
    def shape(self) -> tuple[int, int]:
        """The size of the matrix that is never built."""
        return len(self.columns) + 1, self.columns.shape[1]

    def __len__(self) -> int:
        return len(self.columns) + 1

    def __getitem__(self, key: tuple[slice, slice]) -> Floats:
        """All coordinates of some samples, as an array."""
        _, rows = key
        first, end, stride = rows.indices(self.columns.shape[1])
        columns = self.columns[:, first:end:stride]
        block = np.empty((len(self), columns.shape[1]))
        np.divide(columns, self.scale[:, None], out=block[:-1])
        block[-1] = 1.0
        positive = len(range(first, min(end, self.n_plus), stride))
        block[:, positive:] *= -1.0
        return block

    def products(self, A: Floats) -> Floats:
        """``A @ Z`` for a vector or a few rows."""
        n = self.shape[1]
        result = np.empty((*A.shape[:-1], n))
        for first in range(0, n, BLOCK):
            rows = slice(first, first + BLOCK)
            result[..., rows] = A @ self[:, rows]
        return result


def products(A: Floats, Z: Floats | ScaledSamples) -> Floats:
    """``A @ Z``."""
    return Z.products(A) if isinstance(Z, ScaledSamples) else A @ Z


def longest_square(Z: Floats | ScaledSamples, T: Floats | None = None) -> float:
    """The largest squared length of a sample, in the metric ``T T'`` where there is one."""
    n, longest = Z.shape[1], 0.0
    step = BLOCK if isinstance(Z, ScaledSamples) else max(1, n)
    for first in range(0, n, step):
        block = Z[:, first : first + step]
        squares = np.square(block if T is None else T.T @ block).sum(axis=0)
        longest = max(longest, float(squares.max()))
    return longest
