"""The fields of the import dialog: axes, classes, plane, missing values, and what the file leaves
open.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QDialog, QGridLayout, QLineEdit, QWidget

from ...files.cells import number
from ...files.column_kinds import LEFT_OUT, ColumnKind
from ...files.columns import Columns
from ...files.letters import ENCODINGS
from ...files.numerals import MARKS
from ...files.tables import SENTENCES, Table, TypedColumn
from ...scene.planes import KINDS, METHOD
from ..widgets.controls import ComboField, TickBox
from ..widgets.layouts import PlainLabel, with_name
from .column_menu import ColumnChoice
from .table_parts import ClassTicks, TablePreview

# Entries of the class column behind the columns themselves, and their data.
ONE_CLASS, OF_ANOTHER_FILE = "One class", "Labels of another file…"
NO_LABEL, ASKS_FOR_LABELS = 0, 1
WORDS_OF_MARKS = {".": "point", ",": "comma"}


class TableForm(QDialog):
    """The fields above the preview, and the choice that they make together."""

    def __init__(self, table: Table, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.x1, self.x2, self.label, self.plus, self.minus, self.plane, self.decimal = (
            ComboField() for _ in range(7)
        )
        self.others = ClassTicks()
        self.view = TablePreview()
        self.suspects: tuple[str, ...] = ()  # cells that the tick leaves out
        self.grid = QGridLayout()
        self._lay_out(table)

    def _lay_out(self, table: Table) -> None:
        grid = self.grid
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        columns = (
            ("Horizontal axis", self.x1, "x1"),
            ("Vertical axis", self.x2, "x2"),
            ("Class column", self.label, "label"),
        )
        for row, (words, combo, name) in enumerate(columns):
            _add_field(grid, row, 0, words, with_name(combo, name, words))
        classes = (("Positive class", self.plus, "plus"), ("Negative class", self.minus, "minus"))
        for row, (words, combo, name) in enumerate(classes):
            _add_field(grid, row, 2, words, with_name(combo, name, words))
        grid.addWidget(self.others.words, 2, 2)
        grid.addWidget(self.others, 2, 3)
        tip = "Each axis in deviations from its mean: another metric, so other fits"
        self.standardise = with_name(TickBox("Standardise the axes"), "standardise", tip=tip)
        self.plane.addItems([words for kind, words in KINDS.items() if kind != METHOD])
        tip = "Two columns, or a plane that is made of all columns of numbers"
        _add_field(grid, 3, 0, "Shown are", with_name(self.plane, "plane", "Shown are", tip))
        grid.addWidget(self.standardise, 3, 2, 1, 2)
        self._add_choices_of_file(grid, table)
        self._add_missing(grid)
        self._add_first_row(grid, table)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)

    def _add_choices_of_file(self, grid: QGridLayout, table: Table) -> None:
        """The encoding of a text or the sheet of a workbook, and the decimal mark, where they are
        open.
        """
        self.encoding = with_name(
            ComboField(),
            "encoding",
            "Letters of",
            "The file does not state its encoding: choose until the names can be read",
        )
        self.encoding.addItems(list(ENCODINGS.values()))
        self.sheet = with_name(
            ComboField(), "sheet", "Sheet", "The sheet of the workbook that is read"
        )
        self.sheet.addItems(list(table.sheets))
        self.sheet.setCurrentText(table.sheet)
        # Text has an encoding and a workbook has sheets: one place is enough.
        choices = (
            ("Letters of", self.encoding, bool(table.encoding)),
            ("Sheet", self.sheet, len(table.sheets) > 1),
        )
        for words, combo, is_open in choices:
            if is_open:  # one that is hidden would take the space between the rows from the other
                _add_field(grid, 4, 0, words, combo)
            else:
                self._hide_field(combo)
        self.decimal_words = PlainLabel("Decimal mark")
        with_name(
            self.decimal,
            "decimal",
            "Decimal mark",
            "The numbers of this table can be read in two ways: choose the right one",
        )
        for place, widget in enumerate((self.decimal_words, self.decimal), 2):
            grid.addWidget(widget, 4, place)
            widget.hide()

    def _add_missing(self, grid: QGridLayout) -> None:
        """Cells that count as missing: typed, and those that look so."""
        self.missing = with_name(
            QLineEdit(),
            "missing",
            "Missing values",
            "Cells that have no value beside empty ones and NA, between commas",
        )
        self.missing.setPlaceholderText("empty, NA and ?; others such as -999")
        _add_field(grid, 5, 0, "Missing are", self.missing)
        self.drop = with_name(
            TickBox(),
            "drop",
            "leave rows out",
            "A value that stands for a missing one, or is no number",
        )
        grid.addWidget(self.drop, 5, 2, 1, 2)
        self.drop.hide()

    def _add_first_row(self, grid: QGridLayout, table: Table) -> None:
        """What the first row of a file is, where it may be either."""
        self.first_row = with_name(
            ComboField(),
            "first-row",
            "First row",
            "Its cells may be names or values: choose what they are",
        )
        self.first_row.addItems(["names of the columns", "a point"])
        if table.is_header_open and Path(table.source).is_file():
            self.first_row.setCurrentIndex(int(not table.has_names))
            _add_field(grid, 6, 0, "First row", self.first_row)
        else:
            self._hide_field(self.first_row)

    def _hide_field(self, field: QWidget) -> None:
        """Let a field that is not shown go with the dialog."""
        field.setParent(self)
        field.hide()

    def offer_columns(self, table: Table) -> None:
        """Offer the columns of a table as it is read."""
        for combo in (self.x1, self.x2, self.label):
            combo.clear()
            combo.addItems(list(table.header))
        self.x2.addItem("")  # points on a line
        self.label.insertSeparator(self.label.count())
        self.label.addItem(ONE_CLASS, NO_LABEL)
        self.label.addItem(OF_ANOTHER_FILE, ASKS_FOR_LABELS)

    def show_columns(self, columns: Columns) -> None:
        """Choose axes and class."""
        self.x1.setCurrentText(columns.x1)
        self.x2.setCurrentIndex(self.x2.findText(columns.x2))
        self.show_label(columns.label)

    def show_label(self, name: str) -> None:
        """Choose the class column, or (empty) one class."""
        place = self.label.findText(name) if name else self.label.findData(NO_LABEL)
        self.label.setCurrentIndex(place)

    def offer_mark(self, doubtful: TypedColumn | None) -> None:
        """Offer the decimal marks of a column that can be read in two ways, if there is one."""
        if doubtful is not None:
            example = doubtful.numerals.example
            self.decimal.clear()
            self.decimal.addItems(
                [
                    f"{words}: {example} is {number(example, mark):.12g}"
                    for mark, words in WORDS_OF_MARKS.items()
                ]
            )
            self.decimal.setCurrentIndex(MARKS.index(doubtful.decimal))
        for widget in (self.decimal_words, self.decimal):
            widget.setVisible(doubtful is not None)

    @property
    def label_column(self) -> str:
        """The chosen class column; empty for one class."""
        return self.label.currentText() if self.label.currentData() is None else ""

    @property
    def typed_missing(self) -> tuple[str, ...]:
        """The cells that were typed as missing ones."""
        cells = (cell.strip() for cell in self.missing.text().split(","))
        return tuple(dict.fromkeys(cell for cell in cells if cell))

    @property
    def columns(self) -> Columns:
        """The chosen columns."""
        x1, x2, minus, plus = (
            combo.currentText() for combo in (self.x1, self.x2, self.minus, self.plus)
        )
        names = tuple(name for name in self.others.ticked_classes if name not in (minus, plus))
        dropped = self.suspects if self.drop.isChecked() else ()
        return Columns(
            x1,
            x2,
            self.label_column,
            tuple(filter(None, (minus, plus, *names))),
            plane=list(KINDS)[self.plane.currentIndex()],
            missing=tuple(dict.fromkeys((*self.typed_missing, *dropped))),
        )

    def show_captions(self, source: Table, kinds: Mapping[str, ColumnKind]) -> None:
        """Say in each heading how its column is read."""
        captions: dict[str, str] = {}
        roles = (
            (self.x1.currentText(), "axis x1"),
            (self.x2.currentText(), "axis x2"),
            (self.label_column, "class"),
        )
        for k, name in enumerate(source.header):
            role = next((words for role_name, words in roles if role_name == name), "")
            kind = kinds.get(name)
            caption = ColumnChoice(source.columns[k], kind, role == "class").caption
            if kind is None or kind.name == LEFT_OUT:
                captions[name] = role or caption
            elif kind.name == SENTENCES:
                captions[name] = caption
            else:
                captions[name] = f"{role}, {caption}" if role else caption
        self.view.show_captions(captions)


def _add_field(grid: QGridLayout, row: int, place: int, words: str, field: QWidget) -> None:
    grid.addWidget(PlainLabel(words), row, place)
    grid.addWidget(field, row, place + 1)
