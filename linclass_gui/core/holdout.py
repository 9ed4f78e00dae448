"""Points held back as test points: no method sees them, so their errors are those on new points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Dataset

from .document import Document

SHARE = 1.0 / 3.0


def held_back(document: Document, share: float = SHARE) -> Document:
    """The document with a share of every class moved to its test points (at least one stays); its seed decides which."""
    dataset = document.dataset
    rng = np.random.default_rng(document.seed)
    rows: list[int] = []
    for label in range(len(dataset.class_names)):
        own = np.flatnonzero(dataset.labels == label)
        rows += rng.permutation(own)[: min(round(share * len(own)), len(own) - 1)].tolist() if len(own) else []
    if not rows:
        return document
    rows.sort()
    test = Dataset(dataset.X[rows], dataset.labels[rows], dataset.class_names)
    return replace(document, dataset=dataset.removed(rows), test=join_datasets(document.test, test))


def put_back(document: Document) -> Document:
    """The document with its test points among the others again, at their end."""
    if document.test is None:
        return document
    return replace(document, dataset=join_datasets(document.dataset, document.test), test=None)


def join_datasets(first: Dataset | None, second: Dataset) -> Dataset:
    """Two data sets of the same classes, one after the other."""
    if first is None:
        return second
    X, labels = np.concatenate([first.X, second.X]), np.concatenate([first.labels, second.labels])
    return Dataset(X, labels, first.class_names)
