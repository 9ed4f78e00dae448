"""The total cost of the errors, for every threshold on the score; a click on the heading chooses
the cost of a missed point.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats

from ..answers.decision import plane_line
from ..markup.numbers import number
from ..scene.document import Document
from ..scene.marks import Axis, Dots, Figure, Handle, Mark, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.scenarios import scenario_of
from ..scene.scene import PairScene
from .axes import columns, cost_choices, cursor, on_axis, reading_at, round_range, upper_end
from .plot import Plot, of_pair
from .threshold import (
    HANDLE,
    ScoredPoints,
    between_scores,
    nothing_to_judge,
    place_text,
    points_said,
    said_of,
    scored_points,
    threshold,
    threshold_text,
    with_threshold,
    words_of,
)

ROOM = 1.12  # of the axis of costs, with the handle


def figure(scene: PairScene) -> Figure:
    """The cost of a point on average over the threshold, the cheapest threshold, and the current
    one with its handle.
    """
    curves = scored_points(scene)
    if not curves or scene.drawn_fit is None:
        return nothing_to_judge(scene)
    fit, miss = scene.drawn_fit, scene.document.miss_cost
    low, high = round_range(float(curves[0].scores.min()), float(curves[0].scores.max()))
    top, _ = upper_end(max(float(_costs(curve, miss).max()) for curve in curves))
    x, y, value = Axis(low, high, "$f(x)$"), Axis(0.0, ROOM * top, "cost"), threshold(scene, fit)
    cut, beyond = on_axis(value, low, high, threshold_text(value))
    handles = (Handle(HANDLE, (cut, y.high), "x"),) if plane_line(fit) is not None else ()
    costs = said_of("now", [_cost_at(curve, miss, value) for curve in curves])
    text = f"{scenario_of(scene.document).miss} costs {miss:g}, {costs}"
    heading = (text, f"least: {place_text(curves[0].curve, _cheapest(curves[0], miss))}", *beyond)
    marks = (*_curves(curves, miss, low, high), *cursor(cut, 0.0, y.high, value != 0.0))
    return Figure(
        x,
        y,
        marks,
        grid=True,
        handles=handles,
        heading=heading,
        words=words_of(_outlines(curves, miss, low, high)),
    )


@memo
def _costs(one: ScoredPoints, miss: float) -> Floats:
    return one.curve.costs(1.0, miss) / len(one.scores)


def _cheapest(one: ScoredPoints, miss: float) -> int:
    """The place of the cheapest stretch of thresholds."""
    return int(np.argmin(one.curve.costs(1.0, miss)))


def _cost_at(one: ScoredPoints, miss: float, value: float) -> float:
    hits, alarms = one.at(value)
    return (alarms + miss * (one.curve.plus - hits)) / len(one.scores)


@memo
def _outlines(
    curves: tuple[ScoredPoints, ...], miss: float, low: float, high: float
) -> tuple[Floats, ...]:
    outlines = []
    for curve in curves:
        # Above the largest score nothing is called class +: the steps begin on the right.
        edges = np.clip(curve.curve.thresholds[1:], low, high)
        x = np.concatenate([[high], np.repeat(edges, 2), [low]])
        outlines.append(columns(x, np.repeat(_costs(curve, miss), 2)))
    return tuple(outlines)


@memo
def _curves(curves: tuple[ScoredPoints, ...], miss: float, low: float, high: float) -> Marks:
    outlines = _outlines(curves, miss, low, high)
    marks: list[Mark] = [
        Path(outline, curve.role) for curve, outline in zip(curves, outlines, strict=True)
    ]
    best = between_scores(curves[0].curve, _cheapest(curves[0], miss))
    marks.append(
        Dots(
            np.array([[min(max(best, low), high), _cost_at(curves[0], miss, best)]]),
            "left-out",
        )
    )
    return tuple(marks)


def read(scene: PairScene, position: Point, reach: Point) -> Reading | None:
    """The cost of a threshold, and the errors it would make."""
    curves = scored_points(scene)
    if not curves:
        return None
    miss, last, words = scene.document.miss_cost, curves[-1], scenario_of(scene.document)
    hits, alarms = last.at(position[0])
    cost = _cost_at(last, miss, position[0])
    lines = (
        *points_said(curves),
        threshold_text(position[0]),
        f"cost {number(cost, 3)} a point",
        words.count_alarms(int(alarms)),
        words.count_misses(int(last.curve.plus - hits)),
    )
    return reading_at(position[0], (0.0, figure(scene).y.high), (cost,), lines)


def drag(scene: PairScene, handle: str, position: Point) -> Document:
    """The document with a trial line at this threshold."""
    return with_threshold(scene, handle, position[0])


COST = of_pair(
    Plot(
        "cost",
        "Cost",
        (
            "What the errors cost for every threshold; drag the threshold, choose the costs by a "
            "click on the heading"
        ),
        figure,
        drag,
        read,
        choices=cost_choices,
    )
)
