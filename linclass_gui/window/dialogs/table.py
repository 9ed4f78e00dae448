"""Importing a table: how each column is read, the columns of the coordinates, that of the class,
and the classes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QWidget

from ...errors import UserError
from ...files.as_read import AsRead
from ...files.column_kinds import ABOVE, ColumnKind, join_labels
from ...files.columns import NO_COLUMNS, Columns, Guess, guess_columns
from ...files.first_picture import as_shown, with_methods_like
from ...files.letters import ENCODINGS
from ...files.numerals import MARKS
from ...files.read import filter_of
from ...files.reading import Beginning, ImportTrial, TableReading, begin, read_source, try_out
from ...files.table_formats import SUFFIXES
from ...files.tables import Table
from ...markup.mathtext import cut_name
from ...markup.numbers import count_words
from ...scene.document import Document
from ...scene.looks import MOST_CLASSES
from ...scene.planes import KINDS
from ..session.background import LatestQuery, error_sentence
from ..widgets.layouts import PlainLabel, in_column, in_row, push_button
from ..widgets.themed import restyle
from ..widgets.window_behaviour import resize_within_screen
from .column_menu import ColumnChoice, CutDialog, open_column_menu
from .forms import answer_buttons, passing, theme_of
from .table_form import ASKS_FOR_LABELS, ONE_CLASS, TableForm
from .table_parts import Scatter

MOST_LISTED = 100  # classes that can be chosen from
# words written from right to left, which would turn the signs and numbers behind them round
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?: [\u0590-\u08ff]+)*")
WITHOUT_CLASS = "; or choose one class, or the class by the menu of a heading"
WITHOUT_NUMBERS = (
    "; the menu of a heading makes numbers of words: 0 and 1, a column for each, or counts"
)
T = TypeVar("T")
LONGEST_NAME = 60  # of a column or a class, in the sentence about the choice


class TableDialog(TableForm):
    """Shows the table and the resulting points; ``document`` is the answer, or None while something
    is wrong.

    ``like`` is the document that is open: its methods and layers are kept, its points are not.
    ``reading`` is the initial choice, where the table is open already; ``remark`` stands behind
    the line that says how the table is read.
    """

    def __init__(
        self,
        table: Table,
        like: Document,
        parent: QWidget | None = None,
        reading: TableReading | None = None,
        remark: str = "",
    ) -> None:
        super().__init__(table, parent)
        self._source, self._like, self._shown, self._remark = table, like, reading, remark
        self._table = table  # as it is read
        self._reading = reading or TableReading(decimal=table.decimal)
        self.document: Document | None = None
        self._guess: Guess | None = None
        # whether somebody wants points on a line, where there are other columns
        self._is_line = reading is not None and not reading.columns.x2
        self._judged_label = ""
        self._lacks_classes = False  # the class column, as far as it can be read
        self._offered: tuple[str, ...] | None = None  # the classes
        self._newest = LatestQuery(self)
        self.setWindowTitle("Columns" if reading else "Import table")
        self.setObjectName("csv-dialog")
        resize_within_screen(self, 860, 600)
        self.scatter = Scatter()
        self.verdict = PlainLabel(wraps=True)
        self.verdict.setMinimumWidth(1)  # a long name does not widen the dialog
        self.verdict.setMinimumHeight(40)
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.one_class = push_button(
            ONE_CLASS,
            self._choose_one_class,
            "one-class",
            "Show the points without classes: all of them are of class +",
        )
        self.one_class.setAutoDefault(False)
        buttons = answer_buttons(self, "Show" if reading else "Import")
        self.import_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.view.menu_wanted.connect(self._open_menu)
        beside = in_row(None, (self.view, 1), self.scatter, spacing=16)
        in_column(
            self,
            self.grid,
            (beside, 1),
            in_row(None, (self.verdict, 1), self.one_class, spacing=16),
            buttons,
            margins=(24, 24, 24, 16),
            spacing=16,
        )
        restyle(self, theme_of(parent))
        self._connect_fields()
        if reading is not None:
            plane = like.plane
            has_standard_plane = plane is not None and plane.is_standardised
            self.standardise.setChecked(like.units is not None or has_standard_plane)
            missing = reading.columns.missing
            self.missing.setText(", ".join(cell for cell in missing if "," not in cell))
            self.drop.setChecked(any("," in cell for cell in missing))
            self.plane.setCurrentIndex(max(0, self.plane.findText(KINDS[reading.columns.plane])))
        self._show_source(table)

    @property
    def table(self) -> Table:
        """The table, read as chosen."""
        return self._table

    def _connect_fields(self) -> None:
        for combo in (self.x1, self.x2):
            combo.activated.connect(self._choose_axes)
        for combo in (self.plus, self.minus):
            combo.activated.connect(self._two_chosen)
        self.label.activated.connect(self._label_chosen)
        self.others.changed.connect(self._judge)
        self.plane.activated.connect(self._judge)
        self.standardise.clicked.connect(self._judge)
        self.encoding.activated.connect(
            lambda index: self._read_again(encoding=list(ENCODINGS)[index])
        )
        self.sheet.activated.connect(
            lambda index: self._read_again(sheet=self._source.sheets[index])
        )
        self.first_row.activated.connect(
            lambda index: self._read_again(header=("yes", "no")[index])
        )
        self.decimal.activated.connect(self._choose_decimal)
        self.missing.textEdited.connect(self._choose_missing)
        self.drop.clicked.connect(self._judge)

    # --- the table as it is read ------------------------------------------------------------------

    def _read_again(self, encoding: str = "", sheet: str = "", header: str = "") -> None:
        """Read the file with another encoding, another sheet of it, or its first row otherwise."""
        reading = self._reading
        reading = replace(
            reading,
            encoding=encoding or reading.encoding,
            sheet=sheet or reading.sheet,
            header=header or reading.header,
        )

        def show(table: Table) -> None:
            names = set(table.header)
            kinds = {name: kind for name, kind in self._reading.kinds.items() if name in names}
            self._reading = replace(reading, kinds=kinds)
            self._show_source(table)

        self._ask(partial(read_source, Path(self._source.source), reading), show)

    def _show_source(self, table: Table) -> None:
        """Begin with a table of a file."""
        self._source = replace(table, is_asked=True)
        self.view.show_table(self._source)
        if table.encoding:
            self.encoding.setCurrentIndex(list(ENCODINGS).index(table.encoding))
        self._change_reading(self._shown.columns if self._shown is not None else None)

    def _change_reading(self, columns: Columns | None) -> None:
        """Read the columns of the table anew and begin with some of them, if they are still there,
        or (None) with those that look right.
        """
        reading = replace(self._reading, columns=columns or NO_COLUMNS)
        work = partial(begin, self._source, reading, columns is not None, self._is_line)
        self._ask(work, self._begin)

    def _begin(self, beginning: Beginning) -> None:
        self._lacks_classes = False
        self._table = table = beginning.table
        self._guess = beginning.guess if self._shown is None else None
        self.offer_columns(table)
        self.offer_mark(beginning.doubtful)
        columns = beginning.columns
        self.show_columns(columns)
        self.show_captions(self._source, self._reading.kinds)
        if beginning.fault and not table.numeric:
            self._refuse_choice(UserError(f"{beginning.fault}{WITHOUT_NUMBERS}"))
            return
        # Words at the end name the classes: then the columns before them are unreadable.
        if beginning.fault and columns.label and table.column(columns.label) in table.numeric:
            self._lacks_classes = True
            self._refuse_choice(UserError(f"{beginning.fault}{WITHOUT_CLASS}"))
            return
        self._choose_label(columns)

    # --- choosing ---------------------------------------------------------------------------------

    def _open_menu(self, column: int, place: QPoint) -> None:
        """Open the menu of a heading."""
        name = self._source.header[column]
        source = replace(self._source, decimal=self._reading.decimal)
        kind = self._reading.kinds.get(name)
        menu = open_column_menu(
            self,
            ColumnChoice(source.columns[column], kind, self.label_column == name),
            partial(self._choose_kind, name),
            lambda kind: self._choose_kind(name, kind, is_label=True),
            partial(self._ask_for_cut, name),
        )
        menu.popup(place)

    def _choose_kind(self, name: str, kind: ColumnKind | None, is_label: bool = False) -> None:
        """Read a column of the file in another way; as the class, if that was chosen."""
        kinds = {other: old for other, old in self._reading.kinds.items() if other != name}
        if kind is not None:
            kinds[name] = kind
        self._reading = replace(self._reading, kinds=kinds)
        columns = self.columns
        if is_label and columns.label != name:
            columns = replace(columns, label=name)
        self._change_reading(columns)

    def _ask_for_cut(self, name: str, cut: float) -> None:
        with passing(CutDialog(name, cut, self)) as dialog:
            if dialog.exec():
                self._choose_kind(name, ColumnKind(ABOVE, dialog.cut.number), is_label=True)

    def _choose_axes(self, *_arguments: object) -> None:
        """Other axes have other values: none of them is left out unasked."""
        self._is_line = not self.x2.currentText()
        self.drop.setChecked(False)
        self._judge()

    def _choose_missing(self) -> None:
        """Cells that count as missing have no class on either side of a number, either."""
        if self._reading.kinds:
            self._change_reading(self.columns)
        else:
            self._judge()

    def _choose_decimal(self, index: int) -> None:
        self._reading = replace(self._reading, decimal=MARKS[index])
        self._change_reading(self.columns)

    def _two_chosen(self, *_arguments: object) -> None:
        """Choosing two classes excludes the others; ticks bring them back."""
        self.others.tick((self.minus.currentText(), self.plus.currentText()))
        self._judge()

    def _label_chosen(self, index: int) -> None:
        if self.label.itemData(index) == ASKS_FOR_LABELS:
            self.show_label(self._judged_label)
            self._ask_for_labels()
            return
        label = self.label_column
        if label and label in (self.x1.currentText(), self.x2.currentText()):
            # a column is never the class and an axis
            self._ask(partial(guess_columns, self._table, label), self._take_axes)
        else:
            self._choose_label(None)

    def _take_axes(self, guess: Guess) -> None:
        self.show_columns(guess.columns)
        self._is_line = not guess.columns.x2
        self._choose_label(None)

    def _ask_for_labels(self) -> None:
        """Ask for the file that holds the class of each row."""
        name, _ = QFileDialog.getOpenFileName(
            self,
            "Labels of another file",
            str(Path(self._source.source).parent),
            f"{filter_of('Tables', SUFFIXES)};;All files (*)",
        )
        if name:
            self.take_labels(Path(name))

    def take_labels(self, path: Path) -> None:
        """Take the classes from another file, row by row."""
        source, columns = self._source, self.columns

        def show(table: Table) -> None:
            self._reading = replace(self._reading, labels=str(path))
            self._source = table
            self.view.show_table(table)
            self._change_reading(replace(columns, label=table.header[-1]))

        self._ask(lambda: join_labels(source, path), show)

    def _choose_one_class(self) -> None:
        self.label.setFocus()  # the button goes, and with it the keyboard, to Cancel
        self.show_label("")
        self._choose_label(None)

    def _choose_label(self, columns: Columns | None) -> None:
        label = self.label_column
        if label:
            column = self._table.column(label)
            self._ask(
                lambda: list(column.classes)[:MOST_LISTED], partial(self._offer_classes, columns)
            )
        else:
            self._offer_classes(columns, [])

    def _offer_classes(self, columns: Columns | None, classes: Sequence[str]) -> None:
        self._lacks_classes = len(classes) == 1
        for combo, index in ((self.minus, 0), (self.plus, min(1, len(classes) - 1))):
            combo.clear()
            combo.addItems(list(classes))
            combo.setCurrentIndex(index)
            combo.setEnabled(bool(classes))
        # All classes as far as they have looks of their own, as in a figure; else the first two.
        self.others.offer(classes, ticked=len(classes) <= MOST_CLASSES)
        if len(classes) > MOST_CLASSES:
            self.others.tick(classes[:2])
        are_the_same = self._offered in (None, tuple(classes))
        self._offered = tuple(classes)
        chosen_classes = () if columns is None else columns.classes
        if chosen_classes and are_the_same and set(chosen_classes[:2]) <= set(classes):
            for combo, name in zip((self.minus, self.plus), chosen_classes, strict=False):
                combo.setCurrentText(name)
            self.others.tick(chosen_classes)
        self._judge()

    # --- the choice -------------------------------------------------------------------------------

    @property
    def reading(self) -> TableReading:
        """How the table is read."""
        source = self._source
        return replace(
            self._reading,
            columns=self.columns,
            source=source.source,
            encoding=source.encoding,
            sheet=source.sheet,
        )

    def _judge(self, *_arguments: object) -> None:
        """Try the choice: show the result, or what is wrong and on which line."""
        self._judged_label = self.label_column
        is_pair = self.plane.currentIndex() == 0
        for combo in (self.x1, self.x2):
            combo.setEnabled(is_pair)
        self.show_captions(self._source, self._reading.kinds)
        reading = self.reading
        reading = replace(reading, columns=replace(reading.columns, missing=self.typed_missing))
        self._ask(
            partial(
                try_out,
                self._table,
                reading,
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
        self.suspects = doubtful.cells
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
        if len(imported.dataset.class_names) == 2 and self.label_column:
            for combo, name in zip(
                (self.minus, self.plus), imported.dataset.class_names, strict=True
            ):
                combo.setCurrentText(name)
        self.scatter.show_points(imported.dataset)
        sentence = as_shown(as_read, self.document).sentence
        for name in (*imported.axis_names, *imported.dataset.class_names):
            sentence = sentence.replace(name, cut_name(name, LONGEST_NAME))
        plane = imported.plane
        plane_words = (
            ""
            if plane is None or self.plane.currentIndex() == 0
            else f". The plane {plane.sentence}"
        )
        remark = f". {self._remark}" if self._remark else ""
        self._say(f"{sentence}{plane_words}{remark}.", "second")

    def _say(self, sentence: str, tone: str) -> None:
        self.verdict.setText(RIGHT_TO_LEFT.sub("\u2068\\g<0>\u2069", sentence))
        self.verdict.setProperty("tone", tone)
        self.verdict.style().unpolish(self.verdict)
        self.verdict.style().polish(self.verdict)
        self.one_class.setVisible(tone == "wrong" and self._lacks_classes)
        self.import_button.setEnabled(self.document is not None)

    def done(self, result: int) -> None:
        """Close; a running computation is cancelled."""
        self._newest.close()
        super().done(result)
