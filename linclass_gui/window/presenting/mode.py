"""Presentation mode: no panels, two bands about the picture, one key for everything.

Keys are taken before the window's shortcuts while the mode is on; presenter remotes send Page Up
and Page Down (some also the arrows, F5 and the full stop).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from ...lessons.guesses import proposals
from ...scene.annotations import MOST_ANNOTATIONS
from ...scene.looks import role
from ...scene.scene import Scene
from ...scene.theme import DARK, Theme
from ...scene.view import View
from ..lessons.commands import Lessons
from ..timers import make_timer
from ..widgets.controls import passing_menu
from ..widgets.themed import restyle
from .cards import KeyCard, ReadOut
from .keyboard import key_at_place
from .live import Live, ask_for_hands, moved_knob, take_line
from .presenter_view import PresenterView
from .sheet import DrawingSheet, Tool
from .slide import SlideFrame
from .stage import (
    BlackCover,
    Freezing,
    NumbersBoard,
    PresentationLayout,
    StageParts,
    other_screen,
    scale_theme,
)

Key = Qt.Key
Command = Callable[[], object]
NO, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
# with Ctrl
LARGER: Mapping[int, float] = {
    Key.Key_Plus: 1.15,
    Key.Key_Equal: 1.15,
    Key.Key_Minus: 1 / 1.15,
    Key.Key_0: 0.0,
}
SMALLEST, LARGEST = 0.6, 2.0
ARROWS = (Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right)  # which move selected points
KEYS_OF_LISTS = (
    Key.Key_Up,
    Key.Key_Down,
    Key.Key_Home,
    Key.Key_End,
    Key.Key_Return,
    Key.Key_Enter,
    Key.Key_Space,
)
REPEATING_KEYS = (
    Qt.Key.Key_H,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
)  # keys that repeat while they are held


def _modifiers(event: QKeyEvent) -> Qt.KeyboardModifier:
    return event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier


class Presenting(QObject):
    """Switches the mode on and off and carries out its keys."""

    def __init__(self, parts: StageParts, lessons: Lessons) -> None:
        super().__init__(parts.window)
        self._parts, self._lessons = parts, lessons
        self.board = NumbersBoard(lessons.panel.numbers)
        self._stage, self.freezing = PresentationLayout(parts, self.board), Freezing(parts.window)
        # after the parts have followed the size of the window
        self._laid_out = make_timer(0, self, self._share, single_shot=True)
        self._painted = make_timer(0, self, self._make_room, single_shot=True)
        self._larger = 1.0  # of the words, by key
        self._view_returns = False  # the presenter view, when the picture is no longer frozen
        self.live = Live(parts.session, parts.methods)
        self._view: View | None = None
        # the lesson and the number of its steps taken
        self._begun_at: tuple[object, int] = (None, 0)
        self._slide = SlideFrame(parts, lessons, self._stage, self.live)
        self.title, self.keys, self.legend = self._slide.title, self._slide.keys, self._slide.legend
        self.keys.pressed.connect(self.press_digit)
        self._place_bands()
        self.sheet = DrawingSheet(
            parts.window.centralWidget() or parts.window, parts.canvas, parts.session
        )
        self.sheet.zoomed.connect(self._look_at)
        self.black, self.card = BlackCover(parts.window), KeyCard(parts.window)
        self.read_out = ReadOut(parts.canvas)
        self.presenter = PresenterView(
            parts.session,
            lessons,
            parts.panel,
            parts.beside,
            parts.window,
            lambda: self.freezing.audience,
        )
        self.desk_card = KeyCard(self.presenter)
        parts.session.scene_changed.connect(self._follow)
        parts.session.loaded.connect(self._slide.forget)
        parts.session.loaded.connect(self.read_out.leave)
        lessons.coursework.changed.connect(self.refresh)
        self.board.numbers.blocks_changed.connect(self._show_numbers)
        self._commands = self._make_commands()

    # --- on and off -------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether a presentation is on."""
        return self._stage.is_clear

    def toggle(self) -> None:
        """Begin or end the presentation."""
        self.end() if self.is_on else self.begin()

    def begin(self) -> None:
        """Hide the panels, show the bands, fill the screen."""
        self._lessons.panel.is_away = self._parts.playback.is_away = True
        self._begun_at = (self._lessons.coursework.lesson, self._lessons.coursework.steps_taken)
        self._stage.clear()
        self._parts.session.look_again()  # a point may have been dragged out of sight
        for band in (self.title, self.keys):
            band.show()
        cast(QApplication, QApplication.instance()).installEventFilter(self)
        self._begin_lesson()
        self.fit()
        self.refresh()
        if other_screen(self._parts.window) is not None:
            self.toggle_presenter()
        self._parts.canvas.setFocus()

    def end(self) -> None:
        """Restore the window."""
        if not self.is_on:
            return
        cast(QApplication, QApplication.instance()).removeEventFilter(self)
        self.sheet.choose("")
        self.sheet.wipe()
        self.black.cover(False)
        self.card.hide()
        self.desk_card.hide()
        self.legend.hide()
        self.read_out.leave()
        self.freezing.thaw()
        self._view_returns = False
        self.presenter.leave()
        for band in (self.title, self.keys):
            band.hide()
        self._lessons.panel.is_away = self._parts.playback.is_away = False
        coursework = self._lessons.coursework
        is_there = self._begun_at == (coursework.lesson, coursework.steps_taken)
        self._stage.restore(
            None if is_there or coursework.lesson is None else bool(coursework.plots_in_front)
        )
        self._lessons.panel.take_back(self.board.numbers)
        self._lessons.panel.refresh()
        self._lessons.bring_back_scene()
        self._parts.session.look_again()  # what was drawn may lie beside the points

    def _place_bands(self) -> None:
        centre = self._parts.window.centralWidget()
        column = None if centre is None else centre.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(0, self.title)
        column.addWidget(self.keys)
        for band in (self.title, self.keys):
            band.hide()

    def fit(self) -> None:
        """Scale type and lines with the width of the window."""
        if not self.is_on:
            return
        theme = scale_theme(
            self._stage.scale, self._larger, self._stage.theme_before.palette is DARK.palette
        )
        if self._parts.theme() != theme:
            self._parts.set_theme(theme)
            parts = (self.title, self.keys, self.sheet, self.card, self.legend, self.read_out)
            for part in parts:
                part.set_theme(theme)
            if self.presenter.is_open:
                self.presenter.set_theme(self._stage.theme_before)
        for band in (self.title, self.keys):
            band.fit(self._stage.scale * self._larger)
        self.read_out.scale = self._stage.scale * self._larger
        self.board.fit(theme, self._stage.scale, self._larger)
        for dialog in self._parts.window.findChildren(QDialog):
            if dialog.isVisible():
                restyle(dialog, theme)
        self._stage.share()
        self._laid_out.start()

    def wear(self, theme: Theme) -> None:
        """Take a light or dark theme at the size of the presentation."""
        self._stage.wear(theme)
        self.fit()

    def _share(self) -> None:
        if self.is_on:
            self._stage.share()
            self.refresh()  # the legend finds its place in a picture of another size

    def _make_room(self) -> None:
        """Let the legend cover no word of the picture, and no line where it need not."""
        if self.is_on:
            item = self._parts.canvas.item
            scene = self._parts.session.scene
            families = (role("curve", look) for look in scene.document.class_looks)
            hills = [places for family in families for places in item.line_places(family)]
            lines = [*item.line_places("boundary"), *hills]
            self.legend.avoid(item.placed_words, lines, item.line_places("margin"), scene)

    # --- what is shown ----------------------------------------------------------------------------

    def _begin_lesson(self) -> None:
        self._slide.begin()
        self.sheet.wipe()

    def refresh(self) -> None:
        """Show the current title, sentence, keys and position."""
        if not self.is_on:
            return
        if self._slide.is_another:
            self._begin_lesson()
        self._slide.refresh()
        if self.presenter.is_open:
            self.presenter.refresh(self._slide.happens)

    def _show_numbers(self) -> None:
        if self.is_on:
            self._slide.show_numbers()

    def _follow(self, old: Scene, new: Scene) -> None:
        if self.is_on and old.document.methods is not new.document.methods:
            knob = moved_knob(old.document, new.document)
            if knob is not None:
                self.read_out.say(self.live.words_of(knob), new)
        is_same = old.document is new.document and old.fits is new.fits and old.view is new.view
        is_same = is_same and old.playback is new.playback and old.active == new.active
        if self.is_on and not is_same and not new.moving:
            self.refresh()

    # --- keys -------------------------------------------------------------------------------------

    def press_digit(self, digit: int) -> None:
        """Show or hide the layer with this key."""
        if digit <= len(self._slide.layers):
            layer = self._slide.layers[digit - 1]
            self._lessons.coursework.note_switched(layer)
            self._parts.layers.toggle(layer)

    def press_method(self, number: int) -> None:
        """Show or hide the method in this place of the list."""
        methods = self._parts.session.document.methods
        if number <= len(methods):
            self._lessons.coursework.note_switched(methods[number - 1].id)
            self.live.toggle(number)

    def offer_methods(self) -> None:
        """Offer the list of all methods, to add one."""
        menu = passing_menu(self._parts.window)
        self._parts.methods.fill_add(menu)
        desk = self.presenter.copy if self.presenter.is_open else self._parts.canvas
        menu.popup(desk.mapToGlobal(QPoint(0, 0)))

    @property
    def desk(self) -> QWidget:
        """The window of the lecturer: the presenter view where it is open."""
        return self.presenter if self.presenter.is_open else self._parts.window

    def ask_for_hands(self) -> None:
        """Let the hands that went up be typed in, on the desk where there is one; the violet line
        is the first line where the room has none.
        """
        session = self._parts.session
        if not proposals(session.committed):
            self.take_line()
        ask_for_hands(session, self.desk)

    def take_line(self) -> None:
        """Make the violet line one of the room; where none is drawn, a prediction begins with
        one.
        """
        session, coursework = self._parts.session, self._lessons.coursework
        if session.committed.trial is not None:
            words = take_line(session)
        elif coursework.is_hidden:
            words = "this prediction has no line"
        else:
            coursework.predict()
            words = "" if coursework.is_hidden else "no method is selected"
        if words:
            self.read_out.say(words, session.scene)

    def show_keys(self) -> None:
        """Show all keys, on the desk where there is one."""
        if self.presenter.is_open:
            self.desk_card.present(self.presenter.theme)
        else:
            self.card.present(self._parts.theme())

    def find_lesson(self) -> None:
        """Look for a lesson, on the desk where there is one."""
        if self.presenter.is_open:
            self.presenter.find_lesson()
        else:
            self._lessons.browse()

    def toggle_numbers(self) -> None:
        """Show or hide the numbers of the lesson."""
        self._slide.wants_numbers = not self._slide.wants_numbers
        self.refresh()

    def toggle_digits(self) -> None:
        """Show all digits of the numbers, or three."""
        self.board.toggle_digits()
        self.refresh()

    def toggle_tool(self, tool: Tool) -> None:
        """Take or put away the laser pointer, the pen or the zoom."""
        if tool == "zoom" and self._view is not None:
            self._look_at(None)
            return
        self.sheet.choose("" if self.sheet.tool == tool else tool)

    def toggle_fading(self) -> None:
        """Let later drawings stay, or fade."""
        self.sheet.stays = not self.sheet.stays
        self.sheet.choose("pen")

    def keep_drawing(self) -> None:
        """Make the drawings by hand part of the scene and its figures; one undo entry."""
        session = self._parts.session
        before = session.committed.annotations
        if drawings := self.sheet.hand_over(MOST_ANNOTATIONS - len(before)):
            session.apply(
                "Keep the drawing", replace(session.committed, annotations=(*before, *drawings))
            )

    def _look_at(self, view: View | None) -> None:
        """Look at a region; None: back to the whole picture."""
        session = self._parts.session
        self._view = None if view is None else session.scene.view
        lesson = self._lessons.coursework.lesson
        session.set_view(view if view is not None or lesson is None else lesson.document.view)
        self.sheet.choose("")

    def toggle_presenter(self) -> None:
        """Open the presenter view, on another screen where there is one, or close it."""
        if self.presenter.is_open:
            self.presenter.leave()
        else:
            self.presenter.open_on(
                other_screen(self._parts.window) or self._parts.window.screen(),
                self._stage.theme_before,
            )
            self.refresh()

    def time_talk(self) -> None:
        """Ask for the length of the talk, in the presenter view."""
        if not self.presenter.is_open:
            self.toggle_presenter()
        self.presenter.ask_for_minutes()

    def toggle_black(self) -> None:
        """Show a black picture, or the window again."""
        self.black.cover(not self.black.isVisible())

    def toggle_freeze(self) -> None:
        """Freeze the picture of the audience while the next one is prepared, or end that."""
        if self.freezing.is_on:
            self._thaw()
            return
        self._view_returns = self.presenter.is_open and other_screen(self._parts.window) is not None
        if self._view_returns:
            self.presenter.leave()  # the window comes to its screen
        self.freezing.freeze()

    def _thaw(self) -> None:
        """Show the window to the audience again, and the presenter view on the desk."""
        self.freezing.thaw()
        if self._view_returns and not self.presenter.is_open:
            self.toggle_presenter()
        self._view_returns = False

    def _escape(self) -> None:
        """Close whatever covers the picture, else the mode."""
        if self.black.isVisible():
            self.black.cover(False)
        elif self.freezing.is_on:
            self._thaw()
        elif self.sheet.tool:
            self.sheet.choose("")
        else:
            self.end()

    def enlarge(self, factor: float) -> None:
        """Enlarge the words in bands, plots, tables, comparison and help; 0: reset."""
        self._larger = min(max(self._larger * factor, SMALLEST), LARGEST) if factor else 1.0
        self.fit()

    def _then_refresh(self, call: Callable[[], object]) -> None:
        """Do something that changes the bands but no scene."""
        call()
        self.refresh()

    def _in_lesson(self, call: Callable[[], object]) -> None:
        """Turn a page of the course; a scene of one's own has none, and is not left for the course
        before the room.
        """
        if self._lessons.is_open():
            call()

    def _step_on(self) -> None:
        self._in_lesson(self._lessons.step_on)

    def _make_commands(self) -> dict[tuple[Qt.KeyboardModifier, int], Command]:
        """The commands of the keys, by the modifiers held."""
        lessons, parts, live, sheet = self._lessons, self._parts, self.live, self.sheet
        playback, session, plots = parts.playback, parts.session, parts.plots
        plain: dict[int, Command] = {
            Key.Key_PageDown: self._step_on,
            Key.Key_PageUp: lessons.step_back,
            Key.Key_Right: self._step_on,
            Key.Key_Left: lessons.step_back,
            Key.Key_Up: partial(live.move, 1),
            Key.Key_Down: partial(live.move, -1),
            Key.Key_B: self.toggle_black,
            Key.Key_Period: self.toggle_black,
            Key.Key_F: self.toggle_freeze,
            Key.Key_L: partial(self.toggle_tool, "laser"),
            Key.Key_D: partial(self.toggle_tool, "pen"),
            Key.Key_O: partial(self.toggle_tool, "spotlight"),
            Key.Key_Q: partial(self.toggle_tool, "lens"),
            Key.Key_U: partial(self.toggle_tool, "marker"),
            Key.Key_X: sheet.next_colour,
            Key.Key_E: sheet.wipe,
            Key.Key_I: self.keep_drawing,
            Key.Key_R: self.take_line,
            Key.Key_Z: partial(self.toggle_tool, "zoom"),
            Key.Key_P: lambda: self._stage.show_plots(plots.isHidden()),
            Key.Key_N: self.toggle_numbers,
            Key.Key_H: self.show_keys,
            Key.Key_V: self.toggle_presenter,
            Key.Key_K: partial(self._then_refresh, playback.play_or_pause),  # the sign
            Key.Key_S: playback.step_on,
            Key.Key_C: lambda: parts.classes.choose(session.scene.next_class),
            Key.Key_A: self.offer_methods,
            Key.Key_Tab: live.select_next,
            Key.Key_Escape: self._escape,
            Key.Key_F5: self.end,
            Key.Key_F11: self.end,
            Key.Key_F7: self.find_lesson,
            Key.Key_W: self.time_talk,
        }
        with_shift: dict[int, Command] = {
            Key.Key_Up: partial(self._then_refresh, partial(live.choose, -1)),
            Key.Key_Down: partial(self._then_refresh, partial(live.choose, 1)),
            Key.Key_Left: parts.canvas.key_pointer.appear,
            Key.Key_Right: parts.canvas.key_pointer.appear,
            Key.Key_D: self.toggle_fading,
            Key.Key_S: playback.step_back,
            Key.Key_N: self.toggle_digits,
            Key.Key_R: self.ask_for_hands,
            Key.Key_W: self.presenter.restart_clock,
        }
        with_control: dict[int, Command] = {
            key: partial(self.enlarge, factor) for key, factor in LARGER.items()
        }
        for digit in range(1, 10):
            plain[Key.Key_0 + digit] = partial(self.press_digit, digit)
            with_control[Key.Key_0 + digit] = partial(self.press_method, digit)
            # on boards that write digits with it
            with_shift[Key.Key_0 + digit] = plain[Key.Key_0 + digit]
        with_control |= {
            Key.Key_PageDown: partial(self._in_lesson, lessons.next),
            Key.Key_PageUp: lessons.previous,
            Key.Key_P: lessons.coursework.predict,
        }
        # on keyboards that write a plus with it
        control_shift = {key: with_control[key] for key in LARGER}
        groups = (
            (NO, plain),
            (SHIFT, with_shift),
            (CONTROL, with_control),
            (CONTROL | SHIFT, control_shift),
        )
        return {
            (modifiers, key): call for modifiers, calls in groups for key, call in calls.items()
        }

    def _command(self, event: QKeyEvent, is_at_desk: bool) -> Command | None:
        """The command of a key in a presentation; None for keys with their usual effect.

        In the presenter view (``is_at_desk``) Qt knows no shortcut of the window: its actions are
        looked up here.
        """
        key, modifiers = self._key_of(event), _modifiers(event)
        canvas = self._parts.canvas
        if canvas.key_pointer.wants(event):
            return partial(canvas.keyPressEvent, event)
        if key in ARROWS and self._parts.session.scene.selection:
            return None
        is_undo = (key == Key.Key_Backspace and modifiers != SHIFT) or (
            modifiers == CONTROL and key == Key.Key_Z
        )
        if is_undo and self.sheet.strokes and self.sheet.tool in ("pen", "marker"):
            return self.sheet.take_back
        command = self._commands.get((modifiers, key))
        if command is None and is_at_desk:
            keys = QKeySequence(QKeyCombination(event.modifiers(), Qt.Key(key)))
            actions = self._parts.window.findChildren(QAction)
            matching_actions = (action for action in actions if keys in action.shortcuts())
            return next((action.trigger for action in matching_actions if action.isEnabled()), None)
        return command

    def _key_of(self, event: QKeyEvent) -> int:
        """The key by its sign, else by its place on the board."""
        has_command = (_modifiers(event), event.key()) in self._commands
        return event.key() if has_command else key_at_place(event)

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        # Every event of the program comes here: testing its class is faster than its type.
        if isinstance(event, QResizeEvent) and receiver is self._parts.window:
            self.fit()
        if (
            isinstance(event, QMouseEvent)
            and isinstance(receiver, QWidget)
            and receiver.window() is self._parts.window
        ):
            self.sheet.follow(event)
        if isinstance(event, QPaintEvent) and isinstance(receiver, QWidget):
            self.presenter.copy.note_paint(receiver)
            if receiver is self._parts.canvas.viewport():
                self._painted.start()  # its words are placed when it is painted
        if not isinstance(event, QKeyEvent) or not self._is_ours(receiver, event.key()):
            return False
        kind, key = event.type(), self._key_of(event)
        if kind == QEvent.Type.KeyRelease and not event.isAutoRepeat():
            if key == Qt.Key.Key_H:
                self.card.hide()
                self.desk_card.hide()
            elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.live.settle()
            return False
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        is_at_desk = isinstance(receiver, QWidget) and receiver.window() is self.presenter
        command = self._command(event, is_at_desk)
        if command is None:
            return False
        is_moving = self._parts.canvas.key_pointer.wants(event)
        repeats = is_moving or key in REPEATING_KEYS
        if kind == QEvent.Type.KeyPress and (repeats or not event.isAutoRepeat()):
            command()
        event.accept()
        return True

    def _is_ours(self, receiver: QObject, key: int) -> bool:
        """Whether a key is for the window itself, and not for a field of a dialog; a list has a use
        for some keys only.
        """
        if not isinstance(receiver, QWidget) or isinstance(receiver, QLineEdit | QPlainTextEdit):
            return False
        if isinstance(receiver, QListWidget) and key in KEYS_OF_LISTS:
            return False
        # also those of a frozen picture to which a window manager gave the keyboard
        own_windows = (self._parts.window, self.presenter, self.freezing.audience)
        return receiver.window() in own_windows and QApplication.activeModalWidget() is None
