"""Parts of the import dialog: the first rows of a table below headings that say how each column is
read and open a menu, the classes to take, and the look of the chosen columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QTableView, QWidget

from solvers import Dataset

from ...draw.small_pictures import paint_scatter
from ...files.cells import SAMPLE_ROWS
from ...files.tables import Table
from ..widgets.layouts import PlainLabel, plain_tip, with_name
from ..widgets.themed import Themed

Index = QModelIndex | QPersistentModelIndex
ROWS, ROW = 4, 22  # of the list of classes, shown at once
TICK = Qt.ItemDataRole.CheckStateRole
NARROWEST, WIDEST, ROOM = 136, 240, 34  # pixels; the last one beside the words
MENU_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Menu)
LEFT_OUT_CAPTION = "left out"


class TableModel(QAbstractTableModel):
    """The first rows of a table, numbered by their lines in the file; captions say how the columns
    are read.
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table, self._rows = table, table.first_rows
        self.captions: Mapping[str, str] = {}
        self.pale: QColor | None = None  # the colour of a column that is left out

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._table.header)

    def show_captions(self, captions: Mapping[str, str]) -> None:
        """Say how each column is read."""
        self.captions = captions
        last = max(0, len(self._table.header) - 1)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows[index.row()][index.column()]
        caption = self.captions.get(self._table.header[index.column()])
        is_pale = role == Qt.ItemDataRole.ForegroundRole and caption == LEFT_OUT_CAPTION
        return self.pale if is_pale else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            is_shown = role == Qt.ItemDataRole.DisplayRole
            return self._table.lines[section] if is_shown else None
        name = self._table.header[section]
        caption = self.captions.get(name, "")
        forms = {
            Qt.ItemDataRole.DisplayRole: f"{name}\n{caption} ▾",
            Qt.ItemDataRole.ToolTipRole: f"{name}: {caption}. Click to read it otherwise",
            Qt.ItemDataRole.AccessibleTextRole: f"{name}, {caption}",
        }
        return forms.get(Qt.ItemDataRole(role))


class TablePreview(Themed, QTableView):
    """The first rows below headings.  ``menu_wanted`` carries the column of a menu, and the place
    below its heading.
    """

    menu_wanted = Signal(int, QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("The first rows")
        self.setToolTip(
            plain_tip(f"The first {SAMPLE_ROWS} rows, numbered by their lines in the file")
        )
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)  # else Tab goes round in it for ever
        self.verticalHeader().setDefaultSectionSize(24)
        self.headings = self.horizontalHeader()
        self.headings.setSectionsClickable(True)
        self.headings.setHighlightSections(False)
        self.headings.setCursor(Qt.CursorShape.PointingHandCursor)
        self.headings.setAccessibleName("Columns and how they are read")
        self.headings.setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.headings.sectionClicked.connect(self._ask)
        self._model: TableModel | None = None

    def show_table(self, table: Table) -> None:
        """Show the first rows of a table."""
        self._model = TableModel(table)  # a view does not own its model
        self.setModel(self._model)
        for k, name in enumerate(table.header):
            width = self.fontMetrics().horizontalAdvance(name) + self.px(ROOM)
            self.setColumnWidth(k, min(max(width, self.px(NARROWEST)), self.px(WIDEST)))

    def show_captions(self, captions: Mapping[str, str]) -> None:
        """Say below each name how the column is read; a column left out is pale."""
        if self._model is not None:
            self._model.pale = QColor(self.colours.ink_3)
            self._model.show_captions(captions)
            self.viewport().update()

    def _ask(self, column: int) -> None:
        self.setCurrentIndex(self.model().index(max(0, self.currentIndex().row()), column))
        left = self.headings.sectionViewportPosition(column)
        viewport = self.headings.viewport()
        self.menu_wanted.emit(column, viewport.mapToGlobal(QPoint(left, viewport.height())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.currentIndex()
        if event.key() in MENU_KEYS and current.isValid():
            self._ask(current.column())
            event.accept()
            return
        super().keyPressEvent(event)


class ClassTicks(QListWidget):
    """The classes to take; hidden while there are two."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        with_name(self, "others", "classes to import")
        self.words = PlainLabel("Classes")
        self._classes: tuple[str, ...] = ()
        self.itemChanged.connect(self.changed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.offer((), ticked=False)

    def offer(self, classes: Sequence[str], ticked: bool) -> None:
        """Offer these classes."""
        self.blockSignals(True)
        self.clear()
        self.addItems(classes)
        self.blockSignals(False)
        self._classes = tuple(classes)
        self.tick(classes if ticked else ())
        self.setFixedHeight(ROW * min(len(classes), ROWS) + 6)
        for part in (self, self.words):
            part.setVisible(len(classes) > 2)  # of two there is nothing to choose

    def tick(self, names: Sequence[str]) -> None:
        """Tick these classes and no others."""
        self.blockSignals(True)
        state = Qt.CheckState
        for row, name in enumerate(self._classes):
            value = state.Checked.value if name in names else state.Unchecked.value
            self.model().setData(self.model().index(row, 0), value, TICK)
        self.blockSignals(False)

    @property
    def ticked_classes(self) -> tuple[str, ...]:
        """The names of the classes with a tick, none while there are only two."""
        classes = () if self.isHidden() else self._classes
        states = (self.model().index(row, 0).data(TICK) for row in range(len(classes)))
        return tuple(name for name, state in zip(classes, states, strict=True) if state)


class Scatter(Themed, QWidget):
    """The points of the choice, each axis to its own scale."""

    fixed = (200, None)

    def __init__(self) -> None:
        super().__init__()
        with_name(
            self,
            "scatter",
            "points of the choice",
            "What the chosen columns look like, each axis to its own scale",
        )
        self.dataset: Dataset | None = None

    def show_points(self, dataset: Dataset | None) -> None:
        """Show these points, or none."""
        self.dataset = dataset
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        p, area = self.colours, self.area
        with self.painter() as painter:
            painter.setPen(QPen(QColor(p.hairline), 1.0))
            painter.setBrush(QColor(p.canvas))
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
            if self.dataset is not None:
                paint_scatter(
                    painter, self.dataset, area.adjusted(1.0, 1.0, -1.0, -1.0), self.theme
                )
