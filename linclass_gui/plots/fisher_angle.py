"""Fisher's criterion J over the angle of the projection axis, the scatter between the classes
against the scatter within them, with every straight method at the angle of its w.

Of two classes it is ``J(u) = <u, m+ - m->^2 / <u, C_W u>``.  Of more it is
``J(u) = <u, C_B u> / <u, C_W u>`` with ``C_B = sum n_k (m_k - m)(m_k - m)'`` (of two n+ n-/n times
as much), whose stationary values are the eigenvalues of ``C_B w = lambda C_W w``, at the angles of
the discriminant directions.  A method has a line for each pair of classes: of the pair that is
looked at, w has its J, that of all classes.

J and its two parts have scales of their own, in lanes above each other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats
from solvers.moments import ClassMoments
from solvers.problem import OUT_OF_RANGE

from ..answers.decision import plane_line
from ..answers.method_labels import label_of
from ..answers.trial_line import pivot_of, trial_from, turned_to_axis
from ..markup.numbers import criterion_number, fixed_number, number
from ..scene.document import Document, TrialLine
from ..scene.marks import Axis, Dots, Figure, Handle, Listed, Marker, Path, Point, Reading, Words
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import PairScene, Scene
from ..scene.shapes import class_moments_of, moments_of
from .axes import PlotChoice, beside, columns, curve_choices, sentence, vertical
from .fisher_curve import ANGLES, Curve, curve
from .plot import DIRECTIONS, LEFT, Plot, either, has_more_classes, of_pair

X_AXIS = Axis(0.0, 180.0, "angle", (0.0, 45.0, 90.0, 135.0, 180.0), "°")
HEIGHTS = Axis(0.0, 1.0, "$J$", visible=False)
NO_SCATTER = "J is unbounded at every angle: within the classes nothing varies."
NO_CLASSES = "Fisher's criterion needs points of two classes at least."
NO_POINTS = "Fisher's criterion needs at least one point of each class."
TRIAL, QUOTIENT = "trial", "quotient"  # a handle, and a curve drawn on demand
LISTED_FROM = 3  # so many methods are named in a list
LARGEST = 1e300  # of a scatter: beyond, sums and products of its entries overflow


@dataclass(frozen=True, eq=False)
class MethodAngle:
    """The place of a straight method: the angle of its w in [0, 180), and J there with its height
    in the plot.
    """

    method: MethodInUse
    angle: float
    J: float
    height: float


@memo
def _places(scene: PairScene, graph: Curve) -> tuple[MethodAngle, ...]:
    """The methods of a scene with a line, in the order of the list."""
    fits, places = {method.id: fit for method, fit in scene.drawn}, []
    for method in scene.document.methods:
        line = plane_line(fits[method.id]) if method.id in fits else None
        if line is not None:
            angle = line.degrees % 180.0
            J = graph.value_at(angle)
            places.append(MethodAngle(method, angle, J, graph.height(J)))
    return tuple(places)


def figure(scene: PairScene) -> Figure:
    """J of two classes and its two parts, the maximum in the heading, a marker for each straight
    method with its J, and the trial line.
    """
    of_two, trial = moments_of(scene.document.dataset), scene.document.trial
    graph = _curve_of_two(of_two)
    if of_two is None or graph is None:
        return sentence(NO_POINTS if of_two is None else _missing(of_two))
    picture = _with_methods(scene, scene, graph)
    heading, marks, markers = [*_maximum(graph)], picture.marks, picture.markers
    if trial is not None:
        angle = trial.angle % 180.0
        J = graph.value_at(angle)
        markers = (Marker((angle, graph.height(J)), "trial-handle"), *markers)
        marks = (*marks, *_vertical(angle, "trial-threshold"))
        heading.append(f"{number(angle, 0)}°: $J$ = {criterion_number(J)}")
    if QUOTIENT in scene.document.curves:
        values = quotient(of_two, ANGLES)
        marks = (*marks, *_quotient_curve(of_two, graph))
        heading.append(f"variance $R$ largest at {number(float(ANGLES[int(values.argmax())]), 0)}°")
    return replace(
        picture,
        marks=marks,
        handles=_handles(scene, graph),
        heading=tuple(heading),
        markers=markers,
    )


def figure_of_many(scene: Scene) -> Figure:
    """J of more classes with a marker at each discriminant direction, and one for each straight
    method at the angle of the pair that is looked at.
    """
    classes = class_moments_of(scene.document.dataset)
    graph = curve(classes)
    if classes is None or graph is None:
        return sentence(NO_CLASSES if classes is None or classes.K < 2 else NO_SCATTER)
    places = list(zip(graph.values, graph.angles, strict=True))[: classes.K - 1]
    picture = _with_methods(scene, scene.pair_or_nothing, graph)
    markers = tuple(
        Marker((angle, graph.height(value)), "marker", emphasis=k == 0)
        for k, (value, angle) in enumerate(places)
    )
    heading = tuple(
        f"$λ_{k}$ = {criterion_number(value)} at {number(angle, 1)}°"
        if math.isfinite(value)
        else f"unbounded at {number(angle, 1)}°"
        for k, (value, angle) in enumerate(places, 1)
    )
    return replace(
        picture,
        marks=(*picture.marks, *_vertical(graph.angles[0], "pointer")),
        heading=(*(scene.pair_heading if picture.markers else ()), *heading),
        markers=(*markers, *picture.markers),
        words=(*_names_of_values(graph, len(places)), *picture.words),
    )


def _with_methods(scene: Scene, pair: PairScene, graph: Curve) -> Figure:
    """The curves, and the straight methods of a pair at their angles, under their names in the
    whole document.
    """
    places = _places(pair, graph)
    return Figure(
        X_AXIS,
        HEIGHTS,
        graph.paths,
        grid=True,
        lanes=graph.lanes,
        words=_names(scene.document, places),
        markers=tuple([_marker(place, graph, scene) for place in places]),
    )


@memo
def _names(document: Document, places: tuple[MethodAngle, ...]) -> tuple[Words, ...]:
    """J of each method at its dot after its name, the number alone where lines have no names; from
    three methods on in a list, the largest first.
    """
    methods = {method.id: method for method in document.methods}  # as they are with all classes
    named_places = [
        (place, label_of(methods[place.method.id], document.methods) if document.names else "")
        for place in places
    ]
    if len(places) < LISTED_FROM or not document.names:
        return tuple(_value(place, name, document) for place, name in named_places)
    rows = sorted((pair for pair in named_places if pair[1]), key=lambda pair: -pair[0].J)
    home = Listed(
        tuple(("marker", document.slot_of(place.method)) for place, _ in rows),
        tuple(criterion_number(place.J) for place, _ in rows),
    )
    return (Words(tuple(name for _, name in rows), home, "name", id="J"),)


def _value(place: MethodAngle, name: str, document: Document) -> Words:
    """The name of a method with its J; the number is left out first."""
    value = f"$J$ = {criterion_number(place.J)}"
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


@memo
def _names_of_values(graph: Curve, count: int) -> tuple[Words, ...]:
    """The names of the stationary values at their dots."""
    places = list(zip(graph.values, graph.angles, strict=True))[:count]
    names = [(f"$λ_{k}$", angle, value) for k, (value, angle) in enumerate(places, 1)]
    return tuple(
        Words((name,), beside(angle, graph.height(value)), "name", id=name)
        for name, angle, value in names
    )


def _missing(of_two: ClassMoments) -> str:
    """Why there is no curve, or empty."""
    (a, b), (_, c) = of_two.within.tolist()
    if not max(abs(a), abs(b), abs(c)) < LARGEST:
        return OUT_OF_RANGE
    return "" if a or b or c else NO_SCATTER


def _curve_of_two(of_two: ClassMoments | None) -> Curve | None:
    return None if of_two is None or _missing(of_two) else curve(of_two, is_pair=True)


def _maximum(graph: Curve) -> tuple[str, ...]:
    best, angle = graph.values[0], number(graph.angles[0], 1)
    if best == 0.0:
        return "$J$ = 0 at every angle:", "the class means coincide"
    if not math.isfinite(best):
        return (f"$J$ is unbounded at {angle}°",)
    cut = " (cut off)" if best > graph.top else ""
    return (f"$J$ = {criterion_number(best)} at {angle}°{cut}",)


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
def _vertical(angle: float, role: str) -> tuple[Path]:
    return (Path(vertical(angle, 0.0, 1.0), role),)


def _offer_handle(scene: PairScene, graph: Curve) -> tuple[Dots, ...]:
    """The handle that makes a trial line when it is dragged, at the foot of J; it is seen while the
    pointer is in the plot.
    """
    if scene.document.trial is not None:
        return ()
    foot = (_offered_angle(scene, graph), graph.lanes[0].low)
    return (Dots(np.array([foot]), "trial-handle", grip=True),)


def _offered_angle(scene: PairScene, graph: Curve) -> float:
    """The angle of the selected method; of the maximum where that has no line."""
    line = plane_line(scene.selected_fit)
    return graph.angles[0] if line is None else line.degrees % 180.0


def read(scene: PairScene, position: Point, reach: Point) -> Reading | None:
    """J and its parts at an angle, and the methods that project along it."""
    of_two = moments_of(scene.document.dataset)
    graph = _curve_of_two(of_two)
    if of_two is None or graph is None:
        return None
    angle = min(max(position[0], 0.0), 180.0)
    near = (place for place in _places(scene, graph) if abs(place.angle - angle) <= reach[0])
    names = tuple(label_of(place.method, scene.document.methods) for place in near)
    if QUOTIENT in scene.document.curves:
        variance = float(quotient(of_two, np.array([angle]))[0])
        names = (f"$R$ = {fixed_number(variance)}, the variance of all", *names)
    reading = graph.reading(angle, names)
    return replace(reading, marks=(*reading.marks, *_offer_handle(scene, graph)))


def read_of_many(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """J of more classes and its parts at an angle."""
    graph = curve(class_moments_of(scene.document.dataset))
    return None if graph is None else graph.reading(position[0])


def quotient(moments: ClassMoments, degrees: Floats) -> Floats:
    """Rayleigh's quotient ``R(w) = <w, C w>/(n ||w||^2)`` of the scatter C of all points: the
    variance along w, which does not know the classes; its largest value is that of the first
    principal component.
    """
    u = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    values: Floats = (u * (moments.total @ u)).sum(axis=0) / moments.n
    return values


@memo
def _quotient_curve(of_two: ClassMoments, graph: Curve) -> tuple[Path, ...]:
    """R in the lane of J, in units of its largest value, which reaches to the largest J drawn."""
    values = quotient(of_two, ANGLES)
    lane, largest = graph.lanes[0], float(values.max())
    if not largest > 0.0:
        return ()
    top = min(graph.values[0], graph.top)
    return (Path(columns(ANGLES, lane.place(values / largest * top)), "curve-dash-dot"),)


def choices(scene: PairScene) -> tuple[PlotChoice, ...]:
    """J alone, or beside the variance of all points."""
    titles = {"": "J alone", QUOTIENT: "J beside the variance of all points, R"}
    return curve_choices(scene.document, "Curves", titles)


def _handles(scene: PairScene, graph: Curve) -> tuple[Handle, ...]:
    """The trial line's marker; without a trial line the handle that makes one, and those of the
    methods, to start from.
    """
    trial = scene.document.trial
    if trial is not None:
        height = graph.height(graph.value_at(trial.angle))
        return (Handle(TRIAL, (trial.angle % 180.0, height), "x"),)
    offered = Handle(TRIAL, (_offered_angle(scene, graph), graph.lanes[0].low), "x")
    method_handles = [
        Handle(f"{TRIAL}-{place.method.id}", (place.angle, place.height), "x")
        for place in _places(scene, graph)
    ]
    return (offered, *method_handles)


def drag(scene: PairScene, handle: str, position: Point) -> Document:
    """The document with the trial line turned to the angle of the handle.

    A new one starts on the line of the method it is pulled off, or in the middle of the points.
    """
    trial, angle = scene.document.trial, min(max(position[0], 0.0), 180.0)
    if trial is None:
        id = scene.document.selected if handle == TRIAL else handle.removeprefix(f"{TRIAL}-")
        fit = scene.fit(id)
        line = plane_line(fit)
        centre = pivot_of(scene.document.dataset, scene.view)
        trial = (
            TrialLine(angle, (float(centre[0]), float(centre[1])))
            if line is None
            else trial_from(line, centre)
        )
    return replace(scene.document, trial=turned_to_axis(trial, angle))


OF_TWO = of_pair(
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
)
OF_MANY = replace(OF_TWO, figure=figure_of_many, read=read_of_many, drag=None, choices=None)
FISHER_ANGLE = either(has_more_classes, OF_MANY, OF_TWO)
