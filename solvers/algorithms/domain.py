"""The domain in which every answer is certified, and the sentence for data beyond it.

Inside are features whose largest singular value is at most 1e8 times the smallest, and multipliers
that cost at most :data:`PRICE` times the spread of the points.
"""

from __future__ import annotations

import math

PRICE = 1e6
BEYOND = (
    "The data are beyond double precision: centre and scale the features, or choose a smaller C."
)
CAVEAT = "centre and scale the features"


def stopped_words(steps: str, gap: float) -> str:
    """How ``steps`` ended that proved too little."""
    if not math.isfinite(gap):
        return f"{steps} ended without a bound of the optimum. {BEYOND}"
    return f"{steps} ended at a relative gap of {gap:.1e}. {BEYOND}"
