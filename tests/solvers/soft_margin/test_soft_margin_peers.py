"""The soft margin against independent solvers, on real and on random data, always by the value of the same objective."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sklearn import datasets
from sklearn.svm import SVC

import solvers
from solvers import SoftMarginSVM

REAL = {"iris": datasets.load_iris, "wine": datasets.load_wine, "breast cancer": datasets.load_breast_cancer}


def real_pair(name, features, classes):
    bunch = REAL[name]()
    rows = np.isin(bunch.target, classes)
    return bunch.data[rows][:, features], np.where(bunch.target[rows] == classes[1], 1.0, -1.0)


def primal(X, y, C, w, b):
    return 0.5 * w @ w + C / len(y) * np.maximum(0, 1 - y * (X @ w + b)).sum()


def clarabel_optimum(X, y, C):
    """The optimal value by an interior point method with tolerances of 1e-12, on standardised data."""
    clarabel = pytest.importorskip("clarabel")
    from scipy import sparse

    n, d = X.shape
    centred = X - X.mean(axis=0)
    scale = np.sqrt((centred**2).mean())
    Z, c = centred / scale, C * scale**2 / n
    P = sparse.diags(np.r_[np.ones(d), np.zeros(1 + n)], format="csc")
    q = np.r_[np.zeros(d + 1), np.full(n, c)]
    A = sparse.csc_matrix(np.block([[-y[:, None] * Z, -y[:, None], -np.eye(n)], [np.zeros((n, d + 1)), -np.eye(n)]]))
    options = clarabel.DefaultSettings()
    options.verbose = False
    options.tol_gap_abs = options.tol_gap_rel = options.tol_feas = 1e-12
    solution = clarabel.DefaultSolver(P, q, A, np.r_[-np.ones(n), np.zeros(n)], [clarabel.NonnegativeConeT(2 * n)], options).solve()
    x = np.array(solution.x)
    return (0.5 * x[:d] @ x[:d] + c * np.maximum(0, 1 - y * (Z @ x[:d] + x[d])).sum()) / scale**2


@pytest.mark.parametrize("C", [0.1, 10.0, 1e3, 1e5])
@pytest.mark.parametrize(
    ("name", "features", "classes"),
    [
        ("iris", [2, 3], [1, 2]),
        ("iris", [0, 1], [0, 1]),
        ("iris", [0, 1], [1, 2]),
        ("wine", [0, 12], [0, 1]),
        ("wine", [4, 11], [0, 2]),
        ("wine", [9, 10], [1, 2]),
        ("breast cancer", [0, 1], [0, 1]),
        ("breast cancer", [3, 4], [0, 1]),
    ],
)
def test_real_data_unscaled_within_1e8_of_the_optimum(name, features, classes, C):
    X, y = real_pair(name, features, classes)
    fit = solvers.fit(SoftMarginSVM(C), X, y)
    best = clarabel_optimum(X, y, C)
    ours = primal(X - X.mean(axis=0), y, C, fit.w, float(fit.decision_function(X.mean(axis=0)[None])[0]))
    assert ours <= best * (1 + 1e-8)
    assert fit.certificate.dual <= best * (1 + 1e-8)
    assert abs(fit.certificate.gap) < 1e-10


def test_all_pairs_of_iris_are_certified():
    X, target = datasets.load_iris(return_X_y=True)
    for features, classes in itertools.product(itertools.combinations(range(4), 2), [(0, 1), (1, 2), (0, 2)]):
        rows = np.isin(target, classes)
        for C in (0.1, 1.0, 100.0, 1e5):
            fit = solvers.fit(SoftMarginSVM(C), X[rows][:, features], target[rows], trace=False)
            assert abs(fit.certificate.gap) < 1e-11, (features, classes, C)


@pytest.mark.parametrize("C", [0.5, 50.0])
@pytest.mark.parametrize("seed", range(4))
def test_libsvm_with_C_over_n_never_finds_a_lower_objective(C, seed):
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(120) < 0.4, 1.0, -1.0)
    X = rng.normal(0, 1, (120, 2)) + 0.8 * y[:, None]
    fit = solvers.fit(SoftMarginSVM(C), X, y)
    peer = SVC(kernel="linear", C=C / len(y), tol=1e-10).fit(X, y)
    theirs = primal(X, y, C, peer.coef_[0], peer.intercept_[0])
    assert primal(X, y, C, fit.w, fit.b) <= theirs * (1 + 1e-12)
    assert theirs <= primal(X, y, C, fit.w, fit.b) * (1 + 1e-6)
    np.testing.assert_allclose(fit.w, peer.coef_[0], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("sigma", [0.3, 2.0])
@pytest.mark.parametrize("C", [1.0, 1e3])
def test_gaussian_kernel_agrees_with_libsvm(C, sigma):
    rng = np.random.default_rng(1)
    X = rng.uniform(-1, 1, (100, 2))
    y = np.where(X[:, 0] * X[:, 1] > 0.05 * rng.normal(size=100), 1.0, -1.0)
    fit = solvers.fit(SoftMarginSVM(C), X, y, kernel=solvers.GaussianKernel(sigma))
    peer = SVC(kernel="rbf", gamma=1 / (2 * sigma**2), C=C / 100, tol=1e-10).fit(X, y)
    Z = rng.uniform(-1, 1, (50, 2))
    np.testing.assert_allclose(fit.decision_function(Z), peer.decision_function(Z), rtol=1e-5, atol=1e-5)
    assert fit.certificate.gap < 1e-9
