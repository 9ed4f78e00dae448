"""Words counted in each class, and the probabilities that multinomial naive Bayes makes of them.

``θ_{kj} = (n_{kj} + s) / (n_k + 2 s)`` with the smoothing s; the Linear methods summary (A.2) has none: ``n_kj / n_k``.
"""

from __future__ import annotations

from solvers import MultinomialNaiveBayes

from ..scene import Scene
from .block import Numbers, matrix
from .moments import NEEDS_CLASSES

NEEDS = "Switch on multinomial naive Bayes to see how it counts."


def frequencies(scene: Scene) -> Numbers:
    """The counts ``n_+`` and ``n_-`` of the words, and their probabilities in each class."""
    found = next((m.method for m in scene.document.enabled if isinstance(m.method, MultinomialNaiveBayes)), None)
    if found is None:
        return Numbers(needs=NEEDS)
    dataset = scene.document.dataset
    counts = [dataset.X[dataset.labels == k].sum(axis=0) for k in (1, 0)]
    smoothed = [n + found.smoothing for n in counts]
    if any(not (dataset.labels == k).any() for k in (0, 1)) or any(n.sum() <= 0.0 for n in smoothed):
        return Numbers(needs=NEEDS_CLASSES)
    pairs = zip("+−", counts, smoothed, strict=True)
    return Numbers(tuple(one for s, n, m in pairs for one in (matrix(f"n_{s}", n), matrix(f"θ_{s}", m / m.sum(), fractions=True))))
