"""The losses of the methods as functions of the margin ``m = y f(x)``: what each of them pays for a point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Floats


def logistic_function(f: ArrayLike) -> Floats:
    """``1 / (1 + e^-f)``: the probability of class + for log-odds f, with every digit in both tails."""
    scores = np.asarray(f, dtype=np.float64)
    small = np.exp(-np.abs(scores))
    return np.where(scores > 0.0, 1.0, small) / (1.0 + small)


def zero_one_loss(m: ArrayLike) -> Floats:
    """1 for a wrong side (the boundary included), 0 for the right one."""
    return np.where(np.asarray(m, dtype=np.float64) > 0.0, 0.0, 1.0)


def squared_loss(m: ArrayLike) -> Floats:
    """``(1 - m)^2``: least squares on labels of ±1, which also pays for points that are too far on the right side."""
    return np.square(1.0 - np.asarray(m, dtype=np.float64))


def logistic_loss(m: ArrayLike) -> Floats:
    """``log(1 + e^-m)``, the negative log-likelihood of logistic regression; finite for every margin."""
    margins = np.asarray(m, dtype=np.float64)
    loss: Floats = np.log1p(np.exp(-np.abs(margins))) + np.maximum(-margins, 0.0)
    return loss


def hinge_loss(m: ArrayLike) -> Floats:
    """``max(0, 1 - m)``: the soft-margin SVM."""
    return np.maximum(0.0, 1.0 - np.asarray(m, dtype=np.float64))


def perceptron_loss(m: ArrayLike) -> Floats:
    """``max(0, -m)``: the perceptron criterion."""
    return np.maximum(0.0, -np.asarray(m, dtype=np.float64))


def relaxation_loss(m: ArrayLike, margin: float = 1.0) -> Floats:
    """``max(0, margin - m)^2 / 2``: the relaxation criterion for a sample of length 1 (it divides by ``||z||^2``)."""
    return 0.5 * np.square(np.maximum(0.0, margin - np.asarray(m, dtype=np.float64)))


@dataclass(frozen=True)
class Loss:
    """A loss by name: the function of the margin, its formula in the mathematics mark-up, and whose it is."""

    name: str
    function: Callable[[ArrayLike], Floats]
    formula: str
    method: str


LOSSES: tuple[Loss, ...] = (
    Loss("0-1", zero_one_loss, "1[m ≤ 0]", "training errors"),
    Loss("squared", squared_loss, "(1 − m)^2", "LeastSquares"),
    Loss("logistic", logistic_loss, "log(1 + e^{−m})", "LogisticRegression"),
    Loss("hinge", hinge_loss, "max(0, 1 − m)", "SoftMarginSVM"),
    Loss("perceptron", perceptron_loss, "max(0, −m)", "Perceptron"),
    Loss("relaxation", relaxation_loss, "max(0, 1 − m)^2 / 2", "Relaxation"),
)
