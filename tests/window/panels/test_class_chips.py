"""The chips of the classes, the digits, the pair that is looked at, and the table of who is taken
for whom.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.scene.pairs import ALL
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.tool_bar import ClassChip
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


def test_a_third_class_is_drawn_fitted_renamed_and_taken_back(window: MainWindow) -> None:
    window.classes.add()
    assert [chip.is_left for chip in chips(window)] == [False, False, True]
    for x in (60, 90, 120):
        assert click_canvas(window, Qt.MouseButton.LeftButton, x, 60) == 2
    assert click_canvas(window, Qt.MouseButton.RightButton, 75, 100) == 0
    assert window.session.wait_idle()
    scene = window.session.scene
    assert all(isinstance(fit, ManyFit) for fit in scene.fits.values())
    assert scene.answer.problem.K == 3
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
