"""The part of the plane that the selected method gives each class: its colour, its hatching, and
two kinds of names, because only those of two classes say the sign of f.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from solvers import AnyFit, Fit, Floats
from solvers.arrays import Bools, locked
from solvers.plane.arrangement import UNDECIDED, Parts
from solvers.plane.geometry import covers

from ..answers.contours import score_grid
from ..answers.decision import PlaneLine, plane_line
from ..answers.regions import bridge_loops, regions
from ..markup.mathtext import name_label
from ..scene.looks import role
from ..scene.marks import Area, Mark, Path, Text
from ..scene.memo import memo
from ..scene.scene import Scene
from ..scene.section import is_trace
from ..scene.shapes import hatch_lines
from ..scene.view import View
from ..scene.words import Inside, Words
from . import swatches as sw
from .layer import Layer
from .needs import a_boundary, in_plane

SPACING = 8.0  # between the lines of the hatching, in pixels
EMPTY = "No points yet: a click adds one of class +, a right click one of class −."
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


def draw_half_planes(scene: Scene) -> Iterable[Mark]:
    """The regions f > 0 and f < 0, or the parts of more classes."""
    if scene.with_answer is None or is_trace(scene.with_answer[1]):
        return ()
    (method, fit), looks = scene.with_answer, scene.document.class_looks
    return _class_parts(regions(fit, scene.view), looks, method.id in scene.stale)


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
def _class_parts(parts: Parts, looks: tuple[int, ...], is_faded: bool) -> tuple[Mark, ...]:
    # Of two classes the positive one first, as its half-plane is f > 0.
    outlines = sorted(parts.outlines.items(), reverse=len(looks) == 2)
    return tuple(
        Area(locked(bridge_loops(loops)), role("half-plane", looks[k]), faded=is_faded)
        for k, loops in outlines
        if k != UNDECIDED
    )


def draw_undecided(scene: Scene) -> Iterable[Mark]:
    """The hatching of the undecided parts."""
    answer = None if scene.with_answer is None else scene.with_answer[1]
    if answer is None or answer.as_pair is not None or is_trace(answer):
        return ()  # two sides have nothing between them
    parts = regions(answer, scene.view)
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
def _hatching(parts: Parts, spacing: float, stretch: float) -> tuple[Mark, ...]:
    loops = parts.outlines.get(UNDECIDED, ())
    lines = hatch_lines(loops, spacing, stretch)
    ground = (Area(locked(bridge_loops(loops)), "undecided-ground"),) if loops else ()
    return (*ground, Path(lines, "undecided", joined="pairs")) if len(lines) else ground


def draw_class_names(scene: Scene) -> Iterable[Mark | Words]:
    """A name for every part that has room for it, or what to do when there are no points."""
    if len(scene.document.dataset) == 0 and not scene.is_many:
        return _empty_message(scene.view)
    if scene.with_answer is None or is_trace(scene.with_answer[1]):
        return ()
    names, looks, fit = (
        scene.document.dataset.class_names,
        scene.document.class_looks,
        scene.with_answer[1],
    )
    if fit.as_pair is None:
        return _part_names(fit, scene.view, names, looks)
    sides = side_of(fit.as_pair, scene.view, 1.0), side_of(fit.as_pair, scene.view, -1.0)
    return _side_names(sides, (names[-1], names[0]), (looks[-1], looks[0]))


CLASS_NAMES = Layer("class-names", "Class names", "", draw_class_names, always=True, in_legend=True)


@memo
def _empty_message(view: View) -> tuple[Mark, ...]:
    return (Text(view.middle, EMPTY, "message"),)


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
    fit: AnyFit, view: View, names: tuple[str, ...], looks: tuple[int, ...]
) -> tuple[Words, ...]:
    parts = regions(fit, view).outlines
    words = []
    for k in sorted(parts, key=lambda k: (k == UNDECIDED, k)):
        text = NO_CLASS if k == UNDECIDED else name_label(names[k])
        style = "caption" if k == UNDECIDED else role("class-name", looks[k])
        words.append(
            Words((text,), part_of(fit, k, parts[k], view), style, None, ("class", k), needed=False)
        )
    return tuple(words)


def side_of(fit: Fit, view: View, sign: float) -> Inside:
    """The side of a boundary where the score of a fit has a sign."""
    return _side(plane_line(fit) or fit, view, sign)


@memo
def _side(score: PlaneLine | Fit, view: View, sign: float) -> Inside:
    return Inside(
        partial(_is_on_side, score, view, sign), PLUS_FIRST if sign > 0.0 else MINUS_FIRST
    )


def _is_on_side(score: PlaneLine | Fit, view: View, sign: float, positions: Floats) -> Bools:
    """Whether the score has the sign at positions (k, 2); of a curved boundary from the grid on
    which it is drawn.
    """
    if isinstance(score, PlaneLine):
        return sign * score.scores(positions) > 0.0
    grid = score_grid(score, view)
    columns, rows = (
        np.clip(np.searchsorted(axis, positions[:, k]), 0, len(axis) - 1)
        for k, axis in ((0, grid.xs), (1, grid.ys))
    )
    mask: Bools = sign * grid.values[rows, columns] > 0.0
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
