"""How large the rings of free support vectors are: they grow with the multipliers."""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints, locked

# the ring of a vanishing multiplier is still clear of its point; number of steps to the full size
SMALLEST, STEPS = 0.68, 4


def shares_of(fit: Fit, rows: Ints) -> Floats | None:
    """The weight of each point as a share: alpha over its bound; for the hard margin, which has
    none, over the largest alpha.

    None while only the line is known.
    """
    bound = fit.method.multiplier_bounds(fit.problem)
    if fit.alpha is None or bound is None:
        return None
    if isinstance(bound, float):
        bound = np.full(
            len(fit.alpha),
            bound if np.isfinite(bound) else float(fit.alpha.max(initial=0.0)) or 1.0,
        )
    return np.minimum(fit.alpha[rows] / bound[rows], 1.0)


def ring_sizes(shares: Floats | None) -> Floats | None:
    """The sizes of rings: in a few steps up to the full one by the share of each; all equal where
    no share is known.
    """
    # In steps: a picture of each size is painted once and then copied.
    return (
        None
        if shares is None
        else locked(SMALLEST + (1.0 - SMALLEST) * np.round(STEPS * shares) / STEPS)
    )
