"""The learning curve: errors in training and on other points for samples of growing size, with
their spread over draws.
"""

from __future__ import annotations

import numpy as np

from solvers.arrays import locked

from ..scene import cures
from ..scene.marks import Axis, Dots, End, Figure, Mark, Path, Reading
from ..scene.memo import memo
from ..scene.scene import Scene
from .axes import (
    OFF,
    columns,
    is_off,
    percent,
    points_at,
    reading_at,
    sentence,
    upper_end,
    warning_of_choice,
)
from .drawing_samples import LearningCurve, learn, without_looks
from .plot import LASTING, Plot

LIVE_POINTS, MOST_POINTS = (
    0,
    1000,
)  # points up to which it follows a drag, and up to which it is drawn
NEEDS = cures.Refusal(
    "Select a method to see how its errors depend on the number of points.", cures.SOFT_MARGIN
)
TOO_FEW = "A learning curve needs at least four points of each class."
TOO_MANY = f"The learning curve is drawn for up to {MOST_POINTS} points."


def figure(scene: Scene) -> Figure:
    """Two curves with the spread of the draws."""
    method, points = scene.document.selected_method, points_at(scene, LIVE_POINTS)
    if is_off(scene):
        return sentence(OFF)
    if method is None or len(points) > MOST_POINTS:
        return sentence(TOO_MANY if method is not None else NEEDS)
    try:
        result = _learning_curve(scene)
    except ValueError as error:
        return sentence(error)
    if result is None:
        return sentence(TOO_FEW)
    x = Axis(0.0, float(result.sizes[-1]), "n", whole=True)
    y = Axis(0.0, _top(result), "errors, %")
    marks, ends = _curves(result)
    warning = warning_of_choice(scene, (method,))
    return Figure(
        x,
        y,
        marks,
        grid=True,
        heading=(f"{result.draws} draws a size", _sample_source(scene), *warning),
        ends=ends,
    )


def _learning_curve(scene: Scene) -> LearningCurve | None:
    document, method = scene.document, scene.document.selected_method
    assert method is not None
    return learn(
        points_at(scene, LIVE_POINTS),
        document.test_shown,
        document.populations,
        without_looks(method),
        document.split,
    )


def _sample_source(scene: Scene) -> str:
    """On which points the errors are counted."""
    if scene.document.populations is not None:
        return "on new points of the populations"
    test = scene.document.test_shown
    return "on the test points" if test is not None and len(test) else "on the points left out"


def _top(result: LearningCurve) -> float:
    return upper_end(
        100.0 * max(float((mean + spread).max()) for mean, spread in (result.training, result.test))
    )[0]


@memo
def _curves(result: LearningCurve) -> tuple[tuple[Mark, ...], tuple[End, ...]]:
    marks: list[Mark] = []
    for (mean, spread), role in ((result.training, "curve-thin"), (result.test, "curve")):
        low, high = 100.0 * np.maximum(mean - spread, 0.0), 100.0 * (mean + spread)
        bars = np.column_stack([np.repeat(result.sizes, 2), np.column_stack([low, high]).ravel()])
        marks += [
            Path(locked(bars), "curve-thin", joined="pairs"),
            Path(columns(result.sizes, 100.0 * mean), role),
        ]
    marks.append(Dots(columns(result.sizes, 100.0 * result.test[0]), "step"))
    names = (("training", result.training), ("other points", result.test))
    return tuple(marks), tuple(End(name, float(100.0 * mean[-1])) for name, (mean, _) in names)


def read(scene: Scene, position: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """The errors at the nearest size."""
    if figure(scene).message or (result := _learning_curve(scene)) is None:
        return None
    k = int(np.argmin(np.abs(result.sizes - position[0])))
    lines, dots = [f"n = {result.sizes[k]:.0f}"], []
    for name, (mean, spread) in (("training", result.training), ("other points", result.test)):
        lines.append(f"{name} {percent(mean[k])} ± {percent(spread[k])}")
        dots.append(100.0 * float(mean[k]))
    return reading_at(float(result.sizes[k]), (0.0, _top(result)), tuple(dots), tuple(lines))


LEARNING = Plot(
    "learning",
    "Learning curve",
    (
        "Errors in training and on other points for samples of growing size, with their spread "
        "over draws"
    ),
    figure,
    read=read,
    short="Learning",
    group=LASTING,
)
