"""``separability``: the exact verdict whether a line separates two classes, with the proof.

Source: Kirchberger, Math. Ann. 57 (1903) 509 (few points prove that hulls meet).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.hulls.distance import distance_of
from ..algorithms.hulls.feature_distance import feature_hull_distance, feature_hull_steps
from ..algorithms.hulls.pair import HullPair, Visited
from ..algorithms.hulls.touching import is_touching
from ..algorithms.stepping import Walking
from ..arrays import Floats, Ints, locked, locked_ints
from ..features import FeatureMap
from ..plane.exact import Whole, ratio, whole_points
from ..plane.hulls import hull_of_columns
from ..problem import Problem
from ..result import Separability


def separability(X: ArrayLike, y: ArrayLike, features: FeatureMap | None = None) -> Separability:
    """Whether a line (a hyperplane of feature space) separates the classes of points ``X (n, 2)`` with labels ``y (n,)``.

    Either the closest pair of the two convex hulls, whose perpendicular bisector separates them with the largest margin, or a
    point of both hulls, which proves that no line can: any score would have to be positive and negative there.  The point is
    given by at most four rows and their convex weights (Kirchberger's theorem in the plane).  ``touching`` tells hulls that
    only share border points: some line then has the classes on its two closed sides, not all points on it.

    Exact in the plane and for feature maps with two features: verdict, ``touching`` and support rows are those of exact
    arithmetic on the (mapped) points as doubles; weights and coordinates are rounded from it once.  In higher dimensions
    "separable" is proved by scores that differ by more than their rounding, "not separable" by a common point of up to m + 2
    rows in whole numbers; a gap too small for doubles (1e-14 of the size of the features) counts as none.  There ``touching`` is
    True only where it is proved, and ``distance`` is nan where no bound confirms it to 1e-4.

    Raises:
        ValueError: a class is missing, or the input is refused by :meth:`Problem.from_labels`.
    """
    return separability_of(Problem.from_labels(X, y, features))


def separability_of(problem: Problem) -> Separability:
    """:func:`separability` of a problem that is already built."""
    if not problem.has_both_classes:
        raise ValueError("separability needs at least one point of each class")
    # Products of extreme coordinates overflow or vanish; the walk then goes on in whole numbers.
    with np.errstate(all="ignore"):
        return proof_of(problem, closest_pair(problem))


def separability_steps(problem: Problem) -> Walking[Separability]:
    """:func:`separability_of` with pauses in which a fit may be stopped: in feature space a verdict may take seconds."""
    return proof_of(problem, (yield from closest_pair_steps(problem)))


def closest_pair(problem: Problem, start: Ints | None = None, visited: Visited | None = None) -> HullPair:
    """The closest pair of the hulls of the classes, exact in two dimensions, or the rows that prove that they meet.

    ``start`` are rows (of both classes) to begin from, ``visited`` collects the steps of the walk (see :func:`partial_pair`).
    """
    if problem.kernel is not None or problem.Phi.shape[1] != 2:
        return feature_hull_distance(problem, start, visited)
    return _in_the_plane(problem, start, visited)


def closest_pair_steps(problem: Problem, start: Ints | None = None, visited: Visited | None = None) -> Walking[HullPair]:
    """:func:`closest_pair` with pauses in which a fit may be stopped."""
    if problem.kernel is not None or problem.Phi.shape[1] != 2:
        return (yield from feature_hull_steps(problem, start, visited))
    return _in_the_plane(problem, start, visited)


def _in_the_plane(problem: Problem, start: Ints | None, visited: Visited | None) -> HullPair:
    return distance_of(problem.columns, problem.n_plus, _first_face(problem, start), visited, problem.norm)


def _first_face(problem: Problem, start: Ints | None) -> tuple[tuple[int, int], ...]:
    if start is None:
        return ()
    positive = problem.y[start] > 0
    plus = np.searchsorted(problem.rows_plus, start[positive]).tolist()
    minus = np.searchsorted(problem.rows_minus, start[~positive]).tolist()
    return (plus[0], minus[0]), (plus[-1], minus[-1])


def proof_of(problem: Problem, pair: HullPair) -> Separability:
    """The proof in terms of the rows of a problem, for the pair that :func:`closest_pair` found for it."""
    if pair.separable:
        return _separating_line(problem, pair)
    return _meeting_nearly(problem, pair) if pair.weights_plus else _meeting(problem, pair)


def _separating_line(problem: Problem, pair: HullPair) -> Separability:
    plus, minus = problem.rows_plus[list(pair.rows_plus)], problem.rows_minus[list(pair.rows_minus)]
    return Separability(
        separable=True,
        touching=False,
        distance=_proven_distance(problem, pair),
        closest_plus=locked(_convex_combination(problem.Phi[plus], pair.weights_plus)),
        closest_minus=locked(_convex_combination(problem.Phi[minus], pair.weights_minus)),
        support_plus=locked_ints(plus),
        support_minus=locked_ints(minus),
        weights_plus=locked(np.array(pair.weights_plus)),
        weights_minus=locked(np.array(pair.weights_minus)),
    )


def _proven_distance(problem: Problem, pair: HullPair) -> float:
    """The distance of the pair; nan where the scores of all points do not keep as far apart, and doubles hold no nearer pair."""
    if not any(pair.w):
        return 0.0
    # The square of a distance may be beyond the doubles where the distance is not.
    distance = 2.0 / math.hypot(*pair.w)
    if pair.separable and problem.kernel is None and problem.Phi.shape[1] != 2:
        scores = (problem.Phi - problem.Phi[problem.rows_plus[pair.rows_plus[0]]]) @ np.array(pair.w)
        if not scores[problem.rows_plus].min() - scores[problem.rows_minus].max() >= 2.0 * (1.0 - 1e-4):
            return math.nan
    return distance


def _convex_combination(points: Floats, weights: Sequence[float]) -> Floats:
    """The convex combination, as a shift of the first point: far from the origin products with weights lose digits."""
    result: Floats = points[0] + np.asarray(weights[1:]) @ (points[1:] - points[0])
    return result


def _meeting_nearly(problem: Problem, pair: HullPair) -> Separability:
    """The proof in feature space: two combinations that differ by the rounding of their weights only."""
    proof = _separating_line(problem, pair)
    middle = locked(proof.closest_minus + 0.5 * (proof.closest_plus - proof.closest_minus))
    held = np.concatenate([proof.support_plus, proof.support_minus])
    touching = problem.kernel is None and is_touching(problem, held)
    return replace(proof, separable=False, touching=touching, distance=0.0, closest_plus=middle, closest_minus=middle)


def _meeting(problem: Problem, pair: HullPair) -> Separability:
    plus, minus = problem.rows_plus[list(pair.rows_plus)], problem.rows_minus[list(pair.rows_minus)]
    points, scale = whole_points([*problem.Phi[plus].tolist(), *problem.Phi[minus].tolist()])
    P, Q = points[: len(plus)], points[len(plus) :]
    (rows_p, weights_p), (rows_q, weights_q), denominator = common_point(P, Q)
    point = tuple(sum(weight * P[row][k] for row, weight in zip(rows_p, weights_p, strict=True)) for k in range(2))
    at = locked(np.array([ratio(c, denominator * scale) for c in point]))
    return Separability(
        separable=False,
        touching=not pair.inside and _is_touching(problem, point, denominator, scale),
        distance=0.0,
        closest_plus=at,
        closest_minus=at,
        support_plus=locked_ints(plus[list(rows_p)]),
        support_minus=locked_ints(minus[list(rows_q)]),
        weights_plus=locked(np.array([ratio(weight, denominator) for weight in weights_p])),
        weights_minus=locked(np.array([ratio(weight, denominator) for weight in weights_q])),
    )


# Rows of a few points with whole-number weights; divided by the common denominator the weights are convex.
Weighted = tuple[tuple[int, ...], tuple[int, ...]]


def common_point(P: list[Whole], Q: list[Whole]) -> tuple[Weighted, Weighted, int]:
    """A point in the hulls of two small sets of whole-number points, by as few points as can be; at most four.

    Two hulls that meet share a corner, or a corner of one lies on an edge or in a triangle of the other, or two edges cross;
    the cases are tried in this order.  Returned: rows and weights for P, the same for Q, and the denominator of the weights.

    Raises:
        ValueError: the hulls do not meet.
    """
    for size in (1, 2, 3):
        for corners in combinations(range(len(Q)), size):
            for i, p in enumerate(P):
                weights = _convex_weights(p, [Q[k] for k in corners])
                if weights is not None:
                    return ((i,), (sum(weights),)), (corners, weights), sum(weights)
        for corners in combinations(range(len(P)), size):
            for j, q in enumerate(Q):
                weights = _convex_weights(q, [P[k] for k in corners])
                if weights is not None:
                    return (corners, weights), ((j,), (sum(weights),)), sum(weights)
    for a, b in combinations(range(len(P)), 2):
        for c, d in combinations(range(len(Q)), 2):
            crossing = _crossing(P[a], P[b], Q[c], Q[d])
            if crossing is not None:
                s, t, denominator = crossing
                return ((a, b), (denominator - s, s)), ((c, d), (denominator - t, t)), denominator
    raise ValueError("the hulls of these points do not meet")


def _convex_weights(p: Whole, corners: list[Whole]) -> tuple[int, ...] | None:
    """Positive whole numbers in the proportion of the convex weights of p on one, two or three corners, or None."""
    if len(corners) == 1:
        return (1,) if p == corners[0] else None
    if len(corners) == 2:
        return _weights_on_segment(p, corners[0], corners[1])
    a, b, c = corners
    parts = _area(p, b, c), _area(a, p, c), _area(a, b, p)
    if all(part > 0 for part in parts):
        return parts
    return (-parts[0], -parts[1], -parts[2]) if all(part < 0 for part in parts) else None


def _weights_on_segment(p: Whole, a: Whole, b: Whole) -> tuple[int, int] | None:
    if _area(a, b, p) != 0:
        return None
    ex, ey = b[0] - a[0], b[1] - a[1]
    at_a, at_b = (b[0] - p[0]) * ex + (b[1] - p[1]) * ey, (p[0] - a[0]) * ex + (p[1] - a[1]) * ey
    return (at_a, at_b) if at_a > 0 and at_b > 0 else None


def _area(a: Whole, b: Whole, c: Whole) -> int:
    """Twice the signed area of a triangle."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _crossing(a: Whole, b: Whole, c: Whole, d: Whole) -> tuple[int, int, int] | None:
    """Where two segments cross inside both: ``a + s/n (b - a) = c + t/n (d - c)`` as (s, t, n) with 0 < s, t < n, or None."""
    n = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    s = (c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])
    t = (c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])
    if n < 0:
        s, t, n = -s, -t, -n
    return (s, t, n) if 0 < s < n and 0 < t < n else None


def _is_touching(problem: Problem, point: Sequence[int], denominator: int, scale: int) -> bool:
    """Whether the hulls only share border points, given one common point ``point / (denominator scale)``.

    A line through the common point c has the classes on its two sides iff all vectors ``p - c`` and ``c - q`` lie on one side.
    The origin is in the hull of these vectors; it is on its border iff there is such a line that does not hold them all.
    """
    plus, minus = problem.columns_plus, problem.columns_minus
    corners_plus = plus[:, hull_of_columns(plus)].T.tolist()
    corners_minus = minus[:, hull_of_columns(minus)].T.tolist()
    points, finer = whole_points([*corners_plus, *corners_minus])
    common = max(scale, finer)
    up, down = common // finer * denominator, common // scale
    x, y = point[0] * down, point[1] * down
    vectors = {(px * up - x, py * up - y) for px, py in points[: len(corners_plus)]}
    vectors |= {(x - qx * up, y - qy * up) for qx, qy in points[len(corners_plus) :]}
    return _origin_on_border(vectors)


def _origin_on_border(vectors: set[Whole]) -> bool:
    """Whether the origin, a point of the hull of whole-number vectors, is on the (relative) border of that hull.

    It is iff all rays to the vectors lie on one closed side of a line, not all on the line.  If there is such a line, there is
    one along an outermost ray; seen from any first ray that is the one farthest to the left, the one farthest to the right, or
    the first ray itself (when the outermost one points the same or the opposite way).
    """
    rays = [v for v in vectors if v != (0, 0)]
    if not rays:
        return False
    first = rays[0]
    left = right = first
    for v in rays:
        side = _cross(first, v)
        if side > 0 and _cross(left, v) > 0:
            left = v
        if side < 0 and _cross(right, v) < 0:
            right = v
    if not any(_cross(first, v) for v in rays):
        return all(first[0] * v[0] + first[1] * v[1] > 0 for v in rays)
    return any(_on_one_side(v, rays) for v in (first, left, right))


def _cross(u: Whole, v: Whole) -> int:
    return u[0] * v[1] - u[1] * v[0]


def _on_one_side(v: Whole, rays: list[Whole]) -> bool:
    """Whether all rays lie on one closed side of the line through the origin and v."""
    sides = [_cross(v, r) for r in rays]
    return min(sides) >= 0 or max(sides) <= 0
