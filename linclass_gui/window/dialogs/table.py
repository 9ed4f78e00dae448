"""Importing a table: the columns of the coordinates, that of the class, and the classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QTableView,
    QWidget,
)

from solvers import Dataset

from ...draw.small_pictures import paint_scatter
from ...errors import UserError
from ...files.as_read import AsRead
from ...files.cells import number
from ...files.columns import Columns, Guess, guess_columns
from ...files.first_picture import (
    FirstPicture,
    Scales,
    as_shown,
    first_picture,
    with_methods_like,
)
from ...files.table_formats import ENCODINGS, read_table
from ...files.table_points import Suspects, suspects
from ...files.tables import Table
from ...markup.numbers import count_words
from ...scene.document import Document
from ...scene.planes import KINDS, METHOD, TURNED
from ..session.background import LatestQuery, error_sentence
from ..widgets.controls import ComboField, TickBox
from ..widgets.layouts import PlainLabel, in_column, in_row, with_name
from ..widgets.themed import Themed, restyle
from ..widgets.window_behaviour import resize_within_screen
from .forms import answer_buttons, theme_of

Index = QModelIndex | QPersistentModelIndex
PREVIEW_ROWS, MOST_CLASSES = 200, 100
ROWS, ROW = 4, 22  # of the list of classes, shown at once
FEW_CLASSES = 5  # up to this many, all are ticked at first
MARKS = {"point": ".", "comma": ","}
T = TypeVar("T")


class TableModel(QAbstractTableModel):
    """The first rows of a table, numbered by their lines in the file."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else min(len(self._table.rows), PREVIEW_ROWS)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._table.header)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._table.rows[index.row()][index.column()]
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self._table.header[section]
            if orientation == Qt.Orientation.Horizontal
            else self._table.lines[section]
        )


class ClassTicks(QListWidget):
    """The classes to take; hidden while there are two."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        with_name(self, "others", "classes to import")
        self.words = PlainLabel("Classes")
        self.itemChanged.connect(self.changed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.offer((), ticked=False)

    def offer(self, classes: Sequence[str], ticked: bool) -> None:
        """Offer these classes."""
        self.blockSignals(True)
        self.clear()
        for name in classes:
            item = QListWidgetItem(name, self)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self.blockSignals(False)
        self.setFixedHeight(ROW * min(len(classes), ROWS) + 6)
        for part in (self, self.words):
            part.setVisible(len(classes) > 2)  # of two there is nothing to choose

    def tick(self, names: Sequence[str]) -> None:
        """Tick these classes and no others."""
        self.blockSignals(True)
        for row in range(self.count()):
            item = self.item(row)
            item.setCheckState(
                Qt.CheckState.Checked if item.text() in names else Qt.CheckState.Unchecked
            )
        self.blockSignals(False)

    @property
    def ticked_classes(self) -> tuple[str, ...]:
        """The names of the classes with a tick, none while there are only two."""
        items = (self.item(row) for row in range(self.count())) if self.count() > 2 else ()
        return tuple(item.text() for item in items if item.checkState() is Qt.CheckState.Checked)


class Scatter(Themed, QWidget):
    """The points of the choice, each axis to its own scale."""

    fixed = (200, None)

    def __init__(self) -> None:
        super().__init__()
        with_name(
            self,
            "scatter",
            "points of the choice",
            "What the chosen columns look like, each axis to its own scale",
        )
        self.dataset: Dataset | None = None

    def show_points(self, dataset: Dataset | None) -> None:
        """Show these points, or none."""
        self.dataset = dataset
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p, area = self.painter(), self.colours, self.area
        painter.setPen(QPen(QColor(p.hairline), 1.0))
        painter.setBrush(QColor(p.canvas))
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        if self.dataset is not None:
            paint_scatter(painter, self.dataset, area.adjusted(1.0, 1.0, -1.0, -1.0), self.theme)


class TableDialog(QDialog):
    """Shows the table and the resulting points; ``document`` is the answer, or None while something
    is wrong.

    ``like`` is the document that is open: its methods and layers are kept, its points are not.
    ``columns`` is the initial choice, where the table is open already.
    """

    def __init__(
        self,
        table: Table,
        like: Document,
        parent: QWidget | None = None,
        columns: Columns | None = None,
    ) -> None:
        super().__init__(parent)
        self._table, self._like, self._shown = table, like, columns
        self.document: Document | None = None
        self._newest = LatestQuery(self)
        self.setWindowTitle("Columns" if columns else "Import table")
        self.setObjectName("csv-dialog")
        resize_within_screen(self, 760, 520)
        self._missing: tuple[str, ...] = columns.missing if columns else ()
        self._guess: Guess | None = None
        self.x1, self.x2, self.label, self.plus, self.minus, self.plane, self.decimal = (
            ComboField() for _ in range(7)
        )
        self.others = ClassTicks()
        self.scatter = Scatter()
        self.verdict = PlainLabel(wraps=True)
        self.verdict.setMinimumHeight(40)
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignTop)
        buttons = answer_buttons(self, "Show" if columns else "Import")
        self.import_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        beside = in_row(None, (self._preview(), 1), self.scatter, spacing=16)
        in_column(
            self,
            self._choices(),
            (beside, 1),
            self.verdict,
            buttons,
            margins=(24, 24, 24, 16),
            spacing=16,
        )
        restyle(self, theme_of(parent))
        self._show_table(table)

    @property
    def table(self) -> Table:
        """The table, read in the chosen encoding."""
        return self._table

    def _read_again(self, encoding: str = "", sheet: str = "") -> None:
        self._ask(partial(read_table, Path(self._table.source), encoding, sheet), self._show_table)

    def _show_table(self, table: Table) -> None:
        """Begin with a table."""
        self._table = table = replace(table, is_asked=True)
        for combo in (self.x1, self.x2, self.label):
            combo.clear()
            combo.addItems(list(table.header))
        self.x2.addItem("")  # points on a line
        self._model = TableModel(table)  # a view does not own its model
        self.view.setModel(self._model)
        if table.encoding:
            self.encoding.setCurrentIndex(list(ENCODINGS).index(table.encoding))
        self._suggest()

    def _choices(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        entries = (
            ("Horizontal axis", self.x1),
            ("Vertical axis", self.x2),
            ("Class column", self.label),
        )
        for row, (words, combo) in enumerate(entries):
            combo.setObjectName(("x1", "x2", "label")[row])
            grid.addWidget(PlainLabel(words), row, 0)
            grid.addWidget(combo, row, 1)
        for row, (words, combo) in enumerate(
            (("Positive class", self.plus), ("Negative class", self.minus))
        ):
            combo.setObjectName(("plus", "minus")[row])
            grid.addWidget(PlainLabel(words), row, 2)
            grid.addWidget(combo, row, 3)
        grid.addWidget(self.others.words, 2, 2)
        grid.addWidget(self.others, 2, 3)
        tip = "Each axis in deviations from its mean: another metric, so other fits"
        self.standardise = with_name(TickBox("Standardise the axes"), "standardise", tip=tip)
        self.standardise.clicked.connect(self._judge)
        self.plane.addItems(
            [words for kind, words in KINDS.items() if kind not in (METHOD, TURNED)]
        )
        with_name(
            self.plane,
            "plane",
            tip="Two columns, or a plane that is made of all columns of numbers",
        )
        self.plane.activated.connect(self._judge)
        self.encoding = ComboField()
        self.encoding.addItems(list(ENCODINGS.values()))
        self.encoding.setObjectName("encoding")
        self.encoding.setToolTip(
            "The file does not state its encoding: choose until the names can be read"
        )
        self.encoding.activated.connect(
            lambda index: self._read_again(encoding=list(ENCODINGS)[index])
        )
        self.sheet = ComboField()
        self.sheet.addItems(list(self._table.sheets))
        self.sheet.setCurrentText(self._table.sheet)
        self.sheet.setObjectName("sheet")
        self.sheet.setToolTip("The sheet of the workbook that is read")
        self.sheet.activated.connect(
            lambda index: self._read_again(sheet=self._table.sheets[index])
        )
        # Text has an encoding and a workbook has sheets: one place is enough.
        choices = (
            ("Letters of", self.encoding, bool(self._table.encoding)),
            ("Sheet", self.sheet, len(self._table.sheets) > 1),
        )
        for words, combo, is_open in choices:
            if is_open:  # one that is hidden would take the space between the rows from the other
                grid.addWidget(PlainLabel(words), 4, 0)
                grid.addWidget(combo, 4, 1)
        self._decimal_words = PlainLabel("Decimal mark")
        with_name(
            self.decimal,
            "decimal",
            tip="The numbers of this table can be read in two ways: choose the right one",
        )
        self.decimal.activated.connect(self._choose_decimal)
        self.drop = with_name(
            TickBox(),
            "drop",
            "leave rows out",
            "A value that stands for a missing one, or is no number",
        )
        self.drop.setChecked(bool(self._missing))
        self.drop.clicked.connect(self._judge)
        for place, widget in enumerate((self._decimal_words, self.decimal), 2):
            grid.addWidget(widget, 4, place)
            widget.hide()
        grid.addWidget(self.drop, 5, 0, 1, 4)
        self.drop.hide()
        grid.addWidget(PlainLabel("Shown are"), 3, 0)
        grid.addWidget(self.plane, 3, 1)
        grid.addWidget(self.standardise, 3, 2, 1, 2)
        self.others.changed.connect(self._judge)
        for combo in (self.x1, self.x2):
            combo.activated.connect(self._choose_axes)
        for combo in (self.plus, self.minus):
            combo.activated.connect(self._two_chosen)
        self.label.activated.connect(lambda: self._choose_label(None))
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        return grid

    def _preview(self) -> QTableView:
        self.view = QTableView()
        self.view.setAccessibleName("The first rows")
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.view.setTabKeyNavigation(False)  # else Tab goes round in it for ever
        self.view.verticalHeader().setDefaultSectionSize(24)
        self.view.setToolTip(f"The first {PREVIEW_ROWS} rows, numbered by their lines in the file")
        return self.view

    def _suggest(self) -> None:
        """Begin with the shown columns, or those that look right; where none do, say so and let the
        user choose.
        """
        if self._shown is not None:
            self.plane.setCurrentIndex(max(0, self.plane.findText(KINDS[self._shown.plane])))
        self._ask(partial(_beginning, self._table, self._shown), self._begin)

    def _begin(self, beginning: Beginning) -> None:
        doubtful, columns = beginning.doubtful, beginning.columns
        self._guess = beginning.guess
        if doubtful is not None:
            example = self._table.numerals[doubtful].example
            self.decimal.clear()
            self.decimal.addItems(
                [
                    f"{name}: {example} is {number(example, mark):.12g}"
                    for name, mark in MARKS.items()
                ]
            )
            self.decimal.setCurrentIndex(
                list(MARKS.values()).index(self._table.decimal_of(doubtful))
            )
        for widget in (self._decimal_words, self.decimal):
            widget.setVisible(doubtful is not None)
        if isinstance(columns, UserError):
            if self.label.count() - 1 in self._table.numeric:
                self._refuse_choice(columns)
                return
            # Words at the end name the classes: then the columns before them are unreadable.
            self.x2.setCurrentIndex(1)
            self.label.setCurrentIndex(self.label.count() - 1)
        else:
            for combo, name in (
                (self.x1, columns.x1),
                (self.x2, columns.x2),
                (self.label, columns.label),
            ):
                combo.setCurrentText(name)
        self._choose_label(columns if isinstance(columns, Columns) else None)

    def _choose_axes(self, *_arguments: object) -> None:
        """Other axes have other values: none of them is left out unasked."""
        self.drop.setChecked(False)
        self._judge()

    def _choose_decimal(self, index: int) -> None:
        self._table = replace(self._table, decimal=list(MARKS.values())[index])
        self._choose_label(self.columns)

    def _two_chosen(self, *_arguments: object) -> None:
        """Choosing two classes excludes the others; ticks bring them back."""
        self.others.tick((self.minus.currentText(), self.plus.currentText()))
        self._judge()

    def _choose_label(self, columns: Columns | None) -> None:
        classes = partial(self._table.classes, self.label.currentText())
        self._ask(lambda: list(classes())[:MOST_CLASSES], partial(self._offer_classes, columns))

    def _offer_classes(self, columns: Columns | None, classes: list[str]) -> None:
        for combo, index in ((self.minus, 0), (self.plus, min(1, len(classes) - 1))):
            combo.clear()
            combo.addItems(classes)
            combo.setCurrentIndex(index)
        if columns is not None and columns.minus and columns.plus:
            self.minus.setCurrentText(columns.minus)
            self.plus.setCurrentText(columns.plus)
        # All classes if they are few; of many, which would clutter the picture, the first two.
        self.others.offer(classes, ticked=len(classes) <= FEW_CLASSES)
        if columns is not None and columns is self._shown and columns.minus and columns.plus:
            self.others.tick((columns.minus, columns.plus, *columns.more_classes))
        self._judge()

    @property
    def columns(self) -> Columns:
        """The chosen columns."""
        x1, x2, label, minus, plus = (
            combo.currentText() for combo in (self.x1, self.x2, self.label, self.minus, self.plus)
        )
        names = tuple(name for name in self.others.ticked_classes if name not in (minus, plus))
        missing = self._missing if self.drop.isChecked() else ()
        return Columns(
            x1,
            x2,
            label,
            minus,
            plus,
            names,
            plane=list(KINDS)[self.plane.currentIndex()],
            missing=missing,
        )

    def _judge(self, *_arguments: object) -> None:
        """Try the choice: show the result, or what is wrong and on which line."""
        is_pair = self.plane.currentIndex() == 0
        for combo in (self.x1, self.x2):
            combo.setEnabled(is_pair)
        self._ask(
            partial(
                _try_out,
                self._table,
                self.columns,
                self._guess,
                self.drop.isChecked(),
                "standardised" if self.standardise.isChecked() else "",
            ),
            self._show_choice,
        )

    def _ask(self, work: Callable[[], T], show: Callable[[T], None]) -> None:
        """Compute something about the whole table, which may be long; nothing can be imported
        before it is done.
        """
        self.document = None
        self._newest.ask(work, show, self._refuse_choice)
        if self._newest.is_busy:
            self._say("Looking through the table…", "second")

    def _refuse_choice(self, error: Exception) -> None:
        self.scatter.show_points(None)
        self._say(error_sentence(error, UserError), "wrong")

    def _show_choice(self, trial: ImportTrial) -> None:
        doubtful = trial.suspects
        self._missing = doubtful.cells
        self.drop.setText(f"Leave out {count_words(doubtful.rows, 'row')} with {doubtful.words}")
        self.drop.setVisible(bool(doubtful.cells))
        if isinstance(trial.picture, UserError):
            hint = (
                "; the tick above leaves such rows out"
                if doubtful.cells and not self.drop.isChecked()
                else ""
            )
            self._say(f"{trial.picture}{hint}", "wrong")
            self.scatter.show_points(None)
        else:
            self._accept_choice(trial.picture.document, trial.picture.as_read)

    def _accept_choice(self, imported: Document, as_read: AsRead) -> None:
        self.document = with_methods_like(imported, self._like)
        # of several classes two are left: these are their signs
        if len(imported.dataset.class_names) == 2:
            for combo, name in zip(
                (self.minus, self.plus), imported.dataset.class_names, strict=True
            ):
                combo.setCurrentText(name)
        self.scatter.show_points(imported.dataset)
        sentence = as_shown(as_read, self.document).sentence
        plane = imported.plane
        plane_words = (
            ""
            if plane is None or self.plane.currentIndex() == 0
            else f". The plane {plane.sentence}"
        )
        self._say(f"{sentence}{plane_words}.", "second")

    def _say(self, sentence: str, tone: str) -> None:
        self.verdict.setText(sentence)
        self.verdict.setProperty("tone", tone)
        self.verdict.style().unpolish(self.verdict)
        self.verdict.style().polish(self.verdict)
        self.import_button.setEnabled(self.document is not None)

    def done(self, result: int) -> None:
        """Close; a running computation is cancelled."""
        self._newest.close()
        super().done(result)


@dataclass(frozen=True)
class ImportTrial:
    """A choice tried out: its picture, or why there is none; and what may stand for missing
    values.
    """

    picture: FirstPicture | UserError
    suspects: Suspects


def _try_out(
    table: Table, columns: Columns, guess: Guess | None, drops: bool, scales: Scales
) -> ImportTrial:
    """Try a choice of columns; ``drops`` leaves out the rows of what may stand for a missing
    value.
    """
    doubtful = suspects(table, columns)
    columns = replace(columns, missing=doubtful.cells if drops else ())
    try:
        return ImportTrial(first_picture(table, columns, guess, scales), doubtful)
    except UserError as error:
        return ImportTrial(error, doubtful)


@dataclass(frozen=True)
class Beginning:
    """The first column whose numbers can be read in two ways, and the columns to begin with, as
    they are given, or as a ``guess`` has them; or why there are none.
    """

    doubtful: int | None
    columns: Columns | UserError
    guess: Guess | None = None


def _beginning(table: Table, columns: Columns | None) -> Beginning:
    doubtful = next(iter(table.doubtful), None)
    if columns is not None:
        return Beginning(doubtful, columns)
    try:
        guess = guess_columns(table)
    except UserError as error:
        return Beginning(doubtful, error)
    return Beginning(doubtful, guess.columns, guess)
