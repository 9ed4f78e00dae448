"""Parts in a column or a row, scroll areas, and the words of a part: its name for tests and style
sheets, for screen readers, its tip.  Words are plain: whatever a file contains is shown character
by character."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial
from html import escape
from typing import TypeVar

from PySide6.QtCore import QEvent, Qt, SignalInstance
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import invalidate

from ...errors import printable

# A widget or a layout, one with its share of the remaining room, or a share of empty space.
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int
W = TypeVar("W", bound=QWidget)
Margins = tuple[int, int, int, int]
NO_MARGINS: Margins = (0, 0, 0, 0)


def in_column(
    owner: QWidget | None, *parts: Part, margins: Margins = NO_MARGINS, spacing: int | None = None
) -> QVBoxLayout:
    """Parts below each other: the layout of ``owner``, without gaps, or (None) a part of another
    layout, with its gaps.
    """
    return _with_parts(
        QVBoxLayout() if owner is None else QVBoxLayout(owner), parts, margins, spacing
    )


def in_row(
    owner: QWidget | None, *parts: Part, margins: Margins = NO_MARGINS, spacing: int | None = None
) -> QHBoxLayout:
    """The same with parts beside each other."""
    return _with_parts(
        QHBoxLayout() if owner is None else QHBoxLayout(owner), parts, margins, spacing
    )


L = TypeVar("L", bound=QBoxLayout)


def _with_parts(layout: L, parts: tuple[Part, ...], margins: Margins, spacing: int | None) -> L:
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    elif layout.parentWidget() is not None:
        layout.setSpacing(0)
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(part)
            continue
        inside, share = part if isinstance(part, tuple) else (part, 0)
        if isinstance(inside, QWidget):
            layout.addWidget(inside, share)
        else:
            layout.addLayout(inside, share)
            forget_places(inside)
    return layout


def forget_places(layout: QLayout) -> None:
    """Let PySide forget the places in a layout that was just put into another one.

    It keeps a wrapper for each, and is not told when Qt deletes a place.  What is created at that
    address later, a row of a list or a step to undo, then has two wrappers: where Qt deleted it,
    the program crashed.
    """
    for part in (layout, *layout.findChildren(QLayout)):
        for place in map(part.itemAt, range(part.count())):
            if place is not None and place.layout() is None:
                invalidate(place)


def with_name(widget: W, name: str, words: str = "", tip: str = "") -> W:
    """The widget with a name, with words for screen readers and with a tip, as far as they are
    given.
    """
    widget.setObjectName(name)
    if words:
        widget.setAccessibleName(words)
    if tip:
        widget.setToolTip(plain_tip(tip))
    return widget


class KeepsKeys:
    """A widget that keeps some keys to itself, which are shortcuts of the window elsewhere."""

    def keeps(self, event: QKeyEvent) -> bool:
        """Whether this is such a key."""
        raise NotImplementedError

    def event(self, event: QEvent) -> bool:
        """Let Qt ask for the key instead of the shortcut."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and self.keeps(event):
            event.accept()
            return True
        return bool(super().event(event))  # type: ignore[misc]


MOVING = {Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class SheetPage(KeepsKeys, QWidget):
    """A page in which some keys move."""

    def keeps(self, event: QKeyEvent) -> bool:
        return event.key() in MOVING and event.modifiers() == Qt.KeyboardModifier.NoModifier


class PushButton(QPushButton):
    """Enter presses it while it has the keyboard, and from elsewhere in a dialog does not."""

    def __init__(self, words: str = "") -> None:
        super().__init__(words)
        self.setAutoDefault(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self.menu() is not None:
            self.showMenu()
        else:
            self.click()


def push_button(
    words: str, call: Callable[[], object] | SignalInstance, name: str = "", tip: str = ""
) -> PushButton:
    """A button that calls a function without parameters, or emits a signal."""
    result = with_name(PushButton(words), name, tip=tip)
    result.clicked.connect(call)
    return result


class PlainLabel(QLabel):
    """A label whose text is never mark-up; Qt alone would draw a class called ``<img src=...>`` as
    a picture.
    """

    def __init__(self, text: str = "", *, wraps: bool = False, tone: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(wraps)
        if tone:
            self.setProperty("tone", tone)


TIP_LETTERS = 48  # of a line of a tool tip: Qt itself breaks none before the edge of the screen


def plain_tip(text: str) -> str:
    """A tool tip that shows the text, which Qt might take for mark-up, in lines of some seven
    words.
    """
    wrap = partial(textwrap.wrap, width=TIP_LETTERS, break_on_hyphens=False)
    lines = [part for line in text.split("\n") for part in wrap(line) or [""]]
    if "<" in text:
        return f"<p>{'<br>'.join(map(escape, lines))}</p>"
    return "\n".join(lines)


def plain_entry(text: str) -> str:
    """A text as the entry of a menu: its ampersands mark no shortcuts."""
    return printable(text).replace("&", "&&")


def one_line(text: str) -> str:
    """What was typed or pasted into a field of one line: a break of the clipboard is a blank."""
    return " ".join(line.strip() for line in text.splitlines() if line.strip())


BAR = 8  # pixels, as the style sheet has it


class QuietBar(QScrollBar):
    """A scroll bar that keeps its room, and is visible only where there is something to scroll."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)


class QuietArea(QScrollArea):
    """Scrolls up and down, without a frame or keyboard focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


class FramedArea(QScrollArea):
    """Takes the keyboard where arrows have something to scroll, and has a frame then."""

    takes_keys = True

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        for bar in self._bars:
            bar.rangeChanged.connect(self._take_keys)
        self._take_keys()

    @property
    def _bars(self) -> tuple[QScrollBar, QScrollBar]:
        return self.horizontalScrollBar(), self.verticalScrollBar()

    def _take_keys(self) -> None:
        scrolls = self.takes_keys and any(bar.maximum() > bar.minimum() for bar in self._bars)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if scrolls else Qt.FocusPolicy.NoFocus)


class SteadyArea(FramedArea):
    """Scrolls up and down, and always keeps the room of the bar.

    A bar that comes and goes changes the width of the content.  Content that shrinks to fit its
    width, as matrices do, is lower in a narrow column: with the bar it needs none, without the bar
    it needs one, and Qt alternates until the stack overflows.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBar(QuietBar())
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().rangeChanged.connect(self._take_keys)
