"""What is known about two hulls: their closest pair with weights, or rows whose hulls share a
point.
"""

from __future__ import annotations

from typing import NamedTuple

from .hull_walk import Corner, Face, face_rows, step

# A face is measured in doubles while cancellation leaves this part of the terms (the answer is then
# right to 1e-14).
_CANCELLATION = 0.05


class HullPair(NamedTuple):
    """The closest pair of two hulls, or a triangle of differences that proves a common point.

    ``w = 2 (p - q) / |p - q|^2`` (the normal of the canonical maximum-margin line) and
    ``squared_distance = |p - q|^2`` when ``separable``; ``rows_plus`` with ``weights_plus`` give p,
    ``rows_minus`` with ``weights_minus`` give q; the score of every row listed is exactly +1 or -1.
    Otherwise the hulls of the rows listed share a point; in the plane there are at most three rows
    a class, without weights, and ``inside`` says that the origin is strictly inside their
    difference.  ``face`` starts the next walk.
    """

    separable: bool
    rows_plus: tuple[int, ...]
    rows_minus: tuple[int, ...]
    weights_plus: tuple[float, ...] = ()
    weights_minus: tuple[float, ...] = ()
    w: tuple[float, ...] = ()
    squared_distance: float = 0.0
    inside: bool = False
    face: tuple[tuple[int, int], ...] = ()


# What a walk leaves behind at every step: the face it stood on in the plane, a pair in feature
# space.
Visited = list[HullPair | Face]


def from_edge(a: Corner, b: Corner) -> HullPair | None:
    """Weights, normal and distance of a vertex and an edge, or None when doubles lose too many
    digits.
    """
    edge_is_plus = a.minus == b.minus
    if edge_is_plus:
        ex, ey, vx, vy = b.px - a.px, b.py - a.py, a.qx - a.px, a.qy - a.py
    else:
        ex, ey, vx, vy = b.qx - a.qx, b.qy - a.qy, a.px - a.qx, a.py - a.qy
    length = ex * ex + ey * ey
    left, right, along = ex * vy, ey * vx, ex * vx + ey * vy
    cross, rounding = left - right, 1e-15 * (abs(ex * vx) + abs(ey * vy) + length)
    if (
        abs(cross) < _CANCELLATION * (abs(left) + abs(right))
        or not rounding < along < length - rounding
    ):
        return None
    # The foot of the vertex on the edge has weight t at the far end; p - q is normal to the edge,
    # (-ey, ex) cross / length.
    t, factor = along / length, (-2.0 if edge_is_plus else 2.0) / cross
    w, squared, face = (
        (-ey * factor, ex * factor),
        cross * cross / length,
        ((a.plus, a.minus), (b.plus, b.minus)),
    )
    if edge_is_plus:
        return HullPair(
            True, (a.plus, b.plus), (a.minus,), (1.0 - t, t), (1.0,), w, squared, False, face
        )
    return HullPair(
        True, (a.plus,), (a.minus, b.minus), (1.0,), (1.0 - t, t), w, squared, False, face
    )


def partial_pair(step_of_walk: HullPair | Face) -> HullPair | None:
    """The closest pair of the corners of one face of the walk: what the walk knew at that step,
    rounded as doubles round.

    None where doubles see no distance any more: there is no line to draw at that step.
    """
    if isinstance(step_of_walk, HullPair):
        return step_of_walk
    face = step_of_walk
    rows_plus, rows_minus = face_rows(face)
    a, b = face[0], face[-1]
    (ax, ay), (dx, dy) = (a.px - a.qx, a.py - a.qy), step(a, b)
    length = dx * dx + dy * dy
    t = -(ax * dx + ay * dy) / length if length > 0 else 0.0
    zx, zy = ax + t * dx, ay + t * dy
    squared = zx * zx + zy * zy
    if squared == 0.0:
        return None
    return HullPair(
        True,
        rows_plus,
        rows_minus,
        (1.0 - t, t) if len(rows_plus) == 2 else (1.0,),
        (1.0 - t, t) if len(rows_minus) == 2 else (1.0,),
        (2.0 * zx / squared, 2.0 * zy / squared),
        squared,
    )


def between_corners(corner: Corner) -> HullPair | None:
    x, y = corner.px - corner.qx, corner.py - corner.qy
    squared = x * x + y * y
    if not 1e-290 < squared < 1e290:
        return None
    i, j = corner.plus, corner.minus
    return HullPair(
        True,
        (i,),
        (j,),
        (1.0,),
        (1.0,),
        (2.0 * x / squared, 2.0 * y / squared),
        squared,
        face=((i, j),),
    )


def meeting_pair(face: Face, inside: bool) -> HullPair:
    """The answer for hulls that meet: one, two or three differences whose hull holds the origin."""
    return HullPair(
        False, *face_rows(face), inside=inside, face=tuple((c.plus, c.minus) for c in face[:2])
    )
