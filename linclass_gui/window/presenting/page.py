"""The page above a window in a presentation: cards, drawings and covers are parts of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from ...draw.qt_surface import painting
from ...scene.theme import Theme
from ..widgets.themed import Themed


class StagePart:
    """Something on a page, drawn in its pixels; ``spot`` is its place, None while it is hidden."""

    def __init__(self, page: StagePage) -> None:
        self.page, self.words = page, ""
        self.spot: QRect | None = None
        page.parts.append(self)

    @property
    def theme(self) -> Theme:
        """That of the page."""
        return self.page.theme

    @property
    def takes_mouse(self) -> bool:
        """Whether the mouse acts on it, and not on what lies below the page."""
        return False

    @property
    def area(self) -> QRect | None:
        """The place on the page."""
        return self.spot

    def place(self, spot: QRect | None) -> None:
        """Show the part there, or hide it."""
        self.spot = spot
        self.page.refresh()

    def leave(self) -> None:
        """Hide the part."""
        self.place(None)

    def draw(self, painter: QPainter, size: QRect) -> None:
        """Draw the part from the corner of its place on."""
        raise NotImplementedError


class StagePage(Themed, QWidget):
    """As large as the window; hidden while it is empty, and the mouse passes through it unless a
    part takes it.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("page")
        self._window = window
        self.parts: list[StagePart] = []  # the lowest first
        self._end: StagePart | None = None  # of a picture of what lies below it
        window.installEventFilter(self)
        self.refresh()

    def refresh(self) -> None:
        """Show the parts that have a place."""
        parts = [part for part in self.parts if part.area is not None]
        takes_mouse = any(part.takes_mouse for part in parts)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not takes_mouse)
        self.setAccessibleName("; ".join(part.words for part in parts if part.words))
        self.setVisible(bool(parts))
        if parts:
            self.setGeometry(self._window.rect())
            self.raise_()
        self.update()

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._window.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(self) as painter:
            for part in self.parts:
                if part is self._end:
                    return
                if (area := part.area) is not None:
                    painter.save()
                    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                    painter.translate(area.topLeft())
                    part.draw(painter, QRect(QPoint(0, 0), area.size()))
                    painter.restore()


class Cover(StagePart):
    """Hides all below it: black, or an older picture, which lets the mouse through."""

    def __init__(self, page: StagePage) -> None:
        super().__init__(page)
        self.picture: QPixmap | None = None

    @property
    def takes_mouse(self) -> bool:
        """Whether what is covered can be neither seen nor touched."""
        return self.picture is None

    @property
    def area(self) -> QRect | None:
        return None if self.spot is None else self.page.rect()

    def cover(self, on: bool, picture: QPixmap | None = None) -> None:
        """Cover everything, or uncover it."""
        self.picture = picture
        self.place(self.page.rect() if on else None)

    def draw(self, painter: QPainter, size: QRect) -> None:
        if self.picture is None:
            painter.fillRect(size, QColor("black"))
        else:
            painter.drawPixmap(size, self.picture)
