"""What the solver benchmark compares: every method on data, its peers, and the objective that all
of them are judged by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression as PeerLogistic
from sklearn.linear_model import Perceptron as PeerPerceptron
from sklearn.linear_model import Ridge, SGDRegressor
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import NearestCentroid
from sklearn.svm import SVC, LinearSVC

import solvers
from solvers import Floats

from .data import clouds

Model = tuple[Floats, float]
Objective = Callable[..., float]  # of (w, b), or of (W, b) with many classes


@dataclass(frozen=True)
class Peer:
    """A contender: how to fit it, and its (w, b) where it has one.

    A floor computes less than a fit, such as numbers from columns that are already prepared.
    """

    name: str
    fit: Callable[[], object]
    model: Callable[[object], tuple[Any, Any]] | None = None
    is_floor: bool = False


@dataclass(frozen=True)
class Case:
    """One comparison: a method on data, its peers, and the objective that all are judged by (None:
    nothing to compare).
    """

    title: str
    n: int
    method: solvers.AnyMethod
    X: Floats
    y: Any
    peers: tuple[Peer, ...]
    objective: Objective | None = None
    kernel: solvers.Kernel | None = None

    def fit(self, trace: bool = False) -> Any:
        """Ours, cold, without a history unless it is asked for: the peers keep none."""
        return solvers.fit(self.method, self.X, self.y, kernel=self.kernel, trace=trace)

    def model(self, fit: Any) -> Any:
        """Our (w, b); with a kernel the coefficients of the points stand for w."""
        w = fit.w if self.kernel is None or fit.alpha is None else fit.alpha * fit.problem.y
        return None if w is None else (w, fit.b)


def linear(estimator: object) -> Model:
    """(w, b) of a fitted scikit-learn estimator."""
    return np.ravel(estimator.coef_).astype(float), float(np.ravel(estimator.intercept_)[0])  # type: ignore[attr-defined]


def sklearn_peer(
    name: str, make: Callable[[], object], X: Floats, y: Floats, has_model: bool = True
) -> Peer:
    """A scikit-learn estimator as a peer."""
    return Peer(name, lambda: make().fit(X, y), linear if has_model else None)  # type: ignore[attr-defined]


def soft_margin(n: int, C: float, kind: str) -> Case:
    """SVC and LinearSVC solve the same model with C/n; LinearSVC also penalises b, which its error
    shows.
    """
    X, y = clouds(n, kind)
    peers = [
        sklearn_peer(
            "liblinear (LinearSVC)", lambda: LinearSVC(C=C / n, loss="hinge", max_iter=10_000), X, y
        )
    ]
    if n <= 10_000:
        peers.insert(
            0, sklearn_peer("libsvm (SVC), tol 1e-3", lambda: SVC(kernel="linear", C=C / n), X, y)
        )
        peers.insert(
            1,
            sklearn_peer(
                "libsvm (SVC), tol 1e-9", lambda: SVC(kernel="linear", C=C / n, tol=1e-9), X, y
            ),
        )
        peers.append(clarabel_soft_margin(X, y, C))

    def objective(w: Floats, b: float) -> float:
        return float(0.5 * w @ w + C / n * np.maximum(0.0, 1.0 - y * (X @ w + b)).sum())

    return Case(
        f"soft margin, C = {C:g}, {kind}",
        n,
        solvers.SoftMarginSVM(C=C),
        X,
        y,
        tuple(peers),
        objective,
    )


def clarabel_soft_margin(X: Floats, y: Floats, C: float) -> Peer:
    """The interior-point solver clarabel on the primal with slack variables, tolerances 1e-9."""
    import clarabel
    from scipy import sparse

    n, m = X.shape
    P = sparse.block_diag([sparse.eye(m), sparse.csc_matrix((n + 1, n + 1))], format="csc")
    q = np.concatenate([np.zeros(m + 1), np.full(n, C / n)])
    rows = sparse.hstack(
        [sparse.csc_matrix(-y[:, None] * np.column_stack([X, np.ones(n)])), -sparse.eye(n)]
    )
    A = sparse.vstack(
        [rows, sparse.hstack([sparse.csc_matrix((n, m + 1)), -sparse.eye(n)])], format="csc"
    )
    bounds = np.concatenate([-np.ones(n), np.zeros(n)])

    def fit() -> object:
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-9
        return clarabel.DefaultSolver(
            sparse.triu(P, format="csc"), q, A, bounds, [clarabel.NonnegativeConeT(2 * n)], settings
        ).solve()

    return Peer("clarabel, tol 1e-9", fit, lambda s: (np.array(s.x[:m]), float(s.x[m])))  # type: ignore[attr-defined]


def hard_margin(n: int) -> Case:
    """SVC reaches the hard margin only as C grows; its error is that of 1/2 |w|^2 after scaling to
    margin 1.
    """
    X, y = clouds(n, "separable")

    def objective(w: Floats, b: float) -> float:
        closest = float((y * (X @ w + b)).min())
        return float(0.5 * w @ w) / closest**2 if closest > 0 else float("inf")

    peers = (sklearn_peer("libsvm (SVC), C = 1e10", lambda: SVC(kernel="linear", C=1e10), X, y),)
    return Case("hard margin", n, solvers.HardMarginSVM(), X, y, peers, objective)


def logistic(n: int, l2: float) -> Case:
    """scikit-learn's C is 1 / (2 l2 n); at its default tolerance and at one that asks for our
    accuracy.
    """
    X, y = clouds(n)
    C = 1.0 / (2.0 * l2 * n)
    peers = [
        sklearn_peer(
            "newton-cholesky, tol 1e-12",
            lambda: PeerLogistic(C=C, solver="newton-cholesky", tol=1e-12),
            X,
            y,
        ),
        sklearn_peer(
            "newton-cholesky, default", lambda: PeerLogistic(C=C, solver="newton-cholesky"), X, y
        ),
        sklearn_peer(
            "lbfgs, tol 1e-12", lambda: PeerLogistic(C=C, tol=1e-12, max_iter=10_000), X, y
        ),
        sklearn_peer("lbfgs, default", lambda: PeerLogistic(C=C), X, y),
    ]

    def objective(w: Floats, b: float) -> float:
        return float(np.logaddexp(0.0, -y * (X @ w + b)).mean() + l2 * w @ w)

    return Case(
        f"logistic, l2 = {l2:g}",
        n,
        solvers.LogisticRegression(l2=l2),
        X,
        y,
        tuple(peers),
        objective,
    )


def maximum_likelihood(n: int) -> Case:
    """Logistic regression without a penalty, which statsmodels fits by Newton's method, too."""
    import statsmodels.api as sm

    X, y = clouds(n)
    table, positive = sm.add_constant(X), (y > 0).astype(float)

    def objective(w: Floats, b: float) -> float:
        return float(np.logaddexp(0.0, -y * (X @ w + b)).mean())

    peer = Peer(
        "statsmodels Logit, tol 1e-12",
        lambda: sm.Logit(positive, table).fit(disp=0, tol=1e-12),
        lambda found: (np.array(found.params[1:]), float(found.params[0])),  # type: ignore[attr-defined]
    )
    return Case("logistic, l2 = 0", n, solvers.LogisticRegression(l2=0.0), X, y, (peer,), objective)


def fisher(n: int) -> Case:
    """The peers do not search the threshold; ours does, exactly."""
    X, y = clouds(n)
    peers = (
        sklearn_peer(
            "LinearDiscriminantAnalysis, svd",
            lambda: LinearDiscriminantAnalysis(solver="svd"),
            X,
            y,
        ),
        sklearn_peer(
            "LinearDiscriminantAnalysis, lsqr",
            lambda: LinearDiscriminantAnalysis(solver="lsqr"),
            X,
            y,
        ),
    )

    def errors(w: Floats, b: float) -> float:
        return float(1 + np.count_nonzero((X @ w + b > 0) != (y > 0)))

    return Case(
        "Fisher with exact threshold (error: extra training errors)",
        n,
        solvers.Fisher(),
        X,
        y,
        peers,
        errors,
    )


def plain_least_squares(n: int) -> Case:
    """Least squares without a ridge beside the bare computation, on columns that are already
    prepared: what a proof costs.
    """
    X, y = clouds(n)
    table = np.column_stack([X, np.ones(n)])

    def objective(w: Floats, b: float) -> float:
        return float(np.square(y - X @ w - b).sum())

    peer = Peer(
        "numpy.linalg.lstsq, prepared columns",
        lambda: np.linalg.lstsq(table, y, rcond=None)[0],
        lambda found: (found[:2], float(found[2])),  # type: ignore[index]
        is_floor=True,
    )
    return Case("least squares, no ridge", n, solvers.LeastSquares(), X, y, (peer,), objective)


def least_squares(n: int) -> Case:
    """Ridge with alpha = 1 beside ours with the same penalty."""
    X, y = clouds(n)

    def objective(w: Floats, b: float) -> float:
        return float(((y - X @ w - b) ** 2).sum() + w @ w)

    peers = (sklearn_peer("Ridge, alpha = 1", lambda: Ridge(alpha=1.0), X, y),)
    return Case(
        "least squares, ridge = 1", n, solvers.LeastSquares(ridge=1.0), X, y, peers, objective
    )


def generative(n: int) -> Iterator[Case]:
    """Closed forms without an objective to compare."""
    X, y = clouds(n)
    peers = {
        "shared": (
            "LinearDiscriminantAnalysis, lsqr",
            lambda: LinearDiscriminantAnalysis(solver="lsqr"),
        ),
        "separate": ("QuadraticDiscriminantAnalysis", QuadraticDiscriminantAnalysis),
        "diagonal": ("GaussianNB", GaussianNB),
    }
    for covariance, (name, make) in peers.items():
        peer = sklearn_peer(name, make, X, y, has_model=False)
        yield Case(
            f"Gaussian, {covariance} covariance",
            n,
            solvers.GaussianGenerative(covariance=covariance),
            X,
            y,
            (peer,),
        )
    counts = np.round(np.abs(X) * 4.0)
    bayes = sklearn_peer("MultinomialNB", MultinomialNB, counts, y, has_model=False)
    yield Case("multinomial naive Bayes", n, solvers.MultinomialNaiveBayes(), counts, y, (bayes,))
    centroid = sklearn_peer("NearestCentroid", NearestCentroid, X, y, has_model=False)
    yield Case(
        "mean difference, midpoint", n, solvers.MeanDifference(offset="midpoint"), X, y, (centroid,)
    )


def bayesian_logistic(n: int, prior_variance: float = 10.0) -> Case:
    """The most probable line is logistic regression with C equal to the prior variance; ours adds
    the posterior covariance.
    """
    X, y = clouds(n)
    peers = (
        sklearn_peer(
            "LogisticRegression, newton-cholesky, tol 1e-12",
            lambda: PeerLogistic(C=prior_variance, solver="newton-cholesky", tol=1e-12),
            X,
            y,
        ),
    )

    def objective(w: Floats, b: float) -> float:
        return float(
            np.logaddexp(0.0, -y * (X @ w + b)).mean() + w @ w / (2.0 * n * prior_variance)
        )

    method = solvers.BayesianLogistic(prior_variance=prior_variance)
    return Case("Bayesian logistic, variance = 10", n, method, X, y, peers, objective)


def error_correcting(n: int) -> Iterator[Case]:
    """Rules that visit the samples, on separable classes; the perceptron of scikit-learn stops when
    its loss no longer falls.
    """
    X, y = clouds(n, "separable")

    def errors(w: Floats, b: float) -> float:
        return float(1 + np.count_nonzero((X @ w + b > 0) != (y > 0)))

    perceptron = sklearn_peer("Perceptron", lambda: PeerPerceptron(shuffle=False), X, y)
    title = "perceptron, single-sample, separable (error: extra training errors)"
    yield Case(title, n, solvers.Perceptron(), X, y, (perceptron,), errors)
    yield Case("relaxation, single-sample, separable", n, solvers.Relaxation(), X, y, ())
    yield Case("Ho-Kashyap, separable", n, solvers.HoKashyap(), X, y, ())


def widrow_hoff(n: int) -> Case:
    """LMS beside stochastic gradient descent on the same squared error, each with its own schedule
    and stopping rule.
    """
    X, y = clouds(n)

    def objective(w: Floats, b: float) -> float:
        return float(((y - X @ w - b) ** 2).sum())

    peers = (
        sklearn_peer(
            "SGDRegressor, no penalty", lambda: SGDRegressor(penalty=None, random_state=0), X, y
        ),
    )
    return Case("LMS", n, solvers.LMS(), X, y, peers, objective)


def kernel_soft_margin(n: int, sigma: float, C: float) -> Case:
    """SVC with the same Gaussian kernel; ours goes on to the exact face of multipliers."""
    X, y = clouds(n)
    gaussian = solvers.GaussianKernel(sigma)
    K = gaussian.gram(X, X)

    def objective(beta: Floats, b: float) -> float:
        return float(
            0.5 * beta @ K @ beta + C / n * np.maximum(0.0, 1.0 - y * (K @ beta + b)).sum()
        )

    def coefficients(machine: object) -> Model:
        beta = np.zeros(n)
        beta[machine.support_] = machine.dual_coef_[0]  # type: ignore[attr-defined]
        return beta, float(machine.intercept_[0])  # type: ignore[attr-defined]

    def peer(tol: float) -> Peer:
        machine = SVC(kernel="rbf", gamma=0.5 / sigma**2, C=C / n, tol=tol)
        return Peer(f"libsvm (SVC), tol {tol:.0e}", lambda: machine.fit(X, y), coefficients)

    title = f"soft margin, Gaussian kernel, sigma = {sigma:g}, C = {C:g}, overlapping"
    return Case(
        title, n, solvers.SoftMarginSVM(C=C), X, y, (peer(1e-3), peer(1e-7)), objective, gaussian
    )


def perceptron_epochs(n: int, epochs: int = 20) -> Case:
    """As many passes over classes that overlap."""
    X, y = clouds(n)
    peer = sklearn_peer(
        "Perceptron", lambda: PeerPerceptron(shuffle=False, max_iter=epochs, tol=None), X, y
    )
    return Case(
        f"perceptron, {epochs} epochs, overlapping",
        n,
        solvers.Perceptron(max_epochs=epochs),
        X,
        y,
        (peer,),
    )


def easy_for_peers(quick: bool) -> Iterator[Case]:
    """Where ours is slowest beside its peers: points that are nearly all paid for, ties on a
    lattice, kernels, many passes.
    """
    for n in (1_000, 10_000) if quick else (1_000, 10_000, 100_000):
        for C in (1.0, 100.0):
            yield soft_margin(n, C, "random labels")
        yield soft_margin(n, 1000.0, "lattice")
    for n, sigma, C in product((100, 1_000), (0.3, 1.0), (10.0, 1000.0)):
        yield kernel_soft_margin(n, sigma, C)
    for n in (1_000, 10_000):
        yield perceptron_epochs(n)


def cases(quick: bool) -> Iterator[Case]:
    """All comparisons; ``quick`` stops at 10 000 points."""
    sizes = (100, 1_000, 10_000) if quick else (100, 1_000, 10_000, 200_000, 1_000_000)
    for n in sizes:
        for C in (1.0, 100.0):
            yield soft_margin(n, C, "overlapping")
        yield soft_margin(n, 1.0, "separable")
    yield from easy_for_peers(quick)
    for n in sizes[:4]:
        if n <= 10_000:
            yield hard_margin(n)
        yield logistic(n, 1e-2)
        yield maximum_likelihood(n)
        yield bayesian_logistic(n)
        yield fisher(n)
        yield least_squares(n)
        yield plain_least_squares(n)
    # Closed forms and rules: one size more would double the time of the run and show the same
    # slope.
    for n in (100, 10_000) if quick else (100, 10_000, 1_000_000):
        yield from generative(n)
        yield from error_correcting(n)
        yield widrow_hoff(n)
