"""The table of points: rows follow the canvas, cells change it, a selection is one on both
sides.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QHeaderView, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from linclass_gui.answers.points_table import decimals_of
from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.class_editing import with_class
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.points_page import PointsPage
from solvers import Dataset

Flag = QItemSelectionModel.SelectionFlag


@pytest.fixture
def points(window: MainWindow) -> PointsPage:
    """The table, shown beside the canvas."""
    assert window.session.wait_idle()
    window.actions_by_id["points"].trigger()
    return window.sheet.page("points")


def _type(points: PointsPage, row: int, column: int, text: str) -> None:
    """Open a cell, type, and press Enter."""
    index = points.model.index(row, column)
    points.view.setCurrentIndex(index)
    points.view.edit(index)
    field = points.view.viewport().findChild(QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()  # Qt takes the text over in the next turn


def _column(points: PointsPage, name: str) -> list[str]:
    k = points.model.headings.index(name)
    return [str(points.model.index(row, k).data()) for row in range(points.model.rowCount())]


def test_every_point_is_a_row_with_what_the_method_says(
    window: MainWindow, points: PointsPage
) -> None:
    dataset, answer = window.session.document.dataset, window.session.scene.drawn_answer
    assert points.model.headings == ("i", "x1", "x2", "class", "f(x)", "says")
    assert [float(text.replace("−", "-")) for text in _column(points, "x1")] == pytest.approx(
        dataset.X[:, 0], abs=1e-5
    )
    assert [text.endswith("✗") for text in _column(points, "says")] == answer.wrong.tolist()


def test_a_number_that_is_typed_moves_the_point_as_one_step(
    window: MainWindow, points: PointsPage
) -> None:
    before = window.session.document
    _type(points, 2, 1, "-1,25")
    assert window.session.document.dataset.X[2].tolist() == [-1.25, before.dataset.X[2, 1]]
    assert window.session.undo_stack.undoText() == "Change number"
    window.session.undo_stack.undo()
    assert window.session.document.dataset is before.dataset


@pytest.mark.parametrize("text", ["much", "1e999"])
def test_what_is_no_number_changes_nothing(
    window: MainWindow, points: PointsPage, text: str
) -> None:
    before = window.session.document
    _type(points, 2, 2, text)
    assert window.session.document is before


def test_a_class_is_chosen_from_a_list(window: MainWindow, points: PointsPage) -> None:
    before = window.session.document.dataset.labels.copy()
    index = points.model.index(0, points.model.class_column)
    points.view.setCurrentIndex(index)
    points.view.edit(index)
    field = points.view.viewport().findChild(QComboBox)
    field.setCurrentIndex(1 - int(before[0]))
    field.activated.emit(field.currentIndex())
    assert window.session.document.dataset.labels[0] == 1 - before[0]
    assert (window.session.document.dataset.labels[1:] == before[1:]).all()


def test_a_sign_is_a_class_and_each_key_of_undo_is_known(
    window: MainWindow, points: PointsPage
) -> None:
    points.view.setFocus()
    points.view.setCurrentIndex(points.model.index(0, points.model.class_column))
    for key, control, label in (
        (Qt.Key.Key_Plus, False, 1),
        (Qt.Key.Key_Minus, False, 0),
        (Qt.Key.Key_Z, True, 1),
        (Qt.Key.Key_Y, True, 0),
    ):
        modifier = Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier(0)
        QTest.keyClick(points.view, key, modifier)
        assert window.session.document.dataset.labels[0] == label


def test_a_click_on_a_heading_sorts_and_the_selection_stays_with_its_points(
    window: MainWindow, points: PointsPage
) -> None:
    window.session.set_selection(frozenset({0, 5}))
    X = window.session.document.dataset.X
    header = points.view.horizontalHeader()
    place = header.sectionViewportPosition(2) + header.sectionSize(2) // 2
    QTest.mouseClick(
        header.viewport(), Qt.MouseButton.LeftButton, pos=header.rect().center().__class__(place, 8)
    )
    assert np.array_equal(points.model.order, np.argsort(X[:, 1], kind="stable"))
    chosen = {
        int(points.model.order[index.row()])
        for index in points.view.selectionModel().selectedRows()
    }
    assert chosen == {0, 5}
    assert window.session.scene.selection == {0, 5}


def test_a_selection_here_is_one_on_the_canvas_and_the_other_way(
    window: MainWindow, points: PointsPage
) -> None:
    points.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    points.view.selectionModel().select(points.model.index(0, 0), Flag.ClearAndSelect | Flag.Rows)
    furthest = int(window.session.document.dataset.X[:, 0].argmax())
    assert window.session.scene.selection == {furthest}
    window.session.set_selection(frozenset({1, 2, 3}))
    assert {
        int(points.model.order[i.row()]) for i in points.view.selectionModel().selectedRows()
    } == {1, 2, 3}


def test_points_are_added_deleted_and_pasted(
    window: MainWindow, points: PointsPage, qtbot: QtBot
) -> None:
    n = len(window.session.document.dataset)
    points.findChild(QPushButton).click()
    assert points.model.rowCount() == n + 1
    window.session.set_selection(frozenset({n}))
    QTest.keyClick(points.view.viewport().findChild(QLineEdit), Qt.Key.Key_Escape)
    QTest.keyClick(points.view, Qt.Key.Key_Delete)
    QGuiApplication.clipboard().setText("1\t2\t+\n3\t4\t-\n")
    QTest.keyClick(points.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(window.session.document.dataset) == n + 2
    qtbot.waitUntil(lambda: points.model.rowCount() == n + 2)
    assert window.session.document.dataset.X[-1].tolist() == [3.0, 4.0]


def test_a_number_typed_right_after_a_deletion_goes_to_the_row_that_is_there(
    window: MainWindow, points: PointsPage
) -> None:
    points.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    before = window.session.document.dataset.X
    points.view.setCurrentIndex(points.model.index(len(before) - 1, 1))
    points.view.setFocus()
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Down, Qt.Key.Key_5):
        QTest.keyClick(points.view, key)
    QTest.keyClick(points.view.viewport().findChild(QLineEdit), Qt.Key.Key_Return)
    QApplication.processEvents()
    assert window.session.document.dataset.X[-1].tolist() == [5.0, before[-2, 1]]


def test_a_cell_takes_nothing_once_the_points_have_other_columns(
    window: MainWindow, points: PointsPage
) -> None:
    table = open_document("example:iris")
    window.session.load(table)
    points.refresh()
    flat = Dataset(table.dataset.X, table.dataset.labels, table.dataset.class_names)
    window.session.apply("Flatten", replace(table.without_table, dataset=flat))
    assert not points.model.setData(points.model.index(0, 4), "1")


@pytest.mark.parametrize(("row", "column"), [(-1, 1), (40, 3), (0, 99)])
def test_cells_that_are_not_there_say_nothing_and_take_nothing(
    window: MainWindow, points: PointsPage, row: int, column: int
) -> None:
    before, index = window.session.document, points.model.createIndex(row, column)
    assert not points.model.setData(index, "1")
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.EditRole,
        Qt.ItemDataRole.TextAlignmentRole,
    ):
        assert points.model.data(index, role) is None
    points.model.flags(index)
    points.model.headerData(99, Qt.Orientation.Horizontal)
    assert window.session.document is before


def test_three_classes_have_no_single_score(
    window: MainWindow, points: PointsPage, qtbot: QtBot
) -> None:
    window.session.apply("Add class", with_class(window.session.document))
    window.session.apply("Flip", window.session.document)
    qtbot.waitUntil(lambda: "f(x)" not in points.model.headings)


def test_numbers_in_sight_are_whole_and_no_others_are_measured(
    window: MainWindow, points: PointsPage
) -> None:
    X = np.linspace(1e-5, 9.0, 4000).reshape(-1, 2)
    document = replace(window.session.document, dataset=Dataset(X, np.arange(2000) % 2))
    window.session.commit("many", document)
    points.view.scrollToBottom()
    QApplication.processEvents()
    head = points.view.horizontalHeader()
    # of a table that is not laid out yet this mode measures every row
    assert head.sectionResizeMode(0) != QHeaderView.ResizeMode.ResizeToContents
    assert head.sectionSize(0) >= points.view.sizeHintForColumn(0)


def test_columns_of_all_sizes_are_written_truly() -> None:
    assert decimals_of(np.array([1.0, 2.0])) == 0
    assert decimals_of(np.array([1.5, 20.25])) == 2
    assert decimals_of(np.array([1e-9, 1.0])) is None
    assert decimals_of(np.array([1e12, 1.0])) is None
    assert decimals_of(np.array([])) == 0
    assert decimals_of(np.array([123.456789, 0.5])) == 3
