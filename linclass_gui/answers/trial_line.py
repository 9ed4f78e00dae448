"""The line set by hand: where it starts, how its handles change it, and how good it is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import locked
from solvers.moments import criterion_at
from solvers.ties import wrong_side

from ..scene.document import TrialLine
from ..scene.memo import memo
from ..scene.shapes import middle, moments_of
from ..scene.view import View
from .decision import PlaneLine, trial_line, trial_scores


def starting_trial(dataset: Dataset, view: View) -> TrialLine:
    """The first trial line: upright between the class means, class + on its own side; without
    classes in the middle of the view.
    """
    both_moments = moments_of(dataset)
    if both_moments is None:
        return TrialLine(0.0, view.middle)
    x, y = (both_moments.centre + both_moments.midpoint).tolist()
    return TrialLine(0.0 if both_moments.difference[0] >= 0.0 else 180.0, (x, y))


def pivot_of(dataset: Dataset, view: View) -> Floats:
    """Near what a new line turns: the mean of all points, the middle of the view without points."""
    return middle(dataset.X) if len(dataset) else np.array(view.middle)


def trial_from(line: PlaneLine, near: Floats, level: float = 0.0) -> TrialLine:
    """The trial line that lies on ``f = level`` of a method, with its pivot nearest to a point."""
    x, y = line.foot(near, level).tolist()
    return TrialLine(line.degrees, (x, y))


def turn_line(trial: TrialLine, angle: float) -> TrialLine:
    """The line turned about its pivot until its normal points to ``angle`` degrees; turning it
    brings it to the front.
    """
    return replace(trial, angle=angle, in_front=True)


def turned_to_axis(trial: TrialLine, angle: float) -> TrialLine:
    """The line turned to ``angle`` or to ``angle + 180``, whichever is nearer, so that class +
    stays on its side.
    """
    difference = (angle - trial.angle + 180.0) % 360.0 - 180.0
    return turn_line(trial, angle if abs(difference) <= 90.0 else angle + 180.0)


def pull_handle(trial: TrialLine, point: tuple[float, float]) -> TrialLine:
    """The line turned about its pivot so that its turning handle points to ``point``."""
    dx, dy = point[0] - trial.pivot[0], point[1] - trial.pivot[1]
    if dx == dy == 0.0:
        return trial
    return turn_line(trial, math.degrees(math.atan2(dy, dx)) + 90.0)


def handle_places(
    trial: TrialLine, view: View, reach: float, stretch: float = 1.0
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Where the two handles are: moving (the pivot) and turning (``reach`` along the line from it,
    where there is room).

    ``reach`` is measured upwards, in units of x2, which are drawn ``stretch`` times as long as
    those of x1.

    A pivot outside the view gives its handle to the middle of the visible part; None when the line
    is not visible at all.
    """
    segment = trial_line(trial).segment(view)
    if segment is None:
        return None
    along = np.array([math.sin(math.radians(trial.angle)), -math.cos(math.radians(trial.angle))])
    reach /= math.hypot(along[0] / stretch, along[1])
    start, end = sorted(float((corner - trial.pivot) @ along) for corner in segment)
    move = 0.0 if start <= 0.0 <= end else 0.5 * (start + end)
    # The turning handle keeps to one side of the pivot, or the line would flip when it is turned
    # through the edge of the view.
    turn = (
        min(move + reach, move + 0.85 * (end - move))
        if end - move > 0.2 * reach
        else move + 0.2 * reach
    )
    return tuple(
        (trial.pivot[0] + distance * along[0], trial.pivot[1] + distance * along[1])
        for distance in (move, turn)
    )  # type: ignore[return-value]


@dataclass(frozen=True, eq=False)
class TrialNumbers:
    """How good a line is: ``margins (n,)`` are the signed distances y f, positive on the right
    side.
    """

    dataset: Dataset
    trial: TrialLine
    margins: Floats
    errors: int

    @cached_property
    def J(self) -> float:
        """Fisher's criterion of the direction."""
        return criterion(self.dataset, self.trial)

    @cached_property
    def smallest(self) -> float:
        """The smallest signed distance, NaN without points."""
        return float(self.margins.min()) if len(self.margins) else math.nan

    @cached_property
    def nearest(self) -> float:
        """The distance of the nearest point, on whichever side it is: ``1/‖w‖`` of the canonical
        form.  NaN without points.
        """
        return float(np.abs(self.margins).min()) if len(self.margins) else math.nan


@memo
def trial_numbers(dataset: Dataset, trial: TrialLine) -> TrialNumbers:
    """Errors, distances and criteria of a line set by hand (score 0 counts as class -)."""
    f = trial_scores(trial, dataset.X)
    wrong = wrong_side(f, dataset.y)
    return TrialNumbers(
        dataset, trial, locked(np.where(dataset.labels > 0, f, -f)), int(np.count_nonzero(wrong))
    )


def criterion(dataset: Dataset, trial: TrialLine) -> float:
    """``J = <w, m+ - m->^2 / <w, C_W w>`` of the line's direction; infinite along a null direction,
    NaN without classes.
    """
    both_moments = moments_of(dataset)
    return math.nan if both_moments is None else criterion_at(both_moments, trial.angle)
