"""The score of the selected method as a formula with its numbers."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Fit

from ..core.document import View
from ..core.labels import text_width
from ..core.marks import Mark, Text
from ..core.memo import memo
from ..core.scene import Scene
from .regions import class_names
from .score_text import equation


def draw(scene: Scene) -> Iterable[Mark]:
    """The formula in the corner of class +, next to its name."""
    if scene.selected is None or not scene.selected[1].has_model:
        return ()
    names = [mark for mark in class_names.draw(scene) if isinstance(mark, Text)]
    return _text(scene.selected[1], scene.view, scene.label_size * scene.pixel, names[0]) if names else ()


@memo(4)
def _text(fit: Fit, view: View, unit: float, name: Text) -> tuple[Mark, ...]:
    text = equation(fit, view)
    if text is None or (text_width(text, 1.0) + 2.0 * max(class_names.INSETS_WINDOW)) * unit > view.width:
        return ()  # no formula, or one that the page would cut
    (x, y), down = name.at, -1.8 * unit if "top" in name.anchor else 1.8 * unit
    # A name that had to be cut short found no room for the formula either.
    return (Text((x, y + down), f"${text}$", "math", name.anchor, backed="\u2003" not in name.text),)
