"""The linked plots, listed in the order of their tabs: adding one is a file here and a line below.

A plot is a pure function from a scene to a figure.  A plot with handles also has ``drag``: where a handle was dragged to, as a
new document.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..core.document import Document
from ..core.marks import Figure, Reading
from ..core.scene import Scene
from . import (
    confusion,
    convergence,
    discriminant_plane,
    feature_space,
    fisher_angle,
    fisher_many,
    losses,
    losses_many,
    multipliers,
    multipliers_many,
    path,
    probability,
    projection,
    projection_many,
    weight_space,
)
from .parts.axes import Choice
from .parts.of_member import Drag, Draw, Read, drag_of, figure_of, is_at_once, read_of

COLUMNS = LEFT, MIDDLE, LAST = range(3)


@dataclass(frozen=True)
class Plot:
    """One linked plot: ``figure`` draws it, ``drag(scene, handle, (x, y))`` is the document after dragging one of its handles.

    ``read(scene, (x, y), (reach_x, reach_y))`` is what the plot says about a position, None where it says nothing; a training point
    counts as pointed at within the reach, which is in the units of the axes.  ``short`` is the title where there is little room.
    ``turn(scene, start, (x, y))`` is the document after a drag over the picture beside all handles, None where that does nothing;
    ``choices(scene)`` are what the plot can show, offered by a click on its heading and in the menu.
    ``select(scene, (x, y))`` are the rows that a click there selects, None where it selects nothing.  ``grab(scene, (x, y))`` is
    the handle that jumps to a press beside all handles, None where none does.  ``column`` is the place of its tab in a wide window.
    """

    name: str
    title: str
    tip: str
    figure: Callable[[Scene], Figure]
    drag: Callable[[Scene, str, tuple[float, float]], Document] | None = None
    read: Callable[[Scene, tuple[float, float], tuple[float, float]], Reading | None] | None = None
    short: str = ""
    select: Callable[[Scene, tuple[float, float]], frozenset[int] | None] | None = None
    turn: Callable[[Scene, tuple[float, float], tuple[float, float]], Document | None] | None = None
    choices: Callable[[Scene], tuple[Choice, ...]] | None = None
    grab: Callable[[Scene, tuple[float, float]], str | None] | None = None
    column: int = LAST


def by_member(draw: Draw) -> Draw:
    """A figure of two classes that shows the member that is looked at where there are more."""
    return partial(figure_of, draw)


def or_at_once(two: Draw, at_once: Draw) -> Draw:
    """The same, where a method that sees all classes at once has a figure of its own."""
    return lambda scene: at_once(scene) if is_at_once(scene) else figure_of(two, scene)


def or_told_at_once(two: Read, at_once: Read) -> Read:
    """What such a figure says of a place."""
    return lambda scene, at, reach: at_once(scene, at, reach) if is_at_once(scene) else read_of(two, scene, at, reach)


def dragged(drag: Drag) -> Drag:
    """The handles of such a figure."""
    return partial(drag_of, drag)


def told(read: Read) -> Read:
    """What such a figure says of a place."""
    return partial(read_of, read)


def either(two: Draw, many: Draw) -> Draw:
    """One figure for two classes, another one for more."""
    return lambda scene: many(scene) if scene.is_many else figure_of(two, scene)


def either_told(two: Read, many: Read) -> Read:
    """What two figures say of a place."""
    return lambda scene, at, reach: many(scene, at, reach) if scene.is_many else two(scene, at, reach)


def unless_many(drag: Drag) -> Drag:
    """Handles that only the figure of two classes has."""
    return lambda scene, handle, at: scene.document if scene.is_many else drag(scene, handle, at)


PLOTS: tuple[Plot, ...] = (
    Plot(
        "fisher-angle",
        "Fisher J over the angle",
        "Fisher's criterion for every direction of projection; drag a marker to turn a trial line",
        either(fisher_angle.figure, fisher_many.figure),
        unless_many(fisher_angle.drag),
        either_told(fisher_angle.read, fisher_many.read),
        short="Fisher J",
        column=LEFT,
    ),
    Plot(
        "projection",
        "Projection",
        "The classes along w, and the errors of every threshold; drag the threshold to shift a trial line",
        either(projection.figure, projection_many.figure),
        unless_many(projection.drag),
        either_told(projection.read, projection_many.read),
        column=MIDDLE,
    ),
    Plot(
        "probability",
        "Probability along w",
        "The probability of class + over the signed distance from the line, with the points at 0 and 1",
        by_member(probability.figure),
        read=told(probability.read),
        short="σ(f)",
        column=MIDDLE,
    ),
    Plot(
        "path",
        "Path",
        "The method over its regularisation parameter; drag the cursor to set it",
        by_member(path.figure),
        dragged(path.drag),
        told(path.read),
        column=LEFT,
    ),
    Plot(
        "losses",
        "Losses",
        "What each point costs as a function of y f(x), in the eyes of every method",
        or_at_once(losses.figure, losses_many.figure),
        read=or_told_at_once(losses.read, losses_many.read),
    ),
    Plot(
        "multipliers",
        "Multipliers",
        "The multipliers of a margin method, with the sign of their class",
        or_at_once(multipliers.figure, multipliers_many.figure),
        short="α",
        read=or_told_at_once(multipliers.read, multipliers_many.read),
        column=MIDDLE,
    ),
    Plot(
        "convergence",
        "Convergence",
        "How the iterative methods approach their optimum",
        or_at_once(convergence.figure, convergence.figure),
        read=or_told_at_once(convergence.read, convergence.read),
    ),
    Plot(
        "weight-space",
        "Weight space",
        "What each choice of weights costs, and each sample as a line; drag the ring to where a step-by-step rule begins",
        by_member(weight_space.figure),
        dragged(weight_space.drag),
        told(weight_space.read),
        short="Weights",
        grab=lambda scene, at: None if scene.is_many else weight_space.grab(scene, at),
    ),
    Plot(
        "confusion",
        "Confusion",
        "Which classes the selected method takes for which; a click on a cell selects its points",
        confusion.figure,
        read=confusion.read,
        select=confusion.select,
        column=MIDDLE,
    ),
    Plot(
        "discriminant-plane",
        "Discriminant plane",
        "The samples in the first two discriminant directions; of two classes in Fisher's direction and across it",
        discriminant_plane.figure,
        read=discriminant_plane.read,
        short="Plane",
        column=LEFT,
    ),
    Plot(
        "feature-space",
        "Feature space",
        "The points where the feature map sends them; drag to turn, click on the heading to choose the axes",
        by_member(feature_space.figure),
        read=told(feature_space.read),
        short="φ(x)",
        turn=feature_space.turn,
        choices=feature_space.choices,
        column=LEFT,
    ),
)
