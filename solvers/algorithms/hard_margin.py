"""The hard margin as the distance of the convex hulls: ``w = 2 (p - q) / |p - q|^2`` for the
closest pair p, q.

Why: write the dual multipliers as ``alpha_i = s lambda_i`` with weights lambda that add up to 1 in
each class.  The dual ``sum alpha - 1/2 |sum alpha y x|^2 = 2 s - s^2 |p - q|^2 / 2`` is largest at
``s = 2 / |p - q|^2``, where it is ``2 / |p - q|^2``; so the weights must make ``|p - q|`` smallest
(Bennett and Bredensteiner 2000).

Source: Bennett and Bredensteiner, ICML (2000) 57.

The other algorithms are those of the soft margin, with a C that no multiplier reaches.  The
multipliers of the hard margin add up to ``|w|^2``, half of it in each class.  So with a price
``C/n`` above that none is at its bound, and the soft margin has the same optimum: its penalty is
exact.  The hulls are asked first: they know whether there is a margin, and how long w is.

Source: Bertsekas, Math. Program. 9 (1975) 87 (when a penalty is exact).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from operator import mul

import numpy as np

from ..arrays import Floats, Ints, locked
from ..kernels import GaussianKernel
from ..method import Fit, Steps
from ..point_classes import MULTIPLIER_TOLERANCE
from ..problem import Problem
from ..result import Iterate, Outcome, Status
from ..studies.separability import closest_pair, proof_of
from .hulls.pair import HullPair, Visited
from .soft_margin import by_interior_point, smo
from .stepping import with_last

# The rows of the supporting points of class + and of class -, counted in the whole problem.
Rows = tuple[tuple[int, ...], tuple[int, ...]]

# The square of the distance of the hulls, below which 2 / distance^2 is no number any more.
SMALLEST = 1e-300
TOO_CLOSE = (
    "The classes are separable, but their hulls are so close together that no double holds the "
    "weights: choose other units."
)
THE_PAIR = "this is the closest pair of the hulls."


def hull_steps(problem: Problem, start: Fit | None, trace: bool) -> Steps:
    """The walk to the closest pair: what was closest at every step as the model it stands for, then
    the answer.

    Data that are not separable give no model at all, however far the walk came: a line would
    contradict the outcome.
    """
    visited: Visited | None = [] if trace else None
    pair = closest_pair(problem, _support_of(problem, start), visited)
    if not pair.separable:
        return not_separable(problem, pair)
    if not pair.squared_distance > SMALLEST:
        yield None
        return Outcome(Status.BUDGET, TOO_CLOSE)
    rows = rows_of(problem, pair)
    if visited:
        yield from _models_of_walk(problem, visited)
    yield model_of_pair(problem, pair, rows, partial(_last_note, problem, visited, rows))
    return Outcome(
        Status.CONVERGED, partial(explanation, pair.squared_distance, len(rows[0]) + len(rows[1]))
    )


def _models_of_walk(problem: Problem, visited: Visited) -> list[Iterate]:
    """The models of the walk before its end."""
    iterates = []
    for k, pair in enumerate(visited[:-1]):
        rows = rows_of(problem, pair)
        iterates.append(model_of_pair(problem, pair, rows, _step_note(problem, visited, k, rows)))
    return [iterate for iterate in iterates if math.isfinite(iterate.b)]


def _last_note(problem: Problem, visited: Visited | None, rows: Rows) -> str:
    """The note of the last step: of the walk, where it was followed, and that no other follows."""
    if not visited:
        return "The closest points of the two hulls: no other point reaches nearer."
    return (
        f"{_step_note(problem, visited, len(visited) - 1, rows)} No other point reaches nearer: "
        f"{THE_PAIR}"
    )


def _support_of(problem: Problem, start: Fit | None) -> Ints | None:
    """The support of an earlier fit of the same rows (moved, perhaps); None when there is none."""
    if (
        start is None
        or start.alpha is None
        or start.problem.y is not problem.y
        or not start.has_model
    ):
        return None
    return np.flatnonzero(start.alpha)


def model_of_pair(
    problem: Problem, pair: HullPair, rows: Rows, note: str | Callable[[], str] = ""
) -> Iterate:
    """The canonical hyperplane of a closest pair with its ``rows`` in the problem, multipliers
    included: f = 1 at p, -1 at q.

    Row by row in plain numbers: there are few rows, and a fit of a thousand points is over in the
    time of ten array operations.
    """
    rows_plus, rows_minus = rows
    active = rows_plus + rows_minus
    scale = 2.0 / pair.squared_distance
    alpha = partial(
        _multipliers, len(problem.y), active, pair.weights_plus + pair.weights_minus, scale
    )
    if problem.kernel is not None:
        b = _kernel_offset(problem, alpha(), np.array(rows_plus), np.array(rows_minus))
        return Iterate(None, b, alpha=alpha, objective=scale, active=active, note=note)
    # The score of a supporting row is exactly 1, so that row is the centre of the numbers.
    centre = problem.Phi[rows_plus[0]]
    w = np.array(pair.w)
    w.setflags(write=False)
    b = 1.0 - sum(map(mul, pair.w, centre.tolist()))
    return Iterate(w, b, alpha, scale, active, note, centre, 1.0)


def _multipliers(n: int, rows: tuple[int, ...], weights: tuple[float, ...], scale: float) -> Floats:
    alpha = np.zeros(n)
    for row, weight in zip(rows, weights, strict=True):
        alpha[row] = scale * weight
    return locked(alpha)


def _kernel_offset(problem: Problem, alpha: Floats, plus: Ints, minus: Ints) -> float:
    """The b that puts p and q at opposite scores: minus the mean score of the two."""
    rows = np.concatenate([plus, minus])
    assert problem.kernel is not None
    f = problem.kernel.gram(problem.X[rows], problem.X[rows]) @ (alpha * problem.y)[rows]
    at_plus, at_minus = (
        f[: len(plus)] @ alpha[plus] / alpha[plus].sum(),
        f[len(plus) :] @ alpha[minus] / alpha[minus].sum(),
    )
    return -0.5 * float(at_plus + at_minus)


def explanation(squared_distance: float, count: int) -> str:
    """The sentence of a fit that found the margin."""
    distance = squared_distance**0.5
    return (
        f"The hulls are {distance:.6g} apart, so the margin is {distance / 2:.6g}; {count} points "
        "carry it."
    )


def not_separable(problem: Problem, pair: HullPair) -> Outcome:
    """The outcome that names how the hulls meet."""
    if problem.kernel is not None:
        return _not_separable_in_kernel_space(problem)
    proof = proof_of(problem, pair)
    point = "(" + ", ".join(f"{c:.6g}" for c in proof.closest_plus) + ")"
    space_words = "" if problem.features.is_linear else " in feature space"
    if len(proof.support_plus) == len(proof.support_minus) == 1:
        text = (
            f"{point} is a point of both classes{space_words}, and no score is positive and "
            "negative there."
        )
    elif proof.touching:
        text = f"the convex hulls touch at {point}{space_words}, where the margin would be 0."
    else:
        text = (
            f"the convex hulls intersect{space_words}: {point} lies in both, so every line has "
            "a point on its wrong side."
        )
    return Outcome(Status.NOT_SEPARABLE, f"Not separable: {text}")


def _not_separable_in_kernel_space(problem: Problem) -> Outcome:
    """A Gaussian kernel separates all points that differ, so without a shared point only the digits
    are missing.
    """
    plus, minus = (
        {*map(tuple, problem.X[rows].tolist())} for rows in (problem.rows_plus, problem.rows_minus)
    )
    shared = sorted(plus & minus)
    if shared:
        x, y = shared[0]
        return Outcome(
            Status.NOT_SEPARABLE,
            f"Not separable with any kernel: ({x:.6g}, {y:.6g}) is a point of both classes.",
        )
    if isinstance(problem.kernel, GaussianKernel):
        text = (
            "Separable in the feature space of the kernel, but the margin there is below the "
            "rounding of the Gram matrix."
        )
        return Outcome(Status.BUDGET, f"{text} A smaller sigma widens it.")
    return Outcome(
        Status.NOT_SEPARABLE,
        "Not separable: the hulls meet in the feature space of the kernel (up to rounding).",
    )


def _step_note(problem: Problem, visited: Visited, k: int, rows: Rows) -> str:
    """The note of step ``k`` of the walk: the rows that it took in or left out."""
    plus, minus = rows
    counts = f"{_points(plus)} of class + and {_points(minus)} of class −."
    if k == 0:
        return f"Start: {counts}"
    old_plus, old_minus = rows_of(problem, visited[k - 1])
    new = tuple(
        [row for row in plus if row not in old_plus]
        + [row for row in minus if row not in old_minus]
    )
    if not new:
        return f"Nearest so far: {counts}"
    return (
        f"{_points(new, 'P')} {'reaches' if len(new) == 1 else 'reach'} nearer; nearest so far: "
        f"{counts}"
    )


def rows_of(problem: Problem, pair: HullPair) -> Rows:
    """The rows of a pair, counted in the whole problem, for each class."""
    order, n_plus = problem.order, problem.n_plus
    return tuple([order.item(k) for k in pair.rows_plus]), tuple(
        [order.item(n_plus + k) for k in pair.rows_minus]
    )


def _points(rows: tuple[int, ...], letter: str = "p") -> str:
    if len(rows) == 1:
        return f"{letter}oint {rows[0] + 1}"
    if len(rows) > 4:
        return f"{len(rows)} points"
    return f"{letter}oints {', '.join(str(row + 1) for row in rows[:-1])} and {rows[-1] + 1}"


NEEDS_COORDINATES = (
    "Interior point works with coordinates: choose hull or smo for a kernel, or a feature map."
)


def penalty_settings(squared_distance: float, n: int) -> smo.PairSettings:
    """The soft margin that is a hard one, where the hulls are so far apart.

    Four times |w|^2 = 4 / distance^2: where rounding hides the closest pair, w is longer than that
    of the pair found.  The worst violated condition is in units of the margin, which is 1.
    """
    return smo.PairSettings(16.0 / squared_distance * n, 5e-10, 50_000)


def penalty_steps(problem: Problem, algorithm: str, start: Fit | None, trace: bool) -> Steps:
    """The steps of ``interior-point`` or ``smo``, after the hulls have shown that an optimum
    exists.
    """
    if problem.kernel is not None and algorithm == "interior-point":
        return Outcome(Status.NOT_APPLICABLE, NEEDS_COORDINATES)
    pair = closest_pair(problem)
    if not pair.separable:
        return not_separable(problem, pair)
    if not pair.squared_distance > SMALLEST:
        return Outcome(Status.BUDGET, TOO_CLOSE)
    settings = penalty_settings(pair.squared_distance, len(problem.y))
    if algorithm == "smo":
        run = smo.steps(problem, settings, start, trace)
    else:
        run = by_interior_point.steps(problem, settings.C, trace)
    last, outcome = yield from with_last(run)
    if last is None or last.alpha is None or outcome.status is not Status.CONVERGED:
        return outcome
    carries = last.alpha > MULTIPLIER_TOLERANCE * float(last.alpha.max())
    return Outcome(
        Status.CONVERGED, explanation(4.0 / float(last.alpha.sum()), int(np.count_nonzero(carries)))
    )
