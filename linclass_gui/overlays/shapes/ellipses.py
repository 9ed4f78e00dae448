"""The ellipses of a class: the points at one and at two standard deviations from its mean."""

from __future__ import annotations

import numpy as np

from solvers import Floats
from solvers.moments import Moments

RADII = (1.0, 2.0)
CIRCLE = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]


def unit_ellipse(part: Moments) -> Floats:
    """The points ``S^(1/2) u`` over all unit vectors u, for the covariance ``S = scatter / (n - 1)`` (k, 2)."""
    values, vectors = np.linalg.eigh(part.scatter / (part.n - 1))
    root = vectors * np.sqrt(np.maximum(values, 0.0)) @ vectors.T
    ellipse: Floats = np.column_stack([np.cos(CIRCLE), np.sin(CIRCLE)]) @ root
    return ellipse
