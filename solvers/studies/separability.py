"""``separability``: the exact verdict whether a line separates two classes, with the proof.

Source: Kirchberger, Math. Ann. 57 (1903) 509 (few points prove that hulls meet).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import lcm

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.hulls.distance import distance_of
from ..algorithms.hulls.feature_distance import feature_hull_distance, is_touching
from ..algorithms.hulls.pair import HullPair, Visited
from ..arrays import Floats, Ints, locked, locked_ints
from ..maps import FeatureMap
from ..plane.hulls import IntegerPoint, hull_of_columns, whole_points
from ..problem import Problem
from ..result import Separability


def separability(X: ArrayLike, y: ArrayLike, features: FeatureMap | None = None) -> Separability:
    """Whether a line (a hyperplane of feature space) separates the classes of points ``X (n, 2)``
    with labels ``y (n,)``.

    Either the closest pair of the two convex hulls, whose perpendicular bisector separates them
    with the largest margin, or a point of both hulls, which proves that no line can: any score
    would have to be positive and negative there.  The point is given by at most four rows and their
    convex weights (Kirchberger's theorem in the plane).  ``touching`` tells hulls that only share
    border points: some line then has the classes on its two closed sides, not all points on it.

    Exact in the plane and for feature maps with two features: verdict, ``touching`` and support
    rows are those of exact arithmetic on the (mapped) points as doubles; weights and coordinates
    are rounded from it once.  In higher dimensions "separable" is proved by scores that differ by
    more than their rounding, "not separable" by a common point of up to m + 2 rows in whole
    numbers; a gap too small for doubles (1e-14 of the size of the features) counts as none.  There
    ``touching`` is True only where it is proved, and ``distance`` is nan where no bound confirms it
    to 1e-4.

    Raises:
        ValueError: a class is missing, or the input is refused by :meth:`Problem.from_labels`.
    """
    return separability_of(Problem.from_labels(X, y, features))


def separability_of(problem: Problem) -> Separability:
    """:func:`separability` of a problem that is already built; in feature space it may take
    seconds.

    Raises:
        CancelledError: the computation is not wanted any more.
    """
    if not problem.has_both_classes:
        raise ValueError("separability needs at least one point of each class")
    # Products of extreme coordinates overflow or vanish; the walk then goes on in whole numbers.
    with np.errstate(all="ignore"):
        return proof_of(problem, closest_pair(problem))


def closest_pair(
    problem: Problem, start: Ints | None = None, visited: Visited | None = None
) -> HullPair:
    """The closest pair of the hulls of the classes, exact in two dimensions, or the rows that prove
    that they meet.

    ``start`` are rows (of both classes) to begin from in feature space, ``visited`` collects the
    steps of the walk.
    """
    if problem.kernel is not None or problem.Phi.shape[1] != 2:
        return feature_hull_distance(problem, start, visited)
    return distance_of(problem.columns, problem.n_plus, visited)


def proof_of(problem: Problem, pair: HullPair) -> Separability:
    """The proof in terms of the rows of a problem, for the pair that :func:`closest_pair` found for
    it.
    """
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
    """The distance of the pair; nan where the scores of all points do not keep as far apart, and
    doubles hold no nearer pair.
    """
    if not any(pair.w):
        return 0.0
    # The square of a distance may be beyond the doubles where the distance is not.
    distance = 2.0 / math.hypot(*pair.w)
    if pair.separable and problem.kernel is None and problem.Phi.shape[1] != 2:
        scores = (problem.Phi - problem.Phi[problem.rows_plus[pair.rows_plus[0]]]) @ np.array(
            pair.w
        )
        if not scores[problem.rows_plus].min() - scores[problem.rows_minus].max() >= 2.0 * (
            1.0 - 1e-4
        ):
            return math.nan
    return distance


def _convex_combination(points: Floats, weights: Sequence[float]) -> Floats:
    """The convex combination, as a shift of the first point: far from the origin products with
    weights lose digits.
    """
    result: Floats = points[0] + np.asarray(weights[1:]) @ (points[1:] - points[0])
    return result


def _meeting_nearly(problem: Problem, pair: HullPair) -> Separability:
    """The proof in feature space: two combinations that differ by the rounding of their weights
    only.
    """
    proof = _separating_line(problem, pair)
    middle = locked(proof.closest_minus + 0.5 * (proof.closest_plus - proof.closest_minus))
    touching = problem.kernel is None and is_touching(
        problem.standardised.Z.T, np.concatenate([proof.support_plus, proof.support_minus])
    )
    return replace(
        proof,
        separable=False,
        touching=touching,
        distance=0.0,
        closest_plus=middle,
        closest_minus=middle,
    )


def _meeting(problem: Problem, pair: HullPair) -> Separability:
    plus, minus = problem.rows_plus[list(pair.rows_plus)], problem.rows_minus[list(pair.rows_minus)]
    points, scale = whole_points([*problem.Phi[plus].tolist(), *problem.Phi[minus].tolist()])
    P, Q = points[: len(plus)], points[len(plus) :]
    (rows_p, weights_p), (rows_q, weights_q) = common_point(P, Q)
    point = [
        sum((a * P[row][k] for row, a in zip(rows_p, weights_p, strict=True)), Fraction(0)) / scale
        for k in range(2)
    ]
    common = locked(np.array([float(c) for c in point]))
    return Separability(
        separable=False,
        touching=not pair.inside and _is_touching(problem, point),
        distance=0.0,
        closest_plus=common,
        closest_minus=common,
        support_plus=locked_ints(plus[list(rows_p)]),
        support_minus=locked_ints(minus[list(rows_q)]),
        weights_plus=locked(np.array(weights_p, dtype=np.float64)),
        weights_minus=locked(np.array(weights_q, dtype=np.float64)),
    )


# Rows of a few points with their convex weights.
Weighted = tuple[tuple[int, ...], list[Fraction]]


def common_point(P: list[IntegerPoint], Q: list[IntegerPoint]) -> tuple[Weighted, Weighted]:
    """A point in the hulls of two small sets of whole-number points, by as few points as can be; at
    most four.

    Two hulls that meet share a corner, or a corner of one lies on an edge or in a triangle of the
    other, or two edges cross: each is a system with one solution, whose weights are positive.

    Raises:
        ValueError: the hulls do not meet.
    """
    for i, j in ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)):
        for rows_p, rows_q in product(
            combinations(range(len(P)), i), combinations(range(len(Q)), j)
        ):
            weights = _weights_of_meeting([P[k] for k in rows_p], [Q[k] for k in rows_q])
            if weights is not None:
                return (rows_p, weights[:i]), (rows_q, weights[i:])
    raise ValueError("the hulls of these points do not meet")


def _weights_of_meeting(P: list[IntegerPoint], Q: list[IntegerPoint]) -> list[Fraction] | None:
    """The weights, all positive and of sum 1 for each set, that give both one point, where there is
    one way to do so.
    """
    if any(
        min(p) > max(q) or min(q) > max(p)
        for p, q in zip(zip(*P, strict=True), zip(*Q, strict=True), strict=True)
    ):
        return None  # beside each other along an axis
    agree = [[*(p[k] for p in P), *(-q[k] for q in Q), 0] for k in range(2)]
    sums = [[*([1] * len(P)), *([0] * len(Q)), 1], [*([0] * len(P)), *([1] * len(Q)), 1]]
    weights = _solution([list(map(Fraction, row)) for row in (*sums, *agree)])
    return weights if weights is not None and min(weights) > 0 else None


def _solution(system: list[list[Fraction]]) -> list[Fraction] | None:
    """The only solution of some equations, right side last, None where there is none or several."""
    unknowns = len(system[0]) - 1
    for k in range(unknowns):
        pivot = next((row for row in system[k:] if row[k]), None)
        if pivot is None:
            return None
        system.remove(pivot)
        system = [
            [value - row[k] / pivot[k] * top for value, top in zip(row, pivot, strict=True)]
            for row in system
        ]
        system.insert(k, [value / pivot[k] for value in pivot])
    return (
        None
        if any(row[-1] for row in system[unknowns:])
        else [row[-1] for row in system[:unknowns]]
    )


def _is_touching(problem: Problem, point: Sequence[Fraction]) -> bool:
    """Whether the hulls only share border points, given one common point.

    A line through the common point c has the classes on its two sides iff all vectors ``p - c`` and
    ``c - q`` lie on one side. The origin is in the hull of these vectors; it is on its border iff
    there is such a line that does not hold them all.
    """
    plus, minus = problem.columns_plus, problem.columns_minus
    corners_plus = plus[:, hull_of_columns(plus)].T.tolist()
    corners_minus = minus[:, hull_of_columns(minus)].T.tolist()
    points, scale = whole_points([*corners_plus, *corners_minus])
    up = lcm(*(c.denominator for c in point))
    x, y = (int(scale * up * c) for c in point)
    vectors = {(px * up - x, py * up - y) for px, py in points[: len(corners_plus)]}
    vectors |= {(x - qx * up, y - qy * up) for qx, qy in points[len(corners_plus) :]}
    return _origin_on_border(vectors)


def _origin_on_border(vectors: set[IntegerPoint]) -> bool:
    """Whether the origin, a point of the hull of whole-number vectors, is on the (relative) border
    of that hull.

    It is iff all rays to the vectors lie on one closed side of a line, not all on the line.  If
    there is such a line, there is one along an outermost ray; seen from any first ray that is the
    one farthest to the left, the one farthest to the right, or the first ray itself (when the
    outermost one points the same or the opposite way).
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


def _cross(u: IntegerPoint, v: IntegerPoint) -> int:
    return u[0] * v[1] - u[1] * v[0]


def _on_one_side(v: IntegerPoint, rays: list[IntegerPoint]) -> bool:
    """Whether all rays lie on one closed side of the line through the origin and v."""
    sides = [_cross(v, r) for r in rays]
    return min(sides) >= 0 or max(sides) <= 0
