"""Marks at the points: support vectors, errors, and the weights of Newton's method.

A free support vector has a ring that grows with its multiplier, a bound one a halo under its point,
which no crowd makes smaller, a wrong one a cross that leaves its middle free for the point.  The
shape and the outline of an error tell the truth, its fill the prediction.  In a crowd wrong points
are the share of its ink that they are of its points.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from solvers import AnyFit, Fit, Floats, PointClass
from solvers.answer import Rule
from solvers.arrays import Ints

from ..answers.decision import (
    SMALLEST_RING,
    Support,
    irls_weights,
    regression,
    ring_sizes,
    support,
    training_scores,
)
from ..scene import cures
from ..scene.looks import CROWD, ENDS, MOST, Looks
from ..scene.marks import Dots, Marks
from ..scene.memo import memo
from ..scene.scene import PairScene, Scene
from ..scene.section import places
from . import swatches as sw
from .layer import AN_SVM, Drawn, Layer, a_boundary, an_svm, of_answer
from .pairs import of_pairs
from .points import Positions, one_a_place, positions, split_moving

F = TypeVar("F", bound=AnyFit)
LARGEST_WEIGHT = 0.25  # p (1 - p) on the line
# Of more points than these no marks are found anew while some are moved: they stay, faded, as the
# gesture found them.
MOST_LIVE = 200_000
MOST_DISCS = 1500  # discs that can be told apart
SMALLEST_DISC, DISC_STEPS = (
    0.15,
    20,
)  # sizes in steps: a picture of each is painted once and then copied


@of_answer
def support_vectors(scene: Scene) -> str:
    """The selected method has support vectors, wherever its boundary lies."""
    is_one = scene.drawn_answer is not None and support(scene.drawn_answer) is not None
    return "" if is_one else an_svm(scene.pair_or_nothing, AN_SVM)


def draw_support_vectors(scene: Scene) -> Drawn:
    """The halos of bound support vectors, which lie under their points."""
    return _support_marks_of(scene, ((PointClass.BOUND, "sv-bound"),))


def draw_support_vectors_above(scene: Scene) -> Drawn:
    """The rings of free support vectors and the crosses of points on the wrong side, when the layer
    is switched on.
    """
    if not scene.shows("support-vectors"):
        return ()
    return _support_marks_of(scene, ((PointClass.FREE, "sv-free"), (PointClass.WRONG, "sv-wrong")))


SUPPORT_VECTORS_ABOVE = Layer(
    "support-vectors-above",
    "Marks above points",
    "",
    draw_support_vectors_above,
    always=True,
    in_the_way=True,
    part_of="support-vectors",
)


def draw_all_support_vectors(scene: Scene) -> Drawn:
    """The marks under the points and those over them."""
    return (*draw_support_vectors(scene), *draw_support_vectors_above(scene))


SUPPORT_VECTORS = Layer(
    "support-vectors",
    "Support vectors",
    "Points that hold the boundary: free (sized by α), bound, wrong",
    draw_support_vectors,
    needs=(support_vectors,),
    stand_in=draw_all_support_vectors,
    in_the_way=True,
    swatch=(sw.dots("sv-free", (12, 8)), sw.dots("class-plus", (12, 8))),
    place=4,
    tells=True,
    group="Points",
)


def _marked(scene: Scene, fit: F) -> tuple[F, Positions, bool]:
    """The fit of a method whose points are marked, where they are, and whether the marks are
    faded.
    """
    before = scene.before.get(scene.document.selected)
    if scene.moving and isinstance(before, type(fit)) and len(before.problem.X) > MOST_LIVE:
        X = places(before)
        return before, (X, X, ()), True
    return fit, positions(scene, fit), scene.is_stale


def _support_marks_of(scene: Scene, kinds: tuple[tuple[PointClass, str], ...]) -> Drawn:
    if scene.drawn_answer is None:
        return ()
    fit, laid_out, is_faded = _marked(scene, scene.drawn_answer)
    vectors = support(fit)
    if vectors is None:
        return ()
    return _support_marks(fit.problem.labels, vectors, laid_out, kinds, is_faded)


def _share_of_crowd(
    X: Floats, rows: Ints, labels: Ints, among: Floats, is_faded: bool
) -> tuple[Ints, tuple[Dots, ...]]:
    """The rows whose points have marks of their own, and of a crowd the others as their share of
    it: halos and crosses would bury it.
    """
    if len(labels) <= CROWD:
        return rows, ()
    is_rare = (np.bincount(labels) <= MOST)[labels[rows]]
    return rows[is_rare], (Dots(X[rows[~is_rare]], "wrong-share", faded=is_faded, among=among),)


@memo
def _support_marks(
    labels: Ints,
    vectors: Support,
    positions: Positions,
    kinds: tuple[tuple[PointClass, str], ...],
    is_faded: bool,
) -> Marks:
    X, at_rest, moving = positions
    marks: list[Dots] = []
    for kind, role in kinds:
        marked_rows = vectors.of(kind)
        if kind is not PointClass.FREE:
            marked_rows, shares_of_crowd = _share_of_crowd(
                X, marked_rows, labels, at_rest, is_faded
            )
            marks += shares_of_crowd if kind is PointClass.WRONG else ()
        for chosen_rows in split_moving(marked_rows, moving, len(X)):
            # halos on each other would be darker
            rows = one_a_place(X, chosen_rows) if kind is PointClass.BOUND else chosen_rows
            # Only a free multiplier lies strictly between 0 and its bound.
            shares = vectors.shares_of(rows) if kind is PointClass.FREE else None
            crowd = 0 if kind is PointClass.BOUND else len(vectors.rows)
            marks.append(
                Dots(
                    X[rows],
                    role,
                    sizes=ring_sizes(shares),
                    faded=is_faded,
                    crowd=crowd,
                    least=SMALLEST_RING,
                )
            )
    return tuple([mark for mark in marks if len(mark.xy)])


def draw_errors(scene: Scene) -> Drawn:
    """A symbol over each wrong point."""
    if scene.drawn_answer is None:
        return ()
    fit, laid_out, is_faded = _marked(scene, scene.drawn_answer)
    looks = scene.document.class_looks
    return _error_marks(fit, laid_out, looks, is_faded)


ERRORS = Layer(
    "errors",
    "Errors",
    "Misclassified points: outline and shape by truth, fill by prediction",
    draw_errors,
    needs=(a_boundary,),
    in_the_way=True,
    swatch=(sw.dots("wrong-minus-plus", (12, 8)),),
    group="Points",
)


@memo
def _error_marks(
    fit: AnyFit,
    positions: Positions,
    looks: Looks,
    is_faded: bool,
) -> Marks:
    truth, prediction, wrong = fit.problem.labels, fit.training_winners, np.flatnonzero(fit.wrong)
    X, at_rest, moving = positions
    wrong, shares = _share_of_crowd(X, wrong, truth, at_rest, is_faded)
    marks = [*shares]
    for code in np.unique((truth * len(looks) + prediction)[wrong]).tolist():
        one, other = divmod(code, len(looks))
        role, rows_of_pair = (
            f"wrong-{ENDS[looks[one]]}-{ENDS[looks[other]]}",
            wrong[(truth[wrong] == one) & (prediction[wrong] == other)],
        )
        parts = split_moving(rows_of_pair, moving, len(X))
        marks += [Dots(X[rows], role, faded=is_faded) for rows in parts if len(rows)]
    return tuple(marks)


def draw_on_line(scene: Scene) -> Drawn:
    """A diamond about each point on the boundary, where that is drawn; where whole parts of the
    plane name no class, these are hatched.
    """
    answer = scene.drawn_answer
    if answer is None or not scene.shows("boundary"):
        return ()
    pairs = (answer.pair(key) for key in answer.pair_keys)
    if answer.rule not in (Rule.LARGEST, Rule.VOTES_AND_SCORES) or any(
        pair is not None and not pair.has_model for pair in pairs
    ):
        return ()
    fit, laid_out, is_faded = _marked(scene, answer)
    return _on_line_marks(fit, laid_out, is_faded)


@memo
def _on_line_marks(fit: AnyFit, positions: Positions, is_faded: bool) -> Marks:
    X, _, moving = positions
    parts = split_moving(one_a_place(X, np.flatnonzero(fit.tied)), moving, len(X))
    return tuple(Dots(X[rows], "on-line", faded=is_faded) for rows in parts if len(rows))


ON_LINE = Layer(
    "on-the-line",
    "Marks on the line",
    "",
    draw_on_line,
    always=True,
    in_the_way=True,
    part_of="boundary",
)


@of_answer
def a_logistic_method(scene: PairScene) -> str:
    """There is a logistic regression to be weighed."""
    return (
        ""
        if regression(scene) is not None
        else cures.Refusal("needs a logistic method", cures.LOGISTIC)
    )


def draw_newton_weights(scene: PairScene) -> Drawn:
    """The discs of the chosen logistic regression, at the step that is played."""
    fit = regression(scene)
    if fit is None:
        return ()
    return _weight_discs(fit, positions(scene, fit)[0])


NEWTON_WEIGHTS = of_pairs(
    Layer(
        "newton-weights",
        "Newton weights",
        "The weight p (1 − p) of every point in the next step of Newton's method, as the area "
        "of "
        "a disc",
        draw_newton_weights,
        needs=(a_logistic_method,),
        swatch=(sw.disc("wash", 7.5), sw.dots("class-plus", (12, 8))),
        place=17,
        group="Points",
    )
)


@memo
def _weight_discs(fit: Fit, X: Floats) -> Marks:
    weights = irls_weights(training_scores(fit))
    rows = np.argsort(-weights, kind="stable")[:MOST_DISCS]
    sizes = np.maximum(
        np.ceil(DISC_STEPS * np.sqrt(weights[rows] / LARGEST_WEIGHT)) / DISC_STEPS, SMALLEST_DISC
    )
    return (Dots(X[rows], "newton-weight", sizes=sizes),) if len(rows) else ()
