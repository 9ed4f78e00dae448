"""Pictures by keys and in words.

A pointer is moved by keys and does everything that the mouse does, by the same gestures: arrows
move it (Shift: finer), Tab goes to the next thing that can be dragged, Space grabs and drops, Enter
clicks.  Screen readers get descriptions, and announcements of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QUndoStack,
)
from PySide6.QtWidgets import QWidget

from solvers import Floats

from ...draw.qt_surface import painting
from ...scene.marks import Point
from ...scene.theme import Theme
from ..timers import make_timer

STEP_PX, FINE_STEP_PX = 10.0, 1.0
SIZE, GAP = 47, 9.0
ARROWS = {
    Qt.Key.Key_Left: QPointF(-1.0, 0.0),
    Qt.Key.Key_Right: QPointF(1.0, 0.0),
    Qt.Key.Key_Up: QPointF(0.0, -1.0),
    Qt.Key.Key_Down: QPointF(0.0, 1.0),
}
TABS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
OTHER_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
BY_KEYS = Qt.MouseEventSource.MouseEventSynthesizedByApplication
NO_BUTTON, LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton
BY_MOUSE = (QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel)


class PointedPicture(Protocol):
    """The picture that the pointer is on (:class:`.picture.Picture`)."""

    theme: Theme

    @property
    def is_dragging(self) -> bool: ...
    def viewport(self) -> QWidget: ...
    def takes_arrows(self) -> bool: ...
    def stops(self) -> Floats: ...
    def first_stop(self) -> Point | None: ...
    def click_at(self, position: QPointF) -> None: ...
    def leaveEvent(self, event: QEvent, /) -> None: ...


class KeyPointer(QObject):
    """The pointer of one picture: it comes with an arrow, and goes with Escape, the mouse, or the
    keyboard itself.
    """

    def __init__(self, view: PointedPicture, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._mark: _Mark | None = None
        self._last: QPointF | None = None  # its place when it was hidden
        self.at: QPointF | None = None  # None: it is hidden

    @property
    def is_carrying(self) -> bool:
        """Whether Space has grabbed something."""
        return self.at is not None and self._view.is_dragging

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the pointer rather than to a shortcut of the window."""
        key, modifiers = (
            Qt.Key(event.key()),
            event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier,
        )
        if key in ARROWS and modifiers in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
        ):
            return self.at is not None or self._view.takes_arrows()
        return self.at is not None and (key in OTHER_KEYS or key in TABS)

    def take(self, event: QKeyEvent) -> bool:
        """Carry out a key; False: it is not for the pointer."""
        key = Qt.Key(event.key())
        if not self.wants(event):
            return False
        if self.at is None:
            self.appear()
        elif key in ARROWS:
            fine = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._show_at(self.at + ARROWS[key] * (FINE_STEP_PX if fine else STEP_PX))
        elif key in TABS:
            return self._to_next_stop(TABS[key])
        elif key == Qt.Key.Key_Escape:
            if self.is_carrying:
                return False  # the picture cancels its gesture
            self.hide()
        elif self.is_carrying:
            self._send(QEvent.Type.MouseButtonRelease, LEFT)
        elif key == Qt.Key.Key_Space:
            self._send(QEvent.Type.MouseButtonPress, LEFT, event.modifiers())
        else:
            self._view.click_at(self.at)
        return True

    def appear(self) -> None:
        """Show the pointer where it was last, at first in the middle."""
        self._show_at(self._last or self._start())

    def hide(self) -> None:
        """Hide the pointer; a grabbed thing is dropped where it is."""
        if self.at is None:
            return
        if self.is_carrying:
            self._send(QEvent.Type.MouseButtonRelease, LEFT)
        self.at, self._last = None, self.at
        self._view.viewport().removeEventFilter(self)
        if self._mark is not None:
            self._mark.hide()
        # as where a mouse leaves: else the reading under the pointer would stay
        self._view.leaveEvent(QEvent(QEvent.Type.Leave))

    def forget(self) -> None:
        """Forget its place, for another document."""
        self.hide()
        self._last = None

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        is_own = isinstance(event, QMouseEvent) and event.source() == BY_KEYS
        if event.type() in BY_MOUSE and not is_own:
            self.hide()
        return False

    def _start(self) -> QPointF:
        start = self._view.first_stop()
        return QPointF(self._view.viewport().rect().center()) if start is None else QPointF(*start)

    def _show_at(self, position: QPointF) -> None:
        viewport = self._view.viewport()
        if self._mark is None:
            self._mark = _Mark(viewport)
        if self.at is None:
            viewport.installEventFilter(self)
        inside = viewport.rect()
        self.at = QPointF(
            min(max(position.x(), 0.0), inside.right()),
            min(max(position.y(), 0.0), inside.bottom()),
        )
        self._mark.show_at(self.at, self._view.theme)
        self._send(QEvent.Type.MouseMove, LEFT if self.is_carrying else NO_BUTTON)

    def _to_next_stop(self, step: int) -> bool:
        """Move to the nearest thing that can be dragged, or to the next one; False: there is none,
        and Tab leaves the picture.
        """
        assert self.at is not None
        X, inside = self._view.stops(), self._view.viewport().rect()
        X = X[((X >= 0.0) & ((inside.right(), inside.bottom()) >= X)).all(axis=1)]
        if self.is_carrying or len(X) == 0:
            self.hide()
            return False
        # rounded: what has just been dropped here is here
        offsets = (X - (self.at.x(), self.at.y())).round(3)
        nearest = int(np.argmin(np.hypot(*offsets.T)))
        if not offsets[nearest].any():  # on one already: the next, from left to right
            order = np.lexsort((X[:, 1], X[:, 0]))
            x, y = step * offsets[order].T
            further = order[(x > 0.0) | ((x == 0.0) & (y > 0.0))][::step]
            if len(further) == 0:
                self.hide()
                return False
            nearest = int(further[0])
        self._show_at(QPointF(*X[nearest].tolist()))
        return True

    def _send(
        self,
        kind: QEvent.Type,
        button: Qt.MouseButton,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        assert self.at is not None
        place = QPointF(self._view.viewport().mapToGlobal(self.at))
        buttons = NO_BUTTON if kind == QEvent.Type.MouseButtonRelease else button
        pressed_button = NO_BUTTON if kind == QEvent.Type.MouseMove else button
        event = QMouseEvent(
            kind, self.at, self.at, place, pressed_button, buttons, modifiers, BY_KEYS
        )
        QCoreApplication.sendEvent(self._view.viewport(), event)


class _Mark(QWidget):
    """Four strokes around its place, dark on light: visible on every ground, and hiding no
    point.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("key-pointer")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.resize(SIZE, SIZE)
        self._theme: Theme | None = None

    def show_at(self, position: QPointF, theme: Theme) -> None:
        """Show it with its middle here."""
        self._theme = theme
        self.move(round(position.x()) - SIZE // 2, round(position.y()) - SIZE // 2)
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._theme is None:
            return
        middle = QPointF(0.5 * SIZE, 0.5 * SIZE)
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for colour, width in (
                (self._theme.palette.canvas, 5.0),
                (self._theme.palette.ink, 2.2),
            ):
                painter.setPen(QPen(QColor(colour), width))
                for way in ARROWS.values():
                    painter.drawLine(middle + way * GAP, middle + way * (0.5 * SIZE - 3.0))


REST_MS = 400  # a picture that has not changed for so long is described: not every step of a drag

# The description of a picture, and its announcements, topic by topic; None while it moves.
InWords = tuple[str, Mapping[str, str]] | None


class Announcements(QObject):
    """Keeps the description of one picture up to date, and announces changes once it is at rest."""

    announced = Signal(str)  # the last announcements

    def __init__(self, picture: QWidget, in_words: Callable[[], InWords]) -> None:
        super().__init__(picture)
        self._picture, self._in_words = picture, in_words
        self._known: Mapping[str, str] | None = None
        self._timer = make_timer(REST_MS, self, self.tell, single_shot=True)

    def wait(self) -> None:
        """Wait until the changed picture rests."""
        self._timer.start()

    def tell(self) -> None:
        """Describe the picture, unless it is moving or waits for fits, after which it will be
        painted again.
        """
        words = self._in_words()
        if words is None:
            return
        description, news = words
        self._picture.setAccessibleDescription(description)
        news_before, self._known = self._known, news
        sentence = " ".join(
            new
            for topic, new in news.items()
            if news_before is not None and new and news_before.get(topic) != new
        )
        if sentence:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._picture, sentence))
            self.announced.emit(sentence)


class LastStep:
    """The last step done or undone."""

    def __init__(self, stack: QUndoStack) -> None:
        self._stack, self._known, self._news = (
            stack,
            (stack.index(), stack.undoText()),
            ("step", ""),
        )

    def news(self) -> tuple[str, str]:
        """A topic, new after each step (so that repeated steps are announced twice), and the step
        in words.
        """
        step_before, step = self._known, (self._stack.index(), self._stack.undoText())
        if step != step_before:
            text = f"Undo: {self._stack.redoText()}." if step[0] < step_before[0] else f"{step[1]}."
            self._known, self._news = (
                step,
                (
                    "step" if self._news[0] != "step" else "next step",
                    text if self._stack.count() else "",
                ),
            )
        return self._news
