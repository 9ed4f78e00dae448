"""Text from a file as an error sentence quotes it: short, on one line, printable."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from itertools import islice

LONGEST = 60  # characters of a value
MOST_NAMES = 8  # of a list


def printable(text: str) -> str:
    """The text with escapes for line breaks, control characters and halves of surrogate pairs."""
    return text if text.isprintable() else "".join(map(_printable, text))


def _printable(character: str) -> str:
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode("ascii")


def quote(text: str) -> str:
    """A text between quotation marks, its end cut off when it is long."""
    return repr(text) if len(text) <= LONGEST else f"{repr(text[: LONGEST - 3])[:-1]}...'"


def quote_json(value: object) -> str:
    """A value as JSON, its end cut off when it is long; the cost does not depend on how much there
    is.
    """
    pieces = json.JSONEncoder(ensure_ascii=False, default=str).iterencode(value)
    text = "".join(piece[: LONGEST + 1] for piece in islice(pieces, LONGEST + 1))
    return printable(text if len(text) <= LONGEST else text[:LONGEST] + "...")


def join_names(names: Sequence[str]) -> str:
    """Names with commas between them; of many only the first ones."""
    shown = ", ".join(
        name if len(name) <= LONGEST else name[: LONGEST - 3] + "..." for name in names[:MOST_NAMES]
    )
    return shown + (f", ... ({len(names)} in all)" if len(names) > MOST_NAMES else "")
