"""The window in a presentation: the parts that it hides and covers, the size of the rest, and the
way back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPaintEvent, QPixmap, QResizeEvent, QScreen
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from ...draw.qt_surface import painting
from ...scene.colours import DARK_PROJECTOR_PALETTE
from ...scene.theme import PROJECTOR, Theme
from ..canvas.canvas import Canvas
from ..canvas.plots_area import PlotsArea
from ..commands.classes import ClassCommands
from ..commands.methods import MethodCommands
from ..lessons.sheet_pages import NumbersView
from ..panels.layers import LayerCommands
from ..panels.playback import PlaybackBar
from ..panels.sheet import SideSheet
from ..session.session import Session
from ..widgets.layouts import PlainLabel
from ..widgets.themed import Hairline, Themed
from .bands import WIDTH
from .page import Cover


def frozen_window(window: QWidget, picture: QPixmap, screen: QScreen) -> QWidget:
    """A frozen picture of the window, alone on the screen of the audience."""
    frozen = PlainLabel()
    frozen.setParent(
        window,
        Qt.WindowType.Window
        | Qt.WindowType.FramelessWindowHint
        | Qt.WindowType.WindowDoesNotAcceptFocus,
    )
    frozen.setObjectName("frozen")
    frozen.setPixmap(picture)
    frozen.setScaledContents(True)
    frozen.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    frozen.setGeometry(screen.geometry())
    frozen.showFullScreen()
    return frozen


def other_screen(window: QWidget) -> QScreen | None:
    """A screen without the window, if there is one."""
    return next(
        (screen for screen in QGuiApplication.screens() if screen is not window.screen()), None
    )


class Freezing:
    """Freezes the picture of a window: over it, or alone on the screen of the audience while the
    window goes to another one.
    """

    def __init__(self, window: QWidget, cover: Cover) -> None:
        self._window, self._cover = window, cover
        self._frozen: QWidget | None = None

    @property
    def is_on(self) -> bool:
        """Whether the audience sees an older picture."""
        return self._frozen is not None or self._cover.area is not None

    @property
    def audience(self) -> QWidget:
        """The widget that the audience sees."""
        return self._frozen or self._window

    def freeze(self) -> None:
        """Freeze the current picture."""
        window = self._window
        screen, other, picture = window.screen(), other_screen(window), window.grab()
        if other is None:
            self._cover.cover(True, picture)
            return
        self._frozen = frozen_window(window, picture, screen)
        self._move_to(other)
        window.activateWindow()  # keys belong to it, whatever a window manager thinks

    def thaw(self) -> None:
        """Show the window again."""
        self._cover.cover(False)
        frozen, self._frozen = self._frozen, None
        if frozen is not None:
            self._move_to(frozen.screen())
            frozen.close()
            frozen.deleteLater()

    def _move_to(self, screen: QScreen) -> None:
        """Move the window to another screen, full-screen as before."""
        window = self._window
        is_full = window.isFullScreen()
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
        window.setScreen(screen)
        window.setGeometry(screen.geometry())
        if is_full:
            window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)


SCALES = (0.55, 2.2)  # of the type for windows narrower and wider than the design
# Shares of the width for linked plots and for numbers: alone beside the picture, and both.
PLOTS_SHARE, NUMBERS_SHARE, BOTH_SHARES = 0.4, 0.2, (0.33, 0.2)
# larger than beside the canvas of a window, because they are as high as the picture
PLOTS_LARGER = 1.5


@dataclass(frozen=True)
class StageParts:
    """The parts of the window that a presentation moves.

    ``panels`` are hidden; ``panel``, the last one in the row ``beside``, is shown in the presenter
    view.
    """

    window: QMainWindow
    session: Session
    layers: LayerCommands
    methods: MethodCommands
    classes: ClassCommands
    playback: PlaybackBar
    canvas: Canvas
    plots: PlotsArea
    splitter: QSplitter
    sheet: SideSheet
    panels: tuple[QWidget, ...]
    panel: QWidget
    beside: QHBoxLayout
    theme: Callable[[], Theme]
    set_theme: Callable[[Theme], None]


@dataclass(frozen=True)
class WindowBefore:
    """The state of the window before the presentation."""

    theme: Theme
    hidden_parts: tuple[QWidget, ...]
    was_full_screen: bool
    plots_shown: bool
    sizes: QByteArray  # hidden plots included, whose sizes read as numbers would be zero
    place: QRect  # of the window, on the screen where it was
    screen: str  # by name, because screens can be unplugged


class PresentationLayout:
    """Clears the window for a presentation, and restores it."""

    def __init__(self, parts: StageParts, board: NumbersBoard) -> None:
        self._parts, self._board = parts, board
        self._before: WindowBefore | None = None
        self._beside = (False, False)  # whether plots and numbers had their share of the width

    @property
    def is_clear(self) -> bool:
        """Whether the panels are away."""
        return self._before is not None

    def clear(self) -> None:
        """Hide the panels, put plots beside the picture, fill the screen."""
        parts, window = self._parts, self._parts.window
        outer = [
            line
            for line in window.findChildren(Hairline)
            if line.parentWidget() is window.centralWidget()
        ]
        parts_away = tuple(part for part in (*parts.panels, *outer) if not part.isHidden())
        self._before = WindowBefore(
            parts.theme(),
            parts_away,
            window.isFullScreen(),
            not parts.plots.isHidden(),
            parts.splitter.saveState(),
            window.geometry(),
            window.screen().name(),
        )
        for part in parts_away:
            part.hide()
        parts.canvas.is_bare = True
        room = other_screen(window)
        if room is not None and window.screen() is QGuiApplication.primaryScreen():
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMaximized)
            window.setScreen(room)
            # the projector; the presenter view stays on the desk
            window.setGeometry(room.geometry())
        elif not window.isMaximized():  # so that type is scaled once, to its final size
            window.resize(window.screen().size())
        window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
        parts.splitter.setOrientation(Qt.Orientation.Horizontal)
        parts.plots.stack(True)
        parts.splitter.addWidget(self._board)
        self._board.borrow()

    def restore(self, plots: bool | None) -> None:
        """Restore the window, with or without the plots (None: as before), because another page has
        others.
        """
        parts, window, before = self._parts, self._parts.window, self._before
        if before is None:
            return
        self._before = None
        for part in before.hidden_parts:
            part.show()
        parts.canvas.is_bare = False
        self._board.hand_back()
        self._board.setParent(None)
        parts.splitter.setOrientation(Qt.Orientation.Vertical)
        parts.plots.stack(False)
        parts.plots.setVisible(before.plots_shown if plots is None else plots)
        parts.set_theme(before.theme)  # first, because the plots grow with their words
        parts.splitter.restoreState(before.sizes)
        if not before.was_full_screen:
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
            home = next(
                (screen for screen in QGuiApplication.screens() if screen.name() == before.screen),
                None,
            )
            if home is not None and before.screen != window.screen().name():
                window.setScreen(home)
                window.setGeometry(before.place)
            elif not window.isMaximized():  # a frozen picture has moved it about
                window.setGeometry(before.place)
        parts.canvas.request_refresh()

    @property
    def theme_before(self) -> Theme:
        """The theme of the window that presents, as it is without a presentation."""
        return self._parts.theme() if self._before is None else self._before.theme

    def wear(self, theme: Theme) -> None:
        """Take another theme, which the window keeps afterwards."""
        if self._before is not None:
            self._before = replace(self._before, theme=theme)

    @property
    def scale(self) -> float:
        """How large type and lines are drawn, in proportion to the width of the window."""
        return min(max(self._parts.window.width() / WIDTH, SCALES[0]), SCALES[1])

    def show_plots(self, are_shown: bool) -> None:
        """Show or hide the linked plots beside the picture."""
        self._parts.plots.setVisible(are_shown)
        self.share_anew()

    def show_numbers(self, are_shown: bool) -> None:
        """Show or hide the numbers of the lesson beside the picture."""
        self._board.setVisible(are_shown)
        self.share_anew()

    def share_anew(self) -> None:
        """Set the shares again where a part was shown or hidden; otherwise those set by hand
        stay.
        """
        if self._beside != (not self._parts.plots.isHidden(), not self._board.isHidden()):
            self.share()

    def share(self) -> None:
        """Divide the width among the picture, the plots and the numbers."""
        width = sum(self._parts.splitter.sizes()) or self._parts.window.width()
        self._beside = (not self._parts.plots.isHidden(), not self._board.isHidden())
        plots, numbers = PLOTS_SHARE * self._beside[0], NUMBERS_SHARE * self._beside[1]
        if plots and numbers:
            plots, numbers = BOTH_SHARES
        self._parts.splitter.setSizes(
            [round(part * width) for part in (1.0 - plots - numbers, plots, numbers)]
        )


def scale_theme(scale: float, larger: float = 1.0, is_dark: bool = False) -> Theme:
    """The projector theme for a window ``scale`` times as wide as the design, with words ``larger``
    times as large.
    """
    theme = PROJECTOR.with_text(PROJECTOR.caption * scale * larger)
    if is_dark:
        theme = replace(theme, name="projector-dark", palette=DARK_PROJECTOR_PALETTE)
    ui, plots = max(0.8, PROJECTOR.ui * scale) * larger, max(1.0, PLOTS_LARGER * scale) * larger
    return replace(
        theme, line=PROJECTOR.line * scale, point=PROJECTOR.point * scale, ui=ui, plots=plots
    )


# of the type, in sizes of the light theme; the largest in a window as wide as the design
LARGEST, SMALLEST, STEP = 2.1, 0.8, 0.9
EDGE = 32.0


class NumbersBoard(Themed, QWidget):
    """A column that borrows the numbers of the lesson panel, in the largest type that shows all of
    them.
    """

    def __init__(self, numbers: NumbersView) -> None:
        super().__init__()
        self.setObjectName("board")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.numbers = numbers
        self.scale = self.larger = 1.0
        self._column = QVBoxLayout(self)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)

    def borrow(self) -> None:
        """Take the numbers over from the panel."""
        self._column.addWidget(self.numbers)
        self.numbers.is_rounded = True
        self.numbers.installEventFilter(self)

    def hand_back(self) -> NumbersView:
        """Return the numbers to their panel."""
        self.numbers.removeEventFilter(self)
        self._column.removeWidget(self.numbers)
        self.numbers.is_rounded = False
        self.hide()
        return self.numbers

    def toggle_digits(self) -> None:
        """Show all digits of the numbers, or three."""
        self.numbers.is_rounded = not self.numbers.is_rounded
        self.numbers.updateGeometry()
        self._fill()
        self.numbers.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)  # its share of the width sets its size

    def fit(self, theme: Theme, scale: float, larger: float = 1.0) -> None:
        """Take the colours of a theme, in a window ``scale`` times as wide as the design;
        ``larger`` scales the words.
        """
        self.theme, self.scale, self.larger = theme, scale, larger
        self._fill()
        self.update()

    def _fill(self) -> None:
        """Set the largest type that shows all numbers, the smallest where none does."""
        edge = round(EDGE * self.scale)
        self._column.setContentsMargins(edge, edge, edge, edge)
        width, height = self.width() - 2 * edge, self.height() - 2 * edge
        size = LARGEST * self.scale * self.larger
        while size * STEP >= SMALLEST and self.numbers.height_for(width, size) > height:
            size *= STEP
        if self.numbers.theme.ui != size or self.numbers.theme.palette is not self.theme.palette:
            self.numbers.set_theme(replace(self.theme, ui=size))

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) and self.isVisible():
            self._fill()  # other numbers need another height
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()

    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(self) as painter:
            painter.fillRect(self.rect(), QColor(self.colours.canvas))
            painter.fillRect(0, 0, 1, self.height(), QColor(self.colours.hairline))
