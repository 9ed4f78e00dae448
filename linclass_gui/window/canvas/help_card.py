"""A line of help above the canvas at the first start; Esc puts it away for good."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from ...draw.lettering import TextStyle, layout
from ..session.session import Session
from ..session.settings import UserSettings
from ..widgets.themed import TEXT, Themed, middle_baseline

ALWAYS = ("F7", "Esc")  # however narrow the window is
STRIP = (
    ("Click", "a point of class +;  right click, of class −"),
    ("Drag", "a point, and all follows"),
    ("F7", "lessons"),
    ("F1", "all gestures"),
    ("C", "soft to hard margin"),
    ("Esc", "hides this"),
)
STRIP_HEIGHT, STRIP_GAP = 34.0, 24.0
BOLD = TextStyle(weight=600)


class HelpCard(Themed, QWidget):
    """A strip above the canvas, which is lower by its height; it never takes the keyboard focus and
    stops clicks.
    """

    fixed = (None, STRIP_HEIGHT)

    def __init__(self, canvas: QWidget, session: Session, settings: UserSettings) -> None:
        super().__init__()
        self._canvas, self._session, self._settings = canvas, session, settings
        self.is_wanted = False
        self.setObjectName("help-card")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Help: " + "; ".join(f"{key} {text}" for key, text in STRIP))
        session.loaded.connect(self.leave)
        self.hide()

    def present(self) -> None:
        """Show the strip."""
        self.is_wanted = True
        self.show()

    def present_again(self) -> None:
        """Show the strip, also at every start."""
        self._settings.help_hidden = False
        self.present()

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
        """Hide the strip, which is about the first scene, for another document or a presentation.
        It may come again.
        """
        self.is_wanted = False
        self.hide()

    def dismiss(self) -> None:
        """Dismiss it for good; the picture stays in place."""
        self._session.settle_view()
        self.leave()
        self._settings.help_hidden = True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        p, area = self.colours, self.area
        with self.painter() as painter:
            painter.fillRect(area, QColor(p.field))
            painter.fillRect(
                QRectF(0.0, area.height() - 1.0, area.width(), 1.0), QColor(p.hairline)
            )
            x, baseline = 16.0, middle_baseline(area)
            for entry in self.entries:
                bold = layout(entry[0], TEXT, BOLD)
                bold.draw(painter, x, baseline, p.ink)
                layout(entry[1], TEXT).draw(painter, x + bold.width + 8.0, baseline, p.ink_2)
                x += _entry_width(entry) + STRIP_GAP


def _entry_width(entry: tuple[str, str]) -> float:
    return layout(entry[0], TEXT, BOLD).width + 8.0 + layout(entry[1], TEXT).width
