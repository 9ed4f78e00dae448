"""Errors in one plain sentence: wrong input, texts from files as a sentence quotes them, and
faults of the program itself.
"""

from __future__ import annotations

import json
import logging
import traceback
import unicodedata
from collections.abc import Sequence
from itertools import islice


class UserError(ValueError):
    """Wrong input, for whoever calls a function a ValueError: shown as its sentence, in a message
    box or on one line of standard error, never with a traceback.

    Sentences hold names of files and texts from files; in any case the sentence is one line that
    can be printed.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(printable(sentence))


class EmptyViewError(UserError):
    """A figure of a view that has nothing to show, which is not written."""


LONGEST_VALUE = 60  # characters of a value
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
    return (
        repr(text) if len(text) <= LONGEST_VALUE else f"{repr(text[: LONGEST_VALUE - 3])[:-1]}...'"
    )


def quote_json(value: object) -> str:
    """A value as JSON, its end cut off when it is long; the cost does not depend on how much there
    is.
    """
    pieces = json.JSONEncoder(ensure_ascii=False, default=str).iterencode(value)
    text = "".join(piece[: LONGEST_VALUE + 1] for piece in islice(pieces, LONGEST_VALUE + 1))
    return printable(text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "...")


def join_names(names: Sequence[str]) -> str:
    """Names with commas between them; of many only the first ones."""
    text = ", ".join(
        name if len(name) <= LONGEST_VALUE else name[: LONGEST_VALUE - 3] + "..."
        for name in names[:MOST_NAMES]
    )
    return text + (f", ... ({len(names)} in all)" if len(names) > MOST_NAMES else "")


logger = logging.getLogger("linclass")
LONGEST_FAULT = 120  # letters of an error's own words
SAFE = "Your points are still there; saving them is safe."

_known_faults: set[tuple[str, str, int]] = set()


def log_fault(error: BaseException) -> str:
    """Log an unexpected fault, unless one from the same line of code is logged already; its name in
    words.

    What is drawn sixty times a second fails sixty times a second: the log keeps one trace of it.
    """
    frames = traceback.extract_tb(error.__traceback__)
    place = (
        (type(error).__name__, frames[-1].filename, frames[-1].lineno or 0)
        if frames
        else (type(error).__name__, "", 0)
    )
    if place not in _known_faults:
        _known_faults.add(place)
        logger.error("a fault inside linclass", exc_info=error)
    return error_words(error)


def error_words(error: BaseException) -> str:
    """An error in a few plain words, without mark-up: its kind and its message."""
    words = " ".join(str(error).split()).replace("$", "")
    words = words if len(words) <= LONGEST_FAULT else words[:LONGEST_FAULT] + "…"
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def forget_faults() -> None:
    """Log every fault anew (for tests)."""
    _known_faults.clear()
