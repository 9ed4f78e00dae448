"""The name of a plot above it: it opens the picker of all plots."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QContextMenuEvent

from ...plots.plot import Plot
from ...scene.scene import Scene
from ..panels.sections import FoldButton


class PlotHeader(FoldButton):
    """The full name of a plot with a chevron, and room for buttons on its right."""

    fixed = (None, 40)
    left, right = 16.0, 76.0
    menu_wanted = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__("", "")

    def show_plot(self, plot: Plot[Scene]) -> None:
        """Show the name of another plot."""
        self.set_title(plot.title, "")
        self.setAccessibleName(f"{plot.title}, choose another plot")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())
