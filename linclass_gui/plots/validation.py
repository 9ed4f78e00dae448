"""Choosing a parameter: the errors of k folds, or with one point left out, over C, l2, the width of
a kernel or a degree.

The mean over the folds with its standard error, the mean of their errors in training, and the
errors on test points that are shown.  Rings mark the smallest error, and the simplest value within
one standard error of it; a press anywhere sets the nearest value.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Dataset
from solvers.arrays import locked

from ..answers.sweeps import short
from ..markup.numbers import significant
from ..scene.document import FOLDS, Document
from ..scene.marks import Axis, Dots, End, Figure, Handle, Mark, Path, Reading
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import Scene
from .axes import (
    OFF,
    Choice,
    columns,
    cursor,
    decades_of,
    is_off,
    level,
    on_axis,
    percent,
    points_at,
    reading_at,
    sentence,
    upper_end,
)
from .drawing_samples import without_looks
from .plot import LEFT, Plot
from .tuning import Tuned, Validated, tuned_parameters, validate, value_of, with_value

# points: of folds, of kernels, left out one at a time, and in a drag
MOST, MOST_KERNEL, MOST_ALONE, LIVE = 1000, 300, 200, 100
ROOM = 1.12  # of the axis of errors, with the handle
NEEDS = "Select a method with C, λ, a kernel width or a degree to choose it by validation."
TOO_MANY = "Validation is drawn for up to {} points here: {} (Data > Hold points back)."
# of the fits to all folds but one; the list of methods has that of the fit to all points
TRAINING = "training (mean of folds)"
USED = "smallest on the test points: chosen by them, they are no test any more"


def figure(scene: Scene) -> Figure:
    """The curves, the two values that the rules choose, and the current value with its handle."""
    method, tuned = scene.document.selected_method, tuned_of(scene)
    if method is None or tuned is None:
        return sentence(OFF if is_off(scene) else NEEDS)
    most = MOST_KERNEL if method.kernel is not None else MOST
    most = most if scene.document.folds else MOST_ALONE
    if len(_points(scene)) > most:
        remedy = (
            "hold some of them back"
            if scene.document.folds
            else "choose 5 folds, or hold points back"
        )
        return sentence(TOO_MANY.format(most, remedy))
    try:
        shown = _shown(scene, method, tuned)
    except ValueError as error:
        return sentence(error)
    top, _ = upper_end(100.0 * _largest(shown))
    x = Axis(
        float(tuned.x[0]),
        float(tuned.x[-1]),
        f"$log_{{10}}$ {tuned.symbol}" if tuned.is_log else tuned.symbol,
        whole=not tuned.is_log,
    )
    y, value = Axis(0.0, ROOM * top, "errors, %"), value_of(method, tuned)
    at, beyond = on_axis(
        float(tuned.place(np.array([value]))[0]),
        x.low,
        x.high,
        f"{tuned.symbol} = {_short(tuned, value)}",
    )
    marks, ends = _curves(shown)
    heading = (*_heading(shown, scene.document.folds, value), *beyond)
    return Figure(
        x,
        y,
        (*marks, *cursor(at, 0.0, y.high)),
        grid=True,
        handles=(Handle(tuned.name, (at, y.high), "x"),),
        heading=heading,
        ends=ends,
    )


def tuned_of(scene: Scene) -> Tuned | None:
    """The parameter to choose: the one set in the document, else the first one of the selected
    method.
    """
    found = () if is_off(scene) else _parameters(scene)
    return next(
        (each for each in found if each.name == scene.document.tuned), found[0] if found else None
    )


def _parameters(scene: Scene) -> tuple[Tuned, ...]:
    method = scene.document.selected_method
    strength = None if method is None else method.method.strength
    return tuned_parameters(
        method, _points(scene), None if strength is None else decades_of(scene, strength)
    )


def _points(scene: Scene) -> Dataset:
    return points_at(scene, LIVE if scene.document.folds else 0)


def _shown(scene: Scene, method: MethodInUse, tuned: Tuned) -> Validated:
    document = scene.document
    at_first = _at_first(method, tuned)
    return validate(
        _points(scene), document.test_shown, at_first, tuned, document.folds, document.split
    )


@memo
def _at_first(method: MethodInUse, tuned: Tuned) -> MethodInUse:
    """The method without this parameter and its colour, so that moving the cursor computes nothing
    anew.
    """
    return with_value(without_looks(method), tuned, tuned.values[0])


def _largest(shown: Validated) -> float:
    curves = (
        shown.mean + np.nan_to_num(shown.error),
        shown.training,
        *(() if shown.test is None else (shown.test,)),
    )
    return max(float(np.max(values)) for values in curves)


@memo
def _curves(shown: Validated) -> tuple[tuple[Mark, ...], tuple[End, ...]]:
    x, mean, error = shown.tuned.x, 100.0 * shown.mean, 100.0 * np.nan_to_num(shown.error)
    bars = np.column_stack(
        [np.repeat(x, 2), np.column_stack([np.maximum(mean - error, 0.0), mean + error]).ravel()]
    )
    limit = 100.0 * shown.limit
    marks: list[Mark] = [
        Path(level(limit, x[0], x[-1]), "bisector"),
        Path(columns(x, 100.0 * shown.training), "curve-thin"),
        Path(locked(bars), "curve-thin", joined="pairs"),
        Path(columns(x, mean), "curve"),
        Dots(columns(x, mean), "step"),
        Dots(locked(np.array([(x[k], mean[k]) for k in (shown.best, shown.simplest)])), "left-out"),
    ]
    ends = [End(TRAINING, float(100.0 * shown.training[-1])), End("validation", float(mean[-1]))]
    if shown.test is not None:
        marks.append(Path(columns(x, 100.0 * shown.test), "curve-dashed"))
        ends.append(End("test points", float(100.0 * shown.test[-1])))
    return tuple(marks), tuple(ends)


def _heading(shown: Validated, folds: int, value: float) -> tuple[str, ...]:
    """What the rules choose, and a warning where only the test points would have chosen so."""
    how = f"{folds} folds" if folds else "leave one out"
    best, simplest = shown.best, shown.simplest
    said = [f"{how}: {percent(shown.mean[best])} at {_value_label(shown.tuned, best)}"]
    if simplest != best:
        said.append(f"one standard error: {_value_label(shown.tuned, simplest)}")
    if shown.test is not None and value in shown.tuned.values:
        now = shown.tuned.values.index(value)
        if now not in (best, simplest) and shown.test[now] <= shown.test.min():
            said.append(USED)
    return tuple(said)


def _value_label(tuned: Tuned, k: int) -> str:
    """``C = 10``."""
    return f"{tuned.symbol} = {_short(tuned, tuned.values[k])}"


def _short(tuned: Tuned, value: float) -> str:
    return f"${short(value)}$" if tuned.name != "sigma" else significant(value, 2)


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """The errors at the nearest value."""
    method, tuned = scene.document.selected_method, tuned_of(scene)
    if method is None or tuned is None or figure(scene).message:
        return None
    shown = _shown(scene, method, tuned)
    k = int(np.argmin(np.abs(tuned.x - at[0])))
    lines = [
        _value_label(tuned, k),
        f"validation {percent(shown.mean[k])} ± {percent(np.nan_to_num(shown.error[k]))}",
    ]
    lines.append(f"{TRAINING} {percent(shown.training[k])}")
    values = [shown.mean[k], shown.training[k]]
    if shown.test is not None:
        lines.append(f"test points {percent(shown.test[k])}")
        values.append(shown.test[k])
    dots = tuple(100.0 * float(value) for value in values)
    return reading_at(
        float(tuned.x[k]), (0.0, ROOM * upper_end(100.0 * _largest(shown))[0]), dots, tuple(lines)
    )


def grab(scene: Scene, at: tuple[float, float]) -> str | None:
    """A press anywhere takes the cursor."""
    tuned = tuned_of(scene)
    return None if tuned is None else tuned.name


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with the parameter at the nearest of the values that were tried."""
    method, tuned = scene.document.selected_method, tuned_of(scene)
    if method is None or tuned is None or handle != tuned.name:
        return scene.document
    return scene.document.with_method(with_value(method, tuned, tuned.nearest(at[0])))


def choices(scene: Scene) -> tuple[Choice, ...]:
    """How many folds, which draw of them, and which parameter."""
    document, tuned = scene.document, tuned_of(scene)
    found = [
        Choice(
            "Folds",
            f"{k} folds" if k else "Leave one out",
            replace(document, folds=k),
            k == document.folds,
        )
        for k in FOLDS
    ]
    for each in _parameters(scene):
        title = f"Over {each.symbol}" if each.is_log else "Over the degree"
        found.append(
            Choice(
                "Parameter",
                title,
                replace(document, tuned=each.name),
                tuned is not None and each.name == tuned.name,
            )
        )
    return tuple(found)


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
    any_number=True,
    choices=choices,
    grab=grab,
    column=LEFT,
    on_left=True,
)
