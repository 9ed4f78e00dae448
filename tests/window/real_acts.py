"""Work in the window as a person does it, by mouse and keys, and how many actions it takes.

An action is a click, a drag, a shortcut, or words typed into a field.  Dialogs and menus hold the
program up, so the actions are listed first, and each waits for the widget that it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPushButton,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from linclass_gui.window.canvas.canvas import Canvas
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.layers import LayerRow

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Place = tuple[float, float]
STEPS = 5  # mouse moves of a drag
TRIES = 2_000  # for which a widget is waited for


@dataclass(frozen=True)
class Act:
    """An action: the widget on which it waits, what is done to it, and what it counts."""

    words: str
    find: Callable[[], QWidget | None]
    do: Callable[[QWidget], None]
    count: int = 1


def work(qtbot: QtBot, window: MainWindow, acts: Iterable[Act]) -> int:
    """Do one action after the other, and count them."""
    hands = _Hands(window, acts)
    qtbot.waitUntil(
        lambda: hands.is_stuck or (not hands.left and window.session.is_idle), timeout=60_000
    )
    assert not hands.is_stuck, f"nobody can {hands.left[0].words}"
    return hands.count


class _Hands:
    """Does the actions, also in dialogs and menus; those are closed where nothing goes on."""

    def __init__(self, window: MainWindow, acts: Iterable[Act]) -> None:
        self.window, self.left, self.count = window, list(acts), 0
        self.tries, self.is_stuck = 0, False
        self._wait()

    def _wait(self) -> None:
        QTimer.singleShot(1, self._next)

    def _next(self) -> None:
        if not self.left:
            return
        act, top = self.left[0], _top()
        if top is not None and QApplication.activeWindow() is None:
            top.activateWindow()  # as a manager of windows does when a list or a dialog is gone
        session = self.window.session
        is_seen = session.is_idle and self.window.canvas.painted_scene is session.scene
        widget = act.find() if is_seen else None
        is_ready = widget is not None and widget.isEnabled()
        self.tries = 0 if is_ready else self.tries + 1
        self.is_stuck = self.tries > TRIES
        if is_ready:
            del self.left[0]
        if self.is_stuck:
            part = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if part is not None:
                part.close()
                self._wait()
            return
        self._wait()  # before the act, which may open a dialog and stay in it
        if is_ready and widget is not None:
            self.count += act.count
            act.do(widget)


# --- what is in sight -----------------------------------------------------------------------------


def _top() -> QWidget | None:
    """What takes mouse and keys now: a menu, a dialog, the window."""
    return QApplication.activePopupWidget() or QApplication.activeModalWidget() or _window()


def _window() -> QWidget | None:
    windows = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
    return next((w for w in windows if w.isVisible()), None)


def _seen(kind: type[QWidget], is_meant: Callable[[QWidget], bool]) -> Callable[[], QWidget | None]:
    """The visible widget of a kind in what takes the mouse now."""

    def find() -> QWidget | None:
        top = _top()
        widgets = [] if top is None else top.findChildren(kind)
        return next((w for w in widgets if w.isVisible() and is_meant(w)), None)

    return find


def _named(name: str) -> Callable[[], QWidget | None]:
    """The visible widget of a label, an object name, a name for screen readers, or its words."""

    def is_meant(widget: QWidget) -> bool:
        text = widget.text() if isinstance(widget, QPushButton | QCheckBox) else ""
        return name in (widget.objectName(), widget.accessibleName(), text)

    def find() -> QWidget | None:
        labelled = _field_behind(name)
        return _seen(QWidget, is_meant)() if labelled is None else labelled

    return find


def _field_behind(label: str) -> QWidget | None:
    """The visible field behind a label of a form."""
    top = _top()
    for form in [] if top is None else top.findChildren(QFormLayout):
        for k in range(form.rowCount()):
            before = form.itemAt(k, QFormLayout.ItemRole.LabelRole)
            behind = form.itemAt(k, QFormLayout.ItemRole.FieldRole)
            words = before.widget() if before is not None else None
            if getattr(words, "text", lambda: "")() != label or behind is None:
                continue
            part = behind.widget() or behind.layout().itemAt(0).widget()
            fields = [part, *part.findChildren(QWidget)]
            field = next(f for f in fields if isinstance(f, QLineEdit | QComboBox | QPushButton))
            if field.isVisible():
                return field
    return None


def _reach(part: QWidget, place: QPoint) -> None:
    """A hand reaches only what is seen: the place is inside all that the part scrolls in."""
    above = part
    while not above.isWindow():
        assert above.rect().contains(part.mapTo(above, place)), f"{part} is out of sight"
        above = above.parentWidget()


def _press(
    part: QWidget, place: QPoint | None = None, modifiers: Qt.KeyboardModifier = PLAIN
) -> None:
    place = part.rect().center() if place is None else place
    _reach(part, place)
    QTest.mouseClick(part, LEFT, modifiers, place)


# --- actions --------------------------------------------------------------------------------------


def key(sequence: str) -> Act:
    """A shortcut, or one key."""
    pressed = QKeySequence(sequence)[0]

    def do(top: QWidget) -> None:
        focus = top.focusWidget()
        part = top if focus is None or not focus.isVisible() else focus
        QTest.keyPress(part, pressed.key(), pressed.keyboardModifiers())

    def find() -> QWidget | None:
        popup = QApplication.activePopupWidget()
        top = _top()
        # the list of a field is closing, or the field has not given the keyboard back yet
        is_list = popup is not None and not isinstance(popup, QMenu | QDialog)
        is_field = isinstance(top, MainWindow) and isinstance(top.focusWidget(), QComboBox)
        return None if is_list or is_field else top

    return Act(f"press {sequence}", find, do)


def write(text: str) -> Act:
    """Words typed where the keyboard is."""

    def do(top: QWidget) -> None:
        QTest.keyClicks(top.focusWidget() or top, text)

    return Act(f"write {text!r}", _top, do)


def click(name: str) -> Act:
    """A click on a button, a box, a field."""

    def do(widget: QWidget) -> None:
        place = QPoint(8, widget.height() // 2) if isinstance(widget, QCheckBox) else None
        _press(widget, place)

    return Act(f"click {name}", _named(name), do)


def fill(name: str, text: str) -> Act:
    """Words typed into a field instead of what stands there."""

    def do(field: QWidget) -> None:
        _press(field)
        assert isinstance(field, QLineEdit)
        field.selectAll()
        QTest.keyClicks(field, text)

    return Act(f"fill {name} with {text!r}", _named(name), do)


def tab(words: str) -> Act:
    """A click on a tab."""

    def place(bar: QTabBar) -> int:
        return next((k for k in range(bar.count()) if bar.tabText(k) == words), -1)

    def do(bar: QWidget) -> None:
        assert isinstance(bar, QTabBar)
        _press(bar, bar.tabRect(place(bar)).center())

    return Act(f"tab {words}", _seen(QTabBar, lambda bar: place(bar) >= 0), do)


def choose(name: str, words: str) -> list[Act]:
    """A click on a list that folds out, and one on its entry that begins so."""
    unfolded: list[QComboBox] = []

    def unfold(combo: QWidget) -> None:
        assert isinstance(combo, QComboBox)
        unfolded.append(combo)
        _press(combo)

    def find() -> QWidget | None:
        return unfolded[0] if unfolded and unfolded[0].view().isVisible() else None

    def pick(combo: QWidget) -> None:
        assert isinstance(combo, QComboBox)
        entries = [combo.itemText(k) for k in range(combo.count())]
        row = next(k for k, text in enumerate(entries) if text.startswith(words))
        view, index = combo.view(), combo.model().index(row, 0)
        view.scrollTo(index)  # as the wheel does
        place = view.visualRect(index).center()
        QTest.mouseMove(view.viewport(), place)
        _press(view.viewport(), place)

    return [
        Act(f"unfold {name}", _named(name), unfold),
        Act(f"choose {words}", find, pick),
    ]


def menu(title: str) -> Act:
    """A click on a title of the menu bar."""

    def action(bar: QMenuBar) -> QAction:
        return next(a for a in bar.actions() if a.text().replace("&", "") == title)

    def do(bar: QWidget) -> None:
        assert isinstance(bar, QMenuBar)
        _press(bar, bar.actionGeometry(action(bar)).center())

    return Act(f"menu {title}", _seen(QMenuBar, lambda bar: True), do)


def entry(words: str) -> Act:
    """A click on the entry of the open menu that begins so; one with a menu of its own opens it."""

    def place() -> tuple[QMenu, QPoint] | None:
        shown = QApplication.activePopupWidget()
        if not isinstance(shown, QMenu):
            return None
        found = [
            a
            for a in shown.actions()
            if a.text().replace("&", "").startswith(words) and a.isEnabled()
        ]
        return (shown, shown.actionGeometry(found[0]).center()) if found else None

    def find() -> QWidget | None:
        found = place()
        return None if found is None else found[0]

    def do(_shown: QWidget) -> None:
        found = place()
        assert found is not None
        QTest.mouseMove(*found)
        _press(*found)

    return Act(f"entry {words}", find, do)


def tick_layer(title: str) -> Act:
    """A click on the box of a layer that is in sight."""
    return Act(
        f"layer {title}",
        _seen(LayerRow, lambda row: isinstance(row, LayerRow) and row.layer.title == title),
        lambda row: _press(row, QPoint(10, row.height() // 2)),
    )


def find_layer(title: str) -> list[Act]:
    """Its name in the field above the layers, and a click on its box."""
    return [fill("Find a layer", title.lower()), tick_layer(title)]


def _canvas() -> QWidget | None:
    canvas = _seen(Canvas, lambda canvas: True)()
    return canvas.viewport() if isinstance(canvas, Canvas) else None


def pixel_of(viewport: QWidget, place: Place) -> QPoint:
    """The pixel of a place of the plane."""
    canvas = viewport.parentWidget()
    assert isinstance(canvas, Canvas)
    (x0, y0), (x1, y1) = (canvas.data_at(QPointF(k, k)) for k in (0.0, 100.0))
    return QPoint(
        round(100 * (place[0] - x0) / (x1 - x0)), round(100 * (place[1] - y0) / (y1 - y0))
    )


def point(place: Place, label: int) -> Act:
    """A click that adds a point; counted apart."""
    modifiers = PLAIN if label else Qt.KeyboardModifier.ShiftModifier
    return Act(
        f"point at {place}", _canvas, lambda c: _press(c, pixel_of(c, place), modifiers), count=0
    )


def points(X: Sequence[Place], labels: Sequence[int]) -> list[Act]:
    """Clicks that add points; counted apart."""
    return [point(place, label) for place, label in zip(X, labels, strict=True)]


def pasted(text: str) -> Act:
    """Points typed elsewhere as lines of x1, x2, class, and pasted; counted apart."""

    def do(canvas: QWidget) -> None:
        QApplication.clipboard().setText(text)
        QTest.keyClick(canvas.parentWidget(), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    return Act("paste points", _canvas, do, count=0)


def drag(begin: Place, end: Place, words: str = "drag") -> Act:
    """A drag on the canvas, from place to place."""

    def do(canvas: QWidget) -> None:
        ways = np.linspace(begin, end, STEPS + 1)
        pixels = [pixel_of(canvas, (float(x), float(y))) for x, y in ways]
        for pixel in pixels:
            _reach(canvas, pixel)
        QTest.mousePress(canvas, LEFT, PLAIN, pixels[0])
        for pixel in pixels[1:]:
            QTest.mouseMove(canvas, pixel)
        QTest.mouseRelease(canvas, LEFT, PLAIN, pixels[-1])

    return Act(f"{words} from {begin} to {end}", _canvas, do)


def answer_file_dialogs(monkeypatch: pytest.MonkeyPatch, opened: Path, saved: Path) -> None:
    """Let the dialogs for files, which are those of the system, answer with these: the name and
    Return are two actions.
    """
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *words, **options: (str(opened), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *words, **options: (str(saved), ""))


FILE = Act("name the file, and Return", _window, lambda _: None, 2)
