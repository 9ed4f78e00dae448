"""What a screen reader says without being asked."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, sentence: str) -> None:
    """Let the screen reader say a sentence; without one nothing happens."""
    if sentence:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))
