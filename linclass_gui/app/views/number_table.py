"""A table of numbers that paints itself: numbers are right-aligned in tabular figures, and keep their place while they change."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ...core.markup.number_table import Cell, Column, NumberTable, to_text
from ...draw.lettering.text import TextStyle, layout
from ..widgets.basics import CAPTION, TEXT, Themed, middle_baseline
from ..widgets.plain_words import tip

HEADER_HEIGHT, ROW_HEIGHT = 24, 28
LEFT, GAP = 24.0, 20.0
CHIP = 28.0  # the width of a method's colour before its name


class NumberTableView(Themed, QWidget):
    """Shows a table; a click on a row that has an id chooses it."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = NumberTable((), ())
        self.selected = ""
        self._widths: list[float] = []
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)

    def show_table(self, table: NumberTable, selected: str = "") -> None:
        """Show another table with one row selected."""
        if table == self.table and selected == self.selected:
            return
        if table.columns != self.table.columns or len(table.rows) != len(self.table.rows):
            self._widths = [0.0] * len(table.columns)
        self.table, self.selected = table, selected
        # Columns only grow while the numbers change, so that none of them jumps sideways.
        self._widths = [max(old, _width(table, k)) for k, old in enumerate(self._widths)]
        self.setAccessibleDescription(to_text(table))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = 2 * LEFT + sum(self._widths) + GAP * max(0, len(self._widths) - 1) + self._indent
        return QSize(self.px(width + 1), self.px(HEADER_HEIGHT + ROW_HEIGHT * len(self.table.rows)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @property
    def _indent(self) -> float:
        return CHIP if self.table.slots else 0.0

    def columns(self) -> list[tuple[float, float]]:
        """The left and right edge of every column."""
        edges, x = [], LEFT + self._indent
        for width in self._widths:
            edges.append((x, x + width))
            x += width + GAP
        return edges

    def cell_at(self, position: QPointF) -> Cell | Column | None:
        """The cell or the title of a column at a position, or None."""
        row = self._row_at(position)
        for k, (left, right) in enumerate(self.columns()):
            if left - 0.5 * GAP <= position.x() < right + 0.5 * GAP:
                if position.y() < HEADER_HEIGHT:
                    return self.table.columns[k]
                return None if row is None else self.table.rows[row][k]
        return None

    def _row_at(self, position: QPointF) -> int | None:
        row = int((position.y() - HEADER_HEIGHT) // ROW_HEIGHT)
        return row if 0 <= row < len(self.table.rows) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position() / self.theme.ui)
        if event.button() == Qt.MouseButton.LeftButton and row is not None and row < len(self.table.ids):
            self.chosen.emit(self.table.ids[row])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            under = self.cell_at(QPointF(event.pos()) / self.theme.ui)
            QToolTip.showText(event.globalPos(), "" if under is None else tip(under.tip), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        edges = self.columns()
        header = QRectF(0, 0, self.area.width(), HEADER_HEIGHT)
        for column, edge in zip(self.table.columns, edges, strict=True):
            _write(painter, column.title, edge, header, CAPTION, p.ink_2, column.is_words)
        for k, row in enumerate(self.table.rows):
            rect = QRectF(0, HEADER_HEIGHT + k * ROW_HEIGHT, self.area.width(), ROW_HEIGHT)
            self._paint_row(painter, rect, k)
            bold = self._is_selected(k)
            for place, (column, cell, edge) in enumerate(zip(self.table.columns, row, edges, strict=True)):
                tone = p.ink_2 if column.is_words and place else p.ink
                _write(painter, cell.shown, edge, rect, TEXT, tone, column.is_words, 600 if bold and not place else 400)

    def _is_selected(self, row: int) -> bool:
        return row < len(self.table.ids) and self.table.ids[row] == self.selected

    def _paint_row(self, painter: QPainter, rect: QRectF, row: int) -> None:
        """Paint the ground of the selected row, and the colour of a method."""
        painter.setPen(Qt.PenStyle.NoPen)
        if self._is_selected(row):
            painter.setBrush(QColor(self.colours.selected_row))
            painter.drawRoundedRect(rect.adjusted(LEFT - 12, 0, 12 - LEFT, 0), 6, 6)
        slot = self.table.slots[row] if row < len(self.table.slots) else None
        if slot is not None:
            painter.setPen(QPen(QColor(self.colours.method(slot)), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            y = round(rect.center().y()) + 0.5
            painter.drawLine(QPointF(LEFT, y), QPointF(LEFT + 18, y))


def _width(table: NumberTable, k: int) -> float:
    # Names are measured bold: selecting a row must not move the columns.
    style = TextStyle(weight=400 if k else 600)
    cells = max((layout(row[k].shown, TEXT, style).width for row in table.rows), default=0.0)
    return float(max(cells, layout(table.columns[k].title, CAPTION).width))


def _write(
    painter: QPainter, text: str, edge: tuple[float, float], rect: QRectF, size: float, colour: str, left: bool, weight: int = 400
) -> None:
    """Paint one entry in its column: words to the left, numbers to the right."""
    if text:
        shown = layout(text, size, TextStyle(weight=weight))
        shown.draw(painter, edge[0] if left else edge[1] - shown.width, middle_baseline(rect, size), QColor(colour))
