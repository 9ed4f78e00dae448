"""Samples looked at block by block, straight from the points or as stored columns: the same numbers."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers.algorithms.sample_blocks import BLOCK, PointSamples, StoredSamples
from solvers.algorithms.soft_margin.subsampling import sides
from solvers.algorithms.standardise import standardise


def samples(n, m, offset=0.0):
    rng = np.random.default_rng(n + m)
    Phi = rng.normal(size=(n, m)) * 3.0 + offset
    y = np.where(rng.random(n) < 0.4, 1.0, -1.0)
    return PointSamples(Phi, y, Phi[:50].mean(axis=0), 2.7)


@pytest.mark.parametrize("n", [1, 100, BLOCK, 2 * BLOCK + 17], ids=str)
@pytest.mark.parametrize("m", [2, 5], ids=["plane", "five features"])
@pytest.mark.parametrize("offset", [0.0, 1e8], ids=["near the origin", "far from it"])
def test_points_and_columns_agree(n, m, offset):
    points = samples(n, m, offset)
    columns = StoredSamples(points.Z)
    expected = np.vstack([((points.Phi - points.centre) / points.scale).T * points.y, points.y])
    np.testing.assert_allclose(points.Z, expected, rtol=1e-14, atol=1e-16)
    assert points.d == columns.d == m + 1
    rows = np.arange(0, n, 7)
    np.testing.assert_array_equal(points.take(rows), columns.take(rows))
    assert points.reach >= np.abs(points.Z[:-1]).max()
    theta = np.linspace(-0.7, 0.9, m + 1)
    chosen = np.arange(n) % 3 == 0
    total = np.zeros(m + 1)
    for block, stored in zip(points.blocks(), columns.blocks(), strict=True):
        margins = block.margins(theta)
        assert block.begin == stored.begin
        np.testing.assert_allclose(margins, stored.margins(theta), atol=1e-13)
        inside = chosen[block.begin : block.begin + len(margins)]
        np.testing.assert_allclose(block.total(inside), stored.total(inside), atol=1e-10)
        total += block.total(inside)
    np.testing.assert_allclose(total, points.Z @ chosen, atol=1e-9)


def test_the_sides_of_a_line_are_those_of_all_margins():
    points, theta = samples(3 * BLOCK + 5, 2), np.array([0.5, -0.4, 0.1])
    inside, near, total = sides(points, theta, 0.01)
    m = theta @ points.Z
    np.testing.assert_array_equal(inside, m < 1.0)
    np.testing.assert_array_equal(near, np.flatnonzero(np.abs(m - 1.0) <= 0.01))
    np.testing.assert_allclose(total, points.Z @ (m < 1.0), rtol=1e-12)


@pytest.mark.parametrize("n", [500, 40_000], ids=["few", "many"])
def test_many_samples_are_stored_only_when_somebody_asks(n):
    rng = np.random.default_rng(3)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    X = rng.normal(size=(n, 2)) + y[:, None]
    fit = solvers.fit(solvers.SoftMarginSVM(), X, y)
    standard = fit.problem.standardised
    assert fit.status is solvers.Status.CONVERGED
    assert abs(fit.certificate.gap) < 1e-13
    assert ("Z" in standard.samples.__dict__) == (n == 500)
    np.testing.assert_allclose(standard.Z, standardise(fit.problem.Phi, y).Z, rtol=0)
    assert not standard.Z.flags.writeable
