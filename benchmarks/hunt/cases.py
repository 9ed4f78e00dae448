"""A random fit, drawn from a seed and a number: the data, the map or kernel, the method with its
parameters.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from solvers import (
    FEATURE_MAPS,
    KERNELS,
    METHODS,
    AllColumns,
    AnyMethod,
    FeatureMap,
    Floats,
    HardMarginSVM,
    Identity,
    Kernel,
    LinearKernel,
    LogisticRegression,
    Method,
    Monomials,
    Parameter,
    Problem,
    SoftMarginSVM,
    parameters_of,
)
from solvers.centring import Centred

from .families import FAMILIES, Data, Family, Random

# Models with an optimum and several algorithms get most of the fits; every other method has weight
# 1.
WEIGHTS: dict[type[Method], float] = {
    SoftMarginSVM: 8.0,
    LogisticRegression: 5.0,
    HardMarginSVM: 4.0,
}
DECADES = {
    "C": (-6.0, 9.0),
    "l2": (-10.0, 2.0),
    "ridge": (-10.0, 6.0),
    "prior_variance": (-3.0, 8.0),
    "tolerance": (-10.0, -2.0),
}
MOST = 100_000  # points
# Points at the most: where the cost is quadratic, and where every step looks at every point for as
# long as the budget lasts.
WITH_KERNEL, STEP_BY_STEP = 200, 2000
# The identity stands for no map at all, which is drawn anyway: the chosen monomials have its place,
# so numbers keep their meaning. All columns of two are the identity, too.
MAPS = tuple(
    Monomials if kind is Identity else kind
    for kind in FEATURE_MAPS
    if kind not in (Monomials, AllColumns)
)
# Budgets, where a rule begins, and what only another library would choose: never drawn; nor is a
# model without an offset, which has numbers of its own (:mod:`origin`).
KEPT = {
    "begin",
    "seed",
    "targets",
    "batch",
    "max_steps",
    "max_epochs",
    "max_iterations",
    "prior_plus",
    "fit_intercept",
}


@dataclass(frozen=True)
class Finding:
    """One broken promise: its kind, and the figures in words."""

    kind: str
    words: str


@dataclass(frozen=True, eq=False)
class Case:
    """One random fit; ``data`` is made when it is asked for, so that a hunt may skip a number for
    nothing.
    """

    seed: int
    number: int
    family: Family
    method: Method
    features: FeatureMap | None
    kernel: Kernel | None
    n: int

    @cached_property
    def data(self) -> Data:
        """Points and labels, both classes present, scaled and moved."""
        rng = self.random(1)
        X, y = self.family(rng, self.n)
        if abs(y.sum()) == len(y):
            y = y.copy()
            y[rng.integers(len(y))] *= -1.0
        order = rng.permutation(len(y))
        return np.ascontiguousarray(_placed(rng, X[order])), y[order]

    def random(self, use: int) -> Random:
        """A generator of its own for each use."""
        return np.random.default_rng((self.seed, self.number, use))

    def problem(self) -> Problem:
        """A fresh problem, with nothing derived yet."""
        X, y = self.data
        return Problem.from_labels(X, y, self.features, self.kernel)

    @property
    def setting(self) -> str:
        """The method without its numbers: the row of the table."""
        chosen = [
            str(getattr(self.method, p.name))
            for p in parameters_of(type(self.method))
            if p.name == "algorithm"
        ]
        return " ".join([type(self.method).__name__, *chosen, *(["kernel"] if self.kernel else [])])

    def __str__(self) -> str:
        changed = [
            f"{f.name}={getattr(self.method, f.name)!r}"
            for f in fields(self.method)
            if getattr(self.method, f.name) != f.default
        ]
        where = self.kernel or self.features or "plane"
        return (
            f"{type(self.method).__name__}({', '.join(changed)}) on {self.family.__name__}, n = "
            f"{self.n}, {where}"
        )


def draw(seed: int, number: int, most: int = MOST) -> Case:
    """The fit with this number; ``most`` points are a limit, under which the same number may mean
    another fit.
    """
    rng = np.random.default_rng((seed, number, 0))
    weights = np.array([WEIGHTS.get(kind, 1.0) for kind in METHODS])
    kind = METHODS[rng.choice(len(METHODS), p=weights / weights.sum())]
    family = FAMILIES[rng.integers(len(FAMILIES))]
    method = kind(**parameters(rng, kind))
    kernel = any_of(rng, KERNELS) if kind.takes_kernel and rng.random() < 0.2 else None
    features = (
        None if kernel is not None or kind.needs_plane or rng.random() < 0.55 else any_of(rng, MAPS)
    )
    return Case(
        seed,
        number,
        family,
        method,
        features,
        kernel,
        size(rng, min(most, largest_n(method, kernel))),
    )


def parameters(rng: Random, kind: type[AnyMethod]) -> dict[str, Any]:
    """Random values of some parameters of a method; the others keep their defaults."""
    return {
        p.name: _value(rng, p)
        for p in parameters_of(kind)
        if p.name not in KEPT and rng.random() < _share(p)
    }


def size(rng: Random, most: int) -> int:
    """A number of points, small ones more often."""
    largest = np.log10(most)
    return int(10.0 ** (0.31 + (largest - 0.31) * rng.random() ** 1.5))


def _share(parameter: Parameter) -> float:
    """How often a parameter leaves its default."""
    return 0.9 if parameter.name in DECADES else 0.5 if parameter.choice is not None else 0.3


def _value(rng: Random, parameter: Parameter) -> Any:
    """A value of one parameter: any choice, or a number from its range."""
    if parameter.choice is not None:
        return str(rng.choice(parameter.choice.options))
    if parameter.kind == "bool":
        return bool(rng.random() < 0.5)
    if parameter.name in DECADES:
        low, high = DECADES[parameter.name]
        free = parameter.range is not None and parameter.range.contains(0.0)
        return 0.0 if free and rng.random() < 0.25 else float(10.0 ** rng.uniform(low, high))
    allowed = parameter.range
    if parameter.kind == "other" or allowed is None:
        return parameter.default
    low, high = allowed.slider or (allowed.low, allowed.high)
    value = (
        10.0 ** rng.uniform(np.log10(low), np.log10(high))
        if allowed.log
        else rng.uniform(low, high)
    )
    return int(value) if parameter.kind == "int" else float(value)


def any_of(rng: Random, kinds: tuple[type[Any], ...]) -> Any:
    """A random map or kernel with random numbers in it; powers are those of raw coordinates, which
    is the hardest.
    """
    kind = kinds[rng.integers(len(kinds))]
    drawn = kind(**{p.name: _value(rng, p) for p in parameters_of(kind) if p.kind != "numbers"})
    return drawn.as_written if isinstance(drawn, Centred) else drawn


def largest_n(method: Method, kernel: Kernel | None) -> int:
    """The most points that the method is meant for."""
    if kernel is not None and not isinstance(kernel, LinearKernel):
        return WITH_KERNEL
    slow = getattr(method, "algorithm", "") in ("smo", "gradient", "subgradient")
    walks = any(
        name in method.__dataclass_fields__ for name in ("max_epochs", "max_iterations")
    ) and not hasattr(method, "algorithm")
    return STEP_BY_STEP if slow or walks else MOST


def _placed(rng: Random, X: Floats) -> Floats:
    """The points in other units, or far from the origin, now and then; half the time as they
    are.
    """
    fate = rng.random()
    if fate < 0.2:
        X = X * 10.0 ** rng.uniform(-6, 6)
    if 0.1 < fate < 0.3:
        X = X + 10.0 ** rng.uniform(0, 8) * rng.standard_normal(X.shape[1])
    if 0.3 < fate < 0.33:
        X = X * 10.0 ** rng.uniform(-60, 60)
    if 0.33 < fate < 0.4:
        X = X + 10.0 ** rng.integers(0, 9)
    return X
