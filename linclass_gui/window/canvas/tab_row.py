"""The tabs above the plots of a column: no title is cut, and those without room are in a menu."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from ...draw.lettering import TextStyle, layout
from ...plots.plot import Plot
from ...scene.scene import Scene
from ..widgets.controls import paint_chevron, passing_menu
from ..widgets.themed import TEXT, Themed, elide

HEIGHT = 40
LEFT, GAP = 24.0, 20.0
# the smaller left margin of a narrow column; the width of the buttons on the right
NARROW, BUTTONS = 16.0, 68.0
LEAST_GAP = 6.0
CHEVRON = 14.0  # after the words that open the menu


@dataclass(frozen=True)
class Tabs:
    """The places of the titles; ``more`` opens a menu of those without room, by their places in
    ``hidden_tabs``.
    """

    rects: dict[int, QRectF]
    hidden_tabs: tuple[int, ...] = ()
    more: QRectF | None = None


class TabRow(Themed, QWidget):
    """The titles of a column's plots; the chosen one is underlined."""

    fixed = (None, HEIGHT)
    tab_chosen = Signal(int)

    def __init__(self, plots: tuple[Plot[Scene], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plots, self.current = plots, 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if len(plots) > 1 else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(plots[0].title)

    def choose(self, index: int) -> None:
        """Choose a tab."""
        if 0 <= index < len(self._plots) and index != self.current:
            self.current = index
            self.setAccessibleName(self._plots[index].title)
            self.update()
            self.tab_chosen.emit(index)

    def tabs(self) -> Tabs:
        """The place of each title; all are measured bold, so that choosing one moves none.

        A narrow column moves them closer, at last with the chosen one alone measured bold.  Where
        that is not enough the first ones and the chosen one stay, and the others are in a menu
        behind them.
        """
        room, titles = self.area.width() - BUTTONS, self.titles()
        widths, places = _widths(titles), range(len(titles))
        if LEFT + GAP * (len(widths) - 1) + sum(widths) <= room:
            return Tabs(_side_by_side(places, widths, LEFT, GAP))
        as_shown = [
            width if k == self.current else layout(titles[k], TEXT).width
            for k, width in enumerate(widths)
        ]
        for measured in (widths, as_shown):
            gap = (room - NARROW - sum(measured)) / max(1, len(measured) - 1)
            if gap >= LEAST_GAP:
                return Tabs(_side_by_side(places, measured, NARROW, gap))
        more = _width(_more(len(widths) - 1)) + CHEVRON
        visible_tabs = _visible_tabs(widths, self.current, room - NARROW - NARROW - more)
        rects = _side_by_side(visible_tabs, widths, NARROW, NARROW)
        chosen_rect = rects[self.current]
        chosen_rect.setRight(
            max(chosen_rect.left(), min(chosen_rect.right(), room - NARROW - more))
        )
        hidden_tabs = tuple(k for k in places if k not in rects)
        return Tabs(
            rects,
            hidden_tabs,
            QRectF(max(rect.right() for rect in rects.values()) + NARROW, 0.0, more, HEIGHT),
        )

    def titles(self) -> list[str]:
        """The titles, or the short ones where the long ones do not fit beside each other."""
        long = [plot.title for plot in self._plots]
        width = sum(_widths(long)) + NARROW * len(long) + BUTTONS
        return (
            long
            if width <= self.area.width()
            else [plot.short or plot.title for plot in self._plots]
        )

    def tab_at(self, x: float) -> int | None:
        """The place of the tab at an x of the widget."""
        at_x, rects = x / self.theme.ui, self.tabs().rects
        index = min(rects, key=lambda k: abs(at_x - rects[k].center().x()) - 0.5 * rects[k].width())
        return (
            index
            if abs(at_x - rects[index].center().x()) <= 0.5 * (rects[index].width() + GAP)
            else None
        )

    def _is_more_at(self, x: float) -> bool:
        more = self.tabs().more
        return (
            more is not None
            and more.left() - 0.5 * NARROW <= x / self.theme.ui <= more.right() + 0.5 * NARROW
        )

    def open_menu(self) -> None:
        """Open a menu of the plots whose titles have no room."""
        tabs = self.tabs()
        if tabs.more is None:
            return
        menu = passing_menu(self)
        menu.setToolTipsVisible(True)
        for index in tabs.hidden_tabs:
            menu.addAction(self._plots[index].title, partial(self.choose, index)).setToolTip(
                self._plots[index].tip
            )
        menu.popup(self.mapToGlobal(QPoint(round(tabs.more.left() * self.theme.ui), self.height())))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            x = event.pos().x()
            index = None if self._is_more_at(x) else self.tab_at(x)
            words = "" if index is None else f"{self._plots[index].title}: {self._plots[index].tip}"
            if self._is_more_at(x):
                words = ", ".join(self._plots[k].title for k in self.tabs().hidden_tabs)
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._is_more_at(x):
            self.open_menu()
            return
        index = self.tab_at(x)
        if index is not None:
            self.choose(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and self.tabs().more is not None:
            self.open_menu()
            return
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.choose(self.current + step)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        painter.setClipRect(QRectF(0.0, 0.0, self.area.width() - BUTTONS, HEIGHT))
        tabs, titles = self.tabs(), self.titles()
        for index, rect in tabs.rects.items():
            on = index == self.current
            style = TextStyle(weight=600 if on else 400)
            text = layout(elide(titles[index], rect.width() + 0.5, TEXT, style), TEXT, style)
            text.draw(painter, rect.left(), 22.0, p.ink if on else p.ink_2)
            if on:
                painter.fillRect(QRectF(rect.left(), 31.0, rect.width(), 2.0), QColor(p.ink))
        if tabs.more is not None:
            words = layout(_more(len(tabs.hidden_tabs)), TEXT)
            words.draw(painter, tabs.more.left(), 22.0, p.ink_2)
            paint_chevron(
                painter, QPointF(tabs.more.left() + words.width + 0.6 * CHEVRON, 18.0), p.ink_2
            )
        if self.hasFocus():
            painter.setPen(QPen(QColor(p.ink), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(tabs.rects[self.current].adjusted(-5.0, 5.0, 5.0, -1.0), 4, 4)


def _more(count: int) -> str:
    return f"{count} more"


def _width(title: str) -> float:
    return layout(title, TEXT, TextStyle(weight=600)).width


def _widths(titles: list[str]) -> list[float]:
    """The widths of titles; all are measured bold, so that choosing one moves none."""
    return [_width(title) for title in titles]


def _side_by_side(
    places: Iterable[int], widths: list[float], left: float, gap: float
) -> dict[int, QRectF]:
    result, x = {}, left
    for index in places:
        result[index] = QRectF(x, 0.0, widths[index], HEIGHT)
        x += widths[index] + gap
    return result


def _visible_tabs(widths: list[float], current: int, room: float) -> list[int]:
    """The chosen title and as many of the first ones as fit beside it, in their order."""
    visible_tabs, rest = {current}, room - widths[current]
    for index, width in enumerate(widths):
        if index == current:
            continue
        rest -= NARROW + width
        if rest < 0.0:
            break
        visible_tabs.add(index)
    return sorted(visible_tabs)
