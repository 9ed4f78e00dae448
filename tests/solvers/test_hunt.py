"""The hunt itself: it finds what is wrong, survives what crashes, and a few dozen of its fits keep
every promise.
"""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
import pytest

import solvers
from benchmarks.hunt import cases, elsewhere, excursions, many, origin, tables
from benchmarks.hunt.cases import Case, draw
from benchmarks.hunt.checks import CHECKS, certificate, directions, law
from benchmarks.hunt.families import nearly_symmetric_figure, symmetric_figure
from benchmarks.hunt.judge import judged
from benchmarks.hunt.references import optimum_of
from benchmarks.hunt.workers import answers
from solvers import HardMarginSVM, LeastSquares, LogisticRegression, Problem, SoftMarginSVM

TIMELESS = [check for check in CHECKS if check is not law]  # no test depends on a clock


BY_KERNEL = ("active-set", "smo", "hull")


def with_a_kernel(seed: int, number: int, most: int) -> Case:
    """A margin in a space that no algorithm writes out, and an algorithm that needs none: one draw
    in fifty is.
    """
    drawn = (cases.draw(seed, each, most) for each in count(5000 * number))
    return next(
        c
        for c in drawn
        if c.kernel is not None
        and not isinstance(c.kernel, solvers.LinearKernel)
        and c.method.algorithm in BY_KERNEL
    )


HUNTS = {
    "two classes": (cases.draw, 11, 60, TIMELESS, 48),
    "kernels": (with_a_kernel, 11, 60, TIMELESS, 180),
    "many classes": (many.draw, 7, 14, many.CHECKS, 150),
    "without an offset": (
        origin.draw,
        11,
        60,
        [check for check in origin.CHECKS if check is not law],
        40,
    ),
    "far away and home": (excursions.draw, 11, 60, excursions.CHECKS, 48),
}
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("draw", "seed", "most", "checks", "fits"), HUNTS.values(), ids=HUNTS)
def test_random_fits_keep_every_promise(draw, seed, most, checks, fits, part: int) -> None:
    drawn = [draw(seed, number, most) for number in range(part, fits, PARTS)]
    verdicts = [judged(case, 60.0, checks) for case in drawn]
    assert [(v.number, v.line, v.findings) for v in verdicts if v.findings] == []
    assert draw is not origin.draw or all("fit_intercept=False" in v.line for v in verdicts)


@pytest.mark.slow
def test_real_tables_in_all_columns_keep_every_promise() -> None:
    pytest.importorskip(
        "sklearn", reason="scikit-learn, which brings the tables along, is not installed"
    )
    verdicts = [judged(tables.draw(2, number), 60.0, tables.CHECKS) for number in range(30)]
    assert [(v.number, v.line, v.findings) for v in verdicts if v.findings] == []


def test_a_line_of_rounding_and_a_lost_direction_are_found() -> None:
    case = Case(5, 1, symmetric_figure, LeastSquares(), None, None, 40)
    fit = solvers.solve(case.method, case.problem())
    drawn = replace(fit, last=replace(fit.last, w=np.array([1e-16, 1e-17]), alpha=None, note=""))
    assert [found.kind for found in directions(case, drawn)] == ["a boundary of rounding"]
    case = replace(case, family=nearly_symmetric_figure)
    fit = solvers.solve(case.method, case.problem())
    lost = replace(fit, last=replace(fit.last, w=np.zeros(2), alpha=None, note=""))
    assert [found.kind for found in directions(case, lost)] == ["a direction is lost"]


def test_a_fit_is_drawn_from_its_number_alone() -> None:
    first, again = draw(3, 17), draw(3, 17)
    assert str(first) == str(again)
    np.testing.assert_array_equal(first.data[0], again.data[0])
    assert len({str(draw(3, number)) for number in range(40)}) == 40


def test_a_false_answer_is_found() -> None:
    case = replace(draw(0, 0, 40), method=SoftMarginSVM(C=1.0), features=None, kernel=None, n=40)
    fit = solvers.solve(case.method, case.problem())
    wrong = replace(fit, last=replace(fit.last, w=2.0 * fit.last.w, alpha=fit.alpha, note=""))
    assert wrong.claim.status is solvers.Status.CONVERGED
    assert wrong.status is solvers.Status.BUDGET  # its certificate does not support the claim
    assert "last.objective is not the certified one" in {
        finding.kind for finding in certificate(case, wrong)
    }
    lost = replace(fit, last=replace(fit.last, b=np.nan, alpha=fit.alpha, note=""))
    assert lost.status is solvers.Status.BUDGET


@dataclass(frozen=True)
class Broken(solvers.MeanDifference):
    """A method that fails as its name says."""

    how: str = ""

    def steps(self, problem, start, trace):
        if self.how == "hang":
            while True:
                pass
        np.float64(1.0) / np.zeros(1)
        raise ZeroDivisionError("on purpose")
        yield None


def test_an_exception_and_an_endless_loop_are_findings(solver_faults) -> None:
    case: Case = replace(draw(0, 0, 20), method=Broken(), features=None, kernel=None)
    (failed,) = judged(case, 5.0).findings
    assert failed.kind == "exception inside (caught)"
    assert "on purpose" in failed.words
    assert len(solver_faults) == 1
    (hung,) = judged(replace(case, method=Broken(how="hang")), 0.05).findings
    assert hung.kind == "no end in sight (fit)"


def _run(number: int) -> str:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 4:
        time.sleep(3600)
    return str(number)


def test_a_worker_that_dies_or_hangs_is_replaced() -> None:
    found = list(answers(_run, iter(range(7)), jobs=2, patience_s=1.0))
    lost = {answer[0]: answer[1] for answer in found if isinstance(answer, tuple)}
    assert {answer for answer in found if isinstance(answer, str)} == {"0", "1", "3", "5", "6"}
    assert set(lost) == {2, 4}
    assert "exit code -9" in lost[2]
    assert "did not answer" in lost[4]


@pytest.mark.parametrize(
    "method",
    [SoftMarginSVM(3.0), HardMarginSVM(), LogisticRegression(0.01), LeastSquares(0.5)],
    ids=repr,
)
@pytest.mark.parametrize(
    "fit_intercept", [True, False], ids=["with an offset", "through the origin"]
)
def test_the_references_reach_the_optimum(method, fit_intercept: bool) -> None:
    rng, method = np.random.default_rng(5), replace(method, fit_intercept=fit_intercept)
    y = np.repeat([1.0, -1.0], 15)
    X = (
        rng.normal(size=(30, 2))
        + (4.0 if isinstance(method, HardMarginSVM) else 1.0) * y[:, None]
        + 0.2
    )
    fit = solvers.fit(method, X, y)
    assert optimum_of(method, Problem.from_labels(X, y)) == pytest.approx(
        fit.certificate.primal, rel=1e-9
    )


def test_an_excursion_asks_the_certificate_and_not_the_status() -> None:
    rng = np.random.default_rng(0)
    fit = solvers.fit(SoftMarginSVM(C=1.0), rng.normal(size=(30, 2)), np.repeat([0, 1], 15))
    wrong = replace(fit, last=replace(fit.last, w=2.0 * fit.last.w, alpha=fit.alpha, note=""))
    wrong.__dict__["outcome"] = fit.outcome  # as if an algorithm could say so itself
    (found,) = excursions.honesty(wrong, "here")
    assert found.kind == "converged with a gap"


def test_a_false_answer_without_an_offset_is_found() -> None:
    case = replace(
        origin.draw(0, 0, 40), method=HardMarginSVM(fit_intercept=False), features=None, n=2
    )
    case.data = np.array([[1.0, 2.0], [-2.0, -0.5]]), np.array([1.0, -1.0])
    fit = solvers.solve(case.method, case.problem())
    wrong = replace(fit, last=replace(fit.last, w=2.0 * fit.last.w, b=1e-3, note=""))
    assert [check for check in origin.CHECKS if check is not law and list(check(case, fit))] == []
    kinds = {
        finding.kind
        for check in (origin.no_offset, origin.verdict)
        for finding in check(case, wrong)
    }
    assert "an offset after all" in kinds


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_the_same_figure_elsewhere_has_the_same_answer(first: int) -> None:
    findings = [
        f"{number}: {finding.kind}: {finding.words}"
        for number in range(first, first + 50)
        for finding in judged(elsewhere.draw(11, number), 20.0, elsewhere.CHECKS).findings
    ]
    assert not findings
