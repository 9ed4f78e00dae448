"""The one exception for what a user can put right: a clear sentence that says what, where and what
to do.
"""

from __future__ import annotations

from .quoting import printable


class UserError(Exception):
    """Wrong input: shown as its sentence, in a message box or on one line of standard error, never
    with a traceback.

    Sentences hold names of files and texts from files; whatever they hold, the sentence is one line
    that can be printed.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(printable(sentence))
