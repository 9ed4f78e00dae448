"""What an algorithm cannot do is a status, on record and never an exception."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import solvers
from solvers import Iterate, Method, Outcome, Status
from solvers.algorithms.soft_margin.working_set import Degenerate
from solvers.arrays import locked
from solvers.drive import NO_STEP_YET

TWO, LABELS = np.array([(0.0, 0.0), (2.0, 1.0)]), [0, 1]
FAULTS = (
    Degenerate,
    np.linalg.LinAlgError,
    FloatingPointError,
    ZeroDivisionError,
    OverflowError,
    ValueError,
    IndexError,
)


@dataclass(frozen=True)
class Faulty(Method):
    """Shows one step and fails with ``error``."""

    error: type[Exception] | None = ValueError

    def steps(self, problem, start, trace):
        yield Iterate(locked(np.array([1.0, 2.0])), 3.0)
        if self.error is not None:
            raise self.error("numbers")
        yield Iterate(locked(np.array([1.0, 2.0])), 4.0)
        return Outcome(Status.CONVERGED, "Done.")

    def bounds(self, problem, iterate, margins):
        return solvers.method.Bounds(0.0)


@pytest.mark.parametrize("error", FAULTS)
def test_a_fault_is_a_status_with_a_sentence_and_on_record(error, solver_faults):
    fit = solvers.fit(Faulty(error=error), TWO, LABELS)
    assert fit.status is Status.BUDGET
    assert fit.b == 3.0
    assert "numbers that it cannot work with" in fit.explanation
    assert error.__name__ not in fit.explanation  # that is for the record
    assert type(fit.outcome.fault) is error
    assert len(solver_faults) == 1
    assert fit.certificate.primal == 0.0


@pytest.mark.parametrize("error", [TypeError, NameError, AttributeError])
def test_what_is_no_matter_of_data_is_raised(error):
    with pytest.raises(error):
        solvers.fit(Faulty(error=error), TWO, LABELS)


def test_cancel_is_heard_before_there_is_a_step():
    @dataclass(frozen=True)
    class Thinks(Faulty):
        def steps(self, problem, start, trace):
            while True:
                yield None

    asked: list[int] = []
    fit = solvers.fit(
        Thinks(), TWO, LABELS, cancelled=lambda: len(asked) >= 3 or bool(asked.append(1))
    )
    assert fit.status is Status.CANCELLED
    assert fit.explanation == NO_STEP_YET
    assert not fit.has_model
    assert len(asked) == 3
