"""The losses as functions of the margin."""

from __future__ import annotations

import numpy as np
import pytest

from solvers.losses import (
    LOSSES,
    ZERO_ONE,
    hinge,
    logistic_function,
    perceptron,
    relaxation,
    squared_distance,
    squared_hinge,
)

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
    assert loss.value(MARGINS) == pytest.approx(np.array(VALUES[loss.name]), rel=1e-14)
    assert loss.formula


def test_nothing_overflows():
    m = np.array([-1e300, -800, 800, 1e300])
    for loss in LOSSES:
        if loss.name not in ("squared", "relaxation"):
            assert np.isfinite(loss.value(m)).all()
    assert logistic_function(m) == pytest.approx([0, 0, 1, 1])
    assert logistic_function(-50.0) == pytest.approx(np.exp(-50), rel=1e-14)


OTHERS = (
    squared_hinge(),
    hinge(0.3),
    perceptron(0.5),
    relaxation(2.0),
    squared_distance(np.linspace(-1.0, 2.0, 41)),
)


@pytest.mark.parametrize(
    "loss",
    [*(loss for loss in LOSSES if loss is not ZERO_ONE), *OTHERS],
    ids=lambda loss: loss.formula,
)
def test_the_derivative_is_that_of_the_value_and_falls_nowhere(loss):
    m = np.linspace(-3.0, 3.01, 41)  # no corner among them
    step = 1e-6
    slopes = (loss.value(m + step) - loss.value(m - step)) / (2.0 * step)
    assert loss.derivative(m) == pytest.approx(slopes, abs=1e-6)


@pytest.mark.parametrize("loss", [*LOSSES, *OTHERS], ids=lambda loss: loss.formula)
@pytest.mark.parametrize("kind", [np.float32, np.float64], ids=["single", "double"])
def test_values_keep_the_precision_of_the_margins_and_may_take_their_place(loss, kind):
    m = np.linspace(-3.0, 3.0, 41).astype(kind)
    before, values = m.copy(), loss.value(m)
    assert (m == before).all()
    assert loss.value(m, m) is m
    assert m == pytest.approx(values, rel=1e-6 if kind is np.float32 else 1e-15)
    assert loss.name == "squared" or values.dtype == kind
