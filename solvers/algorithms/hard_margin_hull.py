"""The maximum margin as the distance of the convex hulls: ``w = 2 (p - q) / |p - q|^2`` for the closest pair p, q.

Why: write the dual multipliers as ``alpha_i = s lambda_i`` with weights lambda that add up to 1 in each class.  The dual
``sum alpha - 1/2 |sum alpha y x|^2 = 2 s - s^2 |p - q|^2 / 2`` is largest at ``s = 2 / |p - q|^2``, where it is
``2 / |p - q|^2``; so the weights must make ``|p - q|`` smallest (Bennett and Bredensteiner 2000).
"""

from __future__ import annotations

import numpy as np

from ..arrays import locked
from ..method import Steps
from ..problem import Problem
from ..result import Fit, Iterate, Outcome, Separability, Status
from ..separability import proof_of
from .hull_distance import Face, HullPair, face_rows, hull_distance, partial_pair


def steps(problem: Problem, start: Fit | None, trace: bool) -> Steps:
    """The walk to the closest pair: every face as the model it stands for, then the answer.

    Data that are not separable give no model at all, however far the walk came: a line would contradict the outcome.
    """
    visited: list[Face] | None = [] if trace else None
    pair = hull_distance(problem.columns_plus, problem.columns_minus, _face_of(problem, start), visited)
    if not pair.separable:
        return not_separable(proof_of(problem, pair))
    note = "The closest points of the two hulls: no other point reaches nearer."
    if visited:
        before: Face | None = None
        for face in visited[:-1]:
            yield model(problem, partial_pair(face), _step_note(problem, before, face))
            before = face
        note = _last_note(problem, before, visited[-1])
    yield model(problem, pair, note)
    return Outcome(Status.CONVERGED, _explanation(pair))


def model(problem: Problem, pair: HullPair, note: str = "") -> Iterate:
    """The canonical hyperplane of a closest pair, multipliers included: f = 1 at p and -1 at q."""
    plus, minus = problem.rows_plus[list(pair.rows_plus)], problem.rows_minus[list(pair.rows_minus)]
    scale = 2.0 / pair.squared_distance
    alpha = np.zeros(len(problem.y))
    alpha[plus] = np.array(pair.weights_plus) * scale
    alpha[minus] = np.array(pair.weights_minus) * scale
    return Iterate.centred(
        pair.w,
        problem.Phi[plus[0]],
        1.0,
        alpha=locked(alpha),
        objective=scale,
        active=(*plus.tolist(), *minus.tolist()),
        note=note,
    )


def not_separable(proof: Separability) -> Outcome:
    """The outcome that names how the hulls meet."""
    point = "(" + ", ".join(f"{c:.6g}" for c in proof.closest_plus) + ")"
    if len(proof.support_plus) == len(proof.support_minus) == 1:
        text = f"Not separable: {point} is a point of both classes, so no score can be positive and negative there."
    elif proof.touching:
        text = f"Not separable: the convex hulls touch at {point}, where the margin would be 0."
    else:
        text = f"Not separable: the convex hulls intersect, {point} lies in both, so every line has a point on its wrong side."
    return Outcome(Status.NOT_SEPARABLE, text)


def _explanation(pair: HullPair) -> str:
    distance = pair.squared_distance**0.5
    count = len(pair.rows_plus) + len(pair.rows_minus)
    return f"The hulls are {distance:.6g} apart, so the margin is {distance / 2:.6g}; {count} points carry it."


def _face_of(problem: Problem, start: Fit | None) -> tuple[tuple[int, int], ...]:
    """The support of an earlier fit as pairs of columns, when its points are those of this problem (moved, perhaps)."""
    if start is None or start.alpha is None or start.problem.y is not problem.y:
        return ()
    rows = np.flatnonzero(start.alpha)
    positive = problem.y[rows] > 0
    plus = np.searchsorted(problem.rows_plus, rows[positive]).tolist()
    minus = np.searchsorted(problem.rows_minus, rows[~positive]).tolist()
    return ((plus[0], minus[0]), (plus[-1], minus[-1])) if plus and minus else ()


def _step_note(problem: Problem, before: Face | None, face: Face) -> str:
    """What one step of the walk did, in row numbers."""
    plus, minus = face_rows(face)
    rows_plus, rows_minus = problem.rows_plus[list(plus)].tolist(), problem.rows_minus[list(minus)].tolist()
    now = f"nearest so far: {_points(rows_plus)} of class + and {_points(rows_minus)} of class −"
    if before is None:
        return now[0].upper() + now[1:] + "."
    old_plus, old_minus = face_rows(before)
    old = {*problem.rows_plus[list(old_plus)].tolist(), *problem.rows_minus[list(old_minus)].tolist()}
    new = [row for row in (*rows_plus, *rows_minus) if row not in old]
    verb = "reaches" if len(new) == 1 else "reach"
    reached = f"{_points(new)[0].upper()}{_points(new)[1:]} {verb} nearer; " if new else ""
    return f"{reached}{now}."


def _last_note(problem: Problem, before: Face | None, face: Face) -> str:
    return _step_note(problem, before, face) + " No other point reaches nearer: this is the closest pair of the hulls."


def _points(rows: list[int]) -> str:
    return ("point " if len(rows) == 1 else "points ") + " and ".join(map(str, rows))
