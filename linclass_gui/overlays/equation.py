"""The scores of the selected method as formulas with their numbers: one for two classes, of more
one in the part of each class.

Where classes have no formulas of their own, that of the chosen pair is shown.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from solvers import Fit, ManyFit

from ..answers.regions import regions
from ..scene.looks import role
from ..scene.memo import memo
from ..scene.pairs import looked_at, member_fit
from ..scene.scene import Scene
from ..scene.view import View
from ..scene.words import Inside, Words
from .needs import a_boundary
from .score_text import break_formula, equation, equations, substitution
from .shapes.parts import part_of
from .shapes.sides import side_of


def draw(scene: Scene) -> Iterable[Words]:
    """A formula next to the name of every class that has one."""
    if scene.with_answer is None:
        return ()
    fit, view = scene.with_answer[1], scene.view
    if isinstance(fit, Fit):
        return _of_two(fit, view, 1.0, "math", needed=True)
    # Votes, and curved scores, whose differences may be short.
    if fit.last.W is not None and fit.last.quadratic is None:
        return _own(fit, view)
    key = looked_at(fit, scene.document.member)
    pair = None if key is None else member_fit(fit, key)
    if key is None or pair is None or not pair.has_model:
        return ()
    # In the colour of its positive class, because the picture has other formulas.
    return _of_two(
        pair, view, key[0], role("class-name", scene.document.class_looks[key[0]]), needed=False
    )


def missing(scene: Scene) -> str:
    """Formulas of more classes need few terms: those of kernels and long maps are unreadable."""
    return a_boundary(scene) or (
        "needs a short formula" if scene.is_many and not any(True for _ in draw(scene)) else ""
    )


@memo
def _own(many: ManyFit, view: View) -> tuple[Words, ...]:
    parts, found = regions(many, view).outlines, equations(many, view).items()
    shown = [(k, text) for k, text in found if k in parts]
    where = substitution(many.problem.features)  # once, with the first formula
    return tuple(
        _words(
            text,
            part_of(many, k, parts[k], view),
            k,
            "math",
            ("equation", k),
            () if place else where,
            needed=False,
        )
        for place, (k, text) in enumerate(shown)
    )


@memo
def _of_two(fit: Fit, view: View, part: float, style: str, needed: bool) -> tuple[Words, ...]:
    text = equation(fit, view)
    if text is None:
        return ()
    return (
        _words(
            text,
            side_of(fit, view, 1.0),
            part,
            style,
            "equation",
            substitution(fit.problem.features),
            needed=needed,
        ),
    )


def _words(
    text: str,
    home: Inside,
    part: float,
    style: str,
    id: Hashable,
    where: tuple[str, ...],
    *,
    needed: bool,
) -> Words:
    shorter = break_formula(text)
    lines = (*shorter, *where) if shorter else ()
    return Words(
        (f"${text}$", *where), home, style, None, id, needed, below=("class", part), shorter=lines
    )
