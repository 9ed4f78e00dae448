"""The keys of a presentation, which are taken before the window's shortcuts.

A key whose sign has no command has that of the sign which a US board has at its place, so that
Cyrillic letters and the digit row of a French board work.  Presenter remotes send Page Up and Page
Down (some also the arrows, F5 and the full stop).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QPlainTextEdit, QWidget

from ..lessons.commands import Lessons
from .mode import Presenting
from .sheet import Tool
from .stage import StageParts

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

ROWS = {2: "1234567890", 16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM"}  # by the first code
ROWS_OF_MACS = {
    0: "ASDFHGZXCV",
    11: "BQWERYT123465",
    25: "97",
    28: "8",
    31: "OU",
    34: "IP",
    37: "LJ",
    40: "K",
    45: "NM",
}
BEFORE_SCAN_CODES = 0 if sys.platform == "win32" else 8  # X and Wayland count from 8
IS_MAC = sys.platform == "darwin"
FIRST_SPECIAL = 0x01000000  # from here on a key has no sign: arrows, Escape, function keys


def _signs_by_code(rows: Mapping[int, str]) -> dict[int, str]:
    return {first + k: sign for first, signs in rows.items() for k, sign in enumerate(signs)}


SIGNS = _signs_by_code(ROWS_OF_MACS if IS_MAC else ROWS)


def key_at_place(event: QKeyEvent) -> int:
    """The key that a US board has at the place of another one; of a Latin letter, a digit or a key
    without a sign that key itself.
    """
    key = event.key()
    is_latin = key < 0x80 and chr(key).isalnum()
    if is_latin or key >= FIRST_SPECIAL:
        return key
    code = event.nativeVirtualKey() if IS_MAC else event.nativeScanCode() - BEFORE_SCAN_CODES
    sign = SIGNS.get(code)
    return key if sign is None else ord(sign)


class StageKeys(QObject):
    """Carries out the keys of a presentation, in its window and in the presenter view, and follows
    the mouse and what is painted.
    """

    def __init__(self, mode: Presenting, parts: StageParts, lessons: Lessons) -> None:
        super().__init__(mode)
        mode.turned.connect(self._turn)
        self._mode, self._parts, self._lessons = mode, parts, lessons
        plain, with_shift, with_control = self._plain(), self._with_shift(), self._with_control()
        for digit in range(1, 10):
            plain[Key.Key_0 + digit] = partial(mode.press_digit, digit)
            with_control[Key.Key_0 + digit] = partial(mode.press_method, digit)
            # on boards that write digits with it
            with_shift[Key.Key_0 + digit] = plain[Key.Key_0 + digit]
        groups = (
            (NO, plain),
            (SHIFT, with_shift),
            (CONTROL, with_control),
            # on keyboards that write a plus with it
            (CONTROL | SHIFT, {key: with_control[key] for key in LARGER}),
        )
        self._commands: dict[tuple[Qt.KeyboardModifier, int], Command] = {
            (modifiers, key): call for modifiers, calls in groups for key, call in calls.items()
        }

    def _plain(self) -> dict[int, Command]:
        mode, lessons, parts, live = self._mode, self._lessons, self._parts, self._mode.live
        playback, sheet = parts.playback, mode.sheet
        step_on = partial(self._in_lesson, lessons.step_on)
        tools: dict[int, Tool] = {
            Key.Key_L: "laser",
            Key.Key_D: "pen",
            Key.Key_O: "spotlight",
            Key.Key_Q: "lens",
            Key.Key_U: "marker",
            Key.Key_Z: "zoom",
        }
        return {
            Key.Key_PageDown: step_on,
            Key.Key_PageUp: lessons.step_back,
            Key.Key_Right: step_on,
            Key.Key_Left: lessons.step_back,
            Key.Key_Up: partial(live.move, 1),
            Key.Key_Down: partial(live.move, -1),
            Key.Key_B: mode.toggle_black,
            Key.Key_Period: mode.toggle_black,
            Key.Key_F: mode.toggle_freeze,
            Key.Key_X: sheet.next_colour,
            Key.Key_E: sheet.wipe,
            Key.Key_I: mode.keep_drawing,
            Key.Key_R: mode.take_line,
            Key.Key_P: mode.toggle_plots,
            Key.Key_N: mode.toggle_numbers,
            Key.Key_H: mode.show_keys,
            Key.Key_V: mode.toggle_presenter,
            Key.Key_K: partial(self._then_refresh, playback.play_or_pause),  # the sign
            Key.Key_S: playback.step_on,
            Key.Key_C: lambda: parts.classes.choose(parts.session.scene.next_class),
            Key.Key_A: mode.offer_methods,
            Key.Key_Tab: live.select_next,
            Key.Key_Escape: mode.escape,
            Key.Key_F5: mode.end,
            Key.Key_F11: mode.end,
            Key.Key_F7: mode.find_lesson,
            Key.Key_W: mode.time_talk,
            **{key: partial(mode.toggle_tool, tool) for key, tool in tools.items()},
        }

    def _with_shift(self) -> dict[int, Command]:
        mode, key_pointer = self._mode, self._parts.canvas.key_pointer
        return {
            Key.Key_Up: partial(self._then_refresh, partial(mode.live.choose, -1)),
            Key.Key_Down: partial(self._then_refresh, partial(mode.live.choose, 1)),
            Key.Key_Left: key_pointer.appear,
            Key.Key_Right: key_pointer.appear,
            Key.Key_D: mode.toggle_fading,
            Key.Key_S: self._parts.playback.step_back,
            Key.Key_N: mode.toggle_digits,
            Key.Key_R: mode.ask_for_hands,
            Key.Key_W: mode.presenter.restart_clock,
        }

    def _with_control(self) -> dict[int, Command]:
        lessons = self._lessons
        return {
            **{key: partial(self._mode.enlarge, factor) for key, factor in LARGER.items()},
            Key.Key_PageDown: partial(self._in_lesson, lessons.next),
            Key.Key_PageUp: lessons.previous,
            Key.Key_P: lessons.coursework.predict,
        }

    def _then_refresh(self, call: Command) -> None:
        """Do something that changes the bands but no scene."""
        call()
        self._mode.refresh()

    def _in_lesson(self, call: Command) -> None:
        """Turn a page of the course; a scene of one's own has none, and is not left for the course
        before the room.
        """
        if self._lessons.is_open():
            call()

    def _turn(self, on: bool) -> None:
        application = cast(QApplication, QApplication.instance())
        (application.installEventFilter if on else application.removeEventFilter)(self)

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        # Every event of the program comes here: testing its class is faster than its type.
        mode, window = self._mode, self._parts.window
        if isinstance(event, QResizeEvent) and receiver is window:
            mode.fit()
        elif isinstance(event, QMouseEvent):
            if isinstance(receiver, QWidget) and receiver.window() is window:
                mode.sheet.follow(event)
        elif isinstance(event, QPaintEvent) and isinstance(receiver, QWidget):
            mode.presenter.copy.note_paint(receiver)
            if receiver is self._parts.canvas.viewport():
                mode.painted.start()  # its words are placed when it is painted
        return isinstance(event, QKeyEvent) and self._take(receiver, event)

    def _take(self, receiver: QObject, event: QKeyEvent) -> bool:
        """Carry out the command of a key; False where it has its usual effect."""
        if not self._is_ours(receiver, event.key()):
            return False
        kind, key = event.type(), self._key_of(event)
        if kind == QEvent.Type.KeyRelease and not event.isAutoRepeat():
            if key == Key.Key_H:
                self._mode.hide_keys()
            elif key in (Key.Key_Up, Key.Key_Down):
                self._mode.live.settle()
            return False
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        command = self._command(event)
        if command is None:
            return False
        is_moving = self._parts.canvas.key_pointer.wants(event)
        repeats = is_moving or key in REPEATING_KEYS
        if kind == QEvent.Type.KeyPress and (repeats or not event.isAutoRepeat()):
            command()
        event.accept()
        return True

    def _command(self, event: QKeyEvent) -> Command | None:
        """The command of a key in a presentation; None for keys with their usual effect."""
        key, modifiers = self._key_of(event), _modifiers(event)
        canvas, sheet = self._parts.canvas, self._mode.sheet
        if canvas.key_pointer.wants(event):
            return partial(canvas.keyPressEvent, event)
        if key in ARROWS and self._parts.session.scene.selection:
            return None
        is_undo = (key == Key.Key_Backspace and modifiers != SHIFT) or (
            modifiers == CONTROL and key == Key.Key_Z
        )
        if is_undo and sheet.strokes and sheet.tool in ("pen", "marker"):
            return sheet.take_back
        return self._commands.get((modifiers, key))

    def _key_of(self, event: QKeyEvent) -> int:
        """The key by its sign, else by its place on the board."""
        has_command = (_modifiers(event), event.key()) in self._commands
        return event.key() if has_command else key_at_place(event)

    def _is_ours(self, receiver: QObject, key: int) -> bool:
        """Whether a key is for the window itself, and not for a field of a dialog; a list has a use
        for some keys only.
        """
        if not isinstance(receiver, QWidget) or isinstance(receiver, QLineEdit | QPlainTextEdit):
            return False
        if isinstance(receiver, QListWidget) and key in KEYS_OF_LISTS:
            return False
        mode = self._mode
        # also those of a frozen picture to which a window manager gave the keyboard
        own_windows = (self._parts.window, mode.presenter, mode.freezing.audience)
        return receiver.window() in own_windows and QApplication.activeModalWidget() is None


def _modifiers(event: QKeyEvent) -> Qt.KeyboardModifier:
    return event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
