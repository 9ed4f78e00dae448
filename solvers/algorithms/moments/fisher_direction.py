"""Fisher's directions from the moments of the classes, whatever the rank of their scatter.

Source: Hein, Machine Learning notes, sec. 4.2; Fisher, Ann. Eugenics 7 (1936) 179.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Bools, Floats, locked
from ...moments import ClassMoments, criterion_along
from ...rounding import LEAST_PART, RANK, WELL_CONDITIONED


@dataclass(frozen=True, eq=False)
class Directions:
    """The solutions of ``C_B w = lambda C_W w``: ``vectors (r, m)`` with ``w' C_W w = 1``, lambdas
    falling.

    Those with an infinite lambda lie in the null space of C_W and have length 1.
    """

    vectors: Floats
    eigenvalues: Floats
    is_singular: bool

    def of_two(self, moments: ClassMoments) -> tuple[Floats, float]:
        """Of two classes ``w = C_W^-1 (m+ - m-)``, of an infinite lambda the part of m+ - m- along
        it, and the largest J; 0 where there is none.
        """
        d = moments.difference
        if not len(self.vectors):
            return np.zeros(len(d)), 0.0
        part = moments.n / (moments.plus.n * moments.minus.n)
        return (self.vectors[0] @ d) * self.vectors[0], float(self.eigenvalues[0]) * part


def directions(moments: ClassMoments) -> Directions:
    """All directions with a positive lambda, at most K - 1 and m of them.

    1. Scale the features to unit size and diagonalise C_W; a null direction along which the means
       differ has lambda infinite.
    2. Elsewhere whiten: the eigenvectors of ``C_W^-1/2 C_B C_W^-1/2``.
    """
    sizes = np.sqrt(moments.total.diagonal())
    constant = sizes <= np.sqrt(moments.n) * moments.noise
    # what rounding leaves of a constant feature in a direction must not outweigh the others
    sizes = np.where(constant, sizes[~constant].max(initial=0.0) or 1.0, sizes)
    # C_B is its square
    between = np.where(
        constant[:, None], 0.0, (moments.offsets / sizes).T * np.sqrt(moments.counts)
    )
    spreads, vectors, null = _within(moments, sizes, constant)
    basis = vectors[:, ~null] / spreads[~null]
    axes, lambdas, kept = _principal(basis.T @ between)
    ways, values = (basis @ axes).T[kept], lambdas[kept]
    if null.any():
        beyond, sizes_beyond, reach = _principal(vectors[:, null].T @ between)
        reach &= sizes_beyond > RANK * float((between**2).sum())
        outside = (vectors[:, null] @ beyond).T[reach]
        ways = np.concatenate([outside, ways])
        values = np.concatenate([np.full(len(outside), np.inf), values])
    r = min(len(ways), moments.K - 1)
    rows = ways[:r] / sizes
    is_infinite = np.isinf(values[:r, None])
    if null.any():  # the shortest ones in units of the data
        unfelt = np.linalg.qr(vectors[:, null] / sizes[:, None])[0]
        rows = np.where(is_infinite, rows, rows - rows @ unfelt @ unfelt.T)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows = np.where(is_infinite, rows / np.where(lengths > 0.0, lengths, 1.0), rows)
    # A feature that is constant leaves a null direction of its own, which says nothing about the
    # others.
    is_singular = int(np.count_nonzero(null)) > int(np.count_nonzero(constant)) or bool(null.all())
    return Directions(locked(rows), locked(values[:r].copy()), is_singular)


def _within(moments: ClassMoments, sizes: Floats, constant: Bools) -> tuple[Floats, Floats, Bools]:
    """The standard deviations (m,) times sqrt n along the principal directions (columns) within the
    classes, and which are none.

    By the scatter; where that is badly conditioned by the points themselves, which keep twice as
    many digits.
    """
    scatter = np.where(constant | constant[:, None], 0.0, moments.within / sizes / sizes[:, None])
    values, vectors = np.linalg.eigh(scatter)
    if values[0] > WELL_CONDITIONED * values[-1]:
        return np.sqrt(values), vectors, np.zeros(len(values), dtype=bool)
    scaled = np.where(constant[:, None], 0.0, moments.deviations / sizes[:, None])
    if not np.isfinite(scaled).all():
        return (
            np.sqrt(np.maximum(values, 0.0)),
            vectors,
            values <= LEAST_PART * max(1.0, float(values[-1])),
        )
    triangle: Floats = np.asarray(np.linalg.qr(scaled.T, mode="r"))
    vectors, spreads, _ = np.linalg.svd(triangle.T)
    spreads = np.append(spreads, np.zeros(len(vectors) - len(spreads)))
    noise = float((np.sqrt(moments.n) * moments.noise / sizes)[~constant].max(initial=0.0))
    return spreads, vectors, spreads <= max(RANK * max(1.0, float(spreads[0])), noise)


def _principal(A: Floats) -> tuple[Floats, Floats, Bools]:
    """The eigenvectors of ``A A'`` (columns), its eigenvalues, falling, and which of them are more
    than rounding.
    """
    left, singular, _ = np.linalg.svd(A, full_matrices=False)
    squares = singular**2
    return left, squares, squares > RANK * float(squares.max(initial=0.0))


def J_along(w: Floats, moments: ClassMoments) -> float:
    """J at ``w (m,)``, from the projected points themselves; infinite where these do not vary
    within the classes.
    """
    between, within = criterion_along(w, moments)
    return (
        between * moments.n / (moments.plus.n * moments.minus.n) / within
        if within > 0.0
        else np.inf
    )
