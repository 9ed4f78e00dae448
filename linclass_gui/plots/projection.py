"""The data seen along w: the densities of both classes over the score, and the training errors of every threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Bools, locked

from ..core.document import Document
from ..core.fits.decision import plane_line, training_scores
from ..core.fits.density import ErrorSteps, Histogram, densities, error_steps
from ..core.marks import Area, Axis, Dots, Entry, Figure, Handle, Lane, Mark, Path, Reading
from ..core.markup.mathtext import name_label
from ..core.markup.ticks import count_words, number, significant
from ..core.memo import memo
from ..core.scene import Scene
from .parts.axes import axis_from_zero, columns, nothing_of, reading_at, round_range, stack_lanes, strokes, vertical
from .parts.threshold import HANDLE, threshold, with_threshold

LOW, GRIP, TOP, RUG = -0.09, 1.03, 1.06, (-0.08, -0.03)  # the foot and the top of the plot, the handle, and the rug of the points
WEIGHTS = (2.2, 1.0)  # the heights of the lanes of the densities and of the errors
CURVES = ("curve-plus", "curve-minus")
NO_METHOD = "Switch on a method to see the data along its w."
NO_CLASSES = "The projection needs at least one point of each class."


@dataclass(frozen=True, eq=False)
class Projection:
    """The training data of one fit along its score."""

    scores: Floats
    positive: Bools
    bins: Histogram
    density_minus: Floats
    density_plus: Floats
    errors: ErrorSteps

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
        return float(max(np.maximum.reduce(self.density_minus), np.maximum.reduce(self.density_plus)))

    def errors_at(self, threshold: float) -> int:
        """The training errors with this threshold, counted point by point."""
        return int(np.count_nonzero((self.scores > threshold) != self.positive))


def figure(scene: Scene) -> Figure:
    """Densities and error steps in lanes of their own, rug, margin marks, and the threshold with its handle."""
    if scene.selected is None or not scene.selected[1].has_model:
        return Figure(Axis(-1.0, 1.0), Axis(0.0, 1.0, visible=False), (), message=nothing_of(scene, NO_METHOD))
    fit = scene.selected[1]
    shown = projection(fit)
    if shown is None:
        return Figure(Axis(-1.0, 1.0), Axis(0.0, 1.0, visible=False), (), message=NO_CLASSES)
    at, names = threshold(scene, fit), scene.document.dataset.class_names
    marks = (*_background(fit), *_threshold(at))
    handles = (Handle(HANDLE, (at, GRIP), "x"),) if plane_line(fit) is not None else ()
    legend = tuple(Entry(name_label(name), role) for name, role in zip((names[-1], names[0]), CURVES, strict=True))
    x, y = Axis(shown.low, shown.high, "$f(x)$"), Axis(LOW, TOP, visible=False)
    return Figure(x, y, marks, handles=handles, lanes=_lanes(fit), heading=_heading(fit, at), legend=legend)


@memo
def projection(fit: Fit) -> Projection | None:
    """Everything the plot shows of a fit, None while a class has no point."""
    f, y = training_scores(fit), fit.problem.y
    if not fit.problem.has_both_classes:
        return None
    bins, (minus, plus) = densities(f, y, *round_range(float(np.minimum.reduce(f)), float(np.maximum.reduce(f))))
    return Projection(f, y > 0, bins, locked(minus), locked(plus), error_steps(f, y > 0, bins))


@memo
def _lanes(fit: Fit) -> tuple[Lane, Lane]:
    """The lanes of the densities and of the errors of every threshold."""
    shown = projection(fit)
    assert shown is not None
    most = float(np.maximum.reduce(shown.errors.outline(shown.low, shown.high)[:, 1]))
    above, below = stack_lanes((axis_from_zero("density", shown.highest), axis_from_zero("errors", most, whole=True)), WEIGHTS)
    return above, below


@memo
def _background(fit: Fit) -> tuple[Mark, ...]:
    shown, (lane, errors) = projection(fit), _lanes(fit)
    assert shown is not None
    x, foot = shown.bins.centres, lane.low
    marks: list[Mark] = []
    for density, suffix, chosen in ((shown.density_minus, "minus", ~shown.positive), (shown.density_plus, "plus", shown.positive)):
        outline = columns(x, lane.place(density))
        closed = locked(np.concatenate([outline, [(x[-1], foot), (x[0], foot)]]))  # along the base line, whatever the ends are
        marks += [Area(closed, f"area-{suffix}"), Path(outline, f"curve-{suffix}")]
        marks.append(Path(strokes(_places(shown, chosen), *RUG), f"rug-{suffix}", joined="pairs"))
    if fit.method.has_margin:
        ends = ((-1.0, "margin-mark-minus"), (1.0, "margin-mark-plus"))
        marks += [Path(vertical(at, foot, lane.high), role) for at, role in ends if shown.low < at < shown.high]
    steps = shown.errors.outline(shown.low, shown.high)
    return (*marks, Path(columns(steps[:, 0], errors.place(steps[:, 1])), "curve-thin"))


def _places(shown: Projection, chosen: Bools) -> Floats:
    """Where the rug stands: at every score, or at every bin with a point when they are many."""
    if len(shown.scores) <= len(shown.bins.centres):
        return shown.scores[chosen]
    counts = shown.bins.plus if chosen is shown.positive else shown.bins.minus
    return shown.bins.centres[counts > 0]


@memo
def _threshold(at: float) -> tuple[Mark, ...]:
    """The threshold and its handle, those of the trial line unless it is the method's own."""
    trial = "" if at == 0.0 else "trial-"
    return Path(vertical(at, LOW, GRIP), f"{trial}threshold"), Dots(locked(np.array([[at, GRIP]])), f"{trial}handle")


@memo
def _heading(fit: Fit, at: float) -> tuple[str, ...]:
    """The threshold and its errors."""
    shown = projection(fit)
    assert shown is not None
    decimals = max(0, 2 - math.floor(math.log10(shown.high - shown.low)))
    return f"threshold {number(at, decimals) if at else '0'}", count_words(shown.errors_at(at), "error")


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """Score and distance at a position, the densities there, and the errors of the threshold that would stand there."""
    if scene.selected is None or not scene.selected[1].has_model or (shown := projection(scene.selected[1])) is None:
        return None
    f, line, names = at[0], plane_line(scene.selected[1]), scene.document.dataset.class_names
    densities = tuple(float(np.interp(f, shown.bins.centres, d)) for d in (shown.density_plus, shown.density_minus))
    lines = [f"$f(x)$ = {significant(f, 3)}"]
    if line is not None:
        lines.append(f"distance {significant(f / line.norm, 3)}")
    lines += [f"density of {name_label(name)} {significant(d, 2)}" for name, d in zip(names[::-1], densities, strict=True)]
    lines.append(f"as threshold: {count_words(shown.errors_at(f), 'error')}")
    lane, below = _lanes(scene.selected[1])
    heights = (*lane.place(np.array(densities)).tolist(), float(below.place(np.array([float(shown.errors_at(f))]))[0]))
    return reading_at(f, (0.0, GRIP), heights, tuple(lines))


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with a trial line on ``f = threshold`` of the selected method."""
    return with_threshold(scene, handle, at[0])
