"""Formulas of docs/maths.md, each quoted as it stands on the page and evaluated on one data set."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import solvers
from solvers import (
    BayesianLogistic,
    Fisher,
    FormulaFeatures,
    GaussianGenerative,
    GaussianKernel,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    MulticlassSVM,
    MultinomialNaiveBayes,
    Perceptron,
    Polynomial,
    SoftMarginSVM,
    Softmax,
)

PAGE = Path(__file__).parents[2] / "docs" / "maths.md"
N = 24
RANDOM = np.random.default_rng(7)
Y = np.where(np.arange(N) % 3, 1.0, -1.0)
X = RANDOM.normal(0.0, 1.0, (N, 2)) + 0.8 * Y[:, None]
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

    for step in RANDOM.normal(0.0, 1e-3, (50, 3)):
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
    ("the share of word j among the words of class k", word_counts),
    ("`⟨phi(x), phi(z)⟩ = (xᵀz + 1)^d − 1`", kernel_of_polynomials),
    ("`exp(−‖x − z‖²/(2σ²))`", gaussian_kernel),
    ("`(1/n) Σ −ln p_{y_i} + l2 Σ‖w_k‖²` in the gauge `Σ w_k = 0`", softmax),
    ("`LogisticRegression(l2/2)`: `Σ‖w_k‖² = ‖w_1 − w_0‖²/2`", two_of_softmax),
    ("`SoftMarginSVM(2C)`", crammer_and_singer),
)


@pytest.mark.parametrize(("words", "check"), FORMULAS, ids=[words for words, _ in FORMULAS])
def test_a_formula_of_the_page_holds(words: str, check: Callable[[], None]) -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert " ".join(words.split()) in page
    check()
