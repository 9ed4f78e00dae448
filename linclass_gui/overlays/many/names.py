"""The names of the classes at their parts of the plane, the nearest free corner first."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import ManyFit
from solvers.plane.arrangement import UNDECIDED

from ...core.classes.looks import role
from ...core.classes.regions import regions
from ...core.document import View
from ...core.markup.mathtext import name_label
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Words
from ..shapes.parts import part_of

WORD = "undecided"


def draw(scene: Scene) -> Iterable[Words]:
    """A name for every part that has room for it."""
    if scene.chosen is None or not scene.chosen[1].has_model:
        return ()
    document = scene.document
    return _names(scene.chosen[1], scene.view, document.dataset.class_names, document.class_looks)


@memo
def _names(many: ManyFit, view: View, names: tuple[str, ...], looks: tuple[int, ...]) -> tuple[Words, ...]:
    parts = regions(many, view).outlines
    words = []
    for k in sorted(parts, key=lambda k: (k == UNDECIDED, k)):
        text = WORD if k == UNDECIDED else name_label(names[k])
        style = "caption" if k == UNDECIDED else role("class-name", looks[k])
        home = part_of(many, k, parts[k], view)
        words.append(Words((text,), home, style, None, ("class", k), needed=False))
    return tuple(words)
