"""Driving a window from inside an event loop, as its user does.

Who calls ``processEvents`` from outside stands at level 0, where Qt keeps what was deleted later
until the next nested loop begins: the wait of a slot for a file, or a dialog, then destroys widgets
that are still at work, and answered dialogs live on with the keyboard in them.  Inside a loop they
go between two events, as in the program.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid


class BadKeyError(Exception):
    """A key that no user could press there."""


def take(steps: Iterator[int]) -> None:
    """Take one step after the other, each an event of a loop; a step says how many milliseconds
    pass before the next one.

    The loop is one of level 1, as that of ``QApplication.exec``, but for what happens at its end:
    the other windows of the process live on.
    """
    loop, raised, is_done = QEventLoop(), [], False

    def step() -> None:
        nonlocal is_done
        try:
            QTimer.singleShot(next(steps), step)
        except BaseException as error:
            is_done = True
            if not isinstance(error, StopIteration):
                raised.append(error)
            loop.quit()

    QTimer.singleShot(0, step)
    while not is_done:  # closing the last window ends every loop
        loop.exec()
    if raised:
        raise raised[0]


def press_key(
    widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Press and release a key on a widget that is there and shown, and outlives it.

    Raises:
        BadKeyError: the widget is gone or hidden, or was destroyed while the key was delivered.
    """
    if not isValid(widget):
        raise BadKeyError(f"the key {key.name} for a widget that is gone")
    name = f"{type(widget).__name__} {widget.objectName()!r} in {type(widget.window()).__name__}"
    if not widget.isVisible():
        raise BadKeyError(f"the key {key.name} for a hidden {name}")
    QTest.keyPress(widget, key, modifiers)
    if not isValid(widget):
        raise BadKeyError(f"{name} was destroyed while the key {key.name} was delivered")
    if widget.isVisible():
        QTest.keyRelease(widget, key, modifiers)
