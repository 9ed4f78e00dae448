"""The learning curve: errors in training and on other points for samples of growing size, with
their spread over draws.
"""

from __future__ import annotations

import numpy as np

from ..scene.marks import Axis, Figure, Marks, Point, Reading
from ..scene.memo import memo
from ..scene.scene import Scene
from .axes import NO_METHOD, OFF, is_off, points_at, sentence, warning_of_choice
from .drawing_samples import LearningCurve, learn, without_looks
from .error_curves import ErrorCurve, ends_of, read_curves, top_of
from .plot import LASTING, Plot

LIVE_POINTS, MOST_POINTS = (
    0,
    1000,
)  # points up to which it follows a drag, and up to which it is drawn
TOO_FEW = "A learning curve needs at least four points of each class."
TOO_MANY = f"The learning curve is drawn for up to {MOST_POINTS} points."


def figure(scene: Scene) -> Figure:
    """Two curves with the spread of the draws."""
    method, points = scene.document.selected_method, points_at(scene, LIVE_POINTS)
    if is_off(scene):
        return sentence(OFF)
    if method is None or len(points) > MOST_POINTS:
        return sentence(TOO_MANY if method is not None else NO_METHOD)
    try:
        result = _learning_curve(scene)
    except ValueError as error:
        return sentence(error)
    if result is None:
        return sentence(TOO_FEW)
    x = Axis(0.0, float(result.sizes[-1]), "n", whole=True)
    curves = _curves(result)
    y = Axis(0.0, top_of(curves), "errors, %")
    warning = warning_of_choice(scene, (method,))
    return Figure(
        x,
        y,
        _marks(result),
        grid=True,
        heading=(f"{result.draws} draws a size", _sample_source(scene), *warning),
        ends=ends_of(curves),
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


def _curves(result: LearningCurve) -> tuple[ErrorCurve, ErrorCurve]:
    return (
        ErrorCurve("training", "curve-thin", *result.training),
        ErrorCurve("other points", "curve", *result.test),
    )


@memo
def _marks(result: LearningCurve) -> Marks:
    training, test = _curves(result)
    x = result.sizes
    return (*training.marks(x), *test.marks(x), test.dots(x, "step"))


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """The errors at the nearest size."""
    if figure(scene).message or (result := _learning_curve(scene)) is None:
        return None
    k = int(np.argmin(np.abs(result.sizes - position[0])))
    return read_curves(_curves(result), result.sizes, k, f"n = {result.sizes[k]:.0f}")


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
