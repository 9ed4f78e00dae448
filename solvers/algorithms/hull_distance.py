"""The distance of two convex hulls in the plane, exactly, without building a hull.

The difference set ``Z = {p - q}`` of the hulls is convex; its point nearest to the origin is the difference of the closest pair.
:func:`hull_distance` walks along its border (Gilbert, Johnson and Keerthi 1988): keep the *face* of at most two corners of Z that
is nearest to the origin so far, ask every point whether it reaches beyond that face, add the pair that reaches farthest, drop
what no longer matters.  A handful of rounds, each two matrix-vector products; no hull is needed.

The rounds run in doubles.  The last one proves itself: each point that is not on the face must lie beyond it by more than the
rounding of its score.  Where that fails (ties, touching hulls, nearly parallel edges, a face that is nearly in line with the
origin), the few points in question go through the same walk in whole numbers, which do not round.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from ..exact import ratio, whole_points
from ..hulls import hull_of_columns

# Twice the error of a score <u, x>, in units of (|u_1| + |u_2|) R: half an ulp each for the shift of the origin, the two
# products, the sum and the direction itself, for the two scores that are compared.
_SCORE_ERROR = 16 * 2.0**-53
# A face is measured in doubles while cancellation leaves this part of the terms (the answer is then right to 1e-14).
_CANCELLATION = 0.05
# The walk in doubles ends itself in a few rounds; past this it is moving in its own rounding and whole numbers take over.
_ROUNDS = 100
# The first direction comes from about this many points a class.
_SAMPLE = 200
# More points than this within rounding of a face: duplicates or a long edge, of which only the corners matter.
_MANY = 64


class Corner(NamedTuple):
    """A point ``p - q`` of the difference set: its two rows and their coordinates (doubles or whole numbers)."""

    plus: int
    minus: int
    px: float
    py: float
    qx: float
    qy: float


Face = tuple[Corner, ...]
Direction = tuple[float, float]


class HullPair(NamedTuple):
    """The closest pair of two hulls, or a triangle of differences that proves a common point.

    ``w = 2 (p - q) / |p - q|^2`` (the normal of the canonical maximum-margin line) and ``squared_distance = |p - q|^2`` when
    ``separable``; ``rows_plus`` with ``weights_plus`` give p, ``rows_minus`` with ``weights_minus`` give q; the score of every
    row listed is exactly +1 or -1.  Otherwise the hulls of the rows listed share a point; in the plane there are at most three
    rows a class, without weights, and ``inside`` says that the origin is strictly inside their difference.  ``face`` starts the
    next walk.
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


def hull_distance(
    plus: Floats, minus: Floats, start: tuple[tuple[int, int], ...] = (), visited: list[Face] | None = None
) -> HullPair:
    """The closest pair of the hulls of the columns ``plus (2, n+)`` and ``minus (2, n-)``, or the proof that they meet.

    ``start`` are one or two pairs of rows to begin from (the ``face`` of an earlier answer), ``visited`` collects the faces of
    the walk.  Exact: the verdict and the rows are those of exact arithmetic, the numbers are rounded from it (weights, normal
    and distance have a relative error of at most 1e-14).  When the closest pair is not unique (parallel edges), the pair in
    the middle of the stretch where the edges face each other is returned.
    """
    clouds = Clouds(plus, minus)
    if not clouds.is_ordinary:
        return _rescaled(plus, minus)
    face = tuple([clouds.corner(*pair) for pair in start[:2]]) or clouds.first_face()
    return nearest_pair(clouds, face, visited)


def _rescaled(plus: Floats, minus: Floats) -> HullPair:
    """The closest pair of points whose squares are beyond the doubles: multiplied by a power of two first, which is exact."""
    largest = max(float(np.abs(plus).max()), float(np.abs(minus).max()))
    power = -math.frexp(largest)[1] - 2
    clouds = Clouds(np.ldexp(plus, power), np.ldexp(minus, power))
    pair = nearest_pair(clouds, clouds.first_face())
    w = tuple(np.ldexp(pair.w, power).tolist())
    return pair._replace(w=w, squared_distance=float(np.ldexp(pair.squared_distance, -2 * power)))


def nearest_pair(clouds: Clouds, face: Face, visited: list[Face] | None = None) -> HullPair:
    """:func:`hull_distance` of prepared clouds, from a face of one or two corners."""
    face, u = _walk(face, clouds, visited, _ROUNDS)
    if u is None:
        if _surely_holds_origin(face):
            return _meeting(face, inside=True)
    else:
        pair = clouds.proven(face)
        if pair is not None:
            return pair
    return _resolved(clouds, face, u)


class Clouds:
    """Two sets of points as columns: scores in doubles, with a bound of their error.

    The arrays are the caller's: :meth:`place` writes into them.
    """

    def __init__(self, plus: Floats, minus: Floats) -> None:
        self.plus, self.minus = plus, minus
        # About a point of the data an offset costs no digits: a subtraction rounds relative to its result.
        self._origin = plus[:, :1].copy()
        self._plus, self._minus = plus - self._origin, minus - self._origin
        # The norm of the whole array: at least the largest radius, at the price of one pass that needs no square root.
        self._norm = math.sqrt(max(np.vdot(self._plus, self._plus), np.vdot(self._minus, self._minus)))
        self._radius = self._norm
        self._direction = np.empty(2)

    @property
    def is_ordinary(self) -> bool:
        """Whether squares and products of coordinates neither overflow nor vanish."""
        return 1e-120 < self._norm < 1e120

    def place(self, is_plus: bool, column: int, x: float, y: float) -> None:
        """Move one point."""
        points, shifted = (self.plus, self._plus) if is_plus else (self.minus, self._minus)
        points[0, column], points[1, column] = x, y
        dx, dy = x - self._origin.item(0), y - self._origin.item(1)
        shifted[0, column], shifted[1, column] = dx, dy
        # Only this point may be farther out than the points were at the start.
        self._radius = max(self._norm, math.hypot(dx, dy))

    def corner(self, i: int, j: int) -> Corner:
        """The difference of the points ``i`` of class + and ``j`` of class -."""
        plus, minus = self.plus, self.minus
        return Corner(i, j, plus.item(0, i), plus.item(1, i), minus.item(0, j), minus.item(1, j))

    def first_face(self) -> Face:
        """The pair that reaches farthest along the line from mean to mean (of a few points: it is a guess)."""
        plus, minus = (c[:, :: c.shape[1] // _SAMPLE + 1] for c in (self._plus, self._minus))
        u = np.add.reduce(plus, axis=1) / plus.shape[1] - np.add.reduce(minus, axis=1) / minus.shape[1]
        return (self.corner(int((u @ self._plus).argmin()), int((u @ self._minus).argmax())),)

    def scores(self, u: Direction) -> tuple[Floats, Floats, float]:
        """``<u, x>`` of both classes, and how much two of these may differ from the truth."""
        self._direction[0], self._direction[1] = u
        error = _SCORE_ERROR * (abs(u[0]) + abs(u[1])) * self._radius
        return self._direction @ self._plus, self._direction @ self._minus, error

    def beyond(self, face: Face, u: Direction) -> Corner | None:
        """The pair that reaches farthest against ``u``, or None when it reaches no farther than the face (up to rounding)."""
        plus, minus, error = self._last = self.scores(u)
        i, j = int(plus.argmin()), int(minus.argmax())
        a, b = face[0], face[-1]
        # All corners of the face have the same u p - u q; one whose own point is passed is passed as a pair.
        lowest, highest = max(plus.item(a.plus), plus.item(b.plus)), min(minus.item(a.minus), minus.item(b.minus))
        if plus.item(i) >= lowest - error and minus.item(j) <= highest + error:
            return None
        return self.corner(i, j)

    def proven(self, face: Face) -> HullPair | None:
        """The answer for the face that ended the walk, or None when the doubles do not prove it."""
        plus, minus, error = self._last
        a, b = face[0], face[-1]
        on_plus, on_minus = 1 + (a.plus != b.plus), 1 + (a.minus != b.minus)
        if on_plus + on_minus > 3:
            return None
        # Everything that is not on the face must be clearly beyond it.
        lowest, highest = max(plus.item(a.plus), plus.item(b.plus)), min(minus.item(a.minus), minus.item(b.minus))
        if np.count_nonzero(plus <= lowest + error) != on_plus or np.count_nonzero(minus >= highest - error) != on_minus:
            return None
        return _between_corners(a) if on_plus + on_minus == 2 else _from_edge(a, b)

    def near(self, u: Direction, rows_plus: set[int], rows_minus: set[int]) -> tuple[set[int], set[int]]:
        """The rows whose score may be as extreme as the best of the given rows."""
        plus, minus, error = self.scores(u)
        lowest, highest = min(plus.item(i) for i in rows_plus), max(minus.item(j) for j in rows_minus)
        return _few(self.plus, plus <= lowest + error), _few(self.minus, minus >= highest - error)


def _distinct(rows: Iterable[int]) -> tuple[int, ...]:
    """The row numbers without repetition, in order of appearance."""
    return tuple(dict.fromkeys(rows))


def _few(columns: Floats, chosen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> set[int]:
    """The chosen rows; of a great many only the corners of their hull, which is all that matters."""
    rows = np.flatnonzero(chosen)
    if len(rows) > _MANY:
        rows = rows[hull_of_columns(columns[:, rows])]
    return set(rows.tolist())


# --- The walk -----------------------------------------------------------------------------------------------------------------


def _walk(
    face: Face, points: Clouds | _Whole, visited: list[Face] | None = None, rounds: float = math.inf
) -> tuple[Face, Direction | None]:
    """The face of the difference set nearest to the origin and its direction.

    None for the direction when the face holds the origin, or when the rounds are spent and nothing is known.
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
        face, u = _mixed(*_nearest((*face, corner)))
    return face, u


def _mixed(face: Face, u: Direction | None) -> tuple[Face, Direction | None]:
    """The face made nearer by exchanging the points of its two pairs, as far as that goes.

    Two new pairs for the price of a look at four known points: this saves every third round through all points.
    """
    while u is not None and len(face) == 2:
        a, b = face
        if a.plus == b.plus or a.minus == b.minus:
            break
        for corner in (
            Corner(a.plus, b.minus, a.px, a.py, b.qx, b.qy),
            Corner(b.plus, a.minus, b.px, b.py, a.qx, a.qy),
        ):
            dx, dy = _step(a, corner)
            if u[0] * dx + u[1] * dy < 0:
                face, u = _nearest((a, b, corner))
                break
        else:
            break
    return face, u


def _nearest(corners: Face) -> tuple[Face, Direction | None]:
    """The part of a simplex nearest to the origin, with the direction (not normalised) of that point; None at the origin.

    Of three corners the first two were the nearest face before the third came nearer, so the answer holds the third.  Only
    signs of products decide, hence the same lines run in doubles and in whole numbers.
    """
    if len(corners) == 1:
        return _nearest_corner(corners[0])
    if len(corners) == 2:
        return _nearest_on_edge(*corners)
    first, second, new = corners
    x, y = new.px - new.qx, new.py - new.qy
    is_outside = False
    for end, other in ((first, second), (second, first)):
        ex, ey = _step(end, new)
        ox, oy = _step(end, other)
        side = ex * oy - ey * ox
        # The origin seen from ``new``: (x, y) lies on the line, so the cross product with the edge gives its side.
        origin_side = ey * x - ex * y
        if side * origin_side < 0:
            is_outside = True
            if x * ex + y * ey > 0:
                return _nearest_on_edge(end, new)
    return _nearest_corner(new) if is_outside else (corners, None)


def _nearest_corner(corner: Corner) -> tuple[Face, Direction | None]:
    u = corner.px - corner.qx, corner.py - corner.qy
    return (corner,), u if u[0] != 0 or u[1] != 0 else None


def _nearest_on_edge(a: Corner, b: Corner) -> tuple[Face, Direction | None]:
    dx, dy = _step(a, b)
    ax, ay = a.px - a.qx, a.py - a.qy
    if ax * dx + ay * dy >= 0:
        return _nearest_corner(a)
    if (b.px - b.qx) * dx + (b.py - b.qy) * dy <= 0:
        return _nearest_corner(b)
    side = ax * dy - ay * dx
    if side == 0:
        return (a, b), None
    return (a, b), (dy, -dx) if side > 0 else (-dy, dx)


def _step(a: Corner, b: Corner) -> tuple[float, float]:
    """From one difference to another, point by point: a class that keeps its point adds nothing, not even rounding."""
    return (b.px - a.px) - (b.qx - a.qx), (b.py - a.py) - (b.qy - a.qy)


# --- The answer in doubles ----------------------------------------------------------------------------------------------------


def _from_edge(a: Corner, b: Corner) -> HullPair | None:
    """Weights, normal and distance of a vertex and an edge, or None when doubles lose too many digits."""
    edge_is_plus = a.minus == b.minus
    if edge_is_plus:
        ex, ey, vx, vy = b.px - a.px, b.py - a.py, a.qx - a.px, a.qy - a.py
    else:
        ex, ey, vx, vy = b.qx - a.qx, b.qy - a.qy, a.px - a.qx, a.py - a.qy
    length = ex * ex + ey * ey
    left, right, along = ex * vy, ey * vx, ex * vx + ey * vy
    cross, rounding = left - right, 1e-15 * (abs(ex * vx) + abs(ey * vy) + length)
    if abs(cross) < _CANCELLATION * (abs(left) + abs(right)) or not rounding < along < length - rounding:
        return None
    # The foot of the vertex on the edge has weight t at the far end; p - q is normal to the edge, (-ey, ex) cross / length.
    t, factor = along / length, (-2.0 if edge_is_plus else 2.0) / cross
    w, squared, face = (-ey * factor, ex * factor), cross * cross / length, ((a.plus, a.minus), (b.plus, b.minus))
    if edge_is_plus:
        return HullPair(True, (a.plus, b.plus), (a.minus,), (1.0 - t, t), (1.0,), w, squared, False, face)
    return HullPair(True, (a.plus,), (a.minus, b.minus), (1.0,), (1.0 - t, t), w, squared, False, face)


def _surely_holds_origin(face: Face) -> bool:
    """Whether doubles prove that the origin is strictly inside the triangle of three differences.

    It is iff each pair of corners turns the same way around it; a difference is rounded once, so is each product.
    """
    if len(face) < 3:
        return False
    turns = []
    for a, b in ((face[0], face[1]), (face[1], face[2]), (face[2], face[0])):
        left, right = (a.px - a.qx) * (b.py - b.qy), (a.py - a.qy) * (b.px - b.qx)
        if not abs(left - right) > 1e-15 * (abs(left) + abs(right)) + 1e-290:
            return False
        turns.append(left > right)
    return turns[0] == turns[1] == turns[2]


def partial_pair(face: Face) -> HullPair:
    """The closest pair of the corners of one face of the walk: what the walk knew at that step, rounded as doubles round."""
    rows_plus, rows_minus = face_rows(face)
    a, b = face[0], face[-1]
    (ax, ay), (dx, dy) = (a.px - a.qx, a.py - a.qy), _step(a, b)
    length = dx * dx + dy * dy
    t = -(ax * dx + ay * dy) / length if length > 0 else 0.0
    zx, zy = ax + t * dx, ay + t * dy
    squared = zx * zx + zy * zy
    return HullPair(
        True,
        rows_plus,
        rows_minus,
        (1.0 - t, t) if len(rows_plus) == 2 else (1.0,),
        (1.0 - t, t) if len(rows_minus) == 2 else (1.0,),
        (2.0 * zx / squared, 2.0 * zy / squared),
        squared,
    )


def _between_corners(corner: Corner) -> HullPair | None:
    x, y = corner.px - corner.qx, corner.py - corner.qy
    squared = x * x + y * y
    if not 1e-290 < squared < 1e290:
        return None
    i, j = corner.plus, corner.minus
    return HullPair(True, (i,), (j,), (1.0,), (1.0,), (2.0 * x / squared, 2.0 * y / squared), squared, face=((i, j),))


def face_rows(face: Face) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows of both classes on a face."""
    return _distinct(c.plus for c in face), _distinct(c.minus for c in face)


# --- The answer in whole numbers ----------------------------------------------------------------------------------------------


def _resolved(clouds: Clouds, face: Face, u: Direction | None) -> HullPair:
    """The exact answer: the points within rounding of the face decide among themselves in whole numbers.

    The walk in whole numbers is over few rows; doubles then prove that no other point reaches beyond its direction, or name
    those that may, and they join.  The set only grows, so this ends.
    """
    rows_plus, rows_minus = ({*rows} for rows in face_rows(face))
    if u is not None:
        more_plus, more_minus = clouds.near(u, rows_plus, rows_minus)
        rows_plus |= more_plus
        rows_minus |= more_minus
    while True:
        whole = _Whole(clouds, rows_plus, rows_minus)
        exact_face, exact_u = _walk(tuple(whole.corner(c.plus, c.minus) for c in face[:2]), whole)
        if exact_u is None:
            return _meeting(exact_face, _holds_origin_inside(exact_face))
        more_plus, more_minus = clouds.near(_unit(exact_u), rows_plus, rows_minus)
        if more_plus <= rows_plus and more_minus <= rows_minus:
            return whole.measured(exact_face, exact_u)
        rows_plus |= more_plus
        rows_minus |= more_minus


def _unit(u: Direction) -> Direction:
    """A direction of whole numbers as doubles, divided by the larger one (as whole numbers they may be beyond every double)."""
    size = max(abs(u[0]), abs(u[1]))
    return u[0] / size, u[1] / size


class _Whole:
    """A few points in whole numbers: the same questions as :class:`Clouds`, answered without rounding."""

    def __init__(self, clouds: Clouds, rows_plus: Iterable[int], rows_minus: Iterable[int]) -> None:
        plus, minus = sorted(rows_plus), sorted(rows_minus)
        columns = [*clouds.plus[:, plus].T.tolist(), *clouds.minus[:, minus].T.tolist()]
        points, self._scale = whole_points(columns)
        self._plus = dict(zip(plus, points, strict=False))
        self._minus = dict(zip(minus, points[len(plus) :], strict=True))

    def corner(self, i: int, j: int) -> Corner:
        return Corner(i, j, *self._plus[i], *self._minus[j])

    def beyond(self, face: Face, u: Direction) -> Corner | None:
        i = min(self._plus, key=_score(self._plus, u))
        j = max(self._minus, key=_score(self._minus, u))
        corner, old = self.corner(i, j), face[0]
        dx, dy = _step(old, corner)
        return corner if u[0] * dx + u[1] * dy < 0 else None

    def measured(self, face: Face, u: Direction) -> HullPair:
        """The closest pair for the optimal direction: the middle of the stretch where the two faces are opposite."""
        u1, u2 = int(u[0]), int(u[1])
        plus, minus = _extremes(self._plus, (u1, u2)), _extremes(self._minus, (-u1, -u2))
        lowest, highest = max(plus[0][0], minus[0][0]), min(plus[-1][0], minus[-1][0])
        twice_middle = lowest + highest
        rows_plus, weights_plus = _balanced(plus, twice_middle)
        rows_minus, weights_minus = _balanced(minus, twice_middle)
        first = self.corner(rows_plus[0], rows_minus[0])
        gap = int(u1 * (first.px - first.qx) + u2 * (first.py - first.qy))
        # p - q = u gap / |u|^2 in units of 1/scale, so w = 2 (p - q) / |p - q|^2 = 2 u scale / gap.
        return HullPair(
            True,
            rows_plus,
            rows_minus,
            weights_plus,
            weights_minus,
            w=(ratio(2 * u1 * self._scale, gap), ratio(2 * u2 * self._scale, gap)),
            squared_distance=ratio(gap * gap, (u1 * u1 + u2 * u2) * self._scale**2),
            face=tuple((c.plus, c.minus) for c in face),
        )


def _score(points: dict[int, tuple[int, int]], u: Direction) -> Callable[[int], float]:
    u1, u2 = u
    return lambda row: u1 * points[row][0] + u2 * points[row][1]


def _extremes(points: dict[int, tuple[int, int]], u: tuple[int, int]) -> list[tuple[int, int]]:
    """The two ends of the face of lowest score <u, x>, as (position along the face, row); one entry when it is a point.

    Positions are taken along (-u2, u1) for both classes, so that they can be compared across the gap; the caller passes -u for
    the other class, whose face is the one of highest score.
    """
    lowest = min(u[0] * x + u[1] * y for x, y in points.values())
    sign = 1 if u >= (0, 0) else -1
    along = sorted((sign * (u[0] * y - u[1] * x), row) for row, (x, y) in points.items() if u[0] * x + u[1] * y == lowest)
    first, last = along[0], along[-1]
    return [first] if first[0] == last[0] else [first, last]


def _balanced(ends: list[tuple[int, int]], twice_middle: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The rows and weights that put the point at half of ``twice_middle`` along the face; an end with weight 0 is left out."""
    if len(ends) == 1:
        return (ends[0][1],), (1.0,)
    (low, first), (high, last) = ends
    length = 2 * (high - low)
    both = (first, ratio(2 * high - twice_middle, length)), (last, ratio(twice_middle - 2 * low, length))
    kept = [(row, weight) for row, weight in both if weight > 0.0]
    return tuple(row for row, _ in kept), tuple(weight for _, weight in kept)


def _holds_origin_inside(face: Face) -> bool:
    """Whether the origin is strictly inside a triangle of differences of whole numbers."""
    if len(face) < 3:
        return False
    turns = [
        (a.px - a.qx) * (b.py - b.qy) - (a.py - a.qy) * (b.px - b.qx)
        for a, b in ((face[0], face[1]), (face[1], face[2]), (face[2], face[0]))
    ]
    return min(turns) > 0 or max(turns) < 0


def _meeting(face: Face, inside: bool) -> HullPair:
    """The answer for hulls that meet: one, two or three differences whose hull holds the origin."""
    return HullPair(False, *face_rows(face), inside=inside, face=tuple((c.plus, c.minus) for c in face[:2]))
