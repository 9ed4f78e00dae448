"""Tables on the command line: the columns that become points, and the rows left out."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ..answers.sweeps import with_settings
from ..errors import UserError, quote
from ..figures.settings import suffix_named
from ..files.as_read import AsRead
from ..files.cells import TableError
from ..files.column_kinds import ABOVE, KINDS, MARKS, ColumnKind
from ..files.columns import Columns, Guess, guess_columns, with_further
from ..files.first_picture import Scales, as_shown, open_document, with_scales
from ..files.letters import ENCODINGS
from ..files.read import file_of, is_table
from ..files.reading import (
    TableReading,
    first_columns,
    read_picture,
    read_source,
    table_as,
    with_labels,
)
from ..files.scene_table import with_other_columns
from ..files.table_formats import HEADERS, table_of_content
from ..files.table_points import UnsettledMarkError, suspects
from ..files.tables import Table
from ..markup.numbers import count_words
from ..scene.axes import PLANES, show_plane
from ..scene.document import Document
from ..scene.generating import held_back
from ..scene.planes import COLUMNS
from .arguments import INPUT, complain, names_in, pair, whole_number

STANDARD_INPUT = "standard input"
ALL_CLASSES = "all"  # as the value of --classes
MOST_MARKS = 3  # different marks of a missing value in one table


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the columns of a table."""
    group = parser.add_argument_group(
        "columns of a table", "Without these they are guessed, and the guess is printed."
    )
    group.add_argument(
        "--columns",
        metavar="X1,X2",
        help=(
            "the two columns of a table that become coordinates, or one for points on a line; "
            "with --plane those it is made of; quotes around a name with a comma, as in "
            """'"income, net",age'"""
        ),
    )
    group.add_argument(
        "--plane", choices=tuple(PLANES), help="what is shown of a table of more than two columns"
    )
    group.add_argument("--label", metavar="COLUMN", help="the column that holds the class")
    group.add_argument(
        "--labels", metavar="FILE", help="a table with the class of each row, in the same order"
    )
    group.add_argument(
        "--one-class", action="store_true", help="points without classes: all are of class +"
    )
    group.add_argument(
        "--read",
        metavar="COLUMN=KIND",
        action="append",
        default=[],
        help=(
            f"how a column is read: {', '.join(KINDS)}, or {ABOVE}:NUMBER for the classes above "
            "and below it (repeatable)"
        ),
    )
    group.add_argument(
        "--classes",
        metavar="MINUS,PLUS",
        help="two classes, the negative one first; more of them; or all (default)",
    )
    group.add_argument(
        "--decimal",
        choices=tuple(MARKS),
        help="the decimal mark of a table whose numbers do not tell, as in 9,447 or 9.447",
    )
    group.add_argument(
        "--missing",
        metavar="CELL",
        action="append",
        default=[],
        help="a cell that counts as missing, as in --missing=-999 (repeatable)",
    )
    group.add_argument(
        "--encoding",
        choices=tuple(ENCODINGS),
        metavar="NAME",
        help=f"of a table that is not UTF-8: {', '.join(ENCODINGS)} (default: its words tell)",
    )
    group.add_argument(
        "--sheet", metavar="NAME", help="of a workbook (default: the first that holds a table)"
    )
    group.add_argument(
        "--header",
        choices=("yes", "no"),
        help="whether the first row names the columns (default: its cells tell)",
    )
    group.add_argument(
        "--standardise", action="store_true", help="each axis in deviations from its mean"
    )
    group.add_argument(
        "--own-scales",
        action=argparse.BooleanOptionalAction,
        help=(
            "a scale for each axis, so that the points fill the picture (default: where those of "
            "a table would be a strip)"
        ),
    )


def add_holding_to(parser: argparse.ArgumentParser) -> Any:
    """Add the options that hold points back; the result is their group."""
    group = parser.add_argument_group("points that are not fitted")
    group.add_argument(
        "--hold-back",
        type=partial(whole_number, 10, 90),
        metavar="PERCENT",
        help="keep 10 to 90 percent of each class as test points",
    )
    group.add_argument(
        "--split",
        type=partial(whole_number, 0, 999),
        default=0,
        metavar="SEED",
        help="which points are held back, or dealt into which fold: 0 (default) to 999",
    )
    return group


def _with_test_points(document: Document, options: argparse.Namespace) -> Document:
    """The document with the points held back that the options ask for."""
    if options.hold_back is None:
        return document
    return held_back(replace(document, split=options.split), 0.01 * options.hold_back)


def picture_of(
    source: str, options: argparse.Namespace, settings: Mapping[str, str] | None = None
) -> tuple[Document, AsRead | None]:
    """The document of a scene, a lesson or a table with the columns that were asked for, and how a
    table was read, which is reported.

    With ``settings``, parameters of its methods, it is for a picture: what was chosen for that is
    reported, too.

    Raises:
        UserError: it cannot be read, is not a table although columns were asked for, or has no such
            parameter.
    """
    is_input, path = source == INPUT, file_of(source)
    if not (is_input or is_table(path)):
        document = with_settings(_scene_of(source, options), settings or {})
        return _with_test_points(document, options), None
    reading = _reading(path, options)
    source_table = _table_of_input(reading) if is_input else read_source(path, reading)
    source = STANDARD_INPUT if is_input else source
    table = table_as(source_table, reading)
    if len(table.sheets) > 1 and not options.sheet:
        complain(
            f"{source}: sheet {quote(table.sheet)} of {len(table.sheets)}; choose another one "
            "with --sheet"
        )
    label = _label(options, source_table.header)
    guess = _guess(table, label, options)
    columns = with_further(table, _columns(guess.columns, options))
    doubtful = suspects(table, columns)
    # so many different cells are no marks of missing values
    cells = doubtful.cells if len(doubtful.cells) <= MOST_MARKS else ()
    options_for = " ".join(f"--missing={shlex.quote(cell)}" for cell in cells)
    remedy = f"; {options_for} leaves such rows out" if cells else ""
    reading = replace(reading, columns=columns)
    try:
        picture = read_picture(table, reading, guess, _scales(options))
    except UnsettledMarkError as error:
        raise UserError(f"{error}: --decimal comma or --decimal point") from None
    except TableError as error:
        raise UserError(f"{error}{remedy}") from None
    document = with_settings(picture.document, settings or {})
    as_read = picture.as_read if settings is None else as_shown(picture.as_read, document)
    complain(f"{source}: {as_read.sentence}")
    if remedy:
        rows = count_words(doubtful.rows, "row")
        complain(f"{source}: {doubtful.words} in {rows} may stand for a missing value{remedy}")
    document = _with_test_points(document, options)
    # what goes out as a table takes all columns along
    if hasattr(options, "frame_format") and suffix_named(options) == ".csv":
        document = with_other_columns(document, table, columns)
    return document, as_read


def _table_of_input(reading: TableReading) -> Table:
    """The table in standard input."""
    content = sys.stdin.buffer.read() if sys.stdin else b""
    choices = reading.encoding, reading.sheet, HEADERS[reading.header]
    return with_labels(table_of_content(content, STANDARD_INPUT, *choices), reading)


def _scene_of(source: str, options: argparse.Namespace) -> Document:
    """The document of a source that is no table."""
    choices = options.columns, options.label, options.classes, options.decimal, options.missing
    if any((*choices, options.labels, options.one_class, options.read)):
        names = (
            "--columns, --label, --labels, --one-class, --classes, --read, --decimal and --missing"
        )
        raise UserError(f"{names} are for tables; a scene holds its classes already")
    document = open_document(source)
    if options.plane:
        if document.plane is None:
            raise UserError(f"{source}: --plane needs a table of more than two columns of numbers")
        document = show_plane(document, PLANES[options.plane])
    return with_scales(document, _scales(options))


def _scales(options: argparse.Namespace) -> Scales:
    if options.standardise:
        return "standardised"
    if options.own_scales is None:
        return ""
    return "own" if options.own_scales else "equal"


def _reading(path: Path, options: argparse.Namespace) -> TableReading:
    """The reading that the options ask for; its columns are chosen when the table is there."""
    return TableReading(
        Columns("", "", "", missing=tuple(options.missing)),
        _kinds(options),
        "" if str(path) == INPUT else str(path),
        options.encoding or "",
        options.sheet or "",
        MARKS.get(options.decimal, ""),
        options.labels or "",
        header=options.header or "",
    )


def _kinds(options: argparse.Namespace) -> dict[str, ColumnKind]:
    """The kinds of columns, by their names."""
    kinds = {}
    for text in options.read:
        name, _, kind = text.rpartition("=")
        if not name:
            raise UserError(
                f"--read needs a column and its kind, as in age=text; got {quote(text)}"
            )
        kinds[name] = ColumnKind.parse(kind)
    return kinds


def _columns(guessed: Columns, options: argparse.Namespace) -> Columns:
    """The columns that were asked for, or else guessed."""
    x1, x2, *further = _coordinates(options) or (guessed.x1, guessed.x2)
    columns = Columns(
        x1,
        x2,
        "" if options.one_class else guessed.label,
        plane=PLANES[options.plane or COLUMNS],
        further=tuple(further),
        missing=tuple(options.missing),
    )
    if options.classes in (None, ALL_CLASSES):
        return columns
    names = names_in(options.classes)
    if len(names) > 2 and all(names):  # the first two are chosen as - and +, as two names are
        return replace(columns, classes=names)
    return replace(columns, classes=pair(options.classes, "--classes", "MINUS,PLUS"))


def _label(options: argparse.Namespace, header: tuple[str, ...]) -> str:
    """The class column that was asked for: by its name, as that of another file, or as a column
    that is read as classes; empty where none was.
    """
    cut = [name for name, kind in _kinds(options).items() if kind.name == ABOVE]
    joined_label = header[-1] if options.labels else ""
    return options.label or joined_label or (cut[0] if len(cut) == 1 else "")


def _guess(table: Table, label: str, options: argparse.Namespace) -> Guess:
    try:
        return guess_columns(table, label, _coordinates(options))
    except TableError as error:
        if options.one_class:
            return Guess(first_columns(table), (), ())
        raise TableError(
            f"{error}; --label COLUMN says which column they are in, --labels FILE takes them from "
            "another table, --one-class shows points without classes, and --read COLUMN=KIND reads "
            "a column as sentences, indicators or otherwise"
        ) from None


def _coordinates(options: argparse.Namespace) -> tuple[str, ...]:
    """The requested columns: two, or those that a plane is made of."""
    if not options.columns:
        return ()
    names = names_in(options.columns)
    if options.plane in (None, COLUMNS):
        if len(names) == 1:
            return (names[0], "")  # points on a line
        return pair(options.columns, "--columns", "X1,X2")
    if len(names) < 3 or len(set(names)) < len(names) or not all(names):
        got = quote(options.columns)
        raise UserError(
            f"--columns needs three different columns or more with --plane {options.plane}; got "
            f"{got}"
        )
    return names
