"""The score of the selected method as a formula with its numbers."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Fit

from ..core.document import View
from ..core.memo import memo
from ..core.scene import Scene
from ..core.words import Words
from .regions.class_names import side_of
from .score_text import equation


def draw(scene: Scene) -> Iterable[Words]:
    """The formula on the side of class +, next to its name."""
    if scene.selected is None or not scene.selected[1].has_model:
        return ()
    return _words(scene.selected[1], scene.view)


@memo(4)
def _words(fit: Fit, view: View) -> tuple[Words, ...]:
    text = equation(fit, view)
    if text is None:
        return ()
    return (Words((f"${text}$",), side_of(fit, view, 1.0), "math", id="equation", below=("class", 1.0)),)
