"""Iris in four columns against scikit-learn: discriminants, principal components, and the plane of the soft margin."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.core.classes.editing import without_class
from linclass_gui.core.document import Document
from linclass_gui.core.files.opening import open_document
from linclass_gui.core.plane_choice import show_plane
from linclass_gui.core.planes import DISCRIMINANTS, METHOD, PRINCIPAL, discriminants, scatters
from solvers import SoftMarginSVM

sklearn = pytest.importorskip("sklearn")
from sklearn.decomposition import PCA  # noqa: E402
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis  # noqa: E402
from sklearn.svm import SVC  # noqa: E402

CLOSE = {"rtol": 0.0, "atol": 1e-9}


@pytest.fixture(scope="module")
def iris() -> Document:
    return replace(open_document("example:iris"), methods=(), selected="")


def rows_of(document: Document) -> np.ndarray:
    return document.plane.rows(document.dataset.X, document.dataset.behind)


@pytest.mark.parametrize("is_scaled", [False, True], ids=["as given", "standardised"])
def test_principal_components(iris: Document, is_scaled: bool) -> None:
    rows = rows_of(iris)
    Z = (rows - rows.mean(axis=0)) / (rows.std(axis=0) if is_scaled else 1.0)
    peer = PCA().fit(Z)
    shown = show_plane(iris, PRINCIPAL, standardise=is_scaled)
    same = np.sign((shown.plane.basis * peer.components_.T).sum(axis=0))
    np.testing.assert_allclose(shown.plane.basis, peer.components_.T * same, **CLOSE)
    np.testing.assert_allclose(shown.plane.kept, peer.explained_variance_ratio_[:2], **CLOSE)
    np.testing.assert_allclose(shown.dataset.X, peer.transform(Z)[:, :2] * same[:2], **CLOSE)


def test_discriminants(iris: Document) -> None:
    rows, labels = rows_of(iris), iris.dataset.labels
    peer = LinearDiscriminantAnalysis(solver="eigen").fit(rows, labels)
    plane = show_plane(iris, DISCRIMINANTS).plane
    values, vectors = discriminants(*scatters(rows, labels))
    expected = peer.scalings_[:, :2] / np.linalg.norm(peer.scalings_[:, :2], axis=0)
    same = np.sign((vectors[:, :2] * expected).sum(axis=0))
    np.testing.assert_allclose(vectors[:, :2], expected * same, **CLOSE)
    np.testing.assert_allclose(values[:2] / values.sum(), peer.explained_variance_ratio_, **CLOSE)
    np.testing.assert_allclose(plane.kept, peer.explained_variance_ratio_, **CLOSE)
    # The plane that is drawn holds both: what is left of them across it is nothing.
    np.testing.assert_allclose(plane.basis[:, 2:].T @ expected, 0.0, **CLOSE)


def test_the_plane_of_the_soft_margin(iris: Document) -> None:
    """scikit-learn's kernel has single precision: the weights are those of its support vectors, found in double."""
    two = without_class(iris, 0)
    rows, y = rows_of(two), np.where(two.dataset.labels == 1, 1.0, -1.0)
    C = 10.0
    peer = SVC(kernel="linear", C=C, tol=1e-9).fit(rows, y)
    alpha = np.zeros(len(y))
    alpha[peer.support_] = np.abs(peer.dual_coef_[0])
    bound, free = alpha > C * (1.0 - 1e-6), (alpha > C * 1e-6) & (alpha < C * (1.0 - 1e-6))
    # On the free ones y f = 1, and the multipliers balance: unknown are theirs and b.
    gram = (rows * y[:, None]) @ (rows * y[:, None]).T
    k = int(free.sum())
    A = np.zeros((k + 1, k + 1))
    A[:k, :k], A[:k, k], A[k, :k] = gram[np.ix_(free, free)], y[free], y[free]
    *found, b = np.linalg.solve(A, np.append(1.0 - C * gram[np.ix_(free, bound)].sum(axis=1), -C * y[bound].sum())).tolist()
    w = rows[free].T @ (found * y[free]) + C * rows[bound].T @ y[bound]

    used = two.adding(SoftMarginSVM(C=C * len(y)))
    shown = show_plane(used, METHOD)
    across = rows - rows @ np.outer(w, w) / (w @ w)
    second = PCA(1).fit(across).components_[0]
    np.testing.assert_allclose(shown.plane.basis[:, 0], w / np.linalg.norm(w), **CLOSE)
    np.testing.assert_allclose(shown.plane.basis[:, 1], second * np.sign(second @ shown.plane.basis[:, 1]), **CLOSE)
    # Every point stands at its true signed distance from the boundary.
    along = shown.dataset.X[:, 0]
    distance = (rows @ w + b) / np.linalg.norm(w)
    np.testing.assert_allclose(along - along[0], distance - distance[0], **CLOSE)
