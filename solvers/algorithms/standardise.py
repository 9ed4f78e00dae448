"""Points centred, scaled alike in every direction and signed: the coordinates in which margin solvers keep their digits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, locked

BLOCK = 16384  # rows worked on at a time: four coordinates of a block fit the fast cache


@dataclass(frozen=True, eq=False)
class Standardised:
    """Signed standardised samples ``z_i = y_i ((phi_i - centre) / scale, 1)`` as the columns of ``Z (m + 1, n)``.

    ``theta = (w', b')`` in these coordinates means ``f(phi) = <w'/scale, phi - centre> + b'`` in data units, so
    ``<z_i, theta> = y_i f(phi_i)`` is the margin of point i.  The scale is one number for all features: another one per feature
    would change what ``||w||`` penalises.  ``Z`` has one contiguous row per coordinate; its last row is y.
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

    def theta(self, w: Floats, f_centre: float) -> Floats:
        """The parameters of ``f(phi) = <w, phi - centre> + f_centre`` in these coordinates."""
        return np.append(w * self.scale, f_centre)


def standardised(Phi: Floats, y: Floats) -> Standardised:
    """Centre mapped points ``Phi (n, m)`` at their mean, divide by their root mean square and multiply by ``y``.

    Subtracting a mean near the data loses nothing (Sterbenz), so an offset of 1e8 costs no digit.  Work goes block by block:
    at n = 10^6 the memory, not the arithmetic, sets the time.
    """
    n, m = Phi.shape
    # A product with ones sums columns of a row-major array many times faster than mean(axis=0).
    centre = np.ones(n) @ Phi / n
    Z = np.empty((m + 1, n))
    squares = 0.0
    for begin in range(0, n, BLOCK):
        block = slice(begin, begin + BLOCK)
        for k in range(m):
            row = Z[k, block]
            np.subtract(Phi[block, k], centre[k], out=row)
            squares += float(row @ row)
            row *= y[block]
    scale = float(np.sqrt(squares / (n * m))) or 1.0
    Z[:m] *= 1.0 / scale if scale > 1e-300 else 1.0
    Z[m] = y
    return Standardised(locked(Z), locked(centre), scale if scale > 1e-300 else 1.0)
