"""The path of a regularised method over C (l2, ridge), a lane for each quantity, with a cursor that sets the parameter."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from solvers import Dataset, Floats, LeastSquares, LogisticRegression, Method, SoftMarginSVM
from solvers.arrays import locked
from solvers.problem import OUT_OF_RANGE

from ..core.document import Document, MethodInUse
from ..core.marks import Axis, Dots, Figure, Handle, Lane, Mark, Path, Reading
from ..core.memo import memo
from ..core.scene import Scene
from ..core.ticks import counted, significant
from .axes import axis_from_zero, axis_of_powers, columns, reading_at, stacked, strokes, vertical
from .sweep import RANGES, Sweep, followed, grips, is_possible, parameter_of, sweep, with_parameter

LOW, CURSOR, TOP = -0.06, 1.03, 1.06  # the foot of the axis, the height of the handle, and the top; the lanes lie between 0 and 1
LIVE, MOST = 100, 1000  # points up to which the path is computed anew in every frame, and up to which it is drawn at all
NEAREST, FURTHEST = -9.0, 9.0  # how far the axis is extended, as log10 of the parameter
POSITIVE = ("margin", "$‖w‖$", "objective")
DECADES = 100.0  # one of these that varies by more is shown by its powers of ten
LOSS_NAMES: dict[type[Method], str] = {SoftMarginSVM: "slack", LogisticRegression: "log-loss", LeastSquares: "square"}
NEEDS_PARAMETER = "Select a soft margin SVM, logistic regression or least squares to see its path."
NO_KERNELS = "The path is drawn for feature maps, not for kernels."
TOO_MANY = f"The path is drawn for up to {MOST} points."
NO_CLASSES = "The path needs at least one point of each class."


def figure(scene: Scene) -> Figure:
    """The curves in their lanes, with the breakpoints, the cursor and the values there."""
    method = scene.document.selected_method
    name = None if method is None else parameter_of(method)
    message = _missing(scene.document.dataset, method)
    if method is None or name is None or message:
        return Figure(Axis(*RANGES["C"]), Axis(0.0, 1.0, visible=False), (), message=message)
    shown, is_stale = shown_sweep(scene, _at_one(method, name), name)
    value = getattr(method.method, name)
    low, high = float(shown.x[0]), float(shown.x[-1])
    cursor = min(max(_place(value), low), high)
    values = _values(shown, type(method.method), _place(value), symbol_of(name), value)
    lanes, marks = _curves(shown, type(method.method), is_stale)
    x = Axis(low, high, f"$log_{{10}}$ {symbol_of(name)}")
    handles = (Handle(name, (cursor, CURSOR), "x"),)
    y = Axis(LOW, TOP, visible=False)
    return Figure(x, y, (*marks, *_cursor(cursor)), handles=handles, lanes=lanes, heading=values)


def _missing(dataset: Dataset, method: MethodInUse | None) -> str:
    """Why there is no path, or nothing."""
    if method is not None and method.kernel is not None and parameter_of(replace(method, kernel=None)) is not None:
        return NO_KERNELS
    if method is None or parameter_of(method) is None:
        return NEEDS_PARAMETER
    if len(dataset) > MOST:
        return TOO_MANY
    if not 0 < int(np.count_nonzero(dataset.labels)) < len(dataset):
        return NO_CLASSES
    return "" if is_possible(dataset, method) else OUT_OF_RANGE


def shown_sweep(scene: Scene, method: MethodInUse, name: str) -> tuple[Sweep, bool]:
    """The path to be shown, and whether it is that of the points before the drag.

    It follows one dragged point; of many points that move together only few have a path that is computed anew fast enough.
    """
    dataset, base, reach = scene.document.dataset, scene.base, range_of(scene, name)
    if base is not None and len(scene.moving) == 1 and len(dataset) == len(base.dataset) > LIVE:
        row = scene.moving[0]
        if dataset is base.dataset:
            grips(dataset, row, method, name, reach)  # the point was pressed: better now than at its first move
            return sweep(dataset, method, name, reach), False
        path = followed(dataset, base.dataset, row, method, name, reach)
        if path is not None:
            return path, False
    is_stale = base is not None and len(base.dataset) > LIVE and base.dataset is not dataset
    return sweep(base.dataset if base is not None and is_stale else dataset, method, name, reach), is_stale


def range_of(scene: Scene, name: str) -> tuple[float, float]:
    """The range of the parameter, as log10: the usual one, by whole decades wider where the value lies beyond it.

    While the cursor is dragged the range stays as the drag found it.
    """
    low, high = RANGES[name]
    documents = (scene.document,) if scene.base is None else (scene.document, scene.base)
    for method in (document.selected_method for document in documents):
        if method is not None and hasattr(method.method, name):
            place = _place(getattr(method.method, name))
            if math.isfinite(place):
                low, high = min(low, max(math.floor(place), NEAREST)), max(high, min(math.ceil(place), FURTHEST))
    return low, high


def _place(value: float) -> float:
    """Where a value of the parameter stands on the axis; 0 stands beyond its left end, wherever that is."""
    return math.log10(value) if value > 0.0 else -math.inf


def symbol_of(name: str) -> str:
    """How a parameter is written."""
    return "$C$" if name == "C" else "$λ$"


@memo(4)
def _at_one(method: MethodInUse, name: str) -> MethodInUse:
    """The method without its place on the path, so that moving the cursor computes nothing anew."""
    return replace(method, method=with_parameter(method.method, name, 1.0), id="", slot=0, enabled=True)


def lines_of(shown: Sweep, kind: type[Method]) -> tuple[tuple[str, str, Floats], ...]:
    """Names, roles and values of the curves of a kind of method; only where 1/||w|| is a margin it is drawn as one."""
    lines = (
        ("errors", "curve-thin", shown.errors),
        (f"mean {LOSS_NAMES[kind]}", "curve-thin", shown.loss),
        ("$‖w‖$", "curve-thin", shown.norm),
        ("objective", "curve-thin", shown.objective),
    )
    if kind is not SoftMarginSVM:
        return lines
    with np.errstate(divide="ignore", over="ignore"):
        margin = np.where(shown.norm > 0.0, 1.0 / shown.norm, np.nan)
    return (("margin", "curve", margin), *lines)


@memo(4)
def _curves(shown: Sweep, kind: type[Method], faded: bool) -> tuple[tuple[Lane, ...], tuple[Mark, ...]]:
    """A lane for each quantity that has values, with its curve; the breakpoints below them."""
    lines = [line for line in lines_of(shown, kind) if not np.isnan(line[2]).all()]
    lanes = stacked([_axis(name, values) for name, _, values in lines])
    pairs = zip(lanes, lines, strict=True)
    marks: list[Mark] = [Path(columns(shown.x, places(lane, values)), role, faded=faded) for lane, (_, role, values) in pairs]
    if len(shown.breakpoints):
        marks.append(Path(strokes(shown.breakpoints, 0.8 * LOW, 0.25 * LOW), "axis", joined="pairs"))
    return lanes, tuple(marks)


def _axis(name: str, values: Floats) -> Axis:
    """The axis of a quantity: that of its powers of ten where it varies over many, else from 0."""
    smallest, largest = float(np.nanmin(values)), float(np.nanmax(values))
    if name in POSITIVE and smallest > 0.0 and largest > DECADES * smallest:
        return axis_of_powers(name, smallest, largest)
    return axis_from_zero(name, largest, whole=name == "errors")


def places(lane: Lane, values: Floats) -> Floats:
    """Where the values of a quantity stand in its lane."""
    return lane.place(np.log10(values) if lane.axis.powers else values)


@memo(4)
def _cursor(at: float) -> tuple[Mark, ...]:
    return Path(vertical(at, LOW, CURSOR), "threshold"), Dots(locked(np.array([[at, CURSOR]])), "handle")


@memo(4)
def _values(shown: Sweep, kind: type[Method], at: float, symbol: str, value: float) -> tuple[str, ...]:
    """The values at the cursor; of a parameter beyond the ends of the axis only that it is."""
    if not shown.x[0] <= at <= shown.x[-1]:
        return (f"{symbol} = {_short(value)} lies beyond the axis",)
    first, _, values = lines_of(shown, kind)[0]
    there = significant(float(np.interp(at, shown.x, values)), 3)
    return f"{symbol} = {_short(value)}", f"{first} {there}", _errors_at(shown, at)


def _short(value: float) -> str:
    """A parameter with three digits; a round one (0.001) with its only one."""
    return significant(value, 1 if value == float(f"{value:.0e}") else 3)


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """Everything on the path at one value of the parameter."""
    method = scene.document.selected_method
    name = None if method is None else parameter_of(method)
    if method is None or name is None or figure(scene).message:
        return None
    shown, _ = shown_sweep(scene, _at_one(method, name), name)
    x = min(max(at[0], float(shown.x[0])), float(shown.x[-1]))
    lanes, _ = _curves(shown, type(method.method), False)
    heights = {lane.axis.label: lane for lane in lanes}
    lines, dots = [f"{symbol_of(name)} = {significant(10.0**x, 3)}"], []
    for label, _, values in lines_of(shown, type(method.method)):
        value = float(np.interp(x, shown.x, values))
        if label != "errors":
            lines.append(f"{label} {significant(value, 3)}")
        if label in heights:
            dots.append(float(places(heights[label], np.array([value]))[0]))
    return reading_at(x, (0.0, CURSOR), tuple(dots), (*lines, _errors_at(shown, x)))


def _errors_at(shown: Sweep, x: float) -> str:
    errors = int(shown.errors[np.argmin(np.abs(shown.x - x))])
    return counted(errors, "error")


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with the parameter of the selected method where the cursor was dragged to."""
    method = scene.document.selected_method
    if method is None or handle not in RANGES or not hasattr(method.method, handle):
        return scene.document
    low, high = range_of(scene, handle)
    value = 10.0 ** min(max(at[0], low), high)
    return scene.document.with_method(replace(method, method=with_parameter(method.method, handle, value)))
