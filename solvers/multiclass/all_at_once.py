"""The support vector machine of K classes, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.domain import stopped_words
from ..algorithms.multiclass.coordinates import Coordinates
from ..algorithms.multiclass.iterate import ManyIterate
from ..algorithms.multiclass.svm_losses import Hinge, dual_value, longest_paths, middle_offsets
from ..algorithms.multiclass.svm_walk import Place, WalkEnd, penalty_size, walk_ends
from ..algorithms.no_direction import FAINT, MEANS_COINCIDE
from ..arrays import Floats, locked
from ..certificate import TOLERANCE
from ..core import walk_objective
from ..core.reference import EVENT, JOIN, LEAVE, POINT, Walk
from ..costs import ALL_RIVALS, WORST_RIVAL, Cost
from ..criterion import Strength
from ..parameters import Choice, Range
from ..result import Bounds, Outcome, Status
from ..rounding import EPS, NO_SCORE, RANK, TINY
from .method import ManyMethod, ManySteps
from .problem import ManyProblem
from .softmax import FINE

OPTIMUM = "The optimum: primal and dual agree."
SEVERAL = (
    " The offset b of {} less that of {} may be anything from {:.6g} to {:.6g} at the same cost; "
    "the middle is shown."
)
ALL_ALIKE = (
    "The best weights are zero, whatever C: the sum of the losses is smallest where every point "
    "is predicted as {}, the largest "
    "class. Softmax regression shows how the classes differ."
)
NO_PREFERENCE = (
    "The best weights are zero, whatever C: the sum of the losses is smallest where no class has "
    "a larger score than another. "
    "Softmax regression shows how the classes differ."
)
CERTAIN = 1e-11  # a relative gap, and what rounding may add to it, that no look can doubt
STEPS = "The walk"
ENDED = "The walk has come to its end."


@dataclass(frozen=True)
class MulticlassSVM(ManyMethod):
    """Minimise ``1/2 sum_k ||w_k||^2 + (C/n) sum_i loss_i`` with free offsets, in the gauge ``sum_k
    w_k = 0``, ``sum_k b_k = 0``.

    ``crammer-singer``: ``loss_i = max(0, max over rivals l of 1 + f_l(x_i) - f_y(x_i))``, the worst
    rival alone. ``weston-watkins``: the sum over the rivals of ``max(0, 1 + f_l - f_y)``.  As C
    grows the hard margin appears, where the classes are separable.  With two classes both are
    :class:`SoftMarginSVM` with twice the C: the difference ``w = w_1 - w_0`` has ``||w||^2 / 4`` in
    place of ``||w||^2 / 2``.

    ``alpha (n, K)`` are the multipliers of the rivals (0 at the own class): ``w_k = sum_i beta_ik
    phi(x_i)`` with ``beta_ik = -alpha_ik``, at the own class ``sum_l alpha_il``.  They lie in [0,
    C/n], with Crammer and Singer's loss in the sum over the rivals; the dual is ``max sum alpha -
    1/2 sum ||w_k||^2`` with ``sum_i beta_ik = 0``.  The certificate recomputes it.

    Where it fails: C has to be chosen; the offsets of the best w need not be the only ones, and the
    middle of their range is shown.

    Source: Crammer and Singer (2001); Weston and Watkins (1999); Linear discriminants slides, "all
        at once".

    Example:
        >>> from solvers import MulticlassSVM, fit
        >>> X, y = [[0, 0], [1, 0], [4, 0], [5, 0], [0, 4], [1, 5]], [0, 0, 1, 1, 2, 2]
        >>> fit(MulticlassSVM(), X, y).predict([[6, 0], [0, 6]])
        array([1, 2])
    """

    name: ClassVar[str] = "Multi-class SVM"
    label: ClassVar[str] = "all at once"
    summary: ClassVar[str] = (
        "The widest margins between all classes at once, where every point inside costs C/n times "
        "its depth."
    )
    objective: ClassVar[str] = (
        "min \\frac{1}{2} \\sum_k ‖w_k‖^2 + \\frac{C}{n} \\sum_{i=1}^{n} max(0, max_{l ≠ y_i} 1 + "
        "f_l(x_i) − f_{y_i}(x_i))"
    )
    iterative: ClassVar[bool] = True
    has_margin: ClassVar[bool] = True
    takes_weights = True
    strength: ClassVar[Strength] = Strength("C", "$C$", (-3.0, 4.0), more_is_softer=False)

    C: Annotated[float, Range(0.0, open_low=True, log=True, slider=(1e-2, 1e6))] = 1.0
    loss: Annotated[
        str,
        Choice(
            ("crammer-singer", "weston-watkins"),
            ("worst rival (Crammer-Singer)", "all rivals (Weston-Watkins)"),
        ),
    ] = "crammer-singer"

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """The rounds of a walk to the optimum, from the ties of an earlier answer where there is
        one; where that does not end there, from nothing.
        """
        hinge, price = self._hinge(problem), self.C / len(problem.labels)
        best, gap, cost = ManyIterate.nothing(problem.K), np.inf, partial(self._cost, problem)
        earlier = _place_of(problem, hinge, start, price)
        begins = (None,) if earlier is None else (earlier, None)
        walks = (_walk(problem, hinge, price, begin, trace and begin is None) for begin in begins)
        for end in chain.from_iterable(walks):
            if isinstance(end, ManyIterate):
                yield end
                continue
            iterate = _answer(problem.coordinates, hinge, end, price)
            yield without_rounding(problem, iterate, cost) if trace else None
            reached = self._reached(problem, iterate, end)
            if reached < gap or not best.is_model:
                best, gap = iterate, reached
            if gap <= FINE:
                break
        if not gap <= TOLERANCE:
            yield best
            return Outcome(Status.BUDGET, stopped_words(STEPS, gap))
        best, words = self._finished(problem, hinge, best, gap)
        yield best
        return Outcome(Status.CONVERGED, words)

    def _hinge(self, problem: ManyProblem) -> Hinge:
        all_rivals = self.loss == "weston-watkins"
        return Hinge(problem.labels, problem.K, all_rivals, problem.weights)

    def _finished(
        self, problem: ManyProblem, hinge: Hinge, iterate: ManyIterate, gap: float
    ) -> tuple[ManyIterate, str]:
        """The optimum as it is shown, with what there is to say about it.

        ``1/2 ||W - W*||^2`` is at most the gap; one that is only rounding says that W is exact.
        """
        iterate, words = self._centre_offsets(problem, hinge, iterate)
        iterate = without_rounding(problem, iterate, partial(self._cost, problem))
        if gap > RANK:
            iterate = replace(iterate, astray=(2.0 * gap * iterate.objective) ** 0.5)
        assert iterate.W is not None
        return iterate, words if iterate.W.any() else _why_zero(problem, iterate)

    def _centre_offsets(
        self, problem: ManyProblem, hinge: Hinge, iterate: ManyIterate
    ) -> tuple[ManyIterate, str]:
        """The optimum with its offsets in the middle of all that cost the same, and in words
        whether there are others.
        """
        W, centre, f_centre = iterate.about_centre
        assert iterate.alpha is not None
        price = self.C / len(problem.labels)
        A = hinge.weights(iterate.alpha, price)
        if hinge.binds_offsets(A):
            return iterate, OPTIMUM
        V = hinge.alternatives(iterate.scores(problem.Phi).T)
        paths = longest_paths(hinge.offset_bounds(V, A))
        room = -(paths + paths.T)
        k, other = np.unravel_index(int(room.argmax()), room.shape)
        if not 1e-9 * (1.0 + float(np.abs(hinge.of_rivals(V)).max())) < room[k, other] < np.inf:
            return iterate, OPTIMUM
        b = iterate.b - iterate.b.mean()
        low = float(b[k] - b[other] + paths[k, other])
        f_centre = locked(f_centre + middle_offsets(paths))
        moved = replace(iterate, f_centre=f_centre, b=locked(f_centre - W @ centre))
        V = hinge.alternatives(moved.scores(problem.Phi).T)
        # a multiplier of next to nothing is rounding where the offsets leave its place
        A = hinge.convex_weights(np.where(hinge.is_at_work(V, A), A, 0.0))
        moved = replace(moved, alpha=locked(hinge.multipliers(A, price)))
        if self._relative_gap(problem, moved) > 0.1 * TOLERANCE:
            return iterate, OPTIMUM
        names = problem.name(int(k)), problem.name(int(other))
        return moved, OPTIMUM + SEVERAL.format(*names, low, low + float(room[k, other]))

    def _reached(self, problem: ManyProblem, iterate: ManyIterate, point: WalkEnd) -> float:
        """The relative gap: that of the point, where rounding of the scores in data units can add
        nothing that counts; else computed anew.
        """
        W, _, f_centre = iterate.about_centre
        scores = float((np.abs(W) @ problem.moments.reach).max() + np.abs(f_centre).max())
        rounding = 4.0 * EPS * self.C * scores
        if abs(point.gap) <= CERTAIN and rounding <= CERTAIN * iterate.objective:
            return abs(point.gap)
        return self._relative_gap(problem, iterate)

    def _cost(self, problem: ManyProblem, iterate: ManyIterate) -> float:
        return self.bounds(problem, iterate, np.empty(0)).primal

    def _relative_gap(self, problem: ManyProblem, iterate: ManyIterate) -> float:
        bounds = self.bounds(problem, iterate, np.empty(0))
        assert bounds.dual is not None
        return abs(bounds.primal - bounds.dual) / max(bounds.primal, 1e-300)

    @property
    def cost(self) -> Cost:
        """The hinge of the worst rival, or of all of them."""
        return WORST_RIVAL if self.loss == "crammer-singer" else ALL_RIVALS

    def multiplier_bound(self, problem: ManyProblem) -> float:
        """C/n for the sum over the rivals, or for each of them."""
        return self.C / len(problem.labels) if self.loss == "crammer-singer" else np.inf

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The objective, the dual at the multipliers, and how far an alternative with a multiplier
        is below the largest one.
        """
        assert iterate.W is not None
        hinge, price = self._hinge(problem), self.C / len(problem.labels)
        F = iterate.scores(problem.Phi).T
        V = hinge.alternatives(F)
        largest = V.max(axis=0)
        primal = 0.5 * float((iterate.W**2).sum()) + price * hinge.total(largest)
        if iterate.alpha is None:
            return Bounds(primal, shortfall=np.inf)
        A = hinge.balanced(hinge.weights(iterate.alpha, price))
        # Losses that rounding may have hidden are taken from the dual, too, so that it stays
        # below.
        unsure = price * hinge.unsure(V, score_rounding(problem, iterate))
        X = problem.Phi - problem.coordinates.centre
        dual = dual_value(hinge.multipliers(A, price), problem.labels, X) - unsure
        # how far what counts is below the largest, weighted by its part of C/n
        violation = float((A * np.where(A > 0.0, largest - V, 0.0)).max()) / float(
            hinge.times.max()
        )
        return Bounds(primal, dual, violation)


def score_rounding(problem: ManyProblem, iterate: ManyIterate) -> Floats:
    """How far the difference of two scores of each point (n,) may be wrong: the rounding of the
    sums that they are.
    """
    W, centre, f_centre = iterate.about_centre
    sizes = np.abs(problem.Phi - centre) @ np.abs(W).T + np.abs(f_centre)
    rounding: Floats = 4.0 * EPS * sizes.max(axis=1)
    return rounding


def without_rounding(
    problem: ManyProblem, iterate: ManyIterate, cost: Callable[[ManyIterate], float]
) -> ManyIterate:
    """The model with W = 0 where its weights are hardly more than the rounding of the sums of
    samples that they are, and W = 0 costs no more than can be told.

    Its multipliers weigh points for and points against a class alike: w_k is half of what they
    weigh, times the difference of two means.  Scores that are equal then are made so.
    """
    W, _, f_centre = iterate.about_centre
    assert iterate.alpha is not None
    # as rivals; as own class each point weighs what all its rivals do
    weighed = iterate.alpha.sum(axis=0)
    weighed += np.bincount(problem.labels, iterate.alpha.sum(axis=1), problem.K)
    # In the gauge every w_k holds the rounding of all others.
    moments, apart = problem.moments, 2.0 * W / max(float(weighed.max()), TINY)
    # Multipliers that are nearly right leave more than the rounding of the sums where W = 0 is the
    # optimum.
    if not (np.abs(apart) <= FAINT * moments.reach).all():
        return iterate
    order = f_centre.argsort()
    rounding = 2.0 * float((np.abs(W) @ moments.reach).max())
    first = np.diff(f_centre[order], prepend=-np.inf) > max(NO_SCORE, rounding)
    alike = np.empty(problem.K, dtype=np.int64)
    alike[order] = first.cumsum() - 1
    shared = np.bincount(alike, f_centre) / np.bincount(alike)
    constant = ManyIterate.constant(moments, shared[alike])
    found = replace(
        iterate, W=constant.W, b=constant.b, centre=constant.centre, f_centre=constant.f_centre
    )
    is_as_good = problem.means_coincide or cost(found) <= cost(iterate) * (1.0 + FINE)
    return found if is_as_good else iterate


def _why_zero(problem: ManyProblem, iterate: ManyIterate) -> str:
    if problem.means_coincide:
        return MEANS_COINCIDE
    largest = np.flatnonzero(iterate.b == iterate.b.max())
    return ALL_ALIKE.format(problem.name(int(largest[0]))) if len(largest) == 1 else NO_PREFERENCE


def _answer(at: Coordinates, hinge: Hinge, end: WalkEnd, price: float) -> ManyIterate:
    """The model and the multipliers of the end of a walk, in data units."""
    alpha = locked(hinge.multipliers(end.A, price))
    return ManyIterate.in_coordinates(
        at, end.theta, alpha=alpha, objective=price * end.objective, note=ENDED
    )


def _place_of(
    problem: ManyProblem, hinge: Hinge, start: ManyIterate | None, price: float
) -> Place | None:
    """An earlier answer, whose ties may be nearly right, as a place to walk from."""
    if start is None or start.alpha is None or len(start.alpha) != len(problem.labels):
        return None
    return problem.coordinates.theta(*start.about_centre), hinge.weights(start.alpha, price)


def _walk(
    problem: ManyProblem, hinge: Hinge, price: float, begin: Place | None, trace: bool
) -> Iterator[WalkEnd | ManyIterate]:
    """The rounds of the walk where they are traced, and its ends."""
    rounds: list[tuple[Floats, float, int, int]] = []

    def watch(state: Walk) -> None:
        point, event = state.info[[POINT, EVENT]].tolist()
        rounds.append((state.theta.copy(), walk_objective(state), point, event))

    at = problem.coordinates
    ends = walk_ends(at, hinge, price, begin, watch if trace else None)
    first = next(ends)
    unit, thetas = penalty_size(at, problem.K), np.array([theta for theta, *_ in rounds])
    models = ManyIterate.each_in_coordinates(
        at, thetas.reshape(len(rounds), problem.K - 1, at.size)
    )
    for (W, b, f_centre), (_, objective, point, event) in zip(models, rounds, strict=True):
        yield ManyIterate(
            *(W, b, at.centre, f_centre),
            objective=unit * objective,
            active=(point % at.n,) if point >= 0 else (),
            note=_event_note(point % at.n, event),
        )
    yield first
    yield from ends


def _event_note(point: int, event: int) -> str:
    """What happened in a round of the walk."""
    if event == JOIN:
        return f"Point {point + 1} comes to lie between two losses and stops the step."
    if event == LEAVE:
        return f"Point {point + 1} no longer lies between two losses: a multiplier has reached 0."
    return "The lowest objective on the way lies between two points: the step ends there."
