"""A linked plot: follows the scene, and its handles can be dragged."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from ..core.gestures import DragHandle, Effect, Pointer
from ..core.marks import Axis, Figure
from ..core.scene import Scene
from ..core.theme import Theme
from ..core.ticks import significant
from ..plots import Plot
from .session import Session
from .view_box import Picture

HALF_RATE_MS = 33
FITS_MS = 50  # how long a plot waits for fits that are on their way


class PlotView(Picture):
    """One plot of the list in a view of its own, named ``plot-NAME``."""

    def __init__(self, session: Session, theme: Theme, plot: Plot) -> None:
        super().__init__(session, theme, f"plot-{plot.name}")
        self.plot = plot
        self._gesture: DragHandle | None = None
        self._carrying_out = False

    def figure(self, scene: Scene) -> Figure:
        return self.plot.figure(scene)

    def delay_ms(self) -> int:
        # When everything together takes longer than a frame the plots follow at half the rate, so that the canvas does not wait.
        rest = max(0, round(HALF_RATE_MS - 1000.0 * self.seconds_since_refresh)) if self.budget.is_overdrawn else 0
        is_late = bool(self.session.scene.stale) and not self.session.is_idle
        # Fits are on their way: without them there is little new to show, and drawing twice would hold up the canvas.
        return max(rest, FITS_MS) if is_late else rest

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        handle = self.item.handle_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if handle is None or self.plot.drag is None or self._gesture is not None:
            return
        scene = self.session.scene
        place = partial(self.plot.drag, scene, handle)
        self._gesture = DragHandle(scene, Pointer(self.data_at(event.position())), place, f"Move {handle.replace('-', ' ')}")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._gesture is not None:
            self._carry_out(self._gesture.move(Pointer(self.data_at(event.position()))))
        else:
            self._show_cursor(self.item.handle_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            self._carry_out(gesture.finish(Pointer(self.data_at(event.position()))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        gesture, self._gesture = self._gesture, None
        if gesture is not None and event.key() == Qt.Key.Key_Escape:
            self._carry_out(gesture.cancel())
        else:
            self._gesture = gesture
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._reading(event), self)
            return True
        return bool(super().viewportEvent(event))

    def _reading(self, event: QHelpEvent) -> str:
        """The coordinates under the pointer, in words."""
        figure = self.item.figure
        if figure is None:
            return ""
        x, y = self.data_at(event.pos().toPointF())
        return f"{_value(figure.x, x)}\n{_value(figure.y, y)}"

    def _carry_out(self, effect: Effect) -> None:
        self._carrying_out = True
        if effect.rollback:
            self.session.rollback()
        elif effect.document is not None:
            self.session.preview(effect.document)
        elif effect.commit:
            self.session.commit(effect.commit)
        self._carrying_out = False

    def _follow(self, old: Scene, new: Scene) -> None:
        if not self._carrying_out and new.document is not old.document:
            self._gesture = None
        if new.fits is not old.fits:
            self.stop_waiting()
        super()._follow(old, new)

    def _show_cursor(self, handle: str | None) -> None:
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor if handle is None else Qt.CursorShape.PointingHandCursor)


def _value(axis: Axis, value: float) -> str:
    """A coordinate with the name of its axis, as plain text."""
    name = axis.label.replace("$", "").replace("_", "") or "value"
    return f"{name}: {significant(value, 3)}{axis.suffix}"
