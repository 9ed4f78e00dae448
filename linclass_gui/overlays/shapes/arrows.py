"""How long arrows are drawn."""

from __future__ import annotations

import numpy as np

ROUND = (1.0, 2.0, 5.0)


def scale(length: float, shortest: float, longest: float) -> float:
    """The round factor nearest to 1 that brings a length between two bounds."""
    if shortest <= length <= longest:
        return 1.0
    steps = [r * 10.0**e for e in range(-18, 19) for r in ROUND]
    fitting = [s for s in steps if shortest <= s * length <= longest]
    return min(fitting, key=lambda s: abs(np.log(s)), default=longest / length)
