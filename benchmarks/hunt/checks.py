"""What every fit promises, one function a promise: each gets a case and its fit and yields what it
found wrong.

A finding has a kind, by which the report groups, and words with the figures.  Everything is
recomputed from the data, or compared with another fit; the solver's own word counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from time import thread_time
from typing import Any

import numpy as np

from solvers import (
    BayesianLogistic,
    Fit,
    Floats,
    HardMarginSVM,
    HoKashyap,
    LeastSquares,
    LogisticRegression,
    Method,
    Problem,
    Separability,
    SoftMarginSVM,
    Status,
    TanhKernel,
    grab,
    separability,
    solve,
)

from .cases import Case, Finding
from .references import optimum_of
from .sentences import sentences

GAP = 1e-7  # what CONVERGED stands for
CONDITION, PRICE = 1e8, 1e6  # the domain in which every optimum is found (docs/maths.md)
AGREE = 1e-6  # relative difference of two optima, or of two scores, that ought to be one
EXACT_ROWS = 2000  # points up to which the verdict is checked in whole numbers or in feature space
# every how many fits are dragged; points up to which algorithms compete; one in how many
DRAGGED, RIVALS, REFERRED = 4, 1000, 20
# times the interior point; what is no time at all; measurements before it is said
LAW, NOTICEABLE_S, MEASURED = 3.0, 2e-3, 3
EPS = 2.0**-52
# coordinates whose spread is fewer times their rounding are data as they are: what is rounding none
# can tell
COARSE = 1e6
UNITS = 2.0  # in the last place of a weight, within which the choice is rounding
NOTHING = 1e-24  # an objective that is a sum of squared roundings
OPTIMAL = (SoftMarginSVM, HardMarginSVM, LogisticRegression, BayesianLogistic, LeastSquares)
APPROXIMATE = ("subgradient", "gradient")


Check = Callable[[Any, Any], Iterator[Finding]]  # a case and its fit, of two classes or of many


def finiteness(case: Case, fit: Fit) -> Iterator[Finding]:
    """A model has finite numbers, and an optimum is a model or zero."""
    last = fit.last
    if fit.status is Status.CONVERGED and not np.isfinite(last.b):
        yield Finding("converged without numbers", f"b = {last.b}")
    if last.alpha is not None and not np.isfinite(last.alpha).all() and fit.has_model:
        yield Finding(
            "multipliers not finite", f"{np.count_nonzero(~np.isfinite(last.alpha))} of them"
        )
    if not fit.explanation.strip().endswith("."):
        yield Finding("no sentence", repr(fit.explanation))


def scores(case: Case, fit: Fit) -> Iterator[Finding]:
    """The decision function is finite on the data and is that of w and b; probabilities are
    probabilities.
    """
    if not fit.has_model:
        return
    problem = fit.problem
    f = fit.decision_function(problem.X)
    if not np.isfinite(f).all():
        yield Finding("scores not finite", f"{np.count_nonzero(~np.isfinite(f))} of {len(f)}")
        return
    w = fit.last.w
    if w is not None and fit.last.quadratic is None:
        sizes = np.abs(problem.Phi) @ np.abs(w) + abs(fit.b)
        off = np.abs(problem.Phi @ w + fit.b - f) - 64 * EPS * (sizes + float(np.max(sizes)))
        if off.max() > 0.0:
            yield Finding(
                "decision_function is not that of w and b",
                f"off by {off.max():.2g} of {sizes.max():.2g}",
            )
    if case.method.has_probability:
        p = fit.predict_proba(problem.X)
        if not ((p >= 0.0) & (p <= 1.0)).all():
            yield Finding("probabilities outside of [0, 1]", f"{np.nanmin(p)} to {np.nanmax(p)}")


def certificate(case: Case, fit: Fit) -> Iterator[Finding]:
    """What CONVERGED claims the certificate holds; a dual is a bound; the objective of the last
    step is the certified one.
    """
    proof, status = fit.certificate, fit.status
    if status is Status.CONVERGED and not np.isfinite(proof.primal) and proof.dual is not None:
        yield Finding("converged with no finite objective", f"{proof.primal}")
    if proof.gap is not None and status is Status.CONVERGED and not abs(proof.gap) <= GAP:
        yield Finding("converged with a gap", f"gap {proof.gap:.2g}")
    if proof.gap is not None and proof.gap < -GAP:
        yield Finding("dual above the objective", f"gap {proof.gap:.2g}, {status.value}")
    told = fit.last.objective
    if (
        fit.has_model
        and np.isfinite(told)
        and np.isfinite(proof.primal)
        and not isinstance(case.kernel, TanhKernel)
    ):
        # Ho-Kashyap counts every step by the targets of that step, the certificate by the best
        # ones.
        off = (
            told - proof.primal
            if not isinstance(case.method, HoKashyap)
            else min(told - proof.primal, 0.0)
        )
        # What is nothing but rounding of scores, as of samples that a rule without an optimum has
        # just put right, is no objective.
        off = abs(off) - AGREE * max(abs(proof.primal), floor(fit), NOTHING)
        # Outside of the domain C times the rounding of scores may be of the size of the objective.
        if off > 0.0 and (proof.dual is None or outside_of_the_domain(fit)):
            off -= rounding(fit)
        if off > 0.0:
            yield Finding(
                "last.objective is not the certified one",
                f"{told:.9g} against {proof.primal:.9g}, {status.value}",
            )
    # ends where it was asked to
    coarse = algorithm(case.method) == "smo" and getattr(case.method, "tolerance", 0.0) > GAP
    easy = (
        isinstance(case.method, OPTIMAL)
        and algorithm(case.method) not in APPROXIMATE
        and not coarse
    )
    known = isinstance(case.kernel, TanhKernel) or outside_of_the_domain(fit) or beyond_doubles(fit)
    if easy and status is Status.BUDGET and not known:
        yield Finding(
            "budget spent on a convex problem", f"gap {_words(proof.gap)}: {fit.explanation}"
        )


def verdict(case: Case, fit: Fit) -> Iterator[Finding]:
    """The status and the exact verdict on the hulls say the same, and the verdict's own proof
    holds.
    """
    asked = isinstance(case.method, HardMarginSVM) or (
        isinstance(case.method, LogisticRegression) and case.method.l2 == 0.0
    )
    if (
        case.kernel is not None
        or not asked
        or (not fit.problem.features.is_linear and case.n > EXACT_ROWS)
    ):
        return
    if fit.status is Status.NOT_APPLICABLE:
        return
    proof = separability(*case.data, case.features)
    if isinstance(case.method, HardMarginSVM):
        if proof.separable and fit.status is Status.NOT_SEPARABLE:
            yield Finding(
                "not separable, but the hulls are disjoint", f"distance {proof.distance:.2g}"
            )
        if not proof.separable and fit.status is Status.CONVERGED:
            yield Finding(
                "a hard margin of classes that meet",
                f"smallest margin {fit.certificate.margins.min():.3g}",
            )
    elif algorithm(case.method) not in APPROXIMATE:
        endless = proof.separable or proof.touching
        if endless and fit.status is Status.CONVERGED:
            yield Finding(
                "finite minimum, but a line has the classes on its two sides",
                f"separable {proof.separable}",
            )
        if not endless and fit.status is Status.UNBOUNDED:
            yield Finding(
                "unbounded, but the classes overlap", f"objective {fit.certificate.primal:.3g}"
            )
    yield from _of_proof(fit.problem, proof)


def _of_proof(problem: Problem, proof: Separability) -> Iterator[Finding]:
    """The line midway between the closest points separates; the common point is the same from both
    sides.
    """
    if proof.separable and proof.distance > 1e-6 * float(np.ptp(problem.Phi)):
        normal = proof.closest_plus - proof.closest_minus
        middle = proof.closest_minus + 0.5 * normal
        worst = float((problem.y * ((problem.Phi - middle) @ normal)).min())
        if worst <= 0.0:
            yield Finding("the verdict's line does not separate", f"worst {worst:.2g}")
    if not proof.separable:
        plus = proof.weights_plus @ problem.Phi[proof.support_plus]
        minus = proof.weights_minus @ problem.Phi[proof.support_minus]
        off = float(np.abs(plus - minus).max())
        if off > 1e-9 * float(np.abs(problem.Phi).max()):
            yield Finding("the verdict's common point is two points", f"{off:.2g} apart")


def rivals(case: Case, fit: Fit) -> Iterator[Finding]:
    """Other algorithms and other libraries: none of them finds less than an optimum or than a
    bound.
    """
    if (
        not isinstance(case.method, OPTIMAL)
        or isinstance(case.kernel, TanhKernel)
        or not np.isfinite(fit.certificate.primal)
    ):
        return
    proof, least = fit.certificate, floor(fit)
    allowance = rounding(fit)
    for name, value in _other_optima(case, fit):
        size = max(abs(value), least)
        if fit.status is Status.CONVERGED and proof.primal - value > AGREE * size + allowance:
            yield Finding(
                "converged above the optimum",
                f"{proof.primal:.9g}, {name} {value:.9g}, gap {_words(proof.gap)}",
            )
        if proof.dual is not None and proof.dual - value > AGREE * size + allowance:
            yield Finding(
                "a bound above the optimum", f"bound {proof.dual:.9g}, {name} {value:.9g}"
            )


def _other_optima(case: Case, fit: Fit) -> Iterator[tuple[str, float]]:
    """Objectives that can be reached, by other algorithms of the model and by independent
    solvers.
    """
    if case.n <= RIVALS:
        for rival in _other_algorithms(case.method):
            other = solve(rival, case.problem(), trace=False)
            feasible = not isinstance(rival, HardMarginSVM) or (
                other.has_model and other.certificate.margins.min() >= 1.0 - GAP
            )
            if other.has_model and np.isfinite(other.certificate.primal) and feasible:
                yield algorithm(rival), other.certificate.primal
    if case.number % REFERRED == 0:
        value = optimum_of(case.method, fit.problem)
        if value is not None:
            yield "the reference", value


def _other_algorithms(method: Method) -> list[Method]:
    names = {
        SoftMarginSVM: ("active-set", "interior-point"),
        HardMarginSVM: ("hull", "interior-point"),
    }.get(type(method), ())
    return [replace(method, algorithm=name) for name in names if name != algorithm(method)]  # type: ignore[call-arg]


def drags(case: Case, fit: Fit) -> Iterator[Finding]:
    """A point dragged near and far and back: the answer is that of a cold fit."""
    if (
        case.number % DRAGGED
        or case.n > EXACT_ROWS
        or not fit.has_model
        or algorithm(case.method) in (*APPROXIMATE, "smo")
    ):
        return
    rng = case.random(2)
    row, problem = int(rng.integers(len(fit.problem.y))), fit.problem
    drag, X = grab(fit, row), problem.X.copy()
    size = float(np.median(np.ptp(X, axis=0)) or 1.0)
    for reach in (0.1, 30.0, 0.3):
        X = X.copy()
        X[row] = problem.X[row] + reach * size * rng.standard_normal(X.shape[1])
        moved = Problem.from_labels(X, problem.y, case.features, case.kernel)
        step = drag.move(tuple(X[row].tolist()))
        yield from _compared(drag.fit(moved), solve(case.method, moved, trace=False), reach)
        if step.w is not None and not np.isfinite(step.w).all():
            yield Finding("a dragged model without numbers", f"reach {reach:g}")


def _compared(dragged: Fit, cold: Fit, reach: float) -> Iterator[Finding]:
    """Objectives where there is an optimum, scores where there is a closed form; rules that depend
    on the way are let go.
    """
    method = cold.method
    if isinstance(method, OPTIMAL):
        if cold.status is Status.CONVERGED and np.isfinite(cold.certificate.primal):
            off = dragged.certificate.primal - cold.certificate.primal
            if not abs(off) <= AGREE * max(abs(cold.certificate.primal), floor(cold)) + rounding(
                cold
            ):
                ends = f"{dragged.certificate.primal:.9g} against {cold.certificate.primal:.9g}"
                words = f"{ends}, reach {reach:g}, {dragged.status.value}"
                yield Finding("a drag ends elsewhere", words)
    elif not method.iterative and cold.has_model and dragged.has_model:
        ours, theirs = (each.decision_function(cold.problem.X) for each in (dragged, cold))
        off = float(np.abs(ours - theirs).max() / max(np.abs(theirs).max(), 1e-300))
        if not off <= AGREE and cold.status is dragged.status:
            yield Finding(
                "a drag scores otherwise",
                f"off by {off:.2g} of the largest score, reach {reach:g}, {cold.status.value}",
            )


def directions(case: Case, fit: Fit) -> Iterator[Finding]:
    """w = 0 where the exact class means are one up to the rounding of coordinates, and a direction
    where they are clearly two.
    """
    method, problem = case.method, fit.problem
    is_asked = isinstance(
        method, LogisticRegression | BayesianLogistic | LeastSquares | SoftMarginSVM
    )
    bends = (
        getattr(method, "penalise_bias", False)
        or algorithm(method) in APPROXIMATE
        or not getattr(method, "fit_intercept", True)
    )
    is_coarse = algorithm(method) == "smo" and getattr(method, "tolerance", 0.0) > GAP
    if (
        not is_asked
        or bends
        or is_coarse
        or not problem.features.is_linear
        or problem.kernel is not None
        or case.n > EXACT_ROWS
    ):
        return
    if fit.status not in (Status.CONVERGED, Status.SINGULAR):
        return
    rounding, spread = 4.0 * EPS * np.abs(problem.X).max(axis=0), problem.X.std(axis=0)
    if ((spread > 0.0) & (spread <= COARSE * rounding)).any():
        return
    apart, coarse = mean_distance(problem.X, problem.y > 0.0)
    if apart <= 0.5 * coarse and fit.has_model:
        yield Finding(
            "a boundary of rounding", f"the means differ by {apart:.2g} of the spread, w = {fit.w}"
        )
    is_balanced = not isinstance(method, SoftMarginSVM) or 2 * problem.n_plus * method.class_weight(
        1.0
    ) == 2 * (len(problem.y) - problem.n_plus)
    if apart > 100.0 * coarse and is_balanced and not fit.has_model:
        yield Finding("a direction is lost", f"the means differ by {apart:.2g} of the spread")


def mean_distance(X: Floats, positive: Any) -> tuple[float, float]:
    """How far the class means, as rational numbers, are apart, and the rounding of coordinates.

    The largest of each as a part of the spread of its column; a column that does not vary is none.
    """
    apart, coarse = 0.0, EPS
    for column in X.T:
        exact = [Fraction(value) for value in column.tolist()]
        plus = [value for value, own in zip(exact, positive.tolist(), strict=True) if own]
        minus = [value for value, own in zip(exact, positive.tolist(), strict=True) if not own]
        spread, rounding = float(column.std()), 4.0 * EPS * float(np.abs(column).max())
        if spread > 0.0:
            distance = abs(sum(plus, Fraction()) / len(plus) - sum(minus, Fraction()) / len(minus))
            apart, coarse = max(apart, float(distance) / spread), max(coarse, rounding / spread)
    return apart, coarse


def law(case: Case, fit: Fit) -> Iterator[Finding]:
    """The exact soft margin costs at most three times the interior point on the same problem."""
    method = case.method
    if (
        not isinstance(method, SoftMarginSVM)
        or method.algorithm != "active-set"
        or case.kernel is not None
    ):
        return
    ratios = []
    for _ in range(MEASURED):
        ours = cpu_seconds(method, case)
        if ours <= NOTICEABLE_S:
            return
        theirs = cpu_seconds(replace(method, algorithm="interior-point"), case)
        ratios.append(ours / max(theirs, 1e-9))
        if ours <= LAW * theirs:
            return
    yield Finding(
        "slower than the law", f"{min(ratios):.1f} times the interior point, {ours:.3g} s"
    )


def cpu_seconds(method: Method, case: Case) -> float:
    """Processor seconds of a cold fit; those of the process are read by whole ticks while a limit
    stands.
    """
    problem = case.problem()
    begin = thread_time()
    solve(method, problem, trace=False)
    return thread_time() - begin


CHECKS: tuple[Check, ...] = (
    finiteness,
    scores,
    certificate,
    verdict,
    rivals,
    drags,
    directions,
    sentences,
    law,
)


def algorithm(method: Method) -> str:
    """The algorithm of a method, "" where it has no choice."""
    return str(getattr(method, "algorithm", ""))


def beyond_doubles(fit: Fit) -> bool:
    """Whether no model in doubles can be proved: the last digit of its weights moves the objective
    by more than the gap allowed.

    For a margin method with weights: two units of w and of the score at the centre (each is
    rounded, and so is a score), summed over the points that pay, or the stretch that makes up for
    it where w is what costs most.  With a kernel: the Gram matrix is singular in doubles.  For
    logistic regression a score that is off costs as much as its loss is steep there.
    """
    method, problem, last = fit.method, fit.problem, fit.last
    if isinstance(method, LogisticRegression | BayesianLogistic) and last.w is not None:
        origin: Floats | float = 0.0 if last.centre is None else last.centre
        off = UNITS * EPS * (np.abs(problem.Phi - origin) @ np.abs(last.w) + abs(last.f_centre))
        pull = 1.0 / (1.0 + np.exp(np.clip(fit.certificate.margins, -700.0, 700.0)))
        return bool(float(np.mean(off * pull)) > GAP * max(abs(fit.certificate.primal), floor(fit)))
    if not isinstance(method, SoftMarginSVM | HardMarginSVM):
        return False
    if problem.kernel is not None and problem.explicit is None:
        values = np.linalg.eigvalsh(problem.gram)
        return bool(values[0] <= len(values) * EPS * values[-1])
    last, problem = (
        (last, problem) if problem.explicit is None else (last.expanded or last, problem.explicit)
    )
    if last.w is None or not np.isfinite(last.b):
        return True
    centre: Floats | float = 0.0 if last.centre is None else last.centre
    # steps that grew without bound end at weights of 1e229, and say so
    with np.errstate(over="ignore"):
        moved = UNITS * EPS * (np.abs(problem.Phi - centre) @ np.abs(last.w) + abs(last.f_centre))
        squared = float(last.w @ last.w)
    if isinstance(method, HardMarginSVM) or squared > fit.certificate.primal:
        return bool(2.0 * moved.max() > GAP)
    pays = fit.certificate.margins <= 1.0 + moved
    return bool(method.C * moved[pays].sum() / len(pays) > GAP * abs(fit.certificate.primal))


def outside_of_the_domain(fit: Fit) -> bool:
    """Whether the condition of the centred features, or the largest multiplier times s^2, is beyond
    what is promised.

    s is the largest deviation of a mapped point; a hard margin has multipliers of |w|^2 in all,
    more than any known number where the nearest pair of disjoint hulls still has a point on its
    wrong side.
    """
    problem = fit.problem.explicit or fit.problem
    if problem.kernel is not None:
        spread = float(problem.kernel.diagonal(problem.X).max())
    else:
        centred = problem.Phi - problem.Phi.mean(axis=0)
        values = np.linalg.svd(centred, compute_uv=False)
        if not values[0] <= CONDITION * values[-1]:
            return True
        spread = float(np.square(centred).sum(axis=1).max())
    if isinstance(fit.method, HardMarginSVM):
        return fit.certificate.gap is None or bool(2.0 * fit.certificate.primal * spread > PRICE)
    return bool(getattr(fit.method, "C", 0.0) / len(problem.y) * spread > PRICE)


def floor(fit: Fit) -> float:
    """What gaps are relative to where the objective itself is tiny."""
    with np.errstate(all="ignore"):
        return (
            fit.method.bounds(fit.problem, fit.last, fit.certificate.margins).scale
            if np.isfinite(fit.b)
            else 0.0
        )


def rounding(fit: Fit) -> float:
    """What the rounding of scores may do to the objective, summed over the points."""
    problem, last = fit.problem, fit.last
    if problem.explicit is not None:  # a kernel whose features are written out
        problem, last = problem.explicit, last.expanded or last
    if last.w is None:
        return 0.0
    centre: Floats | float = 0.0 if last.centre is None else last.centre
    reach = float(np.abs(problem.Phi).max() + np.abs(centre).max()) if problem.Phi.size else 0.0
    price = getattr(fit.method, "C", 1.0)
    return float(8.0 * EPS * price * (np.abs(last.w).sum() * reach + abs(last.f_centre)))


def _words(gap: float | None) -> str:
    return "none" if gap is None else f"{gap:.2g}"
