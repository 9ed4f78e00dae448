"""The strip of help above the canvas."""

from __future__ import annotations

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from linclass_gui.window.canvas.help_card import _entry_width
from linclass_gui.window.main_window import MainWindow

MakeWindow = Callable[..., MainWindow]


def test_the_strip_is_one_line_and_leaves_the_view_as_it_was(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    window = make_window()
    window.resize(1024, 700)
    card = window.help_card

    qtbot.waitUntil(lambda: card.width() == window.canvas.width())
    keys = [key for key, _ in card.entries]
    assert keys[0] == "Click"
    assert "F7" in keys
    assert keys[-1] == "Esc"
    assert 32 + sum(_entry_width(entry) for entry in card.entries) <= card.area.width()
    stage = window.canvas.parentWidget()
    qtbot.waitUntil(lambda: window.canvas.height() + card.height() == stage.height())
    card.dismiss()
    qtbot.waitUntil(lambda: window.canvas.height() == stage.height())
