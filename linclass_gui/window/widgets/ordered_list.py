"""A list whose rows are put in order by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListWidget

from .layouts import KeepsKeys

MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}  # with Alt


class OrderedList(KeepsKeys, QListWidget):
    """A drag moves a row, and so does Alt with an arrow; Delete removes it."""

    deleted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)

    def keeps(self, event: QKeyEvent) -> bool:
        """Those of its commands, which else would move a method, or remove a point."""
        return self.command_of(event) is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        command = self.command_of(event)
        if command is not None:
            command()
        else:
            super().keyPressEvent(event)

    def command_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """The effect of a key on the order."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers == Qt.KeyboardModifier.AltModifier and event.key() in MOVES:
            return partial(self.move_current, MOVES[Qt.Key(event.key())])
        return self.deleted.emit if event.matches(QKeySequence.StandardKey.Delete) else None

    def move_current(self, step: int) -> None:
        """Move the current row up or down."""
        row, root = self.currentRow(), QModelIndex()
        if row >= 0 and 0 <= row + step < self.count():
            # Qt counts the place with the row still in it
            self.model().moveRow(root, row, root, row + step + (step > 0))
