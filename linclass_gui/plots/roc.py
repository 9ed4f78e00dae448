"""ROC: the share of class + that is found over the share of false alarms, at every threshold; the handle is the threshold."""

from __future__ import annotations

import numpy as np

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
    handle_at,
    judged,
    legend_of,
    nearest,
    nothing,
    said_of,
    threshold_text,
)
from .parts.threshold import threshold, with_threshold


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
    return (chance, *(Path(columns(each.curve.false_alarm_rate, each.curve.recall), each.role) for each in shown))


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """The place of the curve nearest to the pointer, with its threshold and both shares."""
    shown = judged(scene)
    if not shown:
        return None
    curve = shown[-1].curve
    k = nearest((curve.false_alarm_rate, curve.recall), at)
    x, y = float(curve.false_alarm_rate[k]), float(curve.recall[k])
    lines = (threshold_text(between_scores(curve, k)), f"class + found {_percent(y)}", f"false alarms {_percent(x)}")
    return reading_at(x, (0.0, 1.0), (y,), lines)


def _percent(share: float) -> str:
    return f"{number(100.0 * share, 1)} %"


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with the threshold of the nearest place of the curve, as a trial line."""
    shown = judged(scene)
    if not shown:
        return scene.document
    curve = shown[-1].curve
    return with_threshold(scene, handle, between_scores(curve, nearest((curve.false_alarm_rate, curve.recall), at)))
