"""What the import dialog asks about a table: the decimal mark where it is open, and rows that may
be left out.
"""

from pathlib import Path

import openpyxl
import pytest
from entering import choose
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from linclass_gui.files.reading import TableReading
from linclass_gui.files.table_formats import read_table, table_in_text
from linclass_gui.scene.document import Document
from linclass_gui.window.dialogs.table import TableDialog

OPEN = "a\tb\tkind\n9,447\t31,326\tx\n1,447\t54,160\ty\n"


def rows_with(*cells: str) -> str:
    rows = [f"{0.1 * k % 1.7:.3f},{0.3 * k % 2.3:.3f},{'ab'[k % 2]}\n" for k in range(60)]
    rows[50 : 50 + len(cells)] = [f"{cell},0.5,b\n" for cell in cells]
    return "x,y,kind\n" + "".join(rows)


def opened(qtbot: QtBot, text: str, reading: TableReading | None = None) -> TableDialog:
    dialog = TableDialog(table_in_text(text, "t"), Document.empty(), reading=reading)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_a_mark_that_is_open_is_asked_for_and_one_that_is_clear_is_not(qtbot: QtBot) -> None:
    dialog = opened(qtbot, OPEN)
    qtbot.waitUntil(dialog.import_button.isEnabled)
    assert dialog.decimal.isVisible()
    assert [dialog.decimal.itemText(k) for k in range(2)] == [
        "point: 9,447 is 9447",
        "comma: 9,447 is 9.447",
    ]
    assert dialog.decimal.currentIndex() == 0
    assert dialog.document.dataset.X.tolist() == [[9447, 31326], [1447, 54160]]
    assert "commas separate thousands" in dialog.verdict.text()
    choose(dialog.decimal, "comma: 9,447 is 9.447")
    qtbot.waitUntil(
        lambda: dialog.document is not None and dialog.document.dataset.X[0, 0] == 9.447
    )
    assert "numbers with decimal commas" in dialog.verdict.text()
    assert dialog.table.decimal == ","  # with which the columns are chosen anew
    again = opened(qtbot, OPEN, dialog.reading)
    qtbot.waitUntil(again.import_button.isEnabled)
    assert (again.decimal.isVisible(), again.decimal.currentIndex()) == (True, 1)
    clear = opened(qtbot, OPEN.replace("1,447", "4,47"))
    qtbot.waitUntil(clear.import_button.isEnabled)
    assert not clear.decimal.isVisible()


def test_what_may_stand_for_missing_values_is_left_out_by_a_tick(qtbot: QtBot) -> None:
    cells, words = ("#VALUE!", "-999"), "2 rows with #VALUE!, -999"
    dialog = opened(qtbot, rows_with(*cells))
    qtbot.waitUntil(dialog.drop.isVisible)
    assert (dialog.drop.text(), dialog.drop.isChecked()) == (f"Leave out {words}", False)
    assert not dialog.import_button.isEnabled()
    assert "the tick above leaves such rows out" in dialog.verdict.text()
    qtbot.mouseClick(dialog.drop, Qt.MouseButton.LeftButton, pos=dialog.drop.rect().center())
    qtbot.waitUntil(lambda: "counted as missing" in dialog.verdict.text())
    assert len(dialog.document.dataset) == 60 - len(cells)
    assert set(dialog.columns.missing) == set(cells)
    choose(dialog.x2, "")
    qtbot.waitUntil(
        lambda: "on a line" in dialog.verdict.text() or "#VALUE!" in dialog.verdict.text()
    )
    assert not dialog.drop.isChecked()  # other axes, other values


def test_a_column_is_never_the_class_and_an_axis(qtbot: QtBot) -> None:
    dialog = opened(qtbot, "hours,passed\n" + "".join(f"{k}.5,{int(k > 5)}\n" for k in range(12)))
    qtbot.waitUntil(dialog.import_button.isEnabled)
    assert (dialog.columns.x1, dialog.columns.x2, dialog.columns.label) == ("hours", "", "passed")
    choose(dialog.x2, "passed")
    qtbot.waitUntil(lambda: "choose another axis" in dialog.verdict.text())
    rows = [f"{k % 7}.5,{k % 2},{k * k % 9}.5,{int(k % 5 > 2)}\n" for k in range(20)]
    dialog = opened(qtbot, "length,treated,mass,sick\n" + "".join(rows))
    qtbot.waitUntil(dialog.import_button.isEnabled)
    choose(dialog.x2, "treated")
    choose(dialog.label, "treated")
    qtbot.waitUntil(lambda: "length (x1) against mass (x2), class treated" in dialog.verdict.text())


@pytest.mark.parametrize(
    "text", ["x,y,kind\n1,2,oak\n2,1,oak\n4,4,oak\n", "x,y\n1,2\n2,1.5\n4,4\n"]
)
def test_points_without_a_second_class_are_one_click_away(qtbot: QtBot, text: str) -> None:
    dialog = opened(qtbot, text)
    qtbot.waitUntil(dialog.one_class.isVisible)
    assert not dialog.import_button.isEnabled()
    QTest.mouseClick(dialog.one_class, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.import_button.isEnabled)
    assert dialog.label.currentText() == "One class"
    assert not dialog.one_class.isVisible()
    assert dialog.document.dataset.X.shape == (3, 2)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_a_file_is_read_with_other_letters_or_from_another_sheet(
    qtbot: QtBot, tmp_path: Path
) -> None:
    (letters := tmp_path / "t.csv").write_bytes("x,y,kind\n1,2,猫\n2,1,尺寸\n".encode("gb18030"))
    book = openpyxl.Workbook()
    for sheet, kind in ((book.active, "猫"), (book.create_sheet("New"), "尺寸")):
        for row in (["x", "y", "kind"], [1, 2, "猫"], [2, 1, kind]):
            sheet.append(row)
    book.save(sheets := tmp_path / "t.xlsx")
    for path, field, choice in (
        (letters, "encoding", "Chinese, simplified"),
        (sheets, "sheet", "New"),
    ):
        dialog = TableDialog(read_table(path), Document.empty())
        qtbot.addWidget(dialog)
        choose(getattr(dialog, field), choice)
        qtbot.waitUntil(dialog.import_button.isEnabled)
        assert dialog.document.dataset.class_names == ("尺寸", "猫")
