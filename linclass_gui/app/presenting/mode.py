"""Presentation mode: panels away, two bands about the picture, one key for everything.

Keys are taken before the window's shortcuts while the mode is on; presenter remotes send Page Up and Page Down (some also the
arrows, F5 and the full stop).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QListWidget, QPlainTextEdit, QVBoxLayout, QWidget

from ...core.annotations import MOST
from ...core.appearance.theme import DARK, Theme
from ...core.classes.looks import role
from ...core.course.guess import ASKS
from ...core.document import View
from ...core.fits.playback import Playback
from ...core.scene import Scene
from ..course.lessons import Lessons
from ..panels.fit_words import support_counts
from ..timers import make_timer
from ..widgets.basics import restyle
from ..widgets.controls import passing_menu
from .bands import KeyBand, Sign, TitleBand
from .board import Board
from .freezing import Black, Freezing, other_screen
from .hands import ask_for_hands, take_line, words_of_room
from .key_card import KeyCard
from .layers import layers_with_keys, names, run_words, sentence
from .legend_card import Legend
from .live import Live
from .presenter_view import PresenterView
from .sheet import Sheet, Tool
from .stage import Parts, Stage, scale_theme

LARGER: Mapping[int, float] = {
    Qt.Key.Key_Plus: 1.15,
    Qt.Key.Key_Equal: 1.15,
    Qt.Key.Key_Minus: 1 / 1.15,
    Qt.Key.Key_0: 0.0,
}  # by Ctrl and these
SMALLEST, LARGEST = 0.6, 2.0
HELD = (Qt.Key.Key_H, Qt.Key.Key_Up, Qt.Key.Key_Down)  # keys that go on while they are held


class Presenting(QObject):
    """Switches the mode on and off and does what its keys say."""

    def __init__(self, parts: Parts, lessons: Lessons) -> None:
        super().__init__(parts.window)
        self._parts, self._lessons = parts, lessons
        self.board = Board(lessons.panel.numbers)
        self._stage, self._freezing = Stage(parts, self.board), Freezing(parts.window)
        self._wants_numbers = True
        self._laid_out = make_timer(0, self, self._share, single_shot=True)  # when the parts have followed the size of the window
        self._keys: tuple[str, ...] = ()
        self._asked_for: str | None = ""  # the lesson whose keys these are; None: another document has come since
        self._was_hidden = False  # whether an answer was awaited: plots of it wait, too
        self._page: tuple[object, int] = (None, 0)  # the lesson and how many of its steps are taken
        self._left_at: Playback | None = None  # where the last step of the lesson put the run
        self._larger = 1.0  # of the words, by key
        self.live = Live(parts.session, parts.methods)
        self._view: View | None = None
        self.title, self.keys = TitleBand(), KeyBand()
        self.keys.pressed.connect(self.press_digit)
        for band in (self.title, self.keys):
            band.hide()
        self._is_placed = False
        slide = parts.window.centralWidget() or parts.window
        self.sheet = Sheet(slide, parts.canvas, parts.session)
        self.sheet.zoomed.connect(self._look_at)
        self.black, self.card = Black(parts.window), KeyCard(parts.window)
        self.legend = Legend(parts.canvas)
        self.presenter = PresenterView(parts.session, lessons, parts.panel, parts.window)
        parts.session.scene_changed.connect(self._follow)
        parts.session.loaded.connect(self._forget_keys)
        lessons.book.changed.connect(self._follow_book)
        self.board.numbers.shown.connect(self._show_numbers)

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
        self._lessons.panel.is_away = self._parts.playback.is_away = True
        self._stage.clear()
        self._place_bands()
        cast(QApplication, QApplication.instance()).installEventFilter(self)
        self._begin_lesson()
        self.fit()
        self.refresh()
        if other_screen(self._parts.window) is not None:
            self.toggle_presenter()
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
        self.presenter.leave()
        for band in (self.title, self.keys):
            band.hide()
        self._lessons.panel.is_away = self._parts.playback.is_away = False
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
        theme = scale_theme(self._stage.scale, self._larger, self._stage.theme_before.palette is DARK.palette)
        if self._parts.theme() != theme:
            self._parts.set_theme(theme)
            for part in (self.title, self.keys, self.sheet, self.card, self.legend):
                part.set_theme(theme)
            if self.presenter.is_open:
                self.presenter.set_theme(self._stage.theme_before)
        for band in (self.title, self.keys):
            band.fit(self._stage.scale)
        self.board.fit(theme, self._stage.scale, self._larger)
        for dialog in self._parts.window.findChildren(QDialog):
            if dialog.isVisible():
                restyle(dialog, theme)
        self._stage.share()
        self._laid_out.start()

    def wear(self, theme: Theme) -> None:
        """Light or dark while it is presented, as large as before."""
        self._stage.wear(theme)
        self.fit()

    def _share(self) -> None:
        if self.is_on:
            self._stage.share()

    # --- what is shown ----------------------------------------------------------------------------------------------------

    def _begin_lesson(self) -> None:
        """Another lesson: its own keys, and its plots beside the picture."""
        lesson = self._lessons.book.lesson
        self._asked_for = "" if lesson is None else lesson.name
        if lesson is not None or not self._keys:
            self._keys = layers_with_keys(self._parts.session.scene, lesson)
        self._stage.show_plots(lesson is not None and bool(lesson.plots) and not self._lessons.book.is_hidden)
        self._was_hidden = self._lessons.book.is_hidden
        self._wants_numbers = True
        self.sheet.wipe()

    def _forget_keys(self) -> None:
        # A lesson is known before its document is loaded: what was chosen in between is of the document before.
        self._keys, self._asked_for = (), None

    def _follow_book(self) -> None:
        """Another step of the lesson has put the run somewhere; what it says holds until the run goes on."""
        book = self._lessons.book
        if self._page != (book.lesson, book.taken):
            self._page, self._left_at = (book.lesson, book.taken), self._parts.session.scene.playback
        self.refresh()

    def refresh(self) -> None:
        """Show title, sentence, keys and position as they are now."""
        if not self.is_on:
            return
        book, scene = self._lessons.book, self._parts.session.scene
        lesson = book.lesson
        if ("" if lesson is None else lesson.name) != self._asked_for:
            self._begin_lesson()
        if self._was_hidden and not book.is_hidden:
            self._was_hidden = False
            self._stage.show_plots(lesson is not None and bool(lesson.plots))
        closing = lesson.goal.closing if lesson is not None and lesson.goal is not None and book.is_met else ""
        if lesson is not None and lesson.guess and book.is_hidden:
            closing = f"Predict first. {ASKS[lesson.guess]}"
        elif lesson is not None and lesson.guess and not book.taken:
            own = "; ".join(f"{name}: {value}" for name, value in book.comparison())
            closing = words_of_room(scene, lesson) or own or closing
        title = scene.document.title or "linclass"
        happens, step = run_words(scene)
        says = happens if happens and scene.playback is not self._left_at else sentence(scene, lesson, book.taken, closing)
        run = scene.playback
        sign: Sign = "" if run is None or run.at_end else "playing" if self._parts.playback.is_playing else "pause"
        self.title.say(title if lesson is None else lesson.title, says, step, sign)
        self._show_numbers()
        self.keys.show_keys(names(self._keys, scene.document), self.live.words, self._position(), self._buttons(scene))
        selected = scene.selected
        counts = None if selected is None or not scene.shows("support-vectors") else support_counts(selected[1])
        self.legend.show_counts(counts, scene)
        if self.presenter.is_open:
            self.presenter.refresh()

    def _show_numbers(self) -> None:
        if self.is_on:
            numbers = self.board.numbers
            has_some = bool(numbers.blocks if numbers.is_predicting else numbers.names)
            self._stage.show_numbers(self._lessons.book.lesson is not None and self._wants_numbers and has_some)

    def _buttons(self, scene: Scene) -> tuple[tuple[str, str], ...]:
        """Which classes the buttons of the mouse place, where that is not what it always is."""
        looks = scene.document.class_looks
        if len(looks) == 2 and scene.active == 1:
            return ()
        return (role("class", looks[scene.active]), "left"), (role("class", looks[scene.next_class]), "right")

    def _position(self) -> str:
        book = self._lessons.book
        if book.lesson is None:
            return ""
        if book.lesson.steps:
            return f"{book.taken} / {len(book.lesson.steps)}"
        return f"lesson {book.lesson.number}" if book.lesson.number else ""

    def _follow(self, old: Scene, new: Scene) -> None:
        is_same = old.document is new.document and old.fits is new.fits and old.view is new.view
        is_same = is_same and old.playback is new.playback and old.active == new.active
        if self.is_on and not is_same and not new.moving:
            self.refresh()

    # --- keys -------------------------------------------------------------------------------------------------------------

    def press_digit(self, digit: int) -> None:
        """Show or hide the layer with this key."""
        if digit <= len(self._keys):
            self._parts.layers.toggle(self._keys[digit - 1])

    def place_next_class(self) -> None:
        """Let the left button place the next class, and the right one the class after it."""
        self._parts.classes.choose(self._parts.session.scene.next_class)

    def offer_methods(self) -> None:
        """The list of all methods, to put one in use."""
        menu = passing_menu(self._parts.window)
        self._parts.methods.fill_add(menu)
        menu.popup(self._parts.canvas.mapToGlobal(QPoint(0, 0)))

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

    def keep_drawing(self) -> None:
        """What was drawn by hand in the picture becomes part of the scene, and of its figures; one undo entry."""
        session = self._parts.session
        before = session.committed.annotations
        if added := self.sheet.hand_over()[: MOST - len(before)]:
            session.apply("Keep the drawing", replace(session.committed, annotations=(*before, *added)))

    def _look_at(self, view: View | None) -> None:
        """Look at a region; None: back to the whole picture."""
        session = self._parts.session
        self._view = None if view is None else session.scene.view
        lesson = self._lessons.book.lesson
        session.set_view(view if view is not None or lesson is None else lesson.document.view)
        self.sheet.choose("")

    def toggle_presenter(self) -> None:
        """Open the presenter view, on another screen where there is one, or close it."""
        if self.presenter.is_open:
            self.presenter.leave()
        else:
            self.presenter.open_on(other_screen(self._parts.window) or self._parts.window.screen(), self._stage.theme_before)

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

    def _play(self) -> None:
        self._parts.playback.play_or_pause()
        self.refresh()  # the sign

    def enlarge(self, factor: float) -> None:
        """Larger words in plots, tables, comparison and help; 0: as large as at first."""
        self._larger = min(max(self._larger * factor, SMALLEST), LARGEST) if factor else 1.0
        self.fit()

    def _choose_parameter(self, by: int) -> None:
        self.live.choose(by)
        self.refresh()

    def _command(self, event: QKeyEvent) -> Callable[[], object] | None:
        """What a key does in a presentation; None for keys that mean what they always do."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        lessons, playback = self._lessons, self._parts.playback
        is_selecting = bool(self._parts.session.scene.selection)
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and not is_selecting:
            by = 1 if key == Qt.Key.Key_Up else -1
            with_shift: Mapping[object, Callable[[], object]] = {
                Qt.KeyboardModifier.NoModifier: partial(self.live.move, by),
                Qt.KeyboardModifier.ShiftModifier: partial(self._choose_parameter, -by),
            }
            return with_shift.get(held)
        if held == Qt.KeyboardModifier.ShiftModifier:
            shifted: Mapping[int, Callable[[], object]] = {
                Qt.Key.Key_D: self.toggle_fading,
                Qt.Key.Key_S: playback.step_back,
                Qt.Key.Key_R: partial(ask_for_hands, self._parts.session, self._parts.window),
            }
            return shifted.get(key)
        is_undo = key == Qt.Key.Key_Backspace or (held == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_Z)
        if is_undo and self.sheet.strokes and self.sheet.tool in ("pen", "marker"):
            return self.sheet.take_back
        if held & Qt.KeyboardModifier.ControlModifier and key in LARGER:
            return partial(self.enlarge, LARGER[key])
        if held == Qt.KeyboardModifier.ControlModifier and Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            return partial(self.live.toggle, key - Qt.Key.Key_0)
        if held:
            return None
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            return partial(self.press_digit, key - Qt.Key.Key_0)
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
            Qt.Key.Key_O: partial(self.toggle_tool, "spotlight"),
            Qt.Key.Key_Q: partial(self.toggle_tool, "lens"),
            Qt.Key.Key_U: partial(self.toggle_tool, "marker"),
            Qt.Key.Key_X: self.sheet.next_colour,
            Qt.Key.Key_E: self.sheet.wipe,
            Qt.Key.Key_I: self.keep_drawing,
            Qt.Key.Key_R: partial(take_line, self._parts.session),
            Qt.Key.Key_Z: partial(self.toggle_tool, "zoom"),
            Qt.Key.Key_P: self.toggle_plots,
            Qt.Key.Key_N: self.toggle_numbers,
            Qt.Key.Key_H: lambda: self.card.present(self._parts.theme()),
            Qt.Key.Key_V: self.toggle_presenter,
            Qt.Key.Key_K: self._play,
            Qt.Key.Key_S: playback.step_on,
            Qt.Key.Key_C: self.place_next_class,
            Qt.Key.Key_A: self.offer_methods,
            Qt.Key.Key_Tab: self.live.select_next,
            Qt.Key.Key_Escape: self._escape,
            Qt.Key.Key_F5: self.end,
        }
        return commands.get(key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Every event of the program comes here: its class tells more quickly than its type.
        if isinstance(event, QResizeEvent) and watched is self._parts.window:
            self.fit()
        if isinstance(event, QMouseEvent) and isinstance(watched, QWidget) and watched.window() is self._parts.window:
            self.sheet.follow(event)
        if not isinstance(event, QKeyEvent) or not self._is_ours(watched):
            return False
        kind = event.type()
        if kind == QEvent.Type.KeyRelease and not event.isAutoRepeat():
            if event.key() == Qt.Key.Key_H:
                self.card.hide()
            elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.live.settle()
            return False
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        command = self._command(event)
        if command is None:
            return False
        if kind == QEvent.Type.KeyPress and not (event.isAutoRepeat() and event.key() not in HELD):
            command()
        event.accept()
        return True

    def _is_ours(self, watched: QObject) -> bool:
        """Keys for the window itself; fields of dialogs keep theirs."""
        if not isinstance(watched, QWidget) or isinstance(watched, QLineEdit | QPlainTextEdit | QListWidget):
            return False
        return watched.window() in (self._parts.window, self.presenter) and QApplication.activeModalWidget() is None
