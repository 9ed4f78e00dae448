"""Rows that can be selected at once: a class, the wrong ones, the support vectors, all others; and
a few that represent many.
"""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Bools, Ints

from .fits.comparison import method_titles
from .fits.decision import support
from .scene import Scene

Choice = tuple[str, frozenset[int]]


def choices_of_rows(scene: Scene) -> list[Choice]:
    """What can be selected, in words, with its rows; a choice without rows is listed, too."""
    dataset = scene.document.dataset
    found = [(name, _rows(dataset.labels == k)) for k, name in enumerate(dataset.class_names)]
    answer = scene.with_answer
    if (
        answer is not None
        and answer[0].id not in scene.stale
        and len(answer[1].wrong) == len(dataset)
    ):
        of, fit = method_titles(scene.document)[answer[0].id], answer[1]
        found.append((f"Wrong with {of}", _rows(fit.wrong)))
        vectors = support(fit) if isinstance(fit, Fit) else None
        if vectors is not None:
            found.append((f"Support vectors of {of}", frozenset(vectors.rows.tolist())))
    others = frozenset(range(len(dataset))) - scene.selection
    return [*found, ("All others", others)]


def few_of_each(classes: Ints | Floats, every: int) -> Ints:
    """Every k-th row of each class: of a table whose classes alternate, every second row would be
    one class alone.
    """
    if every == 1:
        return np.arange(len(classes))
    return np.sort(np.argsort(classes, kind="stable")[::every])


def _rows(mask: Bools) -> frozenset[int]:
    return frozenset(np.flatnonzero(mask).tolist())
