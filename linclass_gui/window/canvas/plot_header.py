"""The name of a plot above it: it opens the picker of all plots."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from ...draw.lettering import TextStyle, layout
from ...plots.plot import Plot
from ...scene.scene import Scene
from ..widgets.controls import paint_chevron
from ..widgets.themed import TEXT, Themed, elide, paint_box

HEIGHT = 40
LEFT = 16.0
BUTTONS = 76.0  # the room of the buttons on the right
CHEVRON, PADDING = 22.0, 10.0  # the room after the name, and the frame around both
BOLD = TextStyle(weight=600)
OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Down)


class PlotHeader(Themed, QWidget):
    """The full name of a plot with a chevron."""

    fixed = (None, HEIGHT)
    picker_wanted = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self.is_open = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # repainted when the pointer enters and leaves
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_plot(self, plot: Plot[Scene]) -> None:
        """Show the name of another plot."""
        self.title = plot.title
        self.setAccessibleName(f"{plot.title}, choose another plot")
        self.update()

    def set_open(self, is_open: bool) -> None:
        """Show whether the picker is open."""
        self.is_open = is_open
        self.update()

    @property
    def button(self) -> QRectF:
        """The place of the name with its chevron."""
        room = self.area.width() - BUTTONS - LEFT
        width = min(layout(self.title, TEXT, BOLD).width + CHEVRON, room)
        return QRectF(LEFT - PADDING, 6.0, width + 2.0 * PADDING, 28.0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self.button.contains(event.position() / self.theme.ui):
            self.picker_wanted.emit()
        else:
            super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in OPENING:
            self.picker_wanted.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        p, button = self.colours, self.button
        with self.painter() as painter:
            if self.is_open or self.underMouse():
                paint_box(painter, button, 6, p.selected_row)
            room = button.width() - 2.0 * PADDING - CHEVRON
            name = layout(elide(self.title, room + 0.5, TEXT, BOLD), TEXT, BOLD)
            name.draw(painter, LEFT, 25.0, p.ink)
            paint_chevron(painter, QPointF(LEFT + name.width + 0.6 * CHEVRON, 20.5), p.ink_2)
            if self.hasFocus():
                inside = button.adjusted(0.75, 0.75, -0.75, -0.75)
                paint_box(painter, inside, 6, edge=p.ink, width=1.5)
