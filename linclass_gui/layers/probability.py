"""The field behind the boundary: two quantities, because two classes have one with a sign and more
have a winner with its share.

Of two classes it is the probability of class + where the method has one, else the score.  Of more
it is the winner's colour, the stronger the surer; without probabilities by its lead, the difference
from the second largest score.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solvers import AnyFit, Fit, Floats, ManyFit
from solvers.arrays import Ints, locked, locked_ints
from solvers.plane.arrangement import UNDECIDED
from solvers.plane.geometry import contour_segments

from ..answers.contours import chains, grid_axes, grid_points, score_grid
from ..answers.decision import training_scores
from ..answers.leads import verdict_of
from ..markup.numbers import number, tick_labels, tick_values
from ..scene.looks import recolour_mark
from ..scene.marks import Field, Mark, Path
from ..scene.memo import memo
from ..scene.scene import Scene
from ..scene.section import is_trace
from ..scene.view import View
from ..scene.words import Along, Words
from . import swatches as sw
from .layer import Layer
from .needs import a_boundary, in_plane

PROBABILITIES, OF_WINNER = (0.05, 0.25, 0.75, 0.95), (0.5, 0.75, 0.9, 0.99)
COLUMNS = 160  # of the grid for more than two classes


@dataclass(frozen=True, eq=False)
class _ContourField:
    """A quantity on a grid whose contours at some ``levels`` are drawn with their labels.

    ``share`` is the strength of the colour of the ``winners``, in [0, 1]; without them it is in
    [-1, 1], from class - to class +.
    """

    xs: Floats
    ys: Floats
    values: Floats
    share: Floats
    winners: Ints | None
    levels: tuple[float, ...]
    labels: tuple[str, ...]


def draw_probability(scene: Scene) -> Iterable[Mark | Words]:
    """The coloured field and its contour lines."""
    if scene.with_answer is None:
        return ()
    fit = scene.with_answer[1]
    if is_trace(fit):
        return ()
    field = _quantity(fit, scene.view)
    return (*_field(field, scene.document.class_looks), *_contours(field))


PROBABILITY = Layer(
    "probability",
    "Probability",
    "The probability of the classes, or the score, with contour lines",
    draw_probability,
    needs=(a_boundary, in_plane),
    swatch=(sw.field("probability"),),
    place=11,
    in_the_way=True,
    group="Regions",
)


def _quantity(fit: AnyFit, view: View) -> _ContourField:
    """Of two classes one quantity with a sign, of more the winner and its share."""
    pair = fit.as_pair
    if pair is not None:
        return _of_two(pair, view)
    assert isinstance(fit, ManyFit)
    return _of_many(fit, view)


@memo
def _of_two(fit: Fit, view: View) -> _ContourField:
    """Probability minus one half, doubled; or the score, which fades towards the boundary over the
    margin or the usual score.
    """
    grid = score_grid(fit, view)
    xs, ys, scores = grid.xs, grid.ys, grid.values
    if fit.method.has_probability:
        Phi = fit.problem.features.map(grid_points(xs, ys))
        p = fit.method.probability(fit.last, Phi, scores.ravel())
        if p is not None:
            p = p.reshape(scores.shape)
            return _ContourField(
                xs,
                ys,
                p,
                2.0 * p - 1.0,
                None,
                PROBABILITIES,
                tuple(number(q, 2) for q in PROBABILITIES),
            )
    usual = 1.0 if fit.method.has_margin else float(np.median(np.abs(training_scores(fit)))) or 1.0
    low, high = float(scores.min()), float(scores.max())
    ticks = tuple(tick for tick in tick_values(low, high, 9) if abs(tick) > 1e-9 * (high - low))
    return _ContourField(
        xs, ys, scores, np.tanh(scores / (2.0 * usual)), None, ticks, tick_labels(ticks)
    )


@memo
def _of_many(fit: ManyFit, view: View) -> _ContourField:
    xs, ys = grid_axes(view, COLUMNS)
    if fit.has_probability:
        p = fit.predict_proba(grid_points(xs, ys)).reshape(len(ys), COLUMNS, -1)
        best, least = p.max(axis=-1), 1.0 / len(fit.problem.present)
        share = (best - least) / (1.0 - least)
        return _ContourField(
            xs,
            ys,
            best,
            share,
            p.argmax(axis=-1),
            OF_WINNER,
            tuple(number(level, 2) for level in OF_WINNER),
        )
    verdict = verdict_of(fit)
    leads = np.nan_to_num(verdict.leads(verdict.grid(xs, ys)), nan=-np.inf)
    lead, winner = leads.max(axis=-1), np.array(verdict.labels)[leads.argmax(axis=-1)]
    finite = lead[np.isfinite(lead)]
    usual = float(np.median(np.abs(finite))) if len(finite) else 1.0
    ticks = tuple(t for t in tick_values(0.0, float(finite.max(initial=1.0)), 5) if t > 0.0)
    share = np.where(winner == UNDECIDED, 0.0, np.tanh(lead / (2.0 * (usual or 1.0))))
    return _ContourField(xs, ys, lead, share, winner, ticks, tick_labels(ticks))


@memo
def _field(quantity: _ContourField, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    (x0, x1), (y0, y1) = quantity.xs[[0, -1]].tolist(), quantity.ys[[0, -1]].tolist()
    dx, dy = (
        0.5 * float(quantity.xs[1] - quantity.xs[0]),
        0.5 * float(quantity.ys[1] - quantity.ys[0]),
    )
    # The values are at the crossings of the grid, so each cell of the picture lies around one of
    # them.
    rect = (x0 - dx, x1 + dx, y0 - dy, y1 + dy)
    if quantity.winners is not None:
        return (
            Field(
                locked(quantity.share),
                rect,
                "probability",
                locked_ints(np.array([*looks, 0])[quantity.winners]),
            ),
        )
    field = Field(locked(quantity.share), rect, "probability")
    return (field if looks == (0, 1) else recolour_mark(field, *looks),)


@memo
def _contours(field: _ContourField) -> tuple[Mark | Words, ...]:
    """The contour lines, and the value of each at its longest part, where there is room."""
    curves = [
        chains(contour_segments(field.values, field.xs, field.ys, level)) for level in field.levels
    ]
    lines = [Path(curve, "contour") for parts in curves for curve in parts]
    labelled = [
        (max(parts, key=len), label)
        for parts, label in zip(curves, field.labels, strict=True)
        if parts
    ]
    words = [
        Words((label,), Along(curve), "caption", id=("contour", label), needed=False)
        for curve, label in labelled
    ]
    return (*lines, *words)
