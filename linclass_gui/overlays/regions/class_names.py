"""The names of the classes in their parts, of two with the sign of f: in corners of the view or
wherever there is room.
"""

from __future__ import annotations

from collections.abc import Iterable

from solvers import ManyFit
from solvers.plane.arrangement import UNDECIDED

from ...answers.regions import regions
from ...markup.mathtext import name_label
from ...scene.looks import role
from ...scene.marks import Mark, Text
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.section import is_trace
from ...scene.view import View
from ...scene.words import Inside, Words
from ..shapes.parts import part_of
from ..shapes.sides import side_of

EMPTY = "No points yet: a click adds one of class +, a right click one of class −."
NO_CLASS = "undecided"


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """A name for every part that has room for it, or what to do when there are no points."""
    if len(scene.document.dataset) == 0 and not scene.is_many:
        return _message(scene.view)
    if scene.with_answer is None or is_trace(scene.with_answer[1]):
        return ()
    names, looks, fit = (
        scene.document.dataset.class_names,
        scene.document.class_looks,
        scene.with_answer[1],
    )
    if isinstance(fit, ManyFit):
        return _names_of_parts(fit, scene.view, names, looks)
    return _names(
        (side_of(fit, scene.view, 1.0), side_of(fit, scene.view, -1.0)),
        (names[-1], names[0]),
        (looks[-1], looks[0]),
    )


@memo
def _message(view: View) -> tuple[Mark, ...]:
    return (Text(view.middle, EMPTY, "message"),)


@memo
def _names(
    sides: tuple[Inside, Inside], names: tuple[str, str], looks: tuple[int, int]
) -> tuple[Words, ...]:
    marked = zip(map(name_label, names), (">", "<"), (1.0, -1.0), sides, looks, strict=True)
    return tuple(
        Words(
            (f"{name}\u2003$f(x) {relation} 0$",),
            side,
            role("side-name", look),
            None,
            ("class", sign),
            False,
            (name,),
            pair="sides",
        )
        for name, relation, sign, side, look in marked
    )


@memo
def _names_of_parts(
    many: ManyFit, view: View, names: tuple[str, ...], looks: tuple[int, ...]
) -> tuple[Words, ...]:
    parts = regions(many, view).outlines
    words = []
    for k in sorted(parts, key=lambda k: (k == UNDECIDED, k)):
        text = NO_CLASS if k == UNDECIDED else name_label(names[k])
        style = "caption" if k == UNDECIDED else role("class-name", looks[k])
        words.append(
            Words(
                (text,), part_of(many, k, parts[k], view), style, None, ("class", k), needed=False
            )
        )
    return tuple(words)
