"""The dialog of unsaved states: all that killed runs left behind, each to be restored, discarded, or left for later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ...core.document import Document
from ...core.markup.ticks import count_words
from ...core.user_error import UserError
from ..session.recovery import LeftOver
from ..widgets.basics import restyle
from ..widgets.plain_words import PlainLabel
from .small import theme_of

WORDS = "linclass ended without closing these windows. What is left for later is offered again at the next start."
HEADER = ("Document", "Points", "Last change")


def words_of(state: LeftOver) -> tuple[str, str, str]:
    """A row of the table: name, number of points, time."""
    name = "cannot be read" if state.about is None else state.about.name
    points = None if state.about is None else state.about.points
    return name, "" if points is None else count_words(points, "point"), when(state.when)


def when(time: datetime) -> str:
    """A time as one says it: the day in words, the minute."""
    return f"{time.day} {time.strftime('%B, %H:%M')}"


class RecoveryDialog(QDialog):
    """``restored`` is the state that was chosen, with its ``document``; the others stay claimed until they are released."""

    def __init__(self, states: Sequence[LeftOver], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recovery")
        self.setWindowTitle("Unsaved work")
        self.states = list(states)
        self.restored: LeftOver | None = None
        self.document: Document | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        words = PlainLabel(WORDS)
        words.setWordWrap(True)
        column.addWidget(words)
        column.addWidget(self._make_table())
        self.problem = PlainLabel()
        self.problem.setObjectName("problem")
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setWordWrap(True)
        self.problem.hide()
        column.addWidget(self.problem)
        column.addLayout(self._make_buttons())
        self._show()
        restyle(self, theme_of(parent))

    def _make_table(self) -> QTableView:
        self._model = QStandardItemModel(0, len(HEADER), self)
        self._model.setHorizontalHeaderLabels(list(HEADER))
        self.table = QTableView()
        self.table.setObjectName("states")
        self.table.setModel(self._model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setMinimumSize(460, 160)
        self.table.doubleClicked.connect(self._restore)
        return self.table

    def _make_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.discard_button = QPushButton("Discard")
        self.discard_button.setToolTip("Remove the selected state for good")
        self.discard_button.setAutoDefault(False)
        self.later_button = QPushButton("Later")
        self.later_button.setToolTip("Keep everything as it is; File, Restore unsaved work shows it again")
        self.later_button.setAutoDefault(False)
        self.restore_button = QPushButton("Restore")
        self.restore_button.setToolTip("Open the selected state in this window; the others are kept")
        self.restore_button.setDefault(True)
        self.discard_button.clicked.connect(self._discard)
        self.later_button.clicked.connect(self.reject)
        self.restore_button.clicked.connect(self._restore)
        row.addWidget(self.discard_button)
        row.addStretch(1)
        row.addWidget(self.later_button)
        row.addWidget(self.restore_button)
        return row

    def _show(self) -> None:
        self._model.removeRows(0, self._model.rowCount())
        for state in self.states:
            self._model.appendRow([QStandardItem(text) for text in words_of(state)])
        if self.states:
            self.table.selectRow(0)

    def _selected_row(self) -> LeftOver | None:
        rows = self.table.selectionModel().selectedRows()
        return self.states[rows[0].row()] if rows else None

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
