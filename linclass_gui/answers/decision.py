"""The decision of a fit in the plane: its line, its support vectors, its margin lines, or why it
has no boundary.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from solvers import AnyFit, Fit, Floats, Iterate, ManyFit, Method, PointClass, Status
from solvers.arrays import Bools, Ints, locked, locked_ints
from solvers.losses import LOGISTIC
from solvers.plane.geometry import clip_line
from solvers.point_classes import MULTIPLIER_TOLERANCE, largest_multiplier, point_classes
from solvers.ties import Extent, settled

from ..scene import cures
from ..scene.document import TrialLine, full_turn
from ..scene.memo import memo
from ..scene.scene import PairScene
from ..scene.section import is_trace, on_plane, section_of
from ..scene.view import View

ROUNDING = 1e-6  # of a margin that counts as 1
CANCELLED = 100.0  # products so much larger than the scores themselves cost two digits: no more


@dataclass(frozen=True, eq=False)
class PlaneLine:
    """The score ``f(x) = <normal, x - centre> + offset`` of a linear model, about a centre near the
    data.
    """

    normal: Floats
    offset: float
    centre: Floats

    def scores(self, X: Floats) -> Floats:
        """``f`` at the points X (n, 2)."""
        # One product: several times as fast as taking the centre off first, and this is done for
        # all points in every frame.
        shift = self.centre * self.normal
        f: Floats = X @ self.normal
        first, second = shift.tolist()
        f += self.offset - (first + second)
        largest = (
            max(float(np.maximum.reduce(f)), -float(np.minimum.reduce(f))) if len(f) else math.inf
        )
        if max(abs(first), abs(second)) > CANCELLED * largest:
            # Far from the origin the product loses the digits that tell the points apart.
            f = (X[:, 0] - self.centre[0]) * self.normal[0]
            f += (X[:, 1] - self.centre[1]) * self.normal[1]
            f += self.offset
        return f

    def segment(self, view: View, level: float = 0.0) -> Floats | None:
        """The part of the line ``f = level`` in the view (2, 2), with the positive side on its
        left.
        """
        return clip_line(self.normal, self.offset - level, view.box, self.centre)

    def foot(self, point: Floats, level: float = 0.0) -> Floats:
        """The foot of the perpendicular from a point on the line ``f = level``."""
        excess = float((point - self.centre) @ self.normal) + self.offset - level
        foot: Floats = point - excess / float(self.normal @ self.normal) * self.normal
        return foot

    @property
    def model(self) -> Iterate:
        """The same score as that of a fit."""
        return Iterate.centred(self.normal, self.centre, self.offset)

    @property
    def norm(self) -> float:
        """``||w||``."""
        return float(np.hypot(*self.normal))

    @property
    def degrees(self) -> float:
        """The angle of the normal in [0, 360)."""
        return full_turn(math.degrees(math.atan2(self.normal[1], self.normal[0])))


@memo
def plane_line(fit: Fit | None) -> PlaneLine | None:
    """The line of a fit, or None when it has none: no model, one that is curved in the plane, or
    one that leaves it.

    Equal lines are one object, so that a fit unchanged by a dragged point is not drawn again.
    """
    return None if fit is None or is_trace(fit) else drawn_line(fit)


@memo
def drawn_line(fit: Fit) -> PlaneLine | None:
    """The same; for a fit to all columns, the line in which its boundary cuts the plane."""
    line = _line_of(fit)
    if line is None:
        return None
    (a, b), (x, y) = line.normal.tolist(), line.centre.tolist()
    return _known_line(a, b, line.offset, x, y)


@lru_cache(maxsize=256)
def _known_line(a: float, b: float, offset: float, x: float, y: float) -> PlaneLine:
    return PlaneLine(locked(np.array([a, b])), offset, locked(np.array([x, y])))


def _line_of(fit: Fit) -> PlaneLine | None:
    last, problem = fit.last, fit.problem
    if not fit.has_model or last.quadratic is not None or last.w is None:
        return None
    section = section_of(fit)
    if section is not None:
        at_centre = last.b if last.centre is None else last.f_centre
        W, offsets, centre = on_plane(last.w[None], np.array([at_centre]), last.centre, section)
        return PlaneLine(locked(W[0]), float(offsets[0]), locked(centre)) if W.any() else None
    if not problem.features.is_linear or len(last.w) != 2:
        return None
    if last.centre is None:
        return PlaneLine(last.w, last.b, locked(np.zeros(2)))
    return PlaneLine(last.w, last.f_centre, last.centre)


def unit_of(fit: Fit) -> float | None:
    """How much the score changes along a unit of length: |w| of a line of the plane or of all
    columns; None for curves.
    """
    if section_of(fit) is not None:
        return fit.norm or None
    line = plane_line(fit)
    return None if line is None else line.norm


@memo
def trial_line(trial: TrialLine) -> PlaneLine:
    """The trial line as a score: the signed distance."""
    return PlaneLine(trial.w, 0.0, locked(np.array(trial.pivot)))


def trial_scores(trial: TrialLine, X: Floats) -> Floats:
    """The signed distances of points (n, 2) from the trial line; 0 where that is only rounding."""
    line = trial_line(trial)
    rounding = Extent.of(X, True).rounding(line.normal, line.offset, line.centre)
    return settled(line.scores(X), rounding)


@memo
def trial_segment(trial: TrialLine, view: View) -> Floats | None:
    """The part of the trial line in the view (2, 2)."""
    segment = trial_line(trial).segment(view)
    return None if segment is None else locked(segment)


@memo
def training_scores(fit: Fit) -> Floats:
    """The score at the training points (n,)."""
    line = plane_line(fit) if section_of(fit) is None else None
    if line is None:
        return fit.training_scores
    rounding = np.fmin(fit.problem.rounding(fit.last), fit.method.least_score)
    return locked(settled(line.scores(fit.problem.X), rounding))


@dataclass(frozen=True, eq=False)
class Support:
    """The support vectors of a margin method: rows, KKT classes, and the ``shares`` that their
    multipliers have of their bounds, in [0, 1] (None while only the line is known).

    ``alpha`` are the multipliers themselves, where a point has one.
    """

    rows: Ints
    classes: NDArray[np.int8]
    shares: Floats | None
    alpha: Floats | None = None

    def of(self, point_class: PointClass) -> Ints:
        """The rows of one KKT class."""
        # Twice as fast as a mask as index; a plain number, because numpy would inspect an enum six
        # times.
        rows: Ints = self.rows.take((self.classes == int(point_class)).nonzero()[0])
        return rows

    def shares_of(self, rows: Ints) -> Floats | None:
        """The shares of some of the rows."""
        return None if self.shares is None else self.shares[np.searchsorted(self.rows, rows)]


@memo
def support(answer: AnyFit) -> Support | None:
    """The support vectors with their KKT classes, None for methods without margins.

    Of more than two classes those of the answer to all of them: a point counts once, as bound where
    it is bound in any pair, and as wrong where the answer is.
    """
    if not answer.has_model:
        return None
    pair = answer.as_pair
    if pair is not None:
        return _support_of_pair(pair)
    fit = cast("ManyFit", answer)  # every other answer is its own pair
    shares_and_bound = _of_members(fit) if fit.fits else _of_all_classes(fit)
    if shares_and_bound is None:
        return None
    shares, is_bound = shares_and_bound
    rows = np.flatnonzero((shares > 0.0) | is_bound | answer.wrong)
    classes = np.where(is_bound[rows], PointClass.BOUND, PointClass.FREE)
    classes[answer.wrong[rows]] = PointClass.WRONG
    return Support(locked_ints(rows), classes.astype(np.int8), locked(shares[rows]))


def _of_members(fit: ManyFit) -> tuple[Floats, Bools] | None:
    """The largest share (n,) that a point has in any pair, and whether it is bound in one."""
    shares, is_bound = np.zeros(len(fit.problem.X)), np.zeros(len(fit.problem.X), dtype=bool)
    for key, pair in fit.pairs:
        vectors = _support_of_pair(pair)
        if vectors is None:
            return None
        rows = fit.problem.member_rows(key)[vectors.rows]
        own_shares = 1.0 if vectors.shares is None else vectors.shares
        shares[rows] = np.maximum(shares[rows], own_shares)
        is_bound[rows[vectors.classes != PointClass.FREE]] = True
    return shares, is_bound


def _of_all_classes(fit: ManyFit) -> tuple[Floats, Bools] | None:
    """The same of one machine for all classes: a bound point is nearer to a rival than the
    margin.
    """
    if fit.alpha is None or not fit.has_margin:
        return None
    weights = fit.alpha.sum(axis=1)
    largest = float(weights.max(initial=0.0))
    weights = np.where(weights > MULTIPLIER_TOLERANCE * largest, weights, 0.0)
    bound = fit.form.multiplier_bound(fit.problem)
    times = 1.0 if fit.problem.weights is None else fit.problem.weights
    tops = (bound if math.isfinite(bound) else largest or 1.0) * times
    margins = fit.training_margins
    is_inside = margins < 1.0 - ROUNDING * (1.0 + float(np.abs(margins).max()))
    return np.minimum(weights / tops, 1.0), (weights > 0.0) & is_inside


@memo
def _support_of_pair(fit: Fit) -> Support | None:
    """The support vectors of two classes.

    The classes are those of the certificate, computed for the rows with a multiplier only.  Before
    the optimum a point beyond the margin may have one, too, and one on the wrong side none: the
    points that have a class to show are told.  During a drag an answer may come without
    multipliers; the optimality conditions then give the same classes from the margins alone.
    """
    bound = fit.method.multiplier_bounds(fit.problem)
    if bound is None or not fit.predicts:
        return None
    f, y, alpha = training_scores(fit), fit.problem.y, fit.alpha
    if alpha is None:
        margins = y * f
        tolerance = 1e-9 * (1.0 + float(np.abs(margins).max()))
        rows = (margins <= 1.0 + tolerance).nonzero()[0]
        classes = np.where(margins[rows] >= 1.0 - tolerance, PointClass.FREE, PointClass.BOUND)
        classes[margins[rows] < 0.0] = PointClass.WRONG
        return Support(locked_ints(rows), classes.astype(np.int8), None)
    has_multiplier = alpha > MULTIPLIER_TOLERANCE * largest_multiplier(alpha, bound)
    is_hinge = fit.method.has_hinge_dual
    margins = y * f
    rows = (has_multiplier | (margins < 0.0) if is_hinge else has_multiplier).nonzero()[0]
    weights = alpha.take(rows)
    tops = bound if isinstance(bound, float) else bound.take(rows)
    classes = point_classes(margins.take(rows), weights, tops, is_hinge)
    if np.isposinf(tops).any():  # of the hard margin: of the largest
        tops = float(alpha.max(initial=0.0)) or 1.0
    shares = np.minimum(weights / tops, 1.0)
    if np.logical_or.reduce(classes == PointClass.BEYOND):
        has_class = classes != PointClass.BEYOND
        rows, weights, shares = rows[has_class], weights[has_class], shares[has_class]
        classes = classes[has_class]
    return Support(locked_ints(rows), classes, locked(shares), locked(weights))


def has_levels(fit: Fit) -> bool:
    """Whether ``f = ±1`` are margin lines of the plane, or the targets that least squares aims
    at.
    """
    return fit.has_model and fit.method.has_levels and not is_trace(fit)


def fit_with_levels(scene: PairScene) -> Fit | None:
    """The fit of the selected method where that has such lines."""
    fit = scene.selected_fit
    return fit if fit is not None and has_levels(fit) else None


def fit_with_arrows(scene: PairScene) -> Fit | None:
    """The fit of the selected method where w is a sum of multiples of the points: multipliers, in
    the plane, without a kernel.
    """
    fit = scene.margin_fit
    if fit is None or fit.alpha is None or plane_line(fit) is None:
        return None
    return fit if fit.problem.features.is_linear else None


# the ring of a vanishing multiplier is still clear of its point; number of steps to the full size
SMALLEST_RING, RING_STEPS = 0.68, 4


def first_fit(scene: PairScene, is_it: Callable[[Method], bool]) -> Fit | None:
    """The fit of the first method in use of a kind, None where there is none with a model."""
    fits = (scene.fit(m.id) for m in scene.document.enabled_methods)
    return next(
        (fit for fit in fits if fit is not None and is_it(fit.method) and fit.has_model), None
    )


def regression(scene: PairScene) -> Fit | None:
    """The logistic regression to show, at its current step: the selected one, else the first
    one.
    """
    selected = scene.selected_fit
    fit = (
        selected
        if selected is not None and _is_logistic(selected.method)
        else first_fit(scene, _is_logistic)
    )
    if fit is None or not fit.predicts or fit.w is None or len(fit.w) > 5:
        return None
    return fit


def _is_logistic(method: Method) -> bool:
    """Whether a method minimises the mean logistic loss and a penalty that can be set."""
    return method.loss is LOGISTIC and method.strength is not None


def irls_weights(f: Floats) -> Floats:
    """``p (1 - p)`` for scores f, exact in its tails: ``1 / (2 cosh(f/2))^2``."""
    decay = np.exp(-np.abs(f))
    weights: Floats = decay / (1.0 + decay) ** 2
    return weights


def ring_sizes(shares: Floats | None) -> Floats | None:
    """The sizes of rings: in a few steps up to the full one by the share of each; all equal where
    no share is known.
    """
    # In steps: a picture of each size is painted once and then copied.
    return (
        None
        if shares is None
        else locked(
            SMALLEST_RING + (1.0 - SMALLEST_RING) * np.round(RING_STEPS * shares) / RING_STEPS
        )
    )


NO_DIRECTION = "no direction tells the classes apart"
ONE_CLASS_FOR_ALL = "every point is called {}"
NO_MEMBER = "no two-class fit has a direction"
ANSWERED = (Status.CONVERGED, Status.SINGULAR)
# What is no answer on these points: it is still being computed, or a class is missing.
NO_ANSWER = (Status.BUDGET, Status.RUNNING, Status.CANCELLED, Status.NO_DATA)


def has_boundary(answer: AnyFit) -> bool:
    """Whether an answer has a boundary anywhere; scores that are the same everywhere have none."""
    if answer.as_pair is answer or not answer.has_model:
        return answer.has_model
    if answer.pairs and not any(pair.has_model for _, pair in answer.pairs):
        return False
    return answer.weights is None or any(
        pair is not None and pair.has_model for pair in map(answer.pair, answer.pair_keys)
    )


@memo
def why_no_boundary(answer: AnyFit, names: tuple[str, ...]) -> str:
    """Why there is none, for classes with these names; empty for one that it has, or that is no
    answer.
    """
    if has_boundary(answer) or answer.status in NO_ANSWER:
        return ""
    if answer.status not in ANSWERED:
        return cures.Refusal(answer.status.value, cures.soften)
    if answer.problem.reduced.moments.coincide:
        return NO_DIRECTION
    class_index = _class_of_all(answer)
    if class_index is not None:
        return cures.Refusal(ONE_CLASS_FOR_ALL.format(names[class_index]), cures.weigh_plus)
    is_of_members = answer.pairs and answer.as_pair is not answer
    return NO_MEMBER if is_of_members else NO_DIRECTION


def _class_of_all(answer: AnyFit) -> int | None:
    """The class that every point belongs to; None where several classes share the largest score."""
    if not answer.predicts:
        return None
    offsets = answer.class_scores(answer.problem.X[:1])[0]
    largest = np.flatnonzero(offsets == offsets.max())
    return int(largest[0]) if len(largest) == 1 else None
