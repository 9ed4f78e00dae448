"""Reference problems with names, and every method in every setting: what the contract tests run
over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cache
from itertools import product
from typing import Any

import numpy as np

import solvers
from solvers import METHODS, Fit, Method
from solvers.parameters import parameters_of


@dataclass(frozen=True, eq=False)
class Reference:
    """Points and signs, the feature map, and whether some line separates the classes (None: a class
    is missing).

    ``generic`` problems have no ties: nothing changes when rounding moves a point by its last
    digit.
    """

    name: str
    X: np.ndarray
    y: np.ndarray
    separable: bool | None
    features: solvers.FeatureMap | None = None
    generic: bool = False

    def problem(self) -> solvers.Problem:
        """A fresh problem, with nothing derived yet."""
        return solvers.Problem.from_labels(self.X, self.y, self.features)

    def __repr__(self) -> str:
        return self.name


def _dyadic(X) -> np.ndarray:
    """Multiples of 1/64: moving, turning by a right angle and doubling such points rounds
    nothing.
    """
    return np.round(np.asarray(X, dtype=float) * 64) / 64


def _clouds(
    n: int, shift: float, seed: int, plus: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    y = np.array(
        [1.0] * (n // 2 if plus is None else plus)
        + [-1.0] * (n - n // 2 if plus is None else n - plus)
    )
    random.shuffle(y)
    return _dyadic(random.normal(size=(n, 2)) + np.outer(y, [shift, shift / 2])), y


def clouds(
    n: int, apart: float, seed: int = 0, offset: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Two normal clouds of as many points each, by turns; their means are ``apart`` from the
    middle.
    """
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return np.random.default_rng(seed).normal(size=(n, 2)) + np.outer(
        y, [apart, 0.5 * apart]
    ) + offset, y


def blobs(K: int, n: int = 60, d: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Normal clouds of K classes that overlap, by turns."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % K
    return rng.normal(size=(n, d)) + 1.2 * rng.normal(size=(K, d))[y], y


def ring(n: int, K: int = 3, spread: float = 0.6, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """K normal clouds around a circle, every class with a point."""
    rng = np.random.default_rng(seed)
    labels = np.concatenate([np.arange(K), rng.integers(0, K, n - K)])
    angles = 2.0 * np.pi * np.arange(K) / K
    means = 2.0 * np.column_stack([np.cos(angles), np.sin(angles)])
    return means[labels] + spread * rng.standard_normal((n, 2)), labels


def _grid() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(8)
    X = random.integers(0, 4, size=(30, 2)).astype(float)
    return X, np.where(X.sum(axis=1) + random.integers(-1, 2, size=30) > 3, 1.0, -1.0)


def _rings() -> tuple[np.ndarray, np.ndarray]:
    angle = np.arange(24) * (2 * np.pi / 24)
    radius = np.where(np.arange(24) % 2, 1.0, 3.0)
    return _dyadic(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])), np.where(
        radius > 2, 1.0, -1.0
    )


def _references() -> list[Reference]:
    overlap, y_overlap = _clouds(40, 0.7, 1)
    apart, y_apart = _clouds(30, 2.5, 2)
    few, y_few = _clouds(102, 1.0, 3, plus=2)
    grid, y_grid = _grid()
    rings, y_rings = _rings()
    xor, y_xor = (
        np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]]),
        np.array([1.0, 1.0, -1.0, -1.0]),
    )
    cross = np.array(
        [
            [2.0, 0.0],
            [-2.0, 0.0],
            [0.0, 2.0],
            [0.0, -2.0],
            [1.0, 1.0],
            [-1.0, -1.0],
            [0.5, -0.5],
            [-0.5, 0.5],
        ]
    )
    steps = np.arange(8.0)
    line, uneven = np.outer(steps, [1.0, 2.0]), np.outer(steps * steps, [1.0, 2.0])
    corners = np.array([[0.0, 0], [0, 2], [1, 1], [1, 1], [3, 0], [3, 2]])
    fisher = np.array([[1.5, 1.5], [1, 2], [2, 0], [3, 1], [2, 3], [2.5, 2.5]])
    halves = np.repeat([-1.0, 1.0], 4)
    parallel = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [0.5, 1.0], [2.0, 1.0], [2.5, 1.0]])
    return [
        Reference("overlapping", overlap, y_overlap, False, generic=True),
        Reference("separable", apart, y_apart, True, generic=True),
        Reference(
            "one point per class", np.array([[1.0, 2.0], [3.0, 1.0]]), np.array([1.0, -1.0]), True
        ),
        Reference("collinear, separable", line, halves, True),
        Reference("collinear, mixed", uneven, np.array([-1.0, 1, -1, 1, -1, 1, -1, 1]), False),
        Reference("classes on parallel lines", parallel, np.repeat([-1.0, 1.0], 3), True),
        Reference("coincident means", cross, halves, False),
        Reference(
            "one point with both labels",
            np.array([[0.0, 0], [1, 2], [3, 1], [3, 1]]),
            np.array([-1.0, -1, 1, -1]),
            False,
        ),
        Reference(
            "all points at one place", np.full((4, 2), 1.5), np.array([1.0, -1, 1, -1]), False
        ),
        Reference("XOR", xor, y_xor, False),
        Reference(
            "touching hulls",
            np.array([[0.0, 0], [2, 0], [1, 0], [1, 3], [0, 2]]),
            np.array([-1.0, -1, 1, 1, 1]),
            False,
        ),
        Reference("touching corners", corners, np.repeat([-1.0, 1.0], 3), False),
        Reference("one class only", apart[:5], np.ones(5), None),
        Reference("no points", np.empty((0, 2)), np.empty(0), None),
        Reference("separable at 1e8", apart + 1e8, y_apart, True),
        Reference("overlapping at 1e8", overlap + 1e8, y_overlap, False),
        Reference("separable, 1e-8 times", apart * 1e-8, y_apart, True),
        Reference("overlapping, 1e8 times", overlap * 1e8, y_overlap, False),
        Reference("snapped grid with ties", grid, y_grid, False),
        Reference("2 against 100", few, y_few, False),
        Reference("Fisher's example", fisher, np.repeat([1.0, -1.0], 3), True),
        Reference(
            "MSE example",
            np.array([[1.0, 2], [2, 0], [3, 1], [2, 3]]),
            np.array([1.0, 1, -1, -1]),
            True,
        ),
        Reference("XOR, degree 2", xor, y_xor, True, solvers.Polynomial(2)),
        Reference("rings, circle map", rings, y_rings, True, solvers.Circle()),
        Reference(
            "overlapping, diagonal map", overlap, y_overlap, False, solvers.QuadraticDiagonal()
        ),
    ]


PROBLEMS: tuple[Reference, ...] = tuple(_references())
WITH_BOTH_CLASSES = tuple(p for p in PROBLEMS if p.separable is not None)
BY_NAME = {p.name: p for p in PROBLEMS}


# Methods with more combinations of choices than this are taken in every single choice instead.
COMBINATIONS = 8
# Smaller budgets than the defaults, so that rules which never end by themselves do not take the
# time of all the others.
BUDGETS = {"max_epochs": 60, "max_iterations": 400, "max_steps": 100}


def settings_of(method_class: type[Method]) -> list[Method]:
    """The method in every setting of its choices and switches that makes a difference; budgets are
    smaller, numbers as they are.
    """
    parameters = [
        p for p in parameters_of(method_class) if p.choice is not None or p.kind == "bool"
    ]
    options = {
        p.name: p.choice.options if p.choice is not None else (False, True) for p in parameters
    }
    combined = [dict(zip(options, values, strict=True)) for values in product(*options.values())]
    if len(combined) > COMBINATIONS:
        combined = [{}] + [
            {p.name: value} for p in parameters for value in options[p.name] if value != p.default
        ]
    budgets = {
        name: most for name, most in BUDGETS.items() if name in method_class.__dataclass_fields__
    }
    methods = [method_class(**values, **budgets) for values in combined]
    return [
        m
        for m in methods
        if all(p.applies(m) or getattr(m, p.name) == p.default for p in parameters)
    ]


def name_of(method: Method) -> str:
    """The class and the settings that differ from the defaults, as a test id."""
    named = [
        f for f in fields(method) if f.name not in BUDGETS and getattr(method, f.name) != f.default
    ]
    changed = [f"{f.name}={getattr(method, f.name)}" for f in named]
    return type(method).__name__ + (f"({', '.join(changed)})" if changed else "")


SETTINGS: tuple[Method, ...] = tuple(
    method for method_class in METHODS for method in settings_of(method_class)
)


def over(
    references: Iterable[Reference],
) -> Callable[[Callable[[Any, Reference], None]], Callable[[Any], None]]:
    """Let a test of one method run over many problems: every failure is reported, with the name of
    its problem.
    """

    def wrap(test: Callable[[Any, Reference], None]) -> Callable[[Any], None]:
        def run(method: Any) -> None:
            failures: list[Exception] = []
            for reference in references:
                try:
                    test(method, reference)
                except Exception as error:
                    error.add_note(f"on the problem: {reference.name}")
                    failures.append(error)
            if failures:
                raise ExceptionGroup(f"{name_of(method)} on {len(failures)} problems", failures)

        run.__name__, run.__doc__ = getattr(test, "__name__", "run"), test.__doc__
        return run

    return wrap


def angle(u, v) -> float:
    """The angle between two directions in degrees, from the cross product: a cosine near 1 has lost
    half of its digits.
    """
    u, v = np.asarray(u) / np.linalg.norm(u), np.asarray(v) / np.linalg.norm(v)
    return float(np.degrees(np.arctan2(np.linalg.norm(u - (u @ v) * v), u @ v)))


@cache
def fit_of(method: Method, name: str) -> Fit:
    """The fit of a method to a reference problem, with its history; made once."""
    return solvers.solve(method, BY_NAME[name].problem())


@cache
def quiet_fit_of(method: Method, name: str) -> Fit:
    """The same without its history; made once."""
    return solvers.solve(method, BY_NAME[name].problem(), trace=False)
