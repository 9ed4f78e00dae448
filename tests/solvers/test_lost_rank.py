"""A lost rank names its cause, and every cause is so (:mod:`benchmarks.hunt.sentences` asks it)."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import solvers
from benchmarks.hunt.sentences import sentences
from solvers import AllColumns, FeatureMap, Outcome, Polynomial, QuadraticDiagonal, Status

RNG = np.random.default_rng(4)
FIRST = RNG.normal(size=(12, 2))
EIGHT = RNG.normal(size=(8, 2))
SUM = np.column_stack([FIRST, FIRST.sum(axis=1)])
FLAT = np.column_stack([FIRST[:, 0], np.full(12, 0.3)])
LINE = np.outer(FIRST[:, 0], (0.6, 0.2))
CONSTANT_IN_ONE = np.where((np.arange(12) % 2 > 0)[:, None], FIRST, FLAT)
SQUARES = np.column_stack([np.ones(12), FIRST[:, 1]]) * np.where(FIRST[:, :1] > 0, 1.0, -1.0)
LEAST, LOGISTIC = solvers.LeastSquares(), solvers.LogisticRegression(l2=0.0)
SHARED = solvers.GaussianGenerative()
SEPARATE = solvers.GaussianGenerative(covariance="separate")


@pytest.mark.parametrize(
    ("method", "X", "features", "words"),
    [
        (LEAST, LINE, None, "(they lie on a line)"),
        (LEAST, FLAT, None, "(they lie on a line)"),
        (LEAST, EIGHT, Polynomial(3), "(9 features for 8 points)"),
        (LEAST, SUM, AllColumns(), "(x3 follows from x1 and x2)"),
        (LEAST, SUM[:, [0, 2, 1]], AllColumns(), "(x3 follows from x1 and x2)"),
        (LEAST, LINE, Polynomial(2), "(√2 u2 follows from √2 u1)"),
        (LEAST, SQUARES, QuadraticDiagonal(), "(u1² follows from u1)"),
        (replace(LEAST, fit_intercept=False), EIGHT, Polynomial(3), "(9 features for 8 points)"),
        (LOGISTIC, SUM, AllColumns(), "(x3 follows from x1 and x2)"),
        (solvers.Softmax(l2=0.0), SUM, AllColumns(), "(x3 follows from x1 and x2)"),
        (SHARED, LINE, None, "(they lie on a line)"),
        (SHARED, SUM, AllColumns(), "(x3 follows from x1 and x2)"),
        (SEPARATE, CONSTANT_IN_ONE, None, "(x2 does not vary in class −)"),
        (SEPARATE, SUM, AllColumns(), "(x3 follows from x1 and x2 in class +;"),
        (SEPARATE, EIGHT[:3], None, "(class + has one point"),
    ],
)
def test_a_lost_rank_names_its_cause(
    method: solvers.AnyMethod, X: np.ndarray, features: FeatureMap | None, words: str
) -> None:
    fit = solvers.fit(method, X, np.arange(len(X)) % 2, features=features)
    assert fit.status is Status.SINGULAR
    assert words in fit.explanation
    assert not list(sentences(SimpleNamespace(), fit))


@pytest.mark.parametrize(
    "words",
    [
        "The points do not determine the weights (they lie on a line): the shortest w is shown.",
        "The weights are open (x2 does not vary).",
        "The weights are open (9 features for 12 points).",
        "The weights are open (x2 follows from x1 in class −).",
        "J = infinity: each class sits at a single place (C_W = 0).",
        "The class means coincide.",
        "The optimum: 3 points hold the margin, 5 lie inside it.",
    ],
)
def test_a_sentence_that_is_not_so_is_found(words: str) -> None:
    fit = solvers.fit(solvers.SoftMarginSVM(C=10.0), FIRST + 1.0, np.arange(12) % 2)
    assert not list(sentences(SimpleNamespace(), fit))
    said = replace(fit, claim=Outcome(Status.SINGULAR, words))
    assert [finding.kind for finding in sentences(SimpleNamespace(), said)]
