"""The canvas of a scene as a figure for paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..core.document import View
from ..core.marks import Figure, Mark, Path
from ..core.scene import Scene
from ..overlays import canvas_figure, grid
from .options import ExportOptions

TICK_SPACING = 4.2  # between ticks at the least, in heights of their labels


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
        size = options.drawing_theme.line_label
        on_paper = replace(calm, view=shown, pixel=shown.width / width, label_size=size, framed=True)
        return _with_close_ticks(canvas_figure(on_paper), on_paper, TICK_SPACING * options.font_size_pt)

    return figure


def _with_close_ticks(figure: Figure, scene: Scene, spacing: float) -> Figure:
    """The figure with ticks and grid at least ``spacing`` points apart: closer than in the window, where lines are longer."""
    closer = replace(scene, label_size=13.0 * spacing / grid.SPACING)
    across, up = grid.ticks(closer.view, closer.pixel, closer.label_size)
    marks = tuple(new for mark in figure.marks for new in (grid.draw(closer) if _is_grid(mark) else (mark,)))
    return replace(figure, x=replace(figure.x, ticks=across), y=replace(figure.y, ticks=up), marks=marks)


def _is_grid(mark: Mark) -> bool:
    return isinstance(mark, Path) and mark.role == "grid"
