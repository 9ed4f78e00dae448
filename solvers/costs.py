"""The cost of a point: by its margin at the least, and with several rivals by all scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from .arrays import Floats, Ints, locked
from .losses import HINGE, LOGISTIC, PERCEPTRON, SQUARED, ZERO_ONE, Loss


@dataclass(frozen=True)
class Cost:
    """The cost of a point over its margin ``m = f_y - max of the rivals' f``, of two classes y f.

    At the least it is ``factor`` times a loss of two classes, ``least(m)``.  A cost that asks every
    rival (``rivals``, a function of the scores (n, K) and the labels) is more where several of them
    are near.
    """

    least: Loss
    factor: float = 1.0
    rivals: Callable[[Floats, Ints], Floats] | None = field(default=None, compare=False)

    def at_least(self, margins: Floats) -> Floats:
        """The least cost of these margins."""
        curve: Floats = self.factor * self.least.value(margins)
        return curve

    def values(self, F: Floats, labels: Ints) -> Floats:
        """The cost of every point (n,)."""
        return (
            self.at_least(margins_of(F, labels)) if self.rivals is None else self.rivals(F, labels)
        )


def margins_of(scores: Floats, labels: Ints) -> Floats:
    """``f_y - max of the rivals' f`` (n,) of scores (n, K)."""
    rows = np.arange(len(labels))
    rivals = scores.copy()
    rivals[rows, labels] = -np.inf
    return locked(scores[rows, labels] - rivals.max(axis=1))


def _log_loss(F: Floats, labels: Ints) -> Floats:
    values: Floats = np.logaddexp.reduce(F, axis=1) - F[np.arange(len(labels)), labels]
    return values


def _squared_distance(F: Floats, labels: Ints) -> Floats:
    """From the targets 1 at the own class and 0 elsewhere; a class without points has none."""
    values: Floats = ((F - (np.arange(F.shape[1]) == labels[:, None])) ** 2).sum(
        axis=1, where=np.isfinite(F)
    )
    return values


def _all_rivals(F: Floats, labels: Ints) -> Floats:
    rows = np.arange(len(labels))
    short = np.maximum(1.0 + F - F[rows, labels][:, None], 0.0)
    short[rows, labels] = 0.0
    values: Floats = short.sum(axis=1)
    return values


ERRORS = Cost(ZERO_ONE)  # where nothing is minimised
WORST_RIVAL = Cost(HINGE)
ALL_RIVALS = Cost(HINGE, rivals=_all_rivals)
CROSS_ENTROPY = Cost(LOGISTIC, rivals=_log_loss)
CORRECTING = Cost(PERCEPTRON)
# Own score and rival share what is missing from the targets 1 and 0: twice ((1 - m) / 2)^2.
TARGETS = Cost(SQUARED, 0.5, _squared_distance)
