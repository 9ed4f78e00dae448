"""The data seen along w of one boundary: the densities of all classes over the score, and below
them the training errors of every threshold between the two classes of the boundary.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from solvers import AnyFit, Dataset, Fit, Floats, Populations
from solvers.arrays import Bools, Ints
from solvers.studies.populations import ProjectedPopulations

from ..answers.decision import PlaneLine, plane_line, training_scores
from ..answers.density import ErrorSteps, Histogram, densities, error_steps, histogram
from ..answers.trial_line import criterion
from ..markup.mathtext import name_label
from ..markup.numbers import count_words, fixed_number, score_decimals, significant
from ..scene import cures
from ..scene.document import Document, TrialLine
from ..scene.looks import Looks, recolour_role, role
from ..scene.marks import Area, Axis, Entry, Figure, Handle, Lane, Path, Point, Reading
from ..scene.memo import memo
from ..scene.pairs import ends_of
from ..scene.scene import PairScene, Scene
from ..scene.section import section_of
from ..scene.shapes import moments_of
from .axes import (
    Names,
    PlotChoice,
    axis_from_zero,
    beside,
    columns,
    cursor,
    curve_choices,
    named_at_end,
    names_at,
    nothing_of,
    on_axis,
    reading_at,
    round_range,
    rugs,
    sentence,
    stack_lanes,
    vertical,
)
from .plot import DIRECTIONS, MIDDLE, Plot, missing_pair, on_pair
from .threshold import HANDLE, threshold, threshold_text, with_threshold

# the foot and the top of the plot, the handle, and the rug of the points
LOW, GRIP, TOP, RUG = -0.09, 1.03, 1.06, (-0.08, -0.03)
ROOM = 1.35  # of the point furthest out: its hill usually ends within the axis, which then stays
DENSITIES = Axis(LOW, TOP, "density", visible=False)
CROWDED = 3  # hills lie over each other: their names would lie over other hills
WEIGHTS = (2.2, 1.0)  # the heights of the lanes of the densities and of the errors
NO_METHOD = cures.Refusal("Switch on a method to see the data along its w.", cures.STRAIGHT)
NO_CLASSES = "The projection needs at least one point of each class."


@dataclass(frozen=True, eq=False)
class NormalCurve:
    """A normal density at the middles of the bins, and the role of its curve."""

    density: Floats
    role: str


@dataclass(frozen=True, eq=False)
class ProjectedPoints:
    """The points of all classes along a score, or along a normal; ``axis`` says which.

    ``densities`` are those of the ``classes`` that have points, in their order.  ``pair_scores``
    are the scores of the points of the boundary, ``positive`` those of class +, ``errors`` theirs
    at every threshold; with ``has_margin`` the scores ±1 mean something.
    """

    scores: Floats
    labels: Ints
    classes: tuple[int, ...]
    bins: Histogram
    densities: tuple[Floats, ...]
    pair_scores: Floats
    positive: Bools
    errors: ErrorSteps
    has_margin: bool
    axis: str
    normals: tuple[NormalCurve, ...] = ()

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
        densities = (*self.densities, *(curve.density for curve in self.normals))
        return max([float(np.maximum.reduce(density)) for density in densities])

    def errors_at(self, threshold: float) -> int:
        """The training errors with this threshold, counted point by point."""
        return int(np.count_nonzero((self.pair_scores > threshold) != self.positive))


def figure(scene: Scene) -> Figure:
    """Densities and error steps in lanes of their own, rug, margin marks, and the threshold with
    its handle.
    """
    pair = scene.pair
    if pair is None:
        return sentence(missing_pair(scene))
    projection = projection_of(scene)
    if projection is None:
        has_line = pair.trial_in_front is not None or pair.drawn_fit is not None
        return sentence(NO_CLASSES if has_line else nothing_of(pair, NO_METHOD))
    cut, is_trial, can_move, heading = _threshold(pair, projection)
    cut, beyond = on_axis(cut, projection.low, projection.high, heading[0])
    heading = (*(beyond or heading[:1]), *heading[1:])
    names = scene.document.class_labels
    looks = scene.document.class_looks
    ends = ends_of(scene.pairs[0][0], looks)
    order = _in_order(projection, len(names))
    legend, words = _names_of_hills(projection, names, looks, order)
    x, y = Axis(projection.low, projection.high, projection.axis), DENSITIES
    marks = (
        *_background(projection, looks, ends),
        *cursor(cut, LOW, GRIP, is_trial),
    )
    return Figure(
        x,
        y,
        marks,
        handles=(Handle(HANDLE, (cut, GRIP), "x"),) if can_move else (),
        lanes=_lanes(projection),
        heading=(*scene.pair_heading, *heading, *_names_of_curves(projection)),
        legend=legend,
        words=words,
    )


def _names_of_curves(projection: ProjectedPoints) -> tuple[str, ...]:
    """What dashes and dots mean, where they are drawn."""
    drawn_roles = {curve.role for curve in projection.normals}
    by_role = {"curve-dashed": NORMALS, "curve-dotted": OF_POPULATIONS}
    return tuple(CURVES[name][1] for role, name in by_role.items() if role in drawn_roles)


@memo
def _names_of_hills(
    projection: ProjectedPoints,
    names: tuple[str, ...],
    looks: Looks,
    order: tuple[int, ...],
) -> Names:
    """The names of the classes, each over its hill."""
    lane, centres = _lanes(projection)[0], projection.bins.centres
    hills = dict(zip(projection.classes, projection.densities, strict=True))
    entries = tuple([Entry(names[k], role("curve", looks[k])) for k in order])
    tops = [int(np.argmax(hills[k])) for k in order]
    return names_at(
        entries,
        tuple(
            [
                beside(float(centres[top]), float(lane.place(hills[k][top : top + 1])[0]))
                for k, top in zip(order, tops, strict=True)
            ]
        ),
        CROWDED,
    )


def _in_order(projection: ProjectedPoints, K: int) -> tuple[int, ...]:
    """The classes as a legend and a reading name them: of two the positive one first."""
    return projection.classes[::-1] if K == 2 else projection.classes


def _threshold(
    pair: PairScene, projection: ProjectedPoints
) -> tuple[float, bool, bool, tuple[str, ...]]:
    """The threshold, whether it is that of a trial line, whether it can be moved, and its words."""
    line = pair.trial_in_front
    if line is not None:
        cut = _cut(pair.document.dataset, line)
        J = fixed_number(criterion(pair.document.dataset, line))
        return cut, True, True, (*_heading(projection, cut), f"$J$ = {J}")
    assert pair.drawn_fit is not None
    fit = pair.drawn_fit
    cut = threshold(pair, fit)
    return cut, cut != 0.0, plane_line(fit) is not None, _heading(projection, cut)


def projection_of(scene: Scene) -> ProjectedPoints | None:
    """The projection shown: on the normal of the trial line where that is in front, else by the
    selected method; None without.
    """
    pair = scene.pair
    if pair is None:
        return None
    line = pair.trial_in_front
    curves = tuple(name for name in scene.document.curves if name in CURVES)
    if line is not None:
        points = along(scene.document.dataset, pair.document.dataset, line.angle)
        axis = _axis_of_trial(pair.document.dataset, line)
    elif pair.drawn_fit is None or scene.answer is None:
        return None
    else:
        points = projection(pair.drawn_fit, scene.answer)
        axis = plane_line(pair.drawn_fit)
    if points is None or axis is None or not curves:
        return points
    return _with_normals(points, axis, curves, pair.document.populations)


NORMALS, OF_POPULATIONS = "normals", "populations"  # what is drawn beside the densities on demand
CURVES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        NORMALS: ("Normal densities of one variance", "dashed: normals of one variance"),
        OF_POPULATIONS: ("Densities of the populations", "dotted: the populations"),
    }
)


def choices(scene: Scene) -> tuple[PlotChoice, ...]:
    """The curves beside the densities of the points."""
    document, titles = scene.document, {"": "Points alone", NORMALS: CURVES[NORMALS][0]}
    if document.populations is not None:
        titles[OF_POPULATIONS] = CURVES[OF_POPULATIONS][0]
    return curve_choices(document, "Beside the points", titles)


def _axis_of_trial(dataset: Dataset, line: TrialLine) -> PlaneLine | None:
    """The axis of a trial line as a score: its own distances from the middle of the means."""
    centre = _middle(dataset)
    return None if centre is None else PlaneLine(line.w, 0.0, centre)


@memo
def _with_normals(
    points: ProjectedPoints,
    axis: PlaneLine,
    curves: tuple[str, ...],
    populations: Populations | None,
) -> ProjectedPoints:
    """The points with the normal densities that a method with one covariance assumes of them, or
    with those of the populations along the same axis.
    """
    t, normals = points.bins.centres, []
    if NORMALS in curves:
        normals += [NormalCurve(curve, "curve-dashed") for curve in assumed_normals(points)]
    if OF_POPULATIONS in curves and populations is not None:
        means = np.array([populations.minus.mean, populations.plus.mean])
        along_axis = ProjectedPopulations.along(populations, axis.normal)
        on_axis = replace(along_axis, means=tuple(axis.scores(means).tolist()))
        normals += [NormalCurve(on_axis.density(k, t), "curve-dotted") for k in (0, 1)]
    return replace(points, normals=tuple(normals))


def assumed_normals(points: ProjectedPoints) -> tuple[Floats, ...]:
    """``N(t; m_k, s^2)`` of every class, with the mean of its scores and the one variance ``s^2 =
    (1/n) sum (f_i - m_k)^2`` of all, as a shared covariance has it along w.
    """
    groups = [points.scores[points.labels == k] for k in points.classes]
    squares = sum(float(((f - f.mean()) ** 2).sum()) for f in groups)
    variance = squares / len(points.scores)
    if not variance > 0.0:
        return ()
    t = points.bins.centres
    scale = math.sqrt(2.0 * math.pi * variance)
    return tuple(np.exp(-((t - f.mean()) ** 2) / (2.0 * variance)) / scale for f in groups)


@memo
def projection(fit: Fit, answer: AnyFit) -> ProjectedPoints | None:
    """The points of an answer along the score of a pair of its classes, None while one of them has
    no point.
    """
    if not fit.problem.has_both_classes:
        return None
    f = _scores(fit, answer)
    ends = round_range(float(np.minimum.reduce(f)), float(np.maximum.reduce(f)))
    problem, positive = answer.problem, fit.problem.y > 0.0
    return _projection(
        f, problem.labels, problem.K, training_scores(fit), positive, ends, fit.has_margin
    )


def _scores(fit: Fit, answer: AnyFit) -> Floats:
    """The score of a pair at the points of all classes."""
    if len(fit.problem.X) == len(answer.problem.X):
        return training_scores(fit)
    line = None if section_of(fit) is not None else plane_line(fit)
    X = answer.problem.X
    return fit.problem.scores(fit.last, X) if line is None else line.scores(X)


@memo
def along(dataset: Dataset, of_pair: Dataset, angle: float) -> ProjectedPoints | None:
    """The points along a unit normal, from ``(m_+ + m_-)/2`` of a pair of classes, None without
    both; the axis stays while the normal turns.
    """
    centre = _middle(of_pair)
    if centre is None:
        return None
    offsets = dataset.X - centre
    reach = float(np.sqrt(np.max(np.sum(offsets**2, axis=1)))) or 1.0
    w = TrialLine(angle, (0.0, 0.0)).w
    ends, K = (-ROOM * reach, ROOM * reach), len(dataset.class_names)
    pair_scores: Floats = (of_pair.X - centre) @ w
    positive = of_pair.y > 0
    return _projection(
        offsets @ w, dataset.labels, K, pair_scores, positive, ends, False, "along $w$"
    )


def _projection(
    f: Floats,
    labels: Ints,
    K: int,
    pair_scores: Floats,
    positive: Bools,
    ends: tuple[float, float],
    has_margin: bool,
    axis: str = "$f(x)$",
) -> ProjectedPoints:
    bins, hills = densities(f, labels, *ends, K)
    low, high = float(bins.edges[0]), float(bins.edges[-1])
    pair_bins = bins if K == 2 else histogram(pair_scores, positive.astype(np.int64), low, high)
    classes = tuple([k for k in range(K) if bins.counts[k].any()])
    return ProjectedPoints(
        f,
        labels,
        classes,
        bins,
        tuple([hills[k] for k in classes]),
        pair_scores,
        positive,
        error_steps(pair_scores, positive, pair_bins),
        has_margin,
        axis,
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
    steps = projection.errors.outline(projection.low, projection.high)
    above, below = stack_lanes(
        (
            axis_from_zero("", projection.highest),
            axis_from_zero("errors", float(np.maximum.reduce(steps[:, 1])), counts_only=True),
        ),
        WEIGHTS,
    )
    return above, named_at_end(below, steps[:, 1])


@memo
def _background(
    projection: ProjectedPoints, looks: Looks, pair_looks: tuple[int | None, int]
) -> tuple[Area | Path, ...]:
    lane, errors = _lanes(projection)
    x, foot = projection.bins.centres, lane.low
    marks: list[Area | Path] = []
    all_rugs = rugs([_rug_places(projection, k) for k in projection.classes], *RUG)
    for k, density, rug in zip(projection.classes, projection.densities, all_rugs, strict=True):
        outline = columns(x, lane.place(density))
        # along the base line, whatever the ends are
        closed = np.concatenate([outline, [(x[-1], foot), (x[0], foot)]])
        marks += [Area(closed, role("area", looks[k])), Path(outline, role("curve", looks[k]))]
        marks.append(Path(rug, role("rug", looks[k]), joined="pairs"))
    if projection.has_margin:
        ends = ((-1.0, "margin-mark-minus"), (1.0, "margin-mark-plus"))
        marks += [
            Path(vertical(value, foot, lane.high), recolour_role(name, *pair_looks))
            for value, name in ends
            if projection.low < value < projection.high
        ]
    marks += [
        Path(columns(x, lane.place(curve.density)), curve.role) for curve in projection.normals
    ]
    steps = projection.errors.outline(projection.low, projection.high)
    return (*marks, Path(columns(steps[:, 0], errors.place(steps[:, 1])), "curve-thin"))


def _rug_places(projection: ProjectedPoints, k: int) -> Floats:
    """The places of the rug of a class: every score, or every bin with a point when they are
    many.
    """
    if len(projection.scores) <= len(projection.bins.centres):
        scores: Floats = projection.scores[projection.labels == k]
        return scores
    centres: Floats = projection.bins.centres[projection.bins.counts[k] > 0]
    return centres


@memo
def _heading(projection: ProjectedPoints, value: float) -> tuple[str, ...]:
    """The threshold and its errors."""
    return threshold_text(value), count_words(projection.errors_at(value), "error")


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """Score and distance at a position, the densities there, and the errors of a threshold
    there.
    """
    projection, pair = projection_of(scene), scene.pair
    if projection is None or pair is None:
        return None
    f, names, line = position[0], scene.document.dataset.class_names, pair.trial_in_front
    if line is not None:
        distance = f - _cut(pair.document.dataset, line)
        lines = [f"$f(x)$ = {fixed_number(distance)}, a distance"]
    else:
        fit = pair.drawn_fit
        decimals = 2 if fit is None else score_decimals(fit)
        lines = [f"$f(x)$ = {fixed_number(f, decimals)}", *_distance(pair, f)]
    heights_of = dict(zip(projection.classes, projection.densities, strict=True))
    order = _in_order(projection, len(names))
    heights = [float(np.interp(f, projection.bins.centres, heights_of[k])) for k in order]
    lines += [
        f"density of {name_label(names[k])} {significant(height, 2)}"
        for k, height in zip(order, heights, strict=True)
    ]
    errors = projection.errors_at(f)
    lines.append(f"as threshold: {count_words(errors, 'error')}")
    lane, below = _lanes(projection)
    dots = (*lane.place(np.array(heights)).tolist(), float(below.place(np.array([errors]))[0]))
    return reading_at(f, (0.0, GRIP), dots, lines)


def _distance(pair: PairScene, f: float) -> tuple[str, ...]:
    """The distance from the line at a score, where the boundary is one."""
    line = plane_line(pair.drawn_fit)
    return () if line is None else (f"distance {fixed_number(f / line.norm, 2)}",)


def drag(scene: PairScene, handle: str, position: Point) -> Document:
    """The document with a trial line on ``f = threshold`` of the selected method, or with the trial
    line in front on_axis there.
    """
    trial, document = scene.trial_in_front, scene.document
    if trial is None or handle != HANDLE:
        return with_threshold(scene, handle, position[0])
    step = (position[0] - _cut(document.dataset, trial)) * trial.w
    x, y = (np.array(trial.pivot) + step).tolist()
    return replace(document, trial=replace(trial, pivot=(x, y)))


PROJECTION = Plot(
    "projection",
    "Projection",
    (
        "The classes along w of the selected method, or of the trial line once it was turned; "
        "drag the threshold to shift it, click the heading to see normal densities"
    ),
    figure,
    on_pair(drag),
    read,
    choices=choices,
    column=MIDDLE,
    group=DIRECTIONS,
)
