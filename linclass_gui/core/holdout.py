"""Points held back as test points: no method sees them, so their errors are those on new points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .document import Document

SHARE = 1.0 / 3.0
SEEDS = 2**31  # as many as a scene can hold


def held_back(document: Document, share: float = SHARE) -> Document:
    """The document with a share of every class as its test points (at least one point of each class
    stays).

    Points held back before are put back first.  The choice depends on ``document.split`` and on the
    positions of the points, not on their order: the same share and seed choose the same points
    again.
    """
    whole = put_back(document)
    dataset = whole.dataset
    rng = np.random.default_rng(document.split)
    rows: list[int] = []
    for label in range(len(dataset.class_names)):
        own = np.flatnonzero(dataset.labels == label)
        own = own[np.lexsort(dataset.X[own].T)]
        rows += (
            rng.permutation(own)[: min(round(share * len(own)), len(own) - 1)].tolist()
            if len(own)
            else []
        )
    if not rows:
        return document
    rows.sort()
    return replace(whole, dataset=dataset.removed(rows), test=dataset.chosen(rows))


def share_of(document: Document) -> float:
    """The share of all points that is held back."""
    held = 0 if document.test is None else len(document.test)
    return held / max(1, held + len(document.dataset))


def drawn_again(document: Document) -> Document:
    """The document with as many other test points, those of the next seed; the same without test
    points.
    """
    if document.test is None or not len(document.test):
        return document
    return held_back(replace(document, split=(document.split + 1) % SEEDS), share_of(document))


def put_back(document: Document) -> Document:
    """The document with its test points among the others again, at their end."""
    if document.test is None:
        return document
    return replace(
        document, dataset=document.dataset.joined(document.test), test=None, shows_test=True
    )
