"""Exporting figures: what, how large, in which look, with a picture of the result that follows every choice."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from .session import Session
from .settings import Settings


class Exporting(QObject):
    """The two export actions of the File menu.  ``said`` carries what was written, for the status line."""

    said = Signal(str)

    def __init__(self, session: Session, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._settings, self._parent = session, settings, parent

    def export(self) -> None:
        """Choose view, format, size and look, and write the file."""

    def export_again(self) -> None:
        """Write the last export once more, with the picture as it is now."""
