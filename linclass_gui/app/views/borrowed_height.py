"""Height that goes from the linked plots to the canvas while the playback bar is open, and back to a plot that is enlarged."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QSplitter

from ..panels.playback import PlaybackBar
from .canvas import Canvas
from .plots_area import PlotsArea


class BorrowedHeight(QObject):
    """The bar takes some of the canvas, whose picture keeps its scale; what its points then lack, the plots lend if they can."""

    def __init__(self, splitter: QSplitter, canvas: Canvas, plots: PlotsArea, bar: PlaybackBar) -> None:
        super().__init__(splitter)
        self._splitter, self._canvas, self._plots, self._bar = splitter, canvas, plots, bar
        self._before = 0  # the size of the plots before one was enlarged
        bar.opened.connect(self.lend)
        bar.closed.connect(self.take_back)
        plots.left_alone.connect(self.enlarge)

    def lend(self) -> None:
        """The bar opens."""
        if not self._stands_above:
            return
        above, below = self._splitter.sizes()
        taken = self._bar.sizeHint().height()
        missing = math.ceil(self._canvas.session.missing_px(taken))
        # No more than the bar takes: points near both edges lack some without it, and a higher canvas has another scale.
        self._canvas.lent = lent = min(missing, taken, max(0, below - self._plots.minimumHeight()))
        self._splitter.setSizes([above + lent, below - lent])

    def take_back(self) -> None:
        """The bar closes, or the window does."""
        lent, self._canvas.lent = self._canvas.lent, 0
        if not self._stands_above:
            return
        above, below = self._splitter.sizes()
        if lent and below:
            self._before += lent
            self._splitter.setSizes([above - lent, below + lent])

    def enlarge(self, wanted: bool) -> None:
        """The plots take half the window, where their width is divided half the width; or what they had before."""
        above, now, *others = self._splitter.sizes()
        if wanted:
            self._before, size = now, self._splitter.window().size()
            new = (size.height() if self._stands_above else size.width()) // 2
        else:
            new = self._before
        self._splitter.setSizes([above + now - new, new, *others])

    @property
    def _stands_above(self) -> bool:
        """Whether the plots are below the canvas, not beside it as in a presentation."""
        return self._splitter.orientation() == Qt.Orientation.Vertical
