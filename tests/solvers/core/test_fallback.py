"""Where no library was compiled, every method gives the answer that the compiled loops give."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from problems import BY_NAME, SETTINGS, name_of, over, quiet_fit_of, ring

import solvers
from solvers import (
    LMS,
    LinearMachine,
    Method,
    MulticlassSVM,
    OneVsOne,
    OneVsRest,
    Perceptron,
    Softmax,
    core,
)

SMALL = ("separable", "overlapping", "snapped grid with ties", "XOR", "2 against 100")


@pytest.mark.parametrize("method", SETTINGS, ids=name_of)
@over([BY_NAME[name] for name in SMALL])
def test_every_method_answers_alike_without_the_library(method: Method, reference) -> None:
    compiled = quiet_fit_of(method, reference.name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "LIBRARY", None)
        plain = solvers.solve(method, reference.problem(), trace=False)
    assert plain.status is compiled.status
    if compiled.has_model:
        assert plain.decision_function(reference.X) == pytest.approx(
            compiled.decision_function(reference.X), rel=1e-6
        )


MANY = [
    *(Softmax(), LinearMachine(), MulticlassSVM(), OneVsRest(Perceptron()), OneVsOne(LMS())),
]


@pytest.mark.parametrize("method", MANY, ids=repr)
def test_methods_of_many_classes_answer_alike(method, monkeypatch: pytest.MonkeyPatch) -> None:
    X, labels = ring(30)
    compiled = solvers.fit(method, X, labels)
    monkeypatch.setattr(core, "LIBRARY", None)
    plain = solvers.fit(method, X, labels)
    assert plain.status is compiled.status
    assert np.allclose(plain.decision_function(X), compiled.decision_function(X), rtol=1e-6)


def test_the_words_say_which_of_the_two_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    assert core.at_work() == "compiled core"
    monkeypatch.setattr(core, "LIBRARY", None)
    assert core.at_work() == "readable reference (make setup compiles the core)"
    monkeypatch.setattr(core, "BUILDER", Path("installed"))
    assert core.at_work() == "readable reference"


def test_the_library_of_another_source_is_not_loaded_and_a_checkout_says_so(
    tmp_path, monkeypatch: pytest.MonkeyPatch, solver_faults: list[str]
) -> None:
    assert core._load() is not None
    monkeypatch.setattr(core, "SOURCE", tmp_path / "core.c")
    core.SOURCE.write_text("int later;", "utf-8")
    assert core._load() is None
    (said,) = solver_faults
    assert "compiled from another core.c); make setup compiles the core" in said
    monkeypatch.setattr(core, "BUILDER", tmp_path / "build_core.py")
    assert core._load() is None
    assert len(solver_faults) == 1


def test_a_file_that_is_no_library_leaves_the_reference(
    tmp_path, monkeypatch: pytest.MonkeyPatch, solver_faults: list[str]
) -> None:
    monkeypatch.setattr(core, "PATH", tmp_path / "core.library")
    assert core._load() is None
    core.PATH.write_bytes(b"of another machine")
    assert core._load() is None
    assert len(solver_faults) == 2
