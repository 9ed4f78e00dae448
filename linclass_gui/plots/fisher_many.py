"""Fisher's criterion of K classes over the angle: scatter between the class means against scatter within the classes.

``J(u) = <u, C_B u> / <u, C_W u>`` with ``C_B = sum n_k (m_k - m)(m_k - m)'``.  Its stationary values are the eigenvalues of
``C_B w = lambda C_W w``; in the plane the larger one is the maximum, and both stand at the angles of the discriminant directions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import locked

from ..core.marks import Axis, Figure, Mark, Marker, Path, Reading
from ..core.markup.ticks import number, significant
from ..core.memo import memo
from ..core.scene import Scene
from .axes import reading_at, vertical
from .fisher_lanes import ANGLES, NO_SCATTER, X_AXIS, Lanes, lanes_of

NO_CLASSES = "Fisher's criterion needs points of two classes at least."


@dataclass(frozen=True, eq=False)
class ManyCurve(Lanes):
    """The curve with its two scatters and its stationary values (falling), each with its angle."""

    scatters: tuple[Floats, Floats]
    values: tuple[float, ...]
    angles: tuple[float, ...]


def scatters(dataset: Dataset) -> tuple[Floats, Floats] | None:
    """C_B and C_W, None with fewer than two classes that have points."""
    groups = [dataset.X[dataset.labels == k] for k in range(len(dataset.class_names))]
    groups = [group for group in groups if len(group)]
    if len(groups) < 2:
        return None
    centre = dataset.X[0] + (dataset.X - dataset.X[0]).mean(axis=0)
    means = [group[0] + (group - group[0]).mean(axis=0) for group in groups]
    between = sum(len(group) * np.outer(mean - centre, mean - centre) for group, mean in zip(groups, means, strict=True))
    within = sum((group - mean).T @ (group - mean) for group, mean in zip(groups, means, strict=True))
    return np.asarray(between), np.asarray(within)


def _forms(matrix: Floats, radians: Floats) -> Floats:
    c, s = np.cos(radians), np.sin(radians)
    values: Floats = matrix[0, 0] * c * c + 2.0 * matrix[0, 1] * c * s + matrix[1, 1] * s * s
    return np.maximum(values, 0.0)


def ratio(between: Floats, within: Floats, degrees: Floats) -> tuple[Floats, Floats, Floats]:
    """J, its numerator and its denominator at some angles."""
    numerator, denominator = _forms(between, np.radians(degrees)), _forms(within, np.radians(degrees))
    with np.errstate(divide="ignore", invalid="ignore"):
        return numerator / denominator, numerator, denominator


@memo(4)
@np.errstate(over="ignore", invalid="ignore")
def curve(dataset: Dataset) -> ManyCurve | None:
    """The curve of a data set, None where there is none."""
    both = scatters(dataset)
    if both is None or not all(np.isfinite(part).all() for part in both) or not both[1].any():
        return None
    J, numerator, denominator = ratio(*both, ANGLES)
    values, angles = _stationary(*both)
    return ManyCurve(J, numerator, denominator, lanes_of(J, numerator, denominator, values[0]), both, values, angles)


def _stationary(between: Floats, within: Floats) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The eigenvalues of ``C_B w = lambda C_W w``, falling, with the angles of their directions in degrees.

    In the plane they are the ends of J over the angle: of ``tan`` of the angle a quadratic equation; solved here by whitening,
    infinite along a direction in which nothing varies within the classes.
    """
    spread, axes = np.linalg.eigh(within)
    if spread[0] <= 1e-13 * spread[1]:
        w = axes[:, 0]
        return (math.inf if float(w @ between @ w) > 0.0 else 0.0,), (_degrees(w),)
    white = axes / np.sqrt(spread)
    values, turned = np.linalg.eigh(white.T @ between @ white)
    directions = (white @ turned)[:, ::-1]
    return tuple(float(max(v, 0.0)) for v in values[::-1]), tuple(_degrees(directions[:, k]) for k in range(2))


def _degrees(w: Floats) -> float:
    return math.degrees(math.atan2(float(w[1]), float(w[0]))) % 180.0


def figure(scene: Scene) -> Figure:
    """J and its two parts, with a marker at each discriminant direction."""
    dataset = scene.document.dataset
    shown = curve(dataset)
    if shown is None:
        message = NO_CLASSES if scatters(dataset) is None else NO_SCATTER
        return Figure(X_AXIS, Axis(0.0, 1.0), (), message=message)
    wanted = min(len(shown.values), sum(count > 0 for count in dataset.counts) - 1)
    places = list(zip(shown.values, shown.angles, strict=True))[:wanted]
    markers = tuple(Marker((angle, shown.height(value)), "marker", emphasis=k == 0) for k, (value, angle) in enumerate(places))
    heading = tuple(
        f"$λ_{k}$ = {significant(value, 4)} at {number(angle, 1)}°" if math.isfinite(value) else f"unbounded at {number(angle, 1)}°"
        for k, (value, angle) in enumerate(places, 1)
    )
    picture = Figure(X_AXIS, Axis(0.0, 1.0, visible=False), _marks(shown), grid=True, lanes=shown.lanes)
    return replace(picture, heading=heading, markers=markers)


@memo(4)
def _marks(shown: ManyCurve) -> tuple[Mark, ...]:
    return (*shown.paths(), *(Path(locked(vertical(angle, 0.0, 1.0)), "pointer") for angle in shown.angles[:1]))


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """J and its parts at an angle."""
    shown = curve(scene.document.dataset)
    if shown is None:
        return None
    angle = min(max(at[0], 0.0), 180.0)
    J, numerator, denominator = (float(v[0]) for v in ratio(*shown.scatters, np.array([angle])))
    lines = (
        f"{number(angle, 1)}°",
        f"$J$ = {significant(J, 3)}",
        f"between {significant(numerator, 3)}",
        f"within {significant(denominator, 3)}",
    )
    heights = [shown.height(J)]
    heights += [float(lane.place(np.array([v]))[0]) for lane, v in zip(shown.lanes[1:], (numerator, denominator), strict=True)]
    return reading_at(angle, (0.0, 1.0), tuple(heights), lines)
