"""The methods in use: rows that follow the fits, and commands that are one undo entry each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.markup.numbers import fixed_number
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.methods import ONLY_MANY
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.scene.view import View
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.fit_words import (
    RowReading,
    data_parts,
    pointer_parts,
    row_reading,
    solution_lines,
    support_counts,
    trial_reading,
)
from linclass_gui.window.panels.method_rows import (
    MethodRow,
)
from solvers import (
    METHODS,
    Dataset,
    Fisher,
    HardMarginSVM,
    Method,
    Perceptron,
    SoftMarginSVM,
    fit,
)

BOOK = np.array([[1.5, 1.5], [1.0, 2.0], [2.0, 0.0], [3.0, 1.0], [2.0, 3.0], [2.5, 2.5]])
LABELS = np.array([1, 1, 1, 0, 0, 0])


def _scene(method: Method, hover: Hover | None = None) -> Scene:
    """The example of the book with the fit of a method."""
    document = replace(Document.empty(), dataset=Dataset(BOOK, LABELS)).adding(method)
    return Scene(
        document,
        View(0.0, 4.0, 0.0, 4.0),
        0.01,
        fits={"m1": fit(method, BOOK, LABELS)},
        hover=hover,
    )


def _row(window: MainWindow, id: str) -> MethodRow:
    return window.panel.methods.rows[id]


# --- readings -------------------------------------------------------------------------------------


def test_a_weight_of_zero_has_errors_and_no_distance() -> None:
    """Every point is called the larger class: the points of the other one are errors."""
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0.0, 1.0, (90, 2)), rng.normal(0.5, 1.0, (5, 2))])
    reading = row_reading(fit(SoftMarginSVM(), X, np.repeat([0, 1], [90, 5])))
    assert (reading.errors, reading.distance, reading.word) == ("5", "", "converged")


def test_a_fit_without_a_boundary_says_why() -> None:
    reading = row_reading(fit(SoftMarginSVM(), np.array([[0.0, 0.0]]), np.array([1])))
    assert reading.word == "no data"
    assert "needs" in reading.tip or "need" in reading.tip
    assert reading.errors == reading.distance == ""


def test_the_lines_of_the_hard_margin_of_the_book() -> None:
    lines = dict(solution_lines(fit(HardMarginSVM(), BOOK, LABELS)))
    assert lines["$w$"] == "(−1.600, −0.800)"
    assert lines["$b$"] == "4.600"
    assert lines["margin 1/$‖w‖$"] == "0.559"
    assert lines["mean slack"] == "0.000"


def test_support_vectors_are_counted_by_class() -> None:
    answer = fit(SoftMarginSVM(C=0.1), BOOK, LABELS)
    counts = support_counts(answer)
    assert counts is not None
    assert sum(counts) == np.count_nonzero(answer.alpha)
    assert support_counts(fit(Fisher(), BOOK, LABELS)) is None


def test_a_row_has_a_check_where_it_is_certified_and_a_word_where_it_is_wrong() -> None:
    good = row_reading(fit(HardMarginSVM(), BOOK, LABELS))
    assert (good.is_certified, good.trouble) == (True, "")
    short = row_reading(fit(Perceptron(max_epochs=1), BOOK, LABELS))
    assert not short.is_certified
    assert short.trouble.startswith("stopped after ")
    crossed = row_reading(fit(HardMarginSVM(), BOOK, [0, 1, 0, 1, 0, 1]))
    assert not crossed.is_certified
    assert "not separable" in (crossed.trouble or crossed.word)


def test_the_trial_line_counts_its_errors() -> None:
    document = replace(
        Document.empty(), dataset=Dataset(BOOK, LABELS), trial=TrialLine(180.0, (2.25, 0.0))
    )
    reading = trial_reading(document)
    # f = 2.25 - x1: all of class + are right; (2, 3) of class - lies 0.25 on the wrong side.
    assert (reading.errors, reading.distance, reading.word) == ("1", "−0.250", "by hand")


def test_the_status_line_fills_the_formula_in() -> None:
    scene = _scene(HardMarginSVM(), Hover((1.0, -2.0)))
    assert pointer_parts(scene) == (
        "$x_1$ = 1.00",
        "$x_2$ = −2.00",
        "$f(x)$ = −1.600 · 1.00 − 0.800 · (−2.00) + 4.600 = 4.60",
        "distance 2.57",
        "class +",
    )
    assert data_parts(scene)[:4] == (
        "$n_+$ = 3",
        "$n_−$ = 3",
        "0 training errors",
        "margin 1/$‖w‖$ = 0.559",
    )


def test_over_a_point_the_status_line_tells_its_slack_and_multiplier() -> None:
    for row in range(len(BOOK)):
        scene = _scene(SoftMarginSVM(C=1.0), Hover((9.0, 9.0), row))
        answer = scene.fits["m1"]
        score, margin = (
            float(answer.decision_function(BOOK[[row]])[0]),
            float(answer.certificate.margins[row]),
        )
        parts = pointer_parts(scene)
        assert parts[:2] == (f"$x_1$ = {BOOK[row, 0]:.2f}", f"$x_2$ = {BOOK[row, 1]:.2f}")
        numbers = [f"$f(x)$ = {score:.2f}".replace("-", "−"), f"slack {max(0.0, 1.0 - margin):.3f}"]
        assert parts[2].split("\u2003") == [
            *numbers,
            f"$α$ = {fixed_number(float(answer.alpha[row]))}",
        ]
        assert parts[4:] == (
            f"point {row + 1}, "
            + ("class −", "class +")[LABELS[row]]
            + ("" if margin > 0 else ", on the wrong side"),
        )


# --- rows -----------------------------------------------------------------------------------------


def test_every_method_in_use_has_a_row_with_its_numbers(window: MainWindow, qtbot: QtBot) -> None:
    assert list(window.panel.methods.rows) == ["m1", "m2"]
    row = _row(window, "m2")
    qtbot.waitUntil(lambda: row.reading.errors != "")
    assert row.name == "Soft-margin SVM"
    assert row.is_selected
    assert row.reading == row_reading(window.session.scene.fits["m2"])
    assert row.reading != RowReading()


def test_a_click_selects_and_the_tick_box_switches(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(_row(window, "m1"), Qt.MouseButton.LeftButton, pos=QPoint(100, 16))
    assert window.session.document.selected == "m1"
    assert _row(window, "m1").is_selected
    qtbot.mouseClick(_row(window, "m1"), Qt.MouseButton.LeftButton, pos=QPoint(23, 16))
    assert not window.session.document.methods[0].enabled
    assert not _row(window, "m1").is_enabled


def test_a_method_that_is_off_has_no_numbers_of_points_that_are_gone(
    window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: _row(window, "m1").reading.errors != "")
    qtbot.mouseClick(_row(window, "m1"), Qt.MouseButton.LeftButton, pos=QPoint(23, 16))
    session = window.session
    session.apply(
        "Move points",
        replace(
            session.document, dataset=session.document.dataset.moved([0], np.array([[9.0, -9.0]]))
        ),
    )
    session.wait_idle(20_000)
    reading = _row(window, "m1").reading
    assert (reading.errors, reading.distance, reading.word) == ("", "", "off")
    assert "m1" not in session.scene.fits
    assert "m1" not in session.scene.whole


def test_the_plus_button_offers_every_method(window: MainWindow, qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    window.methods.fill_add(menu)
    offered = [action for action in menu.actions() if not action.isSeparator()]
    assert [action.text() for action in offered] == [
        kind.name for kind in (*METHODS, *ONLY_MANY)
    ] + ["Trial line"]
    assert [" ".join(action.toolTip().split()) for action in offered[:-1]] == [
        kind.summary for kind in (*METHODS, *ONLY_MANY)
    ]
    offered[0].trigger()
    assert type(window.session.document.methods[-1].method) is METHODS[0]
    assert window.session.document.selected == "m3"
    assert list(window.panel.methods.rows) == ["m1", "m2", "m3"]


def test_each_entry_of_the_context_menu_is_one_undo_entry(window: MainWindow) -> None:
    window.panel.methods.rows["m2"].menu_wanted.emit("m2", QPoint(0, 0))
    menu, before = QApplication.activePopupWidget(), window.session.document
    assert isinstance(menu, QMenu)
    actions = menu.actions()
    menu.close()
    for text in ("Show or hide", "Duplicate", "Move up", "Remove"):
        next(action for action in actions if action.text().replace("&", "") == text).trigger()
        assert window.session.document is not before
        assert window.session.undo_stack.count() == 1
        window.session.undo_stack.undo()
        assert window.session.document is before


def test_a_colour_changes_places_with_the_method_that_had_it(window: MainWindow) -> None:
    first, second = (m.slot for m in window.session.document.methods)
    window.session.set_selected("m2")
    window.methods.recolour(first)
    assert [m.slot for m in window.session.document.methods] == [second, first]


def test_without_a_method_the_panel_says_what_to_do(window: MainWindow) -> None:
    window.methods.remove("m2")
    window.methods.remove("m1")
    assert window.panel.methods.rows == {}
    assert window.panel.parameters.isHidden()
