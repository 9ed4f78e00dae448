"""What a choice of weights costs: the criteria drawn as contours over the plane of w, at a fixed b.

All are means over the samples, so that they do not grow with their number: ``J_p``, ``J_q`` and ``J_r`` are sums in the sources.
With ``z = y (1, x)``, ``a = (b, w)`` and ``t = a'z`` the margin of a sample:

* errors: ``t <= 0``; the perceptron's ``J_p``: ``max(0, m - t)``; ``J_q``: ``t^2`` of the misclassified samples;
* the relaxation's ``J_r``: ``(m - t)^2 / (2 ||z||^2)`` of the samples below the margin m;
* a method's own: the criterion it minimises, with its penalty, so that its answer is the lowest place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers import (
    LMS,
    BayesianLogistic,
    Fit,
    Floats,
    HardMarginSVM,
    HoKashyap,
    LeastSquares,
    LogisticRegression,
    Method,
    Perceptron,
    Relaxation,
    SoftMarginSVM,
)

Single = NDArray[np.float32]  # half the digits, twice the speed: contours need three


@dataclass(frozen=True)
class Landscape:
    """``cost(t, z2)`` gives what samples pay for their margins t (k, n), changing t; ``z2 (n,)`` holds ``||z||^2``.

    ``words`` name it in the mathematics mark-up, ``penalty`` multiplies ``||w||^2``, ``effort`` is the price of one value;
    ``is_stepped``: it jumps at the lines of the samples, which then are its contours.
    """

    words: str
    cost: Callable[[Single, Single], Single]
    penalty: float = 0.0
    effort: int = 1
    is_stepped: bool = False


def landscape(fit: Fit, choice: str) -> Landscape:
    """The criterion of that name; ``own`` is what the method of the fit minimises, the errors where that is not a function of w."""
    method = fit.method
    name = _own(method) if choice == "own" else choice
    if name == "J_p":
        return Landscape("$J_p$", _below(method.margin if isinstance(method, Perceptron) else 0.0))
    if name == "J_r":
        return Landscape("$J_r$", _relaxed(method.margin if isinstance(method, Relaxation) else 1.0))
    if name == "penalised":
        return _penalised(fit)
    return Landscape("$J_q$", _squares) if name == "J_q" else Landscape("error rate", _wrong, is_stepped=True)


def _own(method: Method) -> str:
    if isinstance(method, Perceptron):
        return "J_p"
    if isinstance(method, Relaxation):
        return "J_r"
    is_loss = isinstance(method, (LMS, HoKashyap, LeastSquares, LogisticRegression, BayesianLogistic, SoftMarginSVM, HardMarginSVM))
    return "penalised" if is_loss else "errors"


def _penalised(fit: Fit) -> Landscape:
    """Loss and penalty of a method, in the scale of a mean."""
    method = fit.method
    if isinstance(method, HardMarginSVM):
        return Landscape("$‖w‖^2 / 2$", _nothing, 0.5, 0)
    if isinstance(method, SoftMarginSVM):
        return Landscape("hinge + penalty", _below(1.0), 0.5 / method.C)
    if isinstance(method, LogisticRegression):
        return Landscape("logistic + penalty" if method.l2 else "logistic loss", _logistic, method.l2, 4)
    if isinstance(method, BayesianLogistic):
        return Landscape("logistic loss", _logistic, 0.0, 4)
    ridge = method.ridge / len(fit.problem.y) if isinstance(method, LeastSquares) else 0.0
    return Landscape("squared + penalty" if ridge else "squared loss", _squared, ridge)


def heights(criterion: Landscape, Phi: Floats, y: Floats, b: float, xs: Floats, ys: Floats) -> Floats:
    """The mean cost at ``w = (xs[j], ys[i])`` plus the penalty, as ``values[i, j]``."""
    W = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
    values = criterion.penalty * (W * W).sum(axis=1)
    if criterion.effort:
        z = np.column_stack([y[:, None] * Phi, y * b]).astype(np.float32)
        z2 = (1.0 + (Phi * Phi).sum(axis=1)).astype(np.float32)
        t: Single = np.column_stack([W, np.ones(len(W))]).astype(np.float32) @ z.T
        values = values + criterion.cost(t, z2) @ np.full(len(y), 1.0 / len(y), dtype=np.float32)
    grid: Floats = values.reshape(len(ys), len(xs))
    return grid


def _nothing(t: Single, z2: Single) -> Single:
    return np.zeros_like(t)


def _wrong(t: Single, z2: Single) -> Single:
    return (t <= 0.0).astype(np.float32)


def _below(margin: float) -> Callable[[Single, Single], Single]:
    def cost(t: Single, z2: Single) -> Single:
        np.subtract(np.float32(margin), t, out=t)
        return np.maximum(t, np.float32(0.0), out=t)

    return cost


def _squares(t: Single, z2: Single) -> Single:
    np.minimum(t, np.float32(0.0), out=t)
    return np.multiply(t, t, out=t)


def _relaxed(margin: float) -> Callable[[Single, Single], Single]:
    below = _below(margin)

    def cost(t: Single, z2: Single) -> Single:
        short = below(t, z2)
        np.multiply(short, short, out=short)
        short *= np.float32(0.5) / z2
        return short

    return cost


def _squared(t: Single, z2: Single) -> Single:
    t -= np.float32(1.0)
    return np.multiply(t, t, out=t)


def _logistic(t: Single, z2: Single) -> Single:
    # log(1 + e^-t) = max(0, -t) + log(1 + e^-|t|): no overflow.
    tail = np.exp(-np.abs(t))
    np.log1p(tail, out=tail)
    np.negative(t, out=t)
    np.maximum(t, np.float32(0.0), out=t)
    t += tail
    return t
