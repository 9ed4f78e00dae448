"""The score of the selected method as a formula with its numbers."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Fit

from ..core.document import View
from ..core.memo import memo
from ..core.scene import Scene
from ..core.words import Words
from .score_text import break_formula, equation, substitution
from .shapes.sides import side_of


def draw(scene: Scene) -> Iterable[Words]:
    """The formula on the side of class +, next to its name."""
    if scene.with_model is None:
        return ()
    return _words(scene.with_model[1], scene.view)


@memo
def _words(fit: Fit, view: View) -> tuple[Words, ...]:
    text = equation(fit, view)
    if text is None:
        return ()
    side = side_of(fit, view, 1.0)
    where = substitution(fit.problem.features)
    lines, shorter = (f"${text}$", *where), break_formula(text)
    return (Words(lines, side, "math", id="equation", below=("class", 1.0), shorter=(*shorter, *where) if shorter else ()),)
