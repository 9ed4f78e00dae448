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
from . import fisher_angle, projection


@dataclass(frozen=True)
class Plot:
    """One linked plot: ``figure`` draws it, ``drag(scene, handle, (x, y))`` is the document after dragging one of its handles."""

    name: str
    title: str
    tip: str
    figure: Callable[[Scene], Figure]
    drag: Callable[[Scene, str, tuple[float, float]], Document] | None = None


PLOTS: tuple[Plot, ...] = (
    Plot(
        "fisher-angle",
        "Fisher J over the angle",
        "Fisher's criterion for every direction of projection; drag a marker to turn a trial line",
        fisher_angle.figure,
        fisher_angle.drag,
    ),
    Plot(
        "projection",
        "Projection",
        "The classes along w, and the errors of every threshold; drag the threshold to shift a trial line",
        projection.figure,
        projection.drag,
    ),
)
