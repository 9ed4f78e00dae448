"""The first start: a picture, and a line of help."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.settings import UserSettings

MakeWindow = Callable[..., MainWindow]


def test_the_first_window_has_a_picture_and_help_that_escape_puts_away_for_good(
    make_window: MakeWindow, settings: UserSettings, qtbot: QtBot
) -> None:
    window = make_window()
    assert len(window.session.document.methods) >= 2
    assert all(fit.has_model for fit in window.session.scene.fits.values())
    assert window.help_card.isVisible()
    window.activateWindow()
    qtbot.keyClick(window.canvas, Qt.Key.Key_Escape)
    assert not window.help_card.isVisible()
    assert settings.help_hidden
    assert not make_window().help_card.is_wanted


def test_a_document_that_was_asked_for_comes_without_the_card(window: MainWindow) -> None:
    assert not window.help_card.is_wanted
