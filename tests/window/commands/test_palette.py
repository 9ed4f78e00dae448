"""The command palette finds all that the menus offer, and Enter runs it."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest

from linclass_gui.files.shipped import EXAMPLES
from linclass_gui.layers import LAYERS
from linclass_gui.plots import PLOTS
from linclass_gui.window.commands.found import CommandEntry, matching
from linclass_gui.window.commands.palette import CommandPalette
from linclass_gui.window.main_window import MainWindow
from solvers import METHODS
from solvers.generators import GENERATORS


def opened(window: MainWindow) -> CommandPalette:
    """The palette as Ctrl+K opens it."""
    QTest.keyClick(window.canvas, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    QCoreApplication.processEvents()
    palette = window.command_palette
    assert palette.isVisible()
    return palette


def run(window: MainWindow, words: str) -> None:
    """Type some words, and press Enter."""
    palette = opened(window)
    QTest.keyClicks(palette.field, words)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)


def test_all_that_the_window_knows_is_listed(window: MainWindow) -> None:
    titles = {entry.title for entry in opened(window).entries}
    window.command_palette.reject()
    assert {plot.title for plot in PLOTS} <= titles
    assert {layer.title for layer in LAYERS if not layer.always} <= titles
    assert {method.name for method in METHODS} <= titles
    assert {generator.title for generator in GENERATORS} <= titles
    assert {"soft margin", "Fisher", "26  Four values of C"} <= titles
    assert set(EXAMPLES.values()) <= titles


def test_enter_runs_the_best_match(window: MainWindow) -> None:
    run(window, "moons")
    assert window.session.document.generated.startswith("moons,")
    assert not window.command_palette.isVisible()


def test_arrows_go_through_the_list_and_escape_closes(window: MainWindow) -> None:
    palette = opened(window)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.currentItem().text(1) == palette.entries[1].title
    before = window.session.document
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert window.session.document is before


def test_what_is_not_possible_is_listed_with_the_reason_and_not_run(window: MainWindow) -> None:
    palette = opened(window)
    QTest.keyClicks(palette.field, "flip class")
    entry = palette.entries[0]
    assert (entry.title, entry.missing) == ("Flip class", "select a point first")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert palette.answer.text() == "Flip class: select a point first."
    QTest.keyClick(palette.field, Qt.Key.Key_Backspace)
    assert palette.answer.isHidden()
    palette.reject()


@pytest.mark.parametrize("name", ["", "wine"])
def test_each_grey_entry_has_a_reason(window: MainWindow, name: str) -> None:
    window.files.open_example(name) if name else window.files.new()
    grey = [entry for entry in opened(window).entries if not entry.is_possible]
    window.command_palette.reject()
    assert {"Undo", "Flip class"} <= {entry.title for entry in grey}
    assert [entry.id for entry in grey if entry.missing in ("", "not possible now")] == []


def test_the_commands_run_last_come_first(window: MainWindow) -> None:
    run(window, "convex hulls")
    run(window, "fit view")
    titles = [entry.title for entry in opened(window).entries]
    window.command_palette.reject()
    assert titles[:2] == ["Fit view", "Convex hulls"]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("delete", ["Delete", "Delete all points", "Cut"]),
        ("all delete", ["Delete all points"]),
        ("edit", ["Delete", "Cut"]),
        ("four", ["26  Four values", "All four"]),
        ("", ["Delete all points", "Delete", "Cut", "26  Four values", "All four"]),
    ],
)
def test_the_best_match_comes_first(window: MainWindow, text: str, titles: list[str]) -> None:
    def entry(title: str, place: str, tip: str = "") -> CommandEntry:
        return CommandEntry(QAction(title, window), title, place, tip=tip)

    entries = [
        entry("Delete all points", "Data"),
        entry("Delete", "Edit"),
        entry("Cut", "Edit", "Copy and delete"),
        entry("26  Four values", "Lessons"),
        entry("All four", "View"),
    ]
    assert [found.title for found in matching(entries, text, ())] == titles
