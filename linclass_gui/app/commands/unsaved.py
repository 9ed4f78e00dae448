"""Unsaved work of killed runs: offered at the start, and from the File menu at any time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ..session.recovery import LeftOver, Recovery, left_over, recovery_folder
from ..session.session import Session
from .files import Files

NOTHING = "Nothing unsaved is left over from earlier runs"


class Unsaved(QObject):
    """Shows the unsaved states, and restores the chosen one.  ``said`` is for the status line."""

    said = Signal(str)

    def __init__(self, session: Session, recovery: Recovery, files: Files, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._recovery, self._files, self._parent = session, recovery, files, parent

    def show(self) -> None:
        """Show the unsaved states, or report that there are none."""
        if not self.offer(self._recovery.folder or recovery_folder()):
            self.said.emit(NOTHING)

    def offer(self, folder: Path) -> bool:
        """Show the unsaved states in a folder; False when there are none."""
        states = left_over(folder)
        if states:
            self._ask(states)
        return bool(states)

    def _ask(self, states: list[LeftOver]) -> None:
        from ..dialogs.unsaved_states import RecoveryDialog  # the first frame needs no dialog

        dialog = RecoveryDialog(states, self._parent)
        dialog.exec()
        rest = list(dialog.states)
        if dialog.restored is not None and dialog.document is not None:
            if self._files.may_close():
                self._session.recover(dialog.document)
                self._recovery.adopt(dialog.restored)
            else:
                rest.append(dialog.restored)
        for state in rest:
            state.claim.release()  # for later
        dialog.deleteLater()
