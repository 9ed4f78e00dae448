"""The basis of all scores of very many points is decomposed by parts of them, and is that of all at once."""

from __future__ import annotations

import numpy as np
import pytest

from solvers import Problem
from solvers.algorithms.correcting import score_basis
from solvers.algorithms.correcting.score_basis import ScoreBasis


@pytest.mark.parametrize("collinear", [False, True], ids=["points in the plane", "points on a line"])
def test_parts_have_the_basis_of_all(collinear: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(8)
    X, y = 1e6 + rng.normal(size=(101, 2)), np.where(rng.random(101) < 0.5, 1.0, -1.0)
    if collinear:
        X[:, 1] = 2.0 * X[:, 0]
    whole = ScoreBasis.of(Problem.from_labels(X, y))
    monkeypatch.setattr(score_basis, "PART", 50)  # the last part is a single point
    parts = ScoreBasis.of(Problem.from_labels(X, y))
    t = rng.normal(size=101)
    assert parts.Q.shape[1] == whole.Q.shape[1] == 3 - collinear
    gram = parts.Q.T @ parts.Q
    assert gram == pytest.approx(np.eye(parts.Q.shape[1]), abs=1e-13)
    assert parts.project(t) == pytest.approx(whole.project(t), abs=1e-12)
    assert parts.iterate(t).w == pytest.approx(whole.iterate(t).w, rel=1e-9)
