"""Many standardised samples, looked at block by block: as columns that are stored, or straight from the points.

A million samples stored as columns are 24 MB that have to be written before anything is known, and most of them are looked at two
or three times in all.  From the points themselves a look costs no more: the block stays in the fast cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Bools, Floats, Ints

BLOCK = 16384  # samples worked on at a time: their coordinates fit the fast cache
STRIP = 4096  # samples stored at a time: they stay in the fastest cache from one operation to the next


@dataclass(frozen=True, eq=False)
class StoredSamples:
    """Samples ``z_i = y_i (x_i, 1)`` that are stored as the columns of ``Z (d, n)``, the last row being y."""

    Z: Floats

    @property
    def y(self) -> Floats:
        """The labels."""
        y: Floats = self.Z[-1]
        return y

    @property
    def d(self) -> int:
        """The number of coordinates."""
        return len(self.Z)

    def take(self, rows: Ints) -> Floats:
        """Some of them as columns."""
        columns: Floats = self.Z.take(rows, axis=1)
        return columns

    def blocks(self) -> Iterator[Block]:
        """Slices of Z."""
        for begin in range(0, self.Z.shape[1], BLOCK):
            yield _StoredBlock(begin, self.Z[:, begin : begin + BLOCK])


@dataclass(frozen=True, eq=False, slots=True)
class _StoredBlock:
    """Some samples in a row, from row ``begin`` on."""

    begin: int
    Z: Floats

    def margins(self, theta: Floats) -> Floats:
        """``<z_i, theta>`` of each, in an array of the caller's."""
        margins: Floats = theta.dot(self.Z)
        return margins

    def total(self, chosen: Bools) -> Floats:
        """The sum (d,) of the chosen samples."""
        total: Floats = self.Z.dot(chosen.astype(np.float64))
        return total


@dataclass(frozen=True, eq=False)
class PointSamples:
    """The samples ``z = y ((phi - centre) / scale, 1)`` of mapped points ``Phi (n, m)``, row-major; nothing is stored."""

    Phi: Floats
    y: Floats
    centre: Floats
    scale: float

    @property
    def d(self) -> int:
        """The number of coordinates."""
        return len(self.centre) + 1

    @cached_property
    def at_hand(self) -> Samples:
        """The same samples where a look at all of them costs least: as columns while those stay in the fast cache."""
        return StoredSamples(self.Z) if len(self.y) <= BLOCK else self

    @cached_property
    def reach(self) -> float:
        """A bound of the coordinates of all samples (a little above, because a coordinate is rounded on another way)."""
        low, high = float(self.centre.min()), float(self.centre.max())
        return (1.0 + 1e-12) * max(float(self.Phi.max()) - low, high - float(self.Phi.min())) / self.scale

    @cached_property
    def Z(self) -> Floats:
        """All of them as columns, in the words of :func:`solvers.algorithms.standardise.standardise`."""
        Z = np.empty((self.d, len(self.y)))
        for begin in range(0, len(self.y), STRIP):
            strip = slice(begin, begin + STRIP)
            part, signs = Z[:-1, strip], self.y[strip]
            np.subtract(self.Phi[strip].T, self.centre[:, None], out=part)
            part *= signs * (1.0 / self.scale)
            Z[-1, strip] = signs
        Z.setflags(write=False)
        return Z

    def take(self, rows: Ints) -> Floats:
        """Some of them as columns."""
        Z = np.empty((self.d, len(rows)))
        signs = self.y.take(rows)
        np.subtract(self.Phi.take(rows, axis=0).T, self.centre[:, None], out=Z[:-1])
        Z[:-1] *= signs * (1.0 / self.scale)
        Z[-1] = signs
        return Z

    def blocks(self) -> Iterator[Block]:
        """Blocks of centred points."""
        m = len(self.centre)
        origin = np.tile(self.centre, min(BLOCK, len(self.y)))
        flat = self.Phi.reshape(-1)
        for begin in range(0, len(self.y), BLOCK):
            signs = self.y[begin : begin + BLOCK]
            # One long subtraction: row by row it would be n short ones.
            centred = flat[m * begin : m * (begin + len(signs))] - origin[: m * len(signs)]
            yield _PointBlock(begin, centred.reshape(-1, m), signs, self.scale)


@dataclass(frozen=True, eq=False, slots=True)
class _PointBlock:
    """:class:`_StoredBlock`, of points that stand as they came."""

    begin: int
    points: Floats
    y: Floats
    scale: float

    def margins(self, theta: Floats) -> Floats:
        scores: Floats = self.points.dot(theta[:-1] / self.scale)
        scores += theta[-1]
        scores *= self.y
        return scores

    def total(self, chosen: Bools) -> Floats:
        signs = self.y * chosen
        return np.append(signs.dot(self.points) / self.scale, np.add.reduce(signs))


Samples = StoredSamples | PointSamples
Block = _StoredBlock | _PointBlock
