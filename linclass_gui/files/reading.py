"""How a table is read: its file, what each column is, and which columns become points, as one value
for the import dialog, the command line and the scene.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..scene.planes import KINDS as PLANES
from .cells import is_numeral
from .column_kinds import ColumnKind, join_labels, with_kinds
from .columns import NO_COLUMNS, Columns, Guess, guess_columns
from .first_picture import FirstPicture, Scales, first_picture
from .numerals import MARKS
from .table_points import Suspects, suspects
from .tables import Table, TypedColumn

# entries of a scene file: how the table was read, and its columns; further ones follow from these
CHOICES = ("source", "labels", "encoding", "sheet", "header", "decimal", "split")
TEXTS, LISTS = ("x1", "x2", "label", "plane"), ("classes", "missing")


@dataclass(frozen=True)
class TableReading:
    """How a table was read.

    ``kinds`` are those chosen for columns, by their names in the file ``source``, which was read
    with ``encoding``, ``sheet``, ``header`` and ``decimal`` as far as they were chosen, and with
    the columns of a file of ``labels`` behind its own.  ``split`` named the rows held back.
    """

    columns: Columns = NO_COLUMNS
    kinds: Mapping[str, ColumnKind] = field(default_factory=dict)
    source: str = ""
    encoding: str = ""
    sheet: str = ""
    decimal: str = ""
    labels: str = ""
    split: str = ""
    header: str = ""

    def to_json(self) -> dict[str, Any]:
        """The reading as a scene file keeps it: names of files without their folders."""
        values = {**vars(self), **vars(self.columns)}
        for name in ("source", "labels"):
            values[name] = Path(values[name]).name
        for name in LISTS:
            values[name] = list(values[name])
        values["kinds"] = {name: kind.text for name, kind in self.kinds.items()}
        entries = {name: values[name] for name in (*CHOICES, "kinds", *TEXTS, *LISTS)}
        return {name: value for name, value in entries.items() if value or name in TEXTS}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any] | None) -> TableReading:
        """The reading in a scene file; of nothing where there is none that this program
        understands.
        """
        from .letters import ENCODINGS  # as in read_source
        from .table_formats import HEADERS

        raw = raw or {}
        choices, texts = ({name: raw.get(name, "") for name in names} for names in (CHOICES, TEXTS))
        lists = {name: raw.get(name, []) for name in LISTS}
        kinds = raw.get("kinds", {})
        if not (
            isinstance(kinds, dict)
            and are_texts([*choices.values(), *texts.values(), *kinds.values()])
            and all(map(are_texts, lists.values()))
            and len(lists["classes"]) != 1
            and texts["plane"] in PLANES
            and choices["decimal"] in ("", *MARKS)
            and choices["encoding"] in ("", *ENCODINGS)
            and choices["header"] in HEADERS
        ):
            return cls()
        try:
            chosen_kinds = {name: ColumnKind.parse(text) for name, text in kinds.items()}
        except UserError:
            return cls()
        classes, missing = map(tuple, lists.values())
        columns = Columns(**texts, classes=classes, missing=missing)
        return cls(columns, chosen_kinds, **choices)


def are_texts(values: Any) -> bool:
    """Whether a value of a scene file is a list of texts."""
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def read_source(path: Path, reading: TableReading | None = None) -> Table:
    """The table in a file, read with the encoding and the sheet of a reading, and with the labels
    of another file beside it.

    Raises:
        TableError: a file cannot be read, or there is not one label for each row.
    """
    from .table_formats import read_table  # a window without a table waits for no format

    if reading is None:
        return read_table(path)
    table = read_table(path, reading.encoding, reading.sheet, reading.header)
    return with_labels(table, reading)


def with_labels(table: Table, reading: TableReading) -> Table:
    """A table with the labels of a file."""
    return join_labels(table, Path(reading.labels)) if reading.labels else table


def first_columns(table: Table) -> Columns:
    """The first two columns, of numbers if there are two, and the last one as the class: where no
    better ones can be guessed.
    """
    label, numeric = table.header[-1], [column.name for column in table.numeric]
    names = numeric if len(numeric) > 1 else table.header
    x1, x2, *_ = (*sorted(names, key=lambda name: name == label), "", "")
    return Columns(x1, x2, label)


def table_as(source: Table, reading: TableReading) -> Table:
    """The table with its columns as they are read.

    Raises:
        TableError: a column cannot be read so.
    """
    table = replace(source, decimal=reading.decimal or source.decimal)
    return with_kinds(table, reading.kinds, reading.columns.missing)


def read_picture(
    table: Table, reading: TableReading, guess: Guess | None = None, scales: Scales = ""
) -> FirstPicture:
    """The picture of a table whose columns are read as chosen (:func:`table_as`); the document
    knows how it was read.

    Raises:
        TableError: the table has no such points.
    """
    picture = first_picture(table, reading.columns, guess, scales)
    reading = replace(reading, split=picture.as_read.split)
    document = replace(picture.document, reading=reading.to_json())
    return replace(picture, document=document)


@dataclass(frozen=True)
class Beginning:
    """A table as it is read; the first of its columns whose numbers can be read in two ways, and
    the columns to begin with: chosen before, or those of the ``guess``, with the ``fault`` of a
    table that has no better ones.
    """

    table: Table
    doubtful: TypedColumn | None
    columns: Columns
    guess: Guess
    fault: str = ""


@dataclass(frozen=True)
class ImportTrial:
    """A choice tried out: its picture, or why there is none; and what may stand for missing
    values.
    """

    picture: FirstPicture | UserError
    suspects: Suspects


def begin(
    source: Table, reading: TableReading, is_chosen: bool, is_line: bool = False
) -> Beginning:
    """The table as it is read, with columns to begin with: those of the reading, if they were
    chosen and are still there, else those that look right.

    There is no second axis, although there may be a column for it, only where ``is_line`` says so.

    Raises:
        TableError: a column cannot be read so.
    """
    table = table_as(source, reading)
    doubtful = next(iter(table.doubtful), None)
    try:
        guess, fault = guess_columns(table), ""
    except UserError as error:
        guess, fault = Guess(first_columns(table), (), ()), str(error)
    if not is_chosen:
        return Beginning(table, doubtful, guess.columns, guess, fault)
    columns = _kept_columns(table, reading.columns, guess.columns, is_line)
    return Beginning(table, doubtful, columns, guess, "" if columns.x1 else fault)


def _kept_columns(table: Table, chosen_columns: Columns, guess: Columns, is_line: bool) -> Columns:
    """The chosen columns; where the class or an axis is gone, others look right."""
    label, axes = chosen_columns.label, (chosen_columns.x1, chosen_columns.x2)
    if label and (label not in table.header or table.column(label) is table.sentences):
        label = guess.label
    names = [column.name for column in table.columns if _may_be_axis(column, label)]
    if table.sentences is not None or not set(axes[: 2 - is_line]) <= set(names):
        axes = ("", "")
        with suppress(UserError):
            guessed_columns = guess_columns(table, label).columns
            axes = (guessed_columns.x1, guessed_columns.x2)
    classes = chosen_columns.classes if label == chosen_columns.label else ()
    x1, x2 = axes[0], "" if is_line else axes[1]
    return replace(chosen_columns, x1=x1, x2=x2, label=label, classes=classes, further=())


def _may_be_axis(column: TypedColumn, label: str) -> bool:
    """Whether a column has numbers and is not the class."""
    return column.name != label and not column.is_text and any(map(is_numeral, column.sample))


def try_out(
    table: Table, reading: TableReading, guess: Guess | None, drops: bool, scales: Scales
) -> ImportTrial:
    """Try a choice of columns of a table as it is read; ``drops`` leaves out the rows of what may
    stand for a missing value.
    """
    columns = reading.columns
    doubtful = suspects(table, columns)
    missing = (*columns.missing, *doubtful.cells) if drops else columns.missing
    reading = replace(reading, columns=replace(columns, missing=missing))
    try:
        return ImportTrial(read_picture(table, reading, guess, scales), doubtful)
    except UserError as error:
        return ImportTrial(error, doubtful)
