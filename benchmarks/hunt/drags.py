"""Drags against cold fits: ``python -m benchmarks.hunt --drags --fits 4000``.

A number is one grab: a fit of the ordinary hunt with fewer points, one of them taken hold of and
moved ten times, near, far, onto other points, and back.  Wherever somebody looks, now and then on
the way and always at the end, the answer is that of a cold fit: the same scores, or the same
objective where the scores are not determined to nine digits (outside of the domain in which answers
are promised: the same objective to the gaps of both, where both are proved).  Rules whose answer
depends on the way there (corrections, descents that stop early) are asked only for statuses that do
not contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solvers import LMS, Fit, Floats, HoKashyap, Problem, Status, TanhKernel, grab, solve

from . import cases
from .cases import Case, Finding, Random
from .checks import (
    APPROXIMATE,
    GAP,
    OPTIMAL,
    Check,
    algorithm,
    beyond_doubles,
    certificate,
    floor,
    outside_of_the_domain,
    rounding,
)

MOST, MOVES, LOOKS = 300, 10, 0.5  # points; moves of one grab; how often somebody looks on the way
STREAM = 4  # beside those of the ordinary hunt (0 to 2) and of fits without an offset (3)
# of the largest score; of an objective; of the size of what a score is summed from
SAME, ROUNDED, EPS = 1e-9, 1e-12, 2.0**-52
LOOSE = 1e-6  # what descents agree to that stop by a gap
FAR = (0.01, 0.1, 1.0, 10.0, 1e3, 1e5)  # spreads of the points
CONTRADICTIONS = ({Status.CONVERGED, Status.NOT_SEPARABLE}, {Status.CONVERGED, Status.UNBOUNDED})
# what the hunt asks cold fits
COLD = ("budget spent on a convex problem", "last.objective is not the certified one")


def draw(seed: int, number: int, most: int = MOST) -> Case:
    """The fit with this number, of no more points than a drag may be compared on."""
    return cases.draw(seed, number, min(most, MOST))


def places(rng: Random, X: Floats, row: int) -> Iterator[Floats]:
    """Where the grabbed point goes: near and far, onto another point or beside it, and back in the
    end, more often than not.
    """
    size = float(np.median(np.ptp(X, axis=0)) or np.abs(X).max() or 1.0)
    here = X[row]
    for count in range(MOVES):
        fate = rng.random()
        if fate < 0.15 or (count == MOVES - 1 and fate < 0.6):
            yield X[row]
        elif fate < 0.3:
            yield X[rng.integers(len(X))]
        elif fate < 0.4:
            yield 0.5 * (X[rng.integers(len(X))] + X[rng.integers(len(X))])
        else:
            start = here if fate < 0.7 else X[row]
            here = start + rng.choice(
                FAR, p=(0.2, 0.3, 0.3, 0.1, 0.07, 0.03)
            ) * size * rng.standard_normal(2)
            yield here


def dragged(case: Case, fit: Fit) -> Iterator[Finding]:
    """One grab: what somebody sees who looks is what a cold fit says."""
    if not fit.has_model:
        return
    rng = case.random(STREAM)
    row, X = int(rng.integers(len(fit.problem.y))), fit.problem.X.copy()
    drag = grab(fit, row)
    for count, place in enumerate(places(rng, fit.problem.X, row)):
        step = drag.move((float(place[0]), float(place[1])))
        if step.w is not None and not np.isfinite(step.w).all():
            yield Finding("a dragged model without numbers", f"move {count}")
        X = X.copy()
        X[row] = place
        if count < MOVES - 1 and rng.random() > LOOKS:
            continue
        moved = Problem.from_labels(X, fit.problem.y, case.features, case.kernel)
        rested, cold = drag.fit(moved), solve(case.method, moved, trace=False)
        where = f"move {count} to {place.tolist()} of row {row}"
        for finding in (*differences(case, rested, cold), *certificate(case, rested)):
            if finding.kind not in COLD:
                yield Finding(finding.kind, f"{finding.words}, {where}")


def differences(case: Case, rested: Fit, cold: Fit) -> Iterator[Finding]:
    """What a dragged answer has that the cold one has not."""
    if not isinstance(case.method, LMS) and any(
        {rested.status, cold.status} == pair for pair in CONTRADICTIONS
    ):
        yield Finding("a drag contradicts", f"{rested.status.value} against {cold.status.value}")
        return
    if not cold.has_model or isinstance(case.kernel, TanhKernel) or beyond_doubles(cold):
        return
    if isinstance(case.method, OPTIMAL) and outside_of_the_domain(cold):
        # each is proved to its gap, and no digit more is promised
        if rested.status is cold.status is Status.CONVERGED:
            yield from _objectives(rested, cold, 2.0 * GAP)
        return
    if cold.status is Status.CONVERGED and rested.status is not Status.CONVERGED and _is_sure(case):
        yield Finding("a drag is less sure", f"{rested.status.value}: {rested.explanation}")
        return
    if cold.status is not Status.CONVERGED and isinstance(case.method, OPTIMAL):
        return
    if isinstance(case.method, LMS | HoKashyap) or algorithm(case.method) in (*APPROXIMATE, "smo"):
        if rested.status is cold.status is Status.CONVERGED and isinstance(case.method, LMS):
            yield from _objectives(rested, cold, LOOSE)
    elif isinstance(case.method, OPTIMAL):
        if _off(rested, cold) > 0.0:
            yield from _objectives(rested, cold, ROUNDED)
    elif not case.method.iterative and _off(rested, cold) > 0.0:
        off = _off(rested, cold)
        yield Finding(
            "a drag scores otherwise",
            f"off by {off:.2g} of {np.abs(_scores(cold)).max():.3g}, {cold.status.value}",
        )


def _is_sure(case: Case) -> bool:
    return isinstance(case.method, OPTIMAL) and algorithm(case.method) not in (*APPROXIMATE, "smo")


def _scores(fit: Fit) -> Floats:
    return fit.decision_function(fit.problem.X)


def _off(rested: Fit, cold: Fit) -> float:
    """By how much scores differ beyond nine digits of the largest and their own rounding."""
    ours, theirs = _scores(rested), _scores(cold)
    allowed = SAME * float(np.abs(theirs).max())
    for each in (rested, cold):
        if each.last.w is not None:
            centre: Floats | float = 0.0 if each.last.centre is None else each.last.centre
            allowed += (
                64.0
                * EPS
                * float(
                    (np.abs(each.problem.Phi - centre) @ np.abs(each.last.w)).max()
                    + abs(each.last.f_centre)
                )
            )
    return max(0.0, float(np.abs(ours - theirs).max()) - allowed)


def _objectives(rested: Fit, cold: Fit, part: float) -> Iterator[Finding]:
    ours, theirs = rested.certificate.primal, cold.certificate.primal
    if not abs(ours - theirs) <= part * max(abs(theirs), floor(cold)) + rounding(cold):
        yield Finding(
            "a drag ends elsewhere",
            f"{ours:.15g} against {theirs:.15g}, scores off by {_off(rested, cold):.2g}",
        )


CHECKS: tuple[Check, ...] = (dragged,)
