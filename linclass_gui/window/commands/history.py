"""The states to go back to: every step that can be undone or done again, in words."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QDialog, QUndoView, QWidget

from ..dialogs.forms import theme_of
from ..session.session import Session
from ..widgets.layouts import PlainLabel, in_column, with_name
from ..widgets.themed import restyle
from ..widgets.window_behaviour import bring_to_front, resize_within_screen

FIRST_STATE = "As it was opened"
HINT = "A click, or an arrow key, goes to the state after that step: those below it are undone."


class HistoryWindow(QDialog):
    """The steps as a list beside the picture, in which the state to show is chosen."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("history")
        self.setWindowTitle("History – linclass")
        self._session = session
        self.steps = with_name(QUndoView(session.undo_stack, self), "", "Steps of this document")
        self.steps.setEmptyLabel(FIRST_STATE)
        self.steps.pressed.connect(self._end_gesture)
        hint = PlainLabel(HINT, wraps=True, tone="second")
        in_column(self, (self.steps, 1), hint, margins=(12, 12, 12, 12), spacing=8)
        resize_within_screen(self, 300, 420)

    def present(self) -> None:
        """Show the window with the keyboard in the list, or bring it to the front."""
        self._session.rollback()
        restyle(self, theme_of(self.parentWidget()))
        bring_to_front(self)
        self.steps.setFocus()

    def _end_gesture(self, _index: QModelIndex) -> None:
        """What is dragged at the moment is no state yet."""
        self._session.rollback()
