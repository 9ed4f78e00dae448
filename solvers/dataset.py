"""The points and their classes: what the user draws, loads, drags and saves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Bools, Floats, Ints, locked, read_only
from .summaries import OneLine
from .validation import check_finite, frozen_numbers


@dataclass(frozen=True, eq=False, repr=False)
class Dataset(OneLine):
    """Points in the plane, each with the number of its class.

    ``X (n, 2)`` holds data units, ``labels (n,)`` indices into ``class_names``.  With two classes
    index 0 is the negative class (y = -1) and index 1 the positive one (y = +1), as everywhere in
    ``solvers``.  ``behind (n, k)`` are further coordinates that the plane does not show: a point
    that moves in the plane keeps them, a new one gets their mean.  All arrays are read-only; every
    edit returns a new data set that shares what did not change.

    Raises:
        ValueError: shapes that do not fit, a label outside the names, or coordinates that are
            masked, no numbers, NaN or infinite.
    """

    X: Floats
    labels: Ints
    class_names: tuple[str, ...] = ("class −", "class +")
    behind: Floats = field(default_factory=lambda: locked(np.empty((0, 0))))

    def __post_init__(self) -> None:
        X = frozen_numbers(self.X)
        object.__setattr__(self, "X", X if X.size else locked(np.empty((0, 2))))
        labels = self.labels
        if not (
            isinstance(labels, np.ndarray)
            and labels.dtype == np.int64
            and not labels.flags.writeable
        ):
            object.__setattr__(
                self, "labels", read_only(np.array(labels, dtype=np.int64).reshape(-1))
            )
        if self.X.ndim != 2 or self.X.shape[1] != 2 or self.labels.shape != (len(self.X),):
            raise ValueError(
                f"X must be (n, 2) and labels (n,); got {self.X.shape} and {self.labels.shape}"
            )
        if len(self.labels) and not (
            self.labels.min() >= 0 and self.labels.max() < len(self.class_names)
        ):
            raise ValueError(f"labels must be indices of the {len(self.class_names)} class names")
        behind = frozen_numbers(self.behind)
        if behind.shape in ((0,), (0, 0)):  # not given
            behind = locked(np.empty((len(self.X), 0)))
        object.__setattr__(self, "behind", behind)
        if len(self.behind) != len(self.X) or self.behind.ndim != 2:
            raise ValueError(
                f"behind must be (n, k) for {len(self.X)} points; got {self.behind.shape}"
            )
        check_finite(self.X)
        check_finite(self.behind)

    def __len__(self) -> int:
        return len(self.X)

    @cached_property
    def y(self) -> Floats:
        """The labels of two classes as -1 and +1 (``labels`` 0 and 1).

        Raises:
            ValueError: there are more classes, which have no signs.
        """
        if len(self.class_names) > 2:
            raise ValueError(
                f"{len(self.class_names)} classes have no signs: choose one against one, or one "
                "against the rest"
            )
        return locked(np.where(self.labels > 0, 1.0, -1.0))

    @cached_property
    def all_columns(self) -> Floats:
        """``X`` and ``behind`` side by side (n, 2 + k)."""
        return (
            self.X if not self.behind.shape[1] else locked(np.column_stack([self.X, self.behind]))
        )

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of points in each class."""
        # bincount would copy labels that are read-only.
        return tuple(
            int(np.count_nonzero(self.labels == label)) for label in range(len(self.class_names))
        )

    def moved(self, indices: int | Sequence[int] | Ints, positions: ArrayLike) -> Dataset:
        """The data set with some points at new positions."""
        X = self.X.copy()
        X[indices] = frozen_numbers(positions, "positions")
        check_finite(X[np.atleast_1d(indices)], lambda: np.atleast_1d(np.arange(len(X))[indices]))
        moved = self._with_arrays(read_only(X), self.labels, self.behind)
        # Of the labels nothing changes: a drag of one among a million need not count them again.
        moved.__dict__["counts"] = self.counts
        return moved

    def added(
        self, positions: ArrayLike, labels: int | ArrayLike, behind: Floats | None = None
    ) -> Dataset:
        """The data set with points of a class, or of a class each, appended; ``behind`` are their
        further coordinates.
        """
        new = frozen_numbers(positions, "positions").reshape(-1, 2)
        check_finite(new, lambda: np.arange(len(self), len(self) + len(new)))
        X, all_labels = (
            np.concatenate([self.X, new]),
            np.concatenate([self.labels, np.broadcast_to(labels, len(new))]),
        )
        if behind is None:
            mean = self.behind.mean(axis=0) if len(self) else np.zeros(self.behind.shape[1])
            behind = np.broadcast_to(mean, (len(new), len(mean)))
        return self._with_arrays(
            read_only(X), read_only(all_labels), read_only(np.concatenate([self.behind, behind]))
        )

    def joined(self, other: Dataset) -> Dataset:
        """The points of this data set, and behind them the points of another one of the same
        classes.
        """
        return self.added(other.X, other.labels, other.behind)

    def chosen(self, rows: Sequence[int] | Ints | Bools) -> Dataset:
        """Some of the points, in the order of their rows."""
        return self._with_arrays(
            *(read_only(array[rows]) for array in (self.X, self.labels, self.behind))
        )

    def relabelled(self, labels: Ints, class_names: tuple[str, ...] | None = None) -> Dataset:
        """The same points in other classes."""
        return Dataset(self.X, labels, class_names or self.class_names, self.behind)

    def removed(self, indices: Sequence[int] | Ints) -> Dataset:
        """The data set without some points; the others keep their order."""
        keep: Bools = np.ones(len(self), dtype=bool)
        keep[np.asarray(indices, dtype=np.int64)] = False
        return self.chosen(keep)

    def flipped(self, indices: Sequence[int] | Ints) -> Dataset:
        """The data set with some points moved to the next class (with two classes: to the other
        one).
        """
        labels = self.labels.copy()
        labels[np.asarray(indices, dtype=np.int64)] += 1
        labels %= len(self.class_names)
        return self._with_arrays(self.X, read_only(labels), self.behind)

    def renamed(self, class_names: tuple[str, ...]) -> Dataset:
        """The data set with other class names."""
        return replace(self, class_names=class_names)

    def _with_arrays(self, X: Floats, labels: Ints, behind: Floats) -> Dataset:
        # Skips the checks of __post_init__: the rows that changed were checked, and a drag of one
        # point among a million must not look at the other rows again.
        result = object.__new__(Dataset)
        for name, value in (
            ("X", X),
            ("labels", labels),
            ("class_names", self.class_names),
            ("behind", behind),
        ):
            object.__setattr__(result, name, value)
        return result
