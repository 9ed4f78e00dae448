"""Windows that go from test to test: put back to where they began, and handed on only if nothing of a test is left in them.

A window costs more than most of what is asked of it.  So a window that is given back is put in order, and then compared with what
it was when it was new, attribute by attribute, widget by widget and listener by listener.  One in which anything differs is closed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QMetaMethod, QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLabel, QLineEdit, QScrollBar, QWidget

from linclass_gui.app.views.picture import Picture
from linclass_gui.app.widgets.number_field import Bubble
from linclass_gui.app.window import MainWindow
from linclass_gui.core.appearance.theme import LIGHT, Theme
from linclass_gui.core.document import Document

SIZE = (1280, 800)
LONG = 1000  # milliseconds: what waits for less is the next picture, and who asks whether that takes long
PLAIN = (bool, int, float, str, bytes, Path, Enum, Theme, type(None))
# What depends on the clock (and is forgotten between two tests), what counts on for ever, and what is being computed.
PASSING = frozenset(
    {
        "_seconds",
        "_drawing_seconds",
        "_was_left_out",
        "_under_way",
        "_result",
        "_asked",
        "_shown",
        "_left_out",
        "_last_seconds",
        "_is_of_another",
        "time",
    }
)

LATE = ("comparison", "presenting")  # parts that a window builds when they are first wanted
REMADE = ("widgets", "window.panel.")  # what is made anew with the forms

Print = dict[str, object]
Heard = list[tuple[QObject, str, int]]  # who sends, what, and to how many


class WindowPool:
    """At most one idle window, which is as it was when it was new."""

    def __init__(self, make: Callable[[Document], MainWindow]) -> None:
        self._make = make
        self._idle: MainWindow | None = None
        self._lent: dict[MainWindow, tuple[Heard, Print]] = {}

    def lend(self, document: Document) -> MainWindow:
        """A window that shows the document and has fitted it."""
        window, self._idle = self._idle, None
        if window is None:
            window = self._make(document)
            put_in_order(window, document, is_thorough=True)
            self._lent[window] = heard(window), fingerprint(window)
            keep(window)
        elif window.isHidden() or window.session.document is not document:
            window.show()
            put_in_order(window, document, is_thorough=False)
        return window

    def put_away(self) -> None:
        """The next test has windows of its own: none lies beside or below them."""
        if self._idle is not None:
            self._idle.hide()

    def take_back(self, window: MainWindow, document: Document) -> bool:
        """Keep the window for the next test if it can be put in order; whether it could."""
        new = self._lent.pop(window)
        try:
            is_good = (
                self._idle is None and shiboken6.isValid(window) and window.isVisible() and _is_restored(window, document, new)
            )
        except BaseException:
            close(window)
            raise
        if is_good:
            keep(window)
            self._idle, self._lent[window] = window, new
        else:
            close(window)
        return is_good

    def close(self) -> None:
        """Close the window that nobody needs any more."""
        if self._idle is not None:
            close(self._idle)


def _is_restored(window: MainWindow, document: Document, new: tuple[Heard, Print]) -> bool:
    """Put a window in order, more thoroughly where that may help; whether it then is as it was when it was new."""
    listening, begin = new
    has_more = window.recovery._path is not None or any(f"window.{name}" not in begin for name in vars(window) if name in LATE)
    if has_more or any(shiboken6.isValid(sender) and sender.receivers(signal) > count for sender, signal, count in listening):
        return False  # or a test that still listens would hear what is done now
    for is_thorough in (False, True):
        put_in_order(window, document, is_thorough)
        now = fingerprint(window)
        others = [name for name in {*now, *begin} if now.get(name) != begin.get(name)]
        if not others:
            return True
        if not all(name.startswith(REMADE) for name in others):
            return False
    return False


def close(window: MainWindow) -> None:
    """End a window without being asked whether to save."""
    if shiboken6.isValid(window):
        window.session.undo_stack.setClean()
        window.close()
        window.deleteLater()


def keep(window: MainWindow) -> None:
    """The window and its thread are not what a test has left behind."""
    window.setProperty("kept", True)
    window.session.questions._scheduler._thread.name = "fits of the kept window"  # type: ignore[union-attr]


def settle(window: MainWindow) -> None:
    """Until everything is fitted, painted and at its place."""
    assert window.session.wait_idle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    window.numbers._timer.stop()
    window.numbers.show()
    QCoreApplication.processEvents()


def put_in_order(window: MainWindow, document: Document, is_thorough: bool) -> None:
    """Undo what tests do to a window; thoroughly: with all forms and rows made anew."""
    window.activateWindow()
    if popup := QApplication.activePopupWidget():
        popup.close()
    for dialog in window.findChildren(QDialog):
        dialog.close()
    for bubble in window.findChildren(Bubble):
        bubble._timer.stop()
        bubble.hide()
    for torn_off in tuple(window.plots.windows):
        torn_off.close()
    if window.is_presenting():
        window.presenting.end()
    if window.help_card is not None:
        window.help_card.deleteLater()
        window.help_card = None
    window.settings._store.clear()
    window.settings.theme = "light"
    window.status_line._message_timer.stop()
    window.status_line._forget_message()
    window.canvas._button = Qt.MouseButton.NoButton
    window.playback.close_playback()
    window.tool_bar.choose("select")
    window.set_theme(LIGHT)
    window.resize(*SIZE)
    window.canvas.budget._seconds.clear()
    window.canvas.budget._left_out = frozenset()
    for picture in window.findChildren(Picture):
        picture._drawing._seconds.clear()  # nothing has been drawn yet, so nobody knows how long it takes
    if is_thorough:
        window.session.load(Document.empty())
        window.numbers.show()
    window.session.load(document)
    window.panel.folds = {}
    window.panel.layers._kept = frozenset(name for name in window.panel.layers.rows if name in document.layers)
    window.panel.layers._arrange()
    window.panel.arrange()
    window.canvas.setFocus()
    settle(window)


def fingerprint(window: MainWindow) -> Print:
    """All that a window holds and shows, by where it stands."""
    found: Print = dict(_attributes(window))
    found["widgets"] = Counter(_widget(widget) for widget in window.findChildren(QWidget) if widget.isVisibleTo(window))
    found["actions"] = Counter((a.text(), a.isEnabled(), a.isChecked(), a.isVisible()) for a in window.findChildren(QAction))
    found["timers"] = Counter(
        t.interval() for t in window.findChildren(QTimer) if t.isActive() and (t.interval() > LONG or not t.isSingleShot())
    )
    found["shown"] = (window.windowTitle(), window.isWindowModified(), int(window.windowState().value), window.size().toTuple())
    return found


def _widget(widget: QWidget) -> tuple[object, ...]:
    match widget:
        case QAbstractButton():
            said: object = (widget.text(), widget.isChecked())
        case QLabel() | QLineEdit():
            said = widget.text()
        case QComboBox():
            said = widget.currentText()
        case QScrollBar():
            said = widget.value()
        case _:
            said = widget.hasFocus()
    rectangle = widget.geometry().getRect()
    return type(widget).__name__, widget.isEnabled(), rectangle, widget.toolTip(), said


def heard(window: MainWindow) -> Heard:
    """The own signals of everything that a window is made of, and how many listen to each."""
    senders = (owner for _, owner, _ in _owners(window) if isinstance(owner, QObject))
    return [(sender, signal, sender.receivers(signal)) for sender in senders for signal in _signals(sender)]


def _attributes(window: MainWindow) -> Iterator[tuple[str, object]]:
    """The plain values among the attributes of all objects of the app that a window is made of, and who listens to them."""
    for place, owner, is_seen in _owners(window):
        if isinstance(owner, QObject):
            for signal in _signals(owner):
                yield f"{place}.{signal}", owner.receivers(signal)
        for name, value in _held(owner):
            # What is hidden is filled when it is shown; only its flags say whether and how it will be.
            if is_seen or isinstance(value, bool):
                yield f"{place}.{name}", _told(value)


def _owners(window: MainWindow) -> Iterator[tuple[str, object, bool]]:
    """The objects of the app that a window is made of: where each stands, and whether it is seen."""
    seen, queue = {id(window)}, [("window", window, True)]
    for place, owner, is_owner_seen in queue:
        is_seen = owner.isVisibleTo(window) if isinstance(owner, QWidget) else is_owner_seen
        yield place, owner, is_seen
        for name, value in _held(owner):
            for step, part in _parts(value):
                if id(part) not in seen and type(part).__module__.startswith("linclass_gui.app"):
                    seen.add(id(part))
                    queue.append((f"{place}.{name}{step}", part, is_seen))


SIGNALS: dict[type, tuple[str, ...]] = {}


def _signals(owner: QObject) -> tuple[str, ...]:
    """The signatures of an object's own signals: whoever listens to them and was not there before is of a test."""
    kind = type(owner)
    if kind not in SIGNALS:
        names = {name for base in kind.__mro__ if base.__module__.startswith("linclass_gui") for name in vars(base)}
        methods = (owner.metaObject().method(k) for k in range(owner.metaObject().methodCount()))
        own = (m for m in methods if m.methodType() is QMetaMethod.MethodType.Signal and m.name().toStdString() in names)
        SIGNALS[kind] = tuple(f"2{m.methodSignature().toStdString()}" for m in own)  # the 2 says that it is a signal
    return SIGNALS[kind]


def _held(owner: Any) -> Iterator[tuple[str, Any]]:
    """The attributes of an object that are its own, without those that pass."""
    slots = (name for kind in type(owner).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(owner, name))
    held = (*(vars(owner).items() if hasattr(owner, "__dict__") else ()), *((name, getattr(owner, name)) for name in slots))
    return ((name, value) for name, value in held if name not in PASSING and not isinstance(value, SignalInstance))


def _parts(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        yield from ((f"[{key!r}]", part) for key, part in value.items())
    elif isinstance(value, list | tuple):
        yield from ((f"[{k}]", part) for k, part in enumerate(value))
    else:
        yield "", value


def _told(value: object) -> object:
    """A value as it can be compared: plain ones by themselves, collections by what is in them, all others by their kind."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, list | tuple):
        return type(value).__name__, tuple(_told(each) for each in value)
    if isinstance(value, dict):
        return "dict", tuple((_told(key), _told(each)) for key, each in value.items())
    if isinstance(value, set | frozenset):
        return "set", frozenset(_told(each) for each in value)
    if isinstance(value, QObject) and not shiboken6.isValid(value):
        return "gone"
    return type(value).__qualname__
