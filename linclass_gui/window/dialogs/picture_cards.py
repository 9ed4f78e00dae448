"""Lists of small pictures with their words, in groups below headings."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QKeyEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from ...draw.faults import fault_sentence
from ...draw.fonts import ui_font
from ...draw.qt_surface import painting
from ...draw.small_pictures import SHARPNESS
from ..session.background import LatestQuery
from ..widgets.themed import TEXT, Themed

GAP = 8
SUBJECT = Qt.ItemDataRole.UserRole  # what a card stands for; a heading has none
CardPicture = tuple[QImage, str]  # a picture, and what its tool tip says of it


class PictureCards(Themed, QListWidget):
    """Cards below headings; ``card_chosen`` has what a card stands for, ``left`` is said where Up
    leads above the first row.
    """

    card_chosen = Signal(object)
    left = Signal()
    card, picture, heading = QSize(160, 138), QSize(152, 92), 32

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setWordWrap(True)
        self.setSpacing(GAP // 2)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.icons: dict[int, QIcon] = {}  # by the identity of what they show
        self._query = LatestQuery(self)
        self.itemClicked.connect(self.choose)
        self.itemActivated.connect(self.choose)

    def draw_card(self, subject: Any) -> CardPicture:
        """The picture of a card; in a thread of its own."""
        raise NotImplementedError

    @property
    def cards(self) -> list[QListWidgetItem]:
        """All cards, without the headings."""
        items = map(self.item, range(self.count()))
        return [item for item in items if item.data(SUBJECT) is not None]

    def add_heading(self, words: str) -> None:
        """A group begins."""
        item = QListWidgetItem(words, self)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(ui_font(round(TEXT * self.theme.ui), 600))
        item.setForeground(QColor(self.colours.ink))
        item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        item.setSizeHint(self._row)

    def add_card(self, subject: object, words: str) -> QListWidgetItem:
        """A card, at first without its picture."""
        item = QListWidgetItem(self.icons.get(id(subject), QIcon()), words, self)
        item.setData(SUBJECT, subject)
        item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        item.setSizeHint(self.card * self.theme.ui)
        return item

    @property
    def _row(self) -> QSize:
        return QSize(self.viewport().width() - GAP, self.px(self.heading))

    def measure(self) -> None:
        self.setIconSize(self.picture * self.theme.ui)

    def draw_pictures(self) -> None:
        """Draw the pictures that are missing beside the window, one after the other."""
        waiting = (card.data(SUBJECT) for card in self.cards if card.icon().isNull())
        subject = next(waiting, None)
        if subject is not None and self.isVisible():
            work, show = partial(self.draw_card, subject), partial(self._show_drawn, subject)
            self._query.ask(
                work, show, lambda error: show((self.blank(), fault_sentence(error))), 0.0
            )

    def blank(self) -> QImage:
        """A picture to draw on."""
        image = QImage(self.picture * SHARPNESS, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(SHARPNESS)
        image.fill(QColor(self.colours.canvas))
        return image

    def _show_drawn(self, subject: object, picture: CardPicture) -> None:
        image, words = picture
        self.icons[id(subject)] = self._framed(image)
        for card in self.cards:
            if card.data(SUBJECT) is subject:
                card.setIcon(self.icons[id(subject)])
                card.setToolTip(words or card.toolTip())
        self.draw_pictures()

    def _framed(self, image: QImage) -> QIcon:
        """A picture with a line around it."""
        image.setDevicePixelRatio(SHARPNESS)
        with painting(image) as painter:
            painter.setPen(QPen(QColor(self.colours.ink_3), 1))
            painter.drawRect(0, 0, self.picture.width() - 1, self.picture.height() - 1)
        icon, picture = QIcon(), QPixmap.fromImage(image)
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # which would be tinted
            icon.addPixmap(picture, mode)
        return icon

    def choose(self, card: QListWidgetItem) -> None:
        """Choose what a card stands for."""
        subject = card.data(SUBJECT)
        if subject is not None and self.isVisible():
            self.card_chosen.emit(subject)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for item in (self.item(row) for row in range(self.count())):
            if item.data(SUBJECT) is None:
                item.setSizeHint(self._row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentRow()
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Up and self.currentRow() == row:
            self.left.emit()
