"""Windows that go from test to test: put back to where they began, and handed on only if nothing of a test is left in them.

A window costs more than most of what is asked of it.  So a window that is given back is put in order, and then compared with what
it was when it was new, attribute by attribute, widget by widget and listener by listener.  One in which anything differs is closed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from enum import Enum
from pathlib import Path
from typing import Any
from unittest.mock import patch

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QMetaMethod, QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLabel, QLineEdit, QScrollBar, QWidget

from linclass_gui.app.views.picture import Picture
from linclass_gui.app.views.plot import PlotView
from linclass_gui.app.views.plots_area import columns_of
from linclass_gui.app.widgets.number_field import Bubble
from linclass_gui.app.window import MainWindow
from linclass_gui.core.appearance.theme import LIGHT, Theme
from linclass_gui.core.document import Document, View
from linclass_gui.core.fits.jobs import Answer
from linclass_gui.core.framing import Frame
from linclass_gui.core.scene import Scene
from linclass_gui.plots import PLOTS

SIZE = (1280, 800)
PATIENCE = 20  # turns of events in which a plot is painted
LONG = 1000  # milliseconds: what waits for less is the next picture, and who asks whether that takes long
PLAIN = (bool, int, float, str, bytes, Path, Enum, Theme, type(None))
# What depends on the clock (and is forgotten between two tests), what counts on for ever, and what is being computed.
LATE = ("presenting",)  # what a window builds when it is first wanted
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

SEEN = (float, int, frozenset, tuple, View)  # parts of a scene that are the same when they are equal
REMADE = ("widgets", "window.panel.")  # what is made anew with the forms

Print = dict[str, object]
Heard = list[tuple[QObject, str, int]]  # who sends, what, and to how many


@dataclass(frozen=True, eq=False)
class Begin:
    """What a window was when it was new: who listens in it, what it holds, what it shows and through what, and its fits."""

    listening: Heard
    print: Print
    scene: Scene
    frame: Frame
    answers: dict[str, Answer]

    @classmethod
    def of(cls, window: MainWindow) -> Begin:
        """The window as it is now."""
        session = window.session
        return cls(heard(window), fingerprint(window), session.scene, session._frame, dict(session.questions.answers.final))

    def is_shown_by(self, window: MainWindow) -> bool:
        """Whether a window shows what it began with, the very same fits, and knows of nothing to undo."""
        session, one = window.session, self.scene
        is_same = session.undo_stack.count() == 0 and session.path is None and session.is_idle and session._frame == self.frame
        pairs = ((getattr(one, field.name), getattr(session.scene, field.name)) for field in fields(one))
        return is_same and session.committed is one.document and all(a is b or (type(a) in SEEN and a == b) for a, b in pairs)

    @contextmanager
    def known_to(self, window: MainWindow) -> Iterator[None]:
        """What is loaded meanwhile has the fits of the beginning: to find the same ones again after every test takes its time."""
        answers = window.session.questions.answers

        def begin_again() -> None:
            answers.newest, answers.final = dict(self.answers), dict(self.answers)

        with patch.object(answers, "clear", begin_again):
            yield


class WindowPool:
    """At most one idle window, which is as it was when it was new."""

    def __init__(self, make: Callable[[Document], MainWindow]) -> None:
        self._make = make
        self._idle: MainWindow | None = None
        self._lent: dict[MainWindow, Begin] = {}

    def lend(self, document: Document) -> MainWindow:
        """A window that shows the document and has fitted it."""
        window, self._idle = self._idle, None
        if window is None:
            window = self._make(document)
            put_in_order(window, document, "thoroughly")
            self._lent[window] = Begin.of(window)
            keep(window)
        elif window.isHidden() or window.session.document is not document:
            window.show()
            put_in_order(window, document, "anew")
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
        """Close the window that is no longer needed."""
        if self._idle is not None:
            close(self._idle)


def _is_restored(window: MainWindow, document: Document, new: Begin) -> bool:
    """Put a window in order, more thoroughly where that may help; whether it then is as it was when it was new."""
    begin = new.print
    has_other_plots = drop_plots(window)
    has_more = window.recovery._path is not None or any(f"window.{name}" not in begin for name in vars(window) if name in LATE)
    if has_more or any(shiboken6.isValid(sender) and sender.receivers(signal) > count for sender, signal, count in new.listening):
        return False  # or a test that still listens would hear what is done now
    is_same = window.session.committed is new.scene.document and window.session.undo_stack.count() == 0
    are_of_forms = False
    for way in ("as it is", "anew", "thoroughly") if is_same else ("anew", "thoroughly"):
        if way == "anew" and are_of_forms:
            continue  # the same document would leave the forms as they are
        with new.known_to(window):
            put_in_order(window, document, way)
        if has_other_plots:  # those that were made meanwhile have another size or theme
            has_other_plots = False
            drop_plots(window, at_any_rate=True)
            settle(window)
        if way == "as it is" and not new.is_shown_by(window):
            continue
        now = fingerprint(window)
        others = [name for name in {*now, *begin} if now.get(name) != begin.get(name)]
        if not others:
            return True
        are_of_forms = all(name.startswith(REMADE) for name in others)
        if way == "anew" and not are_of_forms:
            return False
    return False


def close(window: MainWindow) -> None:
    """End a window without being asked whether to save."""
    if shiboken6.isValid(window):
        window.session.undo_stack.setClean()
        window.close()
        window.deleteLater()


def drop_plots(window: MainWindow, at_any_rate: bool = False) -> bool:
    """The plots that a window has when it is new, without those that were chosen since; whether there were any."""
    area = window.plots
    if not (at_any_rate or area._fronts or any(len(column.views) > 1 for column in area.columns)):
        return False
    area._fronts = {}
    for column in area.columns:
        column._views = {}
    area._arrange(columns_of(PLOTS))
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return True


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
    for _ in range(PATIENCE):
        if all(plot.painted_scene is not None for plot in window.plots.findChildren(PlotView) if plot.isVisible()):
            break
        QCoreApplication.processEvents()  # what was made just now is laid out first, and painted then


def put_in_order(window: MainWindow, document: Document, way: str) -> None:
    """Undo what tests do to a window; anew: with the document loaded; thoroughly: with all forms and rows made anew, too."""
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
    window.canvas._button, window.canvas._pointer_px = Qt.MouseButton.NoButton, None
    window.playback.close_playback()
    window.tool_bar.choose("select")
    window.set_theme(LIGHT)
    window.resize(*SIZE)
    window.canvas.budget._seconds.clear()
    window.canvas.budget._left_out = frozenset()
    for picture in window.findChildren(Picture):
        picture._drawing._seconds.clear()  # nothing has been drawn yet, so the time it takes is unknown
    if way == "thoroughly":
        window.session.load(Document.empty())
        window.numbers.show()
    if way != "as it is":
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
