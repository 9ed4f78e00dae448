"""Losses: what a method pays for a point, as a function of its margin ``m = y f(x)``.

A method names its loss as an object of this file (:attr:`solvers.method.Method.loss`); plots,
landscapes, paths and comparisons ask the object.  All functions take margins of any shape and keep
their precision (float32 for pictures, else float64); ``out`` receives the values, and may be the
margins themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Floats

# Margins in, values out; the second argument is ``out``.
Function = Callable[..., Any]


@dataclass(frozen=True)
class Loss:
    """One loss.

    ``value(m, out=None)`` and ``derivative(m)`` are functions of the margin (at a corner the
    derivative is that of the right side), ``formula`` writes the loss in the mathematics mark-up.
    ``noun`` is what one point pays, as in "mean slack"; ``symbol`` names the sum over all points
    ("": its name says it).  ``per_length``: every point's loss is divided by ``||z||^2 = 1 +
    ||x||^2``. ``effort`` is the price of a value, that of a hinge being 1.
    """

    name: str
    value: Function = field(compare=False)
    derivative: Function = field(compare=False)
    formula: str
    noun: str = "loss"
    symbol: str = ""
    per_length: bool = False
    effort: int = 1

    @property
    def title(self) -> str:
        """The name of the sum over all points."""
        return self.symbol or f"{self.name} loss"


def _margins(m: ArrayLike) -> NDArray[Any]:
    margins = np.asarray(m)
    return margins if margins.dtype == np.float32 else margins.astype(np.float64, copy=False)


def logistic_function(f: ArrayLike) -> Floats:
    """``1 / (1 + e^-f)``: the probability of class + for log-odds f, with every digit in both
    tails.
    """
    scores = np.asarray(f, dtype=np.float64)
    small = np.exp(-np.abs(scores))
    return np.where(scores > 0.0, 1.0, small) / (1.0 + small)


def zero_one_loss(m: ArrayLike, out: NDArray[Any] | None = None) -> Any:
    """1 for a wrong side (the boundary included), 0 for the right one."""
    margins = _margins(m)
    return np.less_equal(
        margins, 0.0, out=np.empty_like(margins) if out is None else out, casting="unsafe"
    )


def logistic_loss(m: ArrayLike, out: NDArray[Any] | None = None) -> Any:
    """``log(1 + e^-m)``, the negative log-likelihood of logistic regression; finite for every
    margin.
    """
    margins = _margins(m)
    # max(0, -m) + log(1 + e^-|m|): no overflow.
    tail = np.asarray(np.abs(margins))
    np.negative(tail, out=tail)
    np.exp(tail, out=tail)
    np.log1p(tail, out=tail)
    tail -= np.minimum(margins, 0.0)
    if out is None:
        return tail
    out[...] = tail
    return out


def hinge_loss(m: ArrayLike, out: NDArray[Any] | None = None, margin: float = 1.0) -> Any:
    """``max(0, margin - m)``: the soft-margin SVM, and with margin 0 the perceptron."""
    short = np.asarray(np.subtract(margin, _margins(m), out=out))
    return np.maximum(short, 0.0, out=short)


ZERO_ONE = Loss(
    "0-1", zero_one_loss, lambda m: np.zeros_like(_margins(m)), "1[m ≤ 0]", "error", "error rate"
)
LOGISTIC = Loss(
    "logistic",
    logistic_loss,
    lambda m: -logistic_function(-np.asarray(m)),
    "log(1 + e^{−m})",
    "log-loss",
    effort=4,
)


def squared_distance(targets: Floats | float, formula: str = "(t − m)^2") -> Loss:
    """The squared distance of the margins (..., n) from a target, or from one (n,) for each
    sample.
    """

    def value(m: ArrayLike, out: NDArray[Any] | None = None) -> Any:
        short = np.asarray(np.subtract(targets, _margins(m), out=out))
        return np.multiply(short, short, out=short)

    return Loss("squared", value, lambda m: -2.0 * (targets - _margins(m)), formula, "square")


def hinge(margin: float = 1.0) -> Loss:
    """The hinge with its corner at ``margin``."""

    def value(m: ArrayLike, out: NDArray[Any] | None = None) -> Any:
        return hinge_loss(m, out, margin)

    return Loss(
        "hinge",
        value,
        lambda m: np.where(_margins(m) < margin, -1.0, 0.0),
        f"max(0, {margin:g} − m)",
        "slack",
    )


def squared_hinge(margin: float = 1.0, factor: float = 1.0) -> Loss:
    """The square of the hinge with its corner at ``margin``, times a factor."""

    def value(m: ArrayLike, out: NDArray[Any] | None = None) -> Any:
        short = hinge_loss(m, out, margin)
        return np.multiply(short, factor * short, out=short)

    def derivative(m: ArrayLike) -> Any:
        return -2.0 * factor * hinge_loss(m, None, margin)

    return Loss("squared hinge", value, derivative, f"max(0, {margin:g} − m)^2", "squared slack")


def perceptron(margin: float = 0.0) -> Loss:
    """The perceptron criterion ``J_p``: the hinge with its corner at 0, or at the margin that the
    rule asks for.
    """
    loss = hinge(margin)
    return Loss(
        "perceptron",
        loss.value,
        loss.derivative,
        f"max(0, {f'{margin:g} ' if margin else ''}− m)",
        "correction",
        "$J_p$",
    )


def relaxation(margin: float = 1.0) -> Loss:
    """The relaxation criterion ``J_r`` with its margin, for a sample of length 1 (it divides by
    ``||z||^2``).
    """
    loss = squared_hinge(margin, 0.5)
    return Loss(
        "relaxation",
        loss.value,
        loss.derivative,
        f"{loss.formula} / 2",
        "correction",
        "$J_r$",
        per_length=True,
    )


SQUARED = squared_distance(1.0, "(1 − m)^2")
HINGE, PERCEPTRON, RELAXATION = hinge(), perceptron(), relaxation()
LOSSES: tuple[Loss, ...] = (ZERO_ONE, SQUARED, LOGISTIC, HINGE, PERCEPTRON, RELAXATION)
