"""Gram matrices are kept up to a number of bytes, whoever holds the fits they belong to."""

from __future__ import annotations

import numpy as np

import solvers
from solvers import GaussianKernel, Problem, SoftMarginSVM
from solvers.matrix_cache import GRAMS


def test_the_oldest_gram_matrices_are_let_go_and_come_back_when_asked(monkeypatch):
    monkeypatch.setattr(GRAMS, "most_bytes", 3 * 8 * 60 * 60)
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.where(np.arange(60) % 2, 1.0, -1.0)
    problems = [Problem.from_labels(X + k, y, kernel=GaussianKernel(1.0)) for k in range(6)]
    fits = [solvers.solve(SoftMarginSVM(1.0), problem, trace=False) for problem in problems]
    kept = ["gram" in problem.__dict__ for problem in problems]
    assert kept[-1]
    assert sum(kept) <= 3
    # Moved alike, all have one answer, kept or not.
    for fit in fits:
        assert abs(fit.certificate.gap) <= 1e-7
        assert fit.problem.gram.shape == (60, 60)
    assert sum("gram" in problem.__dict__ for problem in problems) <= 3
