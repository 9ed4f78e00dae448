"""The projection axis: the line along w through the point midway between the class means, with the
projected points and their densities on it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset, Fit, Floats
from solvers.arrays import Bools, locked
from solvers.moments import ClassMoments
from solvers.plane.geometry import clip_line

from ..answers.decision import PlaneLine, plane_line, training_scores, trial_line
from ..answers.density import densities
from ..scene.document import TrialLine
from ..scene.marks import Area, Mark, Path
from ..scene.memo import memo
from ..scene.scene import PairScene, Scene
from ..scene.section import places
from ..scene.shapes import middle, moments
from ..scene.view import View
from . import swatches as sw
from .layer import Layer, a_line, even_scales, of_pairs

TICK = 5.0  # px: half a tick
# Of the height of the picture: the highest density, the least that one beside the points may be,
# its distance from them, and how far from the axis it may be.
HEIGHT, LEAST, BESIDE, FARTHEST = 1.0 / 6.0, 1.0 / 12.0, 0.025, 0.45
OBLIQUE = 0.35  # the smaller part of the direction of an axis that is neither level nor upright
NEAR = 13  # bins about a point that may obstruct a hill
# of the highest density: what is lower is not seen, or may leave the picture at its sides
FLAT, LOW = 0.004, 0.05
PROJECTORS = 120  # up to this many points have a segment to their projection


def a_line_or_trial(scene: PairScene) -> str:
    """The same, or the trial line is in front."""
    return "" if scene.trial_in_front is not None else a_line(scene)


def draw_projection(scene: PairScene) -> Iterable[Mark]:
    """The axis of the trial line where that is in front, else of the selected straight method."""
    if not len(scene.document.dataset) or not scene.has_equal_scales:
        return ()
    if scene.trial_in_front is not None:
        return _of_trial(
            scene.trial_in_front, scene.document.dataset, axis_point(scene), scene.view, scene.pixel
        )
    if scene.selected is None or plane_line(scene.selected[1]) is None:
        return ()
    return _of_fit(scene.selected[1], axis_point(scene), scene.view, scene.pixel)


PROJECTION = of_pairs(
    Layer(
        "projection",
        "Projection axis",
        "The points and their densities along w",
        draw_projection,
        needs=(a_line_or_trial, even_scales),
        in_the_way=True,
        swatch=(sw.line("projection-axis", (3, 3), (21, 13), arrow="end"),),
        place=10,
    )
)


def axis_point(scene: Scene) -> Floats:
    """The point on the axis, (m+ + m-)/2: the middle of all points while a class has none."""
    moments_of_classes = moments(scene)
    return (
        middle(scene.document.dataset.X)
        if moments_of_classes is None
        else _midway(moments_of_classes)
    )


@memo
def _midway(moments_of_classes: ClassMoments) -> Floats:
    # Half the sum of the halves: far out the sum of the means would overflow.
    return locked(
        moments_of_classes.centre
        + (0.5 * moments_of_classes.minus.mean + 0.5 * moments_of_classes.plus.mean)
    )


@memo
def _of_fit(fit: Fit, centre: Floats, view: View, pixel: float) -> tuple[Mark, ...]:
    line = plane_line(fit)
    assert line is not None
    return _axis(line, training_scores(fit), places(fit), fit.problem.y, centre, view, pixel)


@memo
def _of_trial(
    trial: TrialLine, dataset: Dataset, centre: Floats, view: View, pixel: float
) -> tuple[Mark, ...]:
    line = trial_line(trial)
    return _axis(line, line.scores(dataset.X), dataset.X, dataset.y, centre, view, pixel)


def _axis(
    line: PlaneLine, f: Floats, X: Floats, y: Floats, centre: Floats, view: View, pixel: float
) -> tuple[Mark, ...]:
    u = line.normal / line.norm
    across = np.array([-u[1], u[0]])
    axis = clip_line(across, 0.0, view.box, centre)
    if axis is None:
        return ()
    distances = (f - float(line.scores(centre[None, :])[0])) / line.norm
    marks: list[Mark] = [Path(locked(axis), "projection-axis")]
    for sign, suffix in ((-1.0, "minus"), (1.0, "plus")):
        members = distances[y == sign]
        if len(members) == 0:
            continue
        feet = centre + _distinct(members, pixel)[:, None] * u
        if len(y) <= PROJECTORS:
            lines = np.stack([X[y == sign], centre + members[:, None] * u], axis=1)
            marks.append(Path(locked(lines.reshape(-1, 2)), "projector", joined="pairs"))
        marks.append(
            Path(
                _ticks(feet, min(TICK * pixel, BESIDE * view.height) * across),
                f"rug-{suffix}",
                joined="pairs",
            )
        )
    return (*marks, *_densities(distances, y, centre, u, X, view))


def _distinct(distances: Floats, pixel: float) -> Floats:
    """The positions; of many, one a pixel."""
    return distances if len(distances) <= 512 else np.unique(np.round(distances / pixel)) * pixel


def _ticks(feet: Floats, half: Floats) -> Floats:
    return locked(np.stack([feet - half, feet + half], axis=1).reshape(-1, 2))


def _densities(
    distances: Floats, y: Floats, centre: Floats, u: Floats, X: Floats, view: View
) -> list[Mark]:
    """Both densities as hills along the axis: on a base of their own beside the points where there
    is room, else on the axis.
    """
    low, high = float(distances.min()), float(distances.max())
    room = 0.12 * (high - low) or 1.0
    bins, hills = densities(distances, y, low - room, high + room)
    shapes = [hill / max(float(hill_of_class.max()) for hill_of_class in hills) for hill in hills]
    base, tallest, is_beside = _place(centre, u, bins.centres, np.maximum(*shapes), X, view)
    marks: list[Mark] = []
    if is_beside:
        marks.append(Path(locked(base[np.maximum(*shapes) > FLAT][[0, -1]]), "projection-axis"))
    for shape, suffix in zip(shapes, ("minus", "plus"), strict=True):
        ridge = base + shape[:, None] * tallest
        marks.append(Area(locked(np.concatenate([ridge, base[::-1]])), f"area-{suffix}"))
        # No line where the hill is flat: it would colour the axis.
        marks.append(
            Path(locked(np.where((shape > FLAT)[:, None], ridge, np.nan)), f"curve-{suffix}")
        )
    return marks


def _place(
    centre: Floats, u: Floats, along: Floats, shape: Floats, X: Floats, view: View
) -> tuple[Floats, Floats, bool]:
    """The base of hills with this common outline, the rise of the highest one, and whether they lie
    beside the points.

    Hills rise upwards where they can, and their visible parts stay in the picture.
    """
    usual, free = HEIGHT * view.height, 0.4 * BESIDE * view.height
    box = np.array([(view.x0 + free, view.y0 + free), (view.x1 - free, view.y1 - free)])
    feet, points = centre + along[:, None] * u, X[_within(X, box)]
    visible = (shape > LOW) & _within(feet, box)
    up = np.array([-u[1], u[0]]) if u[0] > 0.0 else np.array([u[1], -u[0]])
    places = []
    for side in (1.0, -1.0):
        with np.errstate(divide="ignore", invalid="ignore"):
            room = np.fmax(*((edge - feet[visible]) / (side * up) for edge in box)).min(axis=1)
        heights = (
            _reach((points - centre) @ u, side * ((points - centre) @ up), along)[visible]
            + BESIDE * view.height
        )
        if side > 0.0:  # the base is over all points
            distance = float(heights.max(initial=0.0))
            height = float(np.min((room - distance) / shape[visible], initial=usual))
        else:  # the base is so low that the hills end where they would touch a point
            distance = min(
                float(room.min(initial=np.inf)),
                float((heights + shape[visible] * usual).max(initial=0.0)),
            )
            height = float(np.min((distance - heights) / shape[visible], initial=usual))
        # Beside an oblique axis hills would be in a corner, far from it.
        if (
            height >= LEAST * view.height
            and distance <= FARTHEST * view.height
            and float(np.abs(u).min()) < OBLIQUE
        ):
            places.append((True, height, side * distance, 1.0))
        places.append(
            (
                False,
                max(float(np.min(room / shape[visible], initial=usual)), LEAST * view.height),
                0.0,
                side,
            )
        )
    is_beside, height, distance, side = max(places, key=lambda place: (*place[:2], -abs(place[2])))
    return feet + distance * up, side * height * up, is_beside


def _reach(distances: Floats, heights: Floats, along: Floats) -> Floats:
    """How far points reach away from the axis, at each of some places ``along`` it and near it."""
    reach = np.full(len(along), -np.inf)
    np.maximum.at(reach, np.clip(np.searchsorted(along, distances), 0, len(along) - 1), heights)
    padded = np.pad(reach, (NEAR // 2, NEAR - 1 - NEAR // 2), mode="edge")
    highest: Floats = np.lib.stride_tricks.sliding_window_view(padded, NEAR).max(axis=1)
    return highest


def _within(xy: Floats, box: Floats) -> Bools:
    inside: Bools = np.logical_and.reduce((xy >= box[0]) & (xy <= box[1]), axis=1)
    return inside
