"""The last opinion on a soft margin whose answer the certificate does not support: other coordinates, and no rounding at the end.

Where features are unlike in size (squares of coordinates at 1e6), nearly depend on each other (products far from the origin) or C
is beyond everything, what is left of the problem is a linear program that one scale for all features describes badly.  So

1. each feature gets a unit of its own and then, if that was not enough, coordinates in which the samples are uncorrelated (the
   penalty becomes a quadratic form P there);
2. interior points (:mod:`interior_point`) start with half of the samples inside, as in a linear program, or far outside;
3. multipliers against slacks name the points on the margin, and the optimum that they fix is computed without rounding
   (:mod:`face`);
4. where no point has to pay, w and b grow by some units of rounding, so that no score is computed as below 1.

Whatever the certificate, recomputed from the data, likes best is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Bools, Floats, locked
from ...method import Method, Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ..confirmation import DOUBT, TOLERANCE, relative_gap, with_last
from ..stepping import changed
from .active_set import SoftMargin
from .dual import score_rounding
from .face import best_face, model_of_face
from .interior_point import InteriorPoint, interior_points

USELESS = 0.5  # a gap that says nothing about an answer
CLOSED = 1e-9  # a gap that needs no further opinion
TIGHTEST = 1e-17
LIMIT = 100  # Newton steps in one set of coordinates
WORK = 3e9  # points times squared coordinates of all steps together: a few seconds
RANK = 1e-14  # singular values below this part of the largest one are those of dependent features
LIFT = 1e-5  # by so much w and b may grow to clear the rounding of scores
FOUND = "The optimum, found in coordinates that suit it and solved for without rounding."
ANOTHER = "The optimum, found by interior points: ties beyond the reach of rounding stopped the chosen algorithm."
PROVED = "The certificate, summed without rounding, supports it."
BEYOND = "The optimum is beyond the digits of the numbers: other units or a smaller C are needed."

Opinions = Generator[None, None, "Opinion | None"]


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Signed samples ``Z (d, n)`` for parameters u with the penalty ``1/2 u' P u``.

    ``theta = T u`` belongs to features in units of their own: ``f(phi) = <(phi - centre) / unit, theta_1..m> + theta_d``.
    """

    Z: Floats
    T: Floats
    P: Floats
    centre: Floats
    unit: Floats

    def model(self, u: Floats, alpha: Floats) -> Iterate:
        """The model with these parameters, in data units."""
        theta = self.T @ u
        return Iterate.centred(theta[:-1] / self.unit, self.centre, float(theta[-1]), alpha=locked(alpha))


@dataclass(frozen=True, eq=False)
class Opinion:
    """A model and what its certificate lacks: the relative gap, and the doubt about its weights."""

    model: Iterate
    gap: float
    doubt: float

    @property
    def rank(self) -> tuple[bool, bool, float, float]:
        """What the better of two has less of: a gap of 1 is what zero weights have, so one near it says nothing."""
        gap = abs(self.gap)
        return gap >= USELESS, not self.doubt <= DOUBT, min(USELESS, gap), self.model.objective


def settled(method: Method, problem: Problem, C: float, steps: Steps, other: Callable[[], Steps] | None = None) -> Steps:
    """The same steps; where they end with an answer that the certificate does not support, the last opinion follows.

    An ``other`` algorithm for the same problem is asked before, which costs less where it gets there.
    """
    last, outcome = yield from with_last(steps)
    if outcome.status is not Status.BUDGET:
        return outcome
    own = None if last is None else _opinion(method, problem, last)
    if own is not None:
        yield own.model
        if supports(own):
            return replace(outcome, status=Status.CONVERGED, explanation=f"{outcome.explanation} {PROVED}")
    second = None if other is None else (yield from _asked(method, problem, other()))
    if second is not None and supports(second):
        yield replace(second.model, note=ANOTHER)
        return Outcome(Status.CONVERGED, ANOTHER)
    found = None if problem.kernel is not None else (yield from last_opinion(method, problem, C))
    if found is None or (own is not None and not found.rank < own.rank):
        return outcome
    yield replace(found.model, note=FOUND if supports(found) else BEYOND)
    return Outcome(Status.CONVERGED, FOUND) if supports(found) else Outcome(Status.BUDGET, BEYOND)


def _asked(method: Method, problem: Problem, steps: Steps) -> Opinions:
    """The opinion of another algorithm, whose way nobody watches."""
    last, _ = yield from changed(with_last(steps), lambda _: (None,))
    return None if last is None else _opinion(method, problem, last)


def supports(opinion: Opinion) -> bool:
    """Whether the certificate supports calling this the optimum."""
    return abs(opinion.gap) <= TOLERANCE and opinion.doubt <= DOUBT


def _opinion(method: Method, problem: Problem, model: Iterate) -> Opinion | None:
    with np.errstate(all="ignore"):
        bounds = method.proven_bounds(problem, model, problem.y * problem.training_scores(model))
    gap = relative_gap(bounds)
    return Opinion(replace(model, objective=bounds.primal), gap, bounds.doubt) if np.isfinite(gap) else None


def last_opinion(method: Method, problem: Problem, C: float) -> Opinions:
    """The best answer that interior points in other coordinates lead to, None where none leads to any."""
    best = _opinion(method, problem, _zero(problem))
    n, m = problem.Phi.shape
    left = max(LIMIT, int(WORK / (n * (m + 1) ** 2)))
    for at in coordinates(problem):
        for first in _starts(at, C / len(problem.y)):
            point, count = yield from _followed(at, C / len(problem.y), first, min(left, LIMIT))
            left -= count
            if point is None:
                continue
            for model in candidates(problem, at, point, C):
                yield None
                opinion = _opinion(method, problem, model)
                if opinion is not None and (best is None or opinion.rank < best.rank):
                    best = opinion
            if best is not None and supports(best) and abs(best.gap) <= CLOSED:
                return best
            if left <= 0:
                return best
    return best


def coordinates(problem: Problem) -> Iterator[Coordinates]:
    """Features in units of their own; uncorrelated ones; and these again, free of the rounding of the first time."""
    centre = problem.standardised.centre
    offset = problem.Phi - centre
    size = np.abs(offset).max(axis=0)
    unit = np.exp2(np.round(np.log2(np.where(size > 0.0, size, 1.0))))
    A = np.column_stack([offset / unit, np.ones(len(offset))])
    T = np.eye(A.shape[1])
    for _ in range(3):
        root = np.append(1.0 / unit, 0.0)[:, None] * T
        yield Coordinates(np.ascontiguousarray(A.T * problem.y), T, root.T @ root, centre, unit)
        A, T = _uncorrelated(A, T)


def _uncorrelated(A: Floats, T: Floats) -> tuple[Floats, Floats]:
    """The samples ``A (n, d)`` in coordinates of unit spread without correlation, and the ``T`` that goes with them."""
    U, sizes, V = np.linalg.svd(A, full_matrices=False)
    kept = sizes > RANK * sizes[0]
    root = len(A) ** 0.5
    return root * U[:, kept], root * (T @ (V[kept].T / sizes[kept]))


def _starts(at: Coordinates, c: float) -> Iterator[float]:
    """The multipliers to begin with, as parts of c: half of the samples inside; few of them, at a moderate ``|w|``."""
    yield 0.5
    moderate = float(np.trace(at.P)) / (len(at.P) * c)
    if moderate < 0.5:
        yield max(moderate, 1e-100)


def _zero(problem: Problem) -> Iterate:
    """The zero vector, on the side of the larger class."""
    n, m = problem.Phi.shape
    side = 1.0 if 2 * problem.n_plus >= n else -1.0
    return Iterate.centred(np.zeros(m), problem.standardised.centre, side, alpha=locked(np.zeros(n)))


def _followed(at: Coordinates, c: float, first: float, most: int) -> Generator[None, None, tuple[InteriorPoint | None, int]]:
    """The point of the smallest gap on the central path, and the number of steps."""
    best: InteriorPoint | None = None
    count = 0
    try:
        for point in interior_points(SoftMargin.of(at.Z, c), TIGHTEST, most, penalty=at.P, first=first):
            count += 1
            yield None
            if best is None or point.gap < best.gap:
                best = point
    except np.linalg.LinAlgError:
        pass  # the numbers end here; the best point so far counts
    return best, count


def candidates(problem: Problem, at: Coordinates, point: InteriorPoint, C: float) -> Iterator[Iterate]:
    """The model of an interior point and the exact optima of the faces that it names, each clear of the rounding of scores, too."""
    bound = C / len(problem.y)
    yield from _with_clear_scores(problem, at.model(point.theta, np.clip(bound * point.a, 0.0, bound)))
    for alpha, free in _partitions(point, bound):
        face = best_face(problem.Phi, problem.y, alpha, bound, free)
        if face is not None:
            yield from _with_clear_scores(problem, model_of_face(face, at.centre, alpha, bound))


def _partitions(point: InteriorPoint, bound: float) -> Iterator[tuple[Floats, Bools]]:
    """Multipliers at their ends where the point names an end, with those that may lie between; then with all that may."""
    a = point.a
    outside, inside = a <= point.s * float(a.max()), 1.0 - a <= point.xi
    inside &= ~outside | (point.xi <= point.s)
    named = np.where(inside, bound, np.where(outside, 0.0, bound * a))
    yield named, ~outside & ~inside
    yield bound * a, (a > 0.0) & (a < 1.0)


def _with_clear_scores(problem: Problem, model: Iterate) -> Iterator[Iterate]:
    """The model, and w and b longer by as much as keeps the rounding of every score above 1, where no point has to pay."""
    yield model
    margins = problem.y * problem.training_scores(model)
    short = 1.0 - float((margins - score_rounding(problem, model)).min())
    if model.w is not None and model.centre is not None and 0.0 < short < LIFT:
        longer = 1.0 + 2.0 * short
        yield Iterate.centred(longer * model.w, model.centre, longer * model.f_centre, alpha=model.alpha)
