"""Tick boxes, lists, buttons and sliders; the last two paint themselves from the palette."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import (
    QAction,
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QMenu,
    QSizePolicy,
    QStyleOptionComboBox,
    QToolButton,
    QToolTip,
    QWidget,
)

from ...draw.lettering import layout
from ...draw.small_pictures import icon_path
from ...markup.numbers import number, significant, tick_labels, tick_values
from ...scene.colours import Palette
from .layouts import KeepsKeys, PlainLabel, plain_tip
from .themed import CAPTION, Themed, give_back_keyboard, paint_box, paint_stroke


class TickBox(QCheckBox):
    """A tick box with its words, both grey while it is off."""

    entered = Signal(bool)

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self.entered)

    @property
    def value(self) -> bool:
        """Whether it is ticked."""
        return self.isChecked()

    def set_value(self, value: object) -> None:
        """Tick it or not; None is no tick."""
        self.setChecked(bool(value))


def paint_tick_box(
    painter: QPainter, box: QRectF, p: Palette, *, checked: bool, focused: bool
) -> None:
    """A tick box of radius 3: ink with a tick in the field's colour, or an outline."""
    if checked:
        paint_box(painter, box, 3, p.ink)
        tick = ((0.23, 0.52), (0.42, 0.71), (0.78, 0.31))
        paint_stroke(painter, p.canvas, 0.115, box.topLeft(), tick, box.width())
    else:
        paint_box(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), 3, p.field, p.ink_3)
    if focused:
        around = box.adjusted(-1.75, -1.75, 1.75, 1.75)
        paint_box(painter, around, 4, edge=p.ink, width=1.5)


def add_choice(
    menu: QMenu, text: str, call: Callable[[], object], is_chosen: bool, tip: str = ""
) -> QAction:
    """An entry of a menu with a tick while it is chosen."""
    action = menu.addAction(text, call)
    action.setToolTip(plain_tip(tip))
    action.setCheckable(True)
    action.setChecked(is_chosen)
    return action


def passing_menu(parent: QWidget) -> QMenu:
    """A menu that is built to be opened once."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


WIDEST_LIST = 340  # however long its choices are


ALIKE = 4  # letters


class ComboField(Themed, QComboBox):
    """A field with a list behind it; the wheel scrolls the panel around it, not its value.

    Opened with the mouse, it gives the keyboard back when its list closes, so that arrow keys do
    not change the choice.  On Linux a screen reader hears the choice as the name of such a field,
    and what is chosen from the label that belongs to it: without one it has a label never seen.
    """

    fixed = (None, 28)
    entered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(4)
        self._by_mouse = False
        self._heard: PlainLabel | None = None
        self.activated.connect(lambda _index: self.entered.emit(self.value))

    def offer(self, choices: Iterable[tuple[object, str]], value: object = None) -> None:
        """Fill it with values and their titles, and show one of them."""
        for each, title in choices:
            self.addItem(title, each)
        self.set_value(value)

    @property
    def value(self) -> Any:
        """The value that is chosen."""
        return self.currentData()

    def set_value(self, value: object) -> None:
        """Show a value, the first where there is no such one."""
        self.setCurrentIndex(max(0, self.findData(value)))

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        if self._heard is None:
            self._heard = PlainLabel("")
            self._heard.hide()
            self._heard.setBuddy(self)
            self._heard.setParent(self.parentWidget())
            self.destroyed.connect(self._heard.deleteLater)
        self._heard.setText(name)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ParentChange and self._heard is not None:
            self._heard.setParent(self.parentWidget())  # a label is looked for beside its field
        is_tip = isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip
        if is_tip and isinstance(event, QHelpEvent) and self.seen_text != self.currentText():
            words = filter(None, (self.currentText(), self.toolTip()))
            QToolTip.showText(event.globalPos(), plain_tip("\n".join(words)), self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        return self._bounded_size(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return self._bounded_size(super().minimumSizeHint())

    def _bounded_size(self, size: QSize) -> QSize:
        return QSize(min(size.width(), self.px(WIDEST_LIST)), size.height())

    @property
    def seen_text(self) -> str:
        """The choice as far as the field has room for it, with its end where others begin alike."""
        text, room = self.currentText(), self.width() - self.px(36)
        begins = [self.itemText(k)[:ALIKE] for k in range(self.count())]
        modes = Qt.TextElideMode
        mode = modes.ElideMiddle if begins.count(text[:ALIKE]) > 1 else modes.ElideRight
        return self.fontMetrics().elidedText(text, mode, room)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._by_mouse = True
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._by_mouse = False
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.PopupFocusReason and self._by_mouse:
            # The list has closed; its choice is signalled in this turn of the event loop.
            QTimer.singleShot(0, self, partial(give_back_keyboard, self))

    def wheelEvent(self, event: QEvent) -> None:
        event.ignore()

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        option.currentText = self.seen_text  # Qt would cut within a letter


def paint_chevron(
    painter: QPainter, middle: QPointF, colour: str, *, down: bool = True, scale: float = 1.0
) -> None:
    """The sign of a part that opens: it points down, or to the right while closed."""
    ends = ((-4, -2), (0, 2), (4, -2)) if down else ((-2, -4), (2, 0), (-2, 4))
    paint_stroke(painter, colour, 1.5, middle, ends, scale)


class IconButton(Themed, QToolButton):
    """A square button with only an icon; the checked one is inverted."""

    def __init__(
        self,
        icon: str,
        tip: str,
        call: Callable[[], object] | SignalInstance | None = None,
        *,
        size: int = 28,
        box: int = 16,
        tone: str = "ink",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon, self._box, self._tone, self._size = icon, box, tone, size
        self.fixed = (size, size)
        # repainted when the pointer enters and leaves
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.measure()
        self.say(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if call is not None:
            self.clicked.connect(call)

    def say(self, tip: str) -> None:
        """What it does, to be seen and to be heard."""
        self.setToolTip(plain_tip(tip))
        self.setAccessibleName(tip)

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        if icon != self._icon:
            self._icon = icon
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        p, area = self.colours, self.area
        with self.painter() as painter:
            active = self.isCheckable() and self.isChecked()
            back = (
                p.ink if active else p.selected_row if self.underMouse() or self.isDown() else None
            )
            if back is not None:
                paint_box(painter, area, 6, back)
            if self.hasFocus():
                edge = p.ink_3 if active else p.ink
                paint_box(painter, area.adjusted(1, 1, -1, -1), 6, edge=edge, width=2)
            colour = p.canvas if active else getattr(p, self._tone)
            painter.translate(0.5 * (self._size - self._box), 0.5 * (self._size - self._box))
            icon_path(self._icon).paint(painter, self._box, QColor(colour))


GROOVE, HANDLE, INSET = 4.0, 7.0, 2.5
MIDDLE = 18.0  # the groove's height in its row of 36; the tick labels hang below
HEIGHT = 56
SHORT_STEP, PAGE_STEP = 0.02, 0.1  # parts of a slider that a key moves it by
SLIDER_STEPS = {
    Qt.Key.Key_Left: -SHORT_STEP,
    Qt.Key.Key_Down: -SHORT_STEP,
    Qt.Key.Key_Right: SHORT_STEP,
    Qt.Key.Key_Up: SHORT_STEP,
    Qt.Key.Key_PageDown: -PAGE_STEP,
    Qt.Key.Key_PageUp: PAGE_STEP,
}
SLIDER_ENDS = {Qt.Key.Key_Home: 0.0, Qt.Key.Key_End: 1.0}
LABEL_ROOM = 34.0  # from one power of ten to the next


@dataclass(frozen=True)
class Scale:
    """The scale of a slider: ``position`` in [0, 1] for ``value`` between ``low`` and ``high``."""

    low: float
    high: float
    log: bool = False
    is_whole: bool = False

    def position(self, value: float) -> float:
        """The position of a value; values outside are at the ends."""
        if self.log:
            value, low, high = (
                math.log10(max(value, 1e-300)),
                math.log10(self.low),
                math.log10(self.high),
            )
        else:
            low, high = self.low, self.high
        return min(1.0, max(0.0, (value - low) / (high - low)))

    def value(self, position: float) -> float:
        """The value at a position, rounded to what a hand can set: three digits, or a thousandth of
        the interval.
        """
        if self.log:
            exponent = math.log10(self.low) + position * (
                math.log10(self.high) - math.log10(self.low)
            )
            value = float(f"{10.0**exponent:.3g}")
        else:
            step = 10.0 ** math.floor(math.log10((self.high - self.low) / 500.0))
            value = round((self.low + position * (self.high - self.low)) / step) * step
            value = float(f"{value:.12g}")
        value = min(self.high, max(self.low, value))
        return float(round(value)) if self.is_whole else value

    def ticks(self, width: float) -> tuple[tuple[float, str], ...]:
        """Position and label of every tick; labels keep a readable distance."""
        if not self.log:
            values = tick_values(
                self.low, self.high, max(2, int(width // 44)), whole_numbers=self.is_whole
            )
            return tuple(zip((self.position(v) for v in values), tick_labels(values), strict=True))
        low, high = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
        step = max(1, math.ceil((high - low) / max(1.0, width // LABEL_ROOM)))
        return tuple(
            (self.position(10.0**k), f"10^{{{number(k, 0)}}}" if (k - low) % step == 0 else "")
            for k in range(low, high + 1)
        )


class Slider(KeepsKeys, Themed, QWidget):
    """A slider with ticks: ``moved`` while it is dragged, ``released`` once at the end (one undo
    entry).
    """

    moved = Signal(float)
    released = Signal()

    def __init__(self, scale: Scale, value: float) -> None:
        super().__init__()
        self.scale = scale
        self._take(value)
        self.measure()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_value(self, value: float) -> None:
        """Put the handle somewhere without a signal."""
        if value != self.value:
            self._take(value)
            self.update()

    def _take(self, value: float) -> None:
        self.value = value
        self.setAccessibleDescription(significant(value, 3))

    def measure(self) -> None:
        self.setFixedHeight(self.px(HEIGHT))
        self.setMinimumWidth(self.px(80))

    def sizeHint(self) -> QSize:
        return QSize(self.px(196), self.px(HEIGHT))

    @property
    def _ends(self) -> tuple[float, float]:
        """The places of the first and the last tick."""
        return HANDLE + 1 + INSET, self.area.width() - HANDLE - 1 - INSET

    def _move_to(self, x: float) -> None:
        left, right = self._ends
        value = self.scale.value(min(1.0, max(0.0, (x - left) / (right - left))))
        if value != self.value:
            self._take(value)
            self.update()
            self.moved.emit(value)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._move_to(event.position().x() / self.theme.ui)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._move_to(event.position().x() / self.theme.ui)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.released.emit()
            # arrow keys move points again; Tab brings them back to the slider
            give_back_keyboard(self)

    def keeps(self, event: QKeyEvent) -> bool:
        """Those that move it, which open a lesson or play elsewhere."""
        return event.key() in (*SLIDER_STEPS, *SLIDER_ENDS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if not self.keeps(event):
            super().keyPressEvent(event)
            return
        left, right = self._ends
        fraction = SLIDER_ENDS.get(key)
        if fraction is None:
            fraction = self._after_step(SLIDER_STEPS[key], event.modifiers())
        self._move_to(left + fraction * (right - left))

    def _after_step(self, step: float, held: Qt.KeyboardModifier) -> float:
        """The place of the handle after a step, where Shift makes an arrow as long as a page."""
        is_large = held & Qt.KeyboardModifier.ShiftModifier and abs(step) < PAGE_STEP
        way = math.copysign(PAGE_STEP, step) if is_large else step
        fraction = self.scale.position(self.value) + way
        if self.scale.is_whole and self.scale.value(min(1.0, max(0.0, fraction))) == self.value:
            # a key moves it even between few whole numbers
            return self.scale.position(self.value + math.copysign(1, step))
        return fraction

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self.keeps(event) and not event.isAutoRepeat():
            self.released.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            left, right = self._ends
            x = left + self.scale.position(self.value) * (right - left)
            groove = QRectF(left - INSET, MIDDLE - 0.5 * GROOVE, right - left + 2 * INSET, GROOVE)
            paint_box(painter, groove, 2, p.hairline)
            groove.setRight(x)
            paint_box(painter, groove, 2, p.ink)
            self._paint_ticks(painter, left, right)
            painter.setBrush(QColor(p.canvas))
            painter.setPen(QPen(QColor(p.ink), 1.8))
            painter.drawEllipse(QPointF(x, MIDDLE), HANDLE, HANDLE)
            if self.hasFocus():
                painter.setBrush(QColor(p.ink))
                painter.drawEllipse(QPointF(x, MIDDLE), 0.5 * HANDLE, 0.5 * HANDLE)

    def _paint_ticks(self, painter: QPainter, left: float, right: float) -> None:
        p = self.colours
        for position, label in self.scale.ticks(right - left):
            x = round(left + position * (right - left)) + 0.5
            painter.setPen(QPen(QColor(p.ink_3), 1))
            painter.drawLine(QPointF(x, MIDDLE + 10), QPointF(x, MIDDLE + 13.5))
            if label:
                text = layout(label, CAPTION)
                text_left = min(max(x - 0.5 * text.width, 0.0), self.area.width() - text.width)
                text.draw(painter, text_left, MIDDLE + 29, QColor(p.ink_2))
