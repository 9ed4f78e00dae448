"""The example in the docstring of each public method runs and prints what it says."""

from __future__ import annotations

import doctest

import pytest

import solvers
from solvers import METHODS, SCHEMES, LinearMachine, MulticlassSVM, Softmax

KINDS = (*METHODS, *SCHEMES, LinearMachine, MulticlassSVM, Softmax)


@pytest.mark.parametrize("kind", dict.fromkeys(KINDS), ids=lambda kind: kind.__name__)
def test_an_example_runs(kind: type) -> None:
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    (example,) = finder.find(kind, kind.__name__, globs={})
    assert example.examples
    assert f"import {kind.__name__}" in example.docstring or kind.__name__ in example.docstring
    assert runner.run(example).failed == 0


def test_so_do_those_of_the_estimators_of_scikit_learn() -> None:
    estimators = pytest.importorskip("solvers.sklearn")
    kinds = [kind.__name__ for kind in dict.fromkeys(KINDS) if kind not in SCHEMES]
    runner = doctest.DocTestRunner()
    for kind in [getattr(estimators, name) for name in kinds if hasattr(estimators, name)]:
        (example,) = doctest.DocTestFinder(recurse=False).find(kind, kind.__name__, globs={})
        assert example.examples, kind
        assert runner.run(example).failed == 0


def test_every_public_method_is_among_them() -> None:
    public = {
        value
        for value in vars(solvers).values()
        if isinstance(value, type) and issubclass(value, solvers.Method | solvers.ManyMethod)
    }
    assert public - {solvers.Method, solvers.ManyMethod} <= set(KINDS)
