"""The image of the plane under a feature map: its grid, the points with the rings of support
vectors, and their extent.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solvers import Fit, Floats, PointClass

from ..answers.decision import ring_sizes, support
from ..markup.numbers import tick_values
from ..scene.looks import role, turns_of
from ..scene.marks import Dots, Mark, Path

SMALL = 0.9  # of the size of a point on the canvas
FEW_POINTS = 120  # points that are drawn in full size
ROOM = 0.07  # beyond the outermost points, of their extent
LINES, PLACES = 9, 49  # of the grid of the plane that is mapped
MARKS_UNDER = ((PointClass.BOUND, "sv-bound"),)  # the points
MARKS_OVER = ((PointClass.FREE, "sv-free"), (PointClass.WRONG, "sv-wrong"))


def extent_of(positions: Floats) -> tuple[Floats, Floats]:
    """The axes, as far as the points reach and a little further."""
    low, high = positions.min(axis=0), positions.max(axis=0)
    room = np.where(high > low, ROOM * (high - low), np.maximum(1.0, 0.1 * np.abs(high)))
    return low - room, high + room


def within(positions: Floats, box: tuple[float, float, float, float]) -> Floats:
    """The places of a line in a picture, those outside as gaps."""
    inside = (
        (positions[:, 0] >= box[0])
        & (positions[:, 0] <= box[1])
        & (positions[:, 1] >= box[2])
        & (positions[:, 1] <= box[3])
    )
    return np.where(inside[:, None], positions, np.nan)


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
    return Path(np.concatenate(pieces), "carried-grid")


def dots(
    fit: Fit,
    positions: Floats,
    near: np.ndarray[tuple[int], np.dtype[np.bool_]],
    between: list[Mark],
) -> list[Mark]:
    """The points behind, what stands between, the points in front, and the rings of support
    vectors.
    """
    marks: list[Mark] = []
    crowd = len(positions) if len(positions) > FEW_POINTS else 0
    labels = (fit.problem.y > 0).astype(np.int64)
    counts = np.bincount(labels, minlength=2)
    for group, side, extra_marks in (("far points", ~near, between), ("near points", near, [])):
        for look in (0, 1):
            rows = np.flatnonzero(side & (labels == look))
            if len(rows):
                sizes, turns = (
                    np.full(len(rows), SMALL),
                    turns_of(rows, labels[rows], counts),
                )
                mark = Dots(
                    positions[rows],
                    role("class", look),
                    sizes=sizes,
                    crowd=crowd,
                    least=0.5,
                    group=group,
                    turns=turns,
                )
                marks.append(mark)
        marks += extra_marks
    return [*_rings(fit, positions, MARKS_UNDER), *marks, *_rings(fit, positions, MARKS_OVER)]


def _rings(fit: Fit, positions: Floats, kinds: tuple[tuple[PointClass, str], ...]) -> list[Mark]:
    vectors = support(fit)
    if vectors is None:
        return []
    marks: list[Mark] = []
    for kind, name in kinds:
        rows = vectors.of(kind)
        if len(rows):
            sizes = ring_sizes(vectors.shares_of(rows)) if kind is PointClass.FREE else None
            scaled = SMALL * (np.ones(len(rows)) if sizes is None else sizes)
            crowd = (
                len(vectors.rows)
                if len(vectors.rows) > FEW_POINTS and kind is not PointClass.BOUND
                else 0
            )
            marks.append(Dots(positions[rows], name, sizes=scaled, crowd=crowd, least=0.5))
    return marks
