"""Counts, means and scatters of K classes: all that the closed forms need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from ..arrays import Floats, Ints, locked
from ..moments import MEAN_ROUNDING, GroupedMoments, Moments, grouped_columns, reach_of


@dataclass(frozen=True, eq=False)
class ManyMoments(GroupedMoments):
    """The moments of K classes; class k holds the columns from ``starts[k]`` to ``starts[k+1]``."""

    classes: tuple[Moments, ...]
    starts: Ints

    @staticmethod
    @np.errstate(over="ignore", invalid="ignore")  # far out scatters are infinite, as those of two classes are
    def of(Phi: Floats, groups: Sequence[Ints]) -> ManyMoments:
        """The moments of mapped points ``Phi (n, m)``, given the rows of each class, none of which is empty."""
        columns = grouped_columns(Phi, np.concatenate(groups))
        starts = np.cumsum([0, *(len(rows) for rows in groups)])
        centre = np.add.reduce(columns, axis=1) / columns.shape[1]
        columns -= centre[:, None]
        classes = tuple(Moments.of(columns[:, a:b]) for a, b in pairwise(starts.tolist()))
        return ManyMoments(locked(centre), locked(columns), reach_of(columns), classes, starts)

    @property
    def K(self) -> int:
        """The number of classes."""
        return len(self.classes)

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
