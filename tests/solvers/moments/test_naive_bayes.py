"""Multinomial naive Bayes on word counts."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import MultinomialNB

import solvers
from solvers import Status
from solvers.methods.naive_bayes import MultinomialNaiveBayes


def documents(n=40, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    y[:2] = 0, 1
    return rng.poisson(np.where(y[:, None] > 0, [6, 2], [3, 4])).astype(float), y


@pytest.mark.parametrize("smoothing", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("priors", ["empirical", "equal"])
def test_the_peer(smoothing, priors):
    X, y = documents()
    peer = MultinomialNB(alpha=smoothing, fit_prior=priors == "empirical").fit(X, y)
    fit = solvers.fit(MultinomialNaiveBayes(smoothing=smoothing, priors=priors), X, y)
    assert fit.predict_proba(X) == pytest.approx(peer.predict_proba(X), rel=1e-12)
    assert fit.status is Status.CONVERGED


def test_a_document_by_hand():
    # class 0: words 3 + 1, class 1: words 1 + 3; smoothing 1 gives 4/6, 2/6 and 2/6, 4/6.
    fit = solvers.fit(MultinomialNaiveBayes(), [(2, 1), (1, 0), (1, 3)], [0, 0, 1])
    assert fit.w == pytest.approx([-np.log(2), np.log(2)], rel=1e-15)
    assert fit.b == pytest.approx(-np.log(2), rel=1e-15)


@pytest.mark.parametrize("bad", [(0.5, 1), (1, -1), (-2, 0)])
def test_points_that_are_no_counts_are_named(bad):
    fit = solvers.fit(MultinomialNaiveBayes(), [(1, 2), (3, 0), bad], [0, 1, 1])
    assert fit.status is Status.NOT_APPLICABLE
    assert "Point 3 is" in fit.explanation
    assert not fit.has_model


def test_a_word_that_never_occurs_needs_smoothing():
    X, y = [(1, 2), (0, 3), (0, 2)], [0, 1, 1]
    fit = solvers.fit(MultinomialNaiveBayes(smoothing=0.0), X, y)
    assert fit.status is Status.UNBOUNDED
    assert "Word 1 never occurs in class +" in fit.explanation
    assert solvers.fit(MultinomialNaiveBayes(), X, y).has_model


def test_empty_documents_need_smoothing():
    fit = solvers.fit(MultinomialNaiveBayes(smoothing=0.0), [(0, 0), (1, 3)], [0, 1])
    assert "empty" in fit.explanation
    assert np.isfinite(solvers.fit(MultinomialNaiveBayes(), [(0, 0), (1, 3)], [0, 1]).b)


def test_it_works_on_the_plane_only():
    fit = solvers.fit(MultinomialNaiveBayes(), *documents(), features=solvers.Polynomial(2))
    assert fit.status is Status.NOT_APPLICABLE
