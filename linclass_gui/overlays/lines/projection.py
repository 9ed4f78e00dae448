"""The projection axis: the line along w through the point midway between the class means, with the projected points and their
densities on it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked
from solvers.moments import ClassMoments
from solvers.plane.geometry import clip_line

from ...core.classes.shapes import middle, moments
from ...core.document import View
from ...core.fits.decision import plane_line, training_scores
from ...core.fits.density import densities
from ...core.marks import Area, Mark, Path
from ...core.memo import memo
from ...core.scene import Scene

TICK, HEIGHT = 5.0, 64.0  # px: half a tick, and the highest density
PROJECTORS = 120  # up to this many points show the way to their projection


def draw(scene: Scene) -> Iterable[Mark]:
    """The axis of the selected straight method."""
    if scene.selected is None or plane_line(scene.selected[1]) is None or not len(scene.document.dataset):
        return ()
    return _axis(scene.selected[1], through(scene), scene.view, scene.pixel)


def through(scene: Scene) -> Floats:
    """The point on the axis, (m+ + m-)/2: the middle of all points while a class has none."""
    both = moments(scene)
    return middle(scene.document.dataset.X) if both is None else _midway(both)


@memo
def _midway(both: ClassMoments) -> Floats:
    # Half the sum of the halves: far out the sum of the means would overflow.
    return locked(both.centre + (0.5 * both.minus.mean + 0.5 * both.plus.mean))


@memo
def _axis(fit: Fit, centre: Floats, view: View, pixel: float) -> tuple[Mark, ...]:
    line = plane_line(fit)
    assert line is not None
    u = line.normal / line.norm
    across = np.array([-u[1], u[0]])
    axis = clip_line(across, 0.0, view.box, centre)
    if axis is None:
        return ()
    f, y = training_scores(fit), fit.problem.y
    at = (f - float(line.scores(centre[None, :])[0])) / line.norm
    marks: list[Mark] = [Path(locked(axis), "projection-axis")]
    for sign, suffix in ((-1.0, "minus"), (1.0, "plus")):
        own = at[y == sign]
        if len(own) == 0:
            continue
        feet = centre + _distinct(own, pixel)[:, None] * u
        if len(y) <= PROJECTORS:
            lines = np.stack([fit.problem.X[y == sign], centre + own[:, None] * u], axis=1)
            marks.append(Path(locked(lines.reshape(-1, 2)), "projector", joined="pairs"))
        marks.append(Path(_ticks(feet, TICK * pixel * across), f"rug-{suffix}", joined="pairs"))
    return (*marks, *_densities(at, y, centre, u, HEIGHT * pixel * across))


def _distinct(at: Floats, pixel: float) -> Floats:
    """The positions; of many, one a pixel."""
    return at if len(at) <= 512 else np.unique(np.round(at / pixel)) * pixel


def _ticks(feet: Floats, half: Floats) -> Floats:
    return locked(np.stack([feet - half, feet + half], axis=1).reshape(-1, 2))


def _densities(at: Floats, y: Floats, centre: Floats, u: Floats, tallest: Floats) -> list[Mark]:
    """Both densities as hills along the axis, the higher one ``tallest`` high."""
    low, high = float(at.min()), float(at.max())
    room = 0.12 * (high - low) or 1.0
    bins, hills = densities(at, y, low - room, high + room)
    highest = max(float(hill.max()) for hill in hills)
    feet = centre + bins.centres[:, None] * u
    marks: list[Mark] = []
    for hill, suffix in zip(hills, ("minus", "plus"), strict=True):
        ridge = feet + (hill / highest)[:, None] * tallest
        marks.append(Area(locked(np.concatenate([ridge, feet[::-1]])), f"area-{suffix}"))
        # No line where the hill is flat: it would colour the axis.
        marks.append(Path(locked(np.where((hill > 0.004 * highest)[:, None], ridge, np.nan)), f"curve-{suffix}"))
    return marks
