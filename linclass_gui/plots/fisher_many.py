"""Fisher's criterion of K classes over the angle, a curve beside that of two: theirs differs by the
factor n+ n-/n and has no eigenvalues.  The lanes are those of both.

It is the scatter between the class means against the scatter within the classes,
``J(u) = <u, C_B u> / <u, C_W u>`` with ``C_B = sum n_k (m_k - m)(m_k - m)'``.  Its stationary
values are the eigenvalues of ``C_B w = lambda C_W w``; in the plane the larger one is the maximum,
and both stand at the angles of the discriminant directions.  A method has a line for each pair of
classes: of the pair that is looked at, w has its J, that of all classes.  Below J are its numerator
and its denominator as thin strips, each of a scale of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats
from solvers.arrays import locked
from solvers.moments import COORDINATE_ROUNDING, MEAN_ROUNDING, ClassMoments

from ..answers.decision import PlaneLine, plane_line
from ..answers.method_labels import label_of
from ..markup.numbers import criterion_number, fixed_number, number
from ..scene.marks import Axis, Entry, Figure, Lane, Mark, Marker, Path, Reading, Words
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import PairScene, Scene
from ..scene.shapes import class_moments
from .axes import (
    beside,
    columns,
    named_at_end,
    names_at,
    reading_at,
    sentence,
    stack_lanes,
    upper_end,
    vertical,
)

X_AXIS = Axis(0.0, 180.0, "angle", (0.0, 45.0, 90.0, 135.0, 180.0), "°")
HEIGHTS = Axis(0.0, 1.0, "$J$", visible=False)
ANGLES = locked(np.linspace(0.0, 180.0, 361))
# J is drawn up to this multiple of its upper quartile: next to a pole everything else would be flat
CLIP = 40.0
HEADROOM = 1.25  # above the maximum the markers and their names have room
# the steps in which the ends of the axes move, about: J fills its lane, and its axis changes only
# when it must
ENDS = 12
NAMES = ("$J$", "between", "within")
WEIGHTS = (3.0, 1.0, 1.0)  # the heights of the lanes of J, of its numerator and of its denominator
NO_SCATTER = "J is unbounded at every angle: within the classes nothing varies."
EIGEN_ROUNDING = 1e-14  # of the largest singular value: what computing it leaves of one that is 0
NO_CLASSES = "Fisher's criterion needs points of two classes at least."


@dataclass(frozen=True, eq=False)
class Lanes:
    """J at ``ANGLES`` with its parts, and a lane for each of the three."""

    J: Floats
    between: Floats
    within: Floats
    lanes: tuple[Lane, ...]

    @property
    def top(self) -> float:
        """The largest J that is drawn."""
        return self.lanes[0].axis.high

    def height(self, J: float) -> float:
        """The height of a value of J: the top of its lane where the curve is cut off, the foot
        where J is not defined.
        """
        lane = self.lanes[0]
        if math.isnan(J):
            return lane.low
        axis = lane.axis
        return lane.low + (min(J, axis.high) - axis.low) * (lane.high - lane.low) / (
            axis.high - axis.low
        )

    def reading(
        self, angle: float, values: tuple[Floats, Floats, Floats], more: tuple[str, ...] = ()
    ) -> Reading:
        """The reading at an angle: J, its numerator and its denominator there, each an array of one
        value.
        """
        J, *parts = values
        lines = [f"{number(angle, 1)}°", f"$J$ = {criterion_number(float(J[0]))}"]
        lines += [
            f"{name} {fixed_number(float(value[0]))}"
            for name, value in zip(NAMES[1:], parts, strict=True)
        ]
        heights = (
            self.height(float(J[0])),
            *(float(lane.place(v)[0]) for lane, v in zip(self.lanes[1:], parts, strict=True)),
        )
        return reading_at(angle, (0.0, 1.0), heights, (*lines, *more))

    def paths(self) -> tuple[Mark, ...]:
        """The three curves, J last (on top)."""
        J = np.where(self.top >= self.J, self.J, np.nan)
        parts = ((self.between, "curve-thin"), (self.within, "curve-dashed"), (J, "curve"))
        lanes = (*self.lanes[1:], self.lanes[0])
        return tuple(
            [
                Path(columns(ANGLES, lane.place(values)), role)
                for lane, (values, role) in zip(lanes, parts, strict=True)
            ]
        )


def lanes_of(J: Floats, between: Floats, within: Floats, best: float) -> tuple[Lane, ...]:
    """The lanes of three curves; ``best`` is the maximum of J, which may be infinite."""
    finite = J[np.isfinite(J)]
    limit = CLIP * float(np.sort(finite)[3 * len(finite) // 4]) if len(finite) else 1.0
    largest = (HEADROOM * min(best, limit), float(between.max()), float(within.max()))
    ends = [upper_end(value, ENDS)[0] for value in largest]
    # Each strip has a scale of its own, said at half its height where that has room.
    ticks: tuple[tuple[float, ...] | None, ...] = (
        None,
        *((0.5 * end, end) for end in ends[1:]),
    )
    lanes = stack_lanes(
        [
            Axis(0.0, end, name, lane_ticks)
            for name, end, lane_ticks in zip(NAMES, ends, ticks, strict=True)
        ],
        WEIGHTS,
    )
    return tuple(
        named_at_end(lane, np.minimum(values, lane.axis.high))
        for lane, values in zip(lanes, (J, between, within), strict=True)
    )


@dataclass(frozen=True, eq=False)
class ManyCurve(Lanes):
    """The curve with its two scatters and its stationary values (falling), each with its angle."""

    scatters: tuple[Floats, Floats]
    values: tuple[float, ...]
    angles: tuple[float, ...]

    def value_at(self, degrees: float) -> float:
        """J at one angle."""
        return float(ratio(*self.scatters, np.array([degrees]))[0][0])


def _forms(matrix: Floats, radians: Floats) -> Floats:
    c, s = np.cos(radians), np.sin(radians)
    values: Floats = matrix[0, 0] * c * c + 2.0 * matrix[0, 1] * c * s + matrix[1, 1] * s * s
    return np.maximum(values, 0.0)


def ratio(between: Floats, within: Floats, degrees: Floats) -> tuple[Floats, Floats, Floats]:
    """J, its numerator and its denominator at some angles."""
    numerator, denominator = (
        _forms(between, np.radians(degrees)),
        _forms(within, np.radians(degrees)),
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        return numerator / denominator, numerator, denominator


@memo
def curve(classes: ClassMoments | None) -> ManyCurve | None:
    """The curve of some classes, None where there is none."""
    with np.errstate(over="ignore", invalid="ignore"):  # far out scatters are infinite
        return _curve(classes) if classes is not None and classes.K > 1 else None


def _curve(classes: ClassMoments) -> ManyCurve | None:
    # sqrt(n_k) (m_k - m) (2, K): its singular values keep the digits that those of C_B, its square,
    # have lost.
    means = (classes.means - classes.mean).T * np.sqrt(classes.counts)
    between, within = means @ means.T, classes.within
    if not (np.isfinite(between).all() and np.isfinite(within).all() and within.any()):
        return None
    J, numerator, denominator = ratio(between, within, ANGLES)
    reach = math.sqrt(float(np.trace(within + between)))  # no point lies further out
    coordinates = COORDINATE_ROUNDING * float(np.hypot(*classes.centre))
    values, angles = _stationary(
        within, means, math.sqrt(classes.n) * (coordinates + MEAN_ROUNDING * reach)
    )
    lanes = lanes_of(J, numerator, denominator, values[0])
    return ManyCurve(J, numerator, denominator, lanes, (between, within), values, angles)


def _stationary(
    within: Floats, means: Floats, rounding: float
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The eigenvalues of ``C_B w = lambda C_W w``, falling, with the angles of their directions in
    degrees.

    In the plane they are the ends of J over the angle: of ``tan`` of the angle a quadratic
    equation; solved here by whitening the ``means (2, K)`` whose square C_B is, infinite along a
    direction in which nothing varies within the classes.  A singular value within the ``rounding``
    of the means counts as 0: the means lie on a line.
    """
    spread, axes = np.linalg.eigh(within)
    if spread[0] <= 1e-13 * spread[1]:
        empty, full = axes.T
        if float(np.linalg.norm(empty @ means)) > rounding:
            return (math.inf,), (_degrees(empty),)
        # all points on a line: J is the same along every direction but the one across it
        best = float(np.linalg.norm(full @ means)) ** 2 / float(spread[1]) if spread[1] > 0 else 0.0
        return (best,), (_degrees(full),)
    white = axes / np.sqrt(spread)
    vectors, lengths, _ = np.linalg.svd(white.T @ means, full_matrices=False)
    lengths[lengths <= rounding / math.sqrt(spread[0]) + EIGEN_ROUNDING * lengths[0]] = 0.0
    directions = white @ vectors
    return tuple(float(length**2) for length in lengths), tuple(
        _degrees(directions[:, k]) for k in range(2)
    )


def _degrees(w: Floats) -> float:
    return math.degrees(math.atan2(float(w[1]), float(w[0]))) % 180.0


@memo
def straight(scene: PairScene) -> tuple[tuple[MethodInUse, PlaneLine], ...]:
    """The methods with a line, in the order of the list."""
    fits = {method.id: fit for method, fit in scene.drawn}
    lines: list[tuple[MethodInUse, PlaneLine]] = []
    for method in scene.document.methods:
        fit = fits.get(method.id)
        line = None if fit is None else plane_line(fit)
        if line is not None:
            lines.append((method, line))
    return tuple(lines)


def figure(scene: Scene) -> Figure:
    """J and its two parts, with a marker at each discriminant direction, and one for each straight
    method at the angle of the pair that is looked at.
    """
    classes = class_moments(scene)
    graph = curve(classes)
    if classes is None or graph is None:
        return sentence(NO_CLASSES if classes is None or classes.K < 2 else NO_SCATTER)
    count = min(len(graph.values), classes.K - 1)
    places = list(zip(graph.values, graph.angles, strict=True))[:count]
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
    picture = Figure(X_AXIS, HEIGHTS, _marks(graph), grid=True, lanes=graph.lanes)
    lines = straight(scene.pair_or_nothing)
    return replace(
        picture,
        heading=(*(scene.pair_heading if lines else ()), *heading),
        markers=(*markers, *(_marker_of(scene, graph, *line) for line in lines)),
        words=(
            *_names_of_values(graph, count),
            *(_value_of(scene, graph, *line) for line in lines),
        ),
        gliding=scene.base is not None,
    )


def _marker_of(scene: Scene, graph: ManyCurve, method: MethodInUse, line: PlaneLine) -> Marker:
    angle = line.degrees % 180.0
    return Marker(
        (angle, graph.height(graph.value_at(angle))),
        "marker",
        scene.document.slot_of(method),
        method.id == scene.document.selected,
        method.id in scene.stale,
        graph.lanes[0].low,
    )


def _value_of(scene: Scene, graph: ManyCurve, method: MethodInUse, line: PlaneLine) -> Words:
    """The name of a method with its J; the number is left out first."""
    document, angle = scene.document, line.degrees % 180.0
    J = graph.value_at(angle)
    # the name that the method has with all classes
    whole_method = next(one for one in document.methods if one.id == method.id)
    name = label_of(whole_method, document.methods) if document.names else ""
    value = f"$J$ = {criterion_number(J)}"
    return Words(
        (f"{name} {value}".strip(),),
        beside(angle, graph.height(J)),
        "name",
        document.slot_of(method),
        id=("J", method.id),
        shorter=(name,) if name else (),
        sample="marker" if name else "",
    )


@memo
def _names_of_values(graph: ManyCurve, count: int) -> tuple[Words, ...]:
    """The names of the stationary values at their dots."""
    places = list(zip(graph.values, graph.angles, strict=True))[:count]
    return names_at(
        tuple(Entry(f"$λ_{k}$", "marker") for k in range(1, len(places) + 1)),
        tuple(beside(angle, graph.height(value)) for value, angle in places),
    )[1]


@memo
def _marks(graph: ManyCurve) -> tuple[Mark, ...]:
    return (
        *graph.paths(),
        *(Path(locked(vertical(angle, 0.0, 1.0)), "pointer") for angle in graph.angles[:1]),
    )


def read(scene: Scene, position: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """J and its parts at an angle."""
    graph = curve(class_moments(scene))
    if graph is None:
        return None
    angle = min(max(position[0], 0.0), 180.0)
    return graph.reading(angle, ratio(*graph.scatters, np.array([angle])))
