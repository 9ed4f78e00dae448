"""A hunt through small problems of many classes: ``python -m benchmarks.hunt.many --fits 5000``.

Ties, copies with other labels, empty classes, single points, lines, far offsets and extreme units, for every scheme and every
method that knows K classes.  Nothing may raise, no algorithm may fail, and CONVERGED stands for a gap of at most 1e-7.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):  # before numpy: one thread for everybody
    os.environ.setdefault(_threads, "1")

import numpy as np  # noqa: E402

import solvers  # noqa: E402
from solvers import AnyMethod, Floats, ManyFit, ManyProblem, Status  # noqa: E402
from solvers.arrays import Ints, locked, locked_ints  # noqa: E402

Random = np.random.Generator
GAP, BELOW = 1e-7, -1e-9
MOST = 40  # points
SLOW_S = 5.0  # processor seconds that no small fit takes
DRAGGED, RELABELLED = 5, 5  # every how many fits are dragged, or fitted again with the classes in another order
AGREE = 1e-6  # relative difference of two optima that ought to be one


def clouds(rng: Random, labels: Ints) -> Floats:
    """Normal clouds, apart or overlapping."""
    centres = rng.normal(0.0, 10.0 ** rng.uniform(-1, 1), (10, 2))
    return centres[labels] + rng.standard_normal((len(labels), 2))


def lattice(rng: Random, labels: Ints) -> Floats:
    """A small lattice: ties, and copies with other labels."""
    return rng.integers(0, rng.integers(2, 6), (len(labels), 2)).astype(np.float64)


def line(rng: Random, labels: Ints) -> Floats:
    """All points on one line, some of them equal."""
    return np.round(rng.normal(0.0, 3.0, len(labels)))[:, None] * rng.standard_normal(2)


def lines(rng: Random, labels: Ints) -> Floats:
    """Every class on a line of its own, parallel to the others."""
    return np.column_stack([labels * rng.integers(0, 3), rng.standard_normal(len(labels))]).astype(np.float64)


def one_place(rng: Random, labels: Ints) -> Floats:
    """Every class at one place, some at the same."""
    return rng.integers(0, 3, (10, 2)).astype(np.float64)[labels]


def copies(rng: Random, labels: Ints) -> Floats:
    """A few places, many copies."""
    places = rng.standard_normal((max(1, len(labels) // 4), 2))
    return places[rng.integers(0, len(places), len(labels))]


FAMILIES: tuple[Callable[[Random, Ints], Floats], ...] = (clouds, clouds, lattice, line, lines, one_place, copies)
INNER: tuple[Callable[[Random], solvers.Method], ...] = (
    lambda rng: solvers.SoftMarginSVM(C=10.0 ** rng.uniform(-3, 6)),
    lambda rng: solvers.LogisticRegression(l2=float(rng.choice([0.0, 1e-6, 1e-2]))),
    lambda rng: solvers.HardMarginSVM(),
    lambda rng: solvers.Fisher(),
    lambda rng: solvers.Perceptron(max_epochs=20),
    lambda rng: solvers.LeastSquares(),
    lambda rng: solvers.GaussianGenerative(covariance="separate"),
)
METHODS: tuple[Callable[[Random], AnyMethod], ...] = (
    lambda rng: solvers.OneVsRest(_one_of(INNER, rng), decision=str(rng.choice(["argmax", "signed-distance", "strict"]))),
    lambda rng: solvers.OneVsOne(_one_of(INNER, rng), ties=str(rng.choice(["undecided", "scores"]))),
    lambda rng: solvers.LinearMachine(update=str(rng.choice(["single", "batch"])), max_epochs=20),
    lambda rng: solvers.Softmax(l2=float(rng.choice([0.0, 10.0 ** rng.uniform(-10, 1)]))),
    lambda rng: solvers.Softmax(l2=float(rng.choice([0.0, 10.0 ** rng.uniform(-10, 1)]))),
    lambda rng: solvers.MulticlassSVM(C=10.0 ** rng.uniform(-4, 8), loss=str(rng.choice(["crammer-singer", "weston-watkins"]))),
    lambda rng: solvers.MulticlassSVM(C=10.0 ** rng.uniform(-4, 8), loss=str(rng.choice(["crammer-singer", "weston-watkins"]))),
    lambda rng: solvers.GaussianGenerative(covariance=str(rng.choice(["shared", "separate", "diagonal"]))),
    lambda rng: solvers.Fisher(offset=str(rng.choice(["training-error", "prior"]))),
    lambda rng: solvers.MeanDifference(),
    lambda rng: solvers.LeastSquares(ridge=float(rng.choice([0.0, 1.0]))),
    lambda rng: solvers.MultinomialNaiveBayes(),
)


def _one_of(makers: tuple[Callable[[Random], solvers.Method], ...], rng: Random) -> solvers.Method:
    return makers[rng.integers(len(makers))](rng)


@dataclass(frozen=True, eq=False)
class ManyCase:
    """One random problem and its method."""

    number: int
    family: str
    method: AnyMethod
    problem: ManyProblem

    def __str__(self) -> str:
        shape = f"{len(self.problem.X)} points of {self.problem.K} classes, {list(self.problem.counts)}"
        return f"{self.number}: {self.family}, {shape}, {type(self.problem.features).__name__}, {self.method!r}"


def draw(seed: int, number: int, most: int = MOST) -> ManyCase:
    """The case of that number: the same for ever."""
    rng = np.random.default_rng((seed, number))
    K = int(rng.integers(2, 7))
    n = int(rng.integers(0, most + 1)) if rng.random() < 0.9 else int(rng.integers(0, 4))
    labels = rng.integers(0, K, n)
    if rng.random() < 0.15:
        labels = rng.integers(0, max(1, K - 1), n)  # an empty class
    if rng.random() < 0.1 and n > 2:
        labels[:] = 0
        labels[: K - 1] = np.arange(1, min(K, n + 1))[: len(labels[: K - 1])]  # one point in each class but one
    family = FAMILIES[rng.integers(len(FAMILIES))]
    X = family(rng, labels)
    if rng.random() < 0.2:
        X = X * 10.0 ** rng.uniform(-9, 9)
    if rng.random() < 0.2:
        X = X + 10.0 ** rng.uniform(0, 8) * rng.standard_normal(2)
    method = METHODS[rng.integers(len(METHODS))](rng)
    if isinstance(method, solvers.MultinomialNaiveBayes):
        X = np.floor(np.clip(np.abs(X), 0.0, 1e6))
    features = solvers.Polynomial(2) if rng.random() < 0.1 and not isinstance(method, solvers.MultinomialNaiveBayes) else None
    classes = tuple(range(K))
    return ManyCase(
        number,
        family.__name__,
        method,
        ManyProblem(locked(X), locked_ints(labels.astype(np.int64)), classes, features or solvers.Identity()),
    )


def findings(case: ManyCase) -> Iterator[str]:
    """What is wrong with the fit of a case, in words."""
    begin = time.process_time()
    fit = solvers.solve(case.method, case.problem)
    yield from _promises(case, fit)
    if time.process_time() - begin > SLOW_S:
        yield f"slow: {time.process_time() - begin:.1f} s"
    if case.number % DRAGGED == 0 and fit.has_model and len(case.problem.X) > 2:
        yield from _dragged(case, fit)
    if case.number % RELABELLED == 1 and fit.certificate.dual is not None and fit.status is Status.CONVERGED:
        yield from _relabelled(case, fit)


def _promises(case: ManyCase, fit: ManyFit) -> Iterator[str]:
    certificate = fit.certificate
    if fit.outcome.fault is not None:
        yield f"fault: {fit.explanation}"
    if not fit.explanation:
        yield "no words"
    if fit.history[-1] is not fit.last:
        yield "the history does not end with the answer"
    gap = certificate.gap
    if fit.status is Status.CONVERGED and gap is not None and not BELOW <= gap <= GAP:
        yield f"gap {gap:.1e} under CONVERGED"
    if fit.status is Status.BUDGET and isinstance(case.method, solvers.Softmax | solvers.MulticlassSVM):
        yield f"budget: {fit.explanation}"
    scores = fit.decision_function(case.problem.X)
    if fit.has_model and (np.isnan(scores).any() or np.isposinf(scores).any()):
        yield "scores that are no numbers"
    if fit.has_model and certificate.confusion.sum() != len(case.problem.X):
        yield "points that are not counted"
    absent = [k for k in range(case.problem.K) if k not in case.problem.present]
    if fit.has_model and np.isin(fit.winners(case.problem.X), absent).any():
        yield "a class without points is predicted"
    if hasattr(fit, "predict_proba") and fit.has_model:
        total = fit.predict_proba(case.problem.X).sum(axis=1)
        if not np.allclose(total, 1.0, atol=1e-9):
            yield "probabilities that do not sum to 1"


def _dragged(case: ManyCase, fit: ManyFit) -> Iterator[str]:
    """A point that is dragged to another one's place, and the cold fit there."""
    X = case.problem.X.copy()
    X[0] = X[-1]
    moved = ManyProblem(locked(X), case.problem.labels, case.problem.classes, case.problem.features)
    drag = solvers.grab(fit, 0)
    drag.move(tuple(X[-1].tolist()))
    after, cold = drag.fit(moved), solvers.solve(case.method, moved)
    yield from (f"after a drag: {words}" for words in _promises(case, after) if not words.startswith("budget"))
    if cold.certificate.dual is not None and after.status is cold.status is Status.CONVERGED:
        yield from _differs("dragged", after.certificate.primal, cold.certificate.primal)


def _relabelled(case: ManyCase, fit: ManyFit) -> Iterator[str]:
    """The same problem with the classes the other way round has the same optimum."""
    problem = case.problem
    other = ManyProblem(problem.X, locked_ints(problem.K - 1 - problem.labels), problem.classes[::-1], problem.features)
    again = solvers.solve(case.method, other)
    if again.status is Status.CONVERGED and not isinstance(case.method, solvers.OneVsOne | solvers.OneVsRest):
        yield from _differs("relabelled", again.certificate.primal, fit.certificate.primal)


def _differs(what: str, one: float, other: float) -> Iterator[str]:
    if np.isfinite(one) and abs(one - other) > AGREE * max(abs(one), abs(other)) + 1e-12:
        yield f"{what}: {one!r} instead of {other!r}"


def judged(case: ManyCase) -> list[str]:
    """The findings, an exception among them."""
    try:
        return list(findings(case))
    except Exception:  # what the hunt is for
        return [traceback.format_exc(limit=-3)]


def main() -> int:
    """Hunt and report; 1 when anything was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hunt.many", description=__doc__)
    parser.add_argument("--fits", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found: Counter[str] = Counter()
    for number in range(options.first, options.first + options.fits):
        case = draw(options.seed, number)
        for words in judged(case):
            found[words.split(":")[0]] += 1
            print(f"{case}\n    {words}", flush=True)
    print(f"{options.fits} fits, {sum(found.values())} findings", dict(found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
