"""A fit without a model does not predict: it says why."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import (
    HardMarginSVM,
    OneVsOne,
    OneVsRest,
    SoftMarginSVM,
    Softmax,
    Status,
    cross_validate,
)

X = np.array([[0.0, 0.0], [1.0, 1.0], [0.5, 0.5], [1.0, 0.0], [0.0, 1.0], [0.3, 0.3]])
MIXED, ONE_CLASS = [0, 0, 1, 1, 0, 1], [1] * 6
WITHOUT = {
    "not separable": (HardMarginSVM(), MIXED),
    "one class": (SoftMarginSVM(), ONE_CLASS),
    "one of one class of many": (Softmax(), ONE_CLASS),
    "no pair of three": (OneVsOne(HardMarginSVM()), [0, 1, 0, 2, 2, 1]),
    "one pair of three": (OneVsOne(HardMarginSVM()), [0, 0, 1, 2, 1, 1]),
    "one pair of three, ties by scores": (
        OneVsOne(HardMarginSVM(), ties="scores"),
        [0, 0, 1, 2, 1, 1],
    ),
    "two classes of three against the rest": (OneVsRest(HardMarginSVM()), [0, 0, 1, 2, 1, 1]),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_predicting_without_a_model_is_refused_in_the_words_of_the_fit(name: str) -> None:
    method, y = WITHOUT[name]
    fit = solvers.fit(method, X, y)
    assert not fit.predicts
    for ask in (lambda: fit.predict(X), lambda: fit.score(X, y)):
        with pytest.raises(ValueError, match="has no model to predict with") as refused:
            ask()
        assert fit.explanation in str(refused.value)
    assert np.isnan(fit.decision_function(X)).all()


def test_a_fold_without_a_model_has_no_errors() -> None:
    with pytest.raises(ValueError, match=r"Hard-margin SVM has no model in fold .: Not separable"):
        cross_validate(
            HardMarginSVM(), np.concatenate([X, X + 0.01]), [*MIXED, *MIXED[::-1]], folds=2
        )


def test_the_errors_of_all_folds_are_a_whole_number() -> None:
    y = np.arange(23) % 2
    points = np.random.default_rng(3).normal(size=(23, 2))
    found = cross_validate(SoftMarginSVM(), points, y, folds=5)
    wrong = sum(
        int((fit.predict(points[rows]) != y[rows]).sum())
        for fit, (_, rows) in zip(found.fits, found.folds, strict=True)
    )
    assert found.wrong == wrong > 0
    assert Status.CONVERGED in {fit.status for fit in found.fits}
