"""A part of a panel that may fail without taking the others with it: a sentence takes its place until it works again."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...core.scene import Scene
from ...draw.faults import fault_sentence
from ..widgets.plain_words import PlainLabel

MARGINS = (16, 12, 16, 12)


class ShowsScene(Protocol):
    """A widget that shows a scene."""

    def show_scene(self, scene: Scene) -> None:
        """Show a scene."""
        ...


class Guarded(QWidget):
    """Holds a part; when it cannot show a scene, a sentence is shown instead, and the next scene is tried anew."""

    def __init__(self, part: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._part = part
        self.sentence = PlainLabel()
        self.sentence.setObjectName("fault")
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.sentence.setContentsMargins(*MARGINS)
        self.sentence.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(part)
        column.addWidget(self.sentence)

    def show_scene(self, scene: Scene) -> None:
        """Let the part show a scene, or say why it cannot."""
        shows: ShowsScene = self._part  # type: ignore[assignment]
        try:
            shows.show_scene(scene)
        except Exception as error:
            self.sentence.setText(fault_sentence(error))
            self._part.hide()
            self.sentence.show()
        else:
            if not self.sentence.isHidden():
                self.sentence.hide()
                self._part.show()
