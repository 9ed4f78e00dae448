"""Samples of the soft margin: standardised columns, and who is inside the margin, looked at block by block."""

from __future__ import annotations

import numpy as np
import pytest

from solvers.algorithms.soft_margin.subsampling import sides
from solvers.algorithms.standardise import SAMPLE, standardise
from solvers.blocks import BLOCK


@pytest.mark.parametrize("n", [1, 100, SAMPLE, 2 * SAMPLE + 17], ids=str)
@pytest.mark.parametrize("m", [2, 5], ids=["plane", "five features"])
@pytest.mark.parametrize("offset", [0.0, 1e8], ids=["near the origin", "far from it"])
def test_samples_are_the_centred_and_signed_points(n, m, offset):
    rng = np.random.default_rng(n + m)
    Phi, y = rng.normal(size=(n, m)) * 3.0 + offset, np.where(rng.random(n) < 0.4, 1.0, -1.0)
    standard = standardise(Phi, y)
    expected = np.vstack([((Phi - standard.centre) / standard.scale).T * y, y])
    np.testing.assert_allclose(standard.Z, expected, rtol=1e-14, atol=1e-16)
    np.testing.assert_array_equal(standard.Z[:, -1], standard.column(Phi[-1], y[-1]))
    assert not standard.Z.flags.writeable
    assert np.abs(standard.Z[:-1].mean(axis=1) if n == 1 else standard.centre - Phi.mean(axis=0)).max() < 0.2


def test_the_sides_of_a_line_are_those_of_all_margins():
    rng = np.random.default_rng(7)
    Z, theta = rng.normal(size=(3, 3 * BLOCK + 5)), np.array([0.5, -0.4, 0.1])
    inside, near, total = sides(Z, theta, 0.01)
    m = theta @ Z
    np.testing.assert_array_equal(inside, m < 1.0)
    np.testing.assert_array_equal(near, np.flatnonzero(np.abs(m - 1.0) <= 0.01))
    np.testing.assert_allclose(total, Z @ (m < 1.0), rtol=1e-12)
