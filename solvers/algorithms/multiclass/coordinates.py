"""Coordinates in which the points are centred and uncorrelated, and sums over the points of
weighted products of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...arrays import Floats, Ints
from ...moments import coordinate_noise, reach_of
from ...rounding import LEAST_PART, WELL_CONDITIONED

# Numbers worked on at once, so that they stay in the cache.
BLOCK = 16384


@dataclass(frozen=True, eq=False)
class Coordinates:
    """``u = B'(phi - centre)`` with unit variances and no correlations; ``<w, phi - centre> = <v,
    u>`` for ``w = B v``.

    ``columns (r+1, n)`` are the u, one row per coordinate, and a row of ones: with ``theta = (v,
    a)`` a score is ``theta @ columns``.  r < m where the points lie in a smaller space; w is then
    the shortest one.  A penalty ``||w||^2`` is ``v' (B'B) v``.  ``condition`` is the largest
    standard deviation along a principal direction over the smallest, of the features in units of
    their own.
    """

    centre: Floats
    basis: Floats
    columns: Floats
    condition: float = 1.0

    @staticmethod
    def of(Phi: Floats) -> Coordinates:
        """The coordinates of points ``Phi (n, m)``."""
        n = len(Phi)
        # The centre is rounded; the points are taken relative to what it is then, as scores will
        # be.
        centre = Phi.mean(axis=0)
        centre = centre + (Phi - centre).mean(axis=0)
        X = np.ascontiguousarray((Phi - centre).T)
        sizes = np.sqrt((X * X).sum(axis=1) / n)
        constant = sizes == 0.0
        sizes[constant] = 1.0
        # A variation no larger than the rounding of the coordinates does not belong to the data,
        # however large a part of it that is.
        least = max(
            LEAST_PART,
            float((coordinate_noise(centre, X, reach_of(X)) / sizes)[~constant].max(initial=0.0)),
        )
        whitening = _whitening(X, sizes, constant, least)
        lengths = np.linalg.norm(whitening, axis=0)
        condition = float(lengths.max() / lengths.min()) if lengths.size else 1.0
        varying = sizes[~constant]
        if varying.size and varying.max() > 1e3 * varying.min():  # very different units
            whitening = _graded_basis(whitening, sizes)
        basis = whitening / sizes[:, None]
        if basis.shape[1] < len(basis):
            # Weights across the space that the points lie in would change no score and lengthen w.
            within = np.linalg.qr(basis * (sizes * sizes)[:, None])[0]
            basis = within @ (within.T @ basis)
        columns = np.ones((basis.shape[1] + 1, n))
        np.matmul(basis.T, X, out=columns[:-1])
        return Coordinates(centre, basis, columns, condition)

    @property
    def n(self) -> int:
        """The number of points."""
        return len(self.columns[0])

    @property
    def size(self) -> int:
        """The length r + 1 of theta for one class."""
        return len(self.columns)

    @cached_property
    def metric(self) -> Floats:
        """``B'B`` (r, r)."""
        product: Floats = self.basis.T @ self.basis
        return product

    def penalty(self, K: int) -> Floats:
        """The matrix of ``sum_k ||w_k||^2`` for differences (K-1)(r+1) from the last class, in the
        gauge ``sum_k w_k = 0``.
        """
        P = np.zeros((K - 1, self.size, K - 1, self.size))
        P[:, :-1, :, :-1] = (np.eye(K - 1) - 1.0 / K)[:, None, :, None] * self.metric[
            None, :, None, :
        ]
        return P.reshape((K - 1) * self.size, -1)

    def scores(self, theta: Floats) -> Floats:
        """All K scores (K, n) for the differences ``theta`` of the first K - 1 from the last, which
        is 0.
        """
        theta = theta.reshape(-1, self.size)
        F = np.zeros((len(theta) + 1, self.n))
        np.matmul(theta, self.columns, out=F[:-1])
        return F

    def take(self, rows: Ints | slice) -> Coordinates:
        """The same coordinates for some of the points."""
        return Coordinates(
            self.centre, self.basis, np.ascontiguousarray(self.columns[:, rows]), self.condition
        )

    def weights(self, theta: Floats) -> tuple[Floats, Floats]:
        """``W (k, m)`` and the scores at the centre (k,) for ``theta (k, r+1)``."""
        return theta[:, :-1] @ self.basis.T, theta[:, -1].copy()

    def theta(self, W: Floats, centre: Floats, f_centre: Floats) -> Floats:
        """The differences (K-1, r+1) from the last class of another model's scores, as far as these
        coordinates reach.
        """
        lengths = np.linalg.norm(self.basis, axis=0)  # they may differ by many powers of ten
        v = (W @ np.linalg.pinv(self.basis / lengths).T) / lengths
        full: Floats = np.column_stack([v, f_centre + W @ (self.centre - centre)])
        differences: Floats = full[:-1] - full[-1]
        return differences

    def grams(self, weights: Floats) -> Floats:
        """``sum_i weights[j, i] u_i u_i'`` for every row j, as (j, r+1, r+1), with u_i the
        columns.
        """
        a, b = np.triu_indices(self.size)
        sums = np.zeros((len(weights), len(a)))
        for first in range(0, self.n, BLOCK):
            part = self.columns[:, first : first + BLOCK]
            sums += weights[:, first : first + BLOCK] @ (part[a] * part[b]).T
        result = np.empty((len(weights), self.size, self.size))
        result[:, a, b] = sums
        result[:, b, a] = sums
        return result


def join_blocks(blocks: Floats, pairs: tuple[Ints, Ints]) -> Floats:
    """The symmetric matrix of square blocks, from the upper ones, which stand at these ``pairs`` of
    rows and columns of blocks.
    """
    size, count = blocks.shape[1], int(pairs[0][-1]) + 1
    matrix = np.empty((count, size, count, size))
    for block, k, other in zip(blocks, *pairs, strict=True):
        matrix[k, :, other, :] = matrix[other, :, k, :] = block
    return matrix.reshape(count * size, count * size)


def _graded_basis(whitening: Floats, sizes: Floats) -> Floats:
    """The same turned, so that each direction leaves out one feature more, the smallest of ``sizes
    (m,)`` first: the last one moves the largest feature alone.

    Where units are very different so are the lengths of weights.  A basis that mixes them would
    leave no digit to the penalty of the short ones.
    """
    order = sizes.argsort()
    triangle = np.asarray(np.linalg.qr(whitening[order].T, mode="r"))
    graded = np.empty_like(whitening)
    graded[order] = triangle.T
    return graded


def _whitening(X: Floats, sizes: Floats, constant: Floats, least: float) -> Floats:
    """B (m, r) for columns ``X / sizes``: their principal directions over the standard deviations
    along them.

    Those along which they vary by less than the part ``least`` do not count.
    """
    n = X.shape[1]
    correlation = (X @ X.T) / (n * sizes * sizes[:, None])
    correlation[constant] = correlation[:, constant] = 0.0
    values, vectors = np.linalg.eigh(correlation)
    if values[0] > WELL_CONDITIONED:
        whitening: Floats = vectors / np.sqrt(values)
        return whitening
    scaled = np.where(constant[:, None], 0.0, X / sizes[:, None])
    triangle = np.linalg.qr(scaled.T, mode="r")
    _, singular, right = np.linalg.svd(triangle)
    singular = singular / np.sqrt(n)
    is_used = singular > least * max(1.0, float(singular.max(initial=0.0)))
    last: Floats = right[: len(singular)][is_used].T / singular[is_used]
    return last
