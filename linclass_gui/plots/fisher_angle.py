"""Fisher's criterion J over the angle of the projection axis, with every straight method at the angle of its w."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats
from solvers.algorithms.fisher_direction import fisher_direction
from solvers.arrays import locked
from solvers.fisher_curve import curve_of_moments
from solvers.moments import ClassMoments
from solvers.problem import OUT_OF_RANGE

from ..core.decision import plane_line
from ..core.document import Document
from ..core.marks import Axis, Dots, Figure, Handle, Mark, Path, Reading, Words
from ..core.memo import memo
from ..core.outline import middle, moments
from ..core.scene import Scene
from ..core.ticks import number, significant
from ..core.trial import trial_from, turned_to_axis
from ..overlays.line_labels import label_of
from .axes import BESIDE_HANDLE, columns, named, reading_at, upper_end, vertical

X_AXIS = Axis(0.0, 180.0, "angle", (0.0, 45.0, 90.0, 135.0, 180.0), "°")
ANGLES = locked(np.linspace(0.0, 180.0, 361))
CLIP = 40.0  # J is drawn up to this multiple of its upper quartile: next to a pole everything else would be flat
HEADROOM = 1.16  # above the maximum there are words
PARTS = 0.5  # the height of numerator and denominator, which have other units, as a part of the plot
TURN = 95.0  # beyond this angle the maximum is written at the left
TRIAL = "trial"
LARGEST = 1e300  # of a scatter: beyond, sums and products of its entries overflow
NO_CLASSES = "Fisher's criterion needs at least one point of each class."
NO_SCATTER = "J is unbounded at every angle: within the classes nothing varies."


@dataclass(frozen=True, eq=False)
class Curve:
    """J at ``ANGLES`` with its parts, its maximum (infinite along a null direction of C_W), and the top of the axis."""

    J: Floats
    between: Floats
    within: Floats
    best: float
    best_angle: float
    axis: Axis


def figure(scene: Scene) -> Figure:
    """J, its two parts scaled to one height, the maximum in words, a marker for each straight method, and the trial line."""
    both = moments(scene)
    if both is None or (message := _missing(both)):
        return Figure(X_AXIS, Axis(0.0, 1.0), (), message=NO_CLASSES if both is None else message)
    background, names = _background(both)
    marks, words = [*background], [*names]
    for method, fit in scene.drawn:
        line = plane_line(fit)
        if line is not None:
            marks.extend(_marker(both, line.degrees, method.slot, method.id == scene.document.selected, method.id in scene.stale))
            words.append(_name_of_marker(both, line.degrees % 180.0, label_of(method, scene.document.methods), method.slot))
    if scene.document.trial is not None:
        angle = scene.document.trial.angle % 180.0
        marks.extend(_trial(both, angle))
        words.insert(1, _name_of_trial(both, angle))
    return Figure(X_AXIS, curve(both).axis, tuple(marks), grid=True, handles=handles(scene, both), words=tuple(words))


def _missing(both: ClassMoments) -> str:
    """Why there is no curve, or nothing."""
    if not float(np.abs(both.within).max()) < LARGEST:
        return OUT_OF_RANGE
    return "" if both.within.any() else NO_SCATTER


@memo(4)
def curve(both: ClassMoments) -> Curve:
    """The curve of a data set."""
    values, best = curve_of_moments(both, np.radians(ANGLES)), fisher_direction(both)
    finite = values.J[np.isfinite(values.J)]
    limit = CLIP * float(np.sort(finite)[3 * len(finite) // 4]) if len(finite) else 1.0
    top, ticks = upper_end(HEADROOM * min(best.J, limit) if limit > 0.0 else 1.0)
    angle = math.degrees(math.atan2(float(best.w[1]), float(best.w[0]))) % 180.0
    return Curve(values.J, values.numerator, values.denominator, best.J, angle, Axis(0.0, top, "$J$", ticks))


@memo(4)
def _background(both: ClassMoments) -> tuple[tuple[Mark, ...], tuple[Words, ...]]:
    shown = curve(both)
    top = shown.axis.high
    J = np.where(top >= shown.J, shown.J, np.nan)
    thin = [values * (PARTS * top / float(values.max())) for values in (shown.between, shown.within) if values.any()]
    between, within = thin[0] if len(thin) > 1 else np.zeros(len(ANGLES)), thin[-1]
    parts = ((between, "curve-thin", "between"), (within, "curve-dashed", "within"))
    curves = [columns(ANGLES, values) for values, _, _ in parts]
    marks = [Path(curve, role) for curve, (_, role, _) in zip(curves, parts, strict=True)]
    # In the half without the maximum there is more room.
    share = 0.72 if shown.best_angle < TURN else 0.28
    names = (named(curve, name, share, role) for curve, (_, role, name) in zip(curves, parts, strict=True))
    corners = np.array([(180.0, top), (0.0, top)])
    maximum = Words(locked(corners if shown.best_angle < TURN else corners[::-1]), _maximum(shown), "value", flowing=" ")
    return (*marks, Path(columns(ANGLES, J), "curve")), (maximum, *names)


def _maximum(shown: Curve) -> tuple[str, ...]:
    if shown.best == 0.0:
        return "$J$ = 0 at every angle:", "the class means coincide"
    if not math.isfinite(shown.best):
        return "$J$ is unbounded", f"at {number(shown.best_angle, 1)}°"
    cut = " (cut off)" if shown.best > shown.axis.high else ""
    return f"$J$ = {significant(shown.best, 3)}", f"at {number(shown.best_angle, 1)}°{cut}"


def value_at(both: ClassMoments, degrees: float) -> float:
    """J at one angle (infinite along a null direction of C_W)."""
    return float(curve_of_moments(both, [math.radians(degrees)]).J[0])


@memo(16)
def _height(both: ClassMoments, degrees: float) -> float:
    """Where a marker stands: on the curve, or at the top where the curve is cut off."""
    value = value_at(both, degrees)
    return 0.0 if math.isnan(value) else min(value, curve(both).axis.high)


@memo(16)
def _marker(both: ClassMoments, degrees: float, slot: int, selected: bool, stale: bool) -> tuple[Mark, ...]:
    angle = degrees % 180.0
    height = _height(both, angle)
    drop = Path(vertical(angle, 0.0, height), "drop", slot=slot, faded=stale)
    return drop, Dots(locked(np.array([[angle, height]])), "marker", slot=slot, emphasis=selected, faded=stale)


@memo(4)
def _trial(both: ClassMoments, angle: float) -> tuple[Mark, ...]:
    line = Path(vertical(angle, 0.0, curve(both).axis.high), "trial-threshold")
    return line, Dots(locked(np.array([[angle, _height(both, angle)]])), "trial-handle")


@memo(4)
def _name_of_trial(both: ClassMoments, angle: float) -> Words:
    """The angle of the trial line, beside it and as high as there is room."""
    heights = curve(both).axis.high * np.linspace(0.95, 0.05, 13)
    return Words(columns(np.full(len(heights), angle), heights), (f"{number(angle, 0)}°",), "value", away=BESIDE_HANDLE)


@memo(16)
def _name_of_marker(both: ClassMoments, angle: float, name: str, slot: int) -> Words:
    """The name of a method at its marker or along its drop line; where others stand there, in the half without the maximum."""
    heights = _height(both, angle) * np.linspace(1.0, 0.1, 10)
    shown = curve(both)
    aside = np.linspace(105.0, 165.0, 5) if shown.best_angle < TURN else np.linspace(75.0, 15.0, 5)
    free = [columns(aside, np.full(len(aside), share * shown.axis.high)) for share in (0.8, 0.66)]
    places = np.concatenate([columns(np.full(len(heights), angle), heights), *free])
    return Words(locked(places), (name,), needed=False, key=("boundary", slot))


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """J and its parts at an angle, and the methods that project along it."""
    both = moments(scene)
    if both is None or _missing(both):
        return None
    angle = min(max(at[0], 0.0), 180.0)
    values = curve_of_moments(both, [math.radians(angle)])
    parts = (("$J$ =", values.J[0]), ("between", values.numerator[0]), ("within", values.denominator[0]))
    lines = (f"{number(angle, 1)}°", *(f"{name} {significant(float(value), 3)}" for name, value in parts))
    return reading_at(angle, (0.0, curve(both).axis.high), (_height(both, angle),), (*lines, *_methods_at(scene, angle, reach[0])))


def _methods_at(scene: Scene, angle: float, reach: float) -> tuple[str, ...]:
    """The names of the methods whose marker stands at an angle."""
    lines = ((method, plane_line(fit)) for method, fit in scene.drawn)
    near = (method for method, line in lines if line is not None and abs(line.degrees % 180.0 - angle) <= reach)
    return tuple(label_of(method, scene.document.methods) for method in near)


def handles(scene: Scene, both: ClassMoments) -> tuple[Handle, ...]:
    """The trial line's marker; without a trial line the methods' own, from which one can be pulled off."""
    trial = scene.document.trial
    if trial is not None:
        return (Handle(TRIAL, (trial.angle % 180.0, _height(both, trial.angle)), "x"),)
    lines = ((f"{TRIAL}-{method.id}", plane_line(fit)) for method, fit in scene.drawn)
    angles = [(name, line.degrees % 180.0) for name, line in lines if line is not None]
    return tuple(Handle(name, (angle, _height(both, angle)), "x") for name, angle in angles)


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with the trial line turned to the angle of the handle; it starts on the line of the method it is pulled off."""
    trial, angle = scene.document.trial, min(max(at[0], 0.0), 180.0)
    if trial is None:
        fit = scene.fits.get(handle.removeprefix(f"{TRIAL}-"))
        line = None if fit is None else plane_line(fit)
        if line is None:
            return scene.document
        trial = trial_from(line, pivot(scene))
    return replace(scene.document, trial=turned_to_axis(trial, angle))


def pivot(scene: Scene) -> Floats:
    """Near what a new trial line turns: the mean of all points, the middle of the view without points."""
    X, view = scene.document.dataset.X, scene.view
    return middle(X) if len(X) else np.array([0.5 * (view.x0 + view.x1), 0.5 * (view.y0 + view.y1)])
