"""The sheet beside the canvas: pages take turns there, and keep the keys of the window in their
own.
"""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from linclass_gui.window.actions import OF_SHEET
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.sheet import SideSheet


@pytest.fixture
def sheet(window: MainWindow, qtbot: QtBot) -> SideSheet:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window.sheet


def seen(sheet: SideSheet) -> list[str]:
    return [name for name in OF_SHEET.split()[:-1] if sheet.is_shown(name)]


def test_pages_take_turns_and_a_lesson_lies_below_them(
    window: MainWindow, sheet: SideSheet
) -> None:
    for name in OF_SHEET.split()[1:-1]:
        window.actions_by_id[name].trigger()
        assert seen(sheet) == [name]
        assert sheet.isAncestorOf(QApplication.focusWidget())
        assert window.actions_by_id[name].isChecked()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert sheet.isHidden()
    assert window.canvas.hasFocus()
    window.lessons.open_named("perceptron")
    assert seen(sheet) == ["lesson"]
    assert window.canvas.hasFocus()
    window.actions_by_id["points"].trigger()
    window.actions_by_id["points"].trigger()  # the same key again
    assert seen(sheet) == ["lesson"]
    window.actions_by_id["why"].trigger()
    window.lessons.next()
    assert seen(sheet) == ["lesson"]
    sheet.close_button.click()
    assert not window.is_lesson_open()
    assert sheet.isHidden()


def test_in_a_window_of_its_own_a_page_has_the_keys_of_the_main_window(
    window: MainWindow, sheet: SideSheet, qtbot: QtBot
) -> None:
    window.lessons.open_named("perceptron")
    sheet.present("why")
    sheet.tear_off()
    assert set(seen(sheet)) == {"lesson", "why"}
    page = sheet.page("why")
    own = page.window()
    own.activateWindow()
    qtbot.waitUntil(own.isActiveWindow)
    button = page.copy
    button.setFocus()
    for _ in range(2):  # the samples of the next step, then the step
        QTest.keyClick(button, Qt.Key.Key_Period)
    assert window.session.scene.playback is not None
    QTest.keyClick(button, Qt.Key.Key_Escape)
    assert seen(sheet) == ["lesson"]
    sheet.tear_off()
    window.lessons.coursework.leave()
    assert seen(sheet) == []


def test_what_is_typed_into_the_table_is_no_shortcut(window: MainWindow, sheet: SideSheet) -> None:
    sheet.present("points")
    before = window.session.document
    for key in (Qt.Key.Key_Period, Qt.Key.Key_T, Qt.Key.Key_Home):
        QTest.keyClick(sheet.page("points").view, key)
    assert window.session.document is before
    assert window.session.scene.playback is None


def test_a_page_opens_above_a_presentation_in_its_own_window(
    window: MainWindow, sheet: SideSheet
) -> None:
    window.toggle_presentation()
    sheet.present("history")
    assert sheet.isHidden()
    assert sheet.page("history").window() is not window
    window.toggle_presentation()
    sheet.page("history").window().close()
    assert seen(sheet) == []


def test_numbers_and_updates_are_explained(window: MainWindow, sheet: SideSheet) -> None:
    window.panel.parameters.outcome.solution.click()
    assert sheet.page("numbers").group.currentText() == "Margins"
    window.session.set_selection(frozenset({0}))
    window.actions_by_id["score"].trigger()
    assert sheet.page("numbers").group.currentText() == "Score at a point"
    window.playback.why_button.click()
    assert seen(sheet) == ["why"]
