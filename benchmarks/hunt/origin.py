"""Fits without an offset: numbers of their own, and the promises of a line through the origin.

``--through-origin`` draws them.  They have a random stream of their own, so that a number of the
ordinary hunt keeps its meaning. Without an offset a problem is its samples ``z = y phi(x)`` alone:
a line through the origin separates exactly when some w has ``<w, z> > 0`` for all of them, and a
point may change places with its mirror image of the other class without anybody noticing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from solvers import (
    METHODS,
    Fit,
    Floats,
    HardMarginSVM,
    HoKashyap,
    LogisticRegression,
    Perceptron,
    Problem,
    Relaxation,
    Separability,
    Status,
    parameters_of,
    solve,
)
from solvers.arrays import locked
from solvers.studies.separability import separability_of

from . import cases
from .cases import MOST, WEIGHTS, Case, Finding
from .checks import (
    AGREE,
    APPROXIMATE,
    EXACT_ROWS,
    GAP,
    OPTIMAL,
    Check,
    algorithm,
    beyond_doubles,
    certificate,
    drags,
    finiteness,
    floor,
    law,
    rivals,
    rounding,
    scores,
)
from .families import FAMILIES, Data
from .sentences import sentences

KINDS = tuple(
    kind for kind in METHODS if any(p.name == "fit_intercept" for p in parameters_of(kind))
)
STREAM = 3  # beside 0 (the draw), 1 (the data) and 2 (the drags) of the ordinary hunt
# the share of fits that some line separates in any case, and of those with points there
SEPARABLE, AT_THE_ORIGIN = 0.3, 0.1
# they converge only where a line separates the classes
ENDS_APART = (Perceptron, Relaxation, HoKashyap, HardMarginSVM)
FEW = 200  # points


class OriginCase(Case):
    """One random fit without an offset."""

    @cached_property
    def data(self) -> Data:
        """The points of the family; some are turned to the side of a line through the origin, some
        have points upon it.
        """
        (X, y), rng = super().data, self.random(STREAM + 1)
        if rng.random() < SEPARABLE:
            X = X * np.where(y * (X @ rng.standard_normal(2)) >= 0.0, 1.0, -1.0)[:, None]
        if rng.random() < AT_THE_ORIGIN:
            X[rng.integers(len(X))] = 0.0
        return X, y


def draw(seed: int, number: int, most: int = MOST) -> OriginCase:
    """The fit without an offset with this number, of every method that knows it, with every
    algorithm; none has a kernel.
    """
    rng = np.random.default_rng((seed, number, STREAM))
    weights = np.array([WEIGHTS.get(kind, 2.0) for kind in KINDS])
    kind = KINDS[rng.choice(len(KINDS), p=weights / weights.sum())]
    family = FAMILIES[rng.integers(len(FAMILIES))]
    chosen: dict[str, Any] = cases.parameters(rng, kind)
    method = kind(**{**chosen, "fit_intercept": False})
    features = None if rng.random() < 0.6 else cases.any_of(rng, cases.MAPS)
    n = cases.size(rng, min(most, cases.largest_n(method, None)))
    return OriginCase(seed, number, family, method, features, None, n)


def no_offset(case: Case, fit: Fit) -> Iterator[Finding]:
    """Every step passes through the origin, and so does the answer."""
    steps = [step for step in fit.history if step.is_finite and step.b != 0.0]
    if steps or (fit.has_model and fit.b != 0.0):
        yield Finding(
            "an offset after all", f"b = {fit.b}, {len(steps)} of {len(fit.history)} steps"
        )


def objective(case: Case, fit: Fit) -> Iterator[Finding]:
    """The certified objective is that of w on the points: losses and penalty, written down once
    more.
    """
    criterion = fit.method.criterion(len(fit.problem.y))
    w = fit.last.w
    told_sure = fit.status in (Status.CONVERGED, Status.BUDGET, Status.UNBOUNDED)
    if (
        criterion is None
        or w is None
        or not isinstance(fit.method, OPTIMAL)
        or not fit.has_model
        or not told_sure
    ):
        return
    losses = np.asarray(criterion.loss.value(fit.problem.y * (fit.problem.Phi @ w)))
    if isinstance(fit.method, HardMarginSVM):
        losses = np.zeros(1)
    ours, told = (
        float(criterion.value(losses.mean(), np.asarray(w @ w), np.zeros(()))),
        fit.certificate.primal,
    )
    if (
        np.isfinite(told)
        and not abs(ours - told) <= AGREE * max(abs(ours), floor(fit)) + rounding(fit)
        and not beyond_doubles(fit)
    ):
        yield Finding(
            "the objective is another one",
            f"{told:.9g} certified, {ours:.9g} by the formula, {fit.status.value}",
        )


def verdict(case: Case, fit: Fit) -> Iterator[Finding]:
    """What the status says of a line through the origin is what the samples say, in whole numbers
    where they lie in a plane.
    """
    if fit.status is Status.NOT_APPLICABLE or (
        not fit.problem.features.is_linear and case.n > EXACT_ROWS
    ):
        return
    proof = separability_of(mirrored(fit.problem))
    apart = proof.separable
    if (
        fit.problem.Phi.shape[1] == 2
        and case.n <= EXACT_ROWS
        and has_line(fit.problem) is not apart
    ):
        yield Finding("the verdict on mirror images is another one", f"the samples say {not apart}")
        return
    if apart and fit.status is Status.NOT_SEPARABLE:
        yield Finding(
            "not separable, but a line through the origin is", f"distance {proof.distance:.2g}"
        )
    if not apart and fit.status is Status.CONVERGED and isinstance(fit.method, ENDS_APART):
        yield Finding(
            "converged, but no line through the origin separates",
            f"worst {fit.certificate.margins.min():.3g}",
        )
    if (
        isinstance(fit.method, LogisticRegression)
        and fit.method.l2 == 0.0
        and algorithm(fit.method) not in APPROXIMATE
    ):
        yield from _existence(fit, apart or proof.touching)
    if isinstance(fit.method, HardMarginSVM) and fit.status is Status.CONVERGED:
        yield from _distance(fit, proof)


def _existence(fit: Fit, endless: bool) -> Iterator[Finding]:
    if endless and fit.status is Status.CONVERGED:
        yield Finding(
            "finite minimum, but a line has the classes on its two sides",
            f"{fit.certificate.primal:.3g}",
        )
    if not endless and fit.status is Status.UNBOUNDED:
        yield Finding(
            "unbounded, but the classes overlap", f"objective {fit.certificate.primal:.3g}"
        )


def _distance(fit: Fit, proof: Separability) -> Iterator[Finding]:
    """The margin is the distance of the origin from the hull of the samples, half of that of the
    hulls of points and images.
    """
    margin = 1.0 / float(np.linalg.norm(fit.last.w)) if fit.last.w is not None else np.nan
    if not abs(margin - 0.5 * proof.distance) <= GAP * margin:
        yield Finding(
            "the margin is not the distance of the hull",
            f"{margin:.9g}, the hulls {0.5 * proof.distance:.9g}",
        )


def dragged(case: Case, fit: Fit) -> Iterator[Finding]:
    """The drags of the ordinary hunt; what corrects step by step is only asked for with few points,
    for it starts anew.
    """
    if isinstance(case.method, OPTIMAL) or case.n <= FEW:
        yield from drags(case, fit)


def turned(case: Case, fit: Fit) -> Iterator[Finding]:
    """Points that change places with their mirror images of the other class leave every sample, and
    so the optimum, as it was.
    """
    problem = fit.problem
    sure = (
        isinstance(case.method, OPTIMAL)
        and algorithm(case.method) not in APPROXIMATE
        and fit.status is Status.CONVERGED
    )
    if not sure or case.n > EXACT_ROWS:
        return
    turn = np.where(case.random(STREAM + 2).random(len(problem.y)) < 0.5, -1.0, 1.0)
    if not problem.features.is_linear or abs(float((turn * problem.y).sum())) == len(problem.y):
        return
    other = solve(
        case.method, Problem.from_labels(problem.X * turn[:, None], problem.y * turn), trace=False
    )
    ours, theirs = fit.certificate.primal, other.certificate.primal
    if other.status is not Status.CONVERGED and not beyond_doubles(other):
        yield Finding("mirror images end otherwise", f"{other.status.value}: {other.explanation}")
    elif other.status is Status.CONVERGED and abs(ours - theirs) > AGREE * max(
        abs(ours), floor(fit)
    ) + rounding(fit):
        yield Finding("mirror images have another optimum", f"{ours:.9g} and {theirs:.9g}")


CHECKS: tuple[Check, ...] = (
    finiteness, scores, no_offset, certificate, objective, verdict, rivals, dragged, turned,
    sentences, law,
)  # fmt: skip


def mirrored(problem: Problem) -> Problem:
    """The points and their mirror images, as the hunt makes them, whatever the solvers make."""
    Phi: Floats = np.vstack([problem.Phi, -problem.Phi])
    return Problem(locked(Phi), locked(np.append(problem.y, -problem.y)))


def has_line(problem: Problem) -> bool:
    """Whether some w has <w, z> > 0 for every sample z in the plane: their rays lie in one open
    half-plane, in whole numbers.
    """
    rays = [_whole(z) for z in (problem.y[:, None] * problem.Phi).tolist()]
    low = high = rays[0]
    for ray in rays:
        from_low, from_high = _cross(low, ray), _cross(high, ray)
        if ray == (0, 0) or (from_low == from_high == 0 and _dot(low, ray) < 0):
            return False
        if from_low >= 0 >= from_high:
            continue
        if min(from_low, from_high) > 0:
            high = ray
        elif max(from_low, from_high) < 0:
            low = ray
        else:
            return False
    return True


def _whole(z: Sequence[float]) -> tuple[int, int]:
    """Whole numbers in the ratio of two doubles."""
    (a, p), (b, q) = z[0].as_integer_ratio(), z[1].as_integer_ratio()
    return a * q, b * p


def _cross(a: tuple[int, int], b: tuple[int, int]) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: tuple[int, int], b: tuple[int, int]) -> int:
    return a[0] * b[0] + a[1] * b[1]
