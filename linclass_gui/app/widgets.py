"""Small controls that paint themselves from the palette: text with mathematics, tick boxes, combo fields, icon buttons."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import partial, wraps
from html import escape
from typing import Any, cast

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QCheckBox, QComboBox, QSizePolicy, QToolButton, QToolTip, QWidget

from ..core.mathtext import plain_text
from ..core.theme import LIGHT, Palette, Theme
from ..draw.faults import paint_fault
from ..draw.icons import icon_path
from ..draw.text import PLAIN, TREES, Layout, TextStyle, layout

TEXT, CAPTION, FORMULA = 13.0, 11.0, 15.0


class Themed:
    """A widget that paints with the theme's colours; :func:`restyle` hands every one of them the new theme."""

    theme: Theme = LIGHT

    def __init_subclass__(cls) -> None:
        """A widget whose painting fails says so in its place: Qt has nobody to hand an exception to."""
        super().__init_subclass__()
        if "paintEvent" in vars(cls):
            cls.paintEvent = _or_sentence(cls.paintEvent)  # type: ignore[attr-defined]

    @property
    def colours(self) -> Palette:
        """The palette to paint with."""
        return self.theme.palette

    def set_theme(self, theme: Theme) -> None:
        """Paint with another theme from now on."""
        self.theme = theme
        self.measure()
        cast(QWidget, self).updateGeometry()
        cast(QWidget, self).update()

    def measure(self) -> None:
        """Take the sizes of the theme; sizes in the code are those at the scale 1."""

    def px(self, size: float) -> int:
        """A size in the pixels of this theme's scale."""
        return round(size * self.theme.ui)

    def painter(self) -> QPainter:
        """A painter whose unit is a pixel at the scale 1: widgets paint in the sizes of the drawing, whatever the theme."""
        painter = QPainter(cast(QWidget, self))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.theme.ui, self.theme.ui)
        return painter

    @property
    def area(self) -> QRectF:
        """The rectangle of the widget in the units of :meth:`painter`."""
        size = cast(QWidget, self).size()
        return QRectF(0.0, 0.0, size.width() / self.theme.ui, size.height() / self.theme.ui)


class Placed(Themed, QWidget):
    """A widget whose parts stand at fixed places."""

    def __init__(self, width: float, height: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._extent = (width, height)
        self._places: list[tuple[QWidget, tuple[float, float, float, float]]] = []
        self.setFixedSize(self.px(width), self.px(height))

    def place(self, part: QWidget, x: float, y: float, width: float, height: float) -> None:
        """Put a part somewhere, in the sizes of the drawing."""
        part.setParent(self)
        self._places = [placed for placed in self._places if placed[0] is not part]
        self._places.append((part, (x, y, width, height)))
        part.setGeometry(*map(self.px, (x, y, width, height)))

    def set_extent(self, width: float, height: float) -> None:
        """Take another size."""
        self._extent = (width, height)
        self.setFixedSize(*map(self.px, self._extent))

    def measure(self) -> None:
        self.setFixedSize(*map(self.px, self._extent))
        for part, place in self._places:
            part.setGeometry(*map(self.px, place))


def _or_sentence(paint: Callable[[Any, QPaintEvent], None]) -> Callable[[Any, QPaintEvent], None]:
    """A paint event that never fails: what it cannot draw is a sentence."""

    @wraps(paint)
    def painted(self: Any, event: QPaintEvent) -> None:
        try:
            paint(self, event)
        except Exception as error:
            traceback.clear_frames(error.__traceback__)  # a painter that is still at work would let no other one begin
            paint_fault(QPainter(self), QRectF(self.rect()), error, self.theme)

    return painted


def restyle(root: QWidget, theme: Theme) -> None:
    """Give a theme to ``root`` and to everything in it that paints itself."""
    for widget in (root, *root.findChildren(QWidget)):
        if isinstance(widget, Themed):
            widget.set_theme(theme)


def has_canvas(widget: QWidget) -> bool:
    """Whether a widget stands beside the canvas, not in a dialog."""
    return widget.window().focusProxy() is not None


def give_back_keyboard(widget: QWidget) -> None:
    """Let the canvas have the keyboard again, so that keys mean what they always mean there; nothing in a dialog."""
    if has_canvas(widget):
        widget.window().setFocus(Qt.FocusReason.OtherFocusReason)  # which hands it to the canvas, its focus proxy


def middle_baseline(rect: QRectF, size: float = TEXT) -> float:
    """Where the baseline of a line of text lies that stands in the middle of a rectangle (half the height of a capital below)."""
    return rect.center().y() + 0.36 * size


def elided(text: str, width: float, size: float = TEXT, style: TextStyle = PLAIN) -> str:
    """A label as long as ``width`` allows: words go from its end, of a single word letters, and dots say so.

    A formula goes as a whole.
    """
    if layout(text, size, style).width <= width:
        return text
    words = [f"{text[:k]} …" for k in range(len(text) - 1, 0, -1) if text[k] == " " and text.count("$", 0, k) % 2 == 0]
    letters = [] if "$" in text else [f"{text[:k]}…" for k in range(len(text.partition(" ")[0]) - 1, 0, -1)]
    return next((shorter for shorter in (*words, *letters) if layout(shorter, size, style).width <= width), "")


class MathLabel(Themed, QWidget):
    """One line of text in the mathematics mark-up; too long a line is cut at the end and stands in the tool tip."""

    def __init__(
        self,
        text: str = "",
        *,
        size: float = TEXT,
        weight: int = 400,
        tone: str = "ink",
        mode: str = "label",
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._size, self._tone, self._align = size, tone, align
        self._style = TextStyle(weight=weight, mode=mode)
        self._layout = layout("", size, self._style)
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    @property
    def text(self) -> str:
        """What is shown, in the mark-up."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text == self._text:
            return
        self._text, self._layout = text, layout(text, self._size, self._style)
        self.setAccessibleName(plain_text(TREES[self._style.mode](text)))
        self.updateGeometry()
        self.update()

    def _fitting(self) -> Layout:
        """The text as far as there is room for it."""
        room = self.contentsRect().width() / self.theme.ui
        if self._layout.width <= room or self._style.mode == "math":
            return self._layout
        return layout(elided(self._text, room, self._size, self._style), self._size, self._style)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and not self.toolTip() and self._fitting() is not self._layout:
            # Plain text in a tool tip of several lines.
            QToolTip.showText(cast(QHelpEvent, event).globalPos(), f"<p>{escape(self.accessibleName())}</p>", self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        text, margins = self._layout, self.contentsMargins()
        return QSize(self.px(text.width + 2) + margins.left() + margins.right(), self.px(text.ascent + text.descent + 4))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, ui = self.painter(), self.theme.ui
        text, room = self._fitting(), self.contentsRect()
        rect = QRectF(room.x() / ui, room.y() / ui, room.width() / ui, room.height() / ui)
        space = rect.width() - text.width
        shift = {Qt.AlignmentFlag.AlignRight: space, Qt.AlignmentFlag.AlignHCenter: 0.5 * space}.get(self._align, 0.0)
        baseline = rect.center().y() + 0.5 * (text.ascent - text.descent)
        text.draw(painter, rect.left() + max(0.0, shift), baseline, QColor(getattr(self.colours, self._tone)))


class Hairline(Themed, QWidget):
    """A line of one pixel between two parts."""

    def __init__(self, parent: QWidget | None = None, *, vertical: bool = False) -> None:
        super().__init__(parent)
        self.setFixedWidth(1) if vertical else self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(self.colours.hairline))


class TickBox(Themed, QCheckBox):
    """A tick box with its words, both grey while it is off."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, box: int = 16) -> None:
        super().__init__(text, parent)
        self._box = box
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(self.px(self._box) + (self.px(8) + width if self.text() else 0) + 2, self.px(max(self._box, 20)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = QPainter(self), self.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self.px(self._box)
        box = QRectF(0, 0.5 * (self.height() - side), side, side)
        paint_tick_box(painter, box, p, checked=self.isChecked(), focused=self.hasFocus())
        painter.setPen(QColor(p.ink if self.isChecked() else p.ink_2))
        words = QRectF(self.rect()).adjusted(side + self.px(8), 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())


def paint_tick_box(painter: QPainter, box: QRectF, p: Palette, *, checked: bool, focused: bool) -> None:
    """A tick box of radius 3: ink with a tick in the field's colour, or an outline."""
    if checked:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(p.ink))
        painter.drawRoundedRect(box, 3, 3)
        tick = QPainterPath(box.topLeft() + QPointF(0.23, 0.52) * box.width())
        tick.lineTo(box.topLeft() + QPointF(0.42, 0.71) * box.width())
        tick.lineTo(box.topLeft() + QPointF(0.78, 0.31) * box.width())
        pen = QPen(QColor(p.canvas), 0.115 * box.width(), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(tick, pen)
    else:
        painter.setPen(QPen(QColor(p.ink_3), 1))
        painter.setBrush(QColor(p.field))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if focused:
        painter.setPen(QPen(QColor(p.ink_3), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-1.5, -1.5, 1.5, 1.5), 4, 4)


class ComboField(Themed, QComboBox):
    """A field with a list behind it; the wheel scrolls the panel around it, not its value.

    Opened with the mouse it gives the keyboard back when its list closes, so that arrow keys do not go on choosing.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.measure()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(4)
        self._by_mouse = False

    def measure(self) -> None:
        self.setFixedHeight(self.px(28))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._by_mouse = True
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._by_mouse = False
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.PopupFocusReason and self._by_mouse:
            # The list has closed; its choice is told in this turn of the event loop.
            QTimer.singleShot(0, self, partial(give_back_keyboard, self))

    def wheelEvent(self, event: QEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = QPainter(self), self.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(p.ink_3 if self.hasFocus() else p.hairline), 1))
        painter.setBrush(QColor(p.field if self.isEnabled() else p.panel))
        painter.drawRoundedRect(rect, 4, 4)
        painter.setPen(QColor(p.ink if self.isEnabled() else p.ink_3))
        words = self.rect().adjusted(self.px(9), 0, -self.px(26), 0)
        text = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        middle = QPointF(rect.right() - self.px(12), rect.center().y())
        paint_chevron(painter, middle, p.ink_2, scale=self.theme.ui)


def paint_chevron(painter: QPainter, middle: QPointF, colour: str, *, down: bool = True, scale: float = 1.0) -> None:
    """The sign of what can be opened: it points down, or to the right while it is shut."""
    ends = ((-4, -2), (0, 2), (4, -2)) if down else ((-2, -4), (2, 0), (-2, 4))
    first, *others = (middle + QPointF(x, y) * scale for x, y in ends)
    chevron = QPainterPath(first)
    for end in others:
        chevron.lineTo(end)
    pen = QPen(QColor(colour), 1.5 * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(chevron, pen)


class IconButton(Themed, QToolButton):
    """A square button that is nothing but its icon; the checked one is inverted."""

    def __init__(
        self, icon: str, tip: str, *, size: int = 36, box: int = 20, tone: str = "ink", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon, self._box, self._tone, self._size = icon, box, tone, size
        self.measure()
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def measure(self) -> None:
        self.setFixedSize(self.px(self._size), self.px(self._size))

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        if icon != self._icon:
            self._icon = icon
            self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p, area = self.painter(), self.colours, self.area
        active = self.isCheckable() and self.isChecked()
        back = p.ink if active else p.selected_row if self.underMouse() or self.isDown() else None
        if back is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(back))
            painter.drawRoundedRect(area, 6, 6)
        if self.hasFocus():
            painter.setPen(QPen(QColor(p.ink_3), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        colour = p.canvas if active else getattr(p, self._tone)
        painter.translate(0.5 * (self._size - self._box), 0.5 * (self._size - self._box))
        icon_path(self._icon).paint(painter, self._box, QColor(colour))
