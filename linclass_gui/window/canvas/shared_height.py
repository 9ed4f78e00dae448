"""How the canvas and the plots below it share the height of the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QSplitter, QWidget

from ..widgets.window_behaviour import LEAST_CANVAS
from .plots_area import HEIGHT, PlotsArea

SHARE = 0.53  # of the height of the window: the canvas is never lower
HANDLE = 1  # the line between canvas and plots


class SharedHeight(QObject):
    """Keeps the canvas at half the height of the window at least, and the plots at the share that
    the user gave them; at first they are as high as their words need.

    Only a plot that was enlarged, or a presentation, may take more; and where the bars and the
    least height of the plots leave less than half, the canvas has all of it.
    """

    def __init__(
        self,
        splitter: QSplitter,
        canvas: QWidget,
        plots: PlotsArea,
        stage: QWidget,
    ) -> None:
        super().__init__(splitter)
        self._splitter, self._canvas, self._plots, self._stage = splitter, canvas, plots, stage
        self.share: float | None = None  # of the plots, chosen by dragging the line above them
        self._before = 0  # the size of the plots before one was enlarged
        self.least = LEAST_CANVAS  # where there is no room for half the window
        splitter.installEventFilter(self)
        stage.installEventFilter(self)
        splitter.splitterMoved.connect(self._choose)
        plots.left_alone.connect(self.enlarge)

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        is_resized = receiver is self._splitter and event.type() == QEvent.Type.Resize
        # a bar comes or goes
        if is_resized or (receiver is self._stage and event.type() == QEvent.Type.LayoutRequest):
            self.divide()
        return False

    def limit(self) -> None:
        """Let the canvas become no lower than half the window."""
        least = self.least
        if self._is_below:
            half = round(SHARE * self._splitter.window().height())
            plots = 0 if self._plots.isHidden() else self._plots.minimumHeight()
            least = max(least, min(half, self._splitter.height() - plots - self._bars - HANDLE))
        if least != self._canvas.minimumHeight():
            self._canvas.setMinimumHeight(least)

    def divide(self) -> None:
        """Give canvas and plots their heights in a window of another size."""
        self.limit()
        total = self._splitter.height() - HANDLE
        if not self._is_below or self._plots.isHidden():
            return
        usual = HEIGHT * self._plots.theme.ui
        below = round(usual if self.share is None else self.share * total)
        self._splitter.setSizes([total - below, below])

    def _choose(self) -> None:
        """The user has moved the line above the plots."""
        above, below, *_ = self._splitter.sizes()
        if self._is_below and below:
            self.share = below / (above + below)

    def enlarge(self, is_enlarged: bool) -> None:
        """Give the plots half the height of the window (half the width where that is divided), or
        their former size.
        """
        self.limit()
        above, size_now, *other_sizes = self._splitter.sizes()
        new, size = self._before, self._splitter.window().size()
        if is_enlarged:
            self._before = size_now
            new = (size.height() if self._stands_above else size.width()) // 2
        self._splitter.setSizes([above + size_now - new, new, *other_sizes])

    @property
    def _stands_above(self) -> bool:
        """Whether the plots are below the canvas, not beside it as in a presentation."""
        return self._splitter.orientation() == Qt.Orientation.Vertical

    @property
    def _is_below(self) -> bool:
        """Whether the plots are below the canvas and none is enlarged."""
        return self._stands_above and self._plots.alone is None

    @property
    def _bars(self) -> int:
        """The height of the bars above and below the canvas."""
        column = self._stage.layout()
        if column is None:
            return 0
        return column.minimumSize().height() - self._canvas.minimumHeight()
