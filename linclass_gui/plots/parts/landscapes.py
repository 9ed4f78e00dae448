"""What a choice of weights costs: the criteria drawn as contours over the plane of w, at a fixed b.

All are means over the samples, so that they do not grow with their number: ``J_p``, ``J_q`` and ``J_r`` are sums in the sources.
With ``z = y (1, x)``, ``a = (b, w)`` and ``t = a'z`` the margin of a sample:

* errors: ``t <= 0``; the perceptron's ``J_p``: ``max(0, m - t)``; ``J_q``: ``t^2`` of the misclassified samples;
* the relaxation's ``J_r``: ``(m - t)^2 / (2 ||z||^2)`` of the samples below the margin m;
* a method's own: the criterion it minimises, with its penalty, so that its answer is the lowest place.
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
    """The mean of ``loss`` over the samples plus ``penalty ||w||^2``; without a loss the penalty alone.

    ``words`` name it in the mathematics mark-up.  ``constant`` is the first entry of a sample ``z = y (1, x)``: 0 without
    an offset.
    """

    words: str
    loss: Loss | None
    penalty: float = 0.0
    constant: float = 1.0

    def squared_lengths(self, Phi: Floats) -> Floats:
        """``||z||^2`` (n,), as the relaxation rule divides by it; 1 for a sample of zeros."""
        squares: Floats = self.constant + (Phi * Phi).sum(axis=1)
        return np.where(squares > 0.0, squares, 1.0)

    @property
    def effort(self) -> int:
        """The price of one value."""
        return 0 if self.loss is None else self.loss.effort

    @property
    def is_stepped(self) -> bool:
        """Whether it jumps at the lines of the samples, which then are its contours."""
        return self.loss is ZERO_ONE


def landscape(fit: Fit, choice: str) -> Landscape:
    """The criterion of that name; ``own`` is what the method of the fit minimises, the errors where that is not a function of w.

    A criterion of the same name has the method's own margin.
    """
    return replace(_landscape(fit, choice), constant=1.0 if fit.method.has_offset else 0.0)


def _landscape(fit: Fit, choice: str) -> Landscape:
    criterion = fit.method.criterion(len(fit.problem.y))
    if choice != "own":
        loss = BY_CHOICE[choice]
        own = None if criterion is None else criterion.loss
        return _of_loss(own if own is not None and own.name == loss.name else loss)
    if criterion is None:
        return _of_loss(ZERO_ONE)
    if criterion.loss_weight == 0.0:
        return Landscape("$‖w‖^2 / 2$", None, criterion.penalty)
    if criterion.penalty == 0.0:
        return _of_loss(criterion.loss)
    return Landscape(f"{criterion.loss.name} + penalty", criterion.loss, criterion.penalty)


def _of_loss(loss: Loss) -> Landscape:
    return Landscape(loss.title, loss)


def heights(criterion: Landscape, Phi: Floats, y: Floats, b: float, xs: Floats, ys: Floats) -> Floats:
    """The mean cost at ``w = (xs[j], ys[i])`` plus the penalty, as ``values[i, j]``."""
    W = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
    values = criterion.penalty * (W * W).sum(axis=1)
    loss = criterion.loss
    if loss is not None:
        z = np.column_stack([y[:, None] * Phi, y * b]).astype(np.float32)
        t: Single = np.column_stack([W, np.ones(len(W))]).astype(np.float32) @ z.T
        share = np.full(len(y), 1.0 / len(y))
        if loss.per_length:
            share /= criterion.squared_lengths(Phi)
        values = values + loss.value(t, t) @ share.astype(np.float32)
    grid: Floats = values.reshape(len(ys), len(xs))
    return grid
