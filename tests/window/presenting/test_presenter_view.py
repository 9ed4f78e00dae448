"""The presenter view: a copy of the projector, what comes next, the clock, and keys that always
come back to the talk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.files.codec import encode
from linclass_gui.files.shipped import default_document
from linclass_gui.scene.document import Document
from linclass_gui.window.dialogs.forms import Form
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.presenting.live import HandsDialog, take_line
from linclass_gui.window.presenting.mode import Presenting
from linclass_gui.window.presenting.presenter_view import (
    COPY_EVERY_MS,
    COPY_LATEST_MS,
    NO_SUCCESSOR,
    Coming,
    TalkClock,
    coming,
)

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def mode(window: MainWindow) -> Iterator[Presenting]:
    """The presentation of a lesson with its presenter view."""
    window.lessons.open_named("hard-margin")
    assert window.session.wait_idle()
    window.toggle_presentation()
    window.presenting.toggle_presenter()
    if not window.presenting.presenter.is_open:
        window.presenting.toggle_presenter()
    QCoreApplication.processEvents()
    yield window.presenting
    window.presenting.presenter.leave()


# --- the copy -------------------------------------------------------------------------------------


def test_the_copy_shows_what_the_audience_sees(window: MainWindow, mode: Presenting) -> None:
    copy = mode.presenter.copy
    copy.look()
    before = copy._picture.toImage()
    assert 0 < before.width() <= copy.width()
    assert before.width() / before.height() == pytest.approx(
        window.width() / window.height(), rel=0.02
    )
    QTest.keyClick(mode.presenter, Qt.Key.Key_B)
    copy.look()
    assert copy._picture.toImage() != before
    dark = copy._picture.toImage().pixelColor(before.width() // 2, before.height() // 2)
    assert dark.lightness() == 0
    QTest.keyClick(mode.presenter, Qt.Key.Key_B)
    copy.look()
    assert copy._picture.toImage() == before


def test_only_the_audience_s_picture_is_news(window: MainWindow, mode: Presenting) -> None:
    copy = mode.presenter.copy
    copy._timer.stop()
    copy.note_paint(copy)
    assert not copy._timer.isActive(), "its own painting would never end"
    window.canvas.viewport().repaint()
    assert copy._timer.isActive()
    copy._timer.stop()
    copy.look()
    assert not copy._timer.isActive(), "to look is no news"
    assert COPY_EVERY_MS <= copy._timer.interval() <= COPY_LATEST_MS


# --- what comes next ------------------------------------------------------------------------------


def test_the_next_press_is_known(window: MainWindow, mode: Presenting) -> None:
    coursework, lessons = window.lessons.coursework, window.lessons
    lesson = coursework.lesson
    assert lesson is not None
    for step in lesson.steps:
        page = coming(coursework)
        assert page.words == (step.say or "a picture")
        assert page.document is not None
        lessons.step_on()
        assert page.document.layers == window.session.committed.layers
    assert coming(coursework).words == "The dual"
    lessons.open_named("canonical")
    assert coming(coursework).words == "the answer"
    lessons.open(coursework.course.lessons[-1])
    while coursework.is_hidden or coursework.next_step is not None:
        lessons.step_on()
    assert coming(coursework) == Coming("the end")
    coursework.leave()
    assert coming(coursework) == Coming(NO_SUCCESSOR)
    mode.presenter.refresh()
    assert mode.presenter.next.text == f"Next: {NO_SUCCESSOR}"


def test_the_next_page_is_drawn_beside_the_window(mode: Presenting, qtbot: QtBot) -> None:
    view = mode.presenter
    view.draw_next()
    qtbot.waitUntil(lambda: not view.next_picture.pixmap().isNull(), timeout=20_000)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.next_picture.pixmap().isNull(), "the picture of another page says something false"
    assert view.next.text != ""
    view._show_next("another page", QImage(4, 4, QImage.Format.Format_RGB32))
    assert view.next_picture.pixmap().isNull()


def test_a_step_that_is_gone_has_no_picture_and_is_no_fault(
    mode: Presenting, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    view = mode.presenter
    view._coming = Coming("a step", Document.empty(), 3)
    view.draw_next()
    qtbot.waitUntil(lambda: not view._newest.is_busy, timeout=20_000)
    assert view.next_picture.pixmap().isNull()
    assert not caplog.records


# --- the clock ------------------------------------------------------------------------------------


def test_the_clock_counts_up_and_down(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(
        "linclass_gui.window.presenting.presenter_view.time.monotonic", lambda: now[0]
    )
    clock = TalkClock()
    clock.begin()
    now[0] += 61.0
    clock.begin()
    assert clock.words(now[0]) == "1:01 in all", "another presentation of the same talk goes on"
    clock.minutes = 2
    assert clock.words(now[0]) == "1:01 in all,  0:59 left"
    assert clock.words(now[0] + 119.0) == "3:00 in all,  1:00 over"
    clock.restart()
    assert clock.words(now[0]) == "0:00 in all,  2:00 left"


def test_minutes_are_typed_and_the_keys_come_back(mode: Presenting) -> None:
    view = mode.presenter
    for end, minutes in ((Qt.Key.Key_Escape, 0), (Qt.Key.Key_Return, 45)):
        view.talk.minutes = 0
        view.minutes.set_value(0)
        QTest.keyClick(view, Qt.Key.Key_W)
        assert view.minutes.hasFocus()
        QTest.keyClicks(view.minutes, "45")
        QTest.keyClick(view.minutes, end)
        assert mode.is_on
        assert view.copy.hasFocus()
        assert view.talk.minutes == minutes
        assert (" left" in view.clock.text) == (minutes > 0)
    view.talk.minutes = 0


# --- the keys -------------------------------------------------------------------------------------


def test_no_field_on_the_desk_ends_the_presentation(window: MainWindow, mode: Presenting) -> None:
    window.lessons.open_named("soft-margin")
    QCoreApplication.processEvents()
    view = mode.presenter
    fields = [field for field in view.findChildren(QLineEdit) if field.isVisible()]
    assert len(fields) >= 3  # minutes, C, layers
    for field in fields:
        field.setFocus()
        QTest.keyClicks(field, "2")
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert mode.is_on
        assert view.copy.hasFocus(), field.objectName()


def test_the_window_s_own_keys_work_on_the_desk(window: MainWindow, mode: Presenting) -> None:
    document = window.session.committed
    window.session.apply("Names", replace(document, names=not document.names))
    QTest.keyClick(mode.presenter.copy, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.committed is document
    QTest.keyClick(mode.presenter.copy, Qt.Key.Key_F7)
    browser = window.lessons.browser
    assert browser.isVisible()
    assert browser.geometry().intersects(mode.presenter.geometry()), "it is on the desk"
    QTest.keyClick(browser.field, Qt.Key.Key_Escape)
    assert not browser.isVisible()
    assert mode.is_on
    QTest.keyClick(mode.presenter.copy, Qt.Key.Key_F11)
    assert not mode.is_on


def test_hands_are_typed_on_the_desk(
    window: MainWindow, mode: Presenting, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.lessons.open_named("canonical")
    take_line(window.session)
    parents: list[QWidget | None] = []
    monkeypatch.setattr(HandsDialog, "exec", lambda self: parents.append(Form.parentWidget(self)))
    QTest.keyClick(mode.presenter, Qt.Key.Key_R, SHIFT)
    mode.presenter.leave()
    QTest.keyClick(window.canvas, Qt.Key.Key_R, SHIFT)
    assert parents == [mode.presenter, window]


# --- a talk ---------------------------------------------------------------------------------------


def test_the_slides_of_a_talk_are_listed_and_found(
    window: MainWindow, mode: Presenting, tmp_path: Path
) -> None:
    view, text = mode.presenter, encode(Document(default_document().dataset))
    for name in ("one", "two"):
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    slides = '[[slide]]\nscene = "one.json"\ntitle = "First"\nnotes = "Ask."\n'
    slides += '[[slide]]\nscene = "two.json"\ntitle = "Second"\n'
    (tmp_path / "talk.toml").write_text(slides, encoding="utf-8")
    assert window.lessons.talks.open(tmp_path / "talk.toml")
    assert [view.list.item(k).text() for k in range(view.list.count())] == ["1 First", "2 Second"]
    assert (view.title.text, view.next.text) == ("First", "Next: Second")
    assert view.notes.text == "Ask."
    QTest.keyClick(view.copy, Qt.Key.Key_PageDown)
    assert (view.title.text, view.next.text) == ("Second", "Next: the end")
    QTest.keyClick(view.copy, Qt.Key.Key_PageDown)
    assert (view.title.text, mode.is_on) == ("Second", True)
    mode.find_lesson()
    browser = window.lessons.browser
    QTest.keyClicks(browser.field, "ask.")
    QTest.keyClick(browser.field, Qt.Key.Key_Return)
    assert mode.title.title == "First"
    mode.end()
    window.lessons.coursework.close_talk()
