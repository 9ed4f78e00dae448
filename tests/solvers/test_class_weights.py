"""Class weights: an error of class + that counts v times, in the soft margin and in logistic
regression.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import solvers
from solvers import GaussianKernel, LogisticRegression, OneVsRest, Polynomial, SoftMarginSVM, Status
from solvers.arrays import Floats

RARE = 6


def rare(seed: int = 3, copies: int = 1) -> tuple[Floats, Floats]:
    """Six points of class +, each so many times, and sixty of class -, of clouds that overlap."""
    rng = np.random.default_rng(seed)
    plus, minus = rng.normal(1.2, 1.0, (RARE, 2)), rng.normal(0.0, 1.0, (60, 2))
    return np.vstack([np.tile(plus, (copies, 1)), minus]), np.repeat(
        [1.0, -1.0], [RARE * copies, 60]
    )


SPACES: list[dict[str, Any]] = [{}, {"features": Polynomial(2)}, {"kernel": GaussianKernel(1.5)}]


@pytest.mark.parametrize("space", SPACES, ids=["plane", "map", "kernel"])
@pytest.mark.parametrize("C", [1.0, 50.0, 1e5])
def test_a_whole_weight_is_so_many_copies(space: dict[str, Any], C: float) -> None:
    """C/n is the price of a copy, so with more points C is larger; a copy has its part of the
    multiplier.
    """
    (X, y), (X4, y4) = rare(), rare(copies=4)
    weighed = solvers.fit(SoftMarginSVM(C=C, positive_weight=4.0), X, y, **space)
    copied = solvers.fit(SoftMarginSVM(C=C * len(y4) / len(y)), X4, y4, **space)
    # a map about the mean of its own points
    if weighed.problem.features != copied.problem.features:
        copied = solvers.fit(
            SoftMarginSVM(C=C * len(y4) / len(y)), X4, y4, features=weighed.problem.features
        )
    assert weighed.status is copied.status is Status.CONVERGED
    size = float(np.abs(copied.decision_function(X)).max())
    np.testing.assert_allclose(
        weighed.decision_function(X),
        copied.decision_function(X),
        atol=(1e-8 if "kernel" in space else 1e-9) * size,
    )
    assert weighed.certificate.primal == pytest.approx(copied.certificate.primal, rel=1e-9)
    assert weighed.alpha is not None
    assert copied.alpha is not None
    np.testing.assert_allclose(
        weighed.alpha[:RARE], copied.alpha[: 4 * RARE].reshape(4, RARE).sum(axis=0), atol=1e-7 * C
    )
    np.testing.assert_array_equal(
        weighed.certificate.point_class[RARE:], copied.certificate.point_class[4 * RARE :]
    )


@pytest.mark.parametrize("C", [1.0, 1e5])
def test_the_interior_point_ends_where_the_walk_does(C: float) -> None:
    X, y = rare()
    walked, inside = (
        solvers.fit(SoftMarginSVM(C, algorithm, positive_weight=4.0), X, y)
        for algorithm in ("active-set", "interior-point")
    )
    np.testing.assert_allclose(inside.decision_function(X), walked.decision_function(X), rtol=1e-9)


@pytest.mark.parametrize("weight", [0.3, 7.0])
def test_many_points_are_fitted_and_dragged_as_exactly(weight: float) -> None:
    """Bands of points, and a point that is dragged from one class through the other."""
    rng = np.random.default_rng(2)
    y = np.where(rng.random(4000) < 0.2, 1.0, -1.0)
    X, method = rng.normal(size=(4000, 2)) + y[:, None], SoftMarginSVM(3.0, positive_weight=weight)
    fit, moved = solvers.fit(method, X, y), X.copy()
    found = solvers.grab(fit, 0)
    for place in ((0.0, 0.0), (3.0, -1.0), (-4.0, 2.0), (0.3, 0.1)):
        moved[0] = place
        step, cold = found.move(place), solvers.fit(method, moved, y)
        assert cold.status is Status.CONVERGED
        np.testing.assert_allclose([*step.w, step.b], [*cold.w, cold.b], rtol=1e-9)
    last = found.fit(cold.problem)
    assert last.status is Status.CONVERGED
    np.testing.assert_allclose(last.alpha, cold.alpha, atol=1e-9 * float(cold.alpha.max()))


@pytest.mark.parametrize(
    "method",
    [LogisticRegression(0.01), LogisticRegression(0.01, penalise_bias=True), LogisticRegression(0)],
)
def test_copies_of_a_logistic_regression(method: LogisticRegression) -> None:
    (X, y), (X4, y4) = rare(), rare(copies=4)
    weighed = solvers.fit(
        LogisticRegression(method.l2, penalise_bias=method.penalise_bias, positive_weight=4.0), X, y
    )
    copied = solvers.fit(
        LogisticRegression(method.l2 * len(y) / len(y4), penalise_bias=method.penalise_bias), X4, y4
    )
    assert weighed.status is copied.status is Status.CONVERGED
    np.testing.assert_allclose(weighed.decision_function(X), copied.decision_function(X), atol=1e-9)
    assert weighed.certificate.primal == pytest.approx(
        copied.certificate.primal * len(y4) / len(y), rel=1e-12
    )


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
    assert SoftMarginSVM(5.0, positive_weight=0.1).price(fit.problem) == pytest.approx(5.0 / len(y))
    assert solvers.Fisher().price(fit.problem) is None


def test_an_answer_to_other_weights_has_a_gap() -> None:
    X, y = rare()
    for plain, weighed in (
        (SoftMarginSVM(5.0), SoftMarginSVM(5.0, positive_weight=3.0)),
        (LogisticRegression(0.01), LogisticRegression(0.01, positive_weight=3.0)),
    ):
        fit = solvers.fit(plain, X, y)
        gap = weighed.certify(fit.problem, fit.last, fit.claim).gap
        assert gap is not None
        assert gap > 1e-3


def test_the_small_class_is_heard() -> None:
    """The wrong points of the small class become fewer as they count more, those of the large class
    more.
    """
    X, y = rare()
    for kind in (SoftMarginSVM, LogisticRegression):
        fits = [solvers.fit(kind(positive_weight=weight), X, y) for weight in (1.0, 3.0, 10.0)]
        missed = [int(fit.wrong[:RARE].sum()) for fit in fits]
        alarms = [int(fit.wrong[RARE:].sum()) for fit in fits]
        assert missed == sorted(missed, reverse=True)
        assert missed[0] > missed[-1]
        assert alarms == sorted(alarms)


@pytest.mark.parametrize("weight", [3.0, 10.0])
def test_scikit_learn_has_the_same_lines(weight: float) -> None:
    svm, linear = pytest.importorskip("sklearn.svm"), pytest.importorskip("sklearn.linear_model")
    X, y = rare()
    for method in (
        SoftMarginSVM(2.0, positive_weight=weight),
        LogisticRegression(0.01, positive_weight=weight),
    ):
        fit = solvers.fit(method, X, y)
        peer = method.peer(fit)
        assert peer is not None
        assert f"class_weight={{1: {weight}}}" in peer.call
        made = eval(
            peer.call, {"SVC": svm.SVC, "LogisticRegression": linear.LogisticRegression, "np": np}
        )
        theirs = made.fit(X, y).decision_function(X)
        # as far as SVC goes
        np.testing.assert_allclose(
            fit.decision_function(X), theirs, atol=1e-9 if fit.alpha is None else 1e-6
        )
    estimators = pytest.importorskip("solvers.sklearn")
    estimator = estimators.SoftMarginSVM(C=2.0, positive_weight=weight).fit(X, y)
    np.testing.assert_array_equal(
        estimator.coef_,
        solvers.fit(SoftMarginSVM(2.0, positive_weight=weight), X, y, trace=False).coef_,
    )


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


def test_where_no_line_pays_the_answer_is_no_line() -> None:
    """The six points in the middle of the others: at a small weight every point is predicted
    alike.
    """
    X, y = rare()
    X[:RARE] = 0.05 * X[:RARE]
    fit = solvers.fit(SoftMarginSVM(1.0, positive_weight=2.0), X, y)
    assert not fit.has_model
    assert fit.status is Status.CONVERGED
    assert "The best weight vector is zero" in fit.explanation


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
