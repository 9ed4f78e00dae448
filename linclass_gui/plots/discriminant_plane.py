"""The samples in the plane of the first two discriminant directions: K classes seen where they are
furthest apart.

Fisher's criterion for K classes has up to K - 1 directions.  The first two are the picture of a
feature space of any dimension that shows the classes best; in them each class is where its mean is
nearest.  Two classes have one direction; the second one is then what varies most across it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import METHODS, Floats, ManyFit, ManyProblem, solve
from solvers.arrays import Ints
from solvers.plane.cells import argmax_edges

from ..markup.mathtext import name_label
from ..markup.numbers import fixed_number
from ..scene.looks import Looks, role, turns_of
from ..scene.marks import Axis, Dots, Entry, Figure, Mark, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.methods import points_seen
from ..scene.scene import Scene
from .axes import pick_row, reading_of_point, round_out, sentence, words_beside
from .plot import DIRECTIONS, LEFT, Plot

NO_PLANE = (
    "Fisher's criterion has no two directions here: the class means lie on a line, or a class has "
    "no points."
)
# whose directions these are
DISCRIMINANT = next(kind for kind in METHODS if kind.contrast is not None)
SMALL = 0.7  # of the size of a point on the canvas


@dataclass(frozen=True, eq=False)
class DiscriminantPlane:
    """Positions of the samples (n, 2) in the plane, the means of the present classes, and the two
    eigenvalues.
    """

    at: Floats
    means: Floats
    present: tuple[int, ...]
    labels: Ints
    values: tuple[float, float]


def figure(scene: Scene) -> Figure:
    """Samples, means, and the lines half-way between the means."""
    plane = plane_of(scene)
    if plane is None:
        return sentence(NO_PLANE)
    x, y = _axes(plane)
    document = scene.document
    heading = tuple(
        f"$λ_{k}$ = {fixed_number(value)}" if np.isfinite(value) else f"$λ_{k}$ is unbounded"
        for k, value in enumerate(plane.values, 1)
        if not np.isnan(value)
    )
    return Figure(
        x,
        y,
        _marks(plane, scene.document.class_looks, x, y),
        equal=False,
        grid=True,
        points=len(plane.at),
        heading=heading,
        legend=_legend(plane, document.dataset.class_names, document.class_looks),
    )


@memo
def _legend(plane: DiscriminantPlane, names: tuple[str, ...], looks: Looks) -> tuple[Entry, ...]:
    """The names of the classes with their symbols: there is no curve that could bear them."""
    return tuple(
        Entry(name_label(names[k]), role("class", looks[k]), None, "dot") for k in plane.present
    )


def plane_of(scene: Scene) -> DiscriminantPlane | None:
    """The plane of the features that the selected method works with."""
    method, dataset = scene.document.selected_method, scene.document.dataset
    if len(dataset) == 0:
        return None
    answer = scene.answer
    # The problem of two classes has signs instead of labels.
    if isinstance(answer, ManyFit) and answer.problem.X is points_seen(answer, dataset):
        return _plane(answer.problem)
    K = len(dataset.class_names)
    return _plane(
        _problem(dataset.X, dataset.labels, K, None if method is None else method.features)
    )


@memo
def _problem(X: Floats, labels: Ints, K: int, features: object) -> ManyProblem:
    if features is None:
        return ManyProblem(X, labels, tuple(range(K)))
    return ManyProblem(X, labels, tuple(range(K)), features)  # type: ignore[arg-type]


@memo
def _plane(problem: ManyProblem) -> DiscriminantPlane | None:
    plain = (
        problem
        if problem.kernel is None
        else ManyProblem(problem.X, problem.labels, problem.classes)
    )
    if len(plain.present) == 2:
        return _of_two(plain)
    fit = solve(DISCRIMINANT(), plain, trace=False)
    directions, values = fit.facts.get("directions"), fit.facts.get("eigenvalues")
    if directions is None or values is None or len(directions) < 2 or not fit.has_model:
        return None
    return _plane_coordinates(
        plain, np.asarray(directions, dtype=np.float64)[:2], (float(values[0]), float(values[1]))
    )


def _of_two(problem: ManyProblem) -> DiscriminantPlane | None:
    """Fisher's direction, and across it the direction in which the samples vary most."""
    minus, plus = problem.present
    fit = solve(DISCRIMINANT(), problem.member((plus, minus)), trace=False)
    if fit.w is None or not fit.has_model:
        return None
    u = fit.w / np.abs(fit.w).max()
    u /= np.linalg.norm(u)
    offsets = problem.Phi - problem.Phi.mean(axis=0)
    rest = offsets - np.outer(offsets @ u, u)
    across = np.linalg.eigh(rest.T @ rest)[1][:, -1]
    # C_B sums n_k (m_k - m)(m_k - m)', as of more classes; J of two has no such factor
    n_minus, n_plus = problem.counts[[minus, plus]].tolist()
    largest = n_minus * n_plus / (n_minus + n_plus) * float(fit.facts.get("J", np.nan))
    return _plane_coordinates(problem, np.stack([u, across - (across @ u) * u]), (largest, np.nan))


def _plane_coordinates(
    plain: ManyProblem, directions: Floats, values: tuple[float, float]
) -> DiscriminantPlane | None:
    """The samples along two directions, about their mean."""
    coordinates = (plain.Phi - plain.Phi.mean(axis=0)) @ directions.T
    if not np.isfinite(coordinates).all():
        return None
    means = np.array([coordinates[plain.labels == k].mean(axis=0) for k in plain.present])
    return DiscriminantPlane(coordinates, means, tuple(plain.present), plain.labels, values)


@memo
def _axes(plane: DiscriminantPlane) -> tuple[Axis, Axis]:
    low, high = plane.at.min(axis=0), plane.at.max(axis=0)
    room = np.where(high > low, 0.08 * (high - low), 1.0)
    x, y = (round_out(*ends) for ends in np.column_stack([low - room, high + room]).tolist())
    return Axis(*x, "first direction"), Axis(*y, "second direction")


@memo
def _marks(plane: DiscriminantPlane, looks: Looks, x: Axis, y: Axis) -> Marks:
    # |z - m|^2 is least where <m, z> - |m|^2 / 2 is largest.
    edges = argmax_edges(
        plane.means, -0.5 * (plane.means**2).sum(axis=1), (x.low, x.high, y.low, y.high)
    )
    marks: list[Mark] = [Path(segment, "curve-thin") for _, _, segment in edges]
    counts = np.bincount(plane.labels, minlength=len(looks))
    for k in plane.present:
        rows = np.flatnonzero(plane.labels == k)
        turns, sizes = turns_of(rows, plane.labels[rows], counts), np.full(len(rows), SMALL)
        marks.append(
            Dots(
                plane.at[rows],
                role("class", looks[k]),
                sizes=sizes,
                group="points",
                turns=turns,
            )
        )
    for mean, k in zip(plane.means, plane.present, strict=True):
        marks += [
            Dots(mean[None, :], "mean-rim"),
            Dots(mean[None, :], role("mean", looks[k])),
        ]
    return tuple(marks)


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """The sample at a position."""
    plane = plane_of(scene)
    if plane is None:
        return None
    point = pick_row(plane.at, position, reach)
    if point is None:
        text = (
            f"first direction {fixed_number(position[0])}",
            f"second direction {fixed_number(position[1])}",
        )
        return Reading((), words_beside(position, text))
    x, y = map(fixed_number, point.at)
    return reading_of_point(scene, point, (f"({x}, {y})",))


DISCRIMINANT_PLANE = Plot(
    "discriminant-plane",
    "Discriminant plane",
    (
        "The samples in the first two discriminant directions; of two classes in Fisher's "
        "direction and across it"
    ),
    figure,
    read=read,
    short="Plane",
    column=LEFT,
    group=DIRECTIONS,
)
