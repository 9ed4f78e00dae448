"""The part of the plane that the selected method gives each class (its colour, its hatching and its
name), and the field of probability behind the boundary.

Names and fields are of two kinds each, because of two classes they have a sign.  The field of two
classes is the probability of class + where the method has one, else the score.  Of more it is the
winner's colour, the stronger the surer; without probabilities by its lead, the difference from the
second largest score.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np

from solvers import AnyFit, Fit, Floats, ManyFit
from solvers.arrays import Bools, Ints, locked_ints
from solvers.plane.arrangement import UNDECIDED, Parts
from solvers.plane.geometry import contour_segments, covers

from ..answers.contours import chains, grid_axes, grid_points, score_grid
from ..answers.decision import PlaneLine, plane_line, training_scores
from ..answers.leads import verdict_of
from ..answers.regions import bridge_loops, regions
from ..markup.mathtext import name_label
from ..markup.numbers import number, tick_labels, tick_values
from ..scene.looks import Looks, recolour_mark, role
from ..scene.marks import Along, Area, Field, Inside, Mark, Marks, Path, Text, Words
from ..scene.memo import memo
from ..scene.scene import GRID, Scene
from ..scene.section import is_trace
from ..scene.shapes import hatch_lines
from ..scene.view import View
from . import swatches as sw
from .layer import Drawn, Layer, a_boundary, in_plane

SPACING = 8.0  # between the lines of the hatching, in pixels
EMPTY = ("No points yet: a click adds one of class +,", "a right click one of class −.")
LEADING = 1.6  # between its lines, in heights of the letters
NO_CLASS = "undecided"
# The corners in order of preference.
PLUS_FIRST = ("top-right", "top-left", "bottom-right", "bottom-left")
MINUS_FIRST = ("bottom-left", "top-left", "bottom-right", "top-right")
CORNERS = {
    "top-left": (0.0, 1.0),
    "top-right": (1.0, 1.0),
    "bottom-left": (0.0, 0.0),
    "bottom-right": (1.0, 0.0),
}


def draw_half_planes(scene: Scene) -> Drawn:
    """The regions f > 0 and f < 0, or the parts of more classes."""
    fit = scene.drawn_answer
    if fit is None or is_trace(fit):
        return ()
    parts = regions(fit, scene.view, scene.curve_columns)
    return _class_parts(parts, scene.document.class_looks, scene.is_stale)


HALF_PLANES = Layer(
    "half-planes",
    "Half-planes",
    "Both sides of the selected boundary, in the colours of the classes",
    draw_half_planes,
    needs=(a_boundary, in_plane),
    swatch=(sw.box("half-plane-minus", 3, 12, 3, 13), sw.box("half-plane-plus", 12, 21, 3, 13)),
    place=1,
    is_ground=True,
    group="Regions",
)


@memo
def _class_parts(parts: Parts, looks: Looks, is_faded: bool) -> Marks:
    # Of two classes the positive one first, as its half-plane is f > 0.
    outlines = sorted(parts.outlines.items(), reverse=len(looks) == 2)
    return tuple(
        Area(bridge_loops(loops), role("half-plane", looks[k]), faded=is_faded)
        for k, loops in outlines
        if k != UNDECIDED
    )


def draw_undecided(scene: Scene) -> Drawn:
    """The hatching of the undecided parts."""
    answer = scene.drawn_answer
    if answer is None or answer.as_pair is not None or is_trace(answer):
        return ()  # two sides have nothing between them
    parts = regions(answer, scene.view, scene.curve_columns)
    return _hatching(parts, SPACING * scene.pixel, scene.document.stretch)


UNDECIDED_PARTS = Layer(
    "undecided",
    "Undecided parts",
    "",
    draw_undecided,
    always=True,
    part_of="half-planes",
)


@memo
def _hatching(parts: Parts, spacing: float, stretch: float) -> Marks:
    loops = parts.outlines.get(UNDECIDED, ())
    lines = hatch_lines(loops, spacing, stretch)
    ground = (Area(bridge_loops(loops), "undecided-ground"),) if loops else ()
    return (*ground, Path(lines, "undecided", joined="pairs")) if len(lines) else ground


def draw_class_names(scene: Scene) -> Drawn:
    """A name for every part that has room for it."""
    fit = scene.drawn_answer
    if fit is None or is_trace(fit):
        return ()
    names, looks = scene.document.dataset.class_names, scene.document.class_looks
    pair, columns = fit.as_pair, scene.curve_columns
    if pair is None:
        return _part_names(fit, scene.view, columns, names, looks)
    sides = side_of(pair, scene.view, 1.0, columns), side_of(pair, scene.view, -1.0, columns)
    return _side_names(sides, (names[-1], names[0]), (looks[-1], looks[0]))


CLASS_NAMES = Layer("class-names", "Class names", "", draw_class_names, always=True, in_legend=True)


def draw_first_click(scene: Scene) -> Drawn:
    """The words on a plane without points: which button places which of two classes."""
    if len(scene.document.dataset) or scene.is_many:
        return ()
    return _empty_message(scene.view)


FIRST_CLICK = Layer("first-click", "First click", "", draw_first_click, always=True)


@memo
def _empty_message(view: View) -> Marks:
    above, below = EMPTY  # the offers of the canvas stand below its middle
    first = Text(view.middle, above, "message", gap=(0.0, LEADING))
    return first, Text(view.middle, below, "message")


@memo
def _side_names(
    sides: tuple[Inside, Inside], names: tuple[str, str], looks: tuple[int, int]
) -> tuple[Words, ...]:
    marked = zip(map(name_label, names), (">", "<"), (1.0, -1.0), sides, looks, strict=True)
    return tuple(
        Words(
            (f"{name}\u2003$f(x) {relation} 0$",),
            side,
            role("side-name", look),
            None,
            ("class", sign),
            False,
            (name,),
            pair="sides",
        )
        for name, relation, sign, side, look in marked
    )


@memo
def _part_names(
    fit: AnyFit, view: View, columns: int, names: tuple[str, ...], looks: Looks
) -> tuple[Words, ...]:
    parts = regions(fit, view, columns).outlines
    words = []
    for k in sorted(parts, key=lambda k: (k == UNDECIDED, k)):
        text = NO_CLASS if k == UNDECIDED else name_label(names[k])
        style, symbol = ("caption", "") if k == UNDECIDED else ("part-name", role("key", looks[k]))
        part = part_of(fit, k, parts[k], view)
        words.append(Words((text,), part, style, None, ("class", k), needed=False, sample=symbol))
    return tuple(words)


def side_of(fit: Fit, view: View, sign: float, columns: int = GRID) -> Inside:
    """The side of a boundary where the score of a fit has a sign."""
    line = plane_line(fit)
    return _side(fit, view, sign, columns) if line is None else _side(line, view, sign, GRID)


@memo
def _side(score: PlaneLine | Fit, view: View, sign: float, columns: int) -> Inside:
    return Inside(
        partial(_is_on_side, score, view, sign, columns), PLUS_FIRST if sign > 0.0 else MINUS_FIRST
    )


def _is_on_side(
    score: PlaneLine | Fit, view: View, sign: float, columns: int, positions: Floats
) -> Bools:
    """Whether the score has the sign at positions (k, 2); of a curved boundary from the grid on
    which it is drawn.
    """
    if isinstance(score, PlaneLine):
        return sign * score.scores(positions) > 0.0
    grid = score_grid(score, view, columns)
    across, up = (
        np.clip(np.searchsorted(axis, positions[:, k]), 0, len(axis) - 1)
        for k, axis in ((0, grid.xs), (1, grid.ys))
    )
    mask: Bools = sign * grid.values[up, across] > 0.0
    return mask


def part_of(fit: AnyFit, k: int, outlines: tuple[Floats, ...], view: View) -> Inside:
    """The part of class k with these outlines, from the corner that is nearest to its middle."""
    return Inside(partial(_is_in_part, fit, k, outlines), _nearest_corners(outlines, view))


def _is_in_part(fit: AnyFit, k: int, outlines: tuple[Floats, ...], positions: Floats) -> Bools:
    """Whether positions (n, 2) belong to class k; a single one, as every frame needs, is tested
    against its outlines.
    """
    if len(positions) == 1:
        return np.array([covers(outlines, *positions[0].tolist())])
    wins: Bools = fit.verdicts(positions) == k
    return wins


def _nearest_corners(loops: tuple[Floats, ...], view: View) -> tuple[str, ...]:
    """The corners of the view, that nearest to the middle of the part first."""
    middle = max(loops, key=len).mean(axis=0)
    x, y = (middle[0] - view.x0) / view.width, (middle[1] - view.y0) / view.height
    return tuple(
        sorted(
            CORNERS,
            key=lambda corner: float(np.hypot(CORNERS[corner][0] - x, CORNERS[corner][1] - y)),
        )
    )


PROBABILITIES, OF_WINNER = (0.05, 0.25, 0.75, 0.95), (0.5, 0.75, 0.9, 0.99)
COLUMNS = 160  # of the grid for more than two classes


@dataclass(frozen=True, eq=False)
class _ContourField:
    """Quantities on a grid ``(m, rows, columns)`` whose contours at some ``levels`` are drawn with
    their labels: of more than two classes one each, because the largest has a crease at each
    border.

    ``share`` is the strength of the colour of the ``winners``, in [0, 1]; without them it is in
    [-1, 1], from class - to class +.
    """

    xs: Floats
    ys: Floats
    heights: Floats
    share: Floats
    winners: Ints | None
    levels: tuple[float, ...]
    labels: tuple[str, ...]


def draw_probability(scene: Scene) -> Drawn:
    """The coloured field and its contour lines."""
    fit = scene.drawn_answer
    if fit is None or is_trace(fit):
        return ()
    field = _quantity(fit, scene.view, scene.curve_columns)
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


def _quantity(fit: AnyFit, view: View, columns: int) -> _ContourField:
    """Of two classes one quantity with a sign, of more the winner and its share."""
    pair = fit.as_pair  # every answer but that of many classes is its own pair
    return _of_many(cast("ManyFit", fit), view) if pair is None else _of_two(pair, view, columns)


@memo
def _of_two(fit: Fit, view: View, columns: int) -> _ContourField:
    """Probability minus one half, doubled; or the score, which fades towards the boundary over the
    margin or the usual score.
    """
    grid = score_grid(fit, view, columns)
    xs, ys, scores = grid.xs, grid.ys, grid.values
    if fit.method.has_probability:
        Phi = fit.problem.features.map(grid_points(xs, ys))
        p = fit.method.probability(fit.last, Phi, scores.ravel())
        if p is not None:
            p = p.reshape(scores.shape)
            return _ContourField(
                xs,
                ys,
                p[None],
                2.0 * p - 1.0,
                None,
                PROBABILITIES,
                tuple(number(q, 2) for q in PROBABILITIES),
            )
    usual = 1.0 if fit.method.has_margin else float(np.median(np.abs(training_scores(fit)))) or 1.0
    low, high = float(scores.min()), float(scores.max())
    ticks = tuple(tick for tick in tick_values(low, high, 9) if abs(tick) > 1e-9 * (high - low))
    labels = tuple(f"$f$ = {label}" for label in tick_labels(ticks))
    share = np.tanh(scores / (2.0 * usual))
    return _ContourField(xs, ys, scores[None], share, None, ticks, labels)


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
            np.moveaxis(p, -1, 0),
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
    heights = np.moveaxis(leads, -1, 0)
    labels = tuple(f"lead {label}" for label in tick_labels(ticks))
    return _ContourField(xs, ys, heights, share, winner, ticks, labels)


@memo
def _field(quantity: _ContourField, looks: Looks) -> Marks:
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
                quantity.share,
                rect,
                "probability",
                locked_ints(np.array([*looks, 0])[quantity.winners]),
            ),
        )
    field = Field(quantity.share, rect, "probability")
    return (field if looks == (0, 1) else recolour_mark(field, *looks),)


@memo
def _contours(field: _ContourField) -> Drawn:
    """The contour lines, and the value of each at its longest part, where there is room."""
    curves = [
        [
            curve
            for height in field.heights
            for curve in chains(contour_segments(height, field.xs, field.ys, level))
        ]
        for level in field.levels
    ]
    items: list[Mark | Words] = []
    for parts, label in zip(curves, field.labels, strict=True):
        id = "contour", label
        items += [Path(curve, "contour", id=id) for curve in parts]
        if parts:
            home = Along(max(parts, key=len))
            items.append(Words((label,), home, "caption", id=id, needed=False))
    return tuple(items)
