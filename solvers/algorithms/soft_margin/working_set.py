"""The minimum of the soft-margin objective when the points on the margin are known: one small
linear system.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats

NOISE, NOISE_AT_MOST = 1e-13, 1e-9


class Degenerate(ArithmeticError):  # noqa: N818 - not an error of the caller: another algorithm takes over
    """The active set met a singular system or too many steps of length zero."""


def minimum_on(ZW: Floats, S: Floats, target: float) -> tuple[Floats, Floats]:
    """Minimise ``1/2 |w|^2 - <S, theta>`` over ``theta = (w, b)`` with ``<z_k, theta> = target``
    for the columns z_k of ``ZW``.

    ``ZW (d, k)``, ``S (d,)`` the sum of the samples inside the margin.  Returns theta ``(d,)`` and
    the multipliers ``(k,)``.  Stationarity reads ``(w, 0) = S + sum_k a_k z_k``.

    Raises:
        Degenerate: linearly dependent samples.
    """
    d, k = ZW.shape
    A = np.zeros((d + k, d + k))
    A.flat[: (d - 1) * (d + k + 1) : d + k + 1] = 1.0
    A[:d, d:], A[d:, :d] = -ZW, ZW.T
    try:
        solution = np.asarray(np.linalg.solve(A, np.append(S, np.full(k, target))))
    except np.linalg.LinAlgError:
        raise Degenerate("the points on the margin are linearly dependent") from None
    return solution[:d], solution[d:]


def without_noise(theta: Floats, size: float, ZW: Floats | None = None) -> Floats:
    """The parameters without the part of w that is only the rounding of sums of numbers of
    ``size``.

    Where samples cancel, ``w = c sum a_i z_i`` keeps c times the rounding of the sum.  The margins
    of the working points ``ZW`` ask for a part of w; the rest is set to zero where it is no larger
    than that.
    """
    noise = min(NOISE_AT_MOST, NOISE * size)
    # the usual case, in a microsecond
    if ZW is None and max(map(abs, theta.tolist()[:-1])) > noise:
        return theta
    least_theta = np.append(np.zeros(len(theta) - 1), theta[-1])
    if ZW is not None and ZW.shape[1] > 0:
        try:
            least_theta, _ = minimum_on(ZW, np.zeros(len(theta)), 1.0)
        except Degenerate:
            return theta
    off = float(np.abs(theta[:-1] - least_theta[:-1]).max())
    return least_theta if off <= noise else theta
