"""All gestures and keys on one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QScrollArea,
    QStyle,
    QWidget,
)

from ..commands.menus import Menu
from ..commands.shortcuts import GESTURES, keys
from ..dialogs.small import plain
from ..widgets.layouts import in_column, in_row
from ..widgets.plain_words import PlainLabel

Groups = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


class GesturesDialog(QDialog):
    """The page, in as many columns as fit on the screen."""

    def __init__(self, menus: Sequence[Menu] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Gestures and keys")
        self.setObjectName("gestures")
        room = self.screen().availableSize() - QSize(24, 72)  # the frame of a window
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        plain(close)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        foot = in_row(None, close, margins=(32, 0, 32, 24))
        in_column(self, (area, 1), foot, spacing=6)
        self.ensurePolished()
        page = _widest(keys(menus), area, room.width() - bar - 2)
        wanted = page.sizeHint() + QSize(2, foot.sizeHint().height() + 8)
        self.resize((wanted + QSize(bar, bar)).boundedTo(room))


def show_gestures(window: QWidget, menus: Callable[[], Sequence[Menu]]) -> None:
    """Show the page; only one exists."""
    if not any(dialog.isVisible() for dialog in window.findChildren(GesturesDialog)):
        dialog = GesturesDialog(menus(), window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _widest(groups: Groups, area: QScrollArea, width: int) -> QWidget:
    """The page of gestures and keys in as many columns as fit beside each other; the rest is
    scrolled.
    """
    file_to_data, others = groups[:3], groups[3:]
    arrangements = (
        (GESTURES, file_to_data, others),
        ((*GESTURES, *file_to_data), others),
        ((*GESTURES, *file_to_data, *others),),
    )
    for columns in arrangements:
        area.setWidget(page := _page(columns))
        page.ensurePolished()
        if page.sizeHint().width() <= width:
            break
    return page


def _page(columns: tuple[Groups, ...]) -> QWidget:
    page = QWidget()
    grid = QGridLayout(page)
    grid.setContentsMargins(32, 24, 32, 8)
    grid.setHorizontalSpacing(48)
    for at, groups in enumerate(columns):
        grid.addWidget(_sheet(groups), 0, at, Qt.AlignmentFlag.AlignTop)
    return page


def _sheet(groups: Groups) -> QWidget:
    sheet = QWidget()
    lines = QGridLayout(sheet)
    lines.setContentsMargins(0, 0, 0, 16)
    lines.setHorizontalSpacing(16)
    lines.setVerticalSpacing(4)
    for title, entries in groups:
        if not entries:
            continue
        head = PlainLabel(title, tone="title")
        head.setContentsMargins(0, 8 if lines.rowCount() > 1 else 0, 0, 4)
        lines.addWidget(head, lines.rowCount(), 0, 1, 2)
        for key, effect in entries:
            at = lines.rowCount()
            lines.addWidget(PlainLabel(key), at, 0)
            lines.addWidget(PlainLabel(effect, tone="second"), at, 1)
    return sheet
