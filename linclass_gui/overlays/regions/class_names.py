"""Which side is which: the names of the classes with the sign of f, in the corners of the view or wherever there is room."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Fit

from ...core.document import View
from ...core.marks import Mark, Text
from ...core.markup.mathtext import name_label
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Words
from ..shapes.sides import side_of

EMPTY = "No points yet: a click adds one of class +, a right click one class −."


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """The two names, or what to do when there are no points."""
    if len(scene.document.dataset) == 0:
        return _message(scene.view)
    if scene.with_model is None:
        return ()
    names = scene.document.dataset.class_names
    return _names(scene.with_model[1], scene.view, (names[0], names[-1]))


@memo(2)
def _message(view: View) -> tuple[Mark, ...]:
    return (Text(view.middle, EMPTY, "message"),)


@memo(4)
def _names(fit: Fit, view: View, names: tuple[str, str]) -> tuple[Words, ...]:
    marked = ((name_label(names[1]), ">", 1.0), (name_label(names[0]), "<", -1.0))
    return tuple(
        Words((f"{name}\u2003$f(x) {relation} 0$",), side_of(fit, view, sign), "class-name", None, ("class", sign), False, (name,))
        for name, relation, sign in marked
    )
