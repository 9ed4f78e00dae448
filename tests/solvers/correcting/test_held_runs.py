"""While a point is held, a run that visits samples is left after about a frame; it says that it
still runs, and shows how far it has come.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import solvers
from solvers import LMS, HoKashyap, LinearMachine, OneVsOne, Perceptron, Relaxation, Status
from solvers.multiclass.problem import ManyProblem

BUDGETS = (
    "algorithms.correcting.error_correction.HELD_VISITS",
    "algorithms.correcting.error_correction.HELD_TOGETHER",
    "methods.lms.HELD_VISITS",
    "methods.ho_kashyap.HELD_TOGETHER",
    "multiclass.linear_machine.HELD_VISITS",
    "multiclass.linear_machine.HELD_TOGETHER",
)
SetVisits = Callable[[int], None]


@pytest.fixture
def set_visits(monkeypatch: pytest.MonkeyPatch) -> SetVisits:
    """Sets the visits that a frame has room for."""

    def set_all(visits: int) -> None:
        for budget in BUDGETS:
            monkeypatch.setattr(f"solvers.{budget}", visits)

    return set_all


def clouds(n: int, classes: int, apart: float, seed: int = 1) -> tuple[solvers.Floats, np.ndarray]:
    random = np.random.default_rng(seed)
    labels = np.arange(n) % classes
    return random.normal(size=(n, 2)) + apart * np.array([[1, 1], [-1, 0], [1, -1]])[labels], labels


RULES = [
    pytest.param(Perceptron(), 10, id="perceptron"),
    pytest.param(Perceptron(keep="best"), 10, id="pocket"),
    pytest.param(Perceptron(keep="average"), 10, id="average"),
    pytest.param(Perceptron(order="shuffled"), 5, id="shuffled"),
    pytest.param(Relaxation(), 10, id="relaxation"),
    pytest.param(LMS(rate=0.1), 10, id="LMS"),
]


@pytest.mark.parametrize(("method", "passes"), RULES)
def test_the_line_of_a_held_run_is_that_of_as_many_passes(
    method: solvers.Method, passes: int, set_visits: SetVisits
) -> None:
    set_visits(400)
    X, y = clouds(40, 2, 0.5)
    problem = solvers.Problem.from_labels(X, y)
    held = solvers.solve(method, problem, is_held=True)
    assert held.status is Status.RUNNING
    assert held.explanation.startswith("The run goes on: ")
    assert f"{passes} passes" in held.explanation
    assert len(held.history) == 1
    short = solvers.solve(replace(method, max_epochs=passes), problem, trace=False)
    np.testing.assert_array_equal([held.b, *held.w], [short.b, *short.w])


@pytest.mark.parametrize(
    "method",
    [Perceptron(update="batch"), Relaxation(update="batch"), HoKashyap(rate=0.1)],
    ids=["batch perceptron", "batch relaxation", "Ho-Kashyap"],
)
def test_steps_of_all_samples_together_are_left_too(
    method: solvers.Method, set_visits: SetVisits
) -> None:
    set_visits(1)
    X, y = clouds(40, 2, 0.7)
    problem = solvers.Problem.from_labels(X, y)
    held = solvers.solve(method, problem, is_held=True)
    assert held.status is Status.RUNNING
    assert held.predicts
    assert solvers.solve(method, problem).status is not Status.RUNNING


@pytest.mark.parametrize(
    "method", [Perceptron(), Perceptron(update="batch"), Relaxation(), LMS(), HoKashyap()]
)
def test_a_run_that_ends_within_the_frame_is_the_whole_one(method: solvers.Method) -> None:
    problem = solvers.Problem.from_labels(*clouds(40, 2, 4.0))
    held, whole = (
        solvers.solve(method, problem, trace=False, is_held=held) for held in (True, False)
    )
    assert held.status is whole.status is Status.CONVERGED
    assert held.explanation == whole.explanation
    np.testing.assert_array_equal([held.b, *held.w], [whole.b, *whole.w])


def test_a_held_run_goes_on_from_an_earlier_one(set_visits: SetVisits) -> None:
    set_visits(400)
    problem = solvers.Problem.from_labels(*clouds(40, 2, 0.5))
    first = solvers.solve(Perceptron(), problem, is_held=True)
    second = solvers.solve(Perceptron(), problem, start=first, is_held=True)
    both = solvers.solve(Perceptron(max_epochs=20), problem, trace=False)
    np.testing.assert_array_equal([second.b, *second.w], [both.b, *both.w])


@pytest.mark.parametrize("update", ["single", "batch"])
def test_a_machine_of_three_classes_is_left_without_its_proof(
    update: str, set_visits: SetVisits
) -> None:
    set_visits(1000)
    problem = ManyProblem.from_labels(*clouds(150, 3, 0.5))
    held = solvers.solve(LinearMachine(update=update), problem, is_held=True)
    assert held.status is Status.RUNNING
    assert held.has_model
    apart = ManyProblem.from_labels(*clouds(150, 3, 6.0))
    assert (
        solvers.solve(LinearMachine(update=update), apart, is_held=True).status is Status.CONVERGED
    )


def test_members_without_the_held_point_keep_their_fits(set_visits: SetVisits) -> None:
    set_visits(400)
    X, y = clouds(60, 3, 0.5)
    method = OneVsOne(Perceptron())
    whole = solvers.solve(method, ManyProblem.from_labels(X, y))
    moved = X.copy()
    moved[0] += 0.25  # of class 0
    held = solvers.solve(method, ManyProblem.from_labels(moved, y), start=whole, is_held=True)
    assert held.status is Status.RUNNING
    assert held.members[2, 1] is whole.members[2, 1]
    assert held.members[1, 0].status is held.members[2, 0].status is Status.RUNNING
    assert solvers.exact_drag(whole, 0) is None  # its full refits would outlast the frame
