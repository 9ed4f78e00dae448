"""The points: training and test points, their mirror images, and the points of a step; behind them
the grid of the axes, and the lattice to which they snap.

All points are one set, drawn in one order: no class lies over another.  Points that a gesture moves
are apart from the others, which need not be drawn again.

The normalised samples are the points of class - on the other side of the origin, so that all should
have a positive score: a line through the origin separates the classes exactly when ``w`` makes
``<w, z> > 0`` for all of them.  With an offset the samples are ``y (1, x)``, which have no place in
the plane: then nothing is drawn.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Dataset, Fit, Floats, ManyFit
from solvers.arrays import Bools, Ints

from ..scene.looks import Looks, role, turns_of
from ..scene.marks import Dots, Figure, Grid, Marks, Path, Point
from ..scene.memo import memo
from ..scene.playback import rows_touched
from ..scene.scene import Scene
from ..scene.section import places
from ..scene.view import View
from . import swatches as sw
from .layer import Drawn, Layer, both_classes
from .pairs import of_pairs

# two sets: the second one is over the first and drawn anew in every frame
AT_REST, MOVING = "points", "moving points"
PROJECTORS = 40  # up to this many points show where they come from
MOST_RINGS = 400  # a batch step on more samples would bury the picture


def draw_points(scene: Scene) -> Drawn:
    """All points: first those at rest, then the moving ones on top."""
    base = scene.base
    dataset = scene.document.dataset
    if base is None or not scene.moving or len(base.dataset) > len(dataset):
        return _at_rest(dataset, scene.document.class_looks, ())
    looks = scene.document.class_looks
    return (*_at_rest(base.dataset, looks, scene.moving), *_moving(dataset, looks, scene.moving))


POINTS = Layer("points", "Points", "", draw_points, always=True, in_the_way=True)


@memo
def _at_rest(dataset: Dataset, looks: Looks, moving: tuple[int, ...]) -> Marks:
    rest: Bools = np.ones(len(dataset), dtype=bool)
    rest[[row for row in moving if row < len(dataset)]] = False
    return class_dots(dataset, looks, "class", np.flatnonzero(rest) if moving else None, AT_REST)


@memo
def _moving(dataset: Dataset, looks: Looks, moving: tuple[int, ...]) -> Marks:
    rows = np.array([row for row in moving if row < len(dataset)], dtype=np.int64)
    return class_dots(dataset, looks, "class", rows, MOVING)


def with_held_points(figure: Figure, scene: Scene) -> Figure:
    """A picture of an older scene with the points that a gesture moves where they are now."""
    is_held = [isinstance(mark, Dots) and mark.group == MOVING for mark in figure.marks]
    place = is_held.index(True) if True in is_held else len(is_held)
    others = [mark for mark, held in zip(figure.marks, is_held, strict=True) if not held]
    held = _moving(scene.document.dataset, scene.document.class_looks, scene.moving)
    return replace(figure, marks=(*others[:place], *held, *others[place:]))


def draw_test_points(scene: Scene) -> Drawn:
    """All test points."""
    test = scene.document.test_shown
    return () if test is None else _test_dots(test, scene.document.class_looks)


HELD_BACK = Layer("held-back", "Test points", "", draw_test_points, always=True, in_the_way=True)


@memo
def _test_dots(test: Dataset, looks: Looks) -> Marks:
    return class_dots(test, looks, "test", group="test points")


def a_line_through_the_origin(scene: Scene) -> str:
    """The boundary of the selected method passes through the origin."""
    return "" if scene.document.has_origin else "needs offset b off"


def draw_normalised(scene: Scene) -> Drawn:
    """The points of class − mirrored at the origin, with the way through it."""
    return () if a_line_through_the_origin(scene) else _mirrored_points(scene.document.dataset)


NORMALISED = of_pairs(
    Layer(
        "normalised",
        "Normalised",
        "The points of class − on the other side of the origin: a line through it is a solution if "
        "all scores are positive",
        draw_normalised,
        needs=(both_classes, a_line_through_the_origin),
        in_the_way=True,
        swatch=(
            sw.line("mirror", (4, 4), (20, 12)),
            sw.dots("class-minus", (5, 4)),
            sw.dots("turned-minus", (19, 12)),
        ),
        group="Points",
    )
)


@memo
def _mirrored_points(dataset: Dataset) -> Marks:
    points = dataset.X[dataset.labels == 0]
    if not len(points):
        return ()
    ways = np.stack([points, -points], axis=1).reshape(-1, 2)
    lines = (Path(ways, "mirror", joined="pairs"),) if len(points) <= PROJECTORS else ()
    origin = np.zeros((1, 2))
    return (
        *lines,
        Dots(origin, "mean-rim"),
        Dots(origin, "origin"),
        Dots(-points, "turned-minus"),
    )


def draw_step_points(scene: Scene) -> Drawn:
    """A ring around each sample of the step that is announced."""
    playback, selected = scene.playback, scene.document.selected
    full_fit = scene.whole.get(selected)
    if playback is None or full_fit is None or not playback.announced:
        return ()
    return _step_rings(scene.document.dataset, rows_touched(playback, full_fit)[:MOST_RINGS])


PLAYBACK = Layer("playback", "Playback", "", draw_step_points, always=True)


@memo
def _step_rings(dataset: Dataset, rows: tuple[int, ...]) -> Marks:
    inside = np.array([row for row in rows if row < len(dataset)], dtype=np.int64)
    return (Dots(dataset.X[inside], "touched"),) if len(inside) else ()


# The points of a fit now and before the running gesture, and the rows that it moves.
Positions = tuple[Floats, Floats, tuple[int, ...]]


def positions(scene: Scene, fit: Fit | ManyFit) -> Positions:
    """The current points of a fit, those before the running gesture, and the rows that it moves.

    A stale fit keeps its marks on points that have moved on.
    """
    X, base = scene.document.dataset.X, scene.base
    if len(X) != len(fit.problem.X):
        X = places(fit)
    if base is None or len(base.dataset) != len(X):
        return X, X, ()
    return X, base.dataset.X, scene.moving


def class_dots(
    dataset: Dataset, looks: Looks, kind: str, rows: Ints | None = None, group: str = ""
) -> Marks:
    """The points of a data set or some ``rows`` of it, those of each class in the role of a kind
    and its look.

    With a ``group`` they are drawn in one order, which hides no class below another.
    """
    rows = np.arange(len(dataset)) if rows is None else rows
    labels = dataset.labels[rows]
    parts = [(look, members) for k, look in enumerate(looks) if len(members := rows[labels == k])]
    if not group or len(parts) < 2:
        return tuple(
            [Dots(dataset.X[members], role(kind, look), group=group) for look, members in parts]
        )
    counts = np.bincount(dataset.labels, minlength=len(looks))
    turns = [turns_of(members, dataset.labels[members], counts) for _, members in parts]
    return tuple(
        Dots(dataset.X[members], role(kind, look), group=group, turns=turn)
        for (look, members), turn in zip(parts, turns, strict=True)
    )


def split_moving(rows: Ints, moving: tuple[int, ...], n: int) -> tuple[Ints, ...]:
    """Rows among ``n`` split into those at rest, which need not be drawn again, and those that a
    gesture moves.
    """
    moves = np.zeros(n, dtype=bool)
    # a point just added is not in the old fit
    moves[[row for row in moving if row < len(moves)]] = True
    mask = moves[rows]
    return (rows[~mask], rows[mask]) if np.logical_or.reduce(mask) else (rows,)


def one_a_place(X: Floats, rows: Ints) -> Ints:
    """The first of the rows in each place."""
    return np.sort(rows[np.unique(X[rows], axis=0, return_index=True)[1]])


LINES = Grid()


def draw_grid(scene: Scene) -> Drawn:
    """Hairlines across the view; their places depend on the size of the picture, which its painter
    knows.
    """
    return (LINES,)


GRID = Layer(
    "grid",
    "Grid",
    "Grid lines at the ticks of the axes",
    draw_grid,
    swatch=(sw.grid(),),
    place=13,
    is_ground=True,
    group="Regions",
)


def draw_lattice(scene: Scene) -> Drawn:
    """A dot at every place."""
    return () if scene.lattice is None else _lattice_dots(scene.view, scene.lattice)


LATTICE = Layer("lattice", "Lattice", "", draw_lattice, always=True, is_ground=True)


@memo
def _lattice_dots(view: View, steps: Point) -> Marks:
    x, y = (
        np.arange(np.ceil(low / step), np.floor(high / step) + 1.0) * step
        for low, high, step in ((view.x0, view.x1, steps[0]), (view.y0, view.y1, steps[1]))
    )
    return (Dots(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2), "lattice"),)
