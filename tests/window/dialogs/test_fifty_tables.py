"""Tables as people have them: each ends in the picture that is expected, or in one sentence that
says what to do.
"""

import bz2
import lzma
from contextlib import nullcontext
from pathlib import Path

import pytest
from entering import choose
from fifty_tables import (
    AB,
    FIFTY,
    FLOATS,
    HEAD,
    PLAIN,
    ROWS,
    WORDS,
    N,
    Ugly,
    csv,
    workbook,
    zipped,
)
from pytestqt.qtbot import QtBot

from linclass_gui.errors import UserError
from linclass_gui.files.read import is_table
from linclass_gui.files.table_formats import read_table, table_in_text
from linclass_gui.scene.document import Document
from linclass_gui.window.dialogs.table import TableDialog

PAGE = Path(__file__).parents[3] / "docs" / "tables.md"
ABC = ["a", "b", "kind"]
TESTED = ("a column of train and test",)


def _more() -> dict[str, Ugly]:
    arff = (
        "@relation t\n@attribute day date 'yyyy-MM-dd'\n@attribute a real\n@attribute b "
        "real\n@attribute note string\n"
    )
    arff += "@attribute class {p,q}\n@data\n" + "".join(
        f'2024-05-01,{a},{b},"no, yes",{kind}\n' for a, b, kind in PLAIN
    )
    sheets = {
        "About": [["Measured in May"]],
        "Data": [["Measurements"], [], HEAD, *([*map(float, r[:5]), r[5]] for r in ROWS)],
    }
    return {
        "comments between the rows and below": Ugly(
            csv(PLAIN[:9], ABC) + b"# then, later\n" + csv(PLAIN[9:], None) + b"# end\n",
            "t.csv",
            AB,
            "kind",
            WORDS,
        ),
        "packed by bzip2": Ugly(bz2.compress(csv(ROWS)), "many.csv.bz2"),
        "packed by xz": Ugly(lzma.compress(csv(ROWS)), "many.csv.xz"),
        "names and cells over two lines in quotes": Ugly(
            csv([[*r[:2], f'"{r[2]}\nx"'] for r in PLAIN], ['"a\nmm"', "b", "kind"]),
            "t.csv",
            ("a mm", "b"),
            "kind",
            ("p x", "q x"),
        ),
        "another sheet of a workbook": Ugly(
            lambda: workbook(
                {"Old": [HEAD, *([1, 2, 3, 4, 5, r[5]] for r in ROWS)], "New": sheets["Data"]}
            ),
            "t.xlsx",
            chosen=(("sheet", "New"),),
        ),
        "a spreadsheet of LibreOffice": Ugly(
            zipped("mimetype", b"x"), "t.ods", sentence="save it as .xlsx", is_refused=True
        ),
    }


TABLES = FIFTY | _more()


@pytest.mark.parametrize("what", TABLES)
def test_a_table_ends_in_its_picture_or_says_what_to_do(
    what: str, tmp_path: Path, qtbot: QtBot
) -> None:
    ugly = TABLES[what]
    content = ugly.content if isinstance(ugly.content, bytes) else ugly.content()
    with pytest.raises(UserError, match=ugly.sentence) if ugly.is_refused else nullcontext():
        if ugly.name:
            (path := tmp_path / ugly.name).write_bytes(content)
            assert is_table(path)
            table = read_table(path)
        else:
            table = table_in_text(content.decode(), "Clipboard")
    if ugly.is_refused:
        return
    dialog = TableDialog(table, Document.empty())
    qtbot.addWidget(dialog)
    for name, value in ugly.chosen:
        qtbot.waitUntil(dialog.import_button.isEnabled)
        choose(getattr(dialog, name), value)
    if ugly.sentence:
        qtbot.waitUntil(lambda: ugly.sentence in dialog.verdict.text())
        assert not dialog.import_button.isEnabled()
        return
    qtbot.waitUntil(dialog.import_button.isEnabled)
    columns, document = dialog.columns, dialog.document
    assert ((columns.x1, columns.x2), columns.label) == (ugly.axes, ugly.label)
    assert (document.dataset.class_names, len(document.dataset)) == (ugly.classes, ugly.n)
    if ugly.n == N and not ugly.is_other:
        assert document.dataset.X.tolist() == FLOATS[:, :2].tolist()
    assert (
        (document.test is not None) == ("test point" in dialog.verdict.text()) == (what in TESTED)
    )
    assert len(ugly.chosen) <= 2


def test_the_page_lists_them_all() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [what for what in TABLES if f"| {what} |" not in page] == []
