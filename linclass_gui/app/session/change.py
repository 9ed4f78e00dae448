"""The one undo command: the documents before and after an edit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from ...scene.document import Document

# Shows a committed document: whether the edit changed the view, and whether it changed the selected
# method.
Restore = Callable[[Document, bool, bool], None]


class Change(QUndoCommand):
    """One entry of the undo stack, named by ``text``; fields that the edit did not change keep
    their current values.
    """

    def __init__(self, text: str, before: Document, after: Document, restore: Restore) -> None:
        super().__init__(text)
        self._before, self._after, self._restore = before, after, restore

    @property
    def ends(self) -> tuple[Document, Document]:
        """The documents before and after."""
        return self._before, self._after

    def redo(self) -> None:
        self._show(self._after)

    def undo(self) -> None:
        self._show(self._before)

    def _show(self, document: Document) -> None:
        before, after = self._before, self._after
        # In other coordinates the points are at other places.
        is_elsewhere = (
            before.plane is not after.plane
            or before.units != after.units
            or before.stretch != after.stretch
        )
        self._restore(
            document, is_elsewhere or before.view != after.view, before.selected != after.selected
        )
