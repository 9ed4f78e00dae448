"""A regularised method over its whole parameter: exact along the path of the soft margin, else one warm fit a place.

While one point is dragged, the fits at some places of the path follow it as the method's own drag does (``solvers.grab``): tens of
microseconds a place at any number of points, so that the path keeps up where computing it anew would not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import numpy as np

from solvers import Dataset, Drag, Fit, Floats, Iterate, LeastSquares, LogisticRegression, Method, Problem, SoftMarginSVM, solve
from solvers.algorithms.soft_margin_path import soft_margin_path
from solvers.arrays import locked
from solvers.losses import logistic_loss
from solvers.problem import is_out_of_range

from ..core.document import MethodInUse
from ..core.memo import memo

RANGES = {"C": (-3.0, 4.0), "l2": (-6.0, 2.0), "ridge": (-4.0, 4.0)}  # log10
DENSE, COARSE = 281, 33  # places: where the path is known exactly, and where every place is a fit
FOLLOWED = 41  # places of the soft margin while a point is dragged: every seventh


@dataclass(frozen=True, eq=False)
class Sweep:
    """A method over its parameter: ``x`` = log10 of the parameter, and what came of it; ``breakpoints`` where it turns.

    ``norm`` is ||w||, ``errors`` counts, ``loss`` is the mean of what the method pays for a point (the slack max(0, 1 - y f), the
    log-loss, or the squared distance from the target), ``objective`` what it minimises.
    """

    x: Floats
    norm: Floats
    errors: Floats
    loss: Floats
    objective: Floats
    breakpoints: Floats


def parameter_of(method: MethodInUse) -> str | None:
    """The regularisation parameter of a method."""
    return next((name for name in RANGES if hasattr(method.method, name)), None) if method.kernel is None else None


def with_parameter(method: Method, name: str, value: float) -> Method:
    """The method with another value of its parameter."""
    changes: dict[str, Any] = {name: value}
    return replace(method, **changes)


@memo(4)
def is_possible(dataset: Dataset, method: MethodInUse) -> bool:
    """Whether the coordinates are such that anything can be computed of them."""
    return not is_out_of_range(_problem(dataset, method))


@memo(4)
def sweep(dataset: Dataset, method: MethodInUse, name: str, reach: tuple[float, float]) -> Sweep:
    """The path over a range of log10 of the parameter: exact between breakpoints for the soft margin, else one warm fit a place."""
    if isinstance(method.method, SoftMarginSVM):
        return _along_path(dataset, method, reach)
    problem, x = _problem(dataset, method), np.linspace(*reach, COARSE)
    return _measured(x, [fit.last for fit in _fits(problem, method, name, x)], problem, method.method, name)


def _along_path(dataset: Dataset, method: MethodInUse, reach: tuple[float, float]) -> Sweep:
    problem, (low, high) = _problem(dataset, method), reach
    path = soft_margin_path(dataset.X, dataset.y, method.features, 10.0**low, 10.0**high)
    x = np.linspace(low, high, DENSE)
    C = np.clip(10.0**x, path.C[0], path.C[-1])
    # Between two breakpoints everything is linear in C.
    w = np.column_stack([np.interp(C, path.C, path.w[:, k]) for k in range(path.w.shape[1])])
    f = (problem.Phi - path.centre) @ w.T + np.interp(C, path.C, path.f_centre)
    return _of_scores(x, w, np.interp(C, path.C, path.b), f, problem.y, method.method, np.log10(path.C[1:-1]))


_moving = Lock()


@memo(2)
def followed(dataset: Dataset, base: Dataset, row: int, method: MethodInUse, name: str, reach: tuple[float, float]) -> Sweep | None:
    """The path with one point of ``base`` dragged to where it stands in ``dataset``; None where a place cannot be followed."""
    with _moving:  # the drags move on from call to call, and two windows may show this plot
        x, drags = grips(base, row, method, name, reach)
        if drags is None:
            return None
        position = dataset.X[row].tolist()
        iterates = [drag.move(position) for drag in drags]
    return _measured(x, iterates, _problem(dataset, method), method.method, name)


@memo(1)
def grips(
    base: Dataset, row: int, method: MethodInUse, name: str, reach: tuple[float, float]
) -> tuple[Floats, tuple[Drag, ...] | None]:
    """The places that follow a point of ``base``, and a drag of it at each of them; they move on, and belong to this path alone."""
    x = np.linspace(*reach, FOLLOWED if isinstance(method.method, SoftMarginSVM) else COARSE)
    drags = [fit.method.grab(fit, row) for fit in _fits(_problem(base, method), method, name, x)]
    held = tuple(drag for drag in drags if drag is not None)
    return x, held if len(held) == len(drags) else None


def _problem(dataset: Dataset, method: MethodInUse) -> Problem:
    return Problem(dataset.X, dataset.y, method.features, None, (0, 1))


def _fits(problem: Problem, method: MethodInUse, name: str, x: Floats) -> list[Fit]:
    """One fit a place, each started from the one before."""
    fits: list[Fit] = []
    for value in (10.0**x).tolist():
        start = fits[-1] if fits else None
        fits.append(solve(with_parameter(method.method, name, value), problem, start=start, trace=False))
    return fits


def _measured(x: Floats, iterates: Sequence[Iterate], problem: Problem, method: Method, name: str) -> Sweep:
    none = np.zeros(problem.Phi.shape[1])
    w = np.array([none if iterate.w is None else iterate.w for iterate in iterates])
    # All scores are one product of matrices, about one centre near the data, where they keep their digits.
    centre = problem.standardised.centre
    at_centre = [iterate.b if iterate.w is None else float(iterate.scores(centre[None])[0]) for iterate in iterates]
    f = (problem.Phi - centre) @ w.T + at_centre
    return _of_scores(x, w, np.array([iterate.b for iterate in iterates]), f, problem.y, method, np.empty(0))


def _of_scores(x: Floats, w: Floats, b: Floats, f: Floats, y: Floats, method: Method, breakpoints: Floats) -> Sweep:
    """What can be read from the weights (k, m), the offsets (k,) and the training scores (n, k) at k places."""
    margins = y[:, None] * f
    wrong = (margins < 0.0) | ((margins == 0.0) & (y[:, None] > 0.0))
    loss, square = _mean_loss(method, margins, f, y), (w * w).sum(axis=1)
    objective = _objective(method, 10.0**x, square, b, loss, len(y))
    errors = wrong.sum(axis=0).astype(np.float64)
    return Sweep(locked(x), locked(np.sqrt(square)), locked(errors), locked(loss), locked(objective), breakpoints)


def _mean_loss(method: Method, margins: Floats, f: Floats, y: Floats) -> Floats:
    """What a method pays for a point on average (k,), from the margins y f and the scores f (n, k)."""
    if isinstance(method, LogisticRegression):
        entropy: Floats = logistic_loss(margins).mean(axis=0)
        return entropy
    if isinstance(method, LeastSquares):
        targets = y if method.targets is None else y * np.array(method.targets)
        squares: Floats = ((targets[:, None] - f) ** 2).mean(axis=0)
        return squares
    slack: Floats = np.maximum(0.0, 1.0 - margins).mean(axis=0)
    return slack


def _objective(method: Method, values: Floats, square: Floats, b: Floats, loss: Floats, n: int) -> Floats:
    """What a method minimises at the values of its parameter, from ||w||^2, b and the mean loss there."""
    if isinstance(method, LogisticRegression):
        return loss + values * (square + b * b if method.penalise_bias else square)
    if isinstance(method, LeastSquares):
        return n * loss + values * square
    return 0.5 * square + values * loss
