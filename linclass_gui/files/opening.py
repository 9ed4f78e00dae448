"""Opening by a name: a scene as it was saved, a table with its first picture."""

from __future__ import annotations

import logging

from ..scene.document import Document
from ..scene.generating import GENERATE
from .as_read import AsRead
from .first_picture import first_picture, with_first_methods
from .read import read
from .tables import Table

logger = logging.getLogger("linclass")


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
    document, as_read = opened(name)
    if as_read is not None:
        logger.warning("%s: %s", name, as_read.sentence)
    return document


def opened(name: str) -> tuple[Document, AsRead | None]:
    """:func:`open_document`, and how a table was read (None for anything else)."""
    content = read(name)
    if isinstance(content, Table):
        picture = first_picture(content)
        return picture.document, picture.as_read
    return (with_first_methods(content) if name.startswith(GENERATE) else content), None
