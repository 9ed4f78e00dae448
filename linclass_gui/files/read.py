"""From a name to what its file holds, a table or a scene; nothing is chosen yet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..errors import UserError
from ..scene.document import Document
from ..scene.generating import GENERATE, GeneratorRecipe, with_generated_points
from .codec import FORMAT, load_document
from .embedded_scene import is_figure
from .shipped import EXAMPLE_PREFIX, LESSON_PREFIX, example_path, lesson_path
from .tables import Table
from .text_files import ReadingError, open_ordinary

SCENES = (".json",)
PREFIXES = (LESSON_PREFIX, EXAMPLE_PREFIX, GENERATE)  # of names that are not names of files
BEGIN = 4096  # bytes by which a file is judged


def read(name: str, encoding: str = "", sheet: str = "", header: str = "") -> Table | Document:
    """The table or the scene in a file or a figure, of a lesson, an example or a generator.

    ``encoding``, ``sheet`` and ``header`` are those of :func:`.table_formats.read_table`.

    Raises:
        UserError: the file is missing or cannot be read; one sentence says where and why.
    """
    if name.startswith(GENERATE):
        return with_generated_points(Document.empty(), GeneratorRecipe.parse(name))
    if not name.strip():
        raise ReadingError(
            "this name is empty: give a scene file, a table, a figure, lesson:NAME, example:NAME "
            "or generate:NAME"
        )
    path = file_of(name)
    if not is_table(path):
        return load_document(path)
    from .table_formats import read_table  # a window without a table waits for no format

    return read_table(path, encoding, sheet, header)


def is_table(path: Path) -> bool:
    """Whether the file is a table of points rather than a scene or a figure: by its suffix, or as
    JSON of records or columns.

    A file with another suffix or none is a table unless it begins as scenes or figures do.
    """
    from .table_formats import SUFFIXES  # as in read

    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        return True
    try:
        with open_ordinary(path) as file:
            head = file.read(BEGIN)
            begin = head.lstrip(b"\xef\xbb\xbf \t\r\n")
            if begin.startswith((b"[", b"{")):
                return FORMAT.encode() not in head + file.read()
            return not is_figure(path, head)
    except (OSError, ValueError, ReadingError):
        return False


def file_of(name: str) -> Path:
    """The file of a scene or a table: of a lesson or an example by its name, else of this name.

    Raises:
        UserError: there is no such lesson or example.
    """
    if name.startswith(LESSON_PREFIX):
        return lesson_path(name.removeprefix(LESSON_PREFIX))
    return (
        example_path(name.removeprefix(EXAMPLE_PREFIX))
        if name.startswith(EXAMPLE_PREFIX)
        else Path(name)
    )


def check_is_there(name: str) -> None:
    """Refuse the name of something that does not exist, before it is read.

    Raises:
        UserError: there is no such file, lesson or example.
    """
    if name.startswith(GENERATE) or not name.strip():
        return
    try:
        file_of(name).stat()
    except FileNotFoundError:
        raise ReadingError(f"{name}: no such file") from None
    except UserError:
        raise
    except (OSError, ValueError):
        return  # it is there; reading it says what is wrong


def bare_name(name: str) -> str:
    """The suggested name of a copy of a scene: its name without a folder, a suffix or a prefix such
    as ``lesson:``.
    """
    return Path(name.partition(":")[2] if name.startswith(PREFIXES) else name).stem


def filter_of(words: str, suffixes: Sequence[str]) -> str:
    """Kinds of files as a dialog offers them."""
    return f"{words} ({' '.join(f'*{suffix}' for suffix in suffixes)})"
