"""Points centred, scaled alike in every direction and signed: the coordinates in which margin
solvers keep their digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import BLOCK, Floats, locked
from ..result import Iterate
from ..rounding import LEAST_PART

SAMPLE = 16384  # points that centre and scale are taken from
# a scale below this (all points at one place) is replaced by 1; its square must not vanish
SMALLEST = 1e-140


@dataclass(frozen=True, eq=False)
class Standardised:
    """Signed standardised samples ``z_i = y_i ((phi_i - centre) / scale, 1)`` as the columns of ``Z
    (m + 1, n)``.

    ``theta = (w', b')`` in these coordinates means ``f(phi) = <w'/scale, phi - centre> + b'`` in
    data units, so ``<z_i, theta> = y_i f(phi_i)`` is the margin of point i.  The scale is one
    number for all features: another one per feature would change what ``||w||`` penalises.  ``Z``
    has one contiguous row per coordinate; its last row is y.
    """

    Z: Floats
    centre: Floats
    scale: float

    def column(self, phi: Floats, sign: float) -> Floats:
        """The sample ``z`` of one mapped point ``phi (m,)`` with label ``sign``."""
        z = np.empty(len(phi) + 1)
        np.multiply(phi - self.centre, sign / self.scale, out=z[:-1])
        z[-1] = sign
        return z

    def iterate(
        self,
        theta: Floats,
        alpha: Floats | Callable[[], Floats | None] | None = None,
        objective: float = np.nan,
        note: str | Callable[[], str] = "",
        **rest: Any,
    ) -> Iterate:
        """The model with parameters ``theta`` in data units (``alpha`` and ``objective`` are in
        data units already).
        """
        w = theta[:-1] / self.scale + 0.0  # no -0.0 in what is printed
        f_centre = float(theta[-1])
        b = float(f_centre - w @ self.centre)
        return Iterate(
            locked(w), b, alpha, objective, note=note, centre=self.centre, f_centre=f_centre, **rest
        )

    def theta(self, w: Floats, f_centre: float) -> Floats:
        """The parameters of ``f(phi) = <w, phi - centre> + f_centre`` in these coordinates."""
        return np.append(w * self.scale, f_centre)


def standardise(Phi: Floats, y: Floats) -> Standardised:
    """Centre mapped points ``Phi (n, m)`` at their mean, divide by their root mean square and
    multiply by ``y``.

    Subtracting a mean near the data loses nothing (Sterbenz), so an offset of 1e8 costs no digit.
    """
    n, m = Phi.shape
    centre, scale = _centre_and_scale(Phi)
    Z = np.empty((m + 1, n))
    for begin in range(0, n, BLOCK):
        block = slice(begin, begin + BLOCK)
        part, signs = Z[:m, block], y[block]
        np.subtract(Phi[block].T, centre[:, None], out=part)
        part *= signs / scale
        Z[m, block] = signs
    return Standardised(locked(Z), locked(centre), scale)


def _centre_and_scale(Phi: Floats) -> tuple[Floats, float]:
    """The mean and the root mean square about it (1 where they are all at one place), of many
    points from an even sample.

    Any centre near the data and any scale of its size keep the digits, so a second pass over a
    million points buys nothing. Transposed first: ``mean(axis=0)`` of a row-major array has inner
    loops of length m and takes ten times as long.
    """
    columns = Phi[:: max(1, len(Phi) // SAMPLE)].T.copy()
    centre: Floats = np.add.reduce(columns, axis=1) / columns.shape[1]
    columns -= centre[:, None]
    square = float(np.vdot(columns, columns))
    scale = math.sqrt(square / columns.size)
    if scale <= LEAST_PART * math.hypot(*centre.tolist()):
        # Points at one place are as far from their mean as that was rounded: no scale to magnify,
        # the place itself is the centre.
        if (Phi == Phi[0]).all():
            return Phi[0].copy(), 1.0
        scale = math.sqrt(float(((Phi - centre) ** 2).mean()))  # the others may be elsewhere
    return centre, scale if scale > SMALLEST else 1.0
