"""Documents between two states: both ends are exact, points and numbers go straight, what cannot
glide waits for the end.
"""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of

from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.morph import between
from solvers import Dataset, Fisher, GaussianKernel, Perceptron, SoftMarginSVM


def test_both_ends_are_the_documents_themselves() -> None:
    start = document_of(clouds(12), (SoftMarginSVM(),))
    end = replace(start, title="end")
    assert between(start, end, 0.0) is start
    assert between(start, end, 1.0) is end


def test_points_go_straight_and_numbers_on_their_own_scale() -> None:
    start = document_of(clouds(12), (SoftMarginSVM(C=1.0), Fisher()))
    used, fisher = start.methods
    used = replace(used, kernel=GaussianKernel(0.5))
    start = start.with_method(used)
    end = replace(
        start, dataset=start.dataset.moved(3, (8.0, -2.0)), trial=TrialLine(10.0, (1.0, 1.0))
    )
    end = end.with_method(replace(used, method=SoftMarginSVM(C=100.0), kernel=GaussianKernel(8.0)))
    middle = between(replace(start, trial=TrialLine(350.0, (0.0, 0.0))), end, 0.5)
    assert middle.dataset.X[3] == pytest.approx(0.5 * (start.dataset.X[3] + (8.0, -2.0)))
    assert np.array_equal(np.delete(middle.dataset.X, 3, 0), np.delete(start.dataset.X, 3, 0))
    method, kernel = middle.methods[0].method, middle.methods[0].kernel
    assert isinstance(method, SoftMarginSVM)
    assert isinstance(kernel, GaussianKernel)
    assert (method.C, kernel.sigma) == (pytest.approx(10.0), pytest.approx(2.0))
    assert middle.methods[1] is fisher
    assert (middle.trial.angle, middle.trial.pivot) == (pytest.approx(0.0), (0.5, 0.5)), (
        "the shorter way round"
    )


def test_what_cannot_glide_stays_until_the_end() -> None:
    start = document_of(
        Dataset(np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 2.0]]), np.array([0, 1, 1])), (Fisher(),)
    )
    end = replace(
        start,
        dataset=Dataset(np.array([[4.0, 0.0], [3.0, 1.0]]), np.array([1, 0])),
        layers=frozenset({"grid"}),
    )
    quarter = between(start, end, 0.25)
    assert quarter.dataset.labels.tolist() == [0, 1, 1]
    assert pytest.approx(np.array([[0.75, 0.25], [1.75, 0.0], [2.0, 2.0]])) == quarter.dataset.X, (
        "the third has no partner"
    )
    assert quarter.layers == start.layers
    few, many = (
        document_of(clouds(12), (Perceptron(seed=seed, rate=rate),))
        for seed, rate in ((0, 1.0), (8, 4.0))
    )
    method = between(few, many, 0.5).methods[0].method
    assert isinstance(method, Perceptron)
    assert (method.seed, 1.0 < method.rate < 4.0) == (0, True), "whole numbers do not glide"
