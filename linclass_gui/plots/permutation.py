"""Is there a signal?  The error on folds beside the errors of the same method when the labels are
exchanged at random.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats

from ..answers.selection import plane_by_classes
from ..markup.numbers import number
from ..scene.marks import Axis, Dots, End, Figure, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.scene import Scene
from .axes import (
    NO_METHOD,
    OFF,
    columns,
    is_off,
    level,
    percent,
    points_at,
    reading_at,
    sentence,
    upper_end,
)
from .drawing_samples import FOLDS, permute, without_looks
from .plot import LASTING, Plot

LIVE_POINTS, MOST_POINTS = (
    0,
    300,
)  # points up to which it follows a drag, and up to which it is drawn
TOO_MANY = f"Labels are exchanged for up to {MOST_POINTS} points."


def figure(scene: Scene) -> Figure:
    """The errors with exchanged labels in rising order, and that with the true ones as a line."""
    method, points = scene.document.selected_method, points_at(scene, LIVE_POINTS)
    if is_off(scene):
        return sentence(OFF)
    if method is None or len(points) > MOST_POINTS:
        return sentence(TOO_MANY if method is not None else NO_METHOD)
    try:
        true_error, errors = _true_and_exchanged(scene)
    except ValueError as error:
        return sentence(error)
    x = Axis(1.0, float(len(errors)), "exchange", whole=True)
    y = Axis(0.0, _top(true_error, errors), "errors, %")
    as_good = int(np.count_nonzero(errors <= true_error))
    heading = (
        f"{FOLDS} folds: {percent(true_error)}",
        f"$p$ = {number((1.0 + as_good) / (1.0 + len(errors)), 3)}",
        *(("axes chosen anew for each",) if plane_by_classes(scene.document, method) else ()),
    )
    marks, ends = _curves(true_error, errors)
    return Figure(x, y, marks, grid=True, heading=heading, ends=ends)


def _true_and_exchanged(scene: Scene) -> tuple[float, Floats]:
    method = scene.document.selected_method
    assert method is not None
    plane = plane_by_classes(scene.document, method)
    points = points_at(scene, LIVE_POINTS)
    return permute(points, without_looks(method), scene.document.split, plane)


def _top(error: float, errors: Floats) -> float:
    return upper_end(100.0 * max(error, float(errors.max())))[0]


@memo
def _curves(error: float, errors: Floats) -> tuple[Marks, tuple[End, ...]]:
    places, height = np.arange(1.0, len(errors) + 1.0), 100.0 * error
    line = Path(level(height, 1.0, len(errors)), "curve")
    marks: Marks = (line, Dots(columns(places, 100.0 * np.sort(errors)), "step"))
    return marks, (End("true labels", height), End("exchanged", float(100.0 * errors.max())))


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """One of the exchanges."""
    if figure(scene).message:
        return None
    true_error, errors = _true_and_exchanged(scene)
    k = min(max(round(position[0]), 1), len(errors))
    error = float(np.sort(errors)[k - 1])
    lines = (f"exchanged labels {percent(error)}", f"true labels {percent(true_error)}")
    return reading_at(float(k), (0.0, _top(true_error, errors)), (100.0 * error,), lines)


PERMUTATION = Plot(
    "permutation",
    "Labels exchanged",
    (
        "The errors of the same method when labels are exchanged at random: is there a signal "
        "at "
        "all?"
    ),
    figure,
    read=read,
    short="Labels",
    group=LASTING,
)
