"""Holding points back as test points, drawing them again, and putting them back."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from ...markup.numbers import count_words
from ...scene.document import Document
from ...scene.generating import drawn_again, held_back, put_back, share_of
from ..session.session import Session
from ..widgets.controls import add_choice

PERCENT = range(10, 100, 10)


class HoldingBack(QObject):
    """Entries of the Data menu; each is one undo entry.  ``said`` is for the status line."""

    said = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session

    def fill_menu(self, menu: QMenu) -> None:
        """The shares that can be held back, the current one ticked, another draw, and putting them
        back.
        """
        held = round(100.0 * share_of(self._session.committed))
        for percent in PERCENT:
            add_choice(
                menu, f"{percent} %", partial(self.hold_back, 0.01 * percent), percent == held
            )
        menu.addSeparator()
        for text, call in (
            ("&Draw again", self.draw_again),
            ("Put test points &back", self.put_back),
        ):
            menu.addAction(text, call).setEnabled(held > 0)

    def hold_back(self, share: float) -> None:
        """Hold this share of every class back."""
        self._show("Hold points back", held_back(self._session.committed, share))

    def draw_again(self) -> None:
        """Draw the same number of test points again."""
        self._show("Draw test points again", drawn_again(self._session.committed))

    def put_back(self) -> None:
        """Put the test points back among the others."""
        self._session.apply("Put test points back", put_back(self._session.committed))

    def _show(self, text: str, after: Document) -> None:
        if after is self._session.committed:
            self.said.emit("There are too few points to hold some back.")
            return
        self._session.apply(text, after)
        held = 0 if after.test is None else len(after.test)
        self.said.emit(
            f"{count_words(held, 'test point')}, drawn hollow (seed {after.split}); rows and "
            "tables count their errors."
        )
