"""Class weights: an error of class + that counts v times, in the soft margin and in logistic
regression.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import solvers
from solvers import LogisticRegression, OneVsRest, SoftMarginSVM, Status
from solvers.arrays import Floats

RARE = 6


def rare() -> tuple[Floats, Floats]:
    """Six points of class + and sixty of class -, of clouds that overlap."""
    rng = np.random.default_rng(3)
    plus, minus = rng.normal(1.2, 1.0, (RARE, 2)), rng.normal(0.0, 1.0, (60, 2))
    return np.vstack([plus, minus]), np.repeat([1.0, -1.0], [RARE, 60])


@pytest.mark.parametrize("weight", [0.2, 3.0, 17.5])
@pytest.mark.parametrize("algorithm", ["active-set", "interior-point", "smo", "subgradient"])
def test_every_algorithm_minimises_the_weighed_sum(algorithm: str, weight: float) -> None:
    """The certificate recomputes the weighed objective, and nobody is below the optimum."""
    X, y = rare()
    exact = solvers.fit(SoftMarginSVM(5.0, positive_weight=weight), X, y)
    found = solvers.fit(
        SoftMarginSVM(5.0, algorithm=algorithm, positive_weight=weight), X, y, trace=False
    )
    slack = np.maximum(0.0, 1.0 - y * found.decision_function(X))
    assert found.w is not None
    assert found.alpha is not None
    objective = 0.5 * float(found.w @ found.w) + 5.0 / len(y) * float(
        np.where(y > 0, weight, 1.0) @ slack
    )
    assert found.certificate.primal == pytest.approx(objective, rel=1e-9)
    assert exact.certificate.dual is not None
    assert exact.certificate.dual <= exact.certificate.primal * (1.0 + 1e-12)
    assert found.certificate.primal >= exact.certificate.dual * (1.0 - 1e-9)
    assert found.certificate.primal == pytest.approx(
        exact.certificate.primal, rel=5e-2 if algorithm == "subgradient" else 1e-6
    )
    assert (found.alpha <= 5.0 / len(y) * np.where(y > 0, weight, 1.0) * (1.0 + 1e-12)).all()
    assert algorithm == "subgradient" or found.status is Status.CONVERGED


def test_the_price_of_the_domain_is_that_of_the_class_that_counts_most() -> None:
    X, y = rare()
    fit = solvers.fit(SoftMarginSVM(5.0, positive_weight=3.0), X, y)
    assert fit.method.price(fit.problem) == pytest.approx(15.0 / len(y))


@pytest.mark.parametrize(
    "method",
    [SoftMarginSVM(2.0, positive_weight=5.0), LogisticRegression(0.01, positive_weight=5.0)],
)
def test_a_drag_and_a_warm_start_end_where_a_cold_fit_does(method: solvers.Method) -> None:
    X, y = rare()
    fit, moved = solvers.fit(method, X, y), X.copy()
    drag = solvers.grab(fit, 0)
    for step in range(1, 6):
        moved[0] = X[0] + 0.3 * step
        drag.move(moved[0])
    cold = solvers.fit(method, moved, y)
    for other in (drag.fit(cold.problem), solvers.fit(method, moved, y, start=fit)):
        assert other.status is Status.CONVERGED
        np.testing.assert_allclose(other.decision_function(X), cold.decision_function(X), atol=1e-8)


def test_a_start_with_other_weights_is_only_a_start() -> None:
    X, y = rare()
    heavy, plain = (
        solvers.fit(SoftMarginSVM(2.0, positive_weight=weight), X, y) for weight in (5.0, 1.0)
    )
    for fit, start in ((heavy, plain), (plain, heavy)):
        warm = solvers.fit(fit.method, X, y, start=start)
        assert warm.status is Status.CONVERGED
        np.testing.assert_allclose(warm.decision_function(X), fit.decision_function(X), atol=1e-8)


def test_one_against_all_weighs_the_class_itself() -> None:
    rng = np.random.default_rng(0)
    X, y = (
        rng.normal(size=(30, 2)) + np.repeat(np.arange(3), 10)[:, None],
        np.repeat(np.arange(3), 10),
    )
    fit = solvers.fit(OneVsRest(SoftMarginSVM(positive_weight=2.0)), X, y)
    for k, member in enumerate(fit.fits):
        alone = solvers.fit(SoftMarginSVM(positive_weight=2.0), X, np.where(y == k, 1, -1))
        np.testing.assert_allclose(
            member.decision_function(X), alone.decision_function(X), atol=1e-8
        )


@pytest.mark.parametrize("kind", [SoftMarginSVM, LogisticRegression])
def test_what_goes_without_weights_says_so(kind: Any) -> None:
    fit = solvers.fit(kind(fit_intercept=False, positive_weight=2.0), *rare())
    assert fit.status is Status.NOT_APPLICABLE
    assert "need an offset" in fit.explanation
    with pytest.raises(ValueError, match="positive_weight must be"):
        kind(positive_weight=0.0)


def test_choosing_and_judging_take_weights() -> None:
    X, y = rare()
    judged = solvers.cross_validate(SoftMarginSVM(2.0, positive_weight=5.0), X, y, folds=3)
    assert all(fit.method.positive_weight == 5.0 for fit in judged.fits)
    fit = solvers.fit(SoftMarginSVM(2.0, positive_weight=5.0), X, y)
    assert fit.method.path(fit.problem, 0.1, 10.0) is None
