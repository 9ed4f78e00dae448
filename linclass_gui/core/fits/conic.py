"""Scores that are quadratic in the plane: their boundaries are conics, and at a saddle two straight
lines.

Which feature map or kernel such a score comes from does not matter: it is recognised by its values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.arrays import locked
from solvers.plane.geometry import clip_line

from ..document import View

NODES = np.array([(x, y) for y in (-1.0, 0.0, 1.0) for x in (-1.0, 0.0, 1.0)])
# Elsewhere in the square, on no line with the nodes: a quadratic function agrees here, too.
ELSEWHERE = np.array(
    [(0.37, -0.61), (-0.83, 0.29), (0.71, 0.93), (-0.17, -0.89), (-0.53, 0.77), (0.97, -0.41)]
)
ROUNDING = 1e-12  # of the largest value: what agrees so well is the same function
# the arms of a hyperbola so flat at its centre are less than a fiftieth of a pixel away from two
# lines
SADDLE = 1e-9
UPRIGHT = 1e-12  # a normal so near to an axis is along it


@dataclass(frozen=True, eq=False)
class Conic:
    """``f(x) = <u, A u> + <d, u> + g`` with ``u = (x - centre) / size``; ``scale`` is the largest
    value nearby.
    """

    A: Floats
    d: Floats
    g: float
    centre: Floats
    size: float
    scale: float

    def values(self, X: Floats) -> Floats:
        """f at some points (n, 2)."""
        u = (X - self.centre) / self.size
        f: Floats = ((u @ self.A) * u).sum(axis=1) + u @ self.d + self.g
        return f

    def line_pair(self, level: float, view: View) -> tuple[Floats, ...]:
        """The two lines of ``f = level`` in a view where the curve is a saddle, else nothing."""
        values, vectors = np.linalg.eigh(self.A)
        if not values[0] < -SADDLE * self.scale < SADDLE * self.scale < values[1]:
            return ()
        middle = np.linalg.solve(self.A, -0.5 * self.d)
        if abs(self.g - level + 0.5 * float(self.d @ middle)) > SADDLE * self.scale:
            return ()
        long, short = np.sqrt(np.abs(values)).tolist()
        normals = (vectors @ np.array([long, sign * short]) for sign in (1.0, -1.0))
        at = self.centre + self.size * middle
        ends = (
            clip_line(np.where(np.abs(n) < UPRIGHT * np.abs(n).max(), 0.0, n), 0.0, view.box, at)
            for n in normals
        )
        return tuple(locked(segment) for segment in ends if segment is not None)


def conic_of(score: Callable[[Floats], Floats], view: View) -> Conic | None:
    """The conic of a score over a view, or None when it is no quadratic function there (or rounding
    hides that it is one).
    """
    centre = np.array(view.middle)
    size = 0.5 * max(view.width, view.height)
    found = score(np.concatenate([centre + size * NODES, centre + size * ELSEWHERE]))
    f, elsewhere = found[: len(NODES)].reshape(3, 3), found[len(NODES) :]
    scale = float(np.abs(found).max())
    if not np.isfinite(scale) or scale == 0.0:
        return None
    g = float(f[1, 1])
    d = 0.5 * np.array([f[1, 2] - f[1, 0], f[2, 1] - f[0, 1]])
    a, c = 0.5 * (f[1, 2] + f[1, 0]) - g, 0.5 * (f[2, 1] + f[0, 1]) - g
    b = 0.25 * (f[2, 2] - f[2, 0] - f[0, 2] + f[0, 0])
    conic = Conic(np.array([[a, 0.5 * b], [0.5 * b, c]]), d, g, centre, size, scale)
    agrees = np.abs(conic.values(centre + size * ELSEWHERE) - elsewhere).max() <= ROUNDING * scale
    return conic if agrees else None
