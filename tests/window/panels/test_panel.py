"""The panel in small windows: the layers in use are on screen, every section is one click away, and
folding is the user's.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.theme import PROJECTOR
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.settings import UserSettings
from solvers import LogisticRegression, Perceptron, SoftMarginSVM

SIZES = [(1024, 700), (1280, 800), (1920, 1080)]
USUAL_LAYERS = frozenset(
    {"half-planes", "boundary", "margins", "support-vectors", "hulls", "means", "grid"}
)


def _resized(window: MainWindow, qtbot: QtBot, width: int, height: int) -> None:
    window.resize(width, height)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (width, height))
    # the panel arranges itself once its parts have said what they want
    QCoreApplication.sendPostedEvents()


def _on_screen(window: MainWindow, part: QWidget) -> bool:
    """Whether the whole of a part can be seen: it is inside everything that it scrolls in."""
    inside, parent = QRect(QPoint(0, 0), part.size()), part
    while parent is not window:
        above = parent.parentWidget()
        if not parent.isVisible() or above is None:
            return False
        inside.translate(parent.pos())
        if not QRect(QPoint(0, 0), above.size()).contains(inside):
            return False
        parent = above
    return True


def _with_methods(window: MainWindow) -> None:
    document = replace(window.session.document, layers=USUAL_LAYERS).adding(LogisticRegression())
    window.session.apply("Four methods", document.adding(Perceptron()))
    assert window.session.wait_idle()


@pytest.fixture
def four_methods(window: MainWindow) -> MainWindow:
    """A window with four methods and the usual layers."""
    _with_methods(window)
    return window


def test_the_layers_in_use_are_on_screen(four_methods: MainWindow, qtbot: QtBot) -> None:
    window = four_methods
    for size in SIZES:
        _resized(window, qtbot, *size)
        rows = window.panel.layers.rows
        qtbot.waitUntil(lambda: all(_on_screen(window, rows[name]) for name in USUAL_LAYERS))  # noqa: B023


def test_every_section_has_its_head_on_screen(four_methods: MainWindow, qtbot: QtBot) -> None:
    window = four_methods
    window.session.set_selected(window.session.document.methods[-1].id)
    window.set_theme(PROJECTOR)
    for size in SIZES:
        _resized(window, qtbot, *size)
        qtbot.waitUntil(
            lambda: all(
                _on_screen(window, section.head) for section in window.panel.sections.values()
            )
        )


def test_a_section_is_folded_from_the_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    title = window.panel.sections["layers"].head.title
    folded = title.is_folded
    title.setFocus()
    qtbot.keyClick(title, Qt.Key.Key_Space)
    assert title.is_folded is not folded
    assert title.accessibleName() == f"Layers, {'unfolded' if folded else 'folded'}"


def _places(window: MainWindow) -> dict[str, QRect]:
    """Where the parts of the panel are, and what of the layers is shown."""
    panel = window.panel
    rows = {
        row.objectName(): row.geometry()
        for row in (*panel.layers.rows.values(), *panel.methods.rows.values())
        if row.isVisible()
    }
    parts = {name: section.geometry() for name, section in panel.sections.items()}
    outcome = panel.parameters.outcome
    return {**rows, **parts, "outcome": outcome.geometry()}


def test_the_numbers_of_the_selected_method_are_never_hidden(
    four_methods: MainWindow, qtbot: QtBot
) -> None:
    window = four_methods
    window.session.set_selected(
        next(m.id for m in window.session.document.methods if isinstance(m.method, SoftMarginSVM))
    )
    window.set_theme(PROJECTOR)
    outcome = window.panel.parameters.outcome
    for size, folded in itertools.product(SIZES, (True, False)):
        _resized(window, qtbot, *size)
        window.panel.folds = {"layers": folded}
        window.panel.arrange()
        qtbot.waitUntil(
            lambda: _on_screen(window, outcome.solution) and _on_screen(window, outcome.counts)
        )


def test_a_layer_is_found_by_its_name_and_switched_from_the_keyboard(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.numbers.show()
    layers, before = window.panel.layers, _places(window)
    layers.search.setFocus()
    qtbot.keyClicks(layers.search, "equa")
    assert [name for name, row in layers.rows.items() if row.isVisible()] == ["equation"]
    qtbot.keyClick(layers.search, Qt.Key.Key_Return)
    assert "equation" in window.session.document.layers
    assert layers.rows["equation"].isVisible()
    qtbot.keyClicks(layers.search, "equa")
    qtbot.keyClick(layers.search, Qt.Key.Key_Escape)
    assert layers.search.text() == ""
    qtbot.keyClicks(layers.search, "equa")
    layers.rows["equation"].click()
    assert layers.search.text() == "", "the others are shown again"
    assert window.panel.sections["layers"].geometry() == before["layers"]


def test_what_was_folded_is_remembered(
    fresh: MainWindow, settings: UserSettings, qtbot: QtBot
) -> None:
    qtbot.mouseClick(fresh.panel.sections["methods"].head.title, Qt.MouseButton.LeftButton)
    fresh.session.undo_stack.setClean()
    fresh.close()
    assert settings.folds == {"methods": True}
    settings.set_text("folds", "methods=folded;gone=folded;layers")
    again = MainWindow(fresh.session.document, settings)
    qtbot.addWidget(again)
    again.restore()
    assert again.panel.folds == {"methods": True}
    assert again.panel.sections["methods"].head.title.is_folded


def test_more_is_remembered_for_a_kind_of_method(
    fresh: MainWindow, settings: UserSettings, qtbot: QtBot
) -> None:
    content = fresh.panel.parameters.content
    assert content is not None
    assert content.form.rows["algorithm"].isHidden()
    assert not content.form.rows["C"].isHidden()
    content.form.more.setFocus()
    qtbot.keyClick(content.form.more, Qt.Key.Key_Space)
    assert not content.form.rows["algorithm"].isHidden()
    fresh.session.undo_stack.setClean()
    fresh.close()
    assert settings.opened_parameters == {"SoftMarginSVM"}
    again = MainWindow(fresh.session.document, settings)
    qtbot.addWidget(again)
    again.restore()
    assert again.panel.parameters.content is not None
    assert not again.panel.parameters.content.form.rows["algorithm"].isHidden()


def _bodies_that_scroll(window: MainWindow) -> list[str]:
    return [
        name
        for name, section in window.panel.sections.items()
        if section.area_of_body.verticalScrollBar().maximum() > 0
    ]


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), pytest.param(1920, 1080, marks=pytest.mark.exhaustive)]
)
def test_nothing_moves_when_another_method_is_selected_in_any_lesson(
    window: MainWindow, qtbot: QtBot, width: int, height: int
) -> None:
    _resized(window, qtbot, width, height)
    layers = set()
    for lesson in window.lessons.coursework.course.lessons[:: 5 if width == 1280 else 3]:
        window.lessons.open_named(lesson.name)
        window.panel.show()
        assert window.session.wait_idle()
        window.numbers.show()
        QCoreApplication.sendPostedEvents()
        before = _places(window)
        layers.add(before["layers"].getRect())
        for method in window.session.document.methods:
            window.session.set_selected(method.id)
            assert window.session.wait_idle()
            window.numbers.show()
            QCoreApplication.sendPostedEvents()
            assert _places(window) == before, (lesson.name, method.id)
    assert len(layers) == 1
    window.lessons.toggle_panel()


def test_four_methods_their_parameters_numbers_and_twelve_layers_need_no_scrolling(
    window: MainWindow, qtbot: QtBot
) -> None:
    document = replace(window.session.document, layers=USUAL_LAYERS).adding(LogisticRegression())
    selected = document.methods[1].id
    document = replace(document, trial=TrialLine(20.0, (0.0, 0.0)), selected=selected)
    window.session.load(document)
    assert window.session.wait_idle()
    _resized(window, qtbot, 1280, 800)
    window.numbers.show()
    panel = window.panel
    content = panel.parameters.content
    assert content is not None
    qtbot.waitUntil(lambda: not _bodies_that_scroll(window))
    parts = [
        *panel.methods.rows.values(),
        content.form.rows["C"],
        content.space_row,
        content.form.more,
        panel.parameters.outcome.solution,
        panel.parameters.outcome.counts,
    ]
    qtbot.waitUntil(lambda: all(_on_screen(window, part) for part in parts))
    assert len(panel.methods.rows) == 4
    rows = panel.layers.rows.values()
    qtbot.waitUntil(lambda: sum(_on_screen(window, row) for row in rows) >= 12)
