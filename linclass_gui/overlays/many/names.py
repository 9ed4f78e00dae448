"""The names of the classes at their parts of the plane, the nearest free corner first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from solvers import Floats, ManyFit
from solvers.arrays import Bools
from solvers.plane.arrangement import UNDECIDED

from ...core.classes.looks import role
from ...core.classes.regions import regions
from ...core.classes.verdicts import verdicts_at
from ...core.document import View
from ...core.markup.mathtext import name_label
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Inside, Words

WORD = "undecided"
CORNERS = {"top-left": (0.0, 1.0), "top-right": (1.0, 1.0), "bottom-left": (0.0, 0.0), "bottom-right": (1.0, 0.0)}


def draw(scene: Scene) -> Iterable[Words]:
    """A name for every part that has room for it."""
    if scene.chosen is None or not scene.chosen[1].has_model:
        return ()
    document = scene.document
    return _names(scene.chosen[1], scene.view, document.dataset.class_names, document.class_looks)


@memo(4)
def _names(many: ManyFit, view: View, names: tuple[str, ...], looks: tuple[int, ...]) -> tuple[Words, ...]:
    parts = regions(many, view).outlines
    words = []
    for k in sorted(parts, key=lambda k: (k == UNDECIDED, k)):
        text = WORD if k == UNDECIDED else name_label(names[k])
        style = "caption" if k == UNDECIDED else role("class-name", looks[k])
        home = Inside(partial(_wins, many, k), _corners(parts[k], view))
        words.append(Words((text,), home, style, None, ("class", k), needed=False))
    return tuple(words)


def _wins(many: ManyFit, k: int, at: Floats) -> Bools:
    """Whether positions (n, 2) belong to class k."""
    wins: Bools = verdicts_at(many, at) == k
    return wins


def _corners(loops: tuple[Floats, ...], view: View) -> tuple[str, ...]:
    """The corners of the view, that nearest to the middle of the part first."""
    middle = max(loops, key=len).mean(axis=0)
    x, y = (middle[0] - view.x0) / view.width, (middle[1] - view.y0) / view.height
    return tuple(sorted(CORNERS, key=lambda corner: float(np.hypot(CORNERS[corner][0] - x, CORNERS[corner][1] - y))))
