"""Sequential minimal optimisation: the dual of the soft margin, two multipliers at a time.

With F_i = f(x_i) - b - y_i the dual is optimal when no pair (i, j) remains with ``F_j - F_i > 0``,
where the multiplier of i may still rise along y and the one of j may still fall.  Each step takes
the i with the smallest F and the j that promises the largest rise of the dual (second order, Fan,
Chen, Lin, JMLR 6 (2005) 1889), and moves both to the best point of their segment, which keeps ``sum
alpha y = 0``.  Only rows of the kernel matrix are needed, so any kernel will do.

Pairs alone need millions of steps when C is large (two neighbours undo each other's work), so now
and then all free multipliers, those strictly inside their range, move together to the best point of
their face (:func:`face_step`), as far as the box lets them. Source: Platt, "Fast training of
support vector machines using sequential minimal optimization" (1998); Keerthi, Shevade,
Bhattacharyya and Murthy, Neural Comput. 13 (2001) 637 (the two thresholds); Fan, Chen and Lin, JMLR
6 (2005) 1889 (the pair).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import Bools, Floats

PERIOD = 100  # pair steps between two face steps
LARGEST_FACE = 1000  # free multipliers beyond which a face step, cubic in their number, is left out
FACE_WORK = 8_000_000  # entries of their rows beyond which it is left out, too
FLAT = 1e-11  # an eigenvalue this part of the largest one is zero
# stands for a curvature that is zero (equal points) or negative (a kernel that is not Mercer)
SMALLEST_CURVATURE = 1e-12
ROUND = 1e-14  # a multiplier this part of c from an end of its range is at the end

Row = Callable[[int], Floats]


@dataclass(frozen=True, eq=False)
class Pair:
    """The state after one step: the multipliers (live: copy to keep), F (live), b, the violation
    before it, the pair, its step.

    ``i = j = -1`` after a face step and at the end.
    """

    alpha: Floats
    F: Floats
    b: float
    violation: float
    i: int
    j: int
    step: float


def pairs(
    row: Row, diagonal: Floats, y: Floats, ends: Floats, alpha: Floats, F: Floats, tolerance: float
) -> Iterator[Pair]:
    """Improve ``alpha`` and ``F = K (alpha y) - y`` in place, a pair at a time, until the violation
    is below ``tolerance``.

    ``ends (n,)`` are the largest values of the multipliers.

    ``row(i)`` is row i of the Gram matrix, ``diagonal`` its diagonal.  Every step is yielded; the
    last state has a violation of at most ``tolerance``.
    """
    plus, end_of = y > 0, ends.tolist()
    can_rise, can_fall = _ranges(alpha, plus, ends)
    count, blocked = 0, False
    while True:  # every round yields: the caller counts and stops
        i = int((F + can_rise).argmin())
        lowest = float(F[i])
        above = F + can_fall
        highest = float(above.max())
        b, violation = -0.5 * (highest + lowest), highest - lowest
        if not violation > tolerance:
            yield Pair(alpha, F, b, violation, -1, -1, 0.0)
            return
        count += 1
        if blocked or count % PERIOD == 0:
            # A face step that met the end of a range goes on at once, on the smaller face.
            moved, blocked = face_step(row, y, ends, alpha, F)
            if moved:
                can_rise, can_fall = _ranges(alpha, plus, ends)
                yield Pair(alpha, F, b, violation, -1, -1, 0.0)
                continue
        Ki = row(i)
        above -= lowest
        np.maximum(above, 0.0, out=above)
        curvature = np.maximum(diagonal + (diagonal[i] - 2.0 * Ki), SMALLEST_CURVATURE)
        j = int((above * above / curvature).argmax())
        t = float(F[j] - lowest) / float(curvature[j])
        room_i = end_of[i] - alpha[i] if plus[i] else alpha[i]
        room_j = alpha[j] if plus[j] else end_of[j] - alpha[j]
        t = float(min(t, room_i, room_j))
        for k, change in ((i, t), (j, -t)):
            c = end_of[k]
            alpha[k] = value = _round(float(alpha[k] + y[k] * change), c)
            grows, shrinks = (value < c, value > 0.0) if plus[k] else (value > 0.0, value < c)
            can_rise[k], can_fall[k] = 0.0 if grows else np.inf, 0.0 if shrinks else -np.inf
        F += t * (Ki - row(j))
        yield Pair(alpha, F, b, violation, i, j, t)


def _ranges(alpha: Floats, plus: Bools, ends: Floats) -> tuple[Floats, Floats]:
    """0 where ``alpha y`` may rise (fall), +inf (-inf) where it may not: added to F they take those
    points out of the search.
    """
    below, above = alpha < ends, alpha > 0.0
    return np.where(np.where(plus, below, above), 0.0, np.inf), np.where(
        np.where(plus, above, below), 0.0, -np.inf
    )


def _round(value: float, c: float) -> float:
    return 0.0 if value < ROUND * c else c if value > c * (1.0 - ROUND) else value


def face_step(row: Row, y: Floats, ends: Floats, alpha: Floats, F: Floats) -> tuple[bool, bool]:
    """Move all free multipliers to the best point of their face, as far as the box allows: whether
    they moved, and were stopped.

    With s = alpha y the dual rises along ``ds`` by ``-<F, ds> - 1/2 ds'K ds``; on the free set with
    ``sum ds = 0`` its maximum is Newton's step.  Where K is flat and the slope is not, the step is
    long and goes until a multiplier reaches its end.
    """
    free = ((alpha > 0.0) & (alpha < ends)).nonzero()[0]
    if not 2 <= len(free) <= min(LARGEST_FACE, FACE_WORK // len(y)):
        return False, False
    rows = np.array([row(i) for i in free.tolist()])
    direction, full = _best_on_face(rows[:, free], F[free])
    change = direction * y[free]
    c = ends[free]
    room = np.where(change > 0.0, c - alpha[free], alpha[free])
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        lengths = np.where(change != 0.0, room / np.abs(change), np.inf)
    first = int(lengths.argmin())
    t = min(full, float(lengths[first]))
    if not 0.0 < t < np.inf:
        return False, False
    alpha[free] = np.clip(alpha[free] + t * change, 0.0, c)
    F += t * (direction @ rows)
    if t >= full:
        return True, False
    alpha[free[first]] = c[first] if change[first] > 0.0 else 0.0
    return True, True


def _best_on_face(K: Floats, F: Floats) -> tuple[Floats, float]:
    """The direction ``ds`` with sum 0 and the length of a full step along it (infinite where the
    dual rises for ever).

    A ridge of the size of rounding keeps the system regular and the direction one of ascent; where
    K is flat the step is merely long.  Eigenvectors, which tell flat from curved, cost thirty times
    as much.
    """
    centred = K - K.mean(axis=0)
    centred -= centred.mean(axis=1)[:, None]
    slope = F.mean() - F
    ridge = FLAT * max(float(np.trace(centred)), np.finfo(np.float64).tiny)
    ridged = centred.copy()
    ridged.flat[:: len(F) + 1] += ridge
    try:
        np.linalg.cholesky(ridged)
        step: Floats = np.linalg.solve(ridged, slope).astype(np.float64, copy=False)
    except np.linalg.LinAlgError:  # a kernel that is not Mercer
        return _by_eigenvectors(centred, slope)
    return step - step.mean(), 1.0


def _by_eigenvectors(centred: Floats, slope: Floats) -> tuple[Floats, float]:
    """The same with the directions of negative curvature told apart, along which the dual rises for
    ever.
    """
    values, vectors = np.linalg.eigh(centred)
    parts = vectors.T @ slope
    curved = values > FLAT * max(float(values[-1]), 0.0)
    flat = vectors[:, ~curved] @ parts[~curved]
    flat = flat - flat.mean()
    if (
        float(np.abs(flat).max(initial=0.0)) > 1e-9 * (1.0 + float(np.abs(slope).max()))
        and len(slope) > 1
    ):
        return flat, np.inf
    step = vectors[:, curved] @ (parts[curved] / values[curved])
    return step - step.mean(), 1.0
