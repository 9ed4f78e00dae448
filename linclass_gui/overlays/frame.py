"""The frame about the selected points, and its handles: corners scale both axes, sides one axis,
the ring turns.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import locked

from ..scene.document import Document
from ..scene.marks import Dots, Handle, Mark, Path
from ..scene.memo import memo
from ..scene.places import box_of, middle_of, scale, turn
from ..scene.scene import Scene

PREFIX, TURN = "frame:", "frame:turn"
# between the outermost points and the frame, and from that to the ring that turns
ROOM_PX, ARM_PX = 16.0, 26.0
SIDES = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


def draw(scene: Scene) -> Iterable[Mark]:
    """The frame with its handles, where two or more points are selected and none is being
    dragged.
    """
    X = _places(scene)
    return (
        ()
        if X is None
        else _marks(scene.document.dataset, tuple(sorted(scene.selection)), scene.pixels)
    )


def handles(scene: Scene) -> tuple[Handle, ...]:
    """Eight handles that scale, one that turns."""
    X = _places(scene)
    if X is None:
        return ()
    middle, (across, up) = _middle_and_reach(X, scene.pixels)
    sides = (
        Handle(f"{PREFIX}{x},{y}", (middle[0] + x * across, middle[1] + y * up), "both")
        for x, y in SIDES
    )
    return (*sides, Handle(TURN, _ring(X, scene.pixels), "both"))


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with a handle of the frame at ``at``, seen from the scene in which the drag
    began.
    """
    X = _places(scene)
    if X is None:
        return scene.document
    rows = np.array(sorted(scene.selection), dtype=np.int64)
    moved = (
        _turn_points(X, at, scene.pixels)
        if handle == TURN
        else _scale_points(X, handle, at, scene.pixels)
    )
    return replace(scene.document, dataset=scene.document.dataset.moved(rows, moved))


def _places(scene: Scene) -> Floats | None:
    rows, n = scene.selection, len(scene.document.dataset)
    if scene.moving or len(rows) < 2 or max(rows) >= n:
        return None
    return scene.document.dataset.X[sorted(rows)]


def _middle_and_reach(
    X: Floats, pixels: tuple[float, float]
) -> tuple[tuple[float, float], tuple[float, float]]:
    (x0, y0), (x1, y1) = box_of(X)
    return middle_of(X), (
        0.5 * (x1 - x0) + ROOM_PX * pixels[0],
        0.5 * (y1 - y0) + ROOM_PX * pixels[1],
    )


def _ring(X: Floats, pixels: tuple[float, float]) -> tuple[float, float]:
    middle, (_, up) = _middle_and_reach(X, pixels)
    return middle[0], middle[1] + up + ARM_PX * pixels[1]


@memo
def _marks(
    dataset: Dataset, rows: tuple[int, ...], pixels: tuple[float, float]
) -> tuple[Mark, ...]:
    X = dataset.X[list(rows)]
    middle, reach = _middle_and_reach(X, pixels)
    corners = np.array(middle) + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]) * reach
    ring = _ring(X, pixels)
    arm = np.array([(middle[0], middle[1] + reach[1]), ring])
    squares = np.array(middle) + np.array(SIDES) * reach
    return (
        Path(locked(corners), "frame-of-selection"),
        Path(locked(arm), "frame-of-selection"),
        Dots(locked(squares), "frame-handle", grip=True),
        Dots(locked(np.array([ring])), "frame-ring", grip=True),
    )


def _turn_points(X: Floats, at: tuple[float, float], pixels: tuple[float, float]) -> Floats:
    middle = middle_of(X)
    across, up = (at[0] - middle[0]) / pixels[0], (at[1] - middle[1]) / pixels[1]
    return turn(X, middle, math.degrees(math.atan2(up, across)) - 90.0, pixels)


def _scale_points(
    X: Floats, handle: str, at: tuple[float, float], pixels: tuple[float, float]
) -> Floats:
    side = np.array([int(part) for part in handle.removeprefix(PREFIX).split(",")])
    low, high = (np.array(corner) for corner in box_of(X))
    anchor = np.where(side > 0, low, np.where(side < 0, high, 0.5 * (low + high)))
    # The wanted edge of the points: the frame is a little outside.
    wanted = side * (np.array(at) - anchor) - ROOM_PX * np.array(pixels)
    extent = high - low
    factors = np.divide(wanted, extent, out=np.ones(2), where=(side != 0) & (extent > 0.0))
    if side.all():  # alike on both axes, by the longer side as it is seen
        longer = int(np.argmax(extent / pixels))
        factors = np.full(2, factors[longer])
    return scale(X, tuple(anchor.tolist()), tuple(factors.tolist()))
