"""The playback bar, by real clicks and keys on the real window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawing_scenes import three_clouds
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import solvers
from linclass_gui.markup.numbers import sentence_label
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.playback import NO_ANSWER, NO_RUN


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
    qtbot.waitUntil(lambda: not bar.is_playing)
    playback = playing.session.scene.playback
    assert playback.at_end


def test_a_step_rings_its_samples_and_then_moves_the_line(
    playing: MainWindow, qtbot: QtBot
) -> None:
    bar, session = playing.playback, playing.session
    bar.open()
    first = session.scene.fits["m3"]
    bar.step_button.click()
    assert session.scene.playback.announced
    assert session.scene.fits["m3"].last is first.last
    assert bar.words.text == session.scene.whole["m3"].history[1].note
    bar.step_button.click()
    qtbot.waitUntil(lambda: session.scene.playback is not None and session.scene.playback.step == 1)
    qtbot.waitUntil(lambda: session.scene.fits["m3"].last is session.scene.whole["m3"].history[1])
    bar.back_button.click()
    assert session.scene.fits["m3"].last is first.last


def test_scrubbing_shows_any_step(playing: MainWindow) -> None:
    bar, session = playing.playback, playing.session
    bar.open()
    rect = bar.timeline.rect()
    QTest.mouseClick(
        bar.timeline, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect.center()
    )
    step = session.scene.playback.step
    assert 0 < step < session.scene.playback.last
    assert session.scene.fits["m3"].last is session.scene.whole["m3"].history[step]


def test_moving_a_point_ends_the_playback(playing: MainWindow) -> None:
    bar, session = playing.playback, playing.session
    bar.open()
    session.apply(
        "Move",
        session.document.__class__(
            session.document.dataset.moved(0, (0.0, 0.0)), session.document.methods
        ),
    )
    assert session.scene.playback is None


def test_a_method_of_one_step_says_that_there_is_nothing_to_play(window: MainWindow) -> None:
    assert window.session.wait_idle()
    fisher = next(
        m for m in window.session.document.methods if isinstance(m.method, solvers.Fisher)
    )
    window.session.set_selected(fisher.id)
    window.playback.open()
    assert window.playback.words.text == NO_RUN
    assert not window.playback.play_button.isEnabled()


@pytest.mark.parametrize(
    "method", [solvers.Perceptron(), solvers.Softmax()], ids=["a scheme", "all at once"]
)
def test_the_run_of_many_classes_is_played(
    window: MainWindow, method: solvers.Method | solvers.ManyMethod
) -> None:
    bar, session = window.playback, window.session
    session.apply("Add a method", replace(session.document.adding(method), dataset=three_clouds()))
    assert session.wait_idle()
    whole = session.scene.whole[session.document.selected]
    bar.open()
    bar.step_on()
    bar.step_on()
    assert session.scene.playback.last == whole.numbers[-1] > 0
    bar.go_to_end()
    bar.step_back()
    assert session.scene.playback.step == whole.numbers[-2]
    assert session.scene.fits[session.document.selected].last is not whole.last
    assert bar.words.text not in ("", NO_RUN, NO_ANSWER)


def test_both_methods_follow_one_timeline_when_asked(playing: MainWindow) -> None:
    session = playing.session
    session.apply("Add relaxation", session.document.adding(solvers.Relaxation()))
    assert session.wait_idle()
    playing.playback.open()
    playing.playback.together.setChecked(True)
    assert session.scene.fits["m3"].last is session.scene.whole["m3"].history[0]
    assert session.scene.fits["m4"].last is session.scene.whole["m4"].history[0]


def test_opening_and_closing_leaves_the_view_as_it_was(playing: MainWindow, qtbot: QtBot) -> None:
    session, bar = playing.session, playing.playback
    # A point far outside: the rectangle looked at is not the one around all points any more.
    session.apply(
        "Move", replace(session.document, dataset=session.document.dataset.moved(0, (40.0, 3.0)))
    )
    assert session.wait_idle()
    before, size, pixel = session.scene.view, playing.canvas.size(), session.scene.pixel
    plots = playing.plots.height()
    bar.open()
    qtbot.waitUntil(lambda: playing.canvas.height() < size.height())
    # The scale stays, and every point that was seen is seen.
    assert session.scene.pixel == pytest.approx(pixel, rel=1e-12)
    X, view = session.document.dataset.X[1:], session.scene.view
    assert X[:, 1].min() > view.y0
    assert X[:, 1].max() < view.y1
    assert playing.plots.minimumHeight() <= playing.plots.height()
    bar.close_playback()
    qtbot.waitUntil(lambda: playing.canvas.size() == size)
    assert session.scene.view == before
    assert playing.plots.height() == plots


def test_the_explanation_of_every_method_is_whole(window: MainWindow, qtbot: QtBot) -> None:
    """In a narrow window: a wider bar has more room."""
    window.resize(1024, 800)
    bar = window.playback
    bar.open()
    qtbot.waitUntil(lambda: window.width() == 1024)
    qtbot.waitUntil(lambda: bar.width() <= window.canvas.width())
    data = window.session.document.dataset
    for kind in solvers.METHODS:
        fit = solvers.fit(kind(), data.X, data.y)
        for sentence in (fit.explanation, *(step.note for step in fit.history[:20])):
            bar.words.set_text(sentence_label(sentence))
            bar.words.lines()
            assert not bar.words.toolTip(), sentence
