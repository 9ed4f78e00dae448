"""Words counted in each class, and the probabilities that a method which counts makes of them.

Multinomial naive Bayes: ``θ_{kj} = (n_{kj} + s) / (n_k + 2 s)`` with the smoothing s; the Linear
methods summary (A.2) has none: ``n_kj / n_k``.
"""

from __future__ import annotations

from itertools import chain

import numpy as np

from solvers import AnyMethod, Floats, Method

from ..scene import Scene
from .block import NEEDS_POINTS, Numbers, matrix

NEEDS = "Switch on multinomial naive Bayes to see how it counts."


def frequencies(scene: Scene) -> Numbers:
    """The counts ``n_+`` and ``n_-`` of the words, and their probabilities in each class."""
    dataset = scene.document.dataset
    documents = [dataset.X[dataset.labels == k] for k in (1, 0)]
    told = next(
        (
            shares
            for used in scene.document.enabled_methods
            if (shares := _shares(used.method, documents))
        ),
        None,
    )
    if told is None:
        return Numbers(needs=NEEDS)
    if not all(
        len(X) and np.isfinite(share).all() for X, share in zip(documents, told, strict=True)
    ):
        return Numbers(needs=NEEDS_POINTS)
    signs = zip("+−", documents, told, strict=True)
    pairs = (
        (matrix(f"n_{s}", X.sum(axis=0)), matrix(f"θ_{s}", p, fractions=True)) for s, X, p in signs
    )
    return Numbers(tuple(chain.from_iterable(pairs)))


def _shares(method: AnyMethod, documents: list[Floats]) -> list[Floats]:
    """The probabilities of the words in each class, none of a method that does not count."""
    found = (method.frequencies(X) for X in documents) if isinstance(method, Method) else ()
    return [shares for shares in found if shares is not None]
