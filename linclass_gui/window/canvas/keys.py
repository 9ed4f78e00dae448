"""Keys that are for the picture alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from ..commands.menus import Menu, all_actions
from ..commands.shortcuts import TOOLS
from .picture import Picture
from .plot import PlotView


def is_of_picture_alone(event: QKeyEvent, menus: Sequence[Menu], panels: Sequence[QWidget]) -> bool:
    """Whether a key edits points, or says what a click adds, while the keyboard is in a panel that
    has no use for it, or in a plot whose handle is carried.
    """
    focused = QApplication.focusWidget()
    is_busy = isinstance(focused, PlotView) and focused.is_dragging
    is_elsewhere = (
        focused is not None
        and not isinstance(focused, Picture)
        and any(panel.isAncestorOf(focused) for panel in panels)
    )
    edits = (
        key for entry in all_actions(menus) if entry.needs == "selection" for key in entry.keys
    )
    return (is_elsewhere or is_busy) and not _sequences(*edits, *_TOOL_KEYS).isdisjoint(
        _shortcuts_of(event)
    )


_TOOL_KEYS = (*(entry[3] for entry in TOOLS if entry is not None), *map(str, range(1, 10)))


@cache
def _sequences(*keys: str) -> frozenset[str]:
    return frozenset(QKeySequence(key).toString() for key in keys)


def _shortcuts_of(event: QKeyEvent) -> Iterator[str]:
    """The shortcuts that Qt looks up for a key: without the keypad, and of a sign also without the
    Shift that types it.
    """
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    variants = [modifiers]
    if event.text().isprintable() and not event.text().isalpha():
        variants.append(modifiers & ~Qt.KeyboardModifier.ShiftModifier)
    for variant in variants:
        yield QKeySequence(QKeyCombination(variant, Qt.Key(event.key()))).toString()
