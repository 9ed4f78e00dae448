"""A linked plot: follows the scene, and its handles can be dragged."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from ..core.gestures import DragHandle, Effect, Pointer
from ..core.marks import Axis, Figure
from ..core.number_table import plain
from ..core.scene import Hover, Scene
from ..core.theme import Theme
from ..core.ticks import significant
from ..plots import Plot
from ..plots.axes import Picked
from .session import Session
from .view_box import Picture

HALF_RATE_MS = 33
REACH_PX = 7.0  # how far from a dot or a bar the pointer still finds it
PLACE = "place"  # the name of values that only count what is drawn
FITS_MS = 50  # how long a plot waits for fits that are on their way


class PlotView(Picture):
    """One plot of the list in a view of its own, named ``plot-NAME``."""

    def __init__(self, session: Session, theme: Theme, plot: Plot) -> None:
        super().__init__(session, theme, f"plot-{plot.name}")
        self.plot = plot
        self._gesture: DragHandle | None = None
        self._carrying_out = False
        self._picked: Picked | None = None

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
            self._point_at(event.position(), event.globalPosition().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._show_picked(None)

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
            QToolTip.showText(event.globalPos(), self.reading(event.pos().toPointF()), self)
            return True
        return bool(super().viewportEvent(event))

    def reading(self, position: QPointF) -> str:
        """The coordinates at a position of the viewport, in words: those of the point there, else those of the pointer."""
        figure, mapping = self.item.figure, self.item.mapping
        if figure is None or mapping is None or not figure.marks:
            return ""
        x, y = self.data_at(position)
        if not (mapping.x0 <= x <= mapping.x1 and mapping.y0 <= y <= mapping.y1):
            return ""
        lines = []
        if self._picked is not None:
            x, y = self._picked.at
            dataset = self.session.document.dataset
            lines.append(f"Point {self._picked.row + 1}, {dataset.class_names[int(dataset.labels[self._picked.row])]}")
        # An axis that is not drawn has no units; a place in the order of the rows says no more than the point does.
        for axis, name, value in ((figure.x, self.plot.values[0], x), (figure.y, self.plot.values[1], y)):
            if axis.visible and (self._picked is None or name != PLACE):
                lines.append(_value(axis, name, value))
        return "\n".join(lines)

    def _point_at(self, position: QPointF, where: QPoint) -> None:
        """The pointer is here: the training point under it is shown in every view, and its numbers at once."""
        self._show_picked(self._found(position))
        if self._picked is not None or QToolTip.isVisible():
            QToolTip.showText(where, self.reading(position), self)

    def _found(self, position: QPointF) -> Picked | None:
        mapping = self.item.mapping
        if self.plot.pick is None or mapping is None or self.session.scene.moving:
            return None
        reach = (REACH_PX / mapping.scale_x, REACH_PX / mapping.scale_y)
        found = self.plot.pick(self.session.scene, mapping.data(position.x(), position.y()), reach)
        # The picture may still be that of an older set of points.
        return found if found is not None and found.row < len(self.session.document.dataset) else None

    def _show_picked(self, found: Picked | None) -> None:
        if found != self._picked:
            self._picked = found
            x = None if found is None else self.session.document.dataset.X[found.row]
            self.session.set_hover(None if found is None or x is None else Hover((float(x[0]), float(x[1])), found.row))

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


def _value(axis: Axis, name: str, value: float) -> str:
    """A coordinate with the name of its axis, as plain text."""
    return f"{plain(axis.label) or name}: {plain(significant(value, 3))}{axis.suffix}"
