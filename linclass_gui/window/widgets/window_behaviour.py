"""The behaviour of windows: sizes, the order of the Tab key, and no click through.

A dialog or menu that closes under the pointer takes the press that follows, which must not reach
the window beneath."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QMouseEvent, QWindow
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QScrollArea, QWidget
from shiboken6 import isValid

from ..timers import make_timer
from .themed import descendants

LEAST = QSize(960, 600)  # of the window at the scale 1
LEAST_CANVAS = 200
TITLE_BAR = 40  # the height of the window manager's frame
SMALLEST = 0.25  # the smallest readable scale


def scale_for_screen(window: QMainWindow, scale: float = 1.0) -> float:
    """The largest scale of the window, up to ``scale``, at which its least size fits the screen.

    The scale of the desktop makes a screen small, too: of 1600 x 1000 pixels the scale 3 leaves 533
    x 333.
    """
    room = window.screen().availableSize()
    return max(
        SMALLEST,
        min(scale, room.width() / LEAST.width(), (room.height() - TITLE_BAR) / LEAST.height()),
    )


def fit_screen(window: QMainWindow) -> None:
    """Fill a screen that is no larger than the window, whose frame would otherwise reach below the
    screen.
    """
    room = window.screen().availableSize()
    if window.width() >= room.width() or window.height() >= room.height():
        # without a window manager no window is maximised
        window.resize(window.size().boundedTo(room))
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def resize_within_screen(window: QWidget, width: int, height: int) -> None:
    """Give a window a size, limited to its screen less its title bar."""
    window.resize(
        QSize(width, height).boundedTo(window.screen().availableSize() - QSize(0, TITLE_BAR))
    )


def bring_to_front(window: QWidget) -> None:
    """Show a window, or bring it to the front."""
    window.show()
    window.raise_()
    window.activateWindow()


ROW = 20  # pixels: widgets less apart in height are in one row


def in_reading_order(area: QWidget) -> list[QWidget]:
    """The widgets that the Tab key reaches in an area, from row to row."""

    def place(widget: QWidget) -> tuple[tuple[int, int], ...]:
        # The place of the scroll area, then the place in it, so that scrolling does not change the
        # order.
        places, inner, point = [], widget, QPoint(0, widget.height() // 2)
        above = widget.parentWidget()
        while above is not None and above is not area:
            if isinstance(above, QScrollArea) and (content := above.widget()) is not None:
                inside = inner.mapTo(content, point)
                places.append((inside.y() // ROW, inside.x()))
                inner, point = above, QPoint(0, ROW)  # it begins below the head above it
            above = above.parentWidget()
        outside = inner.mapTo(area, point)
        return ((outside.y() // ROW, outside.x()), *reversed(places))

    return sorted((w for w in descendants(area) if _takes_tab(w)), key=place)


def focus_next(areas: Sequence[QWidget], forward: bool) -> bool:
    """Give the keyboard to the next widget in areas that are read one after the other, after the
    last to the first.

    False when nothing in them has it now.
    """
    order = [widget for area in areas for widget in in_reading_order(area)]
    focus = areas[0].window().focusWidget()
    if focus not in order:
        return False
    target = order[(order.index(focus) + (1 if forward else -1)) % len(order)]
    target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _scroll_to(target)
    return True


def focus_region(regions: Sequence[QWidget], forward: bool) -> None:
    """Give the keyboard to the next region that has a use for it, after the last to the first."""
    focus = regions[0].window().focusWidget()
    stops = [
        (region, [region] if _takes_tab(region) else in_reading_order(region)) for region in regions
    ]
    open_regions = [(region, inside[0]) for region, inside in stops if inside]
    here = [k for k, (region, _) in enumerate(open_regions) if _holds(region, focus)]
    step = 1 if forward else -1
    target = open_regions[(here[-1] + step if here else 0) % len(open_regions)][1]
    target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _scroll_to(target)


def _holds(region: QWidget, widget: QWidget | None) -> bool:
    """Whether a widget is a region or stands in it."""
    return widget is not None and (widget is region or region.isAncestorOf(widget))


def _takes_tab(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return takes and widget.isVisible() and widget.isEnabled()


def _scroll_to(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()


NEAR = 20.0  # pixels between the two halves of a double click
PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class ClickGuard(QObject):
    """Swallows one press, with its release, where something has closed, within the time of a double
    click.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._at, self._swallows = QPointF(), False
        self._gone = make_timer(
            QApplication.doubleClickInterval(), self, self._give_up, single_shot=True
        )

    def begin(self) -> None:
        """Ignore a press here, after something closed under the pointer."""
        self._at, self._swallows = QPointF(QCursor.pos()), False
        _application().installEventFilter(self)
        self._gone.start()

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or event.type() not in (
            *PRESSES,
            QEvent.Type.MouseButtonRelease,
        ):
            return False
        if event.type() in PRESSES:
            self._swallows = (event.globalPosition() - self._at).manhattanLength() <= NEAR
            if not self._swallows:
                self._end()
            return self._swallows
        if not self._swallows:
            return False  # the release of the first half
        self._end()
        return True

    def _give_up(self) -> None:
        if not self._swallows:
            self._end()

    def _end(self) -> None:
        self._gone.stop()
        _application().removeEventFilter(self)


class ClosedWindows(QObject):
    """Stops clicks from falling through a dialog or a menu that has just closed to the window
    below.

    A dialog is recognised by the focus that it leaves to the window, a menu by its signal of
    hiding.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._second = window, ClickGuard(self)
        self._focused: QWindow | None = None
        _application().focusWindowChanged.connect(self._on_focus)
        window.installEventFilter(self)

    def watch(self, menu: QMenu) -> None:
        """Watch a menu of the window; its child menus are found automatically."""
        menu.aboutToHide.connect(self._second.begin)

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        menu = event.child() if isinstance(event, QChildEvent) and event.polished() else None
        if isinstance(menu, QMenu):
            self.watch(menu)
        return False

    def _on_focus(self, focused: QWindow | None) -> None:
        if focused is None:
            return  # between two windows
        before, self._focused = self._focused, focused
        has_closed = before is not None and not (isValid(before) and before.isVisible())
        if has_closed and focused is self._window.windowHandle():
            self._second.begin()


def _application() -> QGuiApplication:
    application = QGuiApplication.instance()
    assert isinstance(application, QGuiApplication)
    return application
