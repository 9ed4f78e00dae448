"""One dragged point of logistic regression: a predictor, then gradient passes with the Hessian kept
from before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from ...arrays import Floats, locked
from ...method import Fit
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...validation import checked_position
from ..no_direction import FAINT
from ..stepping import last_of_steps
from .descent import ROUNDING, is_beyond_doubt, is_telling, solve
from .problem import LogisticProblem

# The squared decrement, relative to theta' H theta, of the last step, which with an old Hessian
# only gains some digits.
CONVERGED_CHORD = 1e-26
# A chord step that leaves more than this part of the squared decrement calls for a fresh Hessian.
WEAK_CONTRACTION = 2.5e-3


class LogisticDrag:
    """Exact refits while one point moves: Newton's method with the Hessian of the last refresh (the
    chord method).

    1. Predict: moving one point changes the gradient by ``(p_old z_old - p_new z_new)/n``, so
       ``theta -= H^-1`` of it, in O(m^2).
    2. Gradient passes with the same inverse Hessian; one of n points changes H by O(1/n), so each
       gains several digits.
    3. A pass that gains too little refreshes the Hessian; when even that does not help, or where
       the answer is not beyond doubt (the point is so far away that it asks for coordinates of its
       own), the method starts afresh, as a fit would.
    """

    def __init__(self, fit: Fit, row: int, l2: float, weights: Floats | None) -> None:
        problem = fit.problem
        standard = LogisticProblem.of(problem.moments, l2, weights=weights)
        self._samples: Floats = standard.Z[:, :]  # the column of the grabbed point changes
        self._standard = replace(standard, Z=self._samples)
        self._fit, self._features, self._sign = fit, problem.features, float(problem.y[row])
        before = int(np.count_nonzero(problem.y[:row] > 0))
        self._column = before if self._sign > 0 else problem.n_plus + row - before
        self._weight = 1.0 if weights is None else float(weights[self._column])
        self._theta = self._standard.theta(fit.last)
        self._refresh()
        self._row, self._last, self._passes, self._seconds = row, fit.last, 0, fit.seconds
        self._outcome: Outcome | None = None

    def move(self, position: Sequence[float]) -> Iterate:
        """The minimum with the grabbed point at ``position`` (x1, x2) in data units."""
        position = checked_position(position, self._fit.problem.X.shape[1])
        begin = perf_counter()
        column = self._samples[:, self._column]
        old, new = column.copy(), self._sample(position)
        column[:] = new
        with np.errstate(all="ignore"):
            change = _pull(old, self._theta) - _pull(new, self._theta)
            settled = self._correct(
                self._theta - self._weight * (self._inverse @ change) / self._standard.n
            )
            self._outcome = None
            # Log-odds that hardly vary over the points may be nothing but rounding, about which a
            # fit decides.
            is_faint = float(np.abs(self._theta[:-1]).max(initial=0.0)) <= 10.0 * FAINT
            if settled and self._is_certain(new) and not is_faint:
                self._last = self._standard.iterate(self._theta)
            else:
                self._solve_afresh(position)
        self._seconds = perf_counter() - begin
        return self._last

    def fit(self, problem: Problem) -> Fit:
        """The full fit for ``problem``, in which the grabbed point stands where it was last
        moved.
        """
        outcome = self._outcome
        if outcome is None:
            outcome = Outcome(
                Status.CONVERGED, f"The moved point needed {self._passes} passes over the data."
            )
        return Fit(self._fit.method, problem, self._last, outcome, (self._last,), self._seconds)

    def _is_certain(self, new: Floats) -> bool:
        """Whether the answer stands without a look at its certificate, the moved sample being the
        longest, or not.
        """
        if not self._is_telling:
            return False
        problem = replace(self._standard, reach=max(self._standard.reach, float(new @ new)))
        return is_beyond_doubt(problem, self._theta, float(np.trace(self._inverse)), 0.0, 0.0)

    def _solve_afresh(self, position: Sequence[float]) -> None:
        """The answer of a fit of the points as they stand now."""
        problem = self._fit.problem
        X = problem.X.copy()
        X[self._row] = position
        moved = replace(problem, X=locked(X), kernel=None)
        last, self._outcome = last_of_steps(self._fit.method.steps(moved, None, False))
        assert last is not None  # a method that has begun has something to show
        self._last = last
        self._theta = self._standard.theta(self._last)
        self._refresh()

    def _sample(self, position: Sequence[float]) -> Floats:
        phi = self._features.map(np.array([position], dtype=np.float64))[0]
        return self._sign * np.append(
            (phi - self._standard.centre) @ self._standard.basis[:, :-1], 1.0
        )

    def _correct(self, theta: Floats) -> bool:
        """Chord steps from the predicted theta; whether they ended at the minimum."""
        previous = np.inf
        for self._passes in range(1, 30):
            g = self._standard.derivatives(theta, hessian=False).g
            step = self._inverse @ g
            decrement = float(g @ step)
            if not 0.0 <= decrement < np.inf:
                break
            theta = theta - step
            if (
                decrement <= CONVERGED_CHORD * float(theta @ self._H @ theta)
                or decrement <= ROUNDING
            ):
                self._theta = theta
                return True
            if decrement > WEAK_CONTRACTION * previous:
                if decrement >= 0.5 * previous and previous < 1e-20:
                    self._theta = theta  # rounding: no pass can gain any more
                    return True
                if self._passes > 2 and decrement > previous:
                    break
                self._theta = theta
                self._refresh()
            previous = decrement
        return False

    def _refresh(self) -> None:
        H = self._standard.derivatives(self._theta).H
        assert H is not None  # asked for
        self._H, self._inverse, self._is_telling = H, solve(H, np.eye(len(H))), is_telling(H)


def _pull(z: Floats, theta: Floats) -> Floats:
    """The share of one sample in the negative gradient, times n: p z, p = 1/(1 + exp(theta'z))."""
    pulled: Floats = z / (1.0 + np.exp(min(float(theta @ z), 700.0)))
    return pulled
