"""The last opinion on a soft margin whose answer the certificate does not support: other coordinates, and no rounding at the end.

Where features are unlike in size (squares of coordinates at 1e6), nearly depend on each other (products far from the origin) or C
is beyond everything, what is left of the problem is a linear program that one scale for all features describes badly.  So

1. each feature gets a unit of its own and then, if that was not enough, the features get orthogonal coordinates, found with twice
   the digits (:mod:`long_frame`); the penalty becomes a quadratic form P there, whose rows and columns fall in size as those of the
   coordinates do, which interior points do not mind;
2. interior points (:mod:`interior_point`) start with half of the samples inside, as in a linear program, or far outside;
3. multipliers against slacks name the points on the margin, and the optimum that they fix is computed without rounding
   (:mod:`face`);
4. the weights are rounded one after the other, each making up for the one before; where no point has to pay, w and b grow by what
   the smallest margin is short of 1 then.

Whatever the certificate, recomputed from the data, likes best is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice

import numpy as np

from ...arrays import Bools, Floats, locked
from ...certificate import DOUBT, TOLERANCE
from ...method import Method, Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ..confirmation import bounds_of, relative_gap, with_last
from ..exact_sums import kernel_sums, model_scores, shortfalls
from ..stepping import changed
from .active_set import SoftMargin
from .by_interior_point import ANOTHER
from .coordinates import Coordinates, coordinates
from .dual import WHOLE, kernel_shortfalls
from .face import independent_rows
from .face_walk import Effort, best_face_from
from .interior_point import InteriorPoint, interior_points

USELESS = 0.5  # a gap that says nothing about an answer
WORTHLESS = 1.001  # times the price of zero weights
CLOSED, EARLY = 1e-9, 1e-10  # a gap that needs no further opinion, and one of an interior point that leads there
TIGHTEST, LEAST = 1e-17, 1e-300
WALKS = 3  # from face to face, from one interior point
LIMIT = 100  # Newton steps in one set of coordinates
WORK = 3e9  # points times squared coordinates of all steps together: a few seconds
LIFT, LONGER = 1e-5, 1.5  # a margin may be short by so much for w and b to grow by that many times as much
TRIES = 6  # until no margin is short: what is rounded anew may be short once more
FOUND = "The optimum, found in coordinates that suit it and solved for without rounding."
PROVED = "The certificate, summed without rounding, supports it."
BEYOND = "The optimum is beyond the digits of the numbers: other units or a smaller C are needed."

Opinions = Generator[None, None, "Opinion | None"]
Models = Generator[Iterate | None, None, None]


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

    An ``other`` algorithm for the same problem is asked before, which costs less where it gets there; less than a proof of the
    answer itself, too, so where it closes the gap nothing else is looked at.
    """
    last, outcome = yield from with_last(steps)
    if outcome.status is not Status.BUDGET:
        return outcome
    second = None if other is None else (yield from _asked(method, problem, other()))
    if second is not None and supports(second) and abs(second.gap) <= CLOSED:
        yield replace(second.model, note=ANOTHER)
        return Outcome(Status.CONVERGED, ANOTHER)
    own = None if last is None or last.objective > WORTHLESS * _price_of_nothing(problem, C) else _opinion(method, problem, last)
    if own is not None and not supports(own) and problem.kernel is not None:
        for model in _with_no_shortfall(problem, partial(_stretched, own.model)):
            yield None
            longer = _opinion(method, problem, model)
            own = longer if longer is not None and longer.rank < own.rank else own
    if own is not None:
        yield own.model
        if supports(own):
            return replace(outcome, status=Status.CONVERGED, explanation=f"{outcome.explanation} {PROVED}")
    if second is not None and supports(second):
        yield replace(second.model, note=ANOTHER)
        return Outcome(Status.CONVERGED, ANOTHER)
    found = None if problem.kernel is not None else (yield from last_opinion(method, problem, C))
    if found is None or (own is not None and not found.rank < own.rank):
        return outcome
    yield replace(found.model, note=FOUND if supports(found) else BEYOND)
    return Outcome(Status.CONVERGED, FOUND) if supports(found) else Outcome(Status.BUDGET, BEYOND)


def _price_of_nothing(problem: Problem, C: float) -> float:
    """The objective of zero weights, which no optimum exceeds: a proof of what costs more would be looked for in vain."""
    n = len(problem.y)
    return C * 2.0 * min(problem.n_plus, n - problem.n_plus) / n


def _asked(method: Method, problem: Problem, steps: Steps) -> Opinions:
    """The opinion of another algorithm, whose way nobody watches."""
    last, _ = yield from changed(with_last(steps), lambda _: (None,))
    return None if last is None else _opinion(method, problem, last)


def supports(opinion: Opinion) -> bool:
    """Whether the certificate supports calling this the optimum."""
    return abs(opinion.gap) <= TOLERANCE and opinion.doubt <= DOUBT


def _opinion(method: Method, problem: Problem, model: Iterate) -> Opinion | None:
    with np.errstate(all="ignore"):
        bounds = bounds_of(method, problem, model, problem.y * problem.training_scores(model))
    gap = relative_gap(bounds)
    return Opinion(replace(model, objective=bounds.primal), gap, bounds.doubt) if np.isfinite(gap) else None


def last_opinion(method: Method, problem: Problem, C: float) -> Opinions:
    """The best answer that interior points in other coordinates lead to, None where none leads to any.

    A walk from face to face costs as much as a hundred interior points: it begins when none of them is the answer itself.
    """
    n, m = problem.Phi.shape
    search = _Search(method, problem, _opinion(method, problem, _zero(problem)), max(LIMIT, int(WORK / (n * (m + 1) ** 2))))
    earlier: list[tuple[Coordinates, InteriorPoint | None]] = []
    yield None
    for at in coordinates(problem):
        paths: list[_Path] = []
        for first in _starts(at, C / n):
            path = yield from _followed(at, C / n, first, min(search.left, LIMIT))
            search.left -= path.count
            paths.append(path)
            if (yield from search.closed_by(own_models(problem, at, path.best, C))):
                return search.best
            if search.left <= 0:
                break
        earlier += [(at, path.early) for path in paths if path.early is not path.best]
        for path in paths:
            if (yield from search.closed_by(face_models(problem, at, path, C, search.effort))):
                return search.best
        if search.left <= 0:
            break
    for at, early in earlier:
        # Beyond it the gap falls further, but the multipliers of tens of thousands of points may lose digits.
        if (yield from search.closed_by(own_models(problem, at, early, C))):
            break
    return search.best


@dataclass(eq=False)
class _Search:
    """The best opinion so far, the Newton steps that are left, and what is left for walks."""

    method: Method
    problem: Problem
    best: Opinion | None
    left: int
    effort: Effort = field(default_factory=Effort)

    def closed_by(self, models: Models) -> Generator[None, None, bool]:
        """Whether one of these models needs no further opinion."""
        for model in models:
            yield None
            opinion = None if model is None else _opinion(self.method, self.problem, model)
            if opinion is not None and (self.best is None or opinion.rank < self.best.rank):
                self.best = opinion
                if supports(opinion) and abs(opinion.gap) <= CLOSED:
                    return True
        return False


def _starts(at: Coordinates, c: float) -> Iterator[float]:
    """The multipliers to begin with, as parts of c: half of the samples inside; few of them, at a moderate ``|w|``."""
    yield 0.5
    moderate = float(np.trace(at.penalty)) / (len(at.penalty) * c)
    if moderate < 0.5:
        yield max(moderate, 1e-100)


def _zero(problem: Problem) -> Iterate:
    """The zero vector, on the side of the larger class."""
    n, m = problem.Phi.shape
    side = 1.0 if 2 * problem.n_plus >= n else -1.0
    return Iterate.centred(np.zeros(m), problem.standardised.centre, side, alpha=locked(np.zeros(n)))


@dataclass(eq=False)
class _Path:
    """The point of the smallest gap on the central path, the one before it, the first that would do, and the number of steps."""

    best: InteriorPoint | None = None
    early: InteriorPoint | None = None
    before: InteriorPoint | None = None
    count: int = 0


def _followed(at: Coordinates, c: float, first: float, most: int) -> Generator[None, None, _Path]:
    """Follow the central path as far as the numbers go."""
    path, last = _Path(), None
    try:
        for point in interior_points(SoftMargin.of(at.Z, c), TIGHTEST, most, penalty=at.penalty, first=first):
            path.count += 1
            yield None
            if path.early is None and point.gap <= EARLY:
                path.early = point
            if path.best is None or point.gap < path.best.gap:
                path.best, path.before = point, last
            last = point
    except np.linalg.LinAlgError:
        pass  # the numbers end here; the best point so far counts
    return path


def own_models(problem: Problem, at: Coordinates, point: InteriorPoint | None, C: float) -> Models:
    """The model of an interior point, with no margin short, too."""
    bound = C / len(problem.y)
    if point is not None:
        yield from _with_no_shortfall(problem, partial(at.model, point.theta, np.clip(bound * point.a, 0.0, bound)))


def face_models(problem: Problem, at: Coordinates, path: _Path, C: float, effort: Effort) -> Models:
    """The models of the optimal faces near a path's best point, each with no margin short, too; None for a breath."""
    bound, point = C / len(problem.y), path.best
    if point is None:
        return
    for start, W in islice(_face_starts(problem, point, path.before or point, bound), WALKS):
        found = yield from best_face_from(problem, at.frame, start, W, bound, effort)
        if found is not None:
            yield from _with_no_shortfall(problem, partial(at.model_of, *found, bound))
            return


def _face_starts(problem: Problem, point: InteriorPoint, before: InteriorPoint, bound: float) -> Iterator[tuple[Floats, list[int]]]:
    """Multipliers and the points that hold the margin, from which faces are walked: the most telling ones first."""
    alpha = np.clip(bound * point.a, 0.0, bound)
    for free, inside in _partitions(point, before):
        named = np.where(inside, bound, np.where(free, alpha, 0.0))
        W = independent_rows(problem.Phi, np.where(free, np.maximum(np.minimum(named, bound - named), LEAST), 0.0))
        yield from ((start, W) for start in _settled(named, W, bound))


def _partitions(point: InteriorPoint, before: InteriorPoint) -> Iterator[tuple[Bools, Bools]]:
    """Which points hold the margin and which lie inside it: by what falls faster, by what is smaller; then all may hold it.

    In a step towards the optimum of a pair of multiplier and slack the one falls by about what mu falls by, the other hardly moves
    (El-Bakry, Tapia, Zhang, SIAM Rev. 36 (1994) 45).  That holds in any units: beside features of 1e17 a multiplier is small.
    """
    a, beta = point.a, 1.0 - point.a
    with np.errstate(all="ignore"):
        outside = a / before.a < point.s / before.s
        inside = (beta / (1.0 - before.a) < point.xi / before.xi) & ~outside
    if point is not before:
        yield ~outside & ~inside, inside
    outside, inside = a <= point.s * float(a.max()), beta <= point.xi
    inside &= ~outside | (point.xi <= point.s)
    yield ~outside & ~inside, inside
    yield (a > 0.0) & (a < 1.0), a >= 1.0


def _settled(alpha: Floats, W: list[int], bound: float) -> Iterator[Floats]:
    """The multipliers with all at an end but those of W, then as they are: which of many points alike carry them is open."""
    at_end = np.where(2.0 * alpha > bound, bound, 0.0)
    at_end[W] = alpha[W]
    if (at_end != alpha).any():
        yield at_end
    yield alpha


def _with_no_shortfall(problem: Problem, model: Callable[..., Iterate]) -> Iterator[Iterate]:
    """The model, and where no point has to pay one so much longer that rounding leaves no margin short."""
    plain = model()
    yield plain
    more = LONGER * _shortfall(problem, plain)
    if not 0.0 < more < LIFT:
        return
    for _ in range(TRIES):
        longer = model(longer=1.0 + more)
        more *= 2.0
        if not _shortfall(problem, longer) > 0.0:
            break
    yield longer


def _stretched(model: Iterate, longer: float = 1.0) -> Iterate:
    """The model of a kernel so many times as long."""
    assert model.alpha is not None
    return replace(model, b=longer * model.b, alpha=locked(longer * model.alpha))


def _shortfall(problem: Problem, model: Iterate) -> float:
    """How much the smallest margin is below 1, if the numbers of the model are taken as they are; with a kernel of few points."""
    if model.w is None:
        if model.alpha is None or len(problem.y) > WHOLE:
            return 0.0
        return float(kernel_shortfalls(model.b, *kernel_sums(problem.gram, model.alpha * problem.y), problem.y).max())
    return float(shortfalls(*model_scores(model, problem.Phi), problem.y).max())
