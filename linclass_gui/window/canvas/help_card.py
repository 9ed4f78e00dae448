"""Three lines of help on the canvas at the first start; Esc puts them away for good."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from ...draw.lettering import TextStyle, layout
from ...scene.places import free_place
from ...scene.scene import Scene
from ..session.session import Session
from ..session.settings import UserSettings
from ..timers import make_timer
from ..widgets.themed import CAPTION, TEXT, Themed, middle_baseline

LINES = (
    ("Click", "adds a point of class +;  right click, of class −"),
    ("Drag", "a point, and every line and plot follows at once"),
    ("C", "slides from a soft to a hard margin, on the right"),
)
FOOT = (
    ("F1", "all gestures", 24.0),
    ("F7", "lessons", 135.0),
    ("Esc", "hides this for good", 222.0),
)
ALWAYS = ("F7", "Esc")  # in the strip
STRIP = (  # one line
    ("Click", "a point of class +;  right click, of class −"),
    ("Drag", "a point, and all follows"),
    ("F7", "lessons"),
    ("F1", "all gestures"),
    ("C", "soft to hard margin"),
    ("Esc", "hides this"),
)
SIZE, STRIP_HEIGHT, STRIP_GAP = QSize(416, 168), 34.0, 24.0
QWIDGETSIZE_MAX = 16_777_215  # Qt's own name for no limit
EDGES = (48, 40, 8, 40)  # left, top, right, bottom: the room of axis names, class names and ticks
BOLD = TextStyle(weight=600)


class HelpCard(Themed, QWidget):
    """A card on the canvas, in the upper right where there is room; it never takes the keyboard
    focus and stops clicks.

    It never covers a point: it moves to the nearest free place, or becomes a strip above the
    canvas, if the window is high enough.
    """

    def __init__(self, canvas: QWidget, session: Session, settings: UserSettings) -> None:
        super().__init__(canvas)
        self._canvas, self._session, self._settings = canvas, session, settings
        self.is_wanted = self.is_strip = False
        self.setObjectName("help-card")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Help: " + "; ".join(f"{key} {text}" for key, text in LINES))
        # sizes settle before a place is sought
        self._soon = make_timer(0, self, self.place, single_shot=True)
        canvas.installEventFilter(self)
        session.scene_changed.connect(self._follow)
        session.loaded.connect(self.leave)
        self.hide()

    def measure(self) -> None:
        self._soon.start()

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._soon.start()
        return False

    def _follow(self, old: Scene, new: Scene) -> None:
        if old.document.dataset is not new.document.dataset or old.view is not new.view:
            self._soon.start()

    def present(self) -> None:
        """Show the card."""
        self.is_wanted = True
        self.place()

    def present_again(self) -> None:
        """Show the card, also at every start."""
        self._settings.help_hidden = False
        self.present()

    def place(self) -> None:
        """Move where no point is covered."""
        if not self.is_wanted or not self._canvas.isVisible():
            return
        corner = None if self.is_strip else self._free_place()
        if corner is None:
            self._be_strip()
            return
        self.setFixedSize(self.px(SIZE.width()), self.px(SIZE.height()))
        self.move(*corner)
        self.show()
        self.raise_()

    def _free_place(self) -> tuple[int, int] | None:
        scene, canvas, margin = self._session.scene, self._canvas, 0.7 * self.theme.point
        X = scene.document.dataset.X
        points = scene.seen_at(X)
        width, height = self.px(SIZE.width()) + 2 * margin, self.px(SIZE.height()) + 2 * margin
        corner = (canvas.width() - width - self.px(24), float(self.px(56)))
        edges = tuple(map(self.px, EDGES))
        place = free_place(
            points, (canvas.width(), canvas.height()), (width, height), corner, edges
        )
        return None if place is None else (round(place[0] + margin), round(place[1] + margin))

    def _be_strip(self) -> None:
        """Become a strip above the canvas, for good, and lower the canvas by its height."""
        stage = self._canvas.parentWidget()
        column = None if stage is None else stage.layout()
        if not self.is_strip and stage is not None and isinstance(column, QVBoxLayout):
            self.is_strip = True
            self.setMinimumWidth(0)
            self.setMaximumWidth(QWIDGETSIZE_MAX)
            column.insertWidget(0, self)
            # the canvas itself shrinks no further than its least height
            stage.installEventFilter(self)
        self.setFixedHeight(self.px(STRIP_HEIGHT))
        self.setVisible(self.height() <= self._spare_height())

    def _spare_height(self) -> int:
        """The height left for a strip after the least heights of the canvas, the bars and the
        plots.
        """
        stage = self._canvas.parentWidget()
        column, frame = (None, None) if stage is None else (stage.layout(), stage.parentWidget())
        if stage is None or column is None or not isinstance(frame, QSplitter):
            return QWIDGETSIZE_MAX
        bars = [
            item.widget()
            for index in range(column.count())
            if (item := column.itemAt(index)) is not None
        ]
        plots = [
            frame.widget(index)
            for index in range(frame.count())
            if frame.orientation() == Qt.Orientation.Vertical
        ]
        parts = [
            part
            for part in (*bars, *plots)
            if part is not None and part not in (self, stage) and not part.isHidden()
        ]
        return frame.height() - sum(
            max(part.minimumHeight(), part.minimumSizeHint().height()) for part in parts
        )

    @property
    def entries(self) -> list[tuple[str, str]]:
        """The entries of the strip, as many as fit on its line."""
        room = self._canvas.width() / self.theme.ui - 32.0 + STRIP_GAP
        fitting = set[tuple[str, str]]()
        for entry in sorted(STRIP, key=lambda entry: entry[0] not in ALWAYS):
            width = _entry_width(entry) + STRIP_GAP
            if width <= room:
                fitting.add(entry)
                room -= width
        return [entry for entry in STRIP if entry in fitting]

    def leave(self) -> None:
        """Hide the card, which is about the first scene, for another document or a presentation.
        It may come again.
        """
        self.is_wanted = False
        self.hide()

    def dismiss(self) -> None:
        """Dismiss the card for good; below a strip the picture stays in place."""
        self._session.settle_view()
        self.leave()
        self._settings.help_hidden = True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            if self.is_strip:
                self._paint_strip(painter)
                return
            painter.setPen(QPen(QColor(p.hairline), 1))
            painter.setBrush(QColor(p.field))
            painter.drawRoundedRect(self.area.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            for place, (key, text) in enumerate(LINES):
                baseline = 40.0 + 32.0 * place
                layout(key, TEXT, BOLD).draw(painter, 24.0, baseline, p.ink)
                layout(text, TEXT).draw(painter, 72.0, baseline, p.ink_2)
            painter.fillRect(QRectF(24, 123, SIZE.width() - 48, 1), QColor(p.hairline))
            for key, text, x in FOOT:
                bold = layout(key, CAPTION, BOLD)
                bold.draw(painter, x, 148.0, p.ink)
                layout(text, CAPTION).draw(painter, x + bold.width + 8.0, 148.0, p.ink_2)

    def _paint_strip(self, painter: QPainter) -> None:
        p, area = self.colours, self.area
        painter.fillRect(area, QColor(p.field))
        painter.fillRect(QRectF(0.0, area.height() - 1.0, area.width(), 1.0), QColor(p.hairline))
        x, baseline = 16.0, middle_baseline(area)
        for entry in self.entries:
            bold = layout(entry[0], TEXT, BOLD)
            bold.draw(painter, x, baseline, p.ink)
            layout(entry[1], TEXT).draw(painter, x + bold.width + 8.0, baseline, p.ink_2)
            x += _entry_width(entry) + STRIP_GAP


def _entry_width(entry: tuple[str, str]) -> float:
    return layout(entry[0], TEXT, BOLD).width + 8.0 + layout(entry[1], TEXT).width
