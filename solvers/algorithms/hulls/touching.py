"""Whether two hulls in feature space that meet only touch: some hyperplane then has the classes on
its two closed sides.

Such a hyperplane holds every point that a common point of the hulls is made of, hence the affine
hull A of these points.  What is left to choose is decided across A: there the samples ``y (phi -
A)`` that do not vanish must lie strictly on one side, that is, their hull must not hold the origin.
Where it does, the rows that prove it lie on every such hyperplane, too, and join A; each time A
gains a dimension, so at most m + 1 looks are needed (facial reduction).

A is found in whole numbers, so that a point is in it exactly or not at all.

Source: Borwein and Wolkowicz, J. Austral. Math. Soc. A 30 (1981) 369 (facial reduction).
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats, Ints
from ...cancellation import check_cancelled
from ...problem import Problem
from .feature_distance import feature_hull_distance
from .whole_systems import Echelon, Vector, whole_columns, whole_vector

# Held rows of which no singular value is below this part of the largest span everything, whatever
# was rounded.
INDEPENDENT = 1e-8
# Products of whole numbers, by the thousand digits far away, beyond which the question is left
# open: an elimination of m columns takes m^3, and a look at a different point about ten that are as
# long.
MOST_PRODUCTS = 30_000
# Scores across A above this part of the largest are on their side, not rounding.
CLEAR = 1e-9


def is_touching(problem: Problem, rows: Ints) -> bool:
    """Whether some hyperplane has the classes on its closed sides, not all points on it, where the
    hulls of ``rows`` meet.

    False where doubles cannot show it, and where it would take more than :data:`MOST_PRODUCTS`: in
    more than 31 features, and for more than 3 000 different points whose common point has few rows.
    """
    if _span_everything(problem.Phi[rows]):
        return False
    samples, _first = np.unique(
        np.column_stack([problem.Phi, problem.y]), axis=0, return_index=True
    )
    if max(10 * len(samples), problem.Phi.shape[1] ** 3) > MOST_PRODUCTS:
        return False
    columns = [*whole_columns(samples[:, :-1].T), [1] * len(samples)]
    points, y = [list(point) for point in zip(*columns, strict=True)], samples[:, -1]
    held = np.flatnonzero(
        (problem.Phi[rows][:, None, :] == samples[None, :, :-1]).all(axis=2).any(axis=0)
    ).tolist()
    for _ in range(samples.shape[1] + 1):
        across = _across(points, held)
        if not across.any():
            return False
        outside = np.flatnonzero(across.any(axis=1))
        blocking = _blocking(y[outside, None] * across[outside])
        if blocking is None or len(blocking) == 0:
            return blocking is not None
        held += outside[blocking].tolist()
    return False


def _span_everything(held: Floats) -> bool:
    """Whether the affine hull of points (k, m) is the whole space, beyond the reach of rounding."""
    steps = held[1:] - held[0]
    if len(steps) < held.shape[1]:
        return False
    sizes = np.abs(steps).max(axis=0)
    if not (np.isfinite(sizes).all() and sizes.all()):
        return False
    values = np.linalg.svd(steps / sizes, compute_uv=False)
    return bool(values[-1] > INDEPENDENT * values[0])


def _across(points: list[Vector], held: list[int]) -> Floats:
    """Coordinates (n, k) across the affine hull of the held points: exactly zero on it, elsewhere
    rounded once, in [-1, 1].
    """
    normals = normals_of([points[row] for row in held])
    columns = []
    for normal in normals:
        check_cancelled()
        column = [sum(a * b for a, b in zip(point, normal, strict=True) if b) for point in points]
        largest = max(map(abs, column))
        columns.append([value / largest if largest else 0.0 for value in column])
    return np.array(columns).T.reshape(len(points), len(normals))


def normals_of(points: list[Vector]) -> list[Vector]:
    """A basis of the whole-number vectors with product 0 with every one of these."""
    equations = Echelon([[*point, 0] for point in points])
    equations.eliminate()
    return [whole_vector(equations.kernel(unknown)) for unknown in equations.free]


def _blocking(samples: Floats) -> Ints | None:
    """The rows of samples (n, k) whose hull holds the origin: none where all lie on one side, None
    where doubles cannot tell.
    """
    signs = np.append(np.ones(len(samples)), -1.0)
    problem = Problem(np.zeros((len(signs), 2)), signs)
    problem.__dict__["Phi"] = np.concatenate([samples, np.zeros((1, samples.shape[1]))])
    pair = feature_hull_distance(problem)
    rows: Ints = np.array(pair.rows_plus, dtype=np.intp)
    if not pair.separable:
        return rows
    scores = samples @ np.array(pair.w)
    return rows[:0] if scores.min() > CLEAR * np.abs(scores).max() else None
