"""The scores of more than two classes as formulas: every class's own at its part, or that of the pair that is looked at."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from solvers import Fit, ManyFit

from ...core.classes.looks import role
from ...core.classes.members import looked_at, member_fit
from ...core.classes.regions import regions
from ...core.document import View
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Inside, Words
from ..needs import any_model
from ..score_text import break_formula, equation, equations, substitution
from ..shapes.parts import part_of
from ..shapes.sides import side_of


def draw(scene: Scene) -> Iterable[Words]:
    """A formula next to the name of every class that has a part; of votes that of the pair, next to the name of its class."""
    if scene.chosen is None or not scene.chosen[1].has_model:
        return ()
    many, view = scene.chosen[1], scene.view
    if not _is_of_pairs(many):
        return _own(many, view)
    key = looked_at(many, scene.document.member)
    fit = None if key is None else member_fit(many, key)
    if key is None or fit is None or not fit.has_model:
        return ()
    return _of_pair(many, fit, view, key[0], scene.document.class_looks[key[0]])


def missing(scene: Scene) -> str:
    """Formulas need few terms: kernels and long maps have none that could be read."""
    return any_model(scene) or ("" if any(True for _ in draw(scene)) else "needs a short formula")


def _is_of_pairs(many: ManyFit) -> bool:
    """Whether the scores of classes are no formulas of their own: votes, and curved scores, whose differences may be short."""
    return many.last.W is None or many.last.quadratic is not None


@memo
def _own(many: ManyFit, view: View) -> tuple[Words, ...]:
    parts, found = regions(many, view).outlines, equations(many, view).items()
    shown = [(k, text) for k, text in found if k in parts]
    where = substitution(many.problem.features)  # once, with the first formula
    return tuple(
        _words(text, part_of(many, k, parts[k], view), k, "math", ("equation", k), () if place else where)
        for place, (k, text) in enumerate(shown)
    )


@memo
def _of_pair(many: ManyFit, fit: Fit, view: View, plus: int, look: int) -> tuple[Words, ...]:
    text = equation(fit, view)
    if text is None:
        return ()
    # In the colour of its positive class: the picture has other formulas that it could be.
    where = substitution(fit.problem.features)
    return (_words(text, side_of(fit, view, 1.0), plus, role("class-name", look), "equation", where),)


def _words(text: str, home: Inside, k: int, style: str, id: Hashable, where: tuple[str, ...]) -> Words:
    shorter = break_formula(text)
    lines = (*shorter, *where) if shorter else ()
    return Words((f"${text}$", *where), home, style, None, id, needed=False, below=("class", k), shorter=lines)
