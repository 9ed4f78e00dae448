"""Scores of many classes beside those of a reference class."""

from __future__ import annotations

from ..markup.mathtext import escape_label
from ..markup.ticks import significant
from ..scene import Scene
from .block import Numbers, Table

NEEDS = "Select a method that sees all classes at once."


def relative(scene: Scene) -> Numbers:
    """``w_k - w_K`` and ``b_k - b_K``: the scores beside those of the last class, the reference; of two classes there is one."""
    fit = None if scene.chosen is None else scene.chosen[1]
    W = None if fit is None or not fit.has_model else fit.W
    if fit is None or W is None or W.shape[1] > 5 or fit.members:
        return Numbers(needs=NEEDS)
    names = [escape_label(name) for name in scene.document.dataset.class_names]
    rows = [
        (name, *(significant(float(value), 4) for value in (*(W[k] - W[-1]), fit.b[k] - fit.b[-1]))) for k, name in enumerate(names)
    ]
    head = ("class", *(f"$w_{{k{j + 1}}} − w_{{K{j + 1}}}$" for j in range(W.shape[1])), "$b_k − b_K$")
    return Numbers(table=Table(head, tuple(rows)))
