"""The image of the plane under a feature map: its grid, the points with the rings of support
vectors, and their extent.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solvers import Fit, Floats, PointClass
from solvers.arrays import locked

from ..answers.decision import ring_sizes, shares_of, support
from ..markup.numbers import tick_values
from ..scene.looks import role, turns_of
from ..scene.marks import Dots, Mark, Path

SMALL = 0.9  # of the size of a point on the canvas
FEW = 120  # points that are drawn in full size
ROOM = 0.07  # beyond the outermost points, of their extent
LINES, PLACES = 9, 49  # of the grid of the plane that is mapped
UNDER = ((PointClass.BOUND, "sv-bound"),)  # the points
OVER = ((PointClass.FREE, "sv-free"), (PointClass.WRONG, "sv-wrong"))


def extent_of(at: Floats) -> tuple[Floats, Floats]:
    """The axes, as far as the points reach and a little further."""
    low, high = at.min(axis=0), at.max(axis=0)
    room = np.where(high > low, ROOM * (high - low), np.maximum(1.0, 0.1 * np.abs(high)))
    return low - room, high + room


def within(at: Floats, box: tuple[float, float, float, float]) -> Floats:
    """The places of a line in a picture, those outside as gaps."""
    inside = (
        (at[:, 0] >= box[0]) & (at[:, 0] <= box[1]) & (at[:, 1] >= box[2]) & (at[:, 1] <= box[3])
    )
    return np.where(inside[:, None], at, np.nan)


def mesh(fit: Fit, place: Callable[[Floats], Floats]) -> Path:
    """The grid of the plane, mapped."""
    X = fit.problem.X
    (x0, y0), (x1, y1) = X.min(axis=0).tolist(), X.max(axis=0).tolist()
    pieces = [np.full((1, 2), np.nan)]
    for a, (low, high), (start, end) in ((0, (x0, x1), (y0, y1)), (1, (y0, y1), (x0, x1))):
        if start == end:
            # points on a line: across it the plane has no extent, and a line of the grid would be a
            # point
            continue
        for value in tick_values(low, high, LINES) if high > low else (low,):
            line = np.empty((PLACES, 2))
            line[:, a], line[:, 1 - a] = value, np.linspace(start, end, PLACES)
            pieces += [place(line), np.full((1, 2), np.nan)]
    return Path(locked(np.concatenate(pieces)), "carried-grid")


def dots(
    fit: Fit, at: Floats, near: np.ndarray[tuple[int], np.dtype[np.bool_]], between: list[Mark]
) -> list[Mark]:
    """The points behind, what stands between, the points in front, and the rings of support
    vectors.
    """
    marks: list[Mark] = []
    crowd = len(at) if len(at) > FEW else 0
    labels = (fit.problem.y > 0).astype(np.int64)
    counts = np.bincount(labels, minlength=2)
    for group, side, then in (("far points", ~near, between), ("near points", near, [])):
        for look in (0, 1):
            rows = np.flatnonzero(side & (labels == look))
            if len(rows):
                sizes, turns = (
                    locked(np.full(len(rows), SMALL)),
                    locked(turns_of(rows, labels[rows], counts)),
                )
                drawn = Dots(
                    locked(at[rows]),
                    role("class", look),
                    sizes=sizes,
                    crowd=crowd,
                    least=0.5,
                    group=group,
                    turns=turns,
                )
                marks.append(drawn)
        marks += then
    return [*_rings(fit, at, UNDER), *marks, *_rings(fit, at, OVER)]


def _rings(fit: Fit, at: Floats, kinds: tuple[tuple[PointClass, str], ...]) -> list[Mark]:
    vectors = support(fit)
    if vectors is None:
        return []
    marks: list[Mark] = []
    for kind, name in kinds:
        rows = vectors.of(kind)
        if len(rows):
            sizes = ring_sizes(shares_of(fit, rows)) if kind is PointClass.FREE else None
            scaled = locked(SMALL * (np.ones(len(rows)) if sizes is None else sizes))
            crowd = (
                len(vectors.rows) if len(vectors.rows) > FEW and kind is not PointClass.BOUND else 0
            )
            marks.append(Dots(locked(at[rows]), name, sizes=scaled, crowd=crowd, least=0.5))
    return marks
