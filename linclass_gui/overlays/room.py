"""What labels keep clear of: the points, and the lines that the layers draw."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, locked

from ..core.crowd import SPREAD, Crowd, crowd_of, with_lines
from ..core.document import View
from ..core.fits.decision import level_curves, trial_segment
from ..core.labels import text_width
from ..core.marks import Area, Mark, Path, Text
from ..core.memo import memo
from ..core.scene import Scene
from .lines import bayes_boundary
from .lines.margins import has_margins

LEVELS = (0.0, 1.0, -1.0)
HAIR = ("bisector", "projector")  # lines so faint that a label may lie on them


def reach(scene: Scene) -> float:
    """How near, in pixels, the middle of a label may come to a point or a line: half its height and half a point."""
    return 0.7 * scene.label_size + 2.0


@memo(4)
def points_and_decorations(scene: Scene, without: str = "") -> Crowd:
    """What labels along boundaries avoid besides boundaries; ``without`` one of the layers."""
    names = () if scene.framed else axis_names(scene.document.axis_names, scene.view, scene.label_size, scene.pixel)
    return with_lines(crowd_of(scene, reach(scene)), (*decorations(scene, without), *names), scene.view, scene.pixel)


@memo(4)
def axis_names(names: tuple[str, str], view: View, size: float, pixel: float) -> tuple[Floats, ...]:
    """Where the window writes the names of the axes inside the view: at the right end below, and at the left end above."""
    across, up = (text_width(name, 1.1 * size) * pixel for name in names)
    edge = size * pixel
    below, above = view.y0 + 1.3 * edge, view.y1 - 1.5 * edge
    right, left = view.x1 - 0.9 * edge, view.x0 + 0.9 * edge
    return locked(np.array([[right - across, below], [right, below]])), locked(np.array([[left, above], [left + up, above]]))


@memo(4)
def everything(scene: Scene, without: str = "") -> Crowd:
    """What text away from any line avoids: points and all lines."""
    return with_lines(points_and_decorations(scene, without), boundaries(scene), scene.view, scene.pixel)


def boundaries(scene: Scene) -> tuple[Floats, ...]:
    """Boundaries, margin lines and the trial line, as far as they are shown."""
    populations = scene.document.populations if scene.shows("bayes-boundary") else None
    lines: list[Floats] = [] if populations is None else [*bayes_boundary.curves(populations, scene.view)]
    for method, fit in scene.drawn if scene.shows("boundary") else ():
        lines += level_curves(fit, scene.view)
        if method.id == scene.document.selected and scene.shows("margins") and has_margins(fit):
            lines += [curve for level in LEVELS[1:] for curve in level_curves(fit, scene.view, level)]
    trial = None if scene.document.trial is None else trial_segment(scene.document.trial, scene.view)
    return (*lines, trial) if trial is not None else tuple(lines)


def decorations(scene: Scene, without: str = "") -> tuple[Floats, ...]:
    """The lines of the layers that are switched on, besides boundaries."""
    from . import OVERLAYS  # the list holds what asks here

    shown = [
        overlay
        for overlay in OVERLAYS
        if overlay.in_the_way and overlay.name != without and (overlay.always or scene.shows(overlay.name))
    ]
    return tuple(line for overlay in shown for line in lines_of(overlay.draw(scene)))


def lines_of(marks: Iterable[Mark]) -> tuple[Floats, ...]:
    """The lines of some marks."""
    return tuple(line for mark in marks for line in _outline(mark))


@memo(128)
def _outline(mark: Mark) -> tuple[Floats, ...]:
    """The lines of a mark."""
    if isinstance(mark, Area):
        return (np.concatenate([mark.xy, mark.xy[:1]]),)
    if not isinstance(mark, Path) or mark.role in HAIR:
        return ()
    if mark.joined == "pairs":
        gap = np.full((len(mark.xy) // 2, 1, 2), np.nan)
        return (np.concatenate([mark.xy.reshape(-1, 2, 2), gap], axis=1).reshape(-1, 2),)
    return (np.concatenate([mark.xy, mark.xy[:1]]),) if mark.closed else (mark.xy,)


def row(centres: Floats, width: float, size: float, along: tuple[float, float] = (1.0, 0.0)) -> Floats:
    """The discs (k, m, 2) of texts of a width about their centres (k, 2), in a direction of length 1; all in pixels."""
    half = max(0.5 * (width - size), 0.0)
    across = np.linspace(-half, half, 2 + int(2.0 * half / size))
    discs: Floats = centres[:, None] + across[:, None] * np.array(along)
    return discs


def written(marks: Iterable[Mark], size: float, view: View, pixel: float) -> Floats:
    """The discs (k, 2), in pixels, of texts that are in the picture already."""
    rows = [_discs(mark, size, view, pixel) for mark in marks if isinstance(mark, Text)]
    return np.concatenate([np.empty((0, 2)), *rows])


def words_alone(marks: Iterable[Mark], scene: Scene) -> Crowd:
    """What labels of faint lines avoid: the words that are in the picture already, not the points."""
    cell = reach(scene) / SPREAD
    shape = (int(scene.view.height / scene.pixel / cell) + 1, int(scene.view.width / scene.pixel / cell) + 1)
    lines = tuple(_run(mark, scene.label_size, scene.view, scene.pixel) for mark in marks if isinstance(mark, Text))
    return with_lines(_empty(shape, cell), lines, scene.view, scene.pixel)


@memo(2)
def _empty(shape: tuple[int, int], cell: float) -> Crowd:
    return Crowd(np.zeros(shape, dtype=bool), cell)


@memo(16)
def _run(mark: Text, size: float, view: View, pixel: float) -> Floats:
    """The middle of a text from its first to its last disc, in data units."""
    run: Floats = _discs(mark, size, view, pixel) * pixel + (view.x0, view.y0)
    return run


@memo(16)
def _discs(mark: Text, size: float, view: View, pixel: float) -> Floats:
    width, along = text_width(mark.text, size), (1.0, 0.0)
    x, y = (mark.at[0] - view.x0) / pixel, (mark.at[1] - view.y0) / pixel
    if mark.along is not None:
        length = math.hypot(*mark.along)
        along = (mark.along[0] / length, mark.along[1] / length)
    x += 0.5 * width * (mark.anchor.endswith("left") - mark.anchor.endswith("right"))
    y += 0.5 * size * (mark.anchor.startswith("bottom") - mark.anchor.startswith("top"))
    return locked(row(np.array([[x, y]]), width, size, along)[0])


def apart(discs: Floats, others: Floats, distance: float) -> Bools:
    """For each row of discs (..., m, 2) whether all of them keep a distance from some other discs (k, 2)."""
    # |a - b|^2 = |a|^2 - 2 <a, b> + |b|^2: one product instead of all differences; pixels have digits to spare.
    squares = (discs * discs).sum(axis=-1)[..., None] - 2.0 * (discs @ others.T)
    far: Bools = (squares >= distance * distance - (others * others).sum(axis=1)).all(axis=(-2, -1))
    return far
