"""No name of a method, and no title of a panel, shows a value as Python writes it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linclass_gui.answers.method_labels import label_of
from linclass_gui.answers.sweeps import value_label
from linclass_gui.scene.document import Document
from linclass_gui.scene.methods import ONLY_MANY, MethodInUse
from solvers import FEATURE_MAPS, KERNELS, METHODS, Monomials, parameters_of
from solvers.parameters import Parameter

PYTHON = re.compile(r"None|True|False|nan|inf|\(\d+\.0|np\.|array|\be[+-]?\d")
CASES = [
    pytest.param(kind, parameter, id=f"{kind.__name__}-{parameter.name}")
    for kind in (*METHODS, *ONLY_MANY)
    for parameter in parameters_of(kind)
]
SPACES = [
    pytest.param(kind, parameter, id=f"{kind.__name__}-{parameter.name}")
    for kind in (*KERNELS, *FEATURE_MAPS)
    for parameter in parameters_of(kind)
]


def values_of(parameter: Parameter) -> Iterator[Any]:
    """Values that the parameter may have: the usual one, none, and others of its kind."""
    yield parameter.default
    if parameter.choice is not None:
        yield from parameter.choice.options
    elif parameter.kind == "bool":
        yield from (True, False)
    elif parameter.name in {"origin", "units"}:  # one number for each axis
        yield from (None, (3.0, 1.5), (2e-7, 170.0))
    elif parameter.kind == "numbers":
        yield from (None, (0.0, 1.5, -2.0), tuple(range(60)))
    else:
        if parameter.optional:
            yield None
        yield from (value for value in (1, 2, 0.5, 3e-7) if parameter.problem_with(value) is None)


def settings(kind: type[Any], parameter: Parameter) -> dict[str, Any]:
    """What makes a parameter matter."""
    return {} if parameter.only is None else {parameter.only.name: parameter.only.values[0]}


@pytest.mark.parametrize(("kind", "parameter"), CASES)
def test_every_value_of_every_parameter_has_words(kind: type[Any], parameter: Parameter) -> None:
    values = list(dict.fromkeys(values_of(parameter)))
    built = [
        kind(**{**settings(kind, parameter), parameter.name: parameter.canonical(value)})
        for value in values
    ]
    used = tuple(MethodInUse(f"m{k}", method, k) for k, method in enumerate(built))
    for each in used:
        for shown in (each, replace(each, says_parameters=True)):
            assert not PYTHON.search(label_of(shown, used)), label_of(shown, used)
        title = value_label(
            replace(Document.empty(), methods=(each,), selected=each.id), parameter.name
        )
        assert not PYTHON.search(title), title
    assert len({label_of(each, used) for each in used}) >= min(2, len(used))


@pytest.mark.parametrize(("kind", "parameter"), SPACES)
def test_every_parameter_of_features_and_kernels_has_words(
    kind: type[Any], parameter: Parameter
) -> None:
    # the plane itself has no origin
    curved = {"product": True} if kind is Monomials and parameter.name != "product" else {}
    values = [
        value
        for value in dict.fromkeys(values_of(parameter))
        if parameter.problem_with(value) is None
    ]
    spaces = [kind(**curved, **{parameter.name: value}) for value in values]
    key = "kernel" if kind in KERNELS else "features"
    used = tuple(
        MethodInUse(f"m{k}", METHODS[-1](), k, **{key: space}) for k, space in enumerate(spaces)
    )
    for each in used:
        assert not PYTHON.search(label_of(each, used)), label_of(each, used)
    assert np.unique([label_of(each, used) for each in used]).size == len(used)
