"""The headings of the import dialog: each opens a menu of how its column is read, by the mouse and
by keys, and the line below follows at once.
"""

from pathlib import Path

import pytest
from entering import choose
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.files.column_kinds import ColumnKind
from linclass_gui.files.reading import TableReading
from linclass_gui.files.table_formats import table_in_text
from linclass_gui.scene.document import Document
from linclass_gui.window.dialogs.column_menu import CutDialog
from linclass_gui.window.dialogs.table import ASKS_FOR_LABELS, TableDialog

LEFT = Qt.MouseButton.LeftButton
ROWS = [
    f"{k},{20 + k % 17}.5,{3 * k % 23}.25,{('yes', 'no', 'Yes', 'NO')[k % 4]},"
    f"{('red', 'green', 'blue')[k % 3]},{'ab'[k // 2 % 2]}"
    for k in range(60)
]
TEXT = "\n".join(["id,age,pay,smoker,colour,kind", *ROWS])


def opened(qtbot: QtBot, text: str = TEXT, reading: TableReading | None = None) -> TableDialog:
    dialog = TableDialog(table_in_text(text, "t.csv"), Document.empty(), reading=reading)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: bool(dialog.verdict.text()))
    return dialog


def caption(dialog: TableDialog, name: str) -> str:
    return dialog.view.model().captions[name]


def menu_of(dialog: TableDialog, name: str, qtbot: QtBot) -> QMenu:
    """The menu of a heading, opened by a click on it."""
    headings = dialog.view.headings
    k = dialog._source.header.index(name)
    dialog.view.scrollTo(dialog.view.model().index(0, k))
    place = QPoint(headings.sectionViewportPosition(k) + 12, headings.height() // 2)
    qtbot.mouseClick(headings.viewport(), LEFT, pos=place)
    return opened_menu(qtbot)


def opened_menu(qtbot: QtBot) -> QMenu:
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def pick(dialog: TableDialog, name: str, begin: str, qtbot: QtBot) -> None:
    """Choose the entry that begins so in the menu of a heading."""
    menu = menu_of(dialog, name, qtbot)
    (entry,) = (action for action in menu.actions() if action.text().startswith(begin))
    qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())
    qtbot.waitUntil(lambda: not dialog._newest.is_busy)


def ticked(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.isChecked()]


def test_the_menu_offers_what_the_column_allows(qtbot: QtBot) -> None:
    dialog = opened(qtbot)
    entries = {}
    for name in ("age", "smoker", "colour", "kind"):
        menu = menu_of(dialog, name, qtbot)
        entries[name] = [action.text() for action in menu.actions() if action.text()]
        assert all(action.toolTip() for action in menu.actions() if action.text())
        menu.close()
    assert entries == {
        "age": [
            "As found: numbers",
            "Numbers with decimal points",
            "Numbers with decimal commas",
            "Text",
            "Leave out",
            "The class",
            "Two classes at the median, 27.5",
            "Two classes at a number…",
        ],
        "smoker": [
            "As found: text",
            "Text, capitals or not: NO, Yes",
            "0 and 1: 'NO' is 0, 'Yes' is 1",
            "3 indicator columns, 0 and 1",
            "Leave out",
            "The class",
        ],
        "colour": ["As found: text", "2 indicator columns, 0 and 1", "Leave out", "The class"],
        "kind": ["As found: text", "0 and 1: 'a' is 0, 'b' is 1", "Leave out", "The class"],
    }


def test_the_keys_reach_every_heading_and_open_its_menu(qtbot: QtBot) -> None:
    dialog = opened(qtbot)
    dialog.view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(dialog.view.hasFocus)
    assert dialog.view.currentIndex().column() == 0
    for _ in range(4):
        qtbot.keyClick(dialog.view, Qt.Key.Key_Right)
    assert dialog.view.currentIndex().column() == 4
    qtbot.keyClick(dialog.view, Qt.Key.Key_Return)
    menu = opened_menu(qtbot)
    assert dialog.isVisible()  # Enter has not pressed Import
    for _ in range(2):
        qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "2 indicator columns" in dialog.verdict.text())
    assert dialog.view.currentIndex().column() == 4


def test_a_press_on_a_heading_that_is_scrolled_to_opens_its_own_menu(qtbot: QtBot) -> None:
    dialog = opened(qtbot)
    dialog.x1.setFocus()
    pick(dialog, "kind", "Leave out", qtbot)
    assert dict(dialog.reading.kinds) == {"kind": ColumnKind("out")}
    assert caption(dialog, "kind") == "left out"
    assert dialog.label.findText("kind") == -1


def test_the_class_is_a_number_above_its_median_or_one_that_is_typed(qtbot: QtBot) -> None:
    dialog = opened(qtbot)
    pick(dialog, "age", "Two classes at the median", qtbot)
    assert "class age: age ≤ 27.5 (-, 32), age > 27.5 (+, 28)" in dialog.verdict.text()
    assert "cut at the median of age" in dialog.verdict.text()
    # the axis that it was is gone, and an id takes no place
    assert (dialog.x1.currentText(), dialog.x2.currentText()) == ("pay", "")
    assert caption(dialog, "age") == "class, > median"

    def type_cut() -> None:
        box = next(w for w in QApplication.topLevelWidgets() if isinstance(w, CutDialog))
        box.cut.selectAll()
        qtbot.keyClicks(box.cut, "30")
        qtbot.keyClick(box.cut, Qt.Key.Key_Return)

    QTimer.singleShot(0, type_cut)
    pick(dialog, "age", "Two classes at a number", qtbot)
    assert "class age: age ≤ 30 (-, " in dialog.verdict.text()
    assert dialog.reading.kinds["age"] == ColumnKind("above", 30.0)
    menu = menu_of(dialog, "age", qtbot)
    assert ticked(menu) == ["Two classes at 30…"]
    menu.close()


def test_cells_that_are_typed_count_as_missing_while_they_are_typed(qtbot: QtBot) -> None:
    dialog = opened(qtbot)
    qtbot.mouseClick(dialog.missing, LEFT)
    qtbot.keyClicks(dialog.missing, "20.5, 21.5")
    words = "8 rows without a value left out (20.5, 21.5 counted as missing)"
    assert words in dialog.verdict.text()
    assert dialog.columns.missing == ("20.5", "21.5")
    again = opened(qtbot, reading=dialog.reading)
    assert again.missing.text() == "20.5, 21.5"
    assert words in again.verdict.text()


def test_a_choice_that_cannot_be_is_said_and_can_be_taken_back(qtbot: QtBot) -> None:
    dialog = opened(qtbot)
    for name in ("age", "pay", "smoker", "colour", "kind", "id"):
        pick(dialog, name, "Leave out", qtbot)
    assert "all columns are left out; take some of them" in dialog.verdict.text()
    assert not dialog.import_button.isEnabled()
    for name in ("kind", "age", "pay"):
        pick(dialog, name, "As found", qtbot)
    qtbot.waitUntil(dialog.import_button.isEnabled)
    assert "age (x1) against pay (x2), class kind" in dialog.verdict.text()


def test_labels_come_from_another_file(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path := tmp_path / "y.csv").write_text("p\nq\n" * 15)
    dialog = opened(qtbot, "\n".join(["x,y", *(f"{k}.25,{k * k % 7}.5" for k in range(30))]))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    choose(dialog.label, ASKS_FOR_LABELS)
    assert "x (x1) against y (x2), class label: p (-, 15), q (+, 15)" in dialog.verdict.text()
    assert dialog.reading.labels == str(path)
    path.write_text("p\nq\n")
    choose(dialog.label, ASKS_FOR_LABELS)
    assert "1 row of labels for 30 rows of t.csv; each row needs one" in dialog.verdict.text()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    choose(dialog.label, "One class")
    choose(dialog.label, ASKS_FOR_LABELS)
    assert dialog.label.currentText() == "One class"
