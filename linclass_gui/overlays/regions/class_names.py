"""Which side is which: the names of the classes with the sign of f, in the corners of the view or wherever there is room."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.document import View
from ...core.marks import Mark, Text
from ...core.markup.mathtext import name_label
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Inside, Words
from ..shapes.sides import side_of

EMPTY = "No points yet: a click adds one of class +, a right click one class −."


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """The two names, or what to do when there are no points."""
    if len(scene.document.dataset) == 0:
        return _message(scene.view)
    if scene.with_model is None:
        return ()
    names = scene.document.dataset.class_names
    fit = scene.with_model[1]
    return _names((side_of(fit, scene.view, 1.0), side_of(fit, scene.view, -1.0)), (names[-1], names[0]))


@memo
def _message(view: View) -> tuple[Mark, ...]:
    return (Text(view.middle, EMPTY, "message"),)


@memo
def _names(sides: tuple[Inside, Inside], names: tuple[str, str]) -> tuple[Words, ...]:
    marked = zip(map(name_label, names), (">", "<"), (1.0, -1.0), sides, strict=True)
    return tuple(
        Words((f"{name}\u2003$f(x) {relation} 0$",), side, "class-name", None, ("class", sign), False, (name,))
        for name, relation, sign, side in marked
    )
