"""Gliding between the states before and after the last step: an animated undo and redo."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ...scene.document import Document
from ...scene.morph import between, ease
from ..session.session import Change, Session
from ..timers import make_timer

PICTURES, EVERY_MS = 30, 33  # about a second


class Morphing(QObject):
    """``toggle`` glides back over the last step, and forth again; every picture is fitted for its
    own points and numbers.

    ``message`` is for the status line.
    """

    message = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._back_at = -1  # where the last glide back has left the undo stack
        self._change: Change | None = None
        self._is_forth, self._at = False, 0
        # of the last picture; another one means that the document was changed otherwise
        self._shown: Document | None = None
        self._timer = make_timer(EVERY_MS, self, self._go_on)

    @property
    def is_on(self) -> bool:
        """Whether a glide is running."""
        return self._timer.isActive()

    def toggle(self) -> None:
        """Glide to the state before the last step, or forth again after such a glide; during a
        glide, jump to its end.
        """
        if self.is_on:
            self._arrive()
            return
        stack = self._session.undo_stack
        self._is_forth = stack.canRedo() and stack.index() == self._back_at
        change = (
            stack.command(stack.index() - (not self._is_forth))
            if self._is_forth or stack.canUndo()
            else None
        )
        if not isinstance(change, Change):
            self.message.emit(
                "Nothing has been changed yet: G glides to the state before the last step, and "
                "back."
            )
            return
        self._change, self._at, self._shown = change, 0, self._session.document
        self._timer.start()

    def _go_on(self) -> None:
        session = self._session
        if session.document is not self._shown or self._change is None:
            self._timer.stop()  # a gesture is running
            return
        self._at += 1
        if self._at >= PICTURES:
            self._arrive()
            return
        share = ease(self._at / PICTURES)
        before, after = self._change.ends
        session.preview(between(before, after, share if self._is_forth else 1.0 - share))
        self._shown = session.document

    def _arrive(self) -> None:
        self._timer.stop()
        stack = self._session.undo_stack
        if self._is_forth:
            stack.redo()
            self._back_at = -1
        else:
            stack.undo()
            self._back_at = stack.index()
