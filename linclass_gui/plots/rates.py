"""ROC and precision over recall: two shares of the points, at every threshold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers import Floats, ScoreCurve
from solvers.arrays import locked

from ..markup.numbers import number
from ..scene.document import Document
from ..scene.marks import Figure, Mark, Path, Reading
from ..scene.memo import memo
from ..scene.scene import PairScene
from .axes import columns, percent, reading_at
from .plot import MIDDLE, Plot, of_pair
from .threshold import (
    SIDE,
    ScoredPoints,
    between_scores,
    handle_at,
    legend_of,
    nothing_to_judge,
    said_of,
    scored_points,
    threshold,
    threshold_text,
    with_threshold,
)


@dataclass(frozen=True)
class Rates:
    """A plot of two shares against each other, a place for every threshold; ``along(curve)`` gives
    the shares, which name the axes.

    ``place(hits, alarms, curve)`` is that of a threshold, ``summary`` the number in the heading
    (``noun``), ``marks`` the curves, and ``said`` the words of a place.
    """

    along: Callable[[ScoreCurve], tuple[Floats, Floats]]
    names: tuple[str, str]
    place: Callable[[float, float, ScoreCurve], tuple[float, float]]
    noun: str
    summary: Callable[[ScoreCurve], float]
    marks: Callable[[tuple[ScoredPoints, ...]], tuple[Mark, ...]]
    said: Callable[[float, float], tuple[str, str]]

    def figure(self, scene: PairScene) -> Figure:
        """The curves of training and test points, and the current threshold."""
        curves = scored_points(scene)
        if not curves or scene.with_scores is None:
            return nothing_to_judge(scene)
        last, value = curves[-1], threshold(scene, scene.with_scores[1])
        handles, dot = handle_at(scene, self.place(*last.at(value), last.curve))
        heading = (
            said_of(curves, self.noun, tuple(self.summary(curve.curve) for curve in curves)),
            threshold_text(value),
        )
        x, y = (SIDE._replace(label=name) for name in self.names)
        return Figure(
            x,
            y,
            (*self.marks(curves), *dot),
            grid=True,
            handles=handles,
            heading=heading,
            legend=legend_of(curves),
        )

    def read(
        self, scene: PairScene, position: tuple[float, float], reach: tuple[float, float]
    ) -> Reading | None:
        """The place of the curve nearest to the pointer, with its threshold and both shares."""
        curves = scored_points(scene)
        if not curves:
            return None
        curve = curves[-1].curve
        k = self._nearest(curve, position)
        x, y = (float(side[k]) for side in self.along(curve))
        return reading_at(
            x, (0.0, 1.0), (y,), (threshold_text(between_scores(curve, k)), *self.said(x, y))
        )

    def drag(self, scene: PairScene, handle: str, position: tuple[float, float]) -> Document:
        """The document with the threshold of the nearest place of the curve, as a trial line."""
        curves = scored_points(scene)
        if not curves:
            return scene.document
        curve = curves[-1].curve
        return with_threshold(scene, handle, between_scores(curve, self._nearest(curve, position)))

    def _nearest(self, curve: ScoreCurve, position: tuple[float, float]) -> int:
        """Which place is nearest to a position, in the units of the axes."""
        x, y = self.along(curve)
        return int(np.argmin((x - position[0]) ** 2 + (y - position[1]) ** 2))


@memo
def _roc_curves(curves: tuple[ScoredPoints, ...]) -> tuple[Mark, ...]:
    """The curves, and the chance line."""
    chance = Path(locked(np.array([(0.0, 0.0), (1.0, 1.0)])), "bisector")
    return (chance, *(Path(columns(*_roc_rates(curve.curve)), curve.role) for curve in curves))


def _roc_rates(curve: ScoreCurve) -> tuple[Floats, Floats]:
    return curve.false_alarm_rate, curve.recall


ROC_RATES = Rates(
    _roc_rates,
    ("false alarms", "class + found"),
    lambda hits, alarms, curve: (alarms / curve.minus, hits / curve.plus),
    "AUC",
    lambda curve: curve.auc,
    _roc_curves,
    lambda x, y: (f"class + found {percent(y)}", f"false alarms {percent(x)}"),
)


@memo
def _precision_curves(curves: tuple[ScoredPoints, ...]) -> tuple[Mark, ...]:
    """The steps, and the share of class + as the level of chance."""
    curve = curves[-1].curve
    share = curve.plus / (curve.plus + curve.minus)
    marks: list[Mark] = [Path(locked(np.array([(0.0, share), (1.0, share)])), "bisector")]
    for points in curves:
        # Steps: between two thresholds there is no precision on the straight line (Davis and
        # Goadrich).
        recall, precision = _precision_rates(points.curve)
        marks.append(
            Path(
                columns(
                    np.repeat(recall, 2)[:-1], np.append(precision[0], np.repeat(precision[1:], 2))
                ),
                points.role,
            )
        )
    return tuple(marks)


def _precision_rates(curve: ScoreCurve) -> tuple[Floats, Floats]:
    return curve.recall, curve.precision


PRECISION_RATES = Rates(
    _precision_rates,
    ("recall", "precision"),
    lambda hits, alarms, curve: (
        hits / curve.plus,
        hits / (hits + alarms) if hits + alarms else 1.0,
    ),
    "average precision",
    lambda curve: curve.average_precision,
    _precision_curves,
    lambda x, y: (f"recall {number(x, 3)}", f"precision {number(y, 3)}"),
)


ROC = of_pair(
    Plot(
        "roc",
        "ROC",
        (
            "The share of class + found over the share of false alarms; drag the ring to move the "
            "threshold"
        ),
        ROC_RATES.figure,
        ROC_RATES.drag,
        ROC_RATES.read,
        column=MIDDLE,
    )
)


PRECISION = of_pair(
    Plot(
        "precision",
        "Precision over recall",
        (
            "The share of points called class + that are so, over the share of class + found; drag "
            "the ring to move the threshold"
        ),
        PRECISION_RATES.figure,
        PRECISION_RATES.drag,
        PRECISION_RATES.read,
        short="Precision",
        column=MIDDLE,
    )
)
