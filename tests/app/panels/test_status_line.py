"""The status line: pointer on the left, data and certificate on the right, a sign of life for long fits."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from linclass_gui.app.panels import status_line
from linclass_gui.app.panels.status_line import HINT
from linclass_gui.app.window import MainWindow
from linclass_gui.core.scene import Hover
from solvers import HardMarginSVM, LogisticRegression, Method


def test_without_a_pointer_it_says_what_it_needs(window: MainWindow) -> None:
    window.session.set_hover(None)
    assert window.status_line.left_text == HINT


def test_the_pointer_on_the_canvas_is_read(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseMove(window.canvas.viewport(), QPoint(300, 200))
    qtbot.mouseMove(window.canvas.viewport(), QPoint(320, 220))
    qtbot.waitUntil(lambda: window.session.scene.hover is not None)
    text = window.status_line.left_text
    assert text.startswith("$x_1$ = ")
    assert "$f(x)$ = " in text
    assert "distance" in text
    assert "class" in text


def test_a_method_with_probabilities_shows_them(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.add(LogisticRegression)
    assert window.session.wait_idle()
    window.session.set_hover(Hover((1.5, 0.5)))
    qtbot.waitUntil(lambda: "P(class +)" in window.status_line.left_text)


def test_the_data_and_the_certificate_stand_on_the_right(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "gap" in window.status_line.right_text)
    text = window.status_line.right_text
    assert text.startswith("$n_+$ = 20   $n_−$ = 20")
    errors = window.session.scene.fits["m2"].certificate.errors
    assert f"{errors} training error" in text


def test_a_missing_class_is_said_in_words(window: MainWindow, qtbot: QtBot) -> None:
    dataset = window.session.document.dataset
    window.session.apply("Delete", replace(window.session.document, dataset=dataset.removed(list(range(20)))))
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: "has no points" in window.status_line.right_text)


def test_a_message_stands_for_some_seconds(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    line = window.status_line
    line._message_timer.setInterval(30)
    line.show_message("Saved two-clouds.json")
    assert line.left_text == "Saved two-clouds.json"
    qtbot.waitUntil(lambda: line.left_text == HINT)


def test_a_long_fit_shows_a_bar_and_then_a_button_to_cancel(window: MainWindow, qtbot: QtBot) -> None:
    line = window.status_line
    line._patience.setInterval(20)
    line.set_busy(True)
    assert not line.cancel_button.isVisible()
    qtbot.waitUntil(line.cancel_button.isVisible)
    line.set_busy(False)
    assert not line.cancel_button.isVisible()


@pytest.mark.parametrize("width", [1280, 1600, 1920])
def test_the_right_side_leaves_room_for_the_pointer(window: MainWindow, qtbot: QtBot, width: int) -> None:
    window.resize(width, 800)
    qtbot.waitUntil(lambda: window.status_line.width() == width)
    qtbot.waitUntil(lambda: "gap" in window.status_line.right_text)
    parts = window.status_line._fitting_parts()
    used = sum(part.width + status_line.PART_GAP for part in parts)
    assert used <= width - status_line.POINTER_WIDTH or len(parts) == 3


@pytest.mark.parametrize("method", [LogisticRegression(), HardMarginSVM()], ids=["with probabilities", "with a sentence"])
def test_the_two_sides_never_overlap(window: MainWindow, qtbot: QtBot, method: Method) -> None:
    window.session.apply("Add a method", window.session.document.adding(method))
    assert window.session.wait_idle()
    line = window.status_line
    for width, hover in itertools.product((960, 1280, 1920), (None, Hover((-1.25, 0.5)), Hover((-1.25, 0.5), 3))):
        window.resize(width, 800)
        window.session.set_hover(hover)
        qtbot.waitUntil(lambda: (line.width(), bool(line._left)) == (width, hover is not None))  # noqa: B023
        right = status_line._width(line._fitting_parts())
        assert line._left_end() + status_line.GAP + right <= line._right_edge()
        assert right > 0 or width == 960


def test_words_of_a_user_are_shown_character_by_character(window: MainWindow, qtbot: QtBot) -> None:
    names = ("no_1", "yes^2")
    dataset = replace(window.session.document.dataset, class_names=names)
    window.session.apply("Names", replace(window.session.document, dataset=dataset))
    window.session.set_hover(Hover((4.0, 0.5)))
    qtbot.waitUntil(lambda: r"yes\^2" in window.status_line.left_text)


def test_a_sentence_of_a_lesson_keeps_its_formulas_and_a_file_name_its_dollars(window: MainWindow) -> None:
    line = window.status_line
    line.show_message("Saved $x^2$")
    plain = line._left_end()
    line.show_marked("Saved $x^2$")
    assert line._left_end() < plain
