"""Is there a signal?  The error on folds beside the errors of the same method when the labels are
exchanged at random.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats

from ..markup.numbers import number
from ..scene.marks import Axis, Dots, End, Figure, Mark, Path, Reading
from ..scene.memo import memo
from ..scene.scene import Scene
from .axes import OFF, columns, is_off, level, percent, points_at, reading_at, sentence, upper_end
from .drawing_samples import FOLDS, permute, without_looks
from .plot import Plot

LIVE, MOST = 0, 300  # points up to which it follows a drag, and up to which it is drawn
NEEDS = "Select a method to compare it with itself on labels exchanged at random."
TOO_MANY = f"Labels are exchanged for up to {MOST} points."


def figure(scene: Scene) -> Figure:
    """The errors with exchanged labels in rising order, and that with the true ones as a line."""
    method, points = scene.document.selected_method, points_at(scene, LIVE)
    if is_off(scene):
        return sentence(OFF)
    if method is None or len(points) > MOST:
        return sentence(TOO_MANY if method is not None else NEEDS)
    try:
        own, others = _shown(scene)
    except ValueError as error:
        return sentence(error)
    x = Axis(1.0, float(len(others)), "exchange", whole=True)
    y = Axis(0.0, _top(own, others), "errors, %")
    as_good = int(np.count_nonzero(others <= own))
    heading = (
        f"{FOLDS} folds: {percent(own)}",
        f"$p$ = {number((1.0 + as_good) / (1.0 + len(others)), 3)}",
    )
    marks, ends = _curves(own, others)
    return Figure(x, y, marks, grid=True, heading=heading, ends=ends)


def _shown(scene: Scene) -> tuple[float, Floats]:
    method = scene.document.selected_method
    assert method is not None
    return permute(points_at(scene, LIVE), without_looks(method), scene.document.split)


def _top(own: float, others: Floats) -> float:
    return upper_end(100.0 * max(own, float(others.max())))[0]


@memo
def _curves(own: float, others: Floats) -> tuple[tuple[Mark, ...], tuple[End, ...]]:
    places, height = np.arange(1.0, len(others) + 1.0), 100.0 * own
    line = Path(level(height, 1.0, len(others)), "curve")
    marks: tuple[Mark, ...] = (line, Dots(columns(places, 100.0 * np.sort(others)), "step"))
    return marks, (End("true labels", height), End("exchanged", float(100.0 * others.max())))


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """One of the exchanges."""
    if figure(scene).message:
        return None
    own, others = _shown(scene)
    k = min(max(round(at[0]), 1), len(others))
    error = float(np.sort(others)[k - 1])
    lines = (f"exchanged labels {percent(error)}", f"true labels {percent(own)}")
    return reading_at(float(k), (0.0, _top(own, others)), (100.0 * error,), lines)


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
    any_number=True,
    short="Labels",
)
