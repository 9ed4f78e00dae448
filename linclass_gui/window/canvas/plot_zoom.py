"""The part of a plot that is looked at: pyqtgraph's view box zooms, moves and limits it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from PySide6.QtCore import QPointF

from ...scene.marks import ROUNDING, Figure, Point

CLOSEST = 40.0  # magnification: nearer, curves would show the segments that they are made of
Span = tuple[float, float]


class PlotZoom:
    """The visible part of a plot, as long as the plot shows the same quantities.

    The range of every axis limits the box, so nothing outside the plot is shown.  An axis that is
    not drawn, or that several quantities share, is always shown whole.
    """

    def __init__(self) -> None:
        self._axis_names: tuple[object, ...] = ()
        self._whole: tuple[Span, Span] = ((0.0, 1.0), (0.0, 1.0))
        self.is_zoomed = False

    @cached_property
    def _box(self) -> Any:
        import pyqtgraph  # with the first zoom: it takes a sixth of the start

        return pyqtgraph.ViewBox(enableMenu=False, enableMouse=False)

    def zoom(self, figure: Figure, factor: float, place: Point | None = None) -> None:
        """Look closer by ``factor`` at a place of the figure (None: the middle of what is seen)."""
        self._follow(figure)
        across, up = (1.0 / factor if is_free else None for is_free in figure.free_axes)
        centre = None if place is None else QPointF(*place)
        self._box.scaleBy(x=across, y=up, center=centre)
        self._note_zoom()

    def move(self, figure: Figure, dx: float, dy: float) -> None:
        """Move the part that is seen, in the units of the axes."""
        self._follow(figure)
        across, up = figure.free_axes
        self._box.translateBy(x=dx if across else None, y=dy if up else None)

    def show_all(self) -> None:
        """Look at the whole plot again."""
        self.is_zoomed, self._axis_names = False, ()

    def part_of(self, figure: Figure) -> Figure:
        """The figure as far as it is seen."""
        if not self.is_zoomed or not any(figure.free_axes):
            return figure
        self._follow(figure)
        if not self.is_zoomed:
            return figure
        across, up = self._box.viewRange()
        return figure.part(tuple(across), tuple(up))

    def _follow(self, figure: Figure) -> None:
        """Take over the axes of a figure; their visible part stays where it was."""
        full_spans = ((figure.x.low, figure.x.high), (figure.y.low, figure.y.high))
        axis_names = tuple((axis.label, axis.suffix, axis.powers) for axis in (figure.x, figure.y))
        if (axis_names, full_spans) == (self._axis_names, self._whole):
            return
        visible_spans = self._box.viewRange() if axis_names == self._axis_names else self._whole
        spans = [
            tuple(visible) if _is_shorter(visible, before) else after
            for visible, before, after in zip(visible_spans, self._whole, full_spans, strict=True)
        ]
        self._axis_names, self._whole = axis_names, full_spans
        (x0, x1), (y0, y1) = full_spans
        self._box.setLimits(
            xMin=x0,
            xMax=x1,
            yMin=y0,
            yMax=y1,
            minXRange=(x1 - x0) / CLOSEST,
            minYRange=(y1 - y0) / CLOSEST,
        )
        self._box.setRange(xRange=spans[0], yRange=spans[1], padding=0.0)
        self._note_zoom()

    def _note_zoom(self) -> None:
        self.is_zoomed = any(map(_is_shorter, self._box.viewRange(), self._whole))


def _is_shorter(part: Span, full_span: Span) -> bool:
    return part[1] - part[0] < (full_span[1] - full_span[0]) * (1.0 - ROUNDING)
