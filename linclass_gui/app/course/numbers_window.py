"""The window "Numbers": every matrix and table that the scene has, following a drag, to be copied as LaTeX."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QWidget

from ...core.numbers import BLOCKS, TOPICS
from ..dialogs.small import theme_of
from ..session.session import Session
from ..widgets.basics import restyle
from ..widgets.controls import ComboField
from ..widgets.layouts import in_column, in_row, named, push_button
from ..widgets.scrolling import SteadyArea
from ..widgets.window_geometry import bring_to_front, resize_within_screen
from .numbers_view import NumbersView

EVERYTHING = "Everything"
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((topic, tuple(block.name for block in BLOCKS if topic in block.topics)) for topic in TOPICS),
    (EVERYTHING, tuple(block.name for block in BLOCKS)),
)


class NumbersWindow(QDialog):
    """Shows one group of numbers at a time."""

    said = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("numbers")
        self.setWindowTitle("Numbers – linclass")
        self.view = NumbersView(session, with_titles=True)
        self.view.said.connect(self.said)
        self.group = named(ComboField(), "", "Which numbers")
        self.group.addItems([title for title, _ in GROUPS])
        self.group.currentIndexChanged.connect(self._choose)
        self.copy = push_button("Copy as LaTeX", self.view.copy, "copy-numbers")
        area, inside = SteadyArea(), QWidget()
        in_column(inside, self.view, 1, margins=(0, 8, 12, 0))
        area.setWidget(inside)
        top = in_row(None, (self.group, 1), self.copy)
        in_column(self, top, (area, 1), margins=(20, 16, 12, 12), spacing=6)
        resize_within_screen(self, 440, 560)
        self._choose(0)
        restyle(self, theme_of(parent))

    def _choose(self, at: int) -> None:
        self.view.show_names(GROUPS[at][1])

    def present(self) -> None:
        """Show the window, or bring it to the front."""
        bring_to_front(self)
        self.view.refresh()
