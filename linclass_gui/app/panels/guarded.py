"""A part of a panel that may fail without taking the others with it: a sentence takes its place until it works again."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtWidgets import QWidget

from ...core.scene import Scene
from ...draw.faults import fault_sentence
from ..widgets.layouts import in_column, named
from ..widgets.plain_words import PlainLabel


class ShowsScene(Protocol):
    """A widget that shows a scene."""

    def show_scene(self, scene: Scene) -> None: ...


class Guarded(QWidget):
    """Holds a part; when it cannot show a scene, a sentence is shown instead, and the next scene is tried anew."""

    def __init__(self, part: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._part = part
        self.sentence = named(PlainLabel(wraps=True), "fault")
        self.sentence.setContentsMargins(16, 12, 16, 12)
        self.sentence.hide()
        in_column(self, part, self.sentence)

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
