"""Data at the edge of rounding: an outlier far away, features that nearly depend on each other, a gap below the last digit.

Each data set was found by a search over random degenerate problems.
"""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import Dataset, Status


@pytest.mark.parametrize(
    ("edit", "row"),
    [
        (lambda data, bad: data.moved(2, bad), 2),
        (lambda data, bad: data.moved(-1, bad), 4),
        (lambda data, bad: data.moved([3, 1], [[0.0, 0.0], bad]), 1),
        (lambda data, bad: data.moved(np.array([False, False, False, True, False]), bad), 3),
        (lambda data, bad: data.added([[1.0, 1.0], bad], 0), 6),
    ],
    ids=["one", "from the end", "a list", "a mask", "added"],
)
def test_an_edit_names_the_row_of_the_data_set(edit, row):
    data = Dataset(np.zeros((5, 2)), np.zeros(5, int))
    with pytest.raises(ValueError, match=f"^row {row} holds"):
        edit(data, [np.nan, 0.0])


NEARLY_COLLINEAR = np.array(
    [
        [0.13063087420570504, 0.19189262261711512],
        [-0.07559203207273538, -0.4267760962182061],
        [0.15396024836618918, 0.2618807450985675],
    ]
)


@pytest.mark.parametrize("algorithm", ["hull", "interior-point", "smo"])
def test_a_margin_below_every_double_is_not_called_the_optimum(algorithm):
    """Exactly 7e-18 apart: a line with this margin needs more digits than doubles have."""
    fit = solvers.fit(solvers.HardMarginSVM(algorithm=algorithm), NEARLY_COLLINEAR, [1, -1, -1])
    assert fit.status is Status.BUDGET
    assert fit.certificate.separability.separable
    assert fit.explanation.endswith(".")


def test_a_drag_to_such_a_margin_is_not_called_the_optimum():
    X = NEARLY_COLLINEAR.copy()
    X[0] += 1.0
    drag = solvers.grab(solvers.fit(solvers.HardMarginSVM(), X, [1, -1, -1]), 0)
    drag.move(NEARLY_COLLINEAR[0].tolist())
    problem = solvers.Problem.from_labels(NEARLY_COLLINEAR, [1, -1, -1])
    assert drag.fit(problem).status is Status.BUDGET


def test_scores_beyond_the_range_of_the_exponential_leave_a_bound():
    X, y = 1e-3 * np.array([[0.0, 1.0], [0.0, -2.0], [0.0, 3.0]]), [1, -1, 1]
    problem = solvers.Problem.from_labels(X, y)
    method = solvers.LogisticRegression(penalise_bias=True)
    far = solvers.Iterate(np.array([0.0, 1e7]), 1e6)
    bounds = method.bounds(problem, far, problem.y * problem.training_scores(far))
    assert 0.0 <= bounds.dual <= bounds.primal
