"""Entering text and choosing entries as a person does."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from linclass_gui.window.widgets.number_field import NumberField


def type_into(qtbot: QtBot, field: NumberField, text: str) -> None:
    """Type into a field, in place of what stands there."""
    field.window().activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    field.selectAll()
    qtbot.keyClicks(field, text)


def enter(qtbot: QtBot, field: NumberField, text: str) -> None:
    """Type into a field and leave it."""
    type_into(qtbot, field, text)
    qtbot.keyClick(field, Qt.Key.Key_Tab)


def choose(combo: QComboBox, what: str) -> None:
    """Choose the entry that stands for something, or that says it."""
    place = combo.findData(what)
    combo.setCurrentIndex(place if place >= 0 else combo.findText(what))
    combo.activated.emit(combo.currentIndex())
