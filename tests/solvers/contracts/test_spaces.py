"""What every feature map and every kernel of the lists promises."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import solvers

X = np.array([[0.3, -1.7], [1.1, 0.4], [-2.2, 0.9], [0.0, 0.5], [3.0, 2.0]])
FAR = X * [8.0, 12.0] + [170.0, 70.0]


@pytest.fixture(params=solvers.FEATURE_MAPS, ids=lambda kind: kind.__name__)
def features(request: pytest.FixtureRequest) -> solvers.FeatureMap:
    return request.param().about(FAR)


@pytest.fixture(params=solvers.KERNELS, ids=lambda kind: kind.__name__)
def kernel(request: pytest.FixtureRequest) -> solvers.Kernel:
    return request.param().about(FAR)


def test_a_map_sends_every_point_somewhere_by_itself(features: solvers.FeatureMap) -> None:
    Phi = features.map(FAR)
    assert Phi.shape == (len(FAR), len(features.terms))
    assert np.isfinite(Phi).all()
    np.testing.assert_array_equal(features.map(FAR[1:3]), Phi[1:3])
    np.testing.assert_array_equal(features.mapped(FAR), Phi)
    assert features.map(FAR[:0]).shape == (0, len(features.terms))


def test_a_map_is_a_value(features: solvers.FeatureMap) -> None:
    assert features == type(features)().about(FAR)
    assert hash(features) == hash(type(features)().about(FAR))
    assert features.about(X) is features
    assert features.is_linear == np.array_equal(features.map(X), X)


def test_a_map_that_says_its_polynomials_says_them_rightly(features: solvers.FeatureMap) -> None:
    if features.polynomials is None:
        pytest.skip("its features are no polynomials")
    for x, phi in zip(FAR.tolist(), features.map(FAR).tolist(), strict=True):
        first, second = map(Fraction, x)
        for polynomial, value in zip(features.polynomials, phi, strict=True):
            assert float(
                sum(c * first**i * second**j for (i, j), c in polynomial.items())
            ) == pytest.approx(value, rel=1e-12)


def test_a_kernel_is_symmetric_and_knows_its_diagonal(kernel: solvers.Kernel) -> None:
    K = kernel.gram(FAR, FAR)
    np.testing.assert_allclose(K, K.T, rtol=1e-12)
    np.testing.assert_allclose(kernel.diagonal(FAR), K.diagonal(), rtol=1e-12)
    np.testing.assert_allclose(kernel.gram(FAR[:2], FAR), K[:2], rtol=1e-12)
    assert kernel.about(X) is kernel
    assert kernel.formula
    assert kernel.written


def test_a_kernel_that_is_an_inner_product_has_no_negative_eigenvalue(
    kernel: solvers.Kernel,
) -> None:
    if not kernel.is_mercer:
        pytest.skip("promises none")
    values = np.linalg.eigvalsh(kernel.gram(FAR, FAR))
    assert values[0] >= -1e-12 * values[-1]


def test_a_kernel_with_features_is_their_scalar_product(kernel: solvers.Kernel) -> None:
    if kernel.features is None:
        pytest.skip("has none that are few")
    Phi = kernel.features.map(FAR)
    rest = kernel.gram(FAR, FAR) - Phi @ Phi.T
    np.testing.assert_allclose(rest, rest[0, 0], atol=1e-9 * np.abs(Phi).max() ** 2)
