"""The states to go back to: every step that can be undone or done again, in words."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QDialog, QStyledItemDelegate, QStyleOptionViewItem, QUndoView, QWidget

from ..dialogs.forms import theme_of
from ..session.session import Session
from ..widgets.layouts import PlainLabel, in_column, with_name
from ..widgets.themed import restyle
from ..widgets.window_behaviour import bring_to_front, resize_within_screen

FIRST_STATE = "As it was opened"
HINT = "A click, or an arrow key, goes to the state after that step."


class StepLooks(QStyledItemDelegate):
    """The state that is shown is bold; steps that were undone are fainter."""

    def __init__(self, session: Session, owner: QWidget) -> None:
        super().__init__(owner)
        self._session, self._owner = session, owner

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        place, current_place = index.row(), self._session.undo_stack.index()
        font, palette = option.font, option.palette
        font.setBold(place == current_place)
        if place > current_place:
            ink = QColor(theme_of(self._owner).palette.ink_3)
            for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
                palette.setColor(role, ink)
        option.font, option.palette = font, palette

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width(), round(1.5 * size.height()))


class HistoryWindow(QDialog):
    """The steps as a list beside the picture, in which the state to show is chosen."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("history")
        self.setWindowTitle("History – linclass")
        self._session = session
        self.steps = with_name(QUndoView(session.undo_stack, self), "", "Steps of this document")
        self.steps.setEmptyLabel(FIRST_STATE)
        self.steps.setItemDelegate(StepLooks(session, self))
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
