"""Kesler's construction: K classes as one class, in a space K times as large.

A point of class k with rival l is the vector ``z = (e_k - e_l) (x) (1, phi)`` of K blocks: the
weights a = (b_1, w_1, ..., b_K, w_K) prefer the own class exactly where ``<a, z> > 0``.  So the
classes are separable, each score largest on its own class, exactly when some a has a positive
product with all z, that is when the origin is not in their convex hull.  The nearest point of that
hull is the best such direction: its length is gamma, the largest margin of a unit vector.  The
two-class hull distance answers both.

Source: Linear discriminants slides, "Kesler's construction"; Nilsson, Learning Machines (1965);
Duda, Hart, Stork, sec. 5.12.
"""

from __future__ import annotations

from math import frexp

import numpy as np

from ...arrays import Floats, Ints, locked
from ...problem import Problem


def kesler_vectors(columns: Floats, labels: Ints, K: int) -> Floats:
    """All z (n (K-1), K d) for samples ``columns (d, n)``; the K-1 rivals of a point stand
    together, in the order (y+1) % K ...
    """
    d, n = columns.shape
    z = np.zeros((n, K - 1, K, d))
    rows = np.arange(n)
    for step in range(1, K):
        z[rows, step - 1, labels] = columns.T
        z[rows, step - 1, (labels + step) % K] = -columns.T
    return z.reshape(n * (K - 1), K * d)


def kesler_problem(columns: Floats, labels: Ints, K: int) -> Problem:
    """The vectors as class + against the origin, the last row, alone."""
    z = kesler_vectors(columns, labels, K)
    Phi = locked(np.concatenate([z, np.zeros((1, z.shape[1]))]))
    return Problem(Phi, locked(np.append(np.ones(len(z)), -1.0)))


def exact_samples(Phi: Floats) -> tuple[Floats, Floats, float]:
    """``(1, (phi - centre) / scale)`` as columns (m+1, n), without any rounding, and what it was
    shifted and divided by.

    Separability does not depend on the origin and the unit, but far from the origin, or in large
    units, the ones and the features differ so much that doubles decide nothing.  The centre is a
    point near the middle of the data, the scale a power of two; where a difference would be rounded
    the centre is the origin.
    """
    middle = np.median(Phi, axis=0)
    centre = Phi[int(((Phi - middle) ** 2).sum(axis=1).argmin())].copy()
    shifted = Phi - centre
    if _is_rounded(Phi, centre, shifted):
        centre, shifted = np.zeros_like(centre), Phi
    size = float(np.abs(shifted).max(initial=0.0))
    scale = 2.0 ** frexp(size)[1] if size > 0.0 else 1.0
    if size > 0.0 and float(np.abs(shifted[shifted != 0.0]).min()) / scale < 1e-290:
        scale = 1.0
    return np.concatenate([np.ones((1, len(Phi))), (shifted / scale).T]), centre, scale


def _is_rounded(Phi: Floats, centre: Floats, difference: Floats) -> bool:
    """Whether ``Phi - centre`` is not exact in doubles (Knuth's error of a sum)."""
    back = difference - Phi
    error = (Phi - (difference - back)) + (-centre - back)
    return bool(error.any())
