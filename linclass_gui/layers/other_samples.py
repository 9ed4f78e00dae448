"""The boundaries on other samples: without the point under the pointer, and on samples drawn anew.

New samples are drawn from the populations where they are known, else from the points themselves
(with replacement).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers import Dataset, Fit, Floats, Method, Populations, Problem, solve
from solvers.arrays import locked
from solvers.cancellation import check_cancelled

from ..answers.contours import level_curves
from ..answers.decision import plane_line
from ..scene.marks import Dots, Marks, Path
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.pairs import difference_of
from ..scene.scene import PairScene, Scene
from ..scene.section import places
from ..scene.view import View
from . import swatches as sw
from .layer import AT_POINTER, Drawn, Layer, a_line, any_boundary
from .pairs import of_pairs

PATIENCE = 0.004  # seconds: slower methods are left out, so that the pointer never sticks
COUNT, MOST_POINTS = 50, 400  # samples, and points up to which they are fitted
TOO_MANY = f"drawn for up to {MOST_POINTS} points"
MOST_LEFT_OUT = 100  # points that are left out in turn
HALO_TOO_MANY = f"drawn for up to {MOST_LEFT_OUT} points"
FEWEST, HALO_TOO_FEW = 3, "needs three points"  # two without the one that is left out
SEED = 20
RESAMPLES_NAME, HALO_NAME = "resamples", "halo"
Question = tuple[Any, ...]  # a function and its arguments


def a_point_under_the_pointer(scene: Scene) -> str:
    """The pointer rests on a point."""
    return "" if scene.hovered_row is not None else AT_POINTER


def draw_influence(scene: PairScene) -> Drawn:
    """The leave-one-out boundaries, while the pointer rests on a point and nothing is being
    dragged.
    """
    row = _pointed_to(scene)
    if row is None:
        return
    for method, fit in scene.drawn:
        if method.id not in scene.stale and fit.seconds <= PATIENCE:
            yield from _boundary_without(fit, row, scene.view, scene.document.slot_of(method))


INFLUENCE = of_pairs(
    Layer(
        "influence",
        "Influence",
        "Where each boundary would be without the point under the pointer, of quick methods",
        draw_influence,
        needs=(any_boundary, a_point_under_the_pointer),
        swatch=(sw.line("ghost", (2, 5), (22, 12)), sw.dots("class-plus", (12, 8.5))),
    )
)


def _pointed_to(scene: Scene) -> int | None:
    """The point under the pointer, while nothing is being dragged."""
    row = scene.hovered_row
    return (
        None if row is None or scene.base is not None or row >= len(scene.document.dataset) else row
    )


@memo
def _boundary_without(fit: Fit, row: int, view: View, slot: int) -> Marks:
    left = fit_without(fit, row)
    if left is None:
        return ()
    ring = Dots(places(fit)[[row]], "left-out")
    return (*(Path(curve, "ghost", slot=slot) for curve in level_curves(left, view)), ring)


@memo
def fit_without(fit: Fit, row: int) -> Fit | None:
    """The fit without one point; the fit itself where that point has no multiplier, and so no
    influence.
    """
    if (
        fit.alpha is not None
        and fit.method.multiplier_bound(fit.problem) == np.inf
        and fit.alpha[row] == 0.0
    ):
        return fit
    return solve_without(fit.method, fit.problem, row)


def solve_without(method: Method, problem: Problem, row: int) -> Fit | None:
    """The fit of a method without one point, None where it has no model."""
    X, y = np.delete(problem.X, row, axis=0), np.delete(problem.y, row)
    without = solve(
        method,
        Problem(locked(X), locked(y), problem.features, problem.kernel, problem.classes),
        trace=False,
    )
    return without if without.has_model else None


def question_of_resamples(scene: PairScene) -> Question | None:
    """The fits that *Other samples* draws; None where it draws nothing."""
    document = scene.document
    # points may have been removed: the line is still the old one
    if not _has_line(scene) or few_points(scene) or not len(document.dataset):
        return None
    return _sample_fits, document.selected_method, document.dataset, document.populations


def _has_line(scene: PairScene) -> bool:
    """Whether the selected method is a fit of two classes with a line."""
    return plane_line(scene.selected_fit) is not None and not a_fit_of_two_classes(scene)


def draw_resamples(scene: PairScene) -> Drawn:
    """Faint lines; none while a point is dragged."""
    return _lines_of_answer(scene, RESAMPLES_NAME, question_of_resamples(scene))


def a_fit_of_two_classes(scene: PairScene) -> str:
    """The selected line is a fit of its own, not the difference of two functions of a fit of all
    classes.
    """
    fit = scene.selected_fit
    is_difference = fit is not None and difference_of(fit) is not None
    return "needs a fit of two classes" if is_difference else ""


def few_points(scene: Scene) -> str:
    """The need of resampling that is not met."""
    return TOO_MANY if len(scene.document.dataset) > MOST_POINTS else ""


def draw_own_line(scene: PairScene) -> Drawn:
    """The boundary itself, near which the others lie: whether they are in the view costs no fit."""
    fits = () if scene.selected_fit is None else (scene.selected_fit,)
    return _sample_lines(fits, scene.document.selected_slot, scene.view, False)


RESAMPLES = of_pairs(
    Layer(
        RESAMPLES_NAME,
        "Other samples",
        "Fifty boundaries of the selected method on other samples of the same kind",
        draw_resamples,
        needs=(a_line, a_fit_of_two_classes, few_points),
        stand_in=draw_own_line,
        swatch=(
            sw.line("resample", (2, 4), (22, 9)),
            sw.line("resample", (2, 8), (22, 8)),
            sw.line("resample", (2, 12), (22, 7)),
        ),
    )
)


def question_of_halo(scene: PairScene) -> Question | None:
    """The fits that *Leave one out* draws; None where it draws nothing."""
    fit = scene.selected_fit
    if fit is None or not _has_line(scene) or few_for_halo(scene) or scene.is_stale:
        return None
    return _fits_without_each, fit.method, fit.problem


def draw_halo(scene: PairScene) -> Drawn:
    """Faint lines, one for each point that is left out; none while a point is dragged."""
    return _lines_of_answer(scene, HALO_NAME, question_of_halo(scene))


def few_for_halo(scene: Scene) -> str:
    """The need of the halo that is not met: a fit for each point takes its time."""
    n = len(scene.document.dataset)
    return HALO_TOO_MANY if n > MOST_LEFT_OUT else HALO_TOO_FEW if n < FEWEST else ""


HALO = of_pairs(
    Layer(
        HALO_NAME,
        "Leave one out",
        "The boundaries of the selected method without one point, for each point in turn",
        draw_halo,
        needs=(a_line, a_fit_of_two_classes, few_for_halo),
        stand_in=draw_own_line,
        swatch=(
            sw.line("resample", (2, 6), (22, 8)),
            sw.line("resample", (2, 8), (22, 8)),
            sw.line("resample", (2, 10), (22, 8)),
        ),
    )
)
QUESTIONS = {RESAMPLES_NAME: question_of_resamples, HALO_NAME: question_of_halo}


def answer(question: Question) -> tuple[Fit, ...]:
    """The fits that a layer draws; up to a second of work, which can be cancelled."""
    fits: tuple[Fit, ...] = question[0](*question[1:])
    return fits


def _lines_of_answer(scene: PairScene, name: str, question: Question | None) -> Marks:
    """The lines of a layer: of fits made apart for this scene the newest, faded while they answer
    an older question; else of its own.
    """
    if scene.selected_fit is None or scene.moving:
        return ()
    slot = scene.document.selected_slot
    if question is None and not scene.is_stale:
        return ()
    if scene.other_fits is None:
        fits = () if question is None else answer(question)
        return _sample_lines(fits, slot, scene.view, False)
    newest = scene.other_fits.get(name)
    is_older = newest is None or newest.question != question
    if newest is None or (is_older and newest.id != scene.document.selected):
        return ()
    return _sample_lines(newest.fits, slot, scene.view, is_older)


@memo
def _fits_without_each(method: Method, problem: Problem) -> tuple[Fit, ...]:
    """The fits without one point each; one without a line is left out.  Played steps of the method
    do not change them.
    """
    fits = []
    for row in range(len(problem.y)):
        check_cancelled()
        fits.append(solve_without(method, problem, row))
    return tuple(fit for fit in fits if fit is not None and plane_line(fit) is not None)


@memo
def _sample_fits(
    method: MethodInUse, dataset: Dataset, populations: Populations | None
) -> tuple[Fit, ...]:
    """The fits of the samples; one without a line is left out.  Played steps of the method do not
    change them.
    """
    rng = np.random.default_rng(SEED)
    fits = []
    for _ in range(COUNT):
        check_cancelled()
        fits.append(_fit_sample(method, _sample(dataset, populations, rng)))
    return tuple(fit for fit in fits if fit is not None and plane_line(fit) is not None)


def _sample(
    dataset: Dataset, populations: Populations | None, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """A sample with the class counts of the data."""
    seed = int(rng.integers(2**31))
    if populations is not None:
        counts = dataset.counts
        sample = populations.sample_counts(counts[0], counts[1], seed)
        return sample.X, sample.y
    rows = np.concatenate(
        [
            rng.choice(members, len(members))
            for members in (np.flatnonzero(dataset.labels == k) for k in (0, 1))
            if len(members)
        ]
    )
    return dataset.X[rows], dataset.y[rows]


def _fit_sample(method: MethodInUse, sample: tuple[Floats, Floats]) -> Fit | None:
    fit = solve(method.two_class, Problem(*sample, method.features, method.kernel), trace=False)
    return fit if fit.has_model else None


@memo
def _sample_lines(lines: tuple[Fit, ...], slot: int, view: View, is_stale: bool) -> Marks:
    plane_lines = (plane_line(fit) for fit in lines)
    segments = (line.segment(view) for line in plane_lines if line is not None)
    return tuple(
        Path(segment, "resample", slot=slot, faded=is_stale)
        for segment in segments
        if segment is not None
    )
