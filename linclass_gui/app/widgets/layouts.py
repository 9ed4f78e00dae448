"""Parts in a column or a row, and the words of a part: its name for tests and style sheets, for
screen readers, its tip.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget

from .plain_words import tip as tip_of

# A widget or a layout, one with its share of the remaining room, or a share of empty space.
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int
W = TypeVar("W", bound=QWidget)
Margins = tuple[int, int, int, int]
NO_MARGINS: Margins = (0, 0, 0, 0)


def in_column(
    owner: QWidget | None, *parts: Part, margins: Margins = NO_MARGINS, spacing: int | None = None
) -> QVBoxLayout:
    """Parts below each other: the layout of ``owner``, without gaps, or (None) a part of another
    layout, with its gaps.
    """
    return _with_parts(
        QVBoxLayout() if owner is None else QVBoxLayout(owner), parts, margins, spacing
    )


def in_row(
    owner: QWidget | None, *parts: Part, margins: Margins = NO_MARGINS, spacing: int | None = None
) -> QHBoxLayout:
    """The same with parts beside each other."""
    return _with_parts(
        QHBoxLayout() if owner is None else QHBoxLayout(owner), parts, margins, spacing
    )


L = TypeVar("L", bound=QBoxLayout)


def _with_parts(layout: L, parts: tuple[Part, ...], margins: Margins, spacing: int | None) -> L:
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    elif layout.parentWidget() is not None:
        layout.setSpacing(0)
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(part)
            continue
        inside, share = part if isinstance(part, tuple) else (part, 0)
        layout.addWidget(inside, share) if isinstance(inside, QWidget) else layout.addLayout(
            inside, share
        )
    return layout


def named(widget: W, name: str, words: str = "", tip: str = "") -> W:
    """The widget with a name, with words for screen readers and with a tip, as far as they are
    given.
    """
    widget.setObjectName(name)
    if words:
        widget.setAccessibleName(words)
    if tip:
        widget.setToolTip(tip_of(tip))
    return widget


def push_button(
    words: str, call: Callable[[], object] | SignalInstance, name: str = "", tip: str = ""
) -> QPushButton:
    """A button that calls a function without parameters, or emits a signal; in a dialog Enter does
    not press it.
    """
    result = named(QPushButton(words), name, tip=tip)
    result.setAutoDefault(False)
    result.clicked.connect(call)
    return result
