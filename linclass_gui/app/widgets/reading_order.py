"""The order of the Tab key: the reading order, from row to row, whenever the widgets were made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from .basics import descendants

ROW = 20  # pixels: widgets less apart in height are in one row


def in_reading_order(area: QWidget) -> list[QWidget]:
    """The widgets that the Tab key reaches in an area, from row to row."""

    def place(widget: QWidget) -> tuple[tuple[int, int], ...]:
        # The place of the scroll area, then the place in it, so that scrolling does not change the
        # order.
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


def focus_next(areas: Sequence[QWidget], forward: bool) -> bool:
    """Give the keyboard to the next widget in areas that are read one after the other, after the
    last to the first.

    False when nothing in them has it now.
    """
    order = [widget for area in areas for widget in in_reading_order(area)]
    now = areas[0].window().focusWidget()
    if now not in order:
        return False
    target = order[(order.index(now) + (1 if forward else -1)) % len(order)]
    target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _scroll_to(target)
    return True


def _takes_tab(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return takes and widget.isVisible() and widget.isEnabled()


def _scroll_to(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()
