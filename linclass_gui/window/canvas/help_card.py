"""A line of help above the canvas at the first start; Esc puts it away for good."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from ..session.session import Session
from ..session.settings import UserSettings
from ..widgets.layouts import with_name
from ..widgets.themed import Themed

STRIP = (
    ("Click", "a point of class +; right click, of class −"),
    ("Esc", "hides this"),
    ("F7", "lessons"),
    ("Drag", "a point, and all follows"),
    ("F1", "all gestures"),
    ("C", "soft to hard margin"),
)
STRIP_HEIGHT, TOP = 34, 9
GAP = "&nbsp;&nbsp;&nbsp;&nbsp; "
FAR = "line-height: 300%"  # below a line, so that what has no room in it is out of sight


class HelpCard(Themed, QLabel):
    """A strip above the canvas, which is lower by its height; it never takes the keyboard."""

    fixed = (None, STRIP_HEIGHT)

    def __init__(self, session: Session, settings: UserSettings) -> None:
        super().__init__()
        self._session, self._settings = session, settings
        self.is_wanted = False
        with_name(self, "help-card", "Help: " + "; ".join(map(" ".join, STRIP)))
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setWordWrap(True)
        self.setMinimumWidth(1)
        self.measure()
        session.loaded.connect(self.leave)
        self.hide()

    def measure(self) -> None:
        super().measure()
        self.setContentsMargins(self.px(16), self.px(TOP), self.px(16), 0)
        entries = (
            f"<span style='font-weight: 600'>{key}</span>&nbsp;&nbsp;"
            f"<span style='color: {self.colours.ink_2}'>{words.replace(' ', '&nbsp;')}</span>"
            for key, words in STRIP
        )
        self.setText(f"<p style='{FAR}'>{GAP.join(entries)}</p>")

    def present(self) -> None:
        """Show the strip."""
        self.is_wanted = True
        self.show()

    def present_again(self) -> None:
        """Show the strip, also at every start."""
        self._settings.help_hidden = False
        self.present()

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
