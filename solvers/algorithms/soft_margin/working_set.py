"""The minimum of the soft-margin objective when the points on the margin are known: one small
linear system.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats

NOISE, NOISE_AT_MOST = 1e-13, 1e-9
SMALL = 1e-3  # a c below this is small
Minimum = tuple[Floats, list[float]]


class Degenerate(ArithmeticError):  # noqa: N818 - not an error of the caller: another algorithm takes over
    """The active set met a singular system or too many steps of length zero."""


def minimum_on(ZW: Floats, S: Floats, c: float, e: list[float]) -> Minimum:
    """Minimise ``1/2 |w|^2 - c <S, theta>`` over ``theta = (w, b)`` with ``<z_k, theta> = e_k`` for
    the columns z_k of ``ZW``.

    ``ZW (d, k)``, ``S (d,)`` the sum of the samples inside the margin, ``c = C/n``, ``e`` the
    target margins (all 1 but for perturbed problems).  Returns theta ``(d,)`` and the multipliers
    divided by c.  Stationarity reads ``(w, 0) = c (S + sum_k a_k z_k)``.

    Raises:
        Degenerate: linearly dependent samples.
    """
    if len(ZW) == 3:
        columns = ZW.T.tolist()
        return _CLOSED[len(columns)](columns, S.tolist(), c, e)
    return _general(ZW, S, c, np.array(e))


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
            least_theta, _ = minimum_on(ZW, np.zeros(len(theta)), 1.0, [1.0] * ZW.shape[1])
        except Degenerate:
            return theta
    off = float(np.abs(theta[:-1] - least_theta[:-1]).max())
    return least_theta if off <= noise else theta


def _one(Z: list[list[float]], S: list[float], c: float, e: list[float]) -> Minimum:
    """One point: its multiplier balances the labels, w follows, b puts the point on its margin."""
    ((z1, z2, y),) = Z
    a = -S[2] * y
    w1, w2 = c * (S[0] + a * z1), c * (S[1] + a * z2)
    return np.array((w1, w2, y * (e[0] - z1 * w1 - z2 * w2))), [a]


def _two(Z: list[list[float]], S: list[float], c: float, e: list[float]) -> Minimum:
    """Two points: the constraints fix w along their difference u, stationarity fixes it across.

    Splitting w this way keeps the digits that subtracting two terms of size c would lose.
    """
    (p1, p2, ya), (r1, r2, yb) = Z
    x1, x2, v1, v2 = ya * p1, ya * p2, yb * r1, yb * r2
    u1, u2 = x1 - v1, x2 - v2
    g1, g2 = c * (S[0] - S[2] * v1), c * (S[1] - S[2] * v2)
    square = u1 * u1 + u2 * u2
    if square <= 1e-28 * (x1 * x1 + x2 * x2 + 1e-300):
        raise Degenerate("the two points on the margin coincide")
    along = (ya * e[0] - yb * e[1]) / square
    across = (u1 * g2 - u2 * g1) / square
    w1, w2 = along * u1 - across * u2, along * u2 + across * u1
    first = along - (u1 * g1 + u2 * g2) / square
    b = ya * e[0] - w1 * x1 - w2 * x2
    return np.array((w1, w2, b)), [first * ya / c, (-c * S[2] - first) * yb / c]


def _three(Z: list[list[float]], S: list[float], c: float, e: list[float]) -> Minimum:
    """Three points: the constraints fix theta, stationarity the multipliers (two 2 x 2 systems by
    Cramer's rule).
    """
    (p1, p2, ya), (r1, r2, yb), (s1, s2, yc) = Z
    t1, t2 = yc * s1, yc * s2
    u1, u2, k1, k2 = ya * p1 - t1, ya * p2 - t2, yb * r1 - t1, yb * r2 - t2
    left, right = u1 * k2, u2 * k1
    det = left - right
    if abs(det) <= 1e-13 * (abs(left) + abs(right)):
        raise Degenerate("the three points on the margin are collinear")
    d1, d2 = ya * e[0] - yc * e[2], yb * e[1] - yc * e[2]
    w1, w2 = (d1 * k2 - u2 * d2) / det, (u1 * d2 - d1 * k1) / det
    b = yc * e[2] - w1 * t1 - w2 * t2
    e1, e2 = w1 / c - S[0] + S[2] * t1, w2 / c - S[1] + S[2] * t2
    a1, a2 = (e1 * k2 - e2 * k1) / det, (u1 * e2 - u2 * e1) / det
    return np.array((w1, w2, b)), [a1 * ya, a2 * yb, (-S[2] - a1 - a2) * yc]


_CLOSED = {1: _one, 2: _two, 3: _three}


def _general(ZW: Floats, S: Floats, c: float, e: Floats) -> Minimum:
    d, k = ZW.shape
    try:
        if c < SMALL:
            return _general_small(ZW, S, c, e)
        if k == d:
            theta = _solve(ZW.T, e)
            right = theta / c - S
            right[-1] = -S[-1]
            return theta, _solve(ZW, right).tolist()
        A = np.zeros((d + k, d + k))
        A.flat[: (d - 1) * (d + k + 1) : d + k + 1] = 1.0
        A[:d, d:] = -ZW
        A[d:, :d] = ZW.T
        solution = _solve(A, np.concatenate([c * S, e]))
    except np.linalg.LinAlgError:
        raise Degenerate("the points on the margin are linearly dependent") from None
    return solution[:d], (solution[d:] / c).tolist()


def _general_small(ZW: Floats, S: Floats, c: float, e: Floats) -> Minimum:
    """The same minimum for a small c: solved for the multipliers, because theta/c would lose their
    digits.

    With ``w = c (S + sum a z)`` and ``b = y_1 e_1 + c beta`` the constraints become a bordered
    system in (a, beta) of order one.
    """
    X, y = ZW[:-1], ZW[-1]
    k, first = len(y), float(y[0] * e[0])
    A = np.zeros((k + 1, k + 1))
    A[:k, :k] = X.T @ X
    A[:k, k] = A[k, :k] = y
    right = np.append((e - y * first) / c - S[:-1] @ X, -S[-1])
    solution = _solve(A, right)
    return np.append(c * (S[:-1] + X @ solution[:k]), first + c * solution[k]), solution[
        :k
    ].tolist()


def _solve(A: Floats, right: Floats) -> Floats:
    return np.linalg.solve(A, right).astype(np.float64, copy=False)
