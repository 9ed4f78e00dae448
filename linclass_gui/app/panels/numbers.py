"""The numbers of the panel and the status line, which follow the session at reading speed."""

from __future__ import annotations

from PySide6.QtCore import QObject

from ...core.document import Document
from ...core.scene import Scene
from ..session.session import Session
from ..timers import make_timer
from .side import Panel
from .status_line import StatusLine

# Numbers follow at 10 Hz, during a drag at 3 Hz: faster they cannot be read beside the canvas, and every certificate is a pass over
# all points.
EVERY_MS, WHILE_DRAGGING_MS = 100, 350


class Numbers(QObject):
    """Shows each scene in the panel and the status line: clicks at once, numbers a little later."""

    def __init__(self, session: Session, panel: Panel, status_line: StatusLine) -> None:
        super().__init__(panel)
        self._session, self._panel, self._status_line = session, panel, status_line
        self._timer = make_timer(0, self, self.show, single_shot=True)
        session.scene_changed.connect(self._follow)

    def show(self) -> None:
        """Show the current scene, or a little later where its numbers would delay a drag."""
        if not self._session.has_numbers:
            self._soon()  # they come when the mouse rests
            return
        self._panel.show_scene(self._session.scene)
        self._status_line.show_scene(self._session.scene)

    def _follow(self, old: Scene, new: Scene) -> None:
        if _is_structural(old, new):
            # A tick, another method, a layer: shown with the click that asked for it.
            self.show()
        elif old.hover is not new.hover and not new.moving:
            self._status_line.show_pointer(new)
        same_fits = old.fits is new.fits
        is_same = same_fits and old.document is new.document and old.stale == new.stale and old.hover is new.hover
        if not is_same and not self._timer.isActive():
            self._soon()

    def _soon(self) -> None:
        self._timer.start(WHILE_DRAGGING_MS if self._session.scene.moving else EVERY_MS)


def _is_structural(old: Scene, new: Scene) -> bool:
    """Whether more changed than numbers: other methods, another one selected, other layers."""
    one, two = old.document, new.document
    if one is two:
        return False
    same_methods = one.methods is two.methods or _kinds(one) == _kinds(two)
    same_trial = (one.trial is None) == (two.trial is None)
    return not (same_methods and same_trial and one.selected == two.selected and one.layers == two.layers)


def _kinds(document: Document) -> list[tuple[object, ...]]:
    """The methods in use, whatever their parameters are."""
    return [(m.id, m.enabled, m.slot, type(m.method), type(m.features), type(m.kernel)) for m in document.methods]
