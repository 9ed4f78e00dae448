"""Every method in every setting worth telling apart: each parameter at its default and at other
values it allows.
"""

from dataclasses import replace
from typing import Any

import solvers
from solvers import METHODS, Method, Parameter, parameters_of


def settings_of(kind: type[Method]) -> list[Method]:
    """The default, and one method for every other value of every parameter."""
    default = kind()
    return [
        default,
        *(replace(default, **{p.name: v}) for p in parameters_of(kind) for v in _others(p)),
    ]


def all_settings() -> list[Method]:
    """The settings of every method."""
    return [method for kind in METHODS for method in settings_of(kind)]


def setting_name(method: Method) -> str:
    """The name of a setting in a list of tests: the method, and what is not its default."""
    default = type(method)()
    changed = [
        f"{p.name}={getattr(method, p.name)}"
        for p in parameters_of(type(method))
        if _differs(p, method, default)
    ]
    return "-".join([type(method).__name__, *changed])


def _differs(parameter: Parameter, one: Method, other: Method) -> bool:
    return bool(getattr(one, parameter.name) != getattr(other, parameter.name))


def _others(parameter: Parameter) -> list[Any]:
    """Other allowed values than the default: every choice, no value at all, and numbers."""
    if parameter.choice is not None:
        found: list[Any] = list(parameter.choice.options)
    elif parameter.kind == "bool":
        found = [False, True]
    elif parameter.kind == "int":
        found = [1, 3, 12345678]
    elif parameter.kind == "float":
        found = [0.25, 0.5, 3.0]
    else:
        found = []
    found = [v for v in [*found, None] if v != parameter.default]
    return [v for v in found if parameter.problem_with(v) is None]


# Methods whose optimum over all columns of a table lies in the plane that holds its w.
TURNING = (
    solvers.Fisher(),
    solvers.MeanDifference(),
    solvers.LeastSquares(ridge=0.3),
    solvers.GaussianGenerative(),
    solvers.LogisticRegression(l2=1 / 200),
    solvers.SoftMarginSVM(C=1000.0),
)
