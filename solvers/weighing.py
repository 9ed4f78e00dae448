"""How many times the loss of each point counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Floats, Ints, locked
from .validation import frozen_numbers, shown_value

ClassWeight = Mapping[Any, float] | str


@dataclass(frozen=True, eq=False)
class Weighing:
    """The loss of point i counts ``copies_i factors_i`` times.

    ``copies (n,)`` are sample weights: a point of weight 2 is two points, in the sum of the losses
    and in the n by which some methods divide it.  ``factors (n,)`` are class weights, which change
    the sum alone.
    """

    copies: Floats
    factors: Floats

    @cached_property
    def mass(self) -> float:
        """The number of points that these stand for: the n of ``(1/n) sum``."""
        return float(self.copies.sum())

    @cached_property
    def weights(self) -> Floats:
        """The v (n,) of ``(1/n) sum_i v_i loss_i`` with n the number of rows."""
        return locked(self.copies * self.factors * (len(self.copies) / self.mass))

    def take(self, rows: Ints | None) -> Weighing:
        """Those of some points; None: of all."""
        if rows is None:
            return self
        return Weighing(locked(self.copies[rows]), locked(self.factors[rows]))

    @property
    def with_images(self) -> Weighing:
        """Those of the points and, behind them, of as many images of them."""
        copies, factors = np.tile(self.copies, 2), np.tile(self.factors, 2)
        return Weighing(locked(copies), locked(factors))


def weighing_of(
    labels: Ints,
    classes: tuple[Any, ...],
    sample_weight: ArrayLike | None,
    class_weight: ClassWeight | None,
) -> Weighing | None:
    """The weighing of points whose ``labels (n,)`` are indices of ``classes``, None where all count
    once.

    ``class_weight`` has a positive number for some classes (1 for the others), or is "balanced":
    ``n / (K n_k)``, so that all classes together count alike.

    Raises:
        ValueError: weights that are not positive numbers, one for each point, or of a class that
            does not occur.
    """
    if sample_weight is None and class_weight is None:
        return None
    n = len(labels)
    copies = locked(np.ones(n)) if sample_weight is None else _checked(sample_weight, n)
    factors = np.ones(len(classes))
    if isinstance(class_weight, str) and class_weight == "balanced":
        sums = np.bincount(labels, copies, minlength=len(classes))
        present = sums > 0.0
        factors[present] = copies.sum() / (np.count_nonzero(present) * sums[present])
    elif isinstance(class_weight, Mapping):
        for label, weight in class_weight.items():
            if label not in classes:
                raise ValueError(
                    f"class_weight names the class {shown_value(label)}, which does not occur"
                )
            if not 0.0 < float(weight) < np.inf:
                raise ValueError(
                    f"the class_weight of {shown_value(label)} must be a positive number; got "
                    f"{shown_value(weight)}"
                )
            factors[classes.index(label)] = float(weight)
    elif class_weight is not None:
        raise ValueError(
            'class_weight must be "balanced" or a mapping from classes to positive numbers; '
            f"got {shown_value(class_weight)}"
        )
    return Weighing(copies, locked(factors[labels]))


def _checked(sample_weight: ArrayLike, n: int) -> Floats:
    weights = frozen_numbers(sample_weight, "sample_weight")
    if weights.shape != (n,):
        raise ValueError(
            f"sample_weight must hold one number for each of the {n} points; got shape "
            f"{weights.shape}"
        )
    bad = ~((weights > 0.0) & (weights < np.inf))
    if bad.any():
        row = int(np.argmax(bad))
        raise ValueError(
            f"sample_weight must hold positive numbers, row {row} has {weights[row]:g}: leave out "
            "points that do not count"
        )
    return weights
