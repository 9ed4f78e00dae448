"""The methods in use: rows that follow the fits, and commands that are one undo entry each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.draw.lettering import layout
from linclass_gui.markup.numbers import duration, fixed_number, gap_text, status_word
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
    RIGHT_EDGES,
    ROW_HEIGHT,
    TRIAL,
    TROUBLE_HEIGHT,
    MethodRow,
)
from linclass_gui.window.panels.solution import LINE, SYMBOL, SolutionLines, SupportCounts
from linclass_gui.window.widgets.themed import TEXT
from solvers import (
    METHODS,
    Dataset,
    Fisher,
    HardMarginSVM,
    LogisticRegression,
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


@pytest.mark.parametrize(
    "value", ["0.5", "(−0.0038, −0.0007, −0.0029, −0.0034, −0.0016, …)", "1.234·10⁻¹⁰, " * 8]
)
def test_a_long_number_leaves_its_name_readable(qtbot: QtBot, value: str) -> None:
    lines, alone = SolutionLines(), SolutionLines()
    for widget, text in ((lines, value), (alone, "")):
        qtbot.addWidget(widget)
        widget.show_lines((("$w$", text),))
    name = QRect(0, 0, 14, LINE)
    assert lines.grab(name).toImage() == alone.grab(name).toImage()


def test_a_weight_of_zero_has_errors_and_no_distance() -> None:
    """Every point is called the larger class: the points of the other one are errors."""
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0.0, 1.0, (90, 2)), rng.normal(0.5, 1.0, (5, 2))])
    reading = row_reading(fit(SoftMarginSVM(), X, np.repeat([0, 1], [90, 5])))
    assert (reading.errors, reading.distance, reading.word) == ("5", "", "converged")


def test_the_row_of_the_hard_margin_of_the_book() -> None:
    # Linear discriminants slides, Example 2: w = (-8/5, -4/5), so the nearest points are sqrt(5)/4
    # away.
    reading = row_reading(fit(HardMarginSVM(), BOOK, LABELS))
    assert (reading.errors, reading.distance, reading.word) == ("0", "0.559", "optimal")


def test_the_closed_form_is_called_so() -> None:
    answer = fit(Fisher(), BOOK, LABELS)
    assert status_word(answer) == "closed form"
    assert row_reading(answer).errors == "0"
    assert dict(solution_lines(answer))["$J$"] == "28.000"


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


def test_a_method_without_margin_lines_has_no_margin() -> None:
    scene = _scene(LogisticRegression())
    assert "margin 1/$‖w‖$" not in dict(solution_lines(scene.fits["m1"]))
    assert not any("margin" in part for part in data_parts(scene))


def test_an_unbounded_criterion_is_infinite() -> None:
    assert dict(solution_lines(fit(Fisher(), BOOK[[0, 3]], LABELS[[0, 3]])))["$J$"] == "∞"


def test_without_methods_the_hint_stands_under_the_title(
    make_window: Callable[..., MainWindow],
) -> None:
    window = make_window(Document.empty())
    hint = window.panel.methods._hint
    assert hint.isVisible()
    picture = hint.grab().toImage()
    back = picture.pixel(0, 0)
    first = next(
        x
        for x in range(picture.width())
        if any(picture.pixel(x, y) != back for y in range(picture.height()))
    )
    assert 16 <= first / picture.devicePixelRatio() <= 18


def test_methods_of_one_kind_are_told_apart_by_their_settings(window: MainWindow) -> None:
    window.session.apply("Another C", window.session.document.adding(SoftMarginSVM(C=100.0)))
    assert window.session.wait_idle()
    assert [_row(window, id).name for id in ("m2", "m3")] == [
        "Soft-margin SVM (C = 8)",
        "Soft-margin SVM (C = 100)",
    ]


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        (RowReading(word="optimal", errors="1"), "Perceptron, optimal, 1 error"),
        (RowReading(word="optimal", errors="0"), "Perceptron, optimal, 0 errors"),
        (RowReading(word="off"), "Perceptron, off"),  # it was read as "off, errors"
    ],
)
def test_a_row_is_read_without_a_number_that_it_has_not(
    qtbot: QtBot, reading: RowReading, words: str
) -> None:
    row = MethodRow("m1")
    qtbot.addWidget(row)
    row.show_state("Perceptron", 0, reading, enabled=True, selected=False)
    assert row.accessibleName() == words


def test_a_method_that_is_gone_leaves_no_scroll_bar(window: MainWindow, qtbot: QtBot) -> None:
    window.session.apply("Perceptron", window.session.document.adding(Perceptron()))
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: len(window.panel.methods.rows) == 3)
    QCoreApplication.processEvents()
    window.session.undo_stack.undo()
    assert window.session.wait_idle()
    QCoreApplication.processEvents()
    assert not window.panel.sections["methods"].area_of_body.verticalScrollBar().isVisible()


def test_while_a_method_is_played_its_step_stands_for_how_it_ended(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.session.apply("Perceptron", window.session.document.adding(Perceptron()))
    assert window.session.wait_idle()
    window.playback.open()
    qtbot.waitUntil(lambda: _row(window, "m3").reading.word == "step 0")
    assert data_parts(window.session.scene)[-1] == "step 0"
    window.playback.go_to_end()
    qtbot.waitUntil(
        lambda: _row(window, "m3").reading.word == status_word(window.session.scene.whole["m3"])
    )


def test_support_vectors_are_counted_by_class() -> None:
    answer = fit(SoftMarginSVM(C=0.1), BOOK, LABELS)
    counts = support_counts(answer)
    assert counts is not None
    assert sum(counts) == np.count_nonzero(answer.alpha)
    assert support_counts(fit(Fisher(), BOOK, LABELS)) is None


@pytest.mark.parametrize("counts", [(2, 11, 1), (0, 0, 0), (2, 63114, 8478), (3, 499999, 123456)])
def test_the_counts_of_support_vectors_stand_beside_each_other(
    qtbot: QtBot, counts: tuple[int, int, int]
) -> None:
    shown = SupportCounts()
    qtbot.addWidget(shown)
    shown.show_counts(counts)
    ends = [x + SYMBOL + text.width for x, text in zip(shown.places(), shown._texts(), strict=True)]
    assert all(end + 4.0 <= x for end, x in zip(ends, shown.places()[1:], strict=False))
    assert ends[-1] <= shown.width()


def test_a_row_has_a_check_where_it_is_certified_and_a_word_where_it_is_wrong() -> None:
    good = row_reading(fit(HardMarginSVM(), BOOK, LABELS))
    assert (good.is_certified, good.trouble) == (True, "")
    short = row_reading(fit(Perceptron(max_epochs=1), BOOK, LABELS))
    assert not short.is_certified
    assert short.trouble.startswith("stopped after ")
    crossed = row_reading(fit(HardMarginSVM(), BOOK, [0, 1, 0, 1, 0, 1]))
    assert not crossed.is_certified
    assert "not separable" in (crossed.trouble or crossed.word)


def test_a_row_is_one_line_high_unless_something_is_wrong(qtbot: QtBot) -> None:
    row = MethodRow("m1")
    qtbot.addWidget(row)
    for reading, height in (
        (RowReading(errors="0", word="optimal", is_certified=True), ROW_HEIGHT),
        (RowReading(word="computing …"), ROW_HEIGHT),
        (RowReading(errors="3", word="x", trouble="not separable"), ROW_HEIGHT + TROUBLE_HEIGHT),
    ):
        row.show_state("Perceptron", 0, reading, enabled=True, selected=False)
        assert row.height() == height


def test_gap_and_time_stand_beside_the_name_of_the_selected_method(window: MainWindow) -> None:
    window.numbers.show()
    answer = window.session.scene.fits["m2"]
    words = f"optimal, gap {gap_text(answer.certificate.gap)}, {duration(answer.seconds)}"
    assert window.panel.parameters.head.ending.text == words


def test_short_numbers_stand_in_two_columns(qtbot: QtBot) -> None:
    lines = SolutionLines()
    qtbot.addWidget(lines)
    lines.show_lines((("$w$", "(0.876, 0.465)"), ("$b$", "−0.137"), ("margin", "1.008")))
    assert lines.height() == 2 * LINE
    lines.show_lines((("$b$", "1"), ("$w$", "(0.8, 0.4, 0.3, 0.2, 0.1, 0.0)"), ("$J$", "1")))
    assert lines.height() == 3 * LINE


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


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.2716, "0.272"),
        (-0.0251, "−0.025"),
        (0.0, "0.000"),
        (123.456, "123.5"),
        (4.6e7, "4.60·10^{7}"),
        (1e-9, "1.00·10^{−9}"),
    ],
)
def test_numbers_have_three_decimals_while_they_fit(value: float, text: str) -> None:
    assert fixed_number(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(2e-5, "0.02 ms"), (0.0123, "12 ms"), (1.24, "1.24 s")]
)
def test_times_have_their_unit(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(("gap", "text"), [(0.0, "0"), (-3e-17, "0"), (7e-13, "7·10^{−13}")])
def test_a_gap_within_rounding_is_zero(gap: float, text: str) -> None:
    assert gap_text(gap) == text


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


def test_space_switches_the_focused_row(window: MainWindow, qtbot: QtBot) -> None:
    row = _row(window, "m1")
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Space)
    assert not window.session.document.methods[0].enabled


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


@pytest.mark.parametrize("text", ["Hide", "Duplicate", "Move up", "Remove"])
def test_the_context_menu_is_one_undo_entry(window: MainWindow, qtbot: QtBot, text: str) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    window.methods.context_menu("m2", menu)
    before = window.session.document
    next(action for action in menu.actions() if action.text() == text).trigger()
    assert window.session.document is not before
    assert window.session.undo_stack.count() == 1
    window.session.undo_stack.undo()
    assert window.session.document is before


def test_a_colour_changes_places_with_the_method_that_had_it(window: MainWindow) -> None:
    first, second = (m.slot for m in window.session.document.methods)
    window.methods.recolour(first, "m2")
    assert [m.slot for m in window.session.document.methods] == [second, first]


def test_the_chip_of_the_trial_line_has_its_colour(window: MainWindow) -> None:
    window.methods.toggle_trial()
    picture = _row(window, TRIAL).grab().toImage()
    ratio = picture.devicePixelRatio()
    chip = {
        picture.pixelColor(round(x * ratio), round(15 * ratio)).name().upper()
        for x in range(41, 58)
    }
    assert window.canvas.theme.palette.trial in chip
    assert not chip & set(window.canvas.theme.palette.methods)


def test_the_trial_line_has_a_row_while_there_is_one(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.toggle_trial()
    assert list(window.panel.methods.rows) == ["m1", "m2", TRIAL]
    row = _row(window, TRIAL)
    assert row.reading.word == "by hand"
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(23, 16))
    assert window.session.document.trial is None
    assert list(window.panel.methods.rows) == ["m1", "m2"]


def test_rows_follow_a_change_of_the_data(window: MainWindow, qtbot: QtBot) -> None:
    session = window.session
    session.apply("Flip", replace(session.document, dataset=session.document.dataset.flipped([0])))
    assert session.wait_idle()
    qtbot.waitUntil(lambda: _row(window, "m2").reading == row_reading(session.scene.fits["m2"]))
    assert int(_row(window, "m2").reading.errors) >= 1


def test_without_a_method_the_panel_says_what_to_do(window: MainWindow) -> None:
    window.methods.remove("m2")
    window.methods.remove("m1")
    assert window.panel.methods.rows == {}
    assert window.panel.parameters.isHidden()


def test_nothing_moves_when_numbers_change(window: MainWindow, qtbot: QtBot) -> None:
    window.numbers.show()
    places = {name: row.geometry() for name, row in window.panel.layers.rows.items()}
    session = window.session
    session.apply(
        "Move", replace(session.document, dataset=session.document.dataset.moved(0, (1e4, -3e4)))
    )
    assert session.wait_idle()
    qtbot.waitUntil(lambda: _row(window, "m2").reading == row_reading(session.scene.fits["m2"]))
    assert {name: row.geometry() for name, row in window.panel.layers.rows.items()} == places


def test_selecting_a_method_is_no_edit(window: MainWindow) -> None:
    before = window.session.document.selected
    other = next(m.id for m in window.session.document.methods if m.id != before)
    count = window.session.undo_stack.count()
    window.session.set_selected(other)
    assert window.session.document.selected == other
    assert window.session.undo_stack.count() == count
    assert not window.session.is_modified
    window.layers.toggle("hulls")
    window.session.undo_stack.undo()
    assert window.session.document.selected == other


def test_a_method_that_is_added_is_in_view(window: MainWindow, qtbot: QtBot) -> None:
    document = window.session.document
    for _ in range(12):
        document = document.adding(Perceptron())
    window.session.apply("Add", document)
    assert window.session.wait_idle()
    rows = window.panel.methods.rows
    row = rows[window.session.document.selected]
    qtbot.waitUntil(lambda: row.visibleRegion().boundingRect().height() >= row.height() - 1)
    assert not next(iter(rows.values())).visibleRegion().boundingRect().isValid()


@pytest.mark.parametrize("distance", [-4.6e-7, -18.779, -2.345e12])
def test_errors_and_distance_never_lie_on_each_other(qtbot: QtBot, distance: float) -> None:
    row = MethodRow("m1")
    qtbot.addWidget(row)
    reading = RowReading("3", fixed_number(distance))
    row.show_state("Soft-margin SVM", 0, reading, enabled=True, selected=True)
    assert row.errors_end < RIGHT_EDGES[1] - layout(reading.distance, TEXT).width
    assert row.errors_end <= RIGHT_EDGES[0]
