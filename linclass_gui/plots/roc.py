"""ROC: the share of class + that is found over the share of false alarms, at every threshold; the handle is the threshold."""

from __future__ import annotations

import numpy as np

from solvers import Floats, ScoreCurve
from solvers.arrays import locked

from ..core.document import Document
from ..core.marks import Figure, Mark, Path, Reading
from ..core.memo import memo
from ..core.scene import Scene
from .parts.axes import columns, percent, reading_at
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
    """The curves of training and test points, the chance line, and the current threshold."""
    shown = judged(scene)
    if not shown or scene.with_model is None:
        return nothing(scene)
    last, value = shown[-1], threshold(scene, scene.with_model[1])
    hits, alarms = last.at(value)
    handles, dot = handle_at(scene, (alarms / last.curve.minus, hits / last.curve.plus))
    heading = (said_of(shown, "AUC", tuple(each.curve.auc for each in shown)), threshold_text(value))
    x, y = SIDE._replace(label="false alarms"), SIDE._replace(label="class + found")
    return Figure(x, y, (*_curves(shown), *dot), grid=True, handles=handles, heading=heading, legend=legend_of(shown))


@memo
def _curves(shown: tuple[Judged, ...]) -> tuple[Mark, ...]:
    chance = Path(locked(np.array([(0.0, 0.0), (1.0, 1.0)])), "bisector")
    return (chance, *(Path(columns(*_rates(each.curve)), each.role) for each in shown))


def _rates(curve: ScoreCurve) -> tuple[Floats, Floats]:
    return curve.false_alarm_rate, curve.recall


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """The place of the curve nearest to the pointer, with its threshold and both shares."""
    shown = judged(scene)
    if not shown:
        return None
    curve = shown[-1].curve
    k = nearest(_rates(curve), at)
    x, y = float(curve.false_alarm_rate[k]), float(curve.recall[k])
    lines = (threshold_text(between_scores(curve, k)), f"class + found {percent(y)}", f"false alarms {percent(x)}")
    return reading_at(x, (0.0, 1.0), (y,), lines)


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with the threshold of the nearest place of the curve, as a trial line."""
    return drag_along(scene, handle, at, _rates)
