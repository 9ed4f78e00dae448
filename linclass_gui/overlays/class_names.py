"""Which side is which: the names of the classes with the sign of f, in two corners of the view."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit

from ..core.document import View
from ..core.marks import Anchor, Mark, Text
from ..core.memo import memo
from ..core.scene import Scene

EMPTY = "No points yet: a click adds one of class +, a right click one of class −."


def draw(scene: Scene) -> Iterable[Mark]:
    """The two names, or what to do when there are no points."""
    if len(scene.document.dataset) == 0:
        return _message(scene.view)
    if scene.selected is None or not scene.selected[1].has_model:
        return ()
    names = scene.document.dataset.class_names
    return _names(scene.selected[1], scene.view, (names[0], names[-1]), scene.label_size, scene.pixel)


@memo(2)
def _message(view: View) -> tuple[Mark, ...]:
    return (Text((0.5 * (view.x0 + view.x1), 0.5 * (view.y0 + view.y1)), EMPTY, "message"),)


@memo(4)
def _names(fit: Fit, view: View, names: tuple[str, str], size: float, pixel: float) -> tuple[Mark, ...]:
    corners = corner_places(view, size, pixel)
    scores = fit.decision_function(np.array([place for place, _ in corners])).tolist()
    marks = []
    for name, sign, relation, order in ((names[1], 1.0, ">", (0, 2, 3, 1)), (names[0], -1.0, "<", (1, 2, 3, 0))):
        # The usual corner as long as it lies well inside the region, so that a name stays where it is during a drag.
        enough = 0.3 * max(sign * score for score in scores)
        at = next((corner for corner in order if sign * scores[corner] >= enough > 0.0), None)
        if at is not None:
            place, anchor = corners[at]
            marks.append(Text(place, f"{name}\u2003$f(x) {relation} 0$", "class-name", anchor))
    return tuple(marks)


def corner_places(view: View, size: float, pixel: float) -> tuple[tuple[tuple[float, float], Anchor], ...]:
    """Where text stands in the four corners, clear of the tick labels at the left and the lower edge."""
    unit = size * pixel
    left, right = view.x0 + 4.5 * unit, view.x1 - 2.0 * unit
    bottom, top = view.y0 + 3.2 * unit, view.y1 - 1.5 * unit
    return (
        ((right, top), "top-right"),
        ((left, bottom), "bottom-left"),
        ((left, top), "top-left"),
        ((right, bottom), "bottom-right"),
    )
