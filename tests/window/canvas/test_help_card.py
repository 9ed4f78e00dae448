"""The strip of help above the canvas."""

from __future__ import annotations

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from linclass_gui.window.canvas.help_card import STRIP_HEIGHT
from linclass_gui.window.main_window import MainWindow

MakeWindow = Callable[..., MainWindow]


def test_the_strip_is_one_line_and_leaves_the_view_as_it_was(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    window = make_window()
    window.resize(1024, 700)
    card, stage = window.help_card, window.stage
    qtbot.waitUntil(lambda: window.canvas.height() + STRIP_HEIGHT == stage.height())
    assert card.size().toTuple() == (window.canvas.width(), STRIP_HEIGHT)
    card.dismiss()
    qtbot.waitUntil(lambda: window.canvas.height() == stage.height())
