"""P(+|x) over the signed distance from the line, measured along w: the sigmoid with the points at 0
and 1.

For a linear score ``f(x) = ‖w‖ d(x)``, so that a long w makes a steep curve and a short one a flat
one.  Where the probability also depends on the place along the line (the Bayesian one does) it is
that of the perpendicular through the middle of the points.
"""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Bools, Ints
from solvers.losses import logistic_function

from ..answers.decision import plane_line, training_scores
from ..markup.numbers import fixed_number, number, score_decimals
from ..scene import cures
from ..scene.annotations import Annotation
from ..scene.looks import Looks, role
from ..scene.marks import Axis, Dots, Figure, Mark, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.scene import PairScene
from ..scene.section import places
from .axes import (
    columns,
    nothing_of,
    pick_row,
    reading_at,
    reading_of_point,
    round_range,
    sentence,
    vertical,
)
from .plot import MIDDLE, Plot, of_pair
from .threshold import NO_PROBABILITY

NO_METHOD = cures.Refusal(
    "Switch on a method to see its probabilities along w.", cures.STRAIGHT_LOGISTIC
)
NO_LINE = cures.Refusal(
    "Select a method with a straight boundary to see its probability along w.",
    cures.STRAIGHT_LOGISTIC,
)
LOW, TOP = -0.12, 1.12
STEPS = 241  # of the curve
LEVELS = (0.0, 0.5, 1.0)
MOST_POINTS = 2000  # points that are drawn, an even choice of more
PROBE_SCORES = np.array([-3.0, -1.0, 0.5, 2.0])  # scores that tell the logistic curve from others
SMALL = 0.7  # of the size of a point on the canvas


def figure(scene: PairScene) -> Figure:
    """The curve, the points at 0 and 1, the test points on the curve."""
    if scene.selected_fit is None or not scene.selected_fit.has_model:
        return sentence(nothing_of(scene, NO_METHOD))
    fit = scene.selected_fit
    line = plane_line(fit)
    if line is None or not fit.method.has_probability:
        return sentence(NO_LINE if fit.method.has_probability else NO_PROBABILITY)
    low, high = _ends(fit)
    x = Axis(low, high, "distance along $w$")
    y = Axis(LOW, TOP, "$P(+ | x)$", tuple(LEVELS))
    marks = (
        *_curve(fit),
        *_points(fit, scene.document.class_looks),
        *_test_points(scene.document.annotations, fit),
    )
    # At the line the curve rises by a quarter of the length of w.
    heading = (
        (f"slope $‖w‖/4$ = {fixed_number(0.25 * line.norm)} at the line",)
        if _is_logistic(fit)
        else ()
    )
    return Figure(x, y, marks, grid=True, heading=heading)


@memo
def _is_logistic(fit: Fit) -> bool:
    """Whether the probability is ``1/(1 + exp(-f))``, asked at a few scores: another curve has
    another slope at the line.
    """
    line = plane_line(fit)
    assert line is not None
    return bool(
        np.allclose(
            probability_at(fit, PROBE_SCORES / line.norm),
            logistic_function(PROBE_SCORES),
            rtol=1e-9,
            atol=0.0,
        )
    )


def distances(fit: Fit) -> Floats:
    """The signed distances (n,) of the training points."""
    line = plane_line(fit)
    assert line is not None
    d: Floats = training_scores(fit) / line.norm
    return d


@memo
def _ends(fit: Fit) -> tuple[float, float]:
    d = distances(fit)
    return round_range(float(d.min(initial=0.0)), float(d.max(initial=0.0)))


def probability_at(fit: Fit, d: Floats) -> Floats:
    """P(+|x) at distances (k,) along w, on the perpendicular through the middle of the points."""
    line = plane_line(fit)
    assert line is not None
    foot = line.foot(places(fit).mean(axis=0))
    Z = foot + d[:, None] * line.normal / line.norm
    # The score is known exactly: far from the origin that of the places would have lost its digits.
    p = fit.method.probability(fit.last, fit.problem.features.map(Z), d * line.norm)
    assert p is not None  # as has_probability says
    return p


@memo
def _curve(fit: Fit) -> Marks:
    low, high = _ends(fit)
    d = np.linspace(low, high, STEPS)
    return Path(vertical(0.0, LOW, TOP), "threshold"), Path(
        columns(d, probability_at(fit, d)), "curve"
    )


def _choose_rows(n: int) -> Ints:
    return np.arange(n) if n <= MOST_POINTS else np.linspace(0, n - 1, MOST_POINTS).astype(np.int64)


def _places(fit: Fit) -> Floats:
    """Where the points stand: class + at 1, class - at 0."""
    return columns(distances(fit), (fit.problem.y > 0).astype(np.float64))


@memo
def _points(fit: Fit, looks: Looks) -> Marks:
    rows, positions = _choose_rows(len(fit.problem.y)), _places(fit)
    marks: list[Mark] = []
    for is_plus, look in ((False, looks[0]), (True, looks[-1])):
        members: Bools = (fit.problem.y[rows] > 0) == is_plus
        marks.append(
            Dots(
                positions[rows[members]],
                role("class", look),
                sizes=np.full(int(members.sum()), SMALL),
            )
        )
    return tuple(marks)


@memo
def _test_points(annotations: tuple[Annotation, ...], fit: Fit) -> Marks:
    """The test points of the scene, each with its own probability."""
    line, positions = (
        plane_line(fit),
        np.array([note.at for note in annotations if note.kind == "test-point"]).reshape(-1, 2),
    )
    if line is None or not len(positions):
        return ()
    d, p = line.scores(positions) / line.norm, fit.predict_proba(positions)[:, 1]
    drops = np.stack([columns(d, np.zeros(len(d))), columns(d, p)], axis=1).reshape(-1, 2)
    return Path(drops, "pointer", joined="pairs"), Dots(columns(d, p), "marker")


def read(scene: PairScene, position: Point, reach: Point) -> Reading | None:
    """Distance, score and probability at a position, or the point there with its own."""
    if figure(scene).message or scene.selected_fit is None:
        return None
    fit = scene.selected_fit
    line = plane_line(fit)
    assert line is not None  # else there is a message
    point = pick_row(_places(fit), position, reach)
    d = position[0] if point is None else point.at[0]
    p = (
        float(probability_at(fit, np.array([d]))[0])
        if point is None
        else float(fit.predict_proba(fit.problem.X[[point.row]])[0, 1])
    )
    lines = (
        f"distance {fixed_number(d, 2)}",
        f"$f(x)$ = {fixed_number(d * line.norm, score_decimals(fit))}",
        f"$P(+ | x)$ = {number(p, 3)}",
    )
    if point is None:
        return reading_at(d, (LOW, TOP), (p,), lines)
    return reading_of_point(scene, point, lines)


PROBABILITY = of_pair(
    Plot(
        "probability",
        "Probability along w",
        (
            "The probability of class + over the signed distance from the line, with the points "
            "at 0 "
            "and 1"
        ),
        figure,
        read=read,
        short="σ(f)",
        column=MIDDLE,
    )
)
