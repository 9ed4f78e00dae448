"""Formulas of docs/maths.md, each quoted as it stands on the page and evaluated on one data set."""

import math
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import by_hand
import numpy as np
import pytest
from scipy.optimize import linprog

import solvers
from solvers import (
    LMS,
    BayesianLogistic,
    Fisher,
    FormulaFeatures,
    GaussianGenerative,
    GaussianKernel,
    GaussianPopulation,
    HardMarginSVM,
    HoKashyap,
    LeastSquares,
    LinearMachine,
    LogisticRegression,
    MeanDifference,
    MulticlassSVM,
    MultinomialNaiveBayes,
    OneVsOne,
    Perceptron,
    Polynomial,
    Populations,
    Problem,
    Relaxation,
    ScoreCurve,
    SoftMarginSVM,
    Softmax,
    cross_validate,
    leave_one_out_scores,
    soft_margin_path,
)

PAGE = Path(__file__).parents[2] / "docs" / "maths.md"
N = 24
Y = np.where(np.arange(N) % 3, 1.0, -1.0)
X = np.random.default_rng(7).normal(0.0, 1.0, (N, 2)) + 0.8 * Y[:, None]
FAR = X + 4.0 * Y[:, None]  # the same points, separable
PLUS, MINUS = X[Y > 0.0], X[Y < 0.0]
P, M = len(PLUS), len(MINUS)
UP, DOWN = PLUS.mean(axis=0), MINUS.mean(axis=0)
D = UP - DOWN
C_W = sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in (PLUS, MINUS))
C_B = np.outer(D, D)
ONES = np.column_stack([np.ones(N), X])


@cache
def fitted(method: solvers.Method, *, is_far: bool = False) -> solvers.Fit:
    return solvers.fit(method, FAR if is_far else X, Y)


def _random() -> np.random.Generator:
    return np.random.default_rng(8)


def near(one: object, other: object, tolerance: float = 1e-6) -> None:
    np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)


def log_loss(m: np.ndarray) -> np.ndarray:
    return np.logaddexp(0.0, -m)


def fisher() -> None:
    w = fitted(Fisher()).w
    near(w, np.linalg.solve(C_W, D))
    J = float(w @ D) ** 2 / float(w @ C_W @ w)
    near(J, D @ w)
    # the gradient 2 (C_B w − J C_W w)/<w, C_W w> is 0
    near(C_B @ w, J * C_W @ w)


def split_scatter() -> None:
    near((X - X.mean(0)).T @ (X - X.mean(0)), C_W + P * M / N * C_B)


def midpoint() -> None:
    fit = fitted(Fisher(offset="midpoint"))
    near(fit.b, -0.5 * fit.w @ (UP + DOWN))


def prior_rule() -> None:
    fit, gaussian = fitted(Fisher(offset="prior")), fitted(GaussianGenerative())
    near(fit.b, -0.5 * fit.w @ (UP + DOWN) + np.log(P / M) / N)
    near(fit.b / np.linalg.norm(fit.w), gaussian.b / np.linalg.norm(gaussian.w))


def mean_difference() -> None:
    near(fitted(MeanDifference()).w, D)


def least_squares() -> None:
    fit = fitted(LeastSquares())
    near(np.append(fit.b, fit.w), np.linalg.pinv(Y[:, None] * ONES) @ np.ones(N))
    direction = np.linalg.solve(C_W, D)
    near(fit.w[0] * direction[1], fit.w[1] * direction[0])


def shared_covariance() -> None:
    fit, S = fitted(GaussianGenerative()), C_W / N
    near(fit.w, np.linalg.solve(S, D))
    near(fit.b, -0.5 * fit.w @ (UP + DOWN) + np.log(P / M))


def logistic() -> None:
    fit = fitted(LogisticRegression(l2=0.05))
    f, t = X @ fit.w + fit.b, (Y + 1.0) / 2.0
    p = 1.0 / (1.0 + np.exp(-f))
    gradient = ((p - t)[:, None] * ONES).mean(axis=0) + 2.0 * 0.05 * np.append(0.0, fit.w)
    near(gradient, 0.0)
    alpha = np.abs(t - p) / N
    near((alpha * Y) @ X / (2.0 * 0.05), fit.w)
    near(alpha @ Y, 0.0)
    q = N * alpha
    entropy = -(q * np.log(q) + (1.0 - q) * np.log(1.0 - q))
    dual = entropy.mean() - float(np.sum(((alpha * Y) @ X) ** 2)) / (4.0 * 0.05)
    near(dual, log_loss(Y * f).mean() + 0.05 * fit.w @ fit.w)


def bayesian() -> None:
    l2 = 1.0 / (2.0 * N * BayesianLogistic().prior_variance)
    near(fitted(BayesianLogistic()).w, fitted(LogisticRegression(l2=l2)).w, 1e-5)


def hard_margin() -> None:
    fit = fitted(HardMarginSVM(), is_far=True)
    alpha, gamma = fit.alpha, fit.alpha.sum()
    near((alpha * Y) @ FAR, fit.w)
    near(alpha @ Y, 0.0)
    beta = 2.0 * alpha / gamma
    p, q = (beta[rows] @ FAR[rows] for rows in (Y > 0.0, Y < 0.0))
    c = float((p - q) @ (p - q))
    near(fit.w, 2.0 * (p - q) / c)
    near(fit.b, -0.5 * fit.w @ (p + q))
    near(1.0 / np.linalg.norm(fit.w), 0.5 * np.sqrt(c))
    near(gamma, 4.0 / c)
    near(gamma - 0.5 * fit.w @ fit.w, 2.0 / c)


def lemma_three() -> None:
    alpha = fitted(HardMarginSVM(), is_far=True).alpha * 0.7
    gamma, w = alpha.sum(), (alpha * Y) @ FAR
    c = float(np.sum((2.0 / gamma * w) ** 2))
    near(gamma - 0.5 * w @ w, gamma - gamma**2 * c / 8.0)


def soft_margin() -> None:
    fit, C = fitted(SoftMarginSVM(C=3.0)), 3.0
    m, alpha = Y * (X @ fit.w + fit.b), fit.alpha
    xi = np.maximum(0.0, 1.0 - m)
    near((alpha * Y) @ X, fit.w)
    near(alpha * (1.0 - xi - m), 0.0)
    near((C / N - alpha) * xi, 0.0)
    near(0.5 * fit.w @ fit.w + C * xi.mean(), alpha.sum() - 0.5 * fit.w @ fit.w)


def other_scaling() -> None:
    # ‖w‖² + Σ xi is C = n/2
    fit = fitted(SoftMarginSVM(C=N / 2.0))

    def value(w: np.ndarray, b: float) -> float:
        return float(w @ w + np.maximum(0.0, 1.0 - Y * (X @ w + b)).sum())

    for step in _random().normal(0.0, 1e-3, (50, 3)):
        assert value(fit.w + step[:2], fit.b + step[2]) >= value(fit.w, fit.b) - 1e-9


def novikoff() -> None:
    Z = Y[:, None] * np.column_stack([np.ones(N), FAR])
    unit = solvers.fit(
        HardMarginSVM(fit_intercept=False), FAR, Y, features=FormulaFeatures("1, x1, x2")
    )
    gamma = float((Z @ unit.w).min() / np.linalg.norm(unit.w))
    a, updates = np.zeros(3), 0
    while (Z @ a <= 0.0).any():
        a, updates = a + Z[int((Z @ a <= 0.0).argmax())], updates + 1
    assert updates <= (np.linalg.norm(Z, axis=1).max() / gamma) ** 2
    assert fitted(Perceptron(), is_far=True).certificate.errors == 0


def average_line() -> None:
    a, c, lines, Z = np.zeros(3), 0, [], Y[:, None] * ONES
    for z in np.tile(Z, (50, 1)):
        if a @ z > 0.0:
            c += 1
        else:
            lines.append((c, a))
            a, c = a + z, 1
    c_k, a_k = (np.array(column) for column in zip(*lines, (c, a), strict=True))
    assert sum(c_k) == 50 * N
    fit = fitted(Perceptron(keep="average", max_epochs=50))
    near([fit.b, *fit.w], c_k @ a_k / sum(c_k))


def kernel_machine() -> None:
    K = GaussianKernel(1.0).gram(X, X)
    fit = solvers.fit(SoftMarginSVM(C=30.0), X, Y, kernel=GaussianKernel(1.0))
    F, top = K @ (fit.alpha * Y) - Y, 30.0 / N
    free = (fit.alpha > 1e-6 * top) & (fit.alpha < (1.0 - 1e-6) * top)
    assert free.any()
    near(F[free], np.full(free.sum(), -fit.b), 1e-5)
    near(fit.decision_function(X), F + Y + fit.b, 1e-5)


def prior_of_many_means() -> None:
    X_, labels = X[UNEQUAL], LABELS[UNEQUAL]
    fit, n = solvers.fit(MeanDifference(offset="prior"), X_, labels), len(labels)
    groups = [X_[labels == k] for k in range(3)]
    counts = np.array([len(group) for group in groups])
    assert len(set(counts.tolist())) == 3
    variance = sum(((group - group.mean(0)) ** 2).sum() for group in groups) / (2 * n)
    means = np.array([group.mean(0) for group in groups])
    expected = X_ @ means.T - 0.5 * (means**2).sum(axis=1) + variance * np.log(counts / n)
    found = fit.class_scores(X_)
    near(found - found[:, :1], expected - expected[:, :1])


def offsets_of_many_classes() -> None:
    """Every loss is counted here: with w fixed the best b are a polytope, whose ends are linear
    programs.
    """
    fit = solvers.fit(MulticlassSVM(C=0.2), X, LABELS)
    W, K = fit.last.W, 3
    f = X @ W.T
    rows, limits = [], []
    for i, y in enumerate(LABELS.tolist()):
        for k in range(K):
            if k != y:
                row = np.zeros(K + N)
                row[k], row[y], row[K + i] = 1.0, -1.0, -1.0
                rows.append(row)
                limits.append(f[i, y] - f[i, k] - 1.0)
    bounds = [(None, None)] * K + [(0.0, None)] * N
    of_losses = np.append(np.zeros(K), np.ones(N))

    def solved(cost: np.ndarray, most: float | None) -> float:
        A = [*rows, *([of_losses] if most is not None else [])]
        b = [*limits, *([most] if most is not None else [])]
        found = linprog(
            cost, A_ub=A, b_ub=b, A_eq=[[1.0] * K + [0.0] * N], b_eq=[0.0], bounds=bounds
        )
        assert found.status == 0
        return float(found.fun)

    least = solved(of_losses, None) * (1.0 + 1e-9)
    p = np.zeros((K, K))
    for k in range(K):
        for other in range(K):
            cost = np.zeros(K + N)
            cost[k] += 1.0
            cost[other] -= 1.0
            p[k, other] = solved(cost, least)
    b = fit.last.b - fit.last.b.mean()
    differences = b[:, None] - b
    assert (p - 1e-6 <= differences).all()
    assert (differences <= -p.T + 1e-6).all()
    assert (-p.T - p).max() > 1e-3  # b is not unique here
    near(b, (p - p.T).sum(axis=1) / (2 * K), 1e-5)


def curvature_of_a_group() -> None:
    """What a common shift of a group, which costs nothing, leaves of the curvatures D."""
    alpha, s = _random().random((2, 4)) + 0.1
    D = alpha / s
    H = np.diag(D) - np.outer(D, D) / D.sum()
    for u in _random().normal(size=(20, 4)):
        shift = (D * u).sum() / D.sum()
        near(u @ H @ u, (D * (u - shift) ** 2).sum())
        for other in (shift - 0.1, shift + 0.1):
            assert (D * (u - other) ** 2).sum() > u @ H @ u
    p = D / D.sum()  # shares, as the probabilities of softmax are
    near(H / D.sum(), np.diag(p) - np.outer(p, p))


def word_counts() -> None:
    counts = np.floor(np.abs(3.0 * X))
    fit = solvers.fit(MultinomialNaiveBayes(), counts, Y)
    theta = [counts[rows].sum(axis=0) + 1.0 for rows in (Y > 0.0, Y < 0.0)]
    logs = [np.log(one / one.sum()) for one in theta]
    near(fit.w, logs[0] - logs[1])
    near(fit.b, np.log(P / M))


def kernel_of_polynomials() -> None:
    features = Polynomial(3).about(X)
    products = features.map(X) @ features.map(X).T
    origin, units = np.array(features.origin), np.array(features.units)
    u = (X - origin) / units
    near(products, (u @ u.T + 1.0) ** 3 - 1.0)


def gaussian_kernel() -> None:
    K = GaussianKernel(1.5).gram(X, X)
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    near(K, np.exp(-squares / (2.0 * 1.5**2)))


LABELS = np.arange(N) % 3
UNEQUAL = np.arange(N) < np.array([9, 15, N])[LABELS]  # three classes of 3, 5 and 8 points


def softmax() -> None:
    fit = solvers.fit(Softmax(l2=0.02), X, LABELS)
    W, b = fit.weights
    near(W.sum(axis=0), 0.0)
    scores = np.exp(X @ W.T + b)
    share = scores / scores.sum(axis=1, keepdims=True) - np.eye(3)[LABELS]
    near(share.T @ X / N + 2.0 * 0.02 * W, 0.0, 1e-5)
    near(share.sum(axis=0), 0.0, 1e-5)


def two_of_softmax() -> None:
    W, b = _as_many(Softmax(l2=0.1))
    plain = fitted(LogisticRegression(l2=0.05))
    near(W[1] - W[0], plain.w, 1e-5)
    near(b[1] - b[0], plain.b, 1e-5)
    near((W**2).sum(), np.sum((W[1] - W[0]) ** 2) / 2.0, 1e-5)


def _as_many(method: solvers.ManyMethod) -> tuple[np.ndarray, np.ndarray]:
    labels = (Y > 0.0).astype(int)
    problem = solvers.ManyProblem.from_labels(X, labels)
    return solvers.solve(method, problem).weights


def crammer_and_singer() -> None:
    W, _ = _as_many(MulticlassSVM(C=3.0))
    plain = fitted(SoftMarginSVM(C=6.0))
    near(W[1] - W[0], plain.w, 1e-4)


def fisher_bound() -> None:
    w = _random().normal(size=2)
    r = D - C_W @ w
    near(2.0 * w @ D - w @ C_W @ w + r @ np.linalg.solve(C_W, r), D @ np.linalg.solve(C_W, D))
    near(C_W @ np.linalg.solve(C_W, D), D)


def principal_component() -> None:
    values, vectors = np.linalg.eigh((X - X.mean(0)).T @ (X - X.mean(0)))
    quotient = [v @ vectors @ np.diag(values) @ vectors.T @ v / (v @ v) for v in _directions()]
    assert max(quotient) <= values[-1] + 1e-9
    near(vectors[:, -1] @ vectors @ np.diag(values) @ vectors.T @ vectors[:, -1], values[-1])


def _directions() -> np.ndarray:
    angles = np.linspace(0.0, np.pi, 50)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def fisher_example() -> None:
    plus, minus = (by_hand.lesson("fisher-example").of(k) for k in (1, 0))
    d = plus.mean(0) - minus.mean(0)
    sums = sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in (plus, minus))
    w = np.linalg.solve(sums, d)
    near(w, [-19.0, -9.0])
    near(d @ w, 28.0)
    averaged = 0.5 * (np.cov(plus.T) + np.cov(minus.T))
    near(np.linalg.solve(averaged, d), [-76.0, -36.0])
    near(d @ np.linalg.solve(averaged, d), 112.0)
    # the forms of J divide the sums of three points by n_i - 1, by n_i, or average them
    near([d @ np.linalg.solve(sums / k, d) for k in (2, 3)], [56.0, 84.0])


def ridge() -> None:
    fit = fitted(LeastSquares(ridge=2.0))
    residual = Y - X @ fit.w - fit.b
    near(residual.sum(), 0.0)
    near(X.T @ residual, 2.0 * fit.w)
    c, best = float(fit.w @ fit.w), float(residual @ residual)
    for direction in _random().normal(size=(200, 2)):
        errors = Y - X @ (direction * np.sqrt(c) / max(np.linalg.norm(direction), np.sqrt(c)))
        assert float(((errors - errors.mean()) ** 2).sum()) >= best - 1e-9
    near((Y - ONES @ np.append(fit.b, fit.w)) ** 2, (1.0 - Y * (X @ fit.w + fit.b)) ** 2)


def limit_of_pseudo_inverse() -> None:
    Z = Y[:, None] * ONES
    near(np.linalg.solve(Z.T @ Z + 1e-9 * np.eye(3), Z.T), np.linalg.pinv(Z))


def normal_equations() -> None:
    w = fitted(LeastSquares()).w
    left = (C_W + P * M / N * C_B) @ w
    near(left[0] * D[1], left[1] * D[0])


def posterior_of_normals() -> None:
    S, p = C_W / N, 0.3
    A = np.linalg.inv(S)
    densities = [np.exp(-0.5 * np.einsum("ij,jk,ik->i", X - m, A, X - m)) for m in (UP, DOWN)]
    w = A @ D
    b = -0.5 * w @ (UP + DOWN) + np.log(p / (1.0 - p))
    share = p * densities[0] / (p * densities[0] + (1.0 - p) * densities[1])
    near(share, 1.0 / (1.0 + np.exp(-(X @ w + b))))
    near(b - np.log(p / (1.0 - p)), 0.5 * (DOWN @ A @ DOWN - UP @ A @ UP))


def bayes_error() -> None:
    S = C_W / N
    shape = ((S[0, 0], S[0, 1]), (S[0, 1], S[1, 1]))
    minus, plus = (GaussianPopulation(tuple(m), shape) for m in (DOWN, UP))
    delta = np.sqrt(D @ np.linalg.solve(S, D))
    normal = 0.5 * math.erfc(0.5 * delta / math.sqrt(2.0))
    near(Populations(minus, plus).bayes_error, normal)


def hessian_and_irls() -> None:
    l2, a = 0.05, np.array([0.2, 0.5, -0.3])
    t = (Y + 1.0) / 2.0

    def gradient(a: np.ndarray) -> np.ndarray:
        p = 1.0 / (1.0 + np.exp(-ONES @ a))
        return ((p - t)[:, None] * ONES).mean(0) + 2.0 * l2 * np.append(0.0, a[1:])

    f = ONES @ a
    p = 1.0 / (1.0 + np.exp(-f))
    H = (ONES * (p * (1.0 - p))[:, None]).T @ ONES / N
    with_penalty = H + 2.0 * l2 * np.diag([0.0, 1.0, 1.0])
    differences = [(gradient(a + 1e-5 * e) - gradient(a - 1e-5 * e)) / 2e-5 for e in np.eye(3)]
    near(differences, with_penalty, 1e-5)
    # without a penalty, in the letters of [H]
    W, other = np.diag(p * (1.0 - p)), np.diag(np.where(Y > 0.0, 1.0 - p, p))
    near(-ONES.T @ other @ Y / N, ((p - t)[:, None] * ONES).mean(0))
    near(ONES.T @ W @ ONES / N, H)
    Z = f + np.linalg.solve(W, other @ Y)
    near(Z, f + (t - p) / (p * (1.0 - p)))
    step = a - np.linalg.solve(H, ((p - t)[:, None] * ONES).mean(0))
    near(np.linalg.solve(ONES.T @ W @ ONES, ONES.T @ W @ Z), step)
    near(-np.log(np.where(Y > 0.0, p, 1.0 - p)), log_loss(Y * f))


def constant_of_other_libraries() -> None:
    # ½‖w‖² + C Σ loss is a multiple of the mean loss + l2 ‖w‖²
    l2 = 0.05
    C = 1.0 / (2.0 * l2 * N)
    w, b = _random().normal(size=2), 0.3
    losses = log_loss(Y * (X @ w + b))
    near(0.5 * w @ w + C * losses.sum(), (losses.mean() + l2 * w @ w) / (2.0 * l2))


def self_concordance() -> None:
    for l2 in (0.0, 0.01):
        fit = fitted(LogisticRegression(l2=l2))
        best = np.append(fit.b, fit.w)

        def value(a: np.ndarray, l2: float = l2) -> float:
            return float(log_loss(Y * (ONES @ a)).mean() + l2 * a[1:] @ a[1:])

        for step in 0.3 * _random().normal(size=(20, 3)):
            a = best + step
            p = 1.0 / (1.0 + np.exp(-ONES @ a))
            penalty = 2.0 * l2 * np.array([0.0, 1.0, 1.0])
            g = ((p - (Y > 0.0))[:, None] * ONES).mean(0) + penalty * a
            H = (ONES * (p * (1.0 - p))[:, None]).T @ ONES / N + np.diag(penalty)
            size = np.sqrt(g @ np.linalg.solve(H, g))
            R = np.sqrt(max(np.einsum("ij,jk,ik->i", ONES, np.linalg.inv(H), ONES)))
            u = size * R
            if u < 1.0:
                bound = (u + (1.0 - u) * np.log(1.0 - u)) / R**2
                assert value(a) - value(best) <= bound + 1e-9


def averaged_probability() -> None:
    method = BayesianLogistic()
    fit = fitted(method)
    penalty = np.array([0.0, 1.0, 1.0]) / method.prior_variance
    f = ONES @ np.append(fit.b, fit.w)
    p = 1.0 / (1.0 + np.exp(-f))
    S = np.linalg.inv((ONES * (p * (1.0 - p))[:, None]).T @ ONES + np.diag(penalty))
    s2 = np.einsum("ij,jk,ik->i", ONES, S, ONES)
    kappa = (1.0 + np.pi * s2 / 8.0) ** -0.5
    averaged = 1.0 / (1.0 + np.exp(-kappa * f))
    near(fit.predict_proba(X)[:, 1], averaged, 1e-5)
    # the integral that it stands for
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    exact = (1.0 / (1.0 + np.exp(-(f[:, None] + np.sqrt(s2)[:, None] * nodes)))) @ weights
    near(averaged, exact / weights.sum(), 0.02)


def class_weights() -> None:
    v = np.where(Y > 0.0, 3.0, 1.0)
    fit = fitted(LogisticRegression(l2=0.05, positive_weight=3.0))
    f, t = X @ fit.w + fit.b, (Y + 1.0) / 2.0
    p = 1.0 / (1.0 + np.exp(-f))
    near((v * (p - t))[:, None].T @ ONES / N + 2.0 * 0.05 * np.append(0.0, fit.w), np.zeros((1, 3)))
    alpha = v * np.abs(t - p) / N
    near((alpha * Y) @ X / (2.0 * 0.05), fit.w)
    q = N * alpha / v
    entropy = -v * (q * np.log(q) + (1.0 - q) * np.log(1.0 - q))
    dual = entropy.mean() - float(np.sum(((alpha * Y) @ X) ** 2)) / (4.0 * 0.05)
    near(dual, (v * log_loss(Y * f)).mean() + 0.05 * fit.w @ fit.w)
    svm = fitted(SoftMarginSVM(C=3.0, positive_weight=3.0))
    assert (svm.alpha >= 0.0).all()
    assert (svm.alpha <= v * 3.0 / N + 1e-9).all()
    xi = np.maximum(0.0, 1.0 - Y * (X @ svm.w + svm.b))
    near(0.5 * svm.w @ svm.w + 3.0 * (v * xi).mean(), svm.alpha.sum() - 0.5 * svm.w @ svm.w)


def weights_are_copies() -> None:
    times = np.where(np.arange(N) % 4, 1.0, 2.0)
    rows = np.repeat(np.arange(N), times.astype(int))
    weighed = solvers.fit(SoftMarginSVM(C=2.0), X, Y, sample_weight=times)
    near(weighed.w, solvers.fit(SoftMarginSVM(C=2.0), X[rows], Y[rows]).w, 1e-5)
    counts = {1.0: P, -1.0: M}
    balanced = {label: N / (2.0 * count) for label, count in counts.items()}
    one = solvers.fit(LogisticRegression(), X, Y, class_weight="balanced")
    other = solvers.fit(LogisticRegression(), X, Y, class_weight=balanced)
    near(one.w, other.w)
    v = np.where(Y > 0.0, balanced[1.0], balanced[-1.0])
    p = 1.0 / (1.0 + np.exp(-(X @ one.w + one.b)))
    near((v * (p - (Y > 0.0))).sum(), 0.0)
    squares = solvers.fit(LeastSquares(ridge=1.5), X, Y, class_weight=balanced)
    residual = v * (Y - X @ squares.w - squares.b)
    near(X.T @ residual, 1.5 * squares.w)


def corrections() -> None:
    Z = Y[:, None] * np.column_stack([np.ones(N), FAR])
    rules = {
        Perceptron(): lambda a, z: a + z,
        Relaxation(margin=1.0): lambda a, z: a + 1.0 * (1.0 - a @ z) / (z @ z) * z,
    }
    for method, correct in rules.items():
        fit = fitted(method, is_far=True)
        threshold, rate = getattr(method, "margin", 0.0), getattr(method, "rate", 1.0)
        a, found = np.zeros(3), 0
        for _ in range(method.max_epochs):
            before = found
            for z in Z:
                if a @ z <= threshold:
                    a, found = a + rate * (correct(a, z) - a), found + 1
            if found == before:
                break
        near(a, np.append(fit.b, fit.w))


def lms_step() -> None:
    method = LMS(order="cyclic", max_epochs=1, standardise="never")
    fit, a = fitted(method), np.zeros(3)
    for k, z in enumerate(Y[:, None] * ONES, start=1):
        a = a + min(method.rate / k, 1.0 / (z @ z)) * (1.0 - a @ z) * z
    near(a, np.append(fit.history[-1].b, fit.history[-1].w))


def ho_kashyap() -> None:
    Z, method = Y[:, None] * np.column_stack([np.ones(N), FAR]), HoKashyap()
    fit, t = fitted(method, is_far=True), np.ones(N)
    a = np.linalg.pinv(Z) @ t
    for step in fit.history[1:6]:
        e = Z @ a - t
        near(Z.T @ e, 0.0)
        t = t + method.rate * (e + np.abs(e))
        a = np.linalg.pinv(Z) @ t
        near(a, np.append(step.b, step.w), 1e-4)
    # classes that overlap: in the end e <= 0 is not 0, which a solution a would forbid
    Z, t = Y[:, None] * ONES, np.ones(N)
    for _ in range(20_000):
        e = Z @ (np.linalg.pinv(Z) @ t) - t
        if (e <= 1e-9).all():
            break
        t = t + 0.9 * (e + np.abs(e))
    assert (e <= 1e-9).all()
    assert e.min() < -0.01
    near(Z.T @ e, 0.0)


def distances_of_samples() -> None:
    a = np.array([0.1, 0.5, -0.4])
    Z = Y[:, None] * ONES
    wrong = Z @ a <= 0.0
    near(np.sum(-(Z @ a)[wrong]), np.linalg.norm(a) * np.sum(-(Z @ (a / np.linalg.norm(a)))[wrong]))


def dual_of_the_margin() -> None:
    fit = fitted(HardMarginSVM(), is_far=True)
    alpha, b = fit.alpha, 0.7

    def L(w: np.ndarray) -> float:
        return float(0.5 * w @ w + alpha @ (1.0 - Y * (FAR @ w + b)))

    q = float(alpha.sum() - 0.5 * fit.w @ fit.w)
    near(L(fit.w), q)
    for step in 0.1 * _random().normal(size=(20, 2)):
        assert L(fit.w + step) >= q
    near(fit.w @ fit.w, fit.alpha.sum())


def dual_of_the_soft_margin() -> None:
    fit, C = fitted(SoftMarginSVM(C=3.0)), 3.0
    alpha, beta = fit.alpha, 3.0 / N - fit.alpha
    w, b, xi = fit.w, 0.2, np.abs(_random().normal(size=N))
    L = 0.5 * w @ w + C * xi.mean() + alpha @ (1.0 - xi - Y * (X @ w + b)) - beta @ xi
    near(L, alpha.sum() - 0.5 * w @ w)
    free = (alpha > 1e-9) & (alpha < C / N - 1e-9)
    near((Y - X @ w)[free], fit.b)


def subgradient_step() -> None:
    # a subgradient of the hinge: the objective falls along it to first order
    w, b = np.array([0.3, -0.2]), 0.1
    hinges = Y * (X @ w + b) < 1.0
    g = w / 3.0 - (Y[:, None] * X)[hinges].sum(0) / N
    slope = -Y[hinges].sum() / N
    t = 1e-6

    def value(w: np.ndarray, b: float) -> float:
        return float(0.5 * w @ w / 3.0 + np.maximum(0.0, 1.0 - Y * (X @ w + b)).mean())

    change = (value(w - t * g, b - t * slope) - value(w, b)) / t
    near(change, -(g @ g + slope**2), 1e-4)


def pair_of_multipliers() -> None:
    K = X @ X.T
    s = np.zeros(N)
    F = K @ s - Y
    i, j = int(np.argmin(F)), int(np.argmax(F))
    q = K[i, i] + K[j, j] - 2.0 * K[i, j]
    best = (F[j] - F[i]) / q

    def dual(t: float) -> float:
        moved = s + t * (np.arange(N) == i) - t * (np.arange(N) == j)
        return float(Y @ moved - 0.5 * moved @ K @ moved)

    assert all(dual(best) >= dual(t) for t in np.linspace(0.0, 2.0 * best, 41))
    near(dual(best) - dual(0.0), 0.5 * (F[j] - F[i]) ** 2 / q)


def path_is_linear() -> None:
    path = soft_margin_path(X, Y)
    breaks = [float(C) for C in path.C]
    widest = max(range(len(breaks) - 1), key=lambda k: breaks[k + 1] / breaks[k])
    low, high = breaks[widest], breaks[widest + 1]
    one, middle, other = (fitted(SoftMarginSVM(C=C)) for C in (low, 0.5 * (low + high), high))
    near(middle.w, 0.5 * (one.w + other.w), 1e-5)


def left_out() -> None:
    ridge = 1.5
    fit = fitted(LeastSquares(ridge=ridge))
    H = ONES @ np.linalg.solve(ONES.T @ ONES + ridge * np.diag([0.0, 1.0, 1.0]), ONES.T)
    residual = (Y - X @ fit.w - fit.b) / (1.0 - H.diagonal())
    for k in range(0, N, 5):
        rest = np.arange(N) != k
        other = solvers.fit(LeastSquares(ridge=ridge), X[rest], Y[rest])
        near(Y[k] - X[k] @ other.w - other.b, residual[k])
    scores = leave_one_out_scores(Fisher(offset="midpoint"), Problem(X, Y))
    for k in range(0, N, 5):
        rest = np.arange(N) != k
        other = solvers.fit(Fisher(offset="midpoint"), X[rest], Y[rest])
        near(scores[k], X[k] @ other.w + other.b)


def spread_of_folds() -> None:
    result = cross_validate(LeastSquares(), X, Y, folds=5)
    near(result.standard_error, np.std(result.test_errors, ddof=1) / np.sqrt(5))


def area_of_the_curve() -> None:
    f = fitted(Fisher()).decision_function(X)
    pairs = f[Y > 0.0][:, None] - f[Y < 0.0][None]
    near(ScoreCurve.of(f, Y > 0.0).auc, ((pairs > 0.0) + 0.5 * (pairs == 0.0)).mean())


def scores_of_many() -> None:
    fit = solvers.fit(GaussianGenerative(), X, LABELS)
    scores = fit.class_scores(X)
    shares = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    near(fit.predict_proba(X), shares)
    leads = scores[:, 1] - np.delete(scores, 1, axis=1).max(1)
    assert ((leads > 0.0) == (fit.predict(X) == 1)).all()


def bounds_of_softmax() -> None:
    l2 = 0.02
    fit = solvers.fit(Softmax(l2=l2), X, LABELS)
    W, b = fit.weights
    near(b.sum(), 0.0)
    P_ = np.exp(X @ W.T + b)
    P_ /= P_.sum(1, keepdims=True)
    T = np.eye(3)[LABELS]
    G = (P_ - T).T @ X / N
    primal = -np.log(P_[np.arange(N), LABELS]).mean() + l2 * (W**2).sum()
    dual = -(P_ * np.log(P_)).sum(1).mean() - (G**2).sum() / (4.0 * l2)
    near(dual, primal, 1e-5)


def minimum_of_softmax() -> None:
    l2 = 0.02
    fit = solvers.fit(Softmax(l2=l2), X, LABELS)
    T, penalty = np.eye(3)[LABELS], 2.0 * l2 * np.kron(np.eye(3), np.diag([0.0, 1.0, 1.0]))

    def shares(theta: np.ndarray) -> np.ndarray:
        scores = np.exp(ONES @ theta.reshape(3, 3).T)
        return scores / scores.sum(1, keepdims=True)

    def value(theta: np.ndarray) -> float:
        own = shares(theta)[np.arange(N), LABELS]
        return float(-np.log(own).mean() + 0.5 * theta @ penalty @ theta)

    W, b = fit.weights
    best = np.column_stack([b, W]).ravel()
    for step in 0.1 * _random().normal(size=(10, 9)):
        theta = best + step
        S = shares(theta)
        g = ((S - T).T @ ONES / N).ravel() + penalty @ theta
        bends = [
            np.kron(np.diag(s) - np.outer(s, s), np.outer(u, u))
            for s, u in zip(S, ONES, strict=True)
        ]
        H = penalty + np.mean(bends, axis=0)
        inverse = np.linalg.pinv(H)
        nu = np.sqrt(g @ inverse @ g)
        ranges = [
            z @ inverse @ z
            for u in ONES
            for k, j in ((0, 1), (0, 2), (1, 2))
            for z in [np.kron(np.eye(3)[k] - np.eye(3)[j], u)]
        ]
        x = nu * np.sqrt(max(ranges))
        if x < 1.0:
            assert (
                value(theta) - value(best)
                <= nu**2 * (x + (1.0 - x) * np.log(1.0 - x)) / x**2 + 1e-9
            )


def two_alternatives() -> None:
    W, b = _random().normal(size=(3, 2)), _random().normal(size=3)
    f = X @ W.T + b
    own = f[np.arange(N), LABELS]
    shifted = 1.0 + f - own[:, None]
    shifted[np.arange(N), LABELS] = 0.0
    crammer = shifted.max(1)
    weston = np.maximum(0.0, np.where(np.eye(3)[LABELS] > 0.0, 0.0, shifted)).sum(1)
    for loss, values in (("crammer-singer", crammer), ("weston-watkins", weston)):
        method = MulticlassSVM(C=3.0, loss=loss)
        fit = solvers.fit(method, X, LABELS)
        best = fit.certificate.primal
        assert 0.5 * (W**2).sum() + 3.0 * values.mean() >= best - 1e-9


def two_of_a_scheme() -> None:
    problem = solvers.ManyProblem.from_labels(FAR, (Y > 0.0).astype(int))
    machine = solvers.solve(LinearMachine(), problem)
    plain = fitted(Perceptron(), is_far=True)
    W, b = machine.weights
    near(np.append(b[1] - b[0], W[1] - W[0]), 2.0 * np.append(plain.b, plain.w))
    lambdas = np.linalg.eigvals(np.linalg.solve(C_W, P * M / N * C_B)).real
    near(lambdas.max(), P * M / N * (D @ np.linalg.solve(C_W, D)))
    centred = W - W.mean(0)
    near(0.5 * (centred**2).sum(), 0.25 * np.sum((W[1] - W[0]) ** 2))
    squares = solvers.solve(
        LeastSquares(), solvers.ManyProblem.from_labels(X, (Y > 0.0).astype(int))
    )
    near(squares.as_pair.w, fitted(LeastSquares()).w)


def kesler() -> None:
    far = X + 6.0 * np.array([[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]])[LABELS]
    ones = np.column_stack([np.ones(N), far])
    rows = [
        np.kron(np.eye(3)[y] - np.eye(3)[rival], z)
        for y, z in zip(LABELS, ones, strict=True)
        for rival in range(3)
        if rival != y
    ]
    Z = np.array(rows)
    svm = solvers.fit(
        HardMarginSVM(fit_intercept=False),
        np.vstack([Z, -Z]),
        np.repeat([1.0, -1.0], len(Z)),
    )
    gamma = 1.0 / np.linalg.norm(svm.w)
    machine = solvers.fit(LinearMachine(), far, LABELS)
    assert machine.facts["updates"] <= (Z**2).sum(1).max() / gamma**2


def fisher_of_many() -> None:
    fit = solvers.fit(Fisher(), X, LABELS)
    m = X.mean(0)
    groups = [X[k == LABELS] for k in range(3)]
    within = sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in groups)
    between = sum(len(g) * np.outer(g.mean(0) - m, g.mean(0) - m) for g in groups)
    values, vectors = np.linalg.eig(np.linalg.solve(within, between))
    near(fit.facts["J"], values.real.max())
    w = vectors.real[:, int(np.argmax(values.real))]
    near(between @ w, values.real.max() * within @ w)
    quotient = [v @ between @ v / (v @ within @ v) for v in _directions()]
    assert max(quotient) <= values.real.max() + 1e-9
    projections = np.linalg.cholesky(np.linalg.inv(within))  # any with W'C_W W = 1 and all of R^2
    centres = np.array([g.mean(0) for g in groups]) @ projections
    distances = (((X @ projections)[:, None] - centres) ** 2).sum(2)
    nearest = solvers.fit(Fisher(offset="midpoint"), X, LABELS).predict(X)
    assert (nearest == distances.argmin(1)).all()


def through_the_origin() -> None:
    for method in (LeastSquares, LogisticRegression, SoftMarginSVM):
        fit = solvers.fit(method(fit_intercept=False), X, Y)
        mirrored = solvers.fit(method(), np.vstack([X, -X]), np.append(Y, -Y))
        near(mirrored.b, 0.0)
        if method is SoftMarginSVM:
            near(fit.w, mirrored.w, 1e-5)
    hard = solvers.fit(HardMarginSVM(fit_intercept=False), FAR, Y)
    Z = Y[:, None] * FAR
    near((Z @ hard.w).min() / np.linalg.norm(hard.w), 1.0 / np.linalg.norm(hard.w))


def parabola() -> None:
    x = 0.4 + 1.3 * _random().normal(size=400_000)
    near((x**2).mean(), x.mean() ** 2 + x.var())
    near((x**2).mean(), 0.4**2 + 1.3**2, 0.02)


def units_of_features() -> None:
    features = Polynomial(2).about(X)
    origin, units = np.array(features.origin), np.array(features.units)
    u = (X - origin) / units
    near(features.map(X)[:, 0] / u[:, 0], (features.map(X)[:, 0] / u[:, 0])[0])
    near(GaussianKernel(1.5).gram(X, X), np.exp(-_squares(X) / (2.0 * 1.5**2)))


def _squares(points: np.ndarray) -> np.ndarray:
    return ((points[:, None] - points[None]) ** 2).sum(axis=2)


def tanh_of_xor() -> None:
    corners = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    near(np.linalg.eigvalsh(np.tanh(2.0 * corners @ corners.T + 1.0))[0], -1.518, 1e-3)


def loss_of_the_summary() -> None:
    t = np.linspace(-4.0, 4.0, 33)
    sigma = 1.0 / (1.0 + np.exp(t))
    near(-np.log(1.0 / (1.0 + np.exp(-t))), log_loss(t))
    near(-np.log(1.0 / (1.0 + np.exp(-t))), -np.log(1.0 - sigma))
    near(np.log(2.0), log_loss(np.zeros(1))[0])
    assert np.log(2.0) < 1.0
    assert (log_loss(t) / np.log(2.0) >= (t <= 0.0)).all()


def no_direction() -> None:
    # class + is three times as heavy, and its weights of n₋/n₊ each have the mean of class −
    plus = np.array([[0.0, 0.0]] * 2 + [[1.0, 0.0], [-1.0, 0.0], [2.0, 1.0], [-2.0, -1.0]])
    minus = np.array([[0.1, 0.0], [-0.1, 0.0]])
    data = np.vstack([plus, minus]), np.repeat([1.0, -1.0], [6, 2])
    near(solvers.fit(SoftMarginSVM(C=50.0), *data).w, 0.0)


def distance_and_gap() -> None:
    fit = fitted(SoftMarginSVM(C=3.0))
    x, f = X[3], float(X[3] @ fit.w + fit.b)
    foot = x - f * fit.w / (fit.w @ fit.w)
    near(foot @ fit.w + fit.b, 0.0)
    near(np.linalg.norm(x - foot), abs(f) / np.linalg.norm(fit.w))
    certificate = fit.certificate
    near(certificate.gap, (certificate.primal - certificate.dual) / abs(certificate.primal), 1e-9)
    hard = fitted(HardMarginSVM(), is_far=True)
    near((Y * (FAR @ hard.w + hard.b)).min(), 1.0)
    near((hard.alpha * Y) @ FAR, hard.w)


def with_lambda() -> None:
    fit, lam = fitted(SoftMarginSVM(C=3.0)), 1.0 / 3.0

    def value(w: np.ndarray, b: float) -> float:
        return float(np.maximum(0.0, 1.0 - Y * (X @ w + b)).mean() + 0.5 * lam * w @ w)

    for step in _random().normal(0.0, 1e-3, (50, 3)):
        assert value(fit.w + step[:2], fit.b + step[2]) >= value(fit.w, fit.b) - 1e-9


def two_alternatives_of_a_point() -> None:
    theta, c, v = np.array([0.2, 0.5, -0.3]), 3.0 / N, np.ones(N)
    largest = np.maximum(0.0, 1.0 - Y * (ONES @ theta))
    F = 0.5 * theta @ np.diag([0.0, 1.0, 1.0]) @ theta + c * np.sum(v * largest)
    near(F, 0.5 * theta[1:] @ theta[1:] + 3.0 * largest.mean())


def corner_of_the_hinge() -> None:
    for y in (-1.0, 1.0):
        for share in (0.0, 0.4, 1.0):
            steps = np.linspace(-2.0, 2.0, 41)
            assert (np.maximum(0.0, 1.0 - y * (y + steps)) >= -share * y * steps - 1e-12).all()


def unbalanced_multipliers() -> None:
    alpha = np.abs(_random().normal(size=N))
    w = (alpha * Y) @ X
    values = [
        0.5 * w @ w + alpha @ (1.0 - Y * (X @ w + b))
        for b in 1e6 * np.sign(alpha @ Y) * np.array([0.0, 1.0, 10.0])
    ]
    assert values[2] < values[1] < values[0]


def priors_of_many() -> None:
    X_, labels = X[UNEQUAL], LABELS[UNEQUAL]
    counts = np.bincount(labels, minlength=3)
    n, total = counts, len(labels)
    groups = [X_[labels == k] for k in range(3)]
    within = sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in groups)
    root = np.linalg.cholesky(np.linalg.inv(within))
    centres = np.array([g.mean(0) for g in groups])
    squares = (((X_ @ root)[:, None] - centres @ root) ** 2).sum(2)
    rule = -0.5 * squares + np.log(n / total) / total
    predicted = solvers.fit(Fisher(offset="prior"), X_, labels).predict(X_)
    assert (predicted == rule.argmax(1)).all()
    near(np.log(n[0] / n[1]) / total, np.log(n[0] / total) / total - np.log(n[1] / total) / total)


def error_of_many() -> None:
    populations = solvers.ManyPopulations(
        tuple(
            GaussianPopulation(tuple(m), ((1.0, 0.2), (0.2, 0.5)), prior)
            for m, prior in (((0.0, 0.0), 0.5), ((2.0, 0.0), 0.3), ((0.0, 2.0), 0.2))
        )
    )
    x, y = np.meshgrid(np.linspace(-8.0, 10.0, 601), np.linspace(-8.0, 10.0, 601))
    grid = np.column_stack([x.ravel(), y.ravel()])
    A = np.linalg.inv(np.array(populations.each[0].covariance))
    root = np.sqrt(np.linalg.det(A)) / (2.0 * np.pi)
    densities = [
        one.prior * root * np.exp(-0.5 * np.einsum("ij,jk,ik->i", d, A, d))
        for one in populations.each
        for d in [grid - np.array(one.mean)]
    ]
    right = np.max(densities, axis=0).sum() * 0.03**2
    near(1.0 - right, populations.bayes_error, 1e-4)


def parts_of_the_error() -> None:
    plus = GaussianPopulation((1.0, 0.0))
    minus = GaussianPopulation((-1.0, 0.0))
    found = solvers.bias_variance(LeastSquares(), Populations(minus, plus), (10, 10), samples=20)
    near(found.bayes + found.bias + found.variance, found.mean, 1e-9)


def ties_of_votes() -> None:
    fit = solvers.fit(OneVsOne(LeastSquares(), ties="scores"), X, LABELS)
    votes, sums = np.zeros((N, 3)), np.zeros((N, 3))
    for k, j in ((0, 1), (0, 2), (1, 2)):
        rows = (k == LABELS) | (j == LABELS)
        pair = solvers.fit(LeastSquares(), X[rows], np.where(LABELS[rows] == j, 1.0, -1.0))
        f = X @ pair.w + pair.b
        votes[:, j] += f > 0.0
        votes[:, k] += f <= 0.0
        sums[:, j] += f
        sums[:, k] -= f
    near(fit.class_scores(X), votes + sums / (3.0 * (1.0 + np.abs(sums))))


def dual_of_many() -> None:
    fit = solvers.fit(MulticlassSVM(C=3.0), X, LABELS)
    alpha = fit.last.alpha
    W, own = -alpha.T @ X, alpha.sum(1)
    for k in range(3):
        W[k] += own[k == LABELS] @ X[k == LABELS]
    near(W, fit.weights[0], 1e-5)
    near(alpha.sum() - 0.5 * (W**2).sum(), fit.certificate.primal, 1e-5)
    assert (own <= 3.0 / N + 1e-9).all()


# the words of the page, and what they say in numbers
FORMULAS: tuple[tuple[str, Callable[[], None]], ...] = (
    ("J(w) = ⟨w, m₊ − m₋⟩² / ⟨w, C_W w⟩", fisher),
    ("w = C_W⁻¹ (m₊ − m₋)", fisher),
    ("∇J(w) = 2 (C_B w − J(w) C_W w)/⟨w, C_W w⟩", fisher),
    ("C = C_W + (n₊n₋/n)", split_scatter),
    ("`MeanDifference` projects on `w = m₊ − m₋`", mean_difference),
    ("`−⟨w, m₊ + m₋⟩/2`", midpoint),
    ("midpoint plus `ln(n₊/n₋)/n`", prior_rule),
    ("`a = Z⁺ 1`", least_squares),
    ("**Its direction is Fisher's**", least_squares),
    ("`b = −½⟨w, m₊ + m₋⟩ + ln(p₊/p₋)`", shared_covariance),
    ("`(1/n) Σ (p_i − t_i) (1, phi_i) + 2 l2 (0, w)`", logistic),
    ("`alpha_i = |t_i − p_i|/n`", logistic),
    ("`BayesianLogistic` puts a Gaussian prior on w", bayesian),
    ("w = 2 (p − q)/‖p − q‖²,   b = −⟨w, p + q⟩/2,   margin 1/‖w‖ = ‖p − q‖/2", hard_margin),
    ("over γ it is largest for `γ = 4/c`, with the value 2/c", hard_margin),
    ("`q = γ − γ²c/8`", lemma_three),
    ("`½‖w‖² + (C/n) Σ max(0, 1 − y_i f(x_i))`", soft_margin),
    ("`α_i (1 − xi_i − y_i f(x_i)) = 0` and `β_i xi_i = 0`", soft_margin),
    ("`‖w‖² + Σ xi` of [B] is C = n/2", other_scaling),
    ("at most `(R/γ)²` updates", novikoff),
    ("the perceptron's answer is `ā = Σ c_k a_k / Σ c_k`", average_line),
    ("T passes over n samples have `Σ c_k = T n`", average_line),
    ("the share of word j among the words of class k", word_counts),
    ("`⟨phi(x), phi(z)⟩ = (xᵀz + 1)^d − 1`", kernel_of_polynomials),
    ("`exp(−‖x − z‖²/(2σ²))`", gaussian_kernel),
    ("`(1/n) Σ −ln p_{y_i} + l2 Σ‖w_k‖²` in the gauge `Σ w_k = 0`", softmax),
    ("`LogisticRegression(l2/2)`: `Σ‖w_k‖² = ‖w_1 − w_0‖²/2`", two_of_softmax),
    ("`SoftMarginSVM(2C)`", crammer_and_singer),
    (
        "`2⟨w, d⟩ − ⟨w, C_W w⟩ + r'C_W⁻¹r` with d = m₊ − m₋ and the residual `r = d − C_W w`",
        fisher_bound,
    ),
    ("`C_W w ∝ m₊ − m₋`", fisher_bound),
    ("`J_max = ⟨m₊ − m₋, w⟩`", fisher),
    ("`C_B w = J(w) C_W w`", fisher),
    ("`C = C_W + (n₊n₋/n) C_B`", split_scatter),
    ("`⟨w, C w⟩/‖w‖²`", principal_component),
    ("`w = (−76, −36)`", fisher_example),
    ("`(−19, −9)`, `J = 28`", fisher_example),
    ("`w = C_W⁻¹(m₊ − m₋)`", prior_rule),
    ("`Σ (t_i − f(x_i))² + ridge ‖w‖²`", ridge),
    ("`‖w‖² ≤ c`", ridge),
    ("`c = ‖w‖²`", ridge),
    ("`J_s(a) = ‖Za − t‖²`", ridge),
    ("`Z⁺ = lim (ZᵀZ + εI)⁻¹ Zᵀ`", limit_of_pseudo_inverse),
    ("`(C_W + (n₊n₋/n) d dᵀ) w ∝ d` with `d = m₊ − m₋`, so `C_W w ∝ d`", normal_equations),
    ("`w = S⁻¹(m₊ − m₋)`", shared_covariance),
    ("`p(x | k) ∝ Π θ_kj^{x_j}`", word_counts),
    ("`Σ_j θ_kj = 1`", word_counts),
    ("`p(+ | x) = σ(⟨w*, x⟩ + b*)`", posterior_of_normals),
    ("`Φ(−Δ/2)`", bayes_error),
    ("`(1/n) Σ log(1 + exp(−y_i f(x_i))) + l2 ‖w‖²`, b not penalised", logistic),
    ("scikit-learn's C is `1/(2 l2 n)`", constant_of_other_libraries),
    ("`p_i = P(+ | x_i) = 1/(1 + exp(−f_i))`", logistic),
    ("`(1/n) Σ p_i(1 − p_i) (1, phi_i)(1, phi_i)ᵀ + 2 l2 diag(0, I)`", hessian_and_irls),
    ("weights `p_i(1 − p_i)` and targets `f_i + (t_i − p_i)/(p_i(1 − p_i))`", hessian_and_irls),
    ("`−ΦᵀDY/n`, Hessian `ΦᵀWΦ/n`, `w_new = (ΦᵀWΦ)⁻¹ΦᵀWZ` with `Z = Φw + W⁻¹DY`", hessian_and_irls),
    ("`L = −ln p(y | x)`", hessian_and_irls),
    ("for `Σ alpha_i y_i = 0`", logistic),
    (
        "`(1/n) Σ H(n alpha_i) − ‖Σ alpha_i y_i phi_i‖²/(4 l2)`, H the entropy",
        logistic,
    ),
    ("`λ² = g'H⁻¹g`, `R² = max z'H⁻¹z` and `u = λR < 1`", self_concordance),
    ("`(u + (1 − u) ln(1 − u))/R²`", self_concordance),
    ("`p ≈ σ(κ f)`, `κ = (1 + π s²/8)^(−1/2)`", averaged_probability),
    ("`v_i = v` times, that of class − `v_i = 1`", class_weights),
    ("`½‖w‖² + (C/n) Σ v_i max(0, 1 − y_i f(x_i))`", class_weights),
    ("`(1/n) Σ v_i log(1 + exp(−y_i f(x_i))) + l2 ‖w‖²`", class_weights),
    ("`0 ≤ alpha_i ≤ v_i C/n`", class_weights),
    ("`alpha_i = v_i |t_i − p_i|/n`, entropy `v_i H(n alpha_i / v_i)`", class_weights),
    ("v_i before `p_i − t_i` and `p_i(1 − p_i)`", class_weights),
    ("`Σ s_i`", weights_are_copies),
    ("`v_i = s_i c_(y_i)` times in `(1/Σ s) Σ v_i loss_i`", weights_are_copies),
    ("`Σ v_i loss_i` for least squares", weights_are_copies),
    ("`[0, v_i C/n]`", class_weights),
    ("`Σ v_i P_ik = Σ v_i`", weights_are_copies),
    ("`c_k = n/(K n_k)`", weights_are_copies),
    ("`J_p(a) = Σ over ⟨a, z⟩ ≤ margin of (margin − ⟨a, z⟩)`", corrections),
    ("`a += η(k) · z`", corrections),
    ("`J_r(a) = ½ Σ over ⟨a, z⟩ ≤ margin of (⟨a, z⟩ − margin)²/‖z‖²`", corrections),
    ("`a += η(k) · (margin − ⟨a, z⟩)/‖z‖² · z`", corrections),
    ("`J_s(a) = Σ (1 − ⟨a, z⟩)²`", lms_step),
    ("`a += (rate/k)(1 − ⟨a, z⟩) z`", lms_step),
    ("`min(rate/k, 1/‖z‖²)`", lms_step),
    ("`‖Za − t‖²` over a and targets t > 0", ho_kashyap),
    ("`t += rate (e + \\|e\\|)`, `e = Za − t`, then `a = Z⁺ t`", ho_kashyap),
    ("`e ≤ 0` with `e ≠ 0`", ho_kashyap),
    ("`⟨Za, e⟩ = 0`", ho_kashyap),
    ("`a/‖a‖` the numbers `⟨a, z_i⟩/‖a‖`", distances_of_samples),
    ("`⟨a, z_i⟩` of a unit vector", novikoff),
    ("`min ½‖w‖²` subject to `y_i f(x_i) ≥ 1`", hard_margin),
    ("`max Σ alpha − ½‖Σ alpha y phi‖²` with `alpha ≥ 0`, `Σ alpha y = 0`", hard_margin),
    ("`L(w, b, α) = ½‖w‖² + Σ α_i (1 − y_i f(x_i))`", dual_of_the_margin),
    ("`w = Σ α_i y_i φ_i`", dual_of_the_margin),
    ("`q(α) = Σ α − ½‖Σ α y φ‖²`", dual_of_the_margin),
    ("`γ = Σ α` and `β_i = 2α_i/γ`", hard_margin),
    ("`Σ₊ β φ` and `Σ₋ β φ`", hard_margin),
    ("`0 ≤ alpha ≤ C/n`, `Σ alpha y = 0`", soft_margin),
    (
        "`L = ½‖w‖² + (C/n) Σ xi + Σ α_i (1 − xi_i − y_i f(x_i)) − Σ β_i xi_i`",
        dual_of_the_soft_margin,
    ),
    ("`w = Σ α y φ`, in b where `Σ α y = 0`", dual_of_the_soft_margin),
    ("`β_i = C/n − α_i`", dual_of_the_soft_margin),
    ("`b = y_i − ⟨w, φ_i⟩`", dual_of_the_soft_margin),
    (
        "`w −= τ_k (λ w − mean of y_i x_i over y_i f(x_i) < 1)`, `b += τ_k · mean of y_i`",
        subgradient_step,
    ),
    ("is `−y` where `y f < 1`, 0 where `y f > 1`", subgradient_step),
    ("`s = αy`", pair_of_multipliers),
    ("`F = K s − y`", pair_of_multipliers),
    ("`F = K(αy) − y` changes by one vector", kernel_machine),
    ("rule `prior`: with `s² ln(n_k/n)`", prior_of_many_means),
    ("`p_kl ≤ b_k − b_l ≤ −p_lk`, and `b_k = Σ_l (p_kl − p_lk)/2K`", offsets_of_many_classes),
    ("the curvature `diag(D) − DDᵀ/ΣD` with `D = α/s`", curvature_of_a_group),
    ("`F_j > F_i`", pair_of_multipliers),
    ("`(F_j − F_i)²/q`, `q = K_ii + K_jj − 2 K_ij`", pair_of_multipliers),
    ("`t = (F_j − F_i)/q`", pair_of_multipliers),
    ("`theta = (w, b)` is linear in c = C/n", path_is_linear),
    ("`½Σ‖w_k‖² = ¼‖w_1 − w_0‖²`", two_of_a_scheme),
    ("`a_1 − a_0 = 2a`", two_of_a_scheme),
    ("`λ = (n₊n₋/n) J`", two_of_a_scheme),
    ("`f_1 − f_0` is the answer for y = ±1", two_of_a_scheme),
    ("`p(k | x) = e^{f_k}/Σ e^{f_l}` with `f_k = ln p(x | k) p_k`", scores_of_many),
    ("`f_k − f_K = ln p(x | k) p_k/(p(x | K) p_K)`", scores_of_many),
    ("`f_k − max_l f_l`", scores_of_many),
    ("`Σ b_k = 0`", bounds_of_softmax),
    ("`(1/n) Σ H(P_i) − ‖G‖²/(4 l2)` with `G = (1/n) Σ (P_i − Y_i) x_iᵀ`", bounds_of_softmax),
    ("`nu² (x + (1 − x) ln(1 − x))/x²` with `nu² = gᵀH⁻¹g`", minimum_of_softmax),
    ("`½Σ‖w_k‖² + (C/n) Σ loss_i`", two_alternatives),
    ("`loss = max_l (Δ_l + f_l − f_y)`, `Δ_y = 0`", two_alternatives),
    ("`Σ_{l≠y} max(0, 1 + f_l − f_y)`", two_alternatives),
    ("`z = (e_k − e_l) ⊗ (1, phi)`", kesler),
    ("`(R² + 2 margin/rate)/γ²`", kesler),
    ("`C_B w = λ C_W w`, `C_B = Σ n_k (m_k − m)(m_k − m)ᵀ`", fisher_of_many),
    ("`J(w) = ⟨w, C_B w⟩/⟨w, C_W w⟩`", fisher_of_many),
    ("`wᵀC_W w = 1`", fisher_of_many),
    ("`f(x) = ⟨w, φ(x)⟩`, a boundary through the origin", through_the_origin),
    ("`z_i = y_i φ(x_i)`, `a = w`", through_the_origin),
    ("`(m, m² + σ²)`", parabola),
    ("`u = ((x₁ − o₁)/s₁, (x₂ − o₂)/s₂)`", units_of_features),
    ("`gamma = 1/(2σ²)`", units_of_features),
    ("has the eigenvalue −1.518 on the four points of XOR", tanh_of_xor),
    ("`spread/√k`", spread_of_folds),
    ("`(t_i − f(x_i))/(1 − h_ii)`", left_out),
    (
        "the probability that a point of class + scores higher than one of class −",
        area_of_the_curve,
    ),
    ("`v₊ = n₋/n₊`", no_direction),
    ("`σ(t) = 1/(1 + e^t)`", loss_of_the_summary),
    ("`−log σ(−t)` is the logistic loss in that σ", loss_of_the_summary),
    ("`½(m₋ᵀΣ⁻¹m₋ − m₊ᵀΣ⁻¹m₊)`", posterior_of_normals),
    ("`|f(x)| / ‖w‖`", distance_and_gap),
    ("(`min y f = 1`)", distance_and_gap),
    ("`w = Σ alpha_i y_i phi(x_i)`", distance_and_gap),
    ("`gap = (primal − dual)/|primal|`", distance_and_gap),
    ("`(1/n) Σ xi + (λ/2)‖w‖²` of [S] is C = 1/λ", with_lambda),
    ("`F(theta) = ½ thetaᵀP theta + c Σ_i v_i max_k a_ik`", two_alternatives_of_a_point),
    ("(two alternatives: 0 and `1 − ⟨theta, z_i⟩`)", two_alternatives_of_a_point),
    ("of the hinge `max(0, 1 − y f)`", corner_of_the_hinge),
    ("any `−θ y` with θ in [0, 1]", corner_of_the_hinge),
    ("`Σ α_i y_i = 0`, elsewhere `q(α) = inf L = −∞`", unbalanced_multipliers),
    ("`prior` adds `ln(n_k/n)/n`", priors_of_many),
    ("`1 − Σ p_k P(f_k is the largest | k)`", error_of_many),
    (
        "`Bayes + (error of the majority vote − Bayes) + (mean − error of the majority vote)`",
        parts_of_the_error,
    ),
    ("`votes + s/(3(1 + |s|))`", ties_of_votes),
    ("`Σα − ½Σ‖w_k(α)‖²`", dual_of_many),
    ("w = 2 (p − q)/‖p − q‖², b = −⟨w, p + q⟩/2, margin 1/‖w‖ = ‖p − q‖/2.", hard_margin),
    ("`C_B = (m₊ − m₋)(m₊ − m₋)ᵀ`", fisher),
    ("covariance `C_W/n`", prior_rule),
)


# the other formulas of the page, by the reason that there is nothing to evaluate
NOT_EVALUATED: dict[str, tuple[str, ...]] = {
    "a name for something, by definition": (
        "f(x) = ⟨w, phi(x)⟩ + b", "a = (b, w)", "⟨a, z_i⟩ = y_i f(x_i)", "f(x) > 0", "Σ t²",
        "t_i = y_i · target_i", "⟨a, z_i⟩ > 0", "η(k) = rate", "a = 0", "w_k − w_K",
        "f_k(x) = ⟨w_k, phi(x)⟩ + b_k", "f_k/‖w_k‖", "y = (x, x²)", "sign Σ c_k sign(f_k(x))",
        "τ_k = step/(1 + λ step k)", "a_ik = delta_ik + ⟨theta_k − theta_y, u_i⟩",
        "J_q(a) = Σ over misclassified of ⟨a, z⟩²", "⟨v_k, u_i⟩", "b_k − b_l", "D = α/s",
    ),
    "the case of a table or of a sentence, which has no number": (
        "C_W = 0", "p(y) = 0", "α_i = C/n", "ξ_i ≥ 0", "n_i − 1", "a = Y⁺b", "Y a = b",
        "− log p(k')", "⟨w, x⟩ = 0",
    ),
    "an option, a file or code": (
        "estimate=\"unbiased\"", "smoothing = 0", "class_weight={1: v, −1: 1}",
        "fit_intercept=False", "solvers.fit(..., sample_weight=)", "class_weight=",
        "solvers/core/core.c", "keep = \"best\"", "keep = \"average\"", "solvers/core/reference.py",
        "solvers/algorithms/soft_margin/path_certificate.py", "solvers/expressions.py",
        "soft_margin/kernel_drag.py", "multi_class=\"ovr\"", "solvers/ties.py",
    ),
    "a bound of rounding, held in tests/solvers/test_ties.py": (
        "f = Σ w_j u_j + f(centre)", "1024 eps (Σ |w_j| r_j + |f(centre)|)",
    ),
    "inside of an algorithm, whose answers are certified and whose tests are in tests/solvers": (
        "(P/c) d − Σ dλ_q p_q = S + Σ λ_q p_q − P theta/c", "⟨p_q, d⟩ =",
        "(t − 1) dᵀP d + c Σ bends of the kinks before t",
    ),
    "a term of an update, added up in tests/lessons/test_update_numbers.py": (
        "e = Ya − t", "−H⁻¹∇", "u = ((x − c)/s, 1)", "p_ik − t_ik", "(b_k − b_K, w_k − w_K)",
        "E = f − y", "η = K_ii + K_jj − 2K_ij", "(E_j − E_i)/η",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("words", "check"), FORMULAS, ids=[words for words, _ in FORMULAS])
def test_a_formula_of_the_page_holds(words: str, check: Callable[[], None]) -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert " ".join(words.split()) in page
    check()


RELATION = re.compile(r"[=≤≥∝≠<>+−½²/·⟨Σ]")


def formulas_of_the_page() -> list[str]:
    """Every piece of code of the page with a sign of mathematics, inline or as a block."""
    text = PAGE.read_text(encoding="utf-8")
    text = re.sub(r"\[`[^\]]*?`[^\]]*\]\([^)]*\)", " ", text)
    lines = text.split("\n")
    inline = re.findall(r"`([^`]+)`", "\n".join(line for line in lines if line[:4] != "    "))
    blocks = [line.strip() for line in lines if line.startswith("    ")]
    found = [" ".join(one.split()) for one in (*inline, *blocks)]
    return [one for one in dict.fromkeys(found) if RELATION.search(one)]


def test_every_formula_of_the_page_is_evaluated_or_has_a_reason() -> None:
    quoted = " ".join(" ".join(words.split()) for words, _ in FORMULAS)
    listed = [one for pieces in NOT_EVALUATED.values() for one in pieces]
    missing = [one for one in formulas_of_the_page() if one not in quoted and one not in listed]
    assert not missing
    assert set(listed) <= set(formulas_of_the_page())  # none has gone from the page
