"""The last row reads a presentation: the parameter that moves stands large, words grow together and
none is cut, numbers have three digits.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from linclass_gui.draw.lettering import layout, wrap_markup
from linclass_gui.files.shipped import default_document
from linclass_gui.markup.numbers import with_fewer_digits
from linclass_gui.scene.document import Document
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.presenting.bands import (
    BOX,
    EDGE,
    KEY,
    LINE_HEIGHT,
    SENTENCE_ROOM,
    TitleBand,
    fit_words,
    place_chips,
)
from linclass_gui.window.presenting.live import moved_knob
from linclass_gui.window.presenting.mode import Presenting
from solvers import SoftMarginSVM

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NAMES = ["boundary", "margins", "support vectors", "slack", "reduced hulls", "convex hulls"]


def _present(window: MainWindow) -> Presenting:
    document = Document(default_document().dataset).adding(SoftMarginSVM(C=8.0))
    window.session.load(document)
    assert window.session.wait_idle()
    window.toggle_presentation()
    QCoreApplication.processEvents()
    return window.presenting


# --- the parameter that moves ---------------------------------------------------------------------


def test_the_parameter_that_moves_stands_large_beside_the_points(window: MainWindow) -> None:
    mode = _present(window)
    assert mode.read_out.area is None
    QTest.keyClick(window.canvas, Qt.Key.Key_Up)
    assert mode.read_out.words == "$C$ = 10"
    assert mode.read_out.area is not None
    assert mode.read_out.spot.height() > 60 * mode.read_out.scale
    area = QRectF(mode.read_out.spot)
    seen = window.session.scene.seen_at(window.session.document.dataset.X)
    assert not any(area.contains(QPointF(*place)) for place in seen.tolist())
    QTest.keyClick(window.canvas, Qt.Key.Key_Down)
    assert mode.read_out.words == "$C$ = 7"
    window.session.load(window.session.document)
    assert mode.read_out.area is None


def test_nothing_but_a_movement_is_read_out() -> None:
    document = Document(default_document().dataset).adding(SoftMarginSVM(C=8.0))
    (use,) = document.methods
    moved = document.with_method(replace(use, method=replace(use.method, C=9.0)))
    knob = moved_knob(document, moved)
    assert knob is not None
    assert (knob.parameter.name, knob.number_in(moved)) == ("C", 9.0)
    assert moved_knob(document, document) is None
    assert moved_knob(document, moved.adding(SoftMarginSVM())) is None
    assert moved_knob(document, document.with_method(replace(use, enabled=False))) is None


# --- words that grow, and none is cut -------------------------------------------------------------


@pytest.mark.parametrize("width", [640.0, 1920.0])
@pytest.mark.parametrize("count", [0, 3, 8])
def test_every_key_has_its_place(width: float, count: int) -> None:
    names = [*NAMES, "class means", "a layer with quite a long name of its own"][:count]
    size, areas = place_chips(names, width - 300.0, 72.0)
    assert len(areas) == count
    for name, area in zip(names, areas, strict=True):
        assert area.width() >= size * (BOX + layout(name, KEY).width)
        assert area.left() >= EDGE
        assert area.right() <= width - 300.0
    assert not any(one.intersects(other) for k, one in enumerate(areas) for other in areas[k + 1 :])


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("width", [700.0, 1920.0])
@pytest.mark.parametrize("words", [3, 30, 90])
def test_the_sentence_keeps_all_its_words(width: float, words: int) -> None:
    band = TitleBand()
    band.say("Title", " ".join(["margins"] * words))
    size, lines = band._fit_text(width)
    assert sum(line.count("margins") for line in lines) == words
    assert len(lines) == 1 or LINE_HEIGHT * size * len(lines) <= SENTENCE_ROOM
    assert lines == wrap_markup(band.sentence, width, size)


def test_a_long_title_is_smaller() -> None:
    assert fit_words("A title " * 20, 44.0, 500.0).width == pytest.approx(500.0, rel=0.02)
    assert fit_words("A title", 44.0, 500.0).width < 200.0


def test_control_and_plus_enlarge_every_word_alike(window: MainWindow) -> None:
    mode = _present(window)
    sizes = mode.title.height(), mode.keys.height(), window.theme.caption, window.theme.plots
    QTest.keyClick(window.canvas, Qt.Key.Key_Plus, CONTROL)
    now = mode.title.height(), mode.keys.height(), window.theme.caption, window.theme.plots
    assert [new / old for new, old in zip(now, sizes, strict=True)] == pytest.approx(
        [1.15] * 4, rel=0.02
    )
    assert mode.read_out.scale == pytest.approx(mode.title.scale)
    QTest.keyClick(window.canvas, Qt.Key.Key_0, CONTROL)
    assert mode.title.height() == sizes[0]


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shorter"),
    [
        ("0.74978700", "0.750"),
        ("(−15.575, 51.9037)", "(−15.6, 51.9)"),
        ("1234.56", "1235"),
        ("0.001234", "0.00123"),
        ("2.3456·10^{−5}", "2.35·10^{−5}"),
        (
            "Lemma 3.1, version 1.2.345, 17, 0.5, 0.0000",
            "Lemma 3.1, version 1.2.345, 17, 0.5, 0.0000",
        ),
    ],
)
def test_three_digits(text: str, shorter: str) -> None:
    assert with_fewer_digits(text) == shorter


def test_numbers_have_three_digits_and_all_of_them_by_key(window: MainWindow, qtbot: QtBot) -> None:
    window.lessons.open_named("hard-margin")
    assert window.session.wait_idle()
    numbers = window.lessons.panel.numbers
    assert not numbers.is_rounded
    window.toggle_presentation()
    QCoreApplication.processEvents()

    def values() -> list[str]:
        rows = numbers._sheet(numbers.area.width()).rows
        return [text.box.markup for row in rows for text in row.texts]

    qtbot.waitUntil(lambda: "0.750" in values())
    assert "0.74978700" in numbers.latex, "what is copied keeps all digits"
    QTest.keyClick(window.canvas, Qt.Key.Key_N, SHIFT)
    assert "0.74978700" in values()
    window.toggle_presentation()
    assert not numbers.is_rounded


# --- drawings -------------------------------------------------------------------------------------


# --- plots ----------------------------------------------------------------------------------------
