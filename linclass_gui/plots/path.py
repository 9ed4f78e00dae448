"""The path of a regularised method: margin, ||w||, slack, objective and errors over C (l2, ridge), with a cursor that sets it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from solvers import Floats
from solvers.arrays import locked

from ..core.document import Document, MethodInUse
from ..core.marks import Axis, Dots, Figure, Handle, Mark, Path, Reading, Words
from ..core.memo import memo
from ..core.scene import Scene
from ..core.ticks import significant
from .axes import columns, heading, named, reading_at, strokes, vertical
from .sweep import RANGES, Sweep, followed, grips, parameter_of, sweep, with_parameter

CURSOR, TOP = 1.1, 1.36  # heights of the handle and of the words, in units of the curves
LIVE, MOST = 100, 1000  # points up to which the path is computed anew in every frame, and up to which it is drawn at all
NEEDS_PARAMETER = "Select a soft margin SVM, logistic regression or least squares to see its path."
TOO_MANY = f"The path is drawn for up to {MOST} points."
NO_CLASSES = "The path needs at least one point of each class."


def figure(scene: Scene) -> Figure:
    """The curves, each scaled to its own height, with the breakpoints, the cursor and the values there."""
    method = scene.document.selected_method
    name = None if method is None else parameter_of(method)
    dataset = scene.document.dataset
    message = NEEDS_PARAMETER if name is None else TOO_MANY if len(dataset) > MOST else ""
    if not message and not 0 < int(np.count_nonzero(dataset.labels)) < len(dataset):
        message = NO_CLASSES
    if method is None or name is None or message:
        return Figure(Axis(-3.0, 4.0), Axis(0.0, 1.0, visible=False), (), message=message)
    shown, is_stale = shown_sweep(scene, _at_one(method, name), name)
    low, high = RANGES[name]
    cursor = min(max(math.log10(max(getattr(method.method, name), 1e-300)), low), high)
    (marks, names), title = _curves(shown, is_stale), _title(shown, cursor, symbol_of(name), getattr(method.method, name))
    x = Axis(low, high, f"$log_{{10}}$ {symbol_of(name)}")
    handles = (Handle(name, (cursor, CURSOR), "x"),)
    return Figure(x, Axis(-0.06, TOP, visible=False), (*marks, *_cursor(cursor)), handles=handles, words=(title, *names))


def shown_sweep(scene: Scene, method: MethodInUse, name: str) -> tuple[Sweep, bool]:
    """The path to be shown, and whether it is that of the points before the drag.

    It follows one dragged point; of many points that move together only few have a path that is computed anew fast enough.
    """
    dataset, base = scene.document.dataset, scene.base
    if base is not None and len(scene.moving) == 1 and len(dataset) == len(base.dataset) > LIVE:
        row = scene.moving[0]
        if dataset is base.dataset:
            grips(dataset, row, method, name)  # the point was pressed: better now than at its first move
            return sweep(dataset, method, name), False
        path = followed(dataset, base.dataset, row, method, name)
        if path is not None:
            return path, False
    is_stale = base is not None and len(base.dataset) > LIVE and base.dataset is not dataset
    return sweep(base.dataset if base is not None and is_stale else dataset, method, name), is_stale


def symbol_of(name: str) -> str:
    """How a parameter is written."""
    return "$C$" if name == "C" else "$λ$"


@memo(4)
def _at_one(method: MethodInUse, name: str) -> MethodInUse:
    """The method without its place on the path, so that moving the cursor computes nothing anew."""
    return replace(method, method=with_parameter(method.method, name, 1.0), id="", slot=0, enabled=True)


def lines_of(shown: Sweep) -> tuple[tuple[str, str, Floats], ...]:
    """Names, roles and values of the curves."""
    with np.errstate(divide="ignore"):
        margin = np.where(shown.norm > 0.0, 1.0 / shown.norm, np.nan)
    return (
        ("margin 1/$‖w‖$", "curve", margin),
        ("$‖w‖$", "curve-thin", shown.norm),
        ("mean slack", "curve-dashed", shown.slack),
        ("objective", "curve-dotted", shown.objective),
        ("errors", "contour", shown.errors),
    )


@memo(4)
def _curves(shown: Sweep, faded: bool) -> tuple[tuple[Mark, ...], tuple[Words, ...]]:
    """The curves and their names, each sought near a place of its own."""
    marks: list[Mark] = []
    words = []
    for (name, role, values), share in zip(lines_of(shown), (0.06, 0.9, 0.3, 0.5, 0.7), strict=True):
        height = float(np.nanmax(values)) or 1.0
        curve = columns(shown.x, values / height)
        marks.append(Path(curve, role, faded=faded))
        words.append(named(curve, name, share, role))
    if len(shown.breakpoints):
        marks.append(Path(strokes(shown.breakpoints, -0.05, -0.02), "axis", joined="pairs"))
    return tuple(marks), tuple(words)


@memo(4)
def _cursor(at: float) -> tuple[Mark, ...]:
    return Path(vertical(at, 0.0, CURSOR), "threshold"), Dots(locked(np.array([[at, CURSOR]])), "handle")


@memo(4)
def _title(shown: Sweep, at: float, symbol: str, value: float) -> Words:
    """The values at the cursor; a parameter beyond the ends of the axis is named as it is."""
    margin = float(np.interp(at, shown.x, lines_of(shown)[0][2]))
    return heading(
        float(shown.x[0]), TOP, f"{symbol} = {significant(value, 3)}", f"margin {significant(margin, 3)}", _errors_at(shown, at)
    )


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """Everything on the path at one value of the parameter."""
    method = scene.document.selected_method
    name = None if method is None else parameter_of(method)
    if method is None or name is None or figure(scene).message:
        return None
    shown, _ = shown_sweep(scene, _at_one(method, name), name)
    x = min(max(at[0], float(shown.x[0])), float(shown.x[-1]))
    lines, heights = [f"{symbol_of(name)} = {significant(10.0**x, 3)}"], []
    for label, _, values in lines_of(shown)[:-1]:
        value = float(np.interp(x, shown.x, values))
        lines.append(f"{label} {significant(value, 3)}")
        heights.append(value / (float(np.nanmax(values)) or 1.0))
    return reading_at(x, (0.0, CURSOR), tuple(heights), (*lines, _errors_at(shown, x)))


def _errors_at(shown: Sweep, x: float) -> str:
    errors = int(shown.errors[np.argmin(np.abs(shown.x - x))])
    return f"{errors} error{'' if errors == 1 else 's'}"


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with the parameter of the selected method where the cursor was dragged to."""
    method = scene.document.selected_method
    if method is None or handle not in RANGES or not hasattr(method.method, handle):
        return scene.document
    low, high = RANGES[handle]
    value = 10.0 ** min(max(at[0], low), high)
    return scene.document.with_method(replace(method, method=with_parameter(method.method, handle, value)))
