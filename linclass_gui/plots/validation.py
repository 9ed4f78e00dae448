"""Choosing a parameter: the errors of k folds, or with one point left out, over C, l2, the width of
a kernel or a degree.

The mean over the folds with its standard error, the mean of their errors in training, and the
errors on test points that are shown.  Rings mark the smallest error, and the simplest value within
one standard error of it; a press anywhere sets the nearest value.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..scene import cures
from ..scene.document import Document
from ..scene.marks import Axis, Figure, Handle, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import Scene
from .axes import (
    OFF,
    PlotChoice,
    cursor,
    decades_of,
    fold_choices,
    is_off,
    level,
    on_axis,
    percent,
    sentence,
    value_text,
    warning_of_choice,
)
from .drawing_samples import most_points, points_of_folds, without_looks
from .error_curves import ErrorCurve, ends_of, read_curves, top_of
from .plot import LASTING, LEFT, Plot
from .tuning import (
    TunedParameter,
    ValidationCurve,
    tuned_parameters,
    validate,
    value_of,
    with_value,
)

ROOM = 1.12  # of the axis of errors, with the handle
NEEDS = cures.Refusal(
    "Select a method with C, λ, a kernel width or a degree to choose it by validation.",
    cures.WITH_STRENGTH,
)
TOO_MANY = "Validation is drawn for up to {} points here: {} (Data > Hold points back)."
# of the fits to all folds but one; the list of methods has that of the fit to all points
TRAINING = "training (mean of folds)"
TEST_POINTS_USED = "smallest on the test points: chosen by them, they are no test any more"


def figure(scene: Scene) -> Figure:
    """The curves, the two values that the rules choose, and the current value with its handle."""
    method, parameter = scene.document.selected_method, tuned_of(scene)
    if method is None or parameter is None:
        return sentence(OFF if is_off(scene) else NEEDS)
    most = most_points(method, scene.document.folds)
    if len(points_of_folds(scene)) > most:
        remedy = (
            "hold some of them back"
            if scene.document.folds
            else "choose 5 folds, or hold points back"
        )
        return sentence(TOO_MANY.format(most, remedy))
    try:
        result = _validation(scene, method, parameter)
    except ValueError as error:
        return sentence(error)
    x = Axis(
        float(parameter.x[0]),
        float(parameter.x[-1]),
        f"$log_{{10}}$ {parameter.symbol}" if parameter.is_log else parameter.symbol,
        whole=not parameter.is_log,
    )
    curves = _curves(result)
    y, value = Axis(0.0, ROOM * top_of(curves), "errors, %"), value_of(method, parameter)
    cut, beyond = on_axis(
        float(parameter.place(np.array([value]))[0]),
        x.low,
        x.high,
        value_text(parameter.symbol, value),
    )
    warning = warning_of_choice(scene, (method,))
    heading = (*_heading(result, scene.document.folds, value), *beyond, *warning)
    return Figure(
        x,
        y,
        (*_marks(result), *cursor(cut, 0.0, y.high)),
        grid=True,
        handles=(Handle(parameter.name, (cut, y.high), "x"),),
        heading=heading,
        ends=ends_of((curves[1], curves[0], *curves[2:])),
    )


def tuned_of(scene: Scene) -> TunedParameter | None:
    """The parameter to choose: the one set in the document, else the first one of the selected
    method.
    """
    parameters = () if is_off(scene) else _parameters(scene)
    return next(
        (entry for entry in parameters if entry.name == scene.document.tuned),
        parameters[0] if parameters else None,
    )


def _parameters(scene: Scene) -> tuple[TunedParameter, ...]:
    method = scene.document.selected_method
    strength = None if method is None else method.method.strength
    return tuned_parameters(
        method, points_of_folds(scene), None if strength is None else decades_of(scene, strength)
    )


def _validation(scene: Scene, method: MethodInUse, parameter: TunedParameter) -> ValidationCurve:
    document = scene.document
    at_first = _at_first(method, parameter)
    return validate(
        points_of_folds(scene),
        document.test_shown,
        at_first,
        parameter,
        document.folds,
        document.split,
    )


@memo
def _at_first(method: MethodInUse, parameter: TunedParameter) -> MethodInUse:
    """The method without this parameter and its colour, so that moving the cursor computes nothing
    anew.
    """
    return with_value(without_looks(method), parameter, parameter.values[0])


def _curves(result: ValidationCurve) -> tuple[ErrorCurve, ...]:
    """Validation first; the errors on test points last, where there are some."""
    test = () if result.test is None else (ErrorCurve("test points", "curve-dashed", result.test),)
    validation = ErrorCurve("validation", "curve", result.mean, np.nan_to_num(result.error))
    return validation, ErrorCurve(TRAINING, "curve-thin", result.training), *test


@memo
def _marks(result: ValidationCurve) -> Marks:
    x, chosen_places = result.tuned.x, [result.best, result.simplest]
    validation, training, *test = _curves(result)
    return (
        Path(level(100.0 * result.limit, x[0], x[-1]), "bisector"),
        *training.marks(x),
        *validation.marks(x),
        validation.dots(x, "step"),
        validation.dots(x, "left-out", chosen_places),
        *(mark for curve in test for mark in curve.marks(x)),
    )


def _heading(result: ValidationCurve, folds: int, value: float) -> tuple[str, ...]:
    """The choice of the rules, and a warning where only the test points would have chosen so."""
    folding = f"{folds} folds" if folds else "leave one out"
    best, simplest = result.best, result.simplest
    texts = [f"{folding}: {percent(result.mean[best])} at {_value_label(result.tuned, best)}"]
    if simplest != best:
        texts.append(f"one standard error: {_value_label(result.tuned, simplest)}")
    if result.test is not None and value in result.tuned.values:
        current = result.tuned.values.index(value)
        if current not in (best, simplest) and result.test[current] <= result.test.min():
            texts.append(TEST_POINTS_USED)
    return tuple(texts)


def _value_label(parameter: TunedParameter, k: int) -> str:
    """``C = 10``."""
    return value_text(parameter.symbol, parameter.values[k])


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """The errors at the nearest value."""
    method, parameter = scene.document.selected_method, tuned_of(scene)
    if method is None or parameter is None or figure(scene).message:
        return None
    result = _validation(scene, method, parameter)
    k = int(np.argmin(np.abs(parameter.x - position[0])))
    return read_curves(_curves(result), parameter.x, k, _value_label(parameter, k), ROOM)


def grab(scene: Scene, position: Point) -> str | None:
    """A press anywhere takes the cursor."""
    parameter = tuned_of(scene)
    return None if parameter is None else parameter.name


def drag(scene: Scene, handle: str, position: Point) -> Document:
    """The document with the parameter at the nearest of the values that were tried."""
    method, parameter = scene.document.selected_method, tuned_of(scene)
    if method is None or parameter is None or handle != parameter.name:
        return scene.document
    return scene.document.with_method(with_value(method, parameter, parameter.nearest(position[0])))


def choices(scene: Scene) -> tuple[PlotChoice, ...]:
    """How many folds, which draw of them, and which parameter."""
    document, parameter = scene.document, tuned_of(scene)
    entries = list(fold_choices(scene))
    for entry in _parameters(scene):
        title = f"Over {entry.symbol}" if entry.is_log else "Over the degree"
        entries.append(
            PlotChoice(
                "Parameter",
                title,
                replace(document, tuned=entry.name),
                parameter is not None and entry.name == parameter.name,
            )
        )
    return tuple(entries)


VALIDATION = Plot(
    "validation",
    "Validation",
    (
        "Errors on points that were left out, over C or another parameter; a press sets it, a "
        "click on the heading has more"
    ),
    figure,
    drag,
    read,
    choices=choices,
    grab=grab,
    column=LEFT,
    group=LASTING,
)
