"""One grabbed point: the exact soft margin at every move, in microseconds at any n.

At the grab one pass over the data picks the band of points whose side may change (margins within
``radius`` of 1) and folds all others into one sum.  A move changes one column and walks on from
where the last one ended: two rounds on average.  As long as

    |w - w_ref| R + |b - b_ref| <= radius,     R >= |x_i| for every point,

no margin outside the band has crossed 1, so the answer is the optimum of the full problem;
otherwise the band is picked anew.

Source: Cauwenberghs and Poggio, NIPS 13 (2001) 409, where one point comes or goes and the partition
follows; here it moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import hypot, sqrt
from time import perf_counter

import numpy as np

from ... import core
from ...arrays import Floats, Ints, locked
from ...core.reference import RESUMES, STAGE, STILL_STEPS, Walk
from ...method import Fit
from ...point_classes import MARGIN_TOLERANCE
from ...problem import Problem
from ...result import Iterate
from ...validation import checked_position
from ..domain import PRICE
from ..walking import MOST_ROUNDS
from .by_active_set import (
    final_iterate,
    has_no_free_multiplier,
    hinge_sum,
    outcome_of,
    partition_of,
    solution_of,
    without_rounding,
)
from .polish import COSTLY, balance_multipliers, best_offsets, lift_margins, offsets_of_zero
from .subsampling import part_of, radius_of, sides
from .walk import SoftMargin, State, counts_of, solve, state_of
from .working_set import Degenerate

BAND_SIZE = 500  # of at most twice as many points all are kept


class SoftMarginDrag:
    """The drag of one row of a fit with trade-off C (see :class:`solvers.method.Drag`)."""

    def __init__(self, fit: Fit, row: int, C: float) -> None:
        self._fit, self._row = fit, row
        self._standard = fit.problem.standardised
        self._bound = C / len(fit.problem.y)
        Z = self._standard.Z
        d, n = Z.shape
        self._whole = SoftMargin.of(
            Z, self._bound * self._standard.scale**2, weights=fit.method.loss_weights(fit.problem)
        )
        self._z = Z[:, row].copy()
        self._size_of_z = _size(self._z)
        self._largest = float(max(Z[:-1].max(), -Z[:-1].min()))
        self._reach = self._largest * sqrt(d - 1)
        self._size, self._radius = BAND_SIZE, np.inf
        self._rows: Ints
        self._band: SoftMargin
        self._walk: Walk
        self._state: State
        W, L = partition_of(fit, n, d)
        self._inside = np.zeros(n, dtype=bool) if L is None else L
        f_centre = float(fit.last.scores(self._standard.centre[None])[0])
        self._theta = self._standard.theta(np.asarray(fit.w), f_centre)
        self._reference(W)

    @staticmethod
    def applies_to(fit: Fit) -> bool:
        """Whether C lies in the range where one walk gives the answer."""
        problem, price = fit.problem, fit.method.price(fit.problem)
        if problem.kernel is not None or fit.w is None or fit.alpha is None or price is None:
            return False
        return bool(price * problem.standardised.scale**2 <= PRICE)

    def move(self, position: Sequence[float]) -> Iterate:
        """The exact optimum with the grabbed point at ``position`` in data units, without
        multipliers.
        """
        problem = self._fit.problem
        position = checked_position(position, problem.X.shape[1])
        phi = np.array(position, dtype=np.float64)
        if not problem.features.is_linear:
            phi = problem.features.map(phi[None])[0]
        z = self._standard.column(phi, float(self._z[-1]))
        self._replace_column(z)
        self._follow()
        while self._drift() > self._radius:  # until the reference holds all points
            self._inside[self._rows] = self._state.L
            self._size *= 2
            self._reference(self._rows[self._state.W].tolist())
            self._follow()
        return self._iterate()

    def fit(self, problem: Problem) -> Fit:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        begin = perf_counter()
        self._follow()
        inside = self._inside.copy()
        inside[self._rows] = self._state.L
        if not inside.any() and self._band.c >= COSTLY:
            self._state = lift_margins(self._band.Z, self._state)
        state, w = self._state, self._weights()
        low, high = self._offsets()
        if not w.any():
            low, high = offsets_of_zero(problem.y, self._whole.weights)
        theta = np.append(w, 0.5 * (low + high))
        a, count = (
            balance_multipliers(self._band, state),
            float(counts_of(inside, self._whole.weights).sum()),
        )
        hinges = hinge_sum(
            theta, count, state.S, self._band.Z.take(state.W, axis=1) if state.W else None, a
        )
        state = replace(state, W=self._rows[state.W].tolist())
        solution = solution_of(self._whole, state, theta, inside, a, hinges, (low, high))
        last = final_iterate(problem, self._standard, solution, self._bound)
        return Fit(
            self._fit.method,
            problem,
            last,
            outcome_of(problem, self._standard, solution),
            (last,),
            perf_counter() - begin,
        )

    def _replace_column(self, z: Floats) -> None:
        """Put the grabbed point at ``z``, where it is not tied, on the side where it lies now."""
        walk = self._walk
        points, _ = walk.tied
        if self._place in points.tolist():
            walk.untie(points != self._place)
        walk.counts[self._place] = walk.theta @ z < 1.0
        walk.info[STAGE], walk.info[STILL_STEPS] = RESUMES, 0
        self._z, self._size_of_z = z, _size(z)
        self._band.Z[:, self._place] = z
        # The size that counts as rounding grows with a point that is far out, and shrinks when it
        # comes back.
        reach = max(self._largest, self._size_of_z)
        if reach != walk.reach:
            self._band = replace(self._band, reach=reach)
            walk.reach = reach

    def _follow(self) -> None:
        """Walk to the optimum of the band."""
        self._walk.end = core.walk(self._walk, MOST_ROUNDS)
        self._state = state_of(self._walk)
        if not self._state.is_optimum:
            self._solve(self._theta)
        self._theta = self._state.theta

    def _solve(self, theta: Floats) -> None:
        """The optimum of the band whatever its ties.  An open condition stays on record: the
        certificate of the fit at rest shows it.
        """
        with suppress(Degenerate):
            self._state = solve(self._band, self._band.begin(theta))
        self._walk = self._band.begin(self._state.theta, self._state.W, self._state.L)

    def _reference(self, W: list[int]) -> None:
        """Pick the band around the present line and fold the points outside it."""
        Z, n = self._whole.Z, len(self._inside)
        self._picked_at = self._theta
        if n <= 2 * self._size:
            self._radius, self._rows, folded_sum = np.inf, np.arange(n), np.zeros(len(Z))
        else:
            self._radius = radius_of(Z, self._theta, self._size / n)
            inside, near, total = sides(self._whole, self._theta, self._radius)
            self._rows = np.union1d(near, [*W, self._row])
            part = Z.take(self._rows, axis=1)
            # A margin this close to 1 says nothing about the side; the walk's own partition does.
            tied = self._rows[np.abs(self._theta @ part - 1.0) <= MARGIN_TOLERANCE]
            folded_sum = total - part_of(self._whole, self._rows).inside_sum(inside[self._rows])
            inside[tied] = self._inside[tied]
            inside[self._row] = self._inside[self._row]
            self._inside = inside
        L, reach = self._inside[self._rows], max(self._largest, self._size_of_z)
        self._place = int(np.searchsorted(self._rows, self._row))
        self._band = part_of(self._whole, self._rows, folded_sum, reach=reach)
        self._band.Z[:, self._place] = self._z
        working = np.searchsorted(self._rows, W).tolist()
        self._walk = self._band.begin(self._theta, working, L)

    def _offsets(self) -> tuple[float, float]:
        """All optimal b; the kinks of the band bound them unless they lie further away than the
        band reaches.
        """
        theta, band = self._state.theta, self._band
        b = float(theta[-1])
        if not has_no_free_multiplier(band, self._state):
            return b, b
        low, high = best_offsets(band, theta, theta @ band.Z)
        if max(high - b, b - low) <= self._radius - self._drift():
            return low, high
        m = theta @ self._whole.Z
        m[self._row] = theta @ self._z
        return best_offsets(self._whole, theta, m)

    def _weights(self) -> Floats:
        """w' without what is only the rounding of the sums that it comes from."""
        return without_rounding(
            self._state.theta, self._whole.c * len(self._inside), lambda: self._band.Z
        )[:-1]

    def _drift(self) -> float:
        """How far a margin can have moved since the band was picked."""
        if self._radius == np.inf:
            return 0.0
        *w, b = (self._theta - self._picked_at).tolist()
        return float(hypot(*w) * self._reach + abs(b))

    def _iterate(self) -> Iterate:
        standard = self._standard
        w = self._weights() / standard.scale
        b = 0.5 * sum(
            self._offsets()
            if w.any()
            else offsets_of_zero(self._fit.problem.y, self._whole.weights)
        )
        return Iterate(
            locked(w), float(b - w @ standard.centre), centre=standard.centre, f_centre=b
        )


def _size(z: Floats) -> float:
    """The largest coordinate of a sample."""
    coordinates: list[float] = z[:-1].tolist()  # a few numbers: numpy would take longer
    return max(map(abs, coordinates))
