"""The closest pair of two convex hulls, and the walk that finds it, in doubles or in whole numbers.

The difference set ``Z = {p - q}`` of two hulls is convex; its point nearest to the origin is the
difference of the closest pair. The walk goes along the border of Z (Gilbert, Johnson and Keerthi
1988): keep the *face* of at most two corners of Z that is nearest to the origin so far, ask whether
a point reaches beyond that face, add the pair that reaches farthest, drop what no longer matters.
Only signs of sums and products decide, hence the same lines serve doubles and Python's whole
numbers; in whole numbers every decision is exact, and the walk ends because the distance falls in
every round.

Source: Gilbert, SIAM J. Control 4 (1966) 61; Gilbert, Johnson and Keerthi, IEEE J. Robot. Autom. 4
(1988) 193.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol


class Corner(NamedTuple):
    """A point ``p - q`` of the difference set: its two rows and their coordinates (doubles or whole
    numbers).
    """

    plus: int
    minus: int
    px: float
    py: float
    qx: float
    qy: float


Face = tuple[Corner, ...]
Direction = tuple[float, float]


class Points(Protocol):
    """Two sets of points that can be asked for their extreme ones."""

    def beyond(self, face: Face, u: Direction) -> Corner | None:
        """The pair that reaches farthest against ``u``, or None when it reaches no farther than the
        face.
        """
        ...


def walk(
    face: Face, points: Points, visited: list[Any] | None = None, rounds: float = math.inf
) -> tuple[Face, Direction | None]:
    """The face of the difference set nearest to the origin and its direction; ``visited`` collects
    the faces on the way.

    None for the direction when the face holds the origin, or when the rounds are spent and nothing
    is known.
    """
    face, u = _nearest(face)
    while u is not None:
        if visited is not None:
            visited.append(face)
        corner = points.beyond(face, u)
        if corner is None:
            break
        rounds -= 1
        if rounds < 0:
            return face, None
        face, u = _nearest((*face, corner))
    return face, u


def _nearest(corners: Face) -> tuple[Face, Direction | None]:
    """The part of a simplex nearest to the origin, with the direction (not normalised) of that
    point; None at the origin.

    Of three corners the first two were the nearest face before the third came nearer, so the answer
    holds the third.  Only signs of products decide, hence the same lines run in doubles and in
    whole numbers.
    """
    if len(corners) == 1:
        return _nearest_corner(corners[0])
    if len(corners) == 2:
        return _nearest_on_edge(*corners, *step(*corners))
    first, second, new = corners
    x, y = new.px - new.qx, new.py - new.qy
    along_x, along_y = step(first, second)
    is_outside = False
    for end, ox, oy in ((first, along_x, along_y), (second, -along_x, -along_y)):
        ex, ey = step(end, new)
        side = ex * oy - ey * ox
        # The origin seen from ``new``: (x, y) lies on the line, so the cross product with the edge
        # gives its side.
        origin_side = ey * x - ex * y
        if side * origin_side < 0:
            is_outside = True
            if x * ex + y * ey > 0:
                return _nearest_on_edge(end, new, ex, ey)
    return _nearest_corner(new) if is_outside else (corners, None)


def _nearest_corner(corner: Corner) -> tuple[Face, Direction | None]:
    u = corner.px - corner.qx, corner.py - corner.qy
    return (corner,), u if u[0] != 0 or u[1] != 0 else None


def _nearest_on_edge(a: Corner, b: Corner, dx: float, dy: float) -> tuple[Face, Direction | None]:
    """The same for an edge with its step ``(dx, dy)``."""
    ax, ay = a.px - a.qx, a.py - a.qy
    if ax * dx + ay * dy >= 0:
        return _nearest_corner(a)
    if (b.px - b.qx) * dx + (b.py - b.qy) * dy <= 0:
        return _nearest_corner(b)
    side = ax * dy - ay * dx
    if side == 0:
        return (a, b), None
    return (a, b), (dy, -dx) if side > 0 else (-dy, dx)


def step(a: Corner, b: Corner) -> tuple[float, float]:
    """From one difference to another, point by point: a class that keeps its point adds nothing,
    not even rounding.
    """
    return (b.px - a.px) - (b.qx - a.qx), (b.py - a.py) - (b.qy - a.qy)


def face_rows(face: Face) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows of both classes on a face."""
    return _distinct(c.plus for c in face), _distinct(c.minus for c in face)


def _distinct(rows: Iterable[int]) -> tuple[int, ...]:
    """The row numbers without repetition, in order of appearance."""
    return tuple(dict.fromkeys(rows))


def holds_origin_inside(face: Face, rounding: float = 0) -> bool:
    """Whether the origin is strictly inside the triangle of three differences.

    It is iff each pair of corners turns the same way around it.  In doubles a difference is rounded
    once, so is each product: a ``rounding`` of 1e-15 makes it a proof.
    """
    if len(face) < 3:
        return False
    turns = []
    for a, b in ((face[0], face[1]), (face[1], face[2]), (face[2], face[0])):
        left, right = (a.px - a.qx) * (b.py - b.qy), (a.py - a.qy) * (b.px - b.qx)
        if not abs(left - right) > rounding * (abs(left) + abs(right)) + 1e-290:
            return False
        turns.append(left > right)
    return turns[0] == turns[1] == turns[2]


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


# The record of a walk, one entry a step: a face in the plane, a pair in feature space.
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
