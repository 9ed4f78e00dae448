"""The command palette: a field over the list of all that the menus offer; Enter runs an entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction, QColor, QHideEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from ..dialogs.forms import theme_of
from ..session.settings import UserSettings
from ..widgets.find_field import FindField
from ..widgets.layouts import PlainLabel, in_column, with_name
from .found import CommandEntry, entries_of, matching
from .menus import Menu

WIDTH, ROW, ROWS, TOP = 640, 32, 12, 64
EDGE, TICK, TITLE = 16, 32, 270
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
        self.entries: list[CommandEntry] = []  # those that are listed now, in their order
        self.field = FindField("Find a command, plot, layer, method or lesson", "find-command")
        self.list = with_name(QTreeWidget(), "commands", "Commands")
        self.list.setColumnCount(4)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.itemEntered.connect(self.list.setCurrentItem)
        self.list.itemClicked.connect(self._run)
        header, mode = self.list.header(), QHeaderView.ResizeMode
        header.setStretchLastSection(False)
        header.setSectionResizeMode(2, mode.Stretch)
        header.setSectionResizeMode(3, mode.ResizeToContents)
        self.answer = PlainLabel("", wraps=True)
        self.field.textChanged.connect(self._look)
        self.field.moved.connect(self._move)
        self.field.chosen.connect(self._run)
        in_column(self, self.field, (self.list, 1), self.answer, margins=(8, 8, 8, 8), spacing=8)

    def present(self) -> None:
        """Open over the upper part of the window, with an empty field."""
        window, theme = self._window, theme_of(self._window)
        if self._holder is not None:
            self._holder.deleteLater()
        self._holder = QMenu(self)
        self._entries = list(entries_of(self._menus, self._actions, window, self._holder))
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
        self._list([])  # the list of a closed palette would keep old menus

    def _look(self) -> None:
        """List what matches the words, and choose the first."""
        matches = matching(self._entries, self.field.text(), self._settings.recent_commands)
        self._list(matches)
        self.list.setVisible(bool(matches))
        self._say("" if matches else NO_MATCH)
        self.list.setCurrentIndex(self.list.model().index(0, 0))

    def _list(self, entries: list[CommandEntry]) -> None:
        """A row for each of these: a tick, the title, the menus that lead to it and why it is grey,
        and the shortcut.
        """
        theme, self.entries = theme_of(self._window), entries
        tones = theme.palette.ink, theme.palette.ink_2, theme.palette.ink_3
        ink, second, grey = map(QColor, tones)
        self.list.clear()
        rows = []
        for entry in entries:
            place = f"{entry.place}  –  {entry.missing}" if entry.missing else entry.place
            texts = ("✓" if entry.is_on else "", entry.title, place, entry.keys)
            row = QTreeWidgetItem(texts)
            rows.append(row)
            row.setSizeHint(0, QSize(0, round(ROW * theme.ui)))
            words = filter(None, (entry.title, entry.place, entry.missing, entry.keys))
            row.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join(words))
            for column, tone in enumerate((ink, grey if entry.missing else ink, second, second)):
                row.setForeground(column, tone)
        self.list.addTopLevelItems(rows)
        for column, width in enumerate((TICK, TITLE)):
            self.list.setColumnWidth(column, round(width * theme.ui))

    def _move(self, rows: int) -> None:
        target = min(max(self.list.currentIndex().row() + rows, 0), len(self.entries) - 1)
        self.list.setCurrentIndex(self.list.model().index(target, 0))
        self._say("")

    def _run(self) -> None:
        """Run the chosen entry, or say why it is not possible now."""
        if not self.entries:
            return
        entry = self.entries[self.list.currentIndex().row()]
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
