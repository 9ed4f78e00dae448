"""The data seen along w: the densities of both classes over the score, and the training errors of
every threshold.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import Dataset, Fit, Floats
from solvers.arrays import Bools, locked

from ..answers.decision import plane_line, training_scores
from ..answers.density import ErrorSteps, Histogram, densities, error_steps
from ..answers.trial_line import criterion
from ..markup.mathtext import name_label
from ..markup.numbers import count_words, number, significant
from ..scene.document import Document, TrialLine
from ..scene.marks import Area, Axis, Entry, Figure, Handle, Lane, Mark, Path, Reading
from ..scene.memo import memo
from ..scene.scene import PairScene
from ..scene.shapes import moments_of
from . import projection_many
from .axes import (
    axis_from_zero,
    columns,
    cursor,
    nothing_of,
    on_axis,
    reading_at,
    round_range,
    sentence,
    stack_lanes,
    strokes,
    vertical,
)
from .plot import MIDDLE, Plot, either, of_pair
from .threshold import HANDLE, threshold, with_threshold

# the foot and the top of the plot, the handle, and the rug of the points
LOW, GRIP, TOP, RUG = -0.09, 1.03, 1.06, (-0.08, -0.03)
ROOM = 1.35  # of the point furthest out: its hill usually ends within the axis, which then stays
WEIGHTS = (2.2, 1.0)  # the heights of the lanes of the densities and of the errors
CURVES = ("curve-plus", "curve-minus")
NO_METHOD = "Switch on a method to see the data along its w."
NO_CLASSES = "The projection needs at least one point of each class."


@dataclass(frozen=True, eq=False)
class ProjectedPoints:
    """Points along a score, or along a normal; ``axis`` says which; with ``has_margin`` its values
    ±1 mean something.
    """

    scores: Floats
    positive: Bools
    bins: Histogram
    density_minus: Floats
    density_plus: Floats
    errors: ErrorSteps
    has_margin: bool
    axis: str

    @property
    def low(self) -> float:
        """The left end of the axis."""
        return float(self.bins.edges[0])

    @property
    def high(self) -> float:
        """The right end of the axis."""
        return float(self.bins.edges[-1])

    @property
    def highest(self) -> float:
        """The highest density."""
        return float(
            max(np.maximum.reduce(self.density_minus), np.maximum.reduce(self.density_plus))
        )

    def errors_at(self, threshold: float) -> int:
        """The training errors with this threshold, counted point by point."""
        return int(np.count_nonzero((self.scores > threshold) != self.positive))


def figure(scene: PairScene) -> Figure:
    """Densities and error steps in lanes of their own, rug, margin marks, and the threshold with
    its handle.
    """
    projection = shown_of(scene)
    if projection is None:
        has_line = scene.trial_in_front is not None or scene.with_model is not None
        return sentence(NO_CLASSES if has_line else nothing_of(scene, NO_METHOD))
    line, names = scene.trial_in_front, scene.document.dataset.class_names
    if line is not None:
        cut, is_trial, can_move = _cut(scene.document.dataset, line), True, True
        heading = (
            *_heading(projection, cut),
            f"$J$ = {significant(criterion(scene.document.dataset, line), 3)}",
        )
    else:
        assert scene.with_model is not None
        fit = scene.with_model[1]
        cut = threshold(scene, fit)
        is_trial, can_move, heading = (
            cut != 0.0,
            plane_line(fit) is not None,
            _heading(projection, cut),
        )
    cut, beyond = on_axis(cut, projection.low, projection.high, heading[0])
    heading = (*(beyond or heading[:1]), *heading[1:])
    handles = (Handle(HANDLE, (cut, GRIP), "x"),) if can_move else ()
    legend = tuple(
        Entry(name_label(name), role)
        for name, role in zip((names[-1], names[0]), CURVES, strict=True)
    )
    x, y = Axis(projection.low, projection.high, projection.axis), Axis(LOW, TOP, visible=False)
    marks = (*_background(projection), *cursor(cut, LOW, GRIP, is_trial))
    return Figure(
        x, y, marks, handles=handles, lanes=_lanes(projection), heading=heading, legend=legend
    )


def shown_of(scene: PairScene) -> ProjectedPoints | None:
    """The projection shown: on the normal of the trial line where that is in front, else by the
    selected method; None without.
    """
    line = scene.trial_in_front
    if line is not None:
        return along(scene.document.dataset, line.angle)
    return None if scene.with_model is None else projection(scene.with_model[1])


@memo
def projection(fit: Fit) -> ProjectedPoints | None:
    """Everything the plot shows of a fit, None while a class has no point."""
    f = training_scores(fit)
    if not fit.problem.has_both_classes:
        return None
    return _projection(
        f,
        fit.problem.y,
        round_range(float(np.minimum.reduce(f)), float(np.maximum.reduce(f))),
        fit.method.has_margin,
    )


@memo
def along(dataset: Dataset, angle: float) -> ProjectedPoints | None:
    """The points along a unit normal, from ``(m_+ + m_-)/2``, None without classes; the axis stays
    while the normal turns.
    """
    centre = _middle(dataset)
    if centre is None:
        return None
    offsets = dataset.X - centre
    reach = float(np.sqrt(np.max(np.sum(offsets**2, axis=1)))) or 1.0
    distances: Floats = offsets @ TrialLine(angle, (0.0, 0.0)).w
    return _projection(distances, dataset.y, (-ROOM * reach, ROOM * reach), False, "along $w$")


def _projection(
    f: Floats, y: Floats, ends: tuple[float, float], has_margin: bool, axis: str = "$f(x)$"
) -> ProjectedPoints:
    bins, (minus, plus) = densities(f, y, *ends)
    return ProjectedPoints(
        f, y > 0, bins, locked(minus), locked(plus), error_steps(f, y > 0, bins), has_margin, axis
    )


def _middle(dataset: Dataset) -> Floats | None:
    """``(m_+ + m_-)/2``, where the trial line's axis has its 0."""
    moments = moments_of(dataset)
    return None if moments is None else moments.centre + moments.midpoint


def _cut(dataset: Dataset, trial: TrialLine) -> float:
    """Where the trial line cuts its own axis."""
    centre = _middle(dataset)
    return 0.0 if centre is None else float((np.array(trial.pivot) - centre) @ trial.w)


@memo
def _lanes(projection: ProjectedPoints) -> tuple[Lane, Lane]:
    """The lanes of the densities and of the errors of every threshold."""
    most = float(
        np.maximum.reduce(projection.errors.outline(projection.low, projection.high)[:, 1])
    )
    above, below = stack_lanes(
        (
            axis_from_zero("density", projection.highest),
            axis_from_zero("errors", most, counts_only=True),
        ),
        WEIGHTS,
    )
    return above, below


@memo
def _background(projection: ProjectedPoints) -> tuple[Mark, ...]:
    lane, errors = _lanes(projection)
    x, foot = projection.bins.centres, lane.low
    marks: list[Mark] = []
    for density, suffix, members in (
        (projection.density_minus, "minus", ~projection.positive),
        (projection.density_plus, "plus", projection.positive),
    ):
        outline = columns(x, lane.place(density))
        # along the base line, whatever the ends are
        closed = locked(np.concatenate([outline, [(x[-1], foot), (x[0], foot)]]))
        marks += [Area(closed, f"area-{suffix}"), Path(outline, f"curve-{suffix}")]
        marks.append(
            Path(strokes(_places(projection, members), *RUG), f"rug-{suffix}", joined="pairs")
        )
    if projection.has_margin:
        ends = ((-1.0, "margin-mark-minus"), (1.0, "margin-mark-plus"))
        marks += [
            Path(vertical(value, foot, lane.high), role)
            for value, role in ends
            if projection.low < value < projection.high
        ]
    steps = projection.errors.outline(projection.low, projection.high)
    return (*marks, Path(columns(steps[:, 0], errors.place(steps[:, 1])), "curve-thin"))


def _places(projection: ProjectedPoints, members: Bools) -> Floats:
    """The places of the rug: every score, or every bin with a point when they are many."""
    if len(projection.scores) <= len(projection.bins.centres):
        return projection.scores[members]
    counts = projection.bins.plus if members is projection.positive else projection.bins.minus
    return projection.bins.centres[counts > 0]


@memo
def _heading(projection: ProjectedPoints, value: float) -> tuple[str, ...]:
    """The threshold and its errors."""
    decimals = max(0, 2 - math.floor(math.log10(projection.high - projection.low)))
    return f"threshold {number(value, decimals) if value else '0'}", count_words(
        projection.errors_at(value), "error"
    )


def read(
    scene: PairScene, position: tuple[float, float], reach: tuple[float, float]
) -> Reading | None:
    """Score and distance at a position, the densities there, and the errors of a threshold
    there.
    """
    projection, in_front = shown_of(scene), scene.trial_in_front
    if projection is None:
        return None
    f, names = position[0], scene.document.dataset.class_names
    densities = tuple(
        float(np.interp(f, projection.bins.centres, d))
        for d in (projection.density_plus, projection.density_minus)
    )
    if in_front is not None:
        lines = [
            f"$f(x)$ = {significant(f - _cut(scene.document.dataset, in_front), 3)}, a distance"
        ]
    else:
        assert scene.with_model is not None
        line, lines = plane_line(scene.with_model[1]), [f"$f(x)$ = {significant(f, 3)}"]
        if line is not None:
            lines.append(f"distance {significant(f / line.norm, 3)}")
    lines += [
        f"density of {name_label(name)} {significant(d, 2)}"
        for name, d in zip(names[::-1], densities, strict=True)
    ]
    lines.append(f"as threshold: {count_words(projection.errors_at(f), 'error')}")
    lane, below = _lanes(projection)
    heights = (
        *lane.place(np.array(densities)).tolist(),
        float(below.place(np.array([float(projection.errors_at(f))]))[0]),
    )
    return reading_at(f, (0.0, GRIP), heights, tuple(lines))


def drag(scene: PairScene, handle: str, position: tuple[float, float]) -> Document:
    """The document with a trial line on ``f = threshold`` of the selected method, or with the trial
    line in front shifted there.
    """
    trial, document = scene.trial_in_front, scene.document
    if trial is None or handle != HANDLE:
        return with_threshold(scene, handle, position[0])
    x, y = (
        np.array(trial.pivot) + (position[0] - _cut(document.dataset, trial)) * trial.w
    ).tolist()
    return replace(document, trial=replace(trial, pivot=(x, y)))


_OF_PAIR = of_pair(
    Plot(
        "projection",
        "Projection",
        (
            "The classes along w of the selected method, or of the trial line once it was turned; "
            "drag the threshold to shift it"
        ),
        figure,
        drag,
        read,
        column=MIDDLE,
    )
)
_OF_MANY = replace(_OF_PAIR, figure=projection_many.figure, read=projection_many.read, drag=None)
PROJECTION = either(lambda scene: scene.is_many, _OF_MANY, _OF_PAIR)
