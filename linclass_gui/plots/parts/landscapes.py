"""The cost of a choice of weights: the criteria drawn as contours over the plane of w, at a fixed
b.

With ``z = y (1, x)``, ``a = (b, w)`` and ``t = a'z`` the margin of a sample they are sums over the
samples:

* errors: how many have ``t <= 0``; the perceptron's ``J_p``: ``max(0, m - t)``; ``J_q``: ``t^2`` of
  the misclassified samples;
* the relaxation's ``J_r``: ``(m - t)^2 / (2 ||z||^2)`` of the samples below the margin m;
* a method's own: the objective it minimises, with its penalty, so that its answer is the lowest
  place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solvers import Fit, Floats
from solvers.losses import PERCEPTRON, RELAXATION, ZERO_ONE, Loss, squared_hinge

Single = NDArray[np.float32]  # half the digits, twice the speed: contours need three
BY_CHOICE = {
    "J_p": PERCEPTRON,
    "J_q": replace(squared_hinge(0.0), symbol="$J_q$"),
    "J_r": RELAXATION,
    "errors": ZERO_ONE,
}


@dataclass(frozen=True)
class Landscape:
    """``factor`` times the mean of ``loss``, plus ``penalty ||w||^2 + offset_penalty b^2``; without
    a loss these alone.

    A sample of class + counts ``positive_weight`` times. ``words`` name it in the mathematics
    mark-up.  ``constant`` is the first entry of a sample ``z = y (1, x)``: 0 without an offset.
    """

    words: str
    loss: Loss | None
    factor: float = 1.0
    penalty: float = 0.0
    offset_penalty: float = 0.0
    constant: float = 1.0
    positive_weight: float = 1.0

    def squared_lengths(self, Phi: Floats) -> Floats:
        """``||z||^2`` (n,), as the relaxation rule divides by it; 1 for a sample of zeros."""
        squares: Floats = self.constant + (Phi * Phi).sum(axis=1)
        return np.where(squares > 0.0, squares, 1.0)

    def shares(self, Phi: Floats, y: Floats) -> Floats:
        """The weight of every sample's loss (n,)."""
        shares = np.full(len(y), self.factor / max(1, len(y)))
        if self.positive_weight != 1.0:
            shares[y > 0.0] *= self.positive_weight
        return (
            shares / self.squared_lengths(Phi)
            if self.loss is not None and self.loss.per_length
            else shares
        )

    @property
    def effort(self) -> int:
        """The work of one value."""
        return 0 if self.loss is None else self.loss.effort

    @property
    def is_stepped(self) -> bool:
        """Whether the criterion jumps at the lines of the samples, which then are its contours."""
        return self.loss is ZERO_ONE


def landscape(fit: Fit, choice: str) -> Landscape:
    """The criterion of that name; ``own`` is the objective of the method, or the errors where that
    is not a function of w.

    A criterion of the same name has the method's own margin.
    """
    return replace(_landscape(fit, choice), constant=1.0 if fit.method.has_offset else 0.0)


def _landscape(fit: Fit, choice: str) -> Landscape:
    n = len(fit.problem.y)
    criterion = fit.method.criterion(n)
    if choice != "own":
        loss = BY_CHOICE[choice]
        own = None if criterion is None else criterion.loss
        return _sum_of(own if own is not None and own.name == loss.name else loss, n)
    if criterion is None:
        return _sum_of(ZERO_ONE, n)
    loss, penalties = criterion.loss, (criterion.norm_weight, criterion.offset_weight)
    if criterion.loss_weight == 0.0:
        return Landscape("$‖w‖^2 / 2$", None, 0.0, *penalties)
    title = loss.title if criterion.loss_weight == n else f"mean {loss.noun}"
    words = f"{loss.name} + penalty" if any(penalties) else title
    return Landscape(
        words, loss, criterion.loss_weight, *penalties, positive_weight=criterion.positive_weight
    )


def _sum_of(loss: Loss, n: int) -> Landscape:
    return Landscape("errors" if loss is ZERO_ONE else loss.title, loss, float(n))


def heights(
    criterion: Landscape, Phi: Floats, y: Floats, b: float, xs: Floats, ys: Floats
) -> Floats:
    """The cost at ``w = (xs[j], ys[i])`` as ``values[i, j]``; a subset of the samples stands in for
    all by its mean.
    """
    W = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
    values = criterion.penalty * (W * W).sum(axis=1) + criterion.offset_penalty * b * b
    loss = criterion.loss
    if loss is not None:
        z = np.column_stack([y[:, None] * Phi, y * b]).astype(np.float32)
        t: Single = np.column_stack([W, np.ones(len(W))]).astype(np.float32) @ z.T
        values = values + loss.value(t, t) @ criterion.shares(Phi, y).astype(np.float32)
    grid: Floats = values.reshape(len(ys), len(xs))
    return grid
