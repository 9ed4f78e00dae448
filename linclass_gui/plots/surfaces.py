"""Functions of two variables as surfaces in a box that can be turned: a kernel over the plane,
criteria over the weights.

A surface is a grid of quadrilaterals, painted from the back to the front, so that what is in front
hides what is behind.

The three quantities are first scaled to [-1, 1].  With turn t and tilt e the viewer looks from d =
(sin t cos e, -cos t cos e, sin e); r = (cos t, sin t, 0) runs to the right and u = (-sin t sin e,
cos t sin e, cos e) upwards.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product

import numpy as np

from solvers import Fit, Floats

from ..answers.contours import grid_points
from ..markup.numbers import number, offset, short_coefficient, significant
from ..scene.document import Document
from ..scene.feature_view import FeatureView
from ..scene.marks import Area, Axis, Dots, Figure, Mark, Off, Path, Point, Text, Words
from ..scene.memo import memo
from ..scene.scene import Scene
from ..scene.view import View
from .axes import sentence
from .feature_grid import extent_of
from .landscapes import heights, landscape

CORNERS = np.array(list(product((-1.0, 1.0), repeat=3)))
EDGES = [
    (a, b) for a, b in combinations(range(8), 2) if np.abs(CORNERS[a] - CORNERS[b]).sum() == 2.0
]
# from the box to the names of its axes, and from the middles of the edges outwards
BELOW, AWAY = 0.06, 0.2
# of an edge from its end to the middle of the number there, so that numbers of two edges stand
# apart at a corner
INWARDS = 0.06
# the same of the ends at which the first two axes meet: their numbers would read as one
MEETING = 0.17
SHORT = 0.6  # an edge that is seen shorter has no numbers: there would be nothing to read off
CELLS = 26  # along each side
# a function that varies less than this part of its size is flat, and gets a box one unit high
FLAT = 1e-9
WIDE, LOW, HIGH = 1.66, -2.2, 1.75  # how far a box and its words reach in any position
APART = 1.75  # half the distance of two boxes
FULL_TURN = 240.0  # degrees for a drag over the whole width, and half of that over the height
NO_VALUES = "The function has no values here that could be drawn."


def _end_text(value: float, span: float) -> str:
    """An end of an axis to a hundredth of its length or finer."""
    decimals = max(0, 1 - math.floor(math.log10(span)))
    return number(value, decimals) if decimals <= 3 and abs(value) < 1e5 else significant(value, 2)


def _pair(place: Floats) -> Point:
    x, y = place.tolist()
    return x, y


@dataclass(frozen=True, eq=False)
class TurnedBox:
    """The box ``low <= z <= high`` (both (3,)), seen as ``view`` says."""

    low: Floats
    high: Floats
    view: FeatureView

    @cached_property
    def basis(self) -> Floats:
        """Rows: to the right, upwards, towards the viewer."""
        t, e = math.radians(self.view.turn), math.radians(self.view.tilt)
        right = (math.cos(t), math.sin(t), 0.0)
        up = (-math.sin(t) * math.sin(e), math.cos(t) * math.sin(e), math.cos(e))
        return np.array(
            [right, up, (math.sin(t) * math.cos(e), -math.cos(t) * math.cos(e), math.sin(e))]
        )

    @cached_property
    def extent(self) -> Point:
        """How far the picture of the box reaches to each side, and up and down."""
        reach = np.abs(self.basis[:2]).sum(axis=1)
        return float(reach[0]), float(reach[1])

    def in_units_of_box(self, Z: Floats) -> Floats:
        """Points (k, 3) in the units of the box."""
        place: Floats = (2.0 * Z - self.low - self.high) / (self.high - self.low)
        return place

    def seen(self, Z: Floats) -> Floats:
        """Points (k, 3) as they are seen (k, 2)."""
        return self.in_units_of_box(Z) @ self.basis[:2].T

    def inside(self, Z: Floats) -> Floats:
        """The points of a line, those outside of the box as gaps."""
        is_inside = np.logical_and.reduce(np.abs(self.in_units_of_box(Z)) <= 1.0 + 1e-9, axis=1)
        return np.where(is_inside[:, None], Z, np.nan)

    def corners(self, w: Floats, level: float) -> Floats:
        """The corners (k, 3), scaled, of the part of ``<w, z - middle> + level = 0`` in the box, in
        their order round it.
        """
        f = CORNERS @ (0.5 * w * (self.high - self.low)) + level
        places = [
            CORNERS[a] + f[a] / (f[a] - f[b]) * (CORNERS[b] - CORNERS[a])
            for a, b in EDGES
            if (f[a] > 0.0) != (f[b] > 0.0)
        ]
        if len(places) < 3:
            return np.empty((0, 3))
        corners = np.array(places)
        offsets = corners - corners.mean(axis=0)
        along = np.linalg.svd(offsets)[2][:2]
        ordered: Floats = corners[np.argsort(np.arctan2(*(offsets @ along.T).T))]
        return ordered

    def cut(self, w: Floats, level: float) -> Floats:
        """The same as it is seen (k, 2); (0, 2) where the plane misses the box."""
        return self.corners(w, level) @ self.basis[:2].T

    def faces_viewer(self, w: Floats) -> bool:
        """Whether the positive side of a plane with the normal w is the nearer one."""
        return float((w * (self.high - self.low)) @ self.basis[2]) >= 0.0

    def frame(self, names: Sequence[str]) -> list[Mark]:
        """The edges behind, the three that carry the axes, and the words at these."""
        nearest = int(np.argmax(CORNERS @ self.basis[2]))
        rest = np.array(
            [[CORNERS[a], CORNERS[b]] for a, b in EDGES if nearest not in (a, b)]
        ).reshape(-1, 3)
        axes = np.array([self._axis(k) for k in range(3)])
        marks: list[Mark] = [
            self._edges(rest, "base-line"),
            self._edges(axes.reshape(-1, 3), "axis"),
        ]
        return marks + self._names(names, axes)

    def _names(self, names: Sequence[str], axes: Floats) -> list[Mark]:
        """The third one along its edge; of the other two one to the left below the box and one to
        the right.

        They keep clear of the box and of each other in any position; numbers come after them, where
        there is room.
        """
        middles = axes.mean(axis=1) @ self.basis[:2].T
        below = float((CORNERS @ self.basis[1]).min()) - BELOW
        is_first_left = middles[0, 0] < middles[1, 0]
        left, right = (0, 1) if is_first_left else (1, 0)
        return [
            Text((float(middles[left, 0]) - AWAY, below), names[left], "axis-label", "top-left"),
            Text((float(middles[right, 0]) + AWAY, below), names[right], "axis-label", "top-right"),
            Text(
                (float(middles[2, 0]), float(middles[2, 1])),
                names[2],
                "axis-label",
                "bottom",
                (0.0, 3.0),
                (0.0, 1.0),
            ),
        ]

    def numbers(self) -> tuple[Words, ...]:
        """The values at both ends of each axis, outside of the box, where there is room; a short
        edge has none.
        """
        words: list[Words] = []
        for k in range(3):
            ends = self._axis(k) @ self.basis[:2].T
            if float(np.hypot(*(ends[1] - ends[0]))) < SHORT:
                continue
            way, span = self._outwards(ends), float(self.high[k] - self.low[k])
            for place, value in ((0, float(self.low[k])), (1, float(self.high[k]))):
                meets = k < 2 and place == int(self.basis[2, k] > 0.0)
                inwards = MEETING if meets else INWARDS
                middle = ends[place] + inwards * (ends[1 - place] - ends[place])
                words.append(
                    Words(
                        (_end_text(value, span),),
                        Off(_pair(middle), way),
                        "tick",
                        id=("end", k, place),
                        needed=False,
                    )
                )
        return tuple(words)

    @staticmethod
    def _outwards(ends: Floats) -> Point:
        """Across an edge as it is seen, away from the middle of the box."""
        along, middle = ends[1] - ends[0], ends.mean(axis=0)
        way = np.array([along[1], -along[0]])
        return _pair(way if float(way @ middle) >= 0.0 else -way)

    def _edges(self, ends: Floats, role: str) -> Path:
        return Path(ends @ self.basis[:2].T, role, joined="pairs")

    def _axis(self, k: int) -> Floats:
        """The edge that carries an axis: of the first two the lower one in front, of the third one
        the left one.
        """
        ends = np.full((2, 3), -1.0)
        if k == 2:
            corner = min(
                product((-1.0, 1.0), repeat=2), key=lambda c: float(np.array(c) @ self.basis[0, :2])
            )
            ends[:, :2] = corner
        else:
            ends[:, 1 - k] = 1.0 if self.basis[2, 1 - k] > 0.0 else -1.0
        ends[1, k] = 1.0
        return ends


@memo
def kernel_figure(fit: Fit, row: int, view: FeatureView) -> Figure:
    """``k(x_0, x)`` over the plane, x_0 a training point."""
    kernel, X = fit.problem.kernel, fit.problem.X
    assert kernel is not None
    low, high = extent_of(X)
    start = X[row : row + 1]
    xs, ys = (
        _grid_lines(*ends)
        for ends in zip(low.tolist(), high.tolist(), start[0].tolist(), strict=True)
    )
    places = grid_points(xs, ys)
    values = kernel.gram(start, places).reshape(len(ys), len(xs))
    top = np.column_stack([start, kernel.diagonal(start)[:, None]])
    formula = kernel.written.replace("x_i", "x_0").replace("u_i", "u_0").replace("x_{i", "x_{0")
    # a heading is one line high
    formula = re.sub(r"\\frac\{([^{}]+)\}\{([^{}]+)\}", r"\1/(\2)", formula)
    heading = (
        f"$k(x_0, x) = {formula}$",
        f"$x_0$ = ({', '.join(significant(float(c), 2) for c in start[0])})",
    )
    # From 0, so that kernels of several widths beside each other have one scale.
    box = _surface_box(xs, ys, np.append(values, 0.0), view)
    marks = _surface_marks(xs, ys, values, ("$x_1$", "$x_2$", "$k$"), box, top)
    return _surface_figure(marks, WIDE, heading, box.numbers() if marks else ())


@memo
def criteria_figure(fit: Fit, plane: View, view: FeatureView) -> Figure:
    """What the method minimises over ``(w_1, w_2)`` at its b, a bowl where it is convex, and beside
    it the number of errors.
    """
    w = np.asarray(fit.w)
    xs, ys = (
        _grid_lines(*ends)
        for ends in ((plane.x0, plane.x1, float(w[0])), (plane.y0, plane.y1, float(w[1])))
    )
    marks: list[Mark] = []
    titles = []
    for choice, shift in (("own", -APART), ("errors", APART)):
        criterion = landscape(fit, choice)
        values = heights(criterion, fit.problem.Phi, fit.problem.y, fit.b, xs, ys)
        box, names = _surface_box(xs, ys, values, view), ("$w_1$", "$w_2$", "")
        marks += _shift_marks(_surface_marks(xs, ys, values, names, box, _top(fit, choice)), shift)
        titles.append(criterion.words)
    height = [f"at $b$ = {short_coefficient(offset(fit), 3)}"] if fit.method.has_offset else []
    heading = (f"left: {titles[0]}", f"right: {titles[1]}", *height)
    return _surface_figure(marks, WIDE + APART, heading)


def _top(fit: Fit, choice: str) -> Floats:
    """The answer on its surface (1, 3)."""
    w = np.asarray(fit.w)
    height = heights(landscape(fit, choice), fit.problem.Phi, fit.problem.y, fit.b, w[:1], w[1:])
    return np.column_stack([w[None], height])


def _grid_lines(low: float, high: float, value: float) -> Floats:
    """The lines of a grid, one of them through the place of the dot, so that the surface goes
    through it.
    """
    lines = np.linspace(low, high, CELLS + 1)
    if low < value < high:
        lines[1 + int(np.argmin(np.abs(lines[1:-1] - value)))] = value
    return lines


def _surface_figure(
    marks: Iterable[Mark], wide: float, heading: tuple[str, ...], words: tuple[Words, ...] = ()
) -> Figure:
    visible_marks = tuple(marks)
    x, y = Axis(-wide, wide, visible=False), Axis(LOW, HIGH, visible=False)
    return (
        Figure(x, y, visible_marks, heading=heading, words=words)
        if visible_marks
        else sentence(NO_VALUES)
    )


def _surface_marks(
    xs: Floats,
    ys: Floats,
    values: Floats,
    names: tuple[str, str, str],
    box: TurnedBox,
    top: Floats,
) -> list[Mark]:
    """The box, the surface ``values[i, j]`` at ``(xs[j], ys[i])``, and a dot on it; nothing where
    the values are no numbers.
    """
    if not np.isfinite(values).all():
        return []
    Z = np.stack([*np.meshgrid(xs, ys), values], axis=-1)
    places = box.seen(Z.reshape(-1, 3)).reshape(*values.shape, 2)
    quads = np.stack(
        [places[:-1, :-1], places[:-1, 1:], places[1:, 1:], places[1:, :-1]], axis=2
    ).reshape(-1, 4, 2)
    # On a grid the order along the floor is the order of depth: a nearer cell never lies behind.
    floor = box.in_units_of_box(Z.reshape(-1, 3))[:, :2] @ box.basis[2, :2]
    depth = floor.reshape(values.shape)
    near = (depth[:-1, :-1] + depth[:-1, 1:] + depth[1:, 1:] + depth[1:, :-1]).ravel()
    cells = [Area(quads[k], "surface") for k in np.argsort(near, kind="stable").tolist()]
    return [*box.frame(names), *cells, Dots(box.seen(top), "marker")]


def _surface_box(xs: Floats, ys: Floats, values: Floats, view: FeatureView) -> TurnedBox:
    """The box about a surface."""
    low, high = float(values.min()), float(values.max())
    room = 0.0 if high - low > FLAT * max(abs(low), abs(high)) else 0.5
    return TurnedBox(
        np.array([xs[0], ys[0], low - room]),
        np.array([xs[-1], ys[-1], high + room]),
        view,
    )


def _shift_marks(marks: Iterable[Mark], shift: float) -> list[Mark]:
    """The marks of a box further to the right."""
    moved: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Text):
            moved.append(replace(mark, at=(mark.at[0] + shift, mark.at[1])))
        elif isinstance(mark, Path | Area | Dots):
            moved.append(replace(mark, xy=mark.xy + np.array([shift, 0.0])))
    return moved


def turn_boxes(scene: Scene, start: Point, position: Point) -> Document:
    """The document after a drag over the picture, which turns its boxes."""
    view = scene.document.feature_view
    turn = view.turn + FULL_TURN * (start[0] - position[0]) / (2.0 * WIDE)
    tilt = view.tilt + 0.5 * FULL_TURN * (start[1] - position[1]) / (HIGH - LOW)
    return replace(scene.document, feature_view=view.turn_by(turn, tilt))
