"""Cross-validation: folds in equal shares, errors of fits to the rest as scikit-learn counts them;
one left out in closed form.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from solvers import (
    METHODS,
    CrossValidation,
    Fisher,
    LeastSquares,
    Polynomial,
    Problem,
    SoftMarginSVM,
    cross_validate,
    leave_one_out_scores,
    validation_curve,
)


def clouds(n: int, classes: int = 2, seed: int = 0) -> tuple[Any, Any]:
    random = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return random.normal(size=(n, 2)) + 1.5 * np.column_stack([np.cos(y), np.sin(2.0 * y)]), y


@given(st.integers(4, 40), st.integers(2, 8), st.integers(1, 3), st.integers(0, 99))
def test_folds_are_a_partition_in_equal_shares(n: int, folds: int, repeats: int, seed: int) -> None:
    folds = min(folds, n // 2)
    y = np.random.default_rng(seed).permutation(np.arange(n) % 2)
    if min(np.bincount(y)) < 2 or folds < 2:
        return
    found = cross_validate(
        solvers.MeanDifference(), clouds(n)[0], y, folds=folds, repeats=repeats, seed=seed
    )
    assert len(found.folds) == folds * repeats
    for turn in range(repeats):
        tests = [test for _, test in found.folds[turn * folds : (turn + 1) * folds]]
        assert sorted(np.concatenate(tests).tolist()) == list(range(n))
        for share in ([len(test) for test in tests], [int((y[test] == 1).sum()) for test in tests]):
            assert max(share) - min(share) <= 1
    for train, test in found.folds:
        assert sorted([*train.tolist(), *test.tolist()]) == list(range(n))


@pytest.mark.parametrize("method", [kind() for kind in METHODS], ids=lambda m: type(m).__name__)
@pytest.mark.parametrize("classes", [2, 3])
def test_errors_are_those_of_fits_to_the_rest(method: Any, classes: int) -> None:
    X, y = clouds(24, classes)
    X = np.abs(X).round() if "MultinomialNaiveBayes" in type(method).__name__ else X
    if type(method).__name__ == "HardMarginSVM":  # which has a model of separable classes alone
        X = X + 30.0 * np.column_stack([np.cos(y), np.sin(2.0 * y)])
    method = method if classes == 2 or solvers.takes_many(method) else solvers.OneVsRest(method)
    found = cross_validate(method, X, y, folds=3, seed=4)
    assert (
        cross_validate(method, X, y, folds=3, seed=4).test_errors.tolist()
        == found.test_errors.tolist()
    )
    for (train, test), fit, train_error, test_error in zip(
        found.folds, found.fits, found.train_errors, found.test_errors, strict=True
    ):
        again = solvers.fit(method, X[train], y[train], trace=False)
        assert again.predict(X).tolist() == fit.predict(X).tolist()
        assert train_error == np.mean(again.predict(X[train]) != y[train])
        assert test_error == np.mean(again.predict(X[test]) != y[test])


def test_folds_at_random_are_a_partition_too() -> None:
    X, y = clouds(31)
    found = cross_validate(solvers.Fisher(), X, y, folds=4, stratified=False)
    assert sorted(np.concatenate([test for _, test in found.folds]).tolist()) == list(range(31))


def test_mean_spread_and_standard_error_are_those_of_the_folds() -> None:
    X, y = clouds(40)
    found = cross_validate(SoftMarginSVM(C=3.0), X, y, folds=4)
    errors = found.test_errors.tolist()
    mean = sum(errors) / 4
    assert found.mean == pytest.approx(mean)
    assert found.spread == pytest.approx(math.sqrt(sum((e - mean) ** 2 for e in errors) / 3))
    assert found.standard_error == pytest.approx(found.spread / 2.0)
    one = CrossValidation(
        found.folds[:1], found.train_errors[:1], found.test_errors[:1], found.fits[:1]
    )
    assert math.isnan(one.spread)


def test_a_map_about_the_data_never_sees_the_test_points() -> None:
    X, y = clouds(30)
    X[0] = (1e4, -1e4)
    found = cross_validate(SoftMarginSVM(), X, y, folds=3, features=Polynomial(2))
    origins = [fit.problem.features.origin for fit in found.fits]
    far = [0 in train for train, _ in found.folds]
    assert [abs(origin[0]) > 100.0 for origin in origins] == far


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"folds": 1}, "from 2 to 10"),
        ({"folds": 11}, "from 2 to 10"),
        ({"repeats": 0}, "at least 1"),
        ({"folds": []}, "at least one fold"),
        ({"folds": [([0, 1], [10])]}, "rows from 0 to 9"),
        ({"folds": [([0, 1], [])]}, "rows from 0 to 9"),
        ({"folds": [[0, 1, 2]]}, "a pair of rows"),
        ({"folds": [([0, 2], [1])]}, "all of one class"),
    ],
)
def test_what_cannot_be_is_said(options: dict[str, Any], words: str) -> None:
    X, y = clouds(10)
    with pytest.raises(ValueError, match=words):
        cross_validate(solvers.Fisher(), X, y, **options)


def test_a_curve_is_one_cross_validation_after_the_other_with_fewer_steps() -> None:
    """On the same folds; what starts from the last value of C proves the same optimum."""
    X, y = clouds(60, seed=3)
    methods = [SoftMarginSVM(C=C) for C in (0.1, 1.0, 10.0, 100.0)]
    curve = validation_curve(methods, X, y, folds=4, seed=2)
    for method, warm in zip(methods, curve, strict=True):
        cold = cross_validate(method, X, y, folds=4, seed=2)
        assert [a.tolist() for fold in warm.folds for a in fold] == [
            a.tolist() for fold in cold.folds for a in fold
        ]
        assert warm.test_errors.tolist() == cold.test_errors.tolist()
        assert warm.train_errors.tolist() == cold.train_errors.tolist()
        for one, other in zip(warm.fits, cold.fits, strict=True):
            assert one.status is solvers.Status.CONVERGED
            np.testing.assert_allclose(one.w, other.w, rtol=1e-7, atol=1e-9)


WITH_A_FORMULA = [
    LeastSquares(),
    LeastSquares(ridge=3.0),
    LeastSquares(ridge=0.2, fit_intercept=False),
    Fisher(offset="midpoint"),
    Fisher(offset="prior"),
]


def _points(n: int, seed: int) -> tuple[Any, Any]:
    random = np.random.default_rng(seed)
    y = np.where(np.arange(n) < n // 3, -1.0, 1.0)
    return random.normal(size=(n, 2)) * (1.0, 3.0) + np.outer(y, (0.7, 0.4)) + (5.0, -2.0), y


@pytest.mark.parametrize("method", WITH_A_FORMULA, ids=repr)
@pytest.mark.parametrize(
    "features",
    [solvers.Identity(), Polynomial(2, origin=(5.0, -2.0), units=(1.0, 3.0))],
    ids=["plane", "quadratic"],
)
def test_the_formulas_are_as_many_cold_fits(method: Any, features: Any) -> None:
    X, y = _points(23, 1)
    found = leave_one_out_scores(method, Problem(X, y, features))
    keep = ~np.eye(len(y), dtype=bool)
    cold = [
        solvers.fit(method, X[k], y[k], features=features).decision_function(X[~k])[0] for k in keep
    ]
    np.testing.assert_allclose(found, cold, rtol=1e-9, atol=1e-9 * np.abs(cold).max())


def test_where_a_formula_has_no_answer_it_gives_none() -> None:
    X, y = _points(12, 2)
    on_a_line = np.column_stack([X[:, 0], 2.0 * X[:, 0]])
    alone = np.column_stack([np.zeros(12), X[:, 1]])
    alone[0, 0] = 1.0  # it alone decides what the first coordinate is worth
    for places in (on_a_line, alone):
        assert leave_one_out_scores(LeastSquares(), Problem(places, y)) is None
        assert leave_one_out_scores(Fisher(offset="midpoint"), Problem(places, y)) is None
    single = np.where(np.arange(12) == 0, -1.0, 1.0)
    assert leave_one_out_scores(LeastSquares(), Problem(X, single)) is None
    assert leave_one_out_scores(SoftMarginSVM(), Problem(X, y)) is None
    assert leave_one_out_scores(Fisher(), Problem(X, y)) is None
