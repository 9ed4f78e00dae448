"""The distance of two convex hulls in the plane, exactly, without building a hull.

:func:`distance_of` walks along the border of the difference of the hulls
(:mod:`solvers.algorithms.hulls.pair`): a handful of rounds, each one matrix-vector product
over all points; no hull is needed.

The rounds run in doubles.  The last one proves itself: each point that is not on the face must lie
beyond it by more than the rounding of its score.  Where that fails (ties, touching hulls, nearly
parallel edges, a face that is nearly in line with the origin), the few points in question go
through the same walk in whole numbers, which do not round.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from ...arrays import Bools, Floats
from ...plane.hulls import IntegerPoint, hull_of_columns, ratio, whole_points
from .pair import (
    Corner,
    Direction,
    Face,
    HullPair,
    Visited,
    between_corners,
    face_rows,
    from_edge,
    holds_origin_inside,
    meeting_pair,
    step,
    walk,
)

# Twice the error of a score <u, x>, in units of (|u_1| + |u_2|) R: half an ulp each for the shift
# of the origin, the two products, the sum and the direction itself, for the two scores that are
# compared.
_SCORE_ERROR = 16 * 2.0**-53
_TURN_ERROR = 1e-15  # of the turn from one difference to another, in units of its two products
# The walk in doubles ends itself in a few rounds; past this it is moving in its own rounding and
# whole numbers take over.
_ROUNDS = 100
# A root mean square of this many times the distance of two points is no offset worth a shift.
_NEAR = 8.0
# The first direction comes from this many points a class.
_FIRST = 8
# More points than this within rounding of a face: duplicates or a long edge, of which only the
# corners matter.
_MOST_CANDIDATES = 64


def distance_of(
    columns: Floats, n_plus: int, visited: Visited | None = None, norm: float | None = None
) -> HullPair:
    """The closest pair of the hulls of two classes of ``columns (2, n)``, class + first, or the
    proof that they meet.

    ``visited`` collects the faces of the walk, ``norm`` is that of the columns, where it is known.
    Exact: the verdict and the rows are those of exact arithmetic, the numbers are rounded from it
    (weights, normal and distance have a relative error of at most 1e-14).  When the closest pair is
    not unique (parallel edges), the pair in the middle of the stretch where the edges face each
    other is returned.
    """
    clouds = Clouds(columns, n_plus, norm)
    face, u = walk(clouds.first_face(), clouds, visited, _ROUNDS)
    if u is None:
        if holds_origin_inside(face, _TURN_ERROR):
            return meeting_pair(face, inside=True)
    else:
        pair = clouds.proven_pair(face)
        if pair is not None:
            return pair
    return _resolve_exactly(clouds, face, u)


def _resolve_exactly(clouds: Clouds, face: Face, u: Direction | None) -> HullPair:
    """The exact answer: the points within rounding of the face decide among themselves in whole
    numbers.

    The walk in whole numbers is over few rows; doubles then prove that no other point reaches
    beyond its direction, or name those that may, and they join.  The set only grows, so this ends.
    """
    rows_plus, rows_minus = ({*rows} for rows in face_rows(face))
    if u is not None:
        more_plus, more_minus = clouds.near(u, rows_plus, rows_minus)
        rows_plus |= more_plus
        rows_minus |= more_minus
    while True:
        integer_points = WholePoints(clouds.plus, clouds.minus, rows_plus, rows_minus)
        exact_face, exact_u = walk(
            tuple(integer_points.corner(c.plus, c.minus) for c in face[:2]), integer_points
        )
        if exact_u is None:
            return meeting_pair(exact_face, holds_origin_inside(exact_face))
        more_plus, more_minus = clouds.near(_unit(exact_u), rows_plus, rows_minus)
        if more_plus <= rows_plus and more_minus <= rows_minus:
            return integer_points.closest_pair(exact_face, exact_u)
        rows_plus |= more_plus
        rows_minus |= more_minus


def _unit(u: Direction) -> Direction:
    """A direction of whole numbers as doubles, divided by the larger one (as whole numbers they may
    be beyond every double).
    """
    size = max(abs(u[0]), abs(u[1]))
    return u[0] / size, u[1] / size


class Clouds:
    """Two sets of points as columns: scores in doubles, with a bound of their error."""

    def __init__(self, columns: Floats, n_plus: int, norm: float | None = None) -> None:
        self.plus, self.minus, self._n_plus = columns[:, :n_plus], columns[:, n_plus:], n_plus
        if norm is not None and _is_near_origin(columns, n_plus, norm):
            self._origin, self._shifted, self._norm = (0.0, 0.0), columns, norm
        else:
            # About a point of the data an offset costs no digits: a subtraction rounds relative to
            # its result.
            x, y = self._origin = columns.item(0, 0), columns.item(1, 0)
            self._shifted = columns - np.array(((x,), (y,)))
            # The norm of the whole array: at least the largest radius, at the price of one pass
            # that needs no square root.
            self._norm = math.sqrt(np.vdot(self._shifted, self._shifted))
        self._radius = self._norm
        self._direction = np.empty(2)

    def corner(self, i: int, j: int) -> Corner:
        """The difference of the points ``i`` of class + and ``j`` of class -."""
        plus, minus = self.plus, self.minus
        return Corner(i, j, plus.item(0, i), plus.item(1, i), minus.item(0, j), minus.item(1, j))

    def first_face(self) -> Face:
        """The pair that reaches farthest along the line between the means of the first few points
        of each class: a guess.
        """
        columns, k = self._shifted, self._n_plus
        (px, py), (qx, qy) = (
            columns[:, : min(k, _FIRST)].tolist(),
            columns[:, k : k + _FIRST].tolist(),
        )
        u = sum(px) / len(px) - sum(qx) / len(qx), sum(py) / len(py) - sum(qy) / len(qy)
        above, below, _ = self.scores(u)
        return (self.corner(int(above.argmin()), int(below.argmax())),)

    def scores(self, u: Direction) -> tuple[Floats, Floats, float]:
        """``<u, x>`` of both classes, and how much two of these may differ from the truth."""
        self._direction[0], self._direction[1] = u
        error = _SCORE_ERROR * (abs(u[0]) + abs(u[1])) * self._radius
        scores = self._direction.dot(self._shifted)
        return scores[: self._n_plus], scores[self._n_plus :], error

    def beyond(self, face: Face, u: Direction) -> Corner | None:
        """The pair that reaches farthest against ``u``, or None when it reaches no farther than the
        face (up to rounding).
        """
        plus, minus, error = self._last = self.scores(u)
        i, j = int(plus.argmin()), int(minus.argmax())
        a, b = face[0], face[-1]
        # All corners of the face have the same u p - u q; one whose own point is passed is passed
        # as a pair.
        lowest, highest = (
            max(plus.item(a.plus), plus.item(b.plus)),
            min(minus.item(a.minus), minus.item(b.minus)),
        )
        if plus.item(i) >= lowest - error and minus.item(j) <= highest + error:
            return None
        return self.corner(i, j)

    def proven_pair(self, face: Face) -> HullPair | None:
        """The answer for the face that ended the walk, or None when the doubles do not prove it."""
        plus, minus, error = self._last
        a, b = face[0], face[-1]
        on_plus, on_minus = 1 + (a.plus != b.plus), 1 + (a.minus != b.minus)
        if on_plus + on_minus > 3:
            return None
        # Everything that is not on the face must be clearly beyond it.  (Extreme values without the
        # face: the scores are not needed any more, and no other array operation is as cheap as one
        # that has just been used.)
        lowest, highest = (
            max(plus.item(a.plus), plus.item(b.plus)),
            min(minus.item(a.minus), minus.item(b.minus)),
        )
        plus[a.plus] = plus[b.plus] = math.inf
        minus[a.minus] = minus[b.minus] = -math.inf
        if not (
            plus.item(plus.argmin()) > lowest + error
            and minus.item(minus.argmax()) < highest - error
        ):
            return None
        return between_corners(a) if on_plus + on_minus == 2 else from_edge(a, b)

    def near(
        self, u: Direction, rows_plus: set[int], rows_minus: set[int]
    ) -> tuple[set[int], set[int]]:
        """The rows whose score may be as extreme as the best of the given rows."""
        plus, minus, error = self.scores(u)
        lowest, highest = (
            min(plus.item(i) for i in rows_plus),
            max(minus.item(j) for j in rows_minus),
        )
        return _corner_candidates(self.plus, plus <= lowest + error), _corner_candidates(
            self.minus, minus >= highest - error
        )


def _is_near_origin(columns: Floats, n_plus: int, norm: float) -> bool:
    """Whether the points lie about the origin: then another origin would make their scores no
    sharper.
    """
    between = math.hypot(
        columns.item(0, 0) - columns.item(0, n_plus), columns.item(1, 0) - columns.item(1, n_plus)
    )
    return norm <= _NEAR * between * math.sqrt(columns.shape[1])


def _corner_candidates(columns: Floats, is_candidate: Bools) -> set[int]:
    """The chosen rows; of a great many only the corners of their hull, which is all that
    matters.
    """
    rows = np.flatnonzero(is_candidate)
    if len(rows) > _MOST_CANDIDATES:
        rows = rows[hull_of_columns(columns[:, rows])]
    return set(rows.tolist())


class WholePoints:
    """Some columns of two classes in whole numbers: the questions of
    :class:`solvers.algorithms.hulls.pair.Points`, exactly.

    Rows keep the numbers they have in ``plus (2, n+)`` and ``minus (2, n-)``.
    """

    def __init__(
        self, plus: Floats, minus: Floats, rows_plus: Iterable[int], rows_minus: Iterable[int]
    ) -> None:
        first, second = sorted(rows_plus), sorted(rows_minus)
        points, self._scale = whole_points(
            [*plus[:, first].T.tolist(), *minus[:, second].T.tolist()]
        )
        self._plus = dict(zip(first, points, strict=False))
        self._minus = dict(zip(second, points[len(first) :], strict=True))

    def corner(self, i: int, j: int) -> Corner:
        """The difference of the points ``i`` of class + and ``j`` of class -."""
        return Corner(i, j, *self._plus[i], *self._minus[j])

    def beyond(self, face: Face, u: Direction) -> Corner | None:
        """The pair that reaches farthest against ``u``, or None when it reaches no farther than the
        face.
        """
        i = min(self._plus, key=_score(self._plus, u))
        j = max(self._minus, key=_score(self._minus, u))
        corner, old = self.corner(i, j), face[0]
        dx, dy = step(old, corner)
        return corner if u[0] * dx + u[1] * dy < 0 else None

    def closest_pair(self, face: Face, u: Direction) -> HullPair:
        """The closest pair for the optimal direction: the middle of the stretch where the two faces
        are opposite.
        """
        u1, u2 = int(u[0]), int(u[1])
        plus, minus = _extremes(self._plus, (u1, u2)), _extremes(self._minus, (-u1, -u2))
        lowest, highest = max(plus[0][0], minus[0][0]), min(plus[-1][0], minus[-1][0])
        twice_middle = lowest + highest
        rows_plus, weights_plus = _balance_rows(plus, twice_middle)
        rows_minus, weights_minus = _balance_rows(minus, twice_middle)
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


def _score(points: dict[int, IntegerPoint], u: Direction) -> Callable[[int], float]:
    u1, u2 = u
    return lambda row: u1 * points[row][0] + u2 * points[row][1]


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
