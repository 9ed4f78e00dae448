"""Fits of two to six classes: ``python -m benchmarks.hunt --many --fits 5000``.

Ties, copies with other labels, empty classes, single points, lines, far offsets and extreme units,
under every map, for every scheme and every method that knows K classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

import solvers
from solvers import AnyMethod, FeatureMap, Floats, ManyFit, ManyMethod, ManyProblem, Status
from solvers.arrays import Ints, locked, locked_ints

from .cases import MAPS, Finding, Random, any_of, parameters
from .checks import COARSE, EPS, GAP, Check
from .sentences import sentences

MOST = 40  # points
STREAM = 5  # beside those of the other hunts
BELOW = -1e-9
# every how many fits are dragged, or fitted again with the classes in another order
DRAGGED, RELABELLED = 5, 5
AGREE = 1e-6  # relative difference of two optima that ought to be one
MAPPED = 0.4  # of the fits
THIN = 1e-9


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
    return np.column_stack([labels * rng.integers(0, 3), rng.standard_normal(len(labels))]).astype(
        np.float64
    )


def one_place(rng: Random, labels: Ints) -> Floats:
    """Every class at one place, some at the same."""
    return rng.integers(0, 3, (10, 2)).astype(np.float64)[labels]


def copies(rng: Random, labels: Ints) -> Floats:
    """A few places, many copies."""
    places = rng.standard_normal((max(1, len(labels) // 4), 2))
    return places[rng.integers(0, len(places), len(labels))]


def rings_of_classes(rng: Random, labels: Ints) -> Floats:
    """Every class a regular polygon about one place with one decimal (a single point in it): all
    means are one.
    """
    X = np.zeros((len(labels), 2))
    for k in range(int(labels.max(initial=-1)) + 1):
        rows = np.flatnonzero(labels == k)
        angles = 2.0 * np.pi * np.arange(len(rows)) / max(1, len(rows))
        if len(rows) > 1:
            X[rows] = (
                (1.0 + k)
                * rng.choice([0.5, 0.7, 1.0])
                * np.column_stack([np.cos(angles), np.sin(angles)])
            )
    return X + np.round(rng.uniform(-3.0, 3.0, 2), 1)


FAMILIES: tuple[Callable[[Random, Ints], Floats], ...] = (
    clouds, clouds, lattice, line, lines, one_place, copies, rings_of_classes,
)  # fmt: skip
INNER: tuple[Callable[[Random], solvers.Method], ...] = (
    lambda rng: solvers.SoftMarginSVM(C=10.0 ** rng.uniform(-3, 6)),
    lambda rng: solvers.LogisticRegression(l2=float(rng.choice([0.0, 1e-6, 1e-2]))),
    lambda rng: solvers.HardMarginSVM(),
    lambda rng: solvers.Fisher(),
    lambda rng: solvers.Perceptron(max_epochs=20),
    lambda rng: solvers.LeastSquares(),
    lambda rng: solvers.GaussianGenerative(covariance="separate"),
)
MAKERS: tuple[Callable[[Random], AnyMethod], ...] = (
    lambda rng: solvers.OneVsRest(
        _one_of(INNER, rng), decision=str(rng.choice(["argmax", "signed-distance", "strict"]))
    ),
    lambda rng: solvers.OneVsOne(
        _one_of(INNER, rng), ties=str(rng.choice(["undecided", "scores"]))
    ),
    lambda rng: solvers.LinearMachine(update=str(rng.choice(["single", "batch"])), max_epochs=20),
    lambda rng: solvers.Softmax(l2=float(rng.choice([0.0, 10.0 ** rng.uniform(-10, 1)]))),
    lambda rng: solvers.Softmax(l2=float(rng.choice([0.0, 10.0 ** rng.uniform(-10, 1)]))),
    lambda rng: solvers.MulticlassSVM(
        C=10.0 ** rng.uniform(-4, 8), loss=str(rng.choice(["crammer-singer", "weston-watkins"]))
    ),
    lambda rng: solvers.MulticlassSVM(
        C=10.0 ** rng.uniform(-4, 8), loss=str(rng.choice(["crammer-singer", "weston-watkins"]))
    ),
    lambda rng: solvers.GaussianGenerative(
        covariance=str(rng.choice(["shared", "separate", "diagonal"]))
    ),
    lambda rng: solvers.Fisher(offset=str(rng.choice(["training-error", "prior"]))),
    lambda rng: solvers.MeanDifference(),
    lambda rng: solvers.LeastSquares(ridge=float(rng.choice([0.0, 1.0]))),
    lambda rng: solvers.MultinomialNaiveBayes(),
)


def _one_of(makers: tuple[Callable[[Random], solvers.Method], ...], rng: Random) -> solvers.Method:
    return makers[rng.integers(len(makers))](rng)


def _any(kind: type[ManyMethod], rng: Random) -> ManyMethod:
    return kind(**parameters(rng, kind))


# Whatever else is listed for K classes takes part, too, with parameters from its ranges.
MADE = {type(make(np.random.default_rng(0))) for make in MAKERS}
OTHERS: tuple[type[ManyMethod], ...] = tuple(kind for kind in solvers.SCHEMES if kind not in MADE)


@dataclass(frozen=True, eq=False)
class ManyCase:
    """One random fit; ``data`` is made when it is asked for."""

    seed: int
    number: int
    family: Callable[[Random, Ints], Floats]
    method: AnyMethod
    features: FeatureMap | None
    n: int
    K: int

    @cached_property
    def data(self) -> tuple[Floats, Ints]:
        """Points, in some units, and the indices of their classes, some of which may be empty."""
        rng = self.random(1)
        labels = rng.integers(0, self.K, self.n)
        if rng.random() < 0.15:
            labels = rng.integers(0, max(1, self.K - 1), self.n)  # an empty class
        if rng.random() < 0.1 and self.n > 2:
            few = min(self.K - 1, self.n)
            labels[:] = 0
            labels[:few] = np.arange(1, few + 1)  # one point in each class but one
        X = self.family(rng, labels)
        if rng.random() < 0.2:
            X = X * 10.0 ** rng.uniform(-9, 9)
        if rng.random() < 0.2:
            X = X + 10.0 ** rng.uniform(0, 8) * rng.standard_normal(2)
        if isinstance(self.method, solvers.MultinomialNaiveBayes):
            X = np.floor(np.clip(np.abs(X), 0.0, 1e6))
        return locked(X), locked_ints(labels.astype(np.int64))

    def random(self, use: int) -> Random:
        """A generator of its own for each use."""
        return np.random.default_rng((self.seed, self.number, STREAM, use))

    def problem(self) -> ManyProblem:
        """A fresh problem, with nothing derived yet."""
        return self.problem_of(self.data[0])

    def problem_of(self, X: Floats) -> ManyProblem:
        """The problem of other points with the same labels."""
        return ManyProblem(
            locked(X), self.data[1], tuple(range(self.K)), self.features or solvers.Identity()
        )

    @property
    def setting(self) -> str:
        """The row of the table."""
        inner = getattr(self.method, "method", None)
        return type(self.method).__name__ + (
            f" of {type(inner).__name__}" if inner is not None else " of K"
        )

    def __str__(self) -> str:
        return (
            f"{self.method!r} on {self.family.__name__}, n = {self.n}, K = {self.K}, "
            f"{self.features or 'plane'}"
        )


def draw(seed: int, number: int, most: int = MOST) -> ManyCase:
    """The fit with this number: the same for ever."""
    rng = np.random.default_rng((seed, number, STREAM))
    K = int(rng.integers(2, 7))
    n = int(rng.integers(0, min(most, MOST) + 1)) if rng.random() < 0.9 else int(rng.integers(0, 4))
    family = FAMILIES[rng.integers(len(FAMILIES))]
    which = int(rng.integers(len(MAKERS) + len(OTHERS)))
    method = MAKERS[which](rng) if which < len(MAKERS) else _any(OTHERS[which - len(MAKERS)], rng)
    mapped = rng.random() < MAPPED and not isinstance(method, solvers.MultinomialNaiveBayes)
    return ManyCase(seed, number, family, method, any_of(rng, MAPS) if mapped else None, n, K)


def promises(case: ManyCase, fit: ManyFit) -> Iterator[Finding]:
    """The certificate holds what the status says; scores and probabilities are numbers, and nothing
    predicts an empty class.
    """
    proof = fit.certificate
    if fit.history[-1] is not fit.last:
        yield Finding("the history does not end with the answer", f"{len(fit.history)} steps")
    if fit.status is Status.CONVERGED and proof.gap is not None and not BELOW <= proof.gap <= GAP:
        yield Finding("converged with a gap", f"gap {proof.gap:.1e}")
    if not fit.explanation.strip().endswith("."):
        yield Finding("no sentence", repr(fit.explanation))
    if not fit.has_model:
        return
    X = case.data[0]
    scores = fit.decision_function(X)
    if np.isnan(scores).any() or np.isposinf(scores).any():
        yield Finding(
            "scores that are no numbers",
            f"{np.count_nonzero(~np.isfinite(scores))} of {scores.size}",
        )
    if proof.confusion.sum() != len(X):
        yield Finding("points that are not counted", f"{proof.confusion.sum()} of {len(X)}")
    absent = [k for k in range(case.K) if k not in fit.problem.present]
    if np.isin(fit.winners(X), absent).any():
        yield Finding("a class without points is predicted", f"{absent}")
    if hasattr(fit, "predict_proba") and not np.allclose(
        fit.predict_proba(X).sum(axis=1), 1.0, atol=1e-9
    ):
        yield Finding("probabilities that do not sum to 1", f"{fit.predict_proba(X).sum(axis=1)}")


def directions(case: ManyCase, fit: ManyFit) -> Iterator[Finding]:
    """Classes of one mean are told apart by no direction."""
    is_asked = isinstance(
        case.method, solvers.Softmax | solvers.LeastSquares | solvers.MulticlassSVM
    )
    is_shared = (
        isinstance(case.method, solvers.GaussianGenerative) and case.method.covariance == "shared"
    )
    if (
        case.family is not rings_of_classes
        or case.features is not None
        or not (is_asked or is_shared)
        or not fit.has_model
    ):
        return
    X = case.data[0]
    spread = X.std(axis=0)
    # of pairs: what its rounding is across, none can tell
    is_line = spread.min() <= THIN * spread.max()
    if is_line or (spread <= COARSE * 4.0 * EPS * np.abs(X).max(axis=0)).any():
        return
    if (
        fit.W is not None
        and len(fit.problem.present) > 2
        and np.ptp(fit.W[list(fit.problem.present)], axis=0).any()
    ):
        yield Finding("a boundary of rounding", f"W = {fit.W.tolist()}, {fit.status.value}")


def dragged(case: ManyCase, fit: ManyFit) -> Iterator[Finding]:
    """A point that is dragged to another one's place, and the cold fit there."""
    if case.number % DRAGGED or not fit.has_model or case.n <= 2:
        return
    X = case.data[0].copy()
    X[0] = X[-1]
    moved = case.problem_of(X)
    drag = solvers.grab(fit, 0)
    drag.move(tuple(X[-1].tolist()))
    after, cold = drag.fit(moved), solvers.solve(case.method, moved)
    yield from promises(case, after)
    if cold.certificate.dual is not None and after.status is cold.status is Status.CONVERGED:
        yield from _differs(
            "a drag ends elsewhere", after.certificate.primal, cold.certificate.primal
        )


def relabelled(case: ManyCase, fit: ManyFit) -> Iterator[Finding]:
    """The same problem with the classes the other way round has the same optimum."""
    sure = fit.certificate.dual is not None and fit.status is Status.CONVERGED
    if (
        case.number % RELABELLED != 1
        or not sure
        or isinstance(case.method, solvers.OneVsOne | solvers.OneVsRest)
    ):
        return
    problem = fit.problem
    other = replace(
        problem, labels=locked_ints(problem.K - 1 - problem.labels), classes=problem.classes[::-1]
    )
    again = solvers.solve(case.method, other)
    if again.status is Status.CONVERGED:
        yield from _differs(
            "relabelled classes have another optimum",
            again.certificate.primal,
            fit.certificate.primal,
        )


def _differs(what: str, one: float, other: float) -> Iterator[Finding]:
    if np.isfinite(one) and abs(one - other) > AGREE * max(abs(one), abs(other)) + 1e-12:
        yield Finding(what, f"{one!r} instead of {other!r}")


CHECKS: tuple[Check, ...] = (promises, directions, dragged, relabelled, sentences)
