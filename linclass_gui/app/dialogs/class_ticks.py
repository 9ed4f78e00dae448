"""A list of classes to tick, for tables with more than two of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from ..widgets.plain_words import PlainLabel

ROWS, ROW = 4, 22  # shown at once


class ClassTicks(QListWidget):
    """Which classes are taken; hidden while there are two."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("others")
        self.setAccessibleName("classes to import")
        self.words = PlainLabel("Classes")
        self.itemChanged.connect(self._tell)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.offer((), ticked=False)

    def _tell(self, *_anything: object) -> None:
        self.changed.emit()

    def offer(self, classes: Sequence[str], ticked: bool) -> None:
        """Offer these classes."""
        self.blockSignals(True)
        self.clear()
        for name in classes:
            item = QListWidgetItem(name, self)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self.blockSignals(False)
        self.setFixedHeight(ROW * min(len(classes), ROWS) + 6)
        for part in (self, self.words):
            part.setVisible(len(classes) > 2)

    def tick(self, names: Sequence[str]) -> None:
        """Tick these classes and no others."""
        self.blockSignals(True)
        for row in range(self.count()):
            item = self.item(row)
            item.setCheckState(Qt.CheckState.Checked if item.text() in names else Qt.CheckState.Unchecked)
        self.blockSignals(False)

    @property
    def ticked(self) -> tuple[str, ...]:
        """The names of the classes with a tick, none while there are only two."""
        items = (self.item(row) for row in range(self.count())) if self.count() > 2 else ()
        return tuple(item.text() for item in items if item.checkState() is Qt.CheckState.Checked)
