"""Holding points back as test points, and putting them back."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ...core.holdout import held_back, put_back
from ...core.markup.ticks import count_words
from ..session.session import Session


class HoldingBack(QObject):
    """Two entries of the Data menu; each is one undo entry.  ``said`` is for the status line."""

    said = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session

    def hold_back(self) -> None:
        """Hold a third of the points back."""
        before = self._session.committed
        after = held_back(before)
        if after is before:
            self.said.emit("There are too few points to hold some back.")
            return
        self._session.apply("Hold points back", after)
        held = 0 if after.test is None else len(after.test)
        self.said.emit(f"{count_words(held, 'test point')}, drawn hollow; Lessons, Numbers counts their errors.")

    def put_back(self) -> None:
        """The test points are points like the others again."""
        before = self._session.committed
        if before.test is None:
            self.said.emit("No points are held back.")
            return
        self._session.apply("Put test points back", put_back(before))
