"""The sentences of fits with the names of the columns that they speak of."""

from __future__ import annotations

import re

from solvers import AnyFit

from ..markup.mathtext import plain
from .document import Document
from .planes import COLUMNS


def explained(fit: AnyFit, document: Document) -> str:
    """The sentence of a fit; ``x3`` is the third of the coordinates that it was fitted to."""
    names, plane = tuple(map(plain, document.axis_names)), document.plane
    if plane is not None and fit.problem.X.shape[1] > 2:
        if plane.kind != COLUMNS:
            return fit.explanation  # turned coordinates have no names
        names = tuple(plane.columns[int(k)] for k in plane.basis.argmax(axis=0))

    def name(match: re.Match[str]) -> str:
        k = int(match[1]) - 1
        return names[k] if 0 <= k < len(names) else match[0]

    return re.sub(r"\bx(\d+)\b", name, fit.explanation)
