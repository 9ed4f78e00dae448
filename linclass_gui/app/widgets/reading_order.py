"""The order of the Tab key: as one reads, from row to row, whenever the widgets were made."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from .basics import descendants

ROW = 20  # pixels: what is less apart in height is in one row


def in_reading_order(area: QWidget) -> list[QWidget]:
    """What the Tab key reaches in an area, from row to row."""

    def place(widget: QWidget) -> tuple[tuple[int, int], ...]:
        # Where what scrolls stands, then the place in it: how far it is scrolled now changes no order.
        places, inner, at = [], widget, QPoint(0, widget.height() // 2)
        above = widget.parentWidget()
        while above is not None and above is not area:
            if isinstance(above, QScrollArea) and (content := above.widget()) is not None:
                inside = inner.mapTo(content, at)
                places.append((inside.y() // ROW, inside.x()))
                inner, at = above, QPoint(0, 0)
            above = above.parentWidget()
        outside = inner.mapTo(area, at)
        return ((outside.y() // ROW, outside.x()), *reversed(places))

    return sorted((w for w in descendants(area) if _takes_tab(w)), key=place)


def focus_next(area: QWidget, forward: bool) -> bool:
    """Give the keyboard to the next widget of an area, or to the one beyond it; False when none of them has it now."""
    now = area.window().focusWidget()
    order = in_reading_order(area)
    if now not in order:
        return False
    at = order.index(now) + (1 if forward else -1)
    target = order[at] if 0 <= at < len(order) else _beyond(area, now, forward)
    target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _scroll_to(target)
    return True


def enter(area: QWidget, forward: bool) -> None:
    """The keyboard has come into an area from outside: to its first widget, or to its last one backwards."""
    order = in_reading_order(area)
    if order and area.window().focusWidget() in order:
        target = order[0 if forward else -1]
        target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        _scroll_to(target)


def _takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled()


def _beyond(area: QWidget, now: QWidget, forward: bool) -> QWidget:
    """The next widget outside of the area, in Qt's own order."""
    other: QWidget | None = now
    while other is not None:
        other = other.nextInFocusChain() if forward else other.previousInFocusChain()
        if other is None or other is now:
            break
        if _takes_tab(other) and not area.isAncestorOf(other):
            return other
    return now


def _scroll_to(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()
