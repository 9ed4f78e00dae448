"""The chips of the classes, the digits, the pair that is looked at, and the table of who is taken
for whom.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.plots import PLOTS
from linclass_gui.scene.pairs import ALL
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.tool_bar import ClassChip, short
from solvers import Fit, ManyFit


def chips(window: MainWindow) -> list[ClassChip]:
    return sorted(
        (c for c in window.tool_bar.findChildren(ClassChip) if c.isVisible()),
        key=lambda chip: chip.k,
    )


def click_canvas(window: MainWindow, button: Qt.MouseButton, x: int, y: int) -> int:
    """A click on the empty canvas; the class of the new point."""
    QTest.mouseClick(window.canvas.viewport(), button, Qt.KeyboardModifier.NoModifier, QPoint(x, y))
    return int(window.session.document.dataset.labels[-1])


def test_two_classes_are_placed_as_ever(window: MainWindow) -> None:
    assert [chip.is_left for chip in chips(window)] == [False, True]
    assert click_canvas(window, Qt.MouseButton.LeftButton, 60, 60) == 1
    assert click_canvas(window, Qt.MouseButton.RightButton, 90, 60) == 0


def test_a_third_class_is_drawn_fitted_renamed_and_taken_back(window: MainWindow) -> None:
    window.classes.add()
    assert [chip.is_left for chip in chips(window)] == [False, False, True]
    for x in (60, 90, 120):
        assert click_canvas(window, Qt.MouseButton.LeftButton, x, 60) == 2
    assert click_canvas(window, Qt.MouseButton.RightButton, 75, 100) == 0
    assert window.session.wait_idle()
    scene = window.session.scene
    assert all(isinstance(fit, ManyFit) for fit in scene.fits.values())
    assert scene.answer[1].problem.K == 3
    window.classes.set_name(2, "third")
    assert window.session.document.dataset.class_names[2] == "third"
    assert chips(window)[2].accessibleName() == "third, 3 points"
    for _ in range(6):
        window.editing.undo()
    assert len(chips(window)) == 2
    assert window.session.wait_idle()
    assert all(isinstance(fit, Fit) for fit in window.session.scene.fits.values())


def test_digits_choose_the_class_of_the_left_button(window: MainWindow, qtbot: QtBot) -> None:
    window.classes.add()
    window.canvas.setFocus()
    for key, k in ((Qt.Key.Key_1, 0), (Qt.Key.Key_3, 2), (Qt.Key.Key_7, 2)):
        QTest.keyClick(window.canvas, key)
        assert window.session.scene.active == k
    qtbot.mouseClick(chips(window)[1], Qt.MouseButton.LeftButton)
    assert window.session.scene.active == 1


def test_merging_and_removing_are_one_step_back(window: MainWindow) -> None:
    before = window.session.document
    window.classes.add()
    click_canvas(window, Qt.MouseButton.LeftButton, 60, 60)
    window.classes.merge(0, 2)
    assert len(window.session.document.dataset.class_names) == 2
    assert len(window.session.document.dataset) == len(before.dataset) + 1
    window.editing.undo()
    window.classes.remove(2)
    assert window.session.document.dataset.counts == before.dataset.counts


def test_the_menu_of_a_class_says_what_can_be_done(window: MainWindow, qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    window.classes.fill(menu, 0)
    offered = {action.text(): action.isEnabled() for action in menu.actions()}
    assert offered == {
        "Rename…": True,
        "Colour and symbol": True,
        "Merge into": False,
        "Remove, with its points": False,
    }
    window.classes.recolour(4, 0)
    assert window.session.document.class_looks == (4, 1)


def test_the_pair_that_is_looked_at_is_chosen_and_cycled(window: MainWindow) -> None:
    window.classes.add()
    for x in (60, 90, 120):
        click_canvas(window, Qt.MouseButton.LeftButton, x, 60)
    assert window.session.wait_idle()
    seen = set()
    for _ in range(4):
        window.methods.step_member(1)
        seen.add(window.session.document.member)
    assert seen == {(1, 0), (2, 0), (2, 1), ALL}
    assert not window.session.undo_stack.undoText().startswith("Look")


def test_a_click_on_a_cell_of_the_table_selects_its_points(window: MainWindow) -> None:
    window.plots.show_plot("confusion")
    assert window.session.wait_idle()
    select = next(plot for plot in PLOTS if plot.name == "confusion").select
    rows = select(window.session.scene, (1.5, 0.5))
    assert rows
    window.session.set_selection(rows)
    assert all(
        window.session.document.dataset.labels[row] == 1 for row in window.session.scene.selection
    )


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0"), (999, "999"), (12_345, "12k"), (2_000_000, "2M")]
)
def test_counts_are_short(count: int, text: str) -> None:
    assert short(count) == text


@pytest.mark.parametrize("is_wide", [True, False])
@pytest.mark.parametrize("count", [72, 500_000, 2_000_000])
def test_a_count_is_whole_inside_its_chip(qtbot: QtBot, count: int, is_wide: bool) -> None:
    chip = ClassChip(0, is_wide)
    qtbot.addWidget(chip)
    chip.show_state("class +", 0, count, left=False, right=True)
    picture = chip.grab().toImage()
    edges = [
        picture.pixelColor(x, y).rgb()
        for x in (0, picture.width() - 1)
        for y in range(2 if is_wide else 18, picture.height() - 2)
    ]
    assert len(set(edges)) == 1, "the digits run into the edge"
