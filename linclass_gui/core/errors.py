"""The one exception for what a user can put right: a clear sentence that says what, where and what to do."""

from __future__ import annotations


class UserError(Exception):
    """Wrong input: shown as its sentence, in a message box or on one line of standard error, never with a traceback."""
