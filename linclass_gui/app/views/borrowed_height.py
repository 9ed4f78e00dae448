"""Height that moves from the linked plots to the canvas while the playback bar is open, and back
for an enlarged plot.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QSplitter

from ..panels.playback import PlaybackBar
from .canvas import Canvas
from .plots_area import READABLE_HEIGHT, PlotsArea


class BorrowedHeight(QObject):
    """The bar takes height from the canvas, whose picture keeps its scale; the plots lend the
    missing height if they can.

    In a lesson about a plot, the plots stay readable; where they lend too little, the picture is
    fitted into the rest.
    """

    def __init__(
        self,
        splitter: QSplitter,
        canvas: Canvas,
        plots: PlotsArea,
        bar: PlaybackBar,
        in_lesson: Callable[[], bool],
    ) -> None:
        super().__init__(splitter)
        self._in_lesson = in_lesson
        self._splitter, self._canvas, self._plots, self._bar = splitter, canvas, plots, bar
        self._before = 0  # the size of the plots before one was enlarged
        self._lent = 0
        bar.opened.connect(self.lend)
        bar.closed.connect(self.take_back)
        plots.left_alone.connect(self.enlarge)

    def lend(self) -> None:
        """Lend height to the opening bar."""
        if not self._stands_above:
            return
        above, below = self._splitter.sizes()
        taken = self._bar.sizeHint().height()
        missing = math.ceil(self._canvas.session.missing_px(taken))
        # At most the height of the bar: points near both edges lack room even without it, and a
        # higher canvas has another scale.
        in_lesson, wanted = self._in_lesson(), min(missing, taken)
        kept = self._plots.px(READABLE_HEIGHT) if in_lesson else self._plots.minimumHeight()
        self._lent = lent = min(wanted, max(0, below - kept))
        self._canvas.lent = taken if in_lesson and below and lent < wanted else lent
        if below:  # hidden plots would come back at their least height
            self._splitter.setSizes([above + lent, below - lent])
        self._canvas.follow_size()

    def take_back(self) -> None:
        """Take the height back when the bar or the window closes."""
        lent, self._lent, self._canvas.lent = self._lent, 0, 0
        if not self._stands_above:
            return
        above, below = self._splitter.sizes()
        if lent and below:
            self._before += lent
            self._splitter.setSizes([above - lent, below + lent])

    def enlarge(self, wanted: bool) -> None:
        """Give the plots half the height of the window (half the width where that is divided), or
        their former size.
        """
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
