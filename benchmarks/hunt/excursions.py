"""Points that go far away and come home: ``python -m benchmarks.hunt --excursions --fits 5000``.

A number is one grab: a fit of two classes (even numbers) or of more (odd ones), of any method and
scheme under any map, and eight moves of one point: near, 10 to 1e12 spans away, back to its place,
twice.  At every move CONVERGED has a gap of at most 1e-7, and every status a sentence; at home the
objective is that of a cold fit.  A quarter of the problems is large enough for exact drags.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import thread_time
from typing import Any

import numpy as np

from solvers import LMS, Floats, HoKashyap, Problem, Status, TanhKernel, grab

from . import cases, many
from .cases import WITH_KERNEL, Case, Finding, Random
from .checks import APPROXIMATE, GAP, Check, algorithm
from .many import ManyCase

MOVES, STREAM = 8, 6
MOST = 2000
FEW, MANY_POINTS = 60, (1000, 1500)
FARTHEST = 12.0  # decades of spans
AGREE = 1e-6  # relative difference of two objectives that ought to be one
SMALL = 1e-3  # an objective below this has a gap relative to it (docs/maths.md)
# processor seconds of one move, certificate and all, that are a finding; a tenth is the promise, on
# an idle machine
SLOW_S = 5.0
WAYS = ("perceptron", "relaxation", "machine")  # rules whose answer depends on the way there


def draw(seed: int, number: int, most: int = MOST) -> Case | ManyCase:
    """The fit that is grabbed: every second one of two classes, two of eight with a thousand
    points.
    """
    case: Case | ManyCase = (
        cases.draw(seed, number, min(most, FEW))
        if number % 2 == 0
        else many.draw(seed, number, min(most, FEW))
    )
    slow = isinstance(case, Case) and cases.largest_n(case.method, case.kernel) <= max(
        WITH_KERNEL, cases.STEP_BY_STEP
    )
    if number % 8 < 6 or slow or most < MANY_POINTS[1]:
        return case
    return replace(case, n=int(case.random(STREAM).integers(*MANY_POINTS)))


def places(rng: Random, X: Floats, row: int) -> Iterator[Floats]:
    """Near, far away, beside that, home; and once more."""
    span = float(np.ptp(X, axis=0).max(initial=0.0) or np.abs(X).max(initial=0.0) or 1.0)
    home = X[row].copy()
    for _ in range(MOVES // 4):
        yield home + 0.3 * span * rng.standard_normal(2)
        far = home + 10.0 ** rng.uniform(1.0, FARTHEST) * span * rng.standard_normal(2)
        yield far
        yield far + span * rng.standard_normal(2)
        yield home


def excursion(case: Case | ManyCase, fit: Any) -> Iterator[Finding]:
    """What is said at every move, and what comes home."""
    yield from honesty(fit, "cold")
    if not fit.has_model or len(fit.problem.X) < 3:
        return
    rng = case.random(STREAM)
    X = fit.problem.X.copy()
    row = int(rng.integers(len(X)))
    drag = grab(fit, row)
    for count, place in enumerate(places(rng, fit.problem.X, row)):
        X = X.copy()
        X[row] = place
        moved = _moved(case, fit, X)
        begin = thread_time()
        drag.move((float(place[0]), float(place[1])))
        rested = drag.fit(moved)
        where = f"move {count} to {place.tolist()} of row {row}"
        yield from honesty(rested, where)
        if thread_time() - begin > SLOW_S:
            yield Finding("slow", f"{thread_time() - begin:.2g} s, {where}")
        if count % 4 == 3:
            yield from homecoming(case, rested, fit, where)


def _moved(case: Case | ManyCase, fit: Any, X: Floats) -> Any:
    if isinstance(case, ManyCase):
        return case.problem_of(X)
    return Problem.from_labels(X, fit.problem.y, case.features, case.kernel)


def honesty(fit: Any, where: str) -> Iterator[Finding]:
    """CONVERGED has a gap of at most 1e-7, whatever the method asked for; every status has a
    sentence.
    """
    gap = fit.certificate.gap if fit.has_model else None
    if fit.status is Status.CONVERGED and gap is not None and not gap <= GAP:
        yield Finding("converged with a gap", f"gap {gap:.2g}, {where}")
    if not fit.explanation.strip().endswith("."):
        yield Finding("no sentence", f"{fit.explanation!r}, {where}")


def homecoming(case: Case | ManyCase, rested: Any, cold: Any, where: str) -> Iterator[Finding]:
    """At home a dragged answer is as sure as the cold one was, and as good."""
    method = case.method
    wanders = (
        getattr(method, "label", "") in WAYS
        or isinstance(method, LMS | HoKashyap)
        or algorithm(method) in APPROXIMATE
    )
    if (
        wanders
        or isinstance(getattr(case, "kernel", None), TanhKernel)
        or cold.status is not Status.CONVERGED
    ):
        return
    if rested.status is not Status.CONVERGED:
        yield Finding("home is less sure", f"{rested.status.value}: {rested.explanation} {where}")
        return
    ours, theirs = rested.certificate.primal, cold.certificate.primal
    if (
        cold.certificate.gap is not None
        and np.isfinite(theirs)
        and not abs(ours - theirs) <= AGREE * abs(theirs) + GAP * SMALL
    ):
        yield Finding("home is elsewhere", f"{ours:.12g} against {theirs:.12g}, {where}")


CHECKS: tuple[Check, ...] = (excursion,)
