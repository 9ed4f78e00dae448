"""ROC and precision over recall: two shares of the points, at every threshold; of two classes, or
of each of more classes against the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from solvers import Fit, Floats, ScoreCurve
from solvers.arrays import locked

from ..markup.numbers import number
from ..scene.document import Document
from ..scene.looks import Looks, role
from ..scene.marks import Figure, Mark, Marker, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.scenarios import Scenario, scenario_of
from ..scene.scene import PairScene, Scene
from .axes import columns, percent, reading_at
from .each_class import (
    MOST_LISTED,
    ClassCurves,
    class_curves,
    class_label,
    heading_of_classes,
    legend_of_classes,
)
from .plot import MIDDLE, Plot, has_more_classes, of_whole_or_pair
from .threshold import (
    SIDE,
    ScoredPoints,
    between_scores,
    handle_at,
    nothing_to_judge,
    place_text,
    points_said,
    said_of,
    threshold,
    threshold_text,
    with_threshold,
    words_of,
)

MOST_UNDER = 2  # lines that a line under others shows beside


@dataclass(frozen=True)
class Rates:
    """A plot of two shares against each other, a place for every threshold; ``along(curve)`` gives
    the shares, and ``names(words)`` the names of their axes.

    ``place(hits, alarms, curve)`` is that of a threshold, ``summary`` the number in the heading
    (``noun``), ``outline`` the line through the places, ``chance`` its heights at both ends for
    scores that tell nothing, and ``said(words, x, y)`` the words of a place.
    """

    along: Callable[[ScoreCurve], tuple[Floats, Floats]]
    names: Callable[[Scenario], tuple[str, str]]
    place: Callable[[float, float, ScoreCurve], Point]
    noun: str
    summary: Callable[[ScoreCurve], float]
    outline: Callable[[ScoreCurve], Floats]
    chance: Callable[[ScoreCurve], tuple[float, float]]
    said: Callable[[Scenario, float, float], tuple[str, str]]

    def figure(self, scene: Scene) -> Figure:
        """The curves of training and test points: of two classes those of class + with the current
        threshold, of more those of every class against the rest with a symbol where the method
        decides.
        """
        classes = class_curves(scene)
        if not classes:
            return nothing_to_judge(scene)
        x, y = self.names(_words_of_shares(scene))
        picture = Figure(
            SIDE._replace(label=x),
            SIDE._replace(label=y),
            _marks(self, classes),
            grid=True,
            square=True,
        )
        if isinstance(scene, PairScene) and scene.scored_fit is not None:
            return self._with_threshold(scene, scene.scored_fit, picture, classes[0].curves)
        values = [
            (one.label, [self.summary(curve.curve) for curve in one.curves]) for one in classes
        ]
        return replace(
            picture,
            heading=heading_of_classes(scene, self.noun, values),
            legend=legend_of_classes(scene, values),
            markers=_decisions(self, classes, scene.document.class_looks),
        )

    def _with_threshold(
        self, scene: Scene, fit: Fit, picture: Figure, curves: tuple[ScoredPoints, ...]
    ) -> Figure:
        value = threshold(scene, fit)
        handles, dot = handle_at(fit, value, self.place(*curves[-1].at(value), curves[-1].curve))
        summaries = [self.summary(curve.curve) for curve in curves]
        return replace(
            picture,
            marks=(*picture.marks, *dot),
            handles=handles,
            heading=(said_of(self.noun, summaries), threshold_text(value)),
            words=words_of(_outlines(self, curves)),
        )

    def read(self, scene: Scene, position: Point, reach: Point) -> Reading | None:
        """The place of the curve nearest to the pointer, of any class, with its threshold and both
        shares.
        """
        classes = class_curves(scene)
        if not classes:
            return None
        nearest = min(classes, key=lambda one: self._squares(one.curves[-1].curve, position).min())
        curve, head = nearest.curves[-1].curve, points_said(nearest.curves)
        if not isinstance(scene, PairScene):
            value = f"{self.noun} {number(self.summary(curve), 3)}"
            head = (*head, f"{class_label(scene, nearest.label)}, {value}")
        k = self._nearest(curve, position)
        x, y = (float(side[k]) for side in self.along(curve))
        shares = self.said(_words_of_shares(scene, nearest.label), x, y)
        return reading_at(x, (0.0, 1.0), (y,), (*head, place_text(curve, k), *shares))

    def drag(self, scene: Scene, handle: str, position: Point) -> Document:
        """The document with the threshold of the nearest place of the curve, as a trial line."""
        classes = class_curves(scene)
        if not classes or not isinstance(scene, PairScene):
            return scene.document
        curve = classes[0].curves[-1].curve
        return with_threshold(scene, handle, between_scores(curve, self._nearest(curve, position)))

    def _nearest(self, curve: ScoreCurve, position: Point) -> int:
        """Which place is nearest to a position, in the units of the axes."""
        return int(np.argmin(self._squares(curve, position)))

    def _squares(self, curve: ScoreCurve, position: Point) -> Floats:
        x, y = self.along(curve)
        squares: Floats = (x - position[0]) ** 2 + (y - position[1]) ** 2
        return squares


def _words_of_shares(scene: Scene, k: int | None = None) -> Scenario:
    """The words of the scenario; without one the class that is found by its name."""
    words = scenario_of(scene.document)
    if words.name:
        return words
    k = 1 if isinstance(scene, PairScene) else k
    found_class = "class" if k is None else class_label(scene, k)
    return replace(words, found_share=f"{found_class} found")


@memo
def _outlines(rates: Rates, curves: tuple[ScoredPoints, ...]) -> tuple[Floats, ...]:
    """The turning points of the curves, at which they are named."""
    return tuple(_corners(rates.outline(curve.curve)) for curve in curves)


@memo
def _marks(rates: Rates, classes: tuple[ClassCurves, ...]) -> Marks:
    """The levels of chance, each once, the curves of training points where there are others, and
    then those that are judged: one that lies under others shows beside them.
    """
    levels = dict.fromkeys(rates.chance(one.curves[-1].curve) for one in classes)
    marks: list[Mark] = [
        Path(np.array([(0.0, left), (1.0, right)]), "bisector") for left, right in levels
    ]
    outlines = [_outlines(rates, one.curves) for one in classes]
    for one, (*training, _) in zip(classes, outlines, strict=True):
        marks += map(Path, training, (curve.role for curve in one.curves))
    corners = [judged_outline.tolist() for *_, judged_outline in outlines]
    for k, (one, (*_, judged_outline)) in enumerate(zip(classes, outlines, strict=True)):
        under = min(corners[k + 1 :].count(corners[k]), MOST_UNDER)
        marks.append(Path(judged_outline, one.curves[-1].role, under=under))
    return tuple(marks)


def _corners(outline: Floats) -> Floats:
    """The points (m, 2) where a line through points (n, 2) begins, turns and ends."""
    steps = np.diff(outline, axis=0)
    places = outline[np.append(True, steps.any(axis=1))]
    to, further = np.diff(places, axis=0)[:-1], np.diff(places, axis=0)[1:]
    is_straight = (to[:, 0] * further[:, 1] == to[:, 1] * further[:, 0]) & (
        (to * further).sum(axis=1) > 0.0
    )
    return locked(places[np.concatenate([[True], ~is_straight, [True]])])


@memo
def _decisions(rates: Rates, classes: tuple[ClassCurves, ...], looks: Looks) -> tuple[Marker, ...]:
    """The place of every class on its curve where the method decides; so many as can be told
    apart.
    """
    if len(classes) > MOST_LISTED:
        return ()
    places = ((one.label, one.curves[-1]) for one in classes)
    return tuple(
        Marker(rates.place(*points.at(0.0), points.curve), role("class", looks[k]))
        for k, points in places
    )


def _roc_rates(curve: ScoreCurve) -> tuple[Floats, Floats]:
    return curve.false_alarm_rate, curve.recall


ROC_RATES = Rates(
    _roc_rates,
    lambda words: (words.alarms, words.found_share),
    lambda hits, alarms, curve: (alarms / curve.minus, hits / curve.plus),
    "AUC",
    lambda curve: curve.auc,
    lambda curve: columns(*_roc_rates(curve)),
    lambda curve: (0.0, 1.0),
    lambda words, x, y: (
        f"{words.found_share} {percent(y)}",
        f"{words.alarms} {percent(x)}",
    ),
)


def _precision_rates(curve: ScoreCurve) -> tuple[Floats, Floats]:
    return curve.recall, curve.precision


def _precision_steps(curve: ScoreCurve) -> Floats:
    """Steps: between two thresholds there is no precision on the straight line (Davis and
    Goadrich).
    """
    recall, precision = _precision_rates(curve)
    heights = np.append(precision[0], np.repeat(precision[1:], 2))
    return columns(np.repeat(recall, 2)[:-1], heights)


def _share(curve: ScoreCurve) -> tuple[float, float]:
    """The share of class +, the precision of chance, at both ends."""
    share = curve.plus / (curve.plus + curve.minus)
    return share, share


PRECISION_RATES = Rates(
    _precision_rates,
    lambda words: (words.recall, words.precision),
    lambda hits, alarms, curve: (
        hits / curve.plus,
        hits / (hits + alarms) if hits + alarms else 1.0,
    ),
    "average precision",
    lambda curve: curve.average_precision,
    _precision_steps,
    _share,
    lambda words, x, y: (
        f"{words.recall} {number(x, 3)}",
        f"{words.precision} {number(y, 3)}",
    ),
)


ROC = of_whole_or_pair(
    Plot(
        "roc",
        "ROC",
        (
            "The share of class + found over the share of false alarms; drag the ring to move "
            "the threshold; of more classes each against the rest"
        ),
        ROC_RATES.figure,
        ROC_RATES.drag,
        ROC_RATES.read,
        column=MIDDLE,
    ),
    has_more_classes,
)


PRECISION = of_whole_or_pair(
    Plot(
        "precision",
        "Precision over recall",
        (
            "The share of points called class + that are so, over the share of class + found; "
            "drag the ring to move the threshold; of more classes each against the rest"
        ),
        PRECISION_RATES.figure,
        PRECISION_RATES.drag,
        PRECISION_RATES.read,
        short="Precision",
        column=MIDDLE,
    ),
    has_more_classes,
)
