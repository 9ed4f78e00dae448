"""The walk to the nearest point of the difference of two convex hulls, in doubles or in whole
numbers.

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
