"""The playback bar, by real clicks and keys on the real window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import solvers
from linclass_gui.app.playback_bar import NOTHING
from linclass_gui.app.window import MainWindow


@pytest.fixture
def playing(window: MainWindow) -> MainWindow:
    window.session.apply("Add perceptron", window.session.document.adding(solvers.Perceptron()))
    assert window.session.wait_idle()
    return window


def test_the_key_opens_the_bar_and_plays_to_the_answer(playing: MainWindow, qtbot: QtBot) -> None:
    bar = playing.playback
    assert not bar.isVisible()
    bar.speed.setCurrentIndex(5)
    QTest.keyClick(playing, Qt.Key.Key_K)
    assert bar.is_playing
    qtbot.waitUntil(lambda: not bar.is_playing, timeout=10_000)
    playback = playing.session.scene.playback
    assert playback is not None
    assert playback.at_end


def test_a_step_rings_its_samples_and_then_moves_the_line(playing: MainWindow, qtbot: QtBot) -> None:
    bar, session = playing.playback, playing.session
    bar.open()
    first = session.scene.fits["m3"]
    bar.step_button.click()
    assert session.scene.playback is not None
    assert session.scene.playback.announced
    assert session.scene.fits["m3"] is first
    assert bar.words.text == session.scene.whole["m3"].history[1].note
    bar.step_button.click()
    qtbot.waitUntil(lambda: session.scene.playback is not None and session.scene.playback.step == 1, timeout=2000)
    qtbot.waitUntil(lambda: session.scene.fits["m3"].last is session.scene.whole["m3"].history[1], timeout=2000)
    bar.back_button.click()
    assert session.scene.fits["m3"] is first


def test_in_the_narrowest_window_every_part_of_the_bar_is_whole(playing: MainWindow, qtbot: QtBot) -> None:
    bar = playing.playback
    bar.open()
    bar.go_to_end()
    bar.count.set_text("step 1000 of 1000")
    playing.resize(playing.minimumSize())
    qtbot.waitUntil(lambda: playing.width() == playing.minimumWidth())
    qtbot.waitUntil(lambda: bar.width() <= playing.width() - 352)
    assert bar.together.geometry().right() <= bar.width()
    for part in (bar.together, bar.count, bar.speed, bar.at_once):
        assert part.width() >= part.sizeHint().width() - 2


def test_scrubbing_shows_any_step(playing: MainWindow) -> None:
    bar, session = playing.playback, playing.session
    bar.open()
    rect = bar.timeline.rect()
    QTest.mouseClick(bar.timeline, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect.center())
    assert session.scene.playback is not None
    step = session.scene.playback.step
    assert 0 < step < session.scene.playback.last
    assert session.scene.fits["m3"].last is session.scene.whole["m3"].history[step]


def test_closing_shows_the_answer_again(playing: MainWindow) -> None:
    bar, session = playing.playback, playing.session
    bar.open()
    assert session.scene.fits["m3"] is not session.scene.whole["m3"]
    bar.close_button.click()
    assert not bar.isVisible()
    assert session.scene.playback is None
    assert session.scene.fits["m3"] is session.scene.whole["m3"]


def test_moving_a_point_ends_the_playback(playing: MainWindow) -> None:
    bar, session = playing.playback, playing.session
    bar.open()
    session.apply("Move", session.document.__class__(session.document.dataset.moved(0, (0.0, 0.0)), session.document.methods))
    assert session.scene.playback is None


def test_a_method_of_one_step_says_that_there_is_nothing_to_play(window: MainWindow) -> None:
    assert window.session.wait_idle()
    fisher = next(m for m in window.session.document.methods if isinstance(m.method, solvers.Fisher))
    window.methods.select(fisher.id)
    window.playback.open()
    assert window.playback.words.text == NOTHING
    assert not window.playback.play_button.isEnabled()


def test_both_methods_follow_one_timeline_when_asked(playing: MainWindow) -> None:
    session = playing.session
    session.apply("Add relaxation", session.document.adding(solvers.Relaxation()))
    assert session.wait_idle()
    playing.playback.open()
    playing.playback.together.setChecked(True)
    assert session.scene.fits["m3"].last is session.scene.whole["m3"].history[0]
    assert session.scene.fits["m4"].last is session.scene.whole["m4"].history[0]
