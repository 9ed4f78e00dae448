"""The linked plots, listed in the order of their tabs: adding one is a file here and a line below.

A plot is a pure function from a scene to a figure.  A plot with handles also has ``drag``: where a handle was dragged to, as a
new document.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..core.document import Document
from ..core.marks import Figure, Reading
from ..core.scene import Scene
from . import convergence, fisher_angle, losses, multipliers, path, projection, weight_space


@dataclass(frozen=True)
class Plot:
    """One linked plot: ``figure`` draws it, ``drag(scene, handle, (x, y))`` is the document after dragging one of its handles.

    ``read(scene, (x, y), (reach_x, reach_y))`` is what the plot says about a position, None where it says nothing; a training point
    counts as pointed at within the reach, which is in the units of the axes.  ``short`` is the title where there is little room.
    """

    name: str
    title: str
    tip: str
    figure: Callable[[Scene], Figure]
    drag: Callable[[Scene, str, tuple[float, float]], Document] | None = None
    read: Callable[[Scene, tuple[float, float], tuple[float, float]], Reading | None] | None = None
    short: str = ""


PLOTS: tuple[Plot, ...] = (
    Plot(
        "fisher-angle",
        "Fisher J over the angle",
        "Fisher's criterion for every direction of projection; drag a marker to turn a trial line",
        fisher_angle.figure,
        fisher_angle.drag,
        fisher_angle.read,
        short="Fisher J",
    ),
    Plot(
        "projection",
        "Projection",
        "The classes along w, and the errors of every threshold; drag the threshold to shift a trial line",
        projection.figure,
        projection.drag,
        projection.read,
    ),
    Plot(
        "path",
        "Path",
        "The method over its regularisation parameter; drag the cursor to set it",
        path.figure,
        path.drag,
        path.read,
    ),
    Plot(
        "losses",
        "Losses",
        "What each point costs as a function of y f(x), in the eyes of every method",
        losses.figure,
        read=losses.read,
    ),
    Plot(
        "multipliers",
        "Multipliers",
        "The multipliers of a margin method, with the sign of their class",
        multipliers.figure,
        read=multipliers.read,
    ),
    Plot(
        "convergence",
        "Convergence",
        "How the iterative methods approach their optimum",
        convergence.figure,
        read=convergence.read,
    ),
    Plot(
        "weight-space",
        "Weight space",
        "What each choice of weights costs, and each sample as a line in the plane of the weights",
        weight_space.figure,
        read=weight_space.read,
    ),
)
