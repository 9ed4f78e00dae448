"""Fisher's criterion J over the angle of the projection axis, with every straight method at the
angle of its w; of K classes ``fisher_many`` has another criterion.

J and its two parts have their own scales, in lanes above each other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats
from solvers.algorithms.moments.fisher_direction import fisher_direction
from solvers.arrays import locked
from solvers.moments import ClassMoments
from solvers.problem import OUT_OF_RANGE
from solvers.studies.fisher_curve import curve_of_moments

from ..answers.decision import plane_line
from ..answers.method_labels import label_of
from ..answers.trial_line import pivot_of, trial_from, turned_to_axis
from ..markup.numbers import criterion_number, fixed_number, number
from ..scene.document import Document, TrialLine
from ..scene.marks import Dots, Entry, Figure, Handle, Mark, Marker, Path, Reading, Words
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import PairScene, Scene
from ..scene.shapes import moments
from . import fisher_many
from .axes import PlotChoice, beside, columns, names_at, sentence, vertical
from .fisher_many import ANGLES, HEIGHTS, NO_SCATTER, X_AXIS, Lanes, lanes_of, straight
from .plot import DIRECTIONS, LEFT, Plot, of_pair, of_two_or_each

TRIAL, QUOTIENT = "trial", "quotient"  # a handle, and a curve drawn on demand
LARGEST = 1e300  # of a scatter: beyond, sums and products of its entries overflow
NO_CLASSES = "Fisher's criterion needs at least one point of each class."


@dataclass(frozen=True, eq=False)
class Curve(Lanes):
    """The curve with its maximum, which is infinite along a null direction of C_W."""

    best: float
    best_angle: float


def figure(scene: PairScene) -> Figure:
    """J and its two parts, the maximum in the heading, a marker for each straight method with its
    J, and the trial line.
    """
    class_moments = moments(scene)
    if class_moments is None or (message := _missing(class_moments)):
        return sentence(NO_CLASSES if class_moments is None else message)
    graph, trial = curve(class_moments), scene.document.trial
    places = _places(scene, class_moments)
    markers = tuple([_marker(place, graph, scene) for place in places])
    legend, words = _names(scene.document, places, class_moments)
    heading, marks = [*_maximum(graph)], _background(class_moments)
    if trial is not None:
        angle = trial.angle % 180.0
        markers = (Marker((angle, _height(class_moments, angle)), "trial-handle"), *markers)
        marks = (*marks, *_trial(angle))
        heading.append(
            f"{number(angle, 0)}°: $J$ = {criterion_number(value_at(class_moments, angle))}"
        )
    if QUOTIENT in scene.document.curves:
        values = quotient(class_moments, ANGLES)
        marks = (*marks, *_quotient_curve(class_moments))
        heading.append(f"variance $R$ largest at {number(float(ANGLES[int(values.argmax())]), 0)}°")
    return Figure(
        X_AXIS,
        HEIGHTS,
        marks,
        grid=True,
        handles=handles(scene, class_moments),
        lanes=graph.lanes,
        heading=tuple(heading),
        legend=legend,
        words=words,
        gliding=scene.base is not None,
        markers=markers,
    )


@dataclass(frozen=True, eq=False)
class MethodAngle:
    """The place of a straight method: the angle of its w in [0, 180), and the height of the curve
    there.
    """

    method: MethodInUse
    angle: float
    height: float


@memo
def _places(scene: PairScene, moments: ClassMoments) -> tuple[MethodAngle, ...]:
    graph, places = curve(moments), []
    for method, line in straight(scene):
        angle = line.degrees % 180.0
        places.append(MethodAngle(method, angle, graph.height(value_at(moments, angle))))
    return tuple(places)


@memo
def _names(
    document: Document, places: tuple[MethodAngle, ...], moments: ClassMoments
) -> tuple[tuple[Entry, ...], tuple[Words, ...]]:
    """J of each method at its dot, where it has room, after its name; the number alone where lines
    have no names, and of the selected one where names are in a legend: several at one place would
    not say whose they are.
    """
    names = [label_of(place.method, document.methods) if document.names else "" for place in places]
    named_places = [(place, name) for place, name in zip(places, names, strict=True) if name]
    legend, _ = names_at(
        tuple(
            Entry(name, "marker", document.slot_of(place.method), "dot")
            for place, name in named_places
        ),
        tuple(beside(place.angle, place.height) for place, _ in named_places),
    )
    return legend, tuple(
        _value(place, "" if legend else name, value_at(moments, place.angle), document)
        for place, name in zip(places, names, strict=True)
        if not legend or place.method.id == document.selected
    )


def _value(place: MethodAngle, name: str, J: float, document: Document) -> Words:
    """The name of a method with its J; the number is left out first."""
    value = f"$J$ = {criterion_number(J)}"
    return Words(
        (f"{name} {value}",) if name else (value,),
        beside(place.angle, place.height),
        "name",
        document.slot_of(place.method),
        # the number changes while a point is dragged, the words stay the same
        id=("J", place.method.id),
        shorter=(name,) if name else (),
        needed=bool(name),
        sample="marker" if name else "",
    )


def _missing(moments: ClassMoments) -> str:
    """Why there is no curve, or empty."""
    (a, b), (_, c) = moments.within.tolist()
    if not max(abs(a), abs(b), abs(c)) < LARGEST:
        return OUT_OF_RANGE
    return "" if a or b or c else NO_SCATTER


@memo
def curve(moments: ClassMoments) -> Curve:
    """The curve of a data set."""
    values, best = curve_of_moments(moments, np.radians(ANGLES)), fisher_direction(moments)
    lanes = lanes_of(values.J, values.numerator, values.denominator, best.J)
    angle = math.degrees(math.atan2(float(best.w[1]), float(best.w[0]))) % 180.0
    return Curve(values.J, values.numerator, values.denominator, lanes, best.J, angle)


@memo
def _background(moments: ClassMoments) -> tuple[Mark, ...]:
    return curve(moments).paths()


def _maximum(graph: Curve) -> tuple[str, ...]:
    if graph.best == 0.0:
        return "$J$ = 0 at every angle:", "the class means coincide"
    if not math.isfinite(graph.best):
        return (f"$J$ is unbounded at {number(graph.best_angle, 1)}°",)
    cut = " (cut off)" if graph.best > graph.top else ""
    return (f"$J$ = {criterion_number(graph.best)} at {number(graph.best_angle, 1)}°{cut}",)


def value_at(moments: ClassMoments, degrees: float) -> float:
    """J at one angle (infinite along a null direction of C_W)."""
    # The formula of the curve in plain numbers: every marker asks in every frame of a drag.
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dx, dy = moments.difference.tolist()
    (a, b), (_, c) = moments.within.tolist()
    numerator = (dx * cosine + dy * sine) ** 2
    denominator = max(a * cosine * cosine + 2.0 * b * cosine * sine + c * sine * sine, 0.0)
    if denominator > 0.0:
        return float(numerator / denominator)
    return math.inf if numerator > 0.0 else math.nan


@memo
def _height(moments: ClassMoments, degrees: float) -> float:
    """Where a marker stands."""
    return curve(moments).height(value_at(moments, degrees))


def _marker(place: MethodAngle, graph: Curve, scene: Scene) -> Marker:
    id = place.method.id
    position, foot = (place.angle, place.height), graph.lanes[0].low
    return Marker(
        position,
        "marker",
        scene.document.slot_of(place.method),
        id == scene.document.selected,
        id in scene.stale,
        foot,
    )


@memo
def _trial(angle: float) -> tuple[Mark, ...]:
    return (Path(vertical(angle, 0.0, 1.0), "trial-threshold"),)


def _offer_handle(scene: PairScene, graph: Curve) -> tuple[Mark, ...]:
    """The handle that makes a trial line when it is dragged, at the foot of J; it is seen while the
    pointer is in the plot.
    """
    if scene.document.trial is not None:
        return ()
    foot = (_offered_angle(scene, graph), graph.lanes[0].low)
    return (Dots(locked(np.array([foot])), "trial-handle", grip=True),)


def _offered_angle(scene: PairScene, graph: Curve) -> float:
    """The angle of the selected method; of the maximum where that has no line."""
    line = None if scene.selected is None else plane_line(scene.selected[1])
    return graph.best_angle if line is None else line.degrees % 180.0


def read(
    scene: PairScene, position: tuple[float, float], reach: tuple[float, float]
) -> Reading | None:
    """J and its parts at an angle, and the methods that project along it."""
    class_moments = moments(scene)
    if class_moments is None or _missing(class_moments):
        return None
    angle = min(max(position[0], 0.0), 180.0)
    values, graph = curve_of_moments(class_moments, [math.radians(angle)]), curve(class_moments)
    names = _methods_at(scene, angle, reach[0])
    if QUOTIENT in scene.document.curves:
        variance = float(quotient(class_moments, np.array([angle]))[0])
        names = (f"$R$ = {fixed_number(variance)}, the variance of all", *names)
    reading = graph.reading(angle, (values.J, values.numerator, values.denominator), names)
    return replace(reading, marks=(*reading.marks, *_offer_handle(scene, graph)))


def quotient(moments: ClassMoments, degrees: Floats) -> Floats:
    """Rayleigh's quotient ``R(w) = <w, C w>/(n ||w||^2)`` of the scatter C of all points: the
    variance along w, which does not know the classes; its largest value is that of the first
    principal component.
    """
    u = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    values: Floats = (u * (moments.total @ u)).sum(axis=0) / moments.n
    return values


@memo
def _quotient_curve(moments: ClassMoments) -> tuple[Mark, ...]:
    """R in the lane of J, in units of its largest value, which reaches to the largest J drawn."""
    values, graph = quotient(moments, ANGLES), curve(moments)
    lane, largest = graph.lanes[0], float(values.max())
    if not largest > 0.0:
        return ()
    top = min(graph.best, graph.top)
    return (Path(columns(ANGLES, lane.place(values / largest * top)), "curve-dash-dot"),)


def choices(scene: PairScene) -> tuple[PlotChoice, ...]:
    """J alone, or beside the variance of all points."""
    document, is_on = scene.document, QUOTIENT in scene.document.curves
    return (
        PlotChoice("Curves", "J alone", document.with_curve("", (QUOTIENT,)), not is_on),
        PlotChoice(
            "Curves",
            "J beside the variance of all points, R",
            document.with_curve(QUOTIENT, (QUOTIENT,)),
            is_on,
        ),
    )


def _methods_at(scene: PairScene, angle: float, reach: float) -> tuple[str, ...]:
    """The names of the methods whose marker is at an angle."""
    lines = ((method, plane_line(fit)) for method, fit in scene.drawn)
    near = (
        method
        for method, line in lines
        if line is not None and abs(line.degrees % 180.0 - angle) <= reach
    )
    return tuple(label_of(method, scene.document.methods) for method in near)


def handles(scene: PairScene, moments: ClassMoments) -> tuple[Handle, ...]:
    """The trial line's marker; without a trial line the handle that makes one, and those of the
    methods, to start from.
    """
    trial, graph = scene.document.trial, curve(moments)
    if trial is not None:
        return (Handle(TRIAL, (trial.angle % 180.0, _height(moments, trial.angle)), "x"),)
    offered = Handle(TRIAL, (_offered_angle(scene, graph), graph.lanes[0].low), "x")
    method_handles = [
        Handle(f"{TRIAL}-{place.method.id}", (place.angle, place.height), "x")
        for place in _places(scene, moments)
    ]
    return (offered, *method_handles)


def drag(scene: PairScene, handle: str, position: tuple[float, float]) -> Document:
    """The document with the trial line turned to the angle of the handle.

    A new one starts on the line of the method it is pulled off, or in the middle of the points.
    """
    trial, angle = scene.document.trial, min(max(position[0], 0.0), 180.0)
    if trial is None:
        id = scene.document.selected if handle == TRIAL else handle.removeprefix(f"{TRIAL}-")
        fit = scene.fit(id)
        line = None if fit is None else plane_line(fit)
        centre = pivot_of(scene.document.dataset, scene.view)
        trial = (
            TrialLine(angle, (float(centre[0]), float(centre[1])))
            if line is None
            else trial_from(line, centre)
        )
    return replace(scene.document, trial=turned_to_axis(trial, angle))


FISHER_ANGLE = of_two_or_each(
    of_pair(
        Plot(
            "fisher-angle",
            "Fisher J over the angle",
            "Fisher's criterion for every direction of projection; drag a marker to turn a trial "
            "line, click the heading to see the variance of all points beside it; of more classes "
            "the methods are at the angle of the pair that is looked at",
            figure,
            drag,
            read,
            short="Fisher J",
            choices=choices,
            column=LEFT,
            group=DIRECTIONS,
        )
    ),
    fisher_many.figure,
    fisher_many.read,
)
