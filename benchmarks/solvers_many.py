"""Many classes beside scikit-learn: time, and the distance from the certified optimum by the same
formula for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC, LinearSVC

import solvers
from solvers import Floats
from solvers.arrays import Ints

from .solvers_cases import Case, Peer

Scores = tuple[Floats, Floats]


class ManyCase(Case):
    """One comparison of a method for many classes."""

    def model(self, fit: Any) -> Scores | None:
        """Our (W, b)."""
        return None if self.objective is None else (fit.W, fit.b)


def ring(n: int, K: int = 3, seed: int = 0) -> tuple[Floats, Ints]:
    """K overlapping normal clouds around a circle."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, K, n)
    angles = 2.0 * np.pi * np.arange(K) / K
    return 1.5 * np.column_stack([np.cos(angles), np.sin(angles)])[labels] + rng.standard_normal(
        (n, 2)
    ), labels


def linear(estimator: object) -> Scores:
    """(W, b) of a fitted scikit-learn estimator."""
    return estimator.coef_, estimator.intercept_  # type: ignore[attr-defined]


def one_against_one(n: int, C: float) -> ManyCase:
    """SVC votes over the same pairs; its C is ours over the number of points of a pair, about n / 3
    x 2.
    """
    X, y = ring(n)
    peer = Peer("SVC (libsvm), default", lambda: SVC(kernel="linear", C=1.5 * C / n).fit(X, y))
    return ManyCase(
        f"one against one, soft margin, C = {C:g}",
        n,
        solvers.OneVsOne(solvers.SoftMarginSVM(C=C)),
        X,
        y,
        (peer,),
    )


def softmax(n: int, l2: float = 1e-3) -> ManyCase:
    """scikit-learn's C is 1 / (2 l2 n)."""
    X, y = ring(n)
    rows, C = np.arange(n), 1.0 / (2.0 * l2 * n)

    def objective(W: Floats, b: Floats) -> float:
        F = X @ W.T + b
        return float((np.logaddexp.reduce(F, axis=1) - F[rows, y]).mean() + l2 * (W**2).sum())

    peers = tuple(
        Peer(
            f"{name}, {words}",
            lambda name=name, tol=tol: LogisticRegression(
                C=C, solver=name, tol=tol, max_iter=10_000
            ).fit(X, y),
            linear,
        )
        for name in ("lbfgs", "newton-cholesky")
        for words, tol in (("default", 1e-4), ("tol 1e-10", 1e-10))
    )
    return ManyCase(f"softmax, l2 = {l2:g}", n, solvers.Softmax(l2=l2), X, y, peers, objective)


def all_at_once(n: int, C: float) -> ManyCase:
    """LinearSVC solves Crammer and Singer's model with a penalty of the offset, which its error
    shows; a large scale lessens it.
    """
    X, y = ring(n)
    rows = np.arange(n)

    def objective(W: Floats, b: Floats) -> float:
        F = X @ W.T + b
        rivals = 1.0 + F
        rivals[rows, y] -= 1.0
        return float(0.5 * (W**2).sum() + C / n * (rivals.max(axis=1) - F[rows, y]).sum())

    def machine(tol: float, scaling: float) -> object:
        return LinearSVC(
            multi_class="crammer_singer",
            C=C / n,
            tol=tol,
            intercept_scaling=scaling,
            max_iter=1_000_000,
        ).fit(X, y)

    peers = (
        Peer("LinearSVC, default", lambda: machine(1e-4, 1.0), linear),
        Peer("LinearSVC, tol 1e-9, scaling 100", lambda: machine(1e-9, 100.0), linear),
    )
    return ManyCase(
        f"SVM all at once, C = {C:g}", n, solvers.MulticlassSVM(C=C), X, y, peers, objective
    )


def many_cases(quick: bool) -> Iterator[ManyCase]:
    """All comparisons; ``quick`` stops at 10 000 points."""
    for n in (100, 300, 1_000, 10_000):
        for C in (1.0, 100.0):
            yield one_against_one(n, C)
    for n in (1_000, 10_000) if quick else (1_000, 10_000, 100_000):
        yield softmax(n)
    yield all_at_once(100, 10.0)
    for C in (1.0, 10.0, 100.0, 10_000.0):
        yield all_at_once(1_000, C)
    yield all_at_once(10_000, 10.0)
