"""The data seen along w: the densities of both classes over the score, and the training errors of every threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Bools, locked

from ..core.document import Document
from ..core.fits.decision import PlaneLine, plane_line, training_scores
from ..core.fits.density import ErrorSteps, Histogram, densities, error_steps
from ..core.fits.trial import trial_from
from ..core.marks import Area, Axis, Dots, Figure, Handle, Mark, Path, Reading, Words
from ..core.markup.mathtext import name_label
from ..core.markup.ticks import counted, number, significant
from ..core.memo import memo
from ..core.scene import Scene
from .axes import BESIDE_HANDLE, columns, nothing_of, reading_at, strokes, vertical
from .fisher_angle import pivot

HANDLE = "threshold"
PARALLEL = 1e-6  # degrees: a trial line is a threshold of the selected method when it is parallel to its boundary
ROOM, GRIP, RUG = (
    1.5,
    1.25,
    (-0.10, -0.04),
)  # in units of the highest density: top of the plot, the handle, and where the rug of the points stands
ERRORS = 1.0  # the height of the most errors
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
        return float(max(self.density_minus.max(), self.density_plus.max()))

    def errors_at(self, threshold: float) -> int:
        """The training errors with this threshold, counted point by point."""
        return int(np.count_nonzero((self.scores > threshold) != self.positive))


def figure(scene: Scene) -> Figure:
    """Densities, rug, margin marks, error steps, and the threshold with its handle."""
    if scene.selected is None or not scene.selected[1].has_model:
        return Figure(Axis(-1.0, 1.0), Axis(0.0, 1.0, visible=False), (), message=_missing(scene))
    fit = scene.selected[1]
    shown = projection(fit)
    if shown is None:
        return Figure(Axis(-1.0, 1.0), Axis(0.0, 1.0, visible=False), (), message=NO_CLASSES)
    at = threshold(scene, fit)
    top = shown.highest
    x, y = _axes(fit)
    marks = (*_background(fit), *_threshold(fit, at))
    handles = (Handle(HANDLE, (at, GRIP * top), "x"),) if plane_line(fit) is not None else ()
    words = (_words_of_threshold(fit, at), *_names(fit, scene.document.dataset.class_names))
    return Figure(x, y, marks, handles=handles, words=words)


def _missing(scene: Scene) -> str:
    return nothing_of(scene, NO_METHOD)


@memo(4)
def projection(fit: Fit) -> Projection | None:
    """Everything the plot shows of a fit, None while a class has no point."""
    f, y = training_scores(fit), fit.problem.y
    if not fit.problem.has_both_classes:
        return None
    bins, (minus, plus) = densities(f, y, *_range(float(f.min()), float(f.max())))
    return Projection(f, y > 0, bins, locked(minus), locked(plus), error_steps(f, y > 0, bins))


def _range(low: float, high: float) -> tuple[float, float]:
    """The stretch of the score that is shown: all points and the threshold 0, with room at both ends."""
    low, high = min(low, 0.0), max(high, 0.0)
    room = 0.12 * (high - low) or 1.0
    return low - room, high + room


@memo(4)
def _axes(fit: Fit) -> tuple[Axis, Axis]:
    shown = projection(fit)
    assert shown is not None
    return Axis(shown.low, shown.high, "$f(x)$"), Axis(-0.14 * shown.highest, ROOM * shown.highest, visible=False)


@memo(4)
def _background(fit: Fit) -> tuple[Mark, ...]:
    shown = projection(fit)
    assert shown is not None
    top, x = shown.highest, shown.bins.centres
    marks: list[Mark] = []
    for density, suffix, chosen in ((shown.density_minus, "minus", ~shown.positive), (shown.density_plus, "plus", shown.positive)):
        outline = columns(x, density)
        closed = locked(np.concatenate([outline, [(x[-1], 0.0), (x[0], 0.0)]]))  # along the base line, whatever the ends are
        marks += [Area(closed, f"area-{suffix}"), Path(outline, f"curve-{suffix}")]
        marks.append(Path(strokes(_places(shown, chosen), RUG[0] * top, RUG[1] * top), f"rug-{suffix}", joined="pairs"))
    if fit.method.has_margin:
        ends = ((-1.0, "margin-mark-minus"), (1.0, "margin-mark-plus"))
        marks += [Path(vertical(at, 0.0, top), role) for at, role in ends if shown.low < at < shown.high]
    return (*marks, *_errors(shown))


def _places(shown: Projection, chosen: Bools) -> Floats:
    """Where the rug stands: at every score, or at every bin with a point when they are many."""
    if len(shown.scores) <= len(shown.bins.centres):
        return shown.scores[chosen]
    counts = shown.bins.plus if chosen is shown.positive else shown.bins.minus
    return shown.bins.centres[counts > 0]


def _errors(shown: Projection) -> tuple[Mark, ...]:
    outline = shown.errors.outline(shown.low, shown.high)
    most = float(outline[:, 1].max())
    scaled = columns(outline[:, 0], outline[:, 1] * (ERRORS * shown.highest / max(most, 1.0)))
    return (Path(scaled, "curve-thin"),)


@memo(4)
def _names(fit: Fit, classes: tuple[str, ...]) -> tuple[Words, ...]:
    """The names of the classes at their densities, and the most errors where they are made."""
    shown = projection(fit)
    assert shown is not None
    outline = shown.errors.outline(shown.low, shown.high)
    most = float(outline[:, 1].max())
    at_most = outline[outline[:, 1] == most] * (1.0, ERRORS * shown.highest / max(most, 1.0))
    x = shown.bins.centres
    peaks = (
        (name, columns(x, d)[np.argsort(-d, kind="stable")])
        for name, d in zip(classes, (shown.density_minus, shown.density_plus), strict=True)
    )
    most_errors = Words(locked(at_most), (counted(int(most), "error"),), key=("curve-thin", None), needed=False)
    return *(Words(locked(curve[: len(curve) // 4]), (name_label(name),)) for name, curve in peaks), most_errors


def threshold(scene: Scene, fit: Fit) -> float:
    """The threshold that is shown: that of a trial line parallel to the boundary, else 0, the method's own."""
    line, trial = plane_line(fit), scene.document.trial
    if line is None or trial is None:
        return 0.0
    away = (trial.angle - line.degrees + 180.0) % 360.0 - 180.0
    return float(line.scores(np.array([trial.pivot]))[0]) if abs(away) < PARALLEL else 0.0


@memo(4)
def _threshold(fit: Fit, at: float) -> tuple[Mark, ...]:
    """The threshold and its handle, those of the trial line unless it is the method's own."""
    shown = projection(fit)
    assert shown is not None
    top = GRIP * shown.highest
    trial = "" if at == 0.0 else "trial-"
    return Path(vertical(at, 0.0, top), f"{trial}threshold"), Dots(locked(np.array([[at, top]])), f"{trial}handle")


@memo(4)
def _words_of_threshold(fit: Fit, at: float) -> Words:
    """The threshold and its errors, beside its handle."""
    shown = projection(fit)
    assert shown is not None
    decimals = max(0, 2 - math.floor(math.log10(shown.high - shown.low)))
    lines = (f"threshold {number(at, decimals) if at else '0'}", counted(shown.errors_at(at), "error"))
    heights = shown.highest * np.array([GRIP, 1.3, 1.2, 1.1])
    return Words(columns(np.full(len(heights), at), heights), lines, "value", away=BESIDE_HANDLE)


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
    lines.append(f"as threshold: {counted(shown.errors_at(f), 'error')}")
    return reading_at(f, (0.0, GRIP * shown.highest), densities, tuple(lines))


def drag(scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document with a trial line on ``f = threshold`` of the selected method."""
    line: PlaneLine | None = None if scene.selected is None else plane_line(scene.selected[1])
    if handle != HANDLE or line is None:
        return scene.document
    return replace(scene.document, trial=trial_from(line, pivot(scene), at[0]))
