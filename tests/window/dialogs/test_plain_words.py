"""What comes from a file is shown character by character: in labels, boxes, tool tips, menus and
the status line.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

import linclass_gui.window
from linclass_gui.figures.requests import Recipe
from linclass_gui.files.tables import parse_table
from linclass_gui.markup.mathtext import parse, plain_text
from linclass_gui.scene.document import Document
from linclass_gui.window.dialogs import forms as dialogs
from linclass_gui.window.dialogs.export import ExportDialog
from linclass_gui.window.dialogs.forms import CoordinatesDialog, NamesDialog
from linclass_gui.window.dialogs.sampling import PopulationsDialog
from linclass_gui.window.dialogs.table import TableDialog
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.widgets.layouts import PlainLabel, plain_entry, plain_tip
from linclass_gui.window.widgets.themed import descendants

HOSTILE = '<img src="x"><b>bold</b>'


@pytest.fixture
def hostile(document: Document) -> Document:
    return replace(
        document,
        dataset=document.dataset.renamed((HOSTILE, "<i>other</i>")),
        title=HOSTILE,
        notes=HOSTILE,
    )


def test_every_label_of_the_window_is_a_plain_one() -> None:
    for path in Path(linclass_gui.window.__file__).parent.rglob("*.py"):
        made = re.findall(
            r"(?<!class PlainLabel\()\bQLabel\((?!\):)", path.read_text(encoding="utf-8")
        )
        assert not made, f"{path.name}: use PlainLabel"


def test_dialogs_about_a_document_show_its_names_as_they_are(
    qtbot: QtBot, hostile: Document
) -> None:
    table = parse_table('a,b,kind\n1,2,"<img src=x>"\n3,4,<u>y</u>\n', "<b>t</b>.csv")
    opened: list[QDialog] = [
        CoordinatesDialog(hostile.dataset, 0),
        NamesDialog(hostile),
        TableDialog(table, hostile),
    ]
    opened.append(PopulationsDialog(hostile, lambda: None))
    for dialog in opened:
        qtbot.addWidget(dialog)
        dialog.show()
        for label in dialog.findChildren(QLabel):
            is_constant = type(label) is QLabel  # made by the form for the name of a row
            assert label.textFormat() == Qt.TextFormat.PlainText or (
                is_constant and "<" not in label.text()
            ), label.text()
    verdict = opened[2].findChildren(PlainLabel)[-1].text()
    assert "<img src=x>" in verdict


@pytest.mark.parametrize(
    "ask",
    [lambda w: dialogs.say_error(w, HOSTILE), lambda w: dialogs.ask_about_changes(w, HOSTILE)],
)
def test_boxes_show_names_as_they_are(window: MainWindow, ask: object) -> None:
    seen: list[QLabel] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert HOSTILE in box.text()
        assert all(
            label.textFormat() == Qt.TextFormat.PlainText for label in box.findChildren(QLabel)
        )
        seen.append(box.findChildren(QLabel)[0])
        box.reject()

    QTimer.singleShot(0, look)
    ask(window)
    assert seen


def test_tool_tips_show_words_as_they_are() -> None:
    assert plain_tip("two\nlines") == "two\nlines"
    lines = plain_tip("W" * 1000).split("\n")
    assert "".join(lines) == "W" * 1000
    assert max(map(len, lines)) < 60
    assert plain_tip("<b>x</b> & y") == "<p>&lt;b&gt;x&lt;/b&gt; &amp; y</p>"
    assert plain_tip("a < b") == "<p>a &lt; b</p>"


def test_entries_of_menus_show_words_as_they_are() -> None:
    assert plain_entry("this & that") == "this && that"
    assert plain_entry("two\nlines") == r"two\nlines"


def test_a_label_is_one_line_whatever_breaks_it() -> None:
    assert plain_text(parse("two\u2028lines\r\nthree\x00four")) == "two lines three four"


MARK_UP = re.compile(r"\$|[_^]\{|\\[a-z]")
SAID = (
    "text",
    "title",
    "windowTitle",
    "toolTip",
    "statusTip",
    "accessibleName",
    "placeholderText",
    "currentText",
)


def _said(root: QWidget) -> Iterator[str]:
    """All that a part of the window says in words of its own."""
    for part in (root, *descendants(root), *root.findChildren(QAction)):
        yield from (getattr(part, name)() for name in SAID if callable(getattr(part, name, None)))
        if isinstance(part, QComboBox):
            yield from (part.itemText(at) for at in range(part.count()))


def test_no_menu_and_no_dialog_shows_mark_up(
    window: MainWindow, document: Document, qtbot: QtBot
) -> None:
    """Names like x_1 are mathematics where they are drawn and plain words everywhere else."""
    window.session.set_selection(frozenset({0, 1}))
    for menu in window.findChildren(QMenu):
        menu.aboutToShow.emit()
    dialogs: list[QDialog] = [
        CoordinatesDialog(document.dataset, 0),
        NamesDialog(document),
    ]
    dialogs += [
        PopulationsDialog(document, lambda: None),
        ExportDialog(window.session.scene, Recipe(), window),
    ]
    for dialog in dialogs:
        qtbot.addWidget(dialog)
    raw = [words for root in (window, *dialogs) for words in _said(root) if MARK_UP.search(words)]
    assert not raw
