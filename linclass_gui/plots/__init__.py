"""The linked plots, listed in the order of their tabs: adding one is a file here and a line below.

A plot is a pure function from a scene to a figure.  A plot with handles also has ``drag``: where a handle was dragged to, as a
new document.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..core.document import Document
from ..core.marks import Figure
from ..core.scene import Scene
from . import axes, convergence, fisher_angle, losses, multipliers, path, projection, weight_space


@dataclass(frozen=True)
class Plot:
    """One linked plot: ``figure`` draws it, ``drag(scene, handle, (x, y))`` is the document after dragging one of its handles.

    ``values`` are the names of x and y for reading values off, where the axes themselves have no label.
    ``pick(scene, (x, y), (reach_x, reach_y))`` is the training point that stands at a position, in plots that show them one by one.
    """

    name: str
    title: str
    tip: str
    figure: Callable[[Scene], Figure]
    drag: Callable[[Scene, str, tuple[float, float]], Document] | None = None
    pick: Callable[[Scene, tuple[float, float], tuple[float, float]], axes.Picked | None] | None = None
    values: tuple[str, str] = ("x", "y")


PLOTS: tuple[Plot, ...] = (
    Plot(
        "fisher-angle",
        "Fisher J over the angle",
        "Fisher's criterion for every direction of projection; drag a marker to turn a trial line",
        fisher_angle.figure,
        fisher_angle.drag,
        values=("angle", "J"),
    ),
    Plot(
        "projection",
        "Projection",
        "The classes along w, and the errors of every threshold; drag the threshold to shift a trial line",
        projection.figure,
        projection.drag,
    ),
    Plot("path", "Path", "The method over its regularisation parameter; drag the cursor to set it", path.figure, path.drag),
    Plot(
        "losses",
        "Losses",
        "What each point costs as a function of y f(x), in the eyes of every method",
        losses.figure,
        pick=losses.pick,
        values=("y f(x)", "loss"),
    ),
    Plot(
        "multipliers",
        "Multipliers",
        "The multipliers of a margin method, with the sign of their class",
        multipliers.figure,
        pick=multipliers.pick,
        values=("place", "y α"),
    ),
    Plot("convergence", "Convergence", "How the iterative methods approach their optimum", convergence.figure),
    Plot("weight-space", "Weight space", "Each sample as a line in the plane of the weights", weight_space.figure),
)
