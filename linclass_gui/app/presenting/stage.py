"""The window as a stage: what is put away for a presentation, how large the rest is drawn, and how all comes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from ...core.appearance.theme import PROJECTOR, Theme
from ..panels.layers import LayerCommands
from ..session.session import Session
from ..views.canvas import Canvas
from ..views.plots_area import PlotsArea
from ..widgets.basics import Hairline
from .bands import WIDTH

SCALES = (0.55, 2.2)  # of the type for windows narrower and wider than the design
PLOTS_SHARE = 0.4  # of the width for linked plots


@dataclass(frozen=True)
class Parts:
    """What a presentation moves, handed over by the window.  ``panels`` are those that go away."""

    window: QMainWindow
    session: Session
    layers: LayerCommands
    canvas: Canvas
    plots: PlotsArea
    splitter: QSplitter
    panels: tuple[QWidget, ...]
    theme: Callable[[], Theme]
    set_theme: Callable[[Theme], None]


@dataclass(frozen=True)
class Before:
    """How the window was before the presentation."""

    theme: Theme
    hidden: tuple[QWidget, ...]
    was_full_screen: bool
    plots_shown: bool
    sizes: list[int]


class Stage:
    """Clears the window for a presentation, and brings it back as it was."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._before: Before | None = None

    @property
    def is_clear(self) -> bool:
        """Whether the panels are away."""
        return self._before is not None

    def clear(self) -> None:
        """Panels away, plots beside the picture, the whole screen."""
        parts, window = self._parts, self._parts.window
        outer = [line for line in window.findChildren(Hairline) if line.parentWidget() is window.centralWidget()]
        gone = tuple(part for part in (*parts.panels, *outer) if not part.isHidden())
        self._before = Before(parts.theme(), gone, window.isFullScreen(), not parts.plots.isHidden(), parts.splitter.sizes())
        for part in gone:
            part.hide()
        parts.canvas.is_bare = True
        window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
        parts.splitter.setOrientation(Qt.Orientation.Horizontal)

    def restore(self) -> None:
        """The window as it was."""
        parts, window, before = self._parts, self._parts.window, self._before
        if before is None:
            return
        self._before = None
        for part in before.hidden:
            part.show()
        parts.canvas.is_bare = False
        parts.splitter.setOrientation(Qt.Orientation.Vertical)
        parts.plots.setVisible(before.plots_shown)
        parts.splitter.setSizes(before.sizes)
        if not before.was_full_screen:
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
        parts.set_theme(before.theme)
        parts.canvas.request_refresh()

    @property
    def scale(self) -> float:
        """How large type and lines are drawn, in proportion to the width of the window."""
        return min(max(self._parts.window.width() / WIDTH, SCALES[0]), SCALES[1])

    def show_plots(self, wanted: bool) -> None:
        """The linked plots beside the picture, or not."""
        self._parts.plots.setVisible(wanted)
        self.share()

    def share(self) -> None:
        """The picture and the plots in their parts of the width."""
        width = sum(self._parts.splitter.sizes()) or self._parts.window.width()
        self._parts.splitter.setSizes([round((1.0 - PLOTS_SHARE) * width), round(PLOTS_SHARE * width)])


def scaled(scale: float) -> Theme:
    """The projector theme for a window so many times as wide as the design."""
    theme = PROJECTOR.with_text(PROJECTOR.caption * scale)
    return replace(theme, line=PROJECTOR.line * scale, point=PROJECTOR.point * scale, ui=max(0.8, PROJECTOR.ui * scale))
