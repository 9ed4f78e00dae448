"""Where the largest of K linear scores is which: the cells of their upper envelope, convex
polygons, and their common edges.

Scores are ``f_k(x) = <W_k, x - centre> + b_k`` in data units; a box is ``(x0, x1, y0, y1)``.  The
cell of class k is the box cut by the K - 1 half-planes ``f_k >= f_l``, so its corners are exact up
to the rounding of one division each.  Far from the origin the scores must be given about a
``centre`` near the box (as in :mod:`geometry`).

Scores of balanced classes may be equal along a whole line, three and more at once, each but for its
rounding: what is nearer to zero than ``LEAST`` of the box is zero, so that no cell and no gap is
made of roundings.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Floats
from .geometry import Box, clip_line, cut_convex

Corner = tuple[float, float]
LEAST = 1e-12  # of the box: what is narrower is a rounding


def argmax_cells(W: Floats, b: Floats, box: Box, centre: Corner = (0.0, 0.0)) -> tuple[Floats, ...]:
    """For each of the K scores the part of the box where it is the largest, as a convex polygon (k,
    2), perhaps empty.

    Of scores that are equal everywhere the first one has the cell, as ``argmax`` has it.
    """
    return tuple(np.array(_cell(k, W, b, box, centre)).reshape(-1, 2) for k in range(len(b)))


def _cell(k: int, W: Floats, b: Floats, box: Box, centre: Corner) -> list[Corner]:
    x0, x1, y0, y1 = box
    corners, least = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], _least(box)
    for other in range(len(b)):
        if other != k and corners:
            corners = _cut(corners, *_difference(W, b, k, other), centre, other < k, least)
    return corners


def _least(box: Box) -> float:
    """The distance from a line up to which a point lies on it."""
    return LEAST * max(box[1] - box[0], box[3] - box[2])


def _difference(W: Floats, b: Floats, one: int, other: int) -> tuple[float, float, float]:
    """``f_one - f_other`` as (normal, offset), divided by its largest coefficient."""
    (n1, n2), offset = (W[one] - W[other]).tolist(), float(b[one] - b[other])
    size = max(abs(n1), abs(n2)) or abs(offset) or 1.0
    return n1 / size, n2 / size, offset / size


def _cut(
    corners: list[Corner],
    n1: float,
    n2: float,
    offset: float,
    centre: Corner,
    gives_way: bool,
    least: float,
) -> list[Corner]:
    """The part of a convex polygon where a linear function is not negative; nothing where it is
    zero everywhere and gives way.
    """
    if n1 == 0.0 and n2 == 0.0:
        return corners if offset > 0.0 or (offset == 0.0 and not gives_way) else []
    values = [n1 * (x - centre[0]) + n2 * (y - centre[1]) + offset for x, y in corners]
    if min(values) >= -least:
        return corners
    if max(values) <= least:
        return []
    return [(x, y) for x, y, _ in cut_convex(corners, values)]


def argmax_edges(
    W: Floats, b: Floats, box: Box, centre: Corner = (0.0, 0.0)
) -> tuple[tuple[int, int, Floats], ...]:
    """The common edges of the cells: (k, l, segment (2, 2)) for every two classes whose cells meet
    inside the box.
    """
    edges = []
    for k in range(len(b)):
        for other in range(k + 1, len(b)):
            segment = _edge(k, other, W, b, box, centre)
            if segment is not None:
                edges.append((k, other, segment))
    return tuple(edges)


def _edge(k: int, other: int, W: Floats, b: Floats, box: Box, centre: Corner) -> Floats | None:
    """The part of the line ``f_k = f_other`` on which no third score is larger."""
    n1, n2, offset = _difference(W, b, k, other)
    line = clip_line((n1, n2), offset, box, centre)
    if line is None:
        return None
    (start_x, start_y), (end_x, end_y) = line.tolist()
    low, high, least = 0.0, 1.0, _least(box)
    for third in range(len(b)):
        if third in (k, other):
            continue
        m1, m2, rest = _difference(W, b, k, third)
        f = m1 * (start_x - centre[0]) + m2 * (start_y - centre[1]) + rest
        g = m1 * (end_x - centre[0]) + m2 * (end_y - centre[1]) + rest
        if min(f, g) >= -least:
            if max(f, g) <= least and _is_beyond(third, k, other, W):
                return None
        elif max(f, g) <= least:
            return None
        elif f < 0.0:
            low = max(low, f / (f - g))
        else:
            high = min(high, f / (f - g))
    if high - low <= LEAST:
        return None
    step = line[1] - line[0]
    return np.array(
        [
            line[0] + low * step if low > 0.0 else line[0],
            line[0] + high * step if high < 1.0 else line[1],
        ]
    )


def _is_beyond(third: int, k: int, other: int, W: Floats) -> bool:
    """Whether a third score, equal to both on the whole line, is the largest on one side of it (of
    equal ones the first is).
    """
    along = W[other] - W[k]
    place, length = float((W[third] - W[k]) @ along), float(along @ along)
    outside = -place if place < 0.5 * length else place - length
    near = k if place < 0.5 * length else other
    return third < near if abs(outside) <= LEAST * length else outside > 0.0
