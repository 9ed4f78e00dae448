"""Which side is which: the names of the classes with the sign of f, in the corners of the view or wherever there is room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Bools, Ints, locked

from ...core.crowd import Crowd
from ...core.document import View
from ...core.fits.decision import plane_line, score_grid
from ...core.labels import text_width
from ...core.marks import Anchor, Mark, Text
from ...core.markup.mathtext import name_label
from ...core.memo import memo
from ...core.scene import Scene
from ..resting import resting
from ..room import everything, row
from ..score_text import equation

EMPTY = "No points yet: a click adds one of class +, a right click one class −."
COLUMNS, ROWS = 9, 9  # candidates across and up; the four corners are among them
CORNERS = (COLUMNS * ROWS - 1, 0, COLUMNS * (ROWS - 1), COLUMNS - 1)  # upper right, lower left, upper left, lower right
INSETS_WINDOW, INSETS_FRAMED = (4.5, 2.0, 3.2, 1.5), (0.8, 0.8, 0.7, 0.7)  # left, right, bottom, top; in label heights


def draw(scene: Scene) -> Iterable[Mark]:
    """The two names, or what to do when there are no points."""
    if len(scene.document.dataset) == 0:
        return _message(scene.view)
    if scene.selected is None or not scene.selected[1].has_model:
        return ()
    rest = resting(scene)
    if rest is not None and rest.selected is not None and rest.selected[1].has_model:
        marks = tuple(draw(rest))
        if _same_sides(marks, rest.selected[1], scene.selected[1]):
            return marks
    names = scene.document.dataset.class_names
    shown = (name_label(names[0]), name_label(names[-1]))
    insets = INSETS_FRAMED if scene.framed else INSETS_WINDOW
    formula = (equation(scene.selected[1], scene.view) or "") if scene.shows("equation") else ""
    return _names(scene.selected[1], scene.view, shown, scene.label_size, scene.pixel, insets, formula, everything(scene))


def _same_sides(marks: tuple[Mark, ...], before: Fit, now: Fit) -> bool:
    """Whether no boundary has passed over one of the names."""
    places = np.array([mark.at for mark in marks if isinstance(mark, Text)]).reshape(-1, 2)
    return bool(((before.problem.scores(before.last, places) > 0.0) == (now.problem.scores(now.last, places) > 0.0)).all())


@memo(2)
def _message(view: View) -> tuple[Mark, ...]:
    return (Text((0.5 * (view.x0 + view.x1), 0.5 * (view.y0 + view.y1)), EMPTY, "message"),)


@memo(4)
def _names(
    fit: Fit,
    view: View,
    names: tuple[str, str],
    size: float,
    pixel: float,
    insets: tuple[float, float, float, float],
    formula: str,
    taken: Crowd,
) -> tuple[Mark, ...]:
    box = _box(view, size, pixel, insets)
    marks = []
    # Corners in the order in which they are liked.
    for name, sign, side, order in ((names[1], 1.0, ">", (0, 2, 3, 1)), (names[0], -1.0, "<", (1, 2, 3, 0))):
        relation = f"$f(x) {side} 0$"
        below = bool(formula) and sign > 0.0
        # Without the formula below it, and shortened to the name, a text finds room where the whole does not.
        for text, lines in ((f"{name}\u2003{relation}", 1 + below), (f"{name}\u2003{relation}", 1), (name, 1)):
            width = max(text_width(text, size), text_width(formula, size) if lines > 1 else 0.0)
            place = _place(fit, view, pixel, box, width, size, lines, taken, sign, order)
            if place is not None:
                (x, y), anchor = place
                marks.append(Text((view.x0 + x * pixel, view.y0 + y * pixel), text, "class-name", anchor))
                break
    return tuple(marks)


def _box(view: View, size: float, pixel: float, insets: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """(x0, x1, y0, y1) in pixels: where text may stand, clear of tick labels inside the view."""
    left, right, bottom, top = (size * inset for inset in insets)
    return left, view.width / pixel - right, bottom, view.height / pixel - top


def _place(
    fit: Fit,
    view: View,
    pixel: float,
    box: tuple[float, float, float, float],
    width: float,
    size: float,
    lines: int,
    taken: Crowd,
    sign: float,
    order: tuple[int, ...],
) -> tuple[tuple[float, float], Anchor] | None:
    """The free corner that is liked most, else the free place nearest to the corner on this side: position and anchor."""
    centres = _centres(box, width, size)

    def free(rows: Ints) -> Bools:
        return _free(fit, view, pixel, centres[rows], width, size, lines, taken, sign)

    corners = np.array([CORNERS[corner] for corner in order])
    found = np.flatnonzero(free(corners))
    if len(found):
        return _anchored(int(corners[found[0]]), centres, box)
    home = next((k for k in corners if sign * _scores(fit, view, _plane(centres[k], view, pixel)) > 0.0), corners[0])
    away = np.where(free(np.arange(len(centres))), np.hypot(*(centres - centres[home]).T), np.inf)
    best = int(np.argmin(away))
    return _anchored(best, centres, box) if np.isfinite(away[best]) else None


@memo(8)
def _centres(box: tuple[float, float, float, float], width: float, size: float) -> Floats:
    """The candidates, row by row from below."""
    x = np.linspace(min(box[0] + 0.5 * width, box[1]), max(box[1] - 0.5 * width, box[0]), COLUMNS)
    y = np.linspace(box[2] + 0.6 * size, box[3] - 0.6 * size, ROWS)
    return locked(np.column_stack([np.tile(x, ROWS), np.repeat(y, COLUMNS)]))


def _free(
    fit: Fit, view: View, pixel: float, centres: Floats, width: float, size: float, lines: int, taken: Crowd, sign: float
) -> Bools:
    """Whether a text about each centre lies on one side of the boundary and touches nothing; further lines go below or above."""
    discs = row(centres, width, size)
    scores = _scores(fit, view, _plane(np.stack([discs[:, 0], centres, discs[:, -1]], axis=1), view, pixel))
    free = np.logical_and.reduce(sign * scores > 0.0, axis=1)
    step = np.where(centres[:, 1] > 0.9 * view.height / pixel, -1.8, 1.8) * size
    for line in range(lines):
        shifted = discs + np.column_stack([np.zeros(len(step)), line * step])[:, None]
        free &= np.logical_and.reduce(~taken.touches(shifted), axis=1)
    result: Bools = free
    return result


def _plane(at: Floats, view: View, pixel: float) -> Floats:
    """Pixels in data units."""
    place: Floats = at * pixel + (view.x0, view.y0)
    return place


def _scores(fit: Fit, view: View, at: Floats) -> Floats:
    """The score at places (..., 2); of a curved boundary from the grid on which it is drawn."""
    line = plane_line(fit)
    if line is not None:
        return line.scores(at.reshape(-1, 2)).reshape(at.shape[:-1])
    grid = score_grid(fit, view)
    columns, rows = (np.clip(np.searchsorted(axis, at[..., k]), 0, len(axis) - 1) for k, axis in ((0, grid.xs), (1, grid.ys)))
    values: Floats = grid.values[rows, columns]
    return values


def _anchored(at: int, centres: Floats, box: tuple[float, float, float, float]) -> tuple[tuple[float, float], Anchor]:
    """Where the text of a candidate is anchored: to the borders at which it stands."""
    up, across = divmod(at, COLUMNS)
    x, y = centres[at].tolist()
    side, x = {0: ("left", box[0]), COLUMNS - 1: ("right", box[1])}.get(across, ("", x))
    level, y = {0: ("bottom", box[2]), ROWS - 1: ("top", box[3])}.get(up, ("", y))
    return (x, y), cast(Anchor, "-".join(part for part in (level, side) if part) or "center")
