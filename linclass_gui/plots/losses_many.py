"""What a method that sees all classes at once pays for each point, over its margin: the own score less the strongest rival's.

The curve is what a margin costs at the least.  A loss that asks every rival (softmax, Weston and Watkins, least squares) lies above
it where more than one of them is near; a point stands at what it costs in truth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats, ManyFit
from solvers.arrays import Ints, locked
from solvers.multiclass.losses import ManyLoss

from ..core.classes.looks import role
from ..core.classes.verdicts import training_margins, training_scores
from ..core.marks import Axis, Dots, Entry, Figure, Mark, Path, Reading
from ..core.markup.ticks import significant
from ..core.memo import memo
from ..core.scene import Scene
from .parts.axes import columns, name_of, pick_row, reading_at
from .parts.loss_curves import LEFT, LOOKS, PLACES, RIGHT, ROUNDING, TOP, curve_of, dashed_name, others

MARGIN = "$f_y − max f_l$"
SMALL = 0.55  # of a dot on the curve, in points of the canvas


@dataclass(frozen=True, eq=False)
class Paid:
    """What the form of a method costs, the margins (n,), and what every point pays (n,)."""

    cost: ManyLoss
    margins: Floats
    values: Floats


def figure(scene: Scene) -> Figure:
    """The method's own loss thick with one dot a point, the others thin; its mean in the heading."""
    assert scene.chosen is not None  # callers have a fit of all classes at once
    _, many = scene.chosen
    shown = _picture(many, scene.document.class_looks)
    hovered = None if scene.hover is None else scene.hover.row
    return replace(shown, marks=(*shown.marks, *_flash(many, hovered, scene.document.class_looks)))


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """What a margin costs, and the point there if one is."""
    if scene.chosen is None or not scene.chosen[1].has_model:
        return None
    many = scene.chosen[1]
    own = losses_paid(many)
    found = pick_row(np.arange(len(own.margins)), columns(own.margins, own.values), at, reach)
    margin, value = (at[0], float(own.cost.at_least(np.array([at[0]]))[0])) if found is None else found.at
    top = _picture(many, scene.document.class_looks).y.high
    lines = [f"{MARGIN} = {significant(margin, 3)}", f"{dashed_name(own.cost.least)} {significant(value, 3)}"]
    if found is not None:
        lines.insert(0, name_of(scene.document.dataset, found.row))
    said = reading_at(margin, (0.0, top), (min(value, top),), tuple(lines))
    return said if found is None else replace(said, row=found.row)


@memo
def losses_paid(many: ManyFit) -> Paid:
    """What the points of a fit pay, in the words of its method."""
    cost = many.form.cost
    return Paid(cost, training_margins(many), locked(cost.values(training_scores(many), many.problem.labels)))


@memo
def _picture(many: ManyFit, looks: tuple[int, ...]) -> Figure:
    own = losses_paid(many)
    margins, values = own.margins, own.values
    finite = margins[np.isfinite(margins)]
    low = min(max(float(finite.min(initial=0.0)), LEFT[0]), LEFT[1]) - 0.2
    high = max(min(float(finite.max(initial=0.0)), RIGHT[1]), RIGHT[0]) + 0.2
    inside = (margins >= low) & (margins <= high)
    top = max(min(float(values[inside].max(initial=0.0)) * 1.08, TOP[1]), TOP[0])
    curves = {loss: curve_of(loss, low, high, top) for loss in others(own.cost.least)}
    marks: list[Mark] = [Path(curve, LOOKS[loss.name]) for loss, curve in curves.items()]
    marks.append(Path(curve_of(own.cost.least, low, high, top, own.cost.factor), "curve"))
    inside &= values <= top
    marks += _dots(own, np.flatnonzero(inside), many.problem.labels, looks, (low, high))
    mean = float(values.mean()) if len(values) else 0.0
    heading: tuple[str, ...] = (f"mean {dashed_name(own.cost.least)} {significant(mean if mean > ROUNDING else 0.0, 3)}",)
    if not inside.all():
        heading = (*heading, f"{int(np.count_nonzero(~inside))} outside")
    legend = (Entry(dashed_name(own.cost.least), "curve"), *(Entry(dashed_name(loss), LOOKS[loss.name]) for loss in curves))
    return Figure(Axis(low, high, MARGIN), Axis(-0.02 * top, top, "loss"), tuple(marks), grid=True, heading=heading, legend=legend)


def _dots(own: Paid, rows: Ints, labels: Ints, looks: tuple[int, ...], ends: tuple[float, float]) -> list[Mark]:
    """Small points, those of each class in its look; of many on one place of the axis one of a class."""
    marks: list[Mark] = []
    for k, look in enumerate(looks):
        mine = rows[labels[rows] == k]
        if len(mine) > PLACES:
            place = (own.margins[mine] - ends[0]) * (PLACES / (ends[1] - ends[0]))
            mine = mine[np.unique(place.astype(np.int64), return_index=True)[1]]
        if len(mine):
            xy = columns(own.margins[mine], own.values[mine])
            marks.append(Dots(xy, role("class", look), sizes=locked(np.full(len(mine), SMALL))))
    return marks


@memo
def _flash(many: ManyFit, row: int | None, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    """The point under the pointer of the canvas, at full size."""
    own = losses_paid(many)
    if row is None or row >= len(own.margins):
        return ()
    at = locked(np.array([[own.margins[row], own.values[row]]]))
    return Dots(at, "sv-free"), Dots(at, role("class", looks[int(many.problem.labels[row])]))
