"""The distance of two convex hulls in the plane, exactly.

The difference set ``Z = {p - q}`` of two hulls is convex; its point nearest to the origin is the
difference of the closest pair. The walk goes along the border of Z (Gilbert, Johnson and Keerthi
1988): keep the *face* of at most two corners of Z that is nearest to the origin so far, ask whether
a point reaches beyond that face, add the pair that reaches farthest, drop what no longer matters.
The corners of the hulls are whole numbers, which do not round, so every decision is exact, and the
walk ends because the distance falls in every round.

Source: Gilbert, SIAM J. Control 4 (1966) 61; Gilbert, Johnson and Keerthi, IEEE J. Robot. Autom. 4
(1988) 193.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...arrays import Floats, Ints
from ...plane.hulls import IntegerPoint, hull_of_columns, ratio, whole_points
from .pair import HullPair, Visited

# The first direction comes from this many points a class.
FIRST = 8


class Corner(NamedTuple):
    """A point ``p - q`` of the difference set, in whole numbers, and its two rows."""

    plus: int
    minus: int
    x: int
    y: int


Face = tuple[Corner, ...]


def distance_of(columns: Floats, n_plus: int, visited: Visited | None = None) -> HullPair:
    """The closest pair of the hulls of two classes of ``columns (2, n)``, class + first, or the
    proof that they meet.

    ``visited`` collects what was closest on the way.  Exact: the verdict and the rows are those of
    exact arithmetic, the numbers are rounded from it.  When the closest pair is not unique
    (parallel edges), the pair in the middle of the stretch where the edges face each other is
    returned.
    """
    plus, minus = columns[:, :n_plus], columns[:, n_plus:]
    points = WholePoints(plus, minus, hull_of_columns(plus), hull_of_columns(minus))
    u = plus[:, :FIRST].mean(axis=1) - minus[:, :FIRST].mean(axis=1)
    face, direction = _nearest((points.farthest(*whole_points([u.tolist()])[0][0]),))
    while direction is not None:
        if visited is not None:
            visited += _pairs_so_far(plus, minus, face)
        corner, old = points.farthest(*direction), face[0]
        if direction[0] * (corner.x - old.x) + direction[1] * (corner.y - old.y) >= 0:
            return points.closest_pair(*direction)
        face, direction = _nearest((*face, corner))
    return HullPair(False, *_rows_of(face), inside=_holds_origin_inside(face))


def _nearest(corners: Face) -> tuple[Face, IntegerPoint | None]:
    """The part of a simplex nearest to the origin, with the direction (not normalised) of that
    point; None at the origin.

    Of three corners the first two were the nearest face before the third came nearer, so the answer
    holds the third.
    """
    if len(corners) == 1:
        return _nearest_corner(corners[0])
    if len(corners) == 2:
        return _nearest_on_edge(*corners)
    first, second, new = corners
    is_outside = False
    for end, other in ((first, second), (second, first)):
        ex, ey = new.x - end.x, new.y - end.y
        side = ex * (other.y - end.y) - ey * (other.x - end.x)
        # The origin seen from ``new``: it lies on the line, so the cross product with the edge
        # gives its side.
        if side * (ey * new.x - ex * new.y) < 0:
            is_outside = True
            if new.x * ex + new.y * ey > 0:
                return _nearest_on_edge(end, new)
    return _nearest_corner(new) if is_outside else (corners, None)


def _nearest_corner(corner: Corner) -> tuple[Face, IntegerPoint | None]:
    return (corner,), (corner.x, corner.y) if corner.x or corner.y else None


def _nearest_on_edge(a: Corner, b: Corner) -> tuple[Face, IntegerPoint | None]:
    dx, dy = b.x - a.x, b.y - a.y
    if a.x * dx + a.y * dy >= 0:
        return _nearest_corner(a)
    if b.x * dx + b.y * dy <= 0:
        return _nearest_corner(b)
    side = a.x * dy - a.y * dx
    if side == 0:
        return (a, b), None
    return (a, b), (dy, -dx) if side > 0 else (-dy, dx)


def _rows_of(face: Face) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows of both classes on a face, in order of appearance."""
    return _distinct(c.plus for c in face), _distinct(c.minus for c in face)


def _distinct(rows: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(rows))


def _holds_origin_inside(face: Face) -> bool:
    """Whether the origin is strictly inside the triangle of three differences: each pair of corners
    turns the same way around it.
    """
    turns = [a.x * b.y - a.y * b.x for a, b in zip(face, face[1:] + face[:1], strict=True)]
    return len(face) == 3 and (min(turns) > 0 or max(turns) < 0)


def _pairs_so_far(plus: Floats, minus: Floats, face: Face) -> Visited:
    """The closest pair of the corners of one face, rounded as doubles round; none where doubles see
    no distance any more.
    """
    rows_plus, rows_minus = _rows_of(face)
    p, q = plus[:, rows_plus], minus[:, rows_minus]
    z, step = p[:, 0] - q[:, 0], (p[:, -1] - p[:, 0]) - (q[:, -1] - q[:, 0])
    length = float(step @ step)
    t = -float(z @ step) / length if length > 0.0 else 0.0
    z = z + t * step
    squared = float(z @ z)
    if squared == 0.0:
        return []
    weights_plus, weights_minus = (
        (1.0 - t, t) if len(rows) == 2 else (1.0,) for rows in (rows_plus, rows_minus)
    )
    w = tuple((z * (2.0 / squared)).tolist())
    return [HullPair(True, rows_plus, rows_minus, weights_plus, weights_minus, w, squared)]


class WholePoints:
    """Some columns of two classes in whole numbers.

    Rows keep the numbers they have in ``plus (2, n+)`` and ``minus (2, n-)``.
    """

    def __init__(self, plus: Floats, minus: Floats, rows_plus: Ints, rows_minus: Ints) -> None:
        points, self._scale = whole_points(
            [*plus[:, rows_plus].T.tolist(), *minus[:, rows_minus].T.tolist()]
        )
        self._plus = dict(zip(rows_plus.tolist(), points, strict=False))
        self._minus = dict(zip(rows_minus.tolist(), points[len(rows_plus) :], strict=True))

    def farthest(self, u1: int, u2: int) -> Corner:
        """The corner of the difference set that reaches farthest against ``u``."""
        i, (px, py) = min(self._plus.items(), key=lambda item: u1 * item[1][0] + u2 * item[1][1])
        j, (qx, qy) = max(self._minus.items(), key=lambda item: u1 * item[1][0] + u2 * item[1][1])
        return Corner(i, j, px - qx, py - qy)

    def closest_pair(self, u1: int, u2: int) -> HullPair:
        """The closest pair for the optimal direction: the middle of the stretch where the two faces
        are opposite.
        """
        plus, minus = _extremes(self._plus, (u1, u2)), _extremes(self._minus, (-u1, -u2))
        lowest, highest = max(plus[0][0], minus[0][0]), min(plus[-1][0], minus[-1][0])
        twice_middle = lowest + highest
        corner = self.farthest(u1, u2)
        gap = u1 * corner.x + u2 * corner.y
        # p - q = u gap / |u|^2 in units of 1/scale, so w = 2 (p - q) / |p - q|^2 = 2 u scale / gap.
        w = ratio(2 * u1 * self._scale, gap), ratio(2 * u2 * self._scale, gap)
        (rows_plus, weights_plus), (rows_minus, weights_minus) = (
            _balance_rows(ends, twice_middle) for ends in (plus, minus)
        )
        squared = ratio(gap * gap, (u1 * u1 + u2 * u2) * self._scale**2)
        return HullPair(True, rows_plus, rows_minus, weights_plus, weights_minus, w, squared)


def _extremes(points: dict[int, IntegerPoint], u: IntegerPoint) -> list[tuple[int, int]]:
    """The two ends of the face of lowest score <u, x>, as (position along the face, row); one entry
    when it is a point.

    Positions are taken along (-u2, u1) for both classes, so that they can be compared across the
    gap; the caller passes -u for the other class, whose face is the one of highest score.
    """
    lowest = min(u[0] * x + u[1] * y for x, y in points.values())
    sign = 1 if u >= (0, 0) else -1
    along = sorted(
        (sign * (u[0] * y - u[1] * x), row)
        for row, (x, y) in points.items()
        if u[0] * x + u[1] * y == lowest
    )
    first, last = along[0], along[-1]
    return [first] if first[0] == last[0] else [first, last]


def _balance_rows(
    ends: list[tuple[int, int]], twice_middle: int
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The rows and weights that put the point at half of ``twice_middle`` along the face; an end
    with weight 0 is left out.
    """
    if len(ends) == 1:
        return (ends[0][1],), (1.0,)
    (low, first), (high, last) = ends
    length = 2 * (high - low)
    shares = (
        (first, ratio(2 * high - twice_middle, length)),
        (last, ratio(twice_middle - 2 * low, length)),
    )
    positive_shares = [(row, weight) for row, weight in shares if weight > 0.0]
    return tuple(row for row, _ in positive_shares), tuple(weight for _, weight in positive_shares)
