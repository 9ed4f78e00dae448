"""The path of a regularised method over C (l2, ridge), a lane for each quantity, with a cursor that
sets the parameter.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import METHODS, Dataset, Floats, Method
from solvers.criterion import Strength
from solvers.problem import OUT_OF_RANGE

from ..markup.numbers import count_words, fixed_number, significant, weight_decimals
from ..scene import cures
from ..scene.document import Document
from ..scene.marks import Axis, Dots, Figure, Handle, Lane, Mark, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import PairScene, Scene
from .axes import (
    OFF,
    axis_from_zero,
    axis_of_powers,
    columns,
    cursor,
    decades_of,
    is_off,
    log10_of,
    named_at_end,
    on_axis,
    points_at,
    reading_at,
    sentence,
    stack_lanes,
    strokes,
    value_text,
)
from .plot import LEFT, SEARCH, Plot, of_pair
from .sweep import (
    SweepResults,
    is_possible,
    strength_of,
    sweep,
    sweep_at,
    sweep_near,
    with_strength,
)

# the foot of the axis, the height of the handle, and the top; the lanes lie between 0 and 1
LOW, CURSOR, TOP = -0.06, 1.03, 1.06
# points up to which the path follows a drag, and up to which it is drawn at all
LIVE_POINTS, MOST_POINTS = 200, 1000
POSITIVE = ("margin", "$‖w‖$", "objective")
DECADES = 100.0  # one of these that varies by more is shown by its powers of ten
WITH_PATH = [method.label for method in METHODS if method.strength is not None]
NEEDS_STRENGTH = cures.Refusal(
    f"Select {', '.join(WITH_PATH[:-1])} or {WITH_PATH[-1]} to see its path.", cures.WITH_STRENGTH
)
NO_KERNELS = "The path is drawn for feature maps; Validation goes over the width of a kernel, too."
TOO_MANY = f"The path is drawn for up to {MOST_POINTS} points."
NO_CLASSES = "The path needs at least one point of each class."
UNPROVED = "No place of this path is proved: rounding or the number of steps is in the way."
REFITTED = "each dot is a fit of its own"
NOT_PROVED = "the optimum is not proved here"


def figure(scene: PairScene) -> Figure:
    """The curves in their lanes, with the breakpoints, the cursor and the values there."""
    method = scene.document.selected_method
    if is_off(scene):
        return sentence(OFF)
    strength = strength_of(method)
    message = _missing(scene.document.dataset, method)
    if method is None or strength is None or message:
        return sentence(message)
    at_one = _at_one(method, strength)
    points = points_at(scene, LIVE_POINTS)
    curve = sweep(points, at_one, strength, decades_of(scene, strength))
    if np.isnan(curve.norm).all():
        return sentence(UNPROVED)
    value = getattr(method.two_class, strength.name)
    low, high = float(curve.x[0]), float(curve.x[-1])
    cut, beyond = on_axis(log10_of(value), low, high, value_text(strength.symbol, value))
    values = beyond or _parameter_text(
        sweep_at(points, at_one, strength, decades_of(scene, strength), log10_of(value)),
        at_one.two_class,
        strength.symbol,
        value,
    )
    lanes, marks = _curves(curve, at_one.two_class, points is not scene.document.dataset)
    x = Axis(low, high, f"$log_{{10}}$ {strength.symbol}")
    handles = (Handle(strength.name, (cut, CURSOR), "x"),)
    y = Axis(LOW, TOP, visible=False)
    heading = values if curve.joined else (*values, REFITTED)
    return Figure(
        x, y, (*marks, *cursor(cut, LOW, CURSOR)), handles=handles, lanes=lanes, heading=heading
    )


def _missing(dataset: Dataset, method: MethodInUse | None) -> str:
    """Why there is no path, or empty."""
    if method is not None and method.kernel is not None and method.method.strength is not None:
        return NO_KERNELS
    if method is None or strength_of(method) is None:
        return NEEDS_STRENGTH
    if len(dataset) > MOST_POINTS:
        return TOO_MANY
    if not 0 < int(np.count_nonzero(dataset.labels)) < len(dataset):
        return NO_CLASSES
    return "" if is_possible(dataset, method) else OUT_OF_RANGE


@memo
def _at_one(method: MethodInUse, strength: Strength) -> MethodInUse:
    """The method without its place on the path, so that moving the cursor computes nothing anew."""
    return replace(
        method, method=with_strength(method.two_class, strength, 1.0), id="", slot=0, enabled=True
    )


def lines_of(curve: SweepResults, method: Method) -> tuple[tuple[str, str, Floats], ...]:
    """Names, roles and values of the curves of a method; only where 1/||w|| is a margin it is drawn
    as one.
    """
    criterion = method.criterion(1)
    noun = "loss" if criterion is None else criterion.loss.noun
    lines = (
        ("errors", "curve-thin", curve.errors),
        (f"mean {noun}", "curve-thin", curve.loss),
        ("$‖w‖$", "curve-thin", curve.norm),
        ("objective", "curve-thin", curve.objective),
    )
    if not method.has_margin:
        return lines
    with np.errstate(divide="ignore", over="ignore"):
        margin = np.where(curve.norm > 0.0, 1.0 / curve.norm, np.nan)
    return (("margin", "curve", margin), *lines)


@memo
def _curves(curve: SweepResults, method: Method, is_faded: bool) -> tuple[tuple[Lane, ...], Marks]:
    """A lane for each quantity that has values, with its curve, or its places where no curve is
    known; the breakpoints below.
    """
    lines = [line for line in lines_of(curve, method) if not np.isnan(line[2]).all()]
    lanes = stack_lanes([_axis(name, values) for name, _, values in lines])
    lanes = tuple(
        named_at_end(lane, np.log10(values) if lane.axis.powers else values)
        for lane, (_, _, values) in zip(lanes, lines, strict=True)
    )
    points = [
        (columns(curve.x, places(lane, values)), role)
        for lane, (_, role, values) in zip(lanes, lines, strict=True)
    ]
    marks: list[Mark] = [
        Path(xy, role, faded=is_faded)
        if curve.joined
        else Dots(xy[np.isfinite(xy[:, 1])], "step", faded=is_faded)
        for xy, role in points
    ]
    if len(curve.breakpoints):
        marks.append(
            Path(strokes(curve.breakpoints, 0.8 * LOW, 0.25 * LOW), "axis", joined="pairs")
        )
    return lanes, tuple(marks)


def _axis(name: str, values: Floats) -> Axis:
    """The axis of a quantity: that of its powers of ten where it varies over many, else from 0."""
    smallest, largest = float(np.nanmin(values)), float(np.nanmax(values))
    if name in POSITIVE and smallest > 0.0 and largest > DECADES * smallest:
        return axis_of_powers(name, smallest, largest)
    return axis_from_zero(name, largest, counts_only=name == "errors")


def places(lane: Lane, values: Floats) -> Floats:
    """The heights of the values of a quantity in its lane."""
    return lane.place(np.log10(values) if lane.axis.powers else values)


@memo
def _parameter_text(
    point: SweepResults, method: Method, symbol: str, value: float
) -> tuple[str, ...]:
    if np.isnan(point.norm[0]):
        return value_text(symbol, value), NOT_PROVED
    # which are counted behind it
    name, _, values = next(line for line in lines_of(point, method) if line[0] != "errors")
    return (
        value_text(symbol, value),
        f"{name} {fixed_number(float(values[0]))}",
        _errors_of(point),
    )


def read(scene: PairScene, position: Point, reach: Point) -> Reading | None:
    """Everything on the path at one value of the parameter."""
    method = scene.document.selected_method
    if figure(scene).message:
        return None
    strength = strength_of(method)
    if method is None or strength is None:
        return None
    at_one, reach = _at_one(method, strength), decades_of(scene, strength)
    points = points_at(scene, LIVE_POINTS)
    curve = sweep(points, at_one, strength, reach)
    point = sweep_near(points, at_one, strength, reach, min(max(position[0], reach[0]), reach[1]))
    x = float(point.x[0])
    lanes, _ = _curves(curve, at_one.two_class, False)
    heights = {lane.axis.label: lane for lane in lanes}
    lines, dots = [f"{strength.symbol} = {significant(10.0**x, 3)}"], []
    for label, _, values in lines_of(point, at_one.two_class):
        value = float(values[0])
        if label != "errors" and np.isfinite(value):
            decimals = weight_decimals(value) if label == "$‖w‖$" else 3
            lines.append(f"{label} {fixed_number(value, decimals)}")
        if label in heights and np.isfinite(value):
            dots.append(float(places(heights[label], np.array([value]))[0]))
    return reading_at(x, (0.0, CURSOR), dots, (*lines, _errors_of(point)))


def _errors_of(point: SweepResults) -> str:
    if np.isnan(point.errors[0]):
        return NOT_PROVED
    return count_words(int(point.errors[0]), "error")


def drag(scene: Scene, handle: str, position: Point) -> Document:
    """The document with the parameter of the selected method where the cursor was dragged to."""
    method = scene.document.selected_method
    strength = strength_of(method)
    if method is None or strength is None or handle != strength.name:
        return scene.document
    low, high = decades_of(scene, strength)
    value = 10.0 ** min(max(position[0], low), high)
    return scene.document.with_method(
        replace(method, method=with_strength(method.two_class, strength, value))
    )


PATH = of_pair(
    Plot(
        "path",
        "Path",
        "The method over its regularisation parameter; drag the cursor to set it",
        figure,
        drag,
        read,
        column=LEFT,
        group=SEARCH,
    )
)
