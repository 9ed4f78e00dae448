"""Counts, means and scatters of K classes: all that the closed forms need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from ..arrays import Floats, Ints, locked
from ..moments import COORDINATE_ROUNDING, MEAN_ROUNDING, Moments, grouped_columns, reach_of


@dataclass(frozen=True, eq=False)
class ManyMoments:
    """The classes about one ``centre (m,)``, as :class:`solvers.moments.ClassMoments` holds two.

    ``columns (m, n)`` are the centred points, class after class; class k holds the columns from ``starts[k]`` to ``starts[k+1]``.
    ``reach (m,)`` is the largest absolute centred coordinate.
    """

    centre: Floats
    classes: tuple[Moments, ...]
    columns: Floats
    starts: Ints
    reach: Floats

    @staticmethod
    def of(Phi: Floats, groups: Sequence[Ints]) -> ManyMoments:
        """The moments of mapped points ``Phi (n, m)``, given the rows of each class, none of which is empty."""
        columns = grouped_columns(Phi, np.concatenate(groups))
        starts = np.cumsum([0, *(len(rows) for rows in groups)])
        moments = ManyMoments.of_grouped(columns, starts, np.zeros(len(columns)))
        locked(moments.columns)
        return moments

    @staticmethod
    @np.errstate(over="ignore", invalid="ignore")  # far out scatters are infinite, as those of two classes are
    def of_grouped(columns: Floats, starts: Ints, origin: Floats) -> ManyMoments:
        """The moments of columns (m, n) relative to ``origin``, class after class; they are centred in place."""
        shift = np.add.reduce(columns, axis=1) / columns.shape[1]
        columns -= shift[:, None]
        classes = tuple(Moments.of(columns[:, a:b]) for a, b in pairwise(starts.tolist()))
        return ManyMoments(locked(origin + shift), classes, columns, starts, reach_of(columns))

    @property
    def K(self) -> int:
        """The number of classes."""
        return len(self.classes)

    @property
    def n(self) -> int:
        """The number of points."""
        return len(self.columns[0])

    @cached_property
    def counts(self) -> Floats:
        """The number of points of each class (K,)."""
        return np.diff(self.starts).astype(np.float64)

    @cached_property
    def means(self) -> Floats:
        """The class means (K, m) relative to the centre."""
        return np.array([one.mean for one in self.classes])

    @cached_property
    def mean(self) -> Floats:
        """The mean of all points relative to the centre (zero up to rounding, until a point is dragged)."""
        total: Floats = self.counts @ self.means / self.n
        return total

    @cached_property
    def within(self) -> Floats:
        """C_W (m, m): the unnormalised within-class scatter, the sum over the classes."""
        total: Floats = sum((one.scatter for one in self.classes[1:]), self.classes[0].scatter)
        return total

    @cached_property
    def offsets(self) -> Floats:
        """``m_k - m`` (K, m), with what is only rounding set to zero, so that equal means are recognised."""
        d = self.means - self.mean
        d[:, np.ptp(self.means, axis=0) <= self.noise + MEAN_ROUNDING * self.reach] = 0.0
        return d

    @cached_property
    @np.errstate(over="ignore", invalid="ignore")
    def between(self) -> Floats:
        """C_B (m, m): ``sum n_k (m_k - m)(m_k - m)'``."""
        total: Floats = (self.offsets.T * self.counts) @ self.offsets
        return total

    @property
    def total(self) -> Floats:
        """The scatter (m, m) about the common mean."""
        return self.within + self.between

    @cached_property
    def noise(self) -> Floats:
        """The rounding (m,) that the coordinates carry already when they come."""
        return COORDINATE_ROUNDING * np.abs(self.centre)

    @cached_property
    def scale(self) -> float:
        """The root mean squared distance from the mean, 1 where all points are at one place."""
        size = float(np.sqrt(np.trace(self.total) / self.n))
        return size if size > float(np.linalg.norm(self.noise)) else 1.0

    def moved(self, k: int, old: Floats, new: Floats, columns: Floats, reach: Floats) -> ManyMoments:
        """The moments after one point of class k went from ``old`` to ``new`` (m,), where ``columns`` hold it already.

        A rank-one update of its class, or, where that costs digits, the sums over the class anew.
        """
        one = self.classes[k].moved(old, new)
        if one.has_drifted:
            one = Moments.of(columns[:, self.starts[k] : self.starts[k + 1]])
        moments = replace(self, classes=(*self.classes[:k], one, *self.classes[k + 1 :]), columns=columns, reach=reach)
        moments.__dict__["noise"] = self.noise  # of the centre, which has not moved
        moments.__dict__["counts"] = self.counts
        return moments
