"""Presentation mode: panels away, two bands about the picture, one key for everything.

Keys are taken before the window's shortcuts while the mode is on; presenter remotes send Page Up and Page Down (some also the
arrows, F5 and the full stop).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from ...core.course.guess import ASKS
from ...core.document import View
from ...core.scene import Scene
from ..course.lessons import Lessons
from ..panels.fit_words import support_counts
from ..timers import make_timer
from .bands import KeyBand, TitleBand
from .board import Board
from .covers import Black
from .freezing import Freezing
from .key_card import KeyCard
from .layers import layers_with_keys, names, sentence, value
from .legend_card import Legend
from .sheet import Sheet, Tool
from .stage import Parts, Stage, scale_theme


class Presenting(QObject):
    """Switches the mode on and off and does what its keys say."""

    def __init__(self, parts: Parts, lessons: Lessons) -> None:
        super().__init__(parts.window)
        self._parts, self._lessons = parts, lessons
        self.board = Board(lessons.panel.numbers)
        self._stage, self._freezing = Stage(parts, self.board), Freezing(parts.window)
        self._wants_numbers = True
        self._laid_out = make_timer(0, self, single_shot=True)  # when the parts have followed the size of the window
        self._laid_out.timeout.connect(self._share)
        self._keys: tuple[str, ...] = ()
        self._asked_for = ""
        self._view: View | None = None
        self.title, self.keys = TitleBand(), KeyBand()
        self.keys.pressed.connect(self.press_digit)
        for band in (self.title, self.keys):
            band.hide()
        self._is_placed = False
        self.sheet = Sheet(parts.canvas, parts.session)
        self.sheet.zoomed.connect(self._look_at)
        self.black, self.card = Black(parts.window), KeyCard(parts.window)
        self.legend = Legend(parts.canvas)
        parts.session.scene_changed.connect(self._follow)
        lessons.book.changed.connect(self.refresh)

    # --- on and off -------------------------------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether a presentation is on."""
        return self._stage.is_clear

    def toggle(self) -> None:
        """Begin or end the presentation."""
        self.end() if self.is_on else self.begin()

    def begin(self) -> None:
        """Panels away, bands about the picture, the whole screen."""
        self._lessons.panel.is_away = True
        self._stage.clear()
        self._place_bands()
        cast(QApplication, QApplication.instance()).installEventFilter(self)
        self._begin_lesson()
        self.fit()
        self.refresh()
        self._parts.canvas.setFocus()

    def end(self) -> None:
        """The window as it was."""
        if not self.is_on:
            return
        cast(QApplication, QApplication.instance()).removeEventFilter(self)
        self.sheet.choose("")
        self.sheet.wipe()
        self.black.cover(False)
        self.card.hide()
        self.legend.hide()
        self._freezing.thaw()
        for band in (self.title, self.keys):
            band.hide()
        self._lessons.panel.is_away = False
        self._stage.restore()
        self._lessons.panel.take_back(self.board.numbers)
        self._lessons.panel.refresh()

    def _place_bands(self) -> None:
        centre = self._parts.window.centralWidget()
        column = None if centre is None else centre.layout()
        if isinstance(column, QVBoxLayout) and not self._is_placed:
            column.insertWidget(0, self.title)
            column.addWidget(self.keys)
            self._is_placed = True
        for band in (self.title, self.keys):
            band.show()

    def fit(self) -> None:
        """Type and lines in proportion to the width of the window."""
        if not self.is_on:
            return
        theme = scale_theme(self._stage.scale)
        if self._parts.theme() != theme:
            self._parts.set_theme(theme)
            for part in (self.title, self.keys, self.sheet, self.card, self.legend):
                part.set_theme(theme)
        for band in (self.title, self.keys):
            band.fit(self._stage.scale)
        self.board.fit(theme, self._stage.scale)
        self._stage.share()
        self._laid_out.start()

    def _share(self) -> None:
        if self.is_on:
            self._stage.share()

    # --- what is shown ----------------------------------------------------------------------------------------------------

    def _begin_lesson(self) -> None:
        """Another lesson: its own keys, and its plots beside the picture."""
        lesson = self._lessons.book.lesson
        self._asked_for = "" if lesson is None else lesson.name
        self._keys = layers_with_keys(self._parts.session.scene, lesson)
        self._stage.show_plots(lesson is not None and bool(lesson.plots))
        self._wants_numbers = True
        self.sheet.wipe()

    def refresh(self) -> None:
        """Show title, sentence, keys and position as they are now."""
        if not self.is_on:
            return
        book, scene = self._lessons.book, self._parts.session.scene
        lesson = book.lesson
        if ("" if lesson is None else lesson.name) != self._asked_for:
            self._begin_lesson()
        closing = lesson.goal.closing if lesson is not None and lesson.goal is not None and book.is_met else ""
        if lesson is not None and lesson.guess and book.is_hidden:
            closing = f"Predict first. {ASKS[lesson.guess]}"
        title = scene.document.title or "linclass"
        self.title.say(title if lesson is None else lesson.title, sentence(scene, lesson, book.taken, closing))
        self._stage.show_numbers(lesson is not None and self._wants_numbers and bool(self.board.numbers.names))
        self.keys.show_keys(names(self._keys, scene.document), value(scene.document), self._position())
        selected = scene.selected
        counts = None if selected is None or not scene.shows("support-vectors") else support_counts(selected[1])
        self.legend.show_counts(counts, scene)

    def _position(self) -> str:
        book = self._lessons.book
        if book.lesson is None:
            return ""
        if book.lesson.steps:
            return f"{book.taken} / {len(book.lesson.steps)}"
        return f"lesson {book.lesson.number}" if book.lesson.number else ""

    def _follow(self, old: Scene, new: Scene) -> None:
        is_same = old.document is new.document and old.fits is new.fits and old.view is new.view
        if self.is_on and not is_same and not new.moving:
            self.refresh()

    # --- keys -------------------------------------------------------------------------------------------------------------

    def press_digit(self, digit: int) -> None:
        """Show or hide the layer with this key."""
        if digit <= len(self._keys):
            self._parts.layers.toggle(self._keys[digit - 1])

    def toggle_plots(self) -> None:
        """Show or hide the linked plots."""
        self._stage.show_plots(self._parts.plots.isHidden())

    def toggle_numbers(self) -> None:
        """Show or hide the numbers of the lesson."""
        self._wants_numbers = not self._wants_numbers
        self.refresh()

    def toggle_tool(self, tool: Tool) -> None:
        """Take the laser pointer, the pen or the zoom, or lay it down."""
        if tool == "zoom" and self._view is not None:
            self._look_at(None)
            return
        self.sheet.choose("" if self.sheet.tool == tool else tool)

    def toggle_fading(self) -> None:
        """What is drawn from now on stays, or fades."""
        self.sheet.stays = not self.sheet.stays
        self.sheet.choose("pen")

    def _look_at(self, view: View | None) -> None:
        """Look at a region; None: back to the whole picture."""
        session = self._parts.session
        self._view = None if view is None else session.scene.view
        lesson = self._lessons.book.lesson
        session.set_view(view if view is not None or lesson is None else lesson.document.view)
        self.sheet.choose("")

    def toggle_black(self) -> None:
        """A black picture, and back."""
        self.black.cover(not self.black.isVisible())

    def toggle_freeze(self) -> None:
        """The audience keeps the picture while the next one is prepared."""
        if self._freezing.is_on:
            self._freezing.thaw()
        else:
            self._freezing.freeze()

    @property
    def is_frozen(self) -> bool:
        """Whether the audience sees an older picture."""
        return self._freezing.is_on

    def _escape(self) -> None:
        """Whatever lies over the picture goes first, then the mode."""
        if self.black.isVisible():
            self.black.cover(False)
        elif self._freezing.is_on:
            self._freezing.thaw()
        elif self.sheet.tool:
            self.sheet.choose("")
        else:
            self.end()

    def _command(self, event: QKeyEvent) -> Callable[[], object] | None:
        """What a key does in a presentation; None for keys that mean what they always do."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        lessons = self._lessons
        if held == Qt.KeyboardModifier.ShiftModifier and key == Qt.Key.Key_D:
            return self.toggle_fading
        if held:
            return None
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            return partial(self.press_digit, key - Qt.Key.Key_0)
        is_selecting = bool(self._parts.session.scene.selection)
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Left) and not is_selecting:
            return lessons.step_on if key == Qt.Key.Key_Right else lessons.step_back
        commands: Mapping[int, Callable[[], object]] = {
            Qt.Key.Key_PageDown: lessons.step_on,
            Qt.Key.Key_PageUp: lessons.step_back,
            Qt.Key.Key_B: self.toggle_black,
            Qt.Key.Key_Period: self.toggle_black,
            Qt.Key.Key_F: self.toggle_freeze,
            Qt.Key.Key_L: partial(self.toggle_tool, "laser"),
            Qt.Key.Key_D: partial(self.toggle_tool, "pen"),
            Qt.Key.Key_E: self.sheet.wipe,
            Qt.Key.Key_Z: partial(self.toggle_tool, "zoom"),
            Qt.Key.Key_P: self.toggle_plots,
            Qt.Key.Key_N: self.toggle_numbers,
            Qt.Key.Key_H: self.card.present,
            Qt.Key.Key_Escape: self._escape,
            Qt.Key.Key_F5: self.end,
        }
        return commands.get(key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Every event of the program comes here: its class tells more quickly than its type.
        if isinstance(event, QResizeEvent) and watched is self._parts.window:
            self.fit()
        if not isinstance(event, QKeyEvent) or not self._is_ours(watched):
            return False
        kind = event.type()
        if kind == QEvent.Type.KeyRelease and event.key() == Qt.Key.Key_H and not event.isAutoRepeat():
            self.card.hide()
            return False
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        command = self._command(event)
        if command is None:
            return False
        if kind == QEvent.Type.KeyPress and not (event.isAutoRepeat() and event.key() != Qt.Key.Key_H):
            command()
        event.accept()
        return True

    def _is_ours(self, watched: QObject) -> bool:
        """Keys for the window itself; fields of dialogs keep theirs."""
        if not isinstance(watched, QWidget) or isinstance(watched, QLineEdit | QPlainTextEdit):
            return False
        return watched.window() is self._parts.window and QApplication.activeModalWidget() is None
