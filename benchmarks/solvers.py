"""Every method beside its peers in one process: time as a ratio AND accuracy as the distance from the certified optimum.

    python -m benchmarks.solvers [--json] [--markdown FILE] [--plot FILE] [--quick]

Times are cold fits through the public API, ``solvers.fit(method, X, y)``, from raw arrays, side by side with the peers.
``error`` is the relative distance of the objective from the certified optimum, recomputed here from w and b by the same formula
for everybody.
"""

from __future__ import annotations

import argparse
import json
import os
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):  # before numpy: one thread for everybody
    os.environ.setdefault(_threads, "1")

import numpy as np  # noqa: E402
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis  # noqa: E402
from sklearn.linear_model import LogisticRegression as PeerLogistic  # noqa: E402
from sklearn.linear_model import Perceptron as PeerPerceptron  # noqa: E402
from sklearn.linear_model import Ridge  # noqa: E402
from sklearn.naive_bayes import MultinomialNB  # noqa: E402
from sklearn.svm import SVC, LinearSVC  # noqa: E402

import solvers  # noqa: E402
from solvers import Floats  # noqa: E402

from .data import clouds  # noqa: E402
from .plot import write  # noqa: E402
from .timing import side_by_side, words  # noqa: E402

DRAGGED = "ours, one point dragged"
PLOTTED = "soft margin, C = 1, overlapping"
Model = tuple[Floats, float]
Objective = Callable[[Floats, float], float]


@dataclass(frozen=True)
class Peer:
    """A contender: how to fit it, and its (w, b) where it has one."""

    name: str
    fit: Callable[[], object]
    model: Callable[[object], Model] | None = None


@dataclass(frozen=True)
class Case:
    """One comparison: a method on data, its peers, and the objective that all are judged by (None: nothing to compare)."""

    title: str
    n: int
    method: solvers.Method
    X: Floats
    y: Floats
    peers: tuple[Peer, ...]
    objective: Objective | None = None


@dataclass(frozen=True)
class Row:
    """One measured contender; ``ratio`` is its time over ours, ``error`` its relative distance from the certified optimum."""

    case: str
    n: int
    who: str
    seconds: float
    ratio: float
    error: float | None


def linear(estimator: object) -> Model:
    """(w, b) of a fitted scikit-learn estimator."""
    return np.ravel(estimator.coef_).astype(float), float(np.ravel(estimator.intercept_)[0])  # type: ignore[attr-defined]


def sklearn_peer(name: str, make: Callable[[], object], X: Floats, y: Floats, has_model: bool = True) -> Peer:
    """A scikit-learn estimator as a peer."""
    return Peer(name, lambda: make().fit(X, y), linear if has_model else None)  # type: ignore[attr-defined]


def soft_margin(n: int, C: float, kind: str) -> Case:
    """SVC and LinearSVC solve the same model with C/n; LinearSVC also penalises b, which its error shows."""
    X, y = clouds(n, kind)
    peers = [sklearn_peer("liblinear (LinearSVC)", lambda: LinearSVC(C=C / n, loss="hinge", max_iter=10_000), X, y)]
    if n <= 10_000:
        peers.insert(0, sklearn_peer("libsvm (SVC), tol 1e-3", lambda: SVC(kernel="linear", C=C / n), X, y))
        peers.insert(1, sklearn_peer("libsvm (SVC), tol 1e-9", lambda: SVC(kernel="linear", C=C / n, tol=1e-9), X, y))
        peers.append(clarabel_soft_margin(X, y, C))

    def objective(w: Floats, b: float) -> float:
        return float(0.5 * w @ w + C / n * np.maximum(0.0, 1.0 - y * (X @ w + b)).sum())

    return Case(f"soft margin, C = {C:g}, {kind}", n, solvers.SoftMarginSVM(C=C), X, y, tuple(peers), objective)


def clarabel_soft_margin(X: Floats, y: Floats, C: float) -> Peer:
    """The interior-point solver clarabel on the primal with slack variables, tolerances 1e-9."""
    import clarabel
    from scipy import sparse

    n, m = X.shape
    P = sparse.block_diag([sparse.eye(m), sparse.csc_matrix((n + 1, n + 1))], format="csc")
    q = np.concatenate([np.zeros(m + 1), np.full(n, C / n)])
    rows = sparse.hstack([sparse.csc_matrix(-y[:, None] * np.column_stack([X, np.ones(n)])), -sparse.eye(n)])
    A = sparse.vstack([rows, sparse.hstack([sparse.csc_matrix((n, m + 1)), -sparse.eye(n)])], format="csc")
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
    """SVC reaches the hard margin only as C grows; its error is that of 1/2 |w|^2 after scaling to margin 1."""
    X, y = clouds(n, "separable")

    def objective(w: Floats, b: float) -> float:
        closest = float((y * (X @ w + b)).min())
        return float(0.5 * w @ w) / closest**2 if closest > 0 else float("inf")

    peers = (sklearn_peer("libsvm (SVC), C = 1e10", lambda: SVC(kernel="linear", C=1e10), X, y),)
    return Case("hard margin", n, solvers.HardMarginSVM(), X, y, peers, objective)


def logistic(n: int, l2: float) -> Case:
    """scikit-learn's C is 1 / (2 l2 n); at its default tolerance and at one that asks for our accuracy."""
    X, y = clouds(n)
    C = 1.0 / (2.0 * l2 * n)
    peers = [
        sklearn_peer("newton-cholesky, tol 1e-12", lambda: PeerLogistic(C=C, solver="newton-cholesky", tol=1e-12), X, y),
        sklearn_peer("newton-cholesky, default", lambda: PeerLogistic(C=C, solver="newton-cholesky"), X, y),
        sklearn_peer("lbfgs, tol 1e-12", lambda: PeerLogistic(C=C, tol=1e-12, max_iter=10_000), X, y),
        sklearn_peer("lbfgs, default", lambda: PeerLogistic(C=C), X, y),
    ]

    def objective(w: Floats, b: float) -> float:
        return float(np.logaddexp(0.0, -y * (X @ w + b)).mean() + l2 * w @ w)

    return Case(f"logistic, l2 = {l2:g}", n, solvers.LogisticRegression(l2=l2), X, y, tuple(peers), objective)


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
        sklearn_peer("LinearDiscriminantAnalysis, svd", lambda: LinearDiscriminantAnalysis(solver="svd"), X, y),
        sklearn_peer("LinearDiscriminantAnalysis, lsqr", lambda: LinearDiscriminantAnalysis(solver="lsqr"), X, y),
    )

    def errors(w: Floats, b: float) -> float:
        return float(1 + np.count_nonzero((X @ w + b > 0) != (y > 0)))

    return Case("Fisher with exact threshold (error: extra training errors)", n, solvers.Fisher(), X, y, peers, errors)


def least_squares(n: int) -> Case:
    """Ridge with alpha = 1 beside ours with the same penalty."""
    X, y = clouds(n)

    def objective(w: Floats, b: float) -> float:
        return float(((y - X @ w - b) ** 2).sum() + w @ w)

    peers = (sklearn_peer("Ridge, alpha = 1", lambda: Ridge(alpha=1.0), X, y),)
    return Case("least squares, ridge = 1", n, solvers.LeastSquares(ridge=1.0), X, y, peers, objective)


def generative(n: int) -> Iterator[Case]:
    """Closed forms without an objective to compare."""
    X, y = clouds(n)
    qda = sklearn_peer("QuadraticDiscriminantAnalysis", QuadraticDiscriminantAnalysis, X, y, has_model=False)
    yield Case("Gaussian, separate covariances", n, solvers.GaussianGenerative(covariance="separate"), X, y, (qda,))
    counts = np.round(np.abs(X) * 4.0)
    bayes = sklearn_peer("MultinomialNB", MultinomialNB, counts, y, has_model=False)
    yield Case("multinomial naive Bayes", n, solvers.MultinomialNaiveBayes(), counts, y, (bayes,))
    X, y = clouds(n, "separable")
    perceptron = sklearn_peer("Perceptron", lambda: PeerPerceptron(tol=None, max_iter=1000, shuffle=False), X, y, has_model=False)
    yield Case("perceptron, single-sample, separable", n, solvers.Perceptron(), X, y, (perceptron,))


def cases(quick: bool) -> Iterator[Case]:
    """All comparisons; ``quick`` stops at 10 000 points."""
    sizes = (100, 1_000, 10_000) if quick else (100, 1_000, 10_000, 200_000, 1_000_000)
    for n in sizes:
        for C in (1.0, 100.0):
            yield soft_margin(n, C, "overlapping")
        yield soft_margin(n, 1.0, "separable")
    for n in sizes[:4]:
        if n <= 10_000:
            yield hard_margin(n)
        yield logistic(n, 1e-2)
        yield maximum_likelihood(n)
        yield fisher(n)
        yield least_squares(n)
    yield from generative(1_000)


def measured(case: Case) -> list[Row]:
    """Ours first, then every peer, timed side by side."""
    contenders = {"ours": lambda: solvers.fit(case.method, case.X, case.y)} | {p.name: p.fit for p in case.peers}
    seconds = side_by_side(contenders)
    fit = solvers.fit(case.method, case.X, case.y)
    optimum = None if case.objective is None or fit.w is None else case.objective(fit.w, fit.b)
    rows = [Row(case.title, case.n, "ours", seconds["ours"], 1.0, certified_error(fit, optimum))]
    step = drag_step(fit)
    if case.peers:
        rows.append(Row(case.title, case.n, DRAGGED, step, step / seconds["ours"], None))
    for peer in case.peers:
        error = None
        if optimum is not None and peer.model is not None and case.objective is not None:
            error = (case.objective(*peer.model(peer.fit())) - optimum) / abs(optimum)
        rows.append(Row(case.title, case.n, peer.name, seconds[peer.name], seconds[peer.name] / seconds["ours"], error))
    return rows


def drag_step(fit: solvers.Fit, moves: int = 40) -> float:
    """The median seconds of an exact refit after one point has moved a little."""
    drag = solvers.grab(fit, 0)
    start = fit.problem.X[0]
    way = start + 0.3 * np.column_stack([np.sin(np.arange(moves)), np.cos(0.7 * np.arange(moves))])
    if isinstance(fit.method, solvers.MultinomialNaiveBayes):
        way = np.abs(np.round(way))
    times = []
    for at in way.tolist():
        begin = perf_counter()
        drag.move(at)
        times.append(perf_counter() - begin)
    return median(times)


def certified_error(fit: solvers.Fit, optimum: float | None) -> float | None:
    """Our own distance from the optimum as the duality gap proves it; None where there is no dual."""
    gap = fit.certificate.gap
    return None if optimum is None or gap is None else abs(gap)


def markdown(rows: list[Row]) -> str:
    """The rows as a table."""
    lines = ["| problem | n | who | time | time / ours | error |", "|---|---|---|---|---|---|"]
    for row in rows:
        error = "" if row.error is None else f"{row.error:.0e}"
        ratio = "" if row.who == "ours" else f"{row.ratio:.2g}"
        lines.append(f"| {row.case} | {row.n:,} | {row.who} | {words(row.seconds)} | {ratio} | {error} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write the table into a file")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="also draw the soft margin's times into a figure file")
    parser.add_argument("--quick", action="store_true", help="stop at 10 000 points")
    options = parser.parse_args()
    rows = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the peers warn when they stop early; their error says it better
        for case in cases(options.quick):
            rows += measured(case)
    if options.markdown:
        options.markdown.write_text(PREAMBLE + markdown(rows) + "\n", encoding="utf-8")
    if options.plot:
        names = list(dict.fromkeys(row.who for row in rows if row.case == PLOTTED))
        write([(name, [(r.n, r.seconds) for r in rows if (r.case, r.who) == (PLOTTED, name)]) for name in names], options.plot)
    print(json.dumps([asdict(row) for row in rows], indent=2) if options.json else markdown(rows))


PREAMBLE = """# Benchmarks

Written by `python -m benchmarks.solvers --markdown docs/benchmarks.md --plot docs/benchmarks.png`: cold fits from raw arrays, one
thread, side by side in one process, medians. `time / ours` above 1 means the peer is slower. `error` is the relative distance of
the objective from the certified optimum; for our own rows it is the duality gap recomputed from the data. "One point dragged" is
the warm step: the exact refit after one point has moved, while everything else is kept.

![Times of the soft margin against n](benchmarks.png)

"""

if __name__ == "__main__":
    main()
