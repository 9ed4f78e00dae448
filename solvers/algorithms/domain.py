"""The domain in which every answer is certified, and the sentence for data beyond it.

Inside, the condition of the centred features is at most :data:`CONDITION` and ``C s^2 / n`` at most
:data:`PRICE`, s the largest deviation of a mapped point (of a hard margin: ``|w|^2 s^2``, the sum
of its multipliers; of a kernel: s the largest length). A logistic regression without a penalty has
no such price, and where it has no proof it asks for a penalty. Beyond, the objective itself leaves
double precision, and the cure is another scale of the features, or another price.
"""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Floats
from ..problem import Problem

CONDITION, PRICE = 1e8, 1e6
FEATURES = "The data are beyond double precision: centre and scale the features."
SMALLER_C = "The data are beyond double precision: choose a smaller C, or {}."
SOFT = "The margin is beyond double precision: choose a soft margin, or {}."
SCALE, KERNEL = "centre and scale the features", "a kernel that tells the points better apart"

ROUNDING = "The numbers have no more digits there."


def beyond_doubles(problem: Problem, price: float = 0.0, is_hard: bool = False) -> str | None:
    """The sentence that names the cause and the cure for a problem outside of the domain, None
    inside.

    ``price`` is the largest multiplier C/n, or the sum of all those of a hard margin.
    """
    choose = SOFT if is_hard else SMALLER_C
    if problem.kernel is None:
        return _beyond(problem.Phi, price, choose)
    with np.errstate(all="ignore"):
        is_inside = price * float(problem.kernel.diagonal(problem.X).max()) <= PRICE
    return None if is_inside else choose.format(KERNEL)


def stop_reason(Phi: Floats, C: float = 0.0) -> str:
    """The reason why an answer for features ``Phi (n, m)`` has no proof: the data, or else rounding
    alone.
    """
    return _beyond(Phi, C / len(Phi), SMALLER_C) or ROUNDING


def stopped_words(steps: str, gap: float, reason: str) -> str:
    """How ``steps`` ended that proved too little, and the reason."""
    if not math.isfinite(gap):
        return f"{steps} ended without a bound of the optimum. {reason}"
    return f"{steps} ended at a relative gap of {gap:.1e}. {reason}"


def _beyond(Phi: Floats, price: float, choose: str) -> str | None:
    centred = Phi - Phi.mean(axis=0)
    with np.errstate(all="ignore"):
        if not condition(centred) <= CONDITION:
            return FEATURES
        return (
            None
            if price * float(np.square(centred).sum(axis=1).max()) <= PRICE
            else choose.format(SCALE)
        )


def condition(centred: Floats) -> float:
    """The ratio of the largest to the smallest singular value of the centred features (n, m)."""
    if not np.isfinite(centred).all():
        return np.inf
    triangle = np.linalg.qr(centred, mode="r")
    if not np.isfinite(triangle).all():
        return np.inf
    values = np.linalg.svd(triangle, compute_uv=False)
    return float(values[0] / values[-1])
