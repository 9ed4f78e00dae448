"""The field behind the boundary: the probability of the classes where the method has one, else the score, with contour lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked
from solvers.plane.geometry import contour_segments

from ...core.document import View
from ...core.fits.decision import ScoreGrid, chains, grid_points, score_grid, training_scores
from ...core.marks import Field, Mark, Path
from ...core.markup.ticks import number, tick_labels, tick_values
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Along, Words

PROBABILITIES = (0.05, 0.25, 0.75, 0.95)


@dataclass(frozen=True, eq=False)
class Levels:
    """What is shown on a grid: ``shown`` in [-1, 1], and the quantity whose contour ``levels`` are drawn with their labels."""

    grid: ScoreGrid
    shown: Floats
    levels: tuple[float, ...]
    labels: tuple[str, ...]


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """The coloured field and its contour lines."""
    if scene.with_model is None:
        return ()
    fit = scene.with_model[1]
    return (*_field(fit, scene.view), *_contours(fit, scene.view))


@memo
def levels(fit: Fit, view: View) -> Levels:
    """Probability minus one half, doubled; or the score, which fades towards the boundary over the margin or the usual score."""
    grid = score_grid(fit, view)
    if fit.method.has_probability:
        Phi = fit.problem.features.map(grid_points(grid.xs, grid.ys))
        p = fit.method.probability(fit.last, Phi, grid.values.ravel())
        if p is not None:
            values = ScoreGrid(grid.xs, grid.ys, p.reshape(grid.values.shape))
            return Levels(values, locked(2.0 * values.values - 1.0), PROBABILITIES, tuple(number(q, 2) for q in PROBABILITIES))
    usual = 1.0 if fit.method.has_margin else float(np.median(np.abs(training_scores(fit)))) or 1.0
    ends = float(grid.values.min()), float(grid.values.max())
    ticks = tuple(tick for tick in tick_values(*ends, 9) if abs(tick) > 1e-9 * (ends[1] - ends[0]))
    return Levels(grid, locked(np.tanh(grid.values / (2.0 * usual))), ticks, tick_labels(ticks))


@memo
def _field(fit: Fit, view: View) -> tuple[Mark, ...]:
    shown = levels(fit, view)
    xs, ys = shown.grid.xs, shown.grid.ys
    dx, dy = 0.5 * float(xs[1] - xs[0]), 0.5 * float(ys[1] - ys[0])
    # The values are at the crossings of the grid, so each cell of the picture lies around one of them.
    rect = (float(xs[0]) - dx, float(xs[-1]) + dx, float(ys[0]) - dy, float(ys[-1]) + dy)
    return (Field(shown.shown, rect, "probability"),)


@memo
def _contours(fit: Fit, view: View) -> tuple[Mark | Words, ...]:
    """The contour lines, and the value of each at its longest part, where there is room."""
    shown = levels(fit, view)
    grid = shown.grid
    curves = [chains(contour_segments(grid.values, grid.xs, grid.ys, level)) for level in shown.levels]
    lines = [Path(curve, "contour") for parts in curves for curve in parts]
    named = [(max(parts, key=len), label) for parts, label in zip(curves, shown.labels, strict=True) if parts]
    words = [Words((label,), Along(curve), "caption", id=("contour", label), needed=False) for curve, label in named]
    return (*lines, *words)
