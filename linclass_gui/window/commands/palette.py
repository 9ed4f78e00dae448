"""The command palette: a field over the list of all that the menus offer; Enter runs an entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QColor,
    QFont,
    QFontMetrics,
    QHideEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QDialog,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ...draw.fonts import ui_font
from ...scene.theme import Theme
from ..dialogs.forms import theme_of
from ..session.settings import UserSettings
from ..widgets.find_field import FindField
from ..widgets.layouts import PlainLabel, in_column, with_name
from ..widgets.themed import CAPTION, TEXT
from .found import CommandEntry, entries_of, matching
from .menus import Menu

WIDTH, ROW, ROWS, TOP = 640, 32, 12, 64
EDGE, GAP, TICK = 16, 12, 20
Index = QModelIndex | QPersistentModelIndex
ENTRY = Qt.ItemDataRole.UserRole
NO_MATCH = "Nothing in the menus matches these words."


class CommandPalette(QDialog):
    """Everything that can be done, by its name.

    The list is that of the menus, read anew at every opening, so that nothing is out of date.
    """

    def __init__(
        self,
        menus: Sequence[Menu],
        actions: Mapping[str, QAction],
        settings: UserSettings,
        window: QWidget,
    ) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setWindowTitle("Find a command")
        self._menus, self._actions, self._settings = menus, actions, settings
        self._window = window
        self._holder: QMenu | None = None  # of the menus inside menus
        self._entries: list[CommandEntry] = []
        self.field = FindField("Find a command, plot, layer, method or lesson", "find-command")
        self.list = with_name(QListView(), "commands", "Commands")
        self._found, self._rows = _EntryModel(self), _Rows(self)
        self.list.setModel(self._found)
        self.list.setItemDelegate(self._rows)
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.entered.connect(self.list.setCurrentIndex)
        self.list.clicked.connect(self._run)
        self.answer = PlainLabel("", wraps=True)
        self.field.textChanged.connect(self._look)
        self.field.moved.connect(self._move)
        self.field.chosen.connect(self._run)
        in_column(self, self.field, (self.list, 1), self.answer, margins=(8, 8, 8, 8), spacing=8)

    @property
    def entries(self) -> list[CommandEntry]:
        """The entries that are listed now, in their order."""
        return self._found.entries

    def present(self) -> None:
        """Open over the upper part of the window, with an empty field."""
        window, theme = self._window, theme_of(self._window)
        self._rows.theme = theme
        self._forget()
        self._holder = QMenu(self)
        self._entries = list(entries_of(self._menus, self._actions, self._holder))
        self.field.clear()
        self._look()
        room = window.size()
        self.resize(
            QSize(round(WIDTH * theme.ui), round((ROWS * ROW + 68) * theme.ui)).boundedTo(
                room - QSize(2 * EDGE, 2 * EDGE)
            )
        )
        across = (room.width() - self.width()) // 2
        down = min(round(TOP * theme.ui), room.height() - self.height() - EDGE)
        self.move(window.mapToGlobal(QPoint(across, down)))
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._found.show_entries([])  # the list of a closed palette would keep old menus

    def _forget(self) -> None:
        self._entries = []
        self._found.show_entries([])
        if self._holder is not None:
            self._holder.deleteLater()

    def _look(self) -> None:
        """List what matches the words, and choose the first."""
        matches = matching(self._entries, self.field.text(), self._settings.recent_commands)
        self._found.show_entries(matches)
        self.list.setVisible(bool(matches))
        self._say("" if matches else NO_MATCH)
        if matches:
            self.list.setCurrentIndex(self._found.index(0))
            self.list.scrollToTop()

    def _move(self, rows: int) -> None:
        target = min(max(self.list.currentIndex().row() + rows, 0), len(self.entries) - 1)
        self.list.setCurrentIndex(self._found.index(target))
        self._say("")

    def _run(self) -> None:
        """Run the chosen entry, or say why it is not possible now."""
        entry = self.list.currentIndex().data(ENTRY)
        if not isinstance(entry, CommandEntry):
            return
        if not entry.is_possible:
            self._say(f"{entry.title}: {entry.missing}.")
            return
        self._settings.remember_command(entry.id)
        self.hide()
        entry.action.trigger()

    def _say(self, sentence: str) -> None:
        """A sentence below the list, for screen readers as well; an empty one ends it."""
        self.answer.setText(sentence)
        self.answer.setVisible(bool(sentence))
        if sentence:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.field, sentence))


class _EntryModel(QAbstractListModel):
    """The entries that are listed, for the view and for screen readers."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entries: list[CommandEntry] = []

    def show_entries(self, entries: list[CommandEntry]) -> None:
        """List other entries."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (entry.title, entry.place, entry.missing, entry.keys)))
        return entry if role == ENTRY else None


class _Rows(QStyledItemDelegate):
    """A row: a tick, the title, the menus that lead to it, why it is grey, and at the right the
    shortcut.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme: Theme = theme_of(parent)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, round(ROW * self.theme.ui))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(ENTRY)
        if not isinstance(entry, CommandEntry):
            return
        p, ui = self.theme.palette, self.theme.ui
        row = QRect(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(row, QColor(p.selected_row))
        row.adjust(round(EDGE * ui), 0, -round(EDGE * ui), 0)
        small, usual = ui_font(round(CAPTION * ui)), ui_font(round(TEXT * ui))
        shortcut_room = QFontMetrics(small).horizontalAdvance(entry.keys)
        _write(painter, row, entry.keys, small, p.ink_2, Qt.AlignmentFlag.AlignRight)
        row.setRight(row.right() - shortcut_room - round(GAP * ui))
        if entry.is_on:
            _write(painter, row, "✓", usual, p.ink)
        row.setLeft(row.left() + round(TICK * ui))
        title_width = _write(painter, row, entry.title, usual, p.ink_3 if entry.missing else p.ink)
        row.setLeft(row.left() + title_width + round(GAP * ui))
        place = f"{entry.place}  –  {entry.missing}" if entry.missing else entry.place
        _write(painter, row, place, small, p.ink_2)
        painter.restore()


def _write(
    painter: QPainter,
    room: QRect,
    text: str,
    font: QFont,
    colour: str,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> int:
    """Write a line into a room, cut where it is too long; returns its width."""
    metrics = QFontMetrics(font)
    line = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(room.width(), 0))
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, line)
    return metrics.horizontalAdvance(line)
