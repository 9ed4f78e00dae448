"""The soft margin's worked examples, degenerate data and promises."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import SoftMarginSVM, Status

FISHER_X = [(1.5, 1.5), (1, 2), (2, 0), (3, 1), (2, 3), (2.5, 2.5)]
FISHER_Y = [1, 1, 1, -1, -1, -1]
XOR_X = [(1, 1), (-1, -1), (1, -1), (-1, 1)]
XOR_Y = [1, 1, -1, -1]


def test_large_C_gives_the_hard_margin_of_the_fisher_example():
    fit = solvers.fit(SoftMarginSVM(C=1e4), FISHER_X, FISHER_Y)
    np.testing.assert_allclose(fit.w, (-8 / 5, -4 / 5), rtol=1e-13)
    assert fit.b == pytest.approx(23 / 5, rel=1e-13)
    np.testing.assert_allclose(fit.alpha, (8 / 5, 0, 0, 4 / 5, 4 / 5, 0), atol=1e-12)


def test_parallel_edges_have_the_hard_margin_although_the_closest_pair_is_not_unique():
    fit = solvers.fit(SoftMarginSVM(C=1e3), [(1, 2), (2, 0), (3, 1), (2, 3)], [1, 1, -1, -1])
    np.testing.assert_allclose(fit.w, (-4 / 3, -2 / 3), rtol=1e-13)
    assert fit.b == pytest.approx(11 / 3, rel=1e-13)
    assert fit.certificate.gap < 1e-12


def test_xor_corners_have_no_direction_and_any_offset_between_minus_one_and_one():
    fit = solvers.fit(SoftMarginSVM(C=2.0), XOR_X, XOR_Y)
    assert fit.status is Status.CONVERGED
    np.testing.assert_allclose(fit.w, 0.0, atol=1e-15)
    assert fit.outcome.b_interval == pytest.approx((-1.0, 1.0))
    assert fit.b == pytest.approx(0.0, abs=1e-15)
    assert fit.certificate.primal == pytest.approx(2.0)


def test_one_point_per_class_gives_the_perpendicular_bisector():
    fit = solvers.fit(SoftMarginSVM(C=100.0), [(0, 0), (2, 2)], [0, 1])
    np.testing.assert_allclose(fit.w, (0.5, 0.5), rtol=1e-14)
    assert fit.b == pytest.approx(-1.0)
