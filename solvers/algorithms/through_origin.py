"""Scores without an offset, ``f(x) = <w, phi(x)>``: the same method with an offset on the points
and their mirror images.

The mirror images at the origin carry the other label (:attr:`Problem.mirrored`), so a score and its
mirror image (w, -b) cost the same there.  A convex criterion is then least with b = 0, where it is
that of the points alone, taken twice: the answer, its bounds and the question of separability are
exact without an algorithm of their own.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from ..arrays import Floats, locked, weighed_sum
from ..method import Method, Steps
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status
from ..rounding import LEAST_PART
from .certified import certify_steps
from .stepping import change_steps, with_last

ZERO = (
    "The best weight vector is zero: the samples y φ(x) cancel, and no line through the origin "
    "tells the classes apart."
)
OPTIMUM = (
    "The optimum among all lines through the origin, found on the points and their mirror images."
)
COUNTS = ("free support vectors", "points inside the margin")
POINTS = re.compile(r"[Pp]oints? \d+(?:, \d+)*(?: and \d+)?")
PRIME = "(′: a mirror image)"
NO_LINE = (
    "No line through the origin separates the classes: the origin lies in the hull of the samples "
    "y φ(x)."
)


def steps_through_origin(method: Method, affine: Method, problem: Problem, trace: bool) -> Steps:
    """The steps of a method without an offset; ``affine`` is the same with one, for every point
    taken twice.

    The multipliers of a point and its mirror image are one number in the end: what was proved with
    two of them has to be proved once more, or it is not called the optimum.
    """

    def of_points() -> Steps:
        steps = affine.steps(problem.mirrored, None, trace)
        last, outcome = yield from with_last(
            change_steps(steps, lambda step: _without_offset(method, problem, step))
        )
        is_zero = last is not None and last.w is not None and not last.w.any()
        return _in_words(outcome, len(problem.y), ZERO if is_zero else OPTIMUM)

    return certify_steps(method, problem, of_points())


def bounds_through_origin(
    affine: Method, problem: Problem, iterate: Iterate, margins: Floats
) -> Bounds:
    """The bounds of an answer without an offset, from the points and their mirror images, which
    share its multipliers.
    """
    halves = (
        None
        if iterate.alpha is None
        else locked(np.concatenate([iterate.alpha, iterate.alpha]) / 2.0)
    )
    return affine.bounds(
        problem.mirrored, replace(iterate, alpha=halves), np.concatenate([margins, margins])
    )


def halve_bounds(bounds: Bounds) -> Bounds:
    """The bounds of a sum over the points from that over the points and their mirror images."""
    dual = None if bounds.dual is None else bounds.dual / 2.0
    return replace(bounds, primal=bounds.primal / 2.0, dual=dual, scale=bounds.scale / 2.0)


def _without_offset(method: Method, problem: Problem, step: Iterate) -> Iterate:
    """A step with b = 0: the two multipliers of a point and its mirror image are added, its
    objective is that of the points.
    """
    n, w = len(problem.y), step.w
    if w is None or not step.is_finite:
        return Iterate(w, step.b, number=step.number)
    scores = problem.Phi @ w
    # Beside targets of 1 such a w has no direction but that of rounding; where it is a sum of
    # multipliers, these say what it is.
    if step.alpha is None and np.abs(scores).max() <= LEAST_PART:
        w, scores = locked(np.zeros(len(w))), np.zeros(n)
    alpha = None if step.alpha is None else locked(step.alpha[:n] + step.alpha[n:])
    objective, criterion = step.objective, method.criterion(problem.mass)
    if np.isfinite(objective) and criterion is not None:
        losses = criterion.loss.value(problem.y * scores)
        mean = np.asarray(weighed_sum(losses, method.loss_weights(problem)) / n)
        objective = float(criterion.value(mean, np.asarray(w @ w), np.zeros(())))
    active = tuple(sorted({row % n for row in step.active}))
    return Iterate(
        *(w, 0.0, alpha, objective, active),
        note=lambda: _of_points(step.note, n),
        number=step.number,
    )


def _of_points(words: str, n: int) -> str:
    """A sentence with the numbers of the points; a mirror image has a prime beside that of its
    point.
    """

    def number(match: re.Match[str]) -> str:
        return match[0] if int(match[0]) <= n else f"{int(match[0]) - n}′"

    sentence = POINTS.sub(lambda group: re.sub(r"\d+", number, group[0]), words)
    return f"{sentence} {PRIME}" if sentence != words else words


def _in_words(outcome: Outcome, n: int, optimum: str) -> Outcome:
    """How it ended: no interval of offsets, nothing that counts points together with their mirror
    images.
    """
    facts = tuple((name, value) for name, value in outcome.facts if name not in COUNTS)
    sentences = {Status.NOT_SEPARABLE: NO_LINE, Status.CONVERGED: optimum}
    if optimum is ZERO:
        sentences[Status.SINGULAR] = ZERO
    explanation = sentences.get(outcome.status)
    return replace(
        outcome,
        explanation=explanation or _of_points(outcome.explanation, n),
        b_interval=None,
        facts=facts,
    )
