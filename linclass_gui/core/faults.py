"""Faults of the program itself: each is logged once, with its trace, and said in one plain
sentence.
"""

from __future__ import annotations

import logging
import traceback

logger = logging.getLogger("linclass")
LONGEST = 120  # letters of an error's own words
SAFE = "Your points are still there; saving them is safe."

_known: set[tuple[str, str, int]] = set()


def note(error: BaseException) -> str:
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
    if place not in _known:
        _known.add(place)
        logger.error("a fault inside linclass", exc_info=error)
    return error_words(error)


def error_words(error: BaseException) -> str:
    """An error in a few plain words, without mark-up: its kind and what it says."""
    words = " ".join(str(error).split()).replace("$", "")
    words = words if len(words) <= LONGEST else words[:LONGEST] + "…"
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def forget() -> None:
    """Log every fault anew (for tests)."""
    _known.clear()
