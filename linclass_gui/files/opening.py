"""Opening anything that holds a picture: a scene, a table, or one that is shipped or made, by its
name.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from solvers import METHODS

from ..errors import join_names, quote
from ..scene.axes import show_plane, table_behind
from ..scene.document import LONGEST_NAME, Document
from ..scene.generating import GENERATE, Recipe, with_generated_points
from ..scene.planes import COLUMNS, as_axis
from .cells import TableError
from .codec import FORMAT, load_document
from .columns import MOST_TURNED, Columns, further_columns, suggested_columns
from .embedded_scene import is_figure
from .names import by_name
from .scene_table import scene_csv
from .shipped import EXAMPLE_PREFIX as EXAMPLE
from .shipped import LESSON_PREFIX, example_path, lesson_path
from .table_formats import OTHERS, SUFFIXES, read_table
from .table_points import read_points
from .tables import Table, parse_table
from .text_files import ReadingError, open_ordinary

logger = logging.getLogger("linclass")
SCENES = (".json",)
NAMED = (LESSON_PREFIX, EXAMPLE, GENERATE)  # beginnings of what is no file
BEGIN = 4096  # bytes by which JSON is judged
# lists by names, or a record a line
COLUMNS_BEGIN = re.compile(rb'\{\s*"[^"]*"\s*:.*?[\[{]|\{[^\n]*\}\r?\n\s*\{', re.DOTALL)


def is_table(path: Path) -> bool:
    """Whether the file is a table of points rather than a scene or a figure: by its suffix, or as
    JSON of records or columns.

    A file with another suffix or none is a table unless it begins as scenes or figures do.
    """
    suffix = path.suffix.lower()
    if suffix in (*SUFFIXES, *OTHERS):
        return True
    try:
        with open_ordinary(path) as file:
            whole = file.read(BEGIN)
            begin = whole.lstrip(b"\xef\xbb\xbf \t\r\n")
            if suffix not in SCENES and not begin.startswith((b"[", b"{")):
                return not is_figure(path, whole)
            return begin.startswith(b"[") or (
                COLUMNS_BEGIN.match(begin) is not None
                and FORMAT.encode() not in begin + file.read()
            )
    except (OSError, ValueError, ReadingError):
        return False


def file_of(name: str) -> Path:
    """The file of a scene or a table: of a lesson or an example by its name, else of this name.

    Raises:
        UserError: there is no such lesson or example.
    """
    if name.startswith(LESSON_PREFIX):
        return lesson_path(name.removeprefix(LESSON_PREFIX))
    return example_path(name.removeprefix(EXAMPLE)) if name.startswith(EXAMPLE) else Path(name)


def bare_name(name: str) -> str:
    """The suggested name of a copy of a scene: its name without a folder, a suffix or a prefix such
    as ``lesson:``.
    """
    return Path(name.partition(":")[2] if name.startswith(NAMED) else name).stem


def filter_of(words: str, suffixes: Sequence[str]) -> str:
    """Kinds of files as a dialog offers them."""
    return f"{words} ({' '.join(f'*{suffix}' for suffix in suffixes)})"


def open_document(name: str) -> Document:
    """The document in a scene file, a table (its columns guessed), a lesson, an example, or points
    of a generator.

    Raises:
        UserError: the file is missing or cannot be read; one sentence says where and why.
    """
    return opened(name)[0]


def open_and_log(name: str) -> Document:
    """:func:`open_document` where nobody is asked: how a table was read is logged (without a
    handler on standard error).
    """
    document, sentence = opened(name)
    if sentence:
        logger.warning("%s: %s", name, sentence)
    return document


def opened(name: str) -> tuple[Document, str]:
    """:func:`open_document`, and how a table was read (empty for anything else)."""
    if name.startswith(GENERATE):
        return with_first_methods(with_generated_points(Document.empty(), Recipe.parse(name))), ""
    if not name.strip():
        raise ReadingError(
            "this name is empty: give a scene file, a table, a figure, lesson:NAME, example:NAME "
            "or generate:NAME"
        )
    path = file_of(name)
    return as_read(read_table(path)) if is_table(path) else (load_document(path), "")


def document_of_table(table: Table, columns: Columns | None = None) -> Document:
    """A new document for the points of a table, with the methods that a new document has.

    Without ``columns`` they are guessed, and all classes are taken: a missing third one would go
    unnoticed.
    """
    return as_read(table, columns)[0]


def as_read(table: Table, columns: Columns | None = None) -> tuple[Document, str]:
    """:func:`document_of_table`, and the sentence that says how the table was read
    (:class:`~.table_points.Reading`).
    """
    columns = columns or replace(suggested_columns(table), minus=None, plus=None, every=True)
    columns = (
        columns if columns.further else replace(columns, further=further_columns(table, columns))
    )
    used = tuple(
        table.header[table.column(c)] if c else ""
        for c in (columns.x1, columns.x2, *columns.further)
    )
    names = tuple(map(as_axis, used))
    reading = read_points(table, columns)
    dataset, test = reading.dataset, reading.test
    for name in (*names, *dataset.class_names):
        if len(name) > LONGEST_NAME:
            raise TableError(
                f"{table.source}: names have at most {LONGEST_NAME} characters; got {quote(name)}"
            )
    title = Path(table.source).stem[:LONGEST_NAME]
    document = replace(
        Document.empty(), dataset=dataset, test=test, axis_names=(names[0], names[1]), title=title
    )
    if columns.further:
        document = show_plane(replace(document, plane=table_behind(dataset, used)), columns.plane)
    elif columns.plane != COLUMNS:
        most = f", at most {MOST_TURNED} of them" if len(table.numeric) > MOST_TURNED else ""
        there = join_names([table.header[k] for k in table.numeric])
        raise TableError(
            f"{table.source}: this plane needs three columns of numbers{most}; the table has "
            f"{there}"
        )
    return with_first_methods(document), reading.sentence


def table_of_document(document: Document) -> tuple[Table, Columns]:
    """The points of a document with their further columns, as a table in its own units, and the
    columns and classes shown.

    Raises:
        TableError: two classes have one name.
    """
    table = parse_table(scene_csv(document), document.title or "This scene")
    across, up = (0, 1) if document.plane is None else document.plane.pair
    kind = COLUMNS if document.plane is None else document.plane.kind
    label = table.header[-1]
    held = zip(document.dataset.class_names, document.dataset.counts, strict=True)
    classes = [table.class_called(label, name) for name, n in held if n]
    minus, plus, *others = (
        classes if set(classes) <= set(table.classes(label)) and len(classes) > 1 else (None, None)
    )
    return table, Columns(
        table.header[across], table.header[up], label, minus, plus, tuple(others), plane=kind
    )


def with_first_methods(document: Document) -> Document:
    """The document with the methods that a new document has."""
    for method in ("fisher", "soft-margin-svm"):
        document = document.adding(by_name(method, METHODS, "method")())
    return document
