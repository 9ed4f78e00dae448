"""The domain in which every answer is certified, and the sentence for data beyond it.

Inside, the condition of the centred features is at most :data:`CONDITION` and ``C s^2 / n`` at most :data:`PRICE`, s the largest
deviation of a mapped point.  Beyond, the objective itself leaves double precision, and the cure is another scale of the features.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Floats
from ..problem import Problem

CONDITION, PRICE = 1e8, 1e6
FEATURES = "The data are beyond double precision: centre and scale the features."
SMALLER_C = "The data are beyond double precision: choose a smaller C, or centre and scale the features."

ROUNDING = "The numbers have no more digits there."


def beyond_doubles(problem: Problem, C: float = 0.0) -> str | None:
    """The sentence that names the cause and the cure for a problem outside of the domain, None inside."""
    return None if problem.kernel is not None else beyond(problem.Phi, C)


def why_stopped(Phi: Floats, C: float = 0.0) -> str:
    """What keeps an answer for features ``Phi (n, m)`` from a proof: the data, or else rounding alone."""
    return beyond(Phi, C) or ROUNDING


def beyond(Phi: Floats, C: float) -> str | None:
    """The sentence for features ``Phi (n, m)``."""
    centred = Phi - Phi.mean(axis=0)
    with np.errstate(all="ignore"):
        if not condition(centred) <= CONDITION:
            return FEATURES
        return SMALLER_C if C * float(np.square(centred).sum(axis=1).max()) / len(centred) > PRICE else None


def condition(centred: Floats) -> float:
    """The ratio of the largest to the smallest singular value of the centred features (n, m)."""
    if not np.isfinite(centred).all():
        return np.inf
    triangle = np.linalg.qr(centred, mode="r")
    if not np.isfinite(triangle).all():
        return np.inf
    values = np.linalg.svd(triangle, compute_uv=False)
    return float(values[0] / values[-1])
