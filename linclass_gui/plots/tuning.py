"""Which parameter of a method is chosen by validation, and the errors over it: on folds, in
training, on test points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from solvers import (
    CrossValidation,
    Dataset,
    Floats,
    GaussianKernel,
    Method,
    Polynomial,
    PolynomialKernel,
    Problem,
    leave_one_out_scores,
    solve,
    validation_curve,
)
from solvers.arrays import locked
from solvers.ties import wrong_side

from ..scene.memo import memo
from ..scene.methods import MethodInUse, method_asked, points_for

DEGREES = tuple(float(degree) for degree in range(1, 7))
WIDTHS = np.linspace(-1.5, 1.0, 11)  # log10 of sigma in units of the spread of the points
A_DECADE = 2  # values of a strength in each decade


@dataclass(frozen=True)
class TunedParameter:
    """A parameter with the values that are tried, in rising order; ``simpler_up``: larger values
    make simpler boundaries.
    """

    name: str
    symbol: str
    values: tuple[float, ...]
    simpler_up: bool

    @property
    def is_log(self) -> bool:
        """Whether the axis is that of log10."""
        return self.name != "degree"

    @property
    def x(self) -> Floats:
        """The places of the tried values on the axis."""
        return self.place(np.array(self.values))

    def place(self, values: Floats) -> Floats:
        """The places of values on the axis; 0 is beyond the left end."""
        with np.errstate(divide="ignore"):
            places: Floats = np.log10(values) if self.is_log else values
        return places

    def nearest(self, x: float) -> float:
        """The tried value nearest to a place of the axis."""
        return self.values[int(np.argmin(np.abs(self.x - x)))]


@memo
def tuned_parameters(
    method: MethodInUse | None, dataset: Dataset, decades: tuple[float, float] | None = None
) -> tuple[TunedParameter, ...]:
    """The parameters that can be chosen by validation: the width or degree of the space first, then
    the strength over ``decades`` (None: the usual ones).
    """
    if method is None:
        return ()
    parameters: list[TunedParameter] = []
    if isinstance(method.kernel, GaussianKernel):
        spread = float(np.sqrt(dataset.X.var(axis=0).sum())) if len(dataset) else 1.0
        widths = 10.0**WIDTHS * (spread or 1.0)
        parameters.append(
            TunedParameter(
                "sigma", "$σ$", tuple(float(f"{width:.1e}") for width in widths.tolist()), True
            )
        )
    space: Any = method.space
    if isinstance(space, Polynomial | PolynomialKernel):
        parameters.append(TunedParameter("degree", "degree", DEGREES, False))
    strength = method.method.strength
    if strength is not None:
        low, high = decades or strength.decades
        places = np.linspace(low, high, round(A_DECADE * (high - low)) + 1)
        values = tuple(float(f"{value:.0e}") for value in (10.0**places).tolist())
        parameters.append(
            TunedParameter(strength.name, strength.symbol, values, strength.more_is_softer)
        )
    return tuple(parameters)


def value_of(method: MethodInUse, parameter: TunedParameter) -> float:
    """The current value of the parameter."""
    return float(getattr(_holder(method, parameter), parameter.name))


def with_value(method: MethodInUse, parameter: TunedParameter, value: float) -> MethodInUse:
    """The method in use with another value of the parameter."""
    changed: Any = replace(
        _holder(method, parameter),
        **{parameter.name: int(value) if parameter.name == "degree" else value},
    )
    if parameter.name not in ("sigma", "degree"):
        return replace(method, method=changed)
    return (
        replace(method, features=changed)
        if method.kernel is None
        else replace(method, kernel=changed)
    )


def _holder(method: MethodInUse, parameter: TunedParameter) -> Any:
    if parameter.name in ("sigma", "degree"):
        return method.space
    return method.method


@dataclass(frozen=True, eq=False)
class ValidationCurve:
    """The errors (k,) at k values, as shares: on the folds with its standard error, in training, on
    test points (None: none).
    """

    tuned: TunedParameter
    mean: Floats
    error: Floats
    training: Floats
    test: Floats | None

    @property
    def best(self) -> int:
        """The value with the smallest error on the folds; of equal ones the simplest."""
        return self._simplest(self.mean <= self.mean.min())

    @property
    def limit(self) -> float:
        """The smallest error and one standard error."""
        return float(self.mean[self.best] + self.error[self.best])

    @property
    def simplest(self) -> int:
        """The simplest value within one standard error of the smallest (Breiman et al., CART,
        1984).
        """
        return self._simplest(self.mean <= self.limit)

    def _simplest(self, allowed: Any) -> int:
        places = np.flatnonzero(allowed)
        return int(places[-1 if self.tuned.simpler_up else 0])


@memo
def validate(
    dataset: Dataset,
    test: Dataset | None,
    method: MethodInUse,
    parameter: TunedParameter,
    folds: int,
    seed: int,
) -> ValidationCurve:
    """The errors over a parameter; ``folds`` 0 leaves out one point at a time.

    Raises:
        ValueError: there are too few points of a class for this number of folds.
    """
    single_errors = None if folds else _left_out(dataset, method, parameter)
    results = (
        _along(dataset, method, parameter, folds or len(dataset), seed)
        if single_errors is None
        else single_errors
    )
    mean, error = (
        np.array([getattr(result, name) for result in results])
        for name in ("mean", "standard_error")
    )
    training = np.array([result.train_errors.mean() for result in results])
    test_errors = (
        None if test is None or not len(test) else _on_test(dataset, test, method, parameter)
    )
    return ValidationCurve(parameter, locked(mean), locked(error), locked(training), test_errors)


def _left_out(
    dataset: Dataset, method: MethodInUse, parameter: TunedParameter
) -> tuple[CrossValidation, ...] | None:
    """Every point left out in turn by a formula, where the method has one: of two classes only."""
    if (
        len(dataset.class_names) > 2
        or not isinstance(method.method, Method)
        or method.kernel is not None
    ):
        return None
    errors = []
    for value in parameter.values:
        one = with_value(method, parameter, value)
        problem = Problem(points_for(one, dataset), dataset.y, one.features)
        scores = leave_one_out_scores(one.two_class, problem)
        if scores is None:
            return None
        fit = solve(one.two_class, problem, trace=False)
        test = locked(wrong_side(scores, dataset.y).astype(np.float64))
        errors.append(
            CrossValidation((), locked(np.array([float(fit.wrong.mean())])), test, (fit,))
        )
    return tuple(errors)


def _on_test(
    dataset: Dataset, test: Dataset, method: MethodInUse, parameter: TunedParameter
) -> Floats:
    """The errors of the fits to all points on the test points."""
    all_points, n = dataset.joined(test), len(dataset)
    split = [(np.arange(n), np.arange(n, len(all_points)))]
    return locked(
        np.array(
            [result.test_errors[0] for result in _along(all_points, method, parameter, split, 0)]
        )
    )


def _along(
    dataset: Dataset, method: MethodInUse, parameter: TunedParameter, folds: Any, seed: int
) -> tuple[CrossValidation, ...]:
    """One cross-validation a value, all on the same folds."""
    methods = [with_value(method, parameter, value) for value in parameter.values]
    posed = [method_asked(one, dataset) for one in methods]
    if parameter.name not in ("sigma", "degree"):
        X, features, kernel = points_for(method, dataset), method.features, method.kernel
        return validation_curve(
            posed, X, dataset.labels, folds=folds, seed=seed, features=features, kernel=kernel
        )
    return tuple(
        validation_curve(
            [method_posed],
            dataset.X,
            dataset.labels,
            folds=folds,
            seed=seed,
            features=one.features,
            kernel=one.kernel,
        )[0]
        for method_posed, one in zip(posed, methods, strict=True)
    )
