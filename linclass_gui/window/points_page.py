"""The table of points: every point a row, sorted by a click, edited in its cells, selected
here and on the canvas.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSignalBlocker,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QTableView,
    QWidget,
)

from ..answers.points_table import DIGITS, PointsTable, points_table, with_number
from ..files.cells import number
from ..files.scene_table import column_names
from ..markup.numbers import MINUS
from ..scene.class_editing import with_label
from ..scene.document import Document
from ..scene.scene import Scene
from .commands.points import Editing, label_of
from .dialogs.forms import theme_of
from .session.session import Session
from .timers import make_timer
from .widgets.controls import ComboField
from .widgets.layouts import MOVING, KeepsKeys, in_column, in_row, push_button, with_name
from .widgets.themed import Themed, restyle

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
LEAST_COLUMN = 41  # its width
EVERY_MS = 100  # the rows follow at 10 Hz: no reader is faster
WORDS = (
    "A click on a heading sorts. Numbers and classes are typed into their cells; each edit is one "
    "step.\nThe prediction of the selected method is right of the class, ✗ where it is wrong."
)


class PointsModel(QAbstractTableModel):
    """The points in a sorted order: number, columns, class, and score and prediction of the
    selected method.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.table: PointsTable = points_table(session.scene)
        self.order = np.arange(len(self.table.dataset))
        self._by, self._way = 0, Qt.SortOrder.AscendingOrder

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings of the columns."""
        prediction_headings = (
            () if self.table.predicted is None else (self.table.score_name, "says")
        )
        return ("i", *self.table.names, "class", *prediction_headings)

    @property
    def class_column(self) -> int:
        """The column of the class."""
        return 1 + len(self.table.names)

    def show_scene(self, scene: Scene) -> None:
        """Show the points of a scene; the rows keep their order until they are sorted again."""
        old, self.table = self.headings, points_table(scene)
        n = len(self.table.dataset)
        if self.headings != old or n != len(self.order):
            self.beginResetModel()
            self.order = self._row_order()
            self.endResetModel()
        elif n:
            self.dataChanged.emit(self.index(0, 0), self.index(n - 1, len(self.headings) - 1))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the rows by a column; equal ones keep their order."""
        self.layoutAboutToBeChanged.emit()
        self._by, self._way = column, order
        self.order = self._row_order()
        self.layoutChanged.emit()

    def _row_order(self) -> Any:
        keys = self._keys(self._by)
        return np.argsort(
            keys if self._way == Qt.SortOrder.AscendingOrder else -keys, kind="stable"
        )

    def _keys(self, column: int) -> Any:
        table, after = self.table, column - self.class_column
        if 0 < column < self.class_column:
            return table.numbers[:, column - 1]
        if after == 0:
            return table.dataset.labels
        if after == 1 and table.scores is not None:
            return table.scores
        if after > 0 and table.predicted is not None:
            return table.predicted
        return np.arange(len(table.dataset))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.headings)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.headings):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        roles = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole
        return self.headings[section] if role in roles else None

    def is_word(self, column: int) -> bool:
        """Whether a column has words."""
        return column == self.class_column or self.headings[column : column + 1] == ("says",)

    def _alignment(self, column: int) -> int:
        """Words begin at the left, numbers end at the right."""
        side = Qt.AlignmentFlag.AlignLeft if self.is_word(column) else Qt.AlignmentFlag.AlignRight
        return int(side | Qt.AlignmentFlag.AlignVCenter)

    def point_at(self, index: Index) -> int | None:
        """The number of the point that a cell belongs to, None where no such cell is."""
        has_cell = 0 <= index.row() < len(self.order) and 0 <= index.column() < len(self.headings)
        return int(self.order[index.row()]) if has_cell else None

    @property
    def is_behind(self) -> bool:
        """Whether points or columns came or went since these rows were made, so that their numbers
        may be those of others.
        """
        document, committed = self._session.document, self._session.committed
        is_current = len(document.dataset) == len(committed.dataset) == len(self.order)
        return not is_current or column_names(committed)[0] != self.table.names

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.point_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == Qt.ItemDataRole.EditRole:
            column = index.column()
            return (
                self._class_of(row)
                if column == self.class_column
                else repr(float(self.table.numbers[row, column - 1]))
            )
        return self._text(row, index.column()) if role == Qt.ItemDataRole.DisplayRole else None

    def _text(self, row: int, column: int) -> str:
        table, after = self.table, column - self.class_column
        if column == 0:
            return str(row + 1)
        if after < 0:
            return _aligned(float(table.numbers[row, column - 1]), table.decimals[column - 1])
        if after == 0:
            return self._class_of(row)
        if after == 1 and table.scores is not None:
            return _aligned(float(table.scores[row]), table.score_decimals)
        assert table.predicted is not None
        prediction = int(table.predicted[row])
        mark = "" if prediction == table.dataset.labels[row] else "  ✗"
        return f"{table.dataset.class_names[prediction]}{mark}"

    def _class_of(self, row: int) -> str:
        return self.table.dataset.class_names[int(self.table.dataset.labels[row])]

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return (
            flags | Qt.ItemFlag.ItemIsEditable if 0 < index.column() <= self.class_column else flags
        )

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row, column = self.point_at(index), index.column()
        if row is None or self.is_behind or not 0 < column <= self.class_column:
            return False
        changed = self._with_cell(self._session.committed, row, column, str(value))
        if changed is None:
            return False
        if column == self.class_column:
            self._session.apply("Change class", changed)
        else:
            self._session.apply("Change number", changed)
            self._session.bring_into_view((row,))
        return True

    def _with_cell(self, document: Document, row: int, column: int, text: str) -> Document | None:
        if column == self.class_column:
            dataset = document.dataset
            label = label_of(text, dataset.class_names)
            if label is None or label == dataset.labels[row]:
                return None
            return replace(document, dataset=with_label(dataset, [row], label))
        value = number(
            text.strip().replace(MINUS, "-"), "," if "," in text and "." not in text else "."
        )
        if not math.isfinite(value) or value == self.table.numbers[row, column - 1]:
            return None
        return with_number(document, row, column - 1, value)


def _aligned(value: float, decimals: int | None) -> str:
    """A number with the decimals of its column; None: in six digits at the most."""
    text = f"{value:.{DIGITS}g}" if decimals is None else f"{value + 0.0:.{decimals}f}"
    return text.replace("-", MINUS)


class CellDelegate(QStyledItemDelegate):
    """A class is chosen from a list, numbers are typed.

    One for all columns: Qt takes only the delegate of the whole view off an editor whose row is
    gone.
    """

    def __init__(self, session: Session, model: PointsModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._model = session, model

    def editorEvent(self, event: QEvent, model: Any, option: Any, index: Index) -> bool:
        # A key that names a class needs no list.
        if isinstance(event, QKeyEvent) and index.column() == self._model.class_column:
            return bool(model.setData(index, event.text()))
        return False

    def createEditor(self, parent: QWidget, option: Any, index: Index) -> QWidget:
        if index.column() != self._model.class_column:
            return super().createEditor(parent, option, index)
        field = ComboField(parent)
        field.addItems(list(self._session.document.dataset.class_names))
        field.setAccessibleName("Class")
        restyle(field, theme_of(self.parent()))  # type: ignore[arg-type]
        field.activated.connect(partial(self._take, field))
        return field

    def _take(self, field: ComboField, _index: int) -> None:
        if not field.isHidden():  # else its row is gone
            self.commitData.emit(field)
            self.closeEditor.emit(field)

    def updateEditorGeometry(self, editor: QWidget, option: Any, index: Index) -> None:
        """Make the editor wide enough for its names, where the column is not."""
        place = option.rect
        if not isinstance(editor, ComboField):
            super().updateEditorGeometry(editor, option, index)
            return
        editor.setGeometry(
            place.x(), place.y(), max(place.width(), editor.sizeHint().width()), place.height()
        )


class PointsView(KeepsKeys, QTableView):
    """The table: what is typed into its cells is no shortcut, whatever edits points is one."""

    def keeps(self, event: QKeyEvent) -> bool:
        shift, keypad = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier
        modifiers = event.modifiers() & ~(shift | keypad)
        is_typed = event.text().isprintable() and bool(event.text())
        return not modifiers and (is_typed or event.key() in {*MOVING, Qt.Key.Key_F2})


class PointsPage(Themed, QWidget):
    """Follows the session while it is visible, at most ten times a second."""

    def __init__(self, session: Session, editing: Editing) -> None:
        super().__init__()
        self.setObjectName("points")
        self._session, self._editing = session, editing
        self._is_selecting = False
        self._timer = make_timer(EVERY_MS, self, self.refresh, single_shot=True)
        self.model = PointsModel(session)
        tip = "One more point in the middle of the view, of the class that a click places"
        below = in_row(None, push_button("Add", self._add, tip=tip), 1, margins=(16, 8, 16, 12))
        in_column(self, (self._make_table(), 1), below)
        session.scene_changed.connect(self._follow)

    def _make_table(self) -> QTableView:
        self.view = view = PointsView()
        with_name(view, "", "Points", WORDS)
        view.setModel(self.model)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setItemDelegate(CellDelegate(self._session, self.model, self))
        view.verticalHeader().hide()
        view.setTabKeyNavigation(False)
        head = view.horizontalHeader()
        head.setTextElideMode(Qt.TextElideMode.ElideRight)
        head.setResizeContentsPrecision(0)  # the rows in sight
        head.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        head.setStretchLastSection(True)
        # once the table is laid out: before, all rows would be in sight
        self._fitting = make_timer(0, self, view.resizeColumnsToContents, single_shot=True)
        for changed in (view.verticalScrollBar().valueChanged, self.model.modelReset):
            changed.connect(self._fit_soon)
        view.setSortingEnabled(True)
        view.selectionModel().selectionChanged.connect(self._select_on_canvas)
        self.model.layoutAboutToBeChanged.connect(partial(view.selectionModel().blockSignals, True))
        self.model.layoutChanged.connect(self._show_sorted)
        return view

    def measure(self) -> None:
        self.view.horizontalHeader().setMinimumSectionSize(self.px(LEAST_COLUMN))

    def _fit_soon(self) -> None:
        self._fitting.start()

    def _add(self) -> None:
        scene = self._session.scene
        self._editing.add(scene.view.middle, scene.active)
        self.refresh()
        row = int(np.flatnonzero(self.model.order == len(scene.document.dataset))[0])
        self.view.scrollTo(self.model.index(row, 1))
        self.view.setCurrentIndex(self.model.index(row, 1))
        self.view.edit(self.model.index(row, 1))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        self._fitting.start()
        # a cell that can be seen has the keyboard from the beginning
        if not self.view.currentIndex().isValid():
            self.view.selectionModel().setCurrentIndex(
                self.model.index(0, 1), QItemSelectionModel.SelectionFlag.NoUpdate
            )

    def refresh(self) -> None:
        """Show the current points and the selection; the keyboard stays in its row."""
        self._timer.stop()
        current = self.view.currentIndex()
        row, column = current.row(), current.column()
        self.model.show_scene(self._session.scene)
        if not self.view.currentIndex().isValid() and row >= 0 and len(self.model.order):
            cell = self.model.index(
                min(row, len(self.model.order) - 1), min(column, len(self.model.headings) - 1)
            )
            self.view.selectionModel().setCurrentIndex(
                cell, QItemSelectionModel.SelectionFlag.NoUpdate
            )
        self._show_selection()

    def _follow(self, old: Scene, new: Scene) -> None:
        is_same = old.document is new.document and old.fits is new.fits and old.stale == new.stale
        if not self.isVisible() or self._is_selecting:
            return
        if self.model.is_behind and new.document is self._session.committed:
            self.refresh()  # at once: the next text is typed into a row that is there
        elif not is_same and not self._timer.isActive():
            self._timer.start()
        elif old.selection != new.selection:
            self._show_selection()

    def _show_sorted(self) -> None:
        """Keep the same points selected, in their new rows."""
        self.view.selectionModel().blockSignals(False)
        self._show_selection()

    def _select_on_canvas(self) -> None:
        if self.model.is_behind:
            return  # the rows follow in a moment
        ranges = self.view.selectionModel().selection()
        rows = [
            self.model.order[r.top() : r.bottom() + 1]
            for r in (ranges.at(k) for k in range(ranges.count()))
        ]
        self._is_selecting = True
        self._session.set_selection(frozenset(np.concatenate(rows).tolist() if rows else ()))
        self._is_selecting = False

    def _show_selection(self) -> None:
        """Select the rows that are selected on the canvas, in as few ranges as possible."""
        selected_points = self._session.scene.selection
        if self.model.is_behind:
            return  # the rows follow in a moment
        rows = np.flatnonzero(
            np.isin(
                self.model.order,
                np.fromiter(selected_points, dtype=np.int64, count=len(selected_points)),
            )
        )
        selection, last = QItemSelection(), self.model.columnCount() - 1
        for run in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1) if len(rows) else ():
            selection.select(self.model.index(int(run[0]), 0), self.model.index(int(run[-1]), last))
        with QSignalBlocker(self.view.selectionModel()):
            self.view.selectionModel().select(
                selection, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        self.view.viewport().update()
        if len(rows) and not self.view.hasFocus():
            self.view.scrollTo(self.model.index(int(rows[0]), 0))
