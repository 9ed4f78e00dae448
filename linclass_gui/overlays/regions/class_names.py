"""Which side is which: the names of the classes with the sign of f, in the corners of the view or wherever there is room."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Bools

from ...core.document import View
from ...core.fits.decision import plane_line, score_grid
from ...core.marks import Mark, Text
from ...core.markup.mathtext import name_label
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Inside, Words

EMPTY = "No points yet: a click adds one of class +, a right click one class −."
# The corners in the order in which they are liked.
PLUS_FIRST = ("top-right", "top-left", "bottom-right", "bottom-left")
MINUS_FIRST = ("bottom-left", "top-left", "bottom-right", "top-right")


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """The two names, or what to do when there are no points."""
    if len(scene.document.dataset) == 0:
        return _message(scene.view)
    if scene.selected is None or not scene.selected[1].has_model:
        return ()
    names = scene.document.dataset.class_names
    return _names(scene.selected[1], scene.view, (names[0], names[-1]))


@memo(2)
def _message(view: View) -> tuple[Mark, ...]:
    return (Text((0.5 * (view.x0 + view.x1), 0.5 * (view.y0 + view.y1)), EMPTY, "message"),)


@memo(4)
def _names(fit: Fit, view: View, names: tuple[str, str]) -> tuple[Words, ...]:
    marked = ((name_label(names[1]), ">", 1.0), (name_label(names[0]), "<", -1.0))
    return tuple(
        Words((f"{name}\u2003$f(x) {relation} 0$",), side_of(fit, view, sign), "class-name", None, ("class", sign), False, name)
        for name, relation, sign in marked
    )


def side_of(fit: Fit, view: View, sign: float) -> Inside:
    """Where the score of a fit has a sign."""
    return Inside(partial(_holds, fit, view, sign), PLUS_FIRST if sign > 0.0 else MINUS_FIRST)


def _holds(fit: Fit, view: View, sign: float, at: Floats) -> Bools:
    """Whether the score has the sign at positions (k, 2); of a curved boundary from the grid on which it is drawn."""
    line = plane_line(fit)
    if line is not None:
        return sign * line.scores(at) > 0.0
    grid = score_grid(fit, view)
    columns, rows = (np.clip(np.searchsorted(axis, at[:, k]), 0, len(axis) - 1) for k, axis in ((0, grid.xs), (1, grid.ys)))
    held: Bools = sign * grid.values[rows, columns] > 0.0
    return held
