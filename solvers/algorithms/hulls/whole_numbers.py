"""The closest pair of a few points in whole numbers: nothing is rounded before the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...arrays import Floats
from ...plane.exact import Whole, ratio, whole_points
from .hull_walk import Corner, Direction, Face, step
from .pair import HullPair


class WholePoints:
    """Some columns of two classes in whole numbers: the questions of
    :class:`solvers.algorithms.hulls.hull_walk.Points`, exactly.

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


def _score(points: dict[int, Whole], u: Direction) -> Callable[[int], float]:
    u1, u2 = u
    return lambda row: u1 * points[row][0] + u2 * points[row][1]


def _extremes(points: dict[int, Whole], u: Whole) -> list[tuple[int, int]]:
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
    both = (
        (first, ratio(2 * high - twice_middle, length)),
        (last, ratio(twice_middle - 2 * low, length)),
    )
    kept = [(row, weight) for row, weight in both if weight > 0.0]
    return tuple(row for row, _ in kept), tuple(weight for _, weight in kept)
