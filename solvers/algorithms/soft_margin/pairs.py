"""Pairs of multipliers, and all free multipliers together: what improves the dual of a soft margin
where only its Gram matrix is known.

With signed multipliers ``s = alpha y``, each between its two ends, and ``F = K s - y`` the dual is
optimal when no s_i that may rise and s_j that may fall have ``F_j > F_i``.  A pair step moves two
of them along their segment (:func:`solvers.core.smo`, compiled).  Pairs alone need millions of
steps when C is large (two neighbours undo each other's work), so now and then all free multipliers,
those strictly between their ends, move together to the best point of their face, as far as the
ends let them.

Only rows of the Gram matrix are needed, so any kernel will do: the loop says which row is missing.

Source: Platt, "Fast training of support vector machines using sequential minimal optimization"
(1998); Keerthi, Shevade, Bhattacharyya and Murthy, Neural Comput. 13 (2001) 637 (the two
thresholds); Fan, Chen and Lin, JMLR 6 (2005) 1889 (the pair).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ... import core
from ...arrays import Floats, Ints
from ...cancellation import check_cancelled
from ...core.reference import Dual
from ...problem import SUMMED_ROWS

COARSE = 1e-4  # the violation at which the free multipliers move together for the first time
# smaller and smaller faces, each where the one before met an end: a few, as pairs find those ends
# sooner
CHAIN = 6
LARGEST_FACE = 1000  # free multipliers, beyond which a face step, cubic in them, is left out
FLAT = 1e-11  # an eigenvalue this part of the largest one is zero
ROW_BYTES = 256_000_000  # rows kept at the most


class GramRows:
    """Rows of a Gram matrix (n, n): all of them, or those asked for last."""

    def __init__(self, compute: Callable[[Ints], Floats], n: int) -> None:
        self._compute, self._next = compute, 0
        capacity = max(2, min(n, ROW_BYTES // (8 * n)))
        self.values = np.empty((capacity, n))
        self.place = np.full(n, -1, dtype=np.int64)  # of each row among the values, -1: not there
        self._owner = np.full(capacity, -1, dtype=np.int64)
        # computed together: a missing one, and those that will be asked for next
        self.at_once = max(1, min(32, capacity // 2))

    @classmethod
    def of_matrix(cls, K: Floats) -> GramRows:
        """All rows of a matrix that is there already."""
        rows = cls.__new__(cls)
        rows.values, rows.place = K, np.arange(len(K), dtype=np.int64)
        return rows

    def fetch(self, missing: Ints) -> Floats:
        """Compute rows that are not there, and keep them in place of the oldest."""
        block = self._compute(missing)
        slots = (self._next + np.arange(len(missing))) % len(self.values)
        owners = self._owner[slots]
        self.place[owners[owners >= 0]] = -1
        self.values[slots], self._owner[slots], self.place[missing] = block, missing, slots
        self._next = (int(slots[-1]) + 1) % len(self.values)
        return block

    def __getitem__(self, rows: Ints) -> Floats:
        """Some rows (k, n), copied."""
        places = self.place[rows]
        is_missing = places < 0
        copies: Floats = np.empty((len(rows), len(self.place)))
        if is_missing.any():
            copies[is_missing] = self._compute(rows[is_missing])
            copies[~is_missing] = self.values[places[~is_missing]]
        else:
            np.take(self.values, places, axis=0, out=copies)
        return copies

    def blocks(self, rows: Ints) -> Iterator[tuple[Ints, Floats]]:
        """Some rows, a few at a time."""
        for begin in range(0, len(rows), SUMMED_ROWS):
            check_cancelled()
            block_rows = rows[begin : begin + SUMMED_ROWS]
            yield block_rows, self[block_rows]


class PairSteps:
    """Signed multipliers ``low <= s <= high`` and ``F = K s - y``, both changed by every step."""

    def __init__(
        self, rows: GramRows, diagonal: Floats, low: Floats, high: Floats, s: Floats, F: Floats
    ) -> None:
        self.rows, self.diagonal, self.low, self.high = rows, diagonal, low, high
        self.s, self.F, self.faces = s, F, 0
        self._dual = Dual(rows.values, rows.place, diagonal, low, high, s, F)
        self._chain, self._rest = CHAIN, len(s)  # faces in a row, and pairs between two such rows

    @property
    def violation(self) -> float:
        """The worst violated optimality condition."""
        return float(self._dual.state[0])

    @property
    def smallest_violation(self) -> float:
        """The least that it has been."""
        return float(self._dual.state[2])

    @property
    def b(self) -> float:
        """The offset in the middle of those that the multipliers allow."""
        return float(self._dual.state[1])

    @property
    def steps(self) -> int:
        """The pair steps made."""
        return int(self._dual.progress[0])

    @property
    def last_step(self) -> tuple[int, int, float]:
        """The last pair, and how far it moved."""
        return int(self._dual.progress[1]), int(self._dual.progress[2]), float(self._dual.state[3])

    def exchange(self, rows: GramRows) -> None:
        """Go on with other rows."""
        self.rows = rows
        self._dual.rows, self._dual.place, self._dual.arguments = rows.values, rows.place, ()

    def move(self, tolerance: float, step_limit: int) -> bool:
        """Pair steps until the violation is within the tolerance: whether it is, after so many
        steps of the run at the most.
        """
        while True:
            code = core.smo(self._dual, tolerance, step_limit)
            if code < 0:
                return code == -1
            self.rows.fetch(self._missing(code))

    def _missing(self, row: int) -> Ints:
        """The missing row, and others that violate the conditions most."""
        rising_F = np.where(self.s < self.high, self.F, np.inf)
        falling_F = np.where(self.s > self.low, self.F, -np.inf)
        urgency = np.maximum(falling_F - rising_F.min(), falling_F.max() - rising_F)
        urgency[self.rows.place >= 0] = -np.inf
        urgency[row] = np.inf
        count = min(self.rows.at_once, int(np.count_nonzero(self.rows.place < 0)))
        worst: Ints = np.argpartition(-urgency, count - 1)[:count]
        return worst

    def move_face(self) -> tuple[bool, bool]:
        """Move all free multipliers to the best point of their face, as far as the ends allow:
        whether they moved, and were stopped.

        Along ``ds`` the dual rises by ``-<F, ds> - 1/2 ds'K ds``; with ``sum ds = 0`` its maximum
        on the free set is Newton's step.  Where K is flat and the slope is not, the step is long
        and goes until a multiplier reaches its end.
        """
        low, high, s = self.low, self.high, self.s
        free = ((s > low) & (s < high)).nonzero()[0]
        if not 2 <= len(free) <= min(LARGEST_FACE, 8_000_000 // len(s)):
            return False, False
        rows = self.rows[free]
        direction, full = best_on_face(rows[:, free], self.F[free])
        room = np.where(direction > 0.0, high[free] - s[free], s[free] - low[free])
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            lengths = np.where(direction != 0.0, room / np.abs(direction), np.inf)
        first = int(lengths.argmin())
        t = min(full, float(lengths[first]))
        if not 0.0 < t < np.inf:
            return False, False
        s[free] = np.clip(s[free] + t * direction, low[free], high[free])
        self.F += t * (direction @ rows)
        if t >= full:
            return True, False
        s[free[first]] = (high if direction[first] > 0.0 else low)[free[first]]
        return True, True

    def persist(self) -> None:
        """From now on follow faces to their end, and more often."""
        self._chain, self._rest = LARGEST_FACE, min(len(self.s), 100)

    def improve(self, tolerance: float, stride: Callable[[], int]) -> Iterator[bool]:
        """Pairs and faces by turns until the violation is within the tolerance.

        Yields after every ``stride()`` pair steps and every face, whether there was a pair step.
        """
        goal, step_limit = max(tolerance, COARSE), self.steps + 3 * len(self.s)
        while True:
            before = self.steps
            is_met = self.move(goal, min(step_limit, before + stride()))
            yield self.steps > before
            if not self.violation > tolerance:
                return
            if not is_met and self.steps < step_limit:
                continue
            goal, step_limit = tolerance, self.steps + self._rest
            for _ in range(self._chain):
                has_moved, is_stopped = self.move_face()
                if has_moved:
                    self.faces += 1
                    yield False
                    goal = max(tolerance, 0.03 * self.violation)
                if not is_stopped:
                    break


def best_on_face(K: Floats, F: Floats) -> tuple[Floats, float]:
    """The direction ``ds`` with sum 0 and the length of a full step along it (infinite where the
    dual rises for ever).

    A ridge of the size of rounding keeps the system regular; where K is flat the step is merely
    long.  Half of ``<slope, ds>`` is what the dual gains.  Where a kernel that is no inner product
    makes it a loss, eigenvectors tell flat from curved, at thirty times the cost.
    """
    means = K.mean(axis=0)  # of the rows, too
    centred = K - means
    centred -= (means - means.mean())[:, None]
    slope = F.mean() - F
    diagonal = centred.flat[:: len(F) + 1]
    ridged = centred.copy()
    ridged.flat[:: len(F) + 1] += FLAT * max(float(diagonal.sum()), np.finfo(np.float64).tiny)
    try:
        step: Floats = np.linalg.solve(ridged, slope)
    except np.linalg.LinAlgError:
        return _by_eigenvectors(centred, slope)
    if not float(slope @ step) > 0.0:
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
