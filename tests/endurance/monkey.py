"""A monkey at the window: thousands of random events, the same ones for the same seed.

``python tests/endurance/monkey.py --events 30000 --seed 0``: presses, moves, wheel, keys,
shortcuts, menus, panels, parameters, tabs, sizes, themes, lessons, storms of undo, files, exports,
playback, dialogs left half open, talks with the presenter view, keys into the table of points,
handles pressed after an undo, another window on the same home, all inside an event loop.  The law:
no exception, no warning, no stall, the document can always be saved and read again, redo brings
back what undo took, the fits come to an end, no key goes to a widget that is hidden or gone, no
record is lost.
How long the longest turns of the loop took in the window's thread is reported.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from in_the_loop import press_key, take
from listening import Record, listening
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMenu,
    QMenuBar,
    QMessageBox,
    QWidget,
)
from shiboken6 import isValid

from linclass_gui.files.codec import decode, encode
from linclass_gui.plots import PLOTS
from linclass_gui.scene.document import Document
from linclass_gui.window.canvas.canvas import Canvas
from linclass_gui.window.canvas.picture import Picture
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.running import load_what_is_slow, make_application
from linclass_gui.window.session.settings import UserSettings
from linclass_gui.window.widgets.themed import descendants

LEFT, RIGHT, MIDDLE = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)
MODIFIERS = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
)
KEYS = (
    *(Qt.Key(code) for code in range(Qt.Key.Key_A.value, Qt.Key.Key_Z.value + 1)),
    *(Qt.Key(code) for code in range(Qt.Key.Key_0.value, Qt.Key.Key_9.value + 1)),
    *(
        Qt.Key.Key_Escape,
        Qt.Key.Key_Space,
        Qt.Key.Key_Tab,
        Qt.Key.Key_Return,
        Qt.Key.Key_Delete,
        Qt.Key.Key_Backspace,
    ),
    *(
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
    ),
    *(
        Qt.Key.Key_Plus,
        Qt.Key.Key_Minus,
        Qt.Key.Key_Period,
        Qt.Key.Key_Comma,
        Qt.Key.Key_F1,
        Qt.Key.Key_F11,
    ),
)
TEXTS = (
    *("1", "0", "-1", "1e3", "1e-300", "1e308", "nan", "inf", "", "abc"),
    *("1,5", "12345678", "0.001", "²", "$x_1$", "<b>a</b>", "\u2028"),
)
NOT_OURS = frozenset({"quit"})  # ends the run
MOST_POINTS, MOST_METHODS = 600, 10  # a monkey adds more than it takes away
CHECK_EVERY = 500

# a deed of several events: the milliseconds between them, and its name at the end
Steps = Generator[int, None, str]


def menus_in(bar: QMenuBar | QMenu) -> list[QMenu]:
    """The menus that open from a bar or from another menu."""
    found = (action.menu() for action in bar.actions())
    return [menu for menu in found if isinstance(menu, QMenu)]


class Monkey:
    """Acts at random on a window; everything it does comes from one random generator."""

    def __init__(self, window: MainWindow, folder: Path, record: Record, seed: int) -> None:
        self.window, self.folder, self.record = window, folder, record
        self.random = random.Random(seed)
        self.deeds: tuple[tuple[int, Callable[[], str | Steps]], ...] = (
            (30, self.drag),
            (20, self.loose_mouse),
            (8, self.wheel),
            (16, self.key),
            (14, self.action),
            (5, self.entry),
            (14, self.poke_widget),
            (8, self.enter_text),
            (4, self.storm),
            (3, self.resize),
            (3, self.tool),
            (3, self.cancel),
            (2, self.switch_focus),
            (2, self.tear_off),
            (4, self.wait),
            (4, self.talk),
            (6, self.type_into_points),
            (3, self.press_what_was_undone),
            (2, self.record_elsewhere),
        )
        # of another window
        self.elsewhere = UserSettings(
            QSettings(window.settings._store.fileName(), QSettings.Format.IniFormat)
        )
        self.solved: set[str] = set()

    def run(self, events: int) -> Iterator[int]:
        """``events`` events, with a look at the laws now and then; steps to be taken in the
        loop.
        """
        deeds = [deed for weight, deed in self.deeds for _ in range(weight)]
        for count in range(1, events + 1):
            yield from self.do(self.random.choice(deeds))
            if count % 25 == 0:
                self.keep_small()
            if count % CHECK_EVERY == 0 or count == events:
                self.check()
                self.record.begin_turn()

    def do(self, deed: Callable[[], str | Steps]) -> Iterator[int]:
        """One deed, and what follows from it."""
        with self.record.event(deed.__name__):
            done = deed()
            self.record.trail[-1] = done if isinstance(done, str) else (yield from done)
            yield 0
            yield from self.clear_popups()
            yield from self.manage_windows()

    def manage_windows(self) -> Iterator[int]:
        """Give the keyboard to a shown window where the last one that had it was closed: without a
        screen nothing else does.
        """
        focused = QGuiApplication.focusWindow()
        if focused is None or not focused.isVisible():
            (QApplication.activeModalWidget() or self.window).activateWindow()
            yield 0

    # --- the laws ---------------------------------------------------------------------------------

    def check(self) -> None:
        """The document can be written and read again, redo undoes undo, and the fits end."""
        session = self.window.session
        if not session.wait_idle(120_000):
            self.record.fault("the fits do not come to an end")
        text = encode(session.document)
        try:
            again = encode(decode(text, "the document"))
        except Exception as error:
            self.record.fault(f"the document cannot be read again: {error}\n{text[:2000]}")
        else:
            if again != text:
                self.record.fault(
                    "the document is another one when it is read "
                    f"again:\n{text[:2000]}\n{again[:2000]}"
                )
        if session.undo_stack.canUndo() and not self.window.is_presenting():
            before = encode(session.committed)
            session.undo_stack.undo()
            session.undo_stack.redo()
            after = encode(session.committed)
            if after != before:
                lines = zip(before.split("\n"), after.split("\n"), strict=False)
                other = next((pair for pair in lines if pair[0] != pair[1]), ())
                self.record.fault(f"redo does not bring back what undo took: {other}")
        if not self.window.isVisible():
            self.window.show()
        if lost := self.solved - self.window.settings.solved_lessons:
            self.record.fault(f"records are lost: {sorted(lost)[:5]}")

    def keep_small(self) -> None:
        session = self.window.session
        for torn_off in self.window.plots.windows[2:]:
            torn_off.close()
        if len(session.document.dataset) > MOST_POINTS:
            with patch.object(type(self.window.files), "may_close", lambda files: True):
                self.window.files.new()
        while len(session.document.methods) > MOST_METHODS:
            self.window.methods.remove(self.random.choice(session.document.methods).id)

    # --- mouse ------------------------------------------------------------------------------------

    def _picture(self) -> Picture:
        shown = [
            p
            for p in self.window.findChildren(Picture)
            if p.isVisible() and p.viewport().width() > 2
        ]
        canvas = [p for p in shown if isinstance(p, Canvas)]
        return self.random.choice(
            canvas if canvas and self.random.random() < 0.7 else shown or [self.window.canvas]
        )

    def _place(self, widget: QWidget) -> QPoint:
        # Now and then just outside: a drag does not stop at the edge.
        slack = 40 if self.random.random() < 0.1 else 0
        return QPoint(
            self.random.randint(-slack, max(widget.width(), 1) + slack),
            self.random.randint(-slack, max(widget.height(), 1) + slack),
        )

    def _at_a_point(self, picture: Picture) -> QPoint:
        """Somewhere, preferably on a training point."""
        session = self.window.session
        X, scene = session.document.dataset.X, session.scene
        if not isinstance(picture, Canvas) or not len(X) or self.random.random() < 0.4:
            return self._place(picture.viewport())
        x, y = X[self.random.randrange(len(X))].tolist()
        at = ((x - scene.view.x0) / scene.pixel, (scene.view.y1 - y) / scene.pixel)
        return QPoint(*(round(min(max(v, -2000.0), 4000.0)) for v in at))

    def drag(self) -> Steps:
        picture = self._picture()
        viewport, keys = picture.viewport(), self.random.choice(MODIFIERS)
        button = self.random.choice((LEFT, LEFT, LEFT, LEFT, RIGHT, MIDDLE))
        at = self._at_a_point(picture)
        QTest.mousePress(viewport, button, keys, at)
        for _ in range(self.random.randint(0, 12)):
            at = at + QPoint(self.random.randint(-60, 60), self.random.randint(-60, 60))
            QTest.mouseMove(viewport, at)
            if self.random.random() < 0.5:
                yield 0
        if self.random.random() < 0.1:
            press_key(picture, Qt.Key.Key_Escape)
        QTest.mouseRelease(viewport, button, keys, at)
        return f"drag in {picture.objectName()}"

    def loose_mouse(self) -> str:
        """A press without a release, a release without a press: other windows take them."""
        picture = self._picture()
        act = self.random.choice(
            (QTest.mousePress, QTest.mouseRelease, QTest.mouseDClick, QTest.mouseClick)
        )
        if self.random.random() < 0.5:
            QTest.mouseMove(picture.viewport(), self._at_a_point(picture))
            return f"move over {picture.objectName()}"
        act(
            picture.viewport(),
            self.random.choice((LEFT, RIGHT, MIDDLE)),
            self.random.choice(MODIFIERS),
            self._at_a_point(picture),
        )
        return f"{act.__name__} on {picture.objectName()}"

    def wheel(self) -> str:
        picture = self._picture()
        at = QPointF(self._place(picture.viewport()))
        step = QPoint(0, self.random.choice((-1, 1)) * self.random.choice((15, 120, 1200)))
        phase, button = Qt.ScrollPhase.NoScrollPhase, Qt.MouseButton.NoButton
        event = QWheelEvent(at, at, QPoint(), step, button, MODIFIERS[0], phase, False)
        QApplication.sendEvent(picture.viewport(), event)
        return f"wheel over {picture.objectName()}"

    # --- keys, actions, widgets -------------------------------------------------------------------

    def key(self) -> str:
        key, keys = self.random.choice(KEYS), self.random.choice(MODIFIERS)
        if key == Qt.Key.Key_Q and keys == Qt.KeyboardModifier.ControlModifier:
            return "no key"
        # as the window system finds it: the application's own focus may be in a list just closed
        top = QApplication.activePopupWidget() or QApplication.activeWindow() or self.window
        press_key(top.focusWidget() or top, key, keys)
        return f"key {key.name} {keys.name}"

    def action(self) -> str:
        id = self.random.choice([id for id in self.window.actions_by_id if id not in NOT_OURS])
        self.window.actions_by_id[id].trigger()
        return f"action {id}"

    def entry(self) -> str:
        """Any entry of any menu: a theme, a lesson, an example, a colour.

        A menu within a menu has the entries of the moment when that one came.
        """
        bar = self.window.menuBar()
        menu = self.random.choice(menus_in(bar))
        menu.aboutToShow.emit()
        while (inner := menus_in(menu)) and self.random.random() < 0.6:
            menu = self.random.choice(inner)
            menu.aboutToShow.emit()
        self._choose_from(menu)
        return f"entry of {menu.title()}"

    def _widgets(self, *kinds: type[QWidget]) -> list[QWidget]:
        tops = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
        found = [w for top in tops for w in descendants(top) if isinstance(w, kinds)]
        return [
            w
            for w in found
            if w.isVisible() and w.isEnabled() and w.width() > 1 and not isinstance(w, Picture)
        ]

    def poke_widget(self) -> str:
        """Click, drag or scroll on anything in the panels."""
        widgets = self._widgets(QWidget)
        if not widgets:
            return "nothing to poke"
        widget = self.random.choice(widgets)
        at, button = self._place(widget), self.random.choice((LEFT, LEFT, LEFT, RIGHT))
        QTest.mousePress(widget, button, MODIFIERS[0], at)
        view = widget.parentWidget()
        # A row that is dragged waits for a real mouse to let it go.
        is_dragged = isinstance(view, QAbstractItemView) and view.dragEnabled()
        for _ in range(0 if is_dragged else self.random.randint(0, 4)):
            QTest.mouseMove(widget, self._place(widget))
        QTest.mouseRelease(widget, button, MODIFIERS[0], at)
        if isinstance(widget, QComboBox) and widget.count():
            widget.hidePopup()
            widget.setCurrentIndex(self.random.randrange(widget.count()))
            widget.activated.emit(widget.currentIndex())
        return f"poke {type(widget).__name__} {widget.objectName()}"

    def enter_text(self) -> str:
        edits = [w for w in self._widgets(QLineEdit) if isinstance(w, QLineEdit)]
        if not edits:
            return "no text to enter"
        edit, text = self.random.choice(edits), self.random.choice(TEXTS)
        edit.setFocus()
        edit.selectAll()
        for letter in text:  # QTest.keyClicks knows ASCII only
            QApplication.sendEvent(edit, QKeyEvent(QEvent.Type.KeyPress, 0, MODIFIERS[0], letter))
        press_key(
            edit,
            self.random.choice(
                (Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Up)
            ),
        )
        return f"text {text!r}"

    def storm(self) -> Steps:
        """Undo and redo, quicker than anything can be fitted."""
        stack = self.window.session.undo_stack
        for _ in range(self.random.randint(1, 30)):
            self.random.choice((stack.undo, stack.redo))()
            if self.random.random() < 0.2:
                yield 0
        return "storm of undo"

    # --- the window -------------------------------------------------------------------------------

    def resize(self) -> str:
        if self.window.isFullScreen():  # no hand reaches its edges
            return "no resize"
        size = self.random.randint(700, 2000), self.random.randint(400, 1200)
        self.window.resize(*size)
        return f"resize {size}"

    def tool(self) -> str:
        tool = self.random.choice(
            ("select", "pan", "lasso", "plus", "minus", "spray", "eraser", "trial")
        )
        self.window.canvas.set_tool(tool)
        return f"tool {tool}"

    def cancel(self) -> str:
        self.window.session.fit_requests.cancel()
        return "cancel"

    def switch_focus(self) -> str:
        self.random.choice(
            (self.window.activateWindow, self.window.clearFocus, self.window.canvas.setFocus)
        )()
        return "focus"

    def tear_off(self) -> str:
        windows = self.window.plots.windows
        if windows and self.random.random() < 0.6:
            self.random.choice(windows).close()
            return "close a plot"
        column = self.random.choice(self.window.plots.columns)
        column.plot_chosen.emit(self.random.choice(PLOTS).name)
        if self.random.random() < 0.3:
            column.pop_out.click()
        return "another plot, or its window"

    def wait(self) -> Steps:
        yield self.random.choice((1, 5, 30))
        return "wait"

    # --- mixes that have ended the program once ---------------------------------------------------

    def talk(self) -> Steps:
        """Begin or end a presentation, and press its keys, in the presenter view as well."""
        window = self.window
        if not window.is_presenting() or self.random.random() < 0.15:
            window.toggle_presentation()
            yield 0
        if window.is_presenting():
            view = window.presenting.presenter
            if self.random.random() < 0.3:
                window.presenting.toggle_presenter()
                yield 0
            for _ in range(self.random.randint(1, 6)):
                places = [
                    window.canvas,
                    *((view.list, view) if view.isVisible() else ()),
                ]
                place = self.random.choice(
                    [each for each in places if each.isVisible()] or [window]
                )
                if place.isVisible():
                    press_key(
                        place, self.random.choice((*KEYS, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp))
                    )
                yield 0
        return "talk"

    def type_into_points(self) -> Steps:
        """Select a row of the table of points and type quicker than its rows follow."""
        self.window.actions_by_id["points"].trigger()
        yield 0
        table = self.window.sheet.page("points")
        model, view = table.model, table.view
        if model.rowCount():
            view.setCurrentIndex(
                model.index(
                    self.random.randrange(model.rowCount()),
                    self.random.randrange(model.columnCount()),
                )
            )
        for _ in range(self.random.randint(1, 8)):
            keys = (
                Qt.Key.Key_Delete,
                Qt.Key.Key_Down,
                Qt.Key.Key_Up,
                Qt.Key.Key_5,
                Qt.Key.Key_Return,
                Qt.Key.Key_F2,
                Qt.Key.Key_Escape,
            )
            typed = QApplication.focusWidget()
            inside = (
                typed
                if typed is not None and view.isAncestorOf(typed) and typed.isVisible()
                else view
            )
            if inside.isVisible():
                press_key(inside, self.random.choice(keys))
            if self.random.random() < 0.4:
                self.random.choice(
                    (self.window.editing.undo, self.window.editing.redo, self.window.editing.delete)
                )()
            if self.random.random() < 0.3:
                yield self.random.choice((0, 1, 120))
        if self.random.random() < 0.5 and table.window() is not self.window:
            table.window().close()
        return "type into the table of points"

    def press_what_was_undone(self) -> Steps:
        """Press at a handle that the picture shows and the scene has no more."""
        session, canvas = self.window.session, self.window.canvas
        self.random.choice(
            (
                self.window.methods.toggle_trial,
                partial(self.window.writing.place, "arrow"),
                lambda: None,
            )
        )()
        yield 20
        figure, mapping = canvas.item.figure, canvas.item.mapping
        handles = () if figure is None else figure.handles
        self.random.choice(
            (session.undo_stack.undo, session.undo_stack.redo, self.window.editing.clear)
        )()
        if handles and mapping is not None:
            at = QPointF(*mapping.point(*self.random.choice(handles).at)).toPoint()
            button = self.random.choice((LEFT, RIGHT))
            QTest.mousePress(canvas.viewport(), button, MODIFIERS[0], at)
            QTest.mouseMove(canvas.viewport(), at + QPoint(9, 7))
            QTest.mouseRelease(canvas.viewport(), button, MODIFIERS[0], at + QPoint(9, 7))
        return "press what was undone"

    def record_elsewhere(self) -> str:
        """A goal is reached in this window, or in another one on the same home."""
        name = f"lesson-{self.random.randrange(200)}"
        self.random.choice((self.window.settings, self.elsewhere)).remember_solved(name)
        self.solved.add(name)
        return f"solved {name}"

    # --- questions --------------------------------------------------------------------------------

    def clear_popups(self) -> Iterator[int]:
        popup = QApplication.activePopupWidget()
        for _ in range(4):
            if popup is None:
                return
            if isinstance(popup, QMenu):
                self._choose_from(popup)
            if isValid(popup):
                popup.close()
            yield 0
            popup = QApplication.activePopupWidget()

    def _choose_from(self, menu: QMenu) -> None:
        actions = [
            a
            for a in menu.actions()
            if a.isEnabled() and not a.isSeparator() and a.menu() is None and not self._ends(a)
        ]
        if actions and self.random.random() < 0.7:
            self.random.choice(actions).trigger()

    def _ends(self, action: QAction) -> bool:
        return action in [self.window.actions_by_id[id] for id in NOT_OURS]

    def storm_beside(self) -> None:
        """Change the document below an open dialog, as a late answer or another part of the window
        does.
        """
        stack = self.window.session.undo_stack
        self.random.choice(
            (
                stack.undo,
                stack.redo,
                self.window.session.fit_requests.cancel,
                partial(self.window.session.set_view, None),
            )
        )()

    def answer(self, dialog: QDialog) -> None:
        """Fill in something, press a button; whatever happens, the dialog ends, at times not at
        once.
        """
        if self.random.random() < 0.25 and dialog.isVisible():
            if (typed := dialog.focusWidget()) is not None and typed.isVisible():
                press_key(typed, self.random.choice(KEYS))
            if isValid(dialog) and dialog.isVisible():
                self.storm_beside()
                QTimer.singleShot(
                    self.random.choice((0, 5, 40)), dialog, partial(self.answer, dialog)
                )
            return
        for edit in dialog.findChildren(QLineEdit):
            if self.random.random() < 0.4:
                edit.setText(self.random.choice(TEXTS))
        for combo in dialog.findChildren(QComboBox):
            if combo.count() and self.random.random() < 0.4:
                combo.setCurrentIndex(self.random.randrange(combo.count()))
        for view in dialog.findChildren(QAbstractItemView):
            if view.model() is not None and view.model().rowCount() and self.random.random() < 0.5:
                view.setCurrentIndex(
                    view.model().index(self.random.randrange(view.model().rowCount()), 0)
                )
        buttons = [
            b for b in dialog.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()
        ]
        if buttons and self.random.random() < 0.8:
            self.random.choice(buttons).click()
        if dialog.isVisible():
            dialog.reject() if self.random.random() < 0.5 else dialog.accept()
        if dialog.isVisible():
            dialog.done(0)

    def folder_to_open(self, *_: object) -> str:
        return self.random.choice((str(self.folder / "talk"), ""))

    def file_to_open(self, *_: object) -> tuple[str, str]:
        known = [str(p) for p in sorted(self.folder.iterdir()) if p.is_file()]
        return self.random.choice(
            [*known, str(self.folder / "missing.json"), str(self.folder), ""]
        ), ""

    def file_to_write(
        self, _parent: object, _title: str, suggestion: str = "", *_: object, **__: object
    ) -> tuple[str, str]:
        name = f"{self.random.choice('abcdef')}{Path(suggestion).suffix or '.json'}"
        return self.random.choice(
            [str(self.folder / name), str(self.folder / name), str(self.folder / "no" / name), ""]
        ), ""


def begin_files(folder: Path) -> None:
    """Some files to open: good ones, and such that cannot be read."""
    folder.mkdir(exist_ok=True)
    (folder / "empty.json").write_text(encode(Document.empty()), encoding="utf-8")
    (folder / "points.csv").write_text("a,b,c\n1,2,x\n2,1,x\n3,3,y\n4,1,y\n", encoding="utf-8")
    (folder / "wide.csv").write_text(
        ",".join(f"c{k}" for k in range(40)) + "\n" + ",".join("1" * 40) + "\n", encoding="utf-8"
    )
    talk = folder / "talk"
    talk.mkdir(exist_ok=True)
    (talk / "a.csv").write_text("a,b,c\n1,2,x\n2,1,x\n3,3,y\n4,1,y\n", encoding="utf-8")
    (talk / "talk.toml").write_text(
        '[[slide]]\nscene = "a.csv"\n[[slide]]\nscene = "lesson:xor"\n', encoding="utf-8"
    )
    (folder / "broken.csv").write_bytes(b"\xff\xfe\x00,\n,,,,\n")
    (folder / "broken.json").write_text(
        '{"format": "linclass scene", "version": 1, "data": 3}', encoding="utf-8"
    )


@contextmanager
def answered(monkey: Monkey) -> Iterator[None]:
    """Every question is answered by the monkey while the block runs."""
    execute, execute_box = QDialog.exec, QMessageBox.exec

    def run(inner: Callable[[QDialog], int], dialog: QDialog) -> int:
        QTimer.singleShot(0, dialog, partial(monkey.answer, dialog))
        return inner(dialog)

    with (
        patch.object(QDialog, "exec", lambda dialog: run(execute, dialog)),
        patch.object(QMessageBox, "exec", lambda dialog: run(execute_box, dialog)),
        patch.object(QFileDialog, "getOpenFileName", monkey.file_to_open),
        patch.object(QFileDialog, "getSaveFileName", monkey.file_to_write),
        patch.object(QFileDialog, "getExistingDirectory", monkey.folder_to_open),
        # Of Qt itself, which no patch of `exec` reaches.
        patch.object(QInputDialog, "getText", lambda *_, **__: ("a name", True)),
    ):
        yield


def give_up_changes(window: MainWindow) -> None:
    """Let a window close without a question; the end of a presentation brings a scene back that was
    laid aside.
    """
    if window.is_presenting():
        window.toggle_presentation()
    window.lessons.coursework.forget_changes()
    window.session.undo_stack.setClean()


def let_loose(window: MainWindow, events: int, seed: int, folder: Path) -> Record:
    """Drive a shown window with ``events`` events."""
    begin_files(folder)
    with listening() as record:
        monkey = Monkey(window, folder, record, seed)
        with answered(monkey):
            take(record.turns(monkey.run(events)))
    return record


def main() -> int:
    """Run the monkey from the command line; the exit code says whether a law was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    faulthandler.enable()
    make_application(sys.argv[:1])
    load_what_is_slow()  # as the program does beside its first frame
    with tempfile.TemporaryDirectory() as place:
        settings = UserSettings(
            QSettings(str(Path(place) / "linclass.ini"), QSettings.Format.IniFormat)
        )
        window = MainWindow(None, settings)
        window.show()
        record = let_loose(window, options.events, options.seed, Path(place) / "files")
        give_up_changes(window)
        window.close()
    report = {
        "python": sys.version.split()[0],
        "seed": options.seed,
        **record.report(),
    }
    sys.stdout.write(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    for fault in record.faults[:20]:
        sys.stdout.write("\n" + fault + "\n")
    return 1 if record.faults or record.stalls else 0


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # whatever the monkey left half done is no part of the run
