"""The Ho-Kashyap procedure: met targets on separable classes, a proof on the others, and no
dependence on units.
"""

from __future__ import annotations

import numpy as np
import pytest
from problems import clouds

import solvers
from benchmarks.hunt import families
from benchmarks.hunt.cases import Case
from solvers import Circle, FormulaFeatures, HoKashyap, Status


def textbook(X, y, rate, iterations):
    """The procedure with numpy's pseudo-inverse: a and t at every iteration."""
    Z = np.column_stack([np.ones(len(X)), X]) * y[:, None]
    inverse, t, steps = np.linalg.pinv(Z), np.ones(len(X)), []
    for _ in range(iterations):
        a = inverse @ t
        steps.append((a, t))
        e = Z @ a - t
        t = t + rate * (e + np.abs(e))
    return steps


@pytest.mark.parametrize("rate", [0.3, 1.0])
def test_every_iterate_is_the_textbook_procedure(rate: float) -> None:
    X, y = clouds(60, 3.0)
    fit = solvers.fit(HoKashyap(rate=rate, max_iterations=40), X, y)
    for step, (a, t) in zip(fit.history, textbook(X, y, rate, 40), strict=False):
        np.testing.assert_allclose([step.b, *step.w], a, rtol=1e-9)
        e = y * (X @ step.w + step.b) - t
        assert step.objective == pytest.approx(e @ e, rel=1e-9)


def test_separable_classes_end_with_met_positive_targets() -> None:
    X, y = clouds(20, 4.0)
    fit = solvers.fit(HoKashyap(max_iterations=20_000), X, y)
    assert fit.status is Status.CONVERGED
    assert "meets a positive target" in fit.explanation
    assert fit.certificate.margins.min() >= 1 - 1e-4  # targets start at 1 and only grow
    assert fit.certificate.errors == 0


@pytest.mark.parametrize("seed", range(4))
def test_overlap_is_proved_by_the_errors_themselves(seed: int) -> None:
    X, y = clouds(60, 0.7, seed)
    fit = solvers.fit(HoKashyap(), X, y)
    assert fit.status is Status.NOT_SEPARABLE
    assert "e ≤ 0, e ≠ 0" in fit.explanation
    facts = dict(fit.outcome.facts)
    assert facts["largest error"] <= 1e-9 * -facts["smallest error"]
    # The proof, redone: e is orthogonal to every column of Z, so -e >= 0 combines the samples to
    # zero.
    t = textbook(X, y, 1.0, int(facts["iterations"]))[-1][1]
    Z = np.column_stack([np.ones(len(X)), X]) * y[:, None]
    weights = np.maximum(-(Z @ np.array([fit.b, *fit.w]) - t), 0.0)
    assert weights.sum() > 1e-3
    assert np.abs(weights @ Z).max() <= 1e-7 * weights.sum()


@pytest.mark.parametrize(
    "case",
    [
        Case(5, 57, families.geometric, HoKashyap(), None, None, 3),
        Case(5, 153, families.two_far_clusters, HoKashyap(), Circle().as_written, None, 5),
        Case(
            5,
            643,
            families.one_against_all,
            HoKashyap(),
            FormulaFeatures("x1, x2, sin(3 x1)"),
            None,
            6,
        ),
    ],
    ids=str,
)
def test_the_last_objective_is_never_below_the_certified_one(case):
    fit = solvers.solve(case.method, case.problem(), trace=False)
    assert fit.last.objective >= fit.certificate.primal * (1.0 - 1e-6)
