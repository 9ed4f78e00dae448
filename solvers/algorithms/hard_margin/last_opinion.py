"""The last opinion on a hard margin whose answer the certificate does not support: the closest pair again, without rounding.

The rows of the closest pair, and those that the algorithm ended with, name the points on the margin; the optimum that they fix is
computed in whole numbers (:mod:`face`).  Its w, rounded to doubles, may leave some points short of 1 by the rounding of a score:
w and b then grow by as much, which costs twice that part of the objective.  Whatever the certificate likes best is the answer.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import locked
from ...certificate import TOLERANCE
from ...method import Method, Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...studies.separability import closest_pair_steps
from ..confirmation import relative_gap, with_last
from ..soft_margin.dual import proven
from ..soft_margin.face import best_face, model_of_face
from .hull import SMALLEST, explanation, model, rows_of

LIFT = 1e-3  # by so much w and b may grow
SPARE = 4.0 * 2.0**-52  # so that a margin of 1 is not computed as below it

# The model of the smallest gap, and that gap.
Best = tuple[float, Iterate] | None


@dataclass(frozen=True, eq=False)
class _Found:
    """Where the second walk ended: its model and the sentence about it."""

    model: Iterate
    words: str


def settled(method: Method, problem: Problem, steps: Steps) -> Steps:
    """The same steps; where they end with an answer that the certificate does not support, the closest pair follows."""
    last, outcome = yield from with_last(steps)
    if outcome.status is not Status.BUDGET:
        return outcome
    found = yield from _second_walk(problem)
    if found is None:
        return outcome
    best: Best = None
    for each in (last, found.model):
        for candidate in () if each is None else _candidates(problem, each):
            yield None
            judged = _judged(method, problem, candidate)
            if best is None or judged[0] < best[0]:
                best = judged
    if best is None or not math.isfinite(best[0]):
        return outcome
    yield best[1]
    return Outcome(Status.CONVERGED, found.words) if best[0] <= TOLERANCE else outcome


def _second_walk(problem: Problem) -> Generator[None, None, _Found | None]:
    """The model of the closest pair, None where there is none or its weights are no numbers."""
    pair = yield from closest_pair_steps(problem)
    if not pair.separable or not pair.squared_distance > SMALLEST:
        return None
    rows = rows_of(problem, pair)
    return _Found(model(problem, pair, rows), explanation(pair.squared_distance, len(rows[0]) + len(rows[1])))


def _candidates(problem: Problem, given: Iterate) -> Iterator[Iterate]:
    """The model, the optimum of the face that its multipliers name, and both with all margins at 1."""
    yield from _with_margins(problem, given)
    if given.w is None or given.alpha is None:
        return
    face = best_face(problem.Phi, problem.y, np.maximum(given.alpha, 0.0), math.inf)
    if face is not None:
        centre = problem.Phi[face.W[0]]
        note = "The points that hold the margin fix the line; it is computed without rounding."
        yield from _with_margins(problem, replace(model_of_face(face, centre, given.alpha, math.inf), note=note))


def _with_margins(problem: Problem, given: Iterate) -> Iterator[Iterate]:
    """The model as it is, and with all that it is multiplied until no margin is below 1."""
    proof = None if given.alpha is None else proven(problem, given, math.inf)
    if proof is None or given.alpha is None:
        return
    yield replace(given, objective=proof.half)
    short = float(proof.short.max())
    if not -SPARE < short < LIFT:
        return
    longer = 1.0 / (1.0 - short) + SPARE
    alpha = locked(longer * given.alpha)
    if given.w is None:
        yield replace(given, b=longer * given.b, alpha=alpha, objective=longer * longer * proof.half)
    elif given.centre is not None:
        w, half = longer * given.w, longer * longer * proof.half
        yield Iterate.centred(w, given.centre, longer * given.f_centre, alpha=alpha, objective=half, note=given.note)


def _judged(method: Method, problem: Problem, candidate: Iterate) -> tuple[float, Iterate]:
    """The gap of the certificate, infinite where a margin of 1 is not computed as about that, and the model with its objective."""
    with np.errstate(all="ignore"):
        margins = problem.y * problem.training_scores(candidate)
        bounds = method.proven_bounds(problem, candidate, margins)
    gap = abs(relative_gap(bounds)) if 1.0 - float(margins.min()) <= LIFT else math.inf
    return gap, replace(candidate, objective=bounds.primal)
