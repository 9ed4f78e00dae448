"""The losses as functions of the margin."""

from __future__ import annotations

import numpy as np
import pytest

from solvers.losses import LOSSES, logistic_function, relaxation_loss

MARGINS = np.array([-2.0, 0.0, 0.5, 1.0, 3.0])
VALUES = {
    "0-1": [1, 1, 0, 0, 0],
    "squared": [9, 1, 0.25, 0, 4],
    "logistic": np.log1p(np.exp(-MARGINS)),
    "hinge": [3, 1, 0.5, 0, 0],
    "perceptron": [2, 0, 0, 0, 0],
    "relaxation": [4.5, 0.5, 0.125, 0, 0],
}


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
def test_values(loss):
    assert loss.function(MARGINS) == pytest.approx(np.array(VALUES[loss.name]), rel=1e-14)
    assert loss.formula


@pytest.mark.parametrize("loss", [loss for loss in LOSSES if loss.name in ("squared", "hinge")], ids=lambda loss: loss.name)
def test_upper_bounds_of_the_training_error(loss):
    m = np.linspace(-3, 3, 101)
    assert (loss.function(m) >= LOSSES[0].function(m)).all()


def test_nothing_overflows():
    m = np.array([-1e300, -800, 800, 1e300])
    for loss in LOSSES:
        if loss.name not in ("squared", "relaxation"):
            assert np.isfinite(loss.function(m)).all()
    assert logistic_function(m) == pytest.approx([0, 0, 1, 1])
    assert logistic_function(-50.0) == pytest.approx(np.exp(-50), rel=1e-14)


def test_relaxation_with_a_margin():
    assert relaxation_loss([0.0, 2.0], margin=2.0) == pytest.approx([2, 0])
