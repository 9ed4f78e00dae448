"""The hard margin by a primal-dual interior point method (Mehrotra 1992): through the middle of the feasible region.

``min 1/2 |w|^2`` subject to ``s = Z'theta - 1 >= 0`` with the signed samples ``z = y (phi, 1)`` and ``theta = (w, b)``.  On the
central path ``alpha_i s_i = mu`` for all i, and mu falls to 0.  Every step is a Newton step for these equations; with n points
and m features it costs one (m + 1) x (m + 1) system, because n - m - 1 of the unknowns are eliminated (Ferris and Munson 2002).

Source: Mehrotra, SIAM J. Optim. 2 (1992) 575; Ferris and Munson, SIAM J. Optim. 13 (2002) 783.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, locked
from ...method import Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...studies.separability import closest_pair_steps
from ..soft_margin.interior_point import FRACTION
from ..standardise import Standardised
from .hull import explanation, not_separable

# Stop where gap, stationarity and feasibility are down to rounding, or when this many steps in a row bring nothing: the last
# systems are as badly conditioned as alpha / s, and a step more can undo digits.
_ERROR = 1e-14
_PATIENCE = 3
_STEPS = 100


@dataclass(frozen=True)
class _State:
    """A point near the central path, in standardised coordinates."""

    theta: Floats  # (m + 1,)
    s: Floats  # (n,) slacks, > 0
    alpha: Floats  # (n,) multipliers, > 0

    @property
    def mu(self) -> float:
        """The mean of alpha s, the target of the path."""
        return float(self.alpha @ self.s) / len(self.s)


def steps(problem: Problem, trace: bool) -> Steps:
    """Newton steps along the central path, after the hulls have shown that there is one."""
    if problem.kernel is not None:
        text = "Interior point works with coordinates: choose hull or smo for a kernel, or a feature map."
        return Outcome(Status.NOT_APPLICABLE, text)
    pair = yield from closest_pair_steps(problem)
    if not pair.separable:
        return not_separable(problem, pair)
    data = problem.standardised
    state = best = _start(data)
    lowest, idle = math.inf, 0
    for count in range(1, _STEPS + 1):
        state = _advance(data, state)
        error = _error(data, state)
        if error < lowest:
            best, lowest, idle = state, error, 0
            yield _model(data, state, _note(data, state, count)) if trace else None
        else:
            idle += 1
        if lowest <= _ERROR or idle == _PATIENCE:
            break
    yield _model(data, best, f"Gap and conditions are down to {lowest:.1e}.")
    return Outcome(Status.CONVERGED, explanation(_squared_distance(data, best), int((best.alpha > best.s).sum())))


def _start(data: Standardised) -> _State:
    """No direction yet, all slacks and multipliers alike: far from every border."""
    m, n = len(data.Z) - 1, data.Z.shape[1]
    return _State(np.zeros(m + 1), np.ones(n), np.ones(n))


def _advance(data: Standardised, state: _State) -> _State:
    """One predictor-corrector step.

    1. Aim at mu = 0 and see how far the border lets the step go.
    2. Aim at (share of the way left)^3 mu instead, corrected for the curvature that the first step has shown.
    """
    Z = data.Z
    residual = Z.T @ state.theta - 1.0 - state.s
    stationarity = -(Z @ state.alpha)
    stationarity[:-1] += state.theta[:-1]
    d = state.alpha / state.s
    H = (Z * d) @ Z.T
    H[np.arange(len(Z) - 1), np.arange(len(Z) - 1)] += 1.0

    def direction(target: Floats) -> tuple[Floats, Floats, Floats]:
        """The Newton step towards ``alpha s = target`` (with the product of the steps moved to the target)."""
        push = (target - state.alpha * residual) / state.s - state.alpha
        d_theta: Floats = np.asarray(np.linalg.lstsq(H, Z @ push - stationarity, rcond=None)[0], dtype=np.float64)
        d_s = Z.T @ d_theta + residual
        return d_theta, d_s, target / state.s - state.alpha - d * d_s

    _, d_s, d_alpha = direction(np.zeros_like(state.s))
    t = min(_room(state.s, d_s), _room(state.alpha, d_alpha))
    mu = state.mu
    ahead = float((state.s + t * d_s) @ (state.alpha + t * d_alpha)) / len(state.s)
    target = mu * (ahead / mu) ** 3 - d_s * d_alpha
    d_theta, d_s, d_alpha = direction(target)
    t_primal, t_dual = _room(state.s, d_s), _room(state.alpha, d_alpha)
    t = min(1.0, FRACTION * min(t_primal, t_dual))
    return _State(state.theta + t * d_theta, state.s + t * d_s, state.alpha + t * d_alpha)


def _room(values: Floats, step: Floats) -> float:
    """The longest t <= 1/0.995 for which ``values + t step`` stays positive."""
    falling = step < 0.0
    return float(np.min(-values[falling] / step[falling], initial=1.0 / FRACTION))


def _error(data: Standardised, state: _State) -> float:
    """Relative gap, stationarity and infeasibility: the worst of the three."""
    w = state.theta[:-1]
    size = float(np.linalg.norm(w))
    if not 0.0 < size < math.inf:
        return math.inf
    gap = float(state.alpha @ state.s) / size**2
    sums = data.Z @ state.alpha
    stationarity = float(np.linalg.norm(sums[:-1] - w)) / size + abs(float(sums[-1])) / float(state.alpha.sum())
    violation = -float((data.Z.T @ state.theta - 1.0).min())
    return max(gap, stationarity, violation)


def _squared_distance(data: Standardised, state: _State) -> float:
    return 4.0 * data.scale**2 / float(state.theta[:-1] @ state.theta[:-1])


def _note(data: Standardised, state: _State, count: int) -> str:
    margin = float((data.Z.T @ state.theta).min())
    return f"Step {count}: alpha s = {state.mu:.1e} on average, smallest margin {margin:.6g}."


def _model(data: Standardised, state: _State, note: str) -> Iterate:
    w, alpha = state.theta[:-1] / data.scale, state.alpha / data.scale**2
    return Iterate.centred(w, data.centre, state.theta[-1], alpha=locked(alpha), objective=0.5 * float(w @ w), note=note)
