"""Precision over recall: how much of what is called class + is so, over the share of class + that is found."""

from __future__ import annotations

import numpy as np

from solvers import Floats, ScoreCurve
from solvers.arrays import locked

from ..core.document import Document
from ..core.marks import Figure, Mark, Path, Reading
from ..core.markup.ticks import number
from ..core.memo import memo
from ..core.scene import Scene
from .parts.axes import columns, reading_at
from .parts.judging import (
    SIDE,
    Judged,
    between_scores,
    drag_along,
    handle_at,
    judged,
    legend_of,
    nearest,
    nothing,
    said_of,
    threshold_text,
)
from .parts.threshold import threshold


def figure(scene: Scene) -> Figure:
    """The steps of training and test points, the share of class + as what chance has, and the current threshold."""
    shown = judged(scene)
    if not shown or scene.with_model is None:
        return nothing(scene)
    last, value = shown[-1], threshold(scene, scene.with_model[1])
    hits, alarms = last.at(value)
    handles, dot = handle_at(scene, (hits / last.curve.plus, hits / (hits + alarms) if hits + alarms else 1.0))
    means = tuple(each.curve.average_precision for each in shown)
    heading = (said_of(shown, "average precision", means), threshold_text(value))
    x, y = SIDE._replace(label="recall"), SIDE._replace(label="precision")
    return Figure(x, y, (*_curves(shown), *dot), grid=True, handles=handles, heading=heading, legend=legend_of(shown))


@memo
def _curves(shown: tuple[Judged, ...]) -> tuple[Mark, ...]:
    curve = shown[-1].curve
    share = curve.plus / (curve.plus + curve.minus)
    marks: list[Mark] = [Path(locked(np.array([(0.0, share), (1.0, share)])), "bisector")]
    for each in shown:
        # Steps: between two thresholds there is no precision on the straight line (Davis and Goadrich).
        recall, precision = _rates(each.curve)
        marks.append(Path(columns(np.repeat(recall, 2)[:-1], np.append(precision[0], np.repeat(precision[1:], 2))), each.role))
    return tuple(marks)


def _rates(curve: ScoreCurve) -> tuple[Floats, Floats]:
    return curve.recall, curve.precision


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """The place of the curve nearest to the pointer."""
    shown = judged(scene)
    if not shown:
        return None
    curve = shown[-1].curve
    k = nearest(_rates(curve), at)
    x, y = float(curve.recall[k]), float(curve.precision[k])
    lines = (threshold_text(between_scores(curve, k)), f"recall {number(x, 3)}", f"precision {number(y, 3)}")
    return reading_at(x, (0.0, 1.0), (y,), lines)


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with the threshold of the nearest place of the curve, as a trial line."""
    return drag_along(scene, handle, at, _rates)
