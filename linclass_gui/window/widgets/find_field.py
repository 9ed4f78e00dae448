"""A field whose words are looked for in a list beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from .layouts import with_name

MOVES = {  # rows to go in the list
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -10,
    Qt.Key.Key_PageDown: 10,
}


class FindField(QLineEdit):
    """Words to look for; arrows up and down go through the list, Enter chooses in it."""

    moved = Signal(int)
    chosen = Signal()

    def __init__(self, words: str, name: str) -> None:
        super().__init__()
        with_name(self, name, words)
        self.setPlaceholderText(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in MOVES and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.moved.emit(MOVES[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit()  # not the default button of the dialog
        else:
            super().keyPressEvent(event)
