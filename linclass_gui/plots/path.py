"""The path of a regularised method: margin, ||w||, loss, objective and errors over C (l2, ridge), with a cursor that sets it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from solvers import Dataset, Floats, LeastSquares, LogisticRegression, Method, SoftMarginSVM
from solvers.arrays import locked
from solvers.problem import OUT_OF_RANGE

from ..core.document import Document, MethodInUse
from ..core.marks import Axis, Dots, Figure, Handle, Mark, Path, Reading, Words
from ..core.memo import memo
from ..core.scene import Scene
from ..core.ticks import counted, significant
from .axes import columns, heading, named, reading_at, strokes, vertical
from .sweep import RANGES, Sweep, followed, grips, is_possible, parameter_of, sweep, with_parameter

CURSOR, TOP = 1.08, 1.44  # heights of the handle and of the words, in units of the curves
LIVE, MOST = 100, 1000  # points up to which the path is computed anew in every frame, and up to which it is drawn at all
LOSS_NAMES: dict[type[Method], str] = {SoftMarginSVM: "slack", LogisticRegression: "log-loss", LeastSquares: "square"}
# Where the names of the curves are sought first, as a share of the way along them.
SHARES = {"curve": 0.06, "curve-thin": 0.9, "curve-dashed": 0.3, "curve-dotted": 0.5, "contour": 0.7}
NEEDS_PARAMETER = "Select a soft margin SVM, logistic regression or least squares to see its path."
TOO_MANY = f"The path is drawn for up to {MOST} points."
NO_CLASSES = "The path needs at least one point of each class."


def figure(scene: Scene) -> Figure:
    """The curves, each scaled to its own height, with the breakpoints, the cursor and the values there."""
    method = scene.document.selected_method
    name = None if method is None else parameter_of(method)
    message = _missing(scene.document.dataset, method)
    if method is None or name is None or message:
        return Figure(Axis(-3.0, 4.0), Axis(0.0, 1.0, visible=False), (), message=message)
    shown, is_stale = shown_sweep(scene, _at_one(method, name), name)
    low, high = RANGES[name]
    cursor = min(max(math.log10(max(getattr(method.method, name), 1e-300)), low), high)
    title = _title(shown, type(method.method), cursor, symbol_of(name), getattr(method.method, name))
    marks, names = _curves(shown, type(method.method), is_stale)
    x = Axis(low, high, f"$log_{{10}}$ {symbol_of(name)}")
    handles = (Handle(name, (cursor, CURSOR), "x"),)
    return Figure(x, Axis(-0.06, TOP, visible=False), (*marks, *_cursor(cursor)), handles=handles, words=(title, *names))


def _missing(dataset: Dataset, method: MethodInUse | None) -> str:
    """Why there is no path, or nothing."""
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


def lines_of(shown: Sweep, kind: type[Method]) -> tuple[tuple[str, str, Floats], ...]:
    """Names, roles and values of the curves of a kind of method; only where 1/||w|| is a margin it is drawn as one."""
    lines = (
        ("$‖w‖$", "curve-thin", shown.norm),
        (f"mean {LOSS_NAMES[kind]}", "curve-dashed", shown.loss),
        ("objective", "curve-dotted", shown.objective),
        ("errors", "contour", shown.errors),
    )
    if kind is not SoftMarginSVM:
        return lines
    with np.errstate(divide="ignore", over="ignore"):
        margin = np.where(shown.norm > 0.0, 1.0 / shown.norm, np.nan)
    return (("margin", "curve", margin), *lines)


def _height(values: Floats) -> float:
    """The highest value of a curve, by which it is scaled; 1 for a curve that is 0 or has no value (the margin where w = 0)."""
    return float(np.nan_to_num(values, nan=0.0).max()) or 1.0


@memo(4)
def _curves(shown: Sweep, kind: type[Method], faded: bool) -> tuple[tuple[Mark, ...], tuple[Words, ...]]:
    """The curves and their names, each sought near a place of its own; a curve without values is left out."""
    marks: list[Mark] = []
    words = []
    for name, role, values in lines_of(shown, kind):
        if np.isnan(values).all():
            continue
        curve = columns(shown.x, values / _height(values))
        marks.append(Path(curve, role, faded=faded))
        words.append(named(curve, name, SHARES[role], role))
    if len(shown.breakpoints):
        marks.append(Path(strokes(shown.breakpoints, -0.05, -0.02), "axis", joined="pairs"))
    return tuple(marks), tuple(words)


@memo(4)
def _cursor(at: float) -> tuple[Mark, ...]:
    return Path(vertical(at, 0.0, CURSOR), "threshold"), Dots(locked(np.array([[at, CURSOR]])), "handle")


@memo(4)
def _title(shown: Sweep, kind: type[Method], at: float, symbol: str, value: float) -> Words:
    """The values at the cursor; a parameter beyond the ends of the axis is named as it is."""
    first, _, values = lines_of(shown, kind)[0]
    there = significant(float(np.interp(at, shown.x, values)), 3)
    return heading(float(shown.x[0]), TOP, f"{symbol} = {_short(value)}", f"{first} {there}", _errors_at(shown, at))


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
    lines, heights = [f"{symbol_of(name)} = {significant(10.0**x, 3)}"], []
    for label, _, values in lines_of(shown, type(method.method))[:-1]:
        value = float(np.interp(x, shown.x, values))
        lines.append(f"{label} {significant(value, 3)}")
        heights.append(value / _height(values))
    return reading_at(x, (0.0, CURSOR), tuple(heights), (*lines, _errors_at(shown, x)))


def _errors_at(shown: Sweep, x: float) -> str:
    errors = int(shown.errors[np.argmin(np.abs(shown.x - x))])
    return counted(errors, "error")


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with the parameter of the selected method where the cursor was dragged to."""
    method = scene.document.selected_method
    if method is None or handle not in RANGES or not hasattr(method.method, handle):
        return scene.document
    low, high = RANGES[handle]
    value = 10.0 ** min(max(at[0], low), high)
    return scene.document.with_method(replace(method, method=with_parameter(method.method, handle, value)))
