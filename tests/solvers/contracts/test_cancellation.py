"""Long computations end soon after they are cancelled."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import numpy as np
import pytest

from solvers import (
    Fit,
    GaussianKernel,
    Iterate,
    MeanDifference,
    Problem,
    SoftMarginSVM,
    Status,
    solve,
)
from solvers.cancellation import CancelledError, cancelled_unless, check_cancelled, is_not_wanted
from solvers.method import Steps


def test_a_cancelled_computation_ends_and_the_rest_goes_on() -> None:
    answers = iter([True, True, False])
    with cancelled_unless(lambda: next(answers)):
        check_cancelled()
        check_cancelled()
        with pytest.raises(CancelledError):
            check_cancelled()
    check_cancelled()


def test_other_threads_do_not_notice() -> None:
    seen: list[bool] = []
    with cancelled_unless(lambda: False):
        thread = threading.Thread(target=lambda: seen.append(is_not_wanted()))
        thread.start()
        thread.join()
    assert seen == [False]


def test_a_block_inside_is_wanted_only_as_long_as_the_one_around_it() -> None:
    with cancelled_unless(lambda: False), cancelled_unless(lambda: True):
        assert is_not_wanted()
    with cancelled_unless(lambda: True), cancelled_unless(lambda: False):
        assert is_not_wanted()


@dataclass(frozen=True)
class Slow(MeanDifference):
    """One model, and then a single step that takes until somebody cancels it."""

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        yield Iterate(np.ones(2), 0.0)
        while True:
            check_cancelled()


def test_a_fit_is_cancelled_in_the_middle_of_a_step() -> None:
    answers = iter([False, False, False, True])
    fit = solve(Slow(), Problem.from_labels(np.eye(2), [1, -1]), cancelled=lambda: next(answers))
    assert fit.status is Status.CANCELLED
    assert fit.has_model


def test_a_fit_cancelled_further_out_is_no_answer() -> None:
    with cancelled_unless(lambda: False), pytest.raises(CancelledError):
        solve(Slow(), Problem.from_labels(np.eye(2), [1, -1]), cancelled=lambda: False)


def test_the_gap_of_a_kernel_machine_is_given_up_between_two_blocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solvers.problem.BLOCK", 1)
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    problem = Problem.from_labels(X, [1, -1, -1, 1], kernel=GaussianKernel(1.0))
    # beside points whose Gram matrix nobody has asked for yet
    fit = replace(solve(SoftMarginSVM(), problem), problem=replace(problem))
    asked = 0

    def wanted() -> bool:
        nonlocal asked
        asked += 1
        return asked < 3

    with cancelled_unless(wanted), pytest.raises(CancelledError):
        _ = fit.certificate
    assert fit.certificate.gap == pytest.approx(0.0, abs=1e-9)


def test_a_question_may_be_answered_by_the_block_around() -> None:
    is_wanted = True
    with (
        cancelled_unless(lambda: is_wanted),
        cancelled_unless(lambda: not is_not_wanted()),
        cancelled_unless(lambda: not is_not_wanted()),
    ):
        check_cancelled()
        is_wanted = False
        assert is_not_wanted()
    assert not is_not_wanted()
