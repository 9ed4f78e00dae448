"""The canvas of a scene as a figure for paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..core.document import View
from ..core.marks import Figure
from ..core.scene import Scene
from ..overlays import canvas_figure
from .options import ExportOptions


def scene_source(scene: Scene, options: ExportOptions) -> Callable[[float, float], Figure]:
    """How to draw the canvas of a scene in a plot area of so many points: pass it to ``export``.

    The range is the one the user zoomed to, or all points; it grows to the proportions of the plot area, and the marks are made
    for that range, so that lines and half-planes reach the frame.  What belongs to the mouse is left out.
    """
    document = scene.document
    view = document.view or View.around(document.dataset.X)
    calm = replace(scene, base=None, moving=(), selection=frozenset(), hover=None, rubber=())

    def figure(width: float, height: float) -> Figure:
        shown = view.with_aspect(width, height)
        pixel = shown.width / width
        return canvas_figure(replace(calm, view=shown, pixel=pixel, label_size=options.drawing_theme.line_label))

    return figure
