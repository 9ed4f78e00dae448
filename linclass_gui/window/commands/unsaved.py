"""Unsaved work of killed runs: offered at the start, and from the File menu at any time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHeaderView, QLayout, QTreeWidget, QTreeWidgetItem, QWidget

from ...errors import UserError
from ...markup.numbers import count_words
from ...scene.document import Document
from ..dialogs.forms import theme_of
from ..session.recovery import LeftOver, Recovery, left_over, recovery_folder
from ..session.session import Session
from ..widgets.layouts import PlainLabel, in_column, in_row, push_button, with_name
from ..widgets.themed import restyle
from .files import Files

WORDS = (
    "linclass ended without closing these windows. What is left for later is offered again at the "
    "next start."
)
FAULT = (
    "A fault of the program ended them: {}. Copy report puts its trace on the clipboard, for the "
    "authors."
)
HEADER = ("Document", "Points", "Last change")


def words_of(state: LeftOver) -> tuple[str, str, str]:
    """A row of the table: name, number of points, time."""
    name = "cannot be read" if state.head is None else state.head.name
    points = None if state.head is None else state.head.points
    return name, "" if points is None else count_words(points, "point"), time_words(state.time)


def time_words(time: datetime) -> str:
    """A time in words: the day, and the time to the minute."""
    return f"{time.day} {time.strftime('%B, %H:%M')}"


class RecoveryDialog(QDialog):
    """``restored`` is the state that was chosen, with its ``document``; the others stay claimed
    until they are released.
    """

    def __init__(self, states: Sequence[LeftOver], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recovery")
        self.setWindowTitle("Unsaved work")
        self.states = list(states)
        self.restored: LeftOver | None = None
        self.document: Document | None = None
        self.problem = with_name(PlainLabel(wraps=True), "problem")
        self.problem.hide()
        in_column(
            self,
            PlainLabel(WORDS, wraps=True),
            *self._make_report(),
            self._make_table(),
            self.problem,
            self._make_buttons(),
            margins=(24, 24, 24, 16),
            spacing=16,
        )
        self._show()
        restyle(self, theme_of(parent))

    def _make_report(self) -> list[QWidget]:
        traces = [state.trace for state in self.states if state.trace]
        if not traces:
            return []
        words = PlainLabel(FAULT.format(traces[0].partition("\n")[0]), wraps=True)
        copy = partial(QGuiApplication.clipboard().setText, "\n".join(traces))
        return [words, push_button("Copy report", copy, "copy-report")]

    def _make_table(self) -> QTreeWidget:
        self.table = with_name(QTreeWidget(), "states", "Unsaved states")
        self.table.setHeaderLabels(HEADER)
        self.table.setRootIsDecorated(False)
        header, mode = self.table.header(), QHeaderView.ResizeMode
        header.setStretchLastSection(False)
        header.setSectionResizeMode(mode.ResizeToContents)
        header.setSectionResizeMode(0, mode.Stretch)
        self.table.setMinimumSize(460, 160)
        self.table.itemDoubleClicked.connect(self._restore)
        return self.table

    def _make_buttons(self) -> QLayout:
        later = "Keep everything as it is; File, Restore unsaved work shows it again"
        restore = "Open the selected state in this window; the others are kept"
        self.discard_button = push_button(
            "Discard", self._discard, tip="Remove the selected state for good"
        )
        self.later_button = push_button("Later", self.reject, tip=later)
        self.restore_button = push_button("Restore", self._restore, tip=restore)
        self.restore_button.setDefault(True)
        return in_row(None, self.discard_button, 1, self.later_button, self.restore_button)

    def _show(self) -> None:
        self.table.clear()
        self.table.addTopLevelItems([QTreeWidgetItem(words_of(state)) for state in self.states])
        self.table.setCurrentIndex(self.table.model().index(0, 0))

    def _selected_row(self) -> LeftOver | None:
        row = self.table.currentIndex().row()
        return self.states[row] if row >= 0 else None

    def _restore(self) -> None:
        state = self._selected_row()
        if state is None:
            return
        try:
            self.document = state.read()
        except UserError as error:
            self.problem.setText(str(error))
            self.problem.show()
            return
        self.restored = state
        self.states.remove(state)
        self.accept()

    def _discard(self) -> None:
        state = self._selected_row()
        if state is None:
            return
        self.states.remove(state)
        state.discard()
        self.problem.hide()
        self._show()
        if not self.states:
            self.reject()


NO_LEFTOVERS = "Nothing unsaved is left over from earlier runs"


class Unsaved(QObject):
    """Shows the unsaved states and restores one.  ``message`` is for the status line."""

    message = Signal(str)

    def __init__(self, session: Session, recovery: Recovery, files: Files, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._recovery, self._files, self._parent = session, recovery, files, parent

    def show(self) -> None:
        """Show the unsaved states, or report that there are none."""
        if not self.offer(self._recovery.folder or recovery_folder()):
            self.message.emit(NO_LEFTOVERS)

    def offer(self, folder: Path) -> bool:
        """Show the unsaved states in a folder; False when there are none."""
        states = left_over(folder)
        if states:
            self._ask(states)
        return bool(states)

    def _ask(self, states: list[LeftOver]) -> None:
        dialog = RecoveryDialog(states, self._parent)
        dialog.exec()
        rest = list(dialog.states)
        if dialog.restored is not None and dialog.document is not None:
            if self._files.may_leave():
                self._session.load(dialog.document)
                self._session.mark_unsaved()
                self._recovery.adopt(dialog.restored)
            else:
                rest.append(dialog.restored)
        for state in rest:
            state.claim.release()  # for later
        dialog.deleteLater()
