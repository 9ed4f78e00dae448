"""A regularised method over the range of its parameter: exact along the path of the soft margin,
else one fit per value.

Only certified results have a value: the walk along the path where its worst gap is small enough,
else the fits that are proven. Between two fits of a path with breakpoints nothing is known, so
these stay single places (``joined``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from solvers import Dataset, Fit, Floats, Method, Problem, SoftMarginPath, Status, solve
from solvers.arrays import Bools, locked
from solvers.cancellation import check_cancelled, is_not_wanted
from solvers.criterion import Criterion, Strength
from solvers.problem import is_out_of_range
from solvers.ties import wrong_side

from ..scene.memo import memo
from ..scene.methods import MethodInUse, points_for

# places: where the path is known exactly, and where every place is a fit
DENSE, COARSE = 281, 33
PROVEN = 1e-7  # the relative gap up to which an optimum counts as proven


@dataclass(frozen=True, eq=False)
class SweepResults:
    """A method over its parameter: ``x`` = log10 of the parameter, and the results; ``breakpoints``
    where it turns.

    ``norm`` is ||w||, ``errors`` counts, ``loss`` is the mean of what the method pays for a point,
    ``objective`` what it minimises; all are NaN where the optimum is not proven.  ``joined``: the
    values between two places are known, too.
    """

    x: Floats
    norm: Floats
    errors: Floats
    loss: Floats
    objective: Floats
    breakpoints: Floats
    joined: bool = True


def is_proven(fit: Fit) -> bool:
    """Whether an answer is the optimum by its certificate; of a method that knows no bound, by its
    status alone.
    """
    gap = fit.certificate.gap
    return fit.status is Status.CONVERGED and (gap is None or gap <= PROVEN)


def strength_of(method: MethodInUse | None) -> Strength | None:
    """The parameter of a method over which its path is drawn; not for kernels."""
    return method.method.strength if method is not None and method.kernel is None else None


def with_strength(method: Method, strength: Strength, value: float) -> Method:
    """The method with another value of its strength."""
    changes: dict[str, Any] = {strength.name: value}
    return replace(method, **changes)


@memo
def _walk(
    dataset: Dataset, method: MethodInUse, reach: tuple[float, float]
) -> SoftMarginPath | None:
    return method.two_class.path(_problem(dataset, method), 10.0 ** reach[0], 10.0 ** reach[1])


def _path(
    dataset: Dataset, method: MethodInUse, reach: tuple[float, float]
) -> SoftMarginPath | None:
    """The path of a method that knows one, where it is proven."""
    walk = _walk(dataset, method, reach)
    return walk if walk is not None and walk.worst_gap <= PROVEN else None


@memo
def is_possible(dataset: Dataset, method: MethodInUse) -> bool:
    """Whether the coordinates allow any computation."""
    return not is_out_of_range(_problem(dataset, method))


@memo
def sweep(
    dataset: Dataset, method: MethodInUse, strength: Strength, reach: tuple[float, float]
) -> SweepResults:
    """The path over a range of log10 of the strength: exact between breakpoints where the method
    proves them, else fit by fit.
    """
    path = _path(dataset, method, reach)
    if path is not None:
        return _along(np.linspace(*reach, DENSE), path, dataset, method, strength)
    fitted = _fit_places(np.linspace(*reach, COARSE), dataset, method, strength)
    return replace(fitted, joined=_walk(dataset, method, reach) is None)


@memo
def sweep_at(
    dataset: Dataset,
    method: MethodInUse,
    strength: Strength,
    reach: tuple[float, float],
    place: float,
) -> SweepResults:
    """The path at one place, exactly: drawn it is straight between its places, but numbers must be
    true.
    """
    path, x = _path(dataset, method, reach), np.array([place])
    return (
        _fit_places(x, dataset, method, strength)
        if path is None
        else _along(x, path, dataset, method, strength)
    )


def sweep_near(
    dataset: Dataset,
    method: MethodInUse,
    strength: Strength,
    reach: tuple[float, float],
    place: float,
) -> SweepResults:
    """The path where the pointer is, without a fit: at the place itself where the path is known,
    else at the nearest fit.
    """
    if _path(dataset, method, reach) is not None:
        return sweep_at(dataset, method, strength, reach, place)
    curve = sweep(dataset, method, strength, reach)
    distances = np.where(np.isnan(curve.norm), np.inf, np.abs(curve.x - place))
    k = int(np.argmin(distances))
    near = slice(k, k + 1)
    return SweepResults(
        curve.x[near],
        curve.norm[near],
        curve.errors[near],
        curve.loss[near],
        curve.objective[near],
        np.empty(0),
    )


def _fit_places(
    x: Floats, dataset: Dataset, method: MethodInUse, strength: Strength
) -> SweepResults:
    problem = _problem(dataset, method)
    fits = _fits(problem, method, strength, x)
    w = np.array([np.zeros(problem.Phi.shape[1]) if fit.w is None else fit.w for fit in fits])
    # All scores are one product of matrices, about one centre near the data, where they keep their
    # digits.
    centre = problem.standardised.centre
    at_centre = [
        fit.b if fit.w is None else float(fit.last.scores(centre[None])[0]) for fit in fits
    ]
    f, b = (problem.Phi - centre) @ w.T + at_centre, np.array([fit.b for fit in fits])
    criteria = [fit.method.criterion(len(problem.y)) for fit in fits]
    results = _of_scores(x, w, b, f, problem.y, method.two_class, criteria, np.empty(0))
    return _only(results, np.array([is_proven(fit) for fit in fits]))


def _only(curve: SweepResults, proven: Bools) -> SweepResults:
    """The places that are proven, the others without values."""
    names = ("norm", "errors", "loss", "objective")
    known_values: dict[str, Any] = {
        name: locked(np.where(proven, getattr(curve, name), np.nan)) for name in names
    }
    return replace(curve, **known_values)


def _along(
    x: Floats, path: SoftMarginPath, dataset: Dataset, method: MethodInUse, strength: Strength
) -> SweepResults:
    problem, strengths = _problem(dataset, method), path.C
    values = np.clip(10.0**x, strengths[0], strengths[-1])
    # Between two breakpoints everything is linear.
    w = np.column_stack(
        [np.interp(values, strengths, path.w[:, k]) for k in range(path.w.shape[1])]
    )
    f = (problem.Phi - path.centre) @ w.T + np.interp(values, strengths, path.f_centre)
    criteria = [
        with_strength(method.two_class, strength, value).criterion(len(problem.y))
        for value in (10.0**x).tolist()
    ]
    b, breakpoints = np.interp(values, strengths, path.b), np.log10(strengths[1:-1])
    return _of_scores(x, w, b, f, problem.y, method.two_class, criteria, breakpoints)


def _problem(dataset: Dataset, method: MethodInUse) -> Problem:
    return Problem(points_for(method, dataset), dataset.y, method.features, None, (0, 1))


def _fits(problem: Problem, method: MethodInUse, strength: Strength, x: Floats) -> list[Fit]:
    """One fit a place, started from the one before, or cold where that leads to no proof."""
    fits: list[Fit] = []
    for value in (10.0**x).tolist():
        changed = with_strength(method.two_class, strength, value)
        fit = solve(
            changed, problem, start=fits[-1] if fits else None, trace=False, cancelled=is_not_wanted
        )
        check_cancelled()
        if fits and not is_proven(fit):
            fit = solve(changed, problem, trace=False, cancelled=is_not_wanted)
            check_cancelled()
        fits.append(fit)
    return fits


def _of_scores(
    x: Floats,
    w: Floats,
    b: Floats,
    f: Floats,
    y: Floats,
    method: Method,
    criteria: Sequence[Criterion | None],
    breakpoints: Floats,
) -> SweepResults:
    """The results at k places from the weights (k, m), the offsets (k,) and the training scores (n,
    k).
    """
    margins = (y[:, None] * f).T
    wrong = wrong_side(f.T, y)
    square = (w * w).sum(axis=1)
    loss, objective = np.full(len(x), np.nan), np.full(len(x), np.nan)
    if criteria[0] is not None:
        losses, weights = criteria[0].loss.value(margins), method.weights(y)
        loss = (losses if weights is None else losses * weights).mean(axis=1)
    for k, criterion in enumerate(criteria):
        if criterion is not None:
            objective[k] = criterion.value(loss[k], square[k], b[k])
    errors = wrong.sum(axis=1).astype(np.float64)
    return SweepResults(
        locked(x),
        locked(np.sqrt(square)),
        locked(errors),
        locked(loss),
        locked(objective),
        breakpoints,
    )
