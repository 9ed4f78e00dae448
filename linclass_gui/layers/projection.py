"""The projection axis: a line along w beside the points, with the projected points and their
densities on it.

It lies where the picture has room: outside the points, below them rather than above, or where it
was dragged to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from solvers import Dataset, Fit, Floats
from solvers.arrays import Bools, locked
from solvers.moments import ClassMoments
from solvers.plane.geometry import clip_segments

from ..answers.decision import PlaneLine, plane_line, training_scores, trial_line
from ..answers.density import densities
from ..scene.document import AXIS_LAYER, Document, TrialLine
from ..scene.marks import Area, Dots, Handle, Mark, Marks, Path, Point
from ..scene.memo import memo
from ..scene.scene import PairScene, Scene
from ..scene.section import places
from ..scene.shapes import middle, moments_of
from ..scene.view import View
from . import swatches as sw
from .layer import Drawn, Layer, a_line, even_scales
from .pairs import of_one_pair, of_pairs

TICK = 7.0  # px: the length of a tick
# Of the shorter side of the picture: the highest density, the least that it may be, and how far
# from the points the axis lies.
HEIGHT, LEAST, BESIDE = 1.0 / 6.0, 1.0 / 12.0, 0.04
EDGE = 0.01  # from the edge of the picture, likewise
# parts of the way from the middle of the points to their outside, at which the axis may lie: as far
# out as there is room for
WAYS = tuple((np.arange(16, -1, -1) / 16.0).tolist())
# of the highest density: what is lower is not seen, or may leave the picture at its sides
FLAT, LOW = 0.004, 0.05
PROJECTORS = 120  # up to this many points have a segment to their projection
ROUNDS = 3  # in which a picture grows: hills grow with it
HANDLE = "projection-move"
NEAR_PX = 6.0  # dragged so near to its usual place, the axis is there again


def a_line_or_trial(scene: PairScene) -> str:
    """The same, or the trial line is in front."""
    return "" if scene.trial_in_front is not None else a_line(scene)


def draw_projection(scene: Scene) -> Drawn:
    """The axis of the trial line where that is in front, else of the selected straight method; of
    a pair of more classes it lies outside the points of all.
    """
    projected = _projection_of(scene)
    if projected is None:
        return ()
    marks = _marks(projected, scene.document.axis_at, scene.view, scene.pixel)
    return of_one_pair(marks, scene.pairs[0][0], scene)


PROJECTION = replace(
    of_pairs(
        Layer(
            AXIS_LAYER,
            "Projection axis",
            "The points and their densities along w; the ring moves the axis",
            draw_projection,
            needs=(a_line_or_trial, even_scales),
            in_the_way=True,
            swatch=(sw.line("projection-axis", (3, 3), (21, 13), arrow="end"),),
            place=10,
        )
    ),
    draw=draw_projection,
)


def handles(scene: Scene) -> tuple[Handle, ...]:
    """The ring at an end of the axis that is seen."""
    projected = _projection_of(scene)
    if projected is None:
        return ()
    base = _base(projected, scene.document.axis_at, scene.view)
    place = _handle_place(projected, base, scene.view)
    return () if place is None else (Handle(HANDLE, place, "both"),)


def drag(scene: Scene, handle: str, position: Point) -> Document:
    """The document with the axis through a position; near its usual place it is there again, and it
    goes no further out than its hills have room.
    """
    projected = _projection_of(scene)
    if projected is None:
        return scene.document
    offset = projected.offset_of(position)
    usual = _base(projected, None, scene.view).offset
    if abs(offset - usual) <= NEAR_PX * scene.pixel:
        return replace(scene.document, axis_at=None)
    for way in WAYS:
        x, y = (np.array(position) - (1.0 - way) * offset * projected.across).tolist()
        if _base(projected, (x, y), scene.view).has_room:
            return replace(scene.document, axis_at=(x, y))
    return scene.document


def view_with_axis(scene: Scene, view: View, proportions: Point) -> View:
    """A view that shows all points, grown until the axis and its hills have room outside them, in
    a picture of some proportions.

    Where somebody chose what is seen it stays.
    """
    projected = None if scene.document.view is not None else _projection_of(scene)
    if projected is None:
        return view
    for _ in range(ROUNDS):
        whole_view = view.with_aspect(*proportions)
        base = _base(projected, scene.document.axis_at, whole_view)
        if base.has_room:
            return view
        views = []
        for side in (-1.0, 1.0):
            at = scene.document.axis_at
            offset = (
                side * _outer_offset(projected, side, whole_view)
                if at is None
                else projected.offset_of(at)
            )
            views.append(View.over((view, _extent(projected, offset, whole_view, side))))
        view = min(views, key=lambda one: one.with_aspect(*proportions).height)
    return view


@dataclass(frozen=True, eq=False)
class Projected:
    """Points ``X`` (n, 2) with labels ``y``, projected on the direction ``u`` (2,): their
    ``distances`` (n,) along it from ``centre``, and the ``hills`` (2, m) of both classes, the
    highest of height 1, at ``along`` (m,).  ``crowd`` (k, 2) are the points that the axis lies
    outside of: of more classes all.
    """

    X: Floats
    y: Floats
    u: Floats
    centre: Floats
    distances: Floats
    along: Floats
    hills: Floats
    crowd: Floats

    @cached_property
    def across(self) -> Floats:
        """The unit vector across the axis: upwards, or to the left of an upright axis."""
        u = self.u
        return np.array([-u[1], u[0]]) if u[0] > 0.0 else np.array([u[1], -u[0]])

    @cached_property
    def heights(self) -> Floats:
        """How far the crowd lies from the line through ``centre`` (k,)."""
        return (self.crowd - self.centre) @ self.across

    @cached_property
    def outline(self) -> Floats:
        """The higher one of both hills (m,)."""
        return locked(self.hills.max(axis=0))

    def offset_of(self, place: Point) -> float:
        """The offset of the axis through a place."""
        return float((np.array(place) - self.centre) @ self.across)

    def feet(self, offset: float) -> Floats:
        """The places (m, 2) of ``along`` on the axis at an offset."""
        feet: Floats = self.centre + self.along[:, None] * self.u + offset * self.across
        return feet


class Base(NamedTuple):
    """Where the axis lies across its direction, how high hills rise from it (negative: against
    ``across``), and whether it has its room: outside the points, or where it was dragged to.
    """

    offset: float
    rise: float
    has_room: bool


def _projection_of(scene: Scene) -> Projected | None:
    """The projection that the layer of a scene shows, if any."""
    pair = scene.pair
    projected = None if pair is None or not scene.shows(AXIS_LAYER) else _projected(pair)
    X = scene.document.dataset.X
    if projected is None or len(projected.X) == len(X):
        return projected
    return _projection_in_crowd(projected, X)


@memo
def _projection_in_crowd(projected: Projected, X: Floats) -> Projected:
    """A projection of some points that keeps off more of them."""
    return replace(projected, crowd=X)


def _projected(scene: PairScene) -> Projected | None:
    dataset = scene.document.dataset
    if not len(dataset) or not scene.has_equal_scales:
        return None
    if scene.trial_in_front is not None:
        return _of_trial(scene.trial_in_front, dataset, _centre(scene))
    if scene.selected_fit is None or plane_line(scene.selected_fit) is None:
        return None
    return _of_fit(scene.selected_fit, _centre(scene))


def _centre(scene: Scene) -> Floats:
    """The point from which distances are measured, (m+ + m-)/2: the middle of all points while a
    class has none.
    """
    moments_of_classes = moments_of(scene.document.dataset)
    return (
        middle(scene.document.dataset.X)
        if moments_of_classes is None
        else _midway(moments_of_classes)
    )


@memo
def _midway(moments_of_classes: ClassMoments) -> Floats:
    # Half the sum of the halves: far out the sum of the means would overflow.
    return moments_of_classes.centre + (
        0.5 * moments_of_classes.minus.mean + 0.5 * moments_of_classes.plus.mean
    )


@memo
def _of_fit(fit: Fit, centre: Floats) -> Projected | None:
    line = plane_line(fit)
    assert line is not None
    return _of_line(line, training_scores(fit), places(fit), fit.problem.y, centre)


@memo
def _of_trial(trial: TrialLine, dataset: Dataset, centre: Floats) -> Projected | None:
    line = trial_line(trial)
    return _of_line(line, line.scores(dataset.X), dataset.X, dataset.y, centre)


def _of_line(line: PlaneLine, f: Floats, X: Floats, y: Floats, centre: Floats) -> Projected | None:
    """None where the points are so far from the centre that they have no different distances."""
    distances = (f - float(line.scores(centre[None, :])[0])) / line.norm
    low, high = float(distances.min()), float(distances.max())
    room = 0.12 * (high - low) or 1.0
    if not low - room < high + room < np.inf:
        return None
    bins, hills = densities(distances, y, low - room, high + room)
    highest = max(float(hill.max()) for hill in hills)
    shapes = np.stack([hill / highest for hill in hills])
    u = line.normal / line.norm
    return Projected(X, y, u, centre, distances, bins.centres, shapes, X)


@memo
def _base(projected: Projected, at: Point | None, view: View) -> Base:
    """The place of the axis: where it was dragged to, else as far outside the points as the hills
    have room in the view, below rather than above.
    """
    usual, least = HEIGHT * _size(view), LEAST * _size(view)
    if at is not None:
        offset = projected.offset_of(at)
        middle_height = 0.5 * float(projected.heights.min() + projected.heights.max())
        outer_side = 1.0 if offset > middle_height else -1.0
        rises = [
            side * min(usual, _room(projected, offset, side, view))
            for side in (outer_side, -outer_side)
        ]
        rise = rises[0] if abs(rises[0]) >= least else max(rises, key=abs)
        has_room = abs(rise) >= least
        return Base(offset, rise if has_room else outer_side * least, has_room)
    candidates = []
    for side in (-1.0, 1.0):
        reach = _outer_offset(projected, side, view)
        for way in WAYS:
            rise = min(usual, _room(projected, side * way * reach, side, view))
            if rise >= least:
                candidates.append((way, rise, -side, side * way * reach))
                break
    if not candidates:  # of a picture of which the points are only a part
        return Base(0.0, -least, False)
    way, rise, opposite_side, offset = max(candidates)
    return Base(offset, -opposite_side * rise, way == 1.0)


def _size(view: View) -> float:
    """The length of the shorter side of a view."""
    return min(view.width, view.height)


def _outer_offset(projected: Projected, side: float, view: View) -> float:
    """From the centre to the axis outside all points in a view, on one side of them."""
    heights = side * projected.heights[_within(projected.crowd, view, 0.0)]
    return max(float(heights.max(initial=0.0)), 0.0) + BESIDE * _size(view)


def _room(projected: Projected, offset: float, side: float, view: View) -> float:
    """How high hills may rise towards one side of an axis; 0 where a part of them would stand
    outside the view.
    """
    edge = EDGE * _size(view)
    visible = (projected.outline > LOW) & _within(projected.feet(0.0), view, edge)
    feet, way = projected.feet(offset)[visible], side * projected.across
    if not len(feet) or not _within(feet, view, edge).all():
        return 0.0
    corners = np.array([(view.x0 + edge, view.y0 + edge), (view.x1 - edge, view.y1 - edge)])
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.fmax(*((corner - feet) / way for corner in corners)).min(axis=1)
    return float((room / projected.outline[visible]).min())


def _extent(projected: Projected, offset: float, view: View, side: float) -> View:
    """The rectangle that holds an axis with hills towards one side."""
    feet = projected.feet(offset)[projected.outline > LOW]
    tops = feet + side * HEIGHT * _size(view) * projected.across
    (x0, y0), (x1, y1) = (
        extreme(np.concatenate([feet, tops]), axis=0).tolist() for extreme in (np.min, np.max)
    )
    edge = 2.0 * EDGE * _size(view)
    return View(x0 - edge, x1 + edge, y0 - edge, y1 + edge)


def _within(xy: Floats, view: View, edge: float) -> Bools:
    """Which places (n, 2) are seen, and not at the edge."""
    (x, y), (x0, x1, y0, y1) = xy.T, view.box
    inside: Bools = (x >= x0 + edge) & (x <= x1 - edge) & (y >= y0 + edge) & (y <= y1 - edge)
    return inside


def _handle_place(projected: Projected, base: Base, view: View) -> Point | None:
    """The first end of the axis that is seen."""
    ends = clip_segments(projected.feet(base.offset)[[0, -1]], view.box)
    if not len(ends):
        return None
    x, y = ends[0, 0].tolist()
    return x, y


@memo
def _marks(projected: Projected, at: Point | None, view: View, pixel: float) -> Marks:
    base = _base(projected, at, view)
    u, across = projected.u, projected.across
    feet = projected.feet(base.offset)
    start = projected.centre + base.offset * across
    # Ticks point to the points, away from the hills.
    tick = -np.sign(base.rise) * min(TICK * pixel, BESIDE * _size(view)) * across
    marks: list[Mark] = [Path(feet[[0, -1]], "projection-axis")]
    for sign, suffix in ((-1.0, "minus"), (1.0, "plus")):
        members = projected.y == sign
        if not members.any():
            continue
        distances = projected.distances[members]
        if len(projected.y) <= PROJECTORS:
            ends = start + distances[:, None] * u
            lines = np.stack([projected.X[members], ends], axis=1)
            marks.append(Path(lines.reshape(-1, 2), "projector", joined="pairs"))
        ends = start + _distinct(distances, pixel)[:, None] * u
        ticks = np.stack([ends, ends + tick], axis=1)
        marks.append(Path(ticks.reshape(-1, 2), f"rug-{suffix}", joined="pairs"))
    for hill, suffix in zip(projected.hills, ("minus", "plus"), strict=True):
        ridge = feet + (base.rise * hill)[:, None] * across
        marks.append(Area(np.concatenate([ridge, feet[::-1]]), f"area-{suffix}"))
        # No line where the hill is flat: it would colour the axis.
        line = np.where((hill > FLAT)[:, None], ridge, np.nan)
        marks.append(Path(line, f"curve-{suffix}"))
    place = _handle_place(projected, base, view)
    ring = () if place is None else (Dots(np.array([place]), "annotation-handle", grip=True),)
    return (*marks, *ring)


def _distinct(distances: Floats, pixel: float) -> Floats:
    """The positions; of many, one a pixel."""
    return distances if len(distances) <= 512 else np.unique(np.round(distances / pixel)) * pixel
