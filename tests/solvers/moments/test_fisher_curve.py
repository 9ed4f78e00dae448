"""J over the angle of the projection axis."""

from __future__ import annotations

import numpy as np
import pytest

from solvers import ManyProblem, Problem, fit
from solvers.methods.fisher import Fisher
from solvers.studies.fisher_curve import fisher_curve


def test_each_angle_is_a_projection():
    rng = np.random.default_rng(0)
    y = np.repeat([-1, 1], [12, 20])
    X = rng.normal(size=(32, 2)) + y[:, None]
    angles = np.linspace(0, np.pi, 19)
    J, numerator, denominator = fisher_curve(X, y, angles)
    for k, phi in enumerate(angles):
        f = X @ [np.cos(phi), np.sin(phi)]
        plus, minus = f[y > 0], f[y < 0]
        assert numerator[k] == pytest.approx((plus.mean() - minus.mean()) ** 2, abs=1e-12)
        assert denominator[k] == pytest.approx(len(plus) * plus.var() + len(minus) * minus.var(), rel=1e-12)
        assert J[k] == pytest.approx(numerator[k] / denominator[k], rel=1e-14)


def test_the_maximum_stands_at_the_discriminant():
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1], 30)
    X = 1e8 + rng.normal(size=(60, 2)) + y[:, None]
    answer = fit(Fisher(), X, y)
    curve = fisher_curve(X, y, [np.arctan2(answer.w[1], answer.w[0])])
    assert curve.J[0] == pytest.approx(dict(answer.outcome.facts)["J"], rel=1e-13)
    assert fisher_curve(X, y, np.linspace(0, np.pi, 500)).J.max() <= curve.J[0] * (1 + 1e-14)


def test_a_zero_denominator_is_infinite_or_undefined():
    J, _, denominator = fisher_curve([(0, 0), (0, 1), (1, 0), (1, 1)], [0, 0, 1, 1], [0.0])
    assert denominator[0] == 0
    assert J[0] == np.inf
    J, numerator, denominator = fisher_curve([(0, 0), (2, 0), (1, 0)], [0, 0, 1], [0.0, np.pi / 2])
    assert numerator[0] == J[0] == 0
    assert denominator[1] == pytest.approx(0, abs=1e-30)


def test_one_class_is_a_wrong_call():
    with pytest.raises(ValueError, match="two classes"):
        fisher_curve([(0, 0), (1, 1)], [1, 1], [0.0])


@pytest.mark.parametrize("shape", [(), (1,), (0,), (2, 3)], ids=str)
def test_angles_may_have_any_shape(shape):
    rng = np.random.default_rng(2)
    X, y, angles = rng.normal(size=(9, 2)), np.repeat([0, 1], [4, 5]), rng.random(shape)
    curve = fisher_curve(X, y, angles)
    flat = fisher_curve(X, y, angles.reshape(-1))
    for values, expected in zip(curve, flat, strict=True):
        assert values.shape == shape
        assert np.array_equal(values, expected.reshape(shape))


@pytest.mark.parametrize("size", [1e160, 1e300, 1e307])
@pytest.mark.parametrize("K", [2, 3])
def test_scatters_beyond_the_numbers_are_infinite_without_a_warning(size: float, K: int) -> None:
    y = np.arange(12) % K
    X = size * np.random.default_rng(3).normal(size=(12, 2))
    assert not np.isfinite(fisher_curve(X, y, np.linspace(0.0, 3.0, 5)).denominator).all()
    moments = Problem.from_labels(X, y == 0).moments if K == 2 else ManyProblem.from_labels(X, y).moments
    assert not np.isfinite(moments.total).any()
    assert np.isfinite(moments.reach).all()
