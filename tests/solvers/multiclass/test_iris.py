"""Iris with all three classes, petal length and width, beside scikit-learn at equal objectives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

import solvers

TABLE = np.genfromtxt(Path(__file__).parents[3] / "assets/data/iris.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
X = np.column_stack([TABLE["petal_length"], TABLE["petal_width"]])
Y = TABLE["species"]
ROWS, LABELS = np.arange(len(Y)), np.unique(Y, return_inverse=True)[1]


def test_softmax_predicts_as_scikit_learn():
    l2 = 1e-3
    many = solvers.fit(solvers.Softmax(l2=l2), X, Y)
    peer = LogisticRegression(C=1.0 / (2.0 * l2 * len(X)), tol=1e-12, max_iter=10_000).fit(X, Y)
    F = X @ peer.coef_.T + peer.intercept_
    objective = (np.logaddexp.reduce(F, axis=1) - F[ROWS, LABELS]).mean() + l2 * (peer.coef_**2).sum()
    assert many.certificate.primal == pytest.approx(objective, rel=1e-9)
    assert many.predict(X).tolist() == peer.predict(X).tolist()
    assert many.predict_proba(X) == pytest.approx(peer.predict_proba(X), abs=1e-5)


@pytest.mark.parametrize("C", [1.0, 100.0])
def test_one_against_one_predicts_as_scikit_learn(C):
    # Every pair has 100 points, so the price C/n of a pair is scikit-learn's C.
    many = solvers.fit(solvers.OneVsOne(solvers.SoftMarginSVM(C=C)), X, Y)
    peer = SVC(kernel="linear", C=C / 100.0, tol=1e-10).fit(X, Y)
    assert many.predict(X).tolist() == peer.predict(X).tolist()
    assert many.certificate.gap <= 1e-10
