"""The tabs above the plots of a column, which make do with the room they have."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ...draw.lettering.text import TextStyle, layout
from ...plots import Plot
from ..widgets.basics import TEXT, Themed, elided

HEIGHT = 40
LEFT, GAP = 24.0, 20.0
NARROW, POP_OUT = 16.0, 38.0  # the smaller left margin of a narrow column; what the button on the right takes
LEAST = 32.0  # of a title that is cut: some letters and dots


class TabRow(Themed, QWidget):
    """The titles of a column's plots; the chosen one is underlined."""

    chosen = Signal(int)

    def __init__(self, plots: tuple[Plot, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plots, self._current = plots, 0
        self.measure()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if len(plots) > 1 else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(plots[0].title)

    def measure(self) -> None:
        self.setFixedHeight(self.px(HEIGHT))

    @property
    def current(self) -> int:
        """The place of the chosen tab."""
        return self._current

    def choose(self, at: int) -> None:
        """Choose a tab."""
        if 0 <= at < len(self._plots) and at != self._current:
            self._current = at
            self.setAccessibleName(self._plots[at].title)
            self.update()
            self.chosen.emit(at)

    def rects(self) -> list[QRectF]:
        """Where each title stands; all are measured bold, so that choosing one moves none.

        A narrow column moves them closer, and where that is not enough the titles that are not chosen are cut.
        """
        room = self.area.width() - POP_OUT
        widths, left, gap, gaps = _widths(self.titles()), LEFT, GAP, max(1, len(self._plots) - 1)
        if left + gap * (len(widths) - 1) + sum(widths) > room:
            left = NARROW
            gap = max(NARROW / 2, (room - sum(widths) - left) / gaps)
            widths = _cut(widths, self._current, room - left - gap * (len(widths) - 1))
        result, x = [], left
        for width in widths:
            result.append(QRectF(x, 0.0, width, HEIGHT))
            x += width + gap
        return result

    def titles(self) -> list[str]:
        """The titles, the short ones where the long ones have no room beside each other."""
        long = [plot.title for plot in self._plots]
        width = sum(_widths(long)) + NARROW * len(long) + POP_OUT
        return long if width <= self.area.width() else [plot.short or plot.title for plot in self._plots]

    def tab_at(self, x: float) -> int | None:
        """The place of the tab at an x of the widget."""
        at_x, rects = x / self.theme.ui, self.rects()
        at = min(range(len(rects)), key=lambda k: abs(at_x - rects[k].center().x()) - 0.5 * rects[k].width())
        return at if abs(at_x - rects[at].center().x()) <= 0.5 * (rects[at].width() + GAP) else None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self.tab_at(event.pos().x())
            words = "" if at is None else f"{self._plots[at].title}: {self._plots[at].tip}"
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.tab_at(event.position().x())
        if at is not None:
            self.choose(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.choose(self._current + step)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        painter.setClipRect(QRectF(0.0, 0.0, self.area.width() - POP_OUT, HEIGHT))
        for at, (title, rect) in enumerate(zip(self.titles(), self.rects(), strict=True)):
            on = at == self._current
            style = TextStyle(weight=600 if on else 400)
            text = layout(elided(title, rect.width() + 0.5, TEXT, style), TEXT, style)
            text.draw(painter, rect.left(), 22.0, p.ink if on else p.ink_2)
            if on:
                painter.fillRect(QRectF(rect.left(), 31.0, rect.width(), 2.0), QColor(p.ink))
        if self.hasFocus():
            painter.setPen(QColor(p.ink_3))
            rect = self.rects()[self._current]
            painter.drawLine(QPointF(rect.left(), 34.5), QPointF(rect.right(), 34.5))


def _widths(titles: list[str]) -> list[float]:
    """What titles take; all are measured bold, so that choosing one moves none."""
    return [layout(title, TEXT, TextStyle(weight=600)).width for title in titles]


def _cut(widths: list[float], chosen: int, room: float) -> list[float]:
    """The widths of titles that share ``room``: the chosen one keeps its own, and of the others only the longest are cut."""
    others = len(widths) - 1
    own = max(LEAST, min(widths[chosen], room - LEAST * others))
    rest, part = room - own, 0.0
    for place, width in enumerate(sorted(width for k, width in enumerate(widths) if k != chosen)):
        part = max(LEAST, rest / (others - place))
        rest -= min(width, part)
    return [own if k == chosen else min(width, part) for k, width in enumerate(widths)]
