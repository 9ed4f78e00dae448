"""Of so many coordinates that no copy of them is kept."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import LogisticRegression
from solvers import problem as problems
from solvers.arrays import Floats


def clouds(n: int = 300, m: int = 5) -> tuple[Floats, Floats]:
    """Features of unlike sizes, far from the origin, with labels that follow them loosely."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, m)) * np.logspace(-2, 2, m) + 1000.0
    scores = (X - 1000.0) / np.logspace(-2, 2, m) @ rng.normal(size=m)
    return X, np.where(scores + rng.logistic(size=n) > 0.0, 1.0, -1.0)


def test_nothing_as_large_as_the_data_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "LARGE", 0)
    X, y = clouds()
    for method in (LogisticRegression(), solvers.Fisher(), solvers.SoftMarginSVM()):
        fit = solvers.fit(method, X, y, trace=False)
        for _ in range(2):
            kept = [value for value in vars(fit.problem).values() if getattr(value, "size", 0)]
            assert all(value.shape == y.shape or value is fit.problem.X for value in kept)
            assert "moments" not in vars(fit.problem)
            assert fit.certificate.errors == int((fit.predict(X) != y).sum())


def test_a_read_only_array_is_shared() -> None:
    X, y = clouds()
    X.setflags(write=False)
    assert solvers.fit(LogisticRegression(), X, y).problem.X is X
