"""The selected points with their frame, the rubber band that selects them, and the pointer.

The corners of the frame scale both axes, its sides one axis, its ring turns the points.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from solvers import Dataset, Fit, Floats

from ..answers.contours import level_curves
from ..answers.decision import plane_line
from ..scene.document import Document
from ..scene.marks import Area, Dots, Handle, Marks, Path, Point
from ..scene.memo import memo
from ..scene.places import box_of, middle_of, scale, turn
from ..scene.scene import Hover, Scene
from ..scene.view import View
from .layer import Drawn, Layer
from .points import class_dots

FRAME, FRAME_TURN = "frame:", "frame:turn"
# between the outermost points and the frame, and from that to the ring that turns
ROOM_PX, ARM_PX = 16.0, 26.0
SIDES = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


def draw_frame(scene: Scene) -> Drawn:
    """The frame with its handles, where two or more points are selected and none is being
    dragged.
    """
    X = _selected_points(scene)
    return (
        ()
        if X is None
        else _frame_marks(scene.document.dataset, tuple(sorted(scene.selection)), scene.pixels)
    )


SELECTION_FRAME = Layer("frame", "Frame of the selection", "", draw_frame, always=True)


def frame_handles(scene: Scene) -> tuple[Handle, ...]:
    """Eight handles that scale, one that turns."""
    X = _selected_points(scene)
    if X is None:
        return ()
    middle, (across, up) = _middle_and_reach(X, scene.pixels)
    sides = (
        Handle(f"{FRAME}{x},{y}", (middle[0] + x * across, middle[1] + y * up), "both")
        for x, y in SIDES
    )
    return (*sides, Handle(FRAME_TURN, _ring_place(X, scene.pixels), "both"))


def drag_frame(scene: Scene, handle: str, position: Point) -> Document:
    """The document with a handle of the frame at ``position``, seen from the scene in which the
    drag began.
    """
    X = _selected_points(scene)
    if X is None:
        return scene.document
    rows = scene.selected_rows
    moved = (
        _turn_points(X, position, scene.pixels)
        if handle == FRAME_TURN
        else _scale_points(X, handle, position, scene.pixels)
    )
    return replace(scene.document, dataset=scene.document.dataset.moved(rows, moved))


def _selected_points(scene: Scene) -> Floats | None:
    rows, n = scene.selection, len(scene.document.dataset)
    if scene.moving or len(rows) < 2 or max(rows) >= n:
        return None
    return scene.document.dataset.X[sorted(rows)]


def _middle_and_reach(X: Floats, pixels: Point) -> tuple[Point, Point]:
    (x0, y0), (x1, y1) = box_of(X)
    return middle_of(X), (
        0.5 * (x1 - x0) + ROOM_PX * pixels[0],
        0.5 * (y1 - y0) + ROOM_PX * pixels[1],
    )


def _ring_place(X: Floats, pixels: Point) -> Point:
    middle, (_, up) = _middle_and_reach(X, pixels)
    return middle[0], middle[1] + up + ARM_PX * pixels[1]


@memo
def _frame_marks(dataset: Dataset, rows: tuple[int, ...], pixels: tuple[float, float]) -> Marks:
    X = dataset.X[list(rows)]
    middle, reach = _middle_and_reach(X, pixels)
    corners = np.array(middle) + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]) * reach
    ring = _ring_place(X, pixels)
    arm = np.array([(middle[0], middle[1] + reach[1]), ring])
    squares = np.array(middle) + np.array(SIDES) * reach
    return (
        Path(corners, "frame-of-selection"),
        Path(arm, "frame-of-selection"),
        Dots(squares, "frame-handle", grip=True),
        Dots(np.array([ring]), "frame-ring", grip=True),
    )


def _turn_points(X: Floats, position: Point, pixels: Point) -> Floats:
    middle = middle_of(X)
    across, up = (position[0] - middle[0]) / pixels[0], (position[1] - middle[1]) / pixels[1]
    return turn(X, middle, math.degrees(math.atan2(up, across)) - 90.0, pixels)


def _scale_points(X: Floats, handle: str, position: Point, pixels: Point) -> Floats:
    side = np.array([int(part) for part in handle.removeprefix(FRAME).split(",")])
    low, high = (np.array(corner) for corner in box_of(X))
    anchor = np.where(side > 0, low, np.where(side < 0, high, 0.5 * (low + high)))
    # The wanted edge of the points: the frame is a little outside.
    edges = side * (np.array(position) - anchor) - ROOM_PX * np.array(pixels)
    extent = high - low
    factors = np.divide(edges, extent, out=np.ones(2), where=(side != 0) & (extent > 0.0))
    if side.all():  # alike on both axes, by the longer side as it is seen
        longer = int(np.argmax(extent / pixels))
        factors = np.full(2, factors[longer])
    return scale(X, tuple(anchor.tolist()), tuple(factors.tolist()))


def draw_selection(scene: Scene) -> Drawn:
    """A halo for every selected row."""
    return (
        _halos(scene.document.dataset, scene.document.class_looks, scene.selection)
        if scene.selection
        else ()
    )


SELECTION = Layer("selection", "Selection", "", draw_selection, always=True)


@memo
def _halos(dataset: Dataset, looks: tuple[int, ...], selection: frozenset[int]) -> Marks:
    rows = np.array(sorted(row for row in selection if row < len(dataset)), dtype=np.int64)
    return class_dots(dataset, looks, "halo", rows)


def draw_rubber(scene: Scene) -> Drawn:
    """The outline that is being drawn: two corners are a rectangle, more points a lasso."""
    return _rubber_outline(scene.rubber) if len(scene.rubber) > 1 else ()


RUBBER = Layer("rubber", "Rubber band", "", draw_rubber, always=True)


@memo
def _rubber_outline(points: tuple[Point, ...]) -> Marks:
    if len(points) == 2:
        (x0, y0), (x1, y1) = points
        points = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return (Area(np.array(points, dtype=np.float64), "rubber"),)


def draw_pointer(scene: Scene) -> Drawn:
    """The shortest way from the pointer to the boundary, and the point under it, while nothing is
    being dragged.
    """
    if scene.hover is None or scene.base is not None:
        return ()
    ring = _pointer_ring(scene.document.dataset, scene.hover)
    boundary = None if scene.drawn_answer is None else scene.drawn_answer.as_pair
    if boundary is None:
        return ring
    return (*_perpendicular(boundary, scene.view, scene.hover.at), *ring)


POINTER = Layer("pointer", "Pointer", "", draw_pointer, always=True)


@memo
def _pointer_ring(dataset: Dataset, hover: Hover) -> Marks:
    # A plot points at the point exactly; the pointer of the canvas is only near it, and seen there
    # already.
    if (
        hover.row is None
        or hover.row >= len(dataset)
        or hover.at != tuple(dataset.X[hover.row].tolist())
    ):
        return ()
    return (Dots(dataset.X[[hover.row]], "touched"),)


@memo
def _perpendicular(fit: Fit, view: View, position: Point) -> Marks:
    pointer = np.array(position)
    line = plane_line(fit)
    foot = (
        line.foot(pointer) if line is not None else _nearest_place(level_curves(fit, view), pointer)
    )
    return () if foot is None else (Path(np.stack([pointer, foot]), "pointer"),)


def _nearest_place(curves: tuple[Floats, ...], point: Floats) -> Floats | None:
    """The nearest point of some chains."""
    if not curves:
        return None
    start = np.concatenate([curve[:-1] for curve in curves])
    step = np.concatenate([np.diff(curve, axis=0) for curve in curves])
    length = np.maximum((step * step).sum(axis=1), np.finfo(np.float64).tiny)
    share = np.clip(((point - start) * step).sum(axis=1) / length, 0.0, 1.0)
    feet = start + share[:, None] * step
    nearest: Floats = feet[np.argmin(((feet - point) ** 2).sum(axis=1))]
    return nearest
