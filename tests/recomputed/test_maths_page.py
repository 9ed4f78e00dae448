"""Formulas of docs/maths.md that say what a fit is, each quoted as it stands on the page and
evaluated on one data set; its theorems are proved there.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog

import solvers
from solvers import (
    LMS,
    BayesianLogistic,
    Fisher,
    GaussianGenerative,
    GaussianKernel,
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
    SoftMarginSVM,
    Softmax,
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


def soft_margin() -> None:
    fit, C = fitted(SoftMarginSVM(C=3.0)), 3.0
    m, alpha = Y * (X @ fit.w + fit.b), fit.alpha
    xi = np.maximum(0.0, 1.0 - m)
    near((alpha * Y) @ X, fit.w)
    near(alpha * (1.0 - xi - m), 0.0)
    near((C / N - alpha) * xi, 0.0)
    near(0.5 * fit.w @ fit.w + C * xi.mean(), alpha.sum() - 0.5 * fit.w @ fit.w)


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


def _directions() -> np.ndarray:
    angles = np.linspace(0.0, np.pi, 50)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def ridge() -> None:
    fit = fitted(LeastSquares(ridge=2.0))
    residual = Y - X @ fit.w - fit.b
    near(residual.sum(), 0.0)
    near(X.T @ residual, 2.0 * fit.w)


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


def two_of_a_scheme() -> None:
    problem = solvers.ManyProblem.from_labels(FAR, (Y > 0.0).astype(int))
    machine = solvers.solve(LinearMachine(), problem)
    plain = fitted(Perceptron(), is_far=True)
    W, b = machine.weights
    near(np.append(b[1] - b[0], W[1] - W[0]), 2.0 * np.append(plain.b, plain.w))
    squares = solvers.solve(
        LeastSquares(), solvers.ManyProblem.from_labels(X, (Y > 0.0).astype(int))
    )
    near(squares.as_pair.w, fitted(LeastSquares()).w)


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


# what is evaluated, and the words of the page that say it
FORMULAS: dict[Callable[[], None], tuple[str, ...]] = {
    fisher: (
        "J(w) = ⟨w, m₊ − m₋⟩² / ⟨w, C_W w⟩",
        "w = C_W⁻¹ (m₊ − m₋)",
        "∇J(w) = 2 (C_B w − J(w) C_W w)/⟨w, C_W w⟩",
        "`J_max = ⟨m₊ − m₋, w⟩`",
        "`C_B w = J(w) C_W w`",
        "`C_B = (m₊ − m₋)(m₊ − m₋)ᵀ`",
    ),
    mean_difference: ("`MeanDifference` projects on `w = m₊ − m₋`",),
    midpoint: ("`−⟨w, m₊ + m₋⟩/2`",),
    prior_rule: (
        "midpoint plus `ln(n₊/n₋)/n`",
        "`w = C_W⁻¹(m₊ − m₋)`",
        "covariance `C_W/n`",
    ),
    least_squares: (
        "`a = Z⁺ 1`",
        "**Its direction is Fisher's**",
    ),
    shared_covariance: (
        "`b = −½⟨w, m₊ + m₋⟩ + ln(p₊/p₋)`",
        "`w = S⁻¹(m₊ − m₋)`",
    ),
    logistic: (
        "`(1/n) Σ (p_i − t_i) (1, phi_i) + 2 l2 (0, w)`",
        "`alpha_i = |t_i − p_i|/n`",
        "`(1/n) Σ log(1 + exp(−y_i f(x_i))) + l2 ‖w‖²`, b not penalised",
        "`p_i = P(+ | x_i) = 1/(1 + exp(−f_i))`",
        "for `Σ alpha_i y_i = 0`",
        "`(1/n) Σ H(n alpha_i) − ‖Σ alpha_i y_i phi_i‖²/(4 l2)`, H the entropy",
    ),
    bayesian: ("`BayesianLogistic` puts a Gaussian prior on w",),
    hard_margin: (
        "w = 2 (p − q)/‖p − q‖²,   b = −⟨w, p + q⟩/2,   margin 1/‖w‖ = ‖p − q‖/2",
        "over γ it is largest for `γ = 4/c`, with the value 2/c",
        "`min ½‖w‖²` subject to `y_i f(x_i) ≥ 1`",
        "`max Σ alpha − ½‖Σ alpha y phi‖²` with `alpha ≥ 0`, `Σ alpha y = 0`",
        "`γ = Σ α` and `β_i = 2α_i/γ`",
        "`Σ₊ β φ` and `Σ₋ β φ`",
    ),
    soft_margin: (
        "`½‖w‖² + (C/n) Σ max(0, 1 − y_i f(x_i))`",
        "`α_i (1 − xi_i − y_i f(x_i)) = 0` and `β_i xi_i = 0`",
        "`0 ≤ alpha ≤ C/n`, `Σ alpha y = 0`",
    ),
    word_counts: (
        "the share of word j among the words of class k",
        "`p(x | k) ∝ Π θ_kj^{x_j}`",
        "`Σ_j θ_kj = 1`",
    ),
    kernel_of_polynomials: ("`⟨phi(x), phi(z)⟩ = (xᵀz + 1)^d − 1`",),
    softmax: ("`(1/n) Σ −ln p_{y_i} + l2 Σ‖w_k‖²` in the gauge `Σ w_k = 0`",),
    two_of_softmax: ("`LogisticRegression(l2/2)`: `Σ‖w_k‖² = ‖w_1 − w_0‖²/2`",),
    crammer_and_singer: ("`SoftMarginSVM(2C)`",),
    ridge: ("`Σ (t_i − f(x_i))² + ridge ‖w‖²`",),
    class_weights: (
        "`v_i = v` times, that of class − `v_i = 1`",
        "`½‖w‖² + (C/n) Σ v_i max(0, 1 − y_i f(x_i))`",
        "`(1/n) Σ v_i log(1 + exp(−y_i f(x_i))) + l2 ‖w‖²`",
        "`0 ≤ alpha_i ≤ v_i C/n`",
        "`alpha_i = v_i |t_i − p_i|/n`, entropy `v_i H(n alpha_i / v_i)`",
        "v_i before `p_i − t_i` and `p_i(1 − p_i)`",
        "`[0, v_i C/n]`",
    ),
    lms_step: (
        "`J_s(a) = Σ (1 − ⟨a, z⟩)²`",
        "`a += (rate/k)(1 − ⟨a, z⟩) z`",
        "`min(rate/k, 1/‖z‖²)`",
    ),
    ho_kashyap: (
        "`‖Za − t‖²` over a and targets t > 0",
        "`t += rate (e + \\|e\\|)`, `e = Za − t`, then `a = Z⁺ t`",
        "`⟨Za, e⟩ = 0`",
    ),
    kernel_machine: ("`F = K(αy) − y` changes by one vector",),
    prior_of_many_means: ("rule `prior`: with `s² ln(n_k/n)`",),
    offsets_of_many_classes: ("`p_kl ≤ b_k − b_l ≤ −p_lk`, and `b_k = Σ_l (p_kl − p_lk)/2K`",),
    two_of_a_scheme: (
        "`a_1 − a_0 = 2a`",
        "`f_1 − f_0` is the answer for y = ±1",
    ),
    bounds_of_softmax: (
        "`Σ b_k = 0`",
        "`(1/n) Σ H(P_i) − ‖G‖²/(4 l2)` with `G = (1/n) Σ (P_i − Y_i) x_iᵀ`",
    ),
    fisher_of_many: (
        "`C_B w = λ C_W w`, `C_B = Σ n_k (m_k − m)(m_k − m)ᵀ`",
        "`J(w) = ⟨w, C_B w⟩/⟨w, C_W w⟩`",
        "`wᵀC_W w = 1`",
    ),
    ties_of_votes: ("`votes + s/(3(1 + |s|))`",),
    dual_of_many: ("`Σα − ½Σ‖w_k(α)‖²`",),
}


@pytest.mark.parametrize("check", FORMULAS, ids=lambda check: check.__name__)
def test_formulas_of_the_page_hold(check: Callable[[], None]) -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert [words for words in FORMULAS[check] if " ".join(words.split()) not in page] == []
    check()
