"""What a method pays for each point: the losses as functions of y f(x), with the training points on the selected method's own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Fit, Floats, Method
from solvers.arrays import Ints, locked
from solvers.losses import ZERO_ONE, Loss

from ..core.fits.decision import training_scores
from ..core.marks import Axis, Dots, Entry, Figure, Mark, Path, Reading
from ..core.markup.ticks import significant
from ..core.memo import memo
from ..core.scene import Scene
from .parts.axes import Picked, columns, name_of, nothing_of, pick_row, reading_at
from .parts.loss_curves import LEFT, LOOKS, PLACES, RIGHT, ROUNDING, TOP, curve_of, dashed_name, others

NO_METHOD = "Switch on a method to see what it pays for each point."


def figure(scene: Scene) -> Figure:
    """The losses thin, the selected method's own thick with one dot a point; its mean in the heading, their names in the legend."""
    if scene.selected is None or not scene.selected[1].has_model:
        message = nothing_of(scene, NO_METHOD)
        return Figure(Axis(-2.0, 4.0, "$y f(x)$"), Axis(0.0, 4.0), (), message=message)
    x, y, marks, heading, legend = _picture(scene.selected[1])
    hovered = None if scene.hover is None else scene.hover.row
    return Figure(x, y, (*marks, *_flash(scene.selected[1], hovered)), grid=True, heading=heading, legend=legend)


def pick(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Picked | None:
    """The training point whose dot on the curve is nearest to a position of the plot."""
    if scene.selected is None or not scene.selected[1].has_model:
        return None
    fit = scene.selected[1]
    margins = fit.problem.y * training_scores(fit)
    return pick_row(np.arange(len(margins)), columns(margins, loss_of(fit.method).value(margins)), at, reach)


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """What every loss makes of a margin, that of the point there if one is."""
    if scene.selected is None or not scene.selected[1].has_model:
        return None
    found, fit = pick(scene, at, reach), scene.selected[1]
    margin, (_, top) = at[0] if found is None else found.at[0], _ends(fit)
    own = loss_of(fit.method)
    shown = (own, *others(own))
    values = [float(loss.value(margin)) for loss in shown]
    lines = [f"$y f(x)$ = {significant(margin, 3)}"]
    lines += [f"{dashed_name(loss)} {significant(value, 3)}" for loss, value in zip(shown, values, strict=True)]
    if found is not None:
        lines.insert(0, name_of(scene.document.dataset, found.row))
    said = reading_at(margin, (0.0, top), (min(values[0], top),), tuple(lines))
    return said if found is None else replace(said, row=found.row)


def _ends(fit: Fit) -> tuple[float, float]:
    """The lower and the upper end of the axis of the losses."""
    _, y, *_ = _picture(fit)
    return y.low, y.high


def loss_of(method: Method) -> Loss:
    """The loss that a method minimises; the number of errors where it minimises none."""
    return method.loss or ZERO_ONE


@memo
def _picture(fit: Fit) -> tuple[Axis, Axis, tuple[Mark, ...], tuple[str, ...], tuple[Entry, ...]]:
    own, margins = loss_of(fit.method), fit.problem.y * training_scores(fit)
    low = min(max(float(margins.min()), LEFT[0]), LEFT[1]) - 0.2
    high = max(min(float(margins.max()), RIGHT[1]), RIGHT[0]) + 0.2
    everything = own.value(margins)
    # The losses are convex: of all points in the view, the two outermost pay most.
    ends = np.clip([float(margins.min()), float(margins.max())], low, high)
    top = max(min(float(own.value(ends).max()) * 1.08, TOP[1]), TOP[0])
    curves = {loss: curve_of(loss, low, high, top) for loss in others(own)}
    marks: list[Mark] = [Path(curve, LOOKS[loss.name]) for loss, curve in curves.items()]
    marks += [Path(curve_of(own, low, high, top), "curve"), *_dots(margins, everything, fit.problem.y, low, high, top)]
    beyond = int(np.count_nonzero((margins < low) | (margins > high) | (everything > top)))
    mean = float(everything.mean())
    heading: tuple[str, ...] = (f"mean {dashed_name(own)} {significant(mean if mean > ROUNDING else 0.0, 3)}",)
    if beyond:
        heading = (*heading, f"{beyond} outside")
    legend = (Entry(dashed_name(own), "curve"), *(Entry(dashed_name(loss), LOOKS[loss.name]) for loss in curves))
    return Axis(low, high, "$y f(x)$"), Axis(-0.02 * top, top, "loss"), tuple(marks), heading, legend


def _dots(margins: Floats, paid: Floats, y: Floats, low: float, high: float, top: float) -> list[Mark]:
    """The points on the curve, small; of many, one of a class a place."""
    rows = np.arange(len(margins)) if len(margins) <= 4 * PLACES else _one_a_place(margins, y, low, high)
    rows = rows[(margins[rows] >= low) & (margins[rows] <= high) & (paid[rows] <= top)]
    marks: list[Mark] = []
    for role, sign in (("class-minus", -1.0), ("class-plus", 1.0)):
        own = rows[y[rows] == sign]
        if len(own):
            marks.append(Dots(columns(margins[own], paid[own]), role, sizes=locked(np.full(len(own), 0.55))))
    return marks


def _one_a_place(margins: Floats, y: Floats, low: float, high: float) -> Ints:
    """For each class and each of ``PLACES`` places the first row there, and those next to the ends for the rows outside."""
    at = (np.clip(margins, low, high) - low) * (PLACES / (high - low))
    place = at.astype(np.int64)
    place += (PLACES + 1) * (y > 0)
    first = np.full(2 * (PLACES + 1), -1, dtype=np.int64)
    # Written backwards, the first row of a place is the one that stays.
    first[place[::-1]] = np.arange(len(margins))[::-1]
    rows: Ints = first[first >= 0]
    return rows


@memo
def _flash(fit: Fit, row: int | None) -> tuple[Mark, ...]:
    """The point under the pointer of the canvas, at full size."""
    if row is None or row >= len(fit.problem.y):
        return ()
    margin = float(fit.problem.y[row] * training_scores(fit)[row])
    paid = float(loss_of(fit.method).value(margin))
    role = "class-plus" if fit.problem.y[row] > 0 else "class-minus"
    return (Dots(locked(np.array([[margin, paid]])), "sv-free"), Dots(locked(np.array([[margin, paid]])), role))
