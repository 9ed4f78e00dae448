"""One grabbed point: the exact hard margin at every move, in microseconds at any n.

The points that stay can only matter as corners of their hulls, and those are computed once, at the
grab.  A move changes one column among a few and walks to the closest pair from the face where the
last move ended; that is one round most of the time. The answer is that of a cold fit, with the same
proof (:mod:`solvers.algorithms.hulls.distance`), and it comes back as soon as a drag that made the
classes inseparable makes them separable again.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from ...arrays import Floats, Ints, locked
from ...method import Fit
from ...plane.hulls import hull_of_columns
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...validation import checked_position
from ..hulls.distance import Clouds, nearest_pair
from ..hulls.pair import HullPair
from .hull import SMALLEST, TOO_CLOSE, explanation, model, not_separable, rows_of


class HullDrag:
    """The drag of one row of a hard-margin fit in two dimensions (see
    :class:`solvers.method.Drag`).
    """

    def __init__(self, fit: Fit, row: int) -> None:
        problem = self._problem = fit.problem
        self._fit, self._row = fit, row
        self._is_plus = bool(problem.y[row] > 0)
        self._is_linear = problem.features.is_linear
        self._rows_plus = _corner_rows(problem.columns_plus, problem.rows_plus, row)
        self._rows_minus = _corner_rows(problem.columns_minus, problem.rows_minus, row)
        corners = problem.Phi[np.concatenate((self._rows_plus, self._rows_minus))].T.copy()
        self._clouds = Clouds(corners, len(self._rows_plus))
        self._nothing = Iterate(
            locked(np.zeros(2)), np.nan, note="The hulls meet: there is no margin."
        )
        self._pair = nearest_pair(self._clouds, self._clouds.first_face())

    @staticmethod
    def applies_to(fit: Fit) -> bool:
        """Whether the fit is one of two features."""
        return (
            fit.problem.kernel is None
            and fit.problem.has_both_classes
            and fit.problem.Phi.shape[1] == 2
        )

    def move(self, position: Sequence[float]) -> Iterate:
        """The exact optimum with the grabbed point at ``position`` in data units; b is nan when the
        classes are inseparable.
        """
        x, y = checked_position(position)
        if not self._is_linear:
            x, y = self._problem.features.map(np.array([[x, y]], dtype=np.float64))[0].tolist()
        # The grabbed point is the last of its class.
        self._clouds.place(self._is_plus, -1, x, y)
        face = tuple([self._clouds.corner(i, j) for i, j in self._pair.face])
        pair = self._pair = nearest_pair(self._clouds, face)
        return (
            self._iterate(pair)
            if pair.separable and pair.squared_distance > SMALLEST
            else self._nothing
        )

    def _iterate(self, pair: HullPair) -> Iterate:
        """f is 1 at the first row of class +; b is as in :meth:`Iterate.centred`, in plain
        numbers.
        """
        anchor = pair.rows_plus[0]
        plus = self._clouds.plus
        x, y = plus.item(0, anchor), plus.item(1, anchor)
        w1, w2 = pair.w
        w: Floats = np.array((w1, w2))
        centre: Floats = np.array((x, y))
        w.setflags(write=False)
        centre.setflags(write=False)
        b = 1.0 - (w1 * x + w2 * y)
        return Iterate(w, b, objective=2.0 / pair.squared_distance, centre=centre, f_centre=1.0)

    def fit(self, problem: Problem) -> Fit:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        begin = perf_counter()
        pair = self._in_rows_of(problem)
        if pair.separable and not pair.squared_distance > SMALLEST:
            last, outcome = self._nothing, Outcome(Status.BUDGET, TOO_CLOSE)
        elif pair.separable:
            last = model(problem, pair, rows_of(problem, pair))
            count = len(pair.rows_plus) + len(pair.rows_minus)
            outcome = Outcome(Status.CONVERGED, explanation(pair.squared_distance, count))
        else:
            last, outcome = self._nothing, not_separable(problem, pair)
        return Fit(self._fit.method, problem, last, outcome, (last,), perf_counter() - begin)

    def _in_rows_of(self, problem: Problem) -> HullPair:
        """The last answer with its rows counted as in the columns of the whole problem."""
        plus = np.searchsorted(problem.rows_plus, self._rows_plus[list(self._pair.rows_plus)])
        minus = np.searchsorted(problem.rows_minus, self._rows_minus[list(self._pair.rows_minus)])
        return self._pair._replace(rows_plus=tuple(plus.tolist()), rows_minus=tuple(minus.tolist()))


def _corner_rows(columns: Floats, rows: Ints, grabbed: int) -> Ints:
    """The rows of the corners of one class without the grabbed row, which comes last when it is of
    this class.
    """
    position = int(np.searchsorted(rows, grabbed))
    if position == len(rows) or rows[position] != grabbed:
        return rows[hull_of_columns(columns)]
    corners = np.delete(rows, position)[hull_of_columns(np.delete(columns, position, axis=1))]
    return np.append(corners, grabbed)
