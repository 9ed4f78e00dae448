"""Functions of two variables as surfaces in a box that can be turned: a kernel over the plane,
criteria over the weights.

A surface is a grid of quadrilaterals, painted from the back to the front, so that what is in front
hides what is behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked

from ...markup.numbers import significant
from ...scene.document import Document
from ...scene.feature_view import FeatureView
from ...scene.marks import Area, Axis, Dots, Figure, Mark, Path, Text
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.view import View
from ...scene.words import Words
from .axes import sentence
from .feature_grid import extent_of
from .landscapes import heights, landscape
from .turned_box import TurnedBox

CELLS = 26  # along each side
# a function that varies less than this part of its size is flat, and gets a box one unit high
FLAT = 1e-9
WIDE, LOW, HIGH = 1.66, -2.2, 1.75  # how far a box and its words reach in any position
APART = 1.75  # half the distance of two boxes
FULL_TURN = 240.0  # degrees for a drag over the whole width, and half of that over the height
NO_VALUES = "The function has no values here that could be drawn."


@memo
def kernel_figure(fit: Fit, row: int, view: FeatureView) -> Figure:
    """``k(x_0, x)`` over the plane, x_0 a training point."""
    kernel, X = fit.problem.kernel, fit.problem.X
    assert kernel is not None
    low, high = extent_of(X)
    start = X[row : row + 1]
    xs, ys = (
        _lines(*ends) for ends in zip(low.tolist(), high.tolist(), start[0].tolist(), strict=True)
    )
    places = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
    values = kernel.gram(start, places).reshape(len(ys), len(xs))
    top = np.column_stack([start, kernel.diagonal(start)[:, None]])
    formula = kernel.written.replace("x_i", "x_0").replace("u_i", "u_0").replace("x_{i", "x_{0")
    # a heading is one line high
    formula = re.sub(r"\\frac\{([^{}]+)\}\{([^{}]+)\}", r"\1/(\2)", formula)
    heading = (
        f"$k(x_0, x) = {formula}$",
        f"$x_0$ = ({', '.join(significant(float(c), 2) for c in start[0])})",
    )
    marks = _marks(xs, ys, values, ("$x_1$", "$x_2$", "$k$"), view, top)
    return _figure(marks, WIDE, heading, _box(xs, ys, values, view).numbers() if marks else ())


@memo
def criteria_figure(fit: Fit, plane: View, view: FeatureView) -> Figure:
    """What the method minimises over ``(w_1, w_2)`` at its b, a bowl where it is convex, and beside
    it the number of errors.
    """
    w = np.asarray(fit.w)
    xs, ys = (
        _lines(*ends)
        for ends in ((plane.x0, plane.x1, float(w[0])), (plane.y0, plane.y1, float(w[1])))
    )
    marks: list[Mark] = []
    titles = []
    for choice, shift in (("own", -APART), ("errors", APART)):
        criterion = landscape(fit, choice)
        values = heights(criterion, fit.problem.Phi, fit.problem.y, fit.b, xs, ys)
        marks += _shift_marks(
            _marks(xs, ys, values, ("$w_1$", "$w_2$", ""), view, _top(fit, choice)), shift
        )
        titles.append(criterion.words)
    return _figure(
        marks,
        WIDE + APART,
        (f"left: {titles[0]}", f"right: {titles[1]}", f"at $b$ = {significant(fit.b, 2)}"),
    )


def _top(fit: Fit, choice: str) -> Floats:
    """The answer on its surface (1, 3)."""
    w = np.asarray(fit.w)
    height = heights(landscape(fit, choice), fit.problem.Phi, fit.problem.y, fit.b, w[:1], w[1:])
    return np.column_stack([w[None], height])


def _lines(low: float, high: float, at: float) -> Floats:
    """The lines of a grid, one of them through the place of the dot, so that the surface goes
    through it.
    """
    lines = np.linspace(low, high, CELLS + 1)
    if low < at < high:
        lines[1 + int(np.argmin(np.abs(lines[1:-1] - at)))] = at
    return lines


def _figure(
    marks: Iterable[Mark], wide: float, heading: tuple[str, ...], words: tuple[Words, ...] = ()
) -> Figure:
    shown = tuple(marks)
    x, y = Axis(-wide, wide, visible=False), Axis(LOW, HIGH, visible=False)
    return Figure(x, y, shown, heading=heading, words=words) if shown else sentence(NO_VALUES)


def _marks(
    xs: Floats,
    ys: Floats,
    values: Floats,
    names: tuple[str, str, str],
    view: FeatureView,
    top: Floats,
) -> list[Mark]:
    """The box, the surface ``values[i, j]`` at ``(xs[j], ys[i])``, and a dot on it; nothing where
    the values are no numbers.
    """
    if not np.isfinite(values).all():
        return []
    box = _box(xs, ys, values, view)
    Z = np.stack([*np.meshgrid(xs, ys), values], axis=-1)
    seen = box.seen(Z.reshape(-1, 3)).reshape(*values.shape, 2)
    quads = np.stack([seen[:-1, :-1], seen[:-1, 1:], seen[1:, 1:], seen[1:, :-1]], axis=2).reshape(
        -1, 4, 2
    )
    # On a grid the order along the floor is the order of depth: a nearer cell never lies behind.
    floor = box.in_units_of_box(Z.reshape(-1, 3))[:, :2] @ box.basis[2, :2]
    depth = floor.reshape(values.shape)
    near = (depth[:-1, :-1] + depth[:-1, 1:] + depth[1:, 1:] + depth[1:, :-1]).ravel()
    cells = [Area(locked(quads[k]), "surface") for k in np.argsort(near, kind="stable").tolist()]
    return [*box.frame(names), *cells, Dots(box.seen(top), "marker")]


def _box(xs: Floats, ys: Floats, values: Floats, view: FeatureView) -> TurnedBox:
    """The box about a surface."""
    low, high = float(values.min()), float(values.max())
    room = 0.0 if high - low > FLAT * max(abs(low), abs(high)) else 0.5
    return TurnedBox(
        locked(np.array([xs[0], ys[0], low - room])),
        locked(np.array([xs[-1], ys[-1], high + room])),
        view,
    )


def _shift_marks(marks: Iterable[Mark], by: float) -> list[Mark]:
    """The marks of a box further to the right."""
    moved: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Text):
            moved.append(replace(mark, at=(mark.at[0] + by, mark.at[1])))
        elif isinstance(mark, Path | Area | Dots):
            moved.append(replace(mark, xy=locked(mark.xy + np.array([by, 0.0]))))
    return moved


def turn_boxes(scene: Scene, start: tuple[float, float], at: tuple[float, float]) -> Document:
    """The document after a drag over the picture, which turns its boxes."""
    view = scene.document.feature_view
    turn = view.turn + FULL_TURN * (start[0] - at[0]) / (2.0 * WIDE)
    tilt = view.tilt + 0.5 * FULL_TURN * (start[1] - at[1]) / (HIGH - LOW)
    return replace(scene.document, feature_view=view.turn_by(turn, tilt))
