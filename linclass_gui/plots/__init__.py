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


@dataclass(frozen=True)
class Plot:
    """One linked plot: ``figure`` draws it, ``drag(scene, handle, (x, y))`` is the document after dragging one of its handles."""

    name: str
    title: str
    tip: str
    figure: Callable[[Scene], Figure]
    drag: Callable[[Scene, str, tuple[float, float]], Document] | None = None


PLOTS: tuple[Plot, ...] = ()
