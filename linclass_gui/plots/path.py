"""The path of a regularised method: margin, ||w||, mean slack and errors over C (l2, ridge), with a cursor that sets it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from solvers import Dataset, Floats, Problem, SoftMarginSVM, solve
from solvers.algorithms.soft_margin_path import soft_margin_path
from solvers.arrays import locked

from ..core.document import Document, MethodInUse
from ..core.marks import Anchor, Axis, Dots, Figure, Handle, Mark, Path, Text
from ..core.memo import memo
from ..core.scene import Scene
from ..core.ticks import significant
from .axes import columns, strokes, vertical

RANGES = {"C": (-3.0, 4.0), "l2": (-6.0, 2.0), "ridge": (-4.0, 4.0)}  # log10
DENSE, COARSE = 281, 33  # places: where the path is known exactly, and where every place is a fit
CURSOR, TOP = 1.1, 1.36  # heights of the handle and of the words, in units of the curves
LIVE, MOST = 100, 1000  # points up to which the path follows a drag, and up to which it is drawn at all
NEEDS_PARAMETER = "Select a soft margin SVM, logistic regression or least squares to see its path."
TOO_MANY = f"The path is drawn for up to {MOST} points."
NO_CLASSES = "The path needs at least one point of each class."


@dataclass(frozen=True, eq=False)
class Sweep:
    """A method over its parameter: ``x`` = log10 of the parameter, and what came of it; ``breakpoints`` where it turns."""

    x: Floats
    norm: Floats
    errors: Floats
    slack: Floats
    breakpoints: Floats


def parameter_of(method: MethodInUse) -> str | None:
    """The regularisation parameter of a method."""
    return next((name for name in RANGES if hasattr(method.method, name)), None) if method.kernel is None else None


def figure(scene: Scene) -> Figure:
    """The curves, each scaled to its own height, with the breakpoints, the cursor and the values there."""
    method = scene.document.selected_method
    name = None if method is None else parameter_of(method)
    dataset = _shown_data(scene)
    message = NEEDS_PARAMETER if name is None else TOO_MANY if len(dataset) > MOST else ""
    if not message and not 0 < int(np.count_nonzero(dataset.labels)) < len(dataset):
        message = NO_CLASSES
    if method is None or name is None or message:
        return Figure(Axis(-3.0, 4.0), Axis(0.0, 1.0, visible=False), (), message=message)
    shown = sweep(dataset, _at_one(method, name), name)
    low, high = RANGES[name]
    cursor = min(max(math.log10(max(getattr(method.method, name), 1e-300)), low), high)
    marks = (*_curves(shown, dataset is not scene.document.dataset), *_cursor(shown, cursor, name))
    x = Axis(low, high, f"$log_{{10}}$ {symbol_of(name)}")
    return Figure(x, Axis(-0.06, TOP, visible=False), marks, handles=(Handle(name, (cursor, CURSOR), "x"),))


def symbol_of(name: str) -> str:
    """How a parameter is written."""
    return "$C$" if name == "C" else name


def _shown_data(scene: Scene) -> Dataset:
    """The points; during a drag of many the points before it, because their path is known."""
    base = scene.base
    return scene.document.dataset if base is None or len(base.dataset) <= LIVE else base.dataset


@memo(4)
def _at_one(method: MethodInUse, name: str) -> MethodInUse:
    """The method without its place on the path, so that moving the cursor computes nothing anew."""
    changes: dict[str, Any] = {name: 1.0}
    return replace(method, method=replace(method.method, **changes), id="", slot=0, enabled=True)


@memo(4)
def sweep(dataset: Dataset, method: MethodInUse, name: str) -> Sweep:
    """The path: exact between breakpoints for the soft margin, else one warm fit a place."""
    problem = Problem(dataset.X, dataset.y, method.features, None, (0, 1))
    low, high = RANGES[name]
    if isinstance(method.method, SoftMarginSVM):
        path = soft_margin_path(dataset.X, dataset.y, method.features, 10.0**low, 10.0**high)
        x = np.linspace(low, high, DENSE)
        C = np.clip(10.0**x, path.C[0], path.C[-1])
        # Between two breakpoints everything is linear in C.
        w = np.column_stack([np.interp(C, path.C, path.w[:, k]) for k in range(path.w.shape[1])])
        f = (problem.Phi - path.centre) @ w.T + np.interp(C, path.C, path.f_centre)
        return _measured(x, w, f, problem.y, np.log10(path.C[1:-1]))
    x = np.linspace(low, high, COARSE)
    weights, scores, last = [], [], None
    for value in (10.0**x).tolist():
        changes: dict[str, Any] = {name: value}
        last = solve(replace(method.method, **changes), problem, start=last, trace=False)
        weights.append(np.zeros(problem.Phi.shape[1]) if last.w is None else last.w)
        scores.append(problem.training_scores(last.last))
    return _measured(x, np.array(weights), np.column_stack(scores), problem.y, np.empty(0))


def _measured(x: Floats, w: Floats, f: Floats, y: Floats, breakpoints: Floats) -> Sweep:
    margins = y[:, None] * f
    wrong = (margins < 0.0) | ((margins == 0.0) & (y[:, None] > 0.0))
    slack = np.maximum(0.0, 1.0 - margins).mean(axis=0)
    return Sweep(
        locked(x), locked(np.linalg.norm(w, axis=1)), locked(wrong.sum(axis=0).astype(np.float64)), locked(slack), breakpoints
    )


def lines_of(shown: Sweep) -> tuple[tuple[str, str, Floats], ...]:
    """Names, roles and values of the curves."""
    with np.errstate(divide="ignore"):
        margin = np.where(shown.norm > 0.0, 1.0 / shown.norm, np.nan)
    return (
        ("margin 1/$‖w‖$", "curve", margin),
        ("$‖w‖$", "curve-thin", shown.norm),
        ("mean slack", "curve-dashed", shown.slack),
        ("errors", "contour", shown.errors),
    )


@memo(4)
def _curves(shown: Sweep, faded: bool) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for (name, role, values), share in zip(lines_of(shown), (0.04, 0.96, 0.3, 0.7), strict=True):
        height = float(np.nanmax(values)) or 1.0
        at = round(share * (len(shown.x) - 1))
        marks.append(Path(columns(shown.x, values / height), role, faded=faded))
        anchor: Anchor = "bottom-left" if share < 0.5 else "bottom-right"
        marks.append(Text((float(shown.x[at]), float(np.nan_to_num(values[at] / height))), name, "caption", anchor, (0.0, 2.0)))
    if len(shown.breakpoints):
        marks.append(Path(strokes(shown.breakpoints, -0.05, -0.02), "axis", joined="pairs"))
    return tuple(marks)


@memo(4)
def _cursor(shown: Sweep, at: float, name: str) -> tuple[Mark, ...]:
    values = [float(np.interp(at, shown.x, line)) for _, _, line in lines_of(shown)]
    errors = int(shown.errors[np.argmin(np.abs(shown.x - at))])
    counted = f"{errors} error{'' if errors == 1 else 's'}"
    value = f"{symbol_of(name)} = {significant(10.0**at, 3)}"
    label = Text((float(shown.x[0]), TOP), f"{value}\u2003margin {significant(values[0], 3)}\u2003{counted}", "value", "top-left")
    return Path(vertical(at, 0.0, CURSOR), "threshold"), Dots(locked(np.array([[at, CURSOR]])), "handle"), label


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with the parameter of the selected method where the cursor was dragged to."""
    method = scene.document.selected_method
    if method is None or handle not in RANGES or not hasattr(method.method, handle):
        return scene.document
    low, high = RANGES[handle]
    changes: dict[str, Any] = {handle: 10.0 ** min(max(at[0], low), high)}
    return scene.document.with_method(replace(method, method=replace(method.method, **changes)))
