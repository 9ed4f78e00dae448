"""The same figure elsewhere: ``python -m benchmarks.hunt --elsewhere --fits 20000``.

A small set of whole or one-decimal numbers, of two to four classes, is fitted, then again moved,
turned by 90 degrees, doubled (with what is measured in its units), with its rows in another order
and with its classes named the other way round.  What should stay stays: status and sentence, the
class of every point and of places between them, which points are on the line, on the margin and
inside it, and which borders there are.  No reference is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

import solvers
from solvers import AnyFit, AnyMethod, Floats, ManyProblem, Problem
from solvers.arrays import Ints, locked

from .cases import Finding
from .checks import Check
from .families import Random

MOST = 30  # points
STREAM = 7  # beside those of the other hunts
ON_MARGIN = 1e-7  # so near to 1 a margin is 1
MAPPED, WEIGHED = 0.3, 0.2  # of the fits

Shape = Callable[[Random, Ints], Floats]


def lattice(rng: Random, labels: Ints) -> Floats:
    """A small lattice of whole numbers: scores that vanish, and copies with other labels."""
    return rng.integers(0, rng.integers(3, 6), (len(labels), 2)).astype(np.float64)


def likert(rng: Random, labels: Ints) -> Floats:
    """Answers from 1 to 5 that lean with the class."""
    lean = rng.integers(0, 3, (4, 2))[labels]
    X: Floats = np.clip(rng.integers(1, 4, (len(labels), 2)) + lean, 1, 5).astype(np.float64)
    return X


def decimals(rng: Random, labels: Ints) -> Floats:
    """Clouds of numbers with one decimal."""
    centres = np.round(rng.normal(0.0, 1.5, (4, 2)), 1)
    X: Floats = np.round(centres[labels] + rng.normal(0.0, 1.0, (len(labels), 2)), 1)
    return X


def symmetric(rng: Random, labels: Ints) -> Floats:
    """Squares and crosses about a common centre, now and then about one of their own."""
    square = np.array([[1, 1], [-1, 1], [1, -1], [-1, -1]])
    cross = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])
    X = np.zeros((len(labels), 2))
    for k in range(int(labels.max()) + 1):
        rows = np.flatnonzero(labels == k)
        corners = (square if rng.random() < 0.5 else cross) * rng.integers(1, 4)
        apart = 0 if rng.random() < 0.6 else rng.integers(-4, 5, 2)
        X[rows] = corners[np.arange(len(rows)) % 4] + apart
    return X


SHAPES: tuple[Shape, ...] = (lattice, likert, decimals, symmetric, symmetric)
INNER: tuple[Callable[[Random], solvers.Method], ...] = (
    lambda rng: solvers.SoftMarginSVM(C=_one(rng, 0.1, 1.0, 10.0, 1000.0)),
    lambda rng: solvers.LogisticRegression(l2=_one(rng, 1e-4, 1e-2, 1.0)),
    lambda rng: solvers.LeastSquares(ridge=_one(rng, 0.0, 1.0)),
    lambda rng: solvers.Fisher(offset=_one(rng, "training-error", "prior")),
    lambda rng: solvers.MeanDifference(),
    lambda rng: solvers.GaussianGenerative(covariance=_one(rng, "shared", "separate", "diagonal")),
)
TWO: tuple[Callable[[Random], AnyMethod], ...] = (
    *INNER,
    INNER[0],
    INNER[0],
    INNER[1],
    lambda rng: solvers.SoftMarginSVM(C=_one(rng, 1.0, 10.0), algorithm="smo"),
    lambda rng: solvers.SoftMarginSVM(C=_one(rng, 1.0, 10.0), algorithm="interior-point"),
    lambda rng: solvers.SoftMarginSVM(C=10.0, algorithm="subgradient", max_iterations=400),
    lambda rng: solvers.SoftMarginSVM(C=10.0, positive_weight=_one(rng, 2.0, 5.0)),
    lambda rng: solvers.HardMarginSVM(),
    lambda rng: solvers.BayesianLogistic(),
    lambda rng: solvers.Perceptron(max_epochs=30),
    lambda rng: solvers.Relaxation(max_epochs=30),
    lambda rng: solvers.LMS(max_epochs=30),
    lambda rng: solvers.HoKashyap(max_iterations=50),
)
MANY: tuple[Callable[[Random], AnyMethod], ...] = (
    lambda rng: solvers.OneVsRest(_one_of(INNER, rng), decision=_one(rng, "argmax", "strict")),
    # a conic section has no distance
    lambda rng: solvers.OneVsRest(_one_of(INNER[:5], rng), decision="signed-distance"),
    lambda rng: solvers.OneVsOne(_one_of(INNER, rng), ties=_one(rng, "undecided", "scores")),
    lambda rng: solvers.Softmax(l2=_one(rng, 1e-4, 1e-2, 1.0)),
    lambda rng: solvers.MulticlassSVM(C=_one(rng, 0.1, 1.0, 10.0, 1000.0)),
    lambda rng: solvers.MulticlassSVM(C=_one(rng, 1.0, 10.0), loss="weston-watkins"),
    lambda rng: solvers.LinearMachine(max_epochs=30),
    *INNER[2:],
)
# Their steps follow the order of the points, the origin and the units; a turn leaves them alone.
STEPPING = (solvers.Perceptron, solvers.Relaxation, solvers.LMS, solvers.LinearMachine)
WEIGHABLE = (
    solvers.SoftMarginSVM,
    solvers.LogisticRegression,
    solvers.Softmax,
    solvers.MulticlassSVM,
    solvers.LeastSquares,
)
# They ask whether the hulls of these very doubles meet.
EXACT = (solvers.HardMarginSVM, solvers.HoKashyap)
IN_UNITS = {"C": 0.25, "l2": 4.0, "ridge": 4.0, "prior_variance": 0.25}


def _one(rng: Random, *values: Any) -> Any:
    return values[rng.integers(len(values))]


def _one_of(makers: tuple[Callable[[Random], Any], ...], rng: Random) -> Any:
    return makers[rng.integers(len(makers))](rng)


@dataclass(frozen=True, eq=False)
class PlacedCase:
    """One random set and its fit; ``data`` is made when it is asked for."""

    seed: int
    number: int
    family: Shape
    method: AnyMethod
    features: solvers.FeatureMap | None
    kernel: solvers.Kernel | None
    n: int
    K: int
    is_weighed: bool

    @cached_property
    def data(self) -> tuple[Floats, Ints]:
        """Points and the indices of their classes, each of which has a point."""
        rng = self.random(1)
        labels = np.concatenate([np.arange(self.K), rng.integers(0, self.K, self.n - self.K)])
        if self.family is symmetric:
            labels = np.repeat(np.arange(self.K), 4)
        return locked(self.family(rng, labels)), labels.astype(np.int64)

    def random(self, use: int) -> Random:
        """A generator of its own for each use."""
        return np.random.default_rng((self.seed, self.number, STREAM, use))

    def problem(self) -> Problem | ManyProblem:
        """A fresh problem, with nothing derived yet."""
        return self.problem_of(*self.data)

    def problem_of(
        self, X: Floats, labels: Ints, kernel: solvers.Kernel | None = None
    ) -> Problem | ManyProblem:
        """The problem of another set."""
        kind = Problem if self.K == 2 else ManyProblem
        weight = "balanced" if self.is_weighed else None
        space = (self.features, kernel or self.kernel)
        return kind.from_labels(X, labels, *space, class_weight=weight)

    @property
    def setting(self) -> str:
        """The row of the table."""
        inner = getattr(self.method, "method", None)
        name = type(self.method).__name__ + (f" of {type(inner).__name__}" if inner else "")
        return f"{name} of {'two' if self.K == 2 else 'K'}{' kernel' if self.kernel else ''}"

    def __str__(self) -> str:
        where = self.kernel or self.features or "plane"
        weighed = ", balanced" if self.is_weighed else ""
        return (
            f"{self.method!r} on {self.family.__name__}, n = {len(self.data[1])}, K = {self.K}, "
            f"{where}{weighed}"
        )


def draw(seed: int, number: int, most: int = MOST) -> PlacedCase:
    """The fit with this number: the same for ever."""
    rng = np.random.default_rng((seed, number, STREAM))
    K = int(_one(rng, 2, 2, 3, 4))
    method = _one_of(TWO if K == 2 else MANY, rng)
    inner = getattr(method, "method", method)
    features: solvers.FeatureMap | None = None
    kernel: solvers.Kernel | None = None
    if rng.random() < MAPPED and not isinstance(method, STEPPING):
        features = solvers.Polynomial(2).as_written
        if isinstance(inner, solvers.SoftMarginSVM | solvers.HardMarginSVM) and (
            rng.random() < 0.5 and getattr(inner, "algorithm", "") in ("active-set", "smo", "hull")
        ):
            features, kernel = None, solvers.GaussianKernel(sigma=_one(rng, 0.5, 1.0, 2.0))
    takes_weights = isinstance(method, WEIGHABLE)
    is_weighed = takes_weights and rng.random() < WEIGHED
    n = int(rng.integers(max(6, K), min(most, MOST) + 1))
    family = SHAPES[rng.integers(len(SHAPES))]
    return PlacedCase(seed, number, family, method, features, kernel, n, K, is_weighed)


@dataclass(frozen=True)
class Place:
    """The set somewhere else: where points go, the rows in their new order, the new index of every
    class, and the method and the kernel in the new units.
    """

    name: str
    moved: Callable[[Floats], Floats]
    rows: Ints
    classes: Ints
    method: AnyMethod
    kernel: solvers.Kernel | None = None


def places(case: PlacedCase, is_unbounded: bool) -> Iterator[Place]:
    """Where the answer ought to be the same, which ``is_unbounded`` or not."""
    rng, n = case.random(2), len(case.data[1])
    rows, classes = np.arange(n), np.arange(case.K)

    def place(name: str, moved: Callable[[Floats], Floats], **other: Any) -> Place:
        return Place(
            name, moved, **{"rows": rows, "classes": classes, "method": case.method} | other
        )

    is_whole = bool((case.data[0] == np.round(case.data[0])).all())
    if is_whole or not isinstance(case.method, STEPPING):
        yield place("turned", lambda X: np.column_stack([-X[:, 1], X[:, 0]]))
    if isinstance(case.method, STEPPING):
        return
    if case.features is None:
        if not isinstance(case.method, EXACT):
            step = np.round(rng.uniform(-20.0, 20.0, 2), 1)
            yield place("moved", partial(np.add, step))
        if is_whole or not isinstance(case.method, EXACT):
            step = rng.integers(-9, 10, 2) / 8.0
            yield place("moved by eighths", partial(np.add, step))
        method, kernel = case.method, case.kernel
        if isinstance(kernel, solvers.GaussianKernel):
            kernel = replace(kernel, sigma=2.0 * kernel.sigma)
        else:
            method = _doubled(method)
        # w = 0 and w along which J is infinite have no unit
        if not is_unbounded and getattr(case.method, "decision", "") != "signed-distance":
            yield place("doubled", lambda X: 2.0 * X, method=method, kernel=kernel)
    yield place("in another order", lambda X: X, rows=rng.permutation(n))
    # Of two thresholds with as few errors the lower one is taken, and positive_weight is that of
    # class +.
    cuts = getattr(getattr(case.method, "method", case.method), "offset", "") == "training-error"
    if not cuts and getattr(case.method, "positive_weight", 1.0) == 1.0:
        yield place("with the classes the other way round", lambda X: X, classes=classes[::-1])


def _doubled(method: Any) -> Any:
    """The method whose answer to points twice as far apart is the same."""
    values = {name: getattr(method, name) for name in IN_UNITS if hasattr(method, name)}
    if hasattr(method, "method"):
        return replace(method, method=_doubled(method.method))
    return replace(method, **{name: IN_UNITS[name] * value for name, value in values.items()})


@dataclass(frozen=True, eq=False)
class Seen:
    """What is seen of an answer: of points in the order of the first set, classes by its
    indices.
    """

    status: str
    sentence: str
    on_the_line: Ints
    wrong: Ints
    margins: Floats
    verdicts: Ints
    borders: frozenset[frozenset[int | None]]


def seen(fit: AnyFit, place: Place, between: Floats) -> Seen:
    """What is to be compared of a fit of the set elsewhere; ``between (k, 2)`` are places among the
    points of the first set.
    """
    back = np.argsort(place.classes)
    order = np.argsort(place.rows)
    tied, wrong = fit.tied[order], fit.wrong[order]
    margins = np.zeros(0)
    problem: Any = fit.problem
    if fit.has_margin and fit.predicts:
        off = fit.training_margins[order] - 1.0
        on_margin = max(ON_MARGIN, float(np.max(problem.rounding(fit.last))))
        margins = np.where(np.abs(off) <= on_margin, 0.0, np.sign(off))
    verdicts = fit.verdicts(place.moved(between))
    verdicts = np.where(verdicts < 0, verdicts, back[np.maximum(verdicts, 0)])
    borders = frozenset(
        frozenset(None if k is None else int(back[k]) for k in key)
        for key in fit.pair_keys
        if (pair := fit.pair(key)) is not None and pair.has_model
    )
    sentence = re.sub(r"[-−]?\d[\d.]*(e[+-]?\d+)?", "#", fit.explanation)
    return Seen(
        fit.status.value,
        re.sub(r"e?s\b", "", sentence.replace("lies", "lie")),  # of one or of many
        np.flatnonzero(tied),
        np.flatnonzero(wrong & ~tied),
        margins,
        verdicts,
        borders,
    )


def stays(case: PlacedCase, fit: AnyFit) -> Iterator[Finding]:
    """The answer elsewhere is the answer here."""
    X, labels = case.data
    low, high = X.min(axis=0), X.max(axis=0)
    axes = [np.linspace(a - 1.0, b + 1.0, 9) for a, b in zip(low, high, strict=True)]
    between = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    here = Place("", lambda Z: Z, np.arange(len(X)), np.arange(case.K), case.method)
    first = seen(fit, here, between)
    for place in places(case, fit.status is solvers.Status.UNBOUNDED):
        Z, y = place.moved(X)[place.rows], place.classes[labels][place.rows]
        problem = case.problem_of(locked(np.ascontiguousarray(Z)), y, place.kernel)
        other = seen(solvers.solve(place.method, problem), place, between)
        yield from _differences(first, other, place, fit)


def _differences(first: Seen, other: Seen, place: Place, fit: AnyFit) -> Iterator[Finding]:
    is_renamed = place.name.startswith("with the classes")
    for name in ("status", "sentence", "on_the_line", "wrong", "margins", "verdicts", "borders"):
        one, two = getattr(first, name), getattr(other, name)
        # a common point of two hulls is one of many
        is_example = fit.status is solvers.Status.NOT_SEPARABLE
        if name == "sentence" and (is_renamed or is_example):
            continue
        is_same = np.array_equal(one, two) if isinstance(one, np.ndarray) else one == two
        if not is_same:
            words = f"{one} here, {two} {place.name}"
            if name == "verdicts":
                off = np.flatnonzero(one != two)
                words = f"{len(off)} of {len(one)} places, {place.name}: {off[:5]}"
            yield Finding(f"{name.replace('_', ' ')} elsewhere", f"{words} ({fit.status.value})")


CHECKS: tuple[Check, ...] = (stays,)
